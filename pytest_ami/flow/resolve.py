"""From the arguments of ``ami.run(...)`` to a task, its stored workflow and its values.

The task is the marker's, if the test has one; otherwise the text names a task, or is an instruction for the matcher.
It knows the store, the matcher and, if the project allows a model call, the question about values. In replay mode no
client is ever built (DESIGN law 1).

A text that selects nothing is a lesson. Before it begins, every word of the text is accounted for: by the tables of
words, or else by the model that teaches. A word that nobody accounts for refuses the call.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pytest_ami.elements.addresses.routes import normal_route
from pytest_ami.engine.effects.left_out import absent, ignored, without
from pytest_ami.engine.secrets.redaction import is_secret_name, without_holes
from pytest_ami.instructions.first_reading import FirstReading, read_declared, read_first
from pytest_ami.instructions.parameters import check, extract, fitted
from pytest_ami.instructions.rewrite import refusal
from pytest_ami.instructions.value_names import is_plain
from pytest_ami.model.errors import ConfigurationError, ParameterError, WorkflowAmbiguousError, WorkflowMissingError
from pytest_ami.model.settings import Mode
from pytest_ami.store.warnings import warn_bookkeeping

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from pytest_ami.instructions.selection import Choice
    from pytest_ami.lexicon.embedding import Embedder, Vector
    from pytest_ami.model.settings import Settings
    from pytest_ami.model.workflow import Workflow
    from pytest_ami.store.workflow_store import WorkflowStore
    from pytest_ami.teachers.llm.client import ModelCall

    from .scope import AttemptScope, KnownFlows

    Listener = Callable[[ModelCall], None]


@dataclass(frozen=True, slots=True)
class Selection:
    """The flow that a call selects.

    Attributes:
        task: The task.
        workflow: The stored workflow; None if there is none yet.
        values: Value by name.
        instruction: The free text with the values, or an empty string.
        aliases: Other names for a new task.
        similar: How similarity has selected the flow, and how to name it for certain; empty for any other selection.
    """

    task: str
    workflow: Workflow | None
    values: dict[str, str] = field(repr=False)
    instruction: str = field(default="", repr=False)
    aliases: tuple[str, ...] = ()
    similar: str = ""


def select(
    scope: AttemptScope, text: str | None, values: dict[str, str], url: str, listener: Listener, expect: str = ""
) -> Selection:
    """Return the flow that a call selects, with values that fit its parameters.

    Args:
        scope: The attempt.
        text: A task or an instruction; None if the call has neither.
        values: Values by name, from the call.
        url: Address of the page.
        listener: Called with each question to a model, and its cost.
        expect: ``rejected`` if the application is expected to refuse the flow.

    Raises:
        ConfigurationError: No task is known, or the values do not fit its parameters.
        WorkflowMissingError, WorkflowAmbiguousError, TeacherError: As ``resolve``.
    """
    selection = _selected(scope, text, values, url, listener)
    workflow = _taking(selection.workflow, selection.values) if selection.workflow else None
    return replace(selection, workflow=workflow, values=checked(scope, workflow, selection.values, expect))


def _selected(scope: AttemptScope, text: str | None, values: dict[str, str], url: str, listener: Listener) -> Selection:
    if scope.mark is not None:
        return _by_mark(scope, scope.mark.task, text, values, listener)
    if text is None:
        raise ConfigurationError(
            "ami.run() has no task",
            why="The test has no learned marker and the call names no task.",
            run='add @pytest.mark.learned("the task"), or call ami.run("the task", ...)',
        )
    return _by_text(scope, text, values, url, listener)


def _by_mark(scope: AttemptScope, task: str, text: str | None, values: dict[str, str], listener: Listener) -> Selection:
    workflow = scope.flows.find(task)
    if workflow is not None and scope.mark is not None:
        workflow = _with_optional(workflow, scope.mark.optional)
    if text is None or text.strip().casefold() == task.casefold():
        return Selection(task, workflow, values)
    if workflow is not None:
        return Selection(task, workflow, _stored_values(scope, workflow, text, values), text)
    reading = _read(scope, text, values, listener, task=task)
    values = {**reading.values, **values}
    if not values:
        raise ParameterError(
            f'"{task}" has not been learned yet, and the text gives no values',
            why="The first lesson fixes the parameters, so their values must be certain.",
            evidence=[f"the text: {text}"],
            run='quote the values, or pass them by name: ami.run(to="...", subject="...")',
        )
    return Selection(task, None, values, text, reading.aliases)


def _with_optional(workflow: Workflow, optional: Collection[str]) -> Workflow:
    """Return a workflow in which these parameters are optional."""
    parameters = (replace(p, optional=p.optional or p.name in optional) for p in workflow.parameters)
    return replace(workflow, parameters=tuple(parameters))


def _taking(workflow: Workflow, values: Mapping[str, str]) -> Workflow:
    """Return a workflow without the parameters that no step enters and that have a value now: they are new ones."""
    new = ignored(workflow, values)
    return replace(workflow, parameters=tuple(p for p in workflow.parameters if p.name not in new))


def _stored_values(scope: AttemptScope, workflow: Workflow, text: str, values: dict[str, str]) -> dict[str, str]:
    """Return the values of a text for the marker's workflow; a word that belongs to neither refuses the text."""
    named = _with_optional(workflow, values.keys())  # the call may name a value that the text does not hold
    extracted = extract(text, named.parameters, workflow.templates)
    found = {**extracted, **values}
    if not fitted(text, named.parameters, workflow.templates):
        called = " ".join(parameter.name.replace("_", " ") for parameter in workflow.parameters)
        task = " ".join((workflow.task, *workflow.aliases, called, *map(without_holes, workflow.templates)))
        reading = read_declared(text, extracted, task)
        if reading.unread or reading.nameless:
            raise refusal(reading, secret=_hides(scope, text, found), declared=True)
    return found


