"""Things that go along with a deed of a button: the choices that stand beside it, and the hidden commands of its form.

Knows two fingerprints, the recorded one with its parameters filled in. Must never know the rest of the page.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from pytest_ami.elements.name_match import commits
from pytest_ami.elements.place import MEANS_THE_SAME
from pytest_ami.elements.text_keys import exact
from pytest_ami.lexicon.circumstances import is_display, names_circumstance
from pytest_ami.lexicon.dangerous_actions import dangerous_actions
from pytest_ami.lexicon.label_synonyms import label_similarity
from pytest_ami.lexicon.units import EXTENT

from .edited_texts import STATED
from .words import CLICKED, deeds_named, pairs, words_in

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import StepKind

_PERSONAL = re.compile(
    r"^(?:star|favou?rite|like|follow|pin|mute|bookmark|watch|bold|italic|underline|preview|full ?screen|wrap|expand"
    r"|favorit|merken|fett|kursiv|vorschau|favori|gras|italique|aperçu|favorito|negrita|cursiva|收藏|关注|预览)"
    r"(?![- ]ups?(?!\w))",
    re.IGNORECASE,
)
"""Names of toggles that a person sets for a record or for the view; a deed does not take them along."""

EXTENDING = frozenset(
    {"all", "every", "everyone", "everybody", "force", "confirm", "permanent", "permanently", "purge", "recursive"}
    | {"cascade"}
)
"""Keys that name the extent of a command."""

COMMANDS = EXTENDING | {"action", "act", "do", "op", "operation", "cmd", "command", "task", "method", "mode"}
"""Keys of a link's query that name a command or its extent: with and without one, a link does different things."""

ORDERS = "orders"
"""Detail of a control that sends a form: the hidden words and switches that go along, or ``none``."""

ALONG = "along"
"""Detail of a button that sends a form: the words of its hidden fields, as people read them."""

CHOICES, ITS_OWN = "choices", "of the record"
"""Detail of a button: the choices beside it; and its text on the page of a record that has choices of its own."""

CHOICE = "choice of "
"""Begin of the place of a control that shows its present choice."""

PRESETS = "presets"
"""Detail of the control that commits: the lists of the page that stand at a choice, or ``none``. A recording keeps
their labels and digests of their entries, after ``ITS_OWN`` on the page of a record."""

DIGIT = "·"
"""Stands for each digit in the words of a hidden field."""

HARMLESS = frozenset({"save", "edit"})
"""Verbs of a hidden command that any form may name: it stores what was entered."""

OFF = frozenset({"0", "false", "off", "no", "none"})
"""Values of a switch that is off."""


def of_record(target: Fingerprint) -> Fingerprint:
    """Return a button without the choices beside it: on the page of a record that a value chose, they are its data.

    A button that had none keeps that: a choice that comes later is no data of a record. But a list that comes later may
    stand at a choice of the record.
    """
    own = {CHOICES: ITS_OWN} if CHOICES in target.details else {}
    listed = target.details.get(PRESETS, "")
    if listed and not listed.startswith(ITS_OWN):
        own[PRESETS] = f"{ITS_OWN} | {listed}"
    return replace(target, details=target.details | own) if own else target


