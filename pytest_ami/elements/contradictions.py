"""Facts about an element that cannot differ: with another form, state or picture, pressing it does something else.

Rules of this module:

* A contradiction rules out an element, whatever else agrees: it is not the same one, and nothing is healed onto it.
* A fact that is unknown on one side contradicts nothing. A generated part (an id, a nonce) is no fact.
* A toggle in the other state would be switched back, so its state counts for clicks.
* A field whose label states another unit, currency or order of a date takes another value, whatever its id.

Knows two fingerprints, the recorded one with its parameters filled in. Must never know the rest of the page.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from pytest_ami.lexicon import text_normalization
from pytest_ami.lexicon.dangerous_actions import dangerous_actions
from pytest_ami.lexicon.dates import months
from pytest_ami.lexicon.label_synonyms import alike
from pytest_ami.lexicon.text_normalization import mentions
from pytest_ami.lexicon.units import EXTENT, PARTS, measures
from pytest_ami.lexicon.vocabulary import NEGATION
from pytest_ami.model.workflow import StepKind

from .held_values import other_record
from .name_match import commits, lasts, same_name
from .place import MEANS_THE_SAME, dialogs, strange_dialog
from .routes import ID, normal_route, route_pattern
from .text_keys import REORDERING, exact

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import Step

CLICKED = frozenset({StepKind.CLICK, StepKind.DOUBLE_CLICK, StepKind.PRESS})
TOGGLES = ("pressed", "checked", "expanded", "selected", "switched")

CELLS = frozenset({"cell", "gridcell"})
_DAY = re.compile(r"[1-9]|[12]\d|3[01]")
AFFIX = 5
"""The most characters of a text beside a field that may be its unit."""

EXTENDING = frozenset(
    {"all", "every", "everyone", "everybody", "force", "confirm", "permanent", "permanently", "purge", "recursive"}
    | {"cascade"}
)
"""Keys that name the extent of a command."""

COMMANDS = EXTENDING | {"action", "act", "do", "op", "operation", "cmd", "command", "task", "method", "mode"}
"""Keys of a link's query that name a command or its extent: with and without one, a link does different things."""

ORDERS = "orders"
"""Detail of a control that sends a form: the hidden words and switches that go along, or ``none``."""

HARMLESS = frozenset({"save", "edit"})
"""Verbs of a hidden command that any form may name: it stores what was entered."""

PROSE = "prose"
"""Detail of a button: what the box around it says outside of all controls."""

OFF = frozenset({"0", "false", "off", "no", "none"})
"""Values of a switch that is off."""

LEADS = "leads"
"""Detail of a link whose address is data: the part that all recordings of it have in common."""

VACANT = "vacant"
"""Detail of a text field that held nothing when it was recorded."""

_ROW_OF_FIELDS = re.compile(r".+[-_.\[]\d+[-_.\]\[]+\w")
"""The name of a field in a numbered row of a form."""

_POSITION = re.compile(r"(?<![\d–-])(?<!\d )\b(\d+) ?(?:/|of|von|sur|de|из) ?(\d+)$")
"""The end of a heading that says which one of several is open: "Applicant 2 of 4"."""


def contradiction(
    target: Fingerprint, seen: Fingerprint, kind: StepKind | None = None, *, data_driven: bool = False
) -> str:
    """Return the fact that rules an element out, for people; empty if there is none.

    Args:
        target: The recorded element, parameter values filled in.
        seen: The element now.
        kind: The action to perform on it; None if it is not known.
        data_driven: Whether parameter values identify its record. Then its pictures, addresses and words are data.
    """
    if strange := strange_dialog(target, seen) or other_record(target, seen):
        return strange
    was, now = target.details, seen.details
    for key, differ in (_OF_A_RECORD if data_driven else _DIFFER).items():
        if was.get(key) and now.get(key) and differ(target, was[key], now[key]):
            return f"its {key} is {now[key][:60]!r}, it was {was[key][:60]!r}"
    if kind in CLICKED:
        for key in TOGGLES:
            if was.get(key) and now.get(key) and was[key] != now[key]:
                return f"its state is {key}={now[key]}, it was {key}={was[key]}"
    entered = (was.get("default", ""), now.get("default", "")) if kind is StepKind.PRESS else ("", "")
    if all(entered) and alike(*entered) < MEANS_THE_SAME:
        return f"Enter presses {entered[1]!r} here, it was {entered[0]!r}"
    if REORDERING.search(seen.name) and not REORDERING.search(target.name):
        return "characters that turn its text around hide what it is called"
    unlike = _measure(target, seen, kind) or _contrary(target, seen) or _choices(target, seen, kind)
    unlike = unlike or _orders(target, seen, kind) or _column(target, seen, kind) or _prose(target, seen, kind)
    unlike = unlike or _view(target, seen) or _styled(target, seen) or _asks(target, seen, kind) or _month(target, seen)
    unlike = unlike or _address(target, seen)
    return unlike or ("" if data_driven else _of_page(target, seen, kind))


