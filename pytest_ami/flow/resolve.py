"""From the arguments of ``ami.run(...)`` to a task, its stored workflow and its values.

The task is the marker's, if the test has one; otherwise the text names a task, or is an instruction for the matcher.
It knows the store, the matcher and, if the project allows a model call, the question about values. In replay mode no
client is ever built (DESIGN law 1).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pytest_ami.elements.addresses.routes import normal_route
from pytest_ami.instructions.first_values import first_values, task_of
from pytest_ami.instructions.parameters import check, extract
from pytest_ami.model.errors import ConfigurationError, ParameterError, WorkflowAmbiguousError, WorkflowMissingError
from pytest_ami.model.settings import Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_ami.instructions import retrieval
    from pytest_ami.model.settings import Settings
    from pytest_ami.model.workflow import Workflow
    from pytest_ami.store.workflow_store import WorkflowStore
    from pytest_ami.teachers.llm.client import ModelCall

    from .scope import AttemptScope

    Listener = Callable[[ModelCall], None]


@dataclass(frozen=True, slots=True)
class Selection:
    """The flow that a call selects.

    Attributes:
        task: The task.
        workflow: The stored workflow; None if there is none yet.
        values: Value by name.
        instruction: The free text with the values, or an empty string.
    """

    task: str
    workflow: Workflow | None
    values: dict[str, str] = field(repr=False)
    instruction: str = field(default="", repr=False)


def select(scope: AttemptScope, text: str | None, values: dict[str, str], url: str, listener: Listener) -> Selection:
    """Return the flow that a call selects.

    Args:
        scope: The attempt.
        text: A task or an instruction; None if the call has neither.
        values: Values by name, from the call.
        url: Address of the page.
        listener: Called with each question to a model, and its cost.

    Raises:
        ConfigurationError: No task is known, or the values do not fit its parameters.
        WorkflowMissingError, WorkflowAmbiguousError, TeacherError: As ``resolve``.
    """
    if scope.mark is not None:
        return _by_mark(scope, scope.mark.task, text, values)
    if text is None:
        raise ConfigurationError(
            "ami.run() has no task",
            why="The test has no learned marker and the call names no task.",
            run='add @pytest.mark.learned("the task"), or call ami.run("the task", ...)',
        )
    return _by_text(scope, text, values, url, listener)


def _by_mark(scope: AttemptScope, task: str, text: str | None, values: dict[str, str]) -> Selection:
    workflow = scope.store.find(task)
    if text is None or text.strip().casefold() == task.casefold():
        return Selection(task, workflow, _checked(scope, workflow, values))
    if workflow is not None:
        extracted = extract(text, workflow.parameters, workflow.templates)
        return Selection(task, workflow, _checked(scope, workflow, {**extracted, **values}), text)
    values = {**first_values(text), **values}
    if not values:
        raise ParameterError(
            f'"{task}" has not been learned yet, and the text gives no values',
            why="The first lesson fixes the parameters, so their values must be certain.",
            evidence=[f"the text: {text}"],
            run='quote the values, or pass them by name: ami.run(to="...", subject="...")',
        )
    return Selection(task, None, values, text)


def _by_text(scope: AttemptScope, text: str, values: dict[str, str], url: str, listener: Listener) -> Selection:
    exact = scope.store.find(text)
    stored = exact is None and scope.store.find_all()
    if exact is not None or (values and not stored):
        return Selection(text, exact, _checked(scope, exact, values))
    if not stored:
        return _new(scope, text, values)
    try:
        choice = resolve(text, values, scope.store, scope.settings, url, listener)
    except WorkflowMissingError:
        if scope.settings.mode not in (Mode.AUTO, Mode.RELEARN) or _like_a_stored_one(scope, text):
            raise
        return _new(scope, text, values)
    if choice is None:
        return Selection(text, None, values)
    checked = _checked(scope, choice.workflow, choice.values)
    return Selection(choice.workflow.task, choice.workflow, checked, text)


def _new(scope: AttemptScope, text: str, values: dict[str, str]) -> Selection:
    """Return the task that a text names for the first time, with the values that it quotes."""
    quoted = first_values(text) if scope.settings.mode is not Mode.REPLAY else {}
    if not quoted:
        return Selection(text, None, values)
    return Selection(task_of(text, quoted) or text, None, quoted, text)


def _like_a_stored_one(scope: AttemptScope, text: str) -> bool:
    """Return whether a text may be a stored task in other words: then nothing new is learned under it."""
    from pytest_ami.instructions import retrieval  # only instructions need it

    return bool(retrieval.similar_tasks(text, scope.store.index(), near=scope.settings.near))


def _checked(scope: AttemptScope, workflow: Workflow | None, values: dict[str, str]) -> dict[str, str]:
    if workflow is None or scope.settings.mode is Mode.RELEARN:
        return values
    return check(workflow.parameters, values)


def resolve(
    text: str,
    named: Mapping[str, str],
    store: WorkflowStore,
    settings: Settings,
    url: str = "",
    listener: Listener | None = None,
) -> retrieval.Choice | None:
    """Return the workflow that a text selects, with its values; None if the text is a new task.

    Values that the call names override those in the text. A text that selects nothing is a new task if the call names
    values.

    Args:
        text: The instruction.
        named: Values by name, from the call.
        store: The workflow store.
        settings: The least similarity of a suggestion, and whether a model may be called.
        url: Address of the page.
        listener: Called with each question to a model, and its cost.

    Raises:
        WorkflowMissingError: Nothing is selected, and at most one task is similar.
        WorkflowAmbiguousError: Two are selected, or nothing is and two are similar.
        ParameterError: One is selected, and a value is missing or doubtful.
        TeacherError: A model is allowed and cannot be asked.
    """
    from pytest_ami.instructions import retrieval  # only instructions need it

    try:
        choice = retrieval.select(text, store.index(), near=settings.near, start=normal_route(url) if url else "")
    except (WorkflowMissingError, WorkflowAmbiguousError):
        if named:
            return None
        raise
    choice = _with(choice, {**choice.values, **named})
    if choice.whole or choice.how in ("task", "alias"):
        return choice
    if settings.model_calls >= 1 and settings.mode in (Mode.AUTO, Mode.RELEARN):
        choice = _ask_model(text, named, choice, settings, listener)
    if not choice.whole:
        raise retrieval.unclear(text, choice)
    return choice


def _ask_model(
    text: str,
    named: Mapping[str, str],
    choice: retrieval.Choice,
    settings: Settings,
    listener: Listener | None,
) -> retrieval.Choice:
    """Let a model read the values that are missing or doubtful."""
    from pytest_ami.teachers.llm.client import ModelOptions
    from pytest_ami.teachers.llm.instruction_reader import read_values
    from pytest_ami.teachers.llm.prices import parse_prices

    options = ModelOptions(prices=parse_prices(settings.prices), listener=listener)
    certain = choice.values if not choice.doubts else dict(named)
    model = settings.model.split(",")[0].strip()
    values = read_values(text, choice.workflow.parameters, certain, model, options=options)
    return replace(_with(choice, values), doubts=())


def _with(choice: retrieval.Choice, values: Mapping[str, str]) -> retrieval.Choice:
    missing = tuple(p.name for p in choice.workflow.parameters if p.name not in values)
    return replace(choice, values=dict(values), missing=missing)
