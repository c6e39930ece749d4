"""New controls of a page that stand at a choice which nobody has made, and which a deed takes along.

Rules of this module:

* A list, a group of radio buttons or a list of tabs is new if the page of the lesson had none of its label and none of
  its entries, and if no recorded one has gone: that may have got another name.
* It goes along if it stands in the form or the dialog of the button, or beside the fields that the flow has filled.
  Elsewhere it counts only if its label or its choice names a circumstance, such as a team, or if it offers what was the
  title of the page and is set to something else.
* A new box beside the fields of the flow counts if it is ticked, wherever the button stands that sends them.
* A new field beside those of the flow counts only if it holds a text of several words that is nobody's name.
* A choice that leaves the deed as it was ("None", "Standard", "Please choose") says nothing. So do a choice about the
  look of a page, one that the page showed as a text before, and the state of a record that is open.

Knows two fingerprints, the recorded one with its parameters filled in. Must never know the rest of the page.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pytest_ami.elements.place import MEANS_THE_SAME
from pytest_ami.elements.text_keys import exact
from pytest_ami.lexicon.circumstances import is_display, names_circumstance, names_owner
from pytest_ami.lexicon.label_synonyms import label_similarity

from .edited_texts import SEPARATOR
from .neutral_choices import is_filter, is_neutral, is_part
from .sent_along import CHOICE, ITS_OWN, PRESETS, is_personal
from .words import CLICKED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import StepKind

TITLES = "titles"
"""Detail of the control that commits: the titles of the page, or ``none``."""

EXPLAINED = "explained"
"""Detail of a recorded control that commits: the texts of its page that a label explained ("Depot: North")."""

LONGEST, MOST_EXPLAINED = 40, 16
"""The most characters of such a text, as of a choice, and the most texts that a recording keeps."""

ALONG, BESIDE, PAGE = "along", "beside", "page"
"""Places of a list: in the form or the dialog of the button, beside the fields of the flow, elsewhere on the page."""

_TEXTS_BESIDE = ("prose", "stated", "statements", "masthead", "view", TITLES, EXPLAINED)
_PAIRED = ("choices", "surroundings")
_CONTROLS = (CHOICE, "switch ")
_SIGN = re.compile(r"\s*[▸▾▼⌄↓…›]+$")
_ENTRY = re.compile(r"(?P<where>\w+) (?P<label>[^=]*)=(?P<value>.*?) #(?P<digest>\w+) ?(?P<among>.*)", re.DOTALL)
_KEPT = re.compile(r"(?P<label>.*) ?#(?P<digest>\w+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Preset:
    """A list of a page that stands at a choice.

    Attributes:
        label: Its label.
        digest: A digest of its entries.
        where: Its place.
        value: Its choice.
        among: Its entries.
    """

    label: str
    digest: str
    where: str = ""
    value: str = ""
    among: tuple[str, ...] = ()

    @property
    def sort(self) -> str:
        """``w`` for a field that holds a text, ``b`` for a box to tick, ``t`` for tabs; empty for a list."""
        return self.digest[:1] if self.digest[1:2] == "_" else ""

    def is_like(self, other: Preset) -> bool:
        """Return whether both have the same label, or the same entries."""
        if self.digest == other.digest:
            return True
        return bool(self.label and other.label) and label_similarity(self.label, other.label) >= MEANS_THE_SAME


def new_preset(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return a choice that goes along with a deed and that nobody has made; the page had no such list before."""
    if kind not in CLICKED or not target.details.get(PRESETS) or not seen.details.get(PRESETS):
        return ""
    was, now = [*_recorded(target)], [*_seen(seen)]
    other = [Preset(label, "") for label in _labels(target)]
    new = [one for one in now if not any(one.is_like(old) for old in (*was, *other))]
    gone = [old for old in was if not any(old.is_like(one) for one in now)]
    shown = {*map(_bare, _texts_around(target))}
    titles = {*map(exact, _list(target, TITLES))} - {*map(exact, _list(seen, TITLES))}
    often = Counter(one.digest for one in now)
    for one in new:
        if (
            one.where not in (ALONG, BESIDE, PAGE)
            or often[one.digest] > 1
            or _bare(one.value) in shown
            or is_neutral(one.value)
            or exact(one.value) == exact(one.label)
            or (one.sort == "t" and any(map(is_part, one.among)))
        ):
            continue
        if before := titles & ({*map(exact, one.among)} - {exact(one.value)}):
            return f"{one.label or 'a list'} is {one.value!r}, and the page was that of {min(before)!r}"
        alike = [sum(other.sort == one.sort for other in some) for some in (new, gone)]
        if alike[0] > alike[1] and _goes_along(one, of_record=_of_record(target)):
            return f"{one.label or 'a new list'} is {one.value!r}, and the page had no such choice"
    return ""


