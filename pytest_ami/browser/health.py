"""The health of the application as the network shows it: pending requests and failures.

Rules of this module:

* A request is open until its response starts. A body that nobody reads, a stream, a socket or a beacon is no work.
* A service worker may send another request on than that of its page: that one is what the server gets. A worker that
  has just begun is not always heard, so a request that no worker sends on proves nothing.
* A server may refuse a request with a success as its status: the answer, if it is JSON, is read before the next look.
* The requests by which a new document is loaded are no answers to a deed. Its scripts may ask for more.
* Only documents, and data and scripts from the page's own origin, can show that an application is down. A picture, a
  font or another host cannot. Nor can a poll: a request that the page repeats without an action.

Listens to a context's request events with plain callbacks, which work the same on sync and async pages.
Never judges; ``engine.readiness`` does. Never raises into Playwright's event loop.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from pytest_ami.engine.effects.request_lines import denies, is_read, request_line
from pytest_ami.model.look import MOST_SENT, Health

from .run_calls import Calls

SERVER_ERROR, REFUSED = 500, 400
_MOST_HELD = 20
READING = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods of requests that change nothing on a server."""

ENDLESS = ("websocket", "eventsource", "media", "ping", "manifest", "cspreport", "preflight")
"""Resource types that stay open, or that do not affect whether the page is ready."""

DATA = ("document", "xhr", "fetch")
NEEDED = (*DATA, "script")
"""Resource types without which an application does not work."""

LOADED = ("script", "stylesheet", "image", "font")
"""Resource types of the parts of a document."""

REPEATED = 0.5
"""Seconds between two equal requests without an action that make them a poll; a page may also ask twice at once."""


