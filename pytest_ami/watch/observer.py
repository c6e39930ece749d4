"""Observes the calls of Playwright's client while a test runs: the only module that takes hold of Playwright.

Both APIs of Playwright send every call through one method of one class of the client. It is replaced while the option
is on, and put back at the end. No page, context, locator or ``expect`` is wrapped.

Rules of this module:

* A call goes out as it is, and its result comes back as it is. Nobody waits for a look at its element.
* Only after a failure the page is asked more; then the failure says what the locator should be today.
* A fault of ours is a warning, and the call goes its way (DESIGN law 10).
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.model.errors import ConfigurationError
from pytest_ami.store.warnings import warn_bookkeeping

from . import looks
from .calls import ENTERS_FRAME, LocatorCall
from .examination import FailedCall, examined

if TYPE_CHECKING:
    from .attempt import WatchedAttempt, WatchedCall
    from .page import Send
    from .records import KnownCall

METHOD = "send_message_to_server"
SECRET = "password"  # noqa: S105  (the name of a field's value, no value)
LAST = 1.0
"""Seconds that the looks of a test have to come back before its page is closed."""

QUICK = 2
"""Looks that ask only for the known digest: around the element's old place, then in the whole document."""

RELOOKS = 3
"""The most looks that follow the first one of a call."""

AMBIGUOUS = "strict mode violation"
"""The sign of an error that says that a locator found several elements."""


