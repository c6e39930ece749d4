"""What a chat completion says, whichever of its many shapes it has.

This module knows the shapes in which endpoints send an answer, as plain data or as a client's objects. It must never
know what an answer means (``reply`` does), nor raise because of a shape nobody has thought of.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .endpoint import NoAnswerError

MOST_CALLS = 50
"""Tool calls that are looked at."""

_TEXTS = frozenset({"text", "output_text"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer of a model.

    Attributes:
        calls: Name and JSON arguments of each tool call.
        content: Its text.
        cut_off: Whether it ended because it grew too long, or because the stream broke off.
        asked: Tokens of the question, as the endpoint counts them; 0 if it does not say.
        said: Tokens of the answer, likewise.
        used: Tokens of both.
    """

    calls: tuple[tuple[str, str], ...] = ()
    content: str = ""
    cut_off: bool = False
    asked: int = 0
    said: int = 0
    used: int = 0


def read_answer(response: Any) -> Answer:
    """Return what a response says.

    Raises:
        NoAnswerError: It is an error in the clothes of a success.
    """
    choices = _get(response, "choices")
    choices = [choice for choice in choices if choice is not None] if isinstance(choices, list) else []
    error = _get(response, "error")
    if error and not choices:
        raise NoAnswerError("error", _message(error), _status(error))
    told = [(_called(_get(choice, "message")), choice) for choice in choices[:8]]
    (calls, content), choice = next(((said, one) for said, one in told if any(said)), (((), ""), None))
    if not choices:  # another protocol's message, or a client of one's own that returns a text
        calls, content = _called(response if isinstance(response, str) else _get(response, "message"))
    content = content or _text(_get(choice, "text"))
    ends = {_get(one, "finish_reason") for one in ([choice] if choice is not None else choices)}
    usage = _get(response, "usage")
    asked, said = _count(_get(usage, "prompt_tokens")), _count(_get(usage, "completion_tokens"))
    return Answer(
        calls=calls,
        content=content,
        cut_off="length" in ends or "max_tokens" in ends,
        asked=asked,
        said=said,
        used=_count(_get(usage, "total_tokens")) or asked + said,
    )


def _called(message: Any) -> tuple[tuple[tuple[str, str], ...], str]:
    """Return tool calls and text of a message."""
    if isinstance(message, str):
        return (), message
    content = _get(message, "content")
    found = list(_functions(message, content))[:MOST_CALLS]
    return tuple(found), _text(content) or _text(_get(message, "refusal"))


def _functions(message: Any, content: Any) -> Iterator[tuple[str, str]]:
    calls, legacy = _get(message, "tool_calls"), _get(message, "function_call")
    calls = calls if isinstance(calls, list) else [calls] if calls else []
    for call in calls[:MOST_CALLS]:
        function = _get(call, "function")
        yield _function(call if function is None else function)
    if not calls and legacy:
        yield _function(legacy)
    for part in content[:MOST_CALLS] if isinstance(content, list) and not calls else ():
        if _get(part, "type") == "tool_use":
            yield _text(_get(part, "name")), _arguments(_get(part, "input"))


def _function(function: Any) -> tuple[str, str]:
    return _text(_get(function, "name")), _arguments(_get(function, "arguments"))


def _arguments(value: Any) -> str:
    """Return arguments as text: some endpoints send the object itself."""
    if value is None or isinstance(value, str):
        return value or ""
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return "?"


def _text(value: Any) -> str:
    """Return a text, or the texts of a list of parts; thoughts are none."""
    if isinstance(value, str):
        return value
    parts = value if isinstance(value, list) else ()
    texts = [part if isinstance(part, str) else _part(part) for part in parts]
    return "\n".join(text for text in texts if text)


def _part(part: Any) -> str:
    text = _get(part, "text")
    return text if isinstance(text, str) and _get(part, "type") in (None, *_TEXTS) else ""


def _message(error: Any) -> str:
    told = error if isinstance(error, str) else _get(error, "message")
    return told if isinstance(told, str) and told else str(error)[:500]


def _status(error: Any) -> int | None:
    code = _get(error, "code") or _get(error, "status")
    code = int(code) if isinstance(code, str) and code.isascii() and code.isdigit() and len(code) == 3 else code  # noqa: PLR2004
    return code if isinstance(code, int) and 100 <= code < 600 else None  # noqa: PLR2004  (an HTTP status)


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9 else 0


def _get(data: Any, name: str) -> Any:
    return data.get(name) if isinstance(data, dict) else getattr(data, name, None)
