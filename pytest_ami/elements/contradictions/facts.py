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

from pytest_ami.elements.addresses.ids import is_id
from pytest_ami.elements.addresses.routes import normal_route, route_pattern
from pytest_ami.elements.commits import adds
from pytest_ami.elements.held_values import other_record
from pytest_ami.elements.name_match import commits, lasts, same_name
from pytest_ami.elements.place import MEANS_THE_SAME, strange_dialog
from pytest_ami.elements.text_keys import REORDERING, exact
from pytest_ami.lexicon import text_normalization
from pytest_ami.lexicon.circumstances import NEGATIONS
from pytest_ami.lexicon.dates import is_figure
from pytest_ami.lexicon.finished import OUTSIDE, SET_APART, finished
from pytest_ami.lexicon.label_synonyms import label_similarity
from pytest_ami.model.workflow import StepKind

from . import (
    by_chance,
    edited_texts,
    in_series,
    new_choices,
    of_task,
    parts,
    said_beside,
    sent_along,
    surroundings,
    texts_around,
)
from .pictures import other_picture
from .sent_along import COMMANDS
from .words import CLICKED, UNSET, deeds_named, words_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import Step

TOGGLES = ("pressed", "checked", "expanded", "selected", "switched")

LEADS = "leads"
"""Detail of a link whose address is data: the part that all recordings of it have in common."""

OFFERED = "offered"
"""Detail of a text field with the focus: whether the list below it offers ``it``, its own text, or only ``others``, or
has ``marked`` another one."""

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
    if REORDERING.search(seen.name) and not REORDERING.search(target.name):
        return "characters that turn its text around hide what it is called"
    rules = RULES if data_driven and _other_text(target, seen) else (texts_around.contrary, *RULES)
    unlike = next(filter(None, (rule(target, seen, kind) for rule in rules)), "")
    return unlike or (_of_record if data_driven else _of_page)(target, seen, kind)


LABEL = 10
"""The most words of a name that is a label: "Do not send the invoice 17 to Anna"."""


