"""The fixtures and hooks of the temporary projects: the log-in, the values of a run, and word to the judge.

Runs in the process of pytest, beside the plugin. Must never help a replay: it opens the start page, as a user's test
does, and then the test's body begins.
"""

from __future__ import annotations

import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Generator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .application import Application, Running, Script, Task, Values
from .bed import application

PATIENCE = 10_000
"""Milliseconds that an assertion of a test waits, on a machine that has other things to do."""

expect.set_options(timeout=PATIENCE)


def word(name: str) -> str:
    """Return what the harness tells this process."""
    return os.environ[f"REAL_{name.upper()}"]


def tell(path: str, **said: Any) -> None:
    """Tell the judge; its own failure is one of the test."""
    body = json.dumps(said).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(word("judge") + path, body), timeout=120):  # noqa: S310
            pass
    except urllib.error.HTTPError as error:
        raise RuntimeError(f"the judge failed: {error.read().decode()}") from None


def app() -> Application:
    """Return the application of this session."""
    return application(word("application"))


def task_of(name: str) -> Task:
    """Return a task by its name."""
    return next(task for task in app().tasks if task.name == name)


def script_of(name: str) -> Script:
    """Return the flow of a task by hand on the release of this session."""
    here = app()
    release = next(one for one in here.releases if one.name == word("release"))
    return here.script(task_of(name), release)


def learned(name: str) -> pytest.MarkDecorator:
    """Return the marker of a learned flow, with the teacher of this session."""

    def show(page: Page, /, **values: str) -> None:
        script_of(name)(page, values)

    teacher = {"demonstration": show, "offline": "offline", "model": "llm"}[word("teacher")]
    return pytest.mark.learned(name, teacher=teacher, secrets=tuple(task_of(name).secrets))


def run_of(item: pytest.Item) -> dict[str, Any] | None:
    """Return task, number of the values, and whether it is by hand; None for another test."""
    marker = item.get_closest_marker("flow")
    if marker is None:
        return None
    return {"task": marker.args[0], "number": marker.args[1], "by_hand": marker.args[2]}


@pytest.fixture
def values(page: Page, request: pytest.FixtureRequest) -> Values:
    """Log in, prepare the server, open the page on which the flow begins, and return the values."""
    run = run_of(request.node)
    assert run is not None
    here = app()
    if here.enter:
        here.enter(page, Running(word("url"), lambda: None))
    tell("/begin", task=run["task"], number=run["number"])
    task = task_of(run["task"])
    page.goto(task.start)
    given: Values = task.values[run["number"] - 1]
    return given


CLOCK = pytest.StashKey[float]()


@pytest.hookimpl(hookwrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None]:
    """Measure the body of a test."""
    began = time.perf_counter()
    yield
    pyfuncitem.stash[CLOCK] = time.perf_counter() - began


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any]:
    """Tell the judge how a test ended, while its page is still open."""
    answer = yield
    run, report = run_of(item), answer.get_result()
    if run is None or (report.passed and call.when != "call"):
        return
    if call.when == "teardown":
        tell("/spoil", message=report.longreprtext)
        return
    tell(
        "/end",
        **run,
        reached=call.when == "call",
        green=report.passed,
        seconds=item.stash.get(CLOCK, 0.0),
        message="" if report.passed else report.longreprtext,
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker that names a test's task."""
    config.addinivalue_line("markers", "flow(task, number, by_hand): the flow that a test runs")
