"""Splits an instruction into its values and the words around them, each with its meaning.

Knows text and the tables of ``lexicon``. Must never know a workflow, and never decides.

Rules of this module:

* A value stands in quotation marks, or looks like an address, a link, a date, a time, a number, a file or a code
  outside of them. All other text is words.
* A word that is in no table keeps its own meaning: it is compared unchanged, and never ignored.
* A typing error is corrected only in a word that no table has, and only towards one meaning. Two letters may change
  places, or one may be missing, doubled, or (in long words) another. The first letter stays.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from pytest_ami.lexicon import request_words
from pytest_ami.lexicon.text_normalization import is_chinese
from pytest_ami.lexicon.vocabulary import HAN

from . import value_types
from .values import quotes

Phrase = tuple[str, ...]


class Lexicon(dict[Phrase, str]):
    """Meanings by phrase, with the length of the longest phrase that begins with a word."""

    def reach(self, word: str) -> int:
        """Return the number of atoms of the longest phrase that begins with ``word``."""
        if not hasattr(self, "_reach"):
            self._reach: dict[str, int] = {}
            for phrase_ in self:
                self._reach[phrase_[0]] = max(self._reach.get(phrase_[0], 0), len(phrase_))
        return self._reach.get(word, 0)


ACTION, THING, FILLER, ASKS, WISHES, SOFT = "!", "=", "~", "?", "^", "+"
"""Prefixes of meanings: an action, a thing, nothing, a question form, a wish form, or both an action and a thing."""

MANY = "*"
"""Suffix of the meaning of a plural: "delete mails" is not "delete mail"."""

_ATOM = re.compile(rf"[{HAN}]|[^\W_{HAN}]+(?:['’][^\W\d_{HAN}]+)*|->|\n|[^\w\s]")
_BREAKS = frozenset(",，;；.。:：?？!！=\n、()（）-–—·…\"'“”‘’")
_JOINERS = frozenset("-_/")
_SHORT, _LONG = 3, 7
_SHAPES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("url", value_types.URL),
    ("email", value_types.EMAIL),
    ("file", value_types.FILE),
    ("date", value_types.DATE),
    ("time", value_types.TIME),
    ("money", value_types.MONEY),
    ("code", re.compile(r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])")),
    ("code", re.compile(r"\+\d[\d ()/-]{5,}\d|\d{2,}(?:[ /-]\d{2,}){2,}")),
    ("code", re.compile(r"#\d[\w-]*|(?=[\w-]*\d)(?=[\w-]*[A-Za-z-])[A-Za-z0-9][\w-]{2,}", re.ASCII)),
    ("number", value_types.NUMBER),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A value in an instruction.

    Attributes:
        text: The text of the value.
        kind: ``email, url, date, time, money, number, file, code``, or ``text``.
        start: Start, quotation mark included.
        end: End.
        quoted: Whether it stands in quotation marks; then it may be of any type.
    """

    text: str
    kind: str
    start: int
    end: int
    quoted: bool = False


class Atom(NamedTuple):
    """A word, a Chinese character, or a mark outside of all values.

    Attributes:
        text: The word in the form for comparison; a misspelt word is corrected.
        start: Where it starts.
        end: Where it ends.
    """

    text: str
    start: int
    end: int

    @property
    def is_break(self) -> bool:
        """Return whether a phrase ends here."""
        return self.text in _BREAKS


class Word(NamedTuple):
    """A phrase of an instruction with its meaning.

    Attributes:
        meaning: The name of a group in ``lexicon``, or the word itself.
        first: Number of its first atom.
        last: Number of its last atom.
    """

    meaning: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class TokenizedText:
    """An instruction, split into values and words.

    Attributes:
        text: The instruction.
        values: The values in it, in order.
        atoms: The words and marks outside of them, in order.
        corrections: Misspelt words and their corrections, by start.
    """

    text: str
    values: tuple[Value, ...]
    atoms: tuple[Atom, ...]
    corrections: Mapping[int, tuple[str, str]] = field(default_factory=dict)

    def corrected(self) -> str:
        """Return the text with the misspelt words corrected."""
        out, at = [], 0
        for start, (wrong, right) in sorted(self.corrections.items()):
            out += [self.text[at:start], right]
            at = start + len(wrong)
        return "".join([*out, self.text[at:]])


def tokenize(text: str, vocabulary: Vocabulary, *, money: bool = False) -> TokenizedText:
    """Split an instruction into values and words.

    Args:
        text: The instruction.
        vocabulary: Known words, which are never corrected.
        money: Whether a sum with its currency is one value, rather than a number and a word.
    """
    values = tuple(sorted(_values(text, money=money), key=lambda one: one.start))
    corrections: dict[int, tuple[str, str]] = {}
    atoms: list[Atom] = []
    for atom in atoms_outside(text, [(one.start, one.end) for one in values]):
        right = vocabulary.correct(atom.text)
        if right != atom.text:
            corrections[atom.start] = (text[atom.start : atom.end], right)
        atoms.append(Atom(right, atom.start, atom.end))
    return TokenizedText(text, values, tuple(atoms), corrections)


