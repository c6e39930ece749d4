"""From the text of ``ami.run("...")`` to a stored workflow and its values.

It knows the store, the matcher and, where a project allows a call, the one question about values. In replay mode no
client is ever built (DESIGN law 1).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.decide import match
from pytest_ami.decide.routes import normal_route
from pytest_ami.model.errors import WorkflowAmbiguousError, WorkflowMissingError
from pytest_ami.model.settings import Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_ami.model.settings import Settings
    from pytest_ami.store.workflows import WorkflowStore
    from pytest_ami.teach.transcript import Exchange


def resolve(
    text: str,
    named: Mapping[str, str],
    store: WorkflowStore,
    settings: Settings,
    url: str = "",
    listener: Callable[[Exchange], None] | None = None,
) -> match.Choice | None:
    """Return the workflow that a text selects, with its values; None when the text is a new task.

    Values that the call names override those in the text. A text that selects nothing is a new task if the call names
    values.

    Args:
        text: The instruction.
        named: Values by name, from the call.
        store: The workflow store.
        settings: How near a suggestion must be, and whether a model may be asked.
        url: Address of the page.
        listener: Called with each question to a model, and its cost.

    Raises:
        WorkflowMissingError: Nothing is selected, and at most one task is near.
        WorkflowAmbiguousError: Two are selected, or nothing is and two are near.
        ParameterError: One is selected, and a value is missing or doubtful.
        TeacherError: A model is allowed and cannot be asked.
    """
    try:
        choice = match.select(text, store.index(), near=settings.near, start=normal_route(url) if url else "")
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
        raise match.unclear(text, choice)
    return choice


def _ask_model(
    text: str,
    named: Mapping[str, str],
    choice: match.Choice,
    settings: Settings,
    listener: Callable[[Exchange], None] | None,
) -> match.Choice:
    """Let a model read the values that are missing or doubtful."""
    from pytest_ami.teach.prices import parse_prices
    from pytest_ami.teach.reading import read_values
    from pytest_ami.teach.transcript import Terms

    terms = Terms(prices=parse_prices(settings.prices), listener=listener)
    certain = choice.values if not choice.doubts else dict(named)
    model = settings.model.split(",")[0].strip()
    values = read_values(text, choice.workflow.parameters, certain, model, terms=terms)
    return replace(_with(choice, values), doubts=())


def _with(choice: match.Choice, values: Mapping[str, str]) -> match.Choice:
    missing = tuple(p.name for p in choice.workflow.parameters if p.name not in values)
    return replace(choice, values=dict(values), missing=missing)
