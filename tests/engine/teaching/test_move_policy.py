"""The engine's refusals to a teacher, without a browser: before a move, after it, and at the lesson's end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.engine.teaching.learn import learn
from pytest_ami.engine.teaching.lesson import LessonResult
from pytest_ami.engine.teaching.move_policy import MOST, Refusals, element_refusal, refusal
from pytest_ami.model import command as c
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.lesson import Element, Move, MoveKind, MoveResult, Observation
from pytest_ami.model.look import Health
from pytest_ami.model.workflow import Step, StepKind
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import MAIL, Script, lesson, site

SEEN = Observation(url="http://app.test/new")
VALUES = {"password": "hunter2-Xy", "to": "ann@example.com", "file": "report.pdf"}
LESSON = lesson(task="log in", values=VALUES, secret=("password",))
PASSWORD = Element(ref="e1", tag="input", role="textbox", type="password", name="Password")
COMMENT = Element(ref="e2", tag="textarea", role="textbox", name="Comment")
BUTTON = Element(ref="e3", tag="button", role="button", name="Delete account")


def asked(kind: MoveKind, value: str = "", element: Element | None = None, **more: Any) -> str:
    return refusal(
        Move(kind=kind, ref=element.ref if element else "", value=value), element, SEEN, more.get("of", LESSON)
    )


@pytest.mark.parametrize(
    ("kind", "value", "element", "why"),
    [
        (MoveKind.FILL, "{{password}}", COMMENT, "free text"),
        (MoveKind.FILL, "{{ password }}", COMMENT, "free text"),
        (MoveKind.FILL, "my password is {{password}}", PASSWORD, "alone in its field"),
        (MoveKind.FILL, "hunter2-Xy", PASSWORD, "plain text"),
        (MoveKind.PRESS, "{{password}}", PASSWORD, "and nothing else"),
        (MoveKind.SELECT, "{{password}}", PASSWORD, "and nothing else"),
        (MoveKind.GOTO, "/search?q={{password}}", None, "and nothing else"),
        (MoveKind.UPLOAD, "{{password}}", PASSWORD, "and nothing else"),
        (MoveKind.WAIT_FOR, "{{password}}", None, "and nothing else"),
        (MoveKind.ANSWER_DIALOG, "accept:{{password}}", None, "and nothing else"),
        (MoveKind.GOTO, "http://evil.test/", None, "outside of the allowed origins"),
        (MoveKind.GOTO, "https://app.test/", None, "outside of the allowed origins"),
        (MoveKind.GOTO, "http://app.test:81/", None, "outside of the allowed origins"),
        (MoveKind.GOTO, "http://app.test@evil.test/", None, "outside of the allowed origins"),
        (MoveKind.GOTO, "http://app.test.evil.test/", None, "outside of the allowed origins"),
        (MoveKind.GOTO, "//evil.test/x", None, "outside of the allowed origins"),
        (MoveKind.GOTO, "\\\\evil.test/x", None, "outside of the allowed origins"),
        (MoveKind.GOTO, "/\\evil.test/x", None, "outside of the allowed origins"),
        (MoveKind.GOTO, "http:evil.test", None, "outside of the allowed origins"),
        (MoveKind.GOTO, "javascript:alert(1)", None, "no javascript: address"),
        (MoveKind.GOTO, " JavaScript:alert(1)", None, "no javascript: address"),
        (MoveKind.GOTO, "data:text/html,hi", None, "no data: address"),
        (MoveKind.GOTO, "file:///etc/passwd", None, "no file: address"),
        (MoveKind.GOTO, "/account/delete?sure=1", None, "would delete"),
        (MoveKind.UPLOAD, "/etc/passwd", COMMENT, "only files that the test names"),
        (MoveKind.UPLOAD, "{{file}}\n/etc/passwd", COMMENT, "only files that the test names"),
        (MoveKind.UPLOAD, "{{file}}/../../etc/passwd", COMMENT, "only files that the test names"),
        (MoveKind.CLICK, "", BUTTON, "would delete"),
        (MoveKind.PRESS, "Enter", BUTTON, "would delete"),
    ],
)
def test_what_is_not_allowed_is_refused(kind: MoveKind, value: str, element: Element | None, why: str) -> None:
    found = asked(kind, value, element)

    assert why in found
    assert "hunter2" not in found


@pytest.mark.parametrize(
    ("kind", "value", "element"),
    [
        (MoveKind.FILL, "{{password}}", PASSWORD),
        (MoveKind.FILL, "{{to}}", COMMENT),
        (MoveKind.FILL, "", COMMENT),
        (MoveKind.GOTO, "/new", None),
        (MoveKind.GOTO, "new?to={{to}}", None),
        (MoveKind.GOTO, "http://APP.test:80/new", None),
        (MoveKind.UPLOAD, "{{file}}", COMMENT),
        (MoveKind.UPLOAD, "{{file}}\n{{ file }}", COMMENT),
        (MoveKind.CLICK, "", COMMENT),
        (MoveKind.WAIT, "", None),
        (MoveKind.BACK, "", None),
        (MoveKind.GOTO, "/{{unknown}}", None),
    ],
)
def test_what_the_task_needs_is_allowed(kind: MoveKind, value: str, element: Element | None) -> None:
    assert asked(kind, value, element) == ""


def test_the_test_opens_origins_and_deeds() -> None:
    more = lesson(task="log in", values=VALUES, secret=("password",), origins=("https://id.test",), allow=("delete",))

    assert asked(MoveKind.GOTO, "https://id.test/login", of=more) == ""
    assert asked(MoveKind.CLICK, "", BUTTON, of=more) == ""


DELETE = ("click", "Delete draft", "")


def mailbox() -> Any:
    routes = site()
    routes["/new"]["elements"].append({**routes["/new"]["elements"][-1], "name": "Delete draft", "ref": "e9"})
    return routes


def test_a_refusal_is_told_once_and_the_lesson_goes_on() -> None:
    script = Script(DELETE, ("fill", "To", "{{to}}"))

    page = FakePage(mailbox(), url="http://app.test/new", teacher=script)
    page.run(learn(lesson("look around", values={"to": "x@y.org"}), LessonResult()))

    assert "would delete" in script.situations[1].made[0].problem
    assert not any("Delete" in str(touched) for touched in page.touched)


def test_the_same_refusal_again_ends_the_lesson_and_says_how_to_permit_it() -> None:
    page = FakePage(mailbox(), url="http://app.test/new", teacher=Script(DELETE, DELETE))

    with pytest.raises(TeacherError, match='was stopped: the button "Delete draft" would delete') as caught:
        page.run(learn(lesson(), LessonResult()))
    assert caught.value.run == 'if the test wants that: @pytest.mark.learned(..., allow=("delete",))'
    assert isinstance(page.commands[-1], c.StopRecording)


def test_the_guard_is_put_up_for_teachers_only() -> None:
    page = FakePage(MAIL, teacher=lambda page, **_: page.answer(c.Goto(url="/new")))
    page.run(learn(lesson("look around", demonstrates=True), LessonResult()))
    other = FakePage(MAIL, url="http://app.test/new", teacher=Script(("fill", "To", "{{to}}")))
    other.run(learn(lesson("look around", values={"to": "x@y.org"}, origins=("http://b.test",)), LessonResult()))

    starts = [[one for one in run.commands if isinstance(one, c.StartRecording)] for run in (page, other)]
    assert [[start.origins for start in found] for found in starts] == [[None], [("http://b.test",)]]


def test_a_stored_step_is_given_no_element_that_does_a_graver_thing_or_takes_no_secret() -> None:
    step = Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name="Log in"))
    typed = Step(kind=StepKind.FILL, value="{{password}}", target=Fingerprint(tag="input", name="Password"))
    enter = Element(ref="e4", tag="button", role="button", name="Sign in")

    assert "would delete" in element_refusal(step, BUTTON, (), LESSON)
    assert element_refusal(step, enter, (), LESSON) == ""
    assert (
        element_refusal(replace(step, target=Fingerprint(tag="button", name="Remove account")), BUTTON, (), LESSON)
        == ""
    )
    assert "free text" in element_refusal(typed, COMMENT, (), LESSON)
    assert element_refusal(typed, PASSWORD, (), LESSON) == ""


# -- after a move ----------------------------------------------------------------------------------------------------

MADE = MoveResult(move=Move(kind=MoveKind.CLICK, ref="e3"), element=BUTTON)
LEFT = Health(refused=("GET document of http://evil.test",), held=("GET image of http://ads.test",))


def test_a_move_that_wanted_to_leave_has_failed() -> None:
    refusals = Refusals()

    outcome = refusals.after(MADE, "", LEFT, went_on=False)
    refusals.check(LESSON, [])

    assert (outcome.ok, outcome.problem) == (
        False,
        "outside of the allowed origins: GET document of http://evil.test",
    )
    assert refusals.lines()[1] == "refused: GET image of http://ads.test"


def test_where_the_page_went_on_all_the_same_the_lesson_ends_at_once() -> None:
    refusals = Refusals()
    refusals.after(MADE, "", LEFT, went_on=True)

    with pytest.raises(TeacherError, match=r"http://evil\.test") as caught:
        refusals.check(LESSON, ["the last move"])
    assert caught.value.run == "if the test wants that: ami_allow_origins = http://evil.test"
    assert caught.value.evidence[-1] == "the last move"


def test_too_many_refusals_of_any_kind_end_the_lesson() -> None:
    refusals = Refusals()
    for number in range(MOST - 1):
        refusals.after(MADE, f"reason {number}", Health(), went_on=False)
        refusals.check(LESSON, [])
    refusals.after(MADE, "another reason", Health(), went_on=False)

    with pytest.raises(TeacherError, match="another reason"):
        refusals.check(LESSON, [])


def test_what_no_move_has_to_answer_for_fails_none() -> None:
    refusals = Refusals()

    assert refusals.after(MADE, "", Health(held=("POST ping of http://ads.test",)), went_on=True) is MADE
    refusals.check(LESSON, [])
    assert refusals.lines() == ["refused: POST ping of http://ads.test"]


def test_the_control_that_the_stored_flow_presses_is_allowed_and_no_other_one() -> None:
    stored = Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name="Delete account"))
    known = replace(LESSON, replaces=(stored,))
    other = replace(BUTTON, name="Delete all data")

    assert "delete" in asked(MoveKind.CLICK, element=BUTTON)
    assert asked(MoveKind.CLICK, element=BUTTON, of=known) == ""
    assert "delete" in asked(MoveKind.CLICK, element=other, of=known)


def test_a_stored_control_may_be_called_by_its_text_or_by_signs_that_nobody_sees() -> None:
    spelled = Fingerprint(tag="button", role="button", name="delete \u200b/account", text="Delete account")
    known = replace(LESSON, replaces=(Step(kind=StepKind.CLICK, target=spelled),))

    assert asked(MoveKind.CLICK, element=BUTTON, of=known) == ""
    assert asked(MoveKind.CLICK, element=replace(BUTTON, name="DELETE /account"), of=known) == ""
    assert "delete" in asked(MoveKind.CLICK, element=replace(BUTTON, name="Delete account now"), of=known)
