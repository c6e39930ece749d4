"""An icon without a name may get the word that draws it as its name, for people who hear the page."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.elements.identity import Identity, judge
from pytest_ami.elements.text_keys import spells, tells_deed
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


@pytest.mark.parametrize(
    ("drawn", "name", "tells"),
    [
        ("format_bold", "Bold", True),
        ("insert_link", "Link", True),
        ("delete_outline", "Delete", True),
        ("view_list", "List", True),
        ("mode_edit", "Edit", True),
        ("notifications_off", "Notifications off", True),
        ("lock_open", "Lock", False),
        ("notifications_off", "Notifications", False),
        ("person_remove", "Person", False),
        ("cancel_schedule_send", "Schedule send", False),
        ("schedule_send", "Send", False),
        ("remove_done", "Done", False),
        ("delete_forever", "Delete", False),
        ("thumb_up", "Thumb", False),
    ],
)
def test_a_name_leaves_out_no_word_of_a_sign_that_makes_another_deed(drawn: str, name: str, *, tells: bool) -> None:
    assert spells(drawn, name)
    assert tells_deed(drawn, name) is tells


@pytest.mark.parametrize("name", ["Lock", "Open"])
def test_an_open_lock_is_not_the_control_that_locks(name: str) -> None:
    icon = replace(ICON, details={"icon": "shows lock_open q-icon", "drawn": "lock_open"})
    seen = replace(icon, name=name, details={}, counts={})

    assert judge(icon, StepKind.CLICK, [Candidate(fingerprint=seen)], {}).identity is not Identity.SAME


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
