"""The places around a deed: texts that say where, as whom or for whom it is done.

Rules of this module:

* Only the step that commits has surroundings. They are read when it is recorded and again before it is repeated.
* A text that changed during the lesson, or that changes by itself, says nothing.
* A text in the same place that says something else is a contradiction, unless the old text has only moved.
* Where the place is gone, only words that exclude each other count ("staging" and "production").

Knows two fingerprints, the recorded one with its parameters filled in. Must never know the rest of the page.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.elements.place import MEANS_THE_SAME
from pytest_ami.elements.text_keys import exact
from pytest_ami.instructions.parameters import names
from pytest_ami.lexicon.circumstances import LOST_FOR_GOOD, ON_BEHALF, passes, rivals
from pytest_ami.lexicon.label_synonyms import alike

from .words import CLICKED, pairs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import StepKind

SURROUNDINGS = "surroundings"
"""Detail of the control that commits: the short texts of the page by their places."""

TICKED = "ticked"
"""Detail of the control that commits: the boxes of a list that are ticked beside those of the flow, or ``none``."""

CHOICE = "choice of "
"""Begin of the place of a control that shows its present choice."""

STRUCTURE = ">"
"""Part of a place that is known by the make of its elements; one without it is known by the words before it."""

BRANCH = "branch"
"""Detail of an element in a tree: the name of the branch above it."""

BEYOND = "beyond"
"""Detail of a control that moves its record on: the label of the box beside, or ``none``."""

AROUND = frozenset({SURROUNDINGS, TICKED, BRANCH, BEYOND})
"""Details that the page reads only for an element that was recorded with one of them."""

_HOLE = re.compile(r"\{\{[^{}]+\}\}")
_COUNT = re.compile(r"[(\[]\s*\d[\d.,]*\s*[)\]]|\b\d[\d.,]*\b")


def with_surroundings(
    target: Fingerprint, earlier: Iterable[Fingerprint], standing: Iterable[Fingerprint], *, lasting: bool
) -> Fingerprint:
    """Return a recorded element with the texts around its deed that stood still during the lesson.

    Args:
        target: The recorded element, with parameter values written as ``{{name}}``.
        earlier: The elements of the steps before it, as they were recorded.
        standing: Those that were recorded before a value was used; a text that came later belongs to a record.
        lasting: Whether its step changes something for good; only then texts are kept.
    """
    if not lasting:
        return replace(target, details={key: text for key, text in target.details.items() if key != SURROUNDINGS})
    before, stood = ([pairs(one.details.get(SURROUNDINGS, "")) for one in some] for some in (earlier, standing))

    def counts(key: str, text: str) -> bool:
        changed = any(key in one and exact(one[key]) != exact(text) for one in before)
        if names(text) and not _HOLE.fullmatch(text):
            return False  # the words around a value are those of its record
        if key.startswith(CHOICE) and changed:
            return True  # the flow has chosen it
        known = names(text) or any(key in one and exact(one[key]) == exact(text) for one in stood)
        return bool(known) and not changed and not passes(text)

    return _kept(target, counts)


def carried(old: Fingerprint, new: Fingerprint) -> Fingerprint:
    """Return the evidence of a healed element with those of the recorded texts around its deed that are still there."""
    known = {*map(_plain, pairs(old.details.get(SURROUNDINGS, "")).values())}
    return _kept(new, lambda _key, text: _plain(text) in known)


def common(old: Fingerprint, new: Fingerprint) -> Fingerprint:
    """Return an element with the texts around its deed that two recordings of it have in common."""
    if SURROUNDINGS not in old.details:
        return new
    was = pairs(old.details[SURROUNDINGS])
    return _kept(new, lambda key, text: key not in was or _plain(was[key]) == _plain(text))


def _kept(one: Fingerprint, stays: Callable[[str, str], bool]) -> Fingerprint:
    """Return an element with those texts around its deed that stay."""
    places = pairs(one.details.get(SURROUNDINGS, ""))
    still = " | ".join(f"{key}={text}" for key, text in places.items() if stays(key, text))
    if SURROUNDINGS not in one.details:
        return one
    return replace(one, details=one.details | {SURROUNDINGS: still or "none"})


def elsewhere(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the text that says that a deed is done elsewhere, as somebody else or for others than when recorded."""
    was, now = (pairs(one.details.get(SURROUNDINGS, "")) for one in (target, seen))
    if kind not in CLICKED or SURROUNDINGS not in target.details or SURROUNDINGS not in seen.details:
        return ""
    known, there = {*map(_plain, was.values())}, {*map(_plain, now.values())}
    for key in was.keys() & now.keys():
        mine, its = _plain(was[key]), _plain(now[key])
        if mine in there or its in known or not mine or not its or (STRUCTURE in key and passes(now[key])):
            continue
        if alike(mine, its) < MEANS_THE_SAME:
            return f"the page says {now[key]!r} where it said {was[key]!r}"
    lost = " ".join(text for text in was.values() if _plain(text) not in there)
    gained = [text for text in now.values() if _plain(text) not in known]
    if found := rivals(lost, " ".join(gained)):
        return f"the page speaks of {found[1]!r}, it spoke of {found[0]!r}"
    for words in (ON_BEHALF, LOST_FOR_GOOD):
        if said := [text for text in gained if words.search(text)]:
            return f"the page says {said[0]!r}, and did not"
    return ""


def _plain(text: str) -> str:
    """Return a text without counts, folded."""
    return exact(_COUNT.sub("", text))


def also_ticked(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the boxes of a list that a deed takes along now, and that were not ticked when it was recorded."""
    also = seen.details.get(TICKED, "none")
    if kind not in CLICKED or target.details.get(TICKED) != "none" or also == "none":
        return ""
    return f"in the list {also} is ticked as well"


def other_branch(target: Fingerprint, seen: Fingerprint, _kind: StepKind | None) -> str:
    """Return the difference of the branches of a tree under which two elements stand."""
    found = _other(target, seen, BRANCH)
    return f"it is under {found[1]!r}, it was under {found[0]!r}" if found else ""


def other_goal(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the difference of the boxes to which two controls move their records."""
    found = _other(target, seen, BEYOND) if kind in CLICKED else None
    return f"it moves to {found[1]!r}, it moved to {found[0]!r}" if found else ""


def _other(target: Fingerprint, seen: Fingerprint, key: str) -> tuple[str, str] | None:
    """Return the two texts of a detail if they mean different things."""
    was, now = target.details.get(key, ""), seen.details.get(key, "")
    same = not was or not now or exact(was) == exact(now) or alike(was, now) >= MEANS_THE_SAME
    return None if same else (was, now)
