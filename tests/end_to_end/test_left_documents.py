"""A press that leads to another document: the old one is looked at and pressed no more, however slow the server is."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from pytest_ami.browser.driver import SyncDriver
from pytest_ami.browser.session import ContextSession
from pytest_ami.model import command as c
from pytest_ami.model.look import ElementQuery

GO = ElementQuery(kind="click", tag="button", role="button", name="Go")
CONFIRM = ElementQuery(kind="click", tag="button", role="button", name="Confirm")
PAGE = """<!doctype html><title>{title}</title><p>{way}</p>
<button id=confirm onclick="told.textContent = 'confirmed'">Confirm</button><p id=told></p>"""
BUTTON = '<button onclick="{}">Go</button>'
WIDE = "<style>button { position: fixed; inset: 0 }</style>"
LEAD = {
    "address": BUTTON.format("location.href = '/next'"),
    "assign": BUTTON.format("location.assign('/next')"),
    "replace": BUTTON.format("location.replace('/next')"),
    "reload": BUTTON.format("location.reload()"),
    "form": "<form action=/next><button>Go</button></form>",
    "post": "<form action=/next method=post><button>Go</button></form>",
    "button of a form": "<form action=/next id=f></form><button form=f>Go</button>",
    "sent by a script": "<form action=/next></form>" + BUTTON.format("document.forms[0].submit()"),
    "asked to be sent": "<form action=/next></form>" + BUTTON.format("document.forms[0].requestSubmit()"),
    "link pressed by a script": "<a href=/next>Next</a>" + BUTTON.format("document.querySelector('a').click()"),
    "in a microtask": BUTTON.format("Promise.resolve().then(() => { location.href = '/next'; })"),
    "at the release": "<button onmouseup=\"location.href = '/next'\">Go</button>",
}
STAY = {
    "nothing": BUTTON.format("document.title = 'stays'"),
    "a part of the page": BUTTON.format("location.hash = 'there'"),
    "history": BUTTON.format("history.pushState(null, '', '/next')"),
    "no content": "<form action=/nothing><button>Go</button></form>",
    "a file": "<form action=/file><button>Go</button></form>",
    "its own navigation": "<script>navigation.onnavigate = (event) => event.intercept({ handler: async () => {} })</script>"
    + BUTTON.format("location.href = '/next'"),
    "a navigation that it cancels": "<script>navigation.onnavigate = (event) => event.preventDefault()</script>"
    + BUTTON.format("location.href = '/next'"),
}


class Slow(BaseHTTPRequestHandler):
    """Answers after ``wait`` seconds."""

    wait, first = 0.0, ""

    def do_GET(self) -> None:
        time.sleep(self.wait)
        if self.path.startswith("/nothing"):
            self.send_response(204)
            self.end_headers()
            return
        text = PAGE.format(title="old" if self.path == "/" else "new", way=self.first if self.path == "/" else "")
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        if self.path.startswith("/file"):
            self.send_header("Content-Disposition", "attachment; filename=a.html")
        self.end_headers()
        self.wfile.write(text.encode())

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, *_: Any) -> None:
        """Keep quiet."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    made = ThreadingHTTPServer(("127.0.0.1", 0), Slow)
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{made.server_address[1]}"
    made.shutdown()
    made.server_close()


def confirmed_in(page: Any, url: str, way: str, wait: float) -> str:
    """Press "Go" and then "Confirm", as a flow whose first step has no effect; return where the second press arrived."""
    Slow.first, Slow.wait = way, 0.0
    page.goto(f"{url}/")
    Slow.wait = wait
    page.evaluate("window.old = true")
    session = ContextSession(page)

    def program() -> c.Program[c.Acted]:
        yield c.Look(target=GO, slice=0)
        page.wait_for_timeout(60)  # it stands still
        yield c.Look(target=GO)
        assert session.still is not None
        then = c.Look(target=CONFIRM, slice=1_000)
        seen = (yield c.Click(timeout=5_000, then=then)).seen
        while seen is None or seen.lost or not seen.candidates:
            seen = yield then
        assert not session.health.leaving(page)  # the look was not at the old document
        acted: c.Acted = yield c.Click(timeout=5_000)
        return acted

    try:
        acted = SyncDriver(session).run(program())
    finally:
        session.close()
    assert acted.ok
    page.wait_for_timeout(100)
    assert page.locator("#told").inner_text() == "confirmed"
    return "old" if page.evaluate("window.old") else "new"


@pytest.mark.variants(16)
@pytest.mark.parametrize("wait", [0.0, 0.15, 0.8])
@pytest.mark.parametrize("way", LEAD)
def test_the_next_press_waits_for_the_new_document(page: Any, server: str, way: str, wait: float) -> None:
    assert confirmed_in(page, server, LEAD[way], wait) == "new"


@pytest.mark.variants(8)
@pytest.mark.parametrize("way", STAY)
def test_a_document_that_stays_is_pressed_on(page: Any, server: str, way: str) -> None:
    assert confirmed_in(page, server, STAY[way], 0.15) == "old"


def test_a_page_that_leaves_by_itself_after_the_look_is_not_pressed_blindly(page: Any, server: str) -> None:
    Slow.first, Slow.wait = BUTTON.format("") + WIDE + "<style>#confirm { display: none }</style>", 0.0
    page.goto(f"{server}/")
    Slow.first, Slow.wait = WIDE, 0.15
    session = ContextSession(page)

    def program() -> c.Program[c.Acted]:
        yield c.Look(target=GO, slice=0)
        page.wait_for_timeout(60)
        yield c.Look(target=GO)
        assert session.still is not None
        page.evaluate("location.href = '/?anew'")
        page.wait_for_timeout(10)
        acted: c.Acted = yield c.Click(timeout=400)
        return acted

    try:
        acted = SyncDriver(session).run(program())
    finally:
        session.close()

    assert not acted.ok
    page.wait_for_url("**/?anew")
    assert page.locator("#told").inner_text() == ""


def test_a_window_that_its_press_closes_was_pressed(page: Any, server: str) -> None:
    Slow.first, Slow.wait = BUTTON.format("window.close()").replace("onclick", "onmousedown"), 0.0
    page.goto(f"{server}/")
    session = ContextSession(page)
    with page.expect_popup() as opened:
        page.evaluate("window.open('/')")
    opened.value.get_by_role("button", name="Go").wait_for()
    window = c.FrameAddress(tab=1)

    def program() -> c.Program[c.Acted]:
        yield c.Look(place=window, target=GO, slice=0)
        page.wait_for_timeout(60)
        yield c.Look(place=window, target=GO)
        assert session.still is not None
        acted: c.Acted = yield c.Click(place=window, timeout=2_000)
        return acted

    try:
        acted = SyncDriver(session).run(program())
    finally:
        session.close()

    assert opened.value.is_closed()
    assert acted.ok
