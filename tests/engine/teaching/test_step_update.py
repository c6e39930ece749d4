"""One element that was found is found for all steps on it; what is offered where it has to be asked about."""

from __future__ import annotations

import copy
from dataclasses import replace

import pytest

from pytest_ami.engine.report import StepReport
from pytest_ami.engine.step_update import updated_steps, with_found_element, without_sought
from pytest_ami.engine.teaching.element_choice import free_elements, options
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.lesson import Element
from pytest_ami.model.workflow import Effects, Step, StepKind, Workflow
from tests.support.recordings import VALUES, Script, learned, lesson
from tests.support.relearning import Chooser, Routes, worked

SEARCH: Routes = {
    "/": {
        "elements": [
            {"role": "textbox", "name": "Search", "attributes": {"name": "q"}, "on": {"press": {"goto": "/found"}}},
        ]
    },
    "/found": {"notices": ["heading|Results"], "elements": [{"role": "link", "name": "Open", "on": {}}]},
}


def searching() -> Workflow:
    """Return a flow that types into a field and presses Enter in it."""
    return learned(
        ("fill", "Search", "{{to}}"),
        ("press", "Search", "Enter"),
        routes=SEARCH,
        given=lesson("search products", values={"to": "lamp"}),
    )


def with_another_field() -> Routes:
    """Return the page with a search field that is another one in all respects, and one that is not meant."""
    routes = copy.deepcopy(SEARCH)
    routes["/"]["elements"][0] |= {"role": "searchbox", "name": "Looking for", "attributes": {}, "absolute_xpath": "/s"}
    routes["/"]["elements"].append({"role": "textbox", "name": "Newsletter", "absolute_xpath": "/n"})
    return routes


def test_who_chose_the_field_is_not_asked_about_the_key_that_is_pressed_in_it() -> None:
    script = Chooser(word="Looking for")

    progress = worked(with_another_field(), script, searching(), chooses=True)

    assert len(script.questions) == 1
    assert [step.target.name for step in progress.steps if step.target] == ["Looking for", "Looking for"]
    assert progress.replayed is not None


def test_what_was_typed_into_another_field_by_the_teacher_is_sent_off_from_there() -> None:
    script = Script(("fill", "Looking for", "{{to}}"))

    progress = worked(with_another_field(), script, searching())

    assert len(script.situations) == 1
    assert [step.kind for step in progress.steps] == [StepKind.FILL, StepKind.PRESS]
    assert progress.steps[1].target == progress.steps[0].target


def test_a_field_is_offered_for_a_key_whatever_kind_of_field_it_is_now() -> None:
    step = searching().steps[1]
    fields = [
        Element(ref="a", tag="input", role="searchbox", name="Looking for", value="lamp"),
        Element(ref="b", tag="button", role="button", name="Search"),
    ]

    assert [one.ref for one in options(step, fields, {"to": "lamp"})] == ["a"]


def row_button(effects: Effects) -> Step:
    """Return a step on a button whose row named the record."""
    target = Fingerprint(tag="button", role="button", name="Block", context="Card of {{to}}")
    return Step(kind=StepKind.CLICK, target=target, effects=effects)


def test_a_button_that_only_asks_about_the_record_is_offered_where_the_page_does_not_name_it_beside_it() -> None:
    button = Element(ref="a", tag="button", role="button", name="Block card")
    asks = Effects(appeared=("heading|Block the card of {{to}}?",))

    assert [one.ref for one in options(row_button(asks), [button], VALUES)] == ["a"]
    assert options(row_button(Effects(appeared=("heading|Block it?",))), [button], VALUES) == []
    assert options(row_button(replace(asks, notices=("status|Blocked {{to}}",))), [button], VALUES) == []


def test_what_another_step_is_about_is_not_offered() -> None:
    def step(role: str, name: str, xpath: str) -> Step:
        return Step(kind=StepKind.CLICK, target=Fingerprint(tag="a", role=role, name=name, absolute_xpath=xpath))

    archive, folder, row = step("button", "Archive", "/b"), step("link", "Archive", "/a"), step("link", "{{to}}", "/r")
    elements = [
        Element(ref="a", role="link", name="Archive"),
        Element(ref="b", role="link", name=VALUES["to"]),
        Element(ref="c", role="button", name="Put away"),
        Element(ref="d", role="button", name="Archive"),
        Element(ref="e", role="link", name=""),
    ]

    left = free_elements(archive, [row, archive, folder], elements, VALUES)

    assert [one.ref for one in left] == ["c", "d", "e"]


