"""A small application over HTTP that a test draws itself, and that writes down every deed that reaches it.

Knows HTTP, HTML and the lab. Must never know what a replay ought to do.
"""

from __future__ import annotations

import json
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha1
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from typing_extensions import Self

from pytest_ami.model.errors import FlowError
from pytest_ami.model.outcome import Outcome, Run
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

HEAD = """<!doctype html><html lang=en><meta charset=utf-8><title>App</title><script>
const $ = (selector) => document.querySelector(selector);
const say = (text, where = "[role=status]") => { $(where).textContent = text; };
const post = (path, data = {}) => fetch(path, {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(data)});
const later = (ms, work) => setTimeout(work, ms);
</script>"""
"""The beginning of each page that is given as a text."""


@dataclass(frozen=True)
class Answer:
    """An answer of the application.

    Attributes:
        body: HTML, or data for JSON.
        status: The status code.
        delay: Seconds until it is sent.
        location: The address to go to, for a redirection.
        kind: The content type; empty for that of the body.
        stream: Seconds between two repetitions of the body, without an end; 0 to send it once.
    """

    body: Any = ""
    status: int = 200
    delay: float = 0.0
    location: str = ""
    kind: str = ""
    stream: float = 0.0


Served = str | Answer | Callable[[dict[str, Any]], "str | Answer"]


@dataclass
class Application:
    """Serves pages; a context manager.

    Attributes:
        pages: For each path the body, the answer, or a function of the data that were sent.
        deeds: The path and the data of each request that is no GET, in order.
    """

    pages: dict[str, Served] = field(default_factory=dict)
    deeds: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def __enter__(self) -> Self:
        """Serve."""
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.application = self
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()

    def show(self, *versions: str | Mapping[str, Served]) -> None:
        """Serve these pages from now on; a text is the page ``/``."""
        self.pages = {}
        self.deeds = []
        for version in versions:
            self.pages |= {"/": version} if isinstance(version, str) else dict(version)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64
    application: Application

    def handle_error(self, *_: Any) -> None:
        """A browser that hangs up is no news."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    server: _Server

    def do_GET(self) -> None:
        if self.headers.get("upgrade") == "websocket":
            self._talk()
            return
        application, parts = self.server.application, urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        data = dict(parse_qsl(parts.query, keep_blank_values=True))
        if "json" in (self.headers.get("content-type") or "") and body:
            data |= json.loads(body)
        elif body:
            data |= dict(parse_qsl(body.decode(), keep_blank_values=True))
        if self.command != "GET":
            application.deeds.append((parts.path, data))
        served = application.pages.get(parts.path)
        if served is None:
            answer = Answer({"ok": True}) if self.command != "GET" else Answer("<h1>Not found</h1>", status=404)
        else:
            found = served(data) if callable(served) else served
            answer = found if isinstance(found, Answer) else Answer(found)
        time.sleep(answer.delay)
        self._send(answer)

    do_POST = do_PUT = do_DELETE = do_GET  # noqa: N815  (names of the standard library)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def _talk(self) -> None:
        """Accept a WebSocket, and send a message again and again."""
        key = (self.headers.get("sec-websocket-key") or "") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        self.send_response(101)
        self.send_header("upgrade", "websocket")
        self.send_header("connection", "Upgrade")
        self.send_header("sec-websocket-accept", b64encode(sha1(key.encode()).digest()).decode())  # noqa: S324
        self.end_headers()
        self._repeat(b"\x81\x04tick", 0.3)

    def _repeat(self, content: bytes, every: float) -> None:
        self.close_connection = True
        try:
            for _ in range(200):
                self.wfile.write(content)
                self.wfile.flush()
                time.sleep(every)
        except OSError:  # the browser has left
            return

    def _send(self, answer: Answer) -> None:
        text = isinstance(answer.body, str)
        whole = answer.body if answer.kind or not text else HEAD + answer.body
        content = whole.encode() if isinstance(whole, str) else json.dumps(whole).encode()
        self.send_response(303 if answer.location else answer.status)
        if answer.location:
            self.send_header("location", answer.location)
        self.send_header("content-type", answer.kind or ("text/html; charset=utf-8" if text else "application/json"))
        self.send_header("cache-control", "no-store")
        if answer.stream:
            self.send_header("connection", "close")
            self.end_headers()
            self._repeat(content, answer.stream)
            return
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


class Desk:
    """A page of a browser on an application, and a lab that learns and replays one task on it.

    Attributes:
        patience: Seconds that a step of a replay may wait.
    """

    def __init__(self, page: Any, lab: Lab, application: Application) -> None:
        self.page, self.lab, self.application = page, lab, application
        self.patience = 4.0

    def open(self, *versions: str | Mapping[str, Served]) -> None:
        """Open the application in these versions."""
        self.application.show(*versions)
        self.page.goto("about:blank")
        self.page.goto(self.application.url)

    def learn(self, teacher: Callable[..., Any], params: dict[str, str] | None = None, **more: Any) -> Run:
        """Let the task be shown on the page that is open."""
        run: Run = self.lab.run(self.page, "it", params or {}, teacher=teacher, **more)
        assert run.outcome is Outcome.LEARNED
        return run

    def replay(self, params: dict[str, str] | None = None, **more: Any) -> Run:
        """Do it again on the page that is open, with nobody to ask."""
        run: Run = self.lab.run(
            self.page, "it", params or {}, **{"mode": Mode.REPLAY, "timeout": self.patience, **more}
        )
        return run

    def refused(self, params: dict[str, str] | None = None, **more: Any) -> str:
        """Do it again, see that it is refused, and return the reasons."""
        with pytest.raises(FlowError) as caught:
            self.replay(params, **more)
        return str(caught.value)

    @property
    def steps(self) -> Any:
        """The stored steps."""
        workflow = self.lab.store.find("it")
        assert workflow is not None
        return workflow.steps


def press(*names: str) -> Callable[..., None]:
    """Return a demonstration that presses buttons."""

    def teacher(page: Any, **_values: str) -> None:
        for name in names:
            page.get_by_role("button", name=name, exact=True).click()

    return teacher