def _of_page(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the fact that rules an element out of which no value says to which record it belongs."""
    unlike = _link(target, seen) or _shown(target, seen, kind)
    return unlike or _position(target, seen, kind) or _occupied(target, seen, kind)


def _position(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the difference of the places in a series, such as "2 of 4", whose record a control changes."""
    was, now = (_POSITION.search(one.heading) for one in (target, seen))
    if kind not in CLICKED or not was or not now or was[2] != now[2] or was[1] == now[1]:
        return ""
    return f"it is for {now[0]}, it was for {was[0]}" if commits(target, target.name) else ""


def without_vacancy(step: Step) -> Step:
    """Return a step of a flow that adds no record: it may write over a text."""
    if step.target is None or VACANT not in step.target.details:
        return step
    details = {key: text for key, text in step.target.details.items() if key != VACANT}
    return replace(step, target=replace(step.target, details=details))


def _occupied(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the reason why a field of one of several rows belongs to a record: it was empty, and holds a text now."""
    if kind is not StepKind.FILL or VACANT not in target.details or VACANT in seen.details:
        return ""
    own = (target.attributes.get(key, "") for key in ("name", "id"))
    if target.counts.get("name", 1) <= 1 and not any(map(_ROW_OF_FIELDS.fullmatch, own)):
        return ""
    return "it holds a text of a record that is there; the recorded field was empty"


def _address(target: Fingerprint, seen: Fingerprint) -> str:
    """Return the difference of the addresses of two links of records: another page, or a lasting deed in it."""
    was, now = target.attributes.get("href", ""), seen.attributes.get("href", "")
    leads = target.details.get(LEADS, "")
    if leads and now and not re.search(route_pattern(leads, {}), now):
        return f"it leads to {now[:80]}, it led to {leads[:80]}"
    gained = _deeds(now) - _deeds(was) if was and now else set()
    return f"its link says {', '.join(sorted(gained))}, and did not" if gained and target.scope else ""


def _deeds(address: str) -> set[str]:
    """Return the words of an address, each alone in its part of the path, that name a lasting deed."""
    return {part.casefold() for part in address.split("/") if part.isalpha() and lasts(part)}


def _measure(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the difference of the units that the labels of two fields state, or the heads of two tables."""
    was, now = (measures(_stating(one, kind)) for one in (target, seen))
    parts = kind is StepKind.FILL and now & PARTS and not was
    if not parts and (not was or not now or was == now):
        return ""
    if parts:
        return f"its value is meant in {', '.join(sorted(now))}, and nothing said so"
    return f"its value is meant in {', '.join(sorted(now))}, it was {', '.join(sorted(was))}"


def _stating(one: Fingerprint, kind: StepKind | None) -> str:
    """Return the texts that say in which unit the value of a field, or a cell of a row, is meant."""
    if kind not in (StepKind.FILL, None):
        return one.details.get("heads", "")
    affixes = " ".join(text for text in one.neighbours[:2] if len(text) <= AFFIX)
    heads = one.details.get("heads", "")
    return f"{one.label} {one.name} {one.attributes.get('placeholder', '')} {affixes} {heads}"


def _contrary(target: Fingerprint, seen: Fingerprint) -> str:
    """Return the difference of two names of which one denies the other."""
    was, now = target.name or target.label, seen.name or seen.label
    if not was or not now or mentions(was, NEGATION) == mentions(now, NEGATION):
        return ""
    return f"it says {now[:60]!r}, it said {was[:60]!r}: one denies the other"


def _choices(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return a choice beside a button that commits and that was made otherwise: its deed takes the choice along."""
    if kind not in CLICKED or not (commits(target, target.name) or target.details.get("type") == "submit"):
        return ""
    if exact(target.heading) != exact(seen.heading):  # another record has choices of its own
        return ""
    was, now = (_pairs(one.details.get("choices", "")) for one in (target, seen))
    for key in was.keys() & now.keys():
        (mine, _, among), (its, _, now_among) = was[key].partition(" #"), now[key].partition(" #")
        if among != now_among:
            continue  # other options: the choice of another record
        if exact(mine) != exact(its) and alike(mine, its) < MEANS_THE_SAME:
            return f"{key} is {its!r}, it was {mine!r}"
    added = sorted(now.keys() - was.keys()) if target.scope else []
    ticked = [key for key in added if now[key] == "on" and not _known_as(key, was)]
    return f"{ticked[0]} is ticked, and was not there" if ticked else ""


def _orders(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return a hidden command that a form sends now and did not send: its server does another deed."""
    if kind not in CLICKED or ORDERS not in target.details:
        return ""
    was, now = (_pairs(one.details.get(ORDERS, "")) for one in (target, seen))
    known = {*_deeds_named(target.name), *_deeds_named(target.details.get("default", "")), *HARMLESS}
    for key, value in sorted(now.items()):
        if value == was.get(key) or value == seen.details.get("method"):
            continue
        if _is_order(key, value, known, on=was.get(key, "no") not in OFF):
            return f"the form sends {key}={value}, it was {was.get(key, 'not there')}"
    return ""


def _is_order(key: str, value: str, known: Collection[str], *, on: bool) -> bool:
    """Return whether a hidden field names a deed beyond the known verbs, or switches on more of it than was asked.

    A switch that was ``on`` may say another word now: it is the data of another record.
    """
    words, said = key.replace("_", " ").replace("-", " ").strip(), value.replace("_", " ").replace("-", " ")
    parts = set(words.split())
    if parts & COMMANDS and _deeds_named(said) - set(known):
        return True
    return not on and value not in OFF and bool(parts & EXTENDING or dangerous_actions(words))


def _deeds_named(text: str) -> set[str]:
    return {*text_normalization.verbs(text), *dangerous_actions(text)}


def _column(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the difference of the columns of two cells, or of two nameless fields that opened in cells."""
    was, now = (one.details.get("head", "") for one in (target, seen))
    cells = target.role in CELLS and kind in CLICKED
    opened = kind is StepKind.FILL and not target.name and not seen.name
    if not (cells or opened) or not was or not seen.details.get("heads"):
        return ""
    if now and alike(was, now) >= MEANS_THE_SAME:
        return ""
    return f"it is in the column {now!r}, it was in {was!r}" if now else f"it is in no column, it was in {was!r}"


def _known_as(key: str, others: Mapping[str, str]) -> bool:
    return any(alike(key, other) >= MEANS_THE_SAME for other in others)


def _styled(target: Fingerprint, seen: Fingerprint) -> str:
    """Return the words that a style has added to an element, or taken from it."""
    was, now = (exact(one.details.get("styled", "")) for one in (target, seen))
    if was == now or not target.scope or (was and now and alike(was, now) >= MEANS_THE_SAME):
        return ""
    return f"its style says {now!r}, it said {was!r}"


def _asks(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the words by which a dialog asks for more than the recorded one: another deed, or a greater extent."""
    if kind not in CLICKED or not target.texts or not dialogs(target) or not dialogs(seen):
        return ""
    if not commits(target, target.name):
        return ""
    gained = _extent(seen) - _extent(target)
    return f"the dialog speaks of {', '.join(sorted(gained))} now" if gained else ""


def _prose(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the words of a text beside a button that name another deed, or a greater extent of it.

    A button with a verb of its own names its deed itself; another one, such as "Yes", does what the text asks.
    """
    was, now = (one.details.get(PROSE, "") for one in (target, seen))
    if kind not in CLICKED or not was or not now or not commits(target, target.name):
        return ""
    gained = _words(now) & EXTENT - _words(was)
    if set(text_normalization.verbs(target.name)) <= {"confirm"}:
        gained |= _deeds_named(now) - _deeds_named(was)
    return f"the text beside it speaks of {', '.join(sorted(gained))} now" if gained else ""


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", text.casefold()))


def _extent(one: Fingerprint) -> set[str]:
    """Return the deeds and the words of extent in the texts of a box; the texts of its controls do not count."""
    text = " ".join(one.texts)
    return _deeds_named(text) | (_words(text) & EXTENT)


def _month(target: Fingerprint, seen: Fingerprint) -> str:
    """Return the difference of the months in which two days of a calendar stand; a day is a bare number."""
    if not _DAY.fullmatch(target.name.strip()):
        return ""
    was, now = (months(" ".join((one.heading, one.landmark, *one.scope, *one.texts))) for one in (target, seen))
    if not was or not now or was == now:
        return ""
    return f"it is a day in {', '.join(sorted(now))}, it was in {', '.join(sorted(was))}"


def _view(target: Fingerprint, seen: Fingerprint) -> str:
    """Return the difference of the views that a page shows when a button that commits is pressed."""
    was, now = (set(filter(None, one.details.get("view", "").split(" | "))) for one in (target, seen))
    if not was or not now or not commits(target, target.name) or exact(target.heading) != exact(seen.heading):
        return ""
    if any(exact(one) == exact(other) or alike(one, other) >= MEANS_THE_SAME for one in was for other in now):
        return ""
    return f"the page shows {', '.join(sorted(now))}, it showed {', '.join(sorted(was))}"


def _pairs(text: str) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in text.split(" | ") if "=" in pair)


def _other_verb(_target: Fingerprint, was: str, now: str) -> bool:
    return set(text_normalization.verbs(was)) != set(text_normalization.verbs(now))


def _other_route(_target: Fingerprint, was: str, now: str) -> bool:
    return normal_route(was) != normal_route(now)


def _other_type(_target: Fingerprint, was: str, now: str) -> bool:
    return was != now and "reset" in (was, now)


def _other_word(_target: Fingerprint, was: str, now: str) -> bool:
    return was != now and not ID.fullmatch(was) and not ID.fullmatch(now)


def _other_picture(target: Fingerprint, was: str, now: str) -> bool:
    """Return whether two pictures differ: by their text, or by their look on a control without a name and a key."""
    (kind, _, text), (its_kind, _, its_text) = was.partition(" "), now.partition(" ")
    if kind != its_kind or exact(text) == exact(its_text):
        return False
    if kind == "says":
        return alike(text, its_text) < MEANS_THE_SAME
    return not target.name and not any(target.attributes.get(key) for key in ("id", "data-testid", "href"))


def _other_sign(target: Fingerprint, was: str, now: str) -> bool:
    """Return whether two nameless buttons of records show other signs; a file is a picture of the record."""
    sign = was.split()[1:2]
    return not target.name and not (sign and "." in sign[0]) and _other_picture(target, was, now)


_DIFFER: dict[str, Callable[[Fingerprint, str, str], bool]] = {
    "action": _other_route,
    "method": lambda _target, was, now: was != now,
    "type": _other_type,
    "value": _other_word,
    "icon": _other_picture,
    "fragment": _other_route,
}

_OF_A_RECORD = {"action": _other_verb, "method": _DIFFER["method"], "type": _other_type, "icon": _other_sign}


def _link(target: Fingerprint, seen: Fingerprint) -> str:
    """Return the difference of two links of the same path: another origin, or another command in the query."""
    was, now = target.attributes.get("href", ""), seen.attributes.get("href", "")
    if was and now and was.startswith("/") is not now.startswith("/"):
        return f"it leads to {now[:80]}, it led to {was[:80]}"
    if not (was and now) or not target.scope:
        return ""
    mine, its = (dict(parse_qsl(one.details.get("query", ""))) for one in (target, seen))
    for key in mine.keys() | its.keys():
        a, b = mine.get(key, ""), its.get(key, "")
        commands = key.casefold() in COMMANDS
        if a == b or (not commands and (ID.fullmatch(a) or ID.fullmatch(b))) or not ((a and b) or commands):
            continue
        if key.casefold() in COMMANDS or (a.isalpha() and b.isalpha() and not key.startswith("utm_")):
            return f"its link has {key}={b[:40]}, it had {key}={a[:40]}"
    return ""


def _shown(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the difference of the texts that people see; a text for screen readers may hide it.

    An element is recorded while the pointer is on it, so a hovered one was recorded with the menu that it opens.
    """
    now = seen.details.get("shown", seen.text)
    was = target.details.get("shown", target.text)
    if not now or not target.scope or exact(now) == exact(seen.name):
        return ""
    if kind is StepKind.HOVER and set(exact(now).split()) <= set(exact(was).split()):
        return ""
    if was and not same_name(target, was, now) and alike(was, now) < MEANS_THE_SAME:
        return f"people read {now[:60]!r}, it was {was[:60]!r}"
    known = _deeds_named(target.name)
    if not was and _deeds_named(now) - known:
        return f"people read {now[:60]!r}, and nothing before"
    return ""
