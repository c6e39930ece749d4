"""Is a dialog of the browser the recorded one, and what follows if it is not. No browser."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pytest_ami.engine import dialogs
from pytest_ami.engine.effects.expectation import expectation
from pytest_ami.model.dialog import DialogRecord, ExpectedDialog
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Expectation
from pytest_ami.model.outcome import Cause
from pytest_ami.model.workflow import DialogAnswer, Effects, Step, StepKind

SHOWN = Expectation(required=("status|Done",))


def recorded(message: str, kind: str = "confirm", **values: str) -> tuple[ExpectedDialog, ...]:
    return dialogs.expected((DialogAnswer(kind=kind, message=message),), values)


@pytest.mark.parametrize(
    ("template", "values", "message"),
    [
        ("Archive this mail?", {}, "Archive  this\nmail?"),
        ("Delete {{name}}?", {"name": "Anna Maria"}, "Delete Anna Maria?"),
        ("Delete order #17?", {}, "Delete order #4711?"),
        ("Delete INV-2024-17?", {}, "Delete INV-2025-3?"),
        ("Delete No. 17?", {}, "Delete No. 18?"),
        ("Sent on 2024-05-01 at 12:30. Again?", {}, "Sent on 2025-11-23 at 09:05. Again?"),
        ("Your session ends in 59 s. Stay?", {}, "Your session ends in 7 s. Stay?"),
        ("Delete 7b0e1f9c-0a6d-4b7e-9d55-3f2f5f0c1a2b?", {}, "Delete 00000000-0a6d-4b7e-9d55-3f2f5f0caaaa?"),
        ("Delete {{{{x}}}}?", {}, "Delete {{{{x}}}}?"),
    ],
)
def test_a_message_may_differ_in_what_names_a_record_or_a_time(
    template: str, values: dict[str, str], message: str
) -> None:
    assert dialogs.fitting(recorded(template, **values), "confirm", message)


@pytest.mark.parametrize(
    ("template", "values", "message"),
    [
        ("Archive this mail?", {}, "Delete ALL mails permanently?"),
        ("Delete all?", {}, "Delete ALL?"),
        ("Delete {{name}}?", {"name": "Anna"}, "Delete Anna Maria?"),
        ("Delete {{name}}?", {"name": "Anna"}, "Delete anna?"),
        ("Delete {{order}}?", {"order": "#17"}, "Delete #18?"),
        ("Delete {{order}}?", {"order": "INV-17"}, "Delete INV-18?"),
        ("Pay 10 EUR?", {}, "Pay 1000 EUR?"),
        ("Pay EUR-10?", {}, "Pay EUR-99?"),
        ("Pay EUR10?", {}, "Pay EUR99?"),
        ("Pay 10?", {}, "Pay 11?"),
        ("Delete (1)?", {}, "Delete (5000)?"),
        ("Delete 1 mail?", {}, "Delete 5000 mails?"),
        ("Give 5% off?", {}, "Give 50% off?"),
        ("Archive?", {}, "Archive? All of them?"),
        ("", {}, "Delete everything?"),
    ],
)
def test_a_message_that_asks_for_something_else_is_another_one(
    template: str, values: dict[str, str], message: str
) -> None:
    assert dialogs.fitting(recorded(template, **values), "confirm", message) is None


def test_the_kind_counts_and_the_order_does_not() -> None:
    owed = recorded("A?") + recorded("B?", kind="prompt")

    assert dialogs.fitting(owed, "prompt", "B?") is owed[1]
    assert dialogs.fitting(owed, "confirm", "B?") is None
    assert dialogs.fitting(recorded("", kind="beforeunload"), "beforeunload", "Leave site?")


WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="{}"), max_size=30)


@example("", "\\\x1f", "0")
@given(WORDS, st.text(min_size=1, max_size=12), WORDS)
def test_a_recorded_message_fits_itself_whatever_its_signs(before: str, value: str, after: str) -> None:
    template = f"{before}{{{{value}}}}{after}"

    owed = recorded(dialogs.folded(template), value=value)

    assert dialogs.fitting(owed, "confirm", dialogs.folded(template).replace("{{value}}", value))


@given(WORDS.filter(str.strip), WORDS.filter(str.strip))
def test_a_message_with_other_words_never_fits(one: str, other: str) -> None:
    letters = [re.sub(r"[\d\s]", "", text) for text in (one, other)]
    if letters[0] != letters[1]:
        assert dialogs.fitting(recorded(dialogs.folded(one)), "confirm", other) is None


def test_a_message_that_informs_asks_nothing_and_reports_no_failure() -> None:
    assert dialogs.informs("alert", "Archived")
    assert not dialogs.informs("alert", "Delete everything?")
    assert not dialogs.informs("alert", "The mail could not be saved")
    assert not dialogs.informs("confirm", "Archived")


def verdict(record: DialogRecord, expect: Expectation | None = SHOWN, **more: bool) -> dialogs.DialogVerdict:
    return dialogs.judge(record, expect, **{"lacks": False, "rests": True, "heal": True, **more})


def test_a_strange_question_stops_a_replay_whatever_else_is_there() -> None:
    strange = DialogRecord(strange=("the browser showed ...",))

    assert verdict(strange, lacks=True).cause is Cause.FLOW_CHANGED
    assert verdict(strange, rests=False).cause is Cause.FLOW_CHANGED


def test_a_recorded_dialog_is_waited_for_while_the_page_is_busy() -> None:
    owed = DialogRecord(owed=recorded("A?"))

    assert verdict(owed, rests=False).waits
    assert not verdict(owed, lacks=True).waits
    assert verdict(owed).notes == ("the recorded confirm 'A?' did not come",)


@pytest.mark.parametrize("expect", [None, Expectation(), Expectation(required=("status|Done",), weak=True)])
def test_a_question_that_no_longer_comes_needs_an_effect(expect: Expectation | None) -> None:
    assert verdict(DialogRecord(owed=recorded("A?")), expect).cause is Cause.FLOW_CHANGED


def test_a_message_of_any_deed_shows_that_the_step_was_carried_out() -> None:
    told = expectation(Effects(notices=("status|Done",)), {}, {})

    assert verdict(DialogRecord(owed=recorded("A?")), told).notes == ("the recorded confirm 'A?' did not come",)


def test_a_message_that_was_there_before_shows_nothing() -> None:
    told = expectation(Effects(notices=("status|Done",)), {"status|Done": True}, {})

    assert verdict(DialogRecord(owed=recorded("A?")), told).cause is Cause.FLOW_CHANGED


def test_a_dismissed_question_that_no_longer_comes_was_carried_out() -> None:
    owed = (ExpectedDialog(kind="confirm", message="Keep a copy?", accept=False),)

    assert verdict(DialogRecord(owed=owed)).cause is Cause.FLOW_CHANGED


def test_nothing_harmless_is_accepted_where_heals_are_off() -> None:
    assert verdict(DialogRecord(closed=("a message",)), heal=False).cause is Cause.FLOW_CHANGED
    assert verdict(DialogRecord(owed=recorded("A?")), heal=False).cause is Cause.FLOW_CHANGED
    assert verdict(DialogRecord(closed=("a message",))).notes == ("a message",)


@pytest.mark.parametrize(
    ("message", "same"),
    [("Saved!", True), ("Saved successfully.", True), ("You are on the waiting list", False), ("Cancelled", False)],
)
def test_a_message_in_the_place_of_a_recorded_one_says_the_same(message: str, *, same: bool) -> None:
    owed = recorded("Saved", kind="alert")

    assert (dialogs.reworded(owed, "alert", message) is owed[0]) is same
    assert dialogs.reworded(owed, "confirm", message) is None


def test_another_message_than_the_recorded_one_stops_the_replay() -> None:
    owed = recorded("Booked: {{name}}", kind="alert", name="Yoga")
    found = verdict(DialogRecord(owed=owed, closed=("alert 'You are on the waiting list' was closed",)))

    assert found.cause is Cause.FLOW_CHANGED
    assert "waiting list" in " ".join(found.facts)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Place order", "This replaces your order. Publish it?"),
        ("Place order", "Charge the card 500 EUR now?"),
        ("Place order", "Repeat it every month?"),
        ("Archive", "Delete this mail?"),
        ("Save", "The old drafts are deleted. Go on?"),
        ("Senden", "Wirklich löschen?"),
    ],
)
def test_a_question_that_asks_for_more_is_not_left_to_the_test(name: str, message: str) -> None:
    step = Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name=name))

    (said,) = dialogs.objection(DialogRecord(left=(message,)), heal=True, step=step, values={"qty": "3"})

    assert message in said
    assert name in said
    assert verdict(DialogRecord(left=(message,))).cause is None


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Archive", "Archive this mail?"),
        ("Place order", "Place the order?"),
        ("Remove", "Are you sure you want to delete this row?"),
        ("Delete", "Delete this file permanently?"),
        ("Transfer", "Transfer 500 EUR to Ann?"),
        ("Save", "Do you want to continue?"),
        ("Absenden", "Wirklich absenden?"),
    ],
)
def test_a_question_about_the_deed_itself_is_left_to_the_test(name: str, message: str) -> None:
    step = Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name=name))

    assert dialogs.objection(DialogRecord(left=(message,)), heal=True, step=step, values={"amount": "500"}) == ()
