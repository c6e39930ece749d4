"""The HTML report of a large suite: its size, and the time from `goto` until its first flows are on the screen.

The data are made: every test has a flow of its own with 20 steps; of 50 one is healed and of 50 one is stale, and these
have pictures of the size that a real page gives. Opening is measured in headless Chromium from `file://`, cold for each
page: the median of several openings, each in a context of its own.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from pytest_ami.browser.find import find_browser
from pytest_ami.model.outcome import Cause, Drift, Outcome, Run, StepEvidence, Usage
from pytest_ami.report.html.content import content
from pytest_ami.report.html.writer import write_report
from pytest_ami.report.messages import run_to_dict

STEPS, PICTURE_BYTES, OPENINGS = 20, 30_000, 5
GOALS = {500: {"seconds": 1.0, "megabytes": 10.0}, 10_000: {"seconds": 2.0}}
"""For each number of tests: seconds until the first flows are shown, and megabytes of the page."""


class Made:
    """Sources of a suite that never ran."""

    def __init__(self, tests: int) -> None:
        """Make the trends of so many tasks."""
        outcomes = ["learned", *["replayed"] * 15, "healed", *["replayed"] * 3]
        self._trend = {"trend": outcomes, "before": [18, 0.61, 0.52, 0.88]}
        self._tasks = [task(number) for number in range(tests)]
        self._noise = random.Random(7)  # noqa: S311  (noise, not a secret)

    def recent_runs(self) -> list[dict[str, Any]]:
        """Return 30 runs."""
        counts = {"replayed": len(self._tasks), "healed": 3}
        return [{"run": f"r{n}", "at": f"2026-01-{n + 1:02}T08:00:00Z", "counts": counts} for n in range(30)]

    def trends(self) -> Mapping[str, dict[str, Any]]:
        """Return the same trend for each task."""
        return dict.fromkeys(self._tasks, self._trend)

    def steps(self, session: str) -> tuple[StepEvidence, ...]:
        """Return 20 steps; a heal and a failure have pictures of their own."""
        number, pictured = int(session), int(session) % 50 < 2
        return tuple(self._step(number, place, pictured=pictured and place == STEPS - 1) for place in range(STEPS))

    def _step(self, number: int, place: int, *, pictured: bool) -> StepEvidence:
        return StepEvidence(
            step=place + 1,
            action="fill" if place % 3 else "click",
            target=f'textbox "Field {place} of {number}"',
            value="{{value}}" if place % 3 else "",
            url=f"http://127.0.0.1:8000/app/records/{number}/edit",
            verdict="drifted" if pictured else "same",
            expected=("says status Saved", f"shows heading Record {number}", "hides button Cancel"),
            seen=(f"says heading Record {number}", "says status Saved"),
            seconds=0.071,
            before=f"{number * 2:016x}.webp" if pictured else "",
            after=f"{number * 2 + 1:016x}.webp" if pictured else "",
        )

    def picture(self, name: str) -> bytes:  # noqa: ARG002  (each is as large)
        """Return bytes that no compression makes smaller."""
        return b"RIFF" + self._noise.randbytes(PICTURE_BYTES)

    def differences(self, entry: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the differences of one healed step."""
        fields = [["xpath", "//button[@id='a']", "//button[@id='b']"], ["attributes.id", "a", "b"]]
        return [{"change": "changed", "old": STEPS, "new": STEPS, "title": entry["task"], "fields": fields}]

    def transcript(self, test: str, attempt: int) -> str:  # noqa: ARG002  (no model was asked)
        """Return no dialogue."""
        return ""


def task(number: int) -> str:
    """Return the name of a task."""
    return f"edit record {number} of the application"


def entries(tests: int) -> dict[str, list[dict[str, Any]]]:
    """Return the runs of so many tests."""
    found = {}
    for number in range(tests):
        outcome = {0: Outcome.STALE, 1: Outcome.HEALED}.get(number % 50, Outcome.REPLAYED)
        drift = Drift(step=STEPS, cause=Cause.MISSING, title="click", evidence=("nothing is like it",) * 3)
        run = Run(
            task=task(number), outcome=outcome, steps=STEPS, seconds=0.6, version=1, workflow_id=f"v{number}",
            lesson=Usage(calls=6, seconds=4.9), session=str(number), drift=drift if outcome is Outcome.STALE else None,
        )  # fmt: skip
        found[f"tests/test_part_{number % 40}.py::test_flow_{number}[chromium]"] = [
            {**run_to_dict(run), "attempt": 1, "passed": outcome is not Outcome.STALE}
        ]
    return found


def measure(tests: int, tell: Callable[[str], None]) -> dict[str, Any]:
    """Return size and opening time of the report of so many tests."""
    about = {"run": "benchmark", "at": "2026-01-30T08:00:00Z", "mode": "replay", "mode_reason": "benchmark"}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder, "report.html")
        began = time.perf_counter()
        write_report(path, content(about, entries(tests), Made(tests)))
        writing = time.perf_counter() - began
        beside = sum(one.stat().st_size for one in Path(folder).rglob("*") if one.is_file() and one != path)
        tell(f"report of {tests:,} tests: {path.stat().st_size / 1e6:.1f} MB")
        found = find_browser(None, os.environ)
        browser = playwright.chromium.launch(executable_path=found.path)
        openings = [_opened(browser, path) for _ in range(OPENINGS)]
        browser.close()
        return {
            "tests": tests,
            "steps": STEPS * tests,
            "megabytes": round(path.stat().st_size / 1e6, 2),
            "megabytes_in_folder": round(beside / 1e6, 2),
            "write_seconds": round(writing, 2),
            "open_seconds": round(median(openings), 3),
            "openings": [round(one, 3) for one in openings],
            "goal": GOALS[tests],
        }


def _opened(browser: Browser, path: Path) -> float:
    context = browser.new_context()
    page = context.new_page()
    began = time.perf_counter()
    page.goto(path.as_uri())
    page.locator(".flow").first.wait_for()
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    seconds = time.perf_counter() - began
    context.close()
    return seconds
