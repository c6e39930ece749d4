"""The line between a lesson and the agent: a local connection with a key, and the questions that arrive on it.

Rules of this module:

* A message is JSON. Nothing is unpickled, and a peer without the key is not heard.
* A closed line answers every question, also later ones, with the notice that the agent is gone. So the lesson ends by
  itself, its test is red, and its browser is closed as after every test.

It knows connections and threads. It must never know a store or a protocol of agents.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, Listener
from typing import Any

from pytest_ami.teachers.agent import GONE, AgentAddress

from .turns import AgentQuestion, question_of

LARGEST = 64_000_000
"""Most bytes of one question, its picture included."""

PAUSE = 0.01
"""Seconds after a connection that failed, so that a lasting fault does not take a whole processor."""


class AgentLine:
    """Receives the questions of a lesson, and sends the answers.

    Attributes:
        address: Where the lesson connects.

    Args:
        name: Name of the agent.
        receive: Receives each question, in a thread of the line.
    """

    def __init__(self, name: str, receive: Callable[[AgentQuestion], None]) -> None:
        """Listen."""
        key = secrets.token_bytes(32)
        self._listener = Listener(authkey=key)
        self.address = AgentAddress(address=str(self._listener.address), key=key.hex(), name=name)
        self._receive = receive
        self._lock = threading.Lock()
        self._open: list[Connection] = []
        self._current: Connection | None = None
        self._why = ""
        self._ended = False
        threading.Thread(target=self._accept, name="ami-agent-line", daemon=True).start()

    def answer(self, answer: Mapping[str, Any]) -> None:
        """Send the answer to the question that came last.

        Raises:
            OSError: The lesson has closed the connection.
        """
        with self._lock:
            if self._current is None:
                raise OSError("no question has arrived")
            self._current.send_bytes(json.dumps(answer).encode())

    def close(self, why: str) -> None:
        """Tell the lesson that nobody answers any more, now and at its later questions.

        Args:
            why: The reason, for the error of the lesson.
        """
        with self._lock:
            self._why = why
            for connection in self._open:
                _say_gone(connection, why)

    def end(self) -> None:
        """Free the address, when the process of the lesson has ended."""
        self._ended = True
        with suppress(OSError, EOFError):
            Client(self.address.address).close()  # a thread that waits in accept() does not notice that it is closed
        self._listener.close()

    def _accept(self) -> None:
        while not self._ended:
            try:
                connection = self._listener.accept()
            except (AuthenticationError, OSError, EOFError):  # a peer without the key, or one that went away
                time.sleep(PAUSE)
                continue
            with self._lock:
                self._open.append(connection)
                if self._why:
                    _say_gone(connection, self._why)
            threading.Thread(target=self._read, args=(connection,), name="ami-agent-questions", daemon=True).start()

    def _read(self, connection: Connection) -> None:
        with suppress(EOFError, OSError, ValueError):
            while True:
                question = question_of(json.loads(connection.recv_bytes(LARGEST)))
                with self._lock:
                    self._current = connection
                    if self._why:
                        _say_gone(connection, self._why)
                        continue
                self._receive(question)
        with self._lock:
            self._open.remove(connection)
        connection.close()


def _say_gone(connection: Connection, why: str) -> None:
    with suppress(OSError):
        connection.send_bytes(json.dumps({GONE: why}).encode())
