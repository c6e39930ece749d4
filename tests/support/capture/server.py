"""A small server of two origins for the capture matrix.

Rules of this module:

* Two ports of 127.0.0.1 are two origins of one site; ``localhost`` is another site, so its frames are out of process.
* A document is made from the tables at the moment it is asked for; nothing is kept.
* It stops with its ``with`` block.
"""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any
from urllib.parse import parse_qs, urlsplit

from typing_extensions import Self

from .places import document
from .table import Case, Urls

HOST = "127.0.0.1"
WORKER = (
    "addEventListener('install', () => skipWaiting());"
    "addEventListener('activate', (e) => e.waitUntil(clients.claim()));"
    "addEventListener('fetch', (e) => e.respondWith(fetch(e.request)));"
)


class CaptureSite:
    """Serves the pages of cases; use it in a ``with`` statement."""

    def __init__(self, cases: dict[str, Case]) -> None:
        """Prepare; nothing is served yet."""
        self.cases = cases
        self._servers: list[ThreadingHTTPServer] = []
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Self:
        """Serve on two free ports."""
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1
            disable_nagle_algorithm = True

            def do_GET(self) -> None:
                site.answer(self)

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                site.answer(self)

            def log_message(self, *parts: Any) -> None:
                """Say nothing."""

        for _ in range(2):
            server = ThreadingHTTPServer((HOST, 0), Handler)
            thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
            thread.start()
            self._servers.append(server)
            self._threads.append(thread)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop serving."""
        for server, thread in zip(self._servers, self._threads, strict=True):
            server.shutdown()
            server.server_close()
            thread.join(5)

    @property
    def origin(self) -> str:
        """Return the origin of every page."""
        return f"http://{HOST}:{self._servers[0].server_port}"

    def urls(self, case: Case) -> Urls:
        """Return where the documents of a case are."""
        first, second = (server.server_port for server in self._servers)
        return Urls(case.id, self.origin, f"http://{HOST}:{second}", f"http://localhost:{first}")

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        """Answer one request: a case's document, a plain page, a file, a redirect, the worker."""
        parts = urlsplit(request.path)
        role, _, rest = parts.path.lstrip("/").partition("/")
        headers = {"Content-Type": "text/html; charset=utf-8"}
        status, body = 200, ""
        if rest in self.cases and role in ("page", "inner", "middle"):
            case = self.cases[rest]
            body = case.place.documents(case.kind.html, self.urls(case))[role]
        elif role == "plain":
            body = document(f"<h1>{rest}</h1>" + "".join(parse_qs(parts.query).get("html", [])))
        elif role == "redirect":
            status, headers["Location"] = 302, f"/plain/{rest}"
        elif role == "file":
            headers["Content-Disposition"], body = f'attachment; filename="{rest}"', "some text\n"
        elif role == "nothing":
            status = 204
        elif parts.path == "/worker.js":
            headers["Content-Type"], body = "text/javascript", WORKER
        else:
            status = 404
        data = body.encode()
        request.send_response(status)
        for key, value in {**headers, "Content-Length": str(len(data)), "Cache-Control": "max-age=0"}.items():
            request.send_header(key, value)
        request.end_headers()
        request.wfile.write(data)
