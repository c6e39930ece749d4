"""A changing request in one line: method, path, and the values that it carries, written as a query.

Rules of this module:

* JSON and forms are read, those of several parts as well, up to ``LONGEST`` characters. JSON may call itself plain
  text. Of anything else (a file, a stream) only the address is known.
* A query that changes something (GraphQL) is read as the names of what it calls: its address serves all of them.
* A value within JSON has the path of its keys; the places in a list do not count. ``null`` and an empty list are empty
  texts.

It knows a request as texts. It must never know which value is a parameter's, or which one matters.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

from pytest_ami.lexicon.request_paths import unasked

LONGEST = 65_536
"""The most characters of a body that are read."""

MOST = 4_000
"""The most values of a request that are kept: all of a body of the length that is read, such as a whole table."""

LONG = 400
"""The most characters of a value that are kept; a digest stands for the rest, because a page may cut a letter there."""


_KINDS = ("json", "urlencoded", "multipart/form-data", "text/plain")
"""Parts of the content types whose bodies are read."""

_MUTATION = re.compile(r"\s*(?:#[^\n]*\s*)*mutation\b")
_TOKEN = re.compile(r'"""[\s\S]*?"""|"(?:\\.|[^"\\])*"|#[^\n]*|[@$]?\w+|[{}():]')
"""The parts of a query that matter for its calls; texts and remarks are taken whole."""

_PART = re.compile(r'\bname="([^"]*)"(?![^\r\n]*filename)[^\r\n]*(?:\r\n[^\r\n]+)*\r\n\r\n([\s\S]*?)\r\n$')
"""The name and the text of a part of a form; a file is none."""


MORE = "%2B=~1"
"""The last pair of a recorded request after which its action has sent another one that may change something."""


def head(value: str) -> str:
    """Return a value as it is kept, with the ends of its lines as a page reads them: a long one with a digest."""
    text = value.replace("\r\n", "\n")
    whole = " ".join(text.split()).casefold().encode()
    return text if len(text) <= LONG else f"{text[:LONG]} ~{blake2b(whole, digest_size=8).hexdigest()}"


def request_line(
    method: str,
    url: str,
    kind: str = "",
    body: str = "",
    scrub: Callable[[str], Any] = str,
    veil: Callable[[str, str], str] = lambda _key, value: value,
) -> str:
    """Return a request as ``METHOD /path?key=value&...``.

    Args:
        method: Its method.
        url: Its address.
        kind: The content type of its body.
        body: Its body; empty if it is no text.
        scrub: Replaces secrets in a text by their names.
        veil: Returns the text to write for a key and its value.
    """
    parts = urlsplit(url)
    pairs = [*parse_qsl(parts.query, keep_blank_values=True), *_carried(kind, body)]
    kept = [(key, head(veil(key, str(scrub(value)))) if value else "") for key, value in pairs[:MOST]]
    query = "&".join(f"{quote(key, safe='')}={quote(value, safe='{}')}" for key, value in kept)
    return f"{method} {scrub(parts.path)}" + (f"?{query}" if query else "")


def may_add_deed(line: str, other: str) -> bool:
    """Return whether an action that sent a request may have done more by another one: to its address, or a change."""
    first, second = (one.partition("?")[0] for one in (line, other))
    return first == second or bool(unasked([second]))


def marked(sent: str) -> str:
    """Return the request of an action with the mark that it has sent another one as well."""
    return sent if has_more(sent) else f"{sent}{'&' if '?' in sent else '?'}{MORE}"


def has_more(sent: str) -> bool:
    """Return whether the action of a recorded request has sent another one that may change something."""
    return sent.endswith(MORE)


def first_of(sent: str) -> str:
    """Return the request of an action without its mark."""
    return sent.removesuffix(MORE).rstrip("?&") if has_more(sent) else sent


def is_read(kind: str) -> bool:
    """Return whether values are read from a body of a content type."""
    return any(one in kind for one in _KINDS)


def _carried(kind: str, body: str) -> list[tuple[str, str]]:
    if not is_read(kind) or len(body) > LONGEST:
        return []
    if "urlencoded" in kind:
        return parse_qsl(body, keep_blank_values=True)
    if "multipart" in kind:
        edge = kind.partition("boundary=")[2].partition(";")[0].strip('"')
        parts = (_PART.search(part) for part in body.split(f"--{edge}")) if edge else ()
        return [(part[1], part[2]) for part in parts if part]
    try:
        return [_named(*pair) for pair in _flat(json.loads(body))]
    except (ValueError, RecursionError):
        return []


def _named(key: str, value: str) -> tuple[str, str]:
    """Return a key and its value; a query that changes something as the names of what it calls."""
    if key.rpartition(".")[2] != "query" or not _MUTATION.match(value):
        return key, value
    calls: list[str] = []
    depth, inside = 0, 0
    tokens = _TOKEN.findall(value)
    for token, following in zip(tokens, [*tokens[1:], ""], strict=True):
        depth += {"{": 1, "}": -1}.get(token, 0) if not inside else 0
        inside += {"(": 1, ")": -1}.get(token, 0)
        if depth == 1 and not inside and token.isidentifier() and following != ":":
            calls.append(token)
    return f"{key.removesuffix('query')}mutation", " ".join(calls)


def denies(body: Any) -> bool:
    """Return whether the answer to a request says that it was not carried out, although its status is a success.

    GraphQL lists ``errors`` and has no data, JSON-RPC has an ``error``, others say ``success: false``.

    Args:
        body: The answer, read as JSON.
    """
    if not isinstance(body, dict):
        return False
    states = [body.get(key) for key in ("success", "ok") if isinstance(body.get(key), bool)]
    if states:
        return not any(states)
    data = body.get("data")
    parts = data.values() if isinstance(data, dict) else (data,)
    if body.get("errors") and isinstance(body["errors"], list):
        return all(part is None for part in parts)
    return bool(body.get("error")) and not isinstance(body["error"], int) and data is None and not body.get("result")


def _flat(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Yield the values of JSON data with the paths of their keys."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _flat(part, (*path, str(key)))
    elif isinstance(value, list):
        for part in value:
            yield from _flat(part, path)
    if path and value in (None, {}, []):
        yield ".".join(path), ""
    elif value is not None and not isinstance(value, dict | list):
        yield ".".join(path), value if isinstance(value, str) else json.dumps(value)
