"""Asking a teacher which element a step is about, before it makes a move."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.engine.relearn import FlowSpec, Progress, run_flow
from pytest_ami.engine.teaching.element_choice import MOST, options, suggested, worded_like
from pytest_ami.model import command as c
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.lesson import Element, Move, MoveKind
from pytest_ami.model.outcome import Cause
from pytest_ami.model.workflow import Effects, Step, StepKind
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import MAIL, VALUES, learned, lesson, site
from tests.support.relearning import FILLING, MAILING, Chooser, Routes, all_renamed, renamed, replays, worked


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
        given=lesson("look around", values={"to": "a@example.com"}),
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
    workflow = learned(("click", "Open", ""), ("fill", "To", "{{to}}"), routes=routes, given=lesson("look around"))
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


def test_the_evidence_of_an_option_goes_with_the_question() -> None:
    routes, script = renamed("Send", "Away with it"), Chooser(word="Away")

    worked(routes, script, chooses=True)

    question = script.questions[0]
    assert len(question.likenesses) == len(question.options)
    assert question.deed is False


@pytest.mark.parametrize(
    ("beside", "first"),
    [("Choose all", "Choose selected tags"), ("Remove", "Choose all tags")],
)
def test_a_longer_name_is_not_taken_from_the_control_that_stood_beside_it(beside: str, first: str) -> None:
    target = Fingerprint(tag="a", role="link", name="Choose", lookalikes=(f"link|{beside}|",))
    names = ["Home", "Choose all tags", "Choose selected tags"]
    agree = [name for name in names if worded_like(target, name)]

    assert agree[:1] == [first]


@pytest.mark.parametrize(("role", "name", "alike"), [
    ("textbox", "Search registered models", True), ("textbox", "Model name", False), ("button", "Search all", False),
])  # fmt: skip
def test_a_search_field_is_worded_like_another_one(role: str, name: str, *, alike: bool) -> None:
    target = Fingerprint(tag="input", role=role, name="Search by model names or tags")

    assert worded_like(target, name) is alike


def test_the_chosen_element_belongs_to_the_record_whose_page_is_open() -> None:
    def members(name: str) -> Routes:
        link = {
            "role": "link",
            "name": name,
            "attributes": {"href": "/member/7/password"},
            "absolute_xpath": f"/{name}",
        }
        return {
            "/": {"elements": [{"role": "link", "name": "Open", "on": {"click": {"goto": "/member/7/change"}}}]},
            "/member/7/change": {"elements": [link | {"on": {"click": {"goto": "/member/7/password"}}}]},
            "/member/7/password": {"elements": [{"role": "textbox", "name": "To"}]},
        }

    workflow = learned(
        ("click", "Open", ""), ("click", "this form", ""), ("fill", "To", "{{to}}"),
        routes=members("this form"), given=lesson("look around", values={"to": "a@example.com"}),
    )  # fmt: skip

    progress = worked(members("Another one"), Chooser(word="Another"), workflow, chooses=True)

    target = progress.steps[1].target
    assert target is not None
    assert (target.name, target.attributes["href"]) == ("Another one", "/member/:id(member)/password")


ENTRY = Step(kind=StepKind.CLICK, target=Fingerprint(tag="div", role="menuitem", name="{{package}}"))
SEARCH = Step(kind=StepKind.FILL, target=Fingerprint(tag="input", role="textbox", name="Search"), value="{{word}}")
LINK = Element(ref="e1", tag="a", role="link", name="lamp-tools")
OPTION = Element(ref="e2", tag="li", role="option", name="lamp-tools A small lamp")


def test_an_element_that_a_text_brought_has_its_successor_in_the_open_list() -> None:
    keyed = replace(SEARCH, effects=Effects(keyed="yes"))

    assert suggested(ENTRY, (keyed, ENTRY), [LINK, OPTION]) == [OPTION]
    assert suggested(ENTRY, (keyed, ENTRY), [LINK]) == [LINK]
    assert suggested(ENTRY, (SEARCH, ENTRY), [LINK, OPTION]) == [LINK, OPTION]
    assert suggested(ENTRY, (keyed, SEARCH, ENTRY), [LINK, OPTION]) == [LINK, OPTION]
    assert suggested(ENTRY, (ENTRY,), [LINK, OPTION]) == [LINK, OPTION]


@pytest.mark.parametrize(
    ("name", "alike"),
    [("Your telephone", True), ("Telephone number", True), ("Driver telephone", False), ("Ticket telephone", True)],
)
def test_a_field_of_somebody_else_is_not_worded_like_the_recorded_one(name: str, *, alike: bool) -> None:
    target = Fingerprint(tag="input", role="textbox", name="Telephone")

    assert worded_like(target, name, "book a ticket") is alike
