"""Reads the response of a chat endpoint into one ``Completion``, in any shape that endpoints use.

This module knows the shapes of responses: plain data, objects of a client, events of a stream. It must never know the
meaning of an answer (``reply`` does), and a shape that it does not know never raises.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

MOST_CALLS = 50
"""Most tool calls that are read."""

_MOST_CHOICES = 8
_TEXTS = frozenset({"text", "output_text"})


class InvalidResponseError(Exception):
    """The response is not a completion: it is a web page, broken text, or an error with a status of success.

    Attributes:
        status_code: HTTP status that the body names, or None.
        kind: ``page``, ``text`` or ``error``.
    """

    def __init__(self, kind: str, shown: str, status: int | None = None) -> None:
        super().__init__(shown[:2_000])
        self.kind, self.status_code = kind, status


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """The answer of a model.

    Attributes:
        calls: Name and JSON arguments of each tool call.
        content: Text of the answer.
        cut_off: Whether the answer reached its length limit, or the stream broke off.
        prompt_tokens: Tokens of the request, counted by the endpoint; 0 if it gives no number.
        completion_tokens: Tokens of the answer, counted by the endpoint; 0 if it gives no number.
        total_tokens: Tokens of both.
    """

    calls: tuple[tuple[str, str], ...] = ()
    content: str = ""
    cut_off: bool = False
    prompt_tokens: int = 0
    completion_tokens: int = 0
    total_tokens: int = 0


def read_completion(response: Any) -> Completion:
    """Return the completion in a response.

    Raises:
        InvalidResponseError: The response holds an error and no choice.
    """
    choices = _get(response, "choices")
    choices = [choice for choice in choices if choice is not None] if isinstance(choices, list) else []
    error = _get(response, "error")
    if error and not choices:
        raise InvalidResponseError("error", _message(error), _status(error))
    messages = [(_read_message(_get(choice, "message")), choice) for choice in choices[:_MOST_CHOICES]]
    (calls, content), choice = next(((read, of) for read, of in messages if any(read)), (((), ""), None))
    if not choices:  # another protocol's message, or a custom client that returns text
        calls, content = _read_message(response if isinstance(response, str) else _get(response, "message"))
    content = content or _text(_get(choice, "text"))
    ends = {_get(each, "finish_reason") for each in ([choice] if choice is not None else choices)}
    usage = _get(response, "usage")
    asked, answered = _count(_get(usage, "prompt_tokens")), _count(_get(usage, "completion_tokens"))
    return Completion(
        calls=calls,
        content=content,
        cut_off="length" in ends or "max_tokens" in ends,
        prompt_tokens=asked,
        completion_tokens=answered,
        total_tokens=_count(_get(usage, "total_tokens")) or asked + answered,
    )


def read_vectors(response: Any) -> list[list[float]]:
    """Return the vectors of an embeddings response, in the order of their texts."""
    entries = sorted(_get(response, "data") or (), key=lambda entry: _count(_get(entry, "index")))
    return [_get(entry, "embedding") for entry in entries]


def parse_body(text: str) -> Any:
    """Return the plain data of a response's body: JSON, or the events of a stream merged into one response.

    Raises:
        InvalidResponseError: The body is neither.
    """
    body = text.strip().removeprefix("\ufeff")
    if body.startswith(("data:", "event:", ": ", "id:")):
        return _merge_events(_events(body))
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        kind = "page" if body[:1] == "<" else "text"
        raise InvalidResponseError(kind, body or "(empty)") from error
    if isinstance(data, list) and len(data) == 1:
        data = data[0]
    return data


def _read_message(message: Any) -> tuple[tuple[tuple[str, str], ...], str]:
    """Return tool calls and text of a message."""
    if isinstance(message, str):
        return (), message
    content = _get(message, "content")
    calls = list(_functions(message, content))[:MOST_CALLS]
    return tuple(calls), _text(content) or _text(_get(message, "refusal"))


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
    text = error if isinstance(error, str) else _get(error, "message")
    return text if isinstance(text, str) and text else str(error)[:500]


def _status(error: Any) -> int | None:
    code = _get(error, "code") or _get(error, "status")
    code = int(code) if isinstance(code, str) and code.isascii() and code.isdigit() and len(code) == 3 else code  # noqa: PLR2004
    return code if isinstance(code, int) and 100 <= code < 600 else None  # noqa: PLR2004  (an HTTP status)


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9 else 0


def _get(data: Any, name: str) -> Any:
    return data.get(name) if isinstance(data, dict) else getattr(data, name, None)


def _events(body: str) -> Iterator[dict[str, Any]]:
    for line in body.splitlines():
        if not line.startswith("data:"):
            continue
        try:
            data = json.loads(line[5:])
        except (ValueError, RecursionError):
            continue  # [DONE], or cut off
        if isinstance(data, dict):
            yield data


def _merge_events(events: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """Return one completion for the first choice of a stream."""
    message: dict[str, Any] = {"content": ""}
    calls: dict[int, dict[str, str]] = {}
    finish, whole = None, {}
    for event in events:
        whole.update({key: value for key, value in event.items() if key in ("error", "usage", "model") and value})
        choices = event.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
        if choice.get("index", 0) != 0:
            continue
        finish = choice.get("finish_reason") or finish
        delta = choice.get("delta") or choice.get("message") or {}
        message["content"] += text if isinstance(text := _get(delta, "content"), str) else ""
        parts, legacy = _get(delta, "tool_calls"), _get(delta, "function_call")
        for number, call in enumerate(parts if isinstance(parts, list) else [{"function": legacy}]):
            _append_call(calls, number, call)
    if calls:
        message["tool_calls"] = [{"function": call} for _, call in sorted(calls.items())]
    if whole.get("error") and not calls and not message["content"]:
        return whole
    # a stream without a finish reason broke off
    return {**whole, "choices": [{"message": message, "finish_reason": finish or "length"}]}


def _append_call(calls: dict[int, dict[str, str]], number: int, call: Any) -> None:
    function = call.get("function") if isinstance(call, dict) else None
    if not isinstance(function, dict):
        return
    index = call.get("index")
    grown = calls.setdefault(index if isinstance(index, int) else number, {"name": "", "arguments": ""})
    name, arguments = function.get("name"), function.get("arguments")
    grown["name"] = grown["name"] or (name if isinstance(name, str) else "")
    grown["arguments"] += arguments if isinstance(arguments, str) else json.dumps(arguments) if arguments else ""
