"""A person's correction of one step, in the words with which steps are shown, becomes a step. Pure.

Rules of this module:

* A correction is a phrase such as ``click button "Save"``, ``fill textbox "To" with {{to}}`` or ``leave out``. Kind and
  value that it does not name stay those of the step.
* An element is known by its phrase, or by its name in quotes if only one known element has this name. An element that
  no version of the task has touched must be named by role and name.
* A correction after which no step takes a value of the flow is advice: a run would ignore the value that it is given.
* A phrase that names neither another element, nor another kind, nor another value is no correction of a step. Then the
  answer is None, and the words are advice for a lesson.

It must never guess: free text that only resembles a phrase is advice.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.instructions.parameters import names
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Effects, Step, StepKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LEAVE_OUT = frozenset({"leave out", "leave it out", "remove", "remove it", "skip", "skip it", "drop", "drop it"})
"""Corrections that take the step out of the flow."""

TAGS = {
    "button": "button",
    "link": "a",
    "textbox": "input",
    "searchbox": "input",
    "checkbox": "input",
    "radio": "input",
    "combobox": "select",
    "option": "option",
    "tab": "button",
    "menuitem": "button",
}
"""Tags by role, for an element that no version of the task has touched."""

VALUED = frozenset({StepKind.FILL, StepKind.SELECT, StepKind.UPLOAD})
"""The kinds whose phrase ends with a value."""

_PHRASE = re.compile(
    r"(?:(?P<kind>(?!the )[a-z]+(?:[ _-]click)?) )?(?:the )?(?:(?P<role>[a-z]+) )?[\"“”'](?P<name>[^\"“”']+)[\"“”']"
    r"(?: with (?P<value>.+))?",
    re.IGNORECASE,
)
_VALUE = re.compile(r"(?:with|value) (?P<value>\{\{\w+\}\})", re.IGNORECASE)
_KINDS = {kind.value.replace("_", " "): kind for kind in StepKind} | {"type": StepKind.FILL, "choose": StepKind.SELECT}
_TARGETED = frozenset(StepKind) - {StepKind.GOTO, StepKind.SCROLL, StepKind.CLOSE, StepKind.DRAG}


def corrected(
    steps: Sequence[Step], step_num: int, text: str, elements: Iterable[Fingerprint]
) -> tuple[Step, ...] | None:
    """Return the steps of a version with the correction of one step; None if the text is no correction of a step.

    Args:
        steps: The steps of the version.
        step_num: Number of the step, from 1.
        text: The correction.
        elements: The elements of all versions of the task.
    """
    words = " ".join(text.split()).rstrip(".!")
    before, step, after = steps[: step_num - 1], steps[step_num - 1], steps[step_num:]
    if words.casefold() in LEAVE_OUT:
        changed = (*before, *after)
    elif (made := _by_phrase(step, words, tuple(elements)) or _by_value(step, words)) is not None:
        changed = (*before, made, *after)
    else:
        return None
    used = [
        set(names(repr([(one.value, one.target and one.target.name) for one in flow]))) for flow in (steps, changed)
    ]
    return changed if changed and used[0] <= used[1] else None


def _by_value(step: Step, words: str) -> Step | None:
    found = _VALUE.fullmatch(words)
    if found is None or step.kind not in VALUED or found["value"] == step.value:
        return None
    return _other(step, step.kind, step.target, found["value"])


def _by_phrase(step: Step, words: str, elements: tuple[Fingerprint, ...]) -> Step | None:
    found = _PHRASE.fullmatch(words)
    if found is None:
        return None
    named = (found["kind"] or "").casefold().replace("_", " ").replace("-", " ")
    role = (found["role"] or "").casefold()
    if named and named not in _KINDS and not role:  # a phrase without a verb: button "Save"
        named, role = "", named
    kind = _KINDS.get(named, step.kind) if named in _KINDS or not named else None
    target = _element(role, found["name"], elements)
    if kind not in _TARGETED or target is None:
        return None
    value = found["value"] or (step.value if kind is step.kind else "")
    if kind in VALUED and not value:
        return None
    same = (kind, value, target.title()) == (step.kind, step.value, step.target.title() if step.target else "")
    return None if same else _other(step, kind, target, value)


def _element(role: str, name: str, elements: tuple[Fingerprint, ...]) -> Fingerprint | None:
    """Return the known element of this name, or a new one with this role; None if the name is not enough."""
    known = {(one.title(), one.absolute_xpath): one for one in elements if one.name.casefold() == name.casefold()}
    fitting = [one for one in known.values() if not role or (one.role or one.tag) == role]
    if len(fitting) == 1:
        return fitting[0]
    return Fingerprint(tag=TAGS[role], role=role, name=name) if role in TAGS and not fitting else None


def _other(step: Step, kind: StepKind, target: Fingerprint | None, value: str) -> Step:
    """Return another action in the place of a step; what the wrong action changed on the page is not expected of it."""
    effects = Effects(value=value) if kind in VALUED and kind is not StepKind.UPLOAD else Effects()
    return replace(step, kind=kind, target=target, value=value, effects=effects, sent="", dialogs=(), leads="")
