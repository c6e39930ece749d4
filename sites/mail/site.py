"""`MailSite`: the webmail as a test sees it. Pages and requests are elsewhere; the oracle is here and only here."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from pytest_ami.sites.designed import DesignedSite
from pytest_ami.sites.markup import paragraphs

from .api import COOKIE
from .app import application
from .i18n import LOCALES
from .seed import ACCOUNT, PASSWORD, fill
from .state import Content, Mail, MailSettings, MailState
from .tasks import TASKS

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from pytest_ami.sites.task import Task


class MailSite(DesignedSite):
    """A webmail with one account, three designs and three languages.

    The methods that return mails are the oracle: they read the server's memory and have no counterpart in any page.
    Each returns the mails of one folder, the oldest first.
    """

    USER: Final = ACCOUNT
    PASSWORD: Final = PASSWORD
    LOCALES: ClassVar[tuple[str, ...]] = LOCALES
    TASKS: ClassVar[tuple[Task, ...]] = TASKS

    def __init__(self) -> None:
        """Prepare the mailbox; nothing is served yet."""
        super().__init__()
        self._state = MailState()
        fill(self._state)

    def _application(self) -> ASGIApp:
        return application(self._state, lambda: self.look, self._ledger)

    def sent(self) -> tuple[Mail, ...]:
        """Return the mails that were sent since the start or the last reset."""
        return self._state.mails("sent")

    def drafts(self) -> tuple[Mail, ...]:
        """Return the saved drafts."""
        return self._state.mails("drafts")

    def scheduled(self) -> tuple[Mail, ...]:
        """Return the mails that wait for their time."""
        return self._state.mails("scheduled")

    def inbox(self) -> tuple[Mail, ...]:
        """Return the mails in the inbox."""
        return self._state.mails("inbox")

    def archived(self) -> tuple[Mail, ...]:
        """Return the archived mails."""
        return self._state.mails("archive")

    def trash(self) -> tuple[Mail, ...]:
        """Return the deleted mails."""
        return self._state.mails("trash")

    def spam(self) -> tuple[Mail, ...]:
        """Return the mails marked as spam."""
        return self._state.mails("spam")

    @property
    def settings(self) -> MailSettings:
        """The account's settings as they were last saved."""
        return self._state.settings

    def deliver(self, *, subject: str, sender: str, body: str) -> Mail:
        """Let a mail arrive in the inbox, unread."""
        content = Content(sender, subject, body, paragraphs(body), to=(ACCOUNT,))
        return self._state.add(content, "inbox", unread=True).mail

    def _fill(self) -> None:
        self._state.clear()
        fill(self._state)

    def _session(self) -> tuple[str, str]:
        return COOKIE, self._state.sessions.open()
