"""One of several alike elements, and texts that were edited in a few words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.elements.contradictions.facts import contradiction
from pytest_ami.elements.place import has_key, without_ordinals
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import StepKind


def control(details: dict[str, str] | None = None, **more: Any) -> Fingerprint:
    made = {"tag": "button", "role": "button", "name": "Send", "scope": ("page|",), **more}
    return Fingerprint(**made, details=details or {})


def of_page(key: str, was: str, now: str) -> str:
    return contradiction(control({key: was}), control({key: now}), StepKind.CLICK)


@pytest.mark.parametrize(
    ("key", "attribute"),
    [("id", "env-0"), ("id", "form-1-city"), ("data-testid", "deploy-2"), ("name", "items[3][qty]"), ("id", "row3")],
)
def test_a_number_in_a_key_of_lookalikes_is_their_order(key: str, attribute: str) -> None:
    several = control(attributes={key: attribute}, counts={"name": 2})
    alone = control(attributes={key: attribute}, counts={"name": 1})

    assert not has_key(without_ordinals(several), several)
    assert has_key(without_ordinals(alone), alone)


@pytest.mark.parametrize("attribute", ["save", "order-4711", "h264"])
def test_other_keys_of_lookalikes_stay(attribute: str) -> None:
    one = control(attributes={"id": attribute}, counts={"name": 2})

    assert without_ordinals(one).attributes == one.attributes


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("Oak", "Oak 8 seats", False),
        ("View", "Content | View", False),
        ("View", "Edit", True),
        ("Oak", "Ash", True),
        ("Read", "Read and write", True),
    ],
)
def test_twins_of_a_row_stand_in_their_columns(was: str, now: str, *, other: bool) -> None:
    target = control({"twins": "yes", "head": was, "heads": was}, name="Free")
    seen = control({"head": now, "heads": now}, name="Free")

    assert bool(contradiction(target, seen, StepKind.CLICK)) is other
    alone = control({"head": was, "heads": was}, name="Free")
    assert not contradiction(alone, seen, StepKind.CLICK)


def test_a_series_of_nameless_elements_has_as_many_of_them() -> None:
    star = control({"series": "5"}, tag="span", role="", name="", heading="Product")

    assert not contradiction(star, star, StepKind.CLICK)
    ten = control({"series": "10"}, tag="span", role="", name="", heading="Product")
    assert contradiction(star, ten, StepKind.CLICK) == "it is one of 10 that are alike, it was one of 5"
    seller = control({"series": "5"}, tag="span", role="", name="", heading="Seller")
    assert contradiction(star, seller, StepKind.CLICK) == "it is under 'Seller', it was under 'Product'"


def test_the_colour_of_a_nameless_control_counts_and_that_of_a_record_does_not() -> None:
    green, red = (control({"icon": f"shows colour {ink}"}, name="") for ink in ("#0f0", "#f00"))

    assert contradiction(green, red, StepKind.CLICK)
    assert not contradiction(green, green, StepKind.CLICK)
    assert not contradiction(green, red, StepKind.CLICK, data_driven=True)


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("May 2025", "June 2025", True),
        ("May 2025", "May 2026", True),
        ("May 2025", "Mai 2025", False),
        ("May 2025", "", False),
        ("Mar '26", "Mar '27", True),
        ("03/2026", "04/2026", True),
        ("03/2026", "March 2026", False),
        ("2026-03", "2026-04", True),
        ("gennaio 2026", "febbraio 2026", True),
        ("‹ gennaio 2026 ›", "gennaio 2026", False),
        ("Week 3", "Week 4", False),
    ],
)
def test_a_day_stands_in_its_month(was: str, now: str, *, other: bool) -> None:
    target, seen = (control({"calendar": text}, name="12") for text in (was, now))

    assert bool(contradiction(target, seen, StepKind.CLICK)) is other


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("Warehouse Leeds", "Warehouse York", True),
        ("London, floor 3", "Dublin, floor 3", True),
        ("Harbour Foods", "Harbour Logistics", True),
        ("Good Morning", "Good Evening", False),
        ("Order history", "Order archive", False),
        ("3 new messages", "5 new messages", False),
        ("Harbour Foods", "Search everything", False),
        ("Week of May", "Week of June", False),
    ],
)
def test_a_name_at_the_head_of_a_page(was: str, now: str, *, other: bool) -> None:
    assert bool(of_page("masthead", was, now)) is other


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("Applies to this folder", "Applies to this folder and its 12 subfolders", True),
        ("Applies to this folder", "Applies to this folder. Read more", False),
        ("Ticked people have the right", "The right is taken from ticked people", True),
        ("Ticked people have the right", "The right is given to ticked people", False),
        ("Outpatient visit, open", "Outpatient visit, closed in March", True),
        ("Period: October, open", "Period: September, reopened", True),
        ("Period: October, open", "Period: November, open", False),
        ("Other records of this name are kept", "Other records of this name are deleted", True),
        ("Account Playground, 14 records", "Account Acme Production, 14 records", True),
        ("The flag stays off until you turn it on", "The flag is on once you create it", True),
        ("The flag stays off until you turn it on", "The flag is off at first, turn it on later", False),
        ("The period is on, open", "The period is on, closed", True),
        ("It depends on your team", "It depends off your team", False),
        ("Taken off once for each order", "Taken off for each item", True),
        ("Taken off once for each order", "Taken off for each order", False),
        ("You have 2 new messages", "You have no new messages", False),
        ("Welcome to the shop", "Our new shop is open", False),
        ("Free for all teams", "Free for a week, then 29 EUR a month", True),
        ("Free for all teams", "Free for all teams. Gifts from 50 EUR", False),
        ("Deleted items stay in the bin", "Deleted items cannot be brought back", True),
        ("Deleted items stay in the bin", "Deleted items stay there for a week", False),
    ],
)
def test_a_statement_that_was_edited(was: str, now: str, *, other: bool) -> None:
    assert bool(of_page("statements", was, now)) is other


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("4 requests selected, decisions apply to all", True),
        ("Replies go to all 37 requesters", True),
        ("It deletes the file for everyone", True),
        ("Newborn of", True),
        ("Visible to everyone in the town", True),
        ("所有人可见", True),
        ("仅对您可见", False),
        ("The order wipes your present device today", True),
        ("Wipe your feet", True),
        ("Format the text in bold", False),
        ("It resets your password", True),
        ("Reset filters", False),
        ("This is a training copy", True),
        ("Send to all", False),
        ("Apply to all", False),
        ("Sort by", False),
        ("Terms of service", False),
    ],
)
def test_a_new_text_that_warns(text: str, *, other: bool) -> None:
    target, seen = (control({"surroundings": "none", "says": said}) for said in ("none", text))

    assert bool(contradiction(target, seen, StepKind.CLICK)) is other


def test_a_deed_about_something_else() -> None:
    assert of_page("stated", "Type | Annual leave", "Type | Cancellation of annual leave")
    assert not of_page("stated", "Type | Annual leave", "Type | Annual leave | 3 days")


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("Goods receipt", "Goods issue", True),
        ("Goods receipt", "Receipt of goods", False),
        ("Chat with Anna", "Chat with Bob", False),
        ("Ticket 12", "Ticket 13", False),
    ],
)
def test_the_heading_of_a_deed(was: str, now: str, *, other: bool) -> None:
    target, seen = (control(heading=text) for text in (was, now))

    assert bool(contradiction(target, seen, StepKind.CLICK)) is other


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("pieces", "cases of 24", True),
        ("hours", "days", True),
        ("Look at my data", "Pay a day ahead", False),
        ("hours", "hrs", False),
        ("hours", "hours per person", True),
        ("°C", "°C above the plan", True),
        ("hours", "hours and minutes", False),
        ("%", "percent", False),
        ("Format: DD/MM/YYYY", "Format: MM/DD/YYYY", True),
        ("Format: DD/MM/YYYY", "Day/month/year, as 24/12/2027", False),
        ("1 is the most severe.", "4 is the most severe.", True),
        ("At most 500 characters", "At most 400 characters", False),
        ("At least 8 characters", "At least 9 characters", False),
    ],
)
def test_a_text_beside_a_field(was: str, now: str, *, other: bool) -> None:
    target, seen = (control(role="textbox", tag="input", name="Value", neighbours=(text,)) for text in (was, now))

    assert bool(contradiction(target, seen, StepKind.FILL)) is other


@pytest.mark.parametrize(("was", "now", "other"), [("EUR", "CHF", True), ("°C", "°F", True), ("EUR", "€", False)])
def test_a_unit_in_the_box_of_a_field(was: str, now: str, *, other: bool) -> None:
    target, seen = (
        control(role="textbox", tag="input", name="Value", texts=("Value", text), cells=("Value", text))
        for text in (was, now)
    )
    mine, its = (replace(one, ancestors=("td", "tr", "table")) for one in (target, seen))

    assert bool(contradiction(target, seen, StepKind.FILL)) is other
    assert not contradiction(mine, its, StepKind.FILL)  # the unit of another record


def test_a_value_with_its_unit_beside_a_field_is_no_unit_of_the_field() -> None:
    target = control(role="textbox", tag="input", name="Grade of {{who}}", neighbours=("Kim Ott", "Essays"))

    assert not contradiction(target, replace(target, neighbours=("92 %", "Kim Ott")), StepKind.FILL)
    assert contradiction(target, replace(target, neighbours=("%", "Kim Ott")), StepKind.FILL)


def test_a_tooltip_that_says_for_all() -> None:
    target = control(name="Remove")

    assert contradiction(
        target, control(name="Remove", attributes={"title": "Deletes it for all people"}), StepKind.CLICK
    )
    assert not contradiction(target, control(name="Remove", attributes={"title": "Remove (Del)"}), StepKind.CLICK)


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("Person | View", "Team led by | View", True),
        ("Mitarbeiter | Recht", "Stellvertretung von | Recht", True),
        ("Alumno | Nota", "Madre de | Nota", True),
        ("Person | View", "Member | View", False),
        ("Person | View", "Person | Approved by", False),
        ("Person | View", "Team led by | Person | View", False),
        ("Team led by | View", "Group led by | View", False),
    ],
)
def test_a_row_of_somebody_else_is_another_row(was: str, now: str, *, other: bool) -> None:
    target, seen = (control({"heads": heads}, cells=("Eva Stone",)) for heads in (was, now))

    assert bool(contradiction(target, seen, StepKind.CHECK, data_driven=True)) is other
    assert not contradiction(target, control({"heads": now}, cells=("Ben Cole",)), StepKind.CHECK)


@pytest.mark.parametrize(
    ("known", "now", "other"),
    [
        ("Welcome to your desk", "Mails cannot be sent in the evening", True),
        ("Mails cannot be sent in the evening", "Mails cannot be sent in the evening", False),
        ("Welcome to your desk", "Mail 17 cannot be sent until you confirm it", False),
        ("Welcome to your desk", "Mails are sent in the evening", False),
    ],
)
def test_a_new_text_that_says_that_the_deed_is_not_done(known: str, now: str, *, other: bool) -> None:
    assert bool(of_page("statements", known, f"{known} | {now}")) is other


def test_a_refusal_that_came_with_the_record_of_a_lesson_is_known() -> None:
    refusal = "Mails cannot be sent in the evening"
    target = control({"statements": "none", "in state": refusal})

    assert not contradiction(target, control({"statements": refusal}), StepKind.CLICK)
    assert contradiction(control({"statements": "none"}), control({"statements": refusal}), StepKind.CLICK)


def test_the_badge_of_a_record_that_takes_no_more_entries() -> None:
    target = control({"statements": "none", "in state": "Open"}, name="Confirm")

    assert contradiction(target, control({"statements": "Paid"}, name="Confirm"), StepKind.CLICK)
    assert not contradiction(target, control({"statements": "Open | Paid"}, name="Confirm"), StepKind.CLICK)
    assert not contradiction(target, control({"statements": "Urgent"}, name="Confirm"), StepKind.CLICK)


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("Essay 1", "Essay 2", True),
        ("Meeting room 3", "Meeting room 4", True),
        ("Essay 1", "Essay 12", False),  # a number that counts on
        ("Step 1", "Step 2", False),
        ("Inbox 3", "Inbox 4", False),
        ("Results 3", "Results 4", False),
        ("New invoice 7", "New invoice 8", False),
        ("Day 2", "Day 3", False),
        ("Order 1", "Order 2", False),  # each run makes one
        ("Sales invoice 3", "Sales invoice 4", False),
        ("Bestellung 1", "Bestellung 2", False),
        ("Essay 1", "Report 2", False),
        ("Note 0", "Note 1", False),  # data that a program counts
    ],
)
def test_the_title_of_one_of_a_few_things_has_another_number(was: str, now: str, *, other: bool) -> None:
    target, seen = (control({"titles": f"History | {text}", "statements": "none"}, heading=text) for text in (was, now))

    assert bool(contradiction(target, seen, StepKind.CLICK)) is other
    varies = replace(target, details={"titles": "History", "statements": "none"})  # two recordings had other ones
    assert not contradiction(varies, seen, StepKind.CLICK)
