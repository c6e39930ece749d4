"""Lessons: what a teacher is shown, how moves are carried out and taken back, and how a lesson ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.engine.effects.message_check import TEXTS
from pytest_ami.engine.replay_options import FlowOptions
from pytest_ami.engine.teaching.learn import learn, missing_message, objection
from pytest_ami.engine.teaching.lesson import Lesson, LessonResult
from pytest_ami.model import command as c
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.lesson import Advice, Move, MoveKind, MoveResult, Observation, Situation
from pytest_ami.model.look import Health
from pytest_ami.model.outcome import Usage
from pytest_ami.model.workflow import Effects, Step, StepKind
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import MAIL, SEND_MAIL, VALUES, Script, lesson, site

SECRET = "hunter2"


def taught(
    script: Script, given: Lesson | None = None, routes: object = None, url: str = "/"
) -> tuple[LessonResult, FakePage]:
    page = FakePage(routes or MAIL, url=f"http://app.test{url}", teacher=script)  # type: ignore[arg-type]
    return page.run(learn(given or lesson(), LessonResult())), page


def test_moves_become_steps_with_parameters() -> None:
    learned, page = taught(Script(*SEND_MAIL))

    assert [(step.kind.value, step.value) for step in learned.steps] == [
        ("click", ""),
        ("fill", "{{to}}"),
        ("fill", "{{subject}}"),
        ("check", ""),
        ("click", ""),
    ]
    assert learned.steps[0].effects.route == "/new"
    assert learned.steps[3].effects.value == "checked"
    assert learned.steps[4].effects.notices == ("status|Message sent",)
    assert isinstance(page.commands[-1], c.StopRecording)


def test_a_teacher_is_told_what_was_done_and_what_came_of_it() -> None:
    script = Script(Move(kind=MoveKind.CLICK, ref="e99"), *SEND_MAIL)

    taught(script)

    assert script.situations[0].values == VALUES
    assert (script.situations[1].made[0].ok, script.situations[1].made[0].problem) == (
        False,
        "there is no element 'e99' on the page now",
    )
    assert [made.ok for made in script.situations[-1].made] == [False, True, True, True, True, True]


def test_a_name_that_is_no_parameter_is_told_to_the_teacher() -> None:
    script = Script(("fill", "To", "{{tos}}"), ("fill", "To", "{{to}}"))

    learned, _ = taught(script, lesson("look around", values={"to": "a@example.com"}), url="/new")

    assert "'tos'" in script.situations[1].made[0].problem
    assert [step.value for step in learned.steps] == ["{{to}}"]


def test_usage_is_added_up() -> None:
    moves = iter([Move(kind=MoveKind.WAIT), Move(kind=MoveKind.WAIT)])

    def advise(situation: Situation) -> Advice:
        return Advice(move=next(moves, Move(kind=MoveKind.GIVE_UP, reason="enough")), usage=Usage(calls=1, tokens=10))

    learned = LessonResult()
    page = FakePage(MAIL, teacher=advise)
    with pytest.raises(TeacherError, match="gave up"):
        page.run(learn(lesson(), learned))

    assert (learned.usage.calls, learned.usage.tokens) == (3, 30)


def test_a_limit_stops_before_the_teacher_is_asked_again() -> None:
    script = Script(*SEND_MAIL)
    given = lesson(limit=lambda _usage: "no more" if script.situations else "")

    with pytest.raises(TeacherError, match="was stopped: no more"):
        taught(script, given)
    assert len(script.situations) == 1


def test_going_round_in_circles_is_stopped() -> None:
    script = Script(*[("click", "Help", "")] * 9)

    with pytest.raises(TeacherError, match="round in circles") as caught:
        taught(script)
    assert 'click link "Help"' in caught.value.evidence
    assert "the page shows heading|Inbox" in caught.value.evidence


def test_nothing_done_is_nothing_learned() -> None:
    script = Script()
    with pytest.raises(TeacherError, match=r"reports .* as done, and it is not"):
        taught(script)
    assert script.situations[1].objection == "You have made no move that worked, so the task is not done."


def test_done_is_not_believed_where_the_page_never_changed() -> None:
    script = Script(Move(kind=MoveKind.WAIT), Move(kind=MoveKind.DONE))
    with pytest.raises(TeacherError, match=r"reports .* as done, and it is not"):
        taught(script, lesson(values={}))
    assert script.situations[2].objection == "The task is not done: the page is just as it was before your first move."


def test_done_is_not_believed_while_a_parameter_was_not_used() -> None:
    script = Script(("fill", "To", "{{to}}"), Move(kind=MoveKind.DONE), ("fill", "Subject", "{{subject}}"))

    learned, _ = taught(script, lesson("look around"), url="/new")

    assert [situation.objection for situation in script.situations][2] == (
        "The task is not done: nothing was done with {{subject}} yet."
    )
    assert [step.value for step in learned.steps] == ["{{to}}", "{{subject}}"]


@pytest.mark.parametrize(
    "script", [Script(), Script(Move(kind=MoveKind.GIVE_UP, reason="no idea"))], ids=["empty", "gave up"]
)
def test_a_recording_is_stopped_exactly_once_however_a_lesson_ends(script: Script) -> None:
    page = FakePage(MAIL, teacher=script)

    with pytest.raises(TeacherError):
        page.run(learn(lesson(), LessonResult()))
    assert [type(command) for command in page.commands].count(c.StopRecording) == 1


def test_wrong_moves_are_taken_back_and_forgotten() -> None:
    back = Move(kind=MoveKind.BACK, undo=1)
    script = Script(("click", "Help", ""), back, *SEND_MAIL)

    learned, _ = taught(script)

    assert learned.steps[0].kind is StepKind.CLICK
    assert learned.steps[0].target is not None
    assert learned.steps[0].target.name == "Compose"


def test_what_was_taken_back_once_is_not_counted_again() -> None:
    back = Move(kind=MoveKind.BACK, undo=1)
    two = Move(kind=MoveKind.BACK, undo=2)
    script = Script(
        ("fill", "To", "{{to}}"),
        ("check", "Urgent", ""),
        back,
        ("fill", "Subject", "{{subject}}"),
        two,
        ("click", "Send", ""),
    )

    learned, _ = taught(script, url="/new")

    assert [step.kind for step in learned.steps] == [StepKind.CLICK]


def test_another_host_is_kept_and_the_own_one_left_out() -> None:
    routes = site()
    go = [Move(kind=MoveKind.GOTO, value=url) for url in ("http://app.test/new", "http://login.test/new")]

    script = Script(go[0], ("fill", "To", "{{to}}"), go[1], ("fill", "To", "{{to}}"))
    given = lesson("look around", values={"to": "a@example.com"}, origins=("http://login.test",))
    _, page = taught(script, given, routes)

    assert [command.url for command in page.commands if isinstance(command, c.Goto)] == [
        "/new",
        "http://login.test/new",
    ]


def test_a_value_is_encoded_into_an_address() -> None:
    script = Script(Move(kind=MoveKind.GOTO, value="/new?q={{subject}}"), ("click", "Send", ""))

    learned, page = taught(script, lesson(values={"subject": "R&D #1"}))

    assert page.url == "http://app.test/new?q=R%26D%20%231"
    assert learned.steps[0].value == "/new?q={{subject}}"


# -- demonstrations -------------------------------------------------------------------------------------------------


def test_a_demonstration_gets_page_and_values() -> None:
    seen = {}

    def perform(page: FakePage, **values: str) -> None:
        seen.update(values)
        page.answer(c.Goto(url="/new"))

    page = FakePage(MAIL, teacher=perform)
    learned = page.run(learn(lesson("look around", demonstrates=True), LessonResult()))

    assert seen == VALUES
    assert [step.value for step in learned.steps] == ["/new"]


def test_a_demonstration_that_fails_stops_the_recording_and_says_so_itself() -> None:
    program = learn(lesson("look around", demonstrates=True), LessonResult())
    command = next(program)
    while not isinstance(command, c.Perform):
        command = program.send(c.Seen() if isinstance(command, c.Look) else None)

    stopping = program.throw(ZeroDivisionError())

    assert isinstance(stopping, c.StopRecording)
    with pytest.raises(ZeroDivisionError):
        program.send(None)


# -- secrets --------------------------------------------------------------------------------------------------------


def test_a_secret_is_shown_to_no_teacher() -> None:
    routes = site()
    page_ = routes["/new"]
    page_["notices"] = [f"alert|{SECRET} is weak"]
    page_["elements"][0].update(attributes={"autocomplete": "current-password"})
    page_["elements"][1].update(value=SECRET, context=f"hint {SECRET}", attributes={"placeholder": SECRET})
    script = Script(("fill", "To", "{{password}}"), ("fill", "Subject", "{{to}}"))
    given = lesson("look around", values={"password": SECRET, "to": "x@y.org"}, secret=("password",))

    _, page = taught(script, given, routes, url=f"/new?key={SECRET}")

    assert page.touched[0][2] == SECRET
    assert script.situations[1].observation.notices == ("alert|{{password}} is weak",)
    assert SECRET not in repr(script.situations)
    assert [situation.values for situation in script.situations] == [{"to": "x@y.org"}] * 3


def test_a_secret_is_in_no_message() -> None:
    routes = site()
    routes["/new"]["notices"] = [f"alert|{SECRET} is weak"]
    script = Script(("fill", "To", "{{password}}"), Move(kind=MoveKind.GIVE_UP, reason="no"))
    given = lesson(values={"password": SECRET}, secret=("password",))

    with pytest.raises(TeacherError) as caught:
        taught(script, given, routes, url=f"/new?key={SECRET}")

    assert "{{password}}" in str(caught.value)
    assert SECRET not in str(caught.value)


def test_a_secret_is_in_no_representation() -> None:
    given = lesson(values={"password": SECRET}, secret=("password",))

    assert SECRET not in repr(given)
    assert SECRET not in repr(c.Perform(values={"password": SECRET}))
    assert SECRET not in repr(c.Fill(value=SECRET))


# -- where a flow ends ------------------------------------------------------------------------------------------------


def test_a_flow_that_ends_at_its_values_is_proven_by_them() -> None:
    routes = site(sent={"notices": ["heading|Sent", "heading|Mail to a@example.com"], "elements": []})
    routes["/new"]["elements"][3]["on"] = {"click": {"goto": "/sent"}}
    learned, _ = taught(Script(*SEND_MAIL), routes=routes)

    assert "alone|{{to}}" in learned.steps[-1].effects.notices
    assert "{{subject}}" not in repr(learned.steps[-1].effects.notices)


@pytest.mark.parametrize("patience", [6_000, 20_000])
def test_a_lesson_waits_for_the_answer_to_its_deed_as_long_as_a_replay_would(patience: float) -> None:
    routes = site()
    routes["/new"]["elements"][3]["on"] = {"click": {"sends": "POST /send", "hide": ["Send"]}}
    slow = replace(lesson(), options=FlowOptions(patience=patience))
    _, page = taught(Script(*SEND_MAIL), slow, routes)

    assert [one.timeout for one in page.commands if isinstance(one, c.AwaitAnswers)] == [patience]


def test_a_deed_that_the_server_never_answers_is_not_learned() -> None:
    routes = site()
    routes["/new"]["elements"][3]["on"] = {"click": {"sends": "POST /send", "hide": ["Send"]}}
    page = FakePage(routes, teacher=Script(*SEND_MAIL))
    page.health = Health(unanswered=("POST /send",))

    with pytest.raises(TeacherError, match="did not answer") as error:
        page.run(learn(lesson(), LessonResult()))

    assert "no answer to POST /send within 15 s" in str(error.value)
    assert isinstance(page.commands[-1], c.StopRecording)


def test_a_channel_that_a_page_keeps_open_leaves_no_deed_unanswered() -> None:
    routes = site()
    routes["/new"]["elements"][3]["on"] = {"click": {"sends": "POST /send", "hide": ["Send"]}}
    page = FakePage(routes, teacher=Script(*SEND_MAIL))
    page.health = Health(unanswered=("POST /channel",))
    learned = LessonResult()

    page.run(learn(lesson(), learned))

    assert learned.steps[-1].sent.startswith("POST /send")


def test_what_was_in_sight_from_the_beginning_proves_nothing() -> None:
    routes = site(sent={"notices": ["heading|Mail to a@example.com"], "elements": []})
    routes["/"]["notices"] = ["heading|Last mail: a@example.com"]
    routes["/new"]["elements"][3]["on"] = {"click": {"goto": "/sent", "sends": "POST /send"}}
    learned, _ = taught(Script(*SEND_MAIL), routes=routes)

    assert not any(key.startswith(TEXTS) for key in learned.steps[-1].effects.notices)


def test_a_page_that_used_to_say_so_has_to_say_something_again() -> None:
    saving = (Step(kind=StepKind.CLICK, effects=Effects(notices=("status|Card blocked",), appeared=("link|Up",))),)

    assert "'Card blocked'" in missing_message(saving, {"heading|Cards"})
    assert missing_message(saving, {"alert|The card is blocked now"}) == ""
    assert missing_message(saving, {"dialog|Done"}) == ""
    assert "'Card is blocked tomorrow'" in missing_message(saving, {"status|Card is blocked tomorrow"})
    assert missing_message((Step(kind=StepKind.CLICK, effects=Effects(appeared=("link|Up",))),), set()) == ""


def test_a_message_that_is_gone_again_has_changed_the_page() -> None:
    seen = Observation(url="http://app.test/", title="", elements=(), notices=())
    made = (MoveResult(move=Move(kind=MoveKind.CLICK, ref="e1"), element=None, ok=True),)
    situation = Situation(task="save", parameters=(), values={}, observation=seen, made=made)

    assert "just as it was" in objection(situation, seen, ())
    assert objection(situation, seen, (), {"status|Saved"}) == ""
