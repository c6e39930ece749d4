"""Intercepts requests for a guard, beside the user's own routes.

Rules of this module:

* A guard that ends lets every request pass from then on. Its route is removed when each request that it let pass is
  answered: Playwright sends a request on to the network when the route that it came through is removed, although a
  route of the test is still working at the answer. A mocked order would reach the real server.
* Exactly the routes and listeners that were added are removed.

Knows Playwright's routes. Must never know which request a guard refuses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Sequence

    from pytest_ami.browser.run_calls import Calls
    from pytest_ami.browser.session import ContextSession

EVERYTHING = "**/*"

ANSWERS = ("response", "requestfailed")
"""Events of a context that tell that a request is answered."""


class Interception:
    """The routes of one guard.

    Args:
        session: The context; it keeps the interceptions that have ended and still wait for answers.
        addresses: The addresses of the requests that are judged.
        judge: Returns the calls that abort or fulfil the request of a route, or let it pass (``let_pass``).
        carry: Carries out the calls of a callback: at once on sync pages; on async pages it returns an awaitable.
    """

    def __init__(
        self,
        session: ContextSession,
        addresses: str | re.Pattern[str],
        judge: Callable[[Any], Calls],
        carry: Callable[[Calls], Any],
    ) -> None:
        """Store the arguments; ``start`` adds the routes."""
        self._session, self._addresses, self._judge, self._carry = session, addresses, judge, carry
        self._owners: list[Any] = []
        self._unanswered: set[Any] = set()
        self._ended = False

    @property
    def answered(self) -> bool:
        """Return whether each request that was let pass is answered, or its page is gone."""
        return all(map(_is_gone, self._unanswered))

    def start(self, owners: Sequence[Any]) -> Calls:
        """Judge the requests of pages and contexts from now on.

        Args:
            owners: The pages and contexts, in the order in which their routes are added.
        """
        for event in ANSWERS:
            self._session.context.on(event, self._note)
        for owner in owners:
            yield owner.route(self._addresses, self._asked)
            self._owners.append(owner)

    def stop(self) -> Calls:
        """Let every request pass from now on; remove the routes, at once or when ``release`` finds all answered."""
        self._ended = True
        self._session.ending.append(self)
        yield from release(self._session)

    def let_pass(self, route: Any) -> Calls:
        """Hand a request on to the routes of the test, and to the network."""
        self._unanswered.add(route.request)
        yield from passed(route)

    def remove(self) -> Calls:
        """Remove the routes and listeners."""
        for event in ANSWERS:
            self._session.context.remove_listener(event, self._note)
        for owner in self._owners:
            yield from quietly(owner.unroute, self._addresses, self._asked)

    def _asked(self, route: Any) -> Any:
        return self._carry(self.let_pass(route) if self._ended else self._judge(route))

    def _note(self, subject: Any) -> None:
        """Note that a request is answered.

        Args:
            subject: The response, or the request that failed.
        """
        self._unanswered.discard(getattr(subject, "request", subject))


def _is_gone(request: Any) -> bool:
    try:
        return bool(request.frame.page.is_closed())
    except Exception:  # noqa: BLE001  (a request whose page is gone has no frame)
        return True


def release(session: ContextSession) -> Calls:
    """Remove the routes of the interceptions that have ended and whose requests are all answered."""
    over = [interception for interception in session.ending if interception.answered]
    session.ending = [interception for interception in session.ending if interception not in over]
    for interception in over:
        yield from interception.remove()


def passed(route: Any) -> Calls:
    """Let a request pass."""
    yield from quietly(route.fallback)


def quietly(call: Callable[..., Any], *arguments: Any) -> Calls:
    """Make a call; ignore an error, because its page or request may be gone."""
    try:
        yield call(*arguments)
    except Exception:  # noqa: BLE001  (a page that is gone needs no guard)
        return
