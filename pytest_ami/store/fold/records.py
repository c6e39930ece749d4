"""Versions and their statuses, as single facts tell them. Pure.

A status fact with a text has a machine-readable reason; an older status fact without a text has none.

It must never know how the facts of a version are combined, or which version runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pytest_ami.model.workflow import Status
from pytest_ami.store.facts import Fact, Kind
from pytest_ami.store.transitions import PROVEN

_LARGEST_NUMBER = 2**31 - 1
_STATUSES = frozenset(status.value for status in Status)
STEERING = "steering"
"""The reason of a status from a steering file. It merges a version only as long as the file is in the working tree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusRecord:
    """The summary of the status facts about one version.

    Attributes:
        fact: Id of the latest fact, or an empty string.
        status: The status that it sets.
        reason: Its machine-readable reason, or an empty string.
        proven: Whether any fact proves the version.
        adopted: Whether any fact proves it for all branches.
    """

    fact: str = ""
    status: Status = Status.CANDIDATE
    reason: str = ""
    proven: bool = False
    adopted: bool = False

    def __or__(self, other: StatusRecord) -> StatusRecord:
        """Return the summary of the facts of both records."""
        latest = max(self, other, key=lambda record: record.fact)
        return replace(latest, proven=self.proven or other.proven, adopted=self.adopted or other.adopted)


@dataclass(slots=True, kw_only=True)
class Version:
    """The state of one version.

    Attributes:
        id: Its id.
        task: Its task.
        number: 1, 2, ... within the task.
        fact: Id of its version fact.
        content: The workflow as plain data, as JSON text, or None until it is fetched.
        record: The summary of its status facts.
        moved: Whether its latest identity fact reports that elements moved.
        parent: Id of the version from which it was made, or an empty string.
        branch: The feature branch on which it was made, or an empty string.
        marked: Id of the verdict because of which it must not run, or an empty string.
        released: Id of the verdict that withdrew the last mark on it, or an empty string.
        heir: Whether it takes the place of a version that must not run.
    """

    id: str
    task: str
    number: int
    fact: str
    content: Mapping[str, Any] | str | None
    record: StatusRecord = StatusRecord()
    moved: bool = False
    parent: str = ""
    branch: str = ""
    marked: str = ""
    released: str = ""
    heir: bool = False

    @property
    def status(self) -> Status:
        """Its status: that of its status facts, unless a mark changes it."""
        if self.marked:
            return Status.RETIRED
        return Status.ACTIVE if self.heir else self.record.status

    @property
    def since(self) -> str:
        """Id of the fact since which its status counts: a withdrawn mark counts like a decision for the version."""
        return max(self.record.fact, self.released)

    @property
    def proven(self) -> bool:
        """Whether it was ever good."""
        return self.record.proven

    @property
    def rank(self) -> tuple[int, str]:
        """Age within the task. If two processes made the same number, the id decides."""
        return (self.number, self.id)


def version_of(fact: Fact) -> Version | None:
    """Return the version of a version fact, without its content; None if the fact is of another kind or incomplete."""
    if fact.kind != Kind.VERSION.value or not fact.workflow or not fact.task:
        return None
    content = content_of(fact)
    number, source = content.get("version"), content.get("provenance")
    source = source if isinstance(source, dict) else {}
    return Version(
        id=fact.workflow,
        task=fact.task,
        number=number if type(number) is int and abs(number) <= _LARGEST_NUMBER else 0,
        fact=fact.id,
        content=None,
        parent=str(source.get("parent", "")),
        branch=str(source.get("branch", "")),
    )


def content_of(fact: Fact) -> Mapping[str, Any]:
    """Return the workflow of a version fact as plain data, empty if it has none."""
    content = fact.data.get("workflow")
    return content if isinstance(content, dict) else {}


def record_of(fact: Fact) -> StatusRecord | None:
    """Return the record of one status fact; None if its status is unknown to this version of the plugin."""
    status, reason = fact.data.get("status"), fact.data.get("reason")
    if not isinstance(status, str) or status not in _STATUSES:
        return None
    code = reason if isinstance(reason, str) and "text" in fact.data else ""
    proven = Status(status) in PROVEN
    adopted = proven and not branch_of(fact) and code != STEERING
    return StatusRecord(fact=fact.id, status=Status(status), reason=code, proven=proven, adopted=adopted)


def branch_of(fact: Fact) -> str:
    """Return the feature branch on which a status was set, or an empty string."""
    branch = fact.data.get("branch")
    return branch if isinstance(branch, str) else ""
