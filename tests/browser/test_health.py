"""Health by what the network says: open requests, and failures that can be the application's. No browser."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pytest_ami.browser.health import HealthMonitor, line_of

PAGE = "http://h/shop"


class World:
    """A context with events."""

    pages: tuple[Any, ...] = ()

    def __init__(self) -> None:
        self.handlers: dict[str, Any] = {}

    def on(self, event: str, handler: Any) -> None:
        self.handlers[event] = handler

    def emit(self, event: str, what: Any) -> None:
        self.handlers[event](what)


class Request:
    """A request of the browser."""

    def __init__(
        self,
        kind: str = "fetch",
        failure: str = "",
        *,
        navigates: bool = False,
        url: str = "http://h/api",
        method: str = "GET",
    ) -> None:
        self.resource_type, self.failure, self.navigates, self.url, self.method = kind, failure, navigates, url, method
        page = SimpleNamespace(main_frame=SimpleNamespace(url=PAGE))
        self.frame = SimpleNamespace(parent_frame=None, page=page, url=PAGE)
        self.service_worker: object | None = None

    def is_navigation_request(self) -> bool:
        return self.navigates


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def monitor(world: World) -> HealthMonitor:
    return HealthMonitor(world)


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that the test turns."""
    turned = [100.0]
    monkeypatch.setattr("pytest_ami.browser.health.time.monotonic", lambda: turned[0])
    return turned


def answer(status: int, of: Any) -> Any:
    return SimpleNamespace(status=status, url=of.url, request=of)


def test_requests_are_open_until_their_response_starts(world: World, monitor: HealthMonitor) -> None:
    one, other, third = Request(), Request(), Request()
    for each in (one, other, third):
        world.emit("request", each)
    assert monitor.read().pending == 3

    world.emit("response", answer(200, one))  # nobody reads its body, so it never finishes
    world.emit("requestfinished", other)
    world.emit("requestfailed", third)

    assert monitor.read().pending == 0


@pytest.mark.parametrize("kind", ["websocket", "eventsource", "ping", "media", "manifest"])
def test_streams_sockets_and_beacons_are_no_work(world: World, monitor: HealthMonitor, kind: str) -> None:
    world.emit("request", Request(kind))

    assert monitor.read().pending == 0


def test_a_new_document_forgets_the_requests_of_the_old_one(world: World, monitor: HealthMonitor) -> None:
    world.emit("request", Request())
    world.emit("request", Request("document", navigates=True))

    assert monitor.read().pending == 1


class Emitter:
    """A page, or a socket of it."""

    def __init__(self) -> None:
        self.handlers: dict[str, Any] = {}

    def on(self, event: str, handler: Any) -> None:
        self.handlers[event] = handler


def test_what_pages_say_over_sockets_is_counted_and_what_they_hear_is_not(world: World, monitor: HealthMonitor) -> None:
    page, socket = Emitter(), Emitter()
    world.emit("page", page)
    page.handlers["websocket"](socket)

    for _ in range(2):
        socket.handlers["framesent"]("note")
    monitor._heard -= 5
    before = monitor.read().idle
    socket.handlers["framereceived"]("news")

    assert monitor.read().frames == 2
    assert monitor.read().idle < before


def test_documents_are_counted_and_those_of_frames_are_not(world: World, monitor: HealthMonitor) -> None:
    inner = Request("document", navigates=True)
    inner.frame.parent_frame = object()
    for request in (Request("document", navigates=True), inner, Request()):
        world.emit("request", request)

    assert monitor.read().documents == 1


@pytest.mark.parametrize(("status", "broken"), [(200, False), (404, False), (500, True), (503, True)])
def test_server_errors_are_failures_and_a_documents_are_deadly(
    world: World, monitor: HealthMonitor, status: int, broken: object
) -> None:
    world.emit("response", answer(status, Request()))
    assert (bool(monitor.read().failures), monitor.read().dead) == (broken, False)

    world.emit("response", answer(status, Request("document", navigates=True)))
    assert monitor.read().dead is broken


def test_a_request_that_the_page_gave_up_is_no_failure(world: World, monitor: HealthMonitor) -> None:
    world.emit("requestfailed", Request(failure="net::ERR_ABORTED"))
    world.emit("requestfailed", Request(failure="net::ERR_CONNECTION_RESET"))

    assert monitor.read().failures == ("GET http://h/api: net::ERR_CONNECTION_RESET",)
    monitor.mark()
    assert monitor.read().failures == ()


@pytest.mark.parametrize(
    "request_",
    [
        Request(url="http://other/api"),
        Request(url="http://h:8080/api"),
        Request(url="https://h/api"),
        Request("image"),
        Request("font"),
        Request("stylesheet"),
        Request("ping"),
    ],
    ids=["host", "port", "scheme", "image", "font", "stylesheet", "beacon"],
)
def test_what_an_application_works_without_does_not_make_it_down(
    world: World, monitor: HealthMonitor, request_: Request
) -> None:
    world.emit("request", request_)
    world.emit("response", answer(503, request_))
    request_.failure = "net::ERR_FAILED"
    world.emit("requestfailed", request_)

    assert monitor.read().failures == ()


def test_a_document_of_another_host_can_be_down(world: World, monitor: HealthMonitor) -> None:
    world.emit("response", answer(503, Request("document", navigates=True, url="http://login.test/")))

    assert monitor.read().failures
    assert monitor.read().dead


