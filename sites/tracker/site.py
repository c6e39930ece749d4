"""`TrackerSite`: the tracker as a test sees it. Pages and requests are elsewhere; the oracle is here and only here."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from pytest_ami.sites.designed import DesignedSite

from .api import COOKIE
from .app import application
from .seed import PASSWORD, USER, fill
from .state import Comment, Issue, TrackerState
from .tasks import TASKS

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from pytest_ami.sites.task import Task


class TrackerSite(DesignedSite):
    """An issue tracker with one account, two thousand issues, three designs and three languages.

    The methods that return issues are the oracle: they read the server's memory and have no counterpart in any page.
    """

    USER: Final = USER
    PASSWORD: Final = PASSWORD
    LOCALES: ClassVar[tuple[str, ...]] = ("en", "zh", "de")
    TASKS: ClassVar[tuple[Task, ...]] = TASKS

    def __init__(self) -> None:
        """Prepare the project; nothing is served yet."""
        super().__init__()
        self._state = TrackerState()
        fill(self._state)

    @property
    def issues(self) -> tuple[Issue, ...]:
        """Every issue that was not deleted, the oldest first."""
        return self._state.issues()

    @property
    def archived(self) -> tuple[Issue, ...]:
        """The archived issues, the oldest first."""
        return tuple(issue for issue in self.issues if issue.archived)

    def issue(self, title: str) -> Issue | None:
        """Return the newest issue of this title; None if there is none."""
        return self._state.titled(title)

    def comments(self, title: str) -> tuple[Comment, ...]:
        """Return the comments on the issue of this title, the oldest first."""
        issue = self.issue(title)
        return issue.comments if issue else ()

    def _application(self) -> ASGIApp:
        return application(self._state, lambda: self.look, self._ledger)

    def _fill(self) -> None:
        self._state.clear()
        fill(self._state)

    def _session(self) -> tuple[str, str]:
        return COOKIE, self._state.sessions.open()
