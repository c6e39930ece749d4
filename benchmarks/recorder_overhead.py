"""The recorder's cost: the mail flow by hand, with a recorder attached and without one.

Each run gets a fresh context. The two variants alternate in one process and swap their order in every pair. The timing
covers a test's body from its first action to its final assertion. It excludes attaching and detaching, which are
reported separately.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, expect, sync_playwright

from pytest_ami.browser.behavior import BehaviorRecorder
from pytest_ami.browser.find import find_browser
from pytest_ami.sites.mail import MailSite

from .numbers import Spread, paired
from .replay_ratio import MAIL, by_hand

GOAL = 1.05
OPERATIONS = 5
"""The operations of the flow: one click, three fields, one click."""


@dataclass(slots=True)
class Flow:
    """The flow on a site, with a recorder or without."""

    browser: Browser
    site: MailSite
    attaching: list[float] = field(default_factory=list)

    def run(self, *, recorded: bool) -> float:
        """Send a mail by hand; return the seconds it took."""
        self.site.reset()
        context = self.browser.new_context(
            base_url=self.site.url,
            storage_state={"cookies": self.site.cookies(), "origins": []},  # type: ignore[arg-type]
        )
        page = context.new_page()
        recorder = BehaviorRecorder() if recorded else None
        began = time.perf_counter()
        if recorder:
            recorder.start(page)
        attached = time.perf_counter() - began
        page.goto("/")
        began = time.perf_counter()
        by_hand(page, **MAIL)
        expect(page.get_by_role("status")).to_have_text("Message sent")
        seconds = time.perf_counter() - began
        if recorder:
            began = time.perf_counter()
            recorder.stop()
            self.attaching.append(attached + time.perf_counter() - began)
            steps = [step for step in recorder.steps(values=MAIL) if step.target]
            assert len(steps) == OPERATIONS, [step.title() for step in steps]
        (mail,) = self.site.sent()
        assert mail.subject == MAIL["subject"]
        context.close()
        return seconds


def measure(pairs: int = 30, warm_up: int = 3, tell: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Return the ratio of the flow with to that without, its quartiles, and both medians in milliseconds.

    Args:
        pairs: How many pairs count.
        warm_up: How many come before them and do not.
        tell: Called with a line of progress.
    """
    times: dict[bool, list[float]] = {True: [], False: []}
    found = find_browser(None, os.environ)
    with MailSite() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.path)
        flow = Flow(browser, site)
        for number in range(warm_up + pairs):
            for recorded in (True, False) if number % 2 else (False, True):
                seconds = flow.run(recorded=recorded)
                if number >= warm_up:
                    times[recorded].append(seconds)
            tell(f"flow with and without the recorder: pair {number + 1} of {warm_up + pairs}")
        browser.close()
    ratio = paired(times[True], times[False])
    return {
        "median": round(ratio.median, 3),
        "quartiles": [round(ratio.low, 3), round(ratio.high, 3)],
        "recorded_ms": round(Spread.of(times[True]).median * 1000, 1),
        "plain_ms": round(Spread.of(times[False]).median * 1000, 1),
        "attaching_ms": round(Spread.of(flow.attaching).median * 1000, 1),
        "n": pairs,
        "goal": GOAL,
    }
