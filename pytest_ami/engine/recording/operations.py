"""Drops what is no step of a flow from recorded operations: repeats, echoes, and what a page did by itself.

Knows operations and their order. Must never know a step, a value or an effect.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

from pytest_ami.engine.recording.field_effects import SAME_FIELD, TICKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_ami.model.operation import Operation

OUTSIDE = frozenset({"typed", "history", "reload"})
"""Ways to navigate that may come from outside the page."""

ASIDE = frozenset({"scroll", "hover", "dialog"})
"""Operations that may come between a click and its navigation."""

DOUBLE = 1_000.0
"""The most milliseconds between a double click and the single click that it begins with."""


def where(operation: Operation) -> tuple[int, tuple[str, ...]]:
    """Return the tab and the frame of an operation."""
    return operation.tab, operation.frame


def _same_target(first: Operation, second: Operation) -> bool:
    return first.place == second.place and bool(first.xpath)


def merge(operations: Sequence[Operation]) -> tuple[Operation, ...]:
    """Drop noise from a recording: repeats, self-cancelling edits, and operations that a click brings by itself.

    Idempotent and order-preserving.
    """
    kept: list[Operation] = []
    for operation in operations:
        if operation.type in ("leaving", "closing"):
            continue
        last = kept[-1] if kept else None
        if operation.type == "dblclick":
            kept.append(_double(kept, operation))
            continue
        repeats = last and operation.type in SAME_FIELD and last.type in SAME_FIELD and _same_target(last, operation)
        if last and repeats and (last.type == operation.type or {last.type, operation.type} <= TICKS.keys()):
            kept[-1] = replace(operation, before=last.before, fingerprint=last.fingerprint)
            continue
        if last and operation.type == last.type == "navigate" and where(last) == where(operation):
            kept[-1] = replace(operation, before=last.before)
            continue
        kept.append(operation)
    return tuple(kept)


def _double(kept: list[Operation], operation: Operation) -> Operation:
    """Return the double click, merged with the single clicks that it began with; they are removed from ``kept``."""
    while kept:
        last = kept[-1]
        begins = last.type in ("click", "dblclick") and _same_target(last, operation)
        if not begins or not 0 <= operation.timestamp - last.timestamp <= DOUBLE:
            break
        first = last if last.sent else operation
        operation = replace(operation, before=last.before, fingerprint=last.fingerprint)
        operation = replace(operation, sent=first.sent, also_sent=first.also_sent)
        kept.pop()
    return operation


def caused(operations: Sequence[Operation]) -> tuple[Operation, ...]:
    """Drop navigations that the page made itself (a link, a form, a script): they are effects of a step.

    The recorder reports ``leaving`` when the page is about to navigate. A navigation without it came from outside and
    is a step of its own. The first ``leaving`` explains all navigations of its tab up to the next operation there,
    because a redirect navigates more than once. An operation that opened a tab explains the tab's first navigations.
    The report may be lost with its document. So a navigation to the address of the link that was clicked just before is
    that of the click: as a step of its own it would open the record of this recording with all values.
    """
    kept: list[Operation] = []
    leaving: dict[int, str] = {}
    born: set[int] = set()
    for i, operation in enumerate(operations):
        if operation.type == "leaving":
            leaving[operation.tab] = operation.value
            continue
        if operation.type in ("closing", "dialog"):  # reported before the page is left: the navigation is still to come
            kept.append(operation)
            continue
        if operation.type == "navigate" and _follows(kept, operation):
            while kept[-1].type == "navigate" and kept[-1].tab == operation.tab:
                kept.pop()  # the page wrote its search into its address when the link had been clicked already
            continue
        if operation.type == "navigate" and operation.tab in leaving:
            own = operation.value in OUTSIDE and operation.value != leaving[operation.tab]
            if not own or operation.tab in born:
                continue
        elif operation.type == "scroll" and operation.tab in leaving and _is_left(operations[i + 1 :], operation.tab):
            continue  # it scrolled while its answer was on the way
        elif operation.type == "popup":
            born.add(operation.tab)
            leaving[operation.tab] = "typed"
        else:
            born.discard(operation.tab)
            leaving.pop(operation.tab, None)
        kept.append(operation)
    return tuple(kept)


def _follows(before: Sequence[Operation], navigation: Operation) -> bool:
    """Return whether a navigation leads to the address of the link that the last operation in its tab clicked."""
    recent = (one for one in reversed(before) if one.type == "popup" or one.tab == navigation.tab)
    click = next((one for one in recent if one.type not in (*ASIDE, "navigate")), None)
    if click is None or click.type != "click" or click.fingerprint is None or where(click) != where(navigation):
        return False
    link, there = click.fingerprint, urlsplit(navigation.url)
    stated = link.attributes.get("href", "")
    own = stated in (there.path, f"{there.scheme}://{there.netloc}{there.path}")
    query, fragment = (link.details.get(key, "") for key in ("query", "fragment"))
    return own and fragment == there.fragment and parse_qsl(query) == parse_qsl(there.query)


def _is_left(later: Sequence[Operation], tab: int) -> bool:
    """Return whether the next operation of a tab, apart from scrolls and questions, opens another document."""
    aside = ("scroll", "dialog", "closing", "leaving")
    return next((one.type for one in later if one.tab == tab and one.type not in aside), "") == "navigate"


def stayed(operations: Sequence[Operation]) -> tuple[Operation, ...]:
    """Mark a question before the page is left as dismissed if the page was not left."""
    kept = list(operations)
    for i, operation in enumerate(kept):
        if operation.type == "dialog" and operation.role == "beforeunload":
            following = next((after.type for after in kept[i + 1 :] if after.tab == operation.tab), "navigate")
            if following not in ("navigate", "close", "closing", "dialog", "leaving"):
                kept[i] = replace(operation, value="false")
    return tuple(kept)