def atoms_outside(text: str, taken: Iterable[tuple[int, int]]) -> tuple[Atom, ...]:
    """Return the words and marks of a text outside of some parts of it.

    Args:
        text: The text.
        taken: Start and end of each part, in order.
    """
    return tuple(
        Atom(fold(found[0]), found.start(), found.end())
        for start, end in _gaps(taken, len(text))
        for found in _ATOM.finditer(text, start, end)
        if not (found[0] in _JOINERS and _inside_word(text, found.start()))
    )


def fold(word: str) -> str:
    """Return a word in the form in which words are compared: NFKC, case and apostrophes folded."""
    out = word.lower() if word.isascii() else unicodedata.normalize("NFKC", word).casefold()
    return out.replace("'", "").replace("’", "") if len(out) > 1 else out


def phrase(text: str) -> Phrase:
    """Return the atoms of a phrase of a table or of a workflow's name."""
    return tuple(fold(found[0]) for found in _ATOM.finditer(text) if found[0] not in _JOINERS)


@lru_cache(maxsize=1024)
def phrases(table: str) -> tuple[Phrase, ...]:
    """Return the phrases of a line of a table."""
    return tuple(phrase(one) for one in table.split(",") if one.strip())


def segment(atoms: tuple[Atom, ...], *lexicons: Lexicon) -> tuple[Word, ...]:
    """Return the words that ``atoms`` form, longest phrase first, without breaks.

    Unknown Chinese characters that stand together are one word.
    """
    out: list[Word] = []
    at = 0
    while at < len(atoms):
        if atoms[at].is_break:
            at += 1
            continue
        size, meaning = _longest(atoms, at, lexicons)
        last = at + size - 1
        unknown = not meaning
        joins = unknown and bool(out) and out[-1].last == at - 1 and is_chinese(atoms[at].text)
        if joins and is_chinese(out[-1].meaning[0]) and atoms[at - 1].end == atoms[at].start:
            out[-1] = Word(out[-1].meaning + atoms[at].text, out[-1].first, last)
        else:
            out.append(Word(meaning or atoms[at].text, at, last))
        at += size
    return tuple(out)


class Vocabulary:
    """The known words: those of the tables, and those of a store's workflows.

    Args:
        words: The words of the store's workflows.
    """

    def __init__(self, words: Iterable[str] = ()) -> None:
        self.known = _table_words() | frozenset(words)
        self._slips = _by_slip(sorted(frozenset(words) - _table_words()))

    def correct(self, word: str) -> str:
        """Return the correction of a misspelt word, or the word itself if the correction is not certain."""
        if len(word) < _SHORT or not word.isalpha() or is_chinese(word[0]) or word in self.known:
            return word
        meant = {right for right in self._near(word) if _is_slip(word, right)}
        meant = {right for right in meant if (right,) in common_lexicon()} or meant
        meanings = {common_lexicon().get((right,), right) for right in meant}
        return min(meant) if len(meanings) == 1 else word

    def _near(self, word: str) -> set[str]:
        """Return known words that differ in a letter or two: without one letter each, both are equal."""
        both = (_table_slips(), self._slips)
        return {right for key in _shorter(word) for slips in both for right in slips.get(key, ())}


@lru_cache(maxsize=1)
def common_lexicon() -> Lexicon:
    """Return the meaning of every phrase of the tables; if two tables hold a phrase, the later one counts."""
    out = Lexicon()
    for table, mark in ((request_words.FILLERS, FILLER), (request_words.WISHING, WISHES), (request_words.ASKING, ASKS)):
        out.update(dict.fromkeys(phrases(table), mark))
    for groups, mark in ((request_words.THINGS, THING), (request_words.ACTIONS, ACTION)):
        for name, line in groups.items():
            out.update(dict.fromkeys(phrases(line), mark + name))
    out.update({one: "".join(one) for one in phrases(request_words.NO_FILLERS)})
    out.update({phrase(word): SOFT + name for word, name in request_words.SOFT.items()})
    for form, meaning in (*_plurals(), *_participles()):
        out.setdefault(form, meaning)
    return out


@lru_cache(maxsize=16)
def lexicon_of(table: str, meaning: str = FILLER) -> Lexicon:
    """Return one line of a table as a lexicon."""
    return Lexicon((one, meaning) for one in phrases(table))


@lru_cache(maxsize=1)
def _table_words() -> frozenset[str]:
    lines = [
        request_words.CALLED,
        request_words.SAYING,
        request_words.LINKS,
        request_words.AS,
        request_words.LEVELS,
        request_words.DOUBTFUL,
        request_words.REAL_WORDS,
    ]
    lines += [*request_words.PREPOSITIONS.values(), *request_words.FIELDS.values(), *request_words.FIELDS]
    found = {atom for line in lines for one in phrases(line) for atom in one}
    return frozenset(found | {atom for one in common_lexicon() for atom in one} | _field_words())


