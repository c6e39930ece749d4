"""Forms: whose they are, which control sends them, and which controls are no way to them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.model.lesson import Move, MoveKind, MoveResult, Observation, Situation
from pytest_ami.model.workflow import Parameter
from pytest_ami.teachers.offline import forms
from pytest_ami.teachers.offline.teacher import OfflineTeacher
from tests.support.simulated_pages import Page, element, lesson

REGISTER = ["tab Register [selected]", "tab Guests", "textbox Name", "textbox Email", "button Register"]
GUESTS = ["tab Register", "tab Guests [selected]", "textbox New email", "button Save changes"]


def _school() -> Page:
    return Page(
        shows={"start": REGISTER, "guests": GUESTS, "picked": ["row Anna Maria", *GUESTS], "saved": ["link Home"]},
        leads={
            ("start", "Register"): "!start",
            ("start", "Guests"): "picked",
            ("picked", "Anna Maria"): "guests",
            ("guests", "Save changes"): "!saved",
        },
    )


def test_the_form_of_another_task_stays_empty() -> None:
    page = _school()
    result = lesson(page, "change a guest", {"name": "Anna Maria", "email": "a@example.org"}, types={"email": "email"})
    assert page.did == [("Save changes", {"New email": "a@example.org"})], result
    assert result.clicked == ["Guests", "Anna Maria", "Save changes"]


def test_no_button_is_pressed_while_a_value_has_no_field() -> None:
    page = _school()
    result = lesson(page, "register for a course", {"name": "Anna", "email": "a@example.org", "level": "B2"})
    assert (result.final.kind, page.did) == (MoveKind.GIVE_UP, [])
    assert "'level'" in result.final.reason


def test_a_link_does_not_send_what_was_filled_in() -> None:
    page = Page(
        shows={"start": ["link Add {Tags Add}", "textbox Name", "button Save"], "saved": ["link Home"]},
        leads={("start", "Save"): "!saved", ("start", "Add"): "!start"},
    )
    assert lesson(page, "add an author", {"name": "Zoë"}).final.kind is MoveKind.DONE
    assert page.did == [("Save", {"Name": "Zoë"})]


def test_a_new_record_is_no_way_to_one_that_is_there() -> None:
    page = Page(
        shows={"start": ["link Add book", "link Amerika"], "form": ["textbox Title", "file Cover", "button Save"]},
        leads={("start", "Add book"): "form", ("form", "Save"): "!form"},
    )
    result = lesson(page, "upload the cover of a book", {"title": "Heights", "cover": "c.png"}, types={"cover": "file"})
    assert (result.final.kind, page.did, result.clicked) == (MoveKind.GIVE_UP, [], [])


def test_a_password_that_is_asked_for_twice_is_entered_twice() -> None:
    page = Page(
        shows={
            "start": ["textbox/password Password [secret]", "textbox/password Repeat password [secret]", "button Save"],
            "saved": ["link Home"],
        },
        leads={("start", "Save"): "!saved"},
    )
    lesson(page, "set the password", {"password": "x"}, secret=("password",))
    assert page.did == [("Save", {"Password": "x", "Repeat password": "x"})]


@pytest.mark.parametrize(
    ("heads", "another"),
    [
        (("heading|Add tag",), True),
        (("heading|Add book",), False),
        (("heading|Add tag", "heading|Books"), False),
        ((), False),
    ],
)
def test_a_heading_tells_whose_form_it_is(heads: tuple[str, ...], *, another: bool) -> None:
    assert forms.headed_for_another("add a book", Observation(notices=heads)) is another


@pytest.mark.parametrize(
    ("name", "acts"), [("Order now", True), ("Cancel it", True), ("Add author", False), ("Edit", False)]
)
def test_a_button_acts_unless_its_words_say_that_it_opens_something(name: str, *, acts: bool) -> None:
    assert forms.acts_at_once(element(1, f"button {name}")) is acts


@pytest.mark.parametrize(
    ("value", "fits"), [("24", False), ("2026-12-24", True), ("24.12.2026", True), ("2026年12月24日", True)]
)
def test_a_field_for_a_date_takes_no_part_of_one(value: str, *, fits: bool) -> None:
    field = replace(element(1, "textbox Day"), value="2026/12/01")
    assert forms.accepts(field, value) is fits
    assert forms.accepts(replace(field, value=""), value)


@pytest.mark.parametrize(("shown", "kind"), [("0", MoveKind.GIVE_UP), ("12.0", MoveKind.CLICK), ("12", MoveKind.CLICK)])
def test_nothing_is_sent_while_a_field_shows_another_value(shown: str, kind: MoveKind) -> None:
    field, save = element(1, "textbox Amount"), element(2, "button Save")
    move = Move(kind=MoveKind.FILL, ref="e1", value="{{amount}}", reason="fills in amount")
    situation = Situation(
        task="add a payment",
        parameters=(Parameter(name="amount"),),
        values={"amount": "12"},
        observation=Observation(elements=(replace(field, value=shown), save)),
        made=(MoveResult(move=move, element=field),),
    )
    assert OfflineTeacher().advise(situation).move.kind is kind


def test_the_button_right_after_an_empty_field_sends_it() -> None:
    elements = [element(1, "textbox Task"), element(2, "button Add"), element(3, "button Add")]
    assert [forms.would_send(e, elements) for e in elements] == [False, True, False]


def test_the_reason_names_the_page_of_the_log_in_or_the_way_on() -> None:
    values = {"guest": "Ann", "room": "Elm"}
    login = Page(shows={"start": ["textbox Username", "textbox Password [secret]", "button Sign in"]}, leads={})
    other = Page(shows={"start": ["textbox Guest", "textbox Room", "button Save booking"]}, leads={})
    reasons = [lesson(page, "book a room", values).final.reason for page in (login, other)]
    assert reasons[0] == "the page asks for a log-in, not for 'book a room': log in before ami.run() (Sign in)"
    assert reasons[1] == (
        "no form on the page is for 'book a room': it has Save booking; "
        "if it is the right one, call the task what the page calls it"
    )
