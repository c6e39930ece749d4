"""A demonstration function with the moves of a lesson that failed, for a person to complete.

This module knows moves and how Playwright names elements. It must never know the next move or a secret's value.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.engine.recording.playwright_code import CALLS, literal, variable
from pytest_ami.instructions.parameters import names

from .history import MoveHistory
from .scoring import display_name

if TYPE_CHECKING:
    from pytest_ami.model.lesson import Element, MoveResult, Situation

_ATTRIBUTES = ("id", "name", "data-testid")


def stub(situation: Situation, why: str) -> str:
    """Return the source of a demonstration function: the moves that count, and a comment where it has to go on.

    Args:
        situation: The situation in which the teacher gave up.
        why: The reason.
    """
    parameters = [p.name for p in situation.parameters]
    taken = {name: variable(name) for name in parameters}
    kept = _furthest(situation)
    lines = [text for one in kept if (text := _line(one, taken))]
    wanted = [name for name in parameters if name not in {n for one in kept for n in names(one.move.value)}]
    rest = f"; still to use: {', '.join(taken[name] for name in wanted)}" if wanted else ""
    head = f"def {variable(situation.task)}(page, {', '.join([*taken.values(), '**_'])}):"
    return "\n".join(
        [
            "to show it in code: complete this function and pass it as teacher=... of the marker",
            head,
            *(f"    {line}" for line in lines),
            f"    # the offline teacher stopped here: {' '.join(why.split())}{rest}",
            "    page.pause()",
        ]
    )


def _furthest(situation: Situation) -> list[MoveResult]:
    """Return the moves that counted when the lesson had used the most values; later ones were undone."""
    histories = [MoveHistory(replace(situation, made=situation.made[:size])) for size in range(len(situation.made) + 1)]
    best = max(histories, key=lambda one: (len(one.used), len(one.kept)))
    return [one for _, one in best.kept]


def _line(made: MoveResult, taken: dict[str, str]) -> str:
    call = CALLS.get(made.move.kind.value)
    if made.element is None or call is None:
        return ""
    return f"page.{_locator(made.element, made.move.value, taken)}.{call.format(value=literal(made.move.value, taken))}"


def _locator(element: Element, value: str, taken: dict[str, str]) -> str:
    name = display_name(element)
    named = names(value)
    if not name:
        marks = ((key, element.attributes[key]) for key in _ATTRIBUTES if element.attributes.get(key))
        mark = next((f'[{key}="{text}"]' for key, text in marks), element.tag)
        return f"locator({json.dumps(mark, ensure_ascii=False)})"
    if element.role in ("textbox", "searchbox", "combobox") and not element.name:
        how = "label" if element.label else "placeholder"
        return f"get_by_{how}({json.dumps(name, ensure_ascii=False)})"
    known = element.role not in ("textbox", "searchbox", "combobox", "spinbutton") and len(named) == 1
    text = taken.get(named[0], "") if known else ""
    return f'get_by_role("{element.role}", name={text or json.dumps(name, ensure_ascii=False)})'
