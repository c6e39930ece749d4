"""The deed of the stored flow waits for the values and the record that the flow enters and opens before it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.elements.commits import LastingDeed
from pytest_ami.engine.teaching.commit_policy import has_entered, too_early
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.lesson import Element, Move, MoveKind, MoveResult
from pytest_ami.model.workflow import Effects, Step, StepKind
from tests.support.recordings import VALUES, learned, lesson, site

SENDING = learned(routes=site())
NAMED = Fingerprint(tag="button", role="button", name="Log in")


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


CC = replace(lesson(values={**VALUES, "cc": "eve@x.org"}), done=SENDING.steps[:-1], remaining=SENDING.steps[-1:])
CC = replace(CC, adds=("cc",))
LIST = Element(ref="e1", tag="input", role="combobox", name="Cc")
SEARCH = Element(ref="e2", tag="input", role="searchbox", name="Search")
BOX = Element(ref="e3", tag="input", role="textbox", name="Cc")
ENTRY_OF_CC = Element(ref="e4", tag="li", role="option", name="eve@x.org")
TYPED, ENTER_KEY = Move(kind=MoveKind.FILL, value="{{cc}}"), Move(kind=MoveKind.PRESS, value="Enter")
CLICK = Move(kind=MoveKind.CLICK)


def made(*moves: tuple[Move, Element | None]) -> list[MoveResult]:
    return [MoveResult(move=move, element=element) for move, element in moves]


@pytest.mark.parametrize(
    ("moves", "entered"),
    [
        ([], False),
        ([(Move(kind=MoveKind.WAIT_FOR, value="{{cc}}"), None)], False),
        ([(TYPED, None)], True),
        ([(TYPED, BOX)], True),
        ([(TYPED, SEARCH)], False),
        ([(TYPED, SEARCH), (ENTER_KEY, SEARCH)], False),
        ([(TYPED, LIST)], False),
        ([(TYPED, LIST), (ENTER_KEY, LIST)], True),
        ([(TYPED, LIST), (ENTER_KEY, BOX)], False),
        ([(TYPED, LIST), (CLICK, ENTRY_OF_CC)], True),
        ([(TYPED, LIST), (CLICK, replace(ENTRY_OF_CC, name="eve@x.org.evil.com"))], False),
        ([(Move(kind=MoveKind.SELECT, value="{{cc}}"), LIST)], True),
        ([(Move(kind=MoveKind.CHECK), replace(ENTRY_OF_CC, role="radio"))], True),
        ([(TYPED, BOX), (Move(kind=MoveKind.BACK, undo=1), None)], False),
        ([(TYPED, BOX), (CLICK, SEARCH), (Move(kind=MoveKind.BACK, undo=1), None)], True),
        ([(TYPED, BOX), (Move(kind=MoveKind.BACK), None)], False),
    ],
)
def test_a_text_that_only_looks_for_a_value_is_not_entered(
    moves: list[tuple[Move, Element | None]], *, entered: bool
) -> None:
    assert has_entered("cc", made(*moves), CC) is entered
    early = too_early(LastingDeed(role="button", name="Send"), CLICK, made(*moves), CC)
    assert bool(early) is not entered
    assert entered or "{{cc}} was not entered yet" in early


@pytest.mark.parametrize("anew", [False, True])
@pytest.mark.parametrize(
    ("deed", "move", "early"),
    [
        (LastingDeed(role="button", name="Send"), CLICK, True),
        (LastingDeed(role="button", name="Send"), Move(kind=MoveKind.DOUBLE_CLICK), True),
        (LastingDeed(role="button", name="Send"), Move(kind=MoveKind.PRESS, value="Space"), True),
        (LastingDeed(role="button", name="Send and archive"), CLICK, True),
        (LastingDeed(role="textbox", name="Subject"), ENTER_KEY, True),
        (LastingDeed(), ENTER_KEY, True),  # in the field that has the focus
        (LastingDeed(role="textbox", name="Subject"), Move(kind=MoveKind.PRESS, value="Tab"), False),
        (LastingDeed(role="searchbox", name="Search"), ENTER_KEY, False),
        (LastingDeed(role="button", name="Add Cc"), CLICK, False),
        (LastingDeed(role="option", name="Save a copy"), CLICK, False),
        (LastingDeed(role="tab", name="Send"), CLICK, False),
        (LastingDeed(role="textbox", name="Cc"), TYPED, False),
    ],
)
def test_nothing_lasting_is_done_before_the_new_value(
    deed: LastingDeed, move: Move, *, anew: bool, early: bool
) -> None:
    given = replace(CC, done=(), remaining=(), replaces=SENDING.steps) if anew else CC
    assert bool(too_early(deed, move, [], given)) is early


def test_a_log_in_and_a_control_that_leads_to_the_deed_do_not_wait_for_the_new_value() -> None:
    log_in = replace(SENDING.steps[-1], target=NAMED)
    opens = replace(log_in, target=replace(NAMED, name="Send"), effects=Effects(appeared=("textbox|To",)))
    given = replace(CC, done=(), remaining=(), replaces=(log_in, opens, *SENDING.steps[1:]))
    send = LastingDeed(role="button", name="Send")

    assert not too_early(LastingDeed(role="button", name="Log in"), CLICK, [], given)
    assert not too_early(send, CLICK, [], given)
    pressed = made((CLICK, Element(ref="e5", tag="button", role="button", name="Send")))
    assert too_early(send, CLICK, pressed, given)


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
