"""Sends the facts of this process to the shared log while the process works, in a thread of its own.

Rules of this module:

* The journal comes first: a fact is sent after it is in the file. So nothing rests on this thread. Facts that it did
  not send are sent by the exchange at the end of the run, or by that of a later run.
* No fault leaves the thread, and no test ever waits for it.
* After a fault it forgets the facts that it holds, and waits before it tries again, longer each time.

It knows lines and the interface of a log. It must never warn: the end of the run knows better.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress

from pytest_ami.store.journal import WrittenLines, parsed

from .fact_log import FactLine, FactLog

_GATHER = 0.2
"""Seconds in which facts gather before they are sent together."""

_PAUSE = 2.0
_LONGEST_PAUSE = 60.0
_MOST = 10_000
"""Maximum number of facts that wait in memory; what is written beyond them is sent by the next exchange."""


class Sender:
    """Sends what a journal writes.

    Args:
        connect: Returns a log for this thread alone.
    """

    def __init__(self, connect: Callable[[], FactLog]) -> None:
        self._connect = connect
        self._waiting: list[FactLine] = []
        self._change = threading.Condition()
        self._ends = threading.Event()
        self._thread: threading.Thread | None = None

    def take(self, written: WrittenLines) -> None:
        """Note the lines that a journal has just written; the first ones start the thread."""
        found = parsed(written.blob)
        lines = [FactLine(fact.id, line) for fact, line in zip(found.facts, found.lines, strict=True)]
        with self._change:
            self._waiting += lines[: _MOST - len(self._waiting)]
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="ami-shared-store", daemon=True)
                self._thread.start()
            self._change.notify()

    def close(self, patience: float) -> None:
        """Send what waits, and end the thread.

        Args:
            patience: Seconds to wait for it at most.
        """
        with self._change:
            self._ends.set()
            self._change.notify()
        if self._thread is not None:
            self._thread.join(patience)

    def _work(self) -> None:
        pause, log = _PAUSE, None
        try:
            while lines := self._next():
                try:
                    log = log or self._connect()
                    log.append(lines)
                    pause = _PAUSE
                except Exception:  # noqa: BLE001  (law 10: the exchange at the end sends them, or warns)
                    if self._ends.wait(pause):
                        return
                    pause = min(_LONGEST_PAUSE, pause * 2)
                    with self._change:
                        self._waiting.clear()
        finally:
            if log is not None:
                with suppress(Exception):
                    log.close()

    def _next(self) -> list[FactLine]:
        """Return the facts that gathered; none if there are none and there will be no more."""
        with self._change:
            while not self._waiting and not self._ends.is_set():
                self._change.wait()
        self._ends.wait(_GATHER)
        with self._change:
            lines, self._waiting = self._waiting, []
        return lines
