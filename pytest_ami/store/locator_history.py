"""How the elements of a task were found over the time: old and new locators.

Rules of this module:

* An element is a step of a task by its number. A row says how it is found from then on, and how it was found before.
* A version that changes nothing about a step has no row for it; a heal that became a version is told by the version.

``evolution_of`` and the view ``selector_evolution`` say the same; tests compare them. Pure functions over facts and
workflows; this module must never know files or DuckDB.
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
    """How the element of one step is found from some time on.

    Attributes:
        step: Number of the step, from 1.
        at: Since when, UTC, ISO 8601.
        why: ``recorded``, ``healed`` or ``relearned``.
        version: Number of the version, 0 for a heal that made none.
        workflow: Id of the version that says so or was healed.
        run: Id of the test run.
        test: Node id of the test, or an empty string.
        absolute_xpath: XPath from the root.
        xpath: Robust XPath.
        css: CSS path.
        element_id: Its id attribute.
        role: Its role.
        name: Its accessible name.
        old_absolute_xpath: As it was before; empty where there was no before.
        old_xpath: As it was before.
        old_name: As it was before.
        fact: Id of the fact that says so.
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
"""The fields of ``Locators`` that say where and what the element is."""


def learned_by(source: Provenance) -> str:
    """Return the machine-readable reason why a version was made."""
    if source.author == HEAL:
        return Event.HEALED.value
    if source.parent:
        return Event.RELEARNED.value
    return "person.recorded" if source.author == "person" else "learned"


def agreements(data: Mapping[str, Any]) -> dict[int, float]:
    """Return the agreement by number of the step that an identity fact tells; what is no number is left out."""
    return {one.step: one.agreement for one in movements_in(data)}


def movements_in(data: Mapping[str, Any]) -> tuple[Movement, ...]:
    """Return the movements that an identity fact tells; what is none is left out."""
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
    """Return how elements were found over the time.

    Args:
        facts: Version and heal facts of one task, oldest first.
    """
    versions: dict[str, dict[int, dict[str, Any]]] = {}
    rows: list[Locators] = []
    heals: list[Locators] = []
    told: set[tuple[str, str, str]] = set()
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
                told.add((parent, fact.run, fact.test))
        elif fact.kind == Kind.HEAL.value:
            said, found = fact.data.get("step"), fact.data.get("found")
            step = said if type(said) is int else 0
            place = _place(found if isinstance(found, dict) else {})
            place["absolute_xpath"] = str(fact.data.get("new_xpath", "")) or place["absolute_xpath"]
            old = _old(versions.get(fact.workflow, {}).get(step, {}))
            old["old_absolute_xpath"] = str(fact.data.get("old_xpath", ""))
            heals.append(Locators(step=step, why="healed", version=0, **_of(fact), **place, **old))
    rows += [heal for heal in heals if (heal.workflow, heal.run, heal.test) not in told]
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
