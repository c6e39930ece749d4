"""An element whose text is data: found in its column of the row that holds this run's value, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.elements.identity import Identity, recognise
from pytest_ami.elements.namesakes import BESIDE, COLUMN, VARIES
from pytest_ami.engine.recording.evidence import of_row
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import StepKind

AGES = st.sampled_from(["just now", "4 seconds ago", "2 months ago", "yesterday", "Nov 23, 2026 6:28 PM", "17:30"])
VALUES = {"run": "Versuch 1/2"}


def link(age: str, run: str, row: int = 3, **changes: object) -> Fingerprint:
    """Return the link of a row, as a page gives it."""
    made = Fingerprint(
        tag="a",
        role="link",
        name=age,
        text=age,
        attributes={"href": "/runs/4071"},
        absolute_xpath=f"/html[1]/body[1]/table[1]/tbody[1]/tr[{row}]/td[1]/a[1]",
        context=f"{age} {run} Log",
        scope=("page|",),
        cells=(age, run, "Log"),
        texts=(age, run, "Log"),
        ancestors=("td", "tr", "tbody", "table", "body", "html"),
        counts={"name": 1},
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def recorded(age: str, **details: str) -> Fingerprint:
    """Return the link as it is stored."""
    said = {COLUMN: "td[1]/a[1]", VARIES: "yes", **details}
    return of_row(link(age, "{{run}}", details={key: text for key, text in said.items() if text}))


def found(target: Fingerprint, *seen: Fingerprint) -> Identity:
    return recognise(target, [Candidate(fingerprint=one) for one in seen], VALUES, StepKind.CLICK).identity


@given(AGES, AGES, st.integers(1, 40))
def test_a_time_is_data_of_its_row(first: str, second: str, row: int) -> None:
    target = recorded(first)
    assert (target.name, target.details[BESIDE]) == ("", "{{run}}")
    assert found(target, link(second, "Versuch 1/2", row), link(second, "Versuch 1", row + 1)) is Identity.SAME


@pytest.mark.parametrize(
    "seen",
    [
        link("2 days ago", "Versuch 1"),  # another record
        link("2 days ago", "Versuch 1/2", attributes={"href": "/runs/4071/delete"}),  # another deed
        link("Delete", "Versuch 1/2"),
        link("2 days ago", "Versuch 1/2", role="button"),
        link("2 days ago", "Versuch 1/2", absolute_xpath="/html[1]/body[1]/table[1]/tbody[1]/tr[3]/td[3]/a[1]"),
        link("2 days ago", "Versuch 1/2", ancestors=("td", "tr", "tbody", "table", "div", "body")),
    ],
)
def test_another_record_deed_or_column_is_refused(seen: Fingerprint) -> None:
    assert found(recorded("4 seconds ago"), seen) is Identity.MISSING


@pytest.mark.parametrize("name", ["Delete", "Publish", "Löschen", "删除"])
def test_a_word_that_says_what_is_done_stays_the_name(name: str) -> None:
    target = recorded(name)
    assert target.name == name
    assert COLUMN not in target.details


@pytest.mark.parametrize("name", ["Snooze", "Hide 3", "Decline 2", "Mark 4"])
def test_a_word_that_rows_share_apart_from_numbers_stays_the_name(name: str) -> None:
    assert of_row(link(name, "{{run}}", details={COLUMN: "td[1]/a[1]"})).name == name
    assert found(recorded("4 seconds ago", varies=""), link(name, "Versuch 1/2")) is Identity.MISSING


def test_a_name_that_all_rows_share_stays_the_name() -> None:
    details = {COLUMN: "td[1]/a[1]"}
    assert of_row(link("Details", "{{run}}", details=details)).name == "Details"
    assert of_row(link("Details", "nobody", details={**details, "varies": "yes"})).name == "Details"


def field(row: int, context: str, **changes: object) -> Fingerprint:
    """Return a field without a name in a row, as an application shows it to rename a record."""
    made = Fingerprint(
        tag="input",
        role="textbox",
        classes=("editor",),
        absolute_xpath=f"/html[1]/body[1]/ul[1]/li[{row}]/input[1]",
        context=context,
        texts=(context,),
        neighbours=(context,),
        heading="Files",
        scope=("region|Files", "page|"),
        ancestors=("li", "ul", "body", "html"),
        counts={"name": 1},
    )
    return replace(made, **changes)  # type: ignore[arg-type]


@given(st.integers(1, 99), st.integers(1, 99))
def test_the_only_field_without_a_name_is_found_in_any_row(first: int, second: int) -> None:
    assert found(field(first, "a minute ago"), field(second, "3 minutes ago")) is Identity.SAME


@pytest.mark.parametrize(
    "seen",
    [
        field(7, "Amount in EUR"),
        field(7, "3 minutes ago", classes=("search",)),
        field(7, "3 minutes ago", scope=("region|Search", "page|")),
        field(7, "3 minutes ago", name="Amount"),
    ],
)
def test_a_field_of_another_make_place_or_text_is_refused(seen: Fingerprint) -> None:
    assert found(field(2, "a minute ago", texts=("a minute ago",)), seen) is Identity.MISSING


def cell(text: str, column: int = 3, **changes: object) -> Fingerprint:
    """Return the text of a cell, as a page gives it: it has no role, and its row holds every value."""
    path = f"td[{column}]/span[1]"
    row = f"/html[1]/body[1]/table[1]/tbody[1]/tr[{7 if changes else 3}]"
    made = Fingerprint(
        tag="span",
        text=text,
        absolute_xpath=f"{row}/{path}",
        context=f"Edit Versuch 1/2 {text} 7.00",
        cells=("Edit", "Versuch 1/2", text, "7.00"),
        texts=("Edit", "Versuch 1/2", text, "7.00"),
        details={COLUMN: path},
        ancestors=("td", "tr", "tbody", "table", "body", "html"),
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def test_a_cell_without_a_role_is_known_by_its_text_and_found_by_its_column() -> None:
    in_row: dict[str, object] = {
        "context": "Edit {{run}} Anna 7.00",
        "cells": ("Edit", "{{run}}", "Anna", "7.00"),
        "texts": (),
    }
    target = of_row(cell("Anna", 3, **in_row))
    assert (target.text, target.details) == ("Anna", {COLUMN: "td[3]/span[1]"})
    assert found(target, cell("Anna")) is Identity.SAME
    assert found(target, cell("Versuch 1/2", 2), cell("Anna")) is Identity.SAME
    for other in (cell("Versuch 1/2", 2), cell("7.00", 4), cell("Delete"), cell("Berta")):
        assert found(target, other) is Identity.MISSING, other.text


@given(st.sampled_from(["Anna", "42", "17:30", "yesterday"]), st.sampled_from(["Berta", "7", "18:30", "just now"]))
def test_a_text_that_was_kept_is_no_data_of_the_column(first: str, second: str) -> None:
    in_row: dict[str, object] = {
        "context": f"Edit {{{{run}}}} {first} 7.00",
        "cells": ("Edit", "{{run}}", first, "7.00"),
    }
    target = replace(cell(first, 3, **in_row), details={COLUMN: "td[3]/span[1]"})
    assert found(target, cell(first)) is Identity.SAME
    assert found(target, cell(second)) is Identity.MISSING