class HealthMonitor:
    """Counts pending requests and remembers failures since the last action."""

    def __init__(self, context: Any) -> None:
        """Start listening to ``context`` (sync or async Playwright ``BrowserContext``)."""
        self._context = context
        self._pending: set[Any] = set()
        self._asked: set[Any] = set()
        self._failures: list[str] = []
        self._recent: set[Any] = set()  # requests that began after the last action
        self._rejected: list[str] = []
        self._deeds: dict[Any, Any] = {}  # answers to requests that may change something, of which nothing is read yet
        self._relayed: set[int] = set()  # places in ``sent`` of requests that a service worker has sent on
        self._whole: set[Any] = set()  # requests of those whose answer has come to its end
        self._dead = False
        self.downloads: list[str] = []
        self.refused: list[str] = []  # by a lesson's guard, see ``guards.lesson``
        self.held: dict[str, None] = {}
        self._sent: list[str] = []
        self._lines: list[str] = []
        self._frames = self._documents = 0
        self._acted_in = -1  # how many documents there were when the last action began
        self._loading: set[Any] = set()  # requests for the parts of a document that came after that action
        self._read: set[str] = set()  # addresses of data that were answered in this document
        self._reread: frozenset[str] = frozenset()  # those that had been answered before the last action
        self._begun: dict[tuple[str, str], float] = {}  # the first request of each kind since the last action
        self._polls: set[tuple[str, str]] = set()
        self._heard = time.monotonic()  # when the network last showed any traffic
        self._handlers = {
            "request": self._started,
            "requestfinished": self._ended,
            "requestfailed": self._failed,
            "response": self._answered,
            "page": self._follow,
        }
        for event, handler in self._handlers.items():
            context.on(event, handler)
        for page in context.pages:
            self._follow(page)

    def close(self) -> None:
        """Stop listening."""
        for event, handler in self._handlers.items():
            self._context.remove_listener(event, handler)

    def read(self) -> Health:
        """Return the present health."""
        return Health(
            pending=len(self._pending),
            rereading=sum(map(self._rereads, self._pending)),
            loading=len(self._pending & self._loading),
            unanswered=tuple(_title(request) for request in self._pending if may_change(request)),
            failures=tuple(self._failures[-5:]),
            rejected=tuple(self._rejected[-5:]),
            dead=self._dead,
            refused=tuple(self.refused),
            held=tuple(self.held)[-_MOST_HELD:],
            sent=tuple(self._sent),
            carried=tuple(self._lines),
            idle=1000 * (time.monotonic() - self._heard),
            frames=self._frames,
            documents=self._documents,
        )

    @property
    def documents(self) -> int:
        """Number of documents that the pages have requested so far."""
        return self._documents

    def leaving(self, page: Any) -> bool:
        """Return whether a page has requested another document without a response yet; then no look is possible."""
        return any(_page(request) is page for request in self._asked)

    def mark(self) -> None:
        """Forget the failures so far, because an action begins."""
        self._acted_in = self._documents
        self._failures.clear()
        self._recent.clear()
        self._rejected.clear()
        self._begun.clear()
        self._reread = frozenset(self._read)
        self.downloads.clear()
        self.held.update(dict.fromkeys(self.refused))  # a refusal between two actions belongs to no action
        self.refused.clear()

    def _follow(self, page: Any) -> None:
        page.on("download", self._came_down)
        page.on("websocket", self._connected)

    def _connected(self, socket: Any) -> None:
        self._hear()
        socket.on("framereceived", self._hear)
        socket.on("framesent", self._spoke)

    def _hear(self, _frame: Any = None) -> None:
        self._heard = time.monotonic()

    def _came_down(self, download: Any) -> None:
        self.downloads.append(download.suggested_filename)

    def _spoke(self, _payload: Any) -> None:
        self._frames += 1

    def _started(self, request: Any) -> None:
        self._hear()
        if getattr(request, "service_worker", None) is not None:
            self._relay(request)
        elif len(self._sent) < MOST_SENT and may_change(request):
            self._sent.append(_title(request))
            self._lines.append(line_of(request))
        self._recent.add(request)
        self._count(_kind(request))
        if request.is_navigation_request() and _in_main_frame(request):
            self._pending = {request}
            self._read, self._reread, self._loading = set(), frozenset(), set()
            self._documents += 1
            self._asked = {asked for asked in self._asked if _page(asked) is not _page(request)} | {request}
        elif request.resource_type not in ENDLESS:
            self._pending.add(request)
            if request.resource_type in LOADED and self._documents > self._acted_in:
                self._loading.add(request)

    def _relay(self, request: Any) -> None:
        """Note the request of a service worker in the place of the page's request to the same address."""
        places = (at for at, title in enumerate(self._sent) if title == _title(request) and at not in self._relayed)
        if (at := next(places, None)) is not None:
            self._relayed.add(at)
            self._lines[at] = line_of(request)

    def _count(self, kind: tuple[str, str]) -> None:
        """Note a request; an equal one since the last action, some time before, makes it a poll."""
        now = time.monotonic()
        if now - self._begun.setdefault(kind, now) >= REPEATED:
            self._polls.add(kind)

    def _blames(self, request: Any) -> bool:
        """Return whether the failure of a request can show that the application is down."""
        if request.is_navigation_request() and _in_main_frame(request):
            return True
        return _of_page(request) and request.resource_type in NEEDED and _kind(request) not in self._polls

    def _answers(self, request: Any) -> bool:
        """Return whether a request asks the page's own origin for a document or for data."""
        return _of_page(request) and request.resource_type in DATA and _kind(request) not in self._polls

    def _rereads(self, request: Any) -> bool:
        """Return whether a request only reads again what was read before the last action; a poll may bring news."""
        return _reads(request) and request.url in self._reread and _kind(request) not in self._polls

    def read_answers(self) -> Calls:
        """Read the answers to requests that may change something; note those that say that nothing was done."""
        for request in [one for one in self._deeds if one in self._whole]:
            response = self._deeds.pop(request)
            self._whole.discard(request)
            try:
                body = yield response.json()
            except Exception:  # noqa: BLE001, S112  (its page is gone, or it is no JSON)
                continue
            if denies(body) and request in self._recent:
                self._rejected.append(f"{request.method} {response.url}: {response.status} with an error")

    def _ended(self, request: Any) -> None:
        self._finished(request)
        if request in self._deeds:
            self._whole.add(request)

    def _finished(self, request: Any) -> None:
        self._hear()
        self._pending.discard(request)
        self._loading.discard(request)
        self._asked.discard(request)

    def _failed(self, request: Any) -> None:
        self._finished(request)
        why = request.failure or "failed"
        if "ERR_ABORTED" in why:  # left by a navigation or cancelled by the page: not the application's fault
            return
        if self._blames(request):
            self._failures.append(f"{request.method} {request.url}: {why}")
        if request.is_navigation_request() and _in_main_frame(request):
            self._dead = True

    def _answered(self, response: Any) -> None:
        request = response.request
        self._finished(request)
        if response.status < REFUSED and _reads(request):
            self._read.add(request.url)
        elif response.status < REFUSED and may_change(request) and "json" in response.headers.get("content-type", ""):
            self._deeds[request] = response
        broken = response.status >= SERVER_ERROR
        if broken and self._blames(request):
            self._failures.append(f"{request.method} {response.url}: {response.status}")
        elif response.status >= REFUSED and request in self._recent and self._answers(request):
            self._rejected.append(f"{request.method} {response.url}: {response.status}")
        if request.is_navigation_request() and _in_main_frame(request):
            self._dead = broken


