"""`python -m benchmarks.review [--write]`: the review application on a large store and under a reviewer's hand.

Measures the first page of the list with 1,000 tasks of 50 steps. Measures in Chromium the time from a key to the next
picture, the pictures in memory, and the pace of a simulated reviewer who looks at each step, presses keys, and types a
correction now and then.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import tempfile
import threading
import time
import urllib.request
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from struct import pack
from typing import Any

from playwright.sync_api import Page, sync_playwright

from pytest_ami.browser.find import find_browser
from pytest_ami.model.workflow import Workflow
from pytest_ami.review.desk import ReviewDesk
from pytest_ami.review.web.application import application
from pytest_ami.review.web.server import ReviewServer, listen
from pytest_ami.store.facts import Kind
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.sessions import click, learned, open_store, session

from . import results

TASKS, STEPS = 1_000, 50
LISTS = 20
"""Number of times that the list is asked for, after the first time."""

LOOK = 0.9
"""Seconds that the simulated reviewer looks at a step before a key."""

TYPING = 0.06
"""Seconds for each character of a correction."""

WRONG = 10
"""Every so many steps are wrong, and get a correction."""

CORRECTION = 'click button "Step 1"'
REVIEWED = 60
"""Number of steps that the simulated reviewer marks."""

WIDTH, HEIGHT = 1280, 720

_TIMED = """
async (key) => {
  const began = performance.now();
  const before = document.querySelector("#picture img")?.src;
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  while (document.querySelector("#picture img")?.src === before && performance.now() - began < 5000) await new Promise((go) => setTimeout(go));
  const image = document.querySelector("#picture img");
  await image.decode();
  await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  return performance.now() - began;
}
"""
"""Time from a key to the second frame after the picture stands on the page: then it was painted."""


def measure(tell: Callable[[str], object]) -> dict[str, Any]:
    """Return the figures."""
    with tempfile.TemporaryDirectory() as name:
        tell("list: making 1,000 tasks of 50 steps")
        listed = _listed(open_store(Path(name, "list")))
    with tempfile.TemporaryDirectory() as name:
        tell("player: keys and pictures")
        played = _played(open_store(Path(name, "player")))
    return {"list": listed, "player": played, "load": round(os.getloadavg()[0], 1)}


def many(store: WorkflowStore) -> None:
    """Fill a store with the sessions of many tasks, each with its evidence file."""
    steps = [click(f"Step {number}") for number in range(1, STEPS + 1)]
    line = {"action": "click", "thinking": "The next step of the task.", "verdict": "same", "seconds": 0.1}
    lines = "".join(json.dumps({"step": number, **line}) + "\n" for number in range(1, STEPS + 1))
    for number in range(TASKS):
        version = store.add(Workflow(task=f"task {number:04}", steps=tuple(steps)))
        name = session(store, version, passed=number % 7 > 0)
        folder = store.folder / "runs" / "r1" / name
        folder.mkdir(parents=True)
        (folder / "steps.jsonl").write_text(lines, "utf-8")


def _listed(store: WorkflowStore) -> dict[str, Any]:
    many(store)
    store.journal.append(Kind.RUN_FINISHED)
    store.absorb()
    fresh = open_store(store.folder, worker="review", run="r2")
    with served(fresh) as url:
        first = _fetched(url)
        again = [_fetched(url) for _ in range(LISTS)]
        filtered = [_fetched(f"{url}?outcome=failures&page={number % 2 + 1}") for number in range(LISTS)]
    return {
        "tasks": TASKS,
        "steps_of_a_task": STEPS,
        "first_page_ms": round(first * 1000),
        "page_ms_median": round(statistics.median(again) * 1000),
        "filtered_ms_median": round(statistics.median(filtered) * 1000),
        "goal_ms": 500,
    }


def _fetched(url: str) -> float:
    """Return the seconds until a page with its rows has arrived; a page without rows is asked for its rows."""
    began = time.perf_counter()
    text = _text(url)
    if "data-load=" in text:
        base, _, query = url.partition("?")
        text = _text(f"{base}rows?{query}")
    if text.count('data-name="failures"') != 50:
        raise AssertionError(text[:500])
    return time.perf_counter() - began


def _text(url: str) -> str:
    with urllib.request.urlopen(url) as answer:  # noqa: S310  (our own address)
        return str(answer.read().decode())


def _played(store: WorkflowStore) -> dict[str, Any]:
    version = learned(store, [click(f"Step {number}") for number in range(1, 201)])
    name = session(store, version)
    _pictures(store.folder, name, len(version.steps))
    with served(store) as url, _page() as page:
        page.goto(f"{url}session/{name}")
        page.wait_for_function("amiPlayer.pictures.load(amiPlayer.steps[5].pictures[0]).ready")
        times = []
        for _ in range(150):
            page.wait_for_timeout(60)  # the fastest hand: a key every 60 ms and the time of the picture
            times.append(page.evaluate(_TIMED, "s"))
        kept = page.evaluate("amiPlayer.pictures.size")
        paced = _paced(page, f"{url}session/{name}?step=1", store)
    times.sort()
    return {
        "key_to_picture_ms_p50": round(statistics.median(times), 1),
        "key_to_picture_ms_p95": round(times[int(len(times) * 0.95)], 1),
        "goal_ms": 50,
        "pictures_in_memory": kept,
        **paced,
    }


def _paced(page: Page, address: str, store: WorkflowStore) -> dict[str, Any]:
    """Review steps as a person does, and return the pace and the number of verdicts that the store has."""
    page.goto(address)
    began = time.perf_counter()
    wrong = 0
    for number in range(1, REVIEWED + 1):
        page.wait_for_timeout(LOOK * 1000)
        if number % WRONG:
            page.keyboard.press("f")
            continue
        wrong += 1
        page.keyboard.press("d")
        page.keyboard.type(CORRECTION, delay=TYPING * 1000)
        page.keyboard.press("Enter")
    minutes = (time.perf_counter() - began) / 60
    page.wait_for_function("amiPlayer.outbox.waiting === 0")
    standing = store.feedback.standing()
    lost = REVIEWED - len(standing) + wrong - sum(one.user_correction == CORRECTION for one in standing)
    return {"steps_per_minute": round(REVIEWED / minutes, 1), "goal_per_minute": 40, "marked": REVIEWED, "lost": lost}


def _pictures(folder: Path, name: str, steps: int) -> None:
    place = folder / "runs" / "r1"
    (place / name).mkdir(parents=True)
    (place / "pictures").mkdir()
    chance = random.Random(7)  # noqa: S311  (pixels)
    rows = []
    for number in range(1, steps + 1):
        (place / "pictures" / f"{number}.png").write_bytes(_png(chance))
        rows.append(json.dumps({"step": number, "before": f"{number}.png"}) + "\n")
    (place / name / "steps.jsonl").write_text("".join(rows), "utf-8")


def _png(chance: random.Random) -> bytes:
    """Return a picture as large as a page, with the same share of detail as a screenshot."""
    line = bytes(1) + bytes(chance.randrange(256) for _ in range(300)) + bytes([240]) * (WIDTH * 3 - 300)
    packed = zlib.compress(line * HEIGHT, 1)
    head = pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", packed), (b"IEND", b""))
    chunks = (pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data)) for kind, data in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


@contextmanager
def served(store: WorkflowStore) -> Iterator[str]:
    """Yield the address of the application on a store."""
    server = ReviewServer(application(ReviewDesk(store, "reviewer")), listen(0))
    ready = threading.Event()
    thread = threading.Thread(target=server.run, args=(lambda _url: ready.set(),), daemon=True)
    thread.start()
    ready.wait(20)
    try:
        yield server.url
    finally:
        server.stop()
        thread.join(10)


@contextmanager
def _page() -> Iterator[Page]:
    found = find_browser(None, os.environ)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.path)
        yield browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        browser.close()


if __name__ == "__main__":
    print(json.dumps(results.run("review", __doc__, measure), indent=2))
