"""The one stored workflow that a text selects, or the error that says why there is none, and what helps.

Knows texts, and what ``selection`` finds for them. Must never know steps, a page or a store.

Rules of this module (DESIGN law 7):

* The task itself, a declared alias, or a template that fits in full selects.
* Otherwise a reading that accounts for every word selects: the text mentions everything that one name of the workflow
  mentions, and nothing else (``intent``). Similarity plays no part in it.
* The exact task comes before any alias or template; these come before a reading. If two workflows are selected, the
  error names both. Exception: only one of them starts on the page of the instruction.
* Similarity is used only if nothing is selected. By default it suggests tasks.
* Where a project declares it, similarity selects a workflow for which the text asks in fewer words, or in another form
  of the verb. A word more than that is another deed, whatever the similarity. So does no near tie select.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.model.errors import AmiError, ParameterError, WorkflowAmbiguousError, WorkflowMissingError
from pytest_ami.model.printable import as_argument

from .aliases import alias_command
from .first_reading import read_first
from .index import Index
from .intent import InstructionIntent, read_intent
from .selection import NEAR, TIE, likeness, ranked, said_otherwise, selected
from .tokenize import tokenize

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_ami.lexicon.embedding import Embedder
    from pytest_ami.model.workflow import Workflow

    from .selection import Choice
    from .tokenize import TokenizedText


class WorkflowsSimilarError(WorkflowAmbiguousError):
    """Nothing is selected, and two workflows are similar."""


def select(
    text: str,
    workflows: Iterable[Workflow] | Index,
    *,
    near: float = NEAR,
    start: str = "",
    similar: bool = False,
    embed: Embedder | None = None,
) -> Choice:
    """Return the one workflow that ``text`` selects, even if values are missing.

    Args:
        text: A task, an alias or an instruction.
        workflows: The stored workflows, one version for each task; or an index of them, for repeated lookups.
        near: Similarity from which a task is suggested.
        start: Route of the page of the instruction, if it is known.
        similar: Whether a similar task is selected, if nothing else is.
        embed: Measures the similarity; the built-in likeness without it.

    Raises:
        WorkflowMissingError: Nothing is selected, and at most one task is similar.
        WorkflowAmbiguousError: Two are selected, or nothing is and two are similar.
    """
    index = workflows if isinstance(workflows, Index) else Index(workflows)
    instruction = tokenize(text, index.vocabulary)
    choices = selected(instruction, index)
    here = [choice for choice in choices if start and choice.workflow.start == start]
    found = here if len(here) == 1 else choices
    if not found and similar:
        found = _similar(instruction, index, near, embed)
    if len(found) == 1:
        return found[0]
    raise _ambiguous(text, found) if found else _nothing(instruction, index, near, embed)


def _similar(instruction: TokenizedText, index: Index, near: float, embed: Embedder | None) -> list[Choice]:
    """Return the workflow that is similar enough, in a list; an empty list if there is none.

    Raises:
        WorkflowsSimilarError: Another task is as near.
    """
    found = said_otherwise(instruction, index)
    rows = dict(likeness(instruction.text, index, embed)) if len(found) == 1 else {}
    sure = [replace(choice, likeness=rows.get(choice.workflow.task, 0.0)) for choice in found]
    sure = [choice for choice in sure if choice.likeness >= near]
    for choice in sure:
        rivals = [
            task for task, alike in rows.items() if task != choice.workflow.task and alike > choice.likeness - TIE
        ]
        if rivals:
            raise _as_near(instruction.text, choice, {task: rows[task] for task in rivals})
    return sure


def similar_tasks(
    text: str, workflows: Iterable[Workflow] | Index, *, near: float = NEAR, embed: Embedder | None = None
) -> tuple[str, ...]:
    """Return the tasks that a text is similar to, the most similar first; arguments as for ``select``."""
    return tuple(task for task, alike in likeness(text, workflows, embed) if alike >= near)


def unclear(text: str, choice: Choice) -> ParameterError:
    """Return the error that names the missing and doubtful values of a text."""
    secret = any(parameter.secret for parameter in choice.workflow.parameters)
    gaps = [f"missing: {', '.join(choice.missing)}"] if choice.missing else []
    return ParameterError(
        f"{_short(text, secret=secret)} does not give every parameter clearly ({'; '.join([*gaps, *choice.doubts])})",
        why=f"It selects {choice.workflow.task!r} by its {choice.how}. Quote each value after its name.",
        evidence=[] if secret else [f"found {name} = {value!r}" for name, value in choice.values.items()],
        run=f"ami show {as_argument(choice.workflow.task)}",
    )


def _ambiguous(text: str, choices: Sequence[Choice]) -> WorkflowAmbiguousError:
    choices = sorted(choices, key=lambda choice: (choice.workflow.task, choice.workflow.version, choice.how))
    named = ", ".join(repr(choice.workflow.task) for choice in choices[:5])
    return WorkflowAmbiguousError(
        f"Two workflows are selected by {_short(text)}: {named}",
        why="It contains the name of each, or mentions everything that each mentions, so the choice is open.",
        evidence=[f"{c.workflow.task!r} version {c.workflow.version} by its {c.how}" for c in choices[:5]],
        run="ami list",
    )


def _as_near(text: str, choice: Choice, rivals: dict[str, float]) -> WorkflowsSimilarError:
    rows = {choice.workflow.task: choice.likeness, **rivals}
    return WorkflowsSimilarError(
        f"{_short(text)} is similar to {len(rows)} workflows: {', '.join(map(repr, list(rows)[:5]))}",
        why=f"A similar task is selected only if it leads by {TIE:g} over the next.",
        evidence=[f"{alike:.2f} {task!r}" for task, alike in list(rows.items())[:5]],
        run="name the task, or its thing, in the text: ami list",
    )


def _nothing(instruction: TokenizedText, index: Index, near: float, embed: Embedder | None) -> AmiError:
    text = instruction.text
    close = [(task, number) for alike, task, number in ranked(instruction, index, embed) if alike >= near]
    tasks = list(dict.fromkeys(task for task, _ in close))
    commands = [command for _, number in close[:3] if (command := alias_command(text, index.workflows[number], index))]
    otherwise = f" {'Declare the text as an alias, or learn' if commands else 'Or learn'} a new task: {_marker(text)}."
    if tasks:
        evidence = [
            f"near: {task!r}{_reason(read_intent(instruction, index.phrasing(number)))}" for task, number in close[:3]
        ]
    else:
        stored = ", ".join(dict.fromkeys(repr(workflow.task) for workflow in index.workflows[:50]))
        evidence = [f"stored: {stored or 'nothing'}"[:400]]
    if len(tasks) > 1:
        return WorkflowsSimilarError(
            f"{_short(text)} is similar to {len(tasks)} workflows: {', '.join(map(repr, tasks[:5]))}",
            why=f"Similarity does not choose between them.{otherwise}",
            evidence=[*evidence, *(f"or: {command}" for command in commands[1:])],
            run=commands[0] if commands else "ami list",
        )
    hint = f" Did you mean {tasks[0]!r}?{otherwise}" if tasks else ""
    return WorkflowMissingError(
        f"No workflow is stored for {_short(text)}",
        why=f"The text is no task, alias or template, and asks for none of them in other words.{hint}",
        evidence=evidence,
        run=commands[0] if commands else "ami list",
    )


def _marker(text: str) -> str:
    """Return the marker with which a text is a lesson for a new task."""
    task = read_first(text).task or "the name of the task"
    return f"@pytest.mark.learned({json.dumps(task, ensure_ascii=False)})"


def _reason(reading: InstructionIntent) -> str:
    """Return the reason why a text does not ask for a workflow, in brackets."""
    strange = ", ".join(repr(word.lstrip("!=").rstrip("~")) for word in reading.strange[:4])
    if strange:
        return f" (does not know {strange})"
    return " (has no parameter for one of the values)" if reading.leftover else ""


def _short(text: str, *, secret: bool = False) -> str:
    if secret:
        return "The instruction"
    return repr(text if len(text) <= 80 else f"{text[:79]}…")  # noqa: PLR2004
