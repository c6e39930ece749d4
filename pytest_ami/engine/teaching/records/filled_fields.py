"""Filled fields: a task that adds a record does not write over the values of one that is there.

Rules of this module:

* A task that adds a record leaves the values alone that are there. A task that edits changes them.
* A text that the page filled in belongs to an existing record if its field stands in a numbered row of a form, if an
  empty field of the same name stands beside it, or if most text fields of the page are filled in. A form for a new
  record has at most a default here and there.
* A choice, a number or a date has a default in every new form. The values of the test are no record's.

Knows elements as they were observed. Must never know a page or a teacher.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_ami.elements.commits import adds
from pytest_ami.lexicon.text_normalization import normalise

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from pytest_ami.model.lesson import Element

DEFAULTS = re.compile(
    r"\b(untitled|unnamed|new|default|example|sample|none|without name)\b|未命名|无标题|新建|unbenannt|neu"
)
"""Words of a text that a form for a new record suggests."""

ROW = re.compile(r".+[-_.\[]\d+[-_.\]\[]+\w")
"""The name of a field in a numbered row of a form."""

TEXTS = frozenset({"", "text", "textarea", "url", "email", "tel"})


def recorded_text(element: Element, elements: Iterable[Element], task: str, values: Collection[str]) -> str:
    """Return the reason why a field must not be filled, because it holds a value of another record; empty if it may be.

    Args:
        element: The field as it was observed.
        elements: All elements of the page.
        task: The task in the words of the test.
        values: Values of the test.
    """
    if not adds(task):
        return ""
    elements = tuple(elements)
    row = _row(element)
    others = (one for one in elements if row and _row(one) == row and one.attributes != element.attributes)
    beside = [one for one in others if _holds_record(one, values)]
    if beside and not element.value.strip():
        return f'the row of the field holds "{beside[0].value[:60]}", which belongs to a record that is there'
    if not _holds_record(element, values):
        return ""
    fields = [one for one in elements if _is_text(one)]
    alike = [one for one in fields if _kind(one) == _kind(element) and not one.value.strip()]
    filled = [one for one in fields if _holds_record(one, values)]
    if not alike and not _in_row(element) and 2 * len(filled) <= len(fields):
        return ""
    called = (element.name or element.label)[:60]
    held = f'the field "{called}" holds "{element.value[:60]}"'
    return f'{held}, which belongs to a record that is there; the task "{task}" adds one'


def _is_text(element: Element) -> bool:
    text = element.role == "textbox" or (element.tag in ("input", "textarea") and element.role in ("", "textbox"))
    return text and element.type in TEXTS and not {"readonly", "disabled", "secret"} & set(element.state)


def _holds_record(element: Element, values: Collection[str]) -> bool:
    text = element.value.strip()
    return bool(text) and _is_text(element) and text not in values and not DEFAULTS.search(normalise(text))


def _in_row(element: Element) -> bool:
    """Return whether a field is one of a numbered row, such as ``copies-0-shelf`` or ``rows[2].shelf``."""
    return bool(_row(element))


def _row(element: Element) -> str:
    """Return the part of a field's name that names its row, such as ``copies-0-``; empty if it stands in none."""
    found = (ROW.match(element.attributes.get(key, "")) for key in ("name", "id"))
    return next((one[0][:-1] for one in found if one), "")


def _kind(element: Element) -> tuple[str, str]:
    """Return the name of a field without the numbers that tell rows apart."""
    naming = element.attributes.get("name") or element.attributes.get("id") or ""
    return normalise(re.sub(r"\d+", "", element.name or element.label)), re.sub(r"\d+|__prefix__", "", naming)
