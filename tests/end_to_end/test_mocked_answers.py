"""A test answers requests itself, and slowly: no guard of the plugin takes its route away or hands the request on."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

PAGE = b"""<h1>Orders</h1><label>Item <input name="item"></label><button id="go">Send order</button>
<p id="said" role="status"></p><script>
document.getElementById('go').onclick = async () => {
  const body = JSON.stringify({ item: document.querySelector('input').value });
  const answer = await fetch('/orders', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  document.getElementById('said').textContent = await answer.text();
};</script>"""


class Shop(BaseHTTPRequestHandler):
    """A shop that really sends."""

    sent: list[str]

    def do_GET(self) -> None:
        self._answer(PAGE)

    def do_POST(self) -> None:
        self.sent.append(self.rfile.read(int(self.headers["content-length"])).decode())
        self._answer(b"The order is sent")

    def _answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Keep the terminal clean."""


@pytest.fixture
def shop() -> Iterator[tuple[str, list[str]]]:
    """The address of a shop, and the orders that reached it."""
    sent: list[str] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("OneShop", (Shop,), {"sent": sent}))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", sent
    server.shutdown()
    server.server_close()


def show(page: Any, item: str) -> None:
    page.get_by_label("Item").fill(item)
    page.get_by_role("button", name="Send order").click()


@pytest.mark.parametrize("owner", ["context", "page"])
def test_a_mocked_deed_never_reaches_the_server(lab: Lab, page: Any, shop: tuple[str, list[str]], owner: str) -> None:
    url, sent = shop
    mocked: list[str] = []

    def answer(route: Any) -> None:
        mocked.append(route.request.post_data_json["item"])
        page.wait_for_timeout(600)
        route.fulfill(body="The order is sent")

    (page if owner == "page" else page.context).route("**/orders", answer)
    page.goto(url)
    lab.run(page, "send an order", {"item": "lamp"}, teacher=show)
    for item in ("chair", "desk"):
        page.goto(url)
        run = lab.run(page, "send an order", {"item": item}, mode=Mode.REPLAY)
        assert run.outcome is Outcome.REPLAYED

    assert mocked == ["lamp", "chair", "desk"]
    assert sent == []
    page.unroute_all() if owner == "page" else page.context.unroute_all()
    page.get_by_role("button", name="Send order").click()
    page.wait_for_timeout(300)
    assert len(sent) == 1
