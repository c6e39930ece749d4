"""Which elements a value names: a control by its name, a thing, or the row around a control.

Knows one observation and a value. Must never know a task's history or how a move is chosen.

Rules of this module:

* A value is a whole text of the row: a cell or a text node (``elements.held_values``). The row of "Alpha 2" is not that
  of "Alpha", nor is that of bob@x.org.evil.com the one of bob@x.org. The same case goes first: "anna" is not "Anna", if
  the page shows both.
* A row whose texts are unknown, such as the title of a dialog, has the value if it contains it.
* Several elements that a value names equally well are a doubt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.elements.held_values import fills_part, held_whole
from pytest_ami.elements.text_keys import spaced
from pytest_ami.lexicon.text_normalization import action_concepts, kind_of, normalise

from .scoring import BETWEEN, CHOICES, THINGS, display_name, has_value, usable, without

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_ami.model.lesson import Element

_WHOLE_NAMES = frozenset({"link", "cell", "gridcell", "button", "tab"})
"""Roles of things whose name is that of one record: "Solaris, annotated" is not "Solaris". A row has other texts."""

_SHORT = 4
"""The fewest bytes of a value that can be told from other words."""


def of_record(value: str, elements: Sequence[Element]) -> list[Element]:
    """Return the elements whose row has a value as a whole cell, or else as a whole text; the same case goes first.

    Args:
        value: The value.
        elements: Controls of the page.
    """
    in_cell = [e for e in elements if fills_part(value, e.cells)]
    in_text = [e for e in elements if fills_part(value, e.texts)]
    folded = [e for e in elements if fills_part(value.casefold(), _pieces(e))]
    return in_cell or in_text or folded or [e for e in elements if not e.cells and _contains(e.context, value)]


def _pieces(element: Element) -> list[str]:
    """Return the texts of a row in small letters, and what commas and the like set apart in them."""
    parts = (*element.cells, *element.texts)
    return [piece.casefold() for part in parts for piece in (part, *BETWEEN.split(part))]


def is_named_for(element: Element, value: str, task: str) -> bool:
    """Return whether a control's own name has a value, and besides it words of the task alone: "Delete Alpha"."""
    name, wanted = display_name(element), set(action_concepts(task))
    rest = action_concepts(without(name, [value]))
    return _contains(name, value) and all(one in wanted or kind_of(one) in ("verb", "filler") for one in rest)


def _contains(text: str, value: str) -> bool:
    """Return whether a text has a value as whole words, and no sign continues it."""
    return has_value(text, value) and held_whole(
        "{{value}}", "value", spaced(value.casefold()), spaced(text.casefold())
    )


def thing(value: str, elements: Sequence[Element], *, choices_only: bool) -> list[Element]:
    """Return the elements that ``value`` names equally well; more than one is a doubt."""
    roles = CHOICES if choices_only else frozenset(THINGS)
    here = [e for e in elements if usable(e) and e.role in roles and has_value(display_name(e), value)]
    spelled = [e for e in here if fills_part(value, [display_name(e)])]
    exact = spelled or [e for e in here if normalise(display_name(e)) == normalise(value)]
    own = of_record(value, here)
    exact = exact or [
        e for e in here if _telling(value) and not _is_longer_name(e, value) and (e in own or not e.cells)
    ]
    best = min((THINGS.index(e.role) for e in exact if e.role in THINGS), default=0)
    return [e for e in exact if e.role not in THINGS or THINGS.index(e.role) == best]


def _is_longer_name(element: Element, value: str) -> bool:
    """Return whether a name with a value in it is that of another record; "Unread, Ann, Report" is a row of texts."""
    parts = [normalise(part) for part in BETWEEN.split(display_name(element))]
    return element.role in _WHOLE_NAMES and normalise(value) not in parts[1:]


def _telling(value: str) -> bool:
    """Return whether a value can be told from other words: "1" is a part of "Drill no. 1"."""
    return len(value.encode()) >= _SHORT and not normalise(value).replace(" ", "").isdigit()
