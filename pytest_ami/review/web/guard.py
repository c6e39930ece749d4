"""The guard before the application: token, host, origin, and the headers that confine each page.

Rules of this module:

* Every address begins with the token. Without it there is only a text that says where to find the right address.
* The ``Host`` must be the loopback name and port of the server: a foreign name that resolves to the loopback
  interface is refused, so that a page of a stranger cannot read the application.
* A request that changes something must come from a page of the application itself.
* Pages run no inline script, load nothing from elsewhere, and cannot be framed.

It knows requests and headers. It must never know what a page shows.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""The content security policy of every answer."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Headers of every answer. No page passes its address on, because the token is in it."""

READING = frozenset({"GET", "HEAD"})
"""Methods that change nothing."""

LARGEST_BODY = 256 * 1024
"""Bytes that a request may carry; a verdict or an edited path has a few thousand."""


class Guard:
    """Lets only requests of the application's own pages through.

    Attributes:
        last_request: Monotonic time of the last request with the token, seconds.

    Args:
        app: The application behind it.
        token: Secret first part of every address.
        hosts: Values of ``Host`` that are accepted.
    """

    def __init__(self, app: ASGIApp, token: str, hosts: Collection[str]) -> None:
        """Count the time from now."""
        self._app = app
        self._token = token
        self._hosts = frozenset(hosts)
        self.last_request = time.monotonic()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or refuse one request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # the application has no web sockets
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, _with_headers(send))
            return
        self.last_request = time.monotonic()
        inner = {**scope, "root_path": f"/{self._token}"}
        await self._app(inner, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if host not in self._hosts:
            return PlainTextResponse("This server answers only under its own loopback address.\n", 421)
        token = scope["path"].removeprefix("/").partition("/")[0].encode()
        if not secrets.compare_digest(token, self._token.encode()):
            return PlainTextResponse("The token is missing: open the address that `ami review` printed.\n", 404)
        if scope["method"] in READING:
            return None
        site = headers.get("sec-fetch-site", "same-origin")
        if headers.get("origin") != f"http://{host}" or site != "same-origin":
            return PlainTextResponse("Only pages of this application may change something.\n", 403)
        length = headers.get("content-length", "")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            return PlainTextResponse(f"A request must state its length, {LARGEST_BODY} bytes at most.\n", 413)
        return None


def _with_headers(send: Send) -> Send:
    """Return a ``send`` that adds our headers to each answer; an answer that says nothing about caches is not kept."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.update(HEADERS)
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return sending
