"""What the facts say about the versions of every task: a pure fold, in any order, any number of times.

Rules of this module:

* Of two version facts about one version the one with the lower id counts; of its status facts the one with
  the highest. So facts may come from the database and from journals, twice, and in any order.
* The version that would run is the newest active one. Without one it is the newest of what is left, candidate
  or possibly stale: so a possibly stale version yields to a candidate made after it, and a candidate that
  fails and is retired gives way to the version before (DESIGN law 4).
* Retired and superseded versions never run.

The view ``current`` of ``store.schema`` says the same in SQL; change them together. This module must never
know files or DuckDB.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pytest_ami.model.workflow import Status

from .facts import Fact, Kind

_STATUSES = frozenset(status.value for status in Status)
RESTING = frozenset({Status.SUPERSEDED, Status.RETIRED})
"""The statuses that never run."""


@dataclass(slots=True, kw_only=True)
class Version:
    """What is known about one version.

    Attributes:
        id: Its id.
        task: Its task.
        number: 1, 2, ... within the task.
        fact: Id of the fact that says so.
        content: The workflow as plain data, as JSON text, or None while it has not been fetched.
        status: Where it stands.
        status_fact: Id of the fact that says so, or an empty string.
    """

    id: str
    task: str
    number: int
    fact: str
    content: Mapping[str, Any] | str | None
    status: Status = Status.CANDIDATE
    status_fact: str = ""

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
        statuses: The latest status by version id, as ``(fact id, status)``, also of versions not seen yet.
    """

    by_id: dict[str, Version] = field(default_factory=dict)
    by_task: dict[str, list[Version]] = field(default_factory=dict)
    statuses: dict[str, tuple[str, Status]] = field(default_factory=dict)

    def fold(self, facts: Iterable[Fact]) -> None:
        """Take in facts; those of other kinds than version and status say nothing here."""
        for fact in facts:
            if fact.kind == Kind.VERSION.value and fact.workflow and fact.task:
                content = fact.data.get("workflow")
                content = content if isinstance(content, dict) else {}
                number = content.get("version")
                self.see_version(
                    Version(
                        id=fact.workflow,
                        task=fact.task,
                        number=number if type(number) is int else 0,
                        fact=fact.id,
                        content=content,
                    )
                )
            elif fact.kind == Kind.STATUS.value:
                status = fact.data.get("status")
                if isinstance(status, str) and status in _STATUSES:
                    self.see_status(fact.workflow, fact.id, Status(status))

    def see_version(self, version: Version) -> None:
        """Take in that a version exists."""
        known = self.by_id.get(version.id)
        if known and known.fact <= version.fact:
            return
        if known:
            self.by_task[known.task].remove(known)
        self.by_id[version.id] = version
        self.by_task.setdefault(version.task, []).append(version)
        if version.id in self.statuses:
            version.status_fact, version.status = self.statuses[version.id]

    def see_status(self, workflow: str, fact: str, status: Status) -> None:
        """Take in that a version's status was set."""
        if fact <= self.statuses.get(workflow, ("", status))[0]:
            return
        self.statuses[workflow] = (fact, status)
        if version := self.by_id.get(workflow):
            version.status_fact, version.status = fact, status

    def versions(self, task: str) -> list[Version]:
        """Return the versions of a task, oldest first."""
        return sorted(self.by_task.get(task, ()), key=lambda version: version.rank)

    def current(self, task: str) -> Version | None:
        """Return the version that would run, or None."""
        awake = [version for version in self.by_task.get(task, ()) if version.status not in RESTING]
        return max(awake, key=lambda version: (version.status is Status.ACTIVE, version.rank), default=None)
