"""Converts a recording by hand to a workflow. Pure.

Rules of this module:

* A pause splits a recording. Each part is reduced by itself, because the time between the parts is unknown.
* An unnamed secret gets a name from its field, so that the person need not record again.
* Every check for the end of the flow becomes an effect of the last step, like a message.
* The workflow has only the parameters that its steps use.

It knows operations and steps. It must never know a page or a store.
"""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pytest_ami.engine.recording.record import MASK, reduce
from pytest_ami.instructions.parameters import infer_type, names, templatize
from pytest_ami.model.codec import to_plain
from pytest_ami.model.operation import Operation, PageState
from pytest_ami.model.workflow import Parameter, Provenance, Step, StepKind, Workflow

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from pytest_ami.model.fingerprint import Fingerprint

EDITED = frozenset({"input", "select"})
"""Operations with a value that may become a parameter."""

LONGEST = 32
"""The most characters of a name that is made from a label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingPart:
    """The operations between two pauses.

    Attributes:
        operations: The operations in order.
        final: The page after the last operation.
    """

    operations: tuple[Operation, ...] = field(default=(), repr=False)
    final: PageState = field(default_factory=PageState, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ManualRecording:
    """A recording by hand, with the person's annotations.

    Attributes:
        parts: The recorded parts, split at the pauses.
        values: Values of parameters by name, without secrets.
        secrets: Names of secret parameters; their values are replaced in ``parts`` already.
        checks: Texts that must be there at the end, as ``role|text``.
        start: Route of the page on which it began.
        notes: Remarks for the person.
    """

    parts: tuple[RecordingPart, ...]
    values: Mapping[str, str] = field(default_factory=dict, repr=False)
    secrets: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    start: str = ""
    notes: tuple[str, ...] = ()


def steps_of(parts: Sequence[RecordingPart], values: Mapping[str, str]) -> tuple[Step, ...]:
    """Return the steps of all parts, one after the other."""
    return tuple(step for part in parts for step in reduce(part.operations, part.final, values))


def workflow_of(task: str, taught: ManualRecording) -> tuple[Workflow, tuple[str, ...]]:
    """Return the workflow of a recording, and remarks about it for the person.

    Its ``steps`` are empty if nothing was done.
    """
    notes = list(taught.notes)
    steps = steps_of(taught.parts, taught.values)
    steps, named = _with_names(steps, {*taught.values, *taught.secrets})
    notes += [f"The secret typed by step {number} is the parameter {name}." for number, name in named]
    steps, problem = with_checks(steps, [templatize(check, taught.values) for check in taught.checks])
    notes += [problem] if problem else []
    used = set(_used_names(steps))
    secrets = (*taught.secrets, *dict.fromkeys(name for _, name in named))
    for number, step in enumerate(steps, 1):
        if step.kind is StepKind.UPLOAD and not names(step.value):
            notes.append(f"Step {number} cannot be replayed without the path of {step.value}: give --param file=PATH.")
    unused = [name for name in (*taught.values, *taught.secrets) if name not in used]
    notes += [f"The parameter {name} was not used, so the workflow does not have it." for name in unused]
    parameters = [Parameter(name=n, type=infer_type(v)) for n, v in taught.values.items() if n in used]
    parameters += [Parameter(name=name, secret=True) for name in secrets if name in used]
    workflow = Workflow(
        task=task,
        steps=steps,
        parameters=tuple(parameters),
        start=taught.start,
        provenance=Provenance(author="person", reason="recorded"),
    )
    return workflow, tuple(notes)


def with_checks(steps: tuple[Step, ...], checks: Sequence[str]) -> tuple[tuple[Step, ...], str]:
    """Return ``steps`` with ``checks`` as effects of the last one, and the reason if that is impossible."""
    if not checks or not steps:
        return steps, ""
    last = steps[-1]
    if last.target is None:  # a step that opens or closes a tab is proven by the page itself
        return steps, f"The checks for the end are not kept: the last step is {last.title()!r}, which has no element."
    notices = tuple(dict.fromkeys((*last.effects.notices, *checks)))
    appeared = tuple(key for key in last.effects.appeared if key not in notices)
    return (*steps[:-1], replace(last, effects=replace(last.effects, notices=notices, appeared=appeared))), ""


def in_own_tabs(operations: Sequence[Operation], others: Collection[int]) -> tuple[Operation, ...]:
    """Return ``operations`` without those in foreign tabs, and with the remaining tabs renumbered."""
    own = (operation for operation in operations if operation.tab not in others)
    return tuple(replace(o, tab=o.tab - sum(other < o.tab for other in others)) for o in own)


def without_closing(operations: Sequence[Operation]) -> tuple[Operation, ...]:
    """Return ``operations`` without the closing of windows that ended the recording."""
    end = len(operations)
    while end and operations[end - 1].type in ("close", "closing", "leaving"):
        end -= 1
    return tuple(operations[:end])


def last_edited(operations: Sequence[Operation]) -> Operation | None:
    """Return the latest operation whose value may become a parameter."""
    return next((o for o in reversed(operations) if o.type in EDITED and o.value), None)


def suggested_name(target: Fingerprint | None, taken: Collection[str] = ()) -> str:
    """Return a parameter's name for a field: from its label, or else from the name in its attributes."""
    candidates = [target.label, target.name] if target else []
    candidates += [target.attributes.get(key, "") for key in ("name", "id", "placeholder")] if target else []
    found = [_identifier(text) for text in candidates]
    plain = [name for name in found if name.isascii()]
    name = next((name for name in (*plain, *found) if name), "value")
    if name not in taken:
        return name
    return next(f"{name}_{n}" for n in range(2, len(taken) + 3) if f"{name}_{n}" not in taken)


def name_problem(name: str) -> str:
    """Return the reason why ``name`` cannot name a parameter, or an empty string."""
    if not name:
        return "Give it a name."
    if not name.isidentifier() or keyword.iskeyword(name):
        return "A name is a word such as to or order_number."
    return ""


def _identifier(text: str) -> str:
    words = re.sub(r"\W+", "_", text.lower()).strip("_")[:LONGEST].strip("_")
    words = words.lstrip("0123456789_")
    return f"{words}_" if keyword.iskeyword(words) else words


def _with_names(steps: tuple[Step, ...], taken: set[str]) -> tuple[tuple[Step, ...], list[tuple[int, str]]]:
    """Return ``steps`` with a name for every unnamed secret, and the pairs of step number and new name."""
    made: list[Step] = []
    named: list[tuple[int, str]] = []
    by_field: dict[str, str] = {}
    for number, step in enumerate(steps, 1):
        if step.value != MASK or step.kind is not StepKind.FILL:
            made.append(step)
            continue
        field_ = step.route + (step.target.absolute_xpath if step.target else "")
        if field_ not in by_field:
            by_field[field_] = suggested_name(step.target, taken | set(by_field.values()))
        named.append((number, by_field[field_]))
        made.append(replace(step, value=f"{{{{{by_field[field_]}}}}}"))
    return tuple(made), named


def _used_names(steps: tuple[Step, ...]) -> Iterator[str]:
    pending: list[object] = [to_plain(step) for step in steps]
    while pending:
        value = pending.pop()
        if isinstance(value, str):
            yield from names(value)
        elif isinstance(value, dict):
            pending.extend(value.values())
        elif isinstance(value, (list, tuple)):
            pending.extend(value)
