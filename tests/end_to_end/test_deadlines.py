"""Pages that hold a run up: every run ends in its time, and a page that only looks frozen is no obstacle."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.outcome import Outcome, Run
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab
from tests.support.stubborn import CLOCKS, PLAIN, RIGHT, STOPS, hold, show
from tests.support.versions import HOST, Versions

PATIENCE, MORE = 3.0, 2.0
"""The patience of a run, and the seconds that it may take longer."""

Replayed = Callable[[str], tuple["Run | FlowError", float]]


@pytest.fixture
def versions(lab: Lab, page: Any) -> Versions:
    made = Versions(lab, page)
    made.learn(PLAIN, show, to="eve@a.test")
    return made


@pytest.fixture(params=["sync", "async"])
def replayed(request: pytest.FixtureRequest, versions: Versions) -> Replayed:
    """Return a function that replays the task on a version: the run or its error, and its seconds."""
    replay = versions.replay if request.param == "sync" else versions.replay_async

    def play(body: str) -> tuple[Run | FlowError, float]:
        try:
            run = replay(body, timeout=PATIENCE, to="bob@a.test")
        except FlowError as error:
            return error, versions.took
        return run, versions.took

    return play


@pytest.mark.parametrize("case", STOPS)
@pytest.mark.variants(12)
def test_a_page_that_never_answers_ends_the_run_in_its_time(replayed: Replayed, case: str) -> None:
    found, took = replayed(STOPS[case])

    assert isinstance(found, FlowError)
    assert took <= PATIENCE + MORE


@pytest.mark.parametrize("case", RIGHT)
@pytest.mark.variants(12)
def test_a_page_that_replaces_functions_of_the_browser_is_replayed(
    replayed: Replayed, versions: Versions, case: str
) -> None:
    found, took = replayed(RIGHT[case])

    assert isinstance(found, Run), found
    assert found.outcome is Outcome.REPLAYED
    assert took <= PATIENCE + MORE
    assert versions.deeds in (["sent bob@a.test"], [])  # the last request may still be on its way


@pytest.mark.variants(12)
@pytest.mark.parametrize("way", CLOCKS)
def test_a_page_whose_clock_is_held_by_the_test_is_replayed(versions: Versions, page: Any, way: str) -> None:
    page.clock.install(time="2024-01-01")
    versions.body = PLAIN
    page.goto(HOST)
    hold(page.clock, way)
    began = time.monotonic()

    run = versions.lab.run(page, "task", {"to": "bob@a.test"}, mode=Mode.REPLAY, timeout=PATIENCE)

    assert run.outcome is Outcome.REPLAYED
    assert time.monotonic() - began <= PATIENCE + MORE


def test_a_flow_is_recorded_while_the_clock_stands_still(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    page.clock.install(time="2024-01-01")
    page.clock.pause_at("2030-01-01")

    versions.learn(PLAIN, show, to="eve@a.test")

    assert versions.replay(PLAIN, to="bob@a.test").outcome is Outcome.REPLAYED
