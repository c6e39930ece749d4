"""One attempt of one test: its runs and proposals, until a green test commits them or a red one drops them.

Rules of this module:

* All data belong to (node id, attempt): a retry has an attempt of its own and sees nothing of the failed one.
* Nothing learned is written before the test is green. Drifts and heals are recorded at once, by ``flow.conclude``.
* A run is in ``runs`` once. Its proposal holds the same object, so both are revised together.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pytest_ami.store.facts import Kind

from .commit import add_version, lesson_record, record_lessons, record_observations, record_results
from .conclude import Conclusion, conclude
from .marker import LearnedMark
from .memory_writer import MemoryWriter
from .plan import Plan, Planner

if TYPE_CHECKING:
    from pytest_ami.model.errors import AmiError
    from pytest_ami.model.operation import Operation
    from pytest_ami.model.outcome import Run
    from pytest_ami.model.subtask import Subtask
    from pytest_ami.model.workflow import Workflow

    from .drift_tracking import ReplayObservation
    from .proposal import Confirmation, Proposal
    from .scope import AttemptScope
    from .verification import HealCheck

NOT_GREEN = "the test was not green"
"""The reason why nothing is kept of an attempt, if no other one is known."""

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
        memory: The writer of this attempt for the memory of pages.
    """

    scope: AttemptScope
    runs: list[Run] = field(default_factory=list)
    proposals: list[Proposal] = field(default_factory=list)
    heal_checks: list[HealCheck] = field(default_factory=list)
    memory: MemoryWriter = field(init=False)
    _observations: list[ReplayObservation] = field(default_factory=list)
    _lessons: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin with an empty memory writer."""
        self.memory = MemoryWriter(self.scope)

    @property
    def planner(self) -> Planner:
        """A planner for one run."""
        return Planner(self.scope)

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
        conclusion = conclude(self.scope, plan, error)
        run, proposal = self._with_transcript(conclusion), conclusion.proposal
        if proposal is not None and not proposal.healed:  # the test may ask for the version before it is stored
            numbers = [version.version for version in self.scope.store.versions(run.task)]
            run = replace(run, version=max(numbers, default=0) + 1)
            proposal = replace(proposal, run=run)
        self.runs.append(run)
        if plan.progress.learned is not None:
            self._lessons.append(lesson_record(plan, run, conclusion.error))
        if conclusion.observation is not None:
            self._observations.append(conclusion.observation)
        if run.drift and run.drift.blames_page:
            self.memory.record_failure(plan)
        if conclusion.error is not None:
            raise conclusion.error
        if proposal is not None:
            self.proposals.append(proposal)
            if not proposal.healed:
                self.memory.keep(plan)
        return run

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
        record_lessons(self.scope, self._lessons)
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
        record_lessons(self.scope, self._lessons, dropped=why)

    def _add(self, proposal: Proposal) -> Workflow:
        version = add_version(self.scope, proposal)
        if not proposal.healed:  # the report of a heal names the replayed version
            self._revise(proposal.run, version=version.version, workflow_id=version.id)
        return version

    def _give_number_back(self, proposal: Proposal) -> None:
        """Name the version that was replayed in the run of a proposal that is not kept; its number goes to another."""
        parent = self.scope.store.get(proposal.workflow.provenance.parent)
        self._revise(proposal.run, version=parent.version if parent else 0)

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
        return Attempt(replace(self.scope, mark=replace(mark, **changes) if mark else LearnedMark(**changes)))

    def adopt(self, part: Attempt) -> None:
        """Add the runs and proposals of a finished subtask; of several proposals for a task, the first one counts."""
        known = {proposal.workflow.task for proposal in self.proposals}
        for proposal in part.proposals:
            if proposal.workflow.task in known:
                part._give_number_back(proposal)
            else:
                self.proposals.append(proposal)
        self._observations.extend(part._observations)
        self._lessons.extend(part._lessons)
        self.runs.extend(part.runs)
