"""Routes: the address of a page without the parts that differ between visits. Origins: the part before the path.

A route is the path of a URL with ids folded to ``:id``, the query without values that look like ids, and the
fragment if it is a client-side route. Knows nothing of pages or workflows.

Rules of this module:

* A route is decoded, except for characters that would read as its own punctuation.
* A pattern works in JavaScript and in Python: no flags, no classes beyond ASCII, no named groups.
* ``localhost``, ``127.0.0.1`` and ``[::1]`` with one port are one origin: they are one server.
* An id that the address of a page names is data wherever it stands on that page: ``/book/33/delete`` on the page
  ``/book/33`` is ``/book/:id(book)/delete``, and leads to the book of the page that is open now.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, quote, quote_plus, unquote, urlsplit

from pytest_ami.instructions.parameters import templatize
from pytest_ami.instructions.template import HOLE as NAME
from pytest_ami.instructions.template import split

from .ids import is_id
from .numbered_parts import NUMBERED, says_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

HOLE = ":id"

OWN = re.compile(r":id\(([\w-]*)\)")
"""An id that the address of a page names: the word before it in the path, or its key in the query."""

SLUG = re.compile(r":slug\((\w+)\)")
"""A segment of a path, or a part of it between colons, that spells a parameter's value as a slug."""

KEY = re.compile(r"[\w-]*", re.ASCII)
PAGING = frozenset({"page", "p", "offset", "start", "skip", "from", "limit", "size", "per_page"}) | frozenset(
    {"pagesize", "o", "ot", "sort", "order", "index", "tab"}
)
"""Keys of numbers that count pages and rows, and name no record."""

IN_PATH, IN_KEY, IN_VALUE, IN_FRAGMENT = "%/?#{", "%&=#{", "%&#{", "%/{"
"""Characters that stay encoded in each part of a route: decoded, they would read as punctuation or as a hole."""

LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "ħ": "h", "æ": "ae", "œ": "oe", "þ": "th"})
DIGRAPHS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
"""Letters that addresses write without their marks; German and Nordic ones are often two letters."""

_WORDS = re.compile(r"[^\W_]+")

FIRST = 2
"""Place of the first part of a path among the parts of an address."""

SHORT = 3
"""The most characters of a slug that stands anywhere."""

SOME, ANY = "[^/?#&]+", "[^&#]*"
QUOTES, ESCAPES = "'\"`", "!\\"
"""Marks that a language within a query puts around a value that needs them, and before characters within it."""

ESCAPED = (partial(re.sub, r"(['!])", r"!\1"), partial(re.sub, r'(["\\])', r"\\\1"))
"""How these languages escape signs: RISON and JSON."""

_QUOTE = re.compile(f"(?<=\\}}\\}})[{QUOTES}]|[{QUOTES}](?=\\{{\\{{)")
METACHARACTERS = frozenset("\\^$.|?*+()[]{}/")
PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_PARTS = re.compile(r"([/?&#=])")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_WEB = re.compile(r"https?://(?:\[[0-9a-f:.]+\]|[^\s/?#@\\\[\]:]+)(?::[0-9]{1,5})?(?:[/?#].*)?", re.IGNORECASE)
PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~")


def address(url: str) -> str:
    """Return path, query and fragment of ``url``, as ``route_pattern`` matches them."""
    parts = urlsplit(url)
    query = f"?{parts.query}" if parts.query else ""
    return (parts.path or "/") + query + (f"#{parts.fragment}" if parts.fragment else "")


def origin_of(url: str) -> str:
    """Return scheme, host and port of a URL in one form; an empty string if it has none.

    A blob belongs to the origin that made it.
    """
    try:
        parts = urlsplit(url.strip().removeprefix("blob:"))
        scheme = {"ws": "http", "wss": "https"}.get(parts.scheme, parts.scheme)
        if scheme not in ("http", "https"):
            return f"{scheme}:" if scheme == "file" else ""
        host = (parts.hostname or "").rstrip(".")
        port = parts.port or PORTS[scheme]
    except ValueError:
        return ""
    if not host:
        return ""
    host = "localhost" if host in LOOPBACK else host
    return f"{scheme}://{host}" if port == PORTS[scheme] else f"{scheme}://{host}:{port}"


