"""Retries, workers, crashes and another order: each attempt counts for itself, and every process says the same."""

from __future__ import annotations

import pytest

from tests.support.inline import Inline
from tests.support.projects import CLICKS, FAKED_CLICKS

FLAKY = """
    TRIES = []

    def teach(page):
        page.click("Compose")
        if not TRIES:
            page.fill("To", "ann@example.com")

    @pytest.mark.learned("flaky", teacher=teach)
    def test_flaky(ami, page):
        page.goto("/")
        ami.run()
        TRIES.append(1)
        assert len(TRIES) > 1
"""
HOPELESS = """
    TRIES = []

    @learned("hopeless")
    def test_hopeless(ami, page):
        TRIES.append(1)
        page.goto("/")
        if len(TRIES) == 1:
            ami.run()
        assert False
"""
SEVERAL = """
    @pytest.mark.parametrize("n", range(2))
    @learned("open a mail")
    def test_open(ami, page, n):
        page.goto("/")
        ami.run("open a mail" if n else None)

    @learned("one")
    def test_one(ami, page):
        page.goto("/")
        ami.run()

    @learned("two")
    def test_two(ami, page):
        page.goto("/")
        ami.run()
        assert False

    def test_unrelated():
        pass
"""


def test_a_failed_attempts_recording_is_dropped_and_the_green_ones_is_kept(faked: Inline) -> None:
    result = faked.with_test(FLAKY).run("--reruns", "2", "-v")
    assert (result.ret, result.outcomes) == (0, {"passed": 1, "rerun": 1}), result.out
    (workflow,) = result.store.versions("flaky")
    assert [step.target.name for step in workflow.steps if step.target] == ["Compose"]
    assert result.summary[0] == "1 learned; 0 model calls"
    finished = [fact["attempt"] for fact in result.facts if fact["kind"] == "test_finished"]
    assert finished == [1, 2]


def test_the_summary_counts_the_last_attempt_only(faked: Inline) -> None:
    result = faked.with_test(FAKED_CLICKS, HOPELESS).run("--reruns", "1")
    assert result.outcomes == {"failed": 1, "rerun": 1}
    assert result.summary == []  # the last attempt ran no flow
    assert result.store.tasks() == ()


@pytest.mark.browser
@pytest.mark.nightly  # by day: test_store_under_workers.py, on pages that are no browser's
def test_workers_say_the_same_as_one_process(webmail: Inline) -> None:
    project = webmail.with_args("--ami-evidence=changes").with_test(CLICKS, SEVERAL)
    twin = project.apart.copy()
    serial = project.run("--deselect", "test_flow.py::test_open[chromium-1]", "--ami-html=r.html")
    spread = twin.run("-n", "2", "--deselect", "test_flow.py::test_open[chromium-1]", "--ami-html=r.html")
    assert serial.outcomes == spread.outcomes == {"passed": 3, "failed": 1, "deselected": 1} or (
        spread.outcomes == {"passed": 3, "failed": 1}
    )
    assert serial.summary == spread.summary
    pages = [(result.project.path / "r.html").read_text("utf-8") for result in (serial, spread)]
    assert len({page.count('"before":"') for page in pages}) == 1
    assert all("data:image/webp" in page for page in pages)
    assert serial.summary[0] == "3 learned; 0 model calls"


@pytest.mark.browser
@pytest.mark.nightly  # by day: test_store_under_workers.py, on pages that are no browser's
def test_what_one_worker_has_learned_the_next_run_replays(webmail: Inline) -> None:
    project = webmail.apart.with_test(CLICKS, SEVERAL)
    first = project.run("-n", "2", "--dist", "loadfile")
    again = project.run("-n", "2")
    assert first.store.tasks() == ("one", "open a mail")
    assert again.steady_summary[0] == "3 replayed, 1 learned; 0 model calls"


@pytest.mark.browser
@pytest.mark.nightly  # by day: "workers that die" in test_store_under_workers.py
def test_a_killed_worker_loses_nothing_that_was_green(webmail: Inline) -> None:
    crash = """
        @learned("one")
        def test_1_green(ami, page):
            page.goto("/")
            ami.run()

        @learned("two")
        def test_2_killed(ami, page):
            import os
            page.goto("/")
            ami.run()
            os._exit(3)
    """
    result = webmail.apart.with_test(CLICKS, crash).run("-n", "1", "--max-worker-restart=0")
    assert result.ret == 1
    assert "crashed" in result.out
    assert result.store.tasks() == ("one",)
    assert result.summary[0] == "1 learned; 0 model calls"
    assert result.facts, "the controller has absorbed the dead worker's journal"


@pytest.mark.browser
@pytest.mark.nightly  # by day: "another order" in test_store_under_workers.py
def test_a_random_order_changes_nothing(webmail: Inline) -> None:
    from dataclasses import replace

    project = replace(webmail.with_test(CLICKS, SEVERAL), args=())
    first = project.run("--randomly-seed=1")
    second = project.run("--randomly-seed=4")
    assert first.outcomes == second.outcomes == {"passed": 4, "failed": 1}
    assert second.steady_summary[0] == "3 replayed, 1 learned; 0 model calls"
