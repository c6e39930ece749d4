"""Texts beside an element, names of its group and its list, and consequences in its dialog that rule it out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.elements.contradictions.facts import contradiction
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import StepKind


def field(name: str = "Reading", **more: Any) -> Fingerprint:
    made = {"tag": "input", "role": "textbox", "name": name, "scope": ("page|",), **more}
    return Fingerprint(**made)


def asked(*texts: str, name: str = "Yes") -> Fingerprint:
    return Fingerprint(tag="button", role="button", name=name, scope=("dialog|Delete snapshots", "page|"), texts=texts)


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("円(税込)", "円(税抜)", "円(税抜)"),
        ("公斤", "斤", "斤"),
        ("Berlin time", "New York time", "New York time"),
        ("Start time", "End time", ""),
        (".dev.acme.test", ".acme.test", ".acme.test"),
        ("For the whole order", "For the price of each of 3 articles", "each of 3 articles"),
        ("Options: members only, not recorded", "Options: open to everybody, recorded", "open to everybody"),
        ("Draft order of this customer", "Public order of this customer", "Public order"),
        ("Read it from the left", "Please read it from the left side", ""),
    ],
)
def test_a_text_beside_a_field_that_says_something_else_rules_it_out(was: str, now: str, other: str) -> None:
    found = contradiction(field(neighbours=(was,)), field(neighbours=(now,)), StepKind.FILL)

    assert other in found if other else not found


def test_a_field_of_the_same_name_in_another_group_is_another_field() -> None:
    drawn, fed = (field(scope=(f"group|{name}", "page|")) for name in ("Bezug", "Einspeisung"))
    details, contact = (field(scope=(f"group|{name}", "page|")) for name in ("Details", "Contact details"))

    assert "Einspeisung" in contradiction(drawn, fed, StepKind.FILL)
    assert not contradiction(details, contact, StepKind.FILL)
    assert not contradiction(drawn, field("Zählerstand", scope=fed.scope), StepKind.FILL)  # a page in other words


def test_a_field_under_the_title_of_a_contrasting_kind_is_another_field() -> None:
    shipping, billing = (field(scope=(f"group|{name} address", "page|")) for name in ("Shipping", "Billing"))
    both = field(heading="Shipping address", scope=("group|Billing address", "page|"))

    assert "it is under 'Billing address'" in contradiction(shipping, billing, StepKind.FILL)
    assert "Billing" in contradiction(
        field(heading="Shipping address"), field(heading="Billing address"), StepKind.FILL
    )
    assert not contradiction(both, field(heading="Billing address", scope=both.scope), StepKind.FILL)
    assert not contradiction(shipping, field(scope=("group|Delivery address", "page|")), StepKind.FILL)


def test_a_list_of_other_groups_has_other_options() -> None:
    europe, states = (field(role="combobox", tag="select", details={"groups": text}) for text in ("EU | UK", "US"))
    both = field(role="combobox", tag="select", details={"groups": "US | EU"})

    assert "'US'" in contradiction(europe, states, StepKind.SELECT)
    assert not contradiction(europe, both, StepKind.SELECT)
    assert not contradiction(europe, field(role="combobox", tag="select"), StepKind.SELECT)


QUESTION = "Delete 2 snapshots? They cannot be restored."


@pytest.mark.parametrize(
    ("more", "other"),
    [
        ("Volumes that were made from them are deleted too.", "deleted too"),
        ("The deployment by Kim, which is running, is aborted.", "cancelled"),
        ("Die Kopien werden ebenfalls gelöscht.", "deleted too"),
        ("Nothing else is deleted.", ""),
        ("They will be deleted for good.", ""),
        ("Learn more about snapshots.", ""),
    ],
)
def test_a_dialog_that_states_a_further_consequence_asks_for_another_deed(more: str, other: str) -> None:
    found = contradiction(asked(QUESTION), asked(QUESTION, more), StepKind.CLICK)

    assert other in found if other else not found


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("add", "remove", True),
        ("arrow_upward", "arrow_downward", True),
        ("add", "add_circle", False),
        ("mail", "phone", False),
        ("add", "", False),
    ],
)
def test_the_picture_in_the_label_of_a_field_says_what_is_done_with_its_value(
    was: str, now: str, *, other: bool
) -> None:
    field = Fingerprint(tag="input", role="textbox", name="Amount", details={"signed": was})
    seen = replace(field, details={"signed": now})

    assert bool(contradiction(field, seen, StepKind.FILL)) is other


@pytest.mark.parametrize(
    ("name", "was", "now", "other"),
    [
        ("Book", "You pay at the hotel.", "Your card is charged now.", "charged"),
        ("Reserve", "Two seats", "Two seats | Your deposit is debited.", "charged"),
        ("Save", "Your text", "The old text is overwritten.", "overwritten"),
        ("Pay", "Total 20", "Your card is charged now.", ""),
        ("Stop", "Your machine", "Your machine is stopped.", ""),
        ("Book", "You pay at the hotel.", "No card is charged.", ""),
        ("Book", "Your card is charged now.", "Your card will be charged.", ""),
        ("Save", "Your text", "Drafts are deleted after 30 days.", ""),
    ],
)
def test_a_text_beside_a_button_states_a_consequence(name: str, was: str, now: str, other: str) -> None:
    target, seen = (
        Fingerprint(tag="button", role="button", name=name, scope=("page|",), details={"prose": text})
        for text in (was, now)
    )

    found = contradiction(target, seen, StepKind.CLICK)
    assert other in found
    assert bool(found) is bool(other)


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("Pia Kern Sales", "Pia Kern Guest, outside Filebox", "Guest"),
        ("Pia Kern Verkauf", "Pia Kern (extern)", "extern"),
        ("Pia Kern Ventes", "Pia Kern Invitée", "Invitée"),
        ("Pia Kern Sales", "Pia Kern Legal", ""),
        ("Guest House Adler Bonn", "Guest House Adler Jena", ""),
        ("Pia Kern Guest", "Pia Kern Guest", ""),
        ("Pia Kern Sales", "Pia Kern Guestrow", ""),
    ],
)
def test_an_entry_of_somebody_from_outside_is_another_one(was: str, now: str, other: str) -> None:
    target, seen = (Fingerprint(tag="li", role="option", name=name, scope=("page|",)) for name in (was, now))

    found = contradiction(target, seen, StepKind.CLICK, data_driven=True)
    assert other in found
    assert bool(found) is bool(other)


MAIL = "Weekly Typography 29 Oct {} This week: tabular figures, why a minus is {} a hyphen, and a specimen"
PROMISE = "From now on {} Invoice 7 to Anna Maria by mail and by post in every month of the year"


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        (MAIL.format("Invoice 7", "not"), "Harbour Library 24 Nov Invoice 7 Two books are due next week", False),
        (
            "Dana Whitfield 3 Oct Invoice 7 The place around the corner is open again",
            MAIL.format("Invoice 7", "not"),
            False,
        ),
        ("Archive Invoice 7", "Do not archive Invoice 7", True),
        (PROMISE.format("send"), PROMISE.format("do not send"), True),
        ("Send Invoice 7 to Anna", "Invoice 7 to Anna was not sent", True),
    ],
)
def test_a_whole_text_of_a_record_denies_something_or_not(was: str, now: str, *, other: bool) -> None:
    before, after = (Fingerprint(tag="a", role="link", name=name, scope=("page|",)) for name in (was, now))

    assert ("one denies the other" in contradiction(before, after, StepKind.CLICK, data_driven=True)) is other
    assert "one denies the other" in contradiction(before, after, StepKind.CLICK)
