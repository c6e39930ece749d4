"""Decides what one ``ami.run()`` is going to do, before the page is touched.

Knows the marker, the settings and the store's workflows. In replay mode no teacher is built, here or anywhere.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, cast

from pytest_ami.decide.first_reading import first_values, task_of
from pytest_ami.decide.origins import listed
from pytest_ami.decide.params import check, extract, infer_type
from pytest_ami.decide.secrecy import is_secret_name
from pytest_ami.machine.learn import Lesson
from pytest_ami.machine.task import Job, Progress
from pytest_ami.model.errors import ConfigurationError, ParameterError, WorkflowMissingError
from pytest_ami.model.outcome import Usage
from pytest_ami.model.settings import Mode
from pytest_ami.model.workflow import Parameter, Workflow
from pytest_ami.teach.budget import LESSON, Budget, Purse, limits, parse_budget
from pytest_ami.teach.demonstration import Demonstration

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_ami.decide.ranking import Profile
    from pytest_ami.model.settings import Settings
    from pytest_ami.store.workflows import WorkflowStore
    from pytest_ami.teach.transcript import Exchange

    from .marker import Learned


Selected = tuple[str, "Workflow | None", dict[str, str], str]
"""A task, the workflow that would run, the values, and the instruction that they came from or an empty string."""


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
        read: What reading the instruction has cost.
        progress: Filled by the engine.
        began: Monotonic clock at the start, seconds.
    """

    task: str
    job: Job
    parameters: tuple[Parameter, ...]
    values: dict[str, str] = field(repr=False)
    teacher: Any = None
    instruction: str = ""
    read: Usage = field(default_factory=Usage)
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
        attempt: Number of the attempt.
        purse: What lessons of this process have cost.
        read: What reading instructions has cost.
    """

    test: str
    settings: Settings
    store: WorkflowStore
    mark: Learned | None = None
    teacher: Any = None
    attempt: int = 1
    purse: Purse = field(default_factory=Purse)
    read: list[Usage] = field(default_factory=list)

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
        task, workflow, values, instruction = self._select(text, as_texts(given), url)
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
        secrets = {p.name: values[p.name] for p in parameters if p.secret and values.get(p.name)}
        teacher = self._teacher(task, secrets, needed=replayable is None) if learning else None
        before, after = self._limits()
        lesson = Lesson(
            task=task,
            parameters=parameters,
            values=values,
            demonstrates=hasattr(teacher, "perform"),
            screenshots=bool(getattr(teacher, "wants_screenshot", False)),
            chooses=hasattr(teacher, "choose"),
            origins=(url, *self._origins()),
            allow=self.mark.allow if self.mark else (),
            timeout=self.settings.timeout * 1000,
            limit=before,
            dear=after,
        )
        job = Job(
            lesson=lesson,
            workflow=replayable,
            values=values,
            patience=self.settings.timeout * 1000,
            heal=cast("Profile", self.settings.heal),
            start=url,
        )
        return Plan(
            task=task,
            job=job,
            parameters=parameters,
            values=values,
            teacher=teacher,
            instruction=instruction,
            read=sum(self.read, Usage()),
        )

    def plan_demonstration(self, task: str | None, given: Mapping[str, Any], url: str) -> Plan:
        """Plan the recording of a ``with ami.demonstrate(...)`` block."""
        values = as_texts(given)
        name = task or (self.mark.task if self.mark else "")
        parameters = self._parameters(values)
        lesson = Lesson(task=name, parameters=parameters, values=values, demonstrates=True)
        job = Job(lesson=lesson, workflow=None, values=values, start=url)
        teacher = Demonstration(lambda _page, **_values: None)
        return Plan(task=name, job=job, parameters=parameters, values=values, teacher=teacher)

    def _select(self, text: str | None, given: dict[str, str], url: str) -> Selected:
        """Return the task, the workflow that would run, the values, and the instruction they came from."""
        if self.mark is not None:
            return self._by_mark(self.mark.task, text, given)
        if text is None:
            raise ConfigurationError(
                "ami.run() does not know which task is meant",
                why="The test has no learned marker and the call names no task.",
                run='add @pytest.mark.learned("the task"), or call ami.run("the task", ...)',
            )
        return self._by_text(text, given, url)

    def _by_mark(self, task: str, text: str | None, given: dict[str, str]) -> Selected:
        workflow = self.store.find(task)
        if text is None or text.strip().casefold() == task.casefold():
            return task, workflow, self._checked(workflow, given), ""
        if workflow is not None:
            read = extract(text, workflow.parameters, workflow.templates)
            return task, workflow, self._checked(workflow, {**read, **given}), text
        values = {**first_values(text), **given}
        if not values:
            raise ParameterError(
                f'"{task}" has not been learned yet, and the text gives no values',
                evidence=[f"the text: {text}"],
                run='quote the values, or pass them by name: ami.run(to="...", subject="...")',
            )
        return task, None, values, text

    def _by_text(self, text: str, given: dict[str, str], url: str) -> Selected:
        exact = self.store.find(text)
        stored = exact is None and self.store.find_all()
        if exact is not None or (given and not stored):
            return text, exact, self._checked(exact, given), ""
        if not stored:
            values = first_values(text) if self.settings.mode is not Mode.REPLAY else {}
            return (task_of(text, values) or text, None, values, text) if values else (text, None, given, "")
        from .resolve import understood

        choice = understood(text, given, self.store, self.settings, url, self._heard)
        if choice is None:
            return text, None, given, ""
        return choice.workflow.task, choice.workflow, self._checked(choice.workflow, choice.values), text

    def _heard(self, exchange: Exchange) -> None:
        """Count a question about an instruction; it is written down like every other one."""
        from .teacher_context import Desk

        self.read.append(exchange.usage)
        Desk(self.store, self.settings, self.test, self.attempt, "read an instruction", {}).heard(exchange)

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

    def _origins(self) -> tuple[str, ...]:
        try:
            return listed(self.settings.allow_origins)
        except ValueError as error:
            raise ConfigurationError(
                f"ami_allow_origins is wrong: {error}",
                evidence=[f"it is {self.settings.allow_origins!r}"],
                run="pytest --ami-allow-origins=https://login.example.com",
            ) from error

    def _teacher(self, task: str, secrets: Mapping[str, str], *, needed: bool) -> Any:
        """Return the teacher; one that cannot be had is an error only where a lesson is certain."""
        from pytest_ami.teach.choose import Unavailable, choose_teacher

        from .teacher_context import Desk

        wanted = self.mark.teacher if self.mark and self.mark.teacher is not None else self.teacher
        try:
            desk = Desk(self.store, self.settings, self.test, self.attempt, task, secrets)
            return choose_teacher(wanted, self.settings, desk.classroom())
        except ConfigurationError as error:
            if needed:
                raise
            return Unavailable(error)

    def _limits(self) -> tuple[Callable[[Usage], str], Callable[[Usage], str]]:
        """Return what stops a lesson before a move, and after one."""
        own = {f.name: getattr(self.settings, f.name) for f in fields(LESSON)}
        own.update(self.mark.budget if self.mark else {})
        step = parse_budget(self.settings.step_budget, "ami_step_budget")
        run = parse_budget(self.settings.run_budget, "ami_run_budget")
        return limits(Budget(**own), step, Purse(run, self.purse.spent))
