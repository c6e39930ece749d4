"""The origins that a lesson may reach, and the decision about each request.

Rules of this module:

* Every request to an allowed origin is permitted. To any other origin, only reading static files (images, fonts,
  styles, scripts, sound and film) is permitted, and only if the page was using that origin already.
* A request that carries a secret to another origin is refused, static or not.
* A refused request is grave if it opens a document in a tab, posts to a document, or carries a secret. Other requests
  are refused quietly: pages have statistics, advertisements and frames that a task can do without.

Knows URLs. Must never know a page, a browser or a model.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote, unquote_plus

from pytest_ami.elements.addresses.routes import origin_of
from pytest_ami.engine.secrets.forms import holds
from pytest_ami.engine.secrets.redaction import redact

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

STATIC = frozenset({"image", "font", "stylesheet", "script", "media"})
READING = frozenset({"GET"})
INSIDE = ("about:", "data:", "blob:", "javascript:")
"""Beginnings of URLs that never leave the machine."""

_TELLING = 3
"""The fewest characters of a secret that do not occur in a text by chance."""

_ORIGIN = re.compile(r"https?://[^/\s]+/?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowedOrigins:
    """The origins that a lesson may reach.

    Attributes:
        origins: Origins that are allowed for every request.
        static: Origins that are allowed for reading static files.
    """

    origins: frozenset[str]
    static: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class OutgoingRequest:
    """A request that a page is about to make.

    Attributes:
        url: Target URL.
        method: ``GET``, ``POST``, ...
        kind: ``document, fetch, image, ...``, as Playwright says.
        navigates: Whether it requests a document.
        top: Whether that document is for a tab and not for a frame.
        body: Its body as text.
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
        origin: Target origin.
        text: The request in a few words, without secrets.
        grave: Whether the move that caused it has failed.
    """

    origin: str
    text: str
    grave: bool


def parse_origins(setting: str) -> tuple[str, ...]:
    """Return the origins of a comma-separated setting.

    Raises:
        ValueError: One of them is not an origin; the message names it.
    """
    found = []
    for part in (part.strip() for part in setting.split(",")):
        if part and (not _ORIGIN.fullmatch(part) or not origin_of(part)):
            raise ValueError(f"{part!r} is no origin, such as https://login.example.com")
        found += [origin_of(part)] if part else []
    return tuple(dict.fromkeys(found))


def allowed_origins(urls: Iterable[str], using: Iterable[str] = ()) -> AllowedOrigins:
    """Return the allowed origins of a lesson.

    Args:
        urls: URL of the start page, and URLs that the test allows.
        using: URLs that the page has loaded so far.
    """
    return AllowedOrigins(
        origins=frozenset(origin for url in urls if (origin := origin_of(url))),
        static=frozenset(origin for url in using if (origin := origin_of(url))),
    )


def refused_request(
    request: OutgoingRequest, within: AllowedOrigins, secrets: Mapping[str, str]
) -> RefusedRequest | None:
    """Return the description of a request that is refused; None if the request is permitted.

    Args:
        request: The request.
        within: The allowed origins.
        secrets: Replacements by secret value.
    """
    origin = origin_of(request.url)
    if origin in within.origins or request.url.lower().startswith(INSIDE):
        return None
    tells = secret_carried(request.url, secrets) or secret_carried(request.body, secrets)
    reads = request.method in READING and not request.body
    if not tells and reads and request.kind in STATIC and not request.navigates and origin in within.static:
        return None
    kind = "document" if request.navigates else request.kind
    what = f"a secret ({tells}) to" if tells else f"{request.method} {kind} of"
    grave = bool(tells) or (request.navigates and (request.top or not reads))
    where = redact(origin or request.url[:40], secrets)
    return RefusedRequest(origin=where, text=f"{what} {where}", grave=grave)


def secret_carried(text: str, secrets: Mapping[str, str]) -> str:
    """Return the replacement of the first secret that a text contains in any form, or an empty string.

    Args:
        text: A URL or the body of a request.
        secrets: Replacements by secret value.
    """
    readings = {text, unquote(text), unquote_plus(text)} if text else set()
    for value, name in secrets.items():
        if any(holds(read, value) or (len(value) >= _TELLING and value in read) for read in readings):
            return name
    return ""
