"""The home of a flow is the origin that the test asked for, not the one to which a page has led."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.elements.addresses.routes import origin_of
from pytest_ami.engine.boundary.start_origin import Arrival, home_url, is_led, on_the_way

APP, STRANGER, SSO = "http://app.test/", "http://stranger.test/form", "https://sso.test/login"


def way(*urls: str) -> list[Arrival]:
    """Return documents of which the test asked for the first one only."""
    return [Arrival(url=url, led=i > 0) for i, url in enumerate(urls)]


@pytest.mark.parametrize(
    ("documents", "home"),
    [
        (way(APP), APP),
        (way(APP, STRANGER), APP),
        (way(APP, SSO, STRANGER), APP),
        (way(APP, f"{APP}next", STRANGER, f"{STRANGER}/2"), APP),
        ([*way(APP, SSO), Arrival(url=STRANGER)], STRANGER),
        (way("http://app.test/", "https://app.test/x"), "https://app.test/x"),
        (way("http://app.test/", "https://www.app.test/x"), "https://www.app.test/x"),
        (way("https://app.test/", "http://app.test/x"), "https://app.test/"),
        (way("http://app.test/", "https://www.app.test/", STRANGER), "https://www.app.test/"),
        (way("http://127.0.0.1:8001/", "http://127.0.0.1:8002/"), "http://127.0.0.1:8001/"),
        (way("http://127.0.0.1:8001/", "http://localhost:8001/x"), "http://localhost:8001/x"),
        (way("http://app.test/", "https://app.test.stranger.test/"), "http://app.test/"),
        ([Arrival(url=STRANGER, led=True)], STRANGER),
        ([], APP),
    ],
)
def test_the_home_is_what_the_test_asked_for(documents: list[Arrival], home: str) -> None:
    assert origin_of(home_url(documents, documents[-1].url if documents else APP)) == origin_of(home)


@pytest.mark.parametrize(
    ("headers", "redirected", "led"),
    [
        ({"sec-fetch-site": "none"}, "", ""),
        ({"sec-fetch-site": "cross-site"}, "", "led"),
        ({"sec-fetch-site": "same-site"}, "", "led"),
        ({"sec-fetch-site": "none"}, "redirected", "led"),
        ({"sec-fetch-site": "none", "referer": STRANGER}, "", ""),
        ({"referer": APP}, "", "led"),
        ({}, "", ""),
    ],
)
def test_the_browser_says_who_asked(headers: dict[str, str], redirected: str, led: str) -> None:
    assert is_led(headers, redirected=bool(redirected)) is bool(led)


@pytest.mark.parametrize(
    ("documents", "url", "number"),
    [
        ([APP, f"{APP}next"], f"{APP}next", 0),
        ([APP, STRANGER], STRANGER, 2),
        ([APP, STRANGER], APP, 0),
        ([STRANGER, APP, STRANGER], APP, 2),
        ([APP], STRANGER, 0),
        ([], APP, 0),
    ],
)
def test_a_document_counts_only_on_the_way_to_the_page(documents: list[str], url: str, number: int) -> None:
    assert on_the_way(documents, url) == number


@given(st.lists(st.builds(Arrival, url=st.sampled_from([APP, STRANGER, SSO]), led=st.just(True)), min_size=1))
def test_no_way_through_other_origins_moves_the_home(led: list[Arrival]) -> None:
    found = home_url([Arrival(url=APP), *led], led[-1].url)
    assert origin_of(found) == origin_of(APP)
