"""The server of the review application: one process, one loopback port, until Ctrl-C or an idle time.

It knows sockets and uvicorn. It must never know a page or the store.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import uvicorn

from pytest_ami.model.errors import ConfigurationError

from .guard import Guard

if TYPE_CHECKING:
    from starlette.types import ASGIApp

HOST = "127.0.0.1"
"""The only interface: nothing outside of this machine reaches the application."""

LONGEST_CHECK = 5.0
"""Seconds between two looks at the idle time, at most."""


def listen(port: int) -> socket.socket:
    """Return a socket that is bound to a loopback port.

    Args:
        port: The port; 0 for any free one.

    Raises:
        ConfigurationError: The port is taken, or may not be used.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError as error:
        listener.close()
        raise ConfigurationError(
            f"Port {port} of {HOST} cannot be used",
            why="Another program listens there, or the port is reserved.",
            evidence=[str(error.strerror)],
            run="ami review --port 0   # takes any free port",
        ) from error
    return listener


class ReviewServer:
    """Serves an application behind its guard until it is stopped, or nobody has asked for long enough.

    Attributes:
        url: Address of the first page, with its token.

    Args:
        app: The application.
        listener: The bound socket; it is closed at the end.
        idle: Seconds without a request after which the server stops; 0 for never.
    """

    def __init__(self, app: ASGIApp, listener: socket.socket, *, idle: float = 0.0) -> None:
        """Make the token; nothing is served yet."""
        token = secrets.token_urlsafe(24)
        port = int(listener.getsockname()[1])
        self.url = f"http://{HOST}:{port}/{token}/"
        self._listener = listener
        self._idle = idle
        self._guard = Guard(app, token, {f"{name}:{port}" for name in (HOST, "localhost")})
        config = uvicorn.Config(
            self._guard,
            loop="asyncio",
            http="h11",
            ws="none",
            lifespan="off",
            log_config=None,
            log_level="critical",
            access_log=False,
            timeout_graceful_shutdown=2,
        )
        self._server = uvicorn.Server(config)

    def run(self, ready: Callable[[str], None]) -> str:
        """Serve until the end, and return why it ended: ``idle`` or ``stopped``.

        Args:
            ready: Is called with the address of the first page once it answers.
        """
        try:
            asyncio.run(self._serve(ready))
        except KeyboardInterrupt:  # uvicorn has ended in order and raises the signal again
            return "stopped"
        finally:
            self._listener.close()
        return "idle" if self._is_idle() else "stopped"

    def stop(self) -> None:
        """End ``run``, from any thread."""
        self._server.should_exit = True

    async def _serve(self, ready: Callable[[str], None]) -> None:
        watch = asyncio.create_task(self._watch(ready))
        try:
            await self._server.serve(sockets=[self._listener])
        finally:
            watch.cancel()

    async def _watch(self, ready: Callable[[str], None]) -> None:
        """Announce the server when it answers, and end it when nobody has asked for long enough."""
        while not self._server.started:  # noqa: ASYNC110  (uvicorn has no event for it)
            await asyncio.sleep(0.01)
        ready(self.url)
        while self._idle and not self._is_idle():
            left = self._guard.last_request + self._idle - time.monotonic()
            await asyncio.sleep(min(LONGEST_CHECK, max(0.01, left)))
        if self._idle:
            self.stop()

    def _is_idle(self) -> bool:
        return bool(self._idle) and time.monotonic() - self._guard.last_request >= self._idle
