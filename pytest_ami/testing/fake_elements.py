"""Elements of a fake page as plain dicts, and the search of ``browser/js/look.js`` among them.

Mirrors ``gather, widen, agrees, readiness, describe`` and ``satisfied`` of the page's scripts. Must never decide
which element is the target.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from pytest_ami.elements.element import TEST_IDS
from pytest_ami.elements.text_keys import fold
from pytest_ami.model.codec import from_plain
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import EffectState, ElementQuery, Expectation

ElementData = dict[str, Any]
PRINT = frozenset(f.name for f in fields(Fingerprint)) - {"counts", "lookalikes"}
TAGS = {"link": "a", "textbox": "input", "combobox": "select", "checkbox": "input", "radio": "input"}
EMPTY: ElementData = {"role": "button", "name": "", "label": "", "text": "", "attributes": {}, "generated": [],
               "classes": [], "xpath": "", "landmark": "", "heading": "", "context": "", "neighbours": [],
               "ancestors": [], "value": "", "visible": True, "disabled": False, "readonly": False}  # fmt: skip


def whole(described: Mapping[str, Any]) -> ElementData:
    """Return a described element with all its fields."""
    return copy.deepcopy({"tag": TAGS.get(described.get("role", ""), "button"), **EMPTY, **described})


def describe(element: ElementData, elements: Sequence[ElementData], *, counted: bool = False) -> Fingerprint:
    """Return the element's fingerprint; if ``counted``, with counts and look-alikes."""
    found = {key: copy.deepcopy(element[key]) for key in PRINT if key in element}
    if not found.get("absolute_xpath"):
        same = [e is element for e in elements if e["tag"] == element["tag"]]
        found["absolute_xpath"] = f"/html[1]/body[1]/{element['tag']}[{same.index(True) + 1}]"
    if counted:
        alike = [e for e in elements if e["role"] == element["role"]]
        counts = {"name": sum(e["name"] == element["name"] for e in alike)}
        for key, attribute in (("id", "id"), ("field", "name")):
            own = element["attributes"].get(attribute)
            counts[key] = sum(e["attributes"].get(attribute) == own for e in elements) if own else 0
        found["counts"] = {key: count for key, count in counts.items() if count}
        rivals = [e for e in alike if e is not element and e["visible"]]
        found["lookalikes"] = [f"{e['role']}|{e['name']}|{e['context']}" for e in rivals[:3]]
    return from_plain(Fingerprint, found)


def candidates(elements: Sequence[ElementData], want: ElementQuery) -> list[tuple[ElementData, bool, str]]:
    """Return the candidates, best first: element, whether it agrees, and the reason that it is not ready."""
    found = [e for e in elements if gathered(e, elements, want)]
    if not any(agrees(e, want) and e["visible"] for e in found) or want.holds or want.shared:
        found += [e for e in elements if not any(e is f for f in found) and widened(e, want)]
    ranked = [(e, agrees(e, want), problem(e, want.kind)) for e in found]
    return sorted(ranked, key=lambda row: (not row[1], bool(row[2])))


def everything(elements: Sequence[ElementData], want: ElementQuery) -> list[tuple[ElementData, bool, str]]:
    """Return all elements like a survey, agreeing ones first."""
    ranked = [(e, agrees(e, want), problem(e, want.kind)) for e in elements]
    return sorted(ranked, key=lambda row: (not row[1], bool(row[2])))


def gathered(e: ElementData, elements: Sequence[ElementData], want: ElementQuery) -> bool:
    """Return whether a path or an identifying attribute leads to ``e``."""
    attributes, made = want.attributes, want.generated
    keys = [key for key in (*TEST_IDS, "id", "name") if attributes.get(key) and key not in made]
    if any(e["attributes"].get(key) == attributes[key] for key in keys):
        return True
    here = describe(e, elements).absolute_xpath
    return not want.holds and (here == want.absolute_xpath or bool(want.xpath and e["xpath"] == want.xpath))


def agrees(e: Mapping[str, Any], want: ElementQuery) -> bool:
    """Return whether an element agrees on all decisive keys, like ``agrees`` in ``look.js``."""
    if want.role and e["role"] != want.role:
        return False
    for key, value in want.attributes.items():
        if key not in want.generated and key not in ("autocomplete", "title") and e["attributes"].get(key, "") != value:
            return False
    if want.holds:
        if not holding(e, want):
            return False
    elif fold(e["name"]) != fold(want.name):
        return False
    return not want.shared or bool(want.holds) or fold(e["context"]) == fold(want.context)


def holding(e: Mapping[str, Any], want: ElementQuery) -> bool:
    """Return whether name or context hold all wanted values."""
    text = fold(f"{e['name']} {e['context']}")
    return all(fold(part) in text for part in want.holds)


def widened(e: Mapping[str, Any], want: ElementQuery) -> bool:
    """Return whether name, label or values lead to ``e``."""
    if want.holds:
        return bool(e["role"] == want.role and holding(e, want))
    if fold(want.name):
        return fold(e["name"]) == fold(want.name)
    return bool(want.label) and fold(e["label"]) == fold(want.label)


def problem(e: Mapping[str, Any], kind: str) -> str:
    """Return the reason that an element is not ready for an action, like ``readiness``."""
    if not e["visible"]:
        return "hidden"
    if e["disabled"]:
        return "disabled"
    return "read-only" if kind == "fill" and e["readonly"] else ""


def met(expect: Expectation, now: EffectState) -> bool:
    """Return whether an expectation is met, like ``satisfied`` in ``look.js``."""
    present = now.present
    if (expect.route and not now.route) or not all(present[key] for key in expect.required):
        return False
    if expect.left and now.here == expect.left:
        return False
    value = expect.value
    if value is not None and now.last is not None and " ".join(now.last.split()) != " ".join(value.split()):
        return False
    if any(present[key] for key in expect.appearing):
        return True
    gone = any(not present[key] for key in expect.vanishing)
    elsewhere = expect.shown or expect.leads or expect.left or expect.tabs or expect.download
    elsewhere = elsewhere or not (expect.last or now.fresh)
    return (gone and (not expect.appearing or bool(elsewhere))) if expect.appearing or expect.vanishing else True
