"""Facts that make another deed of an element that looks like the recorded one, each beside a harmless change."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.elements.commits import adds
from pytest_ami.elements.contradictions.facts import LEADS, VACANT, contradiction, without_vacancy
from pytest_ami.elements.held_values import holding, in_another_version
from pytest_ami.elements.name_match import adds_nothing, same_value
from pytest_ami.elements.namesakes import COLUMN, VARIES, data_of_row, in_column
from pytest_ami.elements.place import stands
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Step, StepKind

PATH = "td[2]/a[1]"
LINK = Fingerprint(
    tag="a",
    role="link",
    absolute_xpath=f"/html[1]/body[1]/table[1]/tbody[1]/tr[1]/{PATH}",
    attributes={"href": "/person/11"},
    details={COLUMN: PATH, VARIES: "yes", "heads": "Order | Buyer | Agent", "head": "Buyer"},
)
APPROVE = Fingerprint(tag="button", role="button", name="Approve", heading="Applicant 2 of 4", scope=("page|",))
FIELD = Fingerprint(
    tag="input", role="textbox", name="Shelf", counts={"name": 2}, attributes={"name": "copies-1-shelf"},
    details={VACANT: "yes"}, scope=("page|",),
)  # fmt: skip


def seen(link: Fingerprint, **details: str) -> Fingerprint:
    """Return a link of another row with other details."""
    return replace(link, name="Ada Falk", text="Ada Falk", details={**link.details, **details})


@pytest.mark.parametrize(("head", "same"), [("Buyer", True), ("Buyer ▲", True), ("Agent", False), ("", False)])
def test_a_link_whose_text_is_data_stands_under_the_recorded_head(head: str, *, same: bool) -> None:
    assert in_column(LINK, seen(LINK, head=head)) is same


def test_an_old_recording_compares_all_heads_of_its_table() -> None:
    old = replace(LINK, details={key: text for key, text in LINK.details.items() if key != "head"})

    assert in_column(old, seen(LINK))
    assert not in_column(old, seen(LINK, heads="Order | Agent | Buyer"))


@pytest.mark.parametrize("state", ["Live", "Draft", "in progress", "Entwurf", "开"])
def test_a_state_is_no_data_of_a_row(state: str) -> None:
    assert not data_of_row(state, varies=True)
    assert data_of_row(f"{state} Smith", varies=True)


@pytest.mark.parametrize(
    ("heading", "same"),
    [("Invite", True), ("Guests", True), ("Block", False), ("Invite for tomorrow", False), ("Invite (3)", True)],
)
def test_a_record_under_a_heading_of_another_deed_or_time_is_another_one(heading: str, *, same: bool) -> None:
    target = Fingerprint(
        tag="input", role="checkbox", name="Anna", heading="Guests" if heading == "Guests" else "Invite"
    )

    assert stands(target, replace(target, heading=heading, absolute_xpath="/html"), held=True) is same


def test_a_name_in_the_place_of_a_figure_is_not_the_record() -> None:
    target = Fingerprint(tag="button", name="Reset", context="{{room}} 14", texts=("{{room}}", "14"))
    values = {"room": "Garden"}

    def held(*texts: str) -> bool:
        return holding(target, Fingerprint(tag="button", name="Reset", context=" ".join(texts), texts=texts), values)

    assert held("Garden", "9")
    assert held("21", "Garden")
    assert not held("Kitchen", "Garden")


@pytest.mark.parametrize(
    ("was", "now", "same"),
    [
        ("Send", "Send message", True),
        ("Delete", "Delete draft", True),
        ("Pay", "Pay 1000 EUR", False),
        ("Pay", "Pay monthly", False),
        ("Send", "Send tomorrow", False),
        ("Publish", "Publish and lock", False),
        ("Delete", "Delete account", False),
    ],
)
def test_a_longer_name_adds_no_extent_amount_time_or_condition(was: str, now: str, *, same: bool) -> None:
    assert adds_nothing(was, now) is same


@given(st.from_regex(r"[a-z]{3,9}( [a-z]{3,9}){0,2}", fullmatch=True))
def test_a_name_adds_nothing_to_itself(name: str) -> None:
    assert adds_nothing(name, name)
    assert same_value(name, name)
    assert not adds_nothing(name, f"{name} 1000")


@pytest.mark.parametrize(
    ("was", "now", "same"),
    [
        ("User", "User name", True),
        ("Amount", "Amount *", True),
        ("User", "User to delete", False),
        ("E-mail", "E-mail of your manager", False),
        ("E-mail", "Block this e-mail", False),
        ("Amount", "Maximum amount", False),
        ("Amount", "Amount in cents", False),
        ("Search", "Type to search", True),
        ("Customer", "Write to customer", False),
        ("Customer", "Type to filter customer", False),
        ("Search", "Start typing to search", True),
        ("Rechercher", "Tapez pour rechercher", True),
        ("Country", "Select a country", True),
        ("Country", "Please choose your country", True),
        ("Search", "Type to replace", False),
        ("Country", "Select a former country of residence", False),
        ("Search plots", "Search archived plots", False),
        ("Search plots", "Search the plots", True),
    ],
)
def test_a_reworded_label_asks_for_the_same_value(was: str, now: str, *, same: bool) -> None:
    assert same_value(was, now) is same
    assert same_value(now, was) is same


def test_the_place_in_a_series_counts_for_a_control_that_commits() -> None:
    assert not contradiction(APPROVE, APPROVE, StepKind.CLICK)
    assert contradiction(APPROVE, replace(APPROVE, heading="Applicant 3 of 4"), StepKind.CLICK)
    assert not contradiction(APPROVE, replace(APPROVE, heading="Applicant 3 of 9"), StepKind.CLICK)
    assert not contradiction(APPROVE, replace(APPROVE, heading="Rows 1-3 of 4"), StepKind.CLICK)


def test_a_field_of_a_row_that_was_empty_is_not_one_that_holds_a_record() -> None:
    filled = replace(FIELD, details={})
    alone = replace(FIELD, counts={"name": 1}, attributes={"name": "query"})

    assert contradiction(FIELD, filled, StepKind.FILL)
    assert not contradiction(FIELD, FIELD, StepKind.FILL)
    assert not contradiction(alone, replace(alone, details={}), StepKind.FILL)
    assert not contradiction(FIELD, filled, StepKind.FILL, data_driven=True)


def test_a_flow_that_edits_may_write_over_a_text() -> None:
    step = without_vacancy(Step(kind=StepKind.FILL, target=FIELD))

    assert adds("add a shelf")
    assert not adds("edit the shelf")
    assert step.target is not None
    assert not contradiction(step.target, replace(FIELD, details={}), StepKind.FILL)


def test_the_address_of_a_link_of_a_record_gains_no_lasting_deed() -> None:
    link = replace(LINK, name="Details", attributes={"href": "/do/show/5"}, scope=("page|",), details={})

    assert not contradiction(link, replace(link, attributes={"href": "/do/show/7"}), StepKind.CLICK, data_driven=True)
    assert contradiction(link, replace(link, attributes={"href": "/do/delete/7"}), StepKind.CLICK, data_driven=True)


def test_a_link_whose_address_is_data_leads_to_the_common_part() -> None:
    link = replace(LINK, name="Contract", attributes={}, details={LEADS: "/do/open/:id"})

    assert not contradiction(link, replace(link, attributes={"href": "/do/open/gold-7"}), StepKind.CLICK)
    assert contradiction(link, replace(link, attributes={"href": "/do/close/gold-7"}), StepKind.CLICK)


@pytest.mark.parametrize(
    ("name", "same"), [("anchor@2.0.0-rc.1", True), ("anchor@2.0", True), ("anchor-pro@2.0", False)]
)
def test_a_version_may_have_a_name_behind_its_number(name: str, *, same: bool) -> None:
    assert in_another_version("{{name}}@^1.0.0", name, {"name": "anchor"}) is same


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("anchor: 1.x", True),
        ("anchor: ^2.0.0", True),
        ("anchor: 2.0.1", True),
        ("anchor: v10.0.0.5", True),
        ("anchor: 4.12.2026", False),
        ("anchor: 4.12.26", False),
        ("anchor: 2026.12.4", False),
        ("anchor: 1.200.000", False),
        ("anchor: 10.0.0.5", False),
        ("anchor: 20.50", False),
        ("anchor: 2", False),
    ],
)
def test_a_version_may_stand_behind_a_colon_and_an_amount_is_none(name: str, *, same: bool) -> None:
    assert in_another_version("{{name}}: 1.x", name, {"name": "anchor"}) is same
    assert not in_another_version("{{name}}: 10.50", name, {"name": "anchor"})
