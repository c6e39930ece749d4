"""Compares a recorded element with one on the page now, key by key; ``elements.identity`` judges.

The scripts in the page compare loosely (digits folded, parts of words) to find candidates. This module is strict about
numbers that distinguished elements when they were recorded, and about values that a target must hold.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.instructions.parameters import names, templatize
from pytest_ami.instructions.template import HOLE, split
from pytest_ami.lexicon.label_synonyms import plain

from .routes import normal_route
from .text_keys import fill, fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_ami.model.fingerprint import Fingerprint

TEST_IDS = ("data-testid", "data-test-id", "data-test", "data-cy", "data-qa", "data-pw")
IDENTITY = ("id", "name", *TEST_IDS)
PRESSED = frozenset({"button", "link", "menuitem", "tab", "menuitemcheckbox", "menuitemradio", "option", "switch"})
WEAK = ("type", "autocomplete", "title")
"""Attributes that many elements share: alone they identify no element."""

LINEAGE = 4
"""The number of the six recorded ancestors that must still be there, in order, for the lineage to agree."""

ENOUGH = 2
"""The number of independent agreeing keys that a heal needs (DESIGN, law 2)."""


def held_values(target: Fingerprint, values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the parameter values that the target's text must hold (``{{item}}`` targets), in order."""
    return tuple(values[name] for name in held_names(target, values) if values[name].strip())


