"""What `ami stats` counts is what the facts say, counted by hand and by the views."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta, timezone
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.store.duckdb import schema
from pytest_ami.store.duckdb.absorb import insert
from pytest_ami.store.facts import Fact, Kind, encode
from pytest_ami.store.journal import Journal, parsed
from pytest_ami.store.statistics import DAYS, count, replay_seconds, shard_plans, sizes
from pytest_ami.store.version_fold import Lineages
from tests.support.examples import tries

pytestmark = pytest.mark.slow

NOW = datetime.now(timezone.utc)
OUTCOMES = ("replayed", "healed", "stale", "learned", "failed")


def at(days: int) -> str:
    return (NOW - timedelta(days=days)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def finished(task: str, outcome: str, passed: str, seconds: float, days: int, lesson: dict[str, Any] | None) -> Fact:
    said: dict[str, Any] = {"outcome": outcome, "seconds": seconds, "drift": None, "healed": [], "lesson": lesson}
    data = {**said, "passed": passed == "yes"} if passed else said
    return Fact(kind="test_finished", run="r", task=task, workflow=f"w {task}", data=data, at=at(days))


facts = st.lists(
    st.builds(
        finished,
        st.sampled_from(["a", "b"]),
        st.sampled_from(OUTCOMES),
        st.sampled_from(["yes", "no", ""]),
        st.integers(0, 900).map(lambda n: n / 10),
        st.integers(0, 40),
        st.sampled_from([None, {"seconds": 50.0}, {"seconds": 4.5, "calls": 6, "tokens": 700, "money": 0.25}]),
    )
    | st.builds(
        Fact,
        kind=st.sampled_from(["version", "status"]),
        task=st.sampled_from(["a", "b"]),
        workflow=st.sampled_from(["1", "2"]),
        data=st.sampled_from([{"status": "active"}, {"status": "stale"}, {"status": "nonsense"}, {}]),
    )
    | st.builds(
        Fact,
        kind=st.just("model_call"),
        data=st.sampled_from([{"model": "m", "tokens": 5, "money": 0.5}, {"model": "n"}]),
    ),
    max_size=12,
)


@cache
def database() -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(":memory:")
    schema.migrate(connection)
    return connection


def counted(given: list[Fact]) -> tuple[dict[str, Any], duckdb.DuckDBPyConnection]:
    connection = database()
    for table in ("facts", "heads", "status_index", "lifecycle"):
        connection.execute(f"TRUNCATE {table}")
    insert(connection, parsed(b"".join(map(encode, given))))
    return count(connection), connection


@given(facts)
@tries("database")
def test_numbers_are_those_of_the_facts_and_of_the_views(given: list[Fact]) -> None:
    found, connection = counted(given)
    runs = [fact for fact in given if fact.kind == "test_finished"]
    good = ("replayed", "healed", "learned")
    green = [f for f in runs if f.data.get("passed", f.data["outcome"] in good)]

    assert found["facts"]["kinds"] == dict(Counter(fact.kind for fact in given))
    assert (found["runs"]["runs"], found["runs"]["greens"]) == (len(runs), len(green))
    for outcome in ("healed", "stale", "learned"):
        assert found["runs"][outcome] == sum(f.data["outcome"] == outcome for f in runs)
    if runs:
        assert found["runs"]["median_seconds"] == pytest.approx(median(f.data["seconds"] for f in runs))
    saving = [f for f in green if f.data["lesson"] and f.data["outcome"] in ("replayed", "healed")]
    assert (found["saved"]["replays"], found["saved"]["calls"], found["saved"]["tokens"]) == (
        len(saving),
        sum(f.data["lesson"].get("calls", 0) for f in saving),
        sum(f.data["lesson"].get("tokens", 0) for f in saving),
    )
    spared = sum(f.data["lesson"]["seconds"] - f.data["seconds"] for f in saving)
    assert found["saved"]["seconds"] == pytest.approx(spared, abs=0.051)
    assert found["saved"]["money"] == pytest.approx(sum(f.data["lesson"].get("money", 0) for f in saving))
    seen = connection.execute("SELECT sum(runs), sum(greens), sum(healed), sum(stale) FROM success").fetchone()
    told = found["runs"]
    assert [n or 0 for n in seen or ()] == [told["runs"], told["greens"], told["healed"], told["stale"]]
    lineages = Lineages()
    lineages.fold(given)
    assert found["versions"] == dict(Counter(v.status.value for v in lineages.by_id.values()))
    calls = [fact for fact in given if fact.kind == "model_call"]
    assert sum(row["calls"] for row in found["models"]) == len(calls)
    assert sum(row["money"] for row in found["models"]) == sum(f.data.get("money", 0) for f in calls)
    assert sum(row["unpriced"] for row in found["models"]) == sum("money" not in f.data for f in calls)


@given(facts)
@tries("database")
def test_the_trend_is_the_last_days_in_order_and_adds_up(given: list[Fact]) -> None:
    found, _ = counted(given)
    days = [row["day"] for row in found["trend"]]
    assert days == sorted(set(days))
    recent = [f for f in given if f.kind == "test_finished" and f.at[:10] > at(DAYS)[:10]]
    assert {row["day"]: row["runs"] for row in found["trend"]} == Counter(f.at[:10] for f in recent)
    slow = [row["median_seconds"] for row in found["slowest"]]
    assert slow == sorted(slow, reverse=True)


def test_sizes_are_told_by_what_they_are(tmp_path: Path) -> None:
    for name, size in (("workflows.duckdb", 7), ("journal/absorbed/x.jsonl", 5), ("runs/r/a.png", 3), ("x", 1)):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x" * size)
    assert sizes(tmp_path) == {"database": 7, "journals": 5, "artifacts": 3, "other": 1, "total": 16}


def test_the_duration_of_a_test_is_the_median_of_its_latest_replays(tmp_path: Path) -> None:
    journal = Journal(tmp_path, run="r", worker="main")
    flows: dict[str, list[tuple[str, Any]]] = {
        "slow once": [("replayed", 500.0), *[("healed", 2.0)] * 2],
        "slow before": [("replayed", 90.0)] * 30 + [("replayed", 3.0)] * 20,
        "only a lesson": [("learned", 70.0)],
        "broken": [("stale", 15.0), ("replayed", None), ("replayed", "soon"), ("replayed", -1.0)],
    }
    for test, runs in flows.items():
        for attempt, (outcome, took) in enumerate(runs, 1):
            journal.append(Kind.TEST_FINISHED, test=test, attempt=attempt, data={"outcome": outcome, "seconds": took})
    for took in (1.0, 1.5):  # two flows in one attempt
        journal.append(Kind.TEST_FINISHED, test="two flows", data={"outcome": "replayed", "seconds": took})
    assert replay_seconds(tmp_path) == {"slow before": 3.0, "slow once": 2.0, "two flows": 2.5}
    assert {path.name for path in tmp_path.iterdir()} == {"journal"}


def test_the_splits_of_the_latest_pipeline_are_compared(tmp_path: Path) -> None:
    journal = Journal(tmp_path, run="r", worker="main")
    for build, plan, number in ("1x1", "1y2", "2x1", "2x3", "2z2", (" ", "q", "1")):
        shard = {"build": build.strip(), "plan": plan, "number": int(number), "of": 3}
        journal.append(Kind.RUN_FINISHED, data={"full": False, "shard": shard})
    journal.append(Kind.RUN_FINISHED, data={"full": True})
    assert shard_plans(tmp_path) == [
        {"build": "2", "plan": "x", "shards": "1/3, 3/3"},
        {"build": "2", "plan": "z", "shards": "2/3"},
    ]
