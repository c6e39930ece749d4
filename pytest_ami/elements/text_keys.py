"""Folding of page texts for comparison, and filling of values into recorded texts.

Knows texts and values. Must never know a page, an element or a step.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_ami.instructions.template import HOLE
from pytest_ami.model.secret import Secret

if TYPE_CHECKING:
    from collections.abc import Mapping

_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\u180e]")
"""Characters without a shape: soft hyphens, zero-width spaces and joiners, marks of direction."""

REORDERING = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Characters that show the text after them in another order."""

_MONTHS = (
    *("jan ene", "feb fev", "mar mär", "apr abr avr", "may mai", "jun", "jul", "aug ago aou"),
    *("sep", "oct okt", "nov", "dec dez dic"),
)
_MONTH, _YEAR = r"(?P<m>[^\W\d_]{3,10}\.?)", r"(?:,? (?P<y>\d{4})\b)?"
_WEEKDAY = r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?"
_DATES = (
    re.compile(rf"{_WEEKDAY}{_MONTH} (?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b{_YEAR}", re.IGNORECASE),
    re.compile(rf"{_WEEKDAY}(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)? {_MONTH}{_YEAR}", re.IGNORECASE),
)
DATED = re.compile(r"(?:\d{4}-)?(?:1[0-2]|[1-9])-\{\{")
"""A date of which the day is a hole."""


def fold(key: str) -> str:
    """Return ``key`` for comparison: white space and case folded, digits as ``#`` (as in ``look.js``)."""
    return re.sub(r"\d+", "#", exact(key))


def spaced(text: str) -> str:
    """Return ``text`` with white space folded and nothing else."""
    return " ".join(text.split())


def exact(text: str) -> str:
    """Return ``text`` with white space and case folded and without characters that nobody sees; numbers are kept."""
    return spaced(_UNSEEN.sub("", text)).casefold()


def dated(text: str) -> str:
    """Return ``text`` with its dates in words as year, month and day without their weekday: ``2026-12-24``."""
    for pattern in _DATES:
        text = pattern.sub(_date, text)
    return text


def _date(found: re.Match[str]) -> str:
    short = found["m"].casefold().replace("é", "e").replace("û", "u")[:3]
    month = next((number for number, names in enumerate(_MONTHS, 1) if short in names.split()), 0)
    year = f"{found['y']}-" if found["y"] else ""
    return f"{year}{month}-{int(found['d'])}" if month else found[0]


def fill(text: str, values: Mapping[str, str]) -> str:
    """Return ``text`` with each hole filled that has a value. Others stay, because a page may show ``{{name}}``.

    The result is a ``Secret`` if one of the values is.
    """
    used = [values[hole[1]] for hole in HOLE.finditer(text) if hole[1] in values]
    full = HOLE.sub(lambda hole: values.get(hole[1], hole[0]), text)
    return Secret(full, text) if any(isinstance(value, Secret) for value in used) else full
