"""Where a page is, without what differs from one visit to the next.

A route is the path of a URL with ids folded to ``:id``, the query without values that look like ids, and the
fragment where it is a client-side route. Knows nothing of pages or workflows.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from .params import render, templatize

if TYPE_CHECKING:
    from collections.abc import Mapping

ID = re.compile(
    r"\d+|[a-z]{1,4}[-_]?\d{2,}|[0-9a-f]{8,}|[0-9a-f]{8}-[0-9a-f-]{27}|(?=[\w-]*\d)[\w-]{12,}", re.IGNORECASE
)
"""A path segment or query value that names one record: a number, ``m1054``, a hash, a UUID, a long mixed token."""

HOLE = ":id"


def _segment(text: str) -> str:
    return HOLE if ID.fullmatch(text) else text


def normal_route(url: str, values: Mapping[str, str] | None = None) -> str:
    """Return the route of ``url``.

    Args:
        url: Absolute or relative.
        values: Parameter values to write as ``{{name}}`` where they are a whole segment or query value.
    """
    parts = urlsplit(url)
    if parts.scheme and parts.scheme not in ("http", "https", "file"):
        return parts.scheme + ":"
    known = values or {}

    def piece(text: str) -> str:
        named = templatize(text, known)
        return named if "{{" in named else _segment(text)

    path = "/".join(piece(unquote(segment)) for segment in parts.path.split("/")) or "/"
    pairs = sorted(parse_qsl(parts.query, keep_blank_values=True))
    query = "&".join(f"{key}={piece(value)}" for key, value in pairs)
    fragment = "/".join(piece(unquote(s)) for s in parts.fragment.split("/")) if "/" in parts.fragment else ""
    return path + (f"?{query}" if query else "") + (f"#{fragment}" if fragment else "")


def route_pattern(route: str, values: Mapping[str, str]) -> str:
    """Return a regular expression (JavaScript and Python) that a page's path, query and fragment must match.

    Query parameters may be in another order or more than recorded: only the path and the fragment are compared
    exactly, and of the query that every recorded pair is there.

    Args:
        route: As ``normal_route`` returns it.
        values: Parameter values for its ``{{name}}``.
    """
    filled = render(route, values)
    path, _, rest = filled.partition("?") if "?" in filled else (filled.partition("#")[0], "", "")
    fragment = filled.partition("#")[2] if "#" in filled else ""
    query = rest.partition("#")[0] if rest else ""

    def literal(text: str) -> str:
        pieces = [f"(?:{re.escape(p)}|{re.escape(quote(p))})" if p else "" for p in text.split(HOLE)]
        return "[^/?#&]+".join(pieces)

    pattern = "^" + "/".join(literal(segment) for segment in path.split("/"))
    lookaheads = "".join(
        f"(?=.*[?&]{re.escape(key)}={'[^&#]*' if HOLE in value or not value else _query_value(value)}(?:[&#]|$))"
        for key, _, value in (pair.partition("=") for pair in query.split("&") if pair)
    )
    tail = f"#{literal(fragment)}$" if fragment else "(?:#[^/]*)?$"
    return f"{pattern[:1]}{lookaheads}{pattern[1:]}/?(?:\\?[^#]*)?{tail}"


def _query_value(value: str) -> str:
    plus = quote(value).replace("%20", "+")
    return f"(?:{re.escape(value)}|{re.escape(quote(value))}|{re.escape(plus)}|{re.escape(quote(value, safe=''))})"