def route_ids(url: str) -> dict[str, str]:
    """Return the ids that an address names, by the word before each in the path, or by its key in the query."""
    whole, fragment = urlsplit(url), urlsplit(url).fragment
    found: dict[str, str] = {}
    for path in (whole.path, fragment.partition("?")[0] if "/" in fragment else ""):
        parts = pairwise(map(unquote, path.split("/")))
        found |= {before: one for before, one in parts if is_id(one) or NUMBERED.fullmatch(one)}
    found |= {key: one for key, one in parse_qsl(whole.query) if is_id(one)}
    return {key: one for key, one in found.items() if KEY.fullmatch(key) and key not in PAGING and not is_id(key)}


def with_route_ids(text: str, ids: Mapping[str, str]) -> str:
    """Return ``text`` with each of the ids, where it stands as a whole, written as ``:id(word before it)``.

    The number of a page is no id, whatever its value.
    """
    for key, one in ids.items():
        if one not in text:
            continue
        parts = re.split(rf"(?<![0-9A-Za-z%]){re.escape(one)}(?![0-9A-Za-z])", text)
        whole = parts[0]
        for part in parts[1:]:
            whole += (one if _pages(whole) else f":id({key})") + part
        text = whole
    return text


def _pages(before: str) -> bool:
    """Return whether a text ends in the key of a number that counts pages or rows."""
    key = re.search(r"([\w-]+)[=/]$", before)
    return key is not None and key[1].casefold() in PAGING


def own_ids(text: str) -> tuple[str, ...]:
    """Return the words of the ``:id(word)`` in a text."""
    return tuple(OWN.findall(text)) if ":id(" in text else ()


def bound(text: str, ids: Mapping[str, str]) -> str:
    """Return ``text`` with its ``:id(word)`` filled in; those without an id stay."""
    return OWN.sub(lambda hole: ids.get(hole[1], hole[0]), text) if ":id(" in text else text


def address_problem(template: str) -> str:
    """Return the reason why a stored flow must not open an address, or an empty string.

    Args:
        template: A URL or a path, with ``{{name}}`` in place of values.
    """
    text, shown = NAME.sub("x", template), repr(template[:80])
    if not text:
        return "no address"
    if not text.isprintable() or " " in text or "\\" in text:
        return f"the address {shown} has a space, a backslash or a control character"
    if text.startswith("//"):
        return f"the address {shown} names another host"
    scheme = _SCHEME.match(text)
    if scheme and scheme[0].lower() not in ("http:", "https:"):
        return f"a flow opens web pages, no {scheme[0].lower()} address"
    return f"the address {shown} is not of the form https://host/path" if scheme and not _WEB.fullmatch(text) else ""


def normal_route(url: str, values: Mapping[str, str] | None = None) -> str:
    """Return the route of ``url``.

    Args:
        url: Absolute or relative.
        values: Parameter values to replace by ``{{name}}`` in segments and query values.
    """
    return _normal(url, tuple((values or {}).items()))


@lru_cache(maxsize=1024)  # a lesson computes the routes of its few pages many times
def _normal(url: str, values: tuple[tuple[str, str], ...]) -> str:
    parts = urlsplit(url)
    if parts.scheme and parts.scheme not in ("http", "https", "file"):
        return parts.scheme + ":"
    known = dict(values)
    slugs = {
        "-".join(words): name
        for name, value in known.items()
        if len(_slug(value)) > SHORT and " " in value
        for words in spelled(value)[:3]
    }
    scrubbed = "{{" in url  # a browser encodes braces, so literal ones replaced a secret

    def piece(text: str, kept: str) -> str:
        named = text if "{{" in text else _templated(text, known)
        if named == text and not (scrubbed and "{{" in text):
            parts = text.split(":") if slugs.get(_slug(text)) is None else [text]
            spelt = [f":slug({slugs[_slug(part)]})" if _slug(part) in slugs else _encoded(part, kept) for part in parts]
            return HOLE if is_id(text) else ":".join(spelt)
        return "".join(part if hole else _encoded(part, kept) for part, hole in split(named))

    path = _each_segment(parts.path, known, partial(piece, kept=IN_PATH)) or "/"
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    told = ((k, HOLE if says_number(v, unquote(parts.path)) else piece(v, IN_VALUE)) for k, v in pairs)  # a message
    query = "&".join(sorted(f"{_key(key, known)}={value}" for key, value in told))
    routed = "/" in parts.fragment
    fragment = _each_segment(parts.fragment, known, partial(piece, kept=IN_FRAGMENT)) if routed else ""
    return path + (f"?{query}" if query else "") + (f"#{fragment}" if fragment else "")


