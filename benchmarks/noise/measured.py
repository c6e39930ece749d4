"""The replays on noisy pages, and their figures. They go under ``noise`` in `benchmarks/results.json`.

A replay is a false alarm if it stops, or if anything else than the one recorded deed arrives. Half of the replays of a
kind use a flow that was learned on the calm page, the other half one that was learned with the noise.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from benchmarks.redesign.score import rate
from pytest_ami.browser.find import find_browser
from pytest_ami.model.settings import Mode
from tests.support.deeds import Application
from tests.support.lab import Lab
from tests.support.noise.kinds import KINDS
from tests.support.noise.shop import CALM, Noise, expected, place_order, shop

RUNS = 20
GOAL = 1
"""False alarms that are allowed among 500 replays."""


def measure(
    tell: Callable[[str], None] = lambda _: None, *, only: str = "", runs: int = RUNS, part: tuple[int, int] = (0, 1)
) -> dict[str, Any]:
    """Return the figures of all kinds, or of those whose name holds ``only``."""
    return figures(list(rows(tell, only=only, runs=runs, part=part)))


def rows(tell: Callable[[str], None], *, only: str, runs: int, part: tuple[int, int]) -> Iterator[dict[str, Any]]:
    """Yield a row for each replay."""
    number, of = part
    with sync_playwright() as playwright, Application() as application, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=find_browser(explicit=None, environ=os.environ).path)
        for noise in [kind for kind in KINDS if only in kind.name][number::of]:
            tell(noise.name)
            labs = [Lab(Path(folder, noise.name, how)) for how in ("calm", "noisy")]
            for lab, seen in zip(labs, (CALM, noise), strict=True):
                _learn(browser, application, lab, seen)
            for run in range(1, runs + 1):
                yield _row(browser, application, labs[run % 2], noise, run)


def _learn(browser: Browser, application: Application, lab: Lab, noise: Noise) -> None:
    application.show(shop(noise, 0))
    context = browser.new_context()
    try:
        page = context.new_page()
        page.goto(application.url)
        lab.run(page, "place an order", {"item": "Lamp", "pieces": "3"}, teacher=place_order)
    finally:
        context.close()


def _row(browser: Browser, application: Application, lab: Lab, noise: Noise, run: int) -> dict[str, Any]:
    values = {"item": f"Chair {chr(64 + run)}", "pieces": str(run + 3)}
    application.show(shop(noise, run))
    context = browser.new_context()
    found: dict[str, Any] = {"kind": noise.name, "run": run, "passed": False, "why": "", "outcome": ""}
    try:
        page = context.new_page()
        page.goto(application.url)
        done = lab.run(page, "place an order", values, mode=Mode.REPLAY)
        found |= {"passed": True, "outcome": done.outcome.value, "seconds": round(done.seconds, 2)}
    except Exception as error:  # noqa: BLE001  (every fault is a false alarm, and named)
        found["why"] = " ".join(str(error).split())[:600]
    finally:
        context.close()
    found["right"] = [data for path, data in application.deeds if path == "/orders"] == expected(values)
    return found


def figures(found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return counts and rates."""
    wrong = [row for row in found if not (row["passed"] and row["right"])]
    return {
        "runs": len(found),
        "kinds": len({row["kind"] for row in found}),
        "false_alarms": rate(len(wrong), len(found)),
        "wrong_deeds": sum(row["passed"] and not row["right"] for row in found),
        "healed": sum(row["outcome"] == "healed" for row in found),
        "goal": f"{GOAL} in 500",
        "each": [{key: row[key] for key in ("kind", "run", "why")} for row in wrong],
    }


def lines(found: dict[str, Any]) -> list[str]:
    """Return the figures as people read them."""
    share = found["false_alarms"]
    span = f"{share['interval'][0]} to {share['interval'][1]} %; goal {found['goal']}"
    return [
        f"noise: {share['count']} false alarms in {share['of']} replays over {found['kinds']} kinds ({span})",
        *(f"  {one['kind']} #{one['run']}: {one['why'] or 'another deed'}" for one in found["each"]),
    ]