class Observer:
    """Observes the calls of one process.

    Attributes:
        attempt: The attempt that runs; None between two tests.
    """

    def __init__(self) -> None:
        """Observe nothing yet."""
        self.attempt: WatchedAttempt | None = None
        self._original: Callable[..., Any] | None = None
        self._client: Any = None
        self._pending: set[Any] = set()
        self._contexts: set[str] = set()

    def install(self) -> None:
        """Begin to observe.

        Raises:
            ConfigurationError: This version of Playwright's client sends its calls in another way.
        """
        try:
            from playwright._impl.connection import Connection

            original = getattr(Connection, METHOD)
            fits = list(inspect.signature(original).parameters)[1:] == ["object", "method", "params", "options"]
        except (ImportError, AttributeError):
            fits = False
        if not fits:
            raise ConfigurationError(
                "This version of Playwright cannot be observed",
                why="--ami-watch replaces one method of Playwright's client, and this client has another one.",
                evidence=[f"expected: playwright._impl.connection.Connection.{METHOD}"],
                run='pip install "playwright>=1.65"   # or run without --ami-watch',
            )
        self._client, self._original = Connection, original
        observer = self

        def send(self: Any, object: Any, method: str, params: Any, options: dict[str, Any]) -> Any:  # noqa: A002  (Playwright's name)
            return observer._sent(partial(original, self), object, method, params, options)

        setattr(Connection, METHOD, send)

    def remove(self) -> None:
        """Put Playwright's own method back."""
        if self._original is not None:
            setattr(self._client, METHOD, self._original)
            self._original = None

    def _sent(self, send: Send, owner: Any, method: str, params: Any, options: dict[str, Any]) -> Awaitable[Any]:
        attempt = self.attempt
        if attempt is None:
            return send(owner, method, params, options)
        if method == "close" and self._pending:
            return self._drained(partial(send, owner, method, params, options))
        call = self._call(attempt, send, owner, method, params, options)
        if call is None:
            return send(owner, method, params, options)
        known = attempt.known.get(call.key)
        if known and looks.secret(known.digest):
            _keep_secret(call)
        early = self._look(attempt, send, owner, call, known) if call.acts else None
        answer = send(owner, method, params, options)
        return self._followed(attempt, send, owner, call, answer, early, options)

    def _call(
        self, attempt: WatchedAttempt, send: Send, owner: Any, method: str, params: Any, options: Any
    ) -> LocatorCall | None:
        """Return a message as a call of the test; None if it is none."""
        frames = options.get("frames")
        if not frames or options.get("internal") or owner._type != "Frame":  # noqa: SLF001  (Playwright's client)
            return None
        try:
            if attempt.known:
                self._equip(send, owner)
            return attempt.counter.call(method, params, frames)
        except Exception as error:  # noqa: BLE001  (law 10)
            warn_bookkeeping(f"A call of Playwright was not observed: {error}")
            return None

    async def _drained(self, send: Callable[[], Awaitable[Any]]) -> Any:
        """Let the last looks come back before a page is closed; those of another event loop never will."""
        loop = asyncio.get_running_loop()
        end = loop.time() + LAST
        self._pending = {one for one in self._pending if one.get_loop() is loop}
        while self._pending and loop.time() < end:  # an answer may lead to another look
            await asyncio.wait(self._pending, timeout=end - loop.time())
        return await send()

    # -- looks ------------------------------------------------------------------------------------------------------

    def _equip(self, send: Send, frame: Any) -> None:
        """Make a context ready for the quickest look, before the first document of its that a test reads."""
        with suppress(Exception):  # the page is closed: the call itself will say so
            context = frame.page.context
            if context._guid not in self._contexts:  # noqa: SLF001  (Playwright's client)
                self._contexts.add(context._guid)  # noqa: SLF001  (likewise)
                self._expect(looks.equip(send, context))

    def _look(
        self,
        attempt: WatchedAttempt,
        send: Send,
        frame: Any,
        call: LocatorCall,
        known: KnownCall | None,
        before: int = 0,
    ) -> Any:
        """Send a look that nobody waits for; None if that fails.

        Args:
            attempt: The attempt of the test.
            send: Sends a message.
            frame: The frame of the call.
            call: The call.
            known: The same call of the last green test; None if its element has to be described.
            before: Number of the looks before it, if each of them did not find the known element.
        """
        digest = known.digest if known else ""
        where = (frame._guid, frame.url)  # noqa: SLF001  (Playwright's client)
        equipped = where in attempt.equipped  # then a look by a script describes a changed element at once
        whole = (before > 0 or not digest) and not equipped
        try:
            if known and digest and before < QUICK and not equipped:
                return self._expect(looks.unchanged(send, frame, call, known, near=not before))
            future = self._expect(looks.look(send, frame, call.params, digest, whole=whole))
        except Exception:  # noqa: BLE001  (the page is closed: the call itself will say so)
            return None
        if whole:
            attempt.equipped.add(where)
        return future

    def _expect(self, answer: Awaitable[Any]) -> Any:
        """Return the future of an answer that the closing of a page waits for."""
        future = asyncio.ensure_future(answer)
        self._pending.add(future)
        future.add_done_callback(self._done)
        return future

    def _done(self, future: Any) -> None:
        self._pending.discard(future)
        if not future.cancelled():
            future.exception()  # read, or asyncio would complain

    def _listen(
        self,
        attempt: WatchedAttempt,
        send: Send,
        frame: Any,
        seen: WatchedCall,
        future: Any,
        left: int = RELOOKS,
    ) -> None:
        """Take the answer of a look when it comes; look again if it found nothing, or had no script to describe it.

        Args:
            attempt: The attempt of the test.
            send: Sends a message.
            frame: The frame of the call.
            seen: The call.
            future: The look.
            left: Number of looks that may follow. A look that found nothing is repeated once, after the action.
        """
        known = seen.known

        def take(done: Any) -> None:
            failed = done.cancelled() or done.exception() is not None
            found = None if failed else looks.glance(done.result(), known.digest if known else "")
            if found is not None:
                if found.secret:
                    _keep_secret(seen.call)
                if not found.digest or found.element:
                    seen.take(found.digest, found.element)
                    return
                attempt.equipped.discard((frame._guid, frame.url))  # noqa: SLF001  (Playwright's client)
            if left == RELOOKS or (left and not failed):
                before = QUICK if failed else 1 + RELOOKS - left
                more = self._look(attempt, send, frame, seen.call, None if found else known, before)
                if more is not None:
                    self._listen(attempt, send, frame, seen, more, left - 1)

        future.add_done_callback(take)

    # -- results ----------------------------------------------------------------------------------------------------

    async def _followed(
        self,
        attempt: WatchedAttempt,
        send: Send,
        frame: Any,
        call: LocatorCall,
        answer: Awaitable[Any],
        early: Any,
        options: Mapping[str, Any],
    ) -> Any:
        """Return the result of a call; after a failure, with what the locator should be today."""
        __tracebackhide__ = True
        try:
            result = await answer
        except Exception as error:
            known = attempt.known.get(call.key)
            element = known.element if known else None
            if element is None or not call.names_element or not _missed(error) or ENTERS_FRAME in call.selector:
                raise
            healed = await examined(FailedCall(attempt, send, frame, call, element, options), error)
            attempt.equipped.add((frame._guid, frame.url))  # noqa: SLF001  (Playwright's client)
            if healed is None:
                raise
            return healed
        try:
            self._noted(attempt, send, frame, call, early)
        except Exception as error:  # noqa: BLE001  (law 10)
            warn_bookkeeping(f"A call of Playwright was not observed: {error}")
        return result

    def _noted(self, attempt: WatchedAttempt, send: Send, frame: Any, call: LocatorCall, early: Any) -> None:
        seen = attempt.passed(call, frame._guid)  # noqa: SLF001  (Playwright's client)
        if not call.names_element:
            seen.answered = True
            return
        if early is None:
            early = self._look(attempt, send, frame, call, seen.known)
        if early is not None:
            self._listen(attempt, send, frame, seen, early)


def _keep_secret(call: LocatorCall) -> None:
    """Declare the text that a call enters into a field for a password."""
    GATE.declare({SECRET: str(call.params.get("value") or call.params.get("text") or "")})


def _missed(error: Exception) -> bool:
    """Return whether an error says that a locator found nothing in time, or several elements."""
    late = type(error).__name__ == "TimeoutError" or bool(getattr(error, "_details", None))
    return late or AMBIGUOUS in str(error)
