"""Intercepts the data and documents that a page requests over CDP, which only Chromium speaks.

A route of Playwright turns the cache of the page off and stops every script and picture of the next document on its
way. Here only requests that can be a deed are stopped, and the routes of the test are not concerned.

Knows CDP's ``Fetch``. Must never know which request a guard refuses.
"""

from __future__ import annotations

from base64 import b64decode
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .interception import passed, quietly

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_ami.browser.run_calls import Calls
    from pytest_ami.browser.session import ContextSession

KINDS = ("XHR", "Fetch", "Document")
"""CDP's types of requests that can be a deed: data, and forms that are sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request on its way, with the names of Playwright's request.

    Attributes:
        method: Its method.
        url: Its address.
        resource_type: Its type in Playwright's words.
        headers: Its headers, with lower-case names.
        post_data: Its body; bytes that are no text are replaced.
        frame: The main frame of its page.
    """

    method: str
    url: str
    resource_type: str
    headers: Mapping[str, str]
    post_data: str
    frame: Any


class PausedRequest:
    """A request that waits for its end, with the names of Playwright's route.

    Args:
        client: The CDP session that paused it.
        event: CDP's ``Fetch.requestPaused``.
        frame: The main frame of its page.
    """

    def __init__(self, client: Any, event: Mapping[str, Any], frame: Any) -> None:
        """Read the request."""
        self._client, self._id = client, event["requestId"]
        sent = event["request"]
        self.request = Request(
            method=sent["method"],
            url=sent["url"],
            resource_type=str(event.get("resourceType", "")).lower(),
            headers={name.lower(): value for name, value in sent["headers"].items()},
            post_data=body_of(sent),
            frame=frame,
        )

    def fallback(self) -> Any:
        """Let it go on: to the routes of the test, and to the network."""
        return self._client.send("Fetch.continueRequest", {"requestId": self._id})

    def abort(self, _reason: str) -> Any:
        """Let it fail."""
        return self._client.send("Fetch.failRequest", {"requestId": self._id, "errorReason": "Aborted"})


def body_of(request: Mapping[str, Any]) -> str:
    """Return the body of CDP's ``Network.Request`` as text; empty if it holds a file or is too long for an event."""
    parts = [entry.get("bytes", "") for entry in request.get("postDataEntries", ())]
    return b"".join(map(b64decode, parts)).decode("utf-8", "replace") if all(parts) else ""


class PausedRequests:
    """Intercepts the requests of one page.

    Args:
        session: The context.
        page: The page; frames in a process of their own are left out.
        judge: Returns the calls that abort a ``PausedRequest`` or let it pass.
        carry: Carries out the calls of a callback: at once on sync pages; on async pages it returns an awaitable.
    """

    def __init__(
        self, session: ContextSession, page: Any, judge: Callable[[Any], Calls], carry: Callable[[Calls], Any]
    ) -> None:
        """Store the arguments; ``start`` opens a CDP session."""
        self._context, self._page, self._judge, self._carry = session.context, page, judge, carry
        self._client: Any = None

    def start(self) -> Calls:
        """Judge the requests from now on; return whether the browser can do so."""
        try:
            client = yield self._context.new_cdp_session(self._page)
            client.on("Fetch.requestPaused", lambda event: self._paused(client, event))
            self._client = client
            yield client.send("Fetch.enable", {"patterns": [{"resourceType": kind} for kind in KINDS]})
        except Exception:  # noqa: BLE001  (Firefox, WebKit)
            yield from self.stop()
            return False
        return True

    def stop(self) -> Calls:
        """Judge nothing from now on; requests that wait go on."""
        client, self._client = self._client, None
        if client is not None:
            yield from quietly(client.detach)

    def _paused(self, client: Any, event: Mapping[str, Any]) -> Any:
        paused = PausedRequest(client, event, self._page.main_frame)
        return self._carry(passed(paused) if self._client is None else self._judge(paused))
