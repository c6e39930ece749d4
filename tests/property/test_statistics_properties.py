"""The properties of stored facts: a migration keeps them, statistics count them exactly, applications are recorded."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.store.duckdb import schema
from pytest_ami.store.duckdb.absorb import insert
from pytest_ami.store.duckdb.fact_table import insert_rows
from pytest_ami.store.duckdb.journal_query import empty
from pytest_ami.store.facts import Fact, Kind, encode
from pytest_ami.store.journal import parsed
from tests.support.examples import tries
from tests.support.old_stores import EARLIER, lay_out

OUTCOMES = st.sampled_from(["replayed", "healed", "stale", "failed", "learned", "relearned"])


@st.composite
def runs(draw: st.DrawFn) -> list[Fact]:
    """Facts of runs of a few tasks."""
    found = []
    for number in range(draw(st.integers(0, 8))):
        outcome, passed = draw(OUTCOMES), draw(st.booleans())
        data = {"session": f"s{number}", "outcome": outcome, "passed": passed, "steps": draw(st.integers(0, 9))}
        task = draw(st.sampled_from(["send email", "pay"]))
        workflow = draw(st.sampled_from(["w1", ""]))
        found.append(Fact(kind=Kind.TEST_FINISHED.value, run="r1", task=task, workflow=workflow, data=data))
    return found


@pytest.fixture(scope="module")
def memory() -> Iterator[duckdb.DuckDBPyConnection]:
    with empty() as connection:
        yield connection


def asked(memory: duckdb.DuckDBPyConnection, facts: list[Fact], sql: str) -> list[tuple[object, ...]]:
    """Return the rows of a query over some facts alone."""
    memory.execute("BEGIN")
    try:
        insert(memory, parsed(b"".join(map(encode, facts))))
        return memory.execute(sql).fetchall()
    finally:
        memory.execute("ROLLBACK")


# Feature: task-review-learning, Property 1: a migration preserves data
# Validates: Requirements 1.5
@given(st.sampled_from(EARLIER), runs())
@tries("databases")
def test_a_migration_preserves_data(number: int, facts: list[Fact]) -> None:
    with duckdb.connect() as old:
        lay_out(old, number)
        insert_rows(old, [encode(fact) for fact in facts])
        before = old.execute("FROM facts ORDER BY id").fetchall()
        schema.migrate(old)
        kept = old.execute("FROM facts ORDER BY id").fetchall()
        data = old.execute("SELECT id, data FROM facts").fetchall()
        sessions = old.execute("SELECT session FROM sessions ORDER BY session").fetchall()
    assert kept == before
    assert {identity: json.loads(text) for identity, text in data} == {fact.id: fact.data for fact in facts}
    assert [name for (name,) in sessions] == sorted(str(fact.data["session"]) for fact in facts)


# Feature: task-review-learning, Property 22: the statistics are exact
# Validates: Requirements 9.1, 9.2, 9.3
@given(runs())
@tries("database")
def test_statistics_are_exact(memory: duckdb.DuckDBPyConnection, facts: list[Fact]) -> None:
    sql = "SELECT task, sessions, passed, success_rate, average_steps, lessons FROM task_statistics"
    found = {row[0]: row[1:] for row in asked(memory, facts, sql)}
    by_task: dict[str, list[Fact]] = {}
    for fact in facts:
        by_task.setdefault(fact.task, []).append(fact)
    assert set(found) == set(by_task)
    for task, own in by_task.items():
        passed = sum(fact.data["passed"] for fact in own)
        lessons = sum(fact.data["outcome"] in ("learned", "relearned") for fact in own)
        steps = sum(fact.data["steps"] for fact in own) / len(own)
        assert found[task][:2] == (len(own), passed)
        assert found[task][2:4] == pytest.approx((passed / len(own), steps))
        assert found[task][4] == lessons


# Feature: task-review-learning, Property 23: the results of applied golden paths are recorded
# Validates: Requirements 9.4
@given(runs())
@tries("database")
def test_results_of_applications_are_recorded(memory: duckdb.DuckDBPyConnection, facts: list[Fact]) -> None:
    path = Fact(kind=Kind.GOLDEN_PATH.value, task="send email", data={"task_pattern": "send email"})
    own = [f for f in facts if f.task == "send email" and f.workflow and f.data["outcome"] != "learned"]
    sql = """
        SELECT (SELECT list((session, outcome, passed)) FROM path_applications WHERE task = 'send email'),
            usage_count, success_rate FROM golden_paths
    """
    found: Any
    [(found, count, rate)] = asked(memory, [*facts, path], sql)
    expected = Counter((f.data["session"], f.data["outcome"], f.data["passed"]) for f in own)
    assert Counter(map(tuple, found or ())) == expected
    greens = sum(f.data["passed"] and f.data["outcome"] != "relearned" for f in own)
    assert count == len(own)
    assert rate == (pytest.approx(greens / len(own)) if own else None)
