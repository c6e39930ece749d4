"""The lifecycle of versions: an event changes the status of a version, and each change is a status fact.

Rules of this module:

* ``store.transitions`` decides which status follows from an event. This module finds the version and appends the fact.
* In a takeover, the new version becomes active first; then the others are superseded. If the process is killed in
  between, two good versions are left, never none (DESIGN law 4). Of the two, the one that became active last runs,
  and its next event supersedes the others.
* A status that is set on a feature branch carries the name of the branch, and changes only versions that count there.
  A status that a person sets counts on all branches (``store.version_fold`` has the rules).
* A person may set the status of every version. Exception: the last good one cannot be rejected, only rolled back from.

It knows versions and their status facts. It must never know a page, a test's verdict, or the content of a workflow.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pytest_ami.model.errors import ConfigurationError, StoreError
from pytest_ami.model.printable import as_argument
from pytest_ami.model.workflow import Status, Workflow

from .facts import Kind
from .fold.records import STEERING, Version
from .journal import writable
from .transitions import PROVEN, RESTING, Event, transition

if TYPE_CHECKING:
    from pathlib import Path

    from .journal import Journal
    from .versions import Knowledge

_GOOD_ONCE = frozenset(Status) - {Status.RETIRED}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Occasion:
    """The context of a change of status: an attempt of a test on a branch, or a person's command for all branches."""

    test: str = ""
    attempt: int = 1
    branch: str = ""


_PERSON = _Occasion()