def choices(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return a choice beside a button that commits and that was made otherwise: its deed takes the choice along."""
    if kind not in CLICKED or not (commits(target, target.name) or target.details.get("type") == "submit"):
        return ""
    if target.details.get(CHOICES) == ITS_OWN or exact(target.heading) != exact(seen.heading):
        return ""  # another record has choices of its own
    was, now = (_taken_along(one) for one in (target, seen))
    own = target.details.get(PRESETS, "").startswith(ITS_OWN)
    for key in was.keys() & now.keys():
        (mine, _, among), (its, _, now_among) = was[key].partition(" #"), now[key].partition(" #")
        same_list = among.partition(".")[0] == now_among.partition(".")[0]
        if not same_list and (own or not names_circumstance(key) or not _replaced(among, now_among, mine, its)):
            continue  # other options: the choice of another record
        if exact(mine) != exact(its) and label_similarity(mine, its) < MEANS_THE_SAME:
            return f"{key} is {its!r}, it was {mine!r}"
    added = sorted(now.keys() - was.keys()) if target.scope else []
    ticked = [key for key in added if now[key] == "on" and not _known_as(key, was)]
    if ticked:
        return f"{ticked[0]} is ticked, and was not there"
    wide = [key for key in added if words_in(now[key].partition(" #")[0]) & EXTENT and not _known_as(key, was)]
    return f"{wide[0]} is {now[wide[0]].partition(' #')[0]!r}, and was not there" if wide else ""


def _replaced(among: str, now_among: str, chosen: str, now_chosen: str) -> bool:
    """Return whether two lists have the same entries but for the chosen one, and that one says something else.

    A choice that got more words ("Berlin (CET)") is the recorded one.

    Args:
        among: The digests of the recorded list: of all its entries, and of those that were not chosen.
        now_among: Those of the list now.
        chosen: The recorded choice.
        now_chosen: The choice now.
    """
    others, now_others = (digests.partition(".")[2] for digests in (among, now_among))
    was, now = words_in(chosen), words_in(now_chosen)
    return bool(others) and others == now_others and not (was <= now or now <= was)


def words_along(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the words that a hidden field of a form sends, if they say something else than the recorded ones."""
    if kind not in CLICKED or exact(target.heading) != exact(seen.heading):
        return ""
    was, now = (pairs(one.details.get(ALONG, "")) for one in (target, seen))
    for key in sorted(was.keys() & now.keys()):
        mine, its = was[key], now[key]
        same = exact(mine) == exact(its) or label_similarity(mine, its) >= MEANS_THE_SAME
        if mine and its and DIGIT not in mine and not same:
            return f"the form sends {key}={its}, it was {mine}"
    return ""


def is_personal(label: str) -> bool:
    """Return whether a switch only says how a person marks or sees something: no deed takes it along."""
    return bool(_PERSONAL.search(label))


def shown_along(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the word that a new hidden field sends, if the page says it under the name of the field, and said another.

    A form may get hidden fields at any time. A word that people read beside it ("From: Savings account") is no token.
    """
    if kind not in CLICKED or not target.details.get(STATED):
        return ""
    was, now = (pairs(one.details.get(ALONG, "")) for one in (target, seen))
    before, after = (_under_labels(one.details.get(STATED, "")) for one in (target, seen))
    for key in sorted(now.keys() - was.keys()):
        mine, its, word = before.get(exact(key)), after.get(exact(key)), exact(now[key])
        if mine and its and word and f" {word} " in f" {its} " and not set(word.split()) & set(mine.split()):
            return f"the form sends {key}={now[key]}, and the page says {its!r} where it said {mine!r}"
    return ""


def _under_labels(stated: str) -> dict[str, str]:
    """Return each text beside a button by the text before it, which may be its label."""
    texts = [exact(text).rstrip(":") for text in stated.split(" | ")]
    return dict(pairwise(texts))


def _taken_along(one: Fingerprint) -> dict[str, str]:
    """Return the choices beside a button without switches that say how a person sees or marks something."""
    own = ("on", "off")
    return {
        key: text
        for key, text in pairs(one.details.get(CHOICES, "")).items()
        if text not in own or not (is_display(key) or is_personal(key))
    }


def orders(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return a hidden command that a form sends now and did not send: its server does another deed."""
    if kind not in CLICKED or ORDERS not in target.details:
        return ""
    was, now = (pairs(one.details.get(ORDERS, "")) for one in (target, seen))
    known = {*deeds_named(target.name), *deeds_named(target.details.get("default", "")), *HARMLESS}
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
    if parts & COMMANDS and deeds_named(said) - set(known):
        return True
    return not on and value not in OFF and bool(parts & EXTENDING or dangerous_actions(words))


def _known_as(key: str, others: Mapping[str, str]) -> bool:
    return any(label_similarity(key, other) >= MEANS_THE_SAME for other in others)
