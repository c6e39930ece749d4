"""Runs without some parameters: the steps that they do without, and those that cannot do without a value."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.engine.effects.left_out import without
from pytest_ami.engine.replay import replay
from pytest_ami.model.errors import ParameterError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.outcome import Cause
from pytest_ami.model.workflow import Effects, Parameter, Step, StepKind, Workflow
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import MAIL, VALUES, learned, site

FLOW = learned()
"""Compose; fill To; fill Subject; check Urgent; Send."""


def field(name: str, role: str = "textbox", **more: Any) -> Fingerprint:
    return Fingerprint(tag="x", role=role, name=name, absolute_xpath=f"/html[1]/{name}", **more)


def numbers(*steps: Step, names: str = "cc") -> tuple[int, ...]:
    """The numbers of the steps that are left without ``cc``."""
    flow = Workflow(task="send email", steps=steps, parameters=(Parameter(name="to"), Parameter(name="cc")))
    return without(flow, (names,)).numbers


FILL = Step(kind=StepKind.FILL, target=field("Cc"), value="{{cc}}")
SEND = Step(kind=StepKind.CLICK, target=field("Send", "button"))


def test_a_replay_leaves_out_the_step_of_a_missing_value() -> None:
    page = FakePage(MAIL, url="http://app.test/")
    report = page.run(replay(FLOW, {"to": VALUES["to"]}))

    assert report.drift is None
    assert [step.number for step in report.steps] == [1, 2, 4, 5]
    assert "Follow-up" not in repr(page.commands)


def test_a_drift_behind_a_step_that_is_left_out_has_the_number_of_the_whole_workflow() -> None:
    page = FakePage(site(new={"elements": MAIL["/new"]["elements"][:3]}), url="http://app.test/")
    report = page.run(replay(FLOW, {"to": VALUES["to"]}))

    assert report.drift is not None
    assert (report.drift.step, report.drift.cause) == (5, Cause.MISSING)


def test_a_step_that_was_done_already_is_not_done_again() -> None:
    page = FakePage(MAIL, url="http://app.test/new")
    report = page.run(replay(FLOW, {"to": VALUES["to"]}, skip=3))
    assert [step.number for step in report.steps] == [4, 5]


@pytest.mark.parametrize(
    ("steps", "left"),
    [
        ((FILL, SEND), (2,)),
        ((FILL, replace(FILL, kind=StepKind.PRESS, value="Enter"), SEND), (3,)),
        (
            (replace(SEND, target=field("Add Cc", "button"), effects=Effects(appeared=("textbox|Cc",))), FILL, SEND),
            (3,),
        ),
        (
            (  # the press brings another field as well
                replace(SEND, target=field("More", "button"), effects=Effects(appeared=("textbox|Cc", "textbox|Bcc"))),
                FILL,
                replace(FILL, target=field("Bcc"), value="{{to}}"),
            ),
            (1, 3),
        ),
        (
            (
                replace(SEND, target=field("Priority", "combobox"), effects=Effects(appeared=("option|{{cc}}",))),
                replace(SEND, target=field("{{cc}}", "option")),
                SEND,
            ),
            (3,),
        ),
        (
            (  # the press goes into the field of the list, whose text follows
                replace(SEND, target=field("Cc", "combobox"), effects=Effects(appeared=("option|{{cc}}", "option|Al"))),
                replace(FILL, target=field("Cc", "combobox")),
                replace(SEND, target=field("{{cc}}", "option")),
                SEND,
            ),
            (4,),
        ),
    ],
)
def test_steps_that_only_enter_the_value_are_left_out(steps: tuple[Step, ...], left: tuple[int, ...]) -> None:
    assert numbers(*steps) == left


@pytest.mark.parametrize(
    "step",
    [
        replace(SEND, target=field("Mail to {{cc}}", "link")),
        replace(FILL, value="{{to}}, {{cc}}"),
        replace(SEND, effects=Effects(route="/mail/{{cc}}")),
        replace(SEND, sent="POST /mail/{{cc}}"),
        replace(FILL, effects=Effects(route="/cc")),
        Step(kind=StepKind.GOTO, value="https://app.test/{{cc}}"),
    ],
)
def test_a_step_that_needs_the_value_refuses_the_run(step: Step) -> None:
    with pytest.raises(ParameterError, match=r"cannot be carried out without cc"):
        numbers(FILL, step)


def test_what_holds_the_value_proves_nothing_any_more() -> None:
    told = Effects(notices=("status|Sent to {{to}}", "status|Copy to {{cc}}"), value="{{cc}}")
    send = replace(
        SEND, effects=told, sent="POST /mail?cc={{cc}}&to={{to}}", target=field("Send", "button", context="Cc {{cc}}")
    )
    flow = Workflow(task="t", steps=(FILL, send), parameters=(Parameter(name="to"), Parameter(name="cc")))
    (left,) = without(flow, ("cc",)).workflow.steps

    assert "{{cc}}" not in repr(left)
    assert (left.effects.notices, left.sent) == (("status|Sent to {{to}}",), "POST /mail?to={{to}}")
    assert without(flow, ("cc",)).workflow.parameters == (Parameter(name="to"),)


@pytest.mark.parametrize("effects", [Effects(notices=("status|Saved",)), Effects(appeared=("link|{{to}}",))])
def test_a_key_in_the_field_that_the_page_answers_is_not_left_out(effects: Effects) -> None:
    enter = Step(kind=StepKind.PRESS, target=field("Cc"), value="Enter", effects=effects)
    with pytest.raises(ParameterError):
        numbers(replace(FILL, target=field("To"), value="{{to}}"), FILL, enter)


def test_a_flow_does_not_become_empty() -> None:
    with pytest.raises(ParameterError):
        numbers(FILL)
