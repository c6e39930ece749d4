"""The number that counts reactions in the name of a control of a row is data of the row; any other number decides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.elements.identity import Identity, recognise
from pytest_ami.elements.name_match import comparable
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import StepKind

VALUES = {"repo": "quill"}


def star(row: str, words: str = "Star", count: str = "214", **details: str) -> Fingerprint:
    name = f"{words} {count}"
    return Fingerprint(
        tag="button", role="button", name=name, text=name, context=f"{row} {name}", cells=(row,), texts=(row,),
        scope=("page|",), details={"count": count, **details}, absolute_xpath="/html[1]/body[1]/li[1]/button[1]",
    )  # fmt: skip


def verdict(target: Fingerprint, *seen: Fingerprint) -> Identity:
    return recognise(target, [Candidate(fingerprint=one, agree=True) for one in seen], VALUES, StepKind.CLICK).identity


def recorded(words: str = "Star", **changes: Any) -> Fingerprint:
    target = replace(star("{{repo}}", words, counts="vary"), lookalikes=(f"button|{words} 18|heron {words} 18",))
    return replace(target, **changes)


@settings(deadline=None)
@given(st.sampled_from(["0", "903", "1.2k", "1,204", "99+", "214"]))
def test_a_count_of_reactions_is_data_of_its_row(count: str) -> None:
    assert verdict(recorded(), star("quill", count=count), star("heron")) is Identity.SAME


@pytest.mark.parametrize("words", ["Pay", "Bid", "Transfer", "Buy", "Room", "Like all", "Delete"])
def test_any_other_number_decides(words: str) -> None:
    assert verdict(recorded(words), star("quill", words, "903")) is Identity.MISSING


@pytest.mark.parametrize(
    ("target", "seen"),
    [
        (recorded(details={"count": "214"}), star("quill", count="903")),  # no other row had another number
        (recorded(details={}), star("quill", count="903")),  # an old recording
        (recorded(), replace(star("quill", count="903"), details={})),  # the number is no element of its own now
        (recorded(), star("quill", "Unstar", "903")),
        (recorded(), star("quill", "Star 1", "1")),
        (recorded(), star("quill-two", count="903")),
        (recorded(details={"count": "214", "counts": "vary", "pressed": "false"}), star("quill", pressed="true")),
        (recorded(details={"count": "214", "counts": "vary", "face": "star"}), star("quill", count="904", face="full")),
    ],
)
def test_a_number_that_is_no_such_count_decides(target: Fingerprint, seen: Fingerprint) -> None:
    assert verdict(target, seen) is not Identity.SAME


def test_two_counts_in_the_row_of_a_value_are_two_controls() -> None:
    assert verdict(recorded(), star("quill", count="5"), star("quill", count="7")) is Identity.AMBIGUOUS


def test_the_recorded_count_is_the_recorded_name_however_it_looks() -> None:
    target = recorded(details={"count": "214", "counts": "vary", "face": "star"})

    assert verdict(target, star("quill", face="css-1x2")) is Identity.SAME


def test_without_a_value_that_chose_the_row_the_number_stays() -> None:
    target = recorded(context="lamp Star 214", cells=("lamp",), texts=("lamp",))

    assert comparable(target, star("quill", count="903")).name == "Star 903"


def test_an_element_is_compared_twice_as_once() -> None:
    once = comparable(recorded(), star("quill", "Star 1", "1"))

    assert comparable(recorded(), once) == once
