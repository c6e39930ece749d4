"""Plans one ``ami.run()`` before the page is touched: the task, the workflow, the values and the teacher.

It knows the marker, the settings and the store's workflows. In replay mode no teacher is built, here or anywhere.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pytest_ami.elements.commits import deeds_of
from pytest_ami.engine.boundary.document_origins import FlowOrigins
from pytest_ami.engine.boundary.flow_rules import secret_names
from pytest_ami.engine.boundary.lesson_origins import parse_origins
from pytest_ami.engine.relearn import FlowSpec, Progress
from pytest_ami.engine.replay_options import FlowOptions
from pytest_ami.engine.report import already_done
from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.engine.secrets.redaction import redact_named
from pytest_ami.engine.teaching.lesson import Lesson
from pytest_ami.engine.versions.key_elements import with_key_elements
from pytest_ami.engine.versions.rejection import REJECTED
from pytest_ami.instructions.parameters import infer_type
from pytest_ami.model.errors import ConfigurationError, ParameterError, WorkflowMissingError
from pytest_ami.model.outcome import Usage
from pytest_ami.model.secret import Secret
from pytest_ami.model.workflow import Parameter
from pytest_ami.store.facts import new_id
from pytest_ami.teachers.budget import LESSON, Budget, RunBudget, budget_checks, parse_budget
from pytest_ami.teachers.demonstration import Demonstration

from .lessons.lesson_log import LessonLog
from .marker import is_secret
from .recorded_origins import recorded_origins
from .resolve import checked, select

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pytest_ami.browser.pictures.witness import Witness
    from pytest_ami.elements.candidates import Profile
    from pytest_ami.model.command import Program
    from pytest_ami.model.workflow import Workflow
    from pytest_ami.teachers.llm.client import ModelCall

    from .resolve import Selection
    from .scope import AttemptScope

T = TypeVar("T")


@dataclass(slots=True, kw_only=True)
class Plan:
    """One ``ami.run()``, planned.

    Attributes:
        spec: The flow as input of the engine; its lesson holds task, parameters and values.
        teacher: The teacher that may be asked; None in replay mode.
        instruction: The free text with the values, or an empty string.
        aliases: Other names for a new task, from the model that read the text.
        similar: How similarity has selected the flow; empty if its words have.
        reading: The cost of reading the instruction.
        expect: ``rejected`` if the application is expected to refuse the flow, else empty.
        progress: The progress, which the engine fills.
        witness: Keeps the actions and the pictures of the flow; None until it begins.
        began: The monotonic clock at the start, in seconds.
        session: Id of this run of the task.
        log: Follows the lessons of this run.
    """

    spec: FlowSpec
    teacher: Any = None
    instruction: str = field(default="", repr=False)
    aliases: tuple[str, ...] = ()
    similar: str = ""
    reading: Usage = field(default_factory=Usage)
    expect: str = ""
    progress: Progress = field(default_factory=Progress)
    witness: Witness | None = None
    began: float = field(default_factory=time.monotonic)
    session: str = field(default_factory=new_id)
    log: LessonLog | None = None

    @property
    def task(self) -> str:
        """The task."""
        return self.spec.lesson.task

    @property
    def workflow(self) -> Workflow | None:
        """The version that was followed, or is to be followed; None to learn one."""
        return self.progress.version or self.spec.workflow

    @property
    def committed(self) -> bool:
        """Whether a replayed step or a teacher has done a deed that lasts."""
        replayed, workflow = self.progress.replayed, self.workflow
        carried = already_done(workflow, replayed) if workflow and replayed and replayed.drift else ()
        return bool(deeds_of(carried, replayed.sent if replayed else (), self.shown)) or any(
            lesson.deeds for lesson in self.progress.lessons
        )

    @property
    def stopped(self) -> bool:
        """Whether the flow met a drift and nothing was learned instead."""
        replayed = self.progress.replayed
        return bool(replayed and replayed.drift) and not self.progress.steps

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Names, types, and which of them are secret."""
        return self.spec.lesson.parameters

    @property
    def values(self) -> Mapping[str, str]:
        """Value by name."""
        return self.spec.values

    @property
    def secrets(self) -> dict[str, str]:
        """Secret values by name."""
        return self.spec.lesson.secrets

    def guarded(self, program: Program[T]) -> Program[T]:
        """Return the program of the flow; if similarity has selected it, it begins with a look for its key elements."""
        if self.spec.workflow is None or not self.similar:
            return program
        return with_key_elements(self.spec.workflow, self.values, self.spec.options, self.similar, program)

    @property
    def shown(self) -> dict[str, str]:
        """Values that a store, a file or a log may see."""
        return self.spec.lesson.shown


