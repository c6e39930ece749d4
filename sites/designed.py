"""A site that exists in several designs and languages, with one behaviour and one ledger."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import urlsplit

from .ledger import Ledger
from .look import DESIGNS, SiteLook
from .server import Site

if TYPE_CHECKING:
    from .ledger import Effect
    from .task import Task


class DesignedSite(Site):
    """The common parts of the bundled sites: a look, a ledger, tasks, and a reset."""

    DESIGNS: ClassVar[tuple[str, ...]] = DESIGNS
    LOCALES: ClassVar[tuple[str, ...]]
    TASKS: ClassVar[tuple[Task, ...]]

    def __init__(self) -> None:
        """Prepare the look and the ledger; nothing is served yet."""
        super().__init__()
        self._look = SiteLook()
        self._ledger = Ledger()

    @property
    def design(self) -> str:
        """The design the next page load gets."""
        return self._look.design

    @property
    def locale(self) -> str:
        """The language the next page load gets."""
        return self._look.locale

    @property
    def look(self) -> SiteLook:
        """The design and the language the next page load gets."""
        return self._look

    def redesign(self, design: str, locale: str | None = None) -> None:
        """Change the design, and the language if one is given, from the next page load on."""
        self._look = SiteLook.of(design, locale or self._look.locale, self.LOCALES)

    def reset(self) -> None:
        """Go back to the first data, the first design, English and no fault. Sessions stay valid."""
        self.up()
        self._look = SiteLook()
        self._fill()
        self._ledger.clear()

    def effects(self) -> tuple[Effect, ...]:
        """Return every lasting change since the start or the last reset, the oldest first: the oracle."""
        return self._ledger.effects()

    def cookies(self) -> list[dict[str, Any]]:
        """Sign in without a browser; return cookies for Playwright's `context.add_cookies` and storage state."""
        name, value = self._session()
        return [
            {
                "name": name,
                "value": value,
                "domain": urlsplit(self.url).hostname,
                "path": "/",
                "expires": -1,
                "httpOnly": True,
                "secure": False,
                "sameSite": "Lax",
            }
        ]

    @abstractmethod
    def _fill(self) -> None:
        """Reset the site's data."""

    @abstractmethod
    def _session(self) -> tuple[str, str]:
        """Open a signed-in session; return the name and the value of its cookie."""
