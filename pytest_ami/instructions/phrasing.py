"""The phrasing of a workflow: the words by which its own names and instructions ask for it.

Knows a workflow's task, aliases, templates, parameters and the labels of the fields it fills. Must never know an
instruction that is being read, a page or a store.

Rules of this module:

* A frame is the set of actions and things that an instruction must mention: those of one name of the workflow, or of
  one earlier instruction. A frame without an action does not count.
* Words before a hole assign values to its parameter: a noun (``issue {{title}}``), or a preposition (``to {{city}}``)
  that no other hole of the workflow has.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from pytest_ami.lexicon import request_words, vocabulary
from pytest_ami.lexicon.text_normalization import field_concepts, is_chinese

from .template import HOLE
from .tokenize import (
    ACTION,
    ASKS,
    FILLER,
    MANY,
    SOFT,
    WISHES,
    Atom,
    Lexicon,
    Phrase,
    Word,
    common_lexicon,
    lexicon_of,
    phrase,
    phrases,
    segment,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pytest_ami.model.workflow import Parameter, Workflow

SILENT = (FILLER, ASKS, WISHES)
Frame = frozenset[str]


@dataclass(frozen=True, slots=True)
class Phrasing:
    """A workflow and the words that ask for it.

    Attributes:
        workflow: The workflow.
        names: Its task and aliases by frame, each with its kind: ``task``, ``alias`` or ``template``.
        own: Parameter by the words that name it.
        nouns: Parameter by the noun that stands before its value in an earlier instruction.
        prepositions: Parameter by the preposition that only its values have.
        units: Words right behind a value in an earlier instruction.
        also: Parameters that are things of the task as well, with the thing.
        words: Its own words that are in no table.
    """

    workflow: Workflow
    names: Mapping[Frame, tuple[str, str]]
    own: Mapping[Phrase, str]
    nouns: Mapping[str, str]
    prepositions: Mapping[str, str]
    units: frozenset[str]
    also: frozenset[tuple[str, str]]
    words: Lexicon = field(repr=False)

    @property
    def known(self) -> Frame:
        """Return every action and thing that its names and instructions mention."""
        return frozenset().union(*self.names) if self.names else frozenset()


def learn_phrasing(workflow: Workflow) -> Phrasing:
    """Return the phrasing that a workflow's names and instructions teach."""
    own = _own_words(workflow)
    given = {template: tuple(_parts(template)) for template in workflow.templates}
    nouns: dict[str, set[str]] = defaultdict(set)
    prepositions: dict[str, set[str]] = defaultdict(set)
    units: set[str] = set()
    for before, name, after in (part for parts in given.values() for part in parts):
        if unit := _unit(before, after):
            units.add(unit)
        if name and not named_at_end(stripped(before), own):
            nouns[noun_before(before)].add(name)
            prepositions[preposition_before(before)].add(name)
    frames = dict(_frames(workflow, given, own))
    return Phrasing(
        workflow=workflow,
        names=frames,
        own=own,
        nouns={noun: min(names) for noun, names in nouns.items() if noun and len(names) == 1},
        prepositions={word: min(names) for word, names in prepositions.items() if word and len(names) == 1},
        units=frozenset(units),
        also=frozenset(_also(frames, given, own)),
        words=_unknown(workflow),
    )


def firm(workflow: Workflow) -> Iterator[Frame]:
    """Yield for each name and template the words that no request can omit; quick, for the index.

    The words right before a hole may only name the parameter. Therefore they do not count, except verbs.
    """
    for name in (workflow.task, *workflow.aliases):
        yield counted(meanings(segment(as_atoms(name), common_lexicon())))
    for template in workflow.templates:
        found: list[str] = []
        for before, name, _ in _parts(template):
            words = list(meanings(segment(before, common_lexicon())))
            found += words if not name else words[:-2] + [word for word in words[-2:] if word.startswith(ACTION)]
        yield counted(found)


def meanings(words: Iterable[Word]) -> Iterator[str]:
    """Yield the meanings of words; words without a meaning are left out."""
    for word in words:
        if not word.meaning.startswith(SILENT):
            yield ACTION + word.meaning[1:] if word.meaning.startswith(SOFT) else word.meaning