def _other_text(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether two names are whole texts of records, such as the beginning of a mail, with few common words.

    Such a text denies something or not, as the record has it.
    """
    mine, its = ({*exact(one.name).split()} for one in (target, seen))
    return len(target.name.split()) > LABEL and 2 * len(mine & its) < len(mine)


def _of_record(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the fact that rules out an element of a record: another section of the page, or a deed that is done."""
    if kind not in CLICKED:
        return ""
    if SET_APART.search(seen.heading) and target.heading and not SET_APART.search(target.heading):
        return f"it is under {seen.heading!r}, it was under {target.heading!r}"
    if seen.role == "option" and (found := OUTSIDE.search(seen.name)) and not OUTSIDE.search(target.name):
        return f"its entry says {found[0]!r}, and did not"
    done = finished(target.name, {*seen.texts})
    return f"its record says {done[:60]!r}" if done and not finished(target.name, {*target.texts}) else ""


def _entered(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the reason why Enter does something else in a field: another default button, or another text offered."""
    if kind is not StepKind.PRESS:
        return ""
    was, now = (one.details.get("default", "") for one in (target, seen))
    if was and now and label_similarity(was, now) < MEANS_THE_SAME:
        return f"Enter presses {now!r} here, it was {was!r}"
    held, offered = (one.details.get(OFFERED, "") for one in (target, seen))
    if offered == "marked" != held:
        return "the list below it marks another text than its own, and Enter takes what is marked"
    others = held == "it" and offered == "others"
    return "the list below it offers other texts than its own, and Enter takes what is offered" if others else ""


def _of_page(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the fact that rules an element out of which no value says to which record it belongs."""
    unlike = _link(target, seen) or _shown(target, seen, kind)
    unlike = unlike or _position(target, seen, kind) or _occupied(target, seen, kind)
    unlike = (
        unlike
        or in_series.key_leads(target, seen, kind)
        or in_series.one_of(target, seen, kind)
        or in_series.pictured(target, seen, kind)
    )
    return unlike or in_series.entered(target, seen, kind) or texts_around.of_box(target, seen, kind)


def _position(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the difference of the places in a series, such as "2 of 4", whose record a control changes."""
    was, now = (_POSITION.search(one.heading) for one in (target, seen))
    if kind not in CLICKED or not was or not now or was[2] != now[2] or was[1] == now[1]:
        return ""
    return f"it is for {now[0]}, it was for {was[0]}" if commits(target, target.name) else ""


def for_task(step: Step, task: str) -> Step:
    """Return a step with what the task of its flow tells: what it asks for, and whether it adds a record."""
    return of_task.of_task(step if adds(task) else without_vacancy(step), task)


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


def _address(target: Fingerprint, seen: Fingerprint, _kind: StepKind | None) -> str:
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


def _other_verb(_target: Fingerprint, was: str, now: str) -> bool:
    return set(text_normalization.verbs(was)) != set(text_normalization.verbs(now))


def _other_route(_target: Fingerprint, was: str, now: str) -> bool:
    return normal_route(was) != normal_route(now)


def _other_type(_target: Fingerprint, was: str, now: str) -> bool:
    return was != now and "reset" in (was, now)


def _other_word(_target: Fingerprint, was: str, now: str) -> bool:
    return was != now and not is_id(was) and not is_id(now)


def _other_sign(target: Fingerprint, was: str, now: str) -> bool:
    """Return whether two nameless buttons of records show other signs; a file or a colour is data of the record."""
    sign = was.split()[1:2]
    data = sign and ("." in sign[0] or sign[0] == "colour")
    return not target.name and not data and other_picture(target, was, now)


_DIFFER: dict[str, Callable[[Fingerprint, str, str], bool]] = {
    "action": _other_route,
    "method": lambda _target, was, now: was != now,
    "type": _other_type,
    "value": _other_word,
    "icon": other_picture,
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
        if a == b or (not commands and (is_id(a) or is_id(b))) or not ((a and b) or commands):
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
    chosen = said_beside.CHOOSES in target.details and not lasts(now)
    if chosen or (kind is StepKind.PRESS and not (target.role or target.name or target.text)):
        return ""  # a choice is data, and the content of a box that takes keys is the work in it
    if kind is StepKind.HOVER and set(exact(now).split()) <= set(exact(was).split()):
        return ""
    if was and not same_name(target, was, now) and label_similarity(was, now) < MEANS_THE_SAME:
        value = _shows_value(target, was, now) or _shows_value(target, now, was)
        return "" if value else f"people read {now[:60]!r}, it was {was[:60]!r}"
    known = deeds_named(target.name)
    if not was and deeds_named(now) - known:
        return f"people read {now[:60]!r}, and nothing before"
    return ""


def _shows_value(target: Fingerprint, day: str, none: str) -> bool:
    """Return whether a control shows its value: a number or a day, or that it has none ("No due date", "Not set")."""
    unset = words_in(none) <= words_in(target.name) | NEGATIONS | UNSET
    return is_figure(day) and unset and not commits(target, target.name)


RULES: tuple[Callable[[Fingerprint, Fingerprint, StepKind | None], str], ...] = (
    _entered,
    texts_around.measure,
    texts_around.hint,
    texts_around.turned,
    texts_around.group,
    texts_around.titled,
    texts_around.options,
    texts_around.signed,
    texts_around.tooltip,
    sent_along.choices,
    sent_along.orders,
    sent_along.words_along,
    sent_along.shown_along,
    new_choices.new_choice,
    in_series.column,
    in_series.of_another,
    texts_around.prose,
    texts_around.view,
    texts_around.styled,
    texts_around.asks,
    said_beside.said_beside,
    said_beside.turned_already,
    said_beside.other_label,
    in_series.month,
    surroundings.elsewhere,
    edited_texts.edited,
    edited_texts.other_place,
    of_task.against_task,
    surroundings.also_ticked,
    surroundings.other_branch,
    surroundings.other_goal,
    by_chance.by_chance,
    parts.other_part,
    _address,
)
"""Rules that hold for every element; each returns the fact that rules it out, for people."""
