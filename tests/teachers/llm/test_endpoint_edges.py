"""Endpoints that redirect, drip or never end: the key stays where it belongs, and one deadline holds."""

from __future__ import annotations

import importlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from pytest_ami.teachers.llm.client import ModelClient
from pytest_ami.teachers.llm.endpoint import RequestLimits, send

KEY = "sk-own-7f3a"
REQUEST = {"messages": [{"role": "user", "content": "the page says hello"}]}
TIMEOUT = 1.0
LATE = 8.0
"""Seconds by which a busy machine may be late. Without a deadline the answers below last for ever, or a minute."""


@pytest.fixture(scope="module", autouse=True)
def library() -> None:
    """Import the client library before any clock starts: a process takes up to seconds for it, once."""
    importlib.import_module("openai")


class Wire:
    """A server that answers each connection with a function of its socket.

    Attributes:
        arrived: The bytes of each request.
    """

    def __init__(self, answer: Callable[[socket.socket], None]) -> None:
        self.arrived: list[bytes] = []
        self._answer = answer
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._server.getsockname()[1]}/v1"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._server.accept()
                threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            self.arrived.append(connection.recv(65536))
            self._answer(connection)

    def close(self) -> None:
        self._server.close()


@pytest.fixture
def wire() -> Iterator[Callable[[Callable[[socket.socket], None]], Wire]]:
    """Starts servers, and stops them."""
    started: list[Wire] = []

    def start(answer: Callable[[socket.socket], None]) -> Wire:
        started.append(Wire(answer))
        return started[-1]

    yield start
    for one in started:
        one.close()


def drip(text: bytes, before: bytes = b"") -> Callable[[socket.socket], None]:
    """Return an answer that sends some bytes at once, and then one byte every tenth of a second, for ever."""

    def answer(connection: socket.socket) -> None:
        connection.sendall(before)
        while True:
            for byte in text:
                connection.sendall(bytes([byte]))
                time.sleep(0.1)

    return answer


def flood(connection: socket.socket) -> None:
    """Send a body without an end."""
    connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n[")
    while True:
        connection.sendall(b" " * 65536)


def silence(_connection: socket.socket) -> None:
    time.sleep(60)


HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n"
SLOW = {
    "headers drip": drip(b"x-more: y\r\n", b"HTTP/1.1 200 OK\r\n"),
    "one header drips": drip(b"y", b"HTTP/1.1 200 OK\r\nx-more: "),
    "body drips": drip(b" ", HEAD),
    "events drip": drip(b": wait\n\n", HEAD.replace(b"application/json", b"text/event-stream")),
    "nothing comes": silence,
}


def client(url: str, **limits: Any) -> ModelClient:
    options = {"timeout": TIMEOUT, "retries": 0, "patience": 3.0, **limits}
    return ModelClient("small", base_url=url, api_key=KEY, limits=RequestLimits(**options))


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(wire: Any, status: int) -> None:
    elsewhere = wire(lambda connection: connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"))
    location = f"HTTP/1.1 {status} Moved\r\nlocation: {elsewhere.url}/x\r\ncontent-length: 0\r\n\r\n".encode()
    asked = client(wire(lambda connection: connection.sendall(location)).url)

    with pytest.raises(Exception) as caught:  # noqa: PT011  (the client's own error)
        asked.complete(REQUEST)

    assert elsewhere.arrived == []
    told = asked.explain(caught.value)
    assert "answered with a redirect" in told.what
    assert elsewhere.url in told.why
    assert KEY not in str(told)
    assert told.run


@pytest.mark.slow
@pytest.mark.parametrize("way", SLOW)
def test_one_deadline_covers_a_whole_answer(wire: Any, way: str) -> None:
    asked, start = client(wire(SLOW[way]).url), time.monotonic()

    with pytest.raises(Exception) as caught:  # noqa: PT011  (the client's own error)
        asked.complete(REQUEST)

    assert time.monotonic() - start < TIMEOUT + LATE
    assert "did not answer within 1 s" in asked.explain(caught.value).what


@pytest.mark.slow
def test_all_attempts_end_in_time(wire: Any) -> None:
    server, start = wire(SLOW["headers drip"]), time.monotonic()

    with pytest.raises(Exception):  # noqa: B017, PT011  (the client's own error)
        client(server.url, retries=9, patience=2.5).complete(REQUEST)

    assert time.monotonic() - start < 2.5 + LATE
    assert len(server.arrived) > 1


def test_a_body_without_an_end_is_cut_off(wire: Any) -> None:
    asked, start = client(wire(flood).url, timeout=20.0), time.monotonic()

    with pytest.raises(Exception) as caught:  # noqa: PT011  (the client's own error)
        asked.complete(REQUEST)

    assert "an answer that is too large" in asked.explain(caught.value).what
    assert time.monotonic() - start < 10


@pytest.mark.slow
def test_a_client_of_the_project_has_the_same_deadline() -> None:
    class Endless:
        """A client that never returns."""

        def create(self, **_: Any) -> None:
            time.sleep(60)

    start = time.monotonic()
    with pytest.raises(TimeoutError):
        send(Endless(), {}, RequestLimits(timeout=0.5, retries=0), lambda data: data)
    assert time.monotonic() - start < 2
