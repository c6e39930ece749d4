"""The tasks of the webmail: how a person performs them in each design, and the ledger afterwards.

This knows the pages as a person does, by the words on them, and the ledger's notes. It never asks the server. That a
mail is read from now on is no effect: looking is not doing.
"""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from email.utils import parseaddr
from typing import TYPE_CHECKING, Any, Final

from pytest_ami.sites.ledger import effect
from pytest_ami.sites.task import Task

from .i18n import words
from .seed import SEEDS
from .state import MailSettings

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from playwright.sync_api import Locator, Page

    from pytest_ami.sites.ledger import Effect
    from pytest_ami.sites.look import SiteLook

INBOX: Final = "/mail/inbox"
FIRST: Final = ("anna", "ben", "carla", "david", "elif", "felix", "grace", "hugo", "ines", "jan", "kira", "leo", "mia")
LAST: Final = ("arnold", "brandt", "costa", "duval", "eriksen", "fischer", "garcia", "holm", "ito", "jensen", "kovacs")
TOPICS: Final = ("Offer", "Invoice", "Minutes", "Schedule", "Estimate", "Order", "Report", "Proposal", "Reservation")
THINGS: Final = ("the new figures", "the floor plan", "the second offer", "the delivery dates", "the guest list")
ROLES: Final = ("Planning", "Purchasing", "Field Service", "Accounts", "Customer Care", "Logistics")


def _number(random: Random) -> int:
    return random.randrange(10_000, 100_000)


def _letter(random: Random) -> dict[str, str]:
    return {
        "to": f"{random.choice(FIRST)}.{random.choice(LAST)}{_number(random)}@example.com",
        "subject": f"{random.choice(TOPICS)} {_number(random)}",
        "body": f"Here are {random.choice(THINGS)}, see note {_number(random)}.",
    }


def _seeded(random: Random) -> dict[str, str]:
    return {"subject": random.choice(SEEDS).subject}


def _answer(random: Random) -> dict[str, str]:
    return _seeded(random) | {"body": f"Agreed, see note {_number(random)}."}


def _signature(random: Random) -> dict[str, str]:
    return {"signature": f"Sam Taylor ({random.choice(ROLES)}, room {_number(random)})"}


def _go(page: Page, look: SiteLook, folder: str) -> None:
    """Go to a folder, by the list of folders."""
    said = words(look)
    folders = page.get_by_role("navigation", name=said["folders"])
    folders.get_by_role("link", name=re.compile(f"^{re.escape(said[folder])}")).click()  # the inbox counts behind it
    page.get_by_role("heading", name=said[folder], exact=True).wait_for()


def _open(page: Page, subject: str) -> None:
    """Open a mail of the list, by its subject, and wait until it is there to be read."""
    page.get_by_role("link", name=subject).first.click()
    page.get_by_role("heading", name=subject, exact=True).wait_for()


def _button(where: Page | Locator, name: str) -> Locator:
    return where.get_by_role("button", name=name, exact=True)


def _fill(page: Page, look: SiteLook, **fields: str) -> None:
    """Fill in the fields of a mail."""
    said = words(look)
    for name, value in fields.items():
        field = page.get_by_role("textbox", name=said["message" if name == "body" else name], exact=True)
        field.fill(value)


def _deliver(page: Page, look: SiteLook, how: str) -> None:
    """Send or save a letter; the newest design has a menu for it, and asks before it sends."""
    said = words(look)
    if look.design != "2026":
        _button(page, said[how]).click()
        return
    _button(page, said["delivery"]).click()
    page.get_by_role("menuitem", name=said[how], exact=True).click()
    if how == "send":
        _button(page.get_by_role("dialog", name=said["ask_send"]), said["do_send"]).click()


def _settings(page: Page, look: SiteLook) -> None:
    """Open the settings, wherever the design keeps them."""
    said = words(look)
    if look.design == "2019":
        page.get_by_role("link", name=said["settings"], exact=True).click()
    elif look.design == "2023":
        page.get_by_role("button", name="@").click()
        page.get_by_role("menuitem", name=said["settings"], exact=True).click()
    else:
        _button(page, said["settings"]).click()
    page.get_by_role("heading", name=said["settings"], exact=True).wait_for()


def _notice(page: Page, look: SiteLook, name: str) -> None:
    page.get_by_role("status").filter(has_text=words(look)[name]).wait_for()