class Lifecycle:
    """The statuses of the versions of a store.

    Args:
        folder: The ``.ami`` folder, for messages.
        knowledge: The versions and their statuses.
        journal: The journal of this process; None if the store is read-only.
        read: Returns the content of a version.
    """

    def __init__(
        self, folder: Path, knowledge: Knowledge, journal: Journal | None, read: Callable[[Version], Workflow]
    ) -> None:
        """Read nothing yet."""
        self._folder = folder
        self._knowledge = knowledge
        self._journal = journal
        self._read = read

    def apply_event(
        self,
        workflow: Workflow,
        event: Event,
        *,
        cause: str = "",
        text: str = "",
        evidence: Sequence[str] = (),
        test: str = "",
        attempt: int = 1,
    ) -> Workflow:
        """Set the status that follows from an event, if it differs; return the version with its status.

        Args:
            workflow: A stored version.
            event: The event.
            cause: For a drift, the value of its ``Cause``.
            text: The event for people, a phrase.
            evidence: Evidence, one entry per line.
            test: Node id of the test in which it happened.
            attempt: Number of the attempt.

        Raises:
            StoreError: The version is not in the store, or the store was opened without a journal.
        """
        at = self._occasion(test, attempt)
        return self._apply(workflow, event, text, evidence, at, cause=cause)

    def begin(self, workflow: Workflow, reason: str, text: str, *, test: str = "", attempt: int = 1) -> None:
        """Set the first status of a newly added version: candidate.

        Args:
            workflow: The version.
            reason: The reason for the version, machine-readable.
            text: The reason for the version, a phrase.
            test: Node id of the test that made it.
            attempt: Number of the attempt.

        Raises:
            StoreError: The store was opened without a journal.
        """
        self._append_status(workflow, Status.CANDIDATE, reason, text, (), self._occasion(test, attempt))

    def promote(
        self,
        workflow: Workflow,
        *,
        event: Event = Event.GREEN,
        text: str = "",
        evidence: Sequence[str] = (),
        test: str = "",
        attempt: int = 1,
    ) -> Workflow:
        """Make a version active after a green replay; supersede the version that ran before, and older candidates.

        A version that is active already, or that was retired or superseded meanwhile, keeps its status: a late replay
        does not undo a decision.

        Args:
            workflow: A stored version.
            event: The event that proves it.
            text: The event for people, a phrase.
            evidence: Evidence, one entry per line.
            test: Node id of the test that was green.
            attempt: Number of the attempt.

        Raises:
            StoreError: The version is not in the store, or the store was opened without a journal.
        """
        return self._promote(workflow, event, text, evidence, self._occasion(test, attempt))

    def accept(
        self, workflow: Workflow, *, text: str = "a person accepted it", evidence: Sequence[str] = ()
    ) -> Workflow:
        """Make a version active on a person's command; supersede the version that ran before, and older candidates.

        Args:
            workflow: A stored version of any status.
            text: The reason, a phrase.
            evidence: Evidence, one entry per line.

        Raises:
            ConfigurationError: A person marked one of its steps wrong.
            StoreError: The version is not in the store, or the store was opened without a journal.
        """
        known = self._known(workflow)
        if known.marked:
            raise ConfigurationError(
                f'Version {known.number} of "{known.task}" has a step that a person marked wrong',
                why="A step marked wrong is never replayed again. The version comes back if the verdict is withdrawn.",
                evidence=[f"version {known.id}"],
                run="ami annotate --list",
            )
        aside = self._knowledge.lineages().current(known.task) is not known
        if known.status is Status.ACTIVE and (aside or known.heir or (known.branch and not known.record.adopted)):
            # Another active version would run, such as a steering file's; or this one runs only while a mark stands; or
            # it belongs to another branch. One more "active" fact makes it the latest one, on all branches.
            self._append_status(known, Status.ACTIVE, Event.ACCEPTED.value, text, evidence, _PERSON)
            self._give_way(known, _PERSON)
            return replace(workflow, status=Status.ACTIVE)
        return self._promote(workflow, Event.ACCEPTED, text, evidence, _PERSON)

    def reject(
        self, workflow: Workflow, *, text: str = "a person rejected it", evidence: Sequence[str] = ()
    ) -> Workflow:
        """Retire a version on a person's command.

        Args:
            workflow: A stored version.
            text: The reason, a phrase.
            evidence: Evidence, one entry per line.

        Raises:
            ConfigurationError: It is the last good version of its task.
            StoreError: The version is not in the store, or the store was opened without a journal.
        """
        known = self._known(workflow)
        if known is self._knowledge.lineages().last_good(known.task):
            raise ConfigurationError(
                f'Version {known.number} of "{known.task}" is its last good version and cannot be rejected',
                why="Without it, the task must be learned again. Roll back to the good version before it, or"
                " accept another version first.",
                evidence=[f"version {known.id}, {known.status.value}"],
                run=f"ami rollback {as_argument(known.task)}",
            )
        return self._apply(workflow, Event.REJECTED, text, evidence, _PERSON)

    def rollback(
        self, task: str, *, text: str = "a person went back to version {}", evidence: Sequence[str] = ()
    ) -> Workflow:
        """Go back to the good version before the current one, retire the later versions, and return the restored one.

        A version is good if it was proven, or replayed green without a heal in any mode.

        Args:
            task: The task.
            text: The reason, a phrase; ``{}`` is the number of the version.
            evidence: Evidence, one entry per line.

        Raises:
            ConfigurationError: There is no good version before it.
            StoreError: The store cannot be read, or was opened without a journal.
        """
        present = self._knowledge.lineages().current(task)
        versions = self._counting(task)
        before = [v for v in versions if present and v.rank < present.rank and v.status in _GOOD_ONCE]
        replayed = self._replayed_green(task)
        good = [v for v in before if (v.proven and v.status is not Status.CANDIDATE) or v.id in replayed]
        if not good:
            raise ConfigurationError(
                f'There is no good version of "{task}" to go back to',
                why="A rollback needs a version that was replayed green, or accepted, before the current one.",
                evidence=[f"v{v.number} {v.status.value}" for v in versions],
                run=f"ami history {as_argument(task)}",
            )
        target = good[-1]
        why = text.format(target.number)
        later = [v for v in versions if v.rank > target.rank and v.status not in RESTING]
        earlier = [v for v in versions if v.rank < target.rank and v.status in PROVEN]
        if target.status is not Status.ACTIVE:
            self._append_status(target, Status.ACTIVE, Event.RESTORED.value, why, evidence, _PERSON)
        for version in later:
            self._append_status(version, Status.RETIRED, Event.ROLLED_BACK.value, why, evidence, _PERSON)
        self._supersede(earlier, target, _PERSON)
        return replace(self._read(target), status=Status.ACTIVE)

    def _replayed_green(self, task: str) -> set[str]:
        """Return the ids of the versions that a green test has replayed as they are; CI proves none of them."""
        facts = self._knowledge.history(task, (Kind.TEST_FINISHED,))
        return {one.workflow for one in facts if one.data.get("passed") and one.data.get("outcome") == "replayed"}

    def unused(self, used: Collection[str]) -> tuple[str, ...]:
        """Return the tasks that have a current version and are not among those used, sorted.

        Args:
            used: Tasks that tests have used.

        Raises:
            StoreError: The store cannot be read.
        """
        lineages = self._knowledge.lineages()
        return tuple(sorted(task for task in lineages.by_task if task not in used and lineages.current(task)))

    def retire(self, versions: Iterable[str], *, reason: str, text: str, evidence: Sequence[str] = ()) -> None:
        """Retire versions without the table of transitions: a person decided that nobody needs them.

        Args:
            versions: Ids of stored versions.
            reason: The reason, machine-readable.
            text: The reason, a phrase.
            evidence: Evidence, one entry per line.

        Raises:
            StoreError: The store cannot be read, or was opened without a journal.
        """
        known = self._knowledge.lineages().by_id
        for version in versions:
            self._append_status(known[version], Status.RETIRED, reason, text, evidence, _PERSON)

    def _occasion(self, test: str, attempt: int) -> _Occasion:
        return _Occasion(test=test, attempt=attempt, branch=self._knowledge.branch)

    def _apply(
        self, workflow: Workflow, event: Event, text: str, evidence: Sequence[str], at: _Occasion, *, cause: str = ""
    ) -> Workflow:
        known = self._known(workflow)
        self._finish_takeover(known, at)
        status, reason = transition(known.status, event, since=known.record.reason, cause=cause)
        if status is not known.status:
            self._append_status(known, status, reason, text or reason, evidence, at)
        return replace(workflow, status=status)

    def _promote(self, workflow: Workflow, event: Event, text: str, evidence: Sequence[str], at: _Occasion) -> Workflow:
        known = self._known(workflow)
        why = text or ("green replay" if known.proven else "first green replay")
        changed = transition(known.status, event)[0] is not known.status
        stands = self._apply(workflow, event, why, evidence, at)
        if changed and stands.status is Status.ACTIVE:
            self._give_way(known, at)
        return stands

    def _give_way(self, promoted: Version, at: _Occasion) -> None:
        """Supersede the versions that a promoted version replaces."""
        self._supersede(self._replaced_by(promoted), promoted, at)

    def _finish_takeover(self, active: Version, at: _Occasion) -> None:
        """Supersede the versions that are left because a process was killed while this version took over.

        A takeover counts from its first fact, so none of them may run again if this version gets into doubt. A version
        that is active by its steering file has replaced none: without the file, the others run as before.
        """
        if active.status is Status.ACTIVE and active.record.reason != STEERING:
            since = active.since
            self._supersede([v for v in self._replaced_by(active) if v.since < since], active, at)

    def _replaced_by(self, promoted: Version) -> list[Version]:
        return [
            version
            for version in self._counting(promoted.task)
            if version.id != promoted.id
            and version.status not in RESTING
            and (version.status is not Status.CANDIDATE or version.rank < promoted.rank)
        ]

    def _supersede(self, versions: Sequence[Version], by: Version, at: _Occasion) -> None:
        for version in versions:
            why = f"superseded by version {by.number}"
            self._append_status(version, Status.SUPERSEDED, Event.SUPERSEDED.value, why, (), at)

    def _counting(self, task: str) -> list[Version]:
        return sorted(self._knowledge.lineages().counting(task), key=lambda version: version.rank)

    def _known(self, workflow: Workflow) -> Version:
        version = self._knowledge.lineages().by_id.get(workflow.id)
        if version is None:
            raise StoreError(
                f"Version {workflow.version} of {workflow.task!r} is not in the store",
                why="Only a version that `add` returned, or that was read from the store, has a status.",
                evidence=[f"id {workflow.id or '(none)'}", f"store {self._folder}"],
                run="ami list",
            )
        return version

    def _append_status(
        self,
        version: Workflow | Version,
        status: Status,
        reason: str,
        text: str | None,
        evidence: Sequence[str],
        at: _Occasion,
    ) -> None:
        data: dict[str, object] = {"status": status.value, "reason": reason, "evidence": list(evidence)}
        if text is not None:
            data["text"] = text
        if at.branch:
            data["branch"] = at.branch
        writable(self._journal, self._folder).append(
            Kind.STATUS, test=at.test, attempt=at.attempt, task=version.task, workflow=version.id, data=data
        )
