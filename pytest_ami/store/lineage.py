"""What the facts say about the versions of every task: a pure fold, in any order, any number of times.

Rules of this module:

* Of two version facts about one version the one with the lower id counts; of its status facts the one with
  the highest. So facts may come from the database and from journals, twice, and in any order.
* The version that would run is the one ``decide.lifecycle.precedence`` puts first, and of those the newest. Of two
  active ones it is the one that became active last: a takeover counts from its first fact, also when it was killed.
* A version that was ever active or drifting is proven, whatever became of it. The last good version is the proven
  one that would run if there were no others (DESIGN law 4).
* Retired and superseded versions never run.
* A version that a steering file declares comes before all others of its task but those that grew from it: git
  decides which of two relatives is meant, also when the other one took over meanwhile. Not so when it did not fit the
  page here, was put away, or a person has accepted another one since.
* A version that was learned on a feature branch counts there, and elsewhere once it is merged: a steering file of the
  working tree holds it or what grew from it, a person accepted it, or it was proven on the default branch. On its own
  branch it comes before what counts everywhere. Where a task has nothing else, it counts everywhere.
* A status that was set on a feature branch counts there, and for the versions of that branch; one that was set on the
  default branch, or by a person, counts everywhere.
* A status fact with a text has a machine-readable reason; one without was written before there were any.

The view ``current`` of ``store.schema`` says the same in SQL, but for steering files, which are no facts; change them
together. This module must never
know files or DuckDB.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pytest_ami.decide.lifecycle import PROVEN, RESTING, precedence
from pytest_ami.model.workflow import Status

from .facts import Fact, Kind

_STATUSES = frozenset(status.value for status in Status)
STEERING = "steering"
"""The reason of a status that a steering file says; a version is merged as long as the file is in the working tree."""

_FIT = frozenset({Status.CANDIDATE, Status.ACTIVE, Status.DRIFTING, Status.SUPERSEDED})
"""The statuses of a version that nothing speaks against."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What the status facts about one version say.

    Attributes:
        fact: Id of the latest one, or an empty string.
        status: What that one says.
        reason: Its machine-readable reason, or an empty string.
        proven: Whether any of them says that the version is good.
        adopted: Whether any of them says so for all branches.
    """

    fact: str = ""
    status: Status = Status.CANDIDATE
    reason: str = ""
    proven: bool = False
    adopted: bool = False

    def __or__(self, other: Said) -> Said:
        """Return what both say together."""
        latest = max(self, other, key=lambda said: said.fact)
        return replace(latest, proven=self.proven or other.proven, adopted=self.adopted or other.adopted)


@dataclass(slots=True, kw_only=True)
class Version:
    """What is known about one version.

    Attributes:
        id: Its id.
        task: Its task.
        number: 1, 2, ... within the task.
        fact: Id of the fact that says so.
        content: The workflow as plain data, as JSON text, or None while it has not been fetched.
        said: What the status facts say about it.
        moved: Whether its latest identity fact says that something has moved.
        parent: Id of the version it grew from, or an empty string.
        branch: The feature branch on which it was made, or an empty string.
    """

    id: str
    task: str
    number: int
    fact: str
    content: Mapping[str, Any] | str | None
    said: Said = Said()
    moved: bool = False
    parent: str = ""
    branch: str = ""

    @property
    def status(self) -> Status:
        """Where it stands."""
        return self.said.status

    @property
    def proven(self) -> bool:
        """Whether it was ever good."""
        return self.said.proven

    @property
    def rank(self) -> tuple[int, str]:
        """Age within the task: two processes may have made the same number, then the id decides."""
        return (self.number, self.id)


@dataclass(slots=True)
class Lineages:
    """All versions of all tasks.

    Attributes:
        by_id: Versions by id.
        by_task: Versions by task, in no order.
        branch: The feature branch that is checked out, or an empty string.
        statuses: What the status facts for all branches say by version id, also of versions not seen yet.
        elsewhere: What those of a feature branch say, by version id and branch.
        moves: Whether something has moved by version id, as ``(fact id, moved)``.
        declared: The version that a steering file holds, by task.
    """

    branch: str = ""
    by_id: dict[str, Version] = field(default_factory=dict)
    by_task: dict[str, list[Version]] = field(default_factory=dict)
    statuses: dict[str, Said] = field(default_factory=dict)
    elsewhere: dict[str, dict[str, Said]] = field(default_factory=dict)
    moves: dict[str, tuple[str, bool]] = field(default_factory=dict)
    declared: dict[str, str] = field(default_factory=dict)

    def fold(self, facts: Iterable[Fact]) -> None:
        """Take in facts; those of other kinds than version, status and identity say nothing."""
        for fact in facts:
            if fact.kind == Kind.VERSION.value and fact.workflow and fact.task:
                content = fact.data.get("workflow")
                content = content if isinstance(content, dict) else {}
                number, source = content.get("version"), content.get("provenance")
                self.see_version(
                    Version(
                        id=fact.workflow,
                        task=fact.task,
                        number=number if type(number) is int else 0,
                        fact=fact.id,
                        content=content,
                        parent=str(source.get("parent", "")) if isinstance(source, dict) else "",
                        branch=str(source.get("branch", "")) if isinstance(source, dict) else "",
                    )
                )
            elif fact.kind == Kind.STATUS.value:
                if said := said_by(fact):
                    self.see_status(fact.workflow, said, branch_of(fact))
            elif fact.kind == Kind.IDENTITY.value:
                self.see_move(fact.workflow, fact.id, moved=fact.data.get("moved") is True)

    def see_version(self, version: Version) -> None:
        """Take in that a version exists."""
        known = self.by_id.get(version.id)
        if known and known.fact <= version.fact:
            return
        if known:
            self.by_task[known.task].remove(known)
        self.by_id[version.id] = version
        self.by_task.setdefault(version.task, []).append(version)
        version.said = self._said_of(version)
        version.moved = self.moves.get(version.id, ("", version.moved))[1]

    def see_status(self, workflow: str, said: Said, branch: str = "") -> None:
        """Take in what a version's status facts of one branch say."""
        place = self.elsewhere.setdefault(workflow, {}) if branch else self.statuses
        key = branch or workflow
        place[key] = place.get(key, Said()) | said
        if version := self.by_id.get(workflow):
            version.said = self._said_of(version)

    def _said_of(self, version: Version) -> Said:
        """Return what counts of what is said about a version."""
        said = self.statuses.get(version.id, Said())
        for branch, more in self.elsewhere.get(version.id, {}).items() if self.elsewhere else ():
            if branch in (self.branch, version.branch):
                said |= more
        return said

    def see_move(self, workflow: str, fact: str, *, moved: bool) -> None:
        """Take in whether a version's elements have moved."""
        if fact <= self.moves.get(workflow, ("", False))[0]:
            return
        self.moves[workflow] = (fact, moved)
        if version := self.by_id.get(workflow):
            version.moved = moved

    def versions(self, task: str) -> list[Version]:
        """Return the versions of a task, oldest first."""
        return sorted(self.by_task.get(task, ()), key=lambda version: version.rank)

    def counting(self, task: str) -> list[Version]:
        """Return the versions of a task that count on the branch that is checked out, in no order."""
        versions = self.by_task.get(task, [])
        if not any(version.branch for version in versions):
            return versions
        declared = self.declared.get(task)
        count = {v.id for v in versions if v.branch in ("", self.branch) or v.said.adopted or v.id == declared}
        for identity in tuple(count):
            step = self.by_id.get(self.by_id[identity].parent)
            while step is not None and step.id not in count:
                count.add(step.id)
                step = self.by_id.get(step.parent)
        return [version for version in versions if version.id in count] or versions

    def current(self, task: str) -> Version | None:
        """Return the version that would run, or None."""
        counting = self.counting(task)
        found = self._best(counting)
        declared = self.declared.get(task)
        if found is None or declared is None or declared == found.id:
            return found
        related = self._best([v for v in counting if self._grew_from(v, declared)]) or self.by_id.get(declared)
        if related is None or related.task != task or related.status not in _FIT:
            return found
        later = related.status is Status.SUPERSEDED or found.said.fact > related.said.fact
        return found if later and found.said.reason.startswith("person.") else related

    def _best(self, versions: Iterable[Version]) -> Version | None:
        """Return the version that comes first: one of the branch's own, while nothing speaks against it."""
        versions = list(versions)
        own = _first(v for v in versions if self.branch and v.branch == self.branch)
        return own if own is not None and own.status in _FIT else _first(versions)

    def is_news(self, fact: Fact) -> bool:
        """Return whether a version or status fact says more than is known."""
        if fact.kind == Kind.VERSION.value:
            return fact.workflow not in self.by_id
        said = (self.statuses.get(fact.workflow, Said()), *self.elsewhere.get(fact.workflow, {}).values())
        return max(one.fact for one in said) < fact.id

    def _grew_from(self, version: Version, ancestor: str) -> bool:
        """Return whether a version is ``ancestor`` or grew from it."""
        passed: set[str] = set()
        step: Version | None = version
        while step is not None and step.id not in passed:
            if step.id == ancestor:
                return True
            passed.add(step.id)
            step = self.by_id.get(step.parent)
        return False

    def last_good(self, task: str) -> Version | None:
        """Return the last good version, or None where none was ever proven, or a person has put it away."""
        return self._best(version for version in self.counting(task) if version.proven)


def said_by(fact: Fact) -> Said | None:
    """Return what a status fact says; None when it names no status that is known here."""
    status, reason = fact.data.get("status"), fact.data.get("reason")
    if not isinstance(status, str) or status not in _STATUSES:
        return None
    code = reason if isinstance(reason, str) and "text" in fact.data else ""
    proven = Status(status) in PROVEN
    adopted = proven and not branch_of(fact) and code != STEERING
    return Said(fact=fact.id, status=Status(status), reason=code, proven=proven, adopted=adopted)


def branch_of(fact: Fact) -> str:
    """Return the feature branch on which a status was set, or an empty string."""
    branch = fact.data.get("branch")
    return branch if isinstance(branch, str) else ""


def _first(versions: Iterable[Version]) -> Version | None:
    awake = (version for version in versions if version.status not in RESTING)
    return max(awake, key=_right, default=None)


def _right(version: Version) -> tuple[int, str, tuple[int, str]]:
    since = version.said.fact if version.status is Status.ACTIVE else ""
    return (precedence(version.status, proven=version.proven), since, version.rank)
