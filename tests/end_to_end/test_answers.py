"""The wait for the answers to the requests of a page."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from pytest_ami.browser.calls import await_answers
from pytest_ami.browser.run_calls import run_sync
from pytest_ami.browser.session import ContextSession
from pytest_ami.model import command as c

SITE = "http://answers.test"
POPUP = "<p>Saving</p><script>fetch('/never'); setTimeout(() => window.close(), 150);</script>"
CHAIN = "<p role=status></p><script>fetch('/first').then(() => fetch('/second')).then(() => { document.querySelector('p').textContent = 'Failed'; });</script>"
SLOW = 0.3
"""Seconds until an answer comes."""


@pytest.fixture
def session(page: Any) -> Iterator[ContextSession]:
    made = ContextSession(page)
    yield made
    made.close()


def served(page: Any, pages: dict[str, str]) -> None:
    """Serve pages; any other address is answered late, and ``/never`` is not answered."""

    def answer(route: Any) -> None:
        path = route.request.url.removeprefix(SITE)
        if path in pages:
            route.fulfill(content_type="text/html", body=pages[path])
        elif path != "/never":
            page.wait_for_timeout(SLOW * 1000)
            route.fulfill(body="{}")

    page.context.route(f"{SITE}/**", answer)


def test_a_window_that_closes_itself_owes_no_answer(page: Any, session: ContextSession) -> None:
    served(page, {"/": "<p>Home</p>", "/popup": POPUP})
    page.goto(SITE)
    with page.expect_popup() as opened:
        page.evaluate("() => { window.open('/popup'); }")
    opened.value.wait_for_load_state()

    began = time.monotonic()
    run_sync(await_answers(session, c.AwaitAnswers(place=c.FrameAddress(tab=1), timeout=20_000)))

    assert opened.value.is_closed()
    assert time.monotonic() - began < 15


def test_an_answer_that_starts_another_request_is_no_end(page: Any, session: ContextSession) -> None:
    served(page, {"/": CHAIN})
    page.goto(SITE)

    seen = run_sync(await_answers(session, c.AwaitAnswers(timeout=20_000)))

    assert seen.health.pending == 0
    assert page.get_by_role("status").inner_text() == "Failed"
