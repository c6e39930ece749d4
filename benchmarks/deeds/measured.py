"""Counts over all cases: on the fake page, and in real Chromium."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import sync_playwright

from pytest_ami.browser.find import find_browser

from . import browsed, faked


def measure(tell: Callable[[str], object] = lambda _: None) -> dict[str, Any]:
    """Return the counts.

    Args:
        tell: Called with a line of progress.
    """
    began = time.monotonic()
    fake, fake_done, again = faked.measure(tell)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(None, os.environ).path)
        real, real_done, twice = browsed.measure(browser, tell)
        browser.close()
    return {
        "runs": fake + real,
        "in_chromium": real,
        "did_the_deed": fake_done + real_done,
        "repeated": len(again) + len(twice),
        "which": [*again, *twice],
        "seconds": round(time.monotonic() - began, 1),
    }
