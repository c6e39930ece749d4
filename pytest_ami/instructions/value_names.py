"""Names for the values of an instruction, from the words beside them; and whether a text can be one value.

Knows text. Must never know a workflow or a page. A value that no word names stays without a name. If a text without
quotation marks may be more than one value, it is none: quotation marks remove the doubt.

Rules of this module:

* The noun right before a value names it ("the author 'X'", 作者“X”). A capitalised noun may be a value.
* Behind a number, a unit names it ("3 days"), unless a noun before it does.
* Then a preposition names it ("to"), and at last its form, if no other value has that form.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pytest_ami.lexicon import request_words
from pytest_ami.lexicon.text_normalization import field_concepts, is_chinese

from .phrasing import preposition_before, stripped
from .tokenize import (
    ACTION,
    ASKS,
    FILLER,
    SOFT,
    WISHES,
    Atom,
    atoms_outside,
    common_lexicon,
    lexicon_of,
    phrase,
    segment,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .tokenize import Value

MOST_WORDS = 12
"""The most words of a value without quotation marks."""

ENDS = frozenset(",，;；。\n!！?？")
"""Marks at which such a value ends."""

ARTICLES = frozenset(("the", "a", "an", "my", "your"))

TYPED: Mapping[str, str] = {
    "email": "to",
    "url": "url",
    "date": "date",
    "time": "time",
    "money": "amount",
    "number": "amount",
    "file": "file",
}
"""The name of a value of a form if no word names it."""

_LONGEST = 6
_NOUN = re.compile(r"[^\W\d_]+")
_STARTS = "的把将给为对在到于以和与及"
"""Characters behind which a Chinese noun begins."""

_ARTICLES = ARTICLES | {"this", "new"}
_NUMERALS = tuple("二两三四五六七八九十百千半几")
RECEIVERS = "给向对为在到于"
"""Characters behind which a receiver or a place stands."""

BARE = ("number", "date", "money", "time", "email")
"""Kinds of values that need no quotation marks."""

_NO_NOUNS = frozenset(
    [
        "about",
        "that",
        "which",
        "who",
        "whom",
        "whose",
        "what",
        "where",
        "how",
        "why",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "has",
        "have",
        "had",
        "do",
        "does",
        "did",
        "will",
        "should",
        "can",
        "may",
        "must",
        "might",
        "he",
        "she",
        "they",
        "him",
        "her",
        "them",
        "it",
        "and",
        "or",
        "but",
        "by",
        "of",
        "from",
        "to",
        "for",
        "with",
        "in",
        "on",
        "at",
        "as",
        "not",
        "if",
        "unless",
        "until",
        "because",
        "telling",
        "tell",
        "saying",
        "say",
        "says",
        "asking",
        "then",
        "also",
        "only",
        "please",
    ]
)
UNITS = (
    "day, days, hour, hours, minute, minutes, week, weeks, month, months, year, years, night, nights, page, pages, "
    "copy, copies, piece, pieces, portion, portions, item, items, person, persons, people, guest, guests, seat, seats, "
    "ticket, tickets, time, times, 天, 份, 页, 个, 件, 只, 台, 张, 条, 本, 位, 年, 周, 次, 人"
)
"""Words behind a number that name it."""

_LIST = re.compile(r"\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|&)\s+|\s*[和与及或]\s*")
_CHINESE_LIST = re.compile(r"[A-Za-z0-9_]\s*[和与及或]\s*[A-Za-z0-9_]|、")
_NO_WORD = re.compile(r"[\d_]")
_PHRASES = ((request_words.CALLED, "name"), (request_words.SAYING, "text"))
_BAD = frozenset(("=first-name", "=first_name", "=search"))


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedValue:
    """A value of an instruction, with its name.

    Attributes:
        value: The value.
        name: Its name; empty if no word names it.
        naming: Start and end of the words that name it; equal if there are none.
    """

    value: Value
    name: str = ""
    naming: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class _Place:
    """A value and the words around it.

    Attributes:
        text: The instruction.
        value: The value.
        before: The words and marks since the value before.
        after: The words and marks up to the next value.
    """

    text: str
    value: Value
    before: tuple[Atom, ...]
    after: tuple[Atom, ...]


_Found = tuple[str, tuple[int, int]]
_NONE: _Found = ("", (0, 0))


def named(text: str, values: Sequence[Value], known: Mapping[str, str] | None = None) -> tuple[NamedValue, ...]:
    """Return the values with their names, in order.

    Args:
        text: The instruction.
        values: Its values, in order.
        known: Values that the call names itself; their names count.
    """
    atoms = atoms_outside(text, [(one.start, one.end) for one in values])
    found = [_by_words(_place(text, values, n, atoms)) for n in range(len(values))]
    own = {value: name for name, value in (known or {}).items()}
    found = [replace(one, name=own.get(one.value.text, one.name)) for one in found]
    kinds = [one.value.kind for one in found if not one.name]
    taken = {one.name for one in found}
    for n, one in enumerate(found):
        name = TYPED.get(one.value.kind, "")
        if not one.name and name and kinds.count(one.value.kind) == 1 and name not in taken:
            found[n] = replace(one, name=name)
    return tuple(found)


def _place(text: str, values: Sequence[Value], n: int, atoms: Sequence[Atom]) -> _Place:
    value = values[n]
    start = values[n - 1].end if n else 0
    end = values[n + 1].start if n + 1 < len(values) else len(text)
    before = tuple(atom for atom in atoms if start <= atom.start and atom.end <= value.start)
    after = tuple(atom for atom in atoms if value.end <= atom.start and atom.end <= end)
    return _Place(text, value, before, after)


def _by_words(place: _Place) -> NamedValue:
    for find in (_phrase, _noun, _unit, _preposition):
        name, naming = find(place)
        if name:
            return NamedValue(value=place.value, name=name, naming=naming)
    return NamedValue(value=place.value)


def _phrase(place: _Place) -> _Found:
    """Return the name that "called" or "saying" gives."""
    before = place.before
    for table, name in _PHRASES:
        lexicon = lexicon_of(table)
        for size in range(min(3, len(before)), 0, -1):
            if place.value.quoted and tuple(atom.text for atom in before[-size:]) in lexicon:
                return name, (before[-size].start, before[-1].end)
    return _NONE


def _noun(place: _Place) -> _Found:
    """Return the noun right before a value, in the word of the text; a Chinese field in the word of the tables."""
    left = stripped(place.before)
    if left and left[-1].text in ("on", "at", "于") and place.value.kind in ("date", "time"):
        left = left[:-1]
    if not left or not _NOUN.fullmatch(left[-1].text):
        return _NONE
    if is_chinese(left[-1].text):
        return _chinese_noun(left, bare=not place.value.quoted and place.value.kind in BARE)
    atom, last = left[-1], segment(left, common_lexicon())[-1]
    before = left[last.first - 1].text if last.first else ""
    silent = last.meaning.startswith((FILLER, ASKS, WISHES)) or atom.text in _NO_NOUNS
    name = atom.start > 0 and place.text[atom.start : atom.end] != atom.text
    acts = last.meaning.startswith(ACTION) and not last.meaning.endswith(FILLER)
    verb = not place.text[: atom.start].strip() or (acts and before in ("", "and", "then"))
    return _NONE if silent or name or verb else (_slug(atom.text), (atom.start, atom.end))


def _chinese_noun(left: tuple[Atom, ...], *, bare: bool) -> _Found:
    """Return the noun at the end: all characters behind a mark, or those behind the last verb and particle."""
    first = len(left) - 1
    while first and is_chinese(left[first - 1].text) and left[first - 1].end == left[first].start:
        first -= 1
    if not (first and left[first - 1].is_break and len(left) - first <= _LONGEST):
        first = max((n + 1 for n in range(first, len(left)) if left[n].text in _STARTS), default=first)
        begin = first
        for word in segment(left[first:], common_lexicon()):
            if word.meaning.startswith((ACTION, FILLER, SOFT)) and (word.last > word.first or not word.first):
                begin = first + word.last + 1
        first = begin
    noun = "".join(atom.text for atom in left[first:])
    if noun[:1] in _NUMERALS:
        return _NONE  # 两张“红厅”: how many is a value of its own
    if not 0 < len(noun) <= _LONGEST or not noun.isidentifier() or _owned(left[first:]):
        return _NONE
    concepts = field_concepts(noun)
    known = len(concepts) == 1 and concepts[0].startswith("=") and concepts[0] not in _BAD
    if bare and not known and first and left[first - 1].text in RECEIVERS:
        return _NONE  # 给王芳2天: who gets it is a value of its own
    return _slug(concepts[0][1:]) if known else noun, (left[first].start, left[-1].end)


def _owned(atoms: tuple[Atom, ...]) -> bool:
    """Return whether unknown characters stand before a known thing: 张三 in 张三账户 may be a value."""
    words = segment(atoms, common_lexicon())
    return len(words) > 1 and words[-1].meaning.startswith("=") and not words[0].meaning.startswith("=")


def _unit(place: _Place) -> _Found:
    """Return the unit behind a number, unless another value stands right before it: "42 7 anna" has no unit."""
    after = place.after
    if not place.before and place.text[: place.value.start].strip():
        return _NONE
    if place.value.kind != "number" or not after or after[0].is_break or after[0].text in _NO_NOUNS:
        return _NONE
    if (after[0].text,) not in lexicon_of(UNITS):
        return _NONE
    return _slug(after[0].text), (after[0].start, after[0].end)


def _preposition(place: _Place) -> _Found:
    name = preposition_before(place.before) if place.before and not place.before[-1].is_break else ""
    last = place.before[-1] if name else None
    return (name, (last.start, last.end)) if last and name == "to" else _NONE


def _slug(word: str) -> str:
    name = re.sub(r"\W+", "_", word.strip()).strip("_").lower()
    return name if name.isidentifier() else ""


def is_plain(text: str) -> bool:
    """Return whether ``text``, which has no quotation marks, can be one value and nothing else."""
    atoms = tuple(Atom(one, n, n + 1) for n, one in enumerate(phrase(text)))
    doubtful = lexicon_of(request_words.DOUBTFUL, "!")
    quoted = any(char in '"“”「」『』《》' for char in text)
    return bool(atoms) and not quoted and not any(word.meaning == "!" for word in segment(atoms, doubtful))


def is_list(text: str) -> bool:
    """Return whether ``text``, which has no quotation marks, is a list of identifiers: ``member_id and days``.

    A title may have an "and" as well, so one of the two has to be no word: it has a digit or a "_". A Chinese "and"
    between words of another script, or the mark of Chinese lists, is that of a list in any case.
    """
    if _CHINESE_LIST.search(text):
        return True
    parts = _LIST.split(text)
    return len(parts) > 1 and all(map(str.isidentifier, parts)) and any(_NO_WORD.search(part) for part in parts)


def is_name(text: str) -> bool:
    """Return whether ``text`` is one word, or several that are all capitalised like names: "Harbour View 11"."""
    words = text.split()
    latin = not any(map(is_chinese, text))
    return latin and (len(words) == 1 or all(word[0].isupper() or word[0].isdigit() for word in words))
