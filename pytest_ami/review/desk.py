"""The desk of a reviewer: all reads and writes of the store for the pages, one at a time.

Rules of this module:

* Requests run in threads and the store is for one thread, so each deed holds a lock. The store itself holds its
  database only for the milliseconds of a query (docs/store.md), so test runs never wait for a page.
* A verdict is a fact of this process's journal, written before the call returns.

It knows the store. It must never know a request or a page.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.printable import as_argument
from pytest_ami.model.review.annotation import Impact, StepVerdict
from pytest_ami.store.evidence.artifacts import EvidenceReader

from .catalogue import TaskSummary, summaries
from .path_edit import StepGroup, edited
from .replay_check import CheckState, ReplayChecks

if TYPE_CHECKING:
    from pytest_ami.model.review.annotation import Session, SessionStep
    from pytest_ami.model.workflow import Workflow
    from pytest_ami.store.workflow_store import WorkflowStore

MOST_SESSIONS = 20_000
"""Number of sessions that the list of tasks counts, the newest ones."""

MOST_SIMILAR = 100
"""Number of sessions of a task in which similar steps are looked for, the newest ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimilarStep:
    """A step of another session that is like a step under review.

    Attributes:
        session: Its session.
        step: The step.
    """

    session: Session
    step: SessionStep