def line_of(
    request: Any, scrub: Callable[[str], Any] = str, veil: Callable[[str, str], str] = lambda _key, value: value
) -> str:
    """Return a request with the values that it carries in one line.

    Args:
        request: Playwright's request.
        scrub: Replaces secrets in a text by their names.
        veil: Returns the text to write for a key and its value.
    """
    try:
        kind = request.headers.get("content-type", "")
        body = request.post_data if is_read(kind) else ""
    except Exception:  # noqa: BLE001  (a body that is no text, or a page that is gone)
        kind = body = ""
    return request_line(request.method, request.url, kind, body or "", scrub, veil)


def may_change(request: Any) -> bool:
    """Return whether a request may change something on the server of its own page; a beacon is no deed."""
    if request.method in READING or request.resource_type == "ping":
        return False
    try:
        frame = request.frame
        while frame.parent_frame is not None and frame.url.startswith("about:"):
            frame = frame.parent_frame  # a form may be sent into a frame that holds nothing
        return bool(urlsplit(request.url).hostname == urlsplit(frame.url).hostname)
    except Exception:  # noqa: BLE001  (a service worker's request has no frame: nobody knows whose it is)
        return False


def _title(request: Any) -> str:
    return f"{request.method} {urlsplit(request.url).path}"


def _reads(request: Any) -> bool:
    """Return whether a script of a page asks for data without changing any."""
    return request.method == "GET" and request.resource_type in ("xhr", "fetch")


def _page(request: Any) -> Any:
    try:
        return request.frame.page
    except Exception:  # noqa: BLE001  (its page is gone)
        return None


def _of_page(request: Any) -> bool:
    """Return whether a request goes to the origin of its page."""
    try:
        here, there = urlsplit(request.frame.page.main_frame.url), urlsplit(request.url)
    except Exception:  # noqa: BLE001  (a service worker's request has no frame)
        return False
    return (here.scheme, here.netloc) == (there.scheme, there.netloc)


def _kind(request: Any) -> tuple[str, str]:
    """Return the method and the address of a request, by which it is recognised when it is repeated."""
    return request.method, str(request.url).partition("?")[0].partition("#")[0]


def _in_main_frame(request: Any) -> bool:
    try:
        return request.frame.parent_frame is None
    except Exception:  # noqa: BLE001  (a service worker's request has no frame; a closed page's may be gone)
        return False
