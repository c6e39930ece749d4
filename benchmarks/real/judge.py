"""The judge: asks the server of an application before and after each test, on behalf of the test's process.

Knows the tasks and the running application. Must never know how a test works.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from .application import Application, Running
from .by_hand import settled
from .facts import changes
from .runs import Run

PAUSE = 0.5
"""Seconds after a red test, in which what it did on the server may still arrive."""


class Judge:
    """Takes the facts around each test of one session, and keeps the runs.

    Attributes:
        runs: Those that have ended.

    Args:
        app: The application.
        running: Where it runs.
        phase: Attributes that all runs of this session share.
    """

    def __init__(self, app: Application, running: Running, **phase: Any) -> None:
        self.runs: list[Run] = []
        self._tasks = {task.name: task for task in app.tasks}
        self._running = running
        self._phase = phase
        self._before: Any = None

    def begin(self, asked: dict[str, Any]) -> None:
        """Prepare what a run needs, and take the facts."""
        task = self._tasks[asked["task"]]
        if task.prepare:
            task.prepare(self._running, task.values[asked["number"] - 1])
        self._before = self._running.facts()

    def end(self, asked: dict[str, Any]) -> None:
        """Judge a run by the facts."""
        task = self._tasks[asked["task"]]
        values = task.values[asked["number"] - 1]
        if not asked["reached"]:
            self.runs.append(Run(**self._phase, **asked))
            return
        before = self._before
        if asked["green"]:
            done = settled(lambda: task.done(before, self._running.facts(), values))
        else:
            time.sleep(PAUSE)
            done = task.done(before, self._running.facts(), values)
        facts = self._running.facts()
        begun = task.begun is not None and task.begun(before, facts, values)
        changed = () if done or begun else tuple(changes(before, facts))
        self.runs.append(Run(**self._phase, **asked, done=done, changes=changed))

    def spoil(self, asked: dict[str, Any]) -> None:
        """Take back that the last test was green: it failed while it was torn down."""
        last = self.runs[-1]
        self.runs[-1] = replace(last, green=False, message="\n\n".join(filter(None, [last.message, asked["message"]])))


@contextmanager
def hearing(judge: Judge) -> Iterator[str]:
    """Let the judge answer at an address until the block ends; yield the address."""
    handler: Any = type("Handler", (_Handler,), {"judge": judge})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    judge: Judge

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        try:
            {"/begin": self.judge.begin, "/end": self.judge.end, "/spoil": self.judge.spoil}[self.path](asked)
            status, said = 200, "null"
        except Exception as error:  # noqa: BLE001  (the test shall read it)
            status, said = 500, json.dumps(f"{type(error).__name__}: {error}")
        self.send_response(status)
        self.send_header("content-length", str(len(said.encode())))
        self.end_headers()
        self.wfile.write(said.encode())

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  (the name is the library's)
        """Say nothing."""
