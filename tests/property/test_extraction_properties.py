"""The properties of golden paths and error patterns: what is taken, what is left out, what is counted."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import Any

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.memory.error_patterns import ErrorPatternAnalyzer, key_of
from pytest_ami.memory.golden_paths import (
    GoldenPathExtractor,
    action_of,
    longest_correct,
    without_redundant,
)
from pytest_ami.model.codec import from_plain, to_plain
from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.review.annotation import CORRECT, WRONG, Session, SessionStep, StepAnnotation
from pytest_ami.model.review.golden_path import GoldenPath, SopAction
from pytest_ami.store.duckdb.absorb import insert
from pytest_ami.store.duckdb.journal_query import empty
from pytest_ami.store.facts import Fact, Kind, decode, encode, new_id
from pytest_ami.store.fold.verdicts import data_of
from pytest_ami.store.journal import parsed
from tests.support.examples import tries

HUNDRED = settings(max_examples=100, deadline=None)
TARGETS = st.sampled_from(["", 'textbox "To"', 'textbox "Subject"', 'button "Send"'])
KINDS = st.sampled_from(["click", "fill", "goto", "back", "wait", "press", "select"])
VALUES = st.sampled_from(["", "{{to}}", "/", "https://mail.example/inbox", "Enter"])
ACTIONS = st.builds(SopAction, action=KINDS, target=TARGETS, text=VALUES)
LABELS = st.sampled_from([CORRECT, CORRECT, WRONG, None])


@st.composite
def reviewed(draw: st.DrawFn) -> tuple[SessionStep, ...]:
    """Steps of a session, each with a verdict or none."""
    found = []
    for number in range(1, draw(st.integers(0, 8)) + 1):
        label = draw(LABELS)
        mark = StepAnnotation(session_id="s1", step_num=number, user_label=label)
        step = SessionStep(step_num=number, action=draw(KINDS), target=draw(TARGETS), value=draw(VALUES))
        found.append(replace(step, annotations=(mark,) if label else ()))
    return tuple(found)


SESSION = Session(id="s1", task="send email", at="2026-01-31T08:15:00.123Z", passed=True)


def path_of(steps: tuple[SessionStep, ...]) -> GoldenPath | None:
    try:
        return GoldenPathExtractor().extract_from_session(SESSION, steps)
    except ConfigurationError:
        return None


# Feature: task-review-learning, Property 7: extraction takes consecutive correct steps only
# Validates: Requirements 4.2
@given(reviewed())
@HUNDRED
def test_only_steps_marked_correct_are_taken(steps: tuple[SessionStep, ...]) -> None:
    stretch = longest_correct(steps)
    numbers = [step.step_num for step in stretch]
    assert all(step.user_label == CORRECT for step in stretch)
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True
    runs = "".join("c" if step.user_label == CORRECT else "." for step in steps).split(".")
    assert len(stretch) == max(map(len, runs))
    path = path_of(steps)
    if path is not None:
        assert set(path.action_sop) <= {action_of(step) for step in stretch}
    else:
        assert not without_redundant([action_of(step) for step in stretch])


# Feature: task-review-learning, Property 8: redundant steps are removed, and the essential order is kept
# Validates: Requirements 4.3
@given(st.lists(ACTIONS, max_size=10))
@HUNDRED
def test_redundant_steps_go_and_the_others_keep_their_order(actions: list[SopAction]) -> None:
    kept = without_redundant(actions)
    rest = iter(actions)
    assert all(any(one is other for other in rest) for one in kept)  # a subsequence
    assert without_redundant(kept) == kept
    assert not any(one.action == "wait" for one in kept)
    pairs = list(pairwise(kept))
    assert not any(a.action == b.action == "back" for a, b in pairs)
    assert not any(a.action == b.action == "goto" and a.text == b.text for a, b in pairs)
    assert not any(a.action == b.action == "fill" and a.target == b.target for a, b in pairs)
    essential = {"click", "press"}
    assert [a for a in kept if a.action in essential] == [a for a in actions if a.action in essential]


@pytest.fixture(scope="module")
def memory() -> duckdb.DuckDBPyConnection:
    return empty()


def rows(memory: duckdb.DuckDBPyConnection, facts: list[Fact], sql: str) -> list[dict[str, Any]]:
    """Return the rows of a query over some facts alone."""
    memory.execute("BEGIN")
    try:
        insert(memory, parsed(b"".join(map(encode, facts))))
        found = memory.execute(sql)
        names = [column[0] for column in found.description or ()]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]
    finally:
        memory.execute("ROLLBACK")


# Feature: task-review-learning, Property 9: a golden path is stored and comes back as it was
# Validates: Requirements 4.4
@given(st.lists(reviewed(), min_size=1, max_size=3))
@HUNDRED
def test_a_golden_path_comes_back(sessions: list[tuple[SessionStep, ...]]) -> None:
    fact = fact_of(sessions)
    if fact is not None:
        read = decode(encode(fact).rstrip())
        assert read is not None
        assert to_plain(from_plain(GoldenPath, dict(read.data))) == fact.data
        assert from_plain(GoldenPath, dict(read.data)).source_sessions == (SESSION.id,)
        paths = [path for steps in sessions if (path := path_of(steps)) is not None]
        assert len(fact.data["action_sop"]) == min(len(path.action_sop) for path in paths)


@given(st.lists(reviewed(), min_size=1, max_size=3))
@tries("database")
def test_the_view_shows_the_golden_path(
    memory: duckdb.DuckDBPyConnection, sessions: list[tuple[SessionStep, ...]]
) -> None:
    fact = fact_of(sessions)
    if fact is not None:
        marks = [mark for steps in sessions for step in steps for mark in step.annotations]
        facts = [
            Fact(kind=Kind.VERDICT.value, task=fact.task, data=data_of(replace(one, task=fact.task))) for one in marks
        ]
        [row] = rows(memory, [*facts, fact], "FROM golden_paths")
        path = from_plain(GoldenPath, dict(fact.data))
        assert (row["task_pattern"], row["difficulty"], row["natural_sop"]) == (
            path.task_pattern,
            path.difficulty,
            path.natural_sop,
        )
        for name in ("apps", "action_sop", "source_sessions"):
            assert json.loads(row[name]) == fact.data.get(name, [])
        assert (row["can_replay"], row["usage_count"], row["success_rate"]) == (False, 0, None)  # no version is stored
        [patterns] = rows(memory, facts, "SELECT coalesce(list(error_description), []) AS errors FROM error_patterns")
        assert {one["error"] for one in json.loads(row["common_errors"])} == set(patterns["errors"])
        assert row["created_at"] == row["updated_at"] == datetime.fromisoformat(fact.at[:-1])


def fact_of(sessions: list[tuple[SessionStep, ...]]) -> Fact | None:
    """Return the fact of the golden path of some sessions; None if there is none."""
    paths = [path for steps in sessions if (path := path_of(steps)) is not None]
    if not paths:
        return None
    path = GoldenPathExtractor().merge_similar_paths(paths)
    return Fact(kind=Kind.GOLDEN_PATH.value, task=path.task_pattern, data=to_plain(path))


def test_an_extraction_that_fails_offers_a_manual_export() -> None:
    with pytest.raises(ConfigurationError, match="No golden path can be extracted") as caught:
        GoldenPathExtractor().extract_from_session(SESSION, [SessionStep(step_num=1, action="click")])
    assert caught.value.run == 'ami export golden-path.json "send email"'


MARKS = st.lists(
    st.builds(
        StepAnnotation,
        session_id=st.sampled_from(["s1", "s2", "s3"]),
        step_num=st.integers(1, 3),
        user_label=st.sampled_from([WRONG, WRONG, CORRECT]),
        user_correction=st.sampled_from(["", 'click button "Save"']),
        reviewer=st.sampled_from(["ann", "bob"]),
        task=st.sampled_from(["send email", "pay"]),
        action=st.sampled_from(["click", "fill"]),
        target=st.sampled_from(['button "A"', 'button "B"']),
        features=st.lists(st.sampled_from(["role:button", "page:/mail", "page:/pay", "drift:moved"]), unique=True).map(
            tuple
        ),
    ),
    max_size=8,
    unique_by=lambda one: (one.session_id, one.step_num, one.reviewer),
)


# Feature: task-review-learning, Property 11: error patterns accumulate; a similar error counts the frequency up
# Validates: Requirements 5.1, 5.2
@given(MARKS)
@HUNDRED
def test_error_patterns_accumulate(marks: list[StepAnnotation]) -> None:
    analyzer = ErrorPatternAnalyzer()
    stored = dated(marks)
    patterns = analyzer.analyze_errors(stored)
    wrong = [one for one in stored if one.user_label == WRONG]
    assert {(one.task_pattern, one.action) for one in patterns} == {(one.task, one.action) for one in wrong}
    assert sum(one.frequency for one in patterns) == len({(key_of(one), one.session_id, one.step_num) for one in wrong})
    for mark in wrong[:1]:
        before = len({(one.session_id, one.step_num) for one in wrong if key_of(one) == key_of(mark)})
        grown = analyzer.analyze_errors([*stored, replace(mark, fact=new_id(), session_id="s9")])
        assert [one.frequency for one in grown if "s9" in one.sessions] == [before + 1]
        assert len(grown) == len(patterns)


@given(MARKS)
@tries("database")
def test_the_view_shows_the_same_error_patterns(memory: duckdb.DuckDBPyConnection, marks: list[StepAnnotation]) -> None:
    stored = dated(marks)
    facts = [Fact(kind=Kind.VERDICT.value, id=one.fact, at=one.at, task=one.task, data=data_of(one)) for one in stored]
    names = ("task_pattern", "action", "error_description", "correction", "frequency")
    said = rows(memory, facts, "FROM error_patterns")
    expected = ErrorPatternAnalyzer().analyze_errors(stored)
    found = sorted((*(row[name] for name in names), tuple(row["sessions"])) for row in said)
    assert found == sorted((*(getattr(one, name) for name in names), one.sessions) for one in expected)


def dated(marks: list[StepAnnotation]) -> list[StepAnnotation]:
    """Return verdicts with the id and the time of a fact."""
    return [replace(one, fact=new_id(), at="2026-01-31T08:15:00.000Z") for one in marks]
