"""When are two names one name: numbers, counters, decoration, characters that nobody sees."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.elements.name_match import commits, comparable, same_name
from pytest_ami.elements.text_keys import exact
from pytest_ami.model.fingerprint import Fingerprint

BUTTON = Fingerprint(tag="button", role="button", scope=("page|",))
LINK = Fingerprint(tag="a", role="link", scope=("page|",))
VERBS = st.sampled_from(["Pay", "Send", "Delete", "Approve all", "Buy", "Archive", "Löschen", "发送"])


def same(of: Fingerprint, recorded: str, now: str) -> bool:
    return same_name(replace(of, name=recorded), recorded, now)


@pytest.mark.parametrize(
    ("of", "recorded", "now"),
    [
        (LINK, "Inbox (3)", "Inbox (4)"),
        (LINK, "Inbox", "Inbox (4)"),
        (LINK, "Inbox (4)", "Inbox"),
        (replace(LINK, texts=("Inbox", "3")), "Inbox 3", "Inbox 4"),
        (replace(LINK, scope=()), "Inbox 3", "Inbox 4"),
        (replace(BUTTON, details={"haspopup": "menu"}), "Alerts (3)", "Alerts (4)"),
        (BUTTON, "Notifications (3)", "Notifications (12)"),
        (BUTTON, "Send order", "Send order (2)"),
        (BUTTON, "Send", "SEND  →"),
        (BUTTON, "Send", "Se\u00adnd\u200b"),
        (replace(BUTTON, aliases=("Draft 7 of 9",)), "Draft 8 of 9", "Draft 9 of 9"),
    ],
)
def test_a_counter_and_decoration_make_no_other_name(of: Fingerprint, recorded: str, now: str) -> None:
    assert same(of, recorded, now) is (recorded != "Draft 8 of 9")  # that one has unknown words: it may commit


@pytest.mark.parametrize(
    ("of", "recorded", "now"),
    [
        (BUTTON, "Pay 10 EUR", "Pay 1000 EUR"),
        (BUTTON, "Delete 2 items", "Delete 200 items"),
        (BUTTON, "Approve all (1)", "Approve all (50)"),
        (BUTTON, "Approve all", "Approve all (50)"),
        (BUTTON, "Approve (1)", "Approve (50)"),
        (LINK, "Approve all (1)", "Approve all (5000)"),
        (LINK, "Page 2", "Page 3"),
        (LINK, "Report (2024)", "Report (2025)"),
        (LINK, "Basket (10 EUR)", "Basket (90 EUR)"),
        (LINK, "Address line 1", "Address line 2"),
        (BUTTON, "Send", "S\u0435nd"),
        (BUTTON, "Send", "\u202edneS"),
        (BUTTON, "Send", "\u202eSend"),
    ],
)
def test_another_number_or_letter_makes_another_name(of: Fingerprint, recorded: str, now: str) -> None:
    assert not same(of, recorded, now)


@settings(deadline=None)
@given(VERBS, st.integers(0, 10**6), st.integers(0, 10**6), st.sampled_from(["{} {}", "{} ({})", "{} {} EUR"]))
def test_a_control_that_commits_never_changes_its_number(verb: str, first: int, second: int, form: str) -> None:
    names = form.format(verb, first), form.format(verb, second)

    for of in (BUTTON, LINK, replace(BUTTON, aliases=(form.format(verb, 77),))):
        assert commits(of, verb)
        assert same(of, *names) is (first == second)


@settings(deadline=None)
@given(st.text(max_size=30), st.text(max_size=30))
def test_a_name_is_itself_in_any_case_and_spacing(name: str, other: str) -> None:
    spaced = f"  {name}\n"

    assert same(BUTTON, name, spaced)
    assert same(BUTTON, name, other) is same(BUTTON, name, f" {other} ")


@pytest.mark.parametrize(
    ("was", "now", "same"),
    [
        ("提交", "提 交", True),
        ("提 交", "提交", True),
        ("提交", "提 取", False),
        ("a b", "ab", False),
        ("张三 李四", "张三李四", False),
    ],
)
def test_a_space_between_two_chinese_signs_says_nothing(was: str, now: str, *, same: bool) -> None:
    assert (exact(was) == exact(now)) is same


@pytest.mark.parametrize(
    ("name", "cells", "same"),
    [
        ("Remove Plan.docx", ("Plan.docx", "3 MB"), True),
        ("Remove “Plan.docx”", ("Plan.docx", "3 MB"), True),
        ("Remove: Plan.docx", ("Plan.docx", "3 MB"), True),
        ("Remove 3 MB", ("Plan.docx", "3 MB"), False),
        ("Remove Plan.docx for everyone", ("Plan.docx", "3 MB"), False),
        ("Remove Offer.pdf", ("Plan.docx", "3 MB"), False),
        ("Removed Plan.docx", ("Plan.docx", "3 MB"), False),
    ],
)
def test_a_name_may_get_the_record_of_its_row(name: str, cells: tuple[str, ...], same: object) -> None:
    recorded = Fingerprint(tag="button", role="button", name="Remove", cells=("{{file}}", "5 MB"))
    seen = Fingerprint(tag="button", role="button", name=name, cells=cells)

    assert comparable(recorded, seen).name == ("Remove" if same else name)


@pytest.mark.parametrize(
    ("was", "now", "same"),
    [
        (("Time spent", ("hours",)), ("Time spent (hours)", ()), True),
        (("Time spent [h]", ()), ("Time spent", ("hours",)), True),
        (("Time spent", ("hours",)), ("Time spent (minutes)", ()), False),
        (("Time spent", ()), ("Time spent (hours)", ()), False),
        (("Time spent", ("hours",)), ("Time left (hours)", ()), False),
    ],
)
def test_a_unit_may_move_into_the_label_and_back(
    was: tuple[str, tuple[str, ...]], now: tuple[str, tuple[str, ...]], same: object
) -> None:
    recorded, seen = (
        Fingerprint(tag="input", role="textbox", name=name, label=name, neighbours=beside)
        for name, beside in (was, now)
    )

    assert (comparable(recorded, seen).name == recorded.name) is same


@pytest.mark.parametrize(("was", "now"), [("♡ Like", "♥ Like"), ("☆ Star", "★ Star"), ("♥ Like", "♡ Like")])
def test_a_sign_that_is_full_now_was_switched_on(was: str, now: str) -> None:
    assert not same(BUTTON, was, now)
    assert same(BUTTON, was, was)
    assert same(LINK, "★★★☆☆ Reviews", "★★★☆☆ Reviews →")


@pytest.mark.parametrize(
    ("name", "text", "called"),
    [("Shift Late", "Late", "Shift …"), ("Cover Early", "Early", "Cover …"), ("Shift of Late", "", "Shift of Late")],
)
def test_a_button_that_opens_a_list_is_called_by_its_label(name: str, text: str, called: str) -> None:
    recorded = replace(BUTTON, name="Shift Early", details={"haspopup": "listbox", "choice": "Early"})
    seen = replace(recorded, name=name, text=text, details={"haspopup": "listbox", "choice": text})

    assert comparable(recorded, recorded).name == "Shift …"
    assert comparable(recorded, seen).name == called


def test_a_button_with_a_name_of_its_own_or_of_a_deed_is_not_called_by_its_choice() -> None:
    recorded = Fingerprint(tag="button", role="button", details={"haspopup": "listbox"})
    called = {"09:00": "09:00", "Break 09:00": "09:00", "Delete a time": "Delete a time"}
    seen = [replace(recorded, name=name, text=text) for name, text in called.items()]

    assert [comparable(recorded, one).name for one in seen] == ["", "Break 09:00", "Delete a time"]
