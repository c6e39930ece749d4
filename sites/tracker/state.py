"""The state of the tracker: issues, their comments, files and events. No HTTP, no words of any language.

Rules
-----
* Values handed out are frozen. A change replaces an issue, so a reader never sees half of one.
* Every method takes the lock: the server's thread and the test's thread both come here.
* Each change gives the issue the next turn; lists begin with the latest turn, so equal clocks do not matter.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

from pytest_ami.sites.sessions import Sessions

if TYPE_CHECKING:
    from collections.abc import Iterable

STATUSES = ("backlog", "progress", "review", "done")
PRIORITIES = ("P0", "P1", "P2", "P3", "P4")
VIEWS = ("open", "closed", "archived")
CLOSED = {"open": False, "closed": True}
SORTS = ("key", "title", "priority", "status", "due", "updated")
FIRST_KEY = 1000
MOST_EVENTS = 60


@dataclass(frozen=True)
class Comment:
    """A comment on an issue."""

    id: str
    author: str
    text: str
    html: str
    at: datetime


@dataclass(frozen=True)
class File:
    """An attachment with its content."""

    id: str
    name: str
    body: bytes = field(repr=False)


@dataclass(frozen=True)
class Issue:
    """One issue. `due` is an ISO date or empty; `turn` tells which of two was changed last."""

    key: str
    title: str
    text: str
    html: str
    priority: str
    status: str
    assignee: str
    created: datetime
    updated: datetime
    due: str = ""
    archived: bool = False
    comments: tuple[Comment, ...] = ()
    files: tuple[File, ...] = ()
    turn: int = 0

    @property
    def number(self) -> int:
        """The number in the key."""
        return int(self.key.rpartition("-")[2])


@dataclass(frozen=True)
class IssueEvent:
    """A line of the activity page: user, action, issue and words."""

    what: str
    key: str
    title: str
    author: str
    detail: str
    anchor: str
    at: datetime


@dataclass(frozen=True)
class Query:
    """The filter of a list. Empty texts and a view that is none of `VIEWS` select everything."""

    view: str = "open"
    text: str = ""
    status: str = ""
    priority: str = ""
    due: str = ""
    sort: str = "updated"
    down: bool = True


class TrackerState:
    """All issues of one project, and the sessions which may look at them."""

    def __init__(self) -> None:
        """Start without issues and with nobody signed in."""
        self._lock = threading.RLock()
        self.sessions = Sessions()
        self.clear()

    def clear(self) -> None:
        """Forget all issues, events and pending notices, but no session."""
        with self._lock:
            self._issues: dict[str, Issue] = {}
            self._events: list[IssueEvent] = []
            self._last_key = FIRST_KEY
            self._turn = 0
            self._serial = 0
            self.sessions.forget_notices()

    def add(self, issue: Issue) -> Issue:
        """Keep a new issue under the next key; the key it came with does not count."""
        with self._lock:
            self._last_key += 1
            self._turn += 1
            kept = replace(issue, key=f"LAN-{self._last_key}", turn=self._turn)
            self._issues[kept.key] = kept
            return kept

    def find(self, key: str) -> Issue | None:
        """Return an issue, if it is still there."""
        with self._lock:
            return self._issues.get(key)

    def titled(self, title: str) -> Issue | None:
        """Return the newest issue of this title."""
        with self._lock:
            return next((issue for issue in reversed(self._issues.values()) if issue.title == title), None)

    def change(self, key: str, **values: Any) -> Issue | None:
        """Change fields of an issue, which is the latest from now on; None if it is gone."""
        with self._lock:
            issue = self._issues.get(key)
            if issue is None:
                return None
            self._turn += 1
            changed = replace(issue, **values, updated=datetime.now(timezone.utc), turn=self._turn)
            self._issues[key] = changed
            return changed

    def remove(self, key: str) -> None:
        """Drop an issue for good."""
        with self._lock:
            self._issues.pop(key, None)

    def comment(self, key: str, author: str, text: str, html: str) -> Comment | None:
        """Add a comment to an issue; None if the issue is gone."""
        with self._lock:
            issue = self._issues.get(key)
            if issue is None:
                return None
            made = Comment(f"c{self._next()}", author, text, html, datetime.now(timezone.utc))
            self.change(key, comments=(*issue.comments, made))
            return made

    def attach(self, key: str, name: str, body: bytes) -> File | None:
        """Add a file to an issue; None if the issue is gone."""
        with self._lock:
            issue = self._issues.get(key)
            if issue is None:
                return None
            made = File(f"f{self._next()}", name, body)
            self.change(key, files=(*issue.files, made))
            return made

    def file(self, file_id: str) -> File | None:
        """Return an attachment by its id."""
        with self._lock:
            files = (file for issue in self._issues.values() for file in issue.files)
            return next((file for file in files if file.id == file_id), None)

    def log(self, event: IssueEvent) -> None:
        """Add a line to the activity page."""
        with self._lock:
            self._events.append(event)

    def events(self) -> tuple[IssueEvent, ...]:
        """Return the latest events, the latest first."""
        with self._lock:
            return tuple(reversed(self._events[-MOST_EVENTS:]))

    def issues(self) -> tuple[Issue, ...]:
        """Return every issue, the oldest first."""
        with self._lock:
            return tuple(self._issues.values())

    def select(self, query: Query) -> list[Issue]:
        """Return the issues that a list shows, in its order."""
        words = query.text.casefold().split()
        chosen = [issue for issue in self.issues() if _fits(issue, query, words)]
        chosen.sort(key=lambda issue: issue.turn, reverse=True)
        if query.sort == "due":  # without a date: at the end, either way
            dated = sorted((one for one in chosen if one.due), key=lambda one: one.due, reverse=query.down)
            return dated + [one for one in chosen if not one.due]
        if query.sort != "updated" or not query.down:
            chosen.sort(key=lambda issue: _rank(issue, query.sort), reverse=query.down)
        return chosen

    def _next(self) -> int:
        self._serial += 1
        return self._serial


def _rank(issue: Issue, sort: str) -> tuple[int, str]:
    if sort == "title":
        return 0, issue.title.casefold()
    if sort == "priority":
        return PRIORITIES.index(issue.priority), ""
    if sort == "status":
        return STATUSES.index(issue.status), ""
    return (issue.number if sort == "key" else issue.turn), ""


def _fits(issue: Issue, query: Query, words: Iterable[str]) -> bool:
    if issue.archived != (query.view == "archived"):
        return False
    if query.view in CLOSED and (issue.status == "done") != CLOSED[query.view]:
        return False
    wanted = ((query.status, issue.status), (query.priority, issue.priority), (query.due, issue.due))
    if any(asked and asked != kept for asked, kept in wanted):
        return False
    text = f"{issue.key} {issue.title}".casefold()
    return all(word in text for word in words)
