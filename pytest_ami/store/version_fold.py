"""The version fold: from the facts about versions to the current version of each task, which is the one that runs.

Theory of operation
===================

A *version* is one recorded state of a workflow. Its content never changes. Two kinds of facts are about it: one
*version fact* creates it, and each *status fact* sets its status from then on. Processes on several machines append
such facts without coordination, and journals arrive late, twice and in any order. So the outcome is a *fold*: a
function of the set of facts, independent of their order.

Each rule is a maximum or a union:

* Of two version facts about one version, the one with the lower id counts. Of its status facts, the one with the
  highest id counts. (Ids are UUIDv7. The ids that a process makes are later than all ids that it has read, so a
  decision sorts after the facts it was based on.)
* A version is *proven* if any status fact that counts says ``active`` or ``drifting``. It stays proven for ever.
* A version is *adopted* if such a fact is for all branches and does not come from a steering file.

The life of a version
---------------------
::

       add
        |
        v             green              +--------+        moved        +----------+
    +-----------+ ---------------------> |        | ------------------> |          |
    | candidate |                        | active |                     | drifting |
    +-----------+ -----+                 |        | <------------------ |          |
        |              |                 +--------+        green        +----------+
        | confirm.     | drift             ^  ^  |                           |
        | failed       |                   |  |  | drift, relearned          | drift, relearned
        |              v           green   |  |  v                           v
        |        +----------------+ -------+  |  |                           |
        |        | possibly_stale |          |  |                           |
        |        +----------------+ <--------|--+---------------------------+
        |              |                     |
        |              | drift               |
        |              v           green     |
        |          +-------+ ----------------+
        |          | stale |
        v          +-------+
    +---------+                      +------------+
    | retired | <- rejected,         | superseded | <- takeover
    +---------+    rolled back,      +------------+    (from any state that runs)
                   pruned, a step marked wrong (any state)

    green      replay.green: a test replayed it green, and nothing had moved; confirm.green, for a candidate
    moved      identity.moved, heal.proposed: the test was green, but elements move away or had to be healed
    drift      drift.<cause>: a step did not fit the page, and the page is to blame
    relearned  it was learned again although nothing was wrong; the first drift after that does not count
    takeover   superseded: another version of the task became active
    accepted, restored (a person's command) lead from every state to active; only they lead out of retired and
    superseded. Exception: a version with a step marked wrong stays retired until the verdict is withdrawn; then it
    gets the state that it had before.

A test causes green, moved, drift and relearned. The promotion of another version causes takeover. A person can set any
state. ``store.transitions.TABLE`` is this diagram as data; ``store.lifecycle`` applies it and appends the status fact.
Replay mode appends drifts and movements, and proves nothing.

Which version runs
------------------

1. Only versions that *count* on the checked-out branch can run: those of the default branch, those of the branch
   itself, adopted ones, the version that a steering file of the working tree holds, and the ancestors of all these
   within the task. If none counts, all do: a version of another branch is better than none.
   A status fact of a feature branch counts on that branch, and for the versions that were made there.
2. ``superseded`` and ``retired`` versions never run.
3. Of the rest, ``store.transitions.precedence`` decides, then the number of the version, then its id. Of two active
   versions, the one that became active last runs: a takeover counts from its first fact, even if the process was killed
   in the middle of it.
4. A version of the branch itself comes first, unless it is in doubt.
5. A version that a steering file declares comes before all versions except its descendants: git decides between
   related versions. Exception: it drifted here, was retired, or a person has accepted another version since.

The last good version is the proven version that comes first by these rules (DESIGN law 4).

Only the fold decides this. The database keeps its outcome as an index (``store.duckdb.version_index``), for the views.
A process reads that index and folds on top of it the facts that are not absorbed yet.

A status fact with a text has a machine-readable reason; an older status fact without a text has none.

This module must never know files or DuckDB.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pytest_ami.model.workflow import Status

from .facts import Fact, Kind
from .transitions import PROVEN, RESTING, precedence

_LARGEST_NUMBER = 2**31 - 1
_STATUSES = frozenset(status.value for status in Status)
STEERING = "steering"
"""The reason of a status from a steering file. It merges a version only as long as the file is in the working tree."""

_FIT = frozenset({Status.CANDIDATE, Status.ACTIVE, Status.DRIFTING, Status.SUPERSEDED})
"""The statuses of a version without a known fault."""


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

    @property
    def status(self) -> Status:
        """Its status."""
        return self.record.status

    @property
    def proven(self) -> bool:
        """Whether it was ever good."""
        return self.record.proven

    @property
    def rank(self) -> tuple[int, str]:
        """Age within the task. If two processes made the same number, the id decides."""
        return (self.number, self.id)


@dataclass(slots=True)
class Lineages:
    """All versions of all tasks.

    Attributes:
        by_id: Versions by id.
        by_task: Versions by task, unordered.
        branch: The feature branch that is checked out, or an empty string.
        statuses: Status records for all branches, by version id; also for versions that are not known yet.
        elsewhere: Status records of feature branches, by version id and branch.
        moves: The latest movement by version id, as ``(fact id, moved)``.
        declared: The version that a steering file holds, by task.
        refused: Ids of versions that must not run, because their content breaks a rule.
    """

    branch: str = ""
    by_id: dict[str, Version] = field(default_factory=dict)
    by_task: dict[str, list[Version]] = field(default_factory=dict)
    statuses: dict[str, StatusRecord] = field(default_factory=dict)
    elsewhere: dict[str, dict[str, StatusRecord]] = field(default_factory=dict)
    moves: dict[str, tuple[str, bool]] = field(default_factory=dict)
    declared: dict[str, str] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)

    def fold(self, facts: Iterable[Fact]) -> None:
        """Fold facts; kinds other than version, status and identity are ignored."""
        for fact in facts:
            if fact.kind == Kind.VERSION.value:
                if version := version_of(fact):
                    version.content = content_of(fact)
                    self.see_version(version)
            elif fact.kind == Kind.STATUS.value:
                if record := record_of(fact):
                    self.see_status(fact.workflow, record, branch_of(fact))
            elif fact.kind == Kind.IDENTITY.value:
                self.see_move(fact.workflow, fact.id, moved=fact.data.get("moved") is True)

    def see_version(self, version: Version) -> None:
        """Fold the existence of a version."""
        known = self.by_id.get(version.id)
        if known and known.fact <= version.fact:
            return
        if known:
            self.by_task[known.task].remove(known)
        self.by_id[version.id] = version
        self.by_task.setdefault(version.task, []).append(version)
        version.record = self._record_of(version)
        version.moved = self.moves.get(version.id, ("", version.moved))[1]

    def see_status(self, workflow: str, record: StatusRecord, branch: str = "") -> None:
        """Fold a record of a version's status facts of one branch; an empty branch stands for all branches."""
        records = self.elsewhere.setdefault(workflow, {}) if branch else self.statuses
        key = branch or workflow
        records[key] = records.get(key, StatusRecord()) | record
        if version := self.by_id.get(workflow):
            version.record = self._record_of(version)

    def records(self, workflow: str) -> dict[str, StatusRecord]:
        """Return the status records of a version by branch; an empty name stands for all branches."""
        general = {"": self.statuses[workflow]} if workflow in self.statuses else {}
        return general | self.elsewhere.get(workflow, {})

    def _record_of(self, version: Version) -> StatusRecord:
        """Return the record of the status facts that count for a version on the checked-out branch."""
        record = self.statuses.get(version.id, StatusRecord())
        for branch, more in self.elsewhere.get(version.id, {}).items() if self.elsewhere else ():
            if branch in (self.branch, version.branch):
                record |= more
        return record

    def see_move(self, workflow: str, fact: str, *, moved: bool) -> None:
        """Fold whether a version's elements have moved."""
        if fact <= self.moves.get(workflow, ("", False))[0]:
            return
        self.moves[workflow] = (fact, moved)
        if version := self.by_id.get(workflow):
            version.moved = moved

    def versions(self, task: str) -> list[Version]:
        """Return the versions of a task, oldest first."""
        return sorted(self.by_task.get(task, ()), key=lambda version: version.rank)

    def counting(self, task: str) -> list[Version]:
        """Return the versions of a task that count on the checked-out branch, unordered."""
        versions = self.by_task.get(task, [])
        if not any(version.branch for version in versions):
            return versions
        declared = self.declared.get(task)
        count = {v.id for v in versions if v.branch in ("", self.branch) or v.record.adopted or v.id == declared}
        for identity in tuple(count):
            step = self.by_id.get(self.by_id[identity].parent)
            while step is not None and step.id not in count and step.task == task:
                count.add(step.id)
                step = self.by_id.get(step.parent)
        return [version for version in versions if version.id in count] or versions

    def current(self, task: str) -> Version | None:
        """Return the version that runs, or None."""
        counting = [version for version in self.counting(task) if version.id not in self.refused]
        found = self.best(counting)
        declared = self.declared.get(task)
        if found is None or declared is None or declared == found.id:
            return found
        related = self.best([v for v in counting if self._grew_from(v, declared)]) or self.by_id.get(declared)
        if related is None or related.task != task or related.status not in _FIT:
            return found
        later = related.status is Status.SUPERSEDED or found.record.fact > related.record.fact
        return found if later and found.record.reason.startswith("person.") else related

    def best(self, versions: Iterable[Version]) -> Version | None:
        """Return the version with the highest precedence; the branch's own comes first, unless it is in doubt."""
        versions = list(versions)
        own = _first(v for v in versions if self.branch and v.branch == self.branch)
        return own if own is not None and own.status in _FIT else _first(versions)

    def latest(self) -> str:
        """Return the highest id of a version or status fact, or an empty string."""
        elsewhere = (record for by_branch in self.elsewhere.values() for record in by_branch.values())
        statuses = (record.fact for record in (*self.statuses.values(), *elsewhere))
        return max((*statuses, *(version.fact for version in self.by_id.values())), default="")

    def is_news(self, fact: Fact) -> bool:
        """Return whether a version or status fact adds to what is known."""
        if fact.kind == Kind.VERSION.value:
            return fact.workflow not in self.by_id
        return max((record.fact for record in self.records(fact.workflow).values()), default="") < fact.id

    def _grew_from(self, version: Version, ancestor: str) -> bool:
        """Return whether a version is ``ancestor`` or one of its descendants."""
        passed: set[str] = set()
        step: Version | None = version
        while step is not None and step.id not in passed:
            if step.id == ancestor:
                return True
            passed.add(step.id)
            step = self.by_id.get(step.parent)
        return False

    def last_good(self, task: str) -> Version | None:
        """Return the last good version; None if no version was ever proven, or if a person retired it."""
        return self.best(version for version in self.counting(task) if version.proven)


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


def _first(versions: Iterable[Version]) -> Version | None:
    awake = (version for version in versions if version.status not in RESTING)
    return max(awake, key=_right, default=None)


def _right(version: Version) -> tuple[int, str, tuple[int, str]]:
    since = version.record.fact if version.status is Status.ACTIVE else ""
    return (precedence(version.status, proven=version.proven), since, version.rank)
