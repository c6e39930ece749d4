"""A list whose name says its choice beside its label is found by the label alone in the next release."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.elements.decide import Verdict
from pytest_ami.elements.identity import Identity, heal
from pytest_ami.elements.name_match import own_label
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import StepKind

AT = "/html[1]/body[1]/div[1]/div[1]/section[2]/div[1]/div[9]/div[1]/div[2]/div[1]/div[2]/input[1]"
WAS = Fingerprint(
    tag="input", role="combobox", name="Selected Noon. Shift", attributes={"aria-label": "Selected Noon. Shift"},
    details={"choice": "Noon", "haspopup": "listbox"}, absolute_xpath=AT, scope=("page|",), box=(522, 664, 2, 22),
    classes=("st-ae", "st-af"), counts={"name": 1}, ancestors=("div",) * 6,
    xpath="//input[@aria-label='Selected Noon. Shift']",
)  # fmt: skip
"""The list of Streamlit 1.24; in 1.67 its name is "Shift"."""
NOW = Fingerprint(
    tag="input", role="combobox", name="Shift", attributes={"aria-label": "Shift", "type": "text"},
    absolute_xpath=AT.replace("section[2]", "main[1]").replace("div[9]/div[1]", "div[6]/div[1]/div[2]"),
    landmark="main|", scope=("group|", "main|", "page|"), box=(455, 565, 670, 38), texts=("Shift", "Phone"),
    neighbours=("Shift",), ancestors=("div",) * 6, xpath="//input[@aria-label='Shift']",
)  # fmt: skip
PHONE = replace(NOW, role="textbox", name="Phone", attributes={"aria-label": "Phone"}, box=(455, 648, 670, 36))
FILTER = replace(NOW, scope=("banner|", "page|"), landmark="banner|", box=(10, 10, 100, 30),
                 absolute_xpath="/html[1]/body[1]/header[1]/div[1]/input[1]")  # fmt: skip


def found(*now: Fingerprint) -> Verdict:
    page = [Candidate(fingerprint=one, agree=True) for one in (PHONE, *now)]
    return heal(WAS, StepKind.CLICK, page, {}, confirmed=True)


@pytest.mark.parametrize(
    ("name", "choice", "label"),
    [
        ("Selected Noon. Shift", "Noon", "Shift"),
        ("Selected {{shift}}. Shift", "{{shift}}", "Shift"),
        ("Type of leave: Annual leave", "Annual leave", "Type of leave"),
        ("Schicht, Noon ausgewählt", "Noon", "Schicht"),
        ("Shift", "Noon", ""),
        ("Shift", "", ""),
        ("Selected Noon", "Noon", ""),
    ],
)
def test_the_label_is_what_the_choice_and_the_words_about_it_leave(name: str, choice: str, label: str) -> None:
    assert own_label(replace(WAS, name=name, details={"choice": choice})) == label


def test_a_list_that_no_longer_says_its_choice_is_the_list() -> None:
    verdict = found(NOW)

    assert (verdict.identity, verdict.index) == (Identity.DRIFTED, 1)


@pytest.mark.parametrize(
    "now",
    [
        (FILTER,),
        (NOW, FILTER),
        (FILTER, replace(WAS, name="Selected Noon. Shift (weekly)", attributes={}, xpath="")),
        (replace(NOW, name="Night shift"),),
        (replace(NOW, tag="button", role="button"),),
    ],
    ids=["elsewhere", "two of the label", "a longer label", "another label", "another kind"],
)
def test_another_list_is_still_another_one(now: tuple[Fingerprint, ...]) -> None:
    assert not found(*now).usable


def test_without_a_choice_in_the_recorded_name_nothing_is_left_out() -> None:
    plain: dict[str, Any] = {"details": {"haspopup": "listbox"}}
    page = [Candidate(fingerprint=one, agree=True) for one in (PHONE, NOW)]

    assert not heal(replace(WAS, **plain), StepKind.CLICK, page, {}, confirmed=True).usable
