"""The key under which a teacher's value is sent: that of the stored flow, or of a form made anew; never another's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.engine.effects.requests import misdirected, rekeyed
from pytest_ami.engine.step_update import retargeted
from pytest_ami.engine.teaching.key_policy import other_key
from pytest_ami.engine.teaching.move_policy import element_refusal, refusal
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.lesson import Element, Move, MoveKind, Observation
from pytest_ami.model.workflow import Step, StepKind
from tests.support.recordings import lesson

SENT = "POST /save?copies-1-shelf={{shelf}}"
FIELD = Fingerprint(tag="input", role="textbox", name="Shelf", attributes={"name": "copies-1-shelf"})
STEPS = (
    Step(kind=StepKind.FILL, target=FIELD, value="{{shelf}}"),
    Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name="Save"), sent=SENT),
)
LESSON = replace(lesson("add a shelf", values={"shelf": "E5"}), remaining=STEPS, replaces=STEPS)


def field(name: str, value: str = "") -> Element:
    attributes = {"name": name} if name else {}
    return Element(ref=name, tag="input", role="textbox", name="Shelf", value=value, attributes=attributes)


@pytest.mark.parametrize(
    ("own", "there", "why"),
    [
        ("loans-0-shelf", (("copies-0-shelf", "A1"), ("copies-1-shelf", "B2")), "copies-0-shelf is on the page"),
        ("place", (("copies-0-shelf", ""),), "copies-0-shelf is on the page"),
        ("loans-0-shelf", (), "another record's"),
        ("copies-2-shelf", (("copies-1-shelf", "B2"),), ""),
        ("place", (), ""),
        ("", (("copies-1-shelf", ""),), ""),
        ("repeat", (("copies-1-shelf", "E5"),), ""),
    ],
)
def test_a_value_goes_under_the_key_of_the_stored_deed(own: str, there: tuple[tuple[str, str], ...], why: str) -> None:
    element = field(own)
    elements = (element, *(field(*one) for one in there))
    seen = Observation(elements=elements)

    for value in ("{{shelf}}", "E5"):
        found = other_key(element, value, elements, LESSON)
        assert (why in found) if why else not found
        assert "E5" not in found
        assert refusal(Move(kind=MoveKind.FILL, ref=own, value=value), element, seen, LESSON) == found
    assert element_refusal(STEPS[0], element, elements, replace(LESSON, remaining=())) == found


def test_only_a_value_that_a_deed_sends_is_bound_to_its_key() -> None:
    element, elements = field("loans-0-shelf"), (field("loans-0-shelf"), field("copies-1-shelf"))
    search = Step(kind=StepKind.FILL, target=replace(FIELD, attributes={"name": "loans-3-shelf"}), value="{{shelf}}")
    telemetry = replace(STEPS[1], target=Fingerprint(tag="a", role="link", name="Next"))

    assert other_key(element, "{{shelf}}", elements, LESSON)
    assert other_key(element, "another", elements, LESSON) == ""
    assert other_key(element, "{{shelf}}", elements, replace(LESSON, replaces=())) == ""
    assert other_key(element, "{{shelf}}", elements, replace(LESSON, replaces=(STEPS[0], telemetry))) == ""
    assert other_key(element, "{{shelf}}", elements, replace(LESSON, done=(search,))) == ""


def test_a_flow_learned_from_its_beginning_may_be_one_of_a_new_form() -> None:
    anew = replace(LESSON, remaining=())

    assert other_key(field("loans-0-shelf"), "{{shelf}}", (), anew) == ""
    assert other_key(field("loans-0-shelf"), "{{shelf}}", (field("copies-1-shelf", "B2"),), anew)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["POST /save?copies-1-shelf=E5"], ""),
        (["POST /save?copies-1-shelf=B2&copies-2-shelf=E5"], ""),
        (["POST /save?copies-1-shelf=B2&loans-0-shelf=E5"], "sent it as loans-0-shelf"),
        (["POST /save?copies-1-shelf=B2&place=E5"], "sent it as place"),
        (["POST /save?loans-0-shelf=E5"], "sent it as loans-0-shelf"),
        (["POST /save?copies-1-shelf=B2"], "sent it nowhere"),
        (["POST /save?place=E5"], ""),
        (["POST /save?x=1"], ""),
        (["POST /draft?copies-1-shelf=B2", "POST /save?copies-1-shelf=E5"], ""),
        (["POST /shelves?loans-0-shelf=E5"], "sent it as loans-0-shelf"),
        ([], ""),
    ],
)
def test_the_request_of_a_lesson_carries_its_values_as_the_stored_one_did(lines: list[str], why: str) -> None:
    found = misdirected(SENT, lines, {"shelf": "E5"})

    assert (why in found) if why else not found
    assert "E5" not in found


def test_a_step_that_got_another_row_is_sent_from_there() -> None:
    new = replace(STEPS[0], target=replace(FIELD, attributes={"name": "copies-2-shelf"}))
    (save,) = retargeted(STEPS[1:], STEPS[0], new)

    assert save.sent == "POST /save?copies-2-shelf={{shelf}}"
    assert save.target == STEPS[1].target


@pytest.mark.parametrize(
    ("stored", "old", "value", "now"),
    [
        ("POST /a?to={{to}}&cc={{to}}", "to", "{{to}}", "POST /a?cc={{to}}&recipient={{to}}"),
        ("POST /a?to={{to}}", "to", "{{cc}}", "POST /a?to={{to}}"),
        ("POST /a?rows%5B0%5D={{to}}", "rows[0]", "{{to}}", "POST /a?recipient={{to}}"),
        ("POST /a?action=keep", "action", "keep", "POST /a?action=keep"),
        ("POST", "to", "{{to}}", "POST"),
        ("", "", "", ""),
    ],
)
def test_only_the_key_of_the_value_is_another_one(stored: str, old: str, value: str, now: str) -> None:
    assert rekeyed(stored, old, "recipient", value) == now
