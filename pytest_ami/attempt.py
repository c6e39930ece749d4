"""One attempt of one test: what came of its runs, and what is committed or dropped at its end.

Rules of this module:

* Everything is keyed by (node id, attempt): a retry has an attempt of its own and sees nothing of the failed one.
* Nothing learned is written before the test is green; drift is written at once, because it is a fact either way.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypedDict

from . import watching
from .decide.audit import findings
from .decide.lifecycle import Event
from .decide.params import instruction_template
from .decide.routes import normal_route
from .machine.mending import found_anew, mended
from .marker import Learned
from .model.codec import to_plain
from .model.errors import AmiError, HarnessError, StaleError, TeacherError
from .model.outcome import Drift, Outcome, Run, Usage
from .model.workflow import Provenance, Step, Workflow
from .planning import Plan, Planner
from .remembering import Remembering
from .report.messages import stale_error, told
from .settings import Mode
from .store.evolution import HEAL
from .store.facts import Kind
from .teach.budget import Purse

if TYPE_CHECKING:
    from .confirming import Trial
    from .machine.learn import Learned as Lessons
    from .model.operation import Operation
    from .settings import Settings
    from .store.workflows import WorkflowStore
    from .tasks import Subtask
    from .watching import Confirmation

WIRE = ("type", "url", "ref", "role", "text", "value", "xpath", "frame", "tab", "timestamp")
"""The parts of an operation that are written down as it is recorded."""


LOCATING = ("absolute_xpath", "xpath", "css", "attributes", "role", "name")
"""The parts of a fingerprint that a heal writes down: how the element is found from then on."""


class Where(TypedDict):
    """What every fact says about where it comes from."""

    test: str
    attempt: int


@dataclass(slots=True)
class Attempt:
    """One attempt of one test.

    Attributes:
        test: Node id.
        number: 1, or more for a retry.
        settings: As resolved for this test.
        store: The workflow store.
        mark: The ``learned`` marker, or None.
        teacher: What the ``ami_teacher`` fixture gave, or None.
        runs: What came of the runs so far.
        trials: What was healed and is to be replayed from a clean context once the test's body is over.
        purse: What all lessons of this process have cost.
    """

    test: str
    number: int
    settings: Settings
    store: WorkflowStore
    mark: Learned | None = None
    teacher: Any = None
    runs: list[Run] = field(default_factory=list)
    trials: list[Trial] = field(default_factory=list)
    purse: Purse = field(default_factory=Purse)
    _proposals: list[Workflow] = field(default_factory=list)
    _watched: list[watching.Watched] = field(default_factory=list)
    _confirmed: dict[int, Confirmation] = field(default_factory=dict)
    _run_of: dict[int, int] = field(default_factory=dict)
    remembering: Remembering = field(init=False)

    def __post_init__(self) -> None:
        """Begin without anything remembered."""
        self.remembering = Remembering(self.store, self.settings.mode, self.test, self.number)

    @property
    def planner(self) -> Planner:
        """What decides what a run is going to do."""
        return Planner(self.test, self.settings, self.store, self.mark, self.teacher, self.number, self.purse)

    @property
    def where(self) -> Where:
        """Node id and attempt, for facts."""
        return {"test": self.test, "attempt": self.number}

    def note(self, operation: Operation) -> None:
        """Write down an operation the moment it is recorded: what happened, and not yet anything learned."""
        data = {name: getattr(operation, name) for name in WIRE}
        task = self.mark.task if self.mark else ""
        self.store.journal.append(Kind.OPERATION, task=task, data=data, **self.where)

    def conclude(self, plan: Plan, error: AmiError | None = None) -> Run:
        """Turn progress into a ``Run``; keep what may be committed; write down drift.

        Args:
            plan: With its progress filled.
            error: What the engine raised, if anything.

        Raises:
            StaleError: The page has changed and nothing could be relearned.
            AppDownError, NotReadyError: The application is to blame.
            TeacherError: Learning failed.
        """
        progress = plan.progress
        replayed, learned, stored = progress.replayed, progress.learned, plan.job.workflow
        drift = _with_new_place(replayed.drift if replayed else None, learned)
        drift = watching.with_reason(drift, stored) if drift else None
        usage = learned.usage if learned else Usage()
        if learned and error is not None:  # a question that failed is in no advice, and was paid for all the same
            usage = getattr(plan.teacher, "spent", usage)
        usage += plan.read
        self.purse.spend(usage)
        name = getattr(plan.teacher, "name", "") if learned else ""
        run = Run(
            task=plan.task,
            outcome=Outcome.REPLAYED,
            steps=len(replayed.steps) if replayed else 0,
            seconds=time.monotonic() - plan.began,
            model_calls=usage.calls,
            tokens=usage.tokens,
            money=usage.money,
            drift=drift,
            version=stored.version if stored else 0,
            workflow_id=stored.id if stored else "",
            healed=replayed.healed if replayed else (),
            teacher=name,
        )
        if drift and stored:
            watching.note_drift(self.store, stored, drift, **self.where)
            if drift.blames_page:
                self.remembering.blame(plan)
        if error is not None or (drift and not progress.steps):
            raise self._failed(plan, run, drift, error)
        if progress.steps:
            return self._learned(plan, run, drift)
        if stored and replayed:
            watched = watching.watch(self.store, stored, replayed)
            run = replace(run, drifting=watched.lines)
            self._watched.append(watched)
            if replayed.healed:
                return self._healed(plan, run, stored)
        self.runs.append(run)
        return run

    def _failed(self, plan: Plan, run: Run, drift: Drift | None, error: AmiError | None) -> AmiError:
        blamed = drift is not None and drift.blames_page
        outcome = Outcome.STALE if blamed else Outcome.FAILED
        if isinstance(error, HarnessError):
            outcome = Outcome.HARNESS_ERROR
        self.runs.append(replace(run, outcome=outcome))
        if drift is None:
            assert error is not None  # noqa: S101  (the caller has one or the other)
            error.run = error.run or f'pytest "{self.test}" --ami-mode=auto'
            return error
        total = len(plan.job.workflow.steps) if plan.job.workflow else 0
        return stale_error(plan.task, run, total, drift, self.test, teacher=error)

    def _learned(self, plan: Plan, run: Run, drift: Drift | None) -> Run:
        steps, learned = plan.progress.steps, plan.progress.learned
        stored = plan.job.workflow or self.store.find(plan.task)  # learned anew: what there was makes way for it
        unused = [p.name for p in plan.parameters if plan.values.get(p.name) and f"{{{{{p.name}}}}}" not in repr(steps)]
        if unused:
            self.runs.append(replace(run, outcome=Outcome.FAILED))
            raise TeacherError(
                f'"{plan.task}" was carried out without {", ".join(unused)}',
                why="A parameter that no step types, chooses or looks for would be ignored in every later run.",
                evidence=[step.title() for step in steps[:8]],
                run=f"leave out {', '.join(unused)}, or use a teacher that types the values exactly as given",
            )
        final = learned.final if learned else None
        template = instruction_template(plan.instruction, plan.values) if plan.instruction else ""
        if any(secret in template for secret in plan.secrets.values() if secret):
            template = ""  # too short or too deep in the text to be told apart: better no template than a secret
        workflow = Workflow(
            task=plan.task,
            steps=tuple(self._optional(step) for step in steps),
            parameters=plan.parameters,
            start=stored.start if stored else normal_route(plan.job.start),
            aliases=tuple(dict.fromkeys((*(stored.aliases if stored else ()), *(final.aliases if final else ())))),
            templates=tuple(dict.fromkeys((*(stored.templates if stored else ()), *((template,) if template else ())))),
            label=(final.label if final else "") or (stored.label if stored else ""),
            description=(final.description if final else "") or (stored.description if stored else ""),
            key_elements=(final.key_elements if final else ()) or (stored.key_elements if stored else ()),
            sop=(final.sop if final else ()) or (stored.sop if stored else ()),
            provenance=Provenance(
                author=f"teacher:{run.teacher}",
                reason=_reason(drift, stored),
                test=self.test,
                parent=stored.id if stored else "",
            ),
        )
        self._proposals.append(workflow)
        self.remembering.keep(plan)
        outcome = Outcome.RELEARNED if drift else Outcome.LEARNED
        run = replace(run, outcome=outcome, steps=len(steps), drift=drift, findings=findings(steps))
        self._run_of[len(self._proposals) - 1] = len(self.runs)
        self.runs.append(run)
        return run

    def _optional(self, step: Step) -> Step:
        named = step.target and self.mark and step.target.name in self.mark.optional
        return replace(step, optional=True) if named else step

    def _healed(self, plan: Plan, run: Run, stored: Workflow) -> Run:
        """A heal is shown; outside replay mode it becomes a candidate when the test is green."""
        run = replace(run, outcome=Outcome.HEALED)
        replayed = plan.progress.replayed
        shown = {k: v for k, v in plan.values.items() if k not in plan.secrets}
        reports = replayed.steps if replayed else []
        steps = mended(stored.steps, reports, shown)
        for report in reports:
            if report.found is None and not report.repair:
                continue
            old, kept = stored.steps[report.number - 1], found_anew(stored.steps[report.number - 1], report, shown)
            found = to_plain(kept.target) if kept.target and report.found else {}
            self.store.journal.append(
                Kind.HEAL,
                task=stored.task,
                workflow=stored.id,
                data={
                    "step": report.number,
                    "evidence": list(report.evidence),
                    "repair": report.repair,
                    "old_xpath": old.target.absolute_xpath if old.target else "",
                    "new_xpath": report.xpath,
                    "found": {key: value for key, value in found.items() if key in LOCATING},
                },
                **self.where,
            )
        numbers = ", ".join(map(str, run.healed))
        if self.settings.strict:
            self.runs.append(replace(run, outcome=Outcome.STALE))
            evidence = [
                f"step {r.number}: {r.title}: {fact}" for r in reports for fact in (*r.evidence, r.repair) if fact
            ]
            raise StaleError(
                f'STALE: "{stored.task}" v{stored.version} had to heal step {numbers}, and --ami-strict forbids that',
                evidence=evidence,
                run=f'pytest "{self.test}" --ami-mode=relearn',
            )
        if self.settings.mode is not Mode.REPLAY:
            source = Provenance(author=HEAL, reason=f"healed step {numbers}", test=self.test, parent=stored.id)
            self._proposals.append(replace(stored, steps=steps, provenance=source))
        self.runs.append(run)
        return run

    # -- at the end of the test ---------------------------------------------------------------------------------

    def commit(self) -> tuple[Workflow, ...]:
        """The test is green: write down what was learned, promote what was proven; return the new versions."""
        with self.store.snapshot():
            added = self._commit()
        self.remembering.save()
        self._finish(passed=True)
        return added

    def _commit(self) -> tuple[Workflow, ...]:
        added = []
        for i, proposal in enumerate(self._proposals):
            version = self.store.add(proposal, **self.where)
            added.append(version)
            self._make_way(proposal)
            self._confirm(version, self._confirmed.get(i))
            if i in self._run_of:
                at = self._run_of[i]
                self.runs[at] = replace(self.runs[at], version=version.version, workflow_id=version.id)
        worst_last = sorted(self._watched, key=lambda w: (w.healed, bool(w.drifting), len(w.moved)))
        for watched in {w.workflow.id: w for w in worst_last}.values():
            watching.note(self.store, watched, writes=self.settings.mode is not Mode.REPLAY, **self.where)
        return tuple(added)

    def _make_way(self, proposal: Workflow) -> None:
        """The version that a new one grew from is in doubt from now on; one that has drifted is already."""
        source = proposal.provenance
        parent = self.store.get(source.parent) if source.parent else None
        if parent is not None:
            event = Event.HEALED if source.author == HEAL else Event.RELEARNED
            self.store.lifecycle.apply_event(parent, event, text=source.reason, **self.where)

    def _confirm(self, version: Workflow, found: Confirmation | None) -> None:
        """Let a candidate that was replayed from a clean context take over at once, or put it away."""
        if found is not None and found.green:
            self.store.promote(version, event=Event.CONFIRMED, text=found.text, **self.where)
        elif found is not None and found.failed:
            self.store.lifecycle.apply_event(
                version, Event.REFUTED, text=found.text, evidence=found.evidence, **self.where
            )

    @property
    def proposals(self) -> tuple[Workflow, ...]:
        """What a green test is going to add to the store."""
        return tuple(self._proposals)

    def confirmed(self, proposal: int, run: int, found: Confirmation) -> None:
        """Take in what came of replaying a proposal from a clean context.

        Args:
            proposal: Its index in ``proposals``.
            run: Index of the run that healed it.
            found: What came of it.
        """
        self._confirmed[proposal] = found
        self.runs[run] = replace(self.runs[run], confirmed=found.word)

    def drop(self) -> None:
        """The test is not green: forget what was learned."""
        self._proposals.clear()
        self._watched.clear()
        self._confirmed.clear()
        self.remembering.drop()
        self._finish(passed=False)

    # -- subtasks -----------------------------------------------------------------------------------------------

    def part(self, subtask: Subtask) -> Attempt:
        """Return an attempt of its own for a subtask; ``adopt`` takes in what it did."""
        teacher = subtask.teacher if subtask.teacher is not None else self.mark.teacher if self.mark else None
        secrets = tuple(dict.fromkeys((*(self.mark.secrets if self.mark else ()), *subtask.secrets)))
        changes: dict[str, Any] = {"task": subtask.task, "teacher": teacher, "secrets": secrets}
        mark = replace(self.mark, **changes) if self.mark else Learned(**changes)
        return Attempt(self.test, self.number, self.settings, self.store, mark, self.teacher, purse=self.purse)

    def adopt(self, part: Attempt) -> None:
        """Take in the runs of a subtask that was done, and what it learned; of one task, what was learned first."""
        known = {proposal.task for proposal in self._proposals}
        for i, proposal in enumerate(part._proposals):
            if proposal.task not in known:
                if i in part._run_of:
                    self._run_of[len(self._proposals)] = len(self.runs) + part._run_of[i]
                self._proposals.append(proposal)
        self._watched.extend(part._watched)
        self.runs.extend(part.runs)

    def _finish(self, *, passed: bool) -> None:
        for run in self.runs:
            data = {"passed": passed, **told(run)}
            self.store.journal.append(
                Kind.TEST_FINISHED,
                task=run.task,
                workflow=run.workflow_id,
                data=data,
                test=self.test,
                attempt=self.number,
            )


def _reason(drift: Drift | None, stored: Workflow | None) -> str:
    """Return why a version was made."""
    if drift:
        return f"relearned from step {drift.step}: {drift.cause.value}"
    return "learned anew" if stored else "learned"


def _with_new_place(drift: Drift | None, learned: Lessons | None) -> Drift | None:
    """Return the drift with the place of the element that the teacher used instead."""
    first = learned.steps[0].target if learned and learned.steps else None
    return replace(drift, new_xpath=first.absolute_xpath) if drift and first else drift