def send(page: Page, look: SiteLook, to: str, subject: str, body: str) -> None:
    """Send a mail, and read it in the folder of sent mails."""
    _button(page, words(look)["compose"]).click()
    _fill(page, look, to=to, subject=subject, body=body)
    _deliver(page, look, "send")
    _notice(page, look, "notice_sent")
    _go(page, look, "sent")
    _open(page, subject)


def draft(page: Page, look: SiteLook, to: str, subject: str, body: str) -> None:
    """Save a draft, and read it in the folder of drafts."""
    _button(page, words(look)["compose"]).click()
    _fill(page, look, to=to, subject=subject, body=body)
    _deliver(page, look, "save_draft")
    _notice(page, look, "notice_draft")
    _go(page, look, "drafts")
    _open(page, subject)


def archive(page: Page, look: SiteLook, subject: str) -> None:
    """Archive a mail of the inbox, and find it in the archive."""
    _open(page, subject)
    _button(page, words(look)["archive"]).click()
    _notice(page, look, "notice_archive")
    _go(page, look, "archive_folder")
    _open(page, subject)


def delete(page: Page, look: SiteLook, subject: str) -> None:
    """Delete a mail of the inbox, and find it in the trash."""
    said = words(look)
    _open(page, subject)
    _button(page, said["delete"]).click()
    _button(page.get_by_role("dialog", name=said["ask_delete"]), said["delete"]).click()
    _notice(page, look, "notice_delete")
    _go(page, look, "trash")
    _open(page, subject)


def reply(page: Page, look: SiteLook, subject: str, body: str) -> None:
    """Answer a mail of the inbox without quoting it, and read the answer in the folder of sent mails."""
    said = words(look)
    _open(page, subject)
    _button(page, said["reply"]).click()
    _fill(page, look, body=body)
    _deliver(page, look, "send")
    _notice(page, look, "notice_sent")
    _go(page, look, "sent")
    _open(page, _reply_to(subject))


def sign(page: Page, look: SiteLook, signature: str) -> None:
    """Change the signature, and read it below a new mail, kept as a draft: on the settings only a field holds it."""
    said = words(look)
    _settings(page, look)
    page.get_by_role("textbox", name=said["signature"], exact=True).fill(signature)
    _button(page, said["save_changes"]).click()
    _notice(page, look, "notice_settings")
    _button(page, said["compose"]).click()
    _deliver(page, look, "save_draft")
    _notice(page, look, "notice_draft")
    _go(page, look, "drafts")
    _open(page, said["no_subject"])


def _reply_to(subject: str) -> str:
    return subject if subject.startswith("Re: ") else f"Re: {subject}"


def _written(what: str, **values: str) -> tuple[Effect, ...]:
    fields: dict[str, Any] = {"to": "", "cc": "", "bcc": "", "subject": "", "body": "", "files": ""}
    return (effect(what, **fields | values),)


def _sent(values: Mapping[str, str]) -> tuple[Effect, ...]:
    return _written("sent", **values)


def _saved(values: Mapping[str, str]) -> tuple[Effect, ...]:
    return _written("draft saved", **values)


def _archived(values: Mapping[str, str]) -> tuple[Effect, ...]:
    return (effect("archived", subject=values["subject"]),)


def _deleted(values: Mapping[str, str]) -> tuple[Effect, ...]:
    return (effect("deleted", subject=values["subject"]),)


def _answered(values: Mapping[str, str]) -> tuple[Effect, ...]:
    sender = next(seed.sender for seed in SEEDS if seed.subject == values["subject"])
    return _written("sent", to=parseaddr(sender)[1], subject=_reply_to(values["subject"]), body=values["body"])


def _signed(values: Mapping[str, str]) -> tuple[Effect, ...]:
    signature = values["signature"]
    chosen = effect("settings", **asdict(replace(MailSettings(), signature=signature)))
    return (chosen, *_written("draft saved", body=f"-- \n{signature}"))


TASKS: Final[tuple[Task, ...]] = (
    Task("send email", INBOX, _letter, send, _sent),
    Task("save draft", INBOX, _letter, draft, _saved),
    Task("archive mail", INBOX, _seeded, archive, _archived),
    Task("delete mail", INBOX, _seeded, delete, _deleted),
    Task("reply to mail", INBOX, _answer, reply, _answered),
    Task("change signature", INBOX, _signature, sign, _signed),
)