def _by_text(scope: AttemptScope, text: str, values: dict[str, str], url: str, listener: Listener) -> Selection:
    from pytest_ami.instructions.retrieval import WorkflowsSimilarError  # only instructions need it

    exact = scope.flows.find(text)
    if exact is not None:
        return Selection(text, exact, values)
    if not scope.flows.find_all():
        return _new(scope, text, values, listener)
    embed = _embedder(scope, text, values)
    try:
        choice = resolve(text, values, scope.flows, scope.settings, url, listener, embed)
    except (WorkflowMissingError, WorkflowAmbiguousError) as error:
        selected = isinstance(error, WorkflowAmbiguousError) and not isinstance(error, WorkflowsSimilarError)
        if selected or not scope.learns or _like_a_stored_one(scope, text, embed):
            raise
        choice = None
    if choice is None:
        return _new(scope, text, values, listener)
    similar = _by_similarity(scope, text, choice) if choice.likeness else ""
    return Selection(choice.workflow.task, choice.workflow, choice.values, text, similar=similar)


def _by_similarity(scope: AttemptScope, text: str, choice: Choice) -> str:
    """Return how similarity has selected a flow, with the command after which the words do."""
    from pytest_ami.instructions.aliases import alias_command

    command = alias_command(text, choice.workflow, scope.flows.index())
    return f"selected by similarity {choice.likeness:.2f}" + (f"; for certain: {command}" if command else "")


def _embedder(scope: AttemptScope, text: str, values: Mapping[str, str]) -> Embedder | None:
    """Return the project's embedder; None in a mode that asks no model, and for a text that may hold a secret."""
    if not scope.learns or _hides(scope, text, values):
        return None
    from pytest_ami.lexicon.embedding import Lexical

    embedder = scope.store.memory.embedder
    return None if isinstance(embedder, Lexical) else _AskedOnce(embedder)


class _AskedOnce:
    """The project's embedder for one call: it gets each text once, and nothing more after a fault."""

    def __init__(self, embedder: Embedder) -> None:
        self.name = embedder.name
        self._embedder = embedder
        self._known: dict[str, Vector] = {}
        self._failed = False

    def __call__(self, texts: Sequence[str], /) -> list[Vector]:
        """Return one vector for each text; none after a fault, which is a warning."""
        new = [text for text in texts if text not in self._known]
        try:
            if new and not self._failed:
                self._known.update(zip(new, self._embedder(new), strict=True))
        except Exception as error:  # noqa: BLE001  (an embedder is anybody's code)
            self._failed = True
            why = type(error).__name__
            warn_bookkeeping(f"The embedder {self.name} failed ({why}), so texts are compared without it.")
        return [] if self._failed else [self._known[text] for text in texts]


def _new(scope: AttemptScope, text: str, values: dict[str, str], listener: Listener) -> Selection:
    """Return the task that a text names for the first time, with its values and those that the call names."""
    if not scope.learns:
        return Selection(text, None, values)
    reading = _read(scope, text, values, listener)
    if not reading.values:
        return Selection(text, None, values, aliases=reading.aliases)
    found = {**reading.values, **values}
    return Selection(_unique(scope, reading.task, text, found), None, found, text, reading.aliases)


def _read(scope: AttemptScope, text: str, values: dict[str, str], listener: Listener, task: str = "") -> FirstReading:
    """Return the reading of a text that accounts for every word of it.

    Raises:
        ParameterError: There is none.
        TeacherError: The model cannot be asked.
    """
    reading = read_first(text, task, values)
    if reading.whole or not scope.learns:
        return reading
    if values and not task and not (reading.values or reading.nameless) and is_plain(text):
        return replace(reading, task=text, unread=(), doubts=())  # names beside a text without a value: it is the task
    secret, asked = _hides(scope, text, {**reading.values, **values}), ""
    model = "" if secret else _model(scope)
    if model:
        asked = model
        answered = _ask_about(text, values, task, model, scope.settings, listener)
        if answered.whole:
            return answered
        reading = answered if answered.task else reading
    raise refusal(reading, secret=secret, declared=bool(task), model=asked)


