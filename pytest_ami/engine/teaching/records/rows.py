"""Rows: controls in the row of another record, and the place of a press on a row.

Rules of this module:

* If a row holds the value, a control of the same name in another row is for another record.
* A press on a row goes beside a link that lies in its middle: the link would take it, and lead to another record.

Knows elements as they were observed. Must never know a page or a teacher.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.elements.held_values import fills_part
from pytest_ami.lexicon.text_normalization import says, verbs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_ami.model.lesson import Element

ROWS = frozenset({"row", "listitem", "article", "group", "tr", "li", "div"})
"""Roles and tags of boxes around the texts of one record."""

ROOM = 12.0
"""CSS pixels between two controls of a row that are enough for a press between them."""


def in_another_row(element: Element, elements: Iterable[Element], value: str) -> bool:
    """Return whether a control stands in the row of another record, and its twin in the row that holds a value."""
    called = element.name or element.label
    if not value or not verbs(called) or not element.cells or _row_holds(element, value):
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
