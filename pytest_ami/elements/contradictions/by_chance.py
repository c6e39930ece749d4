"""A value of one character in the name of a control, which may stand there by chance: "Level 2" and a heat of 2.

Rules of this module:

* The name is in doubt if the flow types the same value later and has not typed it before: then something else takes it.
* One recording cannot tell a name from data. So another value is refused, until a second recording has shown which it
  is: the control keeps its name, or it follows the value (``engine.versions.generalisation`` drops the doubt then).

Knows two fingerprints, and texts. Must never know a page.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.elements.text_keys import exact
from pytest_ami.instructions.parameters import names

from .words import PRESSED

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import StepKind

CHANCE = "chance"
"""Detail of a control: its recorded name, if a value of one character stands in it, maybe by chance."""


def with_chance(
    target: Fingerprint,
    recorded: Fingerprint | None,
    before: Collection[str],
    later: Collection[str],
    values: Mapping[str, str],
) -> Fingerprint:
    """Return a recorded control with its name as it was, if the value in it may stand there by chance.

    Args:
        target: The control, with parameter values written as ``{{name}}``.
        recorded: The control as it was recorded, if it is known.
        before: The texts that the flow had typed before.
        later: The texts that it types later.
        values: Parameter values without secrets.
    """
    short = {values[one] for one in names(target.name) if len(values.get(one, "").strip()) == 1}
    if recorded is None or not any(text in later and text not in before for text in short):
        return target
    return replace(target, details=target.details | {CHANCE: recorded.name})


def by_chance(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the doubt that another value of this run belongs into the name of a control; empty if there is none."""
    name = target.details.get(CHANCE, "")
    if kind not in PRESSED or not name or exact(seen.name) == exact(name):
        return ""
    return f"its name was {name!r}, maybe by chance: the flow types the value of one character in it elsewhere"
