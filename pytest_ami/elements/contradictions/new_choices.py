"""New controls of a page that stand at a choice which nobody has made, and which a deed takes along.

Rules of this module:

* A list, a group of radio buttons or a list of tabs is new if the page of the lesson had none of its label and none of
  its entries, and if no recorded one has gone: that may have got another name. A second list of the same
  entries is new.
* It goes along if it stands in the form or the dialog of the button, or beside the fields that the flow has filled.
  Elsewhere it counts only if its label or its choice names a circumstance, such as a team, or if it offers what was the
  title of the page and is set to something else.
* A new box beside the fields of the flow counts if it is ticked, wherever the button stands that sends them.
* A new field of a form that the browser itself sends counts if it holds anything, as does a field that was empty.
  Another one beside those of the flow counts only if it holds a text of several words that is nobody's name.
* A choice that leaves the deed as it was ("None", "Standard", "Please choose") says nothing. So do a choice about the
  look of a page, one that the page showed as a text before, and the state of a record that is open. A price says more.

Knows two fingerprints, the recorded one with its parameters filled in. Must never know the rest of the page.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from pytest_ami.elements.text_keys import exact
from pytest_ami.lexicon.circumstances import is_display, names_circumstance, names_owner

from .neutral_choices import costs, is_filter, is_neutral, is_part
from .presets import (
    ALONG,
    BESIDE,
    EXPLAINED,
    PAGE,
    SENT,
    SET,
    TITLES,
    TOLD,
    Preset,
    parts,
    presets_kept,
    presets_seen,
    shows_record,
)
from .sent_along import CHOICE, PRESETS, is_personal
from .words import CLICKED

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import StepKind

_TEXTS_BESIDE = ("prose", "stated", "statements", "masthead", "view", TITLES, EXPLAINED)
_PAIRED = ("choices", "surroundings")
_SIGN = re.compile(r"\s*[▸▾▼⌄↓…›]+$")
_SEVERAL_WORDS = re.compile(r"(?=.* [^\W\d_]{2})[^\W\d_][^\W\d_'’-]+(?:[,.:;]? [\w'’-]+)+[.!?]?")
_OF_PERSON = re.compile(
    r"name|sign|author|sender|country|city|street|address|language|search|nom|firma|unterschrift|absender|land|stadt"
    r"|pays|ville|firme|país|ciudad|\b(?:your|my|ihre?|mein|votre|mon|ma|su|tu|mi)\b|您的|我的",
    re.IGNORECASE,
)
"""Labels of fields that hold what belongs to the person who uses the page."""
_ANSWERS = frozenset({"on", "off", "yes", "no", "ja", "nein", "oui", "non", "sí", "是", "否"})


def new_choice(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return a choice that goes along with a deed and that nobody has made; the page had no such list before."""
    if kind not in CLICKED or not target.details.get(PRESETS) or not seen.details.get(PRESETS):
        return ""
    was, now = [*presets_kept(target)], [*presets_seen(seen)]
    of_record = shows_record(target) or any(_shows_record(one, was) for one in now)
    if held := next((one for one in now if _was_empty(one, was) and _holds_something(one, of_record=of_record)), None):
        return f"{held.label} holds {held.value!r}, and it was empty"
    new = _unknown(was, now, [Preset(label, "") for label in _labels(target)])
    gone = Counter(old.sort for old in was if not any(old.is_like(one) for one in now))
    come = Counter(one.sort for one in new)
    shown = {*map(_bare, _texts_around(target))} - _ANSWERS
    titles = {*map(exact, parts(target, TITLES))} - {*map(exact, parts(seen, TITLES))}
    for one in new:
        if not _chooses(one, shown) or any(one.repeats(other) for other in new):
            continue
        if before := titles & ({*map(exact, one.among)} - {exact(one.value)}):
            return f"{one.label or 'a list'} is {one.value!r}, and the page was that of {min(before)!r}"
        record = of_record if one.by == SET or one.sort == "w" else shows_record(target)
        if come[one.sort] > gone[one.sort] and _changes_deed(one, of_record=record):
            return f"{one.label or 'a new list'} is {one.value!r}, and the page had no such choice"
    return ""


def _unknown(was: list[Preset], now: list[Preset], labels: list[Preset]) -> list[Preset]:
    """Return the lists of a page that no recorded one is: none has the label, and none with the entries is missing.

    Several recorded lists with the same entries are those of records; there may be any number of them.
    """
    often = Counter(old.digest for old in was)
    kept = {old.digest for old in was if old.sort != "w" and any(old.is_called(one) for one in now)}
    known = {digest for digest, count in often.items() if count > 1 or digest not in kept}
    return [one for one in now if one.digest not in known and not any(map(one.is_called, (*was, *labels)))]


def _chooses(one: Preset, shown: Collection[str]) -> bool:
    """Return whether a new list stands at a choice that says something, and that the lesson has not shown."""
    plain = _bare(one.value) in shown or is_neutral(one.value) or exact(one.value) == exact(one.label)
    return one.where in (ALONG, BESIDE, PAGE) and not plain and not (one.sort == "t" and any(map(is_part, one.among)))


def _changes_deed(one: Preset, *, of_record: bool) -> bool:
    """Return whether a new list or field changes the deed by its choice."""
    if one.sort == "w":
        return _holds_something(one, of_record=of_record)
    mild = is_display(one.label) or (one.sort == "b" and is_personal(one.label))
    if (mild and not costs(f"{one.label} {one.value}")) or (one.where != ALONG and is_filter(one.label)):
        return False
    if one.goes_along:
        return not of_record
    return bool(names_circumstance(one.label) or names_owner(one.value))


def _holds_something(one: Preset, *, of_record: bool) -> bool:
    """Return whether a field goes along with a text that is not about the person who uses the page."""
    if not one.goes_along or of_record or one.by == TOLD or is_display(one.label) or _OF_PERSON.search(one.label):
        return False
    return not is_neutral(one.value) if one.by == SENT else bool(_SEVERAL_WORDS.fullmatch(one.value))


def _was_empty(one: Preset, was: list[Preset]) -> bool:
    """Return whether a field held nothing at all lessons."""
    same = [old for old in was if old.digest == one.digest]
    return one.sort == "w" and bool(same) and all(old.empty for old in same)


def _shows_record(one: Preset, was: list[Preset]) -> bool:
    """Return whether a field holds a text, as at a lesson: its form shows a record, or what a person has entered."""
    if one.sort != "w" or not one.value or not one.goes_along or is_neutral(one.value):
        return False
    return any(old.digest == one.digest and not old.empty for old in was)


def _labels(target: Fingerprint) -> Iterator[str]:
    """Yield the labels of the choices of a lesson that its other evidence names: those of buttons and texts as well."""
    for key in _PAIRED:
        for pair in parts(target, key):
            yield pair.partition("=")[0].removeprefix(CHOICE).partition(" #")[0]


def _bare(text: str) -> str:
    """Return a text without the sign at its end that says that more is behind it: "as Open ▾"."""
    return exact(_SIGN.sub("", text))


def _texts_around(target: Fingerprint) -> Iterable[str]:
    """Yield the texts that the page of the lesson showed around a deed."""
    yield from (*target.texts, *target.cells, *target.neighbours, target.heading, target.text)
    for key in _TEXTS_BESIDE:
        yield from parts(target, key)
    for key in _PAIRED:
        for pair in parts(target, key):
            label, _, value = pair.partition("=")
            yield from (label, value.partition(" #")[0])
