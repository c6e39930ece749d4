"""A changing request in one line: method, path, and the values that it carries, written as a query.

Rules of this module:

* JSON and forms are read, up to ``LONGEST`` characters. Of anything else (a file, a stream) only the address is known.
* A value within JSON has the path of its keys; the places in a list do not count. ``null`` and an empty list are empty
  texts.

It knows a request as texts. It must never know which value is a parameter's, or which one matters.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

LONGEST = 65_536
"""The most characters of a body that are read."""

MOST = 4_000
"""The most values of a request that are kept: all of a body of the length that is read, such as a whole table."""

LONG = 400
"""The most characters of a value that are kept; a digest stands for the rest, because a page may cut a letter there."""


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


def is_read(kind: str) -> bool:
    """Return whether values are read from a body of a content type."""
    return "json" in kind or "urlencoded" in kind


def _carried(kind: str, body: str) -> list[tuple[str, str]]:
    if not is_read(kind) or len(body) > LONGEST:
        return []
    if "json" not in kind:
        return parse_qsl(body, keep_blank_values=True)
    try:
        return list(_flat(json.loads(body)))
    except (ValueError, RecursionError):
        return []


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
