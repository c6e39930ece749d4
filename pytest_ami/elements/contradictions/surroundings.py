"""The places around a deed: texts that say where, as whom or for whom it is done.

Rules of this module:

* Only the step that commits has surroundings. They are read when it is recorded and again before it is repeated.
* A text that changed during the lesson, or that changes by itself, says nothing.
* A text counts only if its label says that it names a circumstance ("Account", "Audience"), if it is a choice that a
  list shows, or if its own words name one: an environment, a visibility, a company, a time zone. Pages change all other
  texts as they like: tips, greetings, news, names of products.
* A page that no longer says that nothing is real ("Sandbox") is another place as well.

Knows two fingerprints, the recorded one with its parameters filled in. Must never know the rest of the page.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.elements.place import MEANS_THE_SAME
from pytest_ami.elements.text_keys import exact
from pytest_ami.instructions.parameters import names
from pytest_ami.lexicon.circumstances import (
    circumstances,
    is_display,
    names_circumstance,
    names_owner,
    names_protected,
    other_circumstance,
    passes,
)
from pytest_ami.lexicon.dates import months
from pytest_ami.lexicon.finished import says_open, stays_undone
from pytest_ami.lexicon.label_synonyms import label_similarity
from pytest_ami.lexicon.text_normalization import verbs
from pytest_ami.lexicon.units import EXTENT

from .edited_texts import DOCUMENT, IN_STATE, JOINED, MASTHEAD, SEPARATOR, STATEMENTS
from .presets import TITLES, merged_presets
from .sent_along import CHOICE, PRESETS
from .words import CLICKED, pairs, words_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import StepKind

SURROUNDINGS = "surroundings"
"""Detail of the control that commits: the short texts of the page by their places."""

TICKED = "ticked"
"""Detail of the control that commits: the boxes of a list that are ticked beside those of the flow, or ``none``."""

SWITCH = "switch "
"""Begin of the place of a switch outside of the form."""

PATH = "path"
"""Place of the path that a page shows above its content."""

SAYS = "says"
"""Detail of the control that commits: texts of the page in which a word may name a circumstance."""


BRANCH = "branch"
"""Detail of an element in a tree: the name of the branch above it."""

BEYOND = "beyond"
"""Detail of a control that moves its record on: the label of the box beside, or ``none``."""

AROUND = frozenset(
    {SURROUNDINGS, SAYS, MASTHEAD, STATEMENTS, JOINED, DOCUMENT, TICKED, BRANCH, BEYOND, PRESETS, TITLES}
)
"""Details that the page reads only for an element that was recorded with one of them."""

LISTS = (SAYS, MASTHEAD, STATEMENTS, JOINED, DOCUMENT)
"""Details that are lists of texts."""

_HOLE = re.compile(r"\{\{[^{}]+\}\}")
_COUNT = re.compile(r"[(\[]\s*\d[\d.,:]*\s*[)\]]|\b\d{1,2}:\d{2}\b")
_DAY = re.compile(r"\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b")
_LIST = re.compile(r"\w[,;+、，] ?\w")
_NUMBER = re.compile(r"\d+")


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
        return replace(
            target, details={key: text for key, text in target.details.items() if key not in (SURROUNDINGS, *LISTS)}
        )
    standing = [*standing]
    before, stood = ([pairs(one.details.get(SURROUNDINGS, "")) for one in some] for some in (earlier, standing))

    def counts(key: str, text: str) -> bool:
        if not _label(key, text):
            return False
        changed = any(key in one and exact(one[key]) != exact(text) for one in before)
        if names(text) and not _HOLE.fullmatch(text):
            return False  # the words around a value are those of its record
        if key.startswith(CHOICE) and changed:
            return True  # the flow has chosen it
        known = names(text) or any(key in one and exact(one[key]) == exact(text) for one in stood)
        return bool(known) and not changed and not passes(text)

    spoken = {text for one in standing for key in LISTS for text in one.details.get(key, "").split(SEPARATOR)}
    kept = _kept(target, counts, lambda text: text in spoken and not names(text))
    of_record = (text for text in _statements(target) if text not in spoken and not names(text))
    return _in_state(kept, (text for text in of_record if says_open(text) or stays_undone(target.name, text)))


def carried(old: Fingerprint, new: Fingerprint) -> Fingerprint:
    """Return the evidence of a healed element with those of the recorded texts around its deed that are still there."""
    known = {*map(_plain, pairs(old.details.get(SURROUNDINGS, "")).values())}
    says = {text for key in LISTS for text in old.details.get(key, "").split(SEPARATOR)}
    kept = _kept(new, lambda _key, text: _plain(text) in known, says.__contains__)
    states = old.details.get(IN_STATE, "").split(SEPARATOR)
    return merged_presets(old, _in_state(kept, (text for text in states if text in _statements(new))))


def common(old: Fingerprint, new: Fingerprint) -> Fingerprint:
    """Return an element with the texts around its deed that two recordings of it have in common."""
    if SURROUNDINGS not in old.details:
        return new
    was = pairs(old.details[SURROUNDINGS])
    says = {text for key in LISTS for text in old.details.get(key, "").split(SEPARATOR)}
    kept = _kept(new, lambda key, text: key not in was or _plain(was[key]) == _plain(text), says.__contains__)
    states = old.details.get(IN_STATE, "").split(SEPARATOR)
    kept = _in_state(kept, (text for text in new.details.get(IN_STATE, "").split(SEPARATOR) if text in states))
    return merged_presets(old, kept) if PRESETS in old.details else kept


def _statements(one: Fingerprint) -> list[str]:
    return one.details.get(STATEMENTS, "").split(SEPARATOR)


def _in_state(one: Fingerprint, texts: Iterable[str]) -> Fingerprint:
    """Return an element with the statements of its record that say that it is open."""
    said = SEPARATOR.join(filter(None, texts))
    return replace(
        one, details={k: v for k, v in one.details.items() if k != IN_STATE} | ({IN_STATE: said} if said else {})
    )


def _kept(one: Fingerprint, stays: Callable[[str, str], bool], said: Callable[[str], bool]) -> Fingerprint:
    """Return an element with those texts around its deed that stay."""
    if SURROUNDINGS not in one.details:
        return one
    places = pairs(one.details[SURROUNDINGS])
    still = SEPARATOR.join(f"{key}={text}" for key, text in places.items() if stays(key, text))
    texts = {key: one.details.get(key, "").split(SEPARATOR) for key in LISTS if key in one.details}
    lists = {key: SEPARATOR.join(filter(said, told)) or "none" for key, told in texts.items()}
    return replace(one, details=one.details | {SURROUNDINGS: still or "none"} | lists)


def elsewhere(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the text that says that a deed is done elsewhere, as somebody else or for others than when recorded."""
    if kind not in CLICKED or SURROUNDINGS not in target.details or SURROUNDINGS not in seen.details:
        return ""
    was, now = (_by_label(one.details[SURROUNDINGS]) for one in (target, seen))
    for label in was.keys() & now.keys():
        if label == PATH and not _other_end(was[label], now[label]):
            continue
        if _differ(was[label], now[label]):
            return f"the page says {now[label]!r} where it said {was[label]!r}"
    if SAYS not in target.details or SAYS not in seen.details:
        return ""
    return other_circumstance(*(circumstances(one.details[SAYS].split(SEPARATOR)) for one in (target, seen)))


