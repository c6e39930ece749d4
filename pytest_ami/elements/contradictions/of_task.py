"""A page that offers something else than the task of a flow asks for: another thing, the contrary mode, no such deed.

Rules of this module:

* A title that was the thing of the task ("Lamp", for "buy the lamp") is another thing now ("Desk").
* A labelled mode ("Season: Cooling") is the contrary of the deed of the task ("set the heating").
* A new text says of what the page offers that it is no such thing: "the times below are no appointments". A page
  without records yet ("There are no comments") says nothing.

Knows the task and two fingerprints, the recorded one with its parameters filled in. Must never know the page.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.elements.name_match import commits
from pytest_ami.elements.place import MEANS_THE_SAME
from pytest_ami.elements.text_keys import exact
from pytest_ami.instructions.parameters import names
from pytest_ami.lexicon.contrasts import other_thing, reverses
from pytest_ami.lexicon.label_synonyms import label_similarity
from pytest_ami.lexicon.text_normalization import action_concepts, kind_of, split, verbs
from pytest_ami.model.workflow import StepKind

from .edited_texts import STATEMENTS
from .in_series import KEY
from .presets import TITLES, parts
from .surroundings import SURROUNDINGS
from .words import CLICKED, pairs, words_in

if TYPE_CHECKING:
    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import Step

TASK = "task"
"""Detail of an element that is pressed: the task of its flow. It is added for a replay and never stored."""

_PARTS = frozenset(
    {
        "details",
        "detail",
        "overview",
        "summary",
        "information",
        "info",
        "general",
        "home",
        "dashboard",
        "review",
        "start",
    }
    | {"übersicht", "allgemein", "zusammenfassung", "angaben", "données", "résumé", "aperçu", "resumen", "datos"}
    | {"main", "form", "content", "actions", "options", "welcome", "account", "checkout"}
    | {"basket", "cart", "bag", "calendar", "security", "settings", "profile"}
)
"""Titles that a part of any page may have."""

_MODE = re.compile(
    r"(?:\w+ )?(?:mode|season|direction|operation|kind|type|betriebsart|modus|saison|jahreszeit|richtung|art|typ"
    r"|sens|genre|modo|temporada|sentido|tipo)|模式|季节|类型|方向",
    re.IGNORECASE,
)
"""Labels of what a page does at the moment. A state ("Status: blocked") is what a deed ends, and none."""

ENDING = 2
"""The most letters of the ending of a plural."""

_IS_NO = re.compile(
    r"(?:(?<!\bthere )(?<!\byou )(?<!\bes )(?<!\w)(?:is|are|ist|sind|est|sont)(?!\w)"
    r"(?:(?!,? (?:there|with|if|while|have|has|mit|wenn|avec) |: )[^.;!?])*?"
    r"(?<!\w)(?:no|not an?|not|kein\w*|pas (?:une?|des?))|(?<!\w)no (?:es|son)(?: un(?:[oa]s?)?)?)"
    r" (?P<thing>[^\W\d_]+)(?=[.;,!?]|$)",
    re.IGNORECASE,
)
"""A statement about what a page offers; "there is no ..." and "you are done, no ..." are states of an empty page."""


def of_task(step: Step, task: str) -> Step:
    """Return a step whose element knows the task of its flow and the key that it gets, if it is pressed."""
    if step.target is None or step.kind not in CLICKED:
        return step
    known = {TASK: task} | ({KEY: step.value} if step.kind is StepKind.PRESS else {})
    return replace(step, target=replace(step.target, details=step.target.details | known))


def against_task(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the text of a page by which a button that commits does something else than the task asks for."""
    task = target.details.get(TASK, "")
    if kind not in CLICKED or not task or not commits(target, target.name):
        return ""
    if _other_thing(target, seen, task):
        return f"it is under {seen.heading!r}, and the task names {target.heading!r}"
    was = pairs(target.details.get(SURROUNDINGS, ""))
    for label, mode in pairs(seen.details.get(SURROUNDINGS, "")).items():
        if _MODE.fullmatch(label) and was.get(label) != mode and reverses(task, mode):
            return f"the page says {label}: {mode!r}, which is the contrary of the task"
    new = (text for text in parts(seen, STATEMENTS) if text not in parts(target, STATEMENTS))
    denied = next((text for text in new if _denies(task, text)), "")
    return f"the page says {denied!r}, and did not" if denied else ""


def _other_thing(target: Fingerprint, seen: Fingerprint, task: str) -> bool:
    """Return whether a title of one word is the thing of the task when recorded, and another thing now.

    In a page in other words, or in another language, the button would have another name as well. A word of the tables
    of the lexicon has synonyms, and a part of any page may be called "Details".
    """
    was, now = target.heading, seen.heading
    if exact(target.name) != exact(seen.name) or names(was) or not (_is_thing(was) and _is_thing(now)):
        return False
    asked = {*split(task)}
    gone = exact(was) not in map(exact, (*parts(seen, TITLES), *seen.texts))
    named = {*split(was)} <= asked and not {*split(now)} & asked
    return named and gone and other_thing(was, now) and label_similarity(was, now) < MEANS_THE_SAME


def _is_thing(title: str) -> bool:
    concepts = action_concepts(title)
    plain = len(concepts) == 1 and not concepts[0].startswith(("=", "~")) and concepts[0].isalpha()
    return plain and not words_in(title) & _PARTS


def _denies(task: str, text: str) -> bool:
    """Return whether a statement says of what a page offers that it is no thing of the task."""
    things = {one for one in action_concepts(task) if kind_of(one) == "object"} - {*verbs(task)}
    found = {one for match in _IS_NO.finditer(text) for one in action_concepts(match["thing"])}
    return any(
        one == thing or (one.startswith(thing) and len(one) - len(thing) <= ENDING) for one in found for thing in things
    )