def counted(mentioned: Iterable[str]) -> Frame:
    """Return meanings as a set; in a search the singular and the plural are one."""
    found = frozenset(mentioned)
    searches = any(ACTION + action in found for action in request_words.SEARCHING)
    return frozenset(meaning.rstrip(MANY) for meaning in found) if searches else found


def as_atoms(text: str) -> tuple[Atom, ...]:
    """Return a name as atoms, holes as breaks."""
    return tuple(Atom(one, at, at + 1) for at, one in enumerate(phrase(HOLE.sub(" , ", text))))


def stripped(atoms: tuple[Atom, ...]) -> tuple[Atom, ...]:
    """Return atoms without the links, colons and articles at their end."""
    links = lexicon_of(request_words.LINKS)
    while atoms:
        if atoms[-1].text in ":：=":
            atoms = atoms[:-1]
            continue
        size = next((n for n in range(min(4, len(atoms)), 0, -1) if tuple(a.text for a in atoms[-n:]) in links), 0)
        if not size:
            break
        atoms = atoms[:-size]
    return atoms


def noun_before(atoms: tuple[Atom, ...]) -> str:
    """Return the meaning of the noun at the end of ``atoms``, without links, or an empty string."""
    left = stripped(atoms)
    if not left or left[-1].is_break:
        return ""
    found = segment(left, common_lexicon())
    last = found[-1] if found else None
    return "" if last is None or last.last != len(left) - 1 or last.meaning.startswith(SILENT) else last.meaning


def preposition_before(atoms: tuple[Atom, ...]) -> str:
    """Return the preposition at the end of ``atoms``, without articles, or an empty string."""
    articles = {"the", "a", "an", "my", "your"}
    while atoms and atoms[-1].text in articles:
        atoms = atoms[:-1]
    for size in range(min(4, len(atoms)), 0, -1):
        spoken = tuple(atom.text for atom in atoms[-size:])
        for name, table in request_words.PREPOSITIONS.items():
            if spoken in lexicon_of(table):
                return name
    return ""


def _own_words(workflow: Workflow) -> dict[Phrase, str]:
    """Return the words that name a parameter; words that name two parameters name none."""
    claims: dict[Phrase, set[str]] = defaultdict(set)
    for parameter in workflow.parameters:
        for spoken in _namings(parameter, workflow):
            claims[spoken].add(parameter.name)
    for table, names in ((request_words.CALLED, request_words.NAMING), (request_words.SAYING, request_words.TELLING)):
        have = {parameter.name for parameter in workflow.parameters}
        if name := next((name for name in names if name in have), ""):
            for spoken in phrases(table):
                claims[spoken] = {name}
    plain = {phrase(parameter.name.replace("_", " ")): parameter.name for parameter in workflow.parameters}
    return {spoken: min(names) for spoken, names in claims.items() if len(names) == 1} | plain


def _namings(parameter: Parameter, workflow: Workflow) -> Iterator[Phrase]:
    yield from _common(parameter.name)
    hole = f"{{{{{parameter.name}}}}}"
    for step in workflow.steps:
        if step.value == hole and step.target is not None:
            yield from (phrase(text) for text in (step.target.label, step.target.name) if text and len(text) < 40)  # noqa: PLR2004


@lru_cache(maxsize=1024)
def _common(name: str) -> tuple[Phrase, ...]:
    """Return the common names of a parameter on pages and in instructions."""
    concepts = field_concepts(name)
    found = phrases(vocabulary.FIELDS.get(concepts[0].lstrip("="), "")) if len(concepts) == 1 else ()
    # "upload", "find": fields of a page, verbs here
    return (*(spoken for spoken in found if not _does(spoken)), *phrases(request_words.FIELDS.get(name, "")))


def _does(spoken: Phrase) -> bool:
    atoms = tuple(Atom(one, n, n + 1) for n, one in enumerate(spoken))
    return any(word.meaning.startswith(ACTION) for word in segment(atoms, common_lexicon()))


def _parts(template: str) -> Iterator[TemplatePart]:
    """Yield for each hole, and the end, the atoms before it, its name, and whether a hole stands before them."""
    at, after = 0, False
    for hole in HOLE.finditer(template):
        yield _bare(template[at : hole.start()]), hole[1], after
        at, after = hole.end(), True
    yield _bare(template[at:]), "", after


