"""Two servers: an application, and a foreign origin that counts what reaches it."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from typing_extensions import Self


class Origin:
    """A server of fixed pages that writes every request down.

    Attributes:
        pages: Text by path; ``->`` and a URL redirects. ``{own}`` and ``{foreign}`` stand for the two addresses.
        arrived: Method, path with query, and body of each request.
    """

    def __init__(self, pages: Mapping[str, str]) -> None:
        """Start serving on a free port."""
        self.pages = dict(pages)
        self.names: dict[str, str] = {}
        self.arrived: list[tuple[str, str, str]] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()

    def answer(self, method: str, path: str, body: str) -> tuple[int, str]:
        """Note a request; return the status, and the page or the address."""
        if path != "/favicon.ico":
            self.arrived.append((method, path, body))
        text = self.pages.get(urlsplit(path).path, "")
        for name, url in self.names.items():
            text = text.replace(f"{{{name}}}", url)
        if text.startswith("->"):
            return 302, text[2:]
        return (200, text) if text else (404, "<h1>Nothing here</h1>")


class TwoOrigins:
    """An application and a foreign origin.

    Attributes:
        own: The application.
        foreign: The foreign origin.
    """

    def __init__(self, own: Mapping[str, str], foreign: Mapping[str, str]) -> None:
        """Start both servers."""
        self.own, self.foreign = Origin(own), Origin(foreign)
        self.own.names = self.foreign.names = {"own": self.own.url, "foreign": self.foreign.url}

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stop both servers."""
        self.own.close()
        self.foreign.close()


def _handler(origin: Origin) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer()

        def do_POST(self) -> None:
            self._answer()

        def _answer(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            status, text = origin.answer(self.command, self.path, self.rfile.read(length).decode("utf-8", "replace"))
            blob = b"" if status == 302 else text.encode()
            self.send_response(status)
            if status == 302:
                self.send_header("location", text)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.send_header("content-length", str(len(blob)))
            self.end_headers()
            self.wfile.write(blob)

        def log_message(self, *_: Any) -> None:
            """Print nothing."""

    return Handler