def _ask_about(
    text: str, values: dict[str, str], task: str, model: str, settings: Settings, listener: Listener
) -> FirstReading:
    """Let the model name task, values and constants of a text, and account for its words with them."""
    from pytest_ami.teachers.llm.client import ModelOptions
    from pytest_ami.teachers.llm.instruction_reader import read_sentence
    from pytest_ami.teachers.llm.prices import parse_prices

    options = ModelOptions(prices=parse_prices(settings.prices), listener=listener)
    answer = read_sentence(text, task, values, model, options=options)
    return read_declared(text, answer.values, task or answer.task, answer.constants, answer.aliases, claimed=not task)


def _model(scope: AttemptScope) -> str:
    """Return the name of the model that teaches; empty if another teacher does."""
    wanted = scope.mark.teacher if scope.mark and scope.mark.teacher is not None else scope.teacher
    wanted = scope.settings.teacher if wanted is None else wanted
    key, url = os.environ.get("OPENAI_API_KEY"), os.environ.get("OPENAI_BASE_URL")
    teaches = (wanted == "llm" and (key or url)) or (wanted == "auto" and key)
    return scope.settings.model.split(",")[0].strip() if teaches else ""


def _hides(scope: AttemptScope, text: str, values: Mapping[str, str]) -> bool:
    """Return whether a text may hold a secret: then no model and no message sees it."""
    declared = scope.mark.secrets if scope.mark else ()
    return is_secret_name(text) or any(name in declared or is_secret_name(name) for name in values)


def _unique(scope: AttemptScope, task: str, text: str, values: Mapping[str, str]) -> str:
    """Return a name for a new task that no stored task has: a text that is read as another task is not that task."""
    free = (task, " ".join((task, *(name.replace("_", " ") for name in values))), text)
    return next((name for name in free if scope.flows.find(name) is None), text)


def _like_a_stored_one(scope: AttemptScope, text: str, embed: Embedder | None) -> bool:
    """Return whether a text may be a stored task in other words: then nothing new is learned under it."""
    from pytest_ami.instructions import retrieval  # only instructions need it

    return bool(retrieval.similar_tasks(text, scope.flows.index(), near=scope.settings.near, embed=embed))


def checked(scope: AttemptScope, workflow: Workflow | None, values: dict[str, str], expect: str = "") -> dict[str, str]:
    """Return the values for a workflow; in a mode that learns, a new parameter is a lesson for it.

    Args:
        scope: The attempt.
        workflow: The flow that is known; None for none: then all values are new.
        values: Value by name.
        expect: ``rejected`` if the application is expected to refuse the flow.

    Raises:
        ParameterError: A value is missing or a name is unknown, or a step cannot do without a value that is left out.
    """
    if workflow is None:
        return values
    run, anew = f"{scope.command} --ami-mode=auto", scope.begins_anew(workflow, expect)
    fitting = check(workflow.parameters, values, grows=scope.learns, anew=anew, run=run)
    if not anew:
        without(workflow, absent(workflow, fitting))
    return fitting


def resolve(
    text: str,
    named: Mapping[str, str],
    store: WorkflowStore | KnownFlows,
    settings: Settings,
    url: str = "",
    listener: Listener | None = None,
    embed: Embedder | None = None,
) -> Choice | None:
    """Return the workflow that a text selects, with its values; None if the text is a new task.

    Values that the call names override those in the text. A text that selects nothing is a new task if the call names
    values.

    Args:
        text: The instruction.
        named: Values by name, from the call.
        store: The stored workflows.
        settings: The least similarity of a suggestion, whether similarity selects, and whether a model may be called.
        url: Address of the page.
        listener: Called with each question to a model, and its cost.
        embed: Measures the similarity of texts; the built-in likeness without it.

    Raises:
        WorkflowMissingError: Nothing is selected, and at most one task is similar.
        WorkflowAmbiguousError: Two are selected, or nothing is and two are similar.
        ParameterError: One is selected, and a value is missing or doubtful.
        TeacherError: A model is allowed and cannot be asked.
    """
    from pytest_ami.instructions import retrieval  # only instructions need it

    try:
        choice = retrieval.select(
            text,
            store.index(),
            near=settings.near,
            start=normal_route(url) if url else "",
            similar=settings.match == "similar",
            embed=embed,
        )
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
    choice: Choice,
    settings: Settings,
    listener: Listener | None,
) -> Choice:
    """Let a model read the values that are missing or doubtful."""
    from pytest_ami.teachers.llm.client import ModelOptions
    from pytest_ami.teachers.llm.instruction_reader import read_values
    from pytest_ami.teachers.llm.prices import parse_prices

    options = ModelOptions(prices=parse_prices(settings.prices), listener=listener)
    certain = choice.values if not choice.doubts else dict(named)
    model = settings.model.split(",")[0].strip()
    values = read_values(text, choice.workflow.parameters, certain, model, options=options)
    return replace(_with(choice, values), doubts=())


def _with(choice: Choice, values: Mapping[str, str]) -> Choice:
    missing = tuple(p.name for p in choice.workflow.parameters if p.name not in values and not p.optional)
    return replace(choice, values=dict(values), missing=missing)
