"""The recorder's coverage: every kind of operation in every kind of place, graded one by one.

The pages are in ``tests.support.capture``; ``tests/end_to_end/test_capture_matrix.py`` grades the same cases as tests.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from pytest_ami.browser.find import find_browser
from tests.support.capture.cases import CASES, KINDS
from tests.support.capture.grade import LAUNCH, Grade, grade
from tests.support.capture.places import PLACES
from tests.support.capture.server import CaptureSite


def measure(pairs: int | None = None, tell: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Return how many cases were captured, missed, doubled and replayed, and why the others were not.

    Args:
        pairs: Every case is graded once, however many pairs other benchmarks measure.
        tell: Called with a line of progress.
    """
    found = find_browser(None, os.environ)
    grades: list[Grade] = []
    with tempfile.TemporaryDirectory() as folder, CaptureSite(CASES) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.path, **LAUNCH)
        for number, case in enumerate(CASES.values(), start=1):
            grades.append(grade(case, site, browser, Path(folder)))
            tell(f"capture matrix: case {number} of {len(CASES)}")
        browser.close()
    return summary(grades)


def summary(grades: list[Grade]) -> dict[str, Any]:
    """Return the counts and the list of what is wrong."""
    graded = [grade for grade in grades if grade.replayed is not None]
    return {
        "captured": sum(grade.captured for grade in grades),
        "missed": sum(not grade.captured for grade in grades),
        "doubled": sum(bool(grade.doubled) for grade in grades),
        "of": len(grades),
        "replayed": sum(not grade.replayed for grade in graded),
        "replay_of": len(graded),
        "kinds": len(KINDS),
        "places": len(PLACES),
        "missing": [{"case": grade.case, "why": grade.why} for grade in grades if grade.why],
    }
