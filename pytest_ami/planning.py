"""Decides what one ``ami.run()`` is going to do, before the page is touched.

Knows the marker, the settings and the store's workflows. In replay mode no teacher is built, here or anywhere.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from .decide.params import check, extract, infer_type
from .decide.secrecy import is_secret_name
from .machine.learn import Lesson
from .machine.task import Job, Progress
from .model.errors import ConfigurationError, ParameterError, WorkflowMissingError
from .model.workflow import Parameter, Workflow
from .settings import Mode
from .teach.budget import Budget, exceeded
from .teach.demonstration import Demonstration

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .decide.ranking import Profile
    from .marker import Learned
    from .model.outcome import Usage
    from .settings import Settings
    from .store.workflows import WorkflowStore


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


def as_texts(given: Mapping[str, Any]) -> dict[str, str]:
    """Return parameter values as the texts that are typed; None is no value.

    Raises:
        ParameterError: A name cannot stand in ``{{name}}``.
    """
    for name in given:
        if not name.isidentifier():
            fitting = re.sub(r"\W", "_", name)
            raise ParameterError(
                f"{name!r} cannot be a parameter's name",
                why="It stands in templates as {{name}}, so it is made of letters, digits and _.",
                run=f"ami.run({fitting}=...)",
            )
    return {name: str(value) for name, value in given.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Planner:
    """What is known about a test before its flow runs.

    Attributes:
        test: Node id.
        settings: As resolved for this test.
        store: The workflow store.
        mark: The ``learned`` marker, or None.
        teacher: What the ``ami_teacher`` fixture gave, or None.
    """

    test: str
    settings: Settings
    store: WorkflowStore
    mark: Learned | None = None
    teacher: Any = None

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
        task, workflow, values, instruction = self._select(text, as_texts(given))
        learning = self.settings.mode in (Mode.AUTO, Mode.RELEARN)
        if workflow is None and not learning:
            raise WorkflowMissingError(
                f'No workflow is stored for "{task}", and mode {self.settings.mode.value} does not learn',
                why=f"The mode comes from: {self.settings.mode_reason}.",
                evidence=[
                    f"store: {self.store.folder}",
                    f"known tasks: {', '.join(self.store.tasks()) or 'none'}",
                ],
                run=f'pytest "{self.test}" --ami-mode=auto',
            )
        parameters = workflow.parameters if workflow else self._parameters(values)
        replayable = workflow if self.settings.mode is not Mode.RELEARN else None
        teacher = self._teacher(needed=replayable is None) if learning else None
        lesson = Lesson(
            task=task,
            parameters=parameters,
            values=values,
            demonstrates=hasattr(teacher, "perform"),
            screenshots=bool(getattr(teacher, "wants_screenshot", False)),
            timeout=self.settings.timeout * 1000,
            limit=self._limit(),
        )
        job = Job(
            lesson=lesson,
            workflow=replayable,
            values=values,
            patience=self.settings.timeout * 1000,
            heal=cast("Profile", self.settings.heal),
            start=url,
        )
        return Plan(task=task, job=job, parameters=parameters, values=values, teacher=teacher, instruction=instruction)

    def plan_demonstration(self, task: str | None, given: Mapping[str, Any], url: str) -> Plan:
        """Plan the recording of a ``with ami.demonstrate(...)`` block."""
        values = as_texts(given)
        name = task or (self.mark.task if self.mark else "")
        parameters = self._parameters(values)
        lesson = Lesson(task=name, parameters=parameters, values=values, demonstrates=True)
        job = Job(lesson=lesson, workflow=None, values=values, start=url)
        teacher = Demonstration(lambda _page, **_values: None)
        return Plan(task=name, job=job, parameters=parameters, values=values, teacher=teacher)

    def _select(self, text: str | None, given: dict[str, str]) -> tuple[str, Workflow | None, dict[str, str], str]:
        """Return the task, the workflow that would run, the values, and the instruction they came from."""
        if self.mark is not None:
            workflow = self.store.find(self.mark.task)
            known = workflow.parameters if workflow else ()
            if text is None or text.strip().casefold() == self.mark.task.casefold():
                return self.mark.task, workflow, self._checked(workflow, given), ""
            if workflow is None:
                raise ParameterError(
                    f'"{self.mark.task}" has not been learned yet, so it is not known what to read out of the text',
                    evidence=[f"the text: {text}"],
                    run='pass the parameters by name the first time: ami.run(to="...", subject="...")',
                )
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
        from .decide import match

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
                type="text" if (secret := name in declared or is_secret_name(name)) else infer_type(value),
                secret=secret,
            )
            for name, value in values.items()
        )

    def _teacher(self, *, needed: bool) -> Any:
        """Return the teacher; one that cannot be had is an error only where a lesson is certain."""
        from .teach.choose import Unavailable, choose_teacher

        wanted = self.mark.teacher if self.mark and self.mark.teacher is not None else self.teacher
        try:
            return choose_teacher(wanted, self.settings)
        except ConfigurationError as error:
            if needed:
                raise
            return Unavailable(error)

    def _limit(self) -> Callable[[Usage], str]:
        limits = {
            "calls": self.settings.calls,
            "tokens": self.settings.tokens,
            "seconds": self.settings.seconds,
        }
        limits.update(self.mark.budget if self.mark else {})
        budget = Budget(calls=int(limits["calls"]), tokens=int(limits["tokens"]), seconds=float(limits["seconds"]))
        began = time.monotonic()
        return lambda usage: exceeded(budget, usage, time.monotonic() - began)
