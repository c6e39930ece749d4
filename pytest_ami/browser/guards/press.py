"""Guards one press: a request that it must not send is aborted before the server sees it.

Rules of this module:

* A lesson guards a press that is called like a deed of it, if nothing was entered since: what the deed has sent is not
  sent again. The button of a wizard may stay where it is while the page works at the order.
* A replay guards two kinds of presses whole: one that only clears the way to an element, and one of an element whose
  name was put in other words. From before it until the page is at rest, a request of the page, or of a tab that it
  opens, that may change something, and does not say that it only reads, counts or keeps what a page looks like, is
  aborted. The recorded request of the step may pass, and then all that follow it; while it is missing the guard waits
  for it, as long as the step may take, because a deed may be sent after a pause.
* Of the press of a deed on its recorded element a replay guards the recorded request alone: with another value of this
  run, or to more people, it is aborted before the server sees it. It is waited for a moment only (``SOON``): what comes
  later is judged when it has been sent (``engine.sent_requests``).
* An aborted request counts as sent, so that the replay ends. A frame of a socket, a beacon and the request of a service
  worker cannot be held back.

Knows routes and paused requests. Must never know a step or a teacher.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pytest_ami.browser.actions import click
from pytest_ami.browser.health import READING, line_of, may_change
from pytest_ami.browser.page_queries import settle
from pytest_ami.elements.attribution import HELD
from pytest_ami.engine.effects.requests import is_recorded, last_word, may_be_recorded, says_nothing
from pytest_ami.engine.sent_requests import sends_again, strays
from pytest_ami.lexicon.request_paths import unasked
from pytest_ami.model import command as c
from pytest_ami.model.outcome import Cause
from pytest_ami.model.workflow import PermittedRequest

from .interception import EVERYTHING, Interception, passed, quietly
from .paused_requests import PausedRequests

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_ami.browser.run_calls import Calls
    from pytest_ami.browser.session import ContextSession

SOON, TICK = 200.0, 20.0
"""Milliseconds that a press is guarded for the recorded request at most, and between two questions for it."""

REST, LONGEST = 100.0, 1_000.0
"""Milliseconds without a change after which a page is at rest after a press, and the most that are waited for it."""


class PressGuard:
    """Guards one press: until the permitted request is sent, no other one changes anything; or nothing is sent again.

    Args:
        session: The context whose health notes the requests that are held back.
        command: The click, with the only request that is permitted, or those that must not be sent again.
        host: The host of the page that is pressed. A frame without an address and a tab that is just opening have none.
    """

    def __init__(self, session: ContextSession, command: c.Click, host: str | None) -> None:
        """Store the arguments."""
        self.held: list[str] = []
        self.reason = "which nobody recorded" if command.only else "which was sent already, and a deed is done once"
        self._session, self._host, self._done, self._sent = session, host, command.done, False
        self._only = command.only or PermittedRequest()
        self._earlier = session.health.read().carried if self._only.others else ()
        self.let_pass: Callable[[Any], Calls] = passed

    @property
    def lenient(self) -> bool:
        """Return whether only the recorded request is guarded, and all others may pass."""
        return self._only.others

    @property
    def addresses(self) -> str | re.Pattern[str]:
        """The addresses of the requests that are guarded: of the recorded one alone those with its last word."""
        word = last_word(self._only.stored.partition(" ")[2].partition("?")[0]) if self.lenient else ""
        return re.compile(re.escape(word), re.IGNORECASE) if word.isalpha() else EVERYTHING

    @property
    def waits(self) -> bool:
        """Return whether the recorded request has still to be sent."""
        return bool(self._only.stored) and not (self._sent or self.held)

    def answer(self, route: Any) -> Calls:
        """Let a request pass, or abort it."""
        request = route.request
        if self._sent or not self._changes(request) or self._passes(line_of(request)):
            yield from self.let_pass(route)
            return
        line = f"{request.method} {urlsplit(request.url).path}"
        self._session.health.held[line] = None
        self.held.append(line)
        yield from quietly(route.abort, "aborted")  # a page that is left for another one would be lost

    def _changes(self, request: Any) -> bool:
        sends = request.method not in READING and request.resource_type != "ping"
        return may_change(request) or (sends and urlsplit(request.url).hostname == self._host)

    def _passes(self, line: str) -> bool:
        stored, values = self._only.stored, self._only.values
        if self._done:
            return not sends_again(line, self._done)
        if self.lenient:
            other = strays(stored, line, values, self._earlier)
            self.reason = other
            own = not other and may_be_recorded(stored, line, values)
            self._sent = own and not says_nothing(stored, line, values)
            return not other
        self._sent = is_recorded(stored, line, values)
        # An address that serves all requests reads as well; another command to the recorded address is another deed.
        return self._sent or not (unasked([line.partition("?")[0]]) or may_be_recorded(stored, line, values))


def guarded_click(session: ContextSession, command: c.Click, carry: Callable[[Calls], Any]) -> Calls:
    """Click; hold back each request that must not pass, until the page is at rest or the recorded one has been sent.

    Args:
        session: The context.
        command: The click, with the only request that is permitted, or those that must not be sent again.
        carry: Carries out the calls of a callback.
    """
    page = session.page(command.place)
    guard = PressGuard(session, command, urlsplit(page.url).hostname)
    # A route of the context serves the tabs that open; it comes after those of the page, which may not fall back.
    owners = (page,) if guard.lenient else (session.context, page)
    tick, longest = (TICK, min(SOON, command.timeout)) if guard.lenient else (REST, command.timeout)
    routes = Interception(session, guard.addresses, guard.answer, carry)
    paused = PausedRequests(session, page, guard.answer, carry)
    over_cdp = guard.lenient and not command.place.frame and (yield from paused.start())
    if not over_cdp:
        guard.let_pass = routes.let_pass
        yield from routes.start(owners)
    try:
        acted, spent = (yield from click(session, command)), 0.0
        if not guard.lenient:
            rest = c.Settle(place=c.FrameAddress(tab=command.place.tab), quiet=REST, timeout=LONGEST, anew=True)
            yield from settle(session, rest)
        while acted.ok and guard.waits and spent < longest and not page.is_closed():
            yield page.wait_for_timeout(tick)
            spent += tick
    finally:
        yield from (paused if over_cdp else routes).stop()
    if not guard.held:
        return acted
    why = f"the press would have sent {guard.held[0]}, {guard.reason}; it was held back"
    detail = f"{HELD}{guard.held[0]}; {guard.reason}" if guard.lenient else why
    return replace(acted, ok=False, withheld=True, cause=Cause.WRONG_EFFECT, detail=detail)
