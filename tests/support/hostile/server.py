"""The server of the applications: it serves one version at a time and writes down every deed.

A path with ``.js`` at its end is a script. A WebSocket at any path takes JSON: each message is a deed of that path, and is answered.
A second server is a foreign origin. It counts any data that it receives as a deed.
"""

from __future__ import annotations

import json
import re
import threading
import time
from base64 import b64encode
from dataclasses import dataclass, field
from hashlib import sha1
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from typing_extensions import Self

from .pair import Answer, App, Deed, Request

SCRIPT = """
const post = (path, data = {}) => fetch(path, {method: "POST", headers: {"content-type": "application/json"},
  body: JSON.stringify(data)}).then((answer) => answer.json());
const get = (path) => fetch(path).then((answer) => answer.json());
const $ = (selector) => document.querySelector(selector);
const val = (selector) => $(selector).value;
const say = (text, where = "[role=status]") => { $(where).textContent = text; };
const later = (ms, work) => setTimeout(work, ms);
"""
"""The script that the pages load as /app.js."""

PLACE = re.compile(r"\[\[(\w+)\]\]")


@dataclass
class Stage:
    """Both servers and what has arrived; a context manager.

    Attributes:
        app: The version that is served.
        deeds: The deeds since the last ``show``.
        state: What the application keeps.
        busy: Requests that are being answered.
        last: When the last request was answered.
    """

    app: App = field(default_factory=lambda: App({}))
    deeds: list[Deed] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)
    busy: int = 0
    last: float = 0.0
    lock: Any = field(default_factory=threading.Lock)

    def __enter__(self) -> Self:
        """Serve."""
        self._servers = [_Server(("127.0.0.1", 0), _Handler) for _ in range(2)]
        for number, server in enumerate(self._servers):
            server.stage, server.foreign = self, bool(number)
            threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        self.url, self.foreign = (f"http://127.0.0.1:{server.server_address[1]}" for server in self._servers)
        return self

    def __exit__(self, *_: object) -> None:
        """Stop serving."""
        for server in self._servers:
            server.shutdown()
            server.server_close()

    def show(self, app: App) -> None:
        """Serve this version from now on, in a fresh state. Requests to the old one do not count any more."""
        with self.lock:
            self.app, self.deeds, self.state, self.busy = app, [], {}, 0

    def settle(self, seconds: float) -> None:
        """Wait this long, and until no request has been answered for a moment."""
        end = time.monotonic() + seconds
        while time.monotonic() < end or (
            (self.busy or time.monotonic() < self.last + 0.1) and time.monotonic() < end + 6
        ):
            time.sleep(0.02)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64
    stage: Stage
    foreign: bool

    def handle_error(self, *_: Any) -> None:
        """A browser that hangs up is no news."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    server: _Server

    def do_GET(self) -> None:
        stage = self.server.stage
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        path = urlsplit(self.path).path
        if path == "/app.js":
            self._send(200, "text/javascript", SCRIPT.encode())
            return
        if "sec-websocket-key" in self.headers:
            self._talk(path)
            return
        if path == "/favicon.ico":
            self._send(204, "image/png", b"")
            return
        with stage.lock:
            deeds, state, app = stage.deeds, stage.state, stage.app
            stage.busy += 1
        try:
            self._answer(
                app,
                Request(
                    path=path,
                    data=self._data(body),
                    state=state,
                    headers={k.lower(): v for k, v in self.headers.items()},
                ),
                deeds,
            )
        finally:
            with stage.lock:
                if deeds is stage.deeds:
                    stage.busy -= 1
                    stage.last = time.monotonic()

    do_POST = do_PUT = do_DELETE = do_GET  # noqa: N815  (names of the standard library)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def _data(self, body: bytes) -> dict[str, Any]:
        data: dict[str, Any] = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
        kind = self.headers.get("content-type") or ""
        if "json" in kind and body:
            data |= json.loads(body)
        elif kind.startswith("application/x-www-form-urlencoded"):
            data |= dict(parse_qsl(body.decode(), keep_blank_values=True))
        elif kind.startswith("multipart/"):
            data |= dict(re.findall(r'name="(\w+)"; filename="([^"]*)"', body.decode("utf-8", "replace")))
            data |= dict(re.findall(r'name="(\w+)"\r\n\r\n([^\r]*)', body.decode("utf-8", "replace")))
        return data

    def _talk(self, path: str) -> None:
        """Take the messages of a WebSocket as deeds."""
        key = self.headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        accept = b64encode(sha1(key.encode()).digest()).decode()  # noqa: S324  (the protocol's own handshake)
        self.send_response(101)
        for name, value in (("upgrade", "websocket"), ("connection", "Upgrade"), ("sec-websocket-accept", accept)):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.flush()
        self.close_connection = True
        deeds = self.server.stage.deeds
        while (head := self.rfile.read(2)) and head[0] & 15 == 1:
            size = head[1] & 127
            size = int.from_bytes(self.rfile.read(2), "big") if size > 125 else size
            mask = self.rfile.read(4)
            text = bytes(byte ^ mask[at % 4] for at, byte in enumerate(self.rfile.read(size)))
            deeds.append({"do": path, **json.loads(text)})
            self.wfile.write(b'\x81\x0b{"ok":true}')
            self.wfile.flush()

    def _answer(self, app: App, request: Request, deeds: list[Deed]) -> None:
        served = app.pages.get(request.path)
        found = served(request) if callable(served) else served
        answer = found if isinstance(found, Answer) else Answer(body=found)
        sends = self.server.foreign and bool(request.data)
        changes = self.command != "GET" or request.path.startswith("/do/") or sends
        deed = answer.deed if answer.deed is not None else {"do": request.path, **request.data} if changes else {}
        if deed:
            deeds.append({**deed, "origin": "foreign"} if self.server.foreign else deed)
        time.sleep(answer.delay or app.slow.get(request.path, 0))
        if answer.location:
            self._send(303, "text/html", b"", location=answer.location)
            return
        body = answer.body if answer.body is not None else {"ok": True} if changes else None
        if body is None:
            self._send(404, "text/html", b"<h1>Not found</h1>")
        elif isinstance(body, str):
            text = PLACE.sub(lambda match: str(request.data.get(match[1], "")), body)
            text = text.replace("FOREIGN", self.server.stage.foreign)
            kind = "text/javascript" if request.path.endswith(".js") else "text/html; charset=utf-8"
            self._send(answer.status, kind, text.encode())
        else:
            self._send(answer.status, "application/json", json.dumps(body).encode())

    def _send(self, status: int, kind: str, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in {
            **headers,
            "content-type": kind,
            "content-length": str(len(body)),
            "cache-control": "no-store",
            "access-control-allow-origin": "*",
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
