"""A teacher's moves: those that are no action on the page, and what is told when nothing comes of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.engine.teaching.learn import learn
from pytest_ami.engine.teaching.lesson import LessonResult
from pytest_ami.engine.teaching.lesson_state import IDLE
from pytest_ami.engine.teaching.moves import LOOPS
from pytest_ami.model import command as c
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.lesson import Advice, Element, Move, MoveKind, MoveResult, Observation, Situation
from pytest_ami.model.workflow import Parameter, PermittedRequest
from pytest_ami.teachers.llm.prompt import changed_lines, messages, user_text
from pytest_ami.teachers.llm.reply import RefusedAnswer, read_more_moves, to_move
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import MAIL, SEND_MAIL, Script, lesson, site


def taught(script: Script, routes: Any = None, **more: Any) -> FakePage:
    page = FakePage(routes or MAIL, url="http://app.test/", teacher=script)
    page.run(learn(lesson(**more), LessonResult()))
    return page


def test_a_text_is_waited_for_and_its_absence_is_told() -> None:
    there, absent = (Move(kind=MoveKind.WAIT_FOR, value=text) for text in ("Inbox", "Never shown"))
    script = Script(there, absent, *SEND_MAIL)
    routes = site()
    routes["/"]["elements"].append({"role": "heading", "name": "Inbox", "text": "Inbox"})

    page = taught(script, routes)

    waits = [command.expect for command in page.commands if isinstance(command, c.Look) and command.expect]
    assert [expect.required for expect in waits[:2]] == [("text|Inbox",), ("text|Never shown",)]
    assert script.situations[2].made[1].ok is False
    assert "did not show it" in script.situations[2].made[1].problem


def test_a_key_may_be_pressed_on_the_page_itself() -> None:
    page = taught(Script(Move(kind=MoveKind.PRESS, value="Escape"), *SEND_MAIL))

    (press,) = [command for command in page.commands if isinstance(command, c.Press)]
    assert (press.ref, press.key) == ("page", "Escape")


def test_a_tab_that_is_not_there_is_told_with_those_that_are() -> None:
    script = Script(Move(kind=MoveKind.SWITCH_TAB, value="4"), *SEND_MAIL)

    taught(script)

    assert script.situations[1].made[0].problem == "there is no tab 4; open: 1"


class GuardedPage(FakePage):
    """A page whose guarded press would have sent a request."""

    def _act(self, command: c.Act, *arguments: Any, **keywords: Any) -> c.Acted:
        acted = super()._act(command, *arguments, **keywords)
        if not isinstance(command, c.Click) or command.only is None:
            return acted
        return replace(acted, ok=False, withheld=True, detail="the press would have sent POST /drain")


def test_a_click_that_was_to_show_something_ends_the_lesson_before_it_changes_something() -> None:
    def opens(situation: Situation) -> Advice:
        compose = next(e for e in situation.observation.elements if e.name == "Compose")
        return Advice(move=Move(kind=MoveKind.CLICK, ref=compose.ref, reveals=True))

    page = GuardedPage(MAIL, url="http://app.test/", teacher=opens)

    with pytest.raises(TeacherError) as caught:
        page.run(learn(lesson(), LessonResult()))

    (press,) = [command for command in page.commands if isinstance(command, c.Click)]
    assert press.only == PermittedRequest()
    assert 'the click on "Compose" would have changed something' in str(caught.value)
    assert "POST /drain" in str(caught.value)
    assert caught.value.run.startswith("ami record ")  # the same mode would meet the same control


def test_an_answer_goes_with_the_next_action_and_with_no_other() -> None:
    answer = Move(kind=MoveKind.ANSWER_DIALOG, value="accept:{{to}}")

    page = taught(Script(answer, *SEND_MAIL))

    acts = [command for command in page.commands if isinstance(command, c.Act)]
    assert {(one.kind, one.accept, one.text) for one in acts[0].dialogs} == {
        ("alert", True, ""),
        ("confirm", True, ""),
        ("prompt", True, "a@example.com"),
        ("beforeunload", True, ""),
    }
    assert all(act.dialogs == () for act in acts[1:])


def dead(names: int) -> dict[str, dict[str, Any]]:
    routes = site()
    routes["/"]["elements"] += [{"role": "button", "name": f"Dead {number}"} for number in range(names)]
    return routes


def test_moves_that_change_nothing_are_told_once_and_then_end_the_lesson() -> None:
    script = Script(*(("click", f"Dead {number}", "") for number in range(2 * IDLE)))

    with pytest.raises(TeacherError, match="gets nowhere") as caught:
        taught(script, dead(2 * IDLE))

    told = [situation.objection for situation in script.situations]
    assert [bool(one) for one in told] == [False] * IDLE + [True] + [False] * (IDLE - 1)
    assert "have changed nothing" in told[IDLE]
    assert "click button" in "\n".join(caught.value.evidence)


def test_the_same_move_again_and_again_is_told_before_it_ends_the_lesson() -> None:
    routes = site()
    routes["/"]["elements"] += [
        {"role": "button", "name": "Flip", "on": {"click": {"notice": "status|One"}}},
        {"role": "button", "name": "Flop", "on": {"click": {"unnotice": "status|One"}}},
    ]
    script = Script(*[("click", "Flip", ""), ("click", "Flop", "")] * (LOOPS + 1))

    with pytest.raises(TeacherError, match="round in circles"):
        taught(script, routes)

    assert sum("Another time ends the lesson" in one.objection for one in script.situations) >= 1


def listed(**combobox: Any) -> dict[str, dict[str, Any]]:
    routes = site()
    field = {"tag": "input", "role": "combobox", "name": "Priority", **combobox}
    routes["/new"]["elements"] += [field, *({"role": "option", "name": n, "visible": False} for n in ("High", "Low"))]
    return routes


def test_an_option_is_chosen_in_a_list_that_the_page_draws_itself() -> None:
    opens = {"on": {"click": {"show": ["High", "Low"]}}}
    script = Script(SEND_MAIL[0], ("select", "Priority", "Low"), *SEND_MAIL[1:])

    page = taught(script, listed(**opens))

    assert [(how, e["name"]) for how, e, _ in page.touched[1:3]] == [("click", "Priority"), ("click", "Low")]
    assert script.situations[2].made[1].ok


def test_a_list_without_the_entry_is_filtered_and_then_told_with_what_it_shows() -> None:
    opens = {"on": {"click": {"show": ["High"]}, "fill": {"show": ["Low"]}}}
    filtered = Script(SEND_MAIL[0], ("select", "Priority", "Low"), *SEND_MAIL[1:])
    absent = Script(SEND_MAIL[0], ("select", "Priority", "Urgent"), *SEND_MAIL[1:])

    assert ("fill", "Low") in [(how, value) for how, _, value in taught(filtered, listed(**opens)).touched]
    taught(absent, listed(**opens))

    assert filtered.situations[2].made[1].ok
    assert absent.situations[2].made[1].problem == 'there is no entry of that name; it shows "High", "Low"'


def test_texts_are_shown_in_full_once_when_they_are_asked_for() -> None:
    script = Script(Move(kind=MoveKind.EXTRACT, value="invoice"), *SEND_MAIL)

    taught(script)

    assert [situation.reads for situation in script.situations[:3]] == [None, "invoice", None]


def test_a_failed_move_is_told_with_its_cause_before_the_message_of_the_browser() -> None:
    routes = site()
    routes["/"]["elements"].append({"role": "button", "name": "Under", "fails": "covered"})
    script = Script(("click", "Under", ""), *SEND_MAIL)

    taught(script, routes)

    assert script.situations[1].made[0].problem == "another element covers it: the browser refused"


def test_a_point_of_nothing_is_told() -> None:
    script = Script(Move(kind=MoveKind.CLICK, point=(1, 2)), *SEND_MAIL)

    taught(script)

    assert script.situations[1].made[0].problem == "there is nothing at that point"


BUTTON = Element(ref="e1", role="button", name="Save")
SEEN = Observation(url="http://a.test/x", elements=(BUTTON,), tabs=("http://a.test/x", "http://a.test/y"))
AT = Situation(
    task="t",
    parameters=(Parameter(name="q"), Parameter(name="pin", secret=True)),
    values={"q": "tea"},
    observation=SEEN,
)


@pytest.mark.parametrize(
    ("tool", "arguments", "value"),
    [
        ("scroll", {"direction": "up"}, "up"),
        ("scroll", {"direction": "Down", "element": "e1"}, "down"),
        ("wait_for", {"text": "Found tea"}, "Found {{q}}"),
        ("switch_tab", {"tab": 2}, "2"),
        ("switch_tab", {"tab": "1"}, "1"),
        ("answer_dialog", {"accept": True}, "accept"),
        ("answer_dialog", {"accept": "no"}, "dismiss"),
        ("answer_dialog", {"accept": True, "text": "tea"}, "accept:{{q}}"),
        ("extract", {"about": "tea"}, "tea"),
        ("extract", {}, ""),
        ("fill", {"x": 12, "y": "40.5", "value": "tea"}, "{{q}}"),
    ],
)
def test_new_tools_are_read(tool: str, arguments: dict[str, Any], value: str) -> None:
    move = to_move(tool, arguments, AT)

    assert isinstance(move, Move)
    assert (move.kind, move.value) == (MoveKind(tool), value)


def test_a_point_stands_for_an_element_that_has_no_number() -> None:
    move = to_move("click", {"x": 12, "y": "40.5"}, AT)

    assert isinstance(move, Move)
    assert (move.point, move.ref) == ((12, 40.5), "")
    for odd in ({"x": 12}, {"x": -1, "y": 2}, {"x": "1e9", "y": 2}, {"x": True, "y": 2}):
        assert isinstance(to_move("click", odd, AT), RefusedAnswer)


def test_a_key_may_end_several_moves_and_nothing_follows_it() -> None:
    calls = [
        ("fill", '{"element": "e1", "value": "{{q}}"}'),
        ("press", '{"key": "Enter"}'),
        ("click", '{"element": "e1"}'),
    ]

    assert [move.kind for move in read_more_moves(calls, AT)] == [MoveKind.PRESS]


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("scroll", {"direction": "sideways"}, "needs a direction"),
        ("scroll", {"direction": "down", "element": "e9"}, "not on the page"),
        ("wait_for", {"text": " "}, "needs 'text'"),
        ("wait_for", {"text": "{{pin}}"}, "takes no secret"),
        ("switch_tab", {"tab": 3}, "their numbers are 1 to 2"),
        ("switch_tab", {"tab": "x"}, "their numbers are 1 to 2"),
        ("answer_dialog", {"accept": True, "text": "{{pin}}"}, "takes no secret"),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_reason(tool: str, arguments: dict[str, Any], said: str) -> None:
    found = to_move(tool, arguments, AT)

    assert isinstance(found, RefusedAnswer)
    assert said in found.reason


CLICKED = (MoveResult(move=Move(kind=MoveKind.CLICK, ref="e1"), element=BUTTON),)


@pytest.mark.parametrize(
    ("now", "lines"),
    [
        (SEEN, ["changed by your last move: nothing"]),
        (replace(SEEN, url="http://a.test/z"), ["changed by your last move: another page"]),
        (
            replace(SEEN, elements=(Element(ref="e1", role="button", name="Undo"),), notices=("status|Saved",)),
            [
                'changed by your last move, new: status "Saved" | button "Undo"',
                'changed by your last move, gone: button "Save"',
            ],
        ),
        (
            replace(SEEN, elements=tuple(Element(ref=f"e{n}", role="link", name=f"Row {n}") for n in range(30))),
            ["changed by your last move: most of the page"],
        ),
    ],
)
def test_a_model_is_told_what_its_last_move_changed(now: Observation, lines: list[str]) -> None:
    assert changed_lines(replace(AT, observation=now, previous=SEEN, made=CLICKED)) == lines
    assert changed_lines(replace(AT, observation=now, made=CLICKED)) == []


def test_a_secret_that_was_typed_is_no_change_that_is_told() -> None:
    pin = Element(ref="e2", role="textbox", name="PIN", value="1234", state=("secret",))
    now = replace(SEEN, elements=(BUTTON, pin))
    assert "1234" not in "\n".join(changed_lines(replace(AT, observation=now, previous=SEEN, made=CLICKED)))


def test_an_objection_stands_in_the_question_and_languages_in_the_rules() -> None:
    sent = messages(replace(AT, objection="Nothing has changed."), languages=("en", "zh"))
    assert "MIND: Nothing has changed." in sent[1]["content"]
    assert "aliases in these languages: en, zh" in sent[0]["content"]
    assert "aliases in these languages" not in messages(AT)[0]["content"]


def test_the_early_moves_of_a_long_lesson_are_summed_up() -> None:
    row = Element(ref="e1", role="link", name="A row with a long name " * 4, context="in a list of many " * 8)
    made = tuple(MoveResult(move=Move(kind=MoveKind.CLICK, ref="e1"), element=row, ok=n != 0) for n in range(60))
    text = user_text(replace(AT, made=made))
    (line,) = [one for one in text.splitlines() if "moves before:" in one]
    left_out = int(line[1:].split()[0])
    assert line == f"({left_out} moves before: {left_out} click; 1 failed)"
    assert f"{left_out + 1}. click" in text
    assert "60. click" in text


def test_a_double_click_is_one_action_and_one_step() -> None:
    routes = site()
    routes["/"]["elements"].append({"role": "gridcell", "name": "80", "on": {"click": {"notice": "status|Edited"}}})
    page, result = FakePage(routes, url="http://app.test/", teacher=Script(("double_click", "80", ""))), LessonResult()

    page.run(learn(lesson("look around", values={}), result))

    (click,) = [command for command in page.commands if isinstance(command, c.Click)]
    assert (click.count, click.button) == (2, "left")
    assert [(step.kind.value, step.effects.notices) for step in result.steps] == [("double_click", ("status|Edited",))]


def test_a_double_click_is_refused_where_a_click_is() -> None:
    routes = site()
    routes["/"]["elements"].append({"role": "button", "name": "Delete account", "on": {"click": {"goto": "/gone"}}})
    script = Script(("double_click", "Delete account", ""), *SEND_MAIL)

    page = taught(script, routes)

    assert not script.situations[1].made[0].ok
    assert "which the task" in script.situations[1].made[0].problem
    assert not any(isinstance(command, c.Click) and command.count == 2 for command in page.commands)


def test_an_answer_may_be_a_double_click() -> None:
    cell = Element(ref="e1", role="gridcell", name="80")
    seen = Situation(task="set a price", observation=Observation(elements=(cell,)))

    found = to_move("double_click", {"element": "e1"}, seen)

    assert isinstance(found, Move)
    assert (found.kind, found.ref) == (MoveKind.DOUBLE_CLICK, "e1")
    assert isinstance(to_move("double_click", {"element": "e9"}, seen), RefusedAnswer)