def _each_segment(path: str, values: Mapping[str, str], piece: Callable[[str], str]) -> str:
    """Return a path with each segment changed by a function; the segments of a value with slashes are one hole."""
    segments, found, at = [unquote(one) for one in path.split("/")], [], 0
    within = {name: value.split("/") for name, value in values.items() if re.fullmatch("[^/]+(?:/[^/]+)+", value)}
    longest = sorted(within, key=lambda name: -len(within[name]))
    while at < len(segments):
        whole = next((name for name in longest if segments[at : at + len(within[name])] == within[name]), "")
        found.append(f"{{{{{whole}}}}}" if whole else piece(segments[at]))
        at += len(within[whole]) if whole else 1
    return "/".join(found)


def _templated(text: str, values: Mapping[str, str]) -> str:
    """Return ``text`` with the values in it as ``{{name}}``, also those that an address within an address encodes."""
    for encode in (str, quote_plus, lambda value: quote(value, safe=""), *ESCAPED):
        named = templatize(text, {name: encode(value) for name, value in values.items()})
        if named != text:
            return named
    return text


def _key(key: str, values: Mapping[str, str]) -> str:
    """Return the name of a part of a query as it stands in a route; its first word is the program's, never a value."""
    named = key if "{{" in key else _templated(key, values)
    pieces = [("", True), (key, False)] if NAME.match(named) else split(named)
    return "".join(part if hole else _encoded(part, IN_KEY) for part, hole in pieces)


