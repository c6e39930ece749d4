"""A field that takes its value in another unit is another field, whatever its id says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.elements.contradictions.facts import contradiction
from pytest_ami.lexicon.units import measures
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import StepKind

QUANTITY = Fingerprint(
    tag="input", role="textbox", name="Quantity (kg)", label="Quantity (kg)", attributes={"id": "n", "name": "n"}
)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("Quantity (kg)", "Quantity (g)"),
        ("Amount in EUR", "Amount in USD"),
        ("Price (€)", "Price ($)"),
        ("Date (DD/MM/YYYY)", "Date (MM/DD/YYYY)"),
        ("Temperature °C", "Temperature °F"),
        ("Starts (UTC)", "Starts (CET)"),
    ],
)
def test_another_unit_is_another_field(was: str, now: str) -> None:
    recorded = replace(QUANTITY, name=was, label=was)
    assert contradiction(recorded, replace(recorded, name=now, label=now), StepKind.FILL)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("Quantity (kg)", "Quantity in kg"),
        ("Quantity (kg)", "Quantity"),
        ("Name (optional)", "Name (required)"),
        ("Amount in EUR", "Amount (EUR)"),
        ("To", "Recipient"),
    ],
)
def test_the_same_unit_in_other_words_is_the_same_field(was: str, now: str) -> None:
    recorded = replace(QUANTITY, name=was, label=was)
    assert not contradiction(recorded, replace(recorded, name=now, label=now), StepKind.FILL)


@pytest.mark.parametrize(
    ("was", "now"),
    [("Day (day/month/year) | Price", "Day (month/day/year) | Price"), ("Item | Sum (EUR)", "Item | Sum (USD)")],
)
def test_a_row_under_a_head_of_another_unit_is_another_row(was: str, now: str) -> None:
    button = Fingerprint(tag="button", role="button", name="Book", details={"heads": was})

    assert contradiction(button, replace(button, details={"heads": now}), StepKind.CLICK, data_driven=True)
    assert not contradiction(button, replace(button, details={"heads": f"{was} | Notes"}), StepKind.CLICK)


@pytest.mark.parametrize(
    ("was", "now", "same"),
    [
        (("minutes",), ("hours",), False),
        (("minutes",), ("min",), True),
        (("minutes",), ("Minuten", "Snooze"), True),
        (("Day/month/year",), ("Month/day/year",), False),
        (("5 is best, 1 is worst",), ("1 is best, 5 is worst",), False),
        (("5 is best, 1 is worst",), ("5 is best and 1 is worst",), True),
        (("Meeting minutes",), ("Opening hours",), True),
    ],
)
def test_the_text_beside_a_field_says_how_its_value_is_meant(
    was: tuple[str, ...], now: tuple[str, ...], *, same: bool
) -> None:
    duration = replace(QUANTITY, name="Duration", label="Duration", neighbours=was)

    assert (not contradiction(duration, replace(duration, neighbours=now), StepKind.FILL)) is same


def test_words_that_only_begin_like_a_unit_are_none() -> None:
    assert measures("Message to the gallery, 3 minutes long") == frozenset()
    assert measures("") == frozenset()


@pytest.mark.parametrize(
    ("hint", "other"),
    [
        ("In minutes, e.g. 90", True),
        ("Dauer in ganzen Tagen", True),
        ("In hours, e.g. 2", False),
        ("Delivered in a minute", False),
        ("In words", False),
        ("Minutes of the meeting", False),
        ("", False),
    ],
)
def test_a_hint_may_say_in_which_unit_a_value_is_meant(hint: str, *, other: bool) -> None:
    spent = replace(QUANTITY, name="Time spent", label="Time spent", neighbours=("hours", "Date started"))
    now = replace(spent, neighbours=("Date started",), attributes={**spent.attributes, "title": hint})

    assert bool(contradiction(spent, now, StepKind.FILL)) is other
    beside = replace(spent, neighbours=("Date started", hint))
    assert bool(contradiction(spent, beside, StepKind.FILL)) is other


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("€", "% of the payment", True),
        ("", "Prozent der Summe", True),
        ("kg", "percent of the load", True),
        ("% of the payment", "% of the order", False),
        ("€", "40 % of the budget is spent", False),
        ("€", "Price per piece", False),
    ],
)
def test_a_share_behind_a_field_is_another_unit(was: str, now: str, *, other: bool) -> None:
    recorded = replace(QUANTITY, name="Amount", label="Amount", neighbours=(was,))

    assert bool(contradiction(recorded, replace(recorded, neighbours=(now,)), StepKind.FILL)) is other
