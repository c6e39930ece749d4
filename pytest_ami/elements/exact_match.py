"""Compares a recorded element with one on the page now, key by key; ``elements.identity`` judges.

The scripts in the page compare loosely (digits folded, parts of words) to find candidates. This module is strict about
numbers that distinguished elements when they were recorded, and about values that a target must hold.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_ami.instructions.parameters import names
from pytest_ami.instructions.template import HOLE
from pytest_ami.lexicon.label_synonyms import plain

from .held_values import filled, held_values, holding, with_badge
from .name_match import same_name
from .place import ENOUGH, TEST_IDS, place
from .routes import normal_route
from .text_keys import exact, fill, fold, spaced

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.model.fingerprint import Fingerprint

PRESSED = frozenset({"button", "link", "menuitem", "tab", "menuitemcheckbox", "menuitemradio", "option", "switch"})
WEAK = ("type", "autocomplete", "title")
"""Attributes that many elements share: alone they identify no element."""


def confirms(target: Fingerprint, full: Fingerprint, seen: Fingerprint, values: Mapping[str, str]) -> bool:
    """Return whether a candidate that agrees in the loose comparison of the page agrees strictly.

    Args:
        target: The recorded element.
        full: The recorded element with the parameters filled in.
        seen: The candidate.
        values: Parameter values.
    """
    if held_values(target, values):
        named = has_same_name(target, seen, values) if names(target.name) else same_name(full, full.name, seen.name)
        return named and holding(target, seen, values)
    if not same_name(full, full.name, seen.name):
        return False
    known = [key for key in target.attributes if key not in (*WEAK, *target.generated)]
    if full.name or known:
        return True
    return set(target.classes) == set(seen.classes) and (
        seen.absolute_xpath == target.absolute_xpath or place(full, seen) >= ENOUGH
    )


def has_same_name(target: Fingerprint, seen: Fingerprint, values: Mapping[str, str]) -> bool:
    """Return whether an element that holds the values has the target's name, apart from data around the values.

    The words of a button, or of a link to elsewhere, are not data: "Delete {{item}}" says what happens to the value,
    and nothing may be added to it. If the recorded name was the value alone, no words around it can be data.
    """
    if not names(target.name):
        return False
    alone = not HOLE.sub("", target.name).strip()
    if target.role in PRESSED and (alone or not _of_one_kind(target, seen, values)):
        whole = spaced(fill(target.name, values))
        called = (spaced(seen.name), spaced(plain(seen.name)))
        badge = alone and whole in seen.texts and with_badge(whole, called)
        return badge or any(one == whole or (not alone and exact(one) == exact(whole)) for one in called)
    return True


def _of_one_kind(target: Fingerprint, seen: Fingerprint, values: Mapping[str, str]) -> bool:
    """Return whether the words around the value are data as well (a row, an option, a link to another record)."""
    if target.role == "option":
        return True
    recorded, now = target.attributes.get("href"), seen.attributes.get("href")
    if target.role != "link" or not recorded or not now:
        return False
    return normal_route(fill(recorded, values)) == normal_route(now)


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
        said["test id"] = any(target.attributes[key] == now.get(key) for key in tests)
    return said
