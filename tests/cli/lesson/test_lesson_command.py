"""`ami lesson`: the moves of a lesson can be looked at, whatever became of it, and no secret is among them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pytest_ami.cli.app import ami
from pytest_ami.engine.teaching.learn import learn
from pytest_ami.engine.teaching.lesson import LessonResult
from pytest_ami.flow.attempt import Attempt
from pytest_ami.flow.marker import LearnedMark
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.lesson import Move, MoveKind
from pytest_ami.model.settings import Settings
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import MAIL, SEND_MAIL, VALUES, Script

SECRET = "Tr0ub4dor"
GIVE_UP = Move(kind=MoveKind.GIVE_UP, reason="There is no such button")


def taught(store: WorkflowStore, *moves: Any, **values: str) -> Attempt:
    """Return an attempt with one lesson, which is not over yet."""
    mark = LearnedMark(task="send email", secrets=("pin",))
    one = Attempt(AttemptScope("t.py::test", 1, Settings(teacher="offline"), store, mark))
    plan = one.planner.plan(None, {**VALUES, **values}, "http://app.test/")
    plan.progress.lessons.append(LessonResult())
    page = FakePage(MAIL, url="http://app.test/", teacher=Script(*(moves or SEND_MAIL)))
    error = None
    try:
        plan.progress.steps = page.run(learn(plan.spec.lesson, plan.progress.lessons[0])).steps
    except TeacherError as raised:
        error = raised
    if error is None:
        one.conclude(plan)
    else:
        with pytest.raises(TeacherError):
            one.conclude(plan, error)
    return one


@pytest.fixture
def store(project: Path) -> WorkflowStore:
    return WorkflowStore(project / ".ami", Journal(project / ".ami", run="r1"))


def shown(*arguments: str) -> Result:
    found = CliRunner().invoke(ami, ["lesson", *arguments])
    assert found.exit_code == 0, found.output
    return found


def test_a_lesson_of_a_red_test_is_shown_with_its_moves_its_steps_and_the_reason(store: WorkflowStore) -> None:
    taught(store).drop("the test's call failed: AssertionError: Message sent")

    lines = shown("--last").output.splitlines()

    assert lines[0] == "send email  dropped"
    assert "  dropped      the test's call failed: AssertionError: Message sent" in lines
    rows = [" ".join(line.split()) for line in lines]
    assert '1 click button "Compose" ok' in rows
    assert '2 fill textbox "To" with "{{to}}" ok' in rows
    assert '5 click button "Send"' in rows
    assert store.find("send email") is None
    assert store.facts("SELECT count(*) AS n FROM facts WHERE kind = 'version'") == [{"n": 0}]


def test_a_lesson_that_stopped_says_why_and_which_move_failed(store: WorkflowStore) -> None:
    routes = ("click", "Compose", ""), Move(kind=MoveKind.CLICK, ref="e77"), GIVE_UP
    taught(store, *routes).drop()

    found = json.loads(shown("--last", "--json").output)

    assert (found["kept"], found["outcome"], found["steps"]) == (False, "failed", [])
    assert found["why"] == 'The teacher gave up on "send email". There is no such button'
    assert [(move["kind"], move["ok"]) for move in found["moves"]] == [("click", True), ("click", False)]
    assert "no element 'e77' on the page now" in found["moves"][1]["problem"]


@pytest.mark.slow
def test_the_newest_lessons_are_listed_and_a_task_chooses(store: WorkflowStore) -> None:
    taught(store, GIVE_UP).drop()
    taught(store).commit()

    listed = json.loads(shown("SEND email", "--json").output)

    assert [one["kept"] for one in listed] == [True, False]
    assert json.loads(shown("another task", "--json").output) == []
    table = shown().output
    assert table.index("kept") < table.index("dropped")


def test_a_secret_is_shown_by_its_name(store: WorkflowStore) -> None:
    echo = Move(kind=MoveKind.WAIT_FOR, value=f"Hello {SECRET}")
    taught(store, echo, ("click", "Compose", ""), GIVE_UP, pin=SECRET).drop(f"the test failed: {SECRET} is wrong")

    assert SECRET not in shown("--last", "--json").output
    assert SECRET not in "".join(path.read_text("utf-8") for path in store.folder.rglob("*.jsonl"))


@pytest.mark.slow
def test_a_strangers_fact_of_another_form_is_left_out(store: WorkflowStore) -> None:
    taught(store).commit()
    for data in ({"moves": "x"}, {"teacher": 7}, {"moves": [{"kind": ["x"]}]}, {"task": ["x"], "at": 1}):
        store.journal.append(Kind.LESSON, task="send email", data=data)

    (listed, plain) = json.loads(shown("--json").output)

    assert (listed["task"], listed["teacher"], listed["at"][:2]) == ("send email", "", "20")  # its own place counts
    assert (plain["kept"], len(plain["moves"])) == (True, 5)
    assert "send email" in shown().output
    assert shown("--last").output
