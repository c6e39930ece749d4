"""Tool calls as models write them into plain text, and JSON as models write it.

This module knows the shapes in which a call is written. It must never know which tools there are for what, a page, or
an endpoint; and it must never raise because of a text, nor take long over one.

Rules:

* What can be read in one way only is read: a fence around it, a comma too many, single quotes, a call as an object or
  as a text within a text. What can be read in two ways is not: two values for one name, a quote within quotes.
* What was cut off is not completed. Half a call is no call.
* A thought is no answer, whatever it says.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

MISSING = object()
"""Stands for what cannot be read."""

LONGEST = 100_000
"""Characters of an answer that are looked at."""

_MOST_BRACES = 5_000
_MOST_LENIENT = 20
_MOST_MARKS = 100
_OPENED = re.compile(r"\{\s*[\"'}]")
_LONGEST_LENIENT = 20_000
_NAMES = ("tool", "name", "action", "function", "move")
_PLACES = ("arguments", "parameters", "args", "input")
_MARKED = re.compile(r"<(?:function|invoke)(?:=| name=\")([\w.-]{1,60})\"?>")
_VALUE = re.compile(r"<parameter(?:=| name=\")([\w.-]{1,60})\"?>\n?([^<]*?)\n?</parameter>")
_WORDS = {"True": "true", "False": "false", "None": "null"}


def loads(text: str) -> Any:
    """Return the JSON value that ``text`` is, or ``MISSING``; a value within a text is unpacked once."""
    data = _strictly(text)
    if data is MISSING and len(text) <= _LONGEST_LENIENT:
        plain = tidied(text)
        data = _strictly(plain) if plain else MISSING
    if isinstance(data, str):
        inner = _strictly(data)
        return inner if isinstance(inner, dict) else data
    return data


def written(content: str, names: Sequence[str]) -> list[tuple[str, dict[str, Any]]]:
    """Return the calls that stand in a text, in order: those of known tools if there are any.

    Args:
        content: The text of an answer.
        names: Names of the tools.
    """
    text = thoughtless(content[:LONGEST])
    found = [call for data in objects(text) for call in [_call_in(data, names)] if call[0]]
    known = [call for call in found if call[0] in names]
    return known or [call for call in _marked(text) if call[0] in names] or found


def thoughtless(text: str) -> str:
    """Return ``text`` without what stands between thinking marks; a thought that does not end has no answer."""
    kept, rest = [], re.sub(r"<(/?)think(?:ing)?>", r"<\1think>", text)
    end = rest.rfind("</think>")
    if end >= 0 and "<think>" not in rest[:end]:
        rest = rest[end + len("</think>") :]  # templates often open the thought themselves
    while rest:
        before, opened, after = rest.partition("<think>")
        kept.append(before)
        rest = after.partition("</think>")[2] if opened else ""
    return " ".join(kept)


def objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects that stand in ``text``, outermost first."""
    decoder, start = json.JSONDecoder(strict=False, object_pairs_hook=_unique), -1
    indulgence = _MOST_LENIENT
    for _ in range(_MOST_BRACES):
        start = text.find("{", start + 1)
        if start < 0:
            return
        try:
            data, end = decoder.raw_decode(text, start)
        except RecursionError:
            return  # nobody means that
        except ValueError:
            if not indulgence or _OPENED.match(text, start) is None:
                continue
            indulgence -= 1
            data, end = _leniently(text, start)
        if isinstance(data, dict):
            yield data
            start = end - 1


def tidied(text: str) -> str:
    """Return ``text`` as strict JSON, where it is JSON but for its quotes, words and commas; else an empty text."""
    out: list[str] = []
    place = 0
    while place < len(text):
        char = text[place]
        if char in "\"'":
            end = _quoted_end(text, place)
            if end < 0:
                return ""
            out.append(text[place:end] if char == '"' else _requoted(text[place + 1 : end - 1]))
            place = end
            continue
        word = re.compile(r"True|False|None").match(text, place)
        if word:
            out.append(_WORDS[word.group()])
            place = word.end()
            continue
        if not (char == "," and re.compile(r"\s*[}\]]").match(text, place + 1)):
            out.append(char)
        place += 1
    return "".join(out)


def _quoted_end(text: str, start: int) -> int:
    """Return where the string that begins at ``start`` ends, or -1: it must begin and end where a value may."""
    quote, place = text[start], start + 1
    while place < len(text) and text[place] != quote:
        place += 2 if text[place] == "\\" else 1
    before, after = text[:start].rstrip()[-1:], text[place + 1 :].lstrip()[:1]
    fits = before in ("", "{", "[", ",", ":") and after in ("", "}", "]", ",", ":")
    return place + 1 if place < len(text) and fits else -1


def _requoted(inner: str) -> str:
    return '"' + inner.replace("\\'", "'").replace('"', '\\"') + '"'


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
    """Return the object that begins at ``start`` and where it ends, read with indulgence."""
    depth, place = 0, start
    limit = min(len(text), start + 2_000)  # a call is short; a long text full of braces must not take long
    while place < limit:
        char = text[place]
        if char in "\"'" and text[start:place].rstrip()[-1:] in ("{", "[", ",", ":"):
            end = _quoted_end(text[:limit], place)
            if end < 0:
                return MISSING, start
            place = end
            continue
        depth += (char == "{") - (char == "}")
        place += 1
        if not depth:
            plain = tidied(text[start:place])
            return (_strictly(plain), place) if plain else (MISSING, start)
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
    """Return tool and arguments out of the ways in which models write a call as JSON."""
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
