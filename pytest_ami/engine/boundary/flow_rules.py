"""The rules that a stored workflow must keep before it may run: it may come from a stranger (DESIGN law 13).

Rules of this module:

* A flow opens pages with http and https only. An address has no user name, no backslash and no control character.
* A secret is the whole text that one step types into one secret field. No address, key, answer or file holds it.
* An upload takes its files from parameters.
* A flow has steps. Each step has what its kind needs. Numbers are finite and in range; texts and lists have limits.

Knows workflows. Must never know a file, a page or the origin of a running test (``document_origins`` does).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any

from pytest_ami.elements.addresses.routes import address_problem
from pytest_ami.engine.secrets.fields import field_problem
from pytest_ami.engine.secrets.redaction import is_secret_name
from pytest_ami.instructions.template import HOLE, names
from pytest_ami.model.workflow import StepKind

if TYPE_CHECKING:
    from pytest_ami.model.workflow import Step, Workflow

MOST_STEPS = 1_000
MOST_TABS = 100
MOST_PARAMETERS = 200
LONGEST_LIST = 2_000
LONGEST_TEXT = 65_536
LONGEST_KEY = 200
LONGEST_NAME = 1_000
"""Most characters of a task and of the name of a parameter."""

FARTHEST = 1e7
"""Largest coordinate, in CSS pixels."""

MOST_HOLES = 3
"""Most holes in one segment of a route: each one is a wildcard of a pattern, and their cost multiplies."""

_LARGEST = 2**31
_DIALOGS = frozenset({"alert", "confirm", "prompt", "beforeunload"})
_NUMBER = r"-?\d{1,7}(?:\.\d{1,6})?"
_CLICK = re.compile(rf"(?:(?:Control|Meta|Alt|Shift|middle|@{_NUMBER},{_NUMBER})(?: |$))*")
_SCROLL = re.compile(rf"(?:end|(?:by:)?{_NUMBER},{_NUMBER})")
_DRAG = re.compile(rf"(?:{_NUMBER},{_NUMBER})?")
_KEY = re.compile(r"\S{1,60}|(?:[\w]+\+){0,4} ")
_PIECES = re.compile(r"[/?&#=]")
_WITHOUT_TARGET = frozenset({StepKind.GOTO, StepKind.CLOSE})
_SHAPES = {StepKind.CLICK: _CLICK, StepKind.SCROLL: _SCROLL, StepKind.PRESS: _KEY}


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule that a workflow breaks.

    Attributes:
        path: The part of the workflow, such as ``$.steps[2].value``.
        what: The problem, a phrase.
    """

    path: str
    what: str


def violation(workflow: Workflow) -> Violation | None:
    """Return the first rule that a workflow breaks; None if it may be kept. One without steps must not run either."""
    return next(_violations(workflow), None)


def secret_names(workflow: Workflow) -> frozenset[str]:
    """Return the names of the secret parameters: those declared secret, and those whose name says it."""
    return frozenset(p.name for p in workflow.parameters if p.secret or is_secret_name(p.name))


def _violations(workflow: Workflow) -> Iterator[Violation]:
    yield from _of_size(workflow, "$")
    yield from _of_names(workflow)
    if len(workflow.steps) > MOST_STEPS:
        yield Violation("$.steps", f"{len(workflow.steps)} steps; at most {MOST_STEPS} are allowed")
    secrets = secret_names(workflow)
    known = frozenset(p.name for p in workflow.parameters)
    for number, step in enumerate(workflow.steps):
        for name, what in _of_step(step, secrets, known):
            yield Violation(f"$.steps[{number}]{name}", what)


def _of_names(workflow: Workflow) -> Iterator[Violation]:
    if len(workflow.task) > LONGEST_NAME:
        yield Violation("$.task", f"the task has {len(workflow.task)} characters; at most {LONGEST_NAME} are allowed")
    if not 1 <= workflow.version < _LARGEST:
        yield Violation("$.version", f"the version {workflow.version} is out of range")
    if len(workflow.parameters) > MOST_PARAMETERS:
        yield Violation("$.parameters", f"{len(workflow.parameters)} parameters; at most {MOST_PARAMETERS} are allowed")
    seen: set[str] = set()
    for number, parameter in enumerate(workflow.parameters):
        if not parameter.name.isidentifier() or len(parameter.name) > LONGEST_NAME or parameter.name in seen:
            yield Violation(f"$.parameters[{number}].name", f"{parameter.name[:60]!r} cannot be a parameter's name")
        seen.add(parameter.name)


