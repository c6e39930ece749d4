"""The name that a step gives to its own element: an unstarred record is starred, whatever other records are.

Rules of this module:

* A control that appeared when the step was recorded proves nothing if one of that name was on screen before. But if it
  has the role of the step's element, the step may have given that name to the element itself, and does so again.
* The very element must get the name: one that the page renders anew proves nothing, and neither does one beside it.
* An element that is known by a value has other words beside it: the department of a person. If it went when the step
  was recorded, the element of the present value goes, whatever its other words are.

Knows an expectation and two fingerprints. Must never know a page.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.elements.text_keys import exact, fill
from pytest_ami.instructions.parameters import names

from .expectation import in_sight
from .message_check import ITSELF

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.look import Expectation
    from pytest_ami.model.workflow import Step


def with_own_name(
    expect: Expectation | None, step: Step, seen: Fingerprint, values: Mapping[str, str]
) -> Expectation | None:
    """Return what to expect after a step if all its effects were on screen before: the element's own name.

    Args:
        expect: The effects to wait for.
        step: The step, with ``{{name}}``.
        seen: Its element before the action.
        values: Parameter values without secrets.
    """
    target = step.target
    if expect is None or target is None or not in_sight(expect):
        return expect
    if _went(step, seen, values):
        key = f"{seen.role}|{seen.name}"
        return replace(expect, vanishing=(key,), exact=(*expect.exact, key))
    if not target.role or exact(fill(target.name, values)) != exact(seen.name):
        return expect
    parts = (key.partition("|") for key in step.effects.appeared if not names(key))
    given = {text for role, _, text in parts if role == target.role and exact(text) != exact(seen.name)}
    if len(given) != 1:
        return expect
    key = f"{ITSELF}{given.pop()}"
    return replace(expect, appearing=(key,), exact=(*expect.exact, key))


def _went(step: Step, seen: Fingerprint, values: Mapping[str, str]) -> bool:
    """Return whether the step's element went when it was recorded, and is known by a value and other words now."""
    target = step.target
    if target is None or not names(target.name) or not seen.name or seen.role != target.role:
        return False
    now = exact(seen.name)
    holds = all(values.get(name) and exact(values[name]) in now for name in names(target.name))
    return holds and exact(fill(target.name, values)) != now and f"{target.role}|{target.name}" in step.effects.vanished
