"""Requests that CDP has paused, read as Playwright's requests. No browser."""

from __future__ import annotations

from base64 import b64encode
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_ami.browser.guards.interception import passed, quietly
from pytest_ami.browser.guards.paused_requests import PausedRequests, body_of
from pytest_ami.browser.run_calls import Calls, run_sync


def parts(*texts: bytes) -> list[dict[str, str]]:
    return [{"bytes": b64encode(text).decode()} for text in texts]


@pytest.mark.parametrize(
    ("request_", "body"),
    [
        ({}, ""),
        ({"postDataEntries": parts('{"to": "Jürgen"}'.encode())}, '{"to": "Jürgen"}'),
        ({"postDataEntries": parts(b"a=1&", b"b=2")}, "a=1&b=2"),
        ({"postDataEntries": parts(b"\xff\xfe")}, "\ufffd\ufffd"),
        ({"postDataEntries": [*parts(b"head"), {}]}, ""),  # a file
    ],
)
def test_a_body_is_read_as_text(request_: dict[str, Any], body: str) -> None:
    assert body_of(request_) == body


class Client:
    """A CDP session that notes what it was asked."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.heard: dict[str, Any] = {}
        self.detached = False

    def on(self, event: str, handler: Any) -> None:
        self.heard[event] = handler

    def send(self, method: str, params: dict[str, Any]) -> None:
        self.sent.append((method, params))

    def detach(self) -> None:
        self.detached = True


EVENT = {
    "requestId": "7",
    "resourceType": "XHR",
    "request": {
        "method": "POST",
        "url": "http://h/orders",
        "headers": {"Content-Type": "application/json"},
        "postDataEntries": parts(b'{"n": 1}'),
    },
}


def intercepting(judge: Any, client: Client) -> PausedRequests:
    session: Any = SimpleNamespace(context=SimpleNamespace(new_cdp_session=lambda _: client))
    return PausedRequests(session, SimpleNamespace(main_frame="main"), judge, carry=run_sync)


def test_a_paused_request_has_the_names_of_a_route() -> None:
    seen: list[Any] = []

    def judge(route: Any) -> Calls:
        seen.append(route.request)
        yield from passed(route) if len(seen) == 1 else quietly(route.abort, "aborted")

    client = Client()
    paused = intercepting(judge, client)
    assert run_sync(paused.start())
    for _ in range(2):
        client.heard["Fetch.requestPaused"](EVENT)
    run_sync(paused.stop())

    request = seen[0]
    assert (request.method, request.url, request.resource_type) == ("POST", "http://h/orders", "xhr")
    assert (request.headers["content-type"], request.post_data, request.frame) == (
        "application/json",
        '{"n": 1}',
        "main",
    )
    assert client.sent[1:] == [
        ("Fetch.continueRequest", {"requestId": "7"}),
        ("Fetch.failRequest", {"requestId": "7", "errorReason": "Aborted"}),
    ]
    assert client.detached


def test_a_request_that_is_paused_while_the_guard_ends_goes_on() -> None:
    """Nobody let it go on once: the page waited for its next document for ever, and the session for its end."""
    client = Client()
    paused = intercepting(lambda route: quietly(route.abort, "aborted"), client)
    run_sync(paused.start())
    run_sync(paused.stop())

    client.heard["Fetch.requestPaused"](EVENT)

    assert client.sent[1:] == [("Fetch.continueRequest", {"requestId": "7"})]


def test_a_browser_without_cdp_says_so() -> None:
    def refuse(_page: Any) -> Client:
        raise RuntimeError("CDP session is only available in Chromium")

    session: Any = SimpleNamespace(context=SimpleNamespace(new_cdp_session=refuse))
    assert not run_sync(PausedRequests(session, SimpleNamespace(main_frame=None), passed, carry=run_sync).start())
