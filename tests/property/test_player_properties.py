"""The properties of the task list and of the step player, on the pure functions of ``pytest_ami.review``."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.model.review.annotation import CORRECT, WRONG, Session, StepAnnotation
from pytest_ami.review import player as p
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
ACTIONS = st.lists(
    st.sampled_from([p.mark_correct, p.mark_wrong, p.skip, p.back, p.undo]) | st.just("write"), max_size=20
)
WORDS = st.text(max_size=10)


def played(steps: int, actions: list[Any], words: str = "click Save") -> tuple[p.Player, list[p.Save]]:
    """Return the player after some actions, and everything that it saved."""
    player, saved = p.start(range(1, steps + 1)), list[p.Save]()
    for action in actions:
        player, saves = p.correct_with(player, words) if action == "write" else action(player)
        saved += saves
    return player, saved


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


# Feature: task-review-learning, Property 3: what was saved is what the player shows, and nothing else is
# Validates: Requirements 2.7, 3.4, 3.5
@given(st.integers(1, 5), ACTIONS)
@HUNDRED
def test_the_saves_in_their_order_give_the_marks_back(steps: int, actions: list[Any]) -> None:
    player, saved = played(steps, actions)
    stored: dict[int, p.Mark] = {}
    for save in saved:
        stored[save.step_num] = save.mark
    assert {n: mark for n, mark in stored.items() if mark.label} == {n: m for n, m in player.marks.items() if m.label}
    again = p.start(range(1, steps + 1), stored)
    assert [again.label(n) for n in again.steps] == [player.label(n) for n in player.steps]


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


# Feature: task-review-learning, Property 4: correct saves the label and advances
# Validates: Requirements 3.1
@given(st.integers(1, 5), ACTIONS)
@HUNDRED
def test_correct_saves_and_advances(steps: int, actions: list[Any]) -> None:
    before, _ = played(steps, actions)
    after, saved = p.mark_correct(before)
    if before.at_end:
        assert (after, saved) == (before, ())
    else:
        assert saved == (p.Save(before.steps[before.position], p.Mark(CORRECT)),)
        assert (after.position, after.correcting) == (before.position + 1, False)


# Feature: task-review-learning, Property 5: wrong saves, opens the input for the correction, and saves that too
# Validates: Requirements 3.2
@given(st.integers(1, 5), ACTIONS, WORDS)
@HUNDRED
def test_wrong_shows_the_input_and_saves(steps: int, actions: list[Any], words: str) -> None:
    before, _ = played(steps, actions)
    opened, saved = p.mark_wrong(before)
    if before.at_end:
        assert (opened, saved) == (before, ())
        return
    number = before.steps[before.position]
    assert saved == (p.Save(number, p.Mark(WRONG)),)
    assert (opened.position, opened.correcting) == (before.position, True)
    done, more = p.correct_with(opened, words)
    assert (done.position, done.correcting) == (before.position + 1, False)
    assert done.marks[number] == p.Mark(WRONG, words.strip())
    assert bool(more) == bool(words.strip())


# Feature: task-review-learning, Property 6: skip advances, and nothing is saved
# Validates: Requirements 3.3
@given(st.integers(1, 5), ACTIONS)
@HUNDRED
def test_skip_advances_and_saves_nothing(steps: int, actions: list[Any]) -> None:
    before, _ = played(steps, actions)
    after, saved = p.skip(before)
    assert saved == ()
    assert after.marks == before.marks
    assert after.position == min(before.position + 1, steps)
    fresh, none = played(steps, [p.skip] * steps)
    assert (none, fresh.at_end, [fresh.label(n) for n in fresh.steps]) == ([], True, [None] * steps)
