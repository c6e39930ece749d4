"""A lesson ends where the stored steps fit again, and a single element is asked about before anybody acts."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.engine.relearn import FlowSpec, Progress, run_flow
from pytest_ami.engine.replay import replay
from pytest_ami.engine.teaching.element_choice import MOST, options
from pytest_ami.engine.teaching.rejoin import MOMENT, Rejoin
from pytest_ami.model import command as c
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.lesson import Advice, Element, Move, MoveKind, MoveResult, Pick, Question, Situation
from pytest_ami.model.outcome import Cause, Usage
from pytest_ami.model.workflow import Step, StepKind, Workflow
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import MAIL, SEND_MAIL, VALUES, Script, learned, lesson, site

MAILING = learned()
OTHER = {"to": "c@d.org", "subject": "New"}
Routes = dict[str, dict[str, Any]]


class Chooser(Script):
    """A script that is also asked which element a step is about; it picks the option that holds a word."""

    def __init__(self, *moves: Any, word: str | None = None) -> None:
        """Keep the word; without one it picks none."""
        super().__init__(*moves)
        self.word = word
        self.questions: list[Question] = []

    def __call__(self, asked: Any) -> Any:
        """Answer either kind of question."""
        if not isinstance(asked, Question):
            return super().__call__(asked)
        self.questions.append(asked)
        fitting = [n for n, option in enumerate(asked.options) if self.word and self.word in option]
        return Pick(index=fitting[0] if fitting else None, usage=Usage(calls=1, tokens=200))


def renamed(old: str, new: str, **more: Any) -> Routes:
    routes = site()
    for page in routes.values():
        for element in page["elements"]:
            if element["name"] == old:
                element.update({"name": new, "attributes": {}, "absolute_xpath": f"/{new}", **more})
    return routes


def worked(routes: Routes, teacher: Callable[[Any], Any], workflow: Workflow = MAILING, **more: Any) -> Progress:
    page = FakePage(routes, teacher=teacher)
    given = lesson(**more)
    return page.run(run_flow(FlowSpec(lesson=given, workflow=workflow), Progress()))


def replays(routes: Routes, progress: Progress) -> bool:
    made = replace(MAILING, steps=progress.steps)
    return FakePage(routes).run(replay(made, OTHER)).drift is None


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
        ("click", "Put it in", ""), ("click", "Proceed", ""), routes={"/": page}, given=lesson(values={})
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


def test_the_element_that_is_chosen_takes_the_stored_ones_place_and_its_effect_is_checked() -> None:
    routes, script = renamed("Send", "Away with it"), Chooser(word="Away")

    progress = worked(routes, script, chooses=True)

    assert (script.situations, len(script.questions)) == ([], 1)
    assert script.questions[0].step == 'click button "Send"'
    assert script.questions[0].brings == ("status Message sent",)
    assert progress.learned is not None
    assert (progress.learned.usage.calls, progress.chosen) == (1, 1)
    last = progress.steps[-1]
    assert last.target is not None
    assert (last.target.name, last.target.aliases, last.effects) == (
        "Away with it",
        ("Send",),
        MAILING.steps[-1].effects,
    )
    assert replays(routes, progress)


def test_none_of_them_leaves_it_to_a_lesson() -> None:
    routes, script = renamed("Send", "Away with it"), Chooser(("click", "Away with it", ""))

    progress = worked(routes, script, chooses=True)

    assert (len(script.questions), len(script.situations)) == (1, 1)
    assert replays(routes, progress)


def test_after_none_of_them_the_lesson_is_not_interrupted_by_questions_of_that_kind() -> None:
    script = Chooser(*FILLING, ("click", "The Send", ""))

    progress = worked(all_renamed(), script, chooses=True)

    assert (len(script.questions), len(script.situations)) == (1, 4)
    assert replays(all_renamed(), progress)


def test_a_choice_without_its_effect_is_stale_and_teaches_nothing() -> None:
    routes = renamed("Send", "Away with it", on={"click": {"notice": "status|Draft saved"}})
    script = Chooser(("click", "Away with it", ""), word="Away")

    progress = worked(routes, script, chooses=True)

    assert (script.situations, progress.steps) == ([], ())
    assert progress.replayed is not None
    assert progress.replayed.drift is not None
    assert progress.replayed.drift.cause is Cause.WRONG_EFFECT


def test_nobody_is_asked_about_a_step_that_brings_nothing() -> None:
    routes = site()
    routes["/new"]["elements"].append({"role": "button", "name": "Toggle"})
    workflow = learned(
        ("click", "Compose", ""),
        ("click", "Toggle", ""),
        ("fill", "To", "{{to}}"),
        routes=routes,
        given=lesson(values={"to": "a@example.com"}),
    )
    changed = site()
    changed["/new"]["elements"].append({"role": "button", "name": "Switch", "absolute_xpath": "/switch"})
    script = Chooser(("click", "Switch", ""), ("fill", "To", "{{to}}"), word="Switch")

    worked(changed, script, workflow, chooses=True)

    assert script.questions == []


def test_at_most_ten_are_offered_and_only_what_can_take_the_action() -> None:
    step = MAILING.steps[-1]
    buttons = [Element(ref=f"e{n}", tag="button", role="button", name=f"Button {n}") for n in range(30)]
    others = [
        Element(ref="x", tag="input", role="textbox", name="Send"),
        Element(ref="y", role="button", name="Send", state=("disabled",)),
    ]

    offered = options(step, [*others, *buttons, Element(ref="z", tag="button", role="button", name="Send now")], VALUES)

    assert len(offered) == MOST
    assert offered[0].ref == "z"
    assert {one.role for one in offered} == {"button"}
    assert not any("disabled" in one.state for one in offered)


def test_a_row_is_offered_only_with_this_runs_value() -> None:
    routes: Routes = {
        "/": {
            "elements": [
                {
                    "role": "link",
                    "name": "Open",
                    "context": f"row {VALUES['subject']}",
                    "on": {"click": {"goto": "/new"}},
                }
            ]
        },
        **{k: v for k, v in MAIL.items() if k != "/"},
    }
    workflow = learned(("click", "Open", ""), ("fill", "To", "{{to}}"), routes=routes)
    rows = [
        Element(ref=f"e{n}", tag="a", role="link", name="Show", context=f"row {word}")
        for n, word in enumerate(("other", VALUES["subject"]))
    ]

    assert [one.ref for one in options(workflow.steps[0], rows, VALUES)] == ["e1"]


def test_commands_of_a_question_touch_nothing() -> None:
    page = FakePage(renamed("Send", "Away with it"), teacher=Chooser())
    given = lesson(chooses=True, limit=lambda usage: "no more" if usage.calls else "")

    with pytest.raises(Exception, match="no more"):
        page.run(run_flow(FlowSpec(lesson=given, workflow=MAILING), Progress()))

    asked = next(i for i, command in enumerate(page.commands) if isinstance(command, c.AskTeacher))
    assert not any(isinstance(command, c.Act) for command in page.commands[asked:])


def test_what_was_chosen_and_cannot_be_acted_on_is_not_asked_about_again() -> None:
    routes = renamed("Send", "Away with it", fails="moved")
    script = Chooser(Move(kind=MoveKind.GIVE_UP, reason="it does not let itself be pressed"), word="Away")

    with pytest.raises(TeacherError, match="gave up"):
        worked(routes, script, chooses=True)

    assert len(script.questions) == 1


def all_renamed() -> Routes:
    """Return the site where every control of the form is called otherwise."""
    routes = site()
    for n, element in enumerate(routes["/new"]["elements"]):
        element |= {"name": f"The {element['name']}", "attributes": {}, "absolute_xpath": f"/other/{n}"}
    routes["/new"]["elements"][-1]["on"] = {"click": {"notice": "status|Message sent", "hide": ["The Send"]}}
    return routes


FILLING = (("fill", "The To", "{{to}}"), ("fill", "The Subject", "{{subject}}"), ("check", "The Urgent", ""))


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
