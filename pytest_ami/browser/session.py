"""A browser context while the engine works on it: tabs, frames, numbered elements, dialogs, health.

Resolves a ``FrameAddress`` to Playwright objects without a call to the browser. Works the same on sync and async
contexts, because it only reads properties and listens to events.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pytest_ami.elements.addresses.routes import origin_of
from pytest_ami.engine.boundary.start_origin import Arrival, home_url, is_led, on_the_way
from pytest_ami.model.command import Act, FrameAddress, Goto

from .dialogs import DialogDesk
from .health import HealthMonitor

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from pytest_ami.model.operation import Operation

POLL_INTERVAL = 20.0
"""Milliseconds between two looks at a browser that owes something: another document, an answer, a tab."""

TAB_PATIENCE = 3_000.0
"""The most milliseconds that a tab is waited for after a click on a link that opens one."""

MOST_DOCUMENTS = 50
"""The most documents of the test's page that are kept; the last ones tell how it came to its address."""


class ContextSession:
    """The browser context of one test, as the command handlers see it."""

    def __init__(self, page: Any, keep: Callable[[Operation], None] | None = None) -> None:
        """Attach to the test's page; the context reports the tabs that it opens.

        Args:
            page: The test's page.
            keep: Called with every recorded operation, for example to write it to disk at once.
        """
        self.keep = keep
        self.home = page
        self.aim = ""  # a selector that finds the target of the last look, and nothing else
        self.still: list[float] | None = None  # the middle of that target, if it stood still in view
        self.acted = False  # whether the last action used this selector instead of a handle
        self.armed: Any = None  # the frame that checks the element of the next action
        self.began = 0  # how many tabs there were when the last action began
        self.opens = False  # whether that action follows a link into another tab
        self.paced = False  # whether a page did not answer in time, so that all waiting is done outside of it
        self.met: dict[Any, int] = {}  # how many documents there were when a frame got the bundle
        self.ending: list[Any] = []  # the ``guards.interception.Interception`` that have ended, with open requests
        self.context = page.context
        self.health = HealthMonitor(page.context)
        self._tabs = [page, *(other for other in page.context.pages if other is not page)]
        self._refs: dict[str, Any] = {}
        self.dialogs = DialogDesk(page)
        # what the test's page has requested; nobody saw the request for the document that it shows at first
        self._documents: list[tuple[str, Any]] = [(page.url, None)] if origin_of(page.url) else []
        self.context.on("page", self._opened)
        page.on("request", self._requested)

    def close(self) -> None:
        """Stop listening to the context."""
        self.health.close()
        self.context.remove_listener("page", self._opened)
        self.home.remove_listener("request", self._requested)
        self.dialogs.release()

    def tabs(self) -> list[Any]:
        """Return the test's page, then the other pages in the order of their opening; closed ones keep their place."""
        return self._tabs

    def open_tabs(self) -> list[Any]:
        """Return the pages that are not closed."""
        return [page for page in self._tabs if not page.is_closed()]

    def await_tab(self, left: float) -> Generator[Any, Any, None]:
        """Wait until the driver tells of the tab that the last action opens, at most ``TAB_PATIENCE`` ms.

        Yields calls of Playwright. A busy machine tells of a tab when the page that opens it has long been quiet.

        Args:
            left: Milliseconds that the caller has left.
        """
        end = time.monotonic() + min(TAB_PATIENCE, left) / 1000
        while len(self._tabs) <= self.began and not self.home.is_closed() and time.monotonic() < end:
            yield self.home.wait_for_timeout(POLL_INTERVAL)
        self.opens = False

    def home_url(self) -> Generator[Any, Any, str]:
        """Return the address that the test asked for last, if a document or a redirect led from it to another origin.

        Yields calls of Playwright. A page that never left its origin needs none.

        Returns:
            That address; without such a change of origin the address of the page.
        """
        url, documents = self.home.url, list(self._documents)
        way = documents[: on_the_way([address for address, _ in documents], url)]
        arrivals: list[Arrival] = []
        while way and (not arrivals or arrivals[0].led):
            arrivals.insert(0, (yield from _arrival(*way.pop())))
        return home_url(arrivals, url)

    def page(self, place: FrameAddress) -> Any:
        """Return the page of ``place``; if there is no such tab, the last open one."""
        if place.tab < len(self._tabs) and not self._tabs[place.tab].is_closed():
            return self._tabs[place.tab]
        return (self.open_tabs() or self._tabs)[-1]

    def frame(self, place: FrameAddress) -> Any | None:
        """Return the frame of ``place``, or None if it does not exist (yet, or any more)."""
        if place.tab >= len(self._tabs) or self._tabs[place.tab].is_closed():
            return None
        frame = self._tabs[place.tab].main_frame
        for key in place.frame:
            frame = next((child for child in frame.child_frames if frame_key(child) == key), None)
            if frame is None:
                return None
        return frame

    def frame_of(self, command: Act) -> Any | None:
        """Return the frame that holds the element of an action."""
        return self._refs.get(command.ref) or self.frame(command.place)

    def begin(self, command: Act | Goto) -> None:
        """Forget the failures so far, count the tabs, and await the dialogs of an action."""
        self.began, self.opens = len(self._tabs), False
        self.health.mark()
        if command.expected is not None:
            self.dialogs.await_recorded(command.expected)
        elif isinstance(command, Act):
            self.dialogs.expect(command.dialogs)

    def forget_refs(self) -> None:
        """Forget the numbered elements, because a new observation begins."""
        self._refs.clear()

    def remember_ref(self, ref: str, frame: Any) -> None:
        """Note the frame of an observation's element."""
        self._refs[ref] = frame

    def path_of(self, frame: Any) -> tuple[str, ...]:
        """Return the keys of the frames on the way from the main frame, outermost first."""
        keys: list[str] = []
        while frame is not None and frame.parent_frame is not None:
            keys.insert(0, frame_key(frame))
            frame = frame.parent_frame
        return tuple(keys)

    def _requested(self, request: Any) -> None:
        try:
            top = request.is_navigation_request() and request.frame.parent_frame is None
        except Exception:  # noqa: BLE001  (its frame is gone, so it opened nothing)
            return
        if top:
            self._documents = [*self._documents[1 - MOST_DOCUMENTS :], (request.url, request)]

    def _opened(self, page: Any) -> None:
        if page not in self._tabs:
            self._tabs.append(page)
        self.dialogs.follow(page)


def frame_key(frame: Any) -> str:
    """Return the key of a frame in a stored step: its name, or the path of its URL and its position."""
    if frame.name:
        return str(frame.name)
    siblings = frame.parent_frame.child_frames if frame.parent_frame else [frame]
    path = urlsplit(frame.url).path
    same = [sibling for sibling in siblings if not sibling.name and urlsplit(sibling.url).path == path]
    return f"{path}#{same.index(frame)}" if frame in same else path


def _arrival(url: str, request: Any) -> Generator[Any, Any, Arrival]:
    """Return a document, and whether the test asked for it."""
    if request is None:
        return Arrival(url=url)
    headers, redirected = request.headers, request.redirected_from is not None
    if not is_led(headers, redirected=redirected) and request.timing["responseStart"] >= 0:
        with suppress(Exception):  # the page is gone: what is known already counts
            headers = yield request.all_headers()  # only these tell who asked
    return Arrival(url=url, led=is_led(headers, redirected=redirected))
