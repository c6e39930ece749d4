"""Outlines of versions: the parts of their content with which marks are compared. Pure.

Rules of this module:

* A step is identified by its action, its value and its element, and its place by the step before it. A step in another
  place of the flow is another step.
* Exception: a person who edits a path moves steps. A step that the edit moved keeps the places that it had before, so
  a mark follows it, also into the versions that grow from the edited one.
* A content may come from a stranger (DESIGN law 13): a part with another type than expected counts as a text.

It knows contents as plain data. It must never know a mark or a status.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pytest_ami.store.locator_history import EDITED, HEAL

StepPlace = tuple[str, ...]
"""A step, or a step and the step before it, in the parts that identify them."""

_NAMES = ("name", "label", "text", "absolute_xpath", "css")
"""The parts of a fingerprint that name an element; the first that is not empty counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """The parts of a version with which marks are compared.

    Attributes:
        steps: Its steps, in the parts that identify each.
        parent: Id of the version from which it was made, or an empty string.
        run: Id of the test run in which it was made.
        healed: Whether a heal made it.
        edited: Whether a person made it in the path editor.
    """

    steps: tuple[StepPlace, ...] = ()
    parent: str = ""
    run: str = ""
    healed: bool = False
    edited: bool = False

    def place(self, step_num: int) -> StepPlace:
        """Return the place of a step; empty if there is no step of this number."""
        if not 1 <= step_num <= len(self.steps):
            return ()
        before = self.steps[step_num - 2] if step_num > 1 else ()
        return (*before, "then", *self.steps[step_num - 1])

    @property
    def places(self) -> tuple[StepPlace, ...]:
        """The places of its steps, in order."""
        return tuple(self.place(number) for number in range(1, len(self.steps) + 1))


def outline_of(content: Mapping[str, Any]) -> Outline:
    """Return the outline of a workflow as plain data."""
    steps, source = content.get("steps"), content.get("provenance")
    source = source if isinstance(source, Mapping) else {}
    author, reason = source.get("author"), str(source.get("reason", ""))
    return Outline(
        steps=tuple(map(step_identity, steps)) if isinstance(steps, list) else (),
        parent=str(source.get("parent", "")),
        run=str(source.get("run", "")),
        healed=author == HEAL,
        edited=author == "person" and reason.startswith(EDITED),
    )


def step_identity(step: Any) -> StepPlace:
    """Return the parts that identify a step; its form is plain data."""
    step = step if isinstance(step, Mapping) else {}
    action = (str(step.get("kind", "")), str(step.get("value", "")))
    target = step.get("target")
    if not isinstance(target, Mapping):
        return action
    named = next((str(target[key]) for key in _NAMES if target.get(key)), "")
    return (*action, str(target.get("role") or target.get("tag", "")), named, str(target.get("context", "")))


def all_places(outlines: Mapping[str, Outline]) -> dict[str, frozenset[StepPlace]]:
    """Return the places of the steps of each version, with those from which an edit moved them, by id of the version.

    Args:
        outlines: All versions of one task, by id.
    """
    kept: dict[str, dict[StepPlace, frozenset[StepPlace]]] = {}
    for identity in sorted(outlines):
        for one in reversed(_line(identity, outlines)):
            if one not in kept:
                parent = outlines[one].parent
                kept[one] = _kept(outlines[one], outlines.get(parent, Outline()), kept.get(parent, {}))
    return {identity: frozenset().union(*places.values()) for identity, places in kept.items()}


def _line(identity: str, outlines: Mapping[str, Outline]) -> list[str]:
    """Return a version and its ancestors, the nearest first; a cycle of parents is walked once."""
    found: dict[str, None] = {}
    while identity in outlines and identity not in found:
        found[identity] = None
        identity = outlines[identity].parent
    return list(found)


def _kept(
    version: Outline, parent: Outline, before: Mapping[StepPlace, frozenset[StepPlace]]
) -> dict[StepPlace, frozenset[StepPlace]]:
    """Return the places of a version, each with all places that the step has had.

    Args:
        version: The version.
        parent: The version from which it was made.
        before: The result for the parent.
    """
    own = version.places
    found: dict[StepPlace, frozenset[StepPlace]] = {}
    for place, step in zip(own, version.steps, strict=True):
        had = before.get(place, frozenset())
        if version.edited and not had:
            left = [p for p, other in zip(parent.places, parent.steps, strict=True) if other == step and p not in own]
            had = frozenset().union(*(before.get(one, frozenset({one})) for one in left))
        found[place] = had | {place}
    return found