def spelled(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the words of a text as addresses spell them: in lower case, without marks, with digraphs, as they are."""
    lower, kept = _WORDS.findall(text.casefold()), _WORDS.findall(text)
    return (
        tuple(lower),
        tuple(map(_unmarked, lower)),
        tuple(_unmarked(one.translate(DIGRAPHS)) for one in lower),
        tuple(kept),
    )


def _unmarked(word: str) -> str:
    plain = unicodedata.normalize("NFKD", word.translate(LETTERS))
    return "".join(char for char in plain if not unicodedata.combining(char))


def _slug(text: str) -> str:
    """Return a text as addresses often spell it: words in lower case, joined by hyphens."""
    return "-".join(_WORDS.findall(text.casefold()))


def route_pattern(route: str, values: Mapping[str, str], start: str = "") -> str:
    """Return a regular expression (JavaScript and Python) that a page's path, query and fragment must match.

    The path and the fragment must match exactly. Of the query, every recorded pair must be there, in any order;
    further pairs are allowed. An empty one, as of a filter that nobody set, may be left out, unless ``start`` fits too.

    Args:
        route: A route from ``normal_route``.
        values: Parameter values for its ``{{name}}``. A name without a value (a secret) matches any text.
        start: Path, query and fragment of the page before; empty for none.
    """
    before, _, fragment = route.partition("#")
    path, _, query = before.partition("?")
    wanted = "/".join(_pattern(segment, values) for segment in path.split("/"))
    tail = f"#{'/'.join(_pattern(s, values) for s in fragment.split('/'))}$" if fragment else "(?:#[^/]*)?$"
    whole = [pair for pair in query.split("&") if pair]
    filled = [pair for pair in whole if pair.partition("=")[1:] != ("=", "")]
    some, all_ = (
        f"^{''.join(_pair(p, values) for p in kept)}{wanted}/?(?:\\?[^#]*)?{tail}" for kept in (filled, whole)
    )
    return all_ if start and re.search(some, start) else some


def folded(first: str, second: str) -> str:
    """Return the address that two have in common, single differing parts as ``:id``; empty if they are different pages.

    The first part of a path and the keys of a query never differ.
    """
    if first == second:
        return second
    a, b = _PARTS.split(first), _PARTS.split(second)
    if len(a) != len(b):
        return ""
    made: list[str] = []
    for n, (one, other) in enumerate(zip(a, b, strict=True)):
        if one == other:
            made.append(other)
            continue
        fixed = one in "/?&#=" or other in "/?&#=" or "{{" in one + other or n <= FIRST
        key = n + 1 < len(b) and b[n + 1] == "="
        if fixed or key or not any(char.isdigit() for char in one + other):
            return ""
        made.append(HOLE)
    return "".join(made)


def filled_url(template: str, values: Mapping[str, str]) -> str:
    """Return a URL template with its ``{{name}}`` filled in: encoded, unless the value is the whole URL."""
    whole = NAME.fullmatch(template)
    if whole:
        return values.get(whole[1], template)
    return NAME.sub(lambda hole: quote(values[hole[1]]) if hole[1] in values else hole[0], template)


def templated_url(url: str, values: Mapping[str, str]) -> str:
    """Return ``url`` with the values in it, plain or encoded, written as ``{{name}}``."""
    named = templatize(url, values)
    for encode in (quote, lambda text: quote(text, safe=""), lambda text: quote(text, safe="").replace("%20", "+")):
        named = templatize(named, {name: encode(value) for name, value in values.items()})
    return named


def _encoded(text: str, kept: str) -> str:
    return "".join(quote(char, safe="") if char in kept else char for char in text)


def _key_pattern(key: str, values: Mapping[str, str]) -> str:
    """Return the pattern of the name of a part of a query."""
    return "".join(
        _characters(unquote(part), query=True)
        if not hole
        else _characters(values[part[2:-2]], query=True)
        if part[2:-2] in values
        else "[^=&#]+"
        for part, hole in split(key)
    )


def _pair(pair: str, values: Mapping[str, str]) -> str:
    """Return the condition under which the query of an address has a pair of a recorded one."""
    key, _, value = pair.partition("=")
    return f"(?=[^#]*[?&]{_key_pattern(key, values)}{_value(value, values)}(?:[&#]|$))"


def _value(value: str, values: Mapping[str, str]) -> str:
    if not value or HOLE in value:
        return f"(?:={ANY})?"
    pattern = _pattern(value, values, query=True)
    return f"={pattern}" if pattern else "=?"


def _pattern(piece: str, values: Mapping[str, str], *, query: bool = False) -> str:
    """Return the pattern of one segment, key or value of a route."""
    if slug := SLUG.search(piece):
        ends = (_pattern(part, values, query=query) for part in (piece[: slug.start()], piece[slug.end() :]))
        return (_slug_pattern(values[slug[1]]) if slug[1] in values else SOME).join(ends)
    out, beside = [], query and not NAME.fullmatch(piece)
    for part, hole in split(_QUOTE.sub("", piece) if beside else piece):
        name = part[2:-2]
        if not hole:
            out.append(SOME.join(_characters(unquote(text), query=query) for text in part.split(HOLE)))
        else:
            written = ANY if name not in values else _in_quotes(values[name]) if beside else ""
            out.append(written or _characters(values[name], query=query))
    return "".join(out)


def _in_quotes(value: str) -> str:
    """Return the pattern of a value among other characters, whose language may quote it and escape its signs."""
    quotes, escapes = ("|".join(_either(char, query=True) for char in marks) for marks in (QUOTES, ESCAPES))
    out = [f"(?:{quotes})?"]
    for char in value:
        if not char.isalnum() and char not in " -_":
            out.append(f"(?:{escapes}|{_either(char, query=True)})?" if char in QUOTES else f"(?:{escapes})?")
        out.append(_characters(char, query=True))
    return "".join([*out, out[0]])


def _slug_pattern(value: str) -> str:
    """Return the pattern of a value as a slug; each application writes letters beyond ASCII in its own way."""
    words = (
        "".join(f"[{c}{c.upper()}]" if c.isascii() else "[^/?#&]*" for c in word) for word in _slug(value).split("-")
    )
    return "[-_.]+".join(words) or SOME


def _characters(text: str, *, query: bool) -> str:
    return "".join(char if char in PLAIN else _either(char, query=query) for char in text)


def _either(char: str, *, query: bool) -> str:
    """Return the pattern of one character, which a browser may or may not have encoded."""
    raw = f"\\{char}" if char in METACHARACTERS else char
    if char == "\ufffd":  # an undecodable byte
        return "(?:\ufffd|(?:%[0-9A-Fa-f][0-9A-Fa-f])+)"
    encoded = "".join(
        "%" + "".join(f"[{digit}{digit.lower()}]" if digit.isalpha() else digit for digit in f"{byte:02X}")
        for byte in char.encode("utf-8", "replace")
    )
    plus = "|\\+|%2[Bb]" if query and char == " " else ""
    nested = "|" + encoded.replace("%", "%25") if query else ""  # an address within an address
    return f"(?:{raw}|{encoded}{plus}{nested})"