def held_names(target: Fingerprint, values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the parameters whose values the target's text must hold, in order."""
    found = dict.fromkeys(name for text in (target.name, target.text, target.context) for name in names(text))
    return tuple(name for name in found if name in values)


def filled(target: Fingerprint, values: Mapping[str, str]) -> Fingerprint:
    """Return ``target`` with the parameters in its texts filled in."""
    return replace(
        target,
        name=fill(target.name, values),
        text=fill(target.text, values),
        label=fill(target.label, values),
        context=fill(target.context, values),
        landmark=fill(target.landmark, values),
        neighbours=tuple(fill(text, values) for text in target.neighbours),
    )


def shared(target: Fingerprint) -> bool:
    """Return whether other elements had the same role and name when it was recorded."""
    return target.counts.get("name", 1) > 1


def exact(text: str) -> str:
    """Return ``text`` with white space and case folded, numbers kept."""
    return re.sub(r"\s+", " ", text).strip().casefold()


def _numbered(target: Fingerprint) -> bool:
    """Return whether a number distinguished the target from a look-alike: then digits are part of its name."""
    for role, name, context in (what.split("|", 2) for what in target.lookalikes if what.count("|") > 1):
        if role != target.role or fold(name) != fold(target.name):
            continue
        if exact(name) != exact(target.name):
            return True
        if fold(context) == fold(target.context) and exact(context) != exact(target.context):
            return True
    return False


def _same(target: Fingerprint, first: str, second: str) -> bool:
    if _numbered(target):
        return exact(first) == exact(second)
    return fold(first) == fold(second) or fold(plain(first)) == fold(
        plain(second)
    )  # a badge or an arrow is no other name


def _holds(template: str, text: str, values: Mapping[str, str]) -> bool:
    """Return whether ``text`` has, as whole words, the values whose names are in ``template``."""
    needed = {name: exact(values[name]) for name in names(template) if values.get(name, "").strip()}
    return all(f"{{{{{name}}}}}" in templatize(exact(text), {name: v}, minimum=1) for name, v in needed.items())


def _of_one_kind(target: Fingerprint, seen: Fingerprint, values: Mapping[str, str]) -> bool:
    """Return whether the words around the value are data as well (a row, an option, a link to another record).

    The words of a button or of a link to elsewhere are not data: "Delete {{item}}" says what happens to the value.
    """
    if target.role not in PRESSED or target.role == "option":
        return True
    recorded, now = target.attributes.get("href"), seen.attributes.get("href")
    if target.role != "link" or not recorded or not now:
        return False
    return normal_route(fill(recorded, values)) == normal_route(now)


def _frame(template: str, text: str) -> bool:
    """Return whether the fixed words of ``template`` are in ``text``, in order."""
    rest = fold(text)
    for part, hole in split(template):
        if not hole and (words := fold(part)):
            if words not in rest:
                return False
            rest = rest[rest.index(words) + len(words) :]
    return True


def confirms(target: Fingerprint, full: Fingerprint, seen: Fingerprint, values: Mapping[str, str]) -> bool:
    """Return whether a candidate that agrees in the loose comparison of the page agrees strictly.

    Args:
        target: The recorded element.
        full: The recorded element with the parameters filled in.
        seen: The candidate.
        values: Parameter values.
    """
    name, text = seen.name, seen.text
    if held_values(target, values):
        whole = f"{name} {text} {seen.context}"
        if not names(target.name):
            named = _same(full, full.name, name)
        else:
            named = _holds(target.name, f"{name} {text}", values)
            named = named and _called_so(target, full, seen, values)
        return named and _holds(f"{target.text} {target.context}", whole, values)
    if not _same(full, full.name, name):
        return False
    known = [key for key in target.attributes if key not in (*WEAK, *target.generated)]
    if full.name or known:
        return True
    return set(target.classes) == set(seen.classes) and (
        seen.absolute_xpath == target.absolute_xpath or place(full, seen) >= ENOUGH
    )


def is_distinguished(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether evidence that look-alikes do not share identifies the element."""
    if target.context and _same(target, target.context, seen.context):
        return True
    attributes: Mapping[str, str] = seen.attributes
    if any(_is_key(target, key) and target.attributes[key] == attributes.get(key) for key in IDENTITY):
        return True
    if target.neighbours:
        return _near(target, seen)
    return not target.context and seen.absolute_xpath == target.absolute_xpath


def _is_key(target: Fingerprint, key: str) -> bool:
    """Return whether an attribute named one element when it was recorded."""
    counted = {"id": "id", "name": "field"}.get(key, key)
    return bool(target.attributes.get(key)) and key not in target.generated and target.counts.get(counted, 1) == 1


def _near(target: Fingerprint, seen: Fingerprint) -> bool:
    compared = exact if _numbered(target) else fold
    near = {compared(text) for text in target.neighbours} & {compared(text) for text in seen.neighbours}
    return len(near) >= min(ENOUGH, len(target.neighbours) or ENOUGH)


def place(target: Fingerprint, seen: Fingerprint) -> int:
    """Count the signs of the same place that still agree; 0 to 5."""
    return (
        int(bool(target.landmark) and fold(target.landmark) == fold(seen.landmark))
        + int(bool(target.heading) and fold(target.heading) == fold(seen.heading))
        + int(_near(target, seen))
        + int(bool(target.context) and fold(target.context) == fold(seen.context))
        + int(_in_order(target.ancestors, seen.ancestors) >= LINEAGE)
    )


def _in_order(first: Sequence[str], second: Sequence[str]) -> int:
    """Return how many of the tags ``first`` are in ``second``, in order (an added or removed wrapper is ignored)."""
    found = start = 0
    for tag in first:
        if tag in second[start:]:
            start = list(second).index(tag, start) + 1
            found += 1
    return found


def holding(target: Fingerprint, seen: Fingerprint, values: Mapping[str, str]) -> bool:
    """Return whether an element holds every value that identifies the target, in the texts that held it."""
    name, text = seen.name, seen.text
    if names(target.name) and not _holds(target.name, f"{name} {text}", values):
        return False
    return _holds(f"{target.text} {target.context}", f"{name} {text} {seen.context}", values)


def has_same_name(target: Fingerprint, seen: Fingerprint, values: Mapping[str, str]) -> bool:
    """Return whether an element that holds the values has the target's name, apart from data around the values."""
    return bool(names(target.name)) and _called_so(target, filled(target, values), seen, values)


def _called_so(target: Fingerprint, full: Fingerprint, seen: Fingerprint, values: Mapping[str, str]) -> bool:
    """Return whether the names agree. If the recorded name was the value alone, no words around it can be data."""
    name = seen.name
    if not HOLE.sub("", target.name).strip() and target.role in PRESSED:
        return exact(plain(name)) == exact(full.name) or exact(name) == exact(full.name)
    return _of_one_kind(target, seen, values) or _frame(target.name, name)


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