def as_texts(params: Mapping[str, Any]) -> dict[str, str]:
    """Return parameter values as the texts to type; None is no value.

    Raises:
        ParameterError: A name cannot stand in ``{{name}}``.
    """
    for name in params:
        if not name.isidentifier():
            fitting = re.sub(r"\W", "_", name)
            raise ParameterError(
                f"{name!r} cannot be a parameter's name",
                why="Templates contain it as {{name}}, so only letters, digits and _ are allowed.",
                run=f"ami.run({fitting}=...)",
            )
    return {name: str(value) for name, value in params.items() if value is not None}


def expected(value: str) -> str:
    """Return the expected outcome: ``rejected``, or an empty string for success.

    Raises:
        ConfigurationError: There is no such outcome.
    """
    if value in ("", REJECTED):
        return value
    raise ConfigurationError(
        f'expect="{REJECTED}" is the only expectation of a flow, got {value!r}',
        why="Without it, a flow is expected to have the effects with which it was learned.",
        run=f"ami.run(..., expect={REJECTED!r})",
    )


def hidden(values: Mapping[str, str], parameters: Iterable[Parameter]) -> dict[str, str]:
    """Return the values; those of secret parameters show their names only, and no file may hold them from now on."""
    secret = {p.name for p in parameters if p.secret}
    shown = {value for name, value in values.items() if name not in secret}
    made = {
        name: Secret(value, f"{{{{{name}}}}}", public=value in shown) if name in secret else value
        for name, value in values.items()
    }
    GATE.declare({name: value for name, value in made.items() if name in secret})
    return made


