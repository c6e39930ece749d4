"""Runs that give a parameter which the stored flow has not: one short lesson among replayed steps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.engine.relearn import FlowSpec, Progress, run_flow
from pytest_ami.engine.versions.added_parameters import insertion_point
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.lesson import Move, MoveKind
from pytest_ami.model.workflow import Parameter, StepKind, Workflow
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import MAIL, VALUES, Script, learned, lesson, site

FLOW = learned()
CC = {**VALUES, "cc": "eve@x.org"}
ELEMENTS = MAIL["/new"]["elements"]
FIELD = {"role": "textbox", "name": "Cc", "attributes": {"name": "cc"}}
WITH_CC: dict[str, Any] = {**MAIL["/new"], "elements": [*ELEMENTS[:2], FIELD, *ELEMENTS[2:]]}
GIVE_UP = Move(kind=MoveKind.GIVE_UP, reason="there is no such field")


def run(*moves: Any, new: dict[str, Any] = WITH_CC, flow: Workflow = FLOW) -> tuple[Progress, FakePage, Script]:
    teacher = Script(*moves)
    page = FakePage(site(new=new), url="http://app.test/", teacher=teacher)
    known = replace(lesson(values=CC), adds=("cc",), replaces=())
    progress = Progress()
    page.run(run_flow(FlowSpec(lesson=known, workflow=flow), progress))
    return progress, page, teacher


def test_the_teacher_enters_the_new_value_and_the_replay_does_the_rest() -> None:
    progress, page, teacher = run(("fill", "Cc", "{{cc}}"))

    assert len(teacher.situations) == 1
    assert [step.title() for step in progress.steps] == [
        'click button "Compose"',
        'fill textbox "To" with {{to}}',
        'fill textbox "Subject" with {{subject}}',
        'check checkbox "Urgent"',
        'fill textbox "Cc" with {{cc}}',
        'click button "Send"',
    ]
    assert progress.replayed is not None
    assert progress.replayed.drift is None
    assert [step.number for step in progress.replayed.steps] == [1, 2, 3, 4, 6]
    again = FakePage(site(new=WITH_CC), url="http://app.test/")
    whole = Workflow(task=FLOW.task, steps=progress.steps, parameters=(*FLOW.parameters, Parameter(name="cc")))
    from pytest_ami.engine.replay import replay

    assert again.run(replay(whole, {**CC, "cc": "other@x.org"})).drift is None
    assert "other@x.org" in repr(again.commands)
    assert page is not again


def test_a_page_without_a_field_for_it_is_red() -> None:
    with pytest.raises(TeacherError, match="gave up"):
        run(GIVE_UP, new=MAIL["/new"])


def test_a_teacher_that_does_not_enter_it_is_red() -> None:
    with pytest.raises(TeacherError, match="cc"):
        run(("fill", "To", "{{to}}"), Move(kind=MoveKind.DONE), Move(kind=MoveKind.DONE))


def test_a_stored_step_that_does_not_fit_ends_the_run_before_the_lesson() -> None:
    progress, _, teacher = run(("fill", "Cc", "{{cc}}"), new={**WITH_CC, "elements": WITH_CC["elements"][1:]})

    assert teacher.situations == []
    assert progress.steps == ()
    assert progress.replayed is not None
    assert progress.replayed.drift is not None
    assert progress.replayed.drift.step == 2


def test_a_flow_that_does_not_go_on_is_an_error_of_the_lesson() -> None:
    broken = [*WITH_CC["elements"][:-1], {"role": "button", "name": "Send", "on": {"click": {"notice": "alert|No"}}}]
    with pytest.raises(TeacherError, match="did not go on as recorded after cc was entered"):
        run(("fill", "Cc", "{{cc}}"), new={**WITH_CC, "elements": broken})


def test_the_value_is_entered_behind_the_last_field_before_the_first_commit() -> None:
    assert insertion_point(FLOW.steps) == 4
    assert insertion_point(FLOW.steps[:1]) == 0
    assert insertion_point(FLOW.steps[4:]) == 0


def test_the_value_is_entered_in_the_form_behind_a_log_in_and_behind_the_entry_of_a_list() -> None:
    compose, to, subject, urgent, send = FLOW.steps
    assert to.target
    assert send.target
    log_in = replace(send, target=replace(send.target, name="Log in"))
    key = replace(to, kind=StepKind.PRESS, value="Enter")
    entry = replace(to, kind=StepKind.CLICK, target=replace(to.target, role="option"), value="")
    assert insertion_point((to, log_in, compose, subject, send)) == 4
    assert insertion_point((compose, to, key, send)) == 3
    assert insertion_point((compose, to, entry, send)) == 3
    leave = replace(compose, target=replace(send.target, name="OK", landmark="dialog|Copies"))
    assert insertion_point((compose, to, leave, send)) == 3
    assert insertion_point((compose, subject, urgent, key, send)) == 3  # a key in another field


@pytest.mark.parametrize("typed", ["{{cc}}", "{{cc}}, {{subject}}"])
def test_a_new_value_over_a_stored_one_ends_the_lesson(typed: str) -> None:
    with pytest.raises(TeacherError, match="cc was entered over another value") as caught:
        run(("fill", "To", typed))
    assert 'it took the place of: fill textbox "To" with {{to}}' in caught.value.evidence


def test_a_new_value_beside_a_stored_one_in_one_field_is_entered() -> None:
    progress, _, _ = run(("fill", "To", "{{to}}, {{cc}}"))
    assert [step.value for step in progress.steps if step.value] == ["{{to}}", "{{subject}}", "{{to}}, {{cc}}"]


@pytest.mark.parametrize(
    "finder",
    [{"role": "searchbox", "name": "Find"}, {"role": "combobox", "tag": "input", "name": "Find"}],
    ids=["search", "list"],
)
def test_a_text_in_a_search_or_in_a_drawn_list_does_not_end_the_lesson(finder: dict[str, Any]) -> None:
    page = {**WITH_CC, "elements": [*WITH_CC["elements"][:2], finder, *WITH_CC["elements"][2:]]}
    progress, _, teacher = run(("fill", "Find", "{{cc}}"), ("fill", "Cc", "{{cc}}"), new=page)

    assert len(teacher.situations) == 2
    assert [step.target.name for step in progress.steps if step.target and step.value == "{{cc}}"] == ["Find", "Cc"]


def test_a_value_in_a_dialog_is_entered_when_the_dialog_is_left() -> None:
    new: dict[str, Any] = {
        "role": "button",
        "name": "Add Cc",
        "on": {"click": {"show": ["Cc", "OK"], "hide": ["Send"]}},
    }
    leave = {
        "role": "button",
        "name": "OK",
        "visible": False,
        "on": {"click": {"show": ["Send"], "hide": ["OK", "Cc"]}},
    }
    page = {**WITH_CC, "elements": [*ELEMENTS[:2], new, {**FIELD, "visible": False}, leave, *ELEMENTS[2:]]}
    progress, _, _ = run(("click", "Add Cc", ""), ("fill", "Cc", "{{cc}}"), ("click", "OK", ""), new=page)

    assert [step.target.name for step in progress.steps[4:] if step.target] == ["Add Cc", "Cc", "OK", "Send"]


def test_a_replayed_entry_that_the_page_tells_late_is_no_new_step() -> None:
    progress, _, _ = run(
        ("check", "Urgent", ""), ("fill", "Cc", "{{cc}}"), new={**WITH_CC, "elements": [*ELEMENTS, FIELD]}
    )
    assert [step.target.name for step in progress.steps[3:] if step.target] == ["Urgent", "Cc", "Send"]
