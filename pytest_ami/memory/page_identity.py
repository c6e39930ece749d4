"""The identity of a page in the memory: its domain, its state, and its URL without secrets.

It knows URLs. It must never know what was done on a page, or a store.

Rules of this module:

* Every function is idempotent: applied to its own result, it returns the same result.
* State identity is coarse on purpose: two pages with one state share their knowledge, and this knowledge only ever
  suggests (DESIGN law 7).
* A user, a password, and data in a query are always removed: the data that a form sent does not identify a page.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, urlsplit

from pytest_ami.elements.addresses.routes import normal_route
from pytest_ami.model.memory import Visit, digest

VIEWS = frozenset(
    {"action", "box", "controller", "do", "folder", "label", "menu", "mode", "module", "panel", "route", "screen"}
    | {"section", "step", "tab", "type", "view"}
)
"""Keys of a query that select another view of the application. All other keys only select data."""

NUMBERS = re.compile(r"id|.*_id|.*Id|p|page|n|no|number|offset|start|limit|year|month|day")
"""Keys of a query whose values may be kept if they are numbers: they identify the page."""

MASK = "-"
_NUMBER = re.compile(r"\d{1,12}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_][\w-]{0,23}")
_LOOPBACK = re.compile(r"localhost|.*\.localhost|127(?:\.\d+){3}|\[?::1\]?|0\.0\.0\.0", re.IGNORECASE)
_SHORT_LIVED = 32_768
_DEFAULT = {"http": 80, "https": 443}
_LONG_TOKEN = re.compile(r"(?=[^/]*\d)(?=[^/]*[A-Za-z])[\w.~-]{24,}")


class PageIdentity(NamedTuple):
    """The domain and the state of a page.

    Attributes:
        host: Host and port, see ``host_of``.
        route: Route of the state, see ``state_route``.
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
    """Return the identity of ``url``, or None if it is not a page of a site (blank, data, a browser's own)."""
    try:
        parts = urlsplit(url)
        known = parts.scheme == "file" or (parts.scheme in _DEFAULT and parts.hostname)
        return PageIdentity(host_of(url), state_route(url)) if known else None
    except ValueError:
        return None


@lru_cache(maxsize=1024)  # called for every operation
def visit_of(url: str) -> Visit | None:
    """Return a visit of ``url`` with its ids, or None if ``page_identity`` returns None."""
    place = page_identity(url)
    if place is None:
        return None
    clean = clean_url(url)
    return Visit(
        url=clean, host=place.host, route=place.route, id=digest(clean), state=place.state_id, domain=place.domain_id
    )


def host_of(url: str) -> str:
    """Return host and port of ``url``, as the name of its domain.

    The default port is left out. So is the port of a short-lived server on this machine: a test's server has a new port
    in every run, and is the same site.
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
    """Return the route of the state of ``url``: ids folded, data in query and fragment left out."""
    route = normal_route(url)
    for _ in range(len(url)):  # each round decodes or folds a part; the loop ends when nothing changes
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
    """Return ``url`` as the memory keeps it: host as in ``host_of``; no user, password, anchor or typed data.

    In the query, names of views and numbers of pages and records are kept. Every other value is masked. So is a
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
