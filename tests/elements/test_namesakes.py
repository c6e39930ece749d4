"""A value that named one record may not name two."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.elements.identity import Identity, judge, recognise
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import StepKind

LETTERS = st.text("abcdefgh", min_size=3, max_size=10).map(str.title)


def link(name: str, number: int = 1, *cells: str, **more: Any) -> Fingerprint:
    path = f"/html[1]/body[1]/main[1]/ul[1]/li[{number}]/a[1]"
    made = {"landmark": "main", "heading": "People", "absolute_xpath": path, "counts": {"name": 1}, **more}
    made["neighbours"] = cells
    return Fingerprint(tag="a", role="link", name=name, text=name, cells=(name, *cells), **made)


def box(person: str, number: int, team: str, **more: Any) -> Fingerprint:
    path = f"/html[1]/body[1]/table[1]/tbody[1]/tr[{number}]/td[4]/input[1]"
    made = {"absolute_xpath": path, "context": f"{person} {team}", "counts": {"name": 4}, **more}
    return Fingerprint(tag="input", role="checkbox", attributes={"type": "checkbox"}, cells=(person, team), **made)


def seen(*found: Fingerprint) -> list[Candidate]:
    return [Candidate(fingerprint=one, agree=True) for one in found]


OPEN = link("{{who}}", 1, "Sales")
TICK = box("{{who}}", 1, "Sales")


@pytest.mark.parametrize(
    ("target", "mine", "other"),
    [
        (OPEN, link("Eva", 4, "Sales"), link("Eva", 2, "External")),
        (TICK, box("Eva", 4, "Sales"), box("Eva", 2, "External")),
    ],
)
def test_a_second_record_of_that_name_is_no_reason_to_take_the_nearer_one(
    target: Fingerprint, mine: Fingerprint, other: Fingerprint
) -> None:
    values = {"who": "Eva"}

    assert recognise(target, seen(mine), values).identity is Identity.SAME
    both = judge(target, StepKind.CLICK, seen(other, mine), values)
    assert both.identity is Identity.AMBIGUOUS
    assert not both.usable


@pytest.mark.parametrize(
    "other",
    [
        link("Eva Maria", 2, "External"),
        link("Eva", 2, "External", heading="Last seen"),
        link("Eva", 2, "External", landmark="aside"),
        link("Eva", 2, "External", absolute_xpath="/html[1]/body[1]/main[1]/p[1]/a[1]"),
    ],
)
def test_another_list_or_a_longer_name_is_no_namesake(other: Fingerprint) -> None:
    found = recognise(OPEN, seen(link("Eva", 4, "Sales"), other), {"who": "Eva"})

    assert found.identity is Identity.SAME
    assert found.index == 0


def test_a_hidden_record_is_no_namesake() -> None:
    mine, other = seen(link("Eva", 4, "Sales"), link("Eva", 2, "External"))

    assert recognise(OPEN, [mine, replace(other, problem="hidden")], {"who": "Eva"}).identity is Identity.SAME


def test_a_flow_that_knew_namesakes_tells_them_apart() -> None:
    known = replace(OPEN, counts={"name": 2})

    found = recognise(known, seen(link("Eva", 4, "Sales"), link("Eva", 2, "External")), {"who": "Eva"})

    assert found.identity is not Identity.AMBIGUOUS


def test_a_number_alone_names_no_record() -> None:
    found = recognise(OPEN, seen(link("12", 4, "Sales"), link("12", 2, "External")), {"who": "12"})

    assert found.identity is Identity.SAME


@settings(max_examples=100)
@given(LETTERS, LETTERS, LETTERS, st.integers(2, 30), st.integers(31, 60))
def test_two_records_of_one_name_are_never_told_apart_by_chance(
    name: str, mine: str, other: str, near: int, far: int
) -> None:
    if mine == other:
        return
    target = link("{{who}}", 1, mine)

    found = recognise(target, seen(link(name, near, other), link(name, far, mine)), {"who": name})

    assert not found.usable
