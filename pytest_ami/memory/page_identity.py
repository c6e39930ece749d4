"""Where a page is, as memory keeps it: its domain, its state, and its URL without what is secret.

Knows URLs. Must never know what was done on a page, or a store.

Rules of this module:

* Everything here is idempotent: what it returns, given again, comes back as it is.
* Coarse on purpose: two pages taken for one state share their knowledge, which only ever suggests (DESIGN law 7).
* User, password, and data in a query never survive: what a form sent is not what a page is called.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, urlsplit

from pytest_ami.elements.routes import normal_route
from pytest_ami.model.memory import Visit, digest

VIEWS = frozenset(
    {"action", "box", "controller", "do", "folder", "label", "menu", "mode", "module", "panel", "route", "screen"}
    | {"section", "step", "tab", "type", "view"}
)
"""Keys of a query that choose another view of the application; all others only choose data."""

NUMBERS = re.compile(r"id|.*_id|.*Id|p|page|n|no|number|offset|start|limit|year|month|day")
"""Keys of a query whose values may be kept if they are numbers: they say which page it is."""

MASK = "-"
_NUMBER = re.compile(r"\d{1,12}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_][\w-]{0,23}")
_LOOPBACK = re.compile(r"localhost|.*\.localhost|127(?:\.\d+){3}|\[?::1\]?|0\.0\.0\.0", re.IGNORECASE)
_SHORT_LIVED = 32_768
_DEFAULT = {"http": 80, "https": 443}
_LONG_TOKEN = re.compile(r"(?=[^/]*\d)(?=[^/]*[A-Za-z])[\w.~-]{24,}")


class PageIdentity(NamedTuple):
    """Where a page is.

    Attributes:
        host: Host and port, see ``host_of``.
        route: See ``state_route``.
    """

    host: str
    route: str

    @property
    def domain_id(self) -> str:
        """The id of its ``Domain``."""
        return digest("domain", self.host)

    @property
    def state_id(self) -> str:
        """The id of its ``State``."""
        return digest("state", self.host, self.route)


def page_identity(url: str) -> PageIdentity | None:
    """Return where ``url`` is, or None for what is no page of a site (blank, data, a browser's own)."""
    try:
        parts = urlsplit(url)
        known = parts.scheme == "file" or (parts.scheme in _DEFAULT and parts.hostname)
        return PageIdentity(host_of(url), state_route(url)) if known else None
    except ValueError:
        return None


@lru_cache(maxsize=1024)  # asked for with every operation
def visit_of(url: str) -> Visit | None:
    """Return a visit of ``url`` with its ids, or None where ``page_identity`` does."""
    place = page_identity(url)
    if place is None:
        return None
    clean = clean_url(url)
    return Visit(
        url=clean, host=place.host, route=place.route, id=digest(clean), state=place.state_id, domain=place.domain_id
    )


def host_of(url: str) -> str:
    """Return host and port of ``url``, as the name of its domain.

    The usual port is left out, and so is that of a short-lived server on this machine: a test's server has another
    one every time, and is the same site.
    """
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    if parts.scheme == "file":
        return "file"
    local = _LOOPBACK.fullmatch(host) is not None
    host = "localhost" if local else f"[{host}]" if ":" in host else host
    port = parts.port
    if port is None or port == _DEFAULT.get(parts.scheme) or (local and port >= _SHORT_LIVED):
        return host
    return f"{host}:{port}"


def state_route(url: str) -> str:
    """Return the route of the state that ``url`` is in: ids folded, data in query and fragment left out."""
    route = normal_route(url)
    for _ in range(len(url)):  # each round decodes or folds something: the last one changes nothing
        again = _coarse(route)
        if again == route:
            break
        route = again
    return route


def _coarse(route: str) -> str:
    before, _, fragment = normal_route("/" + route.lstrip("/")).partition("#")
    path, _, query = before.partition("?")
    segments = [_segment(segment) for segment in path.split("/") if segment]
    if segments and re.fullmatch(r"(?:index|default)\.\w{2,5}", segments[-1], re.IGNORECASE):
        segments.pop()
    pairs = (pair.partition("=") for pair in query.split("&"))
    chosen = sorted({f"{key}={value}" for key, _, value in pairs if key.lower() in VIEWS and _WORD.fullmatch(value)})
    views = [_segment(segment) for segment in fragment.partition("?")[0].split("/") if segment]
    return (
        "/"
        + "/".join(segments)
        + (f"?{'&'.join(chosen)}" if chosen else "")
        + (f"#/{'/'.join(views)}" if "/" in fragment and views else "")
    )


def _segment(text: str) -> str:
    return ":id" if "{{" in text or _LONG_TOKEN.fullmatch(text) else text


def clean_url(url: str) -> str:
    """Return ``url`` as it is kept: its host as ``host_of`` says, no user, password or anchor, no data that was typed.

    Of the query, names of views and numbers of pages and records are kept; every other value is masked. So is a
    long token in the path.
    """
    parts = urlsplit(url)
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    query = "&".join(f"{quote(key)}={value if _tells(key, value) else MASK}" for key, value in pairs)
    told = "/" in parts.fragment and "=" not in parts.fragment
    path = "/".join(
        MASK if _LONG_TOKEN.fullmatch(segment) and not _NUMBER.fullmatch(segment) else segment
        for segment in parts.path.split("/")
    )
    return (
        f"{parts.scheme}://{host_of(url) if parts.hostname else ''}{path or '/'}"
        + (f"?{query}" if query else "")
        + (f"#{parts.fragment}" if told else "")
    )


def _tells(key: str, value: str) -> bool:
    if key.lower() in VIEWS:
        return value.isascii() and _WORD.fullmatch(value) is not None
    return NUMBERS.fullmatch(key) is not None and _NUMBER.fullmatch(value) is not None
