"""Serving one bundled site from a thread of the test process.

Rules
-----
* The socket is bound here, to port 0, and handed to the server: nobody can take the port in between.
* A site is started and stopped by the thread that owns it; its requests run on the event loop of a daemon thread.
* Faults belong to the site, not to its pages: they act before the application sees the request.
* Nothing is process-wide, so any number of sites, in any number of processes, run side by side.
"""

from __future__ import annotations

import asyncio
import atexit
import socket
import threading
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

import uvicorn
from starlette.responses import PlainTextResponse

if TYPE_CHECKING:
    from types import TracebackType

    from starlette.types import ASGIApp, Receive, Scope, Send
    from typing_extensions import Self

HOST = "127.0.0.1"
START_TIMEOUT = 10.0
STOP_TIMEOUT = 5.0
POLL = 0.002


class SiteError(RuntimeError):
    """A site was used before it was started, or could not start."""


@dataclass
class Faults:
    """The fault that the site simulates at the moment."""

    delay: float = 0.0
    down: bool = False


class _Gate:
    """The application behind its faults."""

    def __init__(self, app: ASGIApp, faults: Faults) -> None:
        self._app = app
        self._faults = faults

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._faults.delay:
            await asyncio.sleep(self._faults.delay)
        if self._faults.down:
            refusal = PlainTextResponse("Service unavailable", 503)
            await refusal(scope, receive, send)
            return
        await self._app(scope, receive, send)


@dataclass(frozen=True)
class _Running:
    server: uvicorn.Server
    thread: threading.Thread
    port: int


class Site(ABC):
    """A site that can be started, stopped, slowed down and taken down."""

    def __init__(self) -> None:
        """Prepare the site; nothing runs yet."""
        self._faults = Faults()
        self._running: _Running | None = None

    @abstractmethod
    def _application(self) -> ASGIApp:
        """Build the web application to serve."""

    @property
    def url(self) -> str:
        """Where the site answers, without a slash at the end."""
        if self._running is None:
            message = f"{type(self).__name__} is not running: call start(), or use it in a with statement"
            raise SiteError(message)
        return f"http://{HOST}:{self._running.port}"

    def start(self) -> Self:
        """Start serving; return once the site answers. Starting twice is harmless."""
        if self._running is None:
            self._running = self._launch()
            atexit.register(self.stop)
        return self

    def stop(self) -> None:
        """Stop serving and free the port. Stopping twice is harmless."""
        running, self._running = self._running, None
        if running is None:
            return
        atexit.unregister(self.stop)
        running.server.should_exit = True
        running.thread.join(STOP_TIMEOUT)

    def slow(self, seconds: float) -> None:
        """Hold every response back by so many seconds; 0 ends it."""
        self._faults.delay = max(0.0, seconds)

    def down(self) -> None:
        """Answer every request with 503 until `up` is called."""
        self._faults.down = True

    def up(self) -> None:
        """End every fault."""
        self._faults.down = False
        self._faults.delay = 0.0

    def __enter__(self) -> Self:
        """Start the site for the length of a with statement."""
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the site."""
        self.stop()

    def _launch(self) -> _Running:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.bind((HOST, 0))
        config = uvicorn.Config(
            _Gate(self._application(), self._faults),
            loop="asyncio",
            http="h11",
            ws="none",
            lifespan="off",
            log_config=None,
            log_level="critical",
            access_log=False,
            timeout_keep_alive=60,
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(
            target=server.run, kwargs={"sockets": [listener]}, name=type(self).__name__, daemon=True
        )
        port = int(listener.getsockname()[1])
        thread.start()
        deadline = time.monotonic() + START_TIMEOUT
        while not server.started:
            if not thread.is_alive() or time.monotonic() > deadline:
                server.should_exit = True
                listener.close()
                message = f"{type(self).__name__} did not start on port {port}"
                raise SiteError(message)
            time.sleep(POLL)
        return _Running(server, thread, port)