def _by_label(places: str) -> dict[str, str]:
    """Return the texts of those places that say where, as whom or for whom something is done, by their labels."""
    return {label: text for key, text in pairs(places).items() if (label := _label(key, text))}


def _label(key: str, text: str) -> str:
    """Return the label of a place; empty if its text does not say where, as whom or for whom something is done."""
    if key.startswith(SWITCH):
        return key if names_protected(key) else ""
    label = key.removeprefix(CHOICE)
    if names_circumstance(label) or names_owner(text):
        return label.partition(" #")[0]
    return label if key == PATH or (key != label and not is_display(label)) else ""


def _other_end(was: str, now: str) -> bool:
    """Return whether two paths end elsewhere; where they begin is how much of them a page shows."""
    mine, its = (path.rpartition(" / ")[2] for path in (was, now))
    return _differ(mine, its)


def _differ(was: str, now: str) -> bool:
    """Return whether two texts of one place mean different things. A number counts, a count in brackets does not."""
    mine, its = _plain(was), _plain(now)
    if mine == its or not mine or not its:
        return False
    if all(_DAY.search(text) or (words_in(text) and months(text)) for text in (mine, its)):
        return False  # a day goes on
    if _NUMBER.findall(mine) != _NUMBER.findall(its):
        return True
    words = [words_in(text) for text in (mine, its)]
    if bool(_LIST.search(mine)) is not bool(_LIST.search(its)) or words[1] & EXTENT - words[0]:
        return True  # one more, or all of them
    return not (words[0] <= words[1] or words[1] <= words[0]) and label_similarity(mine, its) < MEANS_THE_SAME


def _plain(text: str) -> str:
    """Return a text without counts in brackets and times of the day, folded."""
    return exact(_COUNT.sub("", text))


def also_ticked(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the boxes of a list that a deed takes along now, and that were not ticked when it was recorded."""
    also = seen.details.get(TICKED, "none")
    if kind not in CLICKED or target.details.get(TICKED) != "none" or also == "none":
        return ""
    if "save" in verbs(target.name):  # a list that is saved: a box that was ticked before is the state of its record
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
    return (was, now) if was and now and _differ(was, now) else None