def test_a_poll_that_fails_is_no_failure_of_a_step(world: World, monitor: HealthMonitor, now: list[float]) -> None:
    for query in range(3):
        world.emit("request", Request(url=f"http://h/poll?n={query}"))
        now[0] += 2
    monitor.mark()
    poll, own = Request(url="http://h/poll?n=9"), Request(url="http://h/list")
    for each in (poll, own):
        world.emit("request", each)
        world.emit("response", answer(503, each))

    assert monitor.read().failures == ("GET http://h/list: 503",)


def test_a_request_of_each_step_is_no_poll(world: World, monitor: HealthMonitor, now: list[float]) -> None:
    for _ in range(3):
        monitor.mark()
        request = Request(url="http://h/list")
        world.emit("request", request)
        world.emit("request", Request(url="http://h/list"))  # twice at once
        now[0] += 2
    world.emit("response", answer(503, request))

    assert monitor.read().failures == ("GET http://h/list: 503",)


def test_a_page_reads_again_what_it_had_read_before_the_action(world: World, monitor: HealthMonitor) -> None:
    first, other = Request(), Request(url="http://h/api?page=2")
    for each in (first, other):
        world.emit("request", each)
    world.emit("response", answer(200, first))
    monitor.mark()
    again, late, deed = Request(), Request(url="http://h/other"), Request(method="POST")
    for each in (again, late, deed):
        world.emit("request", each)

    assert (monitor.read().pending, monitor.read().rereading) == (4, 1)

    world.emit("response", answer(200, late))
    world.emit("request", Request(url="http://h/other"))
    assert monitor.read().rereading == 1  # it was not read before the action

    world.emit("request", Request("document", navigates=True))
    world.emit("request", Request())
    assert monitor.read().rereading == 0  # another document has read nothing yet


@pytest.mark.parametrize("kind", ["script", "stylesheet", "image", "font"])
def test_the_parts_of_a_new_document_load_it(world: World, monitor: HealthMonitor, kind: str) -> None:
    monitor.mark()
    document, part = Request("document", navigates=True), Request(kind)
    world.emit("request", document)
    world.emit("response", answer(200, document))
    world.emit("request", part)

    assert (monitor.read().pending, monitor.read().loading) == (1, 1)

    monitor.mark()  # still a part of that document

    assert (monitor.read().pending, monitor.read().loading) == (1, 1)

    world.emit("response", answer(200, part))

    assert (monitor.read().pending, monitor.read().loading) == (0, 0)


@pytest.mark.parametrize("kind", ["xhr", "fetch"])
def test_data_for_a_new_document_may_be_an_answer(world: World, monitor: HealthMonitor, kind: str) -> None:
    monitor.mark()
    document = Request("document", navigates=True)
    world.emit("request", document)
    world.emit("response", answer(200, document))
    world.emit("request", Request(kind))

    assert (monitor.read().pending, monitor.read().loading) == (1, 0)


def test_a_picture_that_an_action_asks_for_may_be_an_answer(world: World, monitor: HealthMonitor) -> None:
    world.emit("request", Request("document", navigates=True))
    monitor.mark()
    world.emit("request", Request("image", url="http://h/vote?for=Ann"))

    assert (monitor.read().pending, monitor.read().loading) == (2, 0)


def test_a_request_that_was_refused_has_read_nothing(world: World, monitor: HealthMonitor) -> None:
    first = Request()
    world.emit("request", first)
    world.emit("response", answer(404, first))
    monitor.mark()
    world.emit("request", Request())
    assert monitor.read().rereading == 0


def test_a_poll_that_is_open_may_bring_news(world: World, monitor: HealthMonitor, now: list[float]) -> None:
    for _ in range(2):
        asked = Request()
        world.emit("request", asked)
        world.emit("response", answer(200, asked))
        now[0] += 1
    monitor.mark()
    world.emit("request", Request())
    assert (monitor.read().pending, monitor.read().rereading) == (1, 0)


def test_a_request_carries_its_body_if_that_is_data() -> None:
    kind = {"content-type": "application/json"}
    sent = SimpleNamespace(method="POST", url="http://h/send", headers=kind, post_data='{"to": "ann"}')

    assert line_of(sent) == "POST /send?to=ann"
    assert line_of(SimpleNamespace(**{**vars(sent), "headers": {}})) == "POST /send"


def test_a_request_without_headers_is_its_address() -> None:
    class Gone:
        method, url = "POST", "http://h/send"

        @property
        def headers(self) -> dict[str, str]:
            raise RuntimeError("the page is gone")

    assert line_of(Gone()) == "POST /send"


def test_only_open_requests_that_may_change_something_are_unanswered(world: World, monitor: HealthMonitor) -> None:
    send = Request(url="http://h/send?x=1", method="POST")
    elsewhere, beacon = Request(url="http://elsewhere/log", method="POST"), Request("ping", method="POST")
    for request in (send, Request(), elsewhere, beacon):
        world.emit("request", request)
    assert monitor.read().unanswered == ("POST /send",)

    world.emit("response", SimpleNamespace(request=send, status=200, url=send.url, headers={}))
    assert monitor.read().unanswered == ()


def test_the_server_gets_what_a_service_worker_sends_on(world: World, monitor: HealthMonitor) -> None:
    order, again = (Request(url="http://h/order?qty=3", method="POST") for _ in range(2))
    worker = Request(url="http://h/order?qty=30", method="POST")
    worker.service_worker = object()
    for request in (order, worker, again):
        world.emit("request", request)

    assert monitor.read().sent == ("POST /order", "POST /order")
    assert monitor.read().carried == ("POST /order?qty=30", "POST /order?qty=3")
