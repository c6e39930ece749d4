"""A version in which one step touches another element: what an agent may propose. Pure.

Rules of this module:

* Only the element of a step changes. Kind, value, effects, request and dialogs stay, so a replay demands of the new
  element all that it demanded of the old one. No step goes, none becomes optional.
* A dangerous action that neither the task nor the old element names is refused, and so is another field for a secret.
* An element that a version of the task has touched brings its own evidence. Any other one keeps the evidence of the old
  element under its new role and name, so the rest of the evidence has to agree on the page (DESIGN, law 2).

It must never know a store.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pytest_ami.engine.boundary.flow_rules import violation
from pytest_ami.engine.teaching.action_policy import secrets_in, why_forbidden
from pytest_ami.memory.corrections import corrected
from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.lesson import Element, MoveKind
from pytest_ami.model.printable import as_argument
from pytest_ami.model.workflow import Provenance, Step, Workflow

PROPOSED = "proposed for step"
"""The beginning of the reason of a version that an agent has proposed."""


def with_element(
    version: Workflow, number: int, role: str, name: str, known: Iterable[Fingerprint], author: str
) -> Workflow:
    """Return the version in which a step touches the element of this role and name.

    Args:
        version: The version.
        number: Number of the step, from 1.
        role: Role of the element, such as ``button``.
        name: Its accessible name.
        known: The elements of all versions of the task.
        author: Author of the proposal.

    Raises:
        ConfigurationError: There is no such step, it touches no element, or the proposal is not allowed.
    """
    step = version.steps[number - 1] if 1 <= number <= len(version.steps) else None
    if step is None or step.target is None:
        raise _refused(version, f"Version {version.version} has no step {number} with an element", _steps(version))
    target = _target(version, number, role, name, known)
    if target is None or target == step.target:
        raise _refused(
            version,
            f'"{name}" is no other element of step {number}',
            f"A proposal names the role and the name of the element that the step has to touch; now: {step.title()}",
        )
    if why := _forbidden(version, step, target):
        raise _refused(version, f"Step {number} may not touch {target.title()}", why)
    changed = replace(step, target=target)
    steps = (*version.steps[: number - 1], changed, *version.steps[number:])
    source = Provenance(author=author, reason=f"{PROPOSED} {number}", parent=version.id, cost=version.provenance.cost)
    made = replace(version, id="", steps=steps, provenance=source, sop=())
    if (broken := violation(made)) is not None:
        raise _refused(version, "The proposal breaks a rule for stored flows", f"{broken.what} ({broken.path})")
    return made


def _target(version: Workflow, number: int, role: str, name: str, known: Iterable[Fingerprint]) -> Fingerprint | None:
    """Return the element that a phrase names: a known one, or the old one under the new name."""
    known = tuple(known)
    steps = corrected(version.steps, number, f'{role} "{name}"', known)
    found = steps[number - 1].target if steps is not None and len(steps) == len(version.steps) else None
    if found is None or found in known:
        return found
    before = _before(version.steps[number - 1])
    return replace(
        before,
        role=role,
        name=name,
        text=name if before.text == before.name else before.text,
        label=name if before.label == before.name else before.label,
        xpath="",
    )


def _forbidden(version: Workflow, step: Step, target: Fingerprint) -> str:
    """Return why a step may not touch an element, by the rules for the moves of a teacher; empty if it may."""
    secret = [parameter.name for parameter in version.parameters if parameter.secret]
    if secrets_in(step.value, secret):
        return "it types a secret, and a secret stays in its field"
    kinds = {kind.value: kind for kind in MoveKind}
    element = Element(ref="", tag=target.tag, role=target.role, name=target.name)
    allow = [step.target.name] if step.target and step.target.name else []
    return why_forbidden(element, kinds.get(step.kind.value, MoveKind.CLICK), version.task, allow=allow)


def _before(step: Step) -> Fingerprint:
    assert step.target is not None  # noqa: S101  (the caller has looked)
    return step.target


def _steps(version: Workflow) -> str:
    return "; ".join(f"{number}. {step.title()}" for number, step in enumerate(version.steps, 1))


def _refused(version: Workflow, what: str, *evidence: str) -> ConfigurationError:
    return ConfigurationError(
        what,
        why="An agent proposes another element for one step. All else is taught in a lesson.",
        evidence=evidence,
        run=f"ami show {as_argument(version.task)}",
    )
