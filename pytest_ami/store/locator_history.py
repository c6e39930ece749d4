"""The history of the elements of a task: their locators by step, their movements, and the reason for a version.

Rules of this module:

* An element is identified by the number of its step. A row holds its new locators and the locators before.
* The view ``selector_evolution`` decides which rows there are. This module gives them their type.

Pure functions over facts and workflows. It must never know files or DuckDB.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from pytest_ami.elements.trend import Movement

from .transitions import Event

if TYPE_CHECKING:
    from pytest_ami.model.workflow import Provenance

    from .facts import Fact

HEAL = "heal"
"""The author of versions that a heal made."""

CORRECTED = "corrected step"
"""The beginning of the reason of a version that a person's correction made."""

EDITED = "edited path"
"""The beginning of the reason of a version that a person made in the path editor."""

EVOLUTION = "FROM selector_evolution ORDER BY fact, step"
"""The query for the rows of ``Locators``, oldest first."""


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


def learned_by(source: Provenance) -> str:
    """Return the machine-readable reason for a version."""
    if source.author == HEAL:
        return Event.HEALED.value
    if source.reason.startswith(CORRECTED):
        return "person.corrected"
    if source.author == "person":
        return "person.named" if source.parent else "person.recorded"
    return Event.RELEARNED.value if source.parent else "learned"


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


def locators_of(rows: Iterable[Mapping[str, Any]], facts: Iterable[Fact]) -> tuple[Locators, ...]:
    """Return the rows of the view ``selector_evolution`` as locators, in their order.

    Args:
        rows: The rows.
        facts: The facts that the view was asked about; they have the times.
    """
    times = {fact.id: fact.at for fact in facts}
    names = {field.name for field in fields(Locators)}
    return tuple(
        Locators(**{name: value for name, value in row.items() if name in names}, at=times[row["fact"]]) for row in rows
    )
