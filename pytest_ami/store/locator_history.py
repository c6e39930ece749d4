"""The history of the locators of a task's elements: old and new locators, by step.

Rules of this module:

* An element is identified by the number of its step. A row holds its new locators and the locators before.
* If a version changes nothing about a step, the step has no row for it. If a heal became a version, only the version
  has a row.

``evolution_of`` and the view ``selector_evolution`` return the same rows; tests compare them. Pure functions over facts
and workflows; this module must never know files or DuckDB.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pytest_ami.elements.trend import Movement

from .facts import Fact, Kind
from .transitions import Event

if TYPE_CHECKING:
    from pytest_ami.model.workflow import Provenance

HEAL = "heal"
"""The author of versions that a heal made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Locators:
    """The locators of the element of one step from some time on.

    Attributes:
        step: Number of the step, from 1.
        at: Start of their validity, UTC, ISO 8601.
        why: ``recorded``, ``healed`` or ``relearned``.
        version: Number of the version, 0 for a heal that made none.
        workflow: Id of the version that has these locators, or that was healed.
        run: Id of the test run.
        test: Node id of the test, or an empty string.
        absolute_xpath: XPath from the root.
        xpath: Robust XPath.
        css: CSS path.
        element_id: Its id attribute.
        role: Its role.
        name: Its accessible name.
        old_absolute_xpath: The absolute XPath before; empty if there was none.
        old_xpath: The robust XPath before.
        old_name: The accessible name before.
        fact: Id of the fact with these locators.
    """

    step: int
    at: str
    why: str
    version: int = 0
    workflow: str = ""
    run: str = ""
    test: str = ""
    absolute_xpath: str = ""
    xpath: str = ""
    css: str = ""
    element_id: str = ""
    role: str = ""
    name: str = ""
    old_absolute_xpath: str = ""
    old_xpath: str = ""
    old_name: str = ""
    fact: str = ""


FOUND = ("absolute_xpath", "xpath", "css", "element_id", "role", "name")
"""The fields of ``Locators`` that describe the element and its position."""


def learned_by(source: Provenance) -> str:
    """Return the machine-readable reason for a version."""
    if source.author == HEAL:
        return Event.HEALED.value
    if source.parent:
        return Event.RELEARNED.value
    return "person.recorded" if source.author == "person" else "learned"


def agreements(data: Mapping[str, Any]) -> dict[int, float]:
    """Return the agreement of each step in an identity fact, by number of the step; malformed entries are left out."""
    return {one.step: one.agreement for one in movements_in(data)}


def movements_in(data: Mapping[str, Any]) -> tuple[Movement, ...]:
    """Return the movements in an identity fact; malformed entries are left out."""
    steps = data.get("steps")
    found: list[Movement] = []
    for step in steps if isinstance(steps, list) else ():
        number, share = (step.get("step"), step.get("agreement", 1.0)) if isinstance(step, dict) else (None, None)
        if type(number) is int and isinstance(share, (int, float)):
            lost = step.get("lost")
            names = tuple(name for name in lost if isinstance(name, str)) if isinstance(lost, list) else ()
            found.append(Movement(step=number, agreement=float(share), lost=names))
    return tuple(found)


def evolution_of(facts: Iterable[Fact]) -> tuple[Locators, ...]:
    """Return the locators of a task's elements over time.

    Args:
        facts: Version and heal facts of one task, oldest first.
    """
    versions: dict[str, dict[int, dict[str, Any]]] = {}
    rows: list[Locators] = []
    heals: list[Locators] = []
    covered: set[tuple[str, str, str]] = set()
    for fact in facts:
        if fact.kind == Kind.VERSION.value and fact.workflow not in versions:
            content = fact.data.get("workflow")
            content = content if isinstance(content, dict) else {}
            source = content.get("provenance")
            source = source if isinstance(source, dict) else {}
            parent, author = str(source.get("parent", "")), str(source.get("author", ""))
            places = versions[fact.workflow] = _places(content.get("steps"))
            before = versions.get(parent, {})
            why = "healed" if author == HEAL else "relearned" if parent else "recorded"
            version = content.get("version")
            rows.extend(
                Locators(step=step, why=why, version=version if type(version) is int else 0, **_of(fact), **place,
                         **_old(before.get(step, {})))
                for step, place in places.items()
                if place != before.get(step)
            )  # fmt: skip
            if author == HEAL:
                covered.add((parent, fact.run, fact.test))
        elif fact.kind == Kind.HEAL.value:
            number, found = fact.data.get("step"), fact.data.get("found")
            step = number if type(number) is int else 0
            place = _place(found if isinstance(found, dict) else {})
            place["absolute_xpath"] = str(fact.data.get("new_xpath", "")) or place["absolute_xpath"]
            old = _old(versions.get(fact.workflow, {}).get(step, {}))
            old["old_absolute_xpath"] = str(fact.data.get("old_xpath", ""))
            heals.append(Locators(step=step, why="healed", version=0, **_of(fact), **place, **old))
    rows += [heal for heal in heals if (heal.workflow, heal.run, heal.test) not in covered]
    return tuple(sorted(rows, key=lambda row: (row.fact, row.step)))


def _places(steps: Any) -> dict[int, dict[str, Any]]:
    listed = steps if isinstance(steps, list) else []
    targets = {number: step.get("target") for number, step in enumerate(listed, 1) if isinstance(step, dict)}
    return {number: _place(target) for number, target in targets.items() if isinstance(target, dict)}


def _place(target: Mapping[str, Any]) -> dict[str, Any]:
    attributes = target.get("attributes")
    identity = attributes.get("id", "") if isinstance(attributes, dict) else ""
    return {**{key: str(target.get(key, "")) for key in FOUND}, "element_id": str(identity)}


def _old(place: Mapping[str, Any]) -> dict[str, Any]:
    return {f"old_{key}": place.get(key, "") for key in ("absolute_xpath", "xpath", "name")}


def _of(fact: Fact) -> dict[str, Any]:
    return {"at": fact.at, "workflow": fact.workflow, "run": fact.run, "test": fact.test, "fact": fact.id}
