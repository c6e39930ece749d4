"""The deed of the stored flow waits for the values and the record that the flow enters and opens before it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.elements.commits import LastingDeed
from pytest_ami.engine.teaching.commit_policy import too_early
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.lesson import Element, Move, MoveKind, MoveResult
from pytest_ami.model.workflow import Step, StepKind
from tests.support.recordings import learned, lesson, site

SENDING = learned(routes=site())


@pytest.mark.parametrize(("entered", "early"), [((), False), ((("fill", "To", "{{to}}"),), True)])
def test_a_control_of_its_name_may_lead_to_the_form_before_anything_was_entered(
    entered: tuple[tuple[str, str, str], ...], *, early: bool
) -> None:
    given = replace(lesson(), remaining=SENDING.steps[1:])
    made = [MoveResult(move=Move(kind=MoveKind(kind), value=value)) for kind, _, value in entered]
    send = LastingDeed(role="button", name="Send")

    assert bool(too_early(send, Move(kind=MoveKind.CLICK), made, given)) is early


@pytest.mark.parametrize(
    ("role", "name", "early"), [("textbox", "To", True), ("textbox", "Search", False), ("link", "To", False)]
)
def test_a_control_of_its_name_leads_to_no_form_whose_field_is_there(role: str, name: str, *, early: bool) -> None:
    given = replace(lesson(), remaining=SENDING.steps[1:])
    send, press = LastingDeed(role="button", name="Send"), Move(kind=MoveKind.CLICK)

    assert bool(too_early(send, press, [], given, [Element(ref="e1", tag="input", role=role, name=name)])) is early


@pytest.mark.parametrize(("typed", "early"), [((), True), (("{{cc}}",), False)])
def test_the_deed_waits_for_the_new_value_that_the_lesson_is_for(typed: tuple[str, ...], *, early: bool) -> None:
    given = replace(lesson(), done=SENDING.steps[:-1], remaining=SENDING.steps[-1:], adds=("cc",))
    made = [MoveResult(move=Move(kind=MoveKind.FILL, value=value)) for value in typed]
    made.append(MoveResult(move=Move(kind=MoveKind.WAIT_FOR, value="{{cc}}")))

    assert bool(too_early(LastingDeed(role="button", name="Send"), Move(kind=MoveKind.CLICK), made, given)) is early


ENTRY = Step(kind=StepKind.CLICK, target=Fingerprint(tag="li", role="option", name="{{subject}}"))


@pytest.mark.parametrize(
    ("entries", "pressed", "early"),
    [
        (("News", "News"), None, True),
        (("Create News",), None, True),
        (("News", "News"), "News", False),
        (("Old", "Older"), None, False),
        ((), None, False),
    ],
)
def test_the_deed_waits_for_the_entry_that_an_open_list_offers(
    entries: tuple[str, ...], pressed: str | None, *, early: bool
) -> None:
    values = {"to": "a@example.com", "subject": "News", "body": "Hello"}
    shown = [Element(ref=f"e{n}", tag="li", role="option", name=name) for n, name in enumerate(entries)]
    given = replace(lesson(values=values), done=SENDING.steps[:-1], remaining=(ENTRY, SENDING.steps[-1]))
    chosen = Element(ref="e0", tag="li", role="option", name=pressed or "")
    made = [MoveResult(move=Move(kind=MoveKind.CLICK, ref="e0"), element=chosen)] if pressed else []
    send = LastingDeed(role="button", name="Send")

    assert bool(too_early(send, Move(kind=MoveKind.CLICK), made, given, shown)) is early


OPENING_A_RECORD = (
    Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name="Open", context="{{to}} Open")),
    Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name="Block"), sent="POST /block"),
)


@pytest.mark.parametrize(
    ("context", "told", "early"),
    [
        ("", (), True),
        ("", ("heading|Person",), True),
        ("eve@example.com Open", (), True),
        ("{to} Open", (), False),
        ("", ("heading|{to}",), False),
        ("", ("http://host/people/{to}",), False),
    ],
)
def test_a_deed_waits_for_its_record(context: str, told: tuple[str, ...], *, early: bool) -> None:
    given = replace(lesson(), remaining=OPENING_A_RECORD)
    value = given.shown["to"]
    opened = Element(ref="e1", tag="button", role="button", name="Open", context=context.format(to=value))
    made = [MoveResult(move=Move(kind=MoveKind.CLICK, ref="e1"), element=opened)] if context else []
    block = LastingDeed(role="button", name="Block")
    said = tuple(text.format(to=value) for text in told)

    assert bool(too_early(block, Move(kind=MoveKind.CLICK), made, given, (), said)) is early


def test_a_record_that_was_opened_before_the_lesson_is_open() -> None:
    given = replace(lesson(), done=OPENING_A_RECORD[:1], remaining=OPENING_A_RECORD[1:])

    assert not too_early(LastingDeed(role="button", name="Block"), Move(kind=MoveKind.CLICK), [], given)
