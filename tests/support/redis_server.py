"""A Redis server for tests: Debian's `redis-server` where there is one, else `fakeredis` over TCP."""

from __future__ import annotations

import contextlib
import ctypes
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_DIE_WITH_PARENT = 1
_LONGEST_START = 20.0


class RedisServer:
    """A server on a port of its own, which keeps nothing on disk.

    Args:
        folder: An empty folder, for the real server's working directory.
        program: The real server's program, or None for a fake.
    """

    def __init__(self, folder: Path, program: str | None) -> None:
        self._folder = folder
        self._program = program
        self._process: subprocess.Popen[bytes] | None = None
        self._fake: Any = None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the server, empty, and wait until it answers."""
        if self._program is None:
            from fakeredis import TcpFakeServer

            self._fake = TcpFakeServer(("127.0.0.1", self.port))
            threading.Thread(target=self._fake.serve_forever, daemon=True).start()
        else:
            arguments = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
            self._process = subprocess.Popen(
                [self._program, *arguments], cwd=self._folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, preexec_fn=_die_with_parent,  # noqa: PLW1509  (it makes one system call)
            )  # fmt: skip
        deadline = time.monotonic() + _LONGEST_START
        while not self._answers():
            if time.monotonic() > deadline:
                raise RuntimeError("The Redis server does not start")
            time.sleep(0.005)

    def client(self) -> Any:
        """Return a client of the server."""
        import redis

        return redis.Redis(port=self.port)

    def _answers(self) -> bool:
        import redis

        try:
            with self.client() as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def kill(self) -> None:
        """Kill the server without a warning; `start` brings back an empty one."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait(_LONGEST_START)
            self._process = None
        if self._fake is not None:
            self._fake.shutdown()
            self._fake.server_close()
            self._fake = None


RUNNING: list[RedisServer] = []
"""The servers that run, for a suite in this process that kills its own."""


@contextlib.contextmanager
def redis_server(*, fake: bool = False) -> Iterator[RedisServer]:
    """Yield a running server; afterwards neither its process nor its files are left.

    Args:
        fake: Whether to use the fake even where the real one is installed.
    """
    folder = Path(tempfile.mkdtemp(prefix="ami-redis-"))
    server = RedisServer(folder, None if fake else shutil.which("redis-server"))
    RUNNING.append(server)
    try:
        server.start()
        yield server
    finally:
        RUNNING.remove(server)
        server.kill()
        shutil.rmtree(folder)


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
