"""A deed takes along the choices that a page has made beforehand, so another choice makes another button of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.elements.contradictions.facts import contradiction
from pytest_ami.elements.contradictions.sent_along import of_record
from pytest_ami.elements.place import may_have_moved, stands
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import StepKind

PAY = Fingerprint(tag="button", role="button", name="Pay", heading="Transfer", scope=("form|", "page|"))


def compared(was: dict[str, str], now: dict[str, str], heading: str = "Transfer") -> str:
    return contradiction(replace(PAY, details=was), replace(PAY, details=now, heading=heading), StepKind.CLICK)


MODELS = {"view": "Models", "viewed": "Models=/#/models"}
"""A page whose place in the navigation leads to an address."""


@pytest.mark.parametrize(
    ("was", "now", "phrase"),
    [
        ({"choices": "account=main"}, {"choices": "account=savings"}, "account is 'savings'"),
        (
            {"choices": "account=main"},
            {"choices": "account=main | also tell the boss=on"},
            "also tell the boss is ticked",
        ),
        ({"choices": "a=b"}, {"choices": "a=b | access=anyone can edit #1a"}, "access is 'anyone can edit'"),
        ({"choices": "colour=grey #1a"}, {"choices": "colour=sand #1a"}, "colour is 'sand'"),
        ({"choices": "urgent, with sms=off"}, {"choices": "urgent, with sms=on"}, "urgent, with sms is 'on'"),
        ({"choices": "tell the guests=on"}, {"choices": "tell the guests=off"}, "tell the guests is 'off'"),
        ({"orders": "none"}, {"orders": "_method=delete", "method": "post"}, "sends _method=delete"),
        ({"orders": "_method=patch"}, {"orders": "_method=patch,delete"}, "it was patch"),
        ({"orders": "none"}, {"orders": "op=discard_draft"}, "sends op=discard_draft, it was not there"),
        ({"orders": "theme=dark"}, {"orders": "theme=dark | force=1"}, "sends force=1"),
        ({"orders": "none"}, {"orders": "_destroy=true"}, "sends _destroy=true"),
        ({"view": "Buy"}, {"view": "Sell"}, "the page shows Sell"),
        ({"view": "1. Halbjahr"}, {"view": "2. Halbjahr"}, "the page shows 2. Halbjahr"),
        (MODELS, {"view": "Registry", "viewed": "Registry=/#/registry"}, "the page shows Registry"),
        (
            MODELS,
            {"view": "Models of others", "viewed": "Models of others=/#/models?of=others"},
            "shows Models of others",
        ),
        (MODELS | {"view": "Live | Models"}, {"view": "Gone | Registry", "viewed": "Registry=/#/models"}, "shows Gone"),
        ({"view": "Models"}, {"view": "Registry", "viewed": "Registry=/#/models"}, "the page shows Registry"),
        ({"switched": "off"}, {"switched": "on"}, "switched=on"),
        ({"styled": ""}, {"styled": "to all"}, "its style says 'to all'"),
    ],
)
def test_another_choice_is_another_deed(was: dict[str, str], now: dict[str, str], phrase: str) -> None:
    assert phrase in compared(was, now)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ({"choices": "account=main"}, {"choices": "account=main | newsletter=off"}),
        ({"choices": "account=main"}, {"choices": "account=main | All=off"}),
        ({"choices": "account=main"}, {"choices": "account=main | New model registry UI=on"}),
        ({"choices": "a=b"}, {"choices": "a=b | access=restricted #1a"}),
        ({"choices": "account=main"}, {"choices": "account=main | mode=fast #1a"}),
        ({"choices": "account=main"}, {"choices": "account=main | section=inbox"}),
        ({"choices": "_method=patch"}, {}),
        ({"orders": "_method=patch"}, {"orders": "none"}),
        ({"orders": "none"}, {"orders": "force=false | mode=dark | action=save"}),
        ({"orders": "none"}, {"orders": "_method=post", "method": "post"}),
        ({"orders": "none"}, {"orders": "action=pay"}),
        ({"orders": "delete_from=shelf"}, {"orders": "delete_from=loans"}),
        ({}, {"orders": "_method=delete"}),
        ({"choices": "account=main"}, {}),
        ({"choices": "bold=off"}, {"choices": "bold=on"}),
        ({"choices": "account=main"}, {"choices": "account=main | Favourite=on"}),
        ({"choices": "sort by name=off"}, {"choices": "sort by name=on"}),
        ({"choices": "colour=grey #1a"}, {"choices": "colour=sand #2b"}),
        ({"view": "Buy"}, {"view": "Buy | Settings"}),
        ({"view": "Term 2"}, {"view": "term 2"}),
        (MODELS, {"view": "Registry", "viewed": "Registry=/#/models"}),
        (MODELS, {"view": "Registry | Live", "viewed": "Registry=/#/models"}),
        ({"view": "Buy"}, {}),
        ({}, {"view": "Sell"}),
        ({}, {"switched": "on"}),
    ],
)
def test_the_same_choice_and_an_unknown_one_are_no_contradiction(was: dict[str, str], now: dict[str, str]) -> None:
    assert not compared(was, now)


def test_the_choices_of_another_record_are_its_own() -> None:
    assert not compared({"choices": "size=m", "view": "Shirts"}, {"choices": "size=xl", "view": "Hats"}, heading="Hat")


def test_a_button_that_left_its_form_is_a_twin() -> None:
    submit = replace(PAY, details={"type": "submit"}, neighbours=("Amount", "Bank"))
    loose = replace(submit, details={}, scope=("page|",))

    assert stands(submit, submit)
    assert not stands(submit, loose)
    assert not may_have_moved(submit, loose)
    keyed = replace(submit, attributes={"id": "pay"}, counts={"id": 1})
    assert stands(keyed, replace(loose, attributes={"id": "pay"}))


def test_a_button_that_commits_does_not_move_under_another_heading() -> None:
    moved = replace(PAY, heading="Production database", neighbours=("x",))

    assert not may_have_moved(PAY, moved)
    link = replace(PAY, role="link", tag="a", name="Details")
    assert may_have_moved(link, replace(link, heading="Production database"))


def test_a_hidden_command_counts_under_another_heading_and_for_the_key_that_sends_the_form() -> None:
    field = Fingerprint(tag="input", role="textbox", name="Text", details={"orders": "none"}, scope=("page|",))
    deletes = replace(field, heading="Your message", details={"orders": "_method=delete"})

    assert "sends _method=delete" in contradiction(field, deletes, StepKind.PRESS)
    assert not contradiction(field, deletes, StepKind.FILL)


@pytest.mark.parametrize(("head", "same"), [("Price", True), ("Cost", False), ("", False)])
def test_a_nameless_field_that_opened_in_a_cell_stays_in_its_column(head: str, *, same: bool) -> None:
    field = Fingerprint(tag="input", role="textbox", details={"head": "Price", "heads": "Name | Price | Cost"})
    now = replace(field, details={"head": head, "heads": "Name | Price | Cost"})

    assert (not contradiction(field, now, StepKind.FILL)) is same
    named = replace(now, name="Value")
    assert not contradiction(replace(field, name="Value"), named, StepKind.FILL)


@pytest.mark.parametrize(("role", "same"), [("cell", False), ("button", True)])
def test_a_cell_stays_in_its_column_and_a_button_may_get_another_head(role: str, *, same: bool) -> None:
    cell = Fingerprint(tag="td", role=role, name="555-30", details={"head": "Phone", "heads": "Name | Phone"})
    now = replace(cell, details={"head": "Bonus", "heads": "Name | Bonus"})

    assert (not contradiction(cell, now, StepKind.DOUBLE_CLICK)) is same


@pytest.mark.parametrize(
    ("name", "was", "now", "phrase"),
    [
        ("Yes", "Are you sure to delete this task?", "Are you sure to archive this task?", "archive"),
        ("Yes", "Are you sure to delete this task?", "Delete this task?", ""),
        ("Yes", "Delete this task?", "Delete this task and its 4 subtasks?", "4"),
        ("Yes", "Delete 2 tasks?", "Delete 3 tasks?", ""),
        ("Lend", "Until when?", "Until when? 12 14 15", ""),
        ("", "News", "it is not 4/5 metres long", ""),
        ("Lend", "Until when?", "It is not here", ""),
        ("Apply", "Applies to this site", "Applies to all sites", "all"),
        ("Delete", "The task is old", "Archive it when it is done", ""),
        ("Yes", "", "Are you sure to archive this task?", ""),
        ("Sign the book", "", "Press Enter to submit form", ""),
        ("Sign the book", "Visitors", "Visitors (Press Enter to submit form)", ""),
        ("Yes", "Delete it?", "Archive it? Press Esc to cancel", "archive"),
    ],
)
def test_a_button_without_a_deed_of_its_own_does_what_the_text_beside_it_asks(
    name: str, was: str, now: str, phrase: str
) -> None:
    button = Fingerprint(tag="button", role="button", name=name, details={"prose": was})
    found = contradiction(button, replace(button, details={"prose": now}), StepKind.CLICK)

    assert phrase in found
    assert bool(phrase) is bool(found)


@pytest.mark.parametrize(
    ("was", "now", "phrase"),
    [
        (("Maintenance", "Applies to this site"), ("Maintenance", "Applies to all 14 sites"), "speaks of all"),
        (("Ann Lee", "DE11 2200"), ("Ann Lee", "GB99 7700"), "it is for 'GB99 7700', it was for 'DE11 2200'"),
        (("Ann", "ann@x.org"), ("Ann", "ann@y.org"), "it is for 'ann@y.org'"),
        (("Ann Lee", "DE11 2200"), ("Ann Lee", "DE11 2200", "a friend"), ""),
        (("Ann Lee", "DE11 2200"), ("Ann Lee", "a friend"), ""),
        (("Ann Lee",), ("Everyone",), ""),
    ],
)
def test_a_box_that_holds_no_value_says_for_whom_its_button_is(
    was: tuple[str, ...], now: tuple[str, ...], phrase: str
) -> None:
    found = contradiction(replace(PAY, texts=was), replace(PAY, texts=now), StepKind.CLICK)

    assert phrase in found
    assert bool(phrase) is bool(found)


ROW = replace(PAY, texts=("10045", "Hansen", "Open"), cells=("10045", "Hansen", "Open"), heading="Members")


@pytest.mark.parametrize(
    ("name", "state", "done"),
    [
        ("Pay", "Paid", True),
        ("Pay now", "Paid on 3 May", True),
        ("Bezahlen", "Bezahlt", True),
        ("支付订单", "已支付", True),
        ("Pay", "Disputed, do not pay", True),
        ("Pay", "Overdue", False),
        ("Pay", "Unpaid", False),
        ("Pay", "Not yet paid", False),
        ("Send", "To be sent", False),
        ("Bezahlen", "Noch nicht bezahlt", False),
        ("支付订单", "未支付", False),
        ("Remind", "Paid", False),
        ("Pay", "To be paid by the end of the next month at the latest", False),
    ],
)
def test_a_deed_that_the_record_says_is_done_is_not_done_again(name: str, state: str, *, done: bool) -> None:
    was = replace(ROW, name=name)
    seen = replace(was, texts=("10045", "Hansen", state))

    assert bool(contradiction(was, seen, StepKind.CLICK, data_driven=True)) is done


def test_a_state_that_the_recorded_row_had_is_none_of_the_deed() -> None:
    was = replace(ROW, texts=("10041", "Ruiz", "Last paid 3 May"))
    seen = replace(was, texts=("10045", "Hansen", "Last paid 9 June"))

    assert not contradiction(was, seen, StepKind.CLICK, data_driven=True)


@pytest.mark.parametrize(
    ("heading", "other"), [("Pending invitations", True), ("Archived", True), ("Team", False), ("B", False)]
)
def test_a_record_that_is_set_apart_is_another_one(heading: str, *, other: bool) -> None:
    seen = replace(ROW, heading=heading)

    assert bool(contradiction(ROW, seen, StepKind.CLICK, data_driven=True)) is other


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("it", "others", True),
        ("it", "it", False),
        ("others", "it", False),
        ("", "others", False),
        ("", "marked", True),
        ("it", "marked", True),
        ("marked", "marked", False),
    ],
)
def test_enter_takes_what_the_list_below_a_field_offers(was: str, now: str, *, other: bool) -> None:
    field = Fingerprint(tag="input", role="textbox", name="Assignee", details={"offered": was})
    seen = replace(field, details={"offered": now})

    assert bool(contradiction(field, seen, StepKind.PRESS)) is other
    assert not contradiction(field, seen, StepKind.FILL)


def test_the_choices_on_the_page_of_a_record_that_a_value_chose_are_its_data() -> None:
    now = replace(PAY, details={"choices": "active=on"})

    assert contradiction(replace(PAY, details={}), now, StepKind.CLICK)
    assert not contradiction(of_record(replace(PAY, details={"choices": "urgent=on"})), now, StepKind.CLICK)


def test_a_button_without_choices_on_the_page_of_a_record_gains_none() -> None:
    now = replace(PAY, details={"choices": "active=on"})

    assert contradiction(of_record(replace(PAY, details={})), now, StepKind.CLICK)
