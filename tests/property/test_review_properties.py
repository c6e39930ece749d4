"""The properties of the task list, and of verdicts in a journal; ``tests/review/web`` has those of the step player."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.model.review.annotation import CORRECT, WRONG, Session, StepAnnotation
from pytest_ami.review.catalogue import cut, summaries
from pytest_ami.store.facts import Fact, Kind, decode, encode, new_id
from pytest_ami.store.fold.verdicts import LatestVerdicts, annotation_of, data_of

HUNDRED = settings(max_examples=100, deadline=None)
SESSIONS = st.lists(
    st.builds(
        Session,
        id=st.uuids().map(str),
        task=st.sampled_from(["send email", "pay", "删除邮件"]),
        passed=st.booleans(),
        steps=st.integers(0, 6),
    ),
    max_size=12,
)
WORDS = st.text(max_size=10)


# Feature: task-review-learning, Property 2: tasks are sorted by failures, then by steps, both descending
# Validates: Requirements 2.2
@given(SESSIONS, st.integers(1, 5))
@HUNDRED
def test_tasks_are_sorted_by_failures_then_steps(sessions: list[Session], size: int) -> None:
    found = summaries(sessions)
    keys = [(-row.failures, -row.steps) for row in found]
    assert keys == sorted(keys)
    assert {row.task for row in found} == {one.task for one in sessions}
    assert [row.task for row in summaries(sessions[::-1])] == [row.task for row in found]
    pages = [cut(found, number, size) for number in range(1, cut(found, 1, size).pages + 1)]
    assert [row for page in pages for row in page.rows] == list(found)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["s1", "s2"]),
            st.integers(1, 3),
            st.sampled_from(["", "ann", "bob"]),
            st.sampled_from([CORRECT, WRONG, None]),
            WORDS,
        ),
        max_size=12,
    )
)
@HUNDRED
def test_the_latest_verdict_of_each_reviewer_is_what_a_journal_gives_back(given: list[Any]) -> None:
    lines = []
    for session, step, reviewer, label, words in given:
        mark = StepAnnotation(
            session_id=session, step_num=step, reviewer=reviewer, user_label=label, user_correction=words
        )
        fact = Fact(kind=Kind.VERDICT.value, id=new_id(), task="pay", workflow="w1", data=data_of(mark))
        lines.append(encode(fact).rstrip())
    facts = [read for line in reversed(lines) if (read := decode(line)) is not None]
    kept = LatestVerdicts()
    for back in filter(None, map(annotation_of, facts)):
        kept.add(back)
    found = kept.standing()
    latest = {(session, step, reviewer): (label, words) for session, step, reviewer, label, words in given}
    assert {(one.session_id, one.step_num, one.reviewer): (one.user_label, one.user_correction) for one in found} == {
        place: verdict for place, verdict in latest.items() if verdict[0] is not None
    }
    assert {(one.task, one.workflow_id) for one in found} <= {("pay", "w1")}
