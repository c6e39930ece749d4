"""The workflows that a text selects, and those that it is similar to.

Knows tasks, aliases, templates, the intent of a text, and the similarity of texts. Must never know steps, a page or a
store. It returns what it finds: ``retrieval`` decides, and ``aliases`` compares.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pytest_ami.lexicon.request_words import ACTIONS
from pytest_ami.lexicon.text_normalization import action_concepts, normalise

from .index import Index, names_of
from .intent import InstructionIntent, read_intent
from .parameters import template_readings
from .phrasing import SILENT
from .template import HOLE
from .tokenize import ACTION, FILLER, MANY, common_lexicon, phrases, segment, tokenize

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_ami.lexicon.embedding import Embedder
    from pytest_ami.model.workflow import Workflow

    from .phrasing import Frame
    from .tokenize import TokenizedText

    _Row = tuple[float, str, int]
    """Similarity, task, and number in the index."""

NEAR = 0.8
"""The least similarity of a text and a task at which the task is suggested."""

TIE = 0.05
"""The lead in similarity that one task needs over the next: with less, they are equally near."""

_MENTIONED_IN_FULL = 0.85
"""The similarity of a workflow that a text mentions in full together with something else."""

_ACTION_ALONE = 0.82
"""The similarity of a workflow whose action a text names, with values and no other word: ``archive 'R-17'``."""

_CLOSEST = 6
"""The number of similar workflows that are examined in detail."""

_EMBEDDED = 16
"""The number of workflows whose names are embedded for one text."""

_MARKS = frozenset('?？"“”「」『』《》')
"""A question mark, and quotation marks that are left over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The workflow that a text selects.

    Attributes:
        workflow: The selected workflow.
        values: Parameter values in the text.
        how: ``task``, ``alias``, ``template``, ``meaning`` or ``similarity``.
        name: The name or the template that the text matches.
        sources: The source of each value.
        missing: Parameters without a value.
        doubts: Doubtful points, one phrase each.
        leftover: Values in the text that no parameter takes.
        corrections: Misspelt words, each with its correction.
        likeness: Similarity of text and task, 0 to 1, if similarity selects; else 0.
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
    likeness: float = 0.0

    @property
    def whole(self) -> bool:
        """Return whether every parameter has a value that is certain."""
        return not self.missing and not self.doubts


def selected(instruction: TokenizedText, index: Index) -> list[Choice]:
    """Return the workflows that an instruction selects, by the first rule that selects any.

    Args:
        instruction: The instruction.
        index: The stored workflows.
    """
    return next((found for find in (_literal, _exact, _meant) if (found := find(instruction, index))), [])


def likeness(
    text: str, workflows: Iterable[Workflow] | Index, embed: Embedder | None = None
) -> tuple[tuple[str, float], ...]:
    """Return the tasks that share words with a text, each with its similarity, 0 to 1, the most similar first.

    Args:
        text: A task, an alias or an instruction.
        workflows: The stored workflows, one version for each task; or an index of them, for repeated lookups.
        embed: Measures the similarity; the built-in likeness of spelling and meaning without it.
    """
    index = workflows if isinstance(workflows, Index) else Index(workflows)
    instruction = tokenize(text, index.vocabulary)
    best: dict[str, float] = {}
    for alike, task, number in ranked(instruction, index, embed):
        if not _is_foreign(alike, text, number, index):
            best[task] = max(alike, best.get(task, 0.0))
    return tuple(sorted(best.items(), key=lambda row: (-row[1], row[0])))


def _is_foreign(alike: float, text: str, number: int, index: Index) -> bool:
    """Return whether a text is near a workflow only because it mentions it, together with a thing it does not know."""
    if alike != _MENTIONED_IN_FULL:
        return False
    known = index.phrasing(number)
    own = {meaning.rstrip(FILLER + MANY) for meaning in known.known}
    strange = read_intent(tokenize(text, index.vocabulary), known).strange
    return any(word.rstrip(FILLER + MANY) not in own and word != "?" for word in strange)