def test_a_name_that_several_steps_share_is_offered_to_each_of_them() -> None:
    def step(xpath: str) -> Step:
        return Step(
            kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name="Next", absolute_xpath=xpath)
        )

    button = Element(ref="a", role="button", name="Next")

    assert free_elements(step("/1"), [step("/1"), step("/2")], [button], {}) == [button]


SOUGHT = Step(
    kind=StepKind.FILL,
    target=Fingerprint(tag="input", role="combobox", name="Filling"),
    value="{{cake}}",
    effects=Effects(value="{{cake}}", keeps="same", listed=("{{cake}}",)),
)
ENTRY = Step(kind=StepKind.CLICK, target=Fingerprint(tag="li", role="option", name="{{cake}}"))


def test_a_text_that_a_lesson_typed_to_find_an_entry_need_not_stay_in_its_field() -> None:
    before = Step(kind=StepKind.FILL, target=SOUGHT.target, value="{{to}}", effects=Effects(keeps="same"))

    kept = without_sought((before, SOUGHT), (ENTRY,), (SOUGHT,))

    assert kept == (before, replace(SOUGHT, effects=replace(SOUGHT.effects, keeps="")))


@pytest.mark.parametrize(
    ("last", "following", "taught"),
    [
        (SOUGHT, ENTRY, ()),  # the stored flow typed it, and its form was used
        (replace(SOUGHT, effects=replace(SOUGHT.effects, listed=())), ENTRY, (SOUGHT,)),  # no list followed it
        (SOUGHT, replace(ENTRY, target=Fingerprint(tag="li", role="option", name="{{icing}}")), (SOUGHT,)),
        (SOUGHT, replace(ENTRY, target=Fingerprint(tag="li", role="button", name="{{cake}}")), (SOUGHT,)),
        (SOUGHT, replace(ENTRY, kind=StepKind.HOVER), (SOUGHT,)),
        (replace(SOUGHT, kind=StepKind.SELECT), ENTRY, (SOUGHT,)),
    ],
)
def test_any_other_text_has_to_stay(last: Step, following: Step, taught: tuple[Step, ...]) -> None:
    assert without_sought((last,), (following,), taught) == (last,)
    assert without_sought((last,), (), (SOUGHT,)) == (last,)


def test_of_the_texts_around_a_new_element_those_stay_that_a_recording_kept_or_that_hold_a_value() -> None:
    button = Fingerprint(tag="button", role="button", name="Apply")
    old = replace(button, details={"surroundings": "ship to=Anna", "statements": "none"})
    now = replace(
        button,
        name="Apply coupon",
        details={
            "surroundings": "total=€118.70 | for=Anna",
            "statements": "Returns within 30 days.",
            "stated": "Total | €118.70",
        },
    )

    made = with_found_element(Step(kind=StepKind.CLICK, target=old), now, ("main",))

    assert made.frame == ("main",)
    assert made.target is not None
    assert made.target.aliases == ("Apply",)
    assert made.target.details == {"surroundings": "for=Anna", "statements": "none"}
    spoken = replace(now, details={"stated": "Coupon | {{coupon}}"})
    assert with_found_element(Step(kind=StepKind.CLICK, target=old), spoken, ()).target.details["stated"]  # type: ignore[union-attr]


def test_a_step_without_a_report_follows_the_step_before_on_the_same_element() -> None:
    field = Fingerprint(tag="input", role="textbox", name="Search", absolute_xpath="/form[1]/input[1]")
    now = replace(field, name="Find", absolute_xpath="/header[1]/input[1]")
    typed, entered = (Step(kind=kind, target=field) for kind in (StepKind.FILL, StepKind.PRESS))
    elsewhere = replace(entered, target=replace(field, absolute_xpath="/form[2]/input[1]"))
    report = StepReport(number=1, title="fill Search", new_evidence=now)

    names = [
        [step.target.name for step in updated_steps((typed, other), [report], {}) if step.target]
        for other in (entered, elsewhere)
    ]

    assert names == [["Find", "Find"], ["Find", "Search"]]
