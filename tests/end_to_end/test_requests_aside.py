"""Requests of a page past its routes during a lesson, in real Chromium: by a service worker, and as it is left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.deeds import Answer, Application
from tests.support.lab import Lab

WORKER = """self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
self.addEventListener('message', ({data}) => fetch(data + '/worker', {method: 'POST', mode: 'no-cors', body: 'x'}).catch(() => 0));"""
FORM = "<form method=post action=/sent><label>Note <input name=note></label><button>Send</button></form><p role=status></p>"
ASIDE = """<script>navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(({active}) => {
  document.querySelector('input').oninput = () => active.postMessage('FOREIGN'); document.querySelector('button').disabled = false; });
addEventListener('pagehide', () => navigator.sendBeacon('FOREIGN/left', 'x'));</script>"""


@pytest.fixture
def both() -> Iterator[tuple[Application, Application]]:
    with Application() as own, Application() as foreign:
        own.show(
            {
                "/": FORM.replace("<button", "<button disabled") + ASIDE.replace("FOREIGN", foreign.url),
                "/worker.js": Answer(WORKER, kind="text/javascript"),
                "/sent": "<h1>Notes</h1><p role=status>Note sent</p>",
            }
        )
        foreign.show(dict.fromkeys(("/worker", "/left"), ""))
        yield own, foreign


def test_a_lesson_refuses_what_a_worker_sends_and_what_a_page_sends_as_it_is_left(
    both: tuple[Application, Application], lab: Lab, page: Any
) -> None:
    own, foreign = both
    page.goto(own.url)
    page.locator("button:enabled").wait_for()

    lab.run(page, "send a note", {"note": "Lunch"})
    page.wait_for_timeout(300)

    assert [path for path, _ in own.deeds] == ["/sent"]
    assert foreign.deeds == []

    page.goto(own.url)  # without a lesson they arrive
    page.locator("button:enabled").wait_for()
    page.get_by_label("Note").fill("Lunch")
    page.get_by_role("button").click()
    page.get_by_text("Note sent").wait_for()
    page.wait_for_timeout(300)

    assert {path for path, _ in foreign.deeds} == {"/worker", "/left"}
