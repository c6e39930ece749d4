"""How much of the recorded evidence about an element still holds, for the trend of a flow that passes.

Evidence that differs between records, or on every visit (neighbours, boxes, headings of records), is left out.

Knows two fingerprints. Must never judge whether they are of one element.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_ami.instructions.parameters import names

from .element import TEST_IDS, with_test_ids_of
from .held_values import filled, held_values
from .text_keys import fold

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.model.fingerprint import Fingerprint

WEIGHTS = {
    "role": 1.0,
    "name": 3.0,
    "label": 1.0,
    "id": 2.0,
    "field": 2.0,
    "test id": 3.0,
    "link": 1.5,
    "placeholder": 0.5,
    "tag": 1.0,
    "landmark": 1.0,
    "lineage": 1.0,
    "path": 1.0,
    "classes": 0.5,
}
"""The weight of each piece of evidence for the trend, as in the survey of the field, section 7. Element that changes
with every visit (neighbours, boxes, headings of records) is left out."""


def agreement(target: Fingerprint, seen: Fingerprint, values: Mapping[str, str]) -> tuple[float, tuple[str, ...]]:
    """Return the share of the recorded evidence that still holds for an element, and the names of lost evidence.

    Args:
        target: The recorded element.
        seen: The element that was acted on, in its present state.
        values: Parameter values, without secrets.
    """
    said = evidence_status(target, seen, values)
    known = sum(WEIGHTS[key] for key in said)
    held = sum(WEIGHTS[key] for key, holds in said.items() if holds)
    return (held / known if known else 1.0), tuple(key for key, holds in said.items() if not holds)


ATTRIBUTES = {"id": "id", "name": "field", "placeholder": "placeholder", "href": "link"}
"""Attributes that are evidence by themselves, with their names as evidence."""


def evidence_status(target: Fingerprint, seen: Fingerprint, values: Mapping[str, str]) -> dict[str, bool]:
    """Return which of the recorded evidence still holds; evidence that differs between records is left out.

    Args:
        target: The recorded element.
        seen: The element now.
        values: Parameter values.
    """
    full = filled(target, values)
    said: dict[str, bool] = {"tag": target.tag == seen.tag}
    told = ("role", "label") if held_values(target, values) else ("role", "label", "landmark")  # a row has its own
    for key in told:
        text = getattr(full, key)
        if text and not names(text):
            said[key] = fold(text) == fold(getattr(seen, key))
    if target.ancestors:
        said["lineage"] = target.ancestors == seen.ancestors
    return said if held_values(target, values) else said | _own(target, full, seen)


def _own(target: Fingerprint, full: Fingerprint, seen: Fingerprint) -> dict[str, bool]:
    """Return which evidence that belongs to one element, and not to a record, still holds."""
    said: dict[str, bool] = {}
    now: Mapping[str, str] = seen.attributes
    if full.name:
        said["name"] = fold(full.name) == fold(seen.name)
    if target.classes:
        said["classes"] = set(target.classes) <= set(seen.classes)
    if target.absolute_xpath and not target.context:
        said["path"] = target.absolute_xpath == seen.absolute_xpath
    for key, name in ATTRIBUTES.items():
        text = target.attributes.get(key)
        if text and key not in target.generated and not names(text) and not re.search(r"\d", text):
            said[name] = text == now.get(key)
    tests = [key for key in TEST_IDS if target.attributes.get(key) and not names(target.attributes[key])]
    if tests:
        marked = with_test_ids_of(target.attributes, now)
        said["test id"] = any(target.attributes[key] == marked.get(key) for key in tests)
    return said