class ReviewDesk:
    """The store as the review application uses it.

    Attributes:
        reviewer: Name of the person whose verdicts are recorded.
        saved: Number of verdicts recorded so far.
        project: A name for the store that no other store on this machine has.

    Args:
        store: The store of the project, for writing.
        reviewer: Name of the person.
        steering: Whether the steering files follow when a verdict changes which version runs; never in CI.
    """

    def __init__(self, store: WorkflowStore, reviewer: str, *, steering: bool = False) -> None:
        """Read nothing yet."""
        self.reviewer = reviewer
        self.saved = 0
        self.project = hashlib.sha256(str(store.folder.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:16]
        self._steering = steering
        self._store = store
        self._lock = threading.Lock()

    # -- reading ----------------------------------------------------------------------------------------------------

    def tasks(self) -> tuple[TaskSummary, ...]:
        """Return one row for each task that has a session, the most urgent first.

        Raises:
            StoreError: The store cannot be read.
        """
        with self._lock:
            return summaries(self._store.feedback.sessions(MOST_SESSIONS))

    def sessions(self, task: str) -> tuple[Session, ...]:
        """Return the sessions of a task, newest first.

        Raises:
            StoreError: The store cannot be read.
        """
        with self._lock:
            return self._sessions(task)

    def session(self, session_id: str) -> tuple[Session, tuple[SessionStep, ...]]:
        """Return a session and its steps with all verdicts.

        Raises:
            ConfigurationError: There is no such session.
            StoreError: The store cannot be read.
        """
        with self._lock:
            return self._store.feedback.session(session_id), self._store.get_session_steps(session_id)

    def versions(self, task: str) -> tuple[Workflow, ...]:
        """Return the versions of a task, oldest first.

        Raises:
            StoreError: The store cannot be read.
        """
        with self._lock:
            return self._store.versions(task)

    def runs_now(self, task: str) -> str:
        """Return the id of the version of a task that would run, or an empty string.

        Raises:
            StoreError: The store cannot be read.
        """
        with self._lock:
            current = self._store.find(task)
        return current.id if current else ""

    def similar(self, session_id: str, step_num: int) -> tuple[SimilarStep, ...]:
        """Return the steps of other sessions of the task that do the same on the same element, newest first.

        Raises:
            ConfigurationError: There is no such session or step.
            StoreError: The store cannot be read.
        """
        with self._lock:
            feedback = self._store.feedback
            session = feedback.session(session_id)
            own = next((one for one in feedback.steps(session.id) if one.step_num == step_num), None)
            if own is None:
                raise _no_step(session, step_num)
            others = [one for one in self._sessions(session.task) if one.id != session.id][:MOST_SIMILAR]
            return tuple(
                SimilarStep(session=other, step=step)
                for other in others
                for step in feedback.steps(other.id)
                if is_similar(own, step)
            )

    def picture(self, run: str, name: str) -> bytes:
        """Return a picture; empty if there is none in the folder of the run.

        Args:
            run: Id of the test run.
            name: File name.
        """
        return EvidenceReader(self._store.folder).picture(run, name)

    def statistics(self) -> dict[str, Any]:
        """Return the numbers of the page of statistics, see ``store.statistics.review``.

        Raises:
            StoreError: The store cannot be read.
        """
        from pytest_ami.store.statistics import review

        with self._lock:
            return review(self._store.folder)

    # -- verdicts and edits -----------------------------------------------------------------------------------------

    def impact(self, session_id: str, step_num: int, label: str | None, correction: str = "") -> Impact:
        """Return what would follow from a verdict of this reviewer, without recording it.

        Raises:
            ConfigurationError: The session, the step or the label does not exist.
            StoreError: The store cannot be read.
        """
        with self._lock:
            return self._store.feedback.impact(self.verdict(session_id, step_num, label, correction))

    def verdict(self, session_id: str, step_num: int, label: str | None, correction: str = "") -> StepVerdict:
        """Return a verdict of this reviewer; nothing is recorded."""
        return StepVerdict(session_id, step_num, label, correction, self.reviewer)

    def record(self, verdicts: Sequence[StepVerdict]) -> Impact:
        """Record verdicts at once, and return what follows from them.

        Raises:
            ConfigurationError: A session, a step or a label does not exist. Then nothing is recorded.
            StoreError: The journal cannot be written. Then the verdicts are not saved.
        """
        with self._lock:
            found = self._store.feedback.add(verdicts)
            self._store.journal.check_written()
            self.saved += len(verdicts)
            if found.put_aside or found.restored:
                self._write_steering(found.tasks)
            return found

    def edit(self, version_id: str, groups: Sequence[StepGroup]) -> Workflow:
        """Add the edited path of a version as a candidate, and return it as stored.

        Raises:
            ConfigurationError: There is no such version, the edit is refused, or it keeps a step that was marked wrong.
            StoreError: The journal cannot be written.
        """
        from pytest_ami.engine.boundary.flow_rules import violation

        with self._lock:
            base = self._known(version_id)
            made = edited(base, groups)
            if (broken := violation(made)) is not None:
                raise ConfigurationError(
                    "The edited path breaks a rule for stored flows",
                    why=broken.what,
                    evidence=[broken.path],
                    run=f"ami show {as_argument(base.task)}",
                )
            self._store.feedback.marks.refuse(replace(made, id=""), "The edited path")
            stored = self._store.add(made)
            self._store.journal.check_written()
            return stored

    def accept(self, version_id: str) -> Workflow:
        """Let a version run from now on, and return it with its status.

        Raises:
            ConfigurationError: There is no such version, or it has a step that a person marked wrong.
            StoreError: The journal cannot be written.
        """
        with self._lock:
            stored = self._store.accept(self._known(version_id), text=f"{self.reviewer or 'a person'} accepted it")
            self._store.journal.check_written()
            self._write_steering((stored.task,))
            return stored

    def check(self, version_id: str, checks: ReplayChecks | None) -> CheckState:
        """Start the check of a version by a test of its task, that of the newest session if possible; return its state.

        Args:
            version_id: Id of the version.
            checks: Where the check runs; None if checks are switched off.

        Raises:
            ConfigurationError: There is no such version, or it has a step that a person marked wrong.
            StoreError: The store cannot be read.
        """
        with self._lock:
            candidate = self._known(version_id)
            self._store.feedback.marks.refuse(candidate, f"Version {candidate.version}")
            tests = dict.fromkeys(one.test for one in self._sessions(candidate.task))
        if checks is None:
            return CheckState(state="impossible", text="Checks are switched off. Run next: ami review --check")
        return checks.start(candidate, tuple(tests))

    def _known(self, version_id: str) -> Workflow:
        found = self._store.get(version_id)
        if found is None:
            raise ConfigurationError(
                "This version is not in the store",
                why="It was pruned, or it is a version of another store.",
                evidence=[f"version {version_id[:40]}"],
                run="ami list",
            )
        return found

    def _write_steering(self, tasks: Sequence[str]) -> None:
        if self._steering:
            self._store.write_steering_files(tasks)

    def _sessions(self, task: str) -> tuple[Session, ...]:
        return tuple(one for one in self._store.feedback.sessions(MOST_SESSIONS) if one.task == task)


def is_similar(step: SessionStep, other: SessionStep) -> bool:
    """Return whether two steps do the same: the same action and value on the same element of the same page."""
    return (step.action, step.target, step.value, step.page) == (other.action, other.target, other.value, other.page)


def _no_step(session: Session, step_num: int) -> ConfigurationError:
    return ConfigurationError(
        f"Session {session.id} has no step {step_num}",
        why="Its steps are those of its version, or of its evidence.",
        evidence=[f"task: {session.task}"],
        run=f"ami annotate {session.id}",
    )
