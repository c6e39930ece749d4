"""Boxes of records: a box and the boxes in it, a column with what lies in it, the signs of nameless buttons."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.elements.candidates import of_one_shape
from pytest_ami.elements.identity import Identity, judge
from pytest_ami.elements.place import emptied
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import StepKind

CARD = Fingerprint(tag="div", absolute_xpath="/html[1]/body[1]/div[1]/div[4]", text="{{title}} Low", classes=("card",))
VALUES = {"title": "Drill", "owner": "Ada"}


def candidates(*paths: str) -> list[Candidate]:
    return [Candidate(fingerprint=Fingerprint(tag="div", absolute_xpath=path), agree=True) for path in paths]


@pytest.mark.parametrize(
    ("paths", "left"),
    [
        (("/html[1]/body[1]/div[1]/div[9]", "/html[1]/body[1]/div[1]/div[9]/div[1]"), [0]),
        (("/html[1]/body[1]/div[2]", "/html[1]/body[1]/div[2]/div[1]"), [1]),
        (("/html[1]/body[1]/div[1]/div[9]", "/html[1]/body[1]/div[1]/div[8]"), [0, 1]),
        (("/html[1]/body[1]/ul[1]", "/html[1]/body[1]/ul[1]/li[1]"), [0, 1]),
    ],
)
def test_of_a_box_and_the_boxes_in_it_the_one_of_the_recorded_level_is_taken(
    paths: tuple[str, ...], left: list[int]
) -> None:
    assert of_one_shape(CARD, candidates(*paths), range(len(paths))) == left


COLUMN = Fingerprint(
    tag="div",
    absolute_xpath="/html[1]/body[1]/div[2]",
    text="Ready",
    texts=("Ready",),
    cells=("Ready",),
    scope=("page|",),
)


def test_what_lies_in_a_column_is_data() -> None:
    full = replace(COLUMN, text="Ready Drill Low", texts=("Ready", "Drill", "Low"), cells=("Ready", "Drill", "Low"))
    assert emptied(COLUMN, full) == COLUMN


@pytest.mark.parametrize(
    "change",
    [
        {"texts": ("Gone", "Ready")},
        {"texts": ()},
        {"absolute_xpath": "/html[1]/body[1]/div[3]"},
        {"classes": ("other",)},
        {"scope": ("dialog|Move", "page|")},
    ],
    ids=str,
)
def test_another_column_is_left_as_it_is(change: dict[str, Any]) -> None:
    other = replace(COLUMN, text="Gone Ready", **change)
    assert emptied(COLUMN, other) == other


def button(sign: str, **more: Any) -> Fingerprint:
    known: dict[str, Any] = {
        "details": {"icon": f"shows {sign} icon"},
        "context": "Ada Shelf",
        "cells": ("Ada", "Shelf"),
        "scope": ("page|",),
    }
    return Fingerprint(tag="button", role="button", **(known | more))


SIGN = button(" delete", context="{{owner}} Shelf", cells=("{{owner}}", "Shelf"))


def verdict(seen: Fingerprint) -> Identity:
    return judge(SIGN, StepKind.CLICK, (Candidate(fingerprint=seen, agree=True),), VALUES).identity


def test_a_nameless_button_of_a_record_is_known_by_its_sign() -> None:
    assert verdict(button(" delete")) is Identity.SAME
    assert verdict(button(" edit")) not in (Identity.SAME, Identity.DRIFTED)


def test_a_picture_of_the_record_is_data() -> None:
    photo = replace(SIGN, details={"icon": "shows ada.png avatar"})
    seen = button("ben.png", details={"icon": "shows ben.png avatar"})
    assert judge(photo, StepKind.CLICK, (Candidate(fingerprint=seen, agree=True),), VALUES).identity is Identity.SAME


LIST = Fingerprint(
    tag="input",
    role="combobox",
    name="Kind",
    absolute_xpath="/html[1]/body[1]/input[1]",
    texts=("Kitchen",),
    scope=("dialog|", "page|"),
    neighbours=("Kitchen",),
)


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({}, True),
        ({"name": "Place"}, False),
        ({"absolute_xpath": "/html[1]/body[1]/input[2]"}, False),
        ({"scope": ("dialog|Other", "page|")}, False),
        ({"scope": ("page|",)}, False),
    ],
    ids=str,
)
def test_the_present_choice_beside_a_list_is_data(change: dict[str, Any], *, same: bool) -> None:
    seen = replace(LIST, texts=("Garden",), neighbours=("Garden",), **change)
    found = judge(LIST, StepKind.CLICK, (Candidate(fingerprint=seen, agree=True),), {}).identity
    assert (found is Identity.SAME) is same


@pytest.mark.parametrize("kind", [StepKind.CLICK, StepKind.FILL])
def test_a_text_field_that_calls_itself_a_list_is_one_that_opens_a_list(kind: StepKind) -> None:
    named, older = replace(LIST, attributes={"aria-label": "Kind"}), replace(LIST, role="listbox")
    for was, now in ((older, LIST), (LIST, older), (older, named)):
        assert judge(was, kind, (Candidate(fingerprint=now, agree=True),), {}).identity is Identity.SAME
