"""Which stored workflow a text means.

Knows tasks, aliases, templates and how alike two texts look. Must never know steps, a page or a store.

Rules of this module (DESIGN law 7):

* The task itself, an alias that was declared, or a template that fits in full selects. Nothing else does.
* The task word for word is the workflow's own name, so it stands before any alias or template. Otherwise two
  workflows that are selected are refused by name.
* Likeness is looked at only after nothing was selected, and only to name what may be meant.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_ami.model.errors import ParameterError, WorkflowAmbiguousError, WorkflowMissingError

from .templates import HOLE, fits
from .types import suits
from .words import action_concepts, normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_ami.model.workflow import Workflow

NEAR = 0.8
"""How alike a text and a task must be for the task to be suggested."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The workflow that a text selects.

    Attributes:
        workflow: It.
        values: Parameter values that the text holds; empty unless a template fitted.
        how: ``task``, ``alias`` or ``template``.
    """

    workflow: Workflow
    values: dict[str, str] = field(default_factory=dict, repr=False)
    how: str = "task"


def choose(text: str, workflows: Iterable[Workflow], *, near: float = NEAR) -> Choice:
    """Return the one workflow that ``text`` selects.

    Args:
        text: A task, an alias or an instruction.
        workflows: What is stored, one version a task.
        near: How alike a task must be to be suggested.

    Raises:
        WorkflowMissingError: Nothing is selected, and at most one task is near.
        WorkflowAmbiguousError: Two are selected, or nothing is and two are near.
        ParameterError: A template fits in more than one way.
    """
    stored = sorted(workflows, key=lambda workflow: (workflow.task, workflow.version, workflow.id))
    literal = [Choice(workflow=workflow) for workflow in stored if workflow.task == text]
    choices = literal or [choice for workflow in stored if (choice := _select(text, workflow))]
    if len(choices) == 1:
        return _sure(choices[0], text)
    if choices:
        raise WorkflowAmbiguousError(
            f"Two workflows are selected by {_short(text)}: {_named([c.workflow for c in choices])}",
            why="Both have it as a task, an alias or a template, so which one is meant cannot be told.",
            evidence=[f"{c.workflow.task!r} version {c.workflow.version} by its {c.how}" for c in choices],
            run="ami list",
        )
    raise _nothing(text, stored, near)


def similarity(text: str, workflow: Workflow) -> float:
    """Return how alike ``text`` and the best of a workflow's names look, from 0 to 1: a suggestion."""
    from rapidfuzz import fuzz  # kept out of collection: DESIGN law 8

    said, meant = normalise(text), _meaning(text)
    best = 0.0
    for name in _names_of(workflow):
        other = normalise(HOLE.sub(" ", name))
        alike = max(fuzz.ratio(said, other), fuzz.token_sort_ratio(said, other)) / 100 if said and other else 0.0
        best = max(best, alike, 0.9 if meant and meant == _meaning(name) else 0.0)
    return best


def _select(text: str, workflow: Workflow) -> Choice | None:
    said = normalise(text)
    if said and said == normalise(workflow.task):
        return Choice(workflow=workflow)
    if said and any(said == normalise(alias) for alias in workflow.aliases):
        return Choice(workflow=workflow, how="alias")
    fitted = _fitted(text, workflow)
    return Choice(workflow=workflow, values=fitted[0], how="template") if fitted else None


def _fitted(text: str, workflow: Workflow) -> list[dict[str, str]]:
    """Return the readings of ``text`` by the templates that name no unknown parameter."""
    kinds = {parameter.name: parameter.type for parameter in workflow.parameters}
    found: list[dict[str, str]] = []
    for template in workflow.templates:
        for values in fits(template, text, lambda name, value: name in kinds and suits(kinds[name], value)):
            if values not in found:
                found.append(values)
    return found


def _sure(choice: Choice, text: str) -> Choice:
    """Return the choice, unless its template can be read in two ways."""
    found = _fitted(text, choice.workflow) if choice.how == "template" else []
    whole = [values for values in found if len(values) == len(choice.workflow.parameters)] or found
    if len(whole) > 1:
        doubtful = [name for name in whole[0] if whole[0][name] != whole[1].get(name)]
        raise ParameterError(
            f"{_short(text)} can be read in more than one way ({', '.join(doubtful) or 'parameters'} doubtful)",
            why=f"It selects {choice.workflow.task!r}, but not where a value ends. Quote the values.",
        )
    return Choice(workflow=choice.workflow, values=whole[0], how=choice.how) if whole else choice


def _nothing(text: str, stored: Sequence[Workflow], near: float) -> WorkflowMissingError | WorkflowAmbiguousError:
    ranked = sorted(((-similarity(text, workflow), workflow.task) for workflow in stored), key=lambda pair: pair)
    close = list(dict.fromkeys(task for score, task in ranked if -score >= near))
    evidence = [f"near: {task!r}" for task in close[:5]] or [
        f"stored: {', '.join(repr(task) for task in dict.fromkeys(w.task for w in stored)) or 'nothing'}"[:400]
    ]
    if len(close) > 1:
        return WorkflowAmbiguousError(
            f"{_short(text)} is near {len(close)} workflows: {', '.join(map(repr, close[:5]))}",
            why="Likeness never selects. Use the task word for word, or declare this as an alias.",
            evidence=evidence,
            run="ami list",
        )
    hint = f" Did you mean {close[0]!r}?" if close else ""
    return WorkflowMissingError(
        f"No workflow is stored for {_short(text)}",
        why=f"No task, alias or template is this text.{hint}",
        evidence=evidence,
        run="ami list",
    )


def _meaning(text: str) -> tuple[str, ...]:
    return tuple(sorted(concept for concept in action_concepts(HOLE.sub(" ", text)) if not concept.startswith("~")))


def _names_of(workflow: Workflow) -> tuple[str, ...]:
    return (workflow.task, *workflow.aliases, *workflow.templates)


def _named(workflows: Sequence[Workflow]) -> str:
    return ", ".join(repr(workflow.task) for workflow in workflows)


def _short(text: str) -> str:
    return repr(text if len(text) <= 80 else f"{text[:79]}…")  # noqa: PLR2004
