"""Holds back what a press must not send: the press only clears the way to an element, and nobody asked for more.

Rules of this module:

* From before the press until the page has come to rest, a request is aborted if it may change something on the server
  of its page (``health.may_change``), and its address does not say that it only reads, counts, or keeps what a page
  looks like (``lexicon.request_paths``). All other requests fall back to the user's routes.
* The request counts as sent, so that the replay ends (``engine.search``): the press is no harmless one.
* A frame of a socket, a beacon and the request of a service worker cannot be held back.

Knows Playwright's routes. Must never know a step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pytest_ami.lexicon.request_paths import unasked
from pytest_ami.model import command as c

from .actions import click
from .health import may_change
from .page_queries import settle
from .run_calls import Calls

if TYPE_CHECKING:
    from .session import ContextSession

EVERYTHING = "**/*"

REST, LONGEST = 100.0, 1_000.0
"""Milliseconds without a change after which a page is at rest after a press, and the most that are waited for it."""


def quiet_click(session: ContextSession, command: c.Click, carry: Callable[[Calls], Any]) -> Calls:
    """Click; hold back each request that may change something until the page is at rest."""
    page = session.page(command.place)

    def asked(route: Any) -> Any:
        return carry(_answer(session, route))

    yield page.route(EVERYTHING, asked)
    try:
        acted = yield from click(session, command)
        rest = c.Settle(place=c.FrameAddress(tab=command.place.tab), quiet=REST, timeout=LONGEST, anew=True)
        yield from settle(session, rest)
    finally:
        yield from _ignoring(page.unroute, EVERYTHING, asked)
    return acted


def _answer(session: ContextSession, route: Any) -> Calls:
    request = route.request
    line = f"{request.method} {urlsplit(request.url).path}"
    if may_change(request) and unasked([line]):
        session.health.held[line] = None
        yield from _ignoring(route.abort, "aborted")  # a page that is left for another one would be lost
    else:
        yield from _ignoring(route.fallback)


def _ignoring(call: Callable[..., Any], *arguments: Any) -> Calls:
    """Make a call; ignore an error, because its page or request may be gone."""
    try:
        yield call(*arguments)
    except Exception:  # noqa: BLE001  (a page that is gone sends nothing)
        return
