"""One attempt of one test: its runs and proposals, until a green test commits them or a red one drops them.

Rules of this module:

* All data belong to (node id, attempt): a retry has an attempt of its own and sees nothing of the failed one.
* Nothing learned is written before the test is green. Drifts and heals are recorded at once, by ``flow.conclude``.
* A flow that an attempt has learned is replayed by its later runs; no other attempt sees it before the test is green.
  It is trusted no more than a stored one: if it does not fit the page then, it is taken back, whatever the test does.
* A run is in ``runs`` once. Its proposal holds the same object, so both are revised together.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import count
from typing import TYPE_CHECKING, Any

from pytest_ami.store.facts import Kind, new_id

from .commit import add_version, lesson_record, record_lessons, record_observations, record_results
from .conclude import Conclusion, conclude
from .drift_tracking import with_reason
from .marker import LearnedMark
from .memory_writer import MemoryWriter
from .plan import Plan, Planner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytest_ami.model.errors import AmiError
    from pytest_ami.model.operation import Operation
    from pytest_ami.model.outcome import Drift, Run
    from pytest_ami.model.subtask import Subtask
    from pytest_ami.model.workflow import Workflow

    from .drift_tracking import ReplayObservation
    from .lessons.lesson_log import LessonLog
    from .passive_recording import PassiveRecording
    from .proposal import Confirmation, Proposal
    from .scope import AttemptScope
    from .verification import HealCheck

NOT_GREEN = "the test was not green"
"""The reason why nothing is kept of an attempt, if no other one is known."""

TAKEN_BACK = "this test had learned the flow itself, so nothing of it is kept"
"""The words that end the error of a run whose drift takes back the flow that the test had learned."""

WIRE = ("type", "url", "ref", "role", "text", "value", "xpath", "frame", "tab", "timestamp")
"""The fields of an operation that are stored at the moment of its recording."""


@dataclass(slots=True)
class Attempt:
    """One attempt of one test.

    Attributes:
        scope: The test, its settings and the store.
        runs: The runs so far.
        proposals: The versions that a green test adds to the store.
        heal_checks: Healed versions to replay from a clean context after the test's body.
        lessons: The logs of the lessons of each run.
        memory: The writer of this attempt for the memory of pages.
        numbers: Numbers for the lessons of the test: two pages side by side, and all subtasks, share them.
        passive: Returns the recording of ``recorded_page``, if the test uses it.
        whole: The attempt of the test, if this one is that of a subtask.
    """

    scope: AttemptScope
    runs: list[Run] = field(default_factory=list)
    proposals: list[Proposal] = field(default_factory=list)
    heal_checks: list[HealCheck] = field(default_factory=list)
    lessons: list[LessonLog] = field(default_factory=list)
    memory: MemoryWriter = field(init=False)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    passive: Callable[[], PassiveRecording | None] = lambda: None
    whole: Attempt | None = None
    _observations: list[ReplayObservation] = field(default_factory=list)
    _lessons: dict[str, dict[str, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin with an empty memory writer."""
        self.memory = MemoryWriter(self.scope)

    @property
    def planner(self) -> Planner:
        """A planner for one run."""
        return Planner(self.scope)

    def recording_in(self, context: Any) -> PassiveRecording | None:
        """Return the recording of ``recorded_page``, if it records this browser context."""
        recording = self.passive()
        return recording if recording is not None and recording.page.context == context else None

    def note(self, operation: Operation) -> None:
        """Store an operation at the moment of its recording: it is a fact, and nothing is learned from it yet."""
        data = {name: getattr(operation, name) for name in WIRE}
        task = self.scope.mark.task if self.scope.mark else ""
        self.scope.store.journal.append(Kind.OPERATION, task=task, data=data, **self.scope.where)

    def conclude(self, plan: Plan, error: AmiError | None = None) -> Run:
        """Turn the progress of a plan into a run; keep its proposal.

        Args:
            plan: The plan, with its progress filled.
            error: The error that the engine raised, if any.

        Raises:
            StaleError: The page has changed and nothing could be relearned.
            AppDownError, NotReadyError: The cause is the application.
            TeacherError: Learning failed.
        """
        conclusion = self._without_unfit(plan, conclude(self.scope, plan, error))
        run, proposal = self._with_transcript(conclusion), conclusion.proposal
        if proposal is not None and not proposal.healed:  # the test may ask for the version before it is stored
            workflow = replace(proposal.workflow, id=new_id(), version=self._next_number(run.task))
            run = replace(run, version=workflow.version, workflow_id=workflow.id)
            proposal = replace(proposal, workflow=workflow, run=run)
            self.scope.flows.note(workflow)
        self.runs.append(run)
        if plan.progress.learned is not None:
            self._lessons[plan.session] = lesson_record(plan, run, conclusion.error)
        if conclusion.observation is not None:
            self._observations.append(conclusion.observation)
        if plan.log is not None:
            self.lessons.append(plan.log)
            plan.log.conclude(run, conclusion.error)
        if run.drift and run.drift.blames_page:
            self.memory.record_failure(plan)
        if conclusion.error is not None:
            raise conclusion.error
        if proposal is not None:
            self.proposals.append(proposal)
            if not proposal.healed:
                self.memory.keep(plan, next(self.numbers))
        return run

    def _without_unfit(self, plan: Plan, conclusion: Conclusion) -> Conclusion:
        """Take back each flow that this test has learned and that did not fit the page in this run."""
        run, error, proposal = conclusion.run, conclusion.error, conclusion.proposal
        first, passed_over = plan.spec.workflow, plan.progress.passed_over
        drifts = ((plan.workflow, run.drift), (first, passed_over and with_reason(passed_over, first)))
        for version, drift in drifts:
            if not (version and drift and drift.blames_page and self.take_back(version, drift)):
                continue
            if error is not None:
                error.evidence = (*error.evidence, TAKEN_BACK)
                run = replace(run, findings=(*run.findings, TAKEN_BACK))
            if run.workflow_id == version.id:
                run = replace(run, version=0, workflow_id="")
            if proposal is not None:  # its parent is in no store
                source = replace(proposal.workflow.provenance, parent=version.provenance.parent)
                proposal = replace(proposal, run=run, workflow=replace(proposal.workflow, provenance=source))
        return replace(conclusion, run=run, proposal=proposal)

    def take_back(self, learned: Workflow, drift: Drift) -> bool:
        """Keep nothing of a flow that this test has learned and that does not fit the page any more.

        Args:
            learned: The flow.
            drift: Why it does not fit.

        Returns:
            Whether the test had learned it; the flow of a store is left alone.
        """
        if not self.scope.flows.is_learned(learned):
            return False
        self.scope.flows.forget(learned)
        why = f"not kept: the test ran it again, and step {drift.step} did not fit ({drift.cause.value})"
        for made in [one for one in self.proposals if learned.id in (one.workflow.id, one.workflow.provenance.parent)]:
            self.proposals.remove(made)
            self.heal_checks = [check for check in self.heal_checks if check.proposal is not made]
            for run in [
                run for run in self.runs if run.workflow_id == made.workflow.id and run.session in self._lessons
            ]:
                self._revise(run, findings=(*run.findings, why))
                self._lessons[run.session]["why"] = why
                self.memory.drop(run.session)
            self._give_number_back(made)
        self._observations = [seen for seen in self._observations if seen.workflow.id != learned.id]
        if self.whole is not None:
            self.whole.take_back(learned, drift)
        return True

    def _with_transcript(self, conclusion: Conclusion) -> Run:
        """Return the run of a conclusion with its transcript; its error names it too."""
        run, error = conclusion.run, conclusion.error
        if not run.model_calls:
            return run
        from .teacher_context import transcript_path

        path = transcript_path(self.scope)
        if path and error is not None:
            error.evidence = (*error.evidence, f"transcript: {path}")
        return replace(run, transcript=path)

    def _next_number(self, task: str) -> int:
        """Return the number that a version of a task will have in the store."""
        stored = [version.version for version in self.scope.store.versions(task)]
        proposed = [proposal for proposal in self.proposals if proposal.workflow.task == task]
        return max(stored, default=0) + len(proposed) + 1

    def proposal_of(self, run: Run) -> Proposal | None:
        """Return the proposal of a run, if any."""
        return next((proposal for proposal in self.proposals if proposal.run is run), None)

    def confirm(self, proposal: Proposal, confirmation: Confirmation) -> None:
        """Store the result of replaying a proposal from a clean context."""
        run = self._revise(proposal.run, confirmed=confirmation.verdict)
        confirmed = replace(proposal, run=run, confirmation=confirmation)
        self.proposals = [confirmed if each is proposal else each for each in self.proposals]

    # -- at the end of the test ---------------------------------------------------------------------------------

    def commit(self) -> tuple[Workflow, ...]:
        """After a green test, store the proposals and the observations; return the new versions."""
        with self.scope.store.snapshot():
            versions = tuple(self._add(proposal) for proposal in self.proposals)
            record_observations(self.scope, self._observations)
        self.memory.save()
        record_results(self.scope, self.runs, passed=True)
        record_lessons(self.scope, self._lessons.values())
        self._settle(passed=True)
        return versions

    def drop(self, why: str = NOT_GREEN) -> None:
        """After a red test, forget everything that was learned.

        Args:
            why: Why the test was not green, for the record of its lessons.
        """
        for proposal in self.proposals:
            self._give_number_back(proposal)
        self.proposals.clear()
        self._observations.clear()
        self.memory.drop()
        record_results(self.scope, self.runs, passed=False)
        record_lessons(self.scope, self._lessons.values(), dropped=why)
        self._settle(passed=False)

    def _settle(self, *, passed: bool) -> None:
        for log in self.lessons:
            log.settle(passed=passed, unfit=self._lessons.get(log.session, {}).get("why", ""))

    def _add(self, proposal: Proposal) -> Workflow:
        version = add_version(self.scope, proposal)
        if not proposal.healed:  # the report of a heal names the replayed version
            self._rename(proposal.workflow, version.version, version.id)
        return version

    def _give_number_back(self, proposal: Proposal) -> None:
        """Name the version that was replayed in the runs of a proposal that is not kept; its number goes to another."""
        parent = self.scope.store.get(proposal.workflow.provenance.parent)
        self._rename(proposal.workflow, parent.version if parent else 0, parent.id if parent else "")

    def _rename(self, workflow: Workflow, version: int, workflow_id: str) -> None:
        """Set number and id of a version in each of its runs."""
        for run in [run for run in self.runs if run.workflow_id == workflow.id]:
            self._revise(run, version=version, workflow_id=workflow_id)

    def _revise(self, run: Run, **changes: Any) -> Run:
        """Change a run in ``runs``, and return it."""
        revised = replace(run, **changes)
        self.runs = [revised if each is run else each for each in self.runs]
        return revised

    # -- subtasks -----------------------------------------------------------------------------------------------

    def part(self, subtask: Subtask) -> Attempt:
        """Return an attempt for a subtask alone; ``adopt`` adds its runs and proposals to this one."""
        mark = self.scope.mark
        teacher = subtask.teacher if subtask.teacher is not None else mark.teacher if mark else None
        secrets = tuple(dict.fromkeys((*(mark.secrets if mark else ()), *subtask.secrets)))
        changes: dict[str, Any] = {"task": subtask.task, "teacher": teacher, "secrets": secrets}
        marked = replace(mark, **changes) if mark else LearnedMark(**changes)
        return Attempt(
            replace(self.scope, mark=marked, learned=dict(self.scope.learned)), numbers=self.numbers, whole=self
        )

    def adopt(self, part: Attempt) -> None:
        """Add the runs and proposals of a finished subtask; of several proposals for a task, the first one counts."""
        known = {proposal.workflow.task for proposal in self.proposals}
        for proposal in part.proposals:
            if proposal.workflow.task in known:
                part._give_number_back(proposal)
            else:
                self.proposals.append(proposal)
                if not proposal.healed:
                    self.scope.flows.note(proposal.workflow)
        self._observations.extend(part._observations)
        self._lessons |= part._lessons
        self.lessons.extend(part.lessons)
        self.runs.extend(part.runs)
