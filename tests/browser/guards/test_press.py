"""One press is guarded: which requests pass, and which one is held back. No browser."""

from __future__ import annotations

from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest

from pytest_ami.browser.guards.press import PressGuard
from pytest_ami.model import command as c
from pytest_ami.model.workflow import PermittedRequest

STORED = "POST /mail?text={{text}}&to={{to}}&to=~1"
VALUES = {"to": "ann@x.org", "text": "Tea"}


class Request:
    """A request of the page."""

    resource_type = "fetch"
    headers = MappingProxyType({"content-type": "application/json"})
    frame = SimpleNamespace(parent_frame=None, url="http://h/")

    def __init__(self, path: str, body: str, method: str) -> None:
        self.url, self.post_data, self.method = f"http://h{path}", body, method


class Route:
    """A request on its way, and what became of it."""

    def __init__(self, path: str, body: str, method: str = "POST") -> None:
        self.end = ""
        self.request = Request(path, body, method)

    def fallback(self) -> None:
        self.end = "passed"

    def abort(self, _why: str) -> None:
        self.end = "held"


def guard(*, others: bool = True, carried: tuple[str, ...] = ()) -> PressGuard:
    session: Any = SimpleNamespace(health=SimpleNamespace(held={}, read=lambda: SimpleNamespace(carried=carried)))
    only = PermittedRequest(stored=STORED, values=VALUES, others=others)
    return PressGuard(session, c.Click(only=only), "h")


def ends(of: PressGuard, *routes: Route) -> list[str]:
    for route in routes:
        [*of.answer(route)]
    return [route.end for route in routes]


RIGHT, OTHER = '{"to": "ann@x.org", "text": "Tea"}', '{"to": "ann@x.org", "text": "Coffee"}'
TWO = '{"to": ["ann@x.org", "bo@x.org"], "text": "Tea"}'


@pytest.mark.parametrize("body", [OTHER, TWO])
def test_the_recorded_request_with_other_values_is_held_back(body: str) -> None:
    of = guard()

    assert ends(of, Route("/mail", body)) == ["held"]
    assert of.held == ["POST /mail"]
    assert of.reason.startswith("expected the request POST /mail to ")
    assert not of.waits


def test_all_other_requests_pass_before_the_recorded_one() -> None:
    of = guard()
    assert ends(of, Route("/draft", OTHER), Route("/mail", "{}"), Route("/mail/list", "", "GET")) == ["passed"] * 3
    assert of.waits
    assert ends(of, Route("/mail", OTHER)) == ["held"]

    of = guard()
    assert ends(of, Route("/mail", RIGHT), Route("/mail", OTHER)) == ["passed", "passed"]
    assert not of.waits


def test_a_press_of_an_element_in_other_words_sends_the_recorded_request_alone() -> None:
    of = guard(others=False)

    assert ends(of, Route("/bin", RIGHT)) == ["held"]
    assert of.reason == "which nobody recorded"


def test_only_addresses_with_the_last_word_of_the_recorded_one_are_asked_about() -> None:
    asked = guard().addresses

    assert not isinstance(asked, str)
    assert asked.search("http://h/v2/Mail?x=1")
    assert not asked.search("http://h/draft")
    assert guard(others=False).addresses == "**/*"
