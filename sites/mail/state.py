"""The state of the webmail: mails in folders, settings, sessions. No HTTP, no HTML pages, no words of any language.

Rules
-----
* Values handed out are frozen. A change replaces an entry, so a reader never sees half of one.
* Every method takes the lock: the server's thread and the test's thread both come here.
* Sessions outlive `reset`: a browser that was signed in before stays signed in.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Literal

from pytest_ami.sites.sessions import Sessions

if TYPE_CHECKING:
    from collections.abc import Iterable

Folder = Literal["inbox", "sent", "drafts", "scheduled", "archive", "spam", "trash"]
FOLDERS: tuple[Folder, ...] = ("inbox", "sent", "drafts", "scheduled", "archive", "spam", "trash")
SHELVES: tuple[str, ...] = ("inbox", "starred", "sent", "drafts", "scheduled", "archive", "spam", "trash")
PAGE_SIZES = (10, 25, 50)
DENSITIES = ("comfortable", "compact")
FIRST_ID = 1041


@dataclass(frozen=True)
class Attachment:
    """A file that travels with a mail; only its name and its size in bytes are kept."""

    name: str
    size: int


@dataclass(frozen=True)
class Mail:
    """One mail. Of a draft, `sent_at` is when it was saved; of a scheduled mail, when it is due."""

    id: str
    sender: str
    to: tuple[str, ...]
    cc: tuple[str, ...]
    bcc: tuple[str, ...]
    subject: str
    body: str
    attachments: tuple[Attachment, ...]
    sent_at: datetime


@dataclass(frozen=True)
class MailSettings:
    """The choices of the user on the settings page."""

    signature: str = ""
    notifications: bool = True
    page_size: int = 25
    density: str = "comfortable"


@dataclass(frozen=True)
class Content:
    """A mail before it has an id, written or received."""

    sender: str
    subject: str
    body: str
    html: str
    to: tuple[str, ...] = ()
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True)
class MailEntry:
    """A mail in its folder, with the marks on it."""

    mail: Mail
    html: str
    folder: Folder
    unread: bool = False
    starred: bool = False
    serial: int = 0


class MailState:
    """One mailbox and the sessions which may look at it."""

    def __init__(self) -> None:
        """Start with an empty mailbox and nobody signed in."""
        self._lock = threading.RLock()
        self.sessions = Sessions()
        self._requests: list[tuple[str, str]] = []
        self.clear()

    def clear(self) -> None:
        """Forget all mail, settings and pending notices, but no session."""
        with self._lock:
            self._entries: dict[str, MailEntry] = {}
            self._serial = FIRST_ID
            self._settings = MailSettings()
            self.sessions.forget_notices()
            self._requests.clear()

    def request_account(self, name: str, address: str) -> None:
        """Note that somebody asked for an account."""
        with self._lock:
            self._requests.append((name, address))

    @property
    def settings(self) -> MailSettings:
        """The settings as they were last saved."""
        return self._settings

    def save_settings(self, settings: MailSettings) -> None:
        """Replace all settings."""
        self._settings = settings

    def add(
        self,
        content: Content,
        folder: Folder,
        *,
        at: datetime | None = None,
        unread: bool = False,
        starred: bool = False,
    ) -> MailEntry:
        """Put a new mail into a folder."""
        with self._lock:
            self._serial += 1
            mail = Mail(
                id=f"m{self._serial}",
                sender=content.sender,
                to=content.to,
                cc=content.cc,
                bcc=content.bcc,
                subject=content.subject,
                body=content.body,
                attachments=content.attachments,
                sent_at=at or datetime.now(timezone.utc),
            )
            entry = MailEntry(mail, content.html, folder, unread, starred, self._serial)
            self._entries[mail.id] = entry
            return entry

    def find(self, mail_id: str) -> MailEntry | None:
        """Return the entry of a mail, if it is still there."""
        return self._entries.get(mail_id)

    def move(self, mail_id: str, folder: Folder) -> None:
        """Put a mail into another folder."""
        with self._lock:
            self._entries[mail_id] = replace(self._entries[mail_id], folder=folder)

    def mark(self, mail_id: str, *, unread: bool | None = None, starred: bool | None = None) -> None:
        """Set or clear marks; None leaves a mark as it is."""
        with self._lock:
            entry = self._entries[mail_id]
            self._entries[mail_id] = replace(
                entry,
                unread=entry.unread if unread is None else unread,
                starred=entry.starred if starred is None else starred,
            )

    def remove(self, mail_id: str) -> None:
        """Drop a mail for good."""
        with self._lock:
            self._entries.pop(mail_id, None)

    def mails(self, folder: Folder) -> tuple[Mail, ...]:
        """Return the mails of a folder, the oldest first."""
        return tuple(entry.mail for entry in reversed(self.shelf(folder)))

    def shelf(self, name: str, query: str = "") -> list[MailEntry]:
        """Return the mails of a list, newest first: a folder or the starred mails, filtered by words."""
        with self._lock:
            entries = list(self._entries.values())
        words = query.casefold().split()
        chosen = [entry for entry in entries if _on_shelf(entry, name) and _has(entry.mail, words)]
        return sorted(chosen, key=lambda entry: (entry.mail.sent_at, entry.serial), reverse=True)

    def unread(self) -> int:
        """Count the unread mails of the inbox."""
        return sum(entry.unread for entry in self.shelf("inbox"))


def tomorrow_morning() -> datetime:
    """Return eight o'clock tomorrow, local time: when a mail sent later goes out."""
    morning = datetime.now().astimezone().replace(hour=8, minute=0, second=0, microsecond=0)
    return (morning + timedelta(days=1)).astimezone(timezone.utc)


def _on_shelf(entry: MailEntry, name: str) -> bool:
    if name == "starred":
        return entry.starred and entry.folder not in {"trash", "spam"}
    return entry.folder == name


def _has(mail: Mail, words: Iterable[str]) -> bool:
    text = " ".join((mail.sender, *mail.to, mail.subject, mail.body)).casefold()
    return all(word in text for word in words)
