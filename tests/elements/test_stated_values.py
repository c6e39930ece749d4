"""The texts beside a button that the flow made: values that it entered, and numbers that its steps changed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.elements.contradictions.facts import contradiction
from pytest_ami.elements.held_values import holding
from pytest_ami.elements.stated_values import misstated, with_stated
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import StepKind

REVIEW = Fingerprint(tag="button", role="button", name="Confirm")
VALUES = {"to": "Eve Poe", "sum": "30"}
NAME = st.from_regex(r"[A-Z][a-z0-9]{1,6}", fullmatch=True)
TEMPLATE = "Review | Recipient | {{to}} | Amount | {{sum}} EUR"


def beside(text: str, counted: str = "") -> Fingerprint:
    details = {"stated": text, "counted": counted}
    return replace(REVIEW, details={key: value for key, value in details.items() if value})


@pytest.mark.parametrize(
    ("now", "well"),
    [
        ("Review | Recipient | Eve Poe | Amount | 30 EUR", True),
        ("Review | Recipient | Eve Poe | Amount | 30.00 EUR", True),
        ("Amount | 30 EUR | Recipient | Eve Poe | Fee | 0 EUR | Review", True),
        ("Review | Recipient | Eve Poet | Amount | 30 EUR", False),
        ("Review | Recipient | Eve Poe | Amount | 3000 EUR", False),
        ("Review | Recipient | Eve Poe | Amount | 130 EUR", False),
        ("Another box | with other words", True),
        ("", True),
    ],
)
def test_a_review_must_state_the_values_of_this_run(now: str, *, well: bool) -> None:
    assert (misstated(beside(TEMPLATE), beside(now), VALUES) == "") is well


def test_an_amount_may_be_written_in_groups() -> None:
    shown = beside("Review | Recipient | Eve Poe | Amount | 1,200 EUR")

    assert not misstated(beside(TEMPLATE), shown, {**VALUES, "sum": "1200"})


@pytest.mark.parametrize(
    ("title", "now", "well"),
    [
        ("Ticket #{{ticket}}", "Ticket #7", True),
        ("Ticket #{{ticket}}", "TICKET #7", True),
        ("Ticket #{{ticket}}", "Ticket #9", False),
        ("Ticket #{{ticket}}", "Ticket #77", False),
        ("Ticket #{{ticket}}", "Tickets", True),
        ("Ticket #{{ticket}}", "", True),
        ("Edit {{ name }}", "Edit Bo", True),
        ("Edit {{name}}", "Edit Anna Maria Berg", True),
        ("Edit {{name}}", "Edit Anna-Maria Berg", True),
        ("Edit {{name}}", "Edit Anna Mar…", True),
        ("Edit {{name}}", "Edit Anna", False),
        ("Edit {{name}}", "Edit Bo", False),
        ("{{name}}", "Bo", True),
    ],
)
def test_the_title_over_a_button_names_the_record_of_this_run(title: str, now: str, *, well: bool) -> None:
    target, seen = replace(REVIEW, heading=title), replace(REVIEW, heading=now)

    assert (misstated(target, seen, {"ticket": "7", "name": "Anna Maria Berg"}) == "") is well


@pytest.mark.parametrize(
    ("now", "well"),
    [
        (("Parcel 1042", "Weight"), True),
        (("Parcel 1042", "Weight", "In kilograms, 30 at most."), True),
        (("Parcel 1042", "Weight", "Since 2026 in kilograms."), True),
        (("Parcel 1042", "Weight", "It goes with 12345."), True),
        (("Parcel 1042", "Weight", "It goes to parcel 1043 as well."), False),
        (("Parcel 1042", "Weight", "It goes to parcel 1480!"), False),
        (("Parcel 1042", "Weight", "Sender Ann Lee, customer 4711", "4711"), True),
    ],
)
def test_a_dialog_that_speaks_of_another_record_is_another_one(now: tuple[str, ...], *, well: bool) -> None:
    box = replace(REVIEW, scope=("dialog|Parcel {{key}}", "page|"), texts=("Parcel {{key}}", "Weight"))
    seen = replace(REVIEW, scope=("dialog|Parcel 1042", "page|"), texts=now)

    assert (misstated(box, seen, {"key": "1042", "weight": "7.8"}) == "") is well
    assert misstated(box, replace(seen, scope=("page|",)), {"key": "1042", "weight": "7.8"}) == ""


@settings(max_examples=200)
@given(NAME, NAME)
def test_a_title_of_another_record_is_told_from_that_of_this_one(wanted: str, shown: str) -> None:
    target, seen = (
        replace(REVIEW, heading="Invoice {{no}} of today"),
        replace(REVIEW, heading=f"Invoice {shown} of today"),
    )

    assert bool(misstated(target, seen, {"no": wanted})) is (wanted.casefold() != shown.casefold())


def test_only_what_the_flow_made_is_kept() -> None:
    recorded = [replace(REVIEW, details={"stated": f"Tickets | {n}", "type": "submit"}) for n in (3, 2, 1, 0)]

    assert with_stated(recorded[0], *recorded).details == {"type": "submit", "stated": "Tickets | 3", "counted": "3"}
    assert with_stated(recorded[0], recorded[0]).details == {"type": "submit"}
    other = replace(REVIEW, details={"stated": "Basket | 7"})
    assert with_stated(recorded[0], recorded[0], other).details == {"type": "submit"}
    assert with_stated(beside(TEMPLATE), beside(TEMPLATE)).details == {"stated": TEMPLATE}


def test_a_word_of_the_page_is_not_made_by_the_flow() -> None:
    template, shown = beside("Groups: | Notify {{group}}:"), beside("Groups: | Notify user:")

    assert "stated" not in with_stated(template, shown, standing={"Notify user:"}).details
    assert with_stated(template, shown, standing={"Groups:"}).details["stated"] == "Groups: | Notify {{group}}:"


def test_a_number_that_the_flow_changed_must_be_the_same_one() -> None:
    order = beside("Tickets | 3", "3")

    assert not misstated(order, beside("Tickets | 3"), {})
    assert "no '3'" in misstated(order, beside("Tickets | 4"), {})


@settings(max_examples=200, deadline=None)
@given(st.from_regex(r"[A-Z][a-z]{2,8}", fullmatch=True), st.from_regex(r"[A-Z][a-z]{2,8}", fullmatch=True))
def test_another_value_beside_it_is_never_this_one(value: str, other: str) -> None:
    template, shown = beside("Review | Recipient | {{to}}"), beside(f"Review | Recipient | {other}")

    assert bool(misstated(template, shown, {"to": value})) is (value != other)


ROW = Fingerprint(
    tag="button",
    role="button",
    name="Done",
    text="Done",
    context="Invoice for {{who}} Done",
    cells=("Invoice for {{who}}",),
)


@pytest.mark.parametrize(
    ("text", "well"),
    [
        ("Invoice for Anna", True),
        ("Invoice for Anna 7", True),
        ("Invoice for Anna Maria", False),
        ("No invoice for Anna", False),
        ("Cancelled: Invoice for Anna", False),
        ("Call Anna", False),
    ],
)
def test_in_a_sentence_a_value_stands_between_the_same_words(text: str, *, well: bool) -> None:
    row = replace(ROW, context=f"{text} Done", cells=(text,), texts=(text,))

    assert holding(ROW, row, {"who": "Anna"}) is well


def test_another_author_behind_a_title_is_the_same_kind_of_row() -> None:
    row = replace(ROW, context="{{title}} by Tolkien Done", cells=("{{title}} by Tolkien",))
    now = replace(row, context="1984 by Orwell Done", cells=("1984 by Orwell",))

    assert holding(row, now, {"title": "1984"})


@pytest.mark.parametrize(
    ("was", "now", "well"),
    [
        ("April 2031", "May 2031", False),
        ("April 2031", "April 2032", False),
        ("April 2031", "Apr. 2031", True),
        ("2031年4月", "2031年5月", False),
        ("April 2031", "Visits", True),
    ],
)
def test_a_day_stands_in_its_month(was: str, now: str, *, well: bool) -> None:
    day = Fingerprint(tag="button", role="button", name="12", heading=was)

    assert (contradiction(day, replace(day, heading=now), StepKind.CLICK) == "") is well
    assert not contradiction(replace(day, name="Book"), replace(day, name="Book", heading=now), StepKind.CLICK)
