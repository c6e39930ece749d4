"""The words of an instruction that are no values, as runs, and which of them a declared task accounts for.

Knows text, and which parts of it are values. Must never know a workflow, a page or a model.

Rules of this module:

* A run is a row of words with no value and no mark between them.
* A declared task needs no grammar: a word is in the task or in a constant, or the tables know it, or it leads to a
  value. Any other word is unread. A condition or a negation is unread even then, because it changes what is asked for.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_ami.lexicon.text_normalization import is_chinese

from .tokenize import ACTION as VERB
from .tokenize import (
    ASKS,
    FILLER,
    MANY,
    SOFT,
    THING,
    WISHES,
    Atom,
    Lexicon,
    atoms_outside,
    common_lexicon,
    lexicon_of,
    phrases,
    segment,
)
from .value_names import BARE, RECEIVERS, UNITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .tokenize import Word
    from .value_names import NamedValue

PREPOSITIONS = frozenset(
    ["to", "of", "in", "into", "on", "onto", "for", "from", "with", "at", "as", "under", "by", "and"]
)
REFUSED = "not, dont, never, no, nor, if, unless, until, without, except, 不要, 别, 不, 勿, 没, 如果, 要是, 除非"
"""Words that change what is asked for: nobody can declare them away."""

_WHOLE = (
    "级别, 性别, 类别, 特别, 分别, 区别, 个别, 识别, 告别, 鉴别, 辨别, 别名, 别墅, 不锈钢, 不同, 不动产, 没收, 沉没"
)
"""Words that hold a character of a negation and are none."""

SILENT = (FILLER, ASKS, WISHES)
_UNITS = frozenset(text for one in phrases(UNITS) for text in one)
_LEADING = {True: 8, False: 5}
"""The most characters, or words, that lead to a value, by whether they are Chinese."""


@dataclass(frozen=True, slots=True)
class Accounting:
    """The words of an instruction that are no values.

    Attributes:
        words: The words of the task, in order.
        unread: The parts that are neither task, value nor filler.
        verb: Whether a verb was found.
    """

    words: tuple[str, ...] = ()
    unread: tuple[str, ...] = field(default=(), repr=False)
    verb: bool = False


@dataclass(frozen=True, slots=True)
class WordRun:
    """Words with no value and no mark between them.

    Attributes:
        atoms: The words.
        before: The text before it: a mark, or empty at the start or behind a value.
        opens: Whether a value follows it at once, or behind a colon.
    """

    atoms: tuple[Atom, ...]
    before: str = ""
    opens: bool = False


def runs(text: str, values: Sequence[NamedValue]) -> tuple[WordRun, ...]:
    """Return the runs of a text, in order.

    Args:
        text: The instruction.
        values: Its values, in order.
    """
    return tuple(_runs(text, values))


def _runs(text: str, values: Sequence[NamedValue]) -> Iterator[WordRun]:
    places = [(one.value.start, one.value.end) for one in values]
    pieces: list[tuple[int, Atom | None]] = [(atom.start, atom) for atom in atoms_outside(text, places)]
    pieces += [(start, None) for start, _ in places]
    run: list[Atom] = []
    before = ""
    for start, atom in (*sorted(pieces, key=lambda piece: piece[0]), (len(text), None)):
        if atom is not None and not atom.is_break:
            run.append(atom)
            continue
        if run:
            opens = (atom is None and start < len(text)) or (atom is not None and atom.text in ":：=")
            yield WordRun(tuple(run), before, opens)
        run, before = [], atom.text if atom else ""


def words_of(atoms: tuple[Atom, ...], stops: str, mark: str) -> tuple[Word, ...]:
    """Return the words that atoms form; those of ``stops`` have the meaning ``mark``."""
    whole = Lexicon((one, "".join(one)) for one in phrases(_WHOLE))
    return segment(atoms, whole, lexicon_of(stops, mark), common_lexicon())


def accounted(
    text: str, values: Sequence[NamedValue], task: str, constants: Iterable[str] = (), *, claimed: bool = False
) -> Accounting:
    """Account for the words of an instruction whose task and constants are declared.

    Args:
        text: The instruction.
        values: Its values, with the words that name them.
        task: The declared task.
        constants: Parts of the text that belong to every run of the task.
        claimed: Whether a model names the task. Then its name does not account for a word behind a known thing at the
            end of a run ("the folder plans"), because it may name the thing; nor for who gets a number of something
            ("to Anna 3 days").
    """
    meanings = frozenset(_meaning(word.meaning) for word in segment(as_atoms(task), common_lexicon()))
    fixed = [(at, at + len(one)) for one in constants if one for at in [text.find(one)] if at >= 0]
    words: list[str] = []
    unread: list[str] = []
    for run in runs(text, values):
        left: list[Atom] = []
        refused, thing = False, False
        for word in words_of(run.atoms, REFUSED, "#"):
            atoms = run.atoms[word.first : word.last + 1]
            if word.meaning == "#":
                refused, left = True, list(run.atoms[word.first :])
                break
            if word.meaning.startswith(SILENT) or atoms[0].text in PREPOSITIONS:
                continue
            last = thing and claimed and not run.opens and word.last == len(run.atoms) - 1
            thing = word.meaning.startswith(THING)
            unit = not word.first and not run.before and is_unit(atoms[0].text)
            known = word.meaning.startswith((VERB, THING, SOFT)) or _meaning(word.meaning) in meanings
            sure = unit or (known and (thing or not last))
            if sure or is_naming(atoms[0], values) or any(_within(atoms, place) for place in fixed):
                words += [atom.text for atom in atoms]
            else:
                left += atoms if last else _unknown(atoms, task)
        if left and (refused or not (run.opens and len(left) <= _LEADING[is_chinese(left[0].text)])):
            unread.append(text[min(a.start for a in left) : max(a.end for a in left)])
    unread += [one for one in _receivers(text, values, fixed) if one not in unread] if claimed else []
    return Accounting(tuple(words), tuple(unread), verb=True)


def _receivers(text: str, values: Sequence[NamedValue], fixed: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Yield the unknown words behind "to" or 给 that a bare number, date or address follows: it is not their name."""
    for run in runs(text, values):
        value = next((one.value for one in values if one.value.start >= run.atoms[-1].end), None)
        if not run.opens or value is None or value.quoted or value.kind not in BARE:
            continue
        begin = max((n + 1 for n, atom in enumerate(run.atoms) if _receives(atom)), default=len(run.atoms))
        behind = tuple(itertools.takewhile(lambda atom: atom.text not in PREPOSITIONS, run.atoms[begin:]))
        unknown = [
            atom
            for word in segment(behind, common_lexicon())
            for atom in behind[word.first : word.last + 1]
            if not word.meaning.startswith((VERB, THING, SOFT, *SILENT)) and not is_naming(atom, values)
        ]
        if unknown and not any(_within(unknown, place) for place in fixed):
            yield text[unknown[0].start : unknown[-1].end]


def _receives(atom: Atom) -> bool:
    return atom.text in RECEIVERS or atom.text in ("to", "for")


def as_atoms(text: str) -> tuple[Atom, ...]:
    """Return the words and marks of a text."""
    return atoms_outside(text, ())


def is_naming(atom: Atom, values: Sequence[NamedValue]) -> bool:
    """Return whether a word names a value."""
    return any(one.naming[0] <= atom.start and atom.end <= one.naming[1] for one in values)


def is_unit(word: str) -> bool:
    """Return whether a word behind a number says what is counted."""
    return word in _UNITS


def _unknown(atoms: Sequence[Atom], task: str) -> tuple[Atom, ...]:
    """Return the atoms, or those of unknown Chinese characters that the task does not contain."""
    if not is_chinese(atoms[0].text):
        return tuple(atoms)
    return tuple(atom for atom in atoms if atom.text not in task)


def _within(atoms: Sequence[Atom], place: tuple[int, int]) -> bool:
    return place[0] <= atoms[0].start and atoms[-1].end <= place[1]


def _meaning(meaning: str) -> str:
    return meaning.rstrip(FILLER + MANY).lstrip(VERB + THING + SOFT)
