"""From a recording by hand to a workflow: pure.

Rules of this module:

* A pause cuts a recording in two: the parts are reduced each by itself, because nothing is known of in between.
* A secret that nobody named gets a name from its field: a person at a toolbar is not told to begin again.
* Every check for the end of the flow becomes an effect of the last step, as messages are.
* Only parameters that the steps speak of are the workflow's.

It knows operations and steps. It must never know a page or a store.
"""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pytest_ami.instructions.parameters import infer_type, names, templatize
from pytest_ami.model.codec import to_plain
from pytest_ami.model.operation import Operation, PageState
from pytest_ami.model.workflow import Parameter, Provenance, Step, StepKind, Workflow

from .record import MASK, reduce

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from pytest_ami.model.fingerprint import Fingerprint

EDITED = frozenset({"input", "select"})
"""Operations with a value that may become a parameter."""

LONGEST = 32
"""Most characters of a name that is made from a label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingPart:
    """The operations between two pauses.

    Attributes:
        operations: In order.
        final: The page after the last one.
    """

    operations: tuple[Operation, ...] = field(default=(), repr=False)
    final: PageState = field(default_factory=PageState, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ManualRecording:
    """A recording by hand, and what the person said about it.

    Attributes:
        parts: What was recorded, cut at the pauses.
        values: Values of parameters by name, those of secrets left out.
        secrets: Names of secret parameters; their values are replaced in ``parts`` already.
        checks: What must be there at the end, as ``role|text``.
        start: Route of the page where it began.
        notes: What the person should know.
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
    """Return the workflow that a recording amounts to, and what the person should know about it.

    Its ``steps`` are empty when nothing was done.
    """
    notes = list(taught.notes)
    steps = steps_of(taught.parts, taught.values)
    steps, named = _with_names(steps, {*taught.values, *taught.secrets})
    notes += [f"The secret typed by step {number} is the parameter {name}." for number, name in named]
    steps, problem = with_checks(steps, [templatize(check, taught.values) for check in taught.checks])
    notes += [problem] if problem else []
    spoken = set(_spoken(steps))
    secrets = (*taught.secrets, *dict.fromkeys(name for _, name in named))
    for number, step in enumerate(steps, 1):
        if step.kind is StepKind.UPLOAD and not names(step.value):
            notes.append(f"Step {number} cannot be replayed without the path of {step.value}: give --param file=PATH.")
    unused = [name for name in (*taught.values, *taught.secrets) if name not in spoken]
    notes += [f"The parameter {name} was not used, so the workflow does not have it." for name in unused]
    parameters = [Parameter(name=n, type=infer_type(v)) for n, v in taught.values.items() if n in spoken]
    parameters += [Parameter(name=name, secret=True) for name in secrets if name in spoken]
    workflow = Workflow(
        task=task,
        steps=steps,
        parameters=tuple(parameters),
        start=taught.start,
        provenance=Provenance(author="person", reason="recorded"),
    )
    return workflow, tuple(notes)


def with_checks(steps: tuple[Step, ...], checks: Sequence[str]) -> tuple[tuple[Step, ...], str]:
    """Return ``steps`` whose last one proves itself by ``checks`` too, and why not if that cannot be."""
    if not checks or not steps:
        return steps, ""
    last = steps[-1]
    if last.target is None:  # opening and closing are judged by the page being there
        return steps, f"What must be true at the end is not kept: the last step is {last.title()!r}."
    notices = tuple(dict.fromkeys((*last.effects.notices, *checks)))
    appeared = tuple(key for key in last.effects.appeared if key not in notices)
    return (*steps[:-1], replace(last, effects=replace(last.effects, notices=notices, appeared=appeared))), ""


def in_own_tabs(operations: Sequence[Operation], others: Collection[int]) -> tuple[Operation, ...]:
    """Return ``operations`` without those in other people's tabs, and the rest numbered as if those were not there."""
    own = (operation for operation in operations if operation.tab not in others)
    return tuple(replace(o, tab=o.tab - sum(other < o.tab for other in others)) for o in own)


def without_closing(operations: Sequence[Operation]) -> tuple[Operation, ...]:
    """Return ``operations`` without the windows' closing that ended the recording."""
    end = len(operations)
    while end and operations[end - 1].type in ("close", "closing", "leaving"):
        end -= 1
    return tuple(operations[:end])


def last_edited(operations: Sequence[Operation]) -> Operation | None:
    """Return the latest operation whose value may become a parameter."""
    return next((o for o in reversed(operations) if o.type in EDITED and o.value), None)


def suggested_name(target: Fingerprint | None, taken: Collection[str] = ()) -> str:
    """Return a parameter's name for a field: by its label, or else by what its developers call it."""
    candidates = [target.label, target.name] if target else []
    candidates += [target.attributes.get(key, "") for key in ("name", "id", "placeholder")] if target else []
    found = [_identifier(text) for text in candidates]
    plain = [name for name in found if name.isascii()]
    name = next((name for name in (*plain, *found) if name), "value")
    if name not in taken:
        return name
    return next(f"{name}_{n}" for n in range(2, len(taken) + 3) if f"{name}_{n}" not in taken)


def name_problem(name: str) -> str:
    """Return why ``name`` cannot be a parameter's, or an empty string."""
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
    """Return ``steps`` with a name for every secret that has none, and which step typed which."""
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


def _spoken(steps: tuple[Step, ...]) -> Iterator[str]:
    pending: list[object] = [to_plain(step) for step in steps]
    while pending:
        value = pending.pop()
        if isinstance(value, str):
            yield from names(value)
        elif isinstance(value, dict):
            pending.extend(value.values())
        elif isinstance(value, (list, tuple)):
            pending.extend(value)
