"""One attempt of one test: what is planned, what came of it, what is committed or dropped at its end.

Rules of this module:

* Everything is keyed by (node id, attempt): a retry has an attempt of its own and sees nothing of the failed one.
* Nothing learned is written before the test is green; drift is written at once, because it is a fact either way.
* In replay mode no teacher is built, here or anywhere.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from .decide import staleness
from .decide.params import check, infer_type, instruction_template, templatize
from .decide.routes import normal_route
from .machine.learn import Lesson
from .machine.task import Job, Progress
from .model.codec import from_plain, to_plain
from .model.errors import AmiError, ConfigurationError, ParameterError, StaleError, TeacherError, WorkflowMissingError
from .model.fingerprint import Fingerprint
from .model.outcome import Drift, Outcome, Run, Usage
from .model.workflow import Parameter, Provenance, Status, Step, Workflow
from .report.messages import stale_error, told
from .settings import Mode
from .teach.demonstration import Demonstration

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .marker import Learned
    from .settings import Settings
    from .store.workflows import WorkflowStore

SECRET_NAMES = ("password", "passwd", "passphrase", "secret", "token", "otp", "pin", "cvv", "cvc", "api_key", "card_number")
"""Parameter names that are secret without being declared so."""


@dataclass(slots=True, kw_only=True)
class Plan:
    """What one ``ami.run()`` is going to do.

    Attributes:
        task: The task.
        job: What the engine is given.
        parameters: Names, types and secrecy.
        values: Value by name.
        teacher: Who would be asked; None in replay mode.
        instruction: Free text the values were taken from, or an empty string.
        progress: Filled by the engine.
        began: Monotonic clock at the start, seconds.
    """

    task: str
    job: Job
    parameters: tuple[Parameter, ...]
    values: dict[str, str] = field(repr=False)
    teacher: Any = None
    instruction: str = ""
    progress: Progress = field(default_factory=Progress)
    began: float = field(default_factory=time.monotonic)

    @property
    def secrets(self) -> dict[str, str]:
        """Secret values by name."""
        return {p.name: self.values[p.name] for p in self.parameters if p.secret and p.name in self.values}


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
    """

    test: str
    number: int
    settings: Settings
    store: WorkflowStore
    mark: Learned | None = None
    teacher: Any = None
    runs: list[Run] = field(default_factory=list)
    _proposals: list[Workflow] = field(default_factory=list)
    _proven: list[Workflow] = field(default_factory=list)
    _run_of: dict[int, int] = field(default_factory=dict)

    # -- before -------------------------------------------------------------------------------------------------

    def plan(self, text: str | None, given: Mapping[str, Any], url: str) -> Plan:
        """Decide what ``ami.run(text, **given)`` does on a page at ``url``.

        Raises:
            ConfigurationError: No task is known, the page is blank, or the parameters do not fit.
            WorkflowMissingError: Nothing is stored and the mode does not allow learning.
            StoreError: The store cannot be read.
        """
        if url in ("", "about:blank"):
            raise ConfigurationError(
                "The page is blank, so there is nothing to run a flow on",
                why="A workflow starts on the page where it was learned.",
                run='add page.goto("...") before ami.run(), or start="..." to the learned marker',
            )
        task, workflow, values, instruction = self._select(text, {k: str(v) for k, v in given.items()})
        learning = self.settings.mode in (Mode.AUTO, Mode.RELEARN)
        if workflow is None and not learning:
            raise WorkflowMissingError(
                f'No workflow is stored for "{task}", and mode {self.settings.mode.value} does not learn',
                why=f"The mode comes from: {self.settings.mode_reason}.",
                evidence=[f"store: {self.store.folder}", f"known tasks: {', '.join(self.store.tasks()) or 'none'}"],
                run=f'pytest "{self.test}" --ami-mode=auto',
            )
        parameters = workflow.parameters if workflow else self._parameters(values)
        teacher = self._teacher() if learning else None
        lesson = Lesson(
            task=task,
            parameters=parameters,
            values=values,
            demonstrates=hasattr(teacher, "perform"),
            screenshots=bool(getattr(teacher, "wants_screenshot", False)),
            timeout=self.settings.timeout * 1000,
            limit=self._limit(),
        )
        replayable = workflow if self.settings.mode is not Mode.RELEARN else None
        job = Job(lesson=lesson, workflow=replayable, values=values, patience=self.settings.timeout * 1000, start=url)
        return Plan(task=task, job=job, parameters=parameters, values=values, teacher=teacher, instruction=instruction)

    def plan_demonstration(self, task: str | None, given: Mapping[str, Any], url: str) -> Plan:
        """Plan the recording of a ``with ami.demonstrate(...)`` block."""
        values = {name: str(value) for name, value in given.items()}
        name = task or (self.mark.task if self.mark else "")
        parameters = self._parameters(values)
        lesson = Lesson(task=name, parameters=parameters, values=values, demonstrates=True)
        job = Job(lesson=lesson, workflow=None, values=values, start=url)
        teacher = Demonstration(lambda _page, **_values: None)
        return Plan(task=name, job=job, parameters=parameters, values=values, teacher=teacher)

    def _select(self, text: str | None, given: dict[str, str]) -> tuple[str, Workflow | None, dict[str, str], str]:
        """Return the task, the workflow that would run, the values, and the instruction they came from."""
        from .decide import match

        if self.mark is not None:
            workflow = self.store.find(self.mark.task)
            known = workflow.parameters if workflow else ()
            if text is None or text.strip().casefold() == self.mark.task.casefold():
                return self.mark.task, workflow, self._checked(workflow, given), ""
            if workflow is None:
                raise ParameterError(
                    f'"{self.mark.task}" has not been learned yet, so nothing is known about what to read out of the text',
                    evidence=[f"the text: {text}"],
                    run='pass the parameters by name the first time: ami.run(to="...", subject="...")',
                )
            from .decide.params import extract

            read = extract(text, known, workflow.templates)
            return self.mark.task, workflow, self._checked(workflow, {**read, **given}), text
        if text is None:
            raise ConfigurationError(
                "ami.run() does not know which task is meant",
                why="The test has no learned marker and the call names no task.",
                run='add @pytest.mark.learned("the task"), or call ami.run("the task", ...)',
            )
        exact = self.store.find(text)
        if exact is not None or given:
            return text, exact, self._checked(exact, given), ""
        stored = self.store.find_all()
        if not stored:
            return text, None, given, ""
        choice = match.choose(text, stored)
        return choice.workflow.task, choice.workflow, self._checked(choice.workflow, choice.values), text

    def _checked(self, workflow: Workflow | None, given: dict[str, str]) -> dict[str, str]:
        if workflow is None or self.settings.mode is Mode.RELEARN:
            return given
        return check(workflow.parameters, given)

    def _parameters(self, values: Mapping[str, str]) -> tuple[Parameter, ...]:
        declared = set(self.mark.secrets) if self.mark else set()
        return tuple(
            Parameter(
                name=name,
                type="text" if (secret := name in declared or name.lower() in SECRET_NAMES) else infer_type(value),
                secret=secret,
            )
            for name, value in values.items()
        )

    def _teacher(self) -> Any:
        from .teach.choose import choose_teacher

        wanted = self.mark.teacher if self.mark and self.mark.teacher is not None else self.teacher
        return choose_teacher(wanted, self.settings)

    def _limit(self) -> Any:
        from .teach.budget import Budget, exceeded

        limits = {"calls": self.settings.calls, "tokens": self.settings.tokens, "seconds": self.settings.seconds}
        limits.update(self.mark.budget if self.mark else {})
        budget = Budget(calls=int(limits["calls"]), tokens=int(limits["tokens"]), seconds=float(limits["seconds"]))
        began = time.monotonic()
        return lambda usage: exceeded(budget, usage, time.monotonic() - began)

    # -- after --------------------------------------------------------------------------------------------------

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
        drift = replayed.drift if replayed else None
        usage = learned.usage if learned else Usage()
        name = getattr(plan.teacher, "name", "") if learned else ""
        run = Run(
            task=plan.task,
            outcome=Outcome.REPLAYED,
            steps=len(replayed.steps) if replayed else 0,
            seconds=time.monotonic() - plan.began,
            model_calls=usage.calls,
            tokens=usage.tokens,
            drift=drift,
            version=stored.version if stored else 0,
            workflow_id=stored.id if stored else "",
            healed=replayed.healed if replayed else (),
            teacher=name,
        )
        if drift and stored:
            self._note_drift(stored, drift)
        if error is not None or (drift and not progress.steps):
            raise self._failed(plan, run, drift, error)
        if progress.steps:
            return self._learned(plan, run, drift)
        if stored and replayed and replayed.healed:
            return self._healed(plan, run, stored)
        if stored and stored.status is not Status.ACTIVE:
            self._proven.append(stored)
        self.runs.append(run)
        return run

    def _failed(self, plan: Plan, run: Run, drift: Drift | None, error: AmiError | None) -> AmiError:
        blamed = drift is not None and drift.cause.blames_page
        outcome = Outcome.STALE if blamed else Outcome.FAILED
        self.runs.append(replace(run, outcome=outcome))
        if drift is None:
            assert error is not None  # noqa: S101  (the caller has one or the other)
            return error
        total = len(plan.job.workflow.steps) if plan.job.workflow else 0
        return stale_error(plan.task, run, total, drift, self.test, teacher=error)

    def _learned(self, plan: Plan, run: Run, drift: Drift | None) -> Run:
        steps, learned, stored = plan.progress.steps, plan.progress.learned, plan.job.workflow
        first = learned.steps[0] if learned and learned.steps else None
        if drift and first and first.target:
            drift = replace(drift, new_xpath=first.target.absolute_xpath)
        shown = {k: v for k, v in plan.values.items() if k not in plan.secrets}
        final = learned.final if learned else None
        template = instruction_template(plan.instruction, shown) if plan.instruction else ""
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
            provenance=Provenance(
                author=f"teacher:{run.teacher}",
                reason=f"relearned from step {drift.step}: {drift.cause.value}" if drift else "learned",
                test=self.test,
                parent=stored.id if stored else "",
            ),
        )
        self._proposals.append(workflow)
        outcome = Outcome.RELEARNED if drift else Outcome.LEARNED
        run = replace(run, outcome=outcome, steps=len(steps), drift=drift)
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
        steps = list(stored.steps)
        for report in replayed.steps if replayed else ():
            if report.found is None:
                continue
            old = steps[report.number - 1]
            found = from_plain(Fingerprint, report.found)
            kept = replace(found, counts=old.target.counts if old.target else {}, name=templatize(found.name, shown))
            steps[report.number - 1] = replace(old, target=kept)
            self.store.journal.append(
                "heal",
                task=stored.task,
                workflow=stored.id,
                data={
                    "step": report.number,
                    "evidence": list(report.evidence),
                    "old_xpath": old.target.absolute_xpath if old.target else "",
                    "new_xpath": report.xpath,
                },
                test=self.test,
                attempt=self.number,
            )
        numbers = ", ".join(map(str, run.healed))
        if self.settings.strict:
            self.runs.append(replace(run, outcome=Outcome.STALE))
            evidence = [f"step {r.number}: {r.title}: {e}" for r in (replayed.steps if replayed else ()) for e in r.evidence]
            raise StaleError(
                f'STALE: "{stored.task}" v{stored.version} had to heal step {numbers}, and --ami-strict forbids that',
                evidence=evidence,
                run=f'pytest "{self.test}" --ami-mode=relearn',
            )
        if self.settings.mode is not Mode.REPLAY:
            source = Provenance(author="heal", reason=f"healed step {numbers}", test=self.test, parent=stored.id)
            self._proposals.append(replace(stored, steps=tuple(steps), provenance=source))
        self.runs.append(run)
        return run

    def _note_drift(self, stored: Workflow, drift: Drift) -> None:
        where = {"test": self.test, "attempt": self.number}
        self.store.journal.append("drift", task=stored.task, workflow=stored.id, data=to_plain(drift), **where)
        status = staleness.after_drift(stored.status, drift.cause)
        if status is not stored.status:
            reason = f"step {drift.step}: {drift.cause.value}"
            self.store.set_status(stored, status, reason=reason, evidence=drift.evidence, **where)

    # -- at the end of the test ---------------------------------------------------------------------------------

    def commit(self) -> tuple[Workflow, ...]:
        """The test is green: write down what was learned, promote what was proven; return the new versions."""
        where: dict[str, Any] = {"test": self.test, "attempt": self.number}
        added = []
        for i, proposal in enumerate(self._proposals):
            version = self.store.add(proposal, **where)
            added.append(version)
            parent = self.store.get(proposal.provenance.parent) if proposal.provenance.parent else None
            if parent is not None and parent.status is Status.ACTIVE:
                self.store.set_status(parent, Status.POSSIBLY_STALE, reason=proposal.provenance.reason, **where)
            if i in self._run_of:
                at = self._run_of[i]
                self.runs[at] = replace(self.runs[at], version=version.version, workflow_id=version.id)
        if self.settings.mode is not Mode.REPLAY:
            for proven in {w.id: w for w in self._proven}.values():
                self.store.promote(proven, **where)
        self._finish(passed=True)
        return tuple(added)

    def drop(self) -> None:
        """The test is not green: forget what was learned."""
        self._proposals.clear()
        self._proven.clear()
        self._finish(passed=False)

    def _finish(self, *, passed: bool) -> None:
        for run in self.runs:
            data = {"passed": passed, **told(run)}
            self.store.journal.append(
                "test_finished", task=run.task, workflow=run.workflow_id, data=data, test=self.test, attempt=self.number
            )


__all__ = ["Attempt", "Plan", "TeacherError"]
