"""Where versions stand, and what changes that: every change is a status fact, and nothing else.

Rules of this module:

* What follows from an event is ``decide.lifecycle``'s to say; here it is looked up as of now and written down.
* A version that takes over becomes active first, and the others give way after: a kill in between leaves two good
  versions, never none (DESIGN law 4). Of two, the one that became active last runs.
* What happens on a feature branch is written down with its name, and changes only versions that count there. What a
  person says is written down for all branches (``store.lineage`` says what counts where).
* What a person says counts for every version. But the last good one cannot be rejected, only rolled back from.

It knows versions and their status facts. It must never know a page, a test's verdict, or what a workflow does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.decide.lifecycle import PROVEN, RESTING, Event, transition
from pytest_ami.model.errors import ConfigurationError, StoreError
from pytest_ami.model.workflow import Status, Workflow

from .facts import Kind

if TYPE_CHECKING:
    from pathlib import Path

    from .journal import Journal
    from .knowledge import Knowledge
    from .lineage import Version

_GOOD_ONCE = frozenset({Status.SUPERSEDED, Status.DRIFTING, Status.POSSIBLY_STALE, Status.STALE, Status.ACTIVE})


class Standing(ABC):
    """The part of the workflow store that says where versions stand.

    Args:
        folder: The ``.ami`` folder, for messages.
        knowledge: What is known of the versions.
        journal: Where this process writes its facts; None to look only.
    """

    def __init__(self, folder: Path, knowledge: Knowledge, journal: Journal | None) -> None:
        self.folder = folder
        self._knowledge = knowledge
        self._journal = journal
        self._says_a_person = False

    @property
    def journal(self) -> Journal:
        """The journal to which this process appends its facts.

        Raises:
            StoreError: The store was opened without one.
        """
        if self._journal is None:
            raise StoreError(
                "This workflow store can be read only",
                why="It was opened without a journal, and a change is a line in a journal.",
                evidence=[f"store {self.folder}"],
                run="ami doctor",
            )
        return self._journal

    def happened(
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
        """Tell that something happened to a version; write down its status if that changes, and return it as it stands.

        Args:
            workflow: A stored version.
            event: What happened.
            cause: For a drift, the value of its ``Cause``.
            text: The same for people, a phrase.
            evidence: Facts, one per line.
            test: Node id of the test in which it happened.
            attempt: Number of the attempt.

        Raises:
            StoreError: The version is not in the store, or the store was opened without a journal.
        """
        known = self._known(workflow)
        self._finish_takeover(known, test, attempt)
        status, reason = transition(known.status, event, since=known.record.reason, cause=cause)
        if status is not known.status:
            self._append_status(known, status, reason, evidence, test, attempt, text=text or reason)
        return replace(workflow, status=status)

    def set_status(
        self,
        workflow: Workflow,
        status: Status,
        *,
        reason: str,
        text: str | None = None,
        evidence: Sequence[str] = (),
        test: str = "",
        attempt: int = 1,
    ) -> Workflow:
        """Write down where a version stands from now on, whatever the table says, and return it with that status.

        Args:
            workflow: A stored version.
            status: Its new status.
            reason: Why: a machine-readable code when there is a text as well, else a phrase.
            text: Why, a phrase.
            evidence: Facts, one per line.
            test: Node id of the test that was the cause.
            attempt: Number of the attempt.

        Raises:
            StoreError: The version is not in the store, or the store was opened without a journal.
        """
        self._append_status(self._known(workflow), status, reason, evidence, test, attempt, text=text)
        return replace(workflow, status=status)

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
        """Make a version active after a green replay; what ran before, and older candidates, are superseded.

        A version that is active already, or that somebody has retired or superseded meanwhile, is returned as
        it stands: a late replay does not undo a decision.

        Args:
            workflow: A stored version.
            event: What proves it.
            text: The same for people, a phrase.
            evidence: Facts, one per line.
            test: Node id of the test that was green.
            attempt: Number of the attempt.

        Raises:
            StoreError: The version is not in the store, or the store was opened without a journal.
        """
        known = self._known(workflow)
        if not text:
            text = "green replay" if known.proven else "first green replay"
        changed = transition(known.status, event)[0] is not known.status
        stands = self.happened(workflow, event, text=text, evidence=evidence, test=test, attempt=attempt)
        if changed and stands.status is Status.ACTIVE:
            self._give_way(known, test, attempt)
        return stands

    def accept(
        self, workflow: Workflow, *, text: str = "a person accepted it", evidence: Sequence[str] = ()
    ) -> Workflow:
        """Make a version active because a person says so; what ran before, and older candidates, are superseded.

        Args:
            workflow: A stored version, whatever its status.
            text: Why, a phrase.
            evidence: Facts, one per line.

        Raises:
            StoreError: The version is not in the store, or the store was opened without a journal.
        """
        known = self._known(workflow)
        aside = self._knowledge.lineages().current(known.task) is not known
        with self._by_a_person():
            if known.status is Status.ACTIVE and (aside or (known.branch and not known.record.adopted)):
                # Another active one would run, such as a steering file's, or this one is another branch's: active once
                # more, this one is the later, and on all branches.
                self._append_status(known, Status.ACTIVE, Event.ACCEPTED.value, evidence, "", 1, text=text)
                self._give_way(known, "", 1)
                return replace(workflow, status=Status.ACTIVE)
            return self.promote(workflow, event=Event.ACCEPTED, text=text, evidence=evidence)

    def reject(
        self, workflow: Workflow, *, text: str = "a person rejected it", evidence: Sequence[str] = ()
    ) -> Workflow:
        """Retire a version because a person says so.

        Args:
            workflow: A stored version.
            text: Why, a phrase.
            evidence: Facts, one per line.

        Raises:
            ConfigurationError: It is the last good version of its task.
            StoreError: The version is not in the store, or the store was opened without a journal.
        """
        known = self._known(workflow)
        if known is self._knowledge.lineages().last_good(known.task):
            raise ConfigurationError(
                f'Version {known.number} of "{known.task}" is its last good version and is not rejected',
                why="Without it the task would have to be learned again. Go back to the good version before it, or"
                " accept another version first.",
                evidence=[f"version {known.id}, {known.status.value}"],
                run=f'ami rollback "{known.task}"',
            )
        with self._by_a_person():
            return self.happened(workflow, Event.REJECTED, text=text, evidence=evidence)

    def rollback(
        self, task: str, *, text: str = "a person went back to version {}", evidence: Sequence[str] = ()
    ) -> Workflow:
        """Go back to the good version before the one that would run, and retire what came after; return it.

        Args:
            task: The task.
            text: Why, a phrase; ``{}`` is the number of the version.
            evidence: Facts, one per line.

        Raises:
            ConfigurationError: There is no good version before it.
            StoreError: The store cannot be read, or was opened without a journal.
        """
        lineages = self._knowledge.lineages()
        present = lineages.current(task)
        versions = self._counting(task)
        good = [v for v in versions if v.proven and v.status in _GOOD_ONCE and present and v.rank < present.rank]
        if not good:
            raise ConfigurationError(
                f'There is no good version of "{task}" to go back to',
                why="Only a version that was replayed green or accepted before the present one will do.",
                evidence=[f"v{v.number} {v.status.value}" for v in versions],
                run=f'ami history "{task}"',
            )
        target = good[-1]
        said = text.format(target.number)
        later = [v for v in versions if v.rank > target.rank and v.status not in RESTING]
        earlier = [v for v in versions if v.rank < target.rank and v.status in PROVEN]
        with self._by_a_person():
            if target.status is not Status.ACTIVE:
                self._append_status(target, Status.ACTIVE, Event.RESTORED.value, evidence, "", 1, text=said)
            for version in later:
                self._append_status(version, Status.RETIRED, Event.ROLLED_BACK.value, evidence, "", 1, text=said)
            self._supersede(earlier, target, "", 1)
        found = self._stored(target)
        return replace(found, status=Status.ACTIVE)

    def unused(self, used: Collection[str]) -> tuple[str, ...]:
        """Return the tasks of which a version would run and that are not among those used, sorted.

        Args:
            used: Tasks that tests have used.

        Raises:
            StoreError: The store cannot be read.
        """
        lineages = self._knowledge.lineages()
        return tuple(sorted(task for task in lineages.by_task if task not in used and lineages.current(task)))

    def put_away(self, versions: Iterable[str], *, reason: str, text: str, evidence: Sequence[str] = ()) -> None:
        """Retire versions whatever the table says, because a person says that nobody needs them.

        Args:
            versions: Ids of stored versions.
            reason: Why, machine-readable.
            text: Why, a phrase.
            evidence: Facts, one per line.

        Raises:
            StoreError: The store cannot be read, or was opened without a journal.
        """
        known = self._knowledge.lineages().by_id
        with self._by_a_person():
            for version in versions:
                self._append_status(known[version], Status.RETIRED, reason, evidence, "", 1, text=text)

    @contextmanager
    def _by_a_person(self) -> Iterator[None]:
        """Write statuses down for all branches, whichever is checked out."""
        self._says_a_person = True
        try:
            yield
        finally:
            self._says_a_person = False

    def _give_way(self, promoted: Version, test: str, attempt: int) -> None:
        """Supersede what a version that was promoted takes over from."""
        former = [
            version
            for version in self._counting(promoted.task)
            if version.id != promoted.id
            and version.status not in RESTING
            and (version.status is not Status.CANDIDATE or version.rank < promoted.rank)
        ]
        self._supersede(former, promoted, test, attempt)

    def _finish_takeover(self, active: Version, test: str, attempt: int) -> None:
        """Supersede what a process that was killed while this version took over has left active."""
        if active.status is Status.ACTIVE:
            peers = self._counting(active.task)
            left = [v for v in peers if v.status is Status.ACTIVE and v.record.fact < active.record.fact]
            self._supersede(left, active, test, attempt)

    def _supersede(self, versions: Sequence[Version], by: Version, test: str, attempt: int) -> None:
        for version in versions:
            said = f"superseded by version {by.number}"
            self._append_status(version, Status.SUPERSEDED, Event.SUPERSEDED.value, (), test, attempt, text=said)

    def _counting(self, task: str) -> list[Version]:
        return sorted(self._knowledge.lineages().counting(task), key=lambda version: version.rank)

    @abstractmethod
    def _stored(self, version: Version) -> Workflow:
        """Return the content of a version; how it is read is the store's business."""

    def _known(self, workflow: Workflow) -> Version:
        version = self._knowledge.lineages().by_id.get(workflow.id)
        if version is None:
            raise StoreError(
                f"Version {workflow.version} of {workflow.task!r} is not in the store",
                why="Only a version that `add` has returned, or that was read from the store, has a status.",
                evidence=[f"id {workflow.id or '(none)'}", f"store {self.folder}"],
                run="ami list",
            )
        return version

    def _append_status(
        self,
        version: Workflow | Version,
        status: Status,
        reason: str,
        evidence: Sequence[str],
        test: str,
        attempt: int,
        *,
        text: str | None = None,
    ) -> None:
        data: dict[str, object] = {"status": status.value, "reason": reason, "evidence": list(evidence)}
        if text is not None:
            data["text"] = text
        if self._knowledge.branch and not self._says_a_person:
            data["branch"] = self._knowledge.branch
        self.journal.append(Kind.STATUS, test=test, attempt=attempt, task=version.task, workflow=version.id, data=data)
