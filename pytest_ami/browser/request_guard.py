"""The guard of a lesson: while a teacher acts, no request leaves the allowed origins, and no secret leaves at all.

Rules of this module:

* The page and its context are the user's. The guard stands there from ``start`` to ``stop`` and takes away exactly
  what it put there; routes of the user go on working, for what is allowed falls back to them.
* It refuses, and notes what it refused; it never changes a request or raises into a page, and hands answers on as
  they came.
* Playwright shows a route only the first request of a chain of redirects. Chromium tells the others over CDP, where
  they are refused too; elsewhere they are noted when they have happened. A tab that is just opening has no CDP yet:
  its document is fetched first, and handed on when it leads nowhere else.
* ``engine.teaching.origins`` decides. A replay has no guard.

Knows Playwright's routes and CDP's ``Fetch``. Must never know a move or a teacher.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from pytest_ami.engine.redaction import labels
from pytest_ami.engine.teaching.action_policy import unpermitted_deed
from pytest_ami.engine.teaching.origins import (
    OutgoingRequest,
    RefusedRequest,
    allowed_origins,
    origin_of,
    refused_request,
)
from pytest_ami.model import command as c

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .session import ContextSession

Calls = Generator[Any, Any, Any]
Carry = Callable[[Calls], Any]

EVERYTHING = "**/*"

USING = """() => performance.getEntriesByType("resource")
    .filter((entry) => !/^(fetch|xmlhttprequest|beacon|iframe|frame|navigation)$/.test(entry.initiatorType))
    .map((entry) => entry.name)"""
"""The static things that a document has loaded so far."""

REDIRECTS = frozenset({301, 302, 303, 307, 308})

BY_ITSELF = frozenset({"metaTagRefresh", "httpHeaderRefresh"})
"""Why a document is left without anybody's doing, in CDP's words."""


class RequestGuard:
    """Stands at one context during one lesson.

    Args:
        session: The context, and the health that tells what was refused.
        secrets: Values by parameter name.
        command: What may be reached, and what the lesson is about.
        carry: Carries out the calls of a callback: at once on sync pages, as something to await on async ones.
    """

    def __init__(
        self, session: ContextSession, secrets: Mapping[str, str], command: c.StartRecording, carry: Carry
    ) -> None:
        """Prepare; ``start`` puts the guard up."""
        self.session = session
        self.command = command
        self.secrets = labels(secrets)
        self.within = allowed_origins((session.home.url, *(command.origins or ())))
        self._carry = carry
        self._routed: list[Any] = []
        self._clients: list[Any] = []
        self._pages: list[Any] = []
        self._itself: set[str] = set()  # where documents were about to go by themselves
        self._tops: set[str] = set()  # CDP's ids of the frames that fill a tab

    def start(self) -> Calls:
        """Refuse from now on."""
        using: list[str] = []
        for frame in self.session.home.frames:
            try:
                using += yield frame.evaluate(USING)
            except Exception:  # noqa: BLE001, S112  (a frame without scripts has used nothing that is known)
                continue
        self.within = allowed_origins(self.within.origins, using)
        self.session.forbids = self._forbids
        self.session.context.on("request", self._redirected)
        self.session.context.on("page", self._opened)
        # A route of the context comes after those of its pages, which may not fall back.
        for owner in (self.session.context, *self.session.open_tabs()):
            yield owner.route(EVERYTHING, self._asked)
            self._routed.append(owner)
        for page in self.session.open_tabs():
            self._listen(page)
            yield from self._follow_redirects(page)

    def stop(self) -> Calls:
        """Take everything away that was put up."""
        self.session.forbids = None
        self.session.context.remove_listener("request", self._redirected)
        self.session.context.remove_listener("page", self._opened)
        for page in self._pages:
            page.remove_listener("websocket", self._connected)
        for client in self._clients:
            yield from _quietly(client.detach)
        for owner in self._routed:
            yield from _quietly(owner.unroute, EVERYTHING, self._asked)
        self._routed, self._clients, self._pages = [], [], []

    def keeps(self, command: c.Command) -> str:
        """Return why a command must not be carried out: it would put a secret into a document of another origin.

        Args:
            command: What the engine wants done.
        """
        if not isinstance(command, c.Fill | c.Select | c.Press):
            return ""
        text = command.key if isinstance(command, c.Press) else command.value
        name = next((name for value, name in self.secrets.items() if value in text), "")
        frame = self.session.frame_of(command) if name else None
        origin = _origin_of_frame(frame) if frame is not None else ""
        if not name or frame is None or origin in self.within.origins:
            return ""
        return f"outside of the allowed origins: {name} in a document of {origin or frame.url[:40]}"

    # -- callbacks ----------------------------------------------------------------------------------------------

    def _asked(self, route: Any) -> Any:
        return self._carry(self._answer(route))

    def _answer(self, route: Any) -> Calls:
        held = self._judged(route.request)
        if held is None and _opens_a_tab(route.request):
            held = yield from self._fetched(route)
            if held is None:
                return
        if held is None:
            yield from _quietly(route.fallback)
            return
        self._note(held, route.request.url)
        # An aborted document leaves the page as it is; a blocked one would replace it by an error.
        why = "aborted" if route.request.is_navigation_request() else "blockedbyclient"
        yield from _quietly(route.abort, why)

    def _fetched(self, route: Any) -> Calls:
        """Answer for a tab that is just opening; return what is refused of where it is sent on to."""
        try:
            response = yield route.fetch(max_redirects=0)
            onward = response.headers.get("location", "") if response.status in REDIRECTS else ""
            url = urljoin(route.request.url, onward)
            held = (
                refused_request(OutgoingRequest(url=url, navigates=True, top=True), self.within, self.secrets)
                if onward
                else None
            )
            if held is None:
                yield route.fulfill(response=response)
        except Exception:  # noqa: BLE001  (no answer: the browser shall say so itself)
            yield from _quietly(route.fallback)
            return None
        return held

    def _judged(self, request: Any) -> RefusedRequest | None:
        navigates = request.is_navigation_request()
        asked = OutgoingRequest(
            url=request.url,
            method=request.method,
            kind=request.resource_type,
            navigates=navigates,
            top=navigates and _top(request),
            body=_body(request),
        )
        return refused_request(asked, self.within, self.secrets)

    def _note(self, held: RefusedRequest, url: str = "") -> None:
        health = self.session.health
        if held.grave and url not in self._itself:
            health.refused.append(held.text)
        else:
            health.held[held.text] = None

    def _redirected(self, request: Any) -> None:
        """Note a request that was made where no route shows it: the next one of a chain of redirects."""
        if request.redirected_from is not None and (held := self._judged(request)) is not None:
            self._note(held)

    def _opened(self, page: Any) -> None:
        self._listen(page)

    def _listen(self, page: Any) -> None:
        page.on("websocket", self._connected)
        self._pages.append(page)

    def _connected(self, socket: Any) -> None:
        """Note a connection that no route shows; it is open already."""
        asked = OutgoingRequest(url=socket.url, method="CONNECT", kind="websocket")
        if (held := refused_request(asked, self.within, self.secrets)) is not None:
            self._note(held)

    def _forbids(self, question: str) -> bool:
        """Return whether a dialog of the browser asks for a deed that the lesson is not about; it is noted then."""
        deed = unpermitted_deed(question, self.command.task, self.command.allow)
        if deed:
            self.session.health.refused.append(f'the dialog "{question[:60]}" would {deed}')
        return bool(deed)

    # -- Chromium: what redirects lead to -----------------------------------------------------------------------

    def _follow_redirects(self, page: Any) -> Calls:
        try:
            client = yield self.session.context.new_cdp_session(page)
            self._clients.append(client)
            client.on("Fetch.requestPaused", lambda event: self._carry(self._paused(client, event)))
            client.on("Page.frameRequestedNavigation", self._announced)
            yield client.send("Page.enable")
            tree = yield client.send("Page.getFrameTree")
            self._tops.add(tree["frameTree"]["frame"]["id"])
            yield client.send("Fetch.enable", {"patterns": [{"urlPattern": "*"}]})
        except Exception:  # noqa: BLE001  (Firefox, WebKit: redirects are noted when they have happened)
            return

    def _announced(self, event: Mapping[str, Any]) -> None:
        if event.get("reason") in BY_ITSELF:
            self._itself.add(str(event.get("url", "")))

    def _paused(self, client: Any, event: Mapping[str, Any]) -> Calls:
        request, document = event["request"], event.get("resourceType") == "Document"
        asked = OutgoingRequest(
            url=request["url"],
            method=request["method"],
            kind=str(event.get("resourceType", "")).lower(),
            navigates=document,
            top=document and event.get("frameId") in self._tops,
            body=request.get("postData", ""),
        )
        held = refused_request(asked, self.within, self.secrets)
        if held is None:
            yield from _quietly(client.send, "Fetch.continueRequest", {"requestId": event["requestId"]})
            return
        self._note(held, request["url"])
        refuse = {"requestId": event["requestId"], "errorReason": "Aborted" if document else "BlockedByClient"}
        yield from _quietly(client.send, "Fetch.failRequest", refuse)


def _quietly(call: Callable[..., Any], *arguments: Any) -> Calls:
    """Make a call whose page or request may have gone meanwhile."""
    try:
        yield call(*arguments)
    except Exception:  # noqa: BLE001  (what has gone needs no guard)
        return


def _origin_of_frame(frame: Any) -> str:
    """Return the origin of a document; one without an address of its own has its parent's."""
    while frame.parent_frame is not None and frame.url.startswith("about:"):
        frame = frame.parent_frame
    return origin_of(frame.url)


def _top(request: Any) -> bool:
    try:
        return bool(request.frame.parent_frame is None)
    except Exception:  # noqa: BLE001  (the first request of a tab that is just opening)
        return True


def _opens_a_tab(request: Any) -> bool:
    if not request.is_navigation_request() or request.method != "GET":
        return False
    try:
        return request.frame is None
    except Exception:  # noqa: BLE001  (there is no frame yet)
        return True


def _body(request: Any) -> str:
    try:
        return (request.post_data_buffer or b"").decode("utf-8", "replace")
    except Exception:  # noqa: BLE001  (a body that Playwright cannot read is no text)
        return ""
