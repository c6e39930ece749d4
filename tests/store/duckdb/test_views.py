"""The SQL views on facts that nobody vouches for, and on facts that meet in one attempt."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import duckdb
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pytest_ami.store.duckdb.absorb import insert
from pytest_ami.store.duckdb.catalogue import views
from pytest_ami.store.duckdb.journal_query import empty
from pytest_ami.store.facts import Fact, Kind, encode
from pytest_ami.store.journal import parsed
from tests.support.examples import tries

KEYS = ("workflow", "steps", "visits", "passages", "stretches", "ids", "sequences", "features", "evidence", "fact")
JUNK: tuple[Any, ...] = ("x", 7, None, True, {"a": 1}, ["x"], [7, None], [{"id": ["x"]}], [[]], {"steps": "x"})


@pytest.fixture(scope="module")
def memory() -> Iterator[duckdb.DuckDBPyConnection]:
    with empty() as connection:
        yield connection


def rows(memory: duckdb.DuckDBPyConnection, facts: list[Fact], *questions: str) -> list[list[tuple[Any, ...]]]:
    """Return the rows of queries over some facts alone."""
    memory.execute("BEGIN")
    try:
        insert(memory, parsed(b"".join(map(encode, facts))))
        return [memory.execute(sql).fetchall() for sql in questions]
    finally:
        memory.execute("ROLLBACK")


@given(st.sampled_from(list(Kind)), st.sampled_from(KEYS), st.sampled_from(JUNK))
@tries("database")
@example(Kind.MEMORY_SESSION, "visits", "x")
@example(Kind.MEMORY_SESSION, "passages", "x")
@example(Kind.MEMORY_SESSION, "stretches", "x")
@example(Kind.MEMORY_PHRASE, "sequences", "x")
@example(Kind.MEMORY_PRUNED, "ids", "x")
@example(Kind.VERSION, "workflow", {"steps": "x"})
@example(Kind.IDENTITY, "steps", [7])
def test_a_malformed_fact_breaks_no_view(memory: duckdb.DuckDBPyConnection, kind: Kind, key: str, junk: Any) -> None:
    bad = Fact(kind=kind.value, task="pay", workflow="w1", run="r1", data={key: junk})
    drift = Fact(kind=Kind.DRIFT.value, task="pay", workflow="w1", run="r1", data={"step": 1, "cause": "moved"})
    good = Fact(kind=Kind.MEMORY_PHRASE.value, task="send", data={"id": "p1", "text": "Send", "sequences": ["s1"]})
    rows(memory, [bad, drift, good], *(f"FROM {name}" for name in views()))


def test_two_runs_of_a_task_in_one_attempt_count_its_calls_once(memory: duckdb.DuckDBPyConnection) -> None:
    where: dict[str, Any] = {"run": "r1", "worker": "main", "test": "t.py::a", "task": "pay"}
    call = Fact(kind=Kind.MODEL_CALL.value, data={"model": "m", "kind": "pay", "tokens": 10, "money": 0.5}, **where)
    runs = [
        Fact(kind=Kind.TEST_FINISHED.value, data={"outcome": outcome, "passed": True}, **where)
        for outcome in ("learned", "replayed")
    ]
    sql = "SELECT lessons, green, calls, tokens, money FROM agent_performance"
    assert rows(memory, [call, *runs], sql) == [[(1, 1, 1, 10, 0.5)]]


def calls(model: str, seconds: list[float], problem: str = "", at: str = "2026-01-31T08:00:00.000Z") -> list[Fact]:
    """Return calls of a model, oldest first."""
    return [
        Fact(kind=Kind.MODEL_CALL.value, task="pay", at=at, data={"model": model, "seconds": one, "problem": problem})
        for one in seconds
    ]


def noisy(number: int, seed: int, factor: float = 1.0) -> list[float]:
    """Return latencies as of a real endpoint: most near a second, some far above."""
    source = Random(seed)  # noqa: S311  (makes test data)
    return [factor * source.lognormvariate(0, 0.4) for _ in range(number)]


@pytest.mark.parametrize("seed", range(5))
def test_a_doubled_latency_is_noticed_within_20_calls_and_no_other_is(
    memory: duckdb.DuckDBPyConnection, seed: int
) -> None:
    sql = "SELECT slow_calls FROM agent_metrics"
    usual = noisy(120, seed)
    assert rows(memory, calls("m", usual), sql) == [[(0,)]]
    ((found,),) = rows(memory, calls("m", usual + noisy(20, seed + 100, 2.0)), sql)[0]
    assert 10 <= found <= 20
    assert rows(memory, calls("m", usual[:30] + noisy(20, seed, 9.0)), sql) == [[(0,)]]  # too few to compare with


def test_a_model_at_its_rate_limit_is_free_again_after_a_minute_of_calls_to_others(
    memory: duckdb.DuckDBPyConnection,
) -> None:
    sql = "SELECT crowded FROM agent_metrics WHERE agent = 'small'"
    limited = calls("small", [1.0, 1.0], "small is at its rate limit")
    soon, later = (calls("large", [1.0], at=f"2026-01-31T08:0{minute}:30.000Z") for minute in (0, 1))
    assert rows(memory, limited, sql) == [[(True,)]]
    assert rows(memory, limited + soon, sql) == [[(True,)]]
    assert rows(memory, limited + later, sql) == [[(False,)]]
    assert rows(memory, calls("small", [1.0, 1.0], "HTTP 500"), sql) == [[(False,)]]


def test_a_phrase_that_was_pruned_is_gone_until_it_is_seen_again(memory: duckdb.DuckDBPyConnection) -> None:
    def seen() -> Fact:
        return Fact(kind=Kind.MEMORY_PHRASE.value, task="pay", data={"id": "p1", "text": "Pay", "sequences": []})

    first = seen()
    pruned = Fact(kind=Kind.MEMORY_PRUNED.value, data={"ids": ["p1"], "reason": "beyond the limit of phrases"})
    again = seen()
    restored = Fact(kind=Kind.MEMORY_RESTORED.value, data={"fact": pruned.id})
    sql = "SELECT phrase, times FROM memory_phrases"
    assert rows(memory, [first, pruned], sql) == [[]]
    assert rows(memory, [first, pruned, again], sql) == [[("p1", 1)]]
    assert rows(memory, [first, pruned, again, restored], sql) == [[("p1", 2)]]
    entries = "SELECT count(*) FROM memory_entries WHERE type = 'task_context'"
    assert rows(memory, [first, pruned], entries) == [[(0,)]]


def test_a_429_is_a_rate_limit_only_as_an_answer_of_a_server(memory: duckdb.DuckDBPyConnection) -> None:
    visit = {"id": "v", "url": "http://m/", "host": "m", "route": "/", "state": "s", "domain": "d"}
    session = Fact(kind=Kind.MEMORY_SESSION.value, task="pay", data={"visits": [visit]})
    drifts = [
        {"step": 429, "title": 'click button "Pay 429"', "evidence": ["429 rows", "/html/body/div[429]"]},
        {"step": 1, "evidence": ["GET http://m/pay: 429"]},
        {"step": 1, "evidence": ["HTTP 429 Too Many Requests"]},
    ]
    facts = [Fact(kind=Kind.DRIFT.value, task="pay", data=data) for data in drifts]
    assert rows(memory, [session, *facts], "SELECT rate_limits FROM site_profiles") == [[(2,)]]
