"""The version fold: from the facts about versions to the current version of each task, which is the one that runs.

Theory of operation
===================

A *version* is one recorded state of a workflow. Its content never changes. Three kinds of facts are about it: one
*version fact* creates it, each *status fact* sets its status from then on, and a *verdict* may mark one of its steps
wrong. Processes on several machines append such facts without coordination, and journals arrive late, twice and in any
order. So the outcome is a *fold*: a function of the set of facts, independent of their order.

Each rule is a maximum or a union:

* Of two version facts about one version, the one with the lower id counts. Of its status facts, the one with the
  highest id counts. (Ids are UUIDv7. The ids that a process makes are later than all ids that it has read, so a
  decision sorts after the facts it was based on.)
* A version is *proven* if any status fact that counts says ``active`` or ``drifting``. It stays proven for ever.
* A version is *adopted* if such a fact is for all branches and does not come from a steering file.
* A version is *marked* if a verdict ``wrong`` that stands touches it (``fold.verdicts``). Then it is ``retired``,
  whatever its status facts say. If the verdict is withdrawn, they count again, from the withdrawal on.

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
                   pruned (any state)

    green      replay.green: a test replayed it green, and nothing had moved; confirm.green, for a candidate
    moved      identity.moved, heal.proposed: the test was green, but elements move away or had to be healed
    drift      drift.<cause>: a step did not fit the page, and the page is to blame
    relearned  it was learned again although nothing was wrong; the first drift after that does not count
    takeover   superseded: another version of the task became active
    accepted, restored (a person's command) lead from every state to active; only they lead out of retired and
    superseded

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
5. If a marked version had superseded the others, and no proven version is left that may run, the newest superseded one
   is its *heir*: it counts as ``active`` for as long as the mark stands.
6. A version that a steering file declares comes before all versions except its descendants: git decides between
   related versions. Exception: it drifted here, was retired, or a person has accepted another version since, or has
   withdrawn a mark on it.

The last good version is the proven version that comes first by these rules (DESIGN law 4).

Only the fold decides this. The database keeps its outcome as an index (``store.duckdb.version_index``), for the views.
A process reads that index and folds on top of it the facts that are not absorbed yet.

This module must never know files or DuckDB.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from pytest_ami.model.review.annotation import StepAnnotation
from pytest_ami.model.workflow import Status

from .facts import Fact, Kind
from .fold.mark_fold import MarkFold
from .fold.records import StatusRecord, Version, branch_of, content_of, record_of, version_of
from .transitions import RESTING, precedence

_FIT = frozenset({Status.CANDIDATE, Status.ACTIVE, Status.DRIFTING, Status.SUPERSEDED})
"""The statuses of a version without a known fault."""


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
        marks: The verdicts of people on steps.
    """

    branch: str = ""
    by_id: dict[str, Version] = field(default_factory=dict)
    by_task: dict[str, list[Version]] = field(default_factory=dict)
    statuses: dict[str, StatusRecord] = field(default_factory=dict)
    elsewhere: dict[str, dict[str, StatusRecord]] = field(default_factory=dict)
    moves: dict[str, tuple[str, bool]] = field(default_factory=dict)
    declared: dict[str, str] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    marks: MarkFold = field(default_factory=MarkFold)
    _barred: set[str] = field(default_factory=set)
    _restated: set[str] = field(default_factory=set)

    def fold(self, facts: Iterable[Fact]) -> None:
        """Fold facts, and apply the marks; facts of kinds that say nothing about versions are ignored.

        Raises:
            StoreError: A version of a task with a mark cannot be read now.
        """
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
            elif fact.kind in (Kind.VERDICT.value, Kind.TEST_FINISHED.value):
                self.marks.see(fact)
        self.settle()

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
        self.marks.see_version(version, known=known is not None)

    def see_status(self, workflow: str, record: StatusRecord, branch: str = "") -> None:
        """Fold a record of a version's status facts of one branch; an empty branch stands for all branches."""
        records = self.elsewhere.setdefault(workflow, {}) if branch else self.statuses
        key = branch or workflow
        records[key] = records.get(key, StatusRecord()) | record
        if version := self.by_id.get(workflow):
            version.record = self._record_of(version)
            self._restated.add(version.task)

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

    def declare(self, versions: Mapping[str, str]) -> None:
        """Set the versions that steering files hold, by task."""
        self.declared = dict(versions)
        self._restated |= self._barred
        self.settle()

    def refuse(self, version: Version) -> None:
        """Let a version never run, because its content breaks a rule."""
        self.refused.add(version.id)
        self._restated.add(version.task)
        self.settle()

    def restore(self, outcome: Iterable[tuple[str, str, str]]) -> None:
        """Set the stored outcome of the marks for all versions, instead of computing it.

        Args:
            outcome: Id, ``marked`` and ``released`` of the versions that a mark touches or has touched.
        """
        self.marks.settled()
        for identity, marked, released in outcome:
            if version := self.by_id.get(identity):
                version.marked, version.released = marked, released
                if marked:
                    self._barred.add(version.task)
        self._restated |= self._barred
        self.settle()

    def settle(self) -> None:
        """Apply the marks to the versions about which something has changed.

        Raises:
            StoreError: A version of a task with a mark cannot be read now.
        """
        changed = self.marks.changed()
        for task in changed:
            versions = {version.id: version for version in self.by_task.get(task, ())}
            found = self.marks.judge(task, versions)
            for version in versions.values():
                version.marked, version.released = found.marked.get(version.id, ""), found.released.get(version.id, "")
            (self._barred.add if found.marked else self._barred.discard)(task)
        for task in changed | (self._restated & self._barred):
            self._appoint_heir(task)
        self._restated.clear()

    def _appoint_heir(self, task: str) -> None:
        """Let the last good version take the place of one with a step marked wrong, if that has superseded it."""
        versions = self.counting(task)
        for version in self.by_task.get(task, ()):
            version.heir = False
        lost = any(v.marked and v.proven and v.record.status not in RESTING for v in versions)
        if lost and not any(v.proven and v.status not in RESTING for v in versions):
            good = [v for v in versions if v.proven and v.status is Status.SUPERSEDED and v.id not in self.refused]
            if good:
                max(good, key=lambda version: version.rank).heir = True

    def marked_with(self, task: str, strangers: Iterable[Version]) -> dict[str, str]:
        """Return the versions of a task that must not run because of a mark, each with the fact of the mark.

        Args:
            task: The task.
            strangers: Further versions of it that are not here, with their content.

        Raises:
            StoreError: A version of the task cannot be read now.
        """
        versions = {version.id: version for version in (*self.by_task.get(task, ()), *strangers)}
        return self.marks.judge(task, versions).marked

    def supposing(self, verdict: StepAnnotation) -> Lineages:
        """Return the versions of a verdict's task as they would be if that verdict were the latest.

        Raises:
            StoreError: A version of the task cannot be read now.
        """
        found = Lineages(
            branch=self.branch,
            statuses=self.statuses,
            elsewhere=self.elsewhere,
            moves=self.moves,
            declared=self.declared,
            refused=self.refused,
            marks=self.marks.supposing(verdict),
        )
        for version in self.by_task.get(verdict.task, ()):
            found.see_version(replace(version))
        found.settle()
        return found

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
        later = related.status is Status.SUPERSEDED or found.since > related.since
        chosen = found.released > found.record.fact or found.record.reason.startswith("person.")
        return found if later and chosen else related

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


def _first(versions: Iterable[Version]) -> Version | None:
    awake = (version for version in versions if version.status not in RESTING)
    return max(awake, key=_right, default=None)


def _right(version: Version) -> tuple[int, str, tuple[int, str]]:
    since = version.since if version.status is Status.ACTIVE else ""
    return (precedence(version.status, proven=version.proven), since, version.rank)