def _bare(text: str) -> tuple[Atom, ...]:
    marks = "'\"“”‘’「」『』《》„«»"
    return as_atoms("".join(" " if char in marks else char for char in text))


def _unit(atoms: tuple[Atom, ...], after: bool) -> str:  # noqa: FBT001  (of one row of _parts)
    if not after or not atoms or atoms[0].is_break:
        return ""
    first = segment(atoms, common_lexicon())[:1]
    unknown = first and not first[0].meaning.startswith((*SILENT, ACTION, "=", SOFT))
    return atoms[0].text if unknown and (first[0].last == 0 or is_chinese(atoms[0].text)) else ""


TemplatePart = tuple[tuple[Atom, ...], str, bool]
TemplateParts = dict[str, tuple[TemplatePart, ...]]


def _frames(
    workflow: Workflow, templates: TemplateParts, own: Mapping[Phrase, str]
) -> Iterator[tuple[Frame, tuple[str, str]]]:
    seen: set[Frame] = set()
    given = [(workflow.task, "task"), *((alias, "alias") for alias in workflow.aliases)]
    for name, how in given:
        frame = counted(meanings(segment(as_atoms(name), common_lexicon())))
        if frame not in seen and _acts(frame):
            seen.add(frame)
            yield frame, (name, how)
    for template, parts in templates.items():
        frame = counted(_template_meanings(parts, own))
        if frame not in seen and _acts(frame):
            seen.add(frame)
            yield frame, (template, "template")


def _template_meanings(parts: tuple[TemplatePart, ...], own: Mapping[Phrase, str]) -> Iterator[str]:
    """Yield the meanings of a template, without words before a hole that only name its parameter."""
    for before, name, _ in parts:
        left = stripped(before) if name else before
        yield from (m for m in meanings(segment(before[len(left) :], common_lexicon())) if m.startswith(ACTION))
        size = named_at_end(left, own)
        if name and size:
            hint = left[len(left) - size :]
            left = left[: len(left) - size]
            yield from related(hint, own[tuple(atom.text for atom in hint)])
        yield from meanings(segment(left, common_lexicon()))


def _also(frames: Iterable[Frame], templates: TemplateParts, own: Mapping[Phrase, str]) -> Iterator[tuple[str, str]]:
    """Yield parameters that are things of the task, with the thing: "upload the attachment {{file}}".

    A parameter is such a thing if an earlier instruction mentions the thing nowhere else.
    """
    things = frozenset().union(*frames)
    for parts in templates.values():
        spoken = set(_template_meanings(parts, own))
        for before, name, _ in parts:
            left = stripped(before)
            size = named_at_end(left, own)
            meaning = common_lexicon().get(tuple(atom.text for atom in left[len(left) - size :]), "") if size else ""
            if name and meaning in things and meaning not in spoken:
                yield name, meaning


def named_at_end(atoms: tuple[Atom, ...], own: Mapping[Phrase, str]) -> int:
    """Return the largest number of atoms at the end that name a parameter; no word is cut in two."""
    for size in range(min(5, len(atoms)), 0, -1):
        if tuple(atom.text for atom in atoms[-size:]) in own:
            start = len(atoms) - size
            if not any(word.first < start <= word.last for word in segment(atoms, common_lexicon())):
                return size
    return 0


def related(atoms: tuple[Atom, ...], name: str) -> Iterator[str]:
    """Yield the meaning for the task of words that name a parameter: "coupon" is thing and parameter."""
    spoken = tuple(atom.text for atom in atoms)
    meaning = common_lexicon().get(spoken, "")
    if meaning and not meaning.startswith(SILENT):
        own = common_lexicon().get(phrase(name.replace("_", " ")), "")
        if meaning == own or name in meaning[1:].split():
            yield meaning


def _acts(frame: Frame) -> bool:
    return any(meaning.startswith(ACTION) for meaning in frame)


def _unknown(workflow: Workflow) -> Lexicon:
    """Return the workflow's own words of several Chinese characters, so that each is cut out as one word."""
    names = (workflow.task, *workflow.aliases, *workflow.templates)
    words = (word for name in names if not name.isascii() for word in segment(as_atoms(name), common_lexicon()))
    return Lexicon(
        (tuple(w.meaning), w.meaning) for w in words if len(w.meaning) > 1 and all(map(is_chinese, w.meaning))
    )
