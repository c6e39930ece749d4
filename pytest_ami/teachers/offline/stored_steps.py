"""The stored steps that are still to come, as their phrases name them: the field of a value, the record, the control.

This module knows phrases, elements and values. It must never know a page beyond them, or the next move.

Rules:

* A stored step names its element in the words of the page as it was. An element that is called so now, alone, is its
  like; two of one name are a doubt.
* A step that presses what a value names says which record is meant. A step that enters a value says which field takes
  it. A control is pressed as the stored flow presses it only after every value before it was entered.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_ami.instructions.parameters import names, render
from pytest_ami.instructions.template import HOLE
from pytest_ami.lexicon.dangerous_actions import dangerous_actions
from pytest_ami.lexicon.text_normalization import normalise, of_another, verbs
from pytest_ami.model.errors import ParameterError

from .scoring import best_things, clickable, display_name, is_field, named_things, usable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from pytest_ami.model.lesson import Element

_PHRASE = re.compile(
    r'(?P<kind>double click|right click|[a-z]+) (?P<role>\S+)(?: (?P<beside>beside )?"(?P<name>.*)")?'
    r"(?: with (?P<value>.*)| (?P<key>.*))?",
    re.DOTALL,
)
PRESSES = frozenset({"click", "double click"})
ENTERS = frozenset({"fill", "select"})


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredStep:
    """One stored step as its phrase tells it.

    Attributes:
        kind: The action, such as ``click`` or ``double click``.
        name: Name of its element; empty if the phrase names what stands beside it, or nothing.
        value: Template of the value that it enters.
    """

    kind: str
    name: str = ""
    value: str = ""


def read(phrases: Iterable[str]) -> tuple[StoredStep, ...]:
    """Return the steps that phrases tell; a phrase about no element is a step without a name."""
    return tuple(_step(phrase) for phrase in phrases)


def _step(phrase: str) -> StoredStep:
    found = _PHRASE.fullmatch(phrase)
    if found is None:
        return StoredStep(kind=phrase)
    name = "" if found["beside"] else found["name"] or ""
    return StoredStep(kind=found["kind"], name=name, value=found["value"] or found["key"] or "")


def fields_of(steps: Iterable[StoredStep]) -> dict[str, str]:
    """Return the name of the field into which the stored steps enter each parameter, if it had a name."""
    found: dict[str, str] = {}
    for step in steps:
        asked = names(step.value)
        if step.kind in ENTERS and step.name and len(asked) == 1 and step.value == f"{{{{{asked[0]}}}}}":
            found.setdefault(asked[0], step.name)
    return found


def of_others(known: Mapping[str, str], elements: Iterable[Element], task: str) -> set[tuple[str, str]]:
    """Return parameters, each with the number of a text field that asks for the same of somebody else.

    Args:
        known: Of some parameters the name of the field that took them.
        elements: The elements of the page.
        task: The task; what it names is nobody else.
    """
    fields = [e for e in elements if is_field(e)]
    return {(p, e.ref) for p, called in known.items() for e in fields if of_another(called, display_name(e), task)}


def record_of(steps: Sequence[StoredStep], elements: Sequence[Element], values: Mapping[str, str]) -> Element | None:
    """Return the element that the first step presses, if a value names it and one element alone is called so."""
    first = steps[0] if steps else None
    if first is None or first.kind not in PRESSES or not names(first.name):
        return None
    called = _filled(first.name, values)
    found = (named_things(called, elements) if called else []) or _of_values(first.name, elements, values)
    return found[0] if len(found) == 1 else None


def _of_values(template: str, elements: Sequence[Element], values: Mapping[str, str]) -> list[Element]:
    """Return the things that are called by the values of a name which says more than them, but no action.

    A sign stands between a value and what else the name says, as in ``ink: ^1.0``: a word may make another record.
    """
    held = [value for name in names(template) if (value := values.get(name, ""))]
    more = HOLE.sub(" ", template).strip()
    if not held or not more or verbs(more):
        return []
    apart = [re.compile(rf"(?:^|[^\w\s.-]\s*){re.escape(value)}(?:\s*[^\w\s.-]|$)") for value in held]
    called = [e for e in elements if all(one.search(display_name(e)) for one in apart)]
    return best_things([e for e in called if not verbs(_without(display_name(e), held))])


def _without(text: str, held: Iterable[str]) -> str:
    for value in held:
        text = text.replace(value, " ")
    return text


def next_press(
    steps: Sequence[StoredStep], elements: Sequence[Element], pressed: Collection[str], values: Mapping[str, str]
) -> tuple[StoredStep, Element] | None:
    """Return the next stored press with its element: the first one after the last that was pressed; None in doubt.

    Args:
        steps: The steps, oldest first.
        elements: The elements of the page.
        pressed: Names of the controls that were pressed in this lesson.
        values: Parameter values without secrets.
    """
    done = {normalise(name) for name in pressed}
    presses = [step for step in steps if step.kind in PRESSES]
    begun = bool(pressed) and bool(presses) and presses[0] is steps[0]  # the step that drifted was done in another way
    last = max(
        (n for n, step in enumerate(presses) if normalise(_filled(step.name, values)) in done),
        default=0 if begun else -1,
    )
    following = presses[last + 1] if last + 1 < len(presses) else None
    if following is not None and following is steps[0]:
        return None
    called = normalise(_filled(following.name, values)) if following and following.name else ""
    if following is None or not called:
        return None
    found = [e for e in elements if clickable(e) and usable(e) and normalise(display_name(e)) == called]
    return (following, found[0]) if len(found) == 1 else None


def nameless_press(steps: Sequence[StoredStep], elements: Sequence[Element], task: str) -> Element | None:
    """Return the only control that says what the task does, if the last step that is left pressed one without a name.

    It may name another thing than the task: "Download tarball" for "download a package". A dangerous action is never
    taken from a verb alone.
    """
    if len(steps) != 1 or steps[0].kind not in PRESSES or steps[0].name or dangerous_actions(task):
        return None
    asked = set(verbs(task))
    found = [e for e in elements if clickable(e) and usable(e) and set(verbs(display_name(e))) == asked]
    lone = found[0] if asked and len(found) == 1 else None
    return lone if lone and not dangerous_actions(display_name(lone)) else None


def is_last_press(step: StoredStep, steps: Sequence[StoredStep]) -> bool:
    """Return whether no other stored step presses anything after a step."""
    presses = [one for one in steps if one.kind in PRESSES]
    return bool(presses) and presses[-1] == step


def _filled(template: str, values: Mapping[str, str]) -> str:
    try:
        return render(template, values)
    except ParameterError:
        return ""
