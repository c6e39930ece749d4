"""Mails and settings as pages need them: names taken apart, dates and sizes written out, texts to start from."""

from __future__ import annotations

from dataclasses import asdict
from email.utils import parseaddr
from typing import TYPE_CHECKING, Any

from pytest_ami.sites.markup import paragraphs

from .i18n import file_size, long_date, short_date, words
from .seed import ACCOUNT

if TYPE_CHECKING:
    from pytest_ami.sites.look import SiteLook

    from .state import MailEntry, MailSettings

OWN = frozenset({"sent", "drafts", "scheduled"})
SNIPPET = 90


def name_of(sender: str) -> str:
    """Return the name in front of an address, or the address where there is none."""
    name, address = parseaddr(sender)
    return name or address or sender


def row(entry: MailEntry, look: SiteLook) -> dict[str, Any]:
    """Return one line of a list."""
    mail, said = entry.mail, words(look)
    name = name_of(mail.sender)
    if entry.folder in OWN:
        name = said["to_whom"].format(name=", ".join(mail.to) or said["no_recipient"])
    return {
        "id": mail.id,
        "name": name,
        "initial": name_of(mail.sender)[:1].upper(),
        "subject": mail.subject or said["no_subject"],
        "snippet": " ".join(mail.body.split())[:SNIPPET],
        "date": short_date(mail.sent_at, look.locale),
        "unread": entry.unread,
        "starred": entry.starred,
        "files": len(mail.attachments),
    }


def full(entry: MailEntry, look: SiteLook) -> dict[str, Any]:
    """Return everything the page of one mail shows."""
    mail = entry.mail
    return row(entry, look) | {
        "folder": entry.folder,
        "sender": name_of(mail.sender),
        "address": parseaddr(mail.sender)[1],
        "to": ", ".join(mail.to),
        "cc": ", ".join(mail.cc),
        "bcc": ", ".join(mail.bcc),
        "html": entry.html,
        "date": long_date(mail.sent_at, look.locale),
        "attachments": [{"name": file.name, "size": file_size(file.size, look.locale)} for file in mail.attachments],
    }


def beginning(entry: MailEntry, mode: str, look: SiteLook, signature: str) -> dict[str, Any]:
    """Return what compose starts with: a reply, a forwarded mail, or a draft again."""
    mail, said = entry.mail, words(look)
    files = [asdict(file) for file in mail.attachments]
    if mode == "draft":
        fields = {"to": mail.to, "cc": mail.cc, "bcc": mail.bcc}
        shown = {key: ", ".join(value) for key, value in fields.items()}
        return shown | {"subject": mail.subject, "html": entry.html, "files": files, "draft": mail.id}
    forward = mode == "forward"
    about = {"name": name_of(mail.sender), "date": long_date(mail.sent_at, look.locale)}
    quoted = mail.body if forward else "\n".join(f"> {line}".rstrip() for line in mail.body.split("\n"))
    first = said["forwarded" if forward else "quote"].format(**about)
    parts = ["", *([f"-- \n{signature}"] if signature else []), f"{first}\n{quoted}"]
    to = "" if forward else parseaddr(mail.sender)[1]
    if to == ACCOUNT:
        to = ", ".join(mail.to)
    return {
        "to": to,
        "cc": "",
        "bcc": "",
        "subject": _prefixed("Fwd: " if forward else "Re: ", mail.subject),
        "html": paragraphs("\n\n".join(parts)),
        "files": files if forward else [],
        "draft": "",
    }


def settings(chosen: MailSettings) -> dict[str, Any]:
    """Return the settings and the initial content of a new mail that follows from them."""
    start = paragraphs(f"\n\n-- \n{chosen.signature}") if chosen.signature else ""
    return asdict(chosen) | {"start": start}


def _prefixed(prefix: str, subject: str) -> str:
    return subject if subject.casefold().startswith(prefix.strip().casefold()) else prefix + subject