def _goes_along(one: Preset, *, of_record: bool) -> bool:
    """Return whether a new list changes the deed by its choice."""
    if is_display(one.label) or (one.sort and is_personal(one.label)) or (one.where != ALONG and is_filter(one.label)):
        return False
    if one.where in (ALONG, BESIDE):
        return not of_record
    return bool(names_circumstance(one.label) or names_owner(one.value))


def kept_presets(target: Fingerprint, *, lasting: bool, of_record: bool) -> Fingerprint:
    """Return a recorded element with the labels of the lists of its page.

    Args:
        target: The element, as the page told it.
        lasting: Whether its step changes something for good; only then they are kept.
        of_record: Whether the address of its page names a record.
    """
    if PRESETS not in target.details:
        return target
    if not lasting:
        return _with(target, {})
    labels = SEPARATOR.join(f"{one.label} #{one.digest}" for one in _seen(target)) or "none"
    titles = SEPARATOR.join(text for text in _list(target, TITLES) if "{{" not in text) or "none"
    places = (pair.partition("=") for pair in _list(target, "surroundings"))
    of_labels = (text for label, _, text in places if not label.startswith(_CONTROLS) and len(text) <= LONGEST)
    texts = SEPARATOR.join([*dict.fromkeys(of_labels)][:MOST_EXPLAINED])
    kept = _with(target, {PRESETS: labels, TITLES: titles} | ({EXPLAINED: texts} if texts else {}))
    return _marked(kept) if of_record else kept


def merged_presets(old: Fingerprint, new: Fingerprint) -> Fingerprint:
    """Return an element that knows the lists of two recordings of it, or of the page before a heal and after it."""
    if PRESETS not in old.details:
        return _with(new, {})
    known = dict.fromkeys(
        f"{one.label} #{one.digest}" for side in (old, new) for one in (*_recorded(side), *_seen(side))
    )
    titles = [text for text in _list(old, TITLES) if text in _list(new, TITLES)]
    texts = SEPARATOR.join(dict.fromkeys((*_list(old, EXPLAINED), *_list(new, EXPLAINED))))
    details = {PRESETS: SEPARATOR.join(known) or "none", TITLES: SEPARATOR.join(titles) or "none"}
    merged = _with(new, details | ({EXPLAINED: texts} if texts else {}))
    return _marked(merged) if _of_record(old) or _of_record(new) else merged


def _with(one: Fingerprint, details: dict[str, str]) -> Fingerprint:
    others = {key: text for key, text in one.details.items() if key not in (PRESETS, TITLES, EXPLAINED)}
    return replace(one, details=others | details)


def _marked(one: Fingerprint) -> Fingerprint:
    """Return an element whose page shows the state of a record: what goes along there is data."""
    return replace(one, details=one.details | {PRESETS: f"{ITS_OWN}{SEPARATOR}{one.details[PRESETS]}"})


def _of_record(target: Fingerprint) -> bool:
    return target.details.get(PRESETS, "").startswith(ITS_OWN)


def _list(one: Fingerprint, key: str) -> list[str]:
    return [text for text in one.details.get(key, "").split(SEPARATOR) if text not in ("", "none")]


def _seen(one: Fingerprint) -> Iterator[Preset]:
    """Yield the lists of a page as it told them."""
    for text in _list(one, PRESETS):
        if found := _ENTRY.fullmatch(text):
            among = tuple(found["among"].split("/"))
            yield Preset(found["label"].strip(), found["digest"], found["where"], found["value"], among)


def _recorded(one: Fingerprint) -> Iterator[Preset]:
    """Yield the lists of a page as a recording keeps them."""
    for text in _list(one, PRESETS):
        if not _ENTRY.fullmatch(text) and (found := _KEPT.fullmatch(text)):
            yield Preset(found["label"].strip(), found["digest"])


def _labels(target: Fingerprint) -> Iterator[str]:
    """Yield the labels of the choices of a lesson that its other evidence names: those of buttons and texts as well."""
    for key in _PAIRED:
        for pair in _list(target, key):
            yield pair.partition("=")[0].removeprefix(CHOICE).partition(" #")[0]


def _bare(text: str) -> str:
    """Return a text without the sign at its end that says that more is behind it: "as Open ▾"."""
    return exact(_SIGN.sub("", text))


def _texts_around(target: Fingerprint) -> Iterable[str]:
    """Yield the texts that the page of the lesson showed around a deed."""
    yield from (*target.texts, *target.cells, *target.neighbours, target.heading, target.text)
    for key in _TEXTS_BESIDE:
        yield from _list(target, key)
    for key in _PAIRED:
        for pair in _list(target, key):
            label, _, value = pair.partition("=")
            yield from (label, value.partition(" #")[0])
