"""The cost of `--ami-watch` on green runs: a hundred plain tests on the bundled mailbox, with it and without.

Both sides run the same files. They alternate and swap their order in every round, and each test is a pair with itself.
The timing covers a test's own code, from its first line to its last assertion.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.numbers import Spread, paired
from pytest_ami.testing.project import Project

ROOT = Path(__file__).parents[2]
GOAL = 1.03
ROUNDS = 2
"""Runs of the suite on each side that count; one before them fills the memory of the locators."""

CONFTEST = """import json
import os

import pytest

from pytest_ami.sites.mail import MailSite


@pytest.fixture(scope="session")
def mailbox():
    with MailSite() as site:
        yield site


@pytest.fixture
def browser_context_args(browser_context_args, mailbox):
    mailbox.reset()
    state = {"cookies": mailbox.cookies(), "origins": []}
    return {**browser_context_args, "base_url": mailbox.url, "storage_state": state}


def pytest_runtest_logreport(report):
    if report.when == "call":
        with open(os.environ["TIMES"], "a") as file:
            file.write(json.dumps([report.nodeid, report.outcome, report.duration]) + "\\n")
"""

SUITE = """import re

import pytest
from playwright.sync_api import expect


@pytest.fixture(autouse=True)
def inbox(page):
    page.goto("/")


@pytest.mark.parametrize("n", range(40))
def test_send(page, n):
    page.get_by_role("button", name="Compose").click()
    page.get_by_label("To", exact=True).fill(f"ann.{n}@example.com")
    page.get_by_label("Subject").fill(f"Meeting {n}")
    page.get_by_role("textbox", name="Message").fill(f"See you at {n}.")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("status")).to_have_text("Message sent")


@pytest.mark.parametrize("n", range(40))
def test_search(page, n):
    page.get_by_label("Search mail").fill(f"word {n}")
    page.get_by_role("button", name="Search").click()
    expect(page).to_have_url(re.compile(f"q=word.{n}$"))


@pytest.mark.parametrize("folder", ["Sent", "Drafts", "Archive", "Spam", "Trash"] * 4)
def test_folder(page, folder):
    page.get_by_role("link", name=folder, exact=True).click()
    expect(page.get_by_role("heading", name=folder)).to_be_visible()
"""


def measure(rounds: int = ROUNDS, tell: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Return the ratio of the tests with to those without, its quartiles, both medians in milliseconds, and outcomes.

    Args:
        rounds: How many runs of each side count.
        tell: Takes what is being done.
    """
    project = Project().with_file("conftest.py", CONFTEST).with_file("test_mail.py", SUITE)
    project = project.with_args("-p", "no:randomly", "-p", "no:html", "-p", "no:allure_pytest")
    runs: dict[bool, list[dict[str, tuple[str, float]]]] = {True: [], False: []}
    _run(project, "first", "--ami-watch")
    for number in range(rounds):
        for watched in (True, False) if number % 2 else (False, True):
            tell(f"plain tests, round {number + 1} of {rounds}, {'with' if watched else 'without'} --ami-watch")
            runs[watched].append(_run(project, f"{number}-{watched}", *(["--ami-watch"] if watched else [])))
    with_, without = (
        [seconds for run in runs[watched] for _, (_, seconds) in sorted(run.items())] for watched in (True, False)
    )
    ratio = paired(with_, without)
    outcomes = [{test: outcome for test, (outcome, _) in run.items()} for run in (*runs[True], *runs[False])]
    return {
        "median": round(ratio.median, 3),
        "quartiles": [round(ratio.low, 3), round(ratio.high, 3)],
        "watched_ms": round(Spread.of(with_).median * 1000, 1),
        "plain_ms": round(Spread.of(without).median * 1000, 1),
        "n": len(with_),
        "goal": GOAL,
        "tests": len(outcomes[0]),
        "passed": sum(outcome == "passed" for outcome in outcomes[0].values()),
        "same_outcomes": all(outcome == outcomes[0] for outcome in outcomes),
    }


def _run(project: Project, name: str, *args: str) -> dict[str, tuple[str, float]]:
    """Run the suite; return the outcome of each test and the seconds that it took."""
    path = project.path / f"{name}.jsonl"
    project.with_env(TIMES=str(path), PYTHONPATH=str(ROOT)).run(*args, "-q", timeout=900)
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return {test: (outcome, seconds) for test, outcome, seconds in rows}
