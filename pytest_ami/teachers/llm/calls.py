"""Reads tool calls that a model wrote into plain text, and JSON with the usual mistakes of models.

This module knows the notations of calls. It must never know a tool, a page or an endpoint. No text raises an error or
takes long.

Rules:

* A text with one meaning is read: a fence around it, a trailing comma, single quotes, Python's words, a call as an
  object or as a text within a text. A text with two meanings is refused: two values for one name, quotes in quotes.
* A call that was cut off is refused, never completed.
* Thoughts are ignored.

``json-repair`` breaks the first two rules: it completes objects that were cut off, keeps the last of two values, and
guesses where a string ends. It misread one in twelve Python dicts whose strings hold brackets, colons and commas, and
took 15 s for 100 kB of braces. So ``strict_json`` repairs only quotes, words and trailing commas.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

MISSING = object()
"""Result of a text that cannot be read."""

LONGEST = 100_000
"""Most characters of an answer that are read."""

_MOST_BRACES = 5_000
_MOST_LENIENT = 20
_MOST_MARKS = 100
_LONGEST_LENIENT = 20_000
_LONGEST_OBJECT = 2_000  # a call is short; a long text full of braces must not take long
_OPENED = re.compile(r"\{\s*[\"'}]")
_DOUBLE, _SINGLE = r'"(?:[^"\\]|\\.)*"?', r"'(?P<inner>(?:[^'\\]|\\.)*)(?P<end>'?)"
_REPAIRABLE = re.compile(rf"{_DOUBLE}|{_SINGLE}|\b(?:True|False|None)\b|,(?=\s*[}}\]])", re.DOTALL)
_STRING_OR_BRACE = re.compile(rf"{_DOUBLE}|{_SINGLE}|[{{}}]", re.DOTALL)
_NAMES = ("tool", "name", "action", "function", "move")
_PLACES = ("arguments", "parameters", "args", "input")
_MARKED = re.compile(r"<(?:function|invoke)(?:=| name=\")([\w.-]{1,60})\"?>")
_VALUE = re.compile(r"<parameter(?:=| name=\")([\w.-]{1,60})\"?>\n?([^<]*?)\n?</parameter>")
_WORDS = {"True": "true", "False": "false", "None": "null"}


def loads(text: str) -> Any:
    """Return the JSON value of ``text``, or ``MISSING``. An object within a JSON string is unpacked once."""
    data = _strictly(text)
    if data is MISSING and len(text) <= _LONGEST_LENIENT:
        data = _strictly(strict_json(text))
    if isinstance(data, str):
        inner = _strictly(data)
        return inner if isinstance(inner, dict) else data
    return data


def written_calls(content: str, names: Sequence[str]) -> list[tuple[str, dict[str, Any]]]:
    """Return the calls in a text, in order: those of known tools if there are any, else all.

    Args:
        content: The text of an answer.
        names: Names of the tools.
    """
    text = without_thoughts(content[:LONGEST])
    found = [call for data in objects(text) for call in [_call_in(data, names)] if call[0]]
    known = [call for call in found if call[0] in names]
    return known or [call for call in _marked(text) if call[0] in names] or found


def without_thoughts(text: str) -> str:
    """Return ``text`` without the parts between thinking marks; an open thought hides the rest of the text."""
    kept, rest = [], re.sub(r"<(/?)think(?:ing)?>", r"<\1think>", text)
    end = rest.rfind("</think>")
    if end >= 0 and "<think>" not in rest[:end]:
        rest = rest[end + len("</think>") :]  # many chat templates open the thought themselves
    while rest:
        before, opened, after = rest.partition("<think>")
        kept.append(before)
        rest = after.partition("</think>")[2] if opened else ""
    return " ".join(kept)


def objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects in ``text``, outermost first."""
    decoder, start = json.JSONDecoder(strict=False, object_pairs_hook=_unique), -1
    attempts = _MOST_LENIENT
    for _ in range(_MOST_BRACES):
        start = text.find("{", start + 1)
        if start < 0:
            return
        try:
            data, end = decoder.raw_decode(text, start)
        except RecursionError:
            return  # no call is nested that deep
        except ValueError:
            if not attempts or _OPENED.match(text, start) is None:
                continue
            attempts -= 1
            data, end = _leniently(text, start)
        if isinstance(data, dict):
            yield data
            start = end - 1


def strict_json(text: str) -> str:
    """Return ``text`` with JSON's quotes and words in place of Python's, and without trailing commas."""
    return _REPAIRABLE.sub(_repaired, text)


def _repaired(match: re.Match[str]) -> str:
    part = match.group()
    if part[0] == "'":
        single = match["inner"].replace("\\'", "'").replace('"', '\\"')
        return f'"{single}"' if match["end"] else part
    return "" if part == "," else _WORDS.get(part, part)


def _strictly(text: str) -> Any:
    if len(text) > LONGEST:
        return MISSING
    try:
        return json.loads(text, strict=False, object_pairs_hook=_unique)
    except (ValueError, RecursionError):
        return MISSING


def _unique(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs) and any(found[key] != value for key, value in pairs):
        raise ValueError("two values for one name")
    return found


def _leniently(text: str, start: int) -> tuple[Any, int]:
    """Return the object that begins at ``start``, repaired, and its end."""
    depth = 0
    for match in _STRING_OR_BRACE.finditer(text, start, start + _LONGEST_OBJECT):
        depth += (match.group() == "{") - (match.group() == "}")
        if not depth:
            return _strictly(strict_json(text[start : match.end()])), match.end()
    return MISSING, start


def _marked(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield calls between marks, such as ``<function=click><parameter=element>e7</parameter></function>``."""
    for match in list(_MARKED.finditer(text))[:_MOST_MARKS]:
        rest = text[match.end() : match.end() + _LONGEST_LENIENT]
        ends = [place for place in (rest.find("</function>"), rest.find("</invoke>")) if place >= 0]
        if not ends:
            continue  # cut off
        inside = rest[: min(ends)]
        data = loads(inside.strip()) if inside.strip().startswith("{") else dict(_VALUE.findall(inside))
        if isinstance(data, dict):
            yield match.group(1), data


def _call_in(data: Mapping[str, Any], names: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """Return tool and arguments of an object, in any of the notations of models."""
    nested = next(
        (data[key] for key in ("tool_calls", "function", "tool_call", "function_call") if data.get(key)), None
    )
    if isinstance(nested, list) and nested:
        nested = nested[0]
    if isinstance(nested, dict):
        inner = nested.get("function")
        data = inner if isinstance(inner, dict) else nested
    for key in _NAMES:
        name = data.get(key)
        if not isinstance(name, str):
            continue
        for place in _PLACES:
            arguments = data.get(place)
            arguments = loads(arguments) if isinstance(arguments, str) else arguments
            if isinstance(arguments, dict):
                return name, arguments
        return name, {other: value for other, value in data.items() if other != key}
    for name, arguments in data.items():
        if name in names and isinstance(arguments, dict):
            return name, arguments
    return "", {}
