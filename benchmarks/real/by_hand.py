"""`python -m benchmarks.real.by_hand APPLICATION`: every task by hand, with all its values, on one fresh instance.

Shows that the bed itself is right: the flow works, its assertion passes, the server says that it was done and nothing
else, and the server does not say so when nothing was done. Knows no recorder, no store and no plugin.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.table import Table

from pytest_ami.browser.find import find_browser

from .application import Application, Release, Running, Task, Values
from .bed import MODULES, application
from .facts import changes
from .stage import end_on_signal, install, serving

PATIENCE = 15_000
"""Milliseconds that a step by hand may wait."""

SETTLE = 3.0
"""Seconds that a server may take until it holds what a page has confirmed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One task with one set of values.

    Attributes:
        task: Its name.
        number: Of the values, from 1.
        seconds: From the open page to the passed assertion.
        problem: The first thing that does not hold; empty if all does.
    """

    task: str
    number: int
    seconds: float = 0.0
    problem: str = ""


def main() -> int:
    """Try the tasks of an application on one of its releases; exit code 1 when something does not hold."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.real.by_hand", description=__doc__)
    parser.add_argument("application", choices=MODULES)
    parser.add_argument("--release", help="name of a release (default: the first)")
    parser.add_argument("--folder", type=Path, help="where to install; what is there is used again")
    parser.add_argument("-k", dest="task", default="", help="only tasks whose name holds this")
    asked = parser.parse_args()
    app = application(asked.application)
    names = [release.name for release in app.releases]
    if asked.release not in (None, *names):
        parser.error(f"{app.name} has no release {asked.release!r}; it has {', '.join(names)}")
    release = app.releases[names.index(asked.release) if asked.release else 0]
    console = Console(width=max(Console().width, 120))
    end_on_signal()
    with tempfile.TemporaryDirectory(prefix="real-") as scratch:
        installed = install(release, (asked.folder or Path(scratch)).resolve() / asked.application / release.name)
        with serving(release, installed, Path(scratch) / "run") as running:
            trials = tried(app, release, running, asked.task, console)
    console.print(table(app, release, trials))
    return 1 if not trials or any(one.problem for one in trials) else 0


def tried(app: Application, release: Release, running: Running, part: str, console: Console) -> list[Trial]:
    """Try the tasks whose name holds ``part``, with all values, one after the other; tell how each went."""
    trials: list[Trial] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(None, os.environ).path)
        for task in app.tasks:
            if part not in task.name or not (task.exists or release is app.releases[0]):
                continue
            for number, values in enumerate(task.values, 1):
                trials.append(one := _try(app, release, task, browser, running, number, values))
                told = f"{task.name}, values {number}: {one.problem or 'holds'} ({one.seconds:.1f} s)"
                console.print(told, style="red" if one.problem else "dim", markup=False, highlight=False)
        browser.close()
    return trials


def _try(
    app: Application, release: Release, task: Task, browser: Browser, running: Running, number: int, values: Values
) -> Trial:
    began, problem = time.perf_counter(), ""
    context = browser.new_context(base_url=running.url)
    context.set_default_timeout(PATIENCE)
    try:
        page = context.new_page()
        if app.enter:
            app.enter(page, running)
        if task.prepare:
            task.prepare(running, values)
        before = running.facts()
        if task.done(before, before, values):
            problem = "the server says that it is done before anything was done"
        page.goto(task.start)
        began = time.perf_counter()
        app.script(task, release)(page, values)
        task.confirm(page, values)
        seconds = time.perf_counter() - began
        if not settled(lambda: task.done(before, running.facts(), values)):
            changed = list(changes(before, running.facts())) or ["nothing changed"]
            problem = "\n  ".join(["the server does not say that it was done, and nothing else:", *changed])
    except Exception as error:  # noqa: BLE001  (one failure does not spoil the table)
        seconds, problem = time.perf_counter() - began, f"{type(error).__name__}: {error}"
    finally:
        context.close()
    return Trial(task=task.name, number=number, seconds=seconds, problem=problem)


def settled(holds: Callable[[], bool]) -> bool:
    """Return whether something holds within a moment."""
    end = time.monotonic() + SETTLE
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


def table(app: Application, release: Release, trials: Sequence[Trial]) -> Table:
    """Return the trials as people read them."""
    made = Table(
        box=None, pad_edge=False, header_style="bold", title=f"{app.name} {release.name}", title_justify="left"
    )
    made.add_column("task")
    made.add_column("covers")
    made.add_column("values", justify="right")
    made.add_column("seconds", justify="right")
    made.add_column("")
    for task in app.tasks:
        mine = [one for one in trials if one.task == task.name]
        if mine:
            held = [one for one in mine if not one.problem]
            verdict = "[green]holds[/]" if len(held) == len(mine) else "[red]fails[/]"
            seconds = sum(one.seconds for one in mine) / len(mine)
            made.add_row(task.name, ", ".join(task.covers), f"{len(held)} of {len(mine)}", f"{seconds:.1f}", verdict)
    return made


if __name__ == "__main__":
    sys.exit(main())
