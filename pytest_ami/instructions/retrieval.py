"""The stored workflow that a text selects.

Knows tasks, aliases, templates, the intent of a text, and the similarity of texts. Must never know steps, a page or a
store.

Rules of this module (DESIGN law 7):

* The task itself, a declared alias, or a template that fits in full selects.
* Otherwise a reading that accounts for every word selects: the text mentions everything that one name of the workflow
  mentions, and nothing else (``intent``). Similarity plays no part in it.
* The exact task comes before any alias or template; these come before a reading. If two workflows are selected, the
  error names both. Exception: only one of them starts on the page of the instruction.
* Similarity is used only if nothing is selected, and only to suggest tasks.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_ami.lexicon.text_normalization import action_concepts, normalise
from pytest_ami.model.errors import AmiError, ParameterError, WorkflowAmbiguousError, WorkflowMissingError

from .aliases import alias_command
from .first_reading import read_first
from .index import Index, names_of
from .intent import InstructionIntent, read_intent
from .parameters import template_readings
from .template import HOLE
from .tokenize import FILLER, MANY, tokenize

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_ami.model.workflow import Workflow

    from .tokenize import TokenizedText

NEAR = 0.8
"""The least similarity of a text and a task at which the task is suggested."""

_MENTIONED_IN_FULL = 0.85
"""The similarity of a workflow that a text mentions in full together with something else."""

_CLOSEST = 6
"""The number of similar workflows that are examined in detail."""


class WorkflowsSimilarError(WorkflowAmbiguousError):
    """Nothing is selected, and two workflows are similar."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The workflow that a text selects.

    Attributes:
        workflow: The selected workflow.
        values: Parameter values in the text.
        how: ``task``, ``alias``, ``template`` or ``meaning``.
        name: The name or the template that the text matches.
        sources: The source of each value.
        missing: Parameters without a value.
        doubts: Doubtful points, one phrase each.
        leftover: Values in the text that no parameter takes.
        corrections: Misspelt words, each with its correction.
    """

    workflow: Workflow
    values: dict[str, str] = field(default_factory=dict, repr=False)
    how: str = "task"
    name: str = ""
    sources: dict[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    leftover: tuple[str, ...] = field(default=(), repr=False)
    corrections: tuple[tuple[str, str], ...] = ()

    @property
    def whole(self) -> bool:
        """Return whether every parameter has a value that is certain."""
        return not self.missing and not self.doubts


def select(text: str, workflows: Iterable[Workflow] | Index, *, near: float = NEAR, start: str = "") -> Choice:
    """Return the one workflow that ``text`` selects, even if values are missing.

    Args:
        text: A task, an alias or an instruction.
        workflows: The stored workflows, one version for each task; or an index of them, for repeated lookups.
        near: Similarity from which a task is suggested.
        start: Route of the page of the instruction, if it is known.

    Raises:
        WorkflowMissingError: Nothing is selected, and at most one task is similar.
        WorkflowAmbiguousError: Two are selected, or nothing is and two are similar.
    """
    index = workflows if isinstance(workflows, Index) else Index(workflows)
    instruction = tokenize(text, index.vocabulary)
    for find in (_literal, _exact, _meant):
        choices = find(instruction, index)
        here = [choice for choice in choices if start and choice.workflow.start == start]
        found = here if len(here) == 1 else choices
        if len(found) == 1:
            return found[0]
        if found:
            raise _ambiguous(text, found)
    raise _nothing(instruction, index, near)


def similar_tasks(text: str, workflows: Iterable[Workflow] | Index, *, near: float = NEAR) -> tuple[str, ...]:
    """Return the tasks that a text is similar to, the most similar first; arguments as for ``select``."""
    index = workflows if isinstance(workflows, Index) else Index(workflows)
    close = [row for row in _ranked(tokenize(text, index.vocabulary), index) if row[0] >= near]
    return tuple(dict.fromkeys(task for alike, task, number in close if not _is_foreign(alike, text, number, index)))


def _is_foreign(alike: float, text: str, number: int, index: Index) -> bool:
    """Return whether a text is near a workflow only because it mentions it, together with a thing it does not know."""
    if alike != _MENTIONED_IN_FULL:
        return False
    known = index.phrasing(number)
    own = {meaning.rstrip(FILLER + MANY) for meaning in known.known}
    strange = read_intent(tokenize(text, index.vocabulary), known).strange
    return any(word.rstrip(FILLER + MANY) not in own and word != "?" for word in strange)


def unclear(text: str, choice: Choice) -> ParameterError:
    """Return the error that names the missing and doubtful values of a text."""
    secret = any(parameter.secret for parameter in choice.workflow.parameters)
    gaps = [f"missing: {', '.join(choice.missing)}"] if choice.missing else []
    return ParameterError(
        f"{_short(text, secret=secret)} does not give every parameter clearly ({'; '.join([*gaps, *choice.doubts])})",
        why=f"It selects {choice.workflow.task!r} by its {choice.how}. Quote each value after its name.",
        evidence=[] if secret else [f"found {name} = {value!r}" for name, value in choice.values.items()],
        run=f'ami show "{choice.workflow.task}"',
    )


def _literal(instruction: TokenizedText, index: Index) -> list[Choice]:
    return [_named(index.workflows[number], "task") for number in index.by_task(instruction.text)]


def _exact(instruction: TokenizedText, index: Index) -> list[Choice]:
    """Return the workflows with this name, or with a template that fits in full."""
    asks = "?" in instruction.text or "？" in instruction.text
    named = {} if asks else dict(index.by_name(instruction.text))
    found = {number: _named(index.workflows[number], how) for number, how in named.items()}
    for text in dict.fromkeys((instruction.text, instruction.corrected())):
        fitted: dict[int, list[tuple[str, dict[str, str]]]] = {}
        for number, template in index.by_template(text):
            if number not in found:
                readings = template_readings(text, template, index.workflows[number].parameters)
                fitted.setdefault(number, []).extend((template, values) for values in readings)
        found |= {number: _by_template(index.workflows[number], ways) for number, ways in fitted.items() if ways}
        if found:
            break
    return [found[number] for number in sorted(found)]


def _meant(instruction: TokenizedText, index: Index) -> list[Choice]:
    """Return the workflows that the text asks for in other words; every word is accounted for."""
    found = []
    for number in index.by_meaning(instruction):
        workflow = index.workflows[number]
        money = any(parameter.type == "money" for parameter in workflow.parameters)
        heard = tokenize(instruction.text, index.vocabulary, money=True) if money else instruction
        reading = read_intent(heard, index.phrasing(number))
        if reading.is_request:
            found.append(_by_meaning(workflow, reading, tuple(heard.corrections.values())))
    return found


def _named(workflow: Workflow, how: str) -> Choice:
    missing = tuple(parameter.name for parameter in workflow.parameters if not parameter.optional)
    return Choice(workflow=workflow, how=how, name=workflow.task, missing=missing)


def _by_meaning(workflow: Workflow, reading: InstructionIntent, corrections: tuple[tuple[str, str], ...]) -> Choice:
    return Choice(
        workflow=workflow,
        values={p.name: reading.values[p.name] for p in workflow.parameters if p.name in reading.values},
        how="meaning",
        name=reading.name,
        sources=reading.sources,
        missing=reading.missing(workflow.parameters),
        doubts=reading.doubts,
        leftover=reading.leftover,
        corrections=corrections,
    )


def _by_template(workflow: Workflow, ways: Sequence[tuple[str, dict[str, str]]]) -> Choice:
    whole = [way for way in ways if len(way[1]) == len(workflow.parameters)] or list(ways)
    template, values = whole[0]
    other = next((found for _, found in whole[1:] if found != values), None)
    doubts: tuple[str, ...] = ()
    if other is not None:
        names = [name for name in values if values[name] != other.get(name)] or ["parameters"]
        doubts = (f"{', '.join(names)} doubtful: it can be read in more than one way",)
    return Choice(
        workflow=workflow,
        values=values,
        how="template",
        name=template,
        sources=dict.fromkeys(values, "by its place in the template"),
        missing=tuple(p.name for p in workflow.parameters if p.name not in values and not p.optional),
        doubts=doubts,
    )


def _ranked(instruction: TokenizedText, index: Index) -> list[tuple[float, str, int]]:
    """Return the workflows that share words with a text, the most similar first, each with its similarity.

    A workflow that the text mentions in full counts as similar, even if the text mentions other things.
    """
    from rapidfuzz import fuzz  # kept out of collection: DESIGN law 8

    normalized, meant = normalise(instruction.text), _meaning(instruction.text)
    mentioned = set(index.by_meaning(instruction))
    found = []
    for number in sorted({*index.near(instruction.text), *sorted(mentioned)[:_CLOSEST]}):
        others = [other for other in index.normalized_names(number) if normalized and other]
        similar = (
            max((max(fuzz.ratio(normalized, o), fuzz.token_sort_ratio(normalized, o)) for o in others), default=0.0)
            / 100
        )
        similar = max(similar, _MENTIONED_IN_FULL if number in mentioned else 0.0)
        found.append((similar, index.workflows[number].task, number))
    closest = sorted(found, key=lambda row: (-row[0], *row[1:]))[:_CLOSEST]
    for at, (similar, task, number) in enumerate(closest):
        same = meant and any(meant == _meaning(name) for name in names_of(index.workflows[number]))
        closest[at] = (max(similar, 0.9 if same else 0.0), task, number)
    return sorted(closest, key=lambda row: (-row[0], *row[1:]))


def _ambiguous(text: str, choices: Sequence[Choice]) -> WorkflowAmbiguousError:
    choices = sorted(choices, key=lambda choice: (choice.workflow.task, choice.workflow.version, choice.how))
    named = ", ".join(repr(choice.workflow.task) for choice in choices[:5])
    return WorkflowAmbiguousError(
        f"Two workflows are selected by {_short(text)}: {named}",
        why="It contains the name of each, or mentions everything that each mentions, so the choice is open.",
        evidence=[f"{c.workflow.task!r} version {c.workflow.version} by its {c.how}" for c in choices[:5]],
        run="ami list",
    )


def _nothing(instruction: TokenizedText, index: Index, near: float) -> AmiError:
    text = instruction.text
    close = [(task, number) for alike, task, number in _ranked(instruction, index) if alike >= near]
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
            why=f"Similarity never selects.{otherwise}",
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


def _meaning(text: str) -> tuple[str, ...]:
    return tuple(sorted(concept for concept in action_concepts(HOLE.sub(" ", text)) if not concept.startswith("~")))


def _short(text: str, *, secret: bool = False) -> str:
    if secret:
        return "The instruction"
    return repr(text if len(text) <= 80 else f"{text[:79]}…")  # noqa: PLR2004
