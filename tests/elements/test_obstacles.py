"""The engine clears only harmless obstacles out of a step's way. It judges their words and the words' surroundings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.elements.obstacles import (
    already_open,
    dismissal,
    only_closes,
    openers,
    outside_dialogs,
    without_detours,
)
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Cover, PageControl
from pytest_ami.model.workflow import DialogAnswer, Effects, Step, StepKind


def cover(text: str = "We use cookies.", *buttons: str, name: str = "Your privacy", **more: Any) -> Cover:
    made = [PageControl(ref=f"w{n}", role="button", name=one) for n, one in enumerate(buttons or ("Accept all",))]
    usual = {"kind": "dialog", "name": name, "text": text, "long": len(text), "controls": len(made)}
    return Cover(**{**usual, "buttons": tuple(made), **more})


def way(kind: str, name: str = "", **more: Any) -> PageControl:
    return PageControl(kind=kind, ref="w1", role="button", name=name, **more)


@pytest.mark.parametrize(
    ("text", "buttons", "pressed"),
    [
        ("We use cookies.", ("Accept all",), "Accept all"),
        ("We use cookies.", ("Accept all", "Reject all", "Settings"), "Reject all"),
        ("Wir verwenden Cookies.", ("Alle akzeptieren",), "Alle akzeptieren"),
        ("我们使用 cookie。", ("全部接受",), "全部接受"),
        ("Have a look at our new design", ("Got it",), "Got it"),
        ("Nice to see you again", ("Continue",), "Continue"),
        ("What's new: dark mode", ("Not now", "Show me"), "Not now"),
        ("News: your plan costs 9 EUR a month from May on", ("No thanks", "OK"), "No thanks"),
        ("What is new: deleted pages are kept for a week", ("OK",), "OK"),
        ("Your last visit was cancelled by the practice", ("OK",), "OK"),
        ("Room 4 closes early today", ("OK",), "OK"),
    ],
)
def test_a_notice_is_sent_away(text: str, buttons: tuple[str, ...], pressed: str) -> None:
    found = dismissal(cover(text, *buttons, name=""), {})

    assert found is not None
    assert found.control.name == pressed
    assert found.kind == "cover"


@pytest.mark.parametrize(
    ("text", "buttons"),
    [
        ("Do you want to send this order?", ("OK", "Cancel")),
        ("Delete all drafts", ("OK",)),
        ("Your session has expired", ("OK",)),
        ("Something failed", ("Close",)),
        ("Only today", ("Buy now",)),
        ("Sign in to go on", ("Sign in",)),
        ("You have unsaved changes", ("Discard", "OK")),
        ("Pay 12.00 now", ("Continue", "Cancel")),
        ("Our terms have changed: with OK you get 50 labels for 40 EUR", ("OK",)),
        ("What is new: $9 a month after the trial", ("Continue",)),
        ("The freezer is too warm: samples that are stored now are discarded.", ("OK",)),
        ("Der Drucker ist leer: Seiten werden verworfen.", ("OK",)),
        ("The course is full: bookings are declined.", ("OK",)),
    ],
)
def test_what_asks_warns_or_sells_is_left_alone(text: str, buttons: tuple[str, ...]) -> None:
    assert dismissal(cover(text, *buttons, name=""), {}) is None


def test_a_dialog_with_a_field_or_a_long_text_is_no_notice() -> None:
    assert dismissal(cover(fields=1), {}) is None
    assert dismissal(cover(controls=12), {}) is None
    assert dismissal(cover(long=5000), {}) is None
    assert dismissal(None, {}) is None


def test_a_dialog_that_speaks_of_the_runs_own_values_belongs_to_the_flow() -> None:
    assert dismissal(cover("Welcome, order B-2002"), {"ref": "B-2002"}) is None
    assert dismissal(cover("Welcome"), {"ref": "B-2002"}) is not None


def test_what_hides_the_element_is_opened_before_anything_else() -> None:
    found = openers([way("button", "Next", near=True), way("tab", "Details"), way("menu", "More")], hidden=True)

    assert [one.kind for one in found] == ["tab", "onward", "menu"]


def test_nothing_that_the_page_has_ticked_goes_along_on_the_way() -> None:
    assert not openers([way("button", "Next", near=True, takes=True)], hidden=True)
    assert not openers([way("button", "Next", turns=True, takes=True)], hidden=False)


def test_of_two_ways_of_a_kind_neither_is_tried() -> None:
    assert openers([way("menu", "More"), way("menu", "More")], hidden=False) == []
    assert [one.kind for one in openers([way("menu", "More")], hidden=False)] == ["menu"]
    assert openers([way("menu", "More")], hidden=False, command=False) == []
    assert openers([way("button", "Next page"), way("button", "Next page")], hidden=False) == []


def test_a_button_that_submits_or_does_something_lasting_is_no_way() -> None:
    assert openers([way("button", "Next", near=True, submits=True)], hidden=True) == []
    assert openers([way("tab", "Delete account")], hidden=True) == []
    assert openers([way("button", "Send", near=True)], hidden=True) == []


def test_lists_are_turned_and_scrolled_only_for_what_is_not_in_the_page() -> None:
    ways = [way("button", "Next page"), way("scroll")]

    assert [one.kind for one in openers(ways, hidden=False)] == ["pager", "scroll"]
    assert "scroll" not in [one.kind for one in openers(ways, hidden=True)]
    assert all(one.repeats for one in openers(ways, hidden=False))


@pytest.mark.parametrize(
    ("changes", "scrolls"),
    [
        ({}, False),
        ({"landmark": "", "scope": ("banner|", "page|")}, False),
        ({"landmark": "main|"}, True),
        ({"landmark": "navigation|Runs"}, True),
        ({"role": "menuitem"}, True),
        ({"context": "Anna 3 mails"}, True),
        ({"ancestors": ("li", "ul", "header")}, True),
    ],
)
def test_no_list_is_scrolled_for_a_control_in_the_head_of_the_page(changes: dict[str, Any], *, scrolls: bool) -> None:
    target = Fingerprint(tag="button", **{"role": "button", "landmark": "banner|", **changes})

    assert bool(openers([way("scroll")], hidden=False, target=target)) is scrolls


OPEN = Step(
    kind=StepKind.CLICK,
    target=Fingerprint(tag="button", role="button", name="Compose"),
    effects=Effects(notices=("dialog|Compose",), appeared=("textbox|To",)),
)
KEYS = ("dialog|Compose", "textbox|To")


def test_a_step_whose_work_is_done_may_be_left_out() -> None:
    assert already_open(OPEN, dict.fromkeys(KEYS, True), KEYS)


@pytest.mark.parametrize(
    "step",
    [
        Step(kind=StepKind.FILL, target=OPEN.target, effects=OPEN.effects),
        Step(kind=StepKind.CLICK, target=OPEN.target, effects=Effects(notices=("status|Sent",), appeared=KEYS[1:])),
        Step(kind=StepKind.CLICK, target=OPEN.target, effects=Effects(route="/new", appeared=KEYS[1:])),
        Step(kind=StepKind.CLICK, target=OPEN.target, effects=Effects(tab=True, appeared=KEYS[1:])),
        Step(kind=StepKind.CLICK, target=OPEN.target, effects=OPEN.effects, dialogs=(DialogAnswer(kind="confirm"),)),
    ],
)
def test_a_step_that_does_something_is_never_left_out(step: Step) -> None:
    assert not already_open(step, dict.fromkeys(KEYS, True), KEYS)


def test_all_that_a_step_opens_has_to_be_there() -> None:
    assert not already_open(OPEN, {"dialog|Compose": True, "textbox|To": False}, KEYS)
    assert not already_open(OPEN, {}, ())


WORDS = st.sampled_from(
    ["Delete", "Send", "Pay now", "Buy", "Save", "Sign in", "Create account", "Publish", "Transfer"]
)


@pytest.mark.slow
@settings(max_examples=100)
@given(WORDS, st.lists(st.sampled_from(["OK", "Continue", "Close", "Accept all"]), max_size=3), st.text(max_size=30))
def test_a_button_that_does_something_lasting_is_never_pressed(lasting: str, others: list[str], text: str) -> None:
    found = dismissal(cover(text, lasting, *others, name=""), {})

    assert found is None or found.control.name != lasting


def test_a_button_that_is_called_like_the_element_behind_is_never_pressed() -> None:
    asks = cover("We use cookies.", "Accept all", "Reject all")

    first, second = dismissal(asks, {}, "Save"), dismissal(asks, {}, "reject  all")

    assert first is not None
    assert second is not None
    assert (first.control.name, second.control.name) == ("Reject all", "Accept all")
    assert dismissal(cover("We use cookies.", "Accept all"), {}, "Accept all") is None


@pytest.mark.parametrize(
    ("scope", "outside"),
    [((), False), (("page|",), True), (("form|New", "page|"), True), (("form|", "dialog|New", "page|"), False)],
)
def test_an_element_was_outside_of_dialogs_only_if_that_is_known(scope: tuple[str, ...], *, outside: bool) -> None:
    assert outside_dialogs(Fingerprint(tag="button", scope=scope)) is outside


@pytest.mark.parametrize(
    ("effects", "scope", "closes"),
    [
        (Effects(vanished=("button|Delete",)), ("dialog|Delete?", "page|"), True),
        (Effects(vanished=("button|Delete",)), ("page|",), False),
        (Effects(vanished=("button|Delete",), notices=("status|Mail deleted",)), ("dialog|", "page|"), False),
        (Effects(vanished=("button|Delete",), route="/bin"), ("dialog|", "page|"), False),
        (Effects(), ("dialog|", "page|"), False),
    ],
)
def test_an_effect_of_every_button_of_a_dialog_is_that_the_dialog_closes(
    effects: Effects, scope: tuple[str, ...], *, closes: bool
) -> None:
    step = Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", scope=scope), effects=effects)

    assert only_closes(step) is closes


def opening(name: str = "Delete", dialog: str = "Delete it?", **more: Any) -> Step:
    opens = Effects(notices=(f"dialog|{dialog}",))
    return Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name=name), effects=opens, **more)


CLOSE = Step(
    kind=StepKind.CLICK,
    target=Fingerprint(tag="button", role="button", name="Close", scope=("dialog|Delete it?", "page|")),
    effects=Effects(vanished=("button|Close",)),
)
YES = replace(CLOSE, effects=Effects(notices=("status|Deleted",)), sent="POST /delete")
TYPED = replace(CLOSE, kind=StepKind.FILL, value="x", effects=Effects())
BEHIND = replace(YES, target=Fingerprint(tag="button", role="button", name="Save", scope=("form|", "page|")))


@pytest.mark.parametrize(
    ("steps", "kept"),
    [
        ((opening(), CLOSE, opening(route="/again"), YES), (2, 3)),
        ((opening(), CLOSE, opening(), CLOSE, opening(), YES), (4, 5)),
        ((opening(), CLOSE, opening()), (0, 1, 2)),  # somebody may want to see it
        ((opening(), CLOSE, opening(), CLOSE), (0, 1, 2, 3)),
        ((opening(), YES, opening(), YES), (0, 1, 2, 3)),  # it was answered
        ((opening(), CLOSE, opening("Archive"), YES), (0, 1, 2, 3)),
        ((opening(), CLOSE, opening(dialog="Sure?"), YES), (0, 1, 2, 3)),
        ((opening(sent="POST /x"), CLOSE, opening(), YES), (0, 1, 2, 3)),
        ((opening("Add", "Added to your basket"), CLOSE, opening("Add", "Added to your basket"), YES), (0, 1, 2, 3)),
        ((opening(), TYPED, CLOSE, opening(), YES), (0, 1, 2, 3, 4)),
        ((opening(), CLOSE, opening(), BEHIND), (0, 1, 2, 3)),
    ],
)
def test_a_dialog_that_was_sent_away_and_opened_again_is_opened_once(
    steps: tuple[Step, ...], kept: tuple[int, ...]
) -> None:
    assert without_detours(steps) == tuple(steps[number] for number in kept)


@pytest.mark.parametrize(
    ("cells", "appeared", "open_"),
    [
        (("{{id}}", "Storm"), ("button|Lend reel",), False),
        (("{{id}}", "Storm"), ("heading|Reel {{id}}", "button|Lend reel"), True),
        (("F-1", "Storm"), ("button|Lend reel",), True),
    ],
)
def test_a_panel_of_many_records_is_open_already_only_if_it_names_the_record(
    cells: tuple[str, ...], appeared: tuple[str, ...], *, open_: bool
) -> None:
    details = Fingerprint(tag="button", role="button", name="Details", cells=cells)
    step = Step(kind=StepKind.CLICK, target=details, effects=Effects(appeared=appeared))

    assert already_open(step, dict.fromkeys(appeared, True), appeared) is open_
