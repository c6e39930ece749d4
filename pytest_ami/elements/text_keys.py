"""Folding of page texts for comparison, and filling of values into recorded texts.

Knows texts and values. Must never know a page, an element or a step.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from pytest_ami.instructions.template import HOLE
from pytest_ami.lexicon.phrase_table import leading_verb
from pytest_ami.model.secret import Secret

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\u180e]")
"""Characters without a shape: soft hyphens, zero-width spaces and joiners, marks of direction."""

_PARTED = re.compile("[\u4e00-\u9fff] [\u4e00-\u9fff]")
"""A label of two Chinese signs with a space between them."""

REORDERING = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Characters that show the text after them in another order."""


@lru_cache(maxsize=8192)
def fold(key: str) -> str:
    """Return ``key`` for comparison: white space and case folded, digits as ``#`` (as in ``look.js``)."""
    return re.sub(r"\d+", "#", exact(key))


def spaced(text: str) -> str:
    """Return ``text`` with white space folded and nothing else."""
    return " ".join(text.split())


@lru_cache(maxsize=8192)  # an element is compared by twenty rules, each with the same few texts
def exact(text: str) -> str:
    """Return ``text`` with white space and case folded and without characters that nobody sees; numbers are kept.

    Component libraries put a space between the two signs of a short Chinese label; it says nothing.
    """
    shown = spaced(_UNSEEN.sub("", text))
    return (shown[0] + shown[2] if _PARTED.fullmatch(shown) else shown).casefold()


def fill(text: str, values: Mapping[str, str]) -> str:
    """Return ``text`` with each hole filled that has a value. Others stay, because a page may show ``{{name}}``.

    The result is a ``Secret`` if one of the values is.
    """
    if "{{" not in text:
        return text
    used = [values[hole[1]] for hole in HOLE.finditer(text) if hole[1] in values]
    full = HOLE.sub(lambda hole: values.get(hole[1], hole[0]), text)
    return Secret(full, text) if any(isinstance(value, Secret) for value in used) else full


NEAR = 40
"""The most characters of a text beside an element (as in ``describe.js``)."""

CUT = "[…]"
"""The end of a text beside an element that was cut behind the beginning of a value: another value ends elsewhere."""


def fill_beside(text: str, values: Mapping[str, str]) -> str:
    """Return a text beside an element with its holes filled, cut as a page cuts it; ``CUT`` stays if it is shorter."""
    full = fill(text.removesuffix(CUT), values)
    if not text.endswith(CUT):
        return full
    return _first(full, NEAR) if _units(full) >= NEAR else f"{full}{CUT}"


def is_cut(text: str) -> bool:
    """Return whether a text beside an element may go on; a space at its end is left out."""
    return _units(text) >= NEAR - 1


def begins_one(text: str, others: Iterable[str]) -> bool:
    """Return whether a text that was cut is the beginning of one of the others."""
    start = exact(text.removesuffix(CUT))
    return text.endswith(CUT) and bool(start) and any(exact(one).startswith(start) for one in others)


def _units(text: str) -> int:
    """Return the length of a text as a page counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _first(text: str, most: int) -> str:
    return spaced(text.encode("utf-16-le", "surrogatepass")[: 2 * most].decode("utf-16-le", "ignore"))


KEY_HINT = re.compile(
    r"(?:press|hit|tap|drücken sie|appuyez sur|pulse|按)\s*(?:the )?"
    r"(?:[⌘⌥⇧⌃]|ctrl|strg|cmd|enter|return|esc|eingabe|entrée|intro|回车)[^.|]*",
    re.IGNORECASE,
)
"""A hint which key does the same: "Press Enter to submit form"."""


def without_passing_hints(mine: Sequence[str], its: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Return the texts around an element, then and now; a hint which key to press does not count if it came or went.

    Many fields show such a hint only while they have the focus. If there are hints then and now, all of them count.
    """
    was, now = ([text for text in texts if not KEY_HINT.fullmatch(text.rstrip(" ."))] for texts in (mine, its))
    passing = (len(was) < len(mine)) is not (len(now) < len(its))
    return (was, now) if passing else (mine, its)


FULL, EMPTY = "♥❤★☑🖤", "♡🤍☆☐"
"""Signs that say by their filling whether something is on."""


def turned(was: str, now: str) -> bool:
    """Return whether the one such sign of a name is full now and was empty, or the other way round: "♡ Like"."""
    mine, its = ([sign in FULL for sign in text if sign in FULL + EMPTY] for text in (was, now))
    return len(mine) == len(its) == 1 and mine != its


def spells(drawn: str, name: str) -> bool:
    """Return whether a name says nothing but the word by which an icon font draws: "Bold" for ``format_bold``."""
    words, signs = (_words(text) for text in (name, drawn))
    return bool(words) and any(signs[n : n + len(words)] == words for n in range(len(signs)))


TURNS_A_SIGN = frozenset(
    {"off", "on", "open", "out", "in", "up", "down", "left", "right", "not", "no", "none", "disabled", "slash"}
    | {"all", "half", "forever", "sweep", "later", "auto", "done"}
)
"""Words by which an icon font draws the other state of a sign, or another deed: ``lock_open``, ``alarm_off``."""

_DRAWN_WITH = frozenset({"format", "insert", "view", "edit", "get", "mode"})
"""Verbs in the words of an icon font that say how a sign is drawn, or that a button presses it."""


def tells_deed(drawn: str, name: str) -> bool:
    """Return whether a name leaves out no word of an icon's that makes another deed: "Lock" of ``lock_open`` does."""
    left = {*_words(drawn)} - {*_words(name)}
    return not any(word in TURNS_A_SIGN or (word not in _DRAWN_WITH and leading_verb(word)) for word in left)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())
