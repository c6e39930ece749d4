"""The routes of a guard that ends while a request that it let pass is open. No browser."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from pytest_ami.browser.guards.interception import EVERYTHING, Interception, release
from pytest_ami.browser.run_calls import Calls


class Owner:
    """A page or context, with its routes and listeners."""

    def __init__(self) -> None:
        self.routes: list[tuple[Any, Any]] = []
        self.listeners: list[tuple[str, Any]] = []

    def route(self, *route: Any) -> None:
        self.routes.append(route)

    def unroute(self, *route: Any) -> None:
        self.routes.remove(route)

    def on(self, *listener: Any) -> None:
        self.listeners.append(listener)

    def remove_listener(self, *listener: Any) -> None:
        self.listeners.remove(listener)

    def tell(self, event: str, subject: Any) -> None:
        for name, listener in [*self.listeners]:
            if name == event:
                listener(subject)


class Request:
    """A request of a page."""

    def __init__(self, *, closed: bool = False) -> None:
        self.frame = SimpleNamespace(page=SimpleNamespace(is_closed=lambda: closed))


def refuses_nothing(route: Any) -> Calls:
    yield route.fallback()


def started() -> tuple[Any, Owner, Interception]:
    page = Owner()
    session: Any = SimpleNamespace(context=Owner(), ending=[])
    interception = Interception(session, EVERYTHING, refuses_nothing, carry=list)
    [*interception.start([page])]
    return session, page, interception


def passed(interception: Interception, request: Request) -> list[str]:
    ends: list[str] = []
    [*interception.let_pass(SimpleNamespace(request=request, fallback=lambda: ends.append("passed")))]
    return ends


def test_a_guard_without_open_requests_leaves_nothing_behind() -> None:
    session, page, interception = started()
    [*interception.stop()]
    assert (page.routes, session.context.listeners, session.ending) == ([], [], [])


def test_a_route_stays_until_the_request_that_came_through_it_is_answered() -> None:
    session, page, interception = started()
    mocked, failed = Request(), Request()
    assert passed(interception, mocked) == passed(interception, failed) == ["passed"]

    [*interception.stop()]
    [*release(session)]
    assert len(page.routes) == 1

    session.context.tell("response", SimpleNamespace(request=mocked))
    [*release(session)]
    assert len(page.routes) == 1

    session.context.tell("requestfailed", failed)
    [*release(session)]
    assert (page.routes, session.context.listeners, session.ending) == ([], [], [])


def test_after_the_end_every_request_passes() -> None:
    _, page, interception = started()
    judged = passed(interception, Request())
    [*interception.stop()]

    late: list[str] = []
    page.routes[0][1](SimpleNamespace(request=Request(), fallback=lambda: late.append("passed")))
    assert judged == late == ["passed"]


def test_a_page_that_is_gone_waits_for_no_answer() -> None:
    session, page, interception = started()
    passed(interception, Request(closed=True))
    [*interception.stop()]
    assert (page.routes, session.ending) == ([], [])
