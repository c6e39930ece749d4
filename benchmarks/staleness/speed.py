"""The cost of a heal on a large page: the thorough look through Playwright, and the judgement in Python."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Sequence
from functools import partial
from importlib.resources import files
from math import ceil
from statistics import median
from typing import Any

from playwright.sync_api import Page, sync_playwright

from pytest_ami.browser.bundle import bundle
from pytest_ami.browser.driver import SyncDriver
from pytest_ami.browser.find import find_browser
from pytest_ami.browser.session import ContextSession
from pytest_ami.elements.identity import element_query, heal, recognise
from pytest_ami.model import command as c
from pytest_ami.model.codec import from_plain
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import StepKind

SIZES = {2_000: 50.0, 20_000: 300.0}
"""Elements of the page, and the milliseconds that finding the element anew may take."""

ROUNDS, WARM_UP = 20, 2
TARGETS = {
    "button": ("#submit-expense-report", StepKind.CLICK),
    "field": ("#expense-purpose", StepKind.FILL),
    "row": ("#row-target", StepKind.CLICK),
}
"""The targets: a button and a field with unique names, and a button that every row of a table has."""

DESCRIBE = "(el) => globalThis[Symbol.for('pytest-ami')].describe(el, true)"


def once(driver: SyncDriver, command: c.Command) -> Any:
    """Carry out one command."""

    def program() -> Generator[c.Command, Any, Any]:
        return (yield command)

    return driver.run(program())


def recorded(page: Page, size: int) -> dict[str, Fingerprint]:
    """Draw the page; return what is known of each target."""
    page.set_content("<!doctype html><title>Expenses</title><body></body>")
    page.evaluate((files("benchmarks.staleness") / "page.js").read_text("utf-8"))
    page.evaluate("(size) => window.drawPage(size)", size)
    page.evaluate(bundle())
    return {
        name: from_plain(Fingerprint, page.locator(selector).evaluate(DESCRIBE))
        for name, (selector, _) in TARGETS.items()
    }


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Return the milliseconds that a call took, and its result."""
    began = time.perf_counter()
    result = call()
    return 1000 * (time.perf_counter() - began), result


def spread(values: Sequence[float]) -> dict[str, float]:
    """Return the median and the 95th percentile of some milliseconds."""
    return {"median": round(median(values), 1), "p95": round(sorted(values)[ceil(0.95 * len(values)) - 1], 1)}


def on_page(page: Page, size: int, rounds: int = ROUNDS) -> dict[str, Any]:
    """Return what finding each target anew costs on a page of this size."""
    targets = recorded(page, size)
    page.evaluate("() => window.redesignPage()")
    session = ContextSession(page)
    driver = SyncDriver(session)
    found: dict[str, Any] = {"elements": page.evaluate("() => document.querySelectorAll('*').length")}
    try:
        for name, target in targets.items():
            found[name] = _target(driver, target, TARGETS[name][1], rounds)
    finally:
        session.close()
    return found


def _target(driver: SyncDriver, target: Fingerprint, kind: StepKind, rounds: int) -> dict[str, Any]:
    """Time the looks for one target; the quick one must fail, or there is nothing to measure."""
    want = element_query(target, kind, {})
    ask, survey = c.Look(target=want, slice=0), c.Survey(target=want)
    times: dict[str, list[float]] = {"look": [], "survey": [], "heal": [], "whole": []}
    said = ""
    for number in range(WARM_UP + rounds):
        look, seen = timed(partial(once, driver, ask))
        if recognise(target, seen.candidates, {}).usable:
            raise RuntimeError(f"the quick look finds {target.title()} on the changed page")
        whole, around = timed(partial(once, driver, survey))
        judging, verdict = timed(partial(heal, target, kind, around.candidates, {}))
        said = verdict.identity.value
        if number >= WARM_UP:
            for key, value in (("look", look), ("survey", whole), ("heal", judging), ("whole", whole + judging)):
                times[key].append(value)
    return {**{f"{key}_ms": spread(values) for key, values in times.items()}, "said": said}


def measure(tell: Callable[[str], None] = lambda _: None, rounds: int = ROUNDS) -> dict[str, Any]:
    """Return the times on each size of page, and whether they are within the limits."""
    found: dict[str, Any] = {"rounds": rounds}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(None, os.environ).path)
        for size, limit in SIZES.items():
            tell(f"speed: {size} elements")
            page = browser.new_page()
            times = on_page(page, size, rounds)
            worst = max(times[name]["whole_ms"]["median"] for name in TARGETS)
            found[str(size)] = {**times, "worst_median_ms": worst, "goal_ms": limit, "met": worst <= limit}
            page.close()
        browser.close()
    return found


def lines(found: dict[str, Any]) -> list[str]:
    """Return the figures as people read them."""
    made = []
    for size in SIZES:
        times = found[str(size)]
        for name in TARGETS:
            one = times[name]
            whole = f"{one['whole_ms']['median']} ms (95 %: {one['whole_ms']['p95']}; goal <= {times['goal_ms']:.0f})"
            parts = f"survey {one['survey_ms']['median']}, heal {one['heal_ms']['median']}"
            look = f"quick look {one['look_ms']['median']}"
            made.append(f"{times['elements']} elements, {name}: {whole}: {parts}; {look}; {one['said']}")
    return made