def ranked(instruction: TokenizedText, index: Index, embed: Embedder | None = None) -> list[tuple[float, str, int]]:
    """Return the workflows that share words with a text, the most similar first, each with its similarity.

    A workflow that the text mentions in full counts as similar, even if the text mentions other things. So does one of
    which it names the action alone.

    Args:
        instruction: The text.
        index: The stored workflows.
        embed: Measures the similarity; the built-in likeness without it.
    """
    mentioned = set(index.by_meaning(instruction))
    acted = set(index.by_action(_acts_alone(instruction)))
    some = {*index.near(instruction.text), *sorted(mentioned)[:_CLOSEST], *sorted(acted)[:_CLOSEST]}
    found = [
        (
            max(
                _spelled_alike(instruction.text, number, index),
                _MENTIONED_IN_FULL if number in mentioned else 0.0,
                _ACTION_ALONE if number in acted else 0.0,
            ),
            index.workflows[number].task,
            number,
        )
        for number in sorted(some)
    ]
    found.sort(key=lambda row: (-row[0], *row[1:]))
    closest = _embedded(instruction, found[:_EMBEDDED], index, embed) if embed else []
    closest = closest or _with_meaning(instruction.text, found[:_CLOSEST], index)
    return sorted(closest, key=lambda row: (-row[0], *row[1:]))


def _spelled_alike(text: str, number: int, index: Index) -> float:
    from rapidfuzz import fuzz  # kept out of collection: DESIGN law 8

    normalized = normalise(text)
    others = [other for other in index.normalized_names(number) if normalized and other]
    alike = (max(fuzz.ratio(normalized, o), fuzz.token_sort_ratio(normalized, o)) for o in others)
    return max(alike, default=0.0) / 100


def _with_meaning(text: str, rows: Sequence[_Row], index: Index) -> list[_Row]:
    """Return rows in which a workflow with the meaning of the text counts as similar."""
    meant = _meaning(text)
    same = {n for _, _, n in rows if meant and any(meant == _meaning(name) for name in names_of(index.workflows[n]))}
    return [(max(alike, 0.9 if number in same else 0.0), task, number) for alike, task, number in rows]


def _embedded(instruction: TokenizedText, rows: Sequence[_Row], index: Index, embed: Embedder) -> list[_Row]:
    """Return rows with the similarity of the embedded texts, values left out; none if the embedder gives none."""
    from pytest_ami.lexicon.embedding import similarity

    texts = {number: index.normalized_names(number) for _, _, number in rows}
    words = normalise(" ".join(instruction.text[atom.start : atom.end] for atom in instruction.atoms))
    every = list(dict.fromkeys((words, *(name for names in texts.values() for name in names))))
    vectors = dict(zip(every, embed(every), strict=False))
    if len(vectors) < len(every):
        return []
    return [
        (max((similarity(vectors[words], vectors[name]) for name in texts[number]), default=0.0), task, number)
        for _, task, number in rows
    ]


def _acts_alone(instruction: TokenizedText) -> Frame:
    """Return the actions of a text that names nothing else, apart from values; empty for any other text."""
    words = [word.meaning for word in segment(instruction.atoms, common_lexicon())]
    spoken = [meaning for meaning in words if not meaning.startswith(SILENT)]
    marks = any(atom.text in _MARKS for atom in instruction.atoms)
    alone = not marks and all(one.startswith(ACTION) and not one.endswith(FILLER) for one in spoken)
    return frozenset(spoken) if alone else frozenset()


# -- in declared similarity -------------------------------------------------------------------------------------------


def said_otherwise(instruction: TokenizedText, index: Index) -> list[Choice]:
    """Return the workflows for which a text asks in fewer words, or in another form of the verb; it adds no word.

    Args:
        instruction: The instruction.
        index: The stored workflows.
    """
    found = {choice.workflow.id: choice for choice in _meant(_with_command(instruction), index)}
    for number in index.by_action(_acts_alone(instruction)):
        workflow = index.workflows[number]
        reading = read_intent(instruction, index.phrasing(number))
        if not reading.leftover:
            found.setdefault(workflow.id, replace(_by_meaning(workflow, reading, ()), name=workflow.task))
    return [replace(choice, how="similarity") for choice in found.values()]


def _with_command(instruction: TokenizedText) -> TokenizedText:
    """Return a text whose first word is a command: "archiving the mail" as "archive the mail"."""
    atoms = instruction.atoms
    meaning = common_lexicon().get((atoms[0].text,), "") if atoms else ""
    if not (meaning.startswith(ACTION) and meaning.endswith(FILLER) and atoms[0].text.endswith("ing")):
        return instruction
    verb = next((one for one in phrases(ACTIONS[meaning[1:-1]]) if len(one) == 1 and one[0].isascii()), ())
    return replace(instruction, atoms=(atoms[0]._replace(text=verb[0]), *atoms[1:])) if verb else instruction


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


def _meaning(text: str) -> tuple[str, ...]:
    return tuple(sorted(concept for concept in action_concepts(HOLE.sub(" ", text)) if not concept.startswith("~")))
