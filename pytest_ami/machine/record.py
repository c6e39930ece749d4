"""From recorded operations to steps: a pure reducer.

Rules of this module:

* Order is kept. Noise goes: repeated input into one field, navigation that a step caused, empty clicks.
* A value that equals a parameter's value becomes ``{{name}}``; so does a parameter's value inside a target's text.
* The effects of a step are the difference between the page just before it and just before the next one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pytest_ami.decide.effects import difference
from pytest_ami.decide.params import templatize
from pytest_ami.decide.routes import normal_route
from pytest_ami.model.operation import Operation, PageState
from pytest_ami.model.workflow import Effects, Step, StepKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_ami.model.fingerprint import Fingerprint

KINDS = {
    "click": StepKind.CLICK,
    "dblclick": StepKind.DOUBLE_CLICK,
    "contextmenu": StepKind.RIGHT_CLICK,
    "input": StepKind.FILL,
    "select": StepKind.SELECT,
    "check": StepKind.CHECK,
    "uncheck": StepKind.UNCHECK,
    "press": StepKind.PRESS,
    "upload": StepKind.UPLOAD,
    "hover": StepKind.HOVER,
    "navigate": StepKind.GOTO,
}
SAME_FIELD = frozenset({"input", "select", "check", "uncheck", "upload"})
MASK = "{{?}}"
"""The value of a secret that was typed and is not among the parameters."""

TICKS = frozenset({"check", "uncheck"})


@dataclass(frozen=True, slots=True)
class _Event:
    """An operation that will be a step, with what followed it."""

    operation: Operation
    tab_opened: bool = False


def _where(operation: Operation) -> tuple[int, tuple[str, ...]]:
    return operation.tab, operation.frame


def _same_target(one: Operation, other: Operation) -> bool:
    return _where(one) == _where(other) and one.xpath == other.xpath and bool(one.xpath)


def merge(operations: Sequence[Operation]) -> tuple[Operation, ...]:
    """Drop noise from a recording: repeats, self-cancelling edits, and what a click brings by itself.

    Idempotent and order-preserving.
    """
    kept: list[Operation] = []
    for operation in operations:
        if operation.type == "leaving":
            continue
        last = kept[-1] if kept else None
        if last and last.type == "click" and operation.type == "dblclick" and _same_target(last, operation):
            kept[-1] = replace(operation, before=last.before, fingerprint=last.fingerprint)
            continue
        repeats = (
            last
            and operation.type in SAME_FIELD
            and last.type in SAME_FIELD
            and _same_target(last, operation)
        )
        if last and repeats and (last.type == operation.type or {last.type, operation.type} <= TICKS):
            kept[-1] = replace(operation, before=last.before, fingerprint=last.fingerprint)
            continue
        if operation.type == "navigate" and (last is None or last.type == "navigate") and last is not None:
            kept[-1] = replace(operation, before=last.before)
            continue
        kept.append(operation)
    return tuple(kept)


def caused(operations: Sequence[Operation]) -> tuple[Operation, ...]:
    """Drop navigations that the page made itself (a link, a form, a script): they are effects of a step.

    The recorder reports ``leaving`` when the page is about to navigate; a navigation without it came from outside
    and is a step of its own. The first ``leaving`` pays for all navigations up to the next operation, because a
    redirect navigates more than once.
    """
    kept: list[Operation] = []
    leaving = False
    for operation in operations:
        if operation.type == "leaving":
            leaving = True
            continue
        if operation.type == "navigate" and leaving:
            continue
        leaving = False
        kept.append(operation)
    return tuple(kept)


def reduce(operations: Sequence[Operation], final: PageState, values: Mapping[str, str]) -> tuple[Step, ...]:
    """Return the steps that ``operations`` amount to.

    Args:
        operations: As recorded, in order; secret values replaced by their ``{{name}}`` already.
        final: The page after the last one.
        values: Parameter values by name, those of secrets left out.
    """
    events: list[_Event] = []
    for operation in merge(caused(operations)):
        if operation.type == "popup":
            if events:
                events[-1] = replace(events[-1], tab_opened=True)
            continue
        if operation.type in KINDS:
            events.append(_Event(operation))
    steps: list[Step] = []
    for i, event in enumerate(events):
        after = _state_after(events, i, final)
        steps.append(_step(event, after, values))
    return tuple(steps)


def _state_after(events: Sequence[_Event], i: int, final: PageState) -> PageState:
    """Return the page after event ``i`` as the next event in the same tab and frame found it."""
    here = _where(events[i].operation)
    if i + 1 == len(events):
        return final
    following = events[i + 1].operation
    if _where(following) == here and following.type != "navigate":
        return following.before
    return PageState()


def _step(event: _Event, after: PageState, values: Mapping[str, str]) -> Step:
    operation = event.operation
    kind = KINDS[operation.type]
    route = normal_route(operation.url, values)
    if kind is StepKind.GOTO:
        return Step(
            kind=kind, value=templatize(relative(operation.url), values), route=route, tab=operation.tab
        )
    value = templatize(operation.value, values)
    typed = value if kind in (StepKind.FILL, StepKind.SELECT) and not operation.secret else None
    effects = difference(operation.before, after, values=values, typed=typed, tab=event.tab_opened)
    return Step(
        kind=kind,
        target=templated(operation.fingerprint, values, kind) if operation.fingerprint else None,
        value=value if kind not in (StepKind.CLICK, StepKind.CHECK, StepKind.UNCHECK) else "",
        effects=_own(effects, kind),
        route=route,
        frame=operation.frame,
        tab=operation.tab,
    )


def _own(effects: Effects, kind: StepKind) -> Effects:
    """Typing into a field is proven by its value; what else moved meanwhile is not its doing."""
    if kind in (StepKind.FILL, StepKind.UPLOAD) and not effects.route:
        return Effects(value=effects.value)
    return effects


def templated(fingerprint: Fingerprint, values: Mapping[str, str], kind: StepKind) -> Fingerprint:
    """Return ``fingerprint`` with parameter values inside its texts written as ``{{name}}``.

    A field that a value goes into is called by its label, never by what it holds, so only what is pressed or
    chosen can be found by a parameter's value.
    """
    if kind in (StepKind.FILL, StepKind.UPLOAD):
        return fingerprint
    return replace(
        fingerprint,
        name=templatize(fingerprint.name, values),
        text=templatize(fingerprint.text, values),
        context=templatize(fingerprint.context, values),
        xpath=templatize(fingerprint.xpath, values),
        attributes={key: templatize(value, values) for key, value in fingerprint.attributes.items()},
        neighbours=tuple(templatize(text, values) for text in fingerprint.neighbours),
    )


def relative(url: str) -> str:
    """Return ``url`` without scheme and host, so that a workflow runs on another deployment."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https"):
        return url
    return (
        (parts.path or "/")
        + (f"?{parts.query}" if parts.query else "")
        + (f"#{parts.fragment}" if parts.fragment else "")
    )
