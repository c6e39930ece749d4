"""Rows: which elements stand in line as entries of one list, and which of them holds a value.

Rules of this module:

* Elements of one kind are entries of one list if they stand below one another, or have the same size. A list may have
  rows, cards or links, and a box in each row.
* If an entry holds the value, an entry in line with it that holds it less well is another record. "Alpha 2" is another
  one than "Alpha". An entry that holds another value of the test is a thing of the task as well.
* A press on a row goes beside a link that lies in its middle: the link would take it, and lead to another record.

Knows elements as they were observed. Must never know a page or a teacher.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.elements.commits import AREAS
from pytest_ami.elements.held_values import fills_part
from pytest_ami.lexicon.text_normalization import says, verbs

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from pytest_ami.model.lesson import Element

ROWS = frozenset({"row", "listitem", "article", "group", "tr", "li", "div"})
"""Roles and tags of boxes around the texts of one record."""

ROOM = 12.0
"""CSS pixels between two controls of a row that are enough for a press between them."""

NEAR = 2.0
"""CSS pixels by which the boxes of entries of one list may differ."""

WHOLLY, PARTLY, NOT = 2, 1, 0
"""How well an element holds a value: a whole cell, text or name; words of one; not at all."""


def in_line(element: Element, elements: Iterable[Element]) -> tuple[Element, ...]:
    """Return the elements of the kind of an element that stand in line with it: below one another, or of one size."""
    return tuple(
        one for one in elements if one is not element and _kind(one) == _kind(element) and _lined(one, element)
    )


def _kind(element: Element) -> tuple[object, ...]:
    return element.frame, element.role, element.tag


def _lined(first: Element, second: Element) -> bool:
    (left, top, width, height), (x, y, across, down) = first.box, second.box
    below = abs(left - x) <= NEAR < abs(top - y)
    return (below or (abs(width - across) <= NEAR and abs(height - down) <= NEAR)) and first.box != second.box


def _in_next_card(first: Element, second: Element) -> bool:
    level = abs(first.box[1] - second.box[1]) <= NEAR
    return level and bool(first.cells and second.cells) and first.context != second.context


def holds(element: Element, value: str) -> int:
    """Return how well an element or the row around it holds a value: ``WHOLLY``, ``PARTLY`` or ``NOT``."""
    rest = element.context.replace(element.name, "", 1) if element.name else element.context
    around = () if element.context.partition(" ")[0] in AREAS else (element.context, rest.strip())
    parts = (element.name, element.label, *element.cells, *element.texts)
    if fills_part(value.casefold(), [part.casefold() for part in (*parts, *around)]):
        return WHOLLY
    return PARTLY if says((*parts, *around), value) else NOT


def is_another(element: Element, beside: Iterable[Element], value: str, others: Collection[str] = ()) -> bool:
    """Return whether an entry of a list is another record than the one that a value names.

    Args:
        element: The entry, or a control in its row.
        beside: The elements in line with it.
        value: The value.
        others: Other values of the test.
    """
    mine = holds(element, value)
    if mine == WHOLLY or any(holds(element, other) == WHOLLY for other in others):
        return False
    return any(holds(one, value) > mine for one in beside if _lined(one, element))


def in_another_row(element: Element, elements: Iterable[Element], value: str, others: Collection[str] = ()) -> bool:
    """Return whether a control stands in the row of another record, and its twin in the row that holds a value."""
    called = element.name or element.label
    if not value or not verbs(called) or not element.cells or _row_holds(element, value):
        return False
    if any(_row_holds(element, other) for other in others):
        return False
    return any((e.role, e.name or e.label) == (element.role, called) and _row_holds(e, value) for e in elements)


def beside_links(element: Element, elements: Iterable[Element], value: str) -> tuple[float, float] | None:
    """Return the place of a row for a press, if a link of another name lies in its middle; None if its middle is free.

    Args:
        element: The element that is pressed.
        elements: All elements of the page.
        value: The value that names the record; its own link may take the press.
    """
    if element.role not in ROWS:
        return None
    left, top, width, height = element.box
    middle, at = top + height / 2, left + width / 2
    inner = [e for e in elements if e.frame == element.frame and e.role not in ROWS and 0 < e.box[2] < width]
    inner = [e for e in inner if left <= e.box[0] <= left + width and e.box[1] <= middle <= e.box[1] + e.box[3]]
    taking = [e for e in inner if e.role == "link" and e.box[0] <= at <= e.box[0] + e.box[2]]
    if not taking or (value and says([taking[0].name], value)):
        return None
    edges = sorted((e.box[0], e.box[0] + e.box[2]) for e in inner)
    starts, ends = [*(begin for begin, _ in edges), left + width], [left, *(end for _, end in edges)]
    room, begins = max((start - end, end) for start, end in zip(starts, ends, strict=True))
    return (begins + room / 2 - left, height / 2) if room >= ROOM else None


def _row_holds(element: Element, value: str) -> bool:
    parts = (*element.cells, *element.texts)
    return fills_part(value.casefold(), [part.casefold() for part in parts])