@lru_cache(maxsize=1)
def _field_words() -> frozenset[str]:
    from pytest_ami.lexicon.vocabulary import FIELDS

    return frozenset(atom for line in FIELDS.values() for one in phrases(line) for atom in one)


@lru_cache(maxsize=1)
def _table_slips() -> Mapping[str, set[str]]:
    return _by_slip(sorted(_table_words() - frozenset(phrase(request_words.REAL_WORDS.replace(",", " ")))))


def _by_slip(words: Iterable[str]) -> dict[str, set[str]]:
    """Return words by what is left of them without one letter, and without none."""
    found: dict[str, set[str]] = {}
    for right in words:
        short = _SHORT <= len(right) <= 16 and right.isalpha() and right.isascii()  # noqa: PLR2004
        for key in _shorter(right) if short else ():
            found.setdefault(key, set()).add(right)
    return found


def _plurals() -> Iterator[tuple[Phrase, str]]:
    for name, line in request_words.THINGS.items():
        for one in (one for one in phrases(line) if one[-1].isascii()):
            yield (*one[:-1], _plural(one[-1])), f"{THING}{name}{MANY}"


def _plural(word: str) -> str:
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "ch", "sh")) else f"{word}s"


def _participles() -> Iterator[tuple[Phrase, str]]:
    for name, line in request_words.ACTIONS.items():
        for one in (one for one in phrases(line) if len(one) == 1 and one[0].isascii()):
            yield from (((form,), f"{ACTION}{name}{FILLER}") for form in _forms(one[0]))


def _forms(verb: str) -> Iterator[str]:
    if verb.endswith("e"):
        yield from (f"{verb}d", f"{verb[:-1]}ing")
    elif verb.endswith("y") and verb[-2] not in "aeiou":
        yield from (f"{verb[:-1]}ied", f"{verb}ing")
    else:
        yield from (f"{verb}ed", f"{verb}ing", f"{verb}{verb[-1]}ed", f"{verb}{verb[-1]}ing")
    yield from {"send": ("sent",), "write": ("written", "wrote"), "buy": ("bought",), "find": ("found",)}.get(verb, ())


def _values(text: str, *, money: bool) -> Iterator[Value]:
    taken: list[tuple[int, int]] = []
    for quote in quotes(text):
        taken.append((quote.start, quote.end))
        yield Value(text=quote.value, kind=quote.kind, start=quote.start, end=quote.end, quoted=True)
    for kind, shape in _SHAPES:
        for found in shape.finditer(text) if money or kind != "money" else ():
            start, end = found.span()
            if any(start < stop and begin < end for begin, stop in taken):
                continue
            if _touches(text, start, end) or (kind == "date" and not value_types.is_date(found[0])):
                continue
            taken.append((start, end))
            yield Value(text=found[0], kind=kind, start=start, end=end)


def _touches(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    return any(char and char.isalnum() and not is_chinese(char) for char in (before, after))


def _inside_word(text: str, at: int) -> bool:
    sides = text[at - 1 : at], text[at + 1 : at + 2]
    return all(side and side.isalnum() for side in sides)


def _gaps(taken: Iterable[tuple[int, int]], end: int) -> Iterator[tuple[int, int]]:
    at = 0
    for start, stop in taken:
        yield at, start
        at = stop
    yield at, end


def _longest(atoms: tuple[Atom, ...], at: int, lexicons: tuple[Lexicon, ...]) -> tuple[int, str]:
    reach = max(lexicon.reach(atoms[at].text) for lexicon in lexicons)
    key: list[str] = []
    for atom in atoms[at : at + reach]:
        if atom.is_break:
            break
        key.append(atom.text)
    while key:
        for lexicon in lexicons:
            if meaning := lexicon.get(tuple(key)):
                return len(key), meaning
        key.pop()
    return 1, ""


def _shorter(word: str) -> set[str]:
    return {word} | {word[:i] + word[i + 1 :] for i in range(len(word))}


def _is_slip(word: str, right: str) -> bool:
    """Return whether ``word`` is ``right`` with one typing error."""
    if word[0] != right[0]:
        return False
    if len(word) == len(right):
        wrong = [i for i in range(len(word)) if word[i] != right[i]]
        if len(wrong) == 2 and wrong[1] == wrong[0] + 1:  # noqa: PLR2004
            return word[wrong[0]] == right[wrong[1]] and word[wrong[1]] == right[wrong[0]]
        return len(wrong) == 1 and len(right) >= _LONG and wrong[0] < len(right) - 1
    if len(word) == len(right) - 1:
        return len(word) > _SHORT and any(right[:i] + right[i + 1 :] == word for i in range(len(right)))
    doubled = (word[i] == word[i - 1] and word[:i] + word[i + 1 :] == right for i in range(1, len(word)))
    return len(word) == len(right) + 1 and any(doubled)
