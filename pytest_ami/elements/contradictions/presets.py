"""The lists, radio groups, tabs, boxes and fields of a page that a deed may take along, as told and as kept.

Rules of this module:

* Of each list its label and a digest of its entries are kept, of a field also whether it was empty. A choice and a
  text are never kept.
* The lists of two recordings are those of both.

Knows a fingerprint. Must never know which choice is new, or says something.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pytest_ami.elements.place import MEANS_THE_SAME
from pytest_ami.lexicon.label_synonyms import label_similarity

from .edited_texts import SEPARATOR
from .sent_along import CHOICE, ITS_OWN, PRESETS
from .words import words_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_ami.model.fingerprint import Fingerprint

TITLES = "titles"
"""Detail of the control that commits: the titles of the page, or ``none``."""

EXPLAINED = "explained"
"""Detail of a recorded control that commits: the texts of its page that a label explained ("Depot: North")."""

LONGEST, MOST_EXPLAINED = 40, 16
"""The most characters of such a text, as of a choice, and the most texts that a recording keeps."""

ALONG, BESIDE, PAGE = "along", "beside", "page"
"""Places of a list: in the form or the dialog of the button, beside the fields of the flow, elsewhere on the page."""

SET, SENT, TOLD = "set", "sent", "told"
"""Facts behind a place: a script has made the choice; the browser itself sends it; the text says nothing."""

_EMPTY = "_"
"""Ends the digest of a field that held nothing at the lesson."""

_ADDED = "w_0"
"""The digest of a field that came after the recording."""

_CONTROLS = (CHOICE, "switch ")
_ENTRY = re.compile(r"(?P<where>\w+) (?P<label>[^=]*)=(?P<value>.*?) #(?P<digest>\w+) ?(?P<among>.*)", re.DOTALL)
_KEPT = re.compile(r"(?P<label>.*) ?#(?P<digest>\w+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Preset:
    """A list of a page that stands at a choice, or a field that holds a text.

    Attributes:
        label: Its label.
        digest: A digest of its entries.
        where: Its place.
        value: Its choice.
        among: Its entries.
        by: A fact behind its place.
        empty: Whether a recorded field held nothing.
    """

    label: str
    digest: str
    where: str = ""
    value: str = ""
    among: tuple[str, ...] = ()
    by: str = ""
    empty: bool = False

    @property
    def sort(self) -> str:
        """``w`` for a field that holds a text, ``b`` for a box to tick, ``t`` for tabs; empty for a list."""
        return self.digest[:1] if self.digest[1:2] == "_" else ""

    @property
    def goes_along(self) -> bool:
        """Whether it stands in the form of the button, or beside the fields of the flow."""
        return self.where in (ALONG, BESIDE)

    def is_called(self, other: Preset) -> bool:
        """Return whether both have labels that mean the same."""
        return bool(self.label and other.label) and label_similarity(self.label, other.label) >= MEANS_THE_SAME

    def is_like(self, other: Preset) -> bool:
        """Return whether both have the same label, or the same entries."""
        return self.digest == other.digest or self.is_called(other)

    def repeats(self, other: Preset) -> bool:
        """Return whether both are lists of the same kind, each of another record: "Size of the box", "Size".

        Lists that the browser itself sends with the form of the button are none.
        """
        if self is other or self.digest != other.digest or self.by == SENT:
            return False
        return not (self.label and other.label) or bool(words_in(self.label) & words_in(other.label))


def kept_presets(target: Fingerprint, *, lasting: bool, of_record: bool, chosen: bool = False) -> Fingerprint:
    """Return a recorded element with the labels of the lists of its page.

    Args:
        target: The element, as the page told it.
        lasting: Whether its step changes something for good; only then they are kept.
        of_record: Whether the address of its page names a record.
        chosen: Whether the flow has chosen a record: a field may be empty for that one only.
    """
    if PRESETS not in target.details:
        return target
    if not lasting:
        return _with(target, {})
    shown = (replace(one, empty=one.empty and not chosen) for one in presets_seen(target))
    labels = SEPARATOR.join(map(_kept, shown)) or "none"
    titles = SEPARATOR.join(text for text in parts(target, TITLES) if "{{" not in text) or "none"
    places = (pair.partition("=") for pair in parts(target, "surroundings"))
    of_labels = (text for label, _, text in places if not label.startswith(_CONTROLS) and len(text) <= LONGEST)
    texts = SEPARATOR.join([*dict.fromkeys(of_labels)][:MOST_EXPLAINED])
    kept = _with(target, {PRESETS: labels, TITLES: titles} | ({EXPLAINED: texts} if texts else {}))
    return _marked(kept) if of_record else kept


def merged_presets(old: Fingerprint, new: Fingerprint) -> Fingerprint:
    """Return an element that knows the lists of two recordings of it, or of the page before a heal and after it."""
    if PRESETS not in old.details:
        return _with(new, {})
    known = dict.fromkeys(_kept(one) for side in (old, new) for one in (*presets_kept(side), *presets_seen(side)))
    titles = [text for text in parts(old, TITLES) if text in parts(new, TITLES)]
    texts = SEPARATOR.join(dict.fromkeys((*parts(old, EXPLAINED), *parts(new, EXPLAINED))))
    details = {PRESETS: SEPARATOR.join(known) or "none", TITLES: SEPARATOR.join(titles) or "none"}
    merged = _with(new, details | ({EXPLAINED: texts} if texts else {}))
    return _marked(merged) if shows_record(old) or shows_record(new) else merged


def with_text_in(target: Fingerprint, label: str) -> Fingerprint:
    """Return a recorded element that allows a text in the field of a label, although it was empty or absent before."""
    if PRESETS not in target.details:
        return target
    filled = Preset(label, _ADDED)
    known = [replace(one, empty=one.empty and not one.is_called(filled)) for one in presets_kept(target)]
    known += [] if any(one.is_called(filled) for one in known) else [filled]
    changed = replace(target, details=target.details | {PRESETS: SEPARATOR.join(map(_kept, known)) or "none"})
    return _marked(changed) if shows_record(target) else changed


def _kept(one: Preset) -> str:
    """Return a list as a recording keeps it; of a field also whether it was empty."""
    return f"{one.label} #{one.digest}{_EMPTY if one.empty and one.sort == 'w' else ''}"


def _with(one: Fingerprint, details: dict[str, str]) -> Fingerprint:
    others = {key: text for key, text in one.details.items() if key not in (PRESETS, TITLES, EXPLAINED)}
    return replace(one, details=others | details)


def _marked(one: Fingerprint) -> Fingerprint:
    """Return an element whose page shows the state of a record: what goes along there is data."""
    return replace(one, details=one.details | {PRESETS: f"{ITS_OWN}{SEPARATOR}{one.details[PRESETS]}"})


def shows_record(target: Fingerprint) -> bool:
    """Return whether the page of a recorded element shows the state of a record."""
    return target.details.get(PRESETS, "").startswith(ITS_OWN)


def parts(element: Fingerprint, key: str) -> list[str]:
    """Return the texts of a detail."""
    return [text for text in element.details.get(key, "").split(SEPARATOR) if text not in ("", "none")]


def presets_seen(element: Fingerprint) -> Iterator[Preset]:
    """Yield the lists of a page as it told them."""
    for text in parts(element, PRESETS):
        if found := _ENTRY.fullmatch(text):
            where, _, by = found["where"].partition("_")
            among = tuple(found["among"].split("/"))
            empty = where in (ALONG, BESIDE) and not found["value"]
            yield Preset(found["label"].strip(), found["digest"], where, found["value"], among, by, empty)


def presets_kept(element: Fingerprint) -> Iterator[Preset]:
    """Yield the lists of a page as a recording keeps them."""
    for text in parts(element, PRESETS):
        if not _ENTRY.fullmatch(text) and (found := _KEPT.fullmatch(text)):
            digest = found["digest"]
            yield Preset(found["label"].strip(), digest.removesuffix(_EMPTY), empty=digest.endswith(_EMPTY))
