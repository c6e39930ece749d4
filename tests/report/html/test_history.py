"""Recent runs and trends, from rows of the store."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_ami.report.html.history import RECENT_RUNS, TRENDS, recent_runs, trends
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore


@pytest.fixture
def store(tmp_path: Path) -> WorkflowStore:
    """A store with three runs of two tasks; the last run has a replay in a red test."""
    runs = {"r1": [("a", "learned", 5.0, True)], "r2": [("a", "replayed", 0.5, True), ("b", "stale", 1.0, False)]}
    runs["r3"] = [("a", "replayed", 0.7, False), ("b", "relearned", 4.0, True)]
    for run, entries in runs.items():
        journal = Journal(tmp_path / ".ami", run=run)
        for task, outcome, seconds, passed in entries:
            data = {"outcome": outcome, "seconds": seconds, "passed": passed}
            journal.append(Kind.TEST_FINISHED, task=task, data=data)
    return WorkflowStore(tmp_path / ".ami", readonly=True)


@pytest.mark.slow
def test_what_a_stranger_wrote_for_an_outcome_or_a_time_is_neither(tmp_path: Path) -> None:
    journal = Journal(tmp_path / ".ami", run="r1")
    for outcome, seconds in (("red);position:fixed", 1.0), (None, 1.0), ("replayed", "NaN"), ("replayed", "Infinity")):
        journal.append(Kind.TEST_FINISHED, task="a", data={"outcome": outcome, "seconds": seconds, "passed": True})
    store = WorkflowStore(tmp_path / ".ami", readonly=True)

    assert recent_runs(store.facts(RECENT_RUNS))[0]["counts"] == {"failed": 2, "replayed": 2}
    assert trends(store.facts(TRENDS), "r2")["a"] == {
        "trend": ["failed", "failed", "replayed", "replayed"],
        "before": [],
    }


def test_recent_runs_count_their_outcomes(store: WorkflowStore) -> None:
    found = recent_runs(store.facts(RECENT_RUNS))

    assert [(one["run"], one["counts"]) for one in found] == [
        ("r1", {"learned": 1}),
        ("r2", {"replayed": 1, "stale": 1}),
        ("r3", {"replayed": 1, "relearned": 1}),
    ]
    assert all(one["at"].endswith("Z") for one in found)


def test_a_trend_is_oldest_first_and_times_are_those_of_earlier_replays(store: WorkflowStore) -> None:
    found = trends(store.facts(TRENDS), "r3")

    assert found["a"] == {"trend": ["learned", "replayed", "red"], "before": [1, 0.5, 0.5, 0.5]}
    assert found["b"] == {"trend": ["stale", "relearned"], "before": []}