@dataclass(frozen=True, slots=True)
class Planner:
    """Makes plans for one attempt of a test.

    Attributes:
        scope: The attempt.
        readings: The cost of each question about an instruction.
    """

    scope: AttemptScope
    readings: list[Usage] = field(default_factory=list)

    def plan(self, text: str | None, params: Mapping[str, Any], url: str, expect: str = "", home: str = "") -> Plan:
        """Plan ``ami.run(text, **params)`` on a page at ``url``.

        Args:
            text: A task or an instruction; None if the call has neither.
            params: Parameter values.
            url: Address of the page.
            expect: ``rejected`` if the application is expected to refuse the flow; empty for what the marker says.
            home: Address that the test asked for, if the browser was led from it to another origin.

        Raises:
            ConfigurationError: No task is known, the page is blank, or the arguments do not fit.
            WorkflowMissingError: Nothing is stored, and nothing may be learned.
            StoreError: The store cannot be read.
        """
        expect = expected(expect or (self.scope.mark.expect if self.scope.mark else ""))
        if url in ("", "about:blank"):
            raise ConfigurationError(
                "The page is blank, so there is nothing to run a flow on",
                why="A workflow starts on the page where it was learned.",
                run='add page.goto("...") before ami.run(), or start="..." to the learned marker',
            )
        selection = select(self.scope, text, as_texts(params), url, self._record, expect)
        empty = selection.workflow is not None and not selection.workflow.steps  # green without a step proves nothing
        selection = replace(selection, workflow=None) if empty else selection
        if selection.workflow is None and (expect or not self.scope.learns):
            raise self._missing(selection.task, expect, *(["the stored version has no steps"] if empty else ()))
        selection = replace(selection, workflow=self._with_secret_parameters(selection.workflow))
        replayable = None if self.scope.begins_anew(selection.workflow, expect) else selection.workflow
        log = LessonLog(self.scope, selection.task)
        added = self._added(selection, expect)
        lesson, teacher = self._lesson(selection, url, home, log, added, anew=replayable is None)
        spec = FlowSpec(
            lesson=lesson,
            workflow=replayable,
            others=lambda: self.scope.store.others(replayable) if replayable else (),
        )
        return Plan(
            spec=spec,
            teacher=teacher,
            instruction=selection.instruction,
            aliases=selection.aliases,
            similar=selection.similar,
            reading=sum(self.readings, Usage()),
            expect=expect,
            session=log.session,
            log=log,
        )

    def plan_demonstration(self, task: str | None, params: Mapping[str, Any], url: str, home: str = "") -> Plan:
        """Plan the recording of a ``with ami.demonstrate(...)`` block.

        Raises:
            ParameterError: A name is misspelt: the task is known, and has one like it.
        """
        mark = self.scope.mark
        name = task or (mark.task if mark else "")
        values = checked(self.scope, self.scope.flows.find(name), as_texts(params))
        parameters = self.parameters(values)
        values = hidden(values, parameters)
        options, log = self._options(url, home), LessonLog(self.scope, name)
        known: Any = {"parameters": parameters, "public": mark.public if mark else (), "options": options}
        lesson = Lesson(task=name, values=values, demonstrates=True, observer=log, **known)
        teacher = Demonstration(lambda _page, **_values: None)
        return Plan(spec=FlowSpec(lesson=lesson, workflow=None), teacher=teacher, session=log.session, log=log)

    def parameters(self, values: Mapping[str, str]) -> tuple[Parameter, ...]:
        """Return the parameters of a flow that is learned for the first time, from its values."""
        mark = self.scope.mark
        optional = set(mark.optional) if mark else set()
        return tuple(
            Parameter(
                name=name,
                type="text" if (secret := is_secret(name, mark)) else infer_type(value),
                secret=secret,
                optional=name in optional,
            )
            for name, value in values.items()
        )

    def _added(self, selection: Selection, expect: str) -> tuple[Parameter, ...]:
        """Return the parameters that a call gives and the known flow has not: the flow is known without them.

        Raises:
            ConfigurationError: The application is expected to refuse the flow, so nothing is learned.
        """
        known = {p.name for p in selection.workflow.parameters} if selection.workflow else selection.values.keys()
        values = {name: value for name, value in selection.values.items() if name not in known}
        if values and expect:
            raise ConfigurationError(
                f'"{selection.task}" takes no {", ".join(values)}, so nothing can be expected to be {expect}',
                why="A refusal teaches nothing: a new parameter is learned in a test in which the flow succeeds.",
                run="run the test in which it succeeds first, without expect",
            )
        return tuple(replace(parameter, optional=True) for parameter in self.parameters(values))

    def _with_secret_parameters(self, workflow: Workflow | None) -> Workflow | None:
        """Return a stored workflow in which every secret of the test is one, whatever its file says."""
        if workflow is None:
            return None
        mark = self.scope.mark
        known = (secret_names(workflow) - set(mark.public if mark else ())) | set(mark.secrets if mark else ())
        return replace(workflow, parameters=tuple(replace(p, secret=p.name in known) for p in workflow.parameters))

    def _missing(self, task: str, expect: str, *ignored: str) -> WorkflowMissingError:
        settings, store = self.scope.settings, self.scope.store
        if expect:
            return WorkflowMissingError(
                f'No workflow is stored for "{task}", so nothing can be expected to be {expect}',
                why="A refusal teaches nothing: the flow is learned in a test in which it succeeds.",
                evidence=[f"store: {store.folder}", f"known tasks: {', '.join(store.tasks()) or 'none'}"],
                run="run the test in which it succeeds first, without expect",
            )
        return WorkflowMissingError(
            f'No workflow is stored for "{task}", and mode {settings.mode.value} does not learn',
            why=f"The mode comes from: {settings.mode_reason}.",
            evidence=[
                f"store: {store.folder}",
                f"known tasks: {', '.join(store.tasks()) or 'none'}",
                *(f"ignored: {refusal}" for refusal in (*ignored, *store.refusals)),
            ],
            run=f"{self.scope.command} --ami-mode=auto",
        )

    def _lesson(
        self, selection: Selection, url: str, home: str, log: LessonLog, added: tuple[Parameter, ...], *, anew: bool
    ) -> tuple[Lesson, Any]:
        """Return the lesson for a selection, which may learn the flow anew, and its teacher; None in replay mode."""
        workflow, values, mark = selection.workflow, selection.values, self.scope.mark
        parameters = (*workflow.parameters, *added) if workflow else self.parameters(values)
        values = hidden(values, parameters)
        secrets = {p.name: values[p.name] for p in parameters if p.secret and values.get(p.name)}
        needed = anew or bool(added)
        teacher = self._teacher(selection.task, secrets, needed=needed) if self.scope.learns else None
        before, after = self._limits()
        lesson = Lesson(
            task=selection.task,
            parameters=parameters,
            values=values,
            demonstrates=hasattr(teacher, "perform"),
            screenshots=bool(getattr(teacher, "wants_screenshot", False)),
            chooses=hasattr(teacher, "choose"),
            options=self._options(url, home, self._origins()),
            replaces=workflow.steps if workflow and anew else (),
            adds=tuple(parameter.name for parameter in added),
            allow=mark.allow if mark else (),
            public=mark.public if mark else (),
            sentence=redact_named(selection.instruction, secrets),
            limit=before,
            dear=after,
            observer=log,
        )
        return lesson, teacher

    def _options(self, url: str, home: str, allowed: Iterable[str] = ()) -> FlowOptions:
        """Return the options of a flow that starts at ``url``."""
        settings, recorded = self.scope.settings, recorded_origins(self.scope.store.folder)
        return FlowOptions(
            patience=settings.timeout * 1000,
            heal=cast("Profile", settings.heal),
            origins=FlowOrigins(start=home or url, allowed=frozenset(allowed), recorded=recorded),
            url=url,
        )

    def _record(self, exchange: ModelCall) -> None:
        """Count a model call about an instruction, and record it like every other model call."""
        from .teacher_context import ModelCallLog

        self.readings.append(exchange.usage)
        ModelCallLog(self.scope, "read an instruction", {}).record(exchange)

    def _origins(self) -> tuple[str, ...]:
        allowed = self.scope.settings.allow_origins
        try:
            return parse_origins(allowed)
        except ValueError as error:
            raise ConfigurationError(
                f"ami_allow_origins is wrong: {error}",
                why="A lesson sends requests to these origins only, so each of them must be valid.",
                evidence=[f"it is {allowed!r}"],
                run="pytest --ami-allow-origins=https://login.example.com",
            ) from error

    def _teacher(self, task: str, secrets: Mapping[str, str], *, needed: bool) -> Any:
        """Return the teacher. An unavailable one is an error only if a lesson is certain."""
        from pytest_ami.teachers.choose import UnavailableTeacher, choose_teacher

        from .teacher_context import ModelCallLog

        mark = self.scope.mark
        wanted = mark.teacher if mark and mark.teacher is not None else self.scope.teacher
        try:
            context = ModelCallLog(self.scope, task, secrets).teacher_context()
            return choose_teacher(wanted, self.scope.settings, context)
        except ConfigurationError as error:
            if needed:
                raise
            return UnavailableTeacher(error)

    def _limits(self) -> tuple[Callable[[Usage], str], Callable[[Usage], str]]:
        """Return the checks that stop a lesson before a move, and after one."""
        settings, mark = self.scope.settings, self.scope.mark
        own = {f.name: getattr(settings, f.name) for f in fields(LESSON)}
        own.update(mark.budget if mark else {})
        step = parse_budget(settings.step_budget, "ami_step_budget")
        run = parse_budget(settings.run_budget, "ami_run_budget")
        return budget_checks(Budget(**own), step, RunBudget(run, self.scope.purse.spent))
