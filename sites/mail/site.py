"""`MailSite`: the webmail as a test sees it. Pages and requests are elsewhere; the oracle is here and only here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final
from urllib.parse import urlsplit

from pytest_ami.sites.server import Site

from .api import COOKIE
from .app import application
from .look import DESIGNS, LOCALES, Look
from .seed import ACCOUNT, PASSWORD, fill
from .state import Content, Mail, MailState, Settings
from .writing import paragraphs

if TYPE_CHECKING:
    from starlette.types import ASGIApp


class MailSite(Site):
    """A webmail with one account, three designs and two languages.

    The methods that return mails are the oracle: they read the server's memory and have no counterpart in any page.
    Each returns the mails of one folder, the oldest first.
    """

    USER: Final = ACCOUNT
    PASSWORD: Final = PASSWORD
    DESIGNS: ClassVar[tuple[str, ...]] = DESIGNS
    LOCALES: ClassVar[tuple[str, ...]] = LOCALES

    def __init__(self) -> None:
        """Prepare the mailbox; nothing is served yet."""
        super().__init__()
        self._state = MailState()
        self._look = Look()
        fill(self._state)

    def _application(self) -> ASGIApp:
        return application(self._state, lambda: self._look)

    @property
    def design(self) -> str:
        """The design the next page load gets."""
        return self._look.design

    @property
    def locale(self) -> str:
        """The language the next page load gets."""
        return self._look.locale

    def redesign(self, design: str, locale: str | None = None) -> None:
        """Change the design, and the language if one is given, from the next page load on."""
        self._look = Look.of(design, locale or self._look.locale)

    def reset(self) -> None:
        """Go back to the first mailbox, the first design, English and no fault. Sessions stay valid."""
        self.up()
        self._look = Look()
        self._state.clear()
        fill(self._state)

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
    def settings(self) -> Settings:
        """The account's settings as they were last saved."""
        return self._state.settings

    def deliver(self, *, subject: str, sender: str, body: str) -> Mail:
        """Let a mail arrive in the inbox, unread."""
        content = Content(sender, subject, body, paragraphs(body), to=(ACCOUNT,))
        return self._state.add(content, "inbox", unread=True).mail

    def cookies(self) -> list[dict[str, Any]]:
        """Sign in without a browser; return what Playwright's `context.add_cookies` and storage state take."""
        return [
            {
                "name": COOKIE,
                "value": self._state.open_session(),
                "domain": urlsplit(self.url).hostname,
                "path": "/",
                "expires": -1,
                "httpOnly": True,
                "secure": False,
                "sameSite": "Lax",
            }
        ]
