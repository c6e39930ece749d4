"""A lesson whose last press is still being answered when the demonstration ends: the busy button is no effect of it."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

SITE = "http://busy.test"
PAGE = """<h1>Kilns</h1><label>Kiln <input name="kiln"></label>
<button id="go"><span role="img" aria-label="fire"></span> Fire now</button><p id="said" role="status"></p><script>
const go = document.getElementById('go'), said = document.getElementById('said');
go.onclick = async () => {
  go.firstChild.ariaLabel = 'working';
  const answer = await fetch('/fire', { method: 'POST', body: document.querySelector('input').value });
  go.firstChild.ariaLabel = 'fire';
  said.textContent = await answer.text();
};</script>"""


def serve(page: Any, seconds: float, said: str, fired: list[str]) -> None:
    def answer(route: Any) -> None:
        if not route.request.url.endswith("/fire"):
            route.fulfill(content_type="text/html", body=PAGE)
            return
        fired.append(route.request.post_data or "")
        page.wait_for_timeout(seconds * 1000)
        route.fulfill(body=said)

    page.context.unroute_all()
    page.context.route(f"{SITE}/**", answer)
    page.goto(SITE)


def show(page: Any, kiln: str) -> None:
    page.get_by_label("Kiln").fill(kiln)
    page.get_by_role("button", name="Fire now").click()


def test_the_answer_of_the_last_press_is_what_proves_it(lab: Lab, page: Any) -> None:
    fired: list[str] = []
    serve(page, 0.8, "The kiln is lit", fired)
    lab.run(page, "fire a kiln", {"kiln": "one"}, teacher=show)

    serve(page, 0.5, "The kiln is lit", fired)
    run = lab.run(page, "fire a kiln", {"kiln": "two"}, mode=Mode.REPLAY)

    assert run.outcome is Outcome.REPLAYED
    assert fired == ["one", "two"]


def test_another_answer_is_red(lab: Lab, page: Any) -> None:
    fired: list[str] = []
    serve(page, 0.8, "The kiln is lit", fired)
    lab.run(page, "fire a kiln", {"kiln": "one"}, teacher=show)

    serve(page, 0.5, "No gas: nothing was lit", fired)
    with pytest.raises(FlowError):
        lab.run(page, "fire a kiln", {"kiln": "two"}, mode=Mode.REPLAY, timeout=4.0)
