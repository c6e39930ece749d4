"""The origins that a lesson may reach: which requests stay on them, and which are refused.

Rules of this module:

* On an allowed origin everything is allowed. On any other one nothing is, but reading static things (pictures, fonts,
  styles, scripts, sound and film) of an origin that the page was using already.
* A request that carries a secret to another origin is refused, static or not.
* Grave is what takes a person along or gives something away: a document in a tab, anything posted, a secret. The rest
  is refused quietly: pages have statistics, advertisements and frames that a task can do without.
* ``localhost``, ``127.0.0.1`` and ``[::1]`` with one port are one origin: they are one server.

Knows URLs. Must never know a page, a browser or a model.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote, unquote_plus, urlsplit

from pytest_ami.engine.redaction import redact

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
STATIC = frozenset({"image", "font", "stylesheet", "script", "media"})
READING = frozenset({"GET"})
INSIDE = ("about:", "data:", "blob:", "javascript:")
"""How the URL of what leaves no machine begins."""

_TELLING = 3
_DISGUISED = 6
"""Characters from which on a secret, and what it is disguised as, does not stand in a text by chance."""

_ORIGIN = re.compile(r"https?://[^/\s]+/?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowedOrigins:
    """The origins that a lesson may reach.

    Attributes:
        origins: Allowed for everything.
        static: Allowed for reading static things.
    """

    origins: frozenset[str]
    static: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class OutgoingRequest:
    """A request that a page is about to make.

    Attributes:
        url: Where to.
        method: ``GET``, ``POST``, ...
        kind: ``document, fetch, image, ...``, as Playwright says.
        navigates: Whether a document is asked for.
        top: Whether that document is for a tab and not for a frame.
        body: What is sent with it, as text.
    """

    url: str
    method: str = "GET"
    kind: str = "fetch"
    navigates: bool = False
    top: bool = False
    body: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedRequest:
    """A request that was refused.

    Attributes:
        origin: Where it was to go.
        text: What it was, without secrets, in a few words.
        grave: Whether the move that brought it about has failed.
    """

    origin: str
    text: str
    grave: bool


def origin_of(url: str) -> str:
    """Return scheme, host and port of a URL in one form; an empty string for what has none."""
    try:
        parts = urlsplit(url.strip())
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


def parse_origins(setting: str) -> tuple[str, ...]:
    """Return the origins of a comma-separated setting.

    Raises:
        ValueError: One of them is no origin; the message names it.
    """
    found = []
    for part in (part.strip() for part in setting.split(",")):
        if part and (not _ORIGIN.fullmatch(part) or not origin_of(part)):
            raise ValueError(f"{part!r} is no origin, such as https://login.example.com")
        found += [origin_of(part)] if part else []
    return tuple(dict.fromkeys(found))


def allowed_origins(urls: Iterable[str], using: Iterable[str] = ()) -> AllowedOrigins:
    """Return the origins of some URLs, as allowed ones.

    Args:
        urls: The start page's, and those that the test allows.
        using: Of what the page has loaded so far.
    """
    return AllowedOrigins(
        origins=frozenset(origin for url in urls if (origin := origin_of(url))),
        static=frozenset(origin for url in using if (origin := origin_of(url))),
    )


def refused_request(
    asked: OutgoingRequest, within: AllowedOrigins, secrets: Mapping[str, str]
) -> RefusedRequest | None:
    """Return what is to be said of a request that is refused; None for one that may be made.

    Args:
        asked: The request.
        within: Where the lesson may go.
        secrets: What stands for a secret, by its value.
    """
    origin = origin_of(asked.url)
    if origin in within.origins or asked.url.lower().startswith(INSIDE):
        return None
    tells = secret_carried(asked.url, secrets) or secret_carried(asked.body, secrets)
    reads = asked.method in READING and not asked.body
    if not tells and reads and asked.kind in STATIC and not asked.navigates and origin in within.static:
        return None
    what = f"a secret ({tells}) to" if tells else f"{asked.method} {'document' if asked.navigates else asked.kind} of"
    grave = bool(tells) or (asked.navigates and (asked.top or not reads))
    where = redact(origin or asked.url[:40], secrets)
    return RefusedRequest(origin=where, text=f"{what} {where}", grave=grave)


def secret_carried(text: str, secrets: Mapping[str, str]) -> str:
    """Return what stands for the first secret that a text has in it, however it is written; or an empty string.

    Args:
        text: A URL, or what is sent.
        secrets: What stands for a secret, by its value.
    """
    readings = {text, unquote(text), unquote_plus(text)} if text else set()
    for value, name in secrets.items():
        for read in readings:
            disguised = any(form in read for form in _disguises(value))
            if disguised or (len(value) >= _TELLING and value in read) or redact(read, {value: "\0"}) != read:
                return name
    return ""


@lru_cache(maxsize=64)
def _disguises(secret: str) -> tuple[str, ...]:
    """Return a secret as scripts write it to hide it: base64 and hexadecimal, backwards."""
    if len(secret) < _DISGUISED:
        return ()
    raw = secret.encode()
    wrapped = [base64.b64encode(raw[skip:])[:-4].decode() for skip in range(3)]
    wrapped += [text.replace("+", "-").replace("/", "_") for text in wrapped]
    return tuple({text for text in (*wrapped, raw.hex(), raw.hex().upper(), secret[::-1]) if len(text) >= _DISGUISED})
