"""An icon without a name may get the word that draws it as its name, for people who hear the page."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.elements.identity import Identity, judge
from pytest_ami.elements.text_keys import spells
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import StepKind

ICON = Fingerprint(
    tag="a",
    role="button",
    classes=("q-btn",),
    absolute_xpath="/html[1]/body[1]/div[1]/a[1]",
    landmark="main|",
    scope=("main|", "page|"),
    details={"icon": "shows format_bold q-icon", "drawn": "format_bold"},
    counts={"name": 11},
)


@pytest.mark.parametrize(
    ("drawn", "name", "same"),
    [
        ("format_bold", "Bold", True),
        ("last_page", "Last page", True),
        ("delete", "Delete", True),
        ("delete", "Delete all", False),
        ("format_bold", "Italic", False),
        ("arrow_drop_down", "arrow down", False),
        ("", "Bold", False),
        ("format_bold", "", False),
    ],
)
def test_a_name_spells_the_drawn_word_or_a_part_of_it(drawn: str, name: str, *, same: bool) -> None:
    assert spells(drawn, name) is same


@settings(max_examples=100)
@given(st.lists(st.from_regex(r"[a-z]{1,6}", fullmatch=True), min_size=1, max_size=4), st.data())
def test_every_run_of_words_of_a_drawn_word_is_spelled(words: list[str], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))

    assert spells("_".join(words), " ".join(words[first : last + 1]).title())


@pytest.mark.parametrize(("name", "identity"), [("Bold", Identity.SAME), ("Clear all", Identity.MISSING)])
def test_the_icon_in_its_place_is_the_same_with_the_name_that_its_picture_says(name: str, identity: Identity) -> None:
    seen = replace(ICON, name=name, details={"drawn": "format_bold"}, counts={})

    assert judge(ICON, StepKind.CLICK, [Candidate(fingerprint=seen)], {}).identity is identity


@pytest.mark.parametrize(
    ("then", "now", "same"),
    [
        ("fa fa-archive", "fa-solid fa-box-archive fa-archive", True),
        ("fa fa-archive", "fa-solid fa-box-archive", False),
        ("fa fa-star", "fa-solid fa-star fa-star-half", False),
        ("bi bi-bell", "bi bi-bell bi-bell-slash", False),
        ("format_bold q-icon", "format_italic q-icon", False),
        ("fa", "fas fa-trash", False),
    ],
)
def test_an_icon_keeps_its_class_beside_a_newer_one(then: str, now: str, *, same: bool) -> None:
    icon = replace(ICON, details={"icon": f"shows {then}"})
    seen = replace(ICON, details={"icon": f"shows {now}"}, counts={})

    assert (judge(icon, StepKind.CLICK, [Candidate(fingerprint=seen)], {}).identity is Identity.SAME) is same
