"""The list of tasks: its order, its filters and its pages."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.model.review.annotation import Session
from pytest_ami.review.catalogue import PAGE, Filter, cut, summaries

sessions = st.lists(
    st.builds(
        Session,
        id=st.uuids().map(str),
        task=st.sampled_from(["send email", "Log in", "pay", "search", "buy"]),
        passed=st.booleans(),
        outcome=st.sampled_from(["replayed", "healed", "stale", "failed"]),
        steps=st.integers(0, 9),
        labels=st.dictionaries(st.sampled_from(["correct", "wrong", "conflict"]), st.integers(1, 3)),
    ),
    max_size=30,
)


@given(sessions)
def test_tasks_are_sorted_by_failures_then_by_steps_both_descending(found: list[Session]) -> None:
    rows = summaries(found)

    keys = [(row.failures, row.steps) for row in rows]
    assert keys == sorted(keys, reverse=True)
    assert {row.task for row in rows} == {one.task for one in found}
    for row in rows:
        own = [one for one in found if one.task == row.task]
        assert row.failures == sum(not one.passed for one in own)
        assert row.steps == max(one.steps for one in own)
        assert row.sessions == len(own)
        assert row.latest == own[0]
        assert row.worst.passed is not bool(row.failures)


@given(sessions, st.sampled_from(["", "wrong", "conflict"]), st.sampled_from(["", "failures", "stale"]))
def test_filters_choose_and_the_states_divide_the_tasks(found: list[Session], state: str, outcome: str) -> None:
    rows = summaries(found)
    chosen = [row for row in rows if Filter(state=state, outcome=outcome).accepts(row)]

    assert chosen == list(rows) or state or outcome
    if outcome == "failures":
        assert all(row.failures for row in chosen)
    if outcome == "stale":
        assert all(row.latest.outcome == "stale" for row in chosen)
    if state == "wrong":
        assert all(row.wrong for row in chosen)
    opened = {row.task for row in rows if Filter(state="open").accepts(row)}
    reviewed = {row.task for row in rows if Filter(state="reviewed").accepts(row)}
    assert opened | reviewed == {row.task for row in rows}
    assert not opened & reviewed


def test_words_are_found_in_any_case_and_order() -> None:
    (row,) = summaries([Session(id="s", task="Send the E-Mail")])

    assert Filter(words="e-mail send").accepts(row)
    assert not Filter(words="send letter").accepts(row)


@given(st.integers(0, 400), st.integers(-3, 99))
def test_a_page_has_fifty_rows_and_every_row_is_on_one_page(total: int, page: int) -> None:
    rows = list(range(total))
    found = cut(rows, page)
    every = [row for number in range(1, found.pages + 1) for row in cut(rows, number).rows]

    assert every == rows
    assert len(found.rows) <= PAGE == 50
    assert 1 <= found.page <= found.pages
