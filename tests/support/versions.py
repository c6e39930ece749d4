"""A page in versions: learned on one, replayed on another, and the deeds that reached its server.

The same versions are replayed on sync pages and on async pages. Async pages live in a thread with an event loop of its
own, because the sync Playwright of the test process occupies the main thread.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from pytest_ami.browser.find import find_browser
from pytest_ami.flow.facade import AsyncAmi
from pytest_ami.model.outcome import Run
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

HOST = "http://versions.test"
HEARD = "async () => { await fetch('/heard') }"
"""A request after all others of a page: when it is answered, the deeds before it have arrived."""

SAYS = """<p role="status" id="said"></p><script>
  const deed = (what) => fetch('/deed', { method: 'POST', body: what });
  const count = (what) => fetch('/seen', { method: 'POST', body: what });
  const say = (text) => { document.getElementById('said').textContent = text; };
</script>"""


class Versions:
    """A site of one page; ``body`` is its present version, ``deeds`` what it was asked to do."""

    task = "task"

    def __init__(self, lab: Lab, page: Any) -> None:
        """Serve the site to the page's context."""
        self.lab, self.page = lab, page
        self.body, self.took = "", 0.0
        self.deeds: list[str] = []
        self.handlers: dict[str, Callable[[Any], Any]] = {}
        page.context.route(f"{HOST}/**", self._fulfil)

    def _fulfil(self, route: Any) -> None:
        answer = self.answer(route.request)
        if answer is not None:
            route.fulfill(**answer)

    def answer(self, request: Any) -> dict[str, Any] | None:
        """Return the answer to a request; None for one that is never answered."""
        path = urlsplit(request.url).path
        if path == "/hang":
            return None
        if path.startswith(("/deed", "/seen")):  # a page may count what it shows
            self.deeds.append(request.post_data or path)
            return {"status": 204, "body": ""}
        text = self.body if path == "/" else f"<h1>{path}</h1>"
        return {
            "body": f"<!doctype html><title>T</title><body>{SAYS}{text}",
            "content_type": "text/html; charset=utf-8",
        }

    def learn(self, body: str, show: Callable[..., None], **params: str) -> None:
        """Learn the task on one version, from a demonstration."""
        self.body = body
        self.page.goto(f"{HOST}/")
        self.lab.run(self.page, self.task, params, teacher=show)
        self.page.evaluate(HEARD)  # the deed of the lesson may still be on its way
        self.deeds.clear()

    def replay(self, body: str, timeout: float = 4.0, **params: Any) -> Run:
        """Replay the task on another version; ``took`` holds the seconds of the run."""
        self.body = body
        self.page.goto(f"{HOST}/", wait_until="commit")
        began = time.monotonic()
        try:
            run = self.lab.run(self.page, self.task, params, mode=Mode.REPLAY, timeout=timeout)
        finally:
            self.took = time.monotonic() - began
            self.page.wait_for_timeout(100)
        self.page.evaluate(HEARD)
        return run

    def replay_async(self, body: str, timeout: float = 4.0, **params: Any) -> Run:
        """Replay the task on another version, on an async page."""
        self.body = body

        async def scene(page: Any) -> Run:
            async def fulfil(route: Any) -> None:
                answer = self.answer(route.request)
                if answer is not None:
                    await route.fulfill(**answer)

            await page.context.route(f"{HOST}/**", fulfil)
            await page.goto(f"{HOST}/", wait_until="commit")
            face = self.lab.face(page, "task", mode=Mode.REPLAY, timeout=timeout)
            ami = AsyncAmi(face._attempt, page)
            face._session.close()
            began = time.monotonic()
            try:
                run = await ami.run(**params)
            finally:
                self.took = time.monotonic() - began
                await page.wait_for_timeout(100)
                ami.close()
            await page.evaluate(HEARD)
            return run

        result: Run = on_async_page(scene)
        return result


def on_async_page(scene: Callable[[Any], Awaitable[Any]]) -> Any:
    """Return the result of a coroutine function of a fresh async page, run in a thread of its own."""
    box: dict[str, Any] = {}

    async def play() -> None:
        from playwright.async_api import async_playwright

        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=_executable())
            try:
                box["result"] = await scene(await browser.new_page())
            except BaseException as error:  # noqa: BLE001  (raised again in the test's thread)
                box["error"] = error
            finally:
                await browser.close()

    thread = threading.Thread(target=lambda: asyncio.run(play()))
    thread.start()
    thread.join()
    if "error" in box:
        raise box["error"]
    return box["result"]


def _executable() -> str | None:
    found = find_browser(None, os.environ)
    return str(found.path) if found.path else None


@contextmanager
def handling(page: Any, handler: Callable[[Any], Any]) -> Iterator[None]:
    """Answer the page's dialogs with a handler of the test."""
    page.on("dialog", handler)
    try:
        yield
    finally:
        page.remove_listener("dialog", handler)
