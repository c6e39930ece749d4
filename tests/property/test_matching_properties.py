"""The properties of matching a task with a golden path, of the prompt of a lesson, and of the way back to a teacher."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.instructions.selection import NEAR, likeness
from pytest_ami.memory.guidance import guidance
from pytest_ami.memory.task_matcher import TaskMatcher
from pytest_ami.model.lesson import Observation, Situation
from pytest_ami.model.review.golden_path import CommonError, GoldenPath
from pytest_ami.model.workflow import Workflow
from pytest_ami.store.sessions.session_fold import steps_of
from pytest_ami.teachers.llm.prompt import user_text
from tests.support.examples import tries
from tests.support.recordings import SEND_MAIL, Script
from tests.support.relearning import renamed, replays, worked
from tests.support.sessions import click, fill, flow

HUNDRED = settings(max_examples=100, deadline=None)
TASKS = ("send email", "delete invoice", "pay a bill", "发送邮件", "create ticket")
PATHS = [GoldenPath(task_pattern=task) for task in TASKS]
FLOWS = [Workflow(task=task, steps=()) for task in TASKS]
WORDS = st.sampled_from(
    ["send", "email", "an", "the", "invoice", "delete", "pay", "bill", "report", "发送", "邮件", "Tickets"]
)
TEXTS = st.lists(WORDS, min_size=1, max_size=5).map(" ".join) | st.sampled_from(TASKS) | st.text(max_size=15)
LINES = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=20)


# Feature: task-review-learning, Property 13: the keywords by which a text is looked up are always the same
# Validates: Requirements 6.1
@given(TEXTS)
@HUNDRED
def test_keywords_are_consistent(text: str) -> None:
    found = likeness(text, FLOWS)
    assert found == likeness(text, FLOWS) == likeness(text, FLOWS[::-1])
    assert likeness(f"  {text}\n", FLOWS) == found
    assert likeness(text.upper(), FLOWS) == found or not text.isascii()


# Feature: task-review-learning, Property 14: a path matches from a likeness of 0.8 on, and not below
# Validates: Requirements 6.4
@given(TEXTS)
@HUNDRED
def test_the_threshold_of_a_match_is_0_8(text: str) -> None:
    assert NEAR == 0.8
    match = TaskMatcher(PATHS).find_matching_path(text)
    rows = likeness(text, FLOWS)
    close = [row for row in rows if row[1] >= NEAR]
    if text in TASKS:
        assert match is not None
        assert (match.path.task_pattern, match.likeness) == (text, 1.0)
    elif match is None:
        assert not close or (len(close) > 1 and close[0][1] == close[1][1])  # a near tie is refused
    else:
        assert (match.path.task_pattern, match.likeness) == close[0]
        assert TaskMatcher(PATHS, threshold=1.01).find_matching_path(text) is None


def test_of_two_equally_similar_tasks_none_matches() -> None:
    twins = [GoldenPath(task_pattern=task) for task in ("pay a bill", "pay the bill")]
    assert TaskMatcher(twins[:1]).find_matching_path("pay bill") is not None
    assert TaskMatcher(twins).find_matching_path("pay bill") is None


# Feature: task-review-learning, Property 15: without a match the task is carried out normally, and all steps are logged
# Validates: Requirements 6.5
@given(st.lists(st.sampled_from([click("Send"), click("Save"), fill("To", "{{to}}")]), max_size=6))
@HUNDRED
def test_without_a_match_every_step_is_in_the_session(steps: list) -> None:
    assert TaskMatcher(PATHS).find_matching_path("zzz qqq") is None
    logged = steps_of(flow(*steps), (), {})
    assert [step.title for step in logged] == [step.title() for step in steps]
    assert [step.step_num for step in logged] == list(range(1, len(steps) + 1))


def prompt_with(known: str) -> str:
    seen = Observation(url="http://m/", title="Mail")
    return user_text(Situation(task="send email", observation=seen, page_operations=known))


# Feature: task-review-learning, Property 16: the prompt of a lesson has the procedure of the matching golden path
# Validates: Requirements 7.1, 7.2
@given(st.lists(LINES, min_size=1, max_size=15))
@HUNDRED
def test_the_prompt_has_the_procedure(lines: list[str]) -> None:
    path = GoldenPath(task_pattern="send email", natural_sop="\n".join(lines))
    match = TaskMatcher([path]).find_matching_path("send email")
    assert match is not None
    text = prompt_with(guidance(match.path, ()))
    assert all(f"{number}. {line}" in text for number, line in enumerate(lines, start=1))
    known = text.partition("<<<KNOWN")[2].partition("KNOWN>>>")[0]
    assert lines[0] in known  # it is data, not an instruction


# Feature: task-review-learning, Property 17: the prompt of a lesson has all warnings
# Validates: Requirements 7.3
@given(st.lists(LINES, min_size=1, max_size=12, unique=True), st.lists(LINES, max_size=60))
@HUNDRED
def test_the_prompt_has_all_warnings_whatever_the_length_of_the_procedure(errors: list[str], lines: list[str]) -> None:
    hints = tuple(CommonError(error=f"click {error}", correction=f"click not {error}") for error in errors)
    path = GoldenPath(task_pattern="send email", natural_sop="\n".join(lines), common_errors=hints)
    text = prompt_with(guidance(path, hints))
    assert all(f"- {hint.error}; instead: {hint.correction}" in text for hint in hints[:10])
    assert text.count("instead:") == min(len(hints), 10)  # none of them twice
    assert ("less frequent ones are not listed" in text) == (len(hints) > 10)  # none is lost without a word


# Feature: task-review-learning, Property 18: a replay that does not fit falls back to the teacher by itself
# Validates: Requirements 7.5
@given(st.sampled_from(["To", "Subject", "Urgent"]), st.text("qxzjk", min_size=4, max_size=10))
@tries("database")
def test_a_replay_falls_back_to_the_teacher(old: str, new: str) -> None:
    moves = [(kind, new if name == old else name, value) for kind, name, value in SEND_MAIL]
    at = [name for _, name, _ in SEND_MAIL].index(old)
    script = Script(*moves[at:])
    progress = worked(renamed(old, new), script)
    assert progress.replayed is not None
    assert progress.replayed.drift is not None
    assert progress.replayed.drift.step == at + 1
    assert len(script.situations[0].done) == at  # the teacher was asked, without anybody's command
    assert replays(renamed(old, new), progress)
