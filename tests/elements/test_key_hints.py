"""Hints which key to press: a field that shows them only while it has the focus has not moved without them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.elements.identity import Identity, recognise
from pytest_ami.elements.text_keys import without_passing_hints
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import StepKind

SUBMITS = "Press Enter to submit form"
PHONE = Fingerprint(
    tag="input", role="textbox", name="Phone", counts={"name": 1}, landmark="main|", heading="Edit Ann Lee",
    scope=("main|", "page|"), texts=("Phone", SUBMITS), neighbours=("Phone", SUBMITS),
    absolute_xpath="/html[1]/body[1]/main[1]/div[6]/input[1]", ancestors=("div", "div", "div"),
)  # fmt: skip
"""A field of Streamlit as a lesson saw it while it was filled: the box around it says nothing else."""


def found(was: Fingerprint, **now: Any) -> Identity:
    seen = Candidate(fingerprint=replace(was, counts={}, **now), agree=True)
    return recognise(was, [seen], {}, StepKind.FILL).identity


@pytest.mark.parametrize("hint", [SUBMITS, "Press ⌘+Enter to apply", "Press Ctrl+Enter to apply.", "按回车添加"])
def test_a_hint_of_the_focus_is_no_sign_of_place(hint: str) -> None:
    was = replace(PHONE, texts=("Phone", hint), neighbours=("Phone", hint))
    away: dict[str, Any] = {"texts": ("Edit Ann Lee", "Shift", "Phone"), "neighbours": ("Phone", "Shift")}

    assert found(was, **away) is Identity.SAME
    assert found(replace(was, **away), texts=was.texts, neighbours=was.neighbours) is Identity.SAME


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ({}, {"texts": ("Phone", "Press Enter to search"), "neighbours": ("Phone", "Press Enter to search")}),
        ({}, {"texts": ("Invite a guest",), "neighbours": ("Guest", "Table"), "heading": "Guests"}),
        ({"counts": {"name": 2}}, {"texts": ("Ask for a call",), "neighbours": ("Phone", "Call me")}),
        ({"texts": ("Phone", "Press here"), "neighbours": ("Phone", "Press here")}, {"texts": ("Shift",)}),
    ],
    ids=["another hint", "another place", "one of two", "no hint"],
)
def test_another_place_is_still_another_one(was: dict[str, Any], now: dict[str, Any]) -> None:
    target = replace(PHONE, absolute_xpath="/html[1]/body[1]/form[2]/input[1]", **was)

    assert found(target, **{"absolute_xpath": PHONE.absolute_xpath, "ancestors": (), **now}) is not Identity.SAME


def test_hints_that_stand_then_and_now_are_compared() -> None:
    both = (["Title", "Press Enter to search"], ["Title", "Press Enter to add"])

    assert without_passing_hints(*both) == both