def _of_step(step: Step, secrets: frozenset[str], known: frozenset[str]) -> Iterator[tuple[str, str]]:
    if not 0 <= step.tab < MOST_TABS:
        yield ".tab", f"there is no tab {step.tab}"
    if (step.target is None) is not (step.kind in _WITHOUT_TARGET):
        needs = "takes no element" if step.kind in _WITHOUT_TARGET else "needs an element"
        yield ".target", f"a step {step.kind.value} {needs}"
    if step.drop is not None and step.kind is not StepKind.DRAG:
        yield ".drop", f"a step {step.kind.value} drops nothing"
    for number, answer in enumerate(step.dialogs):
        if answer.kind not in _DIALOGS:
            yield f".dialogs[{number}].kind", f"a browser has no dialog {answer.kind[:60]!r}"
    yield from _of_value(step, secrets, known)
    yield from _of_secrets(step, secrets)
    route = next((r for r in (step.route, step.effects.route, step.effects.turned) if _crowded(r)), "")
    if route:
        yield ".effects.route", f"more than {MOST_HOLES} holes in one part of a route"


def _of_value(step: Step, secrets: frozenset[str], known: frozenset[str]) -> Iterator[tuple[str, str]]:
    shape = _SHAPES.get(step.kind)
    if shape is not None and not shape.fullmatch(HOLE.sub("x", step.value)):
        yield ".value", f"{step.value[:60]!r} is no value of a step {step.kind.value}"
    if step.kind is StepKind.DRAG and not (_DRAG.fullmatch(step.value) and (step.value or step.drop)):
        yield ".value", f"{step.value[:60]!r} is no distance, and nothing is there to drop on"
    if step.kind is StepKind.UPLOAD and not _from_parameters(step.value, known - secrets):
        yield ".value", f"an upload takes its files from parameters, and {step.value[:60]!r} is a literal path"
    if step.kind is StepKind.GOTO:
        whole = HOLE.fullmatch(step.value)
        if whole and whole[1] not in known:
            yield ".value", f"the address is the value of {whole[1][:60]!r}, which is no parameter"
        problem = "" if whole else address_problem(step.value)
        if problem:
            yield ".value", problem


def _of_secrets(step: Step, secrets: frozenset[str]) -> Iterator[tuple[str, str]]:
    for number, answer in enumerate(step.dialogs):
        stray = next((name for name in names(f"{answer.message} {answer.text}") if name in secrets), "")
        if stray:
            yield f".dialogs[{number}]", f"the secret {stray} stands in the answer to a dialog"
    used = [name for name in names(step.value) if name in secrets]
    if not used:
        return
    if step.kind is StepKind.GOTO:
        yield ".value", f"the secret {used[0]} stands in an address"
    elif step.kind is not StepKind.FILL:
        yield ".value", f"the secret {used[0]} is used by a step {step.kind.value}; it may only be typed into its field"
    elif step.value != f"{{{{{used[0]}}}}}":
        yield ".value", f"the secret {used[0]} is typed together with other text"
    elif step.target is not None and (problem := field_problem(step.target, used[0])):
        yield ".target", problem


def _from_parameters(value: str, known: frozenset[str]) -> bool:
    found = [HOLE.fullmatch(line) for line in value.split("\n")]
    return all(hole is not None and hole[1] in known for hole in found)


def _crowded(route: str) -> bool:
    return any(piece.count("{{") + piece.count(":id") > MOST_HOLES for piece in _PIECES.split(route))


def _of_size(value: Any, path: str) -> Iterator[Violation]:
    """Yield texts that are too long, lists that are too large, and numbers that are not finite or out of range."""
    problem = _scalar_problem(value)
    if problem:
        yield Violation(path, problem)
    elif isinstance(value, (tuple, list, Mapping)) and len(value) > LONGEST_LIST:
        yield Violation(path, f"{len(value)} entries; at most {LONGEST_LIST} are allowed")
    elif isinstance(value, Mapping):
        yield from _of_mapping(value, path)
    elif isinstance(value, (tuple, list)):
        for number, item in enumerate(value):
            yield from _of_size(item, f"{path}[{number}]")
    elif is_dataclass(value) and not isinstance(value, type):
        for described in fields(value):
            yield from _of_size(getattr(value, described.name), f"{path}.{described.name}")


def _scalar_problem(value: Any) -> str:
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        return f"a text of {len(value)} characters; at most {LONGEST_TEXT} are allowed"
    if isinstance(value, float) and not abs(value) <= FARTHEST:  # not a number is not smaller either
        return f"the number {value:g} is out of range"
    if isinstance(value, int) and abs(value) >= _LARGEST:
        return "a number is out of range"
    return ""


def _of_mapping(value: Mapping[str, Any], path: str) -> Iterator[Violation]:
    for key, item in value.items():
        if len(key) > LONGEST_KEY:
            yield Violation(path, f"a key of {len(key)} characters; at most {LONGEST_KEY} are allowed")
        yield from _of_size(item, f"{path}.{key[:LONGEST_KEY]}")
