"""The actions on issues, for plain forms and scripts alike: check, store, record, notify.

Every lasting change goes through here and is noted in the ledger exactly once. Knows no HTTP and no page; what it
returns is a word of the table in `i18n`: for what was done, or for what is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timezone
from typing import TYPE_CHECKING

from pytest_ami.sites.markup import harmless, paragraphs, plain

from .seed import ME
from .state import PRIORITIES, STATUSES, Issue, IssueEvent

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from pytest_ami.sites.ledger import Ledger

    from .state import TrackerState

MOST_BYTES = 2 * 1024 * 1024
LONGEST = 200
ACTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "close": ("closed", {"status": "done"}),
    "reopen": ("reopened", {"status": "progress"}),
    "archive": ("archived", {"archived": True}),
    "restore": ("restored", {"archived": False}),
}


@dataclass(frozen=True)
class ActionOutcome:
    """The result of an action: the issue as it is now, and the word for the result or the error."""

    word: str
    issue: Issue | None = None
    ok: bool = True


class TrackerActions:
    """Where changes are asked for."""

    def __init__(self, state: TrackerState, ledger: Ledger) -> None:
        """Change this state; note what changes for good."""
        self._state = state
        self._ledger = ledger

    def create(self, form: Mapping[str, Any]) -> ActionOutcome:
        """Create an issue in the backlog."""
        title = line(form.get("title"))
        due = _due(form)
        priority = str(form.get("priority") or "P3")
        if not title:
            return ActionOutcome("need_title", ok=False)
        if due is None:
            return ActionOutcome("bad_date", ok=False)
        now = datetime.now(timezone.utc)
        text, html = written(form)
        kept = priority if priority in PRIORITIES else "P3"
        issue = self._state.add(Issue("", title, text, html, kept, "backlog", ME, created=now, updated=now, due=due))
        self._ledger.note("created", title=title, description=text, priority=issue.priority, due=due)
        self._log("created", issue)
        return ActionOutcome("notice_created", issue)

    def change(self, key: str, name: str, value: str) -> ActionOutcome:
        """Change one field: title, priority, due or status. A value that is there already changes nothing."""
        known = {"title": self._rename, "priority": self._prioritise, "due": self._schedule, "status": self._move}
        issue = self._state.find(key)
        if issue is None or name not in known:
            return ActionOutcome("gone", ok=False)
        return known[name](issue, value)

    def act(self, key: str, action: str) -> ActionOutcome:
        """Close, reopen, archive, restore or delete an issue."""
        issue = self._state.find(key)
        if issue is None or action not in (*ACTIONS, "delete"):
            return ActionOutcome("gone", ok=False)
        if action == "delete":
            self._state.remove(key)
            self._ledger.note("deleted", title=issue.title)
            self._log("deleted", issue)
            return ActionOutcome("notice_deleted", issue)
        what, values = ACTIONS[action]
        if all(getattr(issue, name) == value for name, value in values.items()):
            return ActionOutcome(f"notice_{what}", issue)
        changed = self._state.change(key, **values)
        self._ledger.note(what, title=issue.title)
        self._log(what, issue)
        return ActionOutcome(f"notice_{what}", changed)

    def comment(self, key: str, form: Mapping[str, Any]) -> ActionOutcome:
        """Add a comment."""
        text, html = written(form)
        if not text:
            return ActionOutcome("need_comment", ok=False)
        made = self._state.comment(key, ME, text, html)
        issue = self._state.find(key)
        if made is None or issue is None:
            return ActionOutcome("gone", ok=False)
        self._ledger.note("commented", title=issue.title, comment=text)
        self._log("commented", issue, anchor=made.id)
        return ActionOutcome("notice_commented", issue)

    def attach(self, key: str, name: str, body: bytes) -> ActionOutcome:
        """Attach a file."""
        called = line(name).replace("\\", "/").rpartition("/")[2] or "file"
        if len(body) > MOST_BYTES:
            return ActionOutcome("too_large", ok=False)
        if self._state.attach(key, called, body) is None:
            return ActionOutcome("gone", ok=False)
        issue = self._state.find(key)
        if issue is None:
            return ActionOutcome("gone", ok=False)
        self._ledger.note("attached", title=issue.title, file=called, size=len(body))
        self._log("attached", issue, called)
        return ActionOutcome("notice_attached", issue)

    def _rename(self, issue: Issue, value: str) -> ActionOutcome:
        title = line(value)
        if not title:
            return ActionOutcome("need_title", issue, ok=False)
        return self._set(
            issue, "renamed", {"title": title}, note={"title": issue.title, "to": title}, detail=issue.title
        )

    def _prioritise(self, issue: Issue, value: str) -> ActionOutcome:
        if value not in PRIORITIES:
            return ActionOutcome("gone", issue, ok=False)
        note = {"title": issue.title, "priority": value}
        return self._set(issue, "priority", {"priority": value}, note=note, detail=value)

    def _schedule(self, issue: Issue, value: str) -> ActionOutcome:
        due = _due({"due": value})
        if due is None:
            return ActionOutcome("bad_date", issue, ok=False)
        return self._set(issue, "due", {"due": due}, note={"title": issue.title, "due": due}, detail=due)

    def _move(self, issue: Issue, value: str) -> ActionOutcome:
        if value not in STATUSES:
            return ActionOutcome("gone", issue, ok=False)
        note = {"title": issue.title, "column": value}
        return self._set(issue, "moved", {"status": value}, note=note, detail=value)

    def _set(
        self, issue: Issue, what: str, values: Mapping[str, str], *, note: Mapping[str, str], detail: str
    ) -> ActionOutcome:
        if all(getattr(issue, name) == value for name, value in values.items()):
            return ActionOutcome(f"notice_{what}", issue)
        changed = self._state.change(issue.key, **values)
        if changed is None:
            return ActionOutcome("gone", ok=False)
        self._ledger.note(what, **note)
        self._log(what, changed, detail)
        return ActionOutcome(f"notice_{what}", changed)

    def _log(self, what: str, issue: Issue, detail: str = "", anchor: str = "") -> None:
        now = datetime.now(timezone.utc)
        self._state.log(IssueEvent(what, issue.key, issue.title, ME, detail, anchor, now))


def line(text: object) -> str:
    """Return one line of text as it is kept."""
    return " ".join(str(text or "").split())[:LONGEST]


def written(form: Mapping[str, Any]) -> tuple[str, str]:
    """Return the written text as text and as markup: from the editor, or from a plain field."""
    text = plain(str(form.get("text", "")))
    html = str(form.get("html", ""))
    return text, harmless(html) if html and text else paragraphs(text)


def _due(form: Mapping[str, Any]) -> str | None:
    """Return the date asked for as ISO, empty for none; None if it is no date."""
    asked = str(form.get("due") or "").strip()
    if not asked:
        return ""
    try:
        return date.fromisoformat(asked).isoformat()
    except ValueError:
        return None
