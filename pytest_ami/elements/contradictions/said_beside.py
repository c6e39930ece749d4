"""Texts beside a button that say that its deed reaches everybody, answers somebody, pays at once, or is done already.

A box beside a button may get help, facts and counters at any time. A text counts only if it tells something that the
texts of the lesson, in any words, did not tell: who receives what is sent, or what happens at once.

Knows two fingerprints, the recorded one with its parameters filled in. Must never know the rest of the page.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from pytest_ami.elements.name_match import commits
from pytest_ami.elements.text_keys import exact
from pytest_ami.lexicon import text_normalization
from pytest_ami.lexicon.circumstances import answers_somebody, names_receivers
from pytest_ami.lexicon.consequences import consequences, consequences_at_once

from .edited_texts import SEPARATOR, STATED
from .words import CLICKED

if TYPE_CHECKING:
    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import StepKind


_AROUND = re.compile(r"^\W+|\W+$")

TURNED, TURNS = "turned", " > "
"""Detail of a control in a row: the text that its press turned into another one, and the sign between the two."""


def turned_already(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the text of a row that the deed would have brought, if it is there: the deed would be done or undone."""
    was, _, now = target.details.get(TURNED, "").partition(TURNS)
    shown, known = ({*map(_bare, (*one.texts, *one.neighbours))} for one in (seen, target))
    there = bool(now) and _bare(now) in shown - known and _bare(was) not in shown
    return f"the page says {now!r} already beside it, it said {was!r}" if kind in CLICKED and there else ""


def _bare(text: str) -> str:
    """Return a text for comparison, without the signs around it: "● on"."""
    return _AROUND.sub("", exact(text))


def said_beside(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return a new text beside a button that commits and that says for whom, or with what else, its deed is done."""
    if kind not in CLICKED or not target.details.get(STATED) or not commits(target, target.name):
        return ""
    was, now = ([*filter(None, one.details.get(STATED, "").split(SEPARATOR))] for one in (target, seen))
    known = {*map(exact, was)}
    new = [text for text in now if exact(text) not in known]
    if not any(map(answers_somebody, was)) and (told := [*filter(answers_somebody, new)]):
        return f"the page says {told[0]!r}, and did not"
    receivers = [f"{label} {text}" for label, text in pairwise(now) if text in new]
    if not _receivers(was) and (told := [text for text in (*receivers, *new) if names_receivers(text)]):
        return f"the page says {told[0]!r}, and did not"
    if {*text_normalization.verbs(target.name)} != {"confirm"}:
        return ""
    stated = consequences_at_once(SEPARATOR.join(new)) - consequences(SEPARATOR.join(was))
    return f"the text beside it says that something is {', '.join(sorted(stated))}, and did not" if stated else ""


def _receivers(texts: list[str]) -> bool:
    """Return whether one of some texts, or one behind its label, names everybody as the receivers."""
    return any(map(names_receivers, (*texts, *map(" ".join, pairwise(texts)))))


CHOOSES = "chooses"
"""Detail of an element without a role that shows the present choice of its box: the label before the box."""


def other_label(target: Fingerprint, seen: Fingerprint, _kind: StepKind | None) -> str:
    """Return the difference of the labels of two boxes that show a choice, so that only the label names them."""
    was, now = (one.details.get(CHOOSES, "") for one in (target, seen))
    return f"its label is {now!r}, it was {was!r}" if was and exact(was) != exact(now) else ""
