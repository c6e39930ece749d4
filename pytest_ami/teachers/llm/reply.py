"""Reads the answer of a language model as a move.

This module reads untrusted text. No text raises an error, and the module knows no sender of it. The result is a
``Move`` on an element of the observation with existing parameters, or a ``RefusedAnswer`` with a reason for the model.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_ami.model.lesson import Element, Move, MoveKind, Situation

from .calls import MISSING, loads, written_calls
from .prompt import FENCE, used_parameters
from .prompt_text import words
from .tools import NAMES

_TEMPLATE = re.compile(r"\{\{\s*([^{}]*?)\s*\}\}")
_LOOSE = re.compile(r"\$?\{\s*(\w+)\s*\}")
_SCHEME = re.compile(r"\s*([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_REF = re.compile(r"\[?\s*e?\s*([0-9]{1,6})\s*\]?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RefusedAnswer:
    """An answer that cannot be used.

    Attributes:
        reason: One or two sentences for the model.
    """

    reason: str


LONGEST_CALL = 20_000
"""Most characters of the arguments of one tool call."""

MOST_AT_ONCE = 12
"""Most tool calls of one answer that are read."""

_TOUCHING = frozenset({"click", "double_click", "fill", "select", "check", "hover", "upload"})
BATCHED = frozenset(MoveKind(name) for name in _TOUCHING) | {MoveKind.UNCHECK}
"""Moves that another move may follow in the same answer."""

FOLLOW = MoveKind.FOLLOW_PLAN.value
_POINTED = frozenset({"click", "fill"})
_FARTHEST = 20_000
_MAY_TOUCH = frozenset({"press", "scroll"})
_WRITING = frozenset({"fill", "select", "upload"})
_TEXTS = {"press": "key", "goto": "url", "wait_for": "text", "extract": "about"}
_MAY_BE_EMPTY = frozenset({"fill", "extract"})


def read_move(
    calls: Sequence[tuple[str, str]], content: str, situation: Situation, *, cut_off: bool = False
) -> Move | RefusedAnswer:
    """Return the move of a model's answer.

    Args:
        calls: Name and JSON arguments of each tool call; the first one counts.
        content: The answer's text; if there is no tool call, a JSON object in it counts.
        situation: The situation of the request.
        cut_off: Whether the answer reached its length limit.
    """
    cut = " It was cut off." if cut_off else ""
    if calls:
        name, arguments = calls[0]
        nothing = "" if cut_off else "{}"  # a call that was cut off may have had arguments
        data = loads(arguments or nothing) if len(arguments) <= LONGEST_CALL else MISSING
        if isinstance(data, dict):
            return to_move(name, data, situation)
        size = f" but {len(arguments):,} characters" if len(arguments) > LONGEST_CALL else ""
        return RefusedAnswer(f"The arguments of {name[:60] or 'the tool call'} are not a JSON object{size}.{cut}")
    found = () if FENCE[0] in content else written_calls(content, (*NAMES, FOLLOW))
    if found:
        return to_move(*found[0], situation)
    if not content.strip():
        return RefusedAnswer(f"The answer was empty.{cut}")
    if FENCE[0] in content:
        return RefusedAnswer("The answer repeats the question.")
    return RefusedAnswer(f"The answer has neither a tool call nor a JSON object that names a tool.{cut}")


def read_more_moves(calls: Sequence[tuple[str, str]], situation: Situation) -> tuple[Move, ...]:
    """Return the moves of the tool calls after the first, up to the first call that touches no listed element.

    A key may end them, such as the Enter after a text.

    Args:
        calls: All tool calls of the answer.
        situation: The situation of the request.
    """
    moves: list[Move] = []
    for name, arguments in calls[1:MOST_AT_ONCE]:
        data = loads(arguments or "{}") if len(arguments) <= LONGEST_CALL else MISSING
        fits = name in _TOUCHING or name == "press"
        move = to_move(name, data, situation) if fits and isinstance(data, dict) else None
        if not isinstance(move, Move):
            break
        moves.append(move)
        if name == "press":
            break
    return tuple(moves)


def to_move(name: str, arguments: Mapping[str, Any], situation: Situation) -> Move | RefusedAnswer:
    """Return the move of a tool call, checked against the situation."""
    if name not in NAMES and not (name == FOLLOW and situation.plan is not None):
        return _unknown_tool(name)
    element: Element | None = None
    ref = arguments.get("element")
    point = _point(arguments) if name in _POINTED and ref in (None, "") else None
    if (point is None and name in _TOUCHING) or (name in _MAY_TOUCH and ref not in (None, "")):
        found = _element(ref, situation)
        if isinstance(found, RefusedAnswer):
            return found
        element = found
    value = ""
    key = _TEXTS.get(name, "value" if name in _WRITING else "")
    if key:
        text = _string(arguments.get(key, "" if name == "extract" else MISSING))
        if text is None or (not text.strip() and name not in _MAY_BE_EMPTY):
            return RefusedAnswer(f"{name} needs {key!r} as text.")
        checked = text.strip() if name == "extract" else _value(name, text, element, situation)
        if isinstance(checked, RefusedAnswer):
            return checked
        value = checked
    elif name in _WORDS:
        word = _WORDS[name](arguments, situation)
        if isinstance(word, RefusedAnswer):
            return word
        value = word
    return Move(
        kind=_kind(name, arguments),
        ref=element.ref if element else "",
        point=point,
        value=value,
        reason=_line(arguments.get("reason"), 300),
        undo=min(_count(arguments.get("undo")), len(situation.made)) if name == "back" else 0,
        through=_count(arguments.get("through")) if name == FOLLOW else 0,
        label=templated(_line(arguments.get("label"), 80), situation) if name == "done" else "",
        description=templated(_line(arguments.get("description"), 400), situation) if name == "done" else "",
        key_elements=_lines(arguments.get("key_elements")) if name == "done" else (),
        aliases=_lines(arguments.get("aliases")) if name == "done" else (),
        sop=tuple(templated(line, situation) for line in _lines(arguments.get("sop"), 200)) if name == "done" else (),
    )


def templated(text: str, situation: Situation, hint: str = "") -> str:
    """Return ``text`` with the literal values of parameters written as ``{{name}}``.

    A whole value is always replaced; within longer text only a value of three characters or more that
    stands by itself. Of two parameters with one value, the one named in ``hint`` wins, then an unused one.
    """
    used = used_parameters(situation)
    known = [p.name for p in situation.parameters if not p.secret and situation.values.get(p.name, "").strip()]
    known.sort(key=lambda name: (-len(situation.values[name]), not words(name) & words(hint), name in used))
    for name in known:
        if text.strip() == situation.values[name].strip():
            return f"{{{{{name}}}}}"
    parts = re.split(r"(\{\{[^{}]*\}\})", text)
    for name in known:
        value = situation.values[name].strip()
        if len(value) < 3:  # noqa: PLR2004  (shorter values match by chance)
            continue
        before = r"(?<![A-Za-z0-9])" if value[0].isascii() else ""
        after = r"(?![A-Za-z0-9])" if value[-1].isascii() else ""
        alone = re.compile(before + re.escape(value) + after)
        pieces = [part if part.startswith("{{") else alone.sub(f"{{{{{name}}}}}", part) for part in parts]
        parts = [piece for part in pieces for piece in re.split(r"(\{\{[^{}]*\}\})", part)]
    return "".join(parts)


def _value(tool: str, text: str, element: Element | None, situation: Situation) -> str | RefusedAnswer:
    names = {parameter.name: parameter for parameter in situation.parameters}
    loose = _LOOSE.fullmatch(text.strip())
    if loose and loose.group(1) in names:
        text = f"{{{{{loose.group(1)}}}}}"
    text = _TEMPLATE.sub(lambda match: f"{{{{{match.group(1)}}}}}", text)
    asked = _TEMPLATE.findall(text)
    for name in asked:
        if name not in names:
            there = ", ".join(names) or "none"
            return RefusedAnswer(f"There is no parameter {name[:60]!r}. The parameters are: {there}.")
    secrets = [name for name in asked if names[name].secret]
    if secrets and tool in ("wait_for", "answer_dialog"):
        return RefusedAnswer(f"{tool} takes no secret parameter.")
    if tool == "press":
        return RefusedAnswer("press takes the name of a key, not a parameter.") if asked else text.strip()
    if tool == "goto":
        scheme = _SCHEME.match(text)
        if secrets or (scheme and scheme.group(1).lower() not in ("http", "https")):
            return RefusedAnswer("goto takes an http address without secret parameters.")
    hidden = element is not None and ("secret" in element.state or element.type == "password")
    if hidden and not asked and text:
        there = ", ".join(f"{{{{{name}}}}}" for name in names if names[name].secret) or "none is marked secret"
        return RefusedAnswer(f"A secret field takes a parameter, not literal text. Secret parameters: {there}.")
    hint = f"{element.name} {element.label} {element.placeholder}" if element else ""
    return text if hidden else templated(text, situation, hint)


def _direction(arguments: Mapping[str, Any], _situation: Situation) -> str | RefusedAnswer:
    word = _word(arguments.get("direction"))
    return word if word in _DIRECTIONS else RefusedAnswer(f"scroll needs a direction: {', '.join(_DIRECTIONS)}.")


def _tab(arguments: Mapping[str, Any], situation: Situation) -> str | RefusedAnswer:
    number, there = _count(arguments.get("tab")), len(situation.observation.tabs)
    return (
        str(number) if 1 <= number <= there else RefusedAnswer(f"There is no such tab; their numbers are 1 to {there}.")
    )


def _dialog(arguments: Mapping[str, Any], situation: Situation) -> str | RefusedAnswer:
    if _word(arguments.get("accept")) in ("false", "no", "off", "0"):
        return "dismiss"
    text = _string(arguments.get("text", "")) or ""
    checked = _value("answer_dialog", text, None, situation)
    return checked if isinstance(checked, RefusedAnswer) else f"accept:{checked}" if text else "accept"


def _then(arguments: Mapping[str, Any], situation: Situation) -> str | RefusedAnswer:
    """Return the name of the control to press after steps of the plan."""
    steps = len(situation.plan.steps) if situation.plan else 0
    through, then = _count(arguments.get("through")), _line(arguments.get("then"), 160)
    if through > steps or not (through or then):
        return RefusedAnswer(f"follow_plan needs 'through', the number of a step of PLAN, from 1 to {steps}.")
    return templated(then, situation)


_DIRECTIONS = ("down", "up", "right", "left")
_WORDS = {"scroll": _direction, "switch_tab": _tab, "answer_dialog": _dialog, FOLLOW: _then}
"""Readers of the value of a move that types nothing."""


def _element(ref: Any, situation: Situation) -> Element | RefusedAnswer:
    refs = {element.ref: element for element in situation.observation.elements}
    text = (_string(ref) or "").strip().removesuffix(".0")
    match = _REF.fullmatch(text)
    found = refs.get(f"e{int(match.group(1))}") if match else refs.get(text)
    if found is not None:
        return found
    listed = f"The last one is {situation.observation.elements[-1].ref}." if refs else "The page lists none now."
    return RefusedAnswer(
        f"Element {text[:40]!r} is not on the page now. {listed}" if text else f"No element is named. {listed}"
    )


def _point(arguments: Mapping[str, Any]) -> tuple[float, float] | None:
    """Return the point of the picture that an answer names; None if it names none."""
    found = [_string(arguments.get(key)) for key in ("x", "y")]
    if not all(text and re.fullmatch(r"\d{1,5}(?:\.\d{1,9})?", text.strip()) for text in found):
        return None
    x, y = (float(text or 0) for text in found)
    return (x, y) if max(x, y) < _FARTHEST else None


def _kind(name: str, arguments: Mapping[str, Any]) -> MoveKind:
    if name == "check" and _word(arguments.get("on")) in ("false", "no", "off", "0"):
        return MoveKind.UNCHECK
    return MoveKind(name)


def _unknown_tool(name: str) -> RefusedAnswer:
    return RefusedAnswer(f"There is no tool {name[:60]!r}. The tools are: {', '.join(NAMES)}.")


def _string(value: Any) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**18:
        return str(value)
    return str(value) if isinstance(value, float) else None


def _word(value: Any) -> str:
    return "false" if value is False else (_string(value) or "").strip().lower()


def _count(value: Any) -> int:
    text = (_string(value) or "").strip()[:9]
    return int(text) if text.isascii() and text.isdigit() else 0


def _line(value: Any, limit: int) -> str:
    return " ".join(value.split())[:limit] if isinstance(value, str) else ""


def _lines(value: Any, limit: int = 80) -> tuple[str, ...]:
    if isinstance(value, str):
        value = value.split(",")
    items = (_line(item, limit) for item in value[:20]) if isinstance(value, list) else ()
    return tuple(dict.fromkeys(item for item in items if item))
