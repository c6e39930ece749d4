"""A lesson ends where the stored steps fit again, and a single element is asked about before anybody acts."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.engine.relearn import FlowSpec, Progress, run_flow
from pytest_ami.engine.teaching.rejoin import MOMENT, Rejoin
from pytest_ami.model import command as c
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.lesson import Advice, Element, Move, MoveKind, MoveResult, Situation
from pytest_ami.model.workflow import Step, StepKind
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import SEND_MAIL, VALUES, Script, learned, lesson, site
from tests.support.relearning import FILLING, MAILING, Chooser, Routes, all_renamed, renamed, replays, worked


@pytest.mark.parametrize(
    ("old", "new", "move"),
    [
        ("Compose", "Write", ("click", "Write", "")),
        ("To", "Receiver of it", ("fill", "Receiver of it", "{{to}}")),
        ("Subject", "Betreff", ("fill", "Betreff", "{{subject}}")),
        ("Urgent", "Quickly now", ("check", "Quickly now", "")),
        ("Send", "Away with it", ("click", "Away with it", "")),
    ],
)
def test_one_renamed_element_costs_one_question(old: str, new: str, move: tuple[str, str, str]) -> None:
    routes, script = renamed(old, new), Script(move)

    progress = worked(routes, script)

    assert len(script.situations) == 1
    assert len(progress.steps) == len(MAILING.steps)
    changed = [n for n, (was, now) in enumerate(zip(MAILING.steps, progress.steps, strict=True)) if was != now]
    assert len(changed) == 1
    assert replays(routes, progress)


def test_two_changed_steps_are_two_lessons_of_one_move() -> None:
    routes = renamed("To", "Receiver of it")
    routes["/new"]["elements"][3].update(name="Away with it", attributes={}, absolute_xpath="/away")
    script = Script(("fill", "Receiver of it", "{{to}}"), ("click", "Away with it", ""))

    progress = worked(routes, script)

    assert (len(script.situations), len(progress.lessons)) == (2, 2)
    assert progress.learned is not None
    assert [step.kind for step in progress.learned.steps] == [StepKind.FILL, StepKind.CLICK]
    assert replays(routes, progress)


class AtOnce(Script):
    """A script that answers with all its moves at once."""

    def __call__(self, situation: Situation) -> Advice:
        """Give the first move, and the others along with it."""
        first, *more = (super(AtOnce, self).__call__(situation).move for _ in range(max(1, len(self.moves))))
        del self.situations[len(self.situations) - len(more) :]  # that was one question
        return Advice(move=first, more=tuple(more))


def test_fields_that_are_filled_in_one_answer_are_all_done() -> None:
    routes = renamed("To", "Receiver of it")
    routes["/new"]["elements"][1].update(name="What about", attributes={}, absolute_xpath="/about")
    script = AtOnce(("fill", "Receiver of it", "{{to}}"), ("fill", "What about", "{{subject}}"))

    progress = worked(routes, script)

    assert len(script.situations) == 1
    assert [step.kind for step in progress.steps] == [step.kind for step in MAILING.steps]
    assert replays(routes, progress)


def test_one_value_for_two_fields_is_entered_when_both_have_got_it() -> None:
    def step(name: str) -> Step:
        return Step(kind=StepKind.FILL, value="{{to}}", target=Fingerprint(tag="input", role="textbox", name=name))

    def made(name: str) -> MoveResult:
        field = Element(ref="e1", role="textbox", name=name)
        return MoveResult(move=Move(kind=MoveKind.FILL, value="{{to}}"), element=field)

    steps = (step("To"), step("Once more"), step("And again"))
    rejoin = Rejoin(replace(lesson(), remaining=steps))

    assert rejoin._also_entered(steps, [made("New to")]) == 0
    assert rejoin._also_entered(steps, [made("New to"), made("New to")]) == 0
    assert rejoin._also_entered(steps, [made("New to"), made("Repeat")]) == 1
    assert rejoin._also_entered(steps, [made("New to"), made("Repeat"), made("Third")]) == 2


def test_a_field_that_has_to_be_opened_first_is_then_filled_by_the_stored_step() -> None:
    routes = site()
    routes["/new"]["elements"][1]["visible"] = False
    opener = {"role": "button", "name": "Unfold it", "on": {"click": {"show": ["Subject"]}}}
    routes["/new"]["elements"].insert(0, opener)
    script = Script(("click", "Unfold it", ""))

    progress = worked(routes, script)

    assert len(script.situations) == 1
    assert [step.title() for step in progress.steps[2:4]] == ['click button "Unfold it"', MAILING.steps[2].title()]
    assert replays(routes, progress)


def test_another_field_that_was_there_all_the_time_does_not_end_the_lesson() -> None:
    routes = renamed("To", "Receiver of it")
    routes["/new"]["elements"].insert(
        0, {"role": "button", "name": "Cc", "on": {"click": {"notice": "heading|Copies"}}}
    )
    script = Script(("click", "Cc", ""), ("fill", "Receiver of it", "{{to}}"))

    progress = worked(routes, script)

    assert len(script.situations) == 2
    assert replays(routes, progress)


def test_a_step_that_does_something_is_not_passed_over_because_the_next_ones_element_has_come() -> None:
    basket: dict[str, Any] = {
        "role": "button",
        "name": "Put it in",
        "on": {"click": {"notice": "status|It is in the basket"}},
    }
    page: dict[str, Any] = {"notices": [], "elements": [basket, {"role": "link", "name": "Proceed", "visible": False}]}
    basket["on"]["click"]["show"] = ["Proceed"]
    page["elements"][1]["on"] = {"click": {"notice": "status|That was it"}}
    workflow = learned(
        ("click", "Put it in", ""), ("click", "Proceed", ""), routes={"/": page}, given=lesson("look around", values={})
    )
    changed = copy.deepcopy(page)
    changed["elements"][0].update(name="Choose this", absolute_xpath="/choose", attributes={})
    opener = {"role": "button", "name": "Details", "on": {"click": {"show": ["Proceed"], "notice": "heading|Details"}}}
    changed["elements"].insert(0, opener)
    script = Script(("click", "Details", ""), ("click", "Choose this", ""))

    progress = worked({"/": changed}, script, workflow)

    assert len(script.situations) == 2
    assert [step.title() for step in progress.steps] == [
        'click button "Details"', 'click button "Choose this"', 'click link "Proceed"'
    ]  # fmt: skip


def test_another_box_that_is_still_to_come_is_not_the_one_that_drifted() -> None:
    routes = site()
    routes["/new"]["elements"].insert(3, {"role": "checkbox", "name": "Copy me"})
    flow = (*SEND_MAIL[:4], ("check", "Copy me", ""), SEND_MAIL[4])
    workflow = learned(*flow, routes=routes)
    changed = copy.deepcopy(routes)
    changed["/new"]["elements"][2].update(name="Quickly now", absolute_xpath="/quick", attributes={})
    script = Script(("check", "Copy me", ""), ("check", "Quickly now", ""))

    progress = worked(changed, script, workflow)

    assert len(script.situations) == 2
    assert 'check checkbox "Quickly now"' in [step.title() for step in progress.steps]


def test_what_was_taken_back_does_not_count() -> None:
    routes = renamed("To", "Receiver of it")
    wrong = Move(kind=MoveKind.BACK, undo=1, reason="wrong field")
    routes["/new"]["elements"].insert(0, {"role": "textbox", "name": "Filter", "value": ""})
    taught: list[int] = []

    def advise(situation: Situation) -> Advice:
        taught.append(len(situation.made))
        refs = {element.name: element.ref for element in situation.observation.elements}
        moves = [wrong, Move(kind=MoveKind.FILL, ref=refs["Receiver of it"], value="{{to}}")]
        return Advice(move=moves[min(len(taught) - 1, 1)])

    progress = worked(routes, advise)

    assert taught == [0, 1]
    assert replays(routes, progress)


def test_nobody_is_asked_whether_it_is_done_when_the_page_says_so_as_it_used_to() -> None:
    script = Script(*FILLING, ("click", "The Send", ""))

    progress = worked(all_renamed(), script)

    assert len(script.situations) == 4
    assert [step.kind for step in progress.steps[-2:]] == [StepKind.CHECK, StepKind.CLICK]
    assert replays(all_renamed(), progress)


def test_a_message_proves_nothing_while_a_value_was_not_entered() -> None:
    script = Script(FILLING[0], FILLING[2], ("click", "The Send", ""))

    with pytest.raises(TeacherError, match="as done, and it is not"):
        worked(all_renamed(), script)

    assert len(script.situations) == 5


def test_where_every_field_is_called_otherwise_one_lesson_teaches_them_all() -> None:
    """Between its moves nothing is waited for: a value brings no field."""
    page = FakePage(all_renamed(), teacher=(script := Script(*FILLING, ("click", "The Send", ""))))

    progress = page.run(run_flow(FlowSpec(lesson=lesson(), workflow=MAILING), Progress()))

    assert (len(script.situations), len(progress.lessons)) == (4, 1)
    assert [situation.remaining[0] for situation in script.situations] == [step.title() for step in MAILING.steps[1:]]
    assert [len(situation.made) for situation in script.situations] == [0, 1, 2, 3]
    first, *_, last = (i for i, command in enumerate(page.commands) if isinstance(command, c.AskTeacher))
    assert not [one for one in page.commands[first:last] if isinstance(one, c.Look) and one.slice > MOMENT]
    assert replays(all_renamed(), progress)


def test_a_teacher_that_chooses_is_asked_for_a_choice_before_the_next_move() -> None:
    """It costs less; after it chose none, the lesson goes on with moves."""
    routes = renamed("To", "The To", visible=False)
    hidden = {"name": "The Subject", "attributes": {}, "absolute_xpath": "/other", "visible": False}
    routes["/new"]["elements"][1] |= hidden
    opener = {"role": "button", "name": "Unfold it", "on": {"click": {"show": ["The To", "The Subject"]}}}
    routes["/new"]["elements"].insert(0, opener)
    chooser, refuser = (Chooser(("click", "Unfold it", ""), FILLING[0], word=word) for word in ("The Subject", None))
    refuser.moves += FILLING[1:2]

    chosen, taught = (worked(routes, script, chooses=True) for script in (chooser, refuser))

    assert (len(chooser.questions), len(chooser.situations), chosen.chosen) == (1, 2, 1)
    assert (len(refuser.questions), len(refuser.situations), taught.chosen) == (1, 3, 0)
    assert replays(routes, chosen)
    assert replays(routes, taught)


def test_a_field_that_a_heal_will_find_is_left_to_the_replay() -> None:
    routes = renamed("To", "Receiver of it")
    routes["/new"]["elements"][1]["absolute_xpath"] = "/moved"
    routes["/new"]["elements"][1]["attributes"] = {"name": "subject", "class": "new"}
    script = Script(("fill", "Receiver of it", "{{to}}"))

    progress = worked(routes, script)

    assert (len(script.situations), len(progress.lessons)) == (1, 1)
    assert replays(routes, progress)


def test_a_click_that_has_brought_the_next_field_under_another_name_is_followed_by_it_at_once() -> None:
    script = Script(("click", "Write", ""), ("fill", "Recipient", "{{to}}"))

    progress = worked(opening(name="Recipient"), script, workflow=OPENER)

    assert (len(script.situations), len(progress.lessons)) == (2, 1)
    assert [situation.remaining[0] for situation in script.situations][1] == 'fill textbox "To" with {{to}}'


def test_after_a_click_what_has_not_come_is_waited_for() -> None:
    """Not yet is not gone: the field may come by itself, and so nobody is asked before the replay has waited."""
    script = Script(("click", "Write", ""), ("fill", "Anything", "{{to}}"))

    progress = worked(opening(name="Anything"), script, workflow=OPENER)

    assert (len(script.situations), len(progress.lessons)) == (2, 2)


def test_moves_that_are_taken_back_take_the_steps_with_them() -> None:
    """A value that was entered and is gone with what was taken back counts no more."""
    undo = Move(kind=MoveKind.BACK, undo=2, reason="the wrong form")
    routes = all_renamed()
    script = Script(*FILLING[:2], undo, *FILLING, ("click", "The Send", ""))

    progress = worked(routes, script)

    remaining = [situation.remaining[0].split('"')[1] for situation in script.situations]
    assert remaining == ["To", "Subject", "Urgent", "To", "Subject", "Urgent", "Send"]
    assert [step.kind for step in progress.steps] == [step.kind for step in MAILING.steps]
    assert replays(routes, progress)


def opening(name: str = "To") -> Routes:
    """Return a page whose button shows a form; with another name for the field both are called otherwise."""
    first = "Compose" if name == "To" else "Write"
    show = {"show": [name, "Close"], "notice": "dialog|New"}
    elements = [
        {"role": "button", "name": first, "absolute_xpath": f"/{first}", "on": {"click": show}},
        {"role": "textbox", "name": name, "visible": False, "absolute_xpath": f"/{name}"},
        {"role": "button", "name": "Close", "visible": False},
        {"role": "button", "name": "Send", "on": {"click": {"notice": "status|Message sent"}}},
    ]
    return {"/": {"notices": [], "elements": elements}}


OPENER = learned(
    ("click", "Compose", ""),
    ("fill", "To", "{{to}}"),
    ("click", "Send", ""),
    routes=opening(),
    given=lesson(values={"to": VALUES["to"]}),
)
