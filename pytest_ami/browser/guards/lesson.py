"""Guards the requests of a lesson, which stay within the allowed origins.

Rules of this module:

* The page and its context belong to the user. A guard acts from its start to its end and removes exactly the routes
  and listeners that it added. Allowed requests fall back to the user's routes, which therefore still work
  (``interception``).
* A guard refuses requests and notes the refusals. It never changes a request or a response, or raises into a page.
* Playwright shows a route only the first request of a chain of redirects. Chromium shows the others over CDP, and the
  guard refuses them there; in other browsers it notes them afterwards. A tab that is just opening has no CDP session
  yet: its document is fetched first, and delivered if it redirects to no forbidden origin.
* ``engine.boundary.lesson_origins`` decides about the requests of a lesson.

Knows Playwright's routes and CDP's ``Fetch``. Must never know a move or a teacher.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from pytest_ami.elements.addresses.routes import origin_of
from pytest_ami.engine.boundary.lesson_origins import (
    OutgoingRequest,
    RefusedRequest,
    allowed_origins,
    refused_request,
)
from pytest_ami.engine.secrets.redaction import labels
from pytest_ami.engine.teaching.action_policy import unpermitted_deed
from pytest_ami.model import command as c

from .interception import EVERYTHING, Interception, quietly

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_ami.browser.run_calls import Calls
    from pytest_ami.browser.session import ContextSession

USING = """() => performance.getEntriesByType("resource")
    .filter((entry) => !/^(fetch|xmlhttprequest|beacon|iframe|frame|navigation)$/.test(entry.initiatorType))
    .map((entry) => entry.name)"""
"""The addresses of static resources that a document has loaded so far."""

REDIRECTS = frozenset({301, 302, 303, 307, 308})

BY_ITSELF = frozenset({"metaTagRefresh", "httpHeaderRefresh"})
"""CDP's reasons for a navigation that the document starts by itself."""


class RequestGuard:
    """Guards one context during one lesson.

    Args:
        session: The context, with the health monitor that reports refusals.
        secrets: Values by parameter name.
        command: The allowed origins and actions, and the task of the lesson.
        carry: Carries out the calls of a callback: at once on sync pages; on async pages it returns an awaitable.
    """

    def __init__(
        self,
        session: ContextSession,
        secrets: Mapping[str, str],
        command: c.StartRecording,
        carry: Callable[[Calls], Any],
    ) -> None:
        """Store the arguments; ``start`` attaches the guard."""
        self.session = session
        self.command = command
        self.secrets = labels(secrets)
        self.within = allowed_origins((session.home.url, *(command.origins or ())))
        self._carry = carry
        self._interception = Interception(session, EVERYTHING, self._answer, carry)
        self._clients: list[Any] = []
        self._pages: list[Any] = []
        self._itself: set[str] = set()  # goals of navigations that documents start by themselves
        self._tops: set[str] = set()  # CDP's ids of the frames that fill a tab

    def start(self) -> Calls:
        """Refuse from now on."""
        using: list[str] = []
        for frame in self.session.home.frames:
            try:
                using += yield frame.evaluate(USING)
            except Exception:  # noqa: BLE001, S112  (a frame without scripts lists no resources)
                continue
        self.within = allowed_origins(self.within.origins, using)
        self.session.dialogs.forbids = self._forbids
        self.session.context.on("request", self._redirected)
        self.session.context.on("page", self._opened)
        # A route of the context comes after those of its pages, which may not fall back.
        yield from self._interception.start((self.session.context, *self.session.open_tabs()))
        for page in self.session.open_tabs():
            self._listen(page)
            yield from self._follow_redirects(page)

    def stop(self) -> Calls:
        """Remove all routes, listeners and CDP sessions of the guard."""
        self.session.dialogs.forbids = None
        self.session.context.remove_listener("request", self._redirected)
        self.session.context.remove_listener("page", self._opened)
        for page in self._pages:
            page.remove_listener("websocket", self._connected)
        for client in self._clients:
            yield from quietly(client.detach)
        yield from self._interception.stop()
        self._clients, self._pages = [], []

    def keeps(self, command: c.Command) -> str:
        """Return the reason to refuse a command that would put a secret into a document of a forbidden origin.

        Args:
            command: The next command of the engine.

        Returns:
            The reason, or an empty string if the command is allowed.
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

    def _answer(self, route: Any) -> Calls:
        held = self._judged(route.request)
        if held is None and _opens_a_tab(route.request):
            held = yield from self._fetched(route)
            if held is None:
                return
        if held is None:
            yield from self._interception.let_pass(route)
            return
        self._note(held, route.request.url)
        # An aborted navigation keeps the present document; a blocked one would show an error page instead.
        why = "aborted" if route.request.is_navigation_request() else "blockedbyclient"
        yield from quietly(route.abort, why)

    def _fetched(self, route: Any) -> Calls:
        """Fetch the document of a tab that is just opening; return the refusal of a redirect to a forbidden origin."""
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
        except Exception:  # noqa: BLE001  (no response: the browser reports the failure itself)
            yield from self._interception.let_pass(route)
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
        """Note a request that no route sees: a later request of a chain of redirects."""
        if request.redirected_from is not None and (held := self._judged(request)) is not None:
            self._note(held)

    def _opened(self, page: Any) -> None:
        self._listen(page)

    def _listen(self, page: Any) -> None:
        page.on("websocket", self._connected)
        self._pages.append(page)

    def _connected(self, socket: Any) -> None:
        """Note a WebSocket connection, which no route sees; it is already open."""
        asked = OutgoingRequest(url=socket.url, method="CONNECT", kind="websocket")
        if (held := refused_request(asked, self.within, self.secrets)) is not None:
            self._note(held)

    def _forbids(self, question: str) -> bool:
        """Return whether a browser dialog asks for a dangerous action outside the lesson's task; note the refusal."""
        deed = unpermitted_deed(question, self.command.task, self.command.allow)
        if deed:
            self.session.health.refused.append(f'the dialog "{question[:60]}" would {deed}')
        return bool(deed)

    # -- Chromium: the goals of redirects -----------------------------------------------------------------------

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
        except Exception:  # noqa: BLE001  (Firefox, WebKit: redirects are noted afterwards)
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
            yield from quietly(client.send, "Fetch.continueRequest", {"requestId": event["requestId"]})
            return
        self._note(held, request["url"])
        refuse = {"requestId": event["requestId"], "errorReason": "Aborted" if document else "BlockedByClient"}
        yield from quietly(client.send, "Fetch.failRequest", refuse)


def _origin_of_frame(frame: Any) -> str:
    """Return the origin of a document; a document without an address has the origin of its parent."""
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
    except Exception:  # noqa: BLE001  (a body that Playwright cannot decode holds no text)
        return ""
