"""The elements of the page pairs, spelled as pytest-ami spells evidence.

In a page pair, attributes stand beside the other keys and ``name`` is the name attribute. Must never know a ranker.
"""

from __future__ import annotations

from typing import Any

from .pages import Element

OTHERS = frozenset(
    {"tag", "text", "visible_text", "neighbor_text", "xpath", "idxpath", "is_button", "x", "y", "width", "height"}
)
"""Keys of a page pair that are not attributes."""

NOT_PRESSED = frozenset({"checkbox", "radio", "file"})
"""Types of inputs that are no buttons, whatever ``is_button`` says."""


def as_evidence(element: Element) -> dict[str, Any]:
    """Return an element of a page pair as ``pytest_ami.elements.element.element`` reads it."""
    known: dict[str, Any] = {
        "tag": element.get("tag", ""),
        "name": element.get("visible_text", ""),
        "text": element.get("text", ""),
        "attributes": {key: value for key, value in element.items() if key not in OTHERS},
        "absolute_xpath": element.get("xpath", ""),
        "css": element.get("idxpath", ""),
        "neighbours": [element.get("neighbor_text", "")],
        "classes": str(element.get("class", "")).split(),
        "box": [element.get(key) for key in ("x", "y", "width", "height")],
    }
    if element.get("is_button") is True and known["tag"] not in ("textarea", "select"):
        known["role"] = "" if element.get("type") in NOT_PRESSED and known["tag"] == "input" else "button"
    return known
