"""Small words that make another deed of a button: a replaced entry, a name in a title, a state, a destination."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.elements.contradictions.facts import contradiction
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import StepKind


def button(details: dict[str, str], name: str = "Invite", **more: Any) -> Fingerprint:
    made = {"tag": "button", "role": "button", "name": name, "heading": "Members", "scope": ("page|",), **more}
    return Fingerprint(**made, details=details)


def differs(was: dict[str, str], now: dict[str, str], name: str = "Invite") -> str:
    return contradiction(button(was, name), button(now, name), StepKind.CLICK)


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("time zone=Berlin #1a.2b", "time zone=New York #3c.2b", True),
        ("account=Checking #1a.2b", "account=Business #3c.2b", True),
        ("time zone=Berlin #1a.2b", "time zone=Berlin (CET) #3c.2b", False),
        ("time zone=Berlin #1a.2b", "time zone=Tokyo #3c.4d", False),
        ("size=Large #1a.2b", "size=Huge #3c.2b", False),
        ("time zone=Berlin #1a", "time zone=Tokyo #3c.2b", False),
        ("time zone=Berlin #1a", "time zone=Tokyo #1a.2b", True),
    ],
)
def test_a_chosen_entry_that_was_replaced_makes_another_deed(was: str, now: str, *, other: bool) -> None:
    assert bool(differs({"choices": was}, {"choices": now})) is other


def test_the_list_of_a_record_may_have_any_entry_in_that_place() -> None:
    own = {"choices": "account=Ann #1a.2b", "presets": "of the record | Account #1a"}

    assert not differs(own, {"choices": "account=Bo #3c.2b", "presets": "along Account=Bo #3c Bo/Other"})


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("Acme", "Globex", True),
        ("Blue Harbour", "Red Cliff", True),
        ("Acme | Console", "Globex | Console", True),
        ("Acme", "", False),
        ("Acme", "none", False),
        ("Acme | Team", "Globex | People", False),
        ("Monday", "Tuesday", False),
        ("March", "April", False),
        ("Settings", "Preferences", False),
    ],
)
def test_another_name_in_the_title_of_the_document(was: str, now: str, *, other: bool) -> None:
    assert bool(differs({"document": was}, {"document": now})) is other


def test_a_title_under_another_heading_is_that_of_a_page_in_other_words() -> None:
    seen = button({"document": "Globex"}, heading="People")

    assert not contradiction(button({"document": "Acme"}), seen, StepKind.CLICK)


def in_row(*texts: str, turned: str = "on > off") -> str:
    target = button({"turned": turned} if turned else {}, "Sound", texts=("general", "on"))
    return contradiction(target, button({}, "Sound", texts=texts), StepKind.CLICK, data_driven=True)


def test_a_row_that_says_what_the_press_would_bring_is_not_meant() -> None:
    assert in_row("sales", "off") == "the page says 'off' already beside it, it said 'on'"
    assert in_row("sales", "● off")
    assert not in_row("sales", "on")
    assert not in_row("sales", "muted")
    assert not in_row("sales", "on", "off"), "another text of the row says it"
    assert not in_row("sales", "off", turned=""), "the press turned nothing"


MERGE = "ann wants to merge 3 commits into `main` from `login-fix`"


@pytest.mark.parametrize(
    ("name", "was", "now", "other"),
    [
        ("Merge", MERGE, MERGE.replace("main", "release/4.2"), True),
        ("Publish", "It is published to `Intranet` today", "It is published to `Website` today", True),
        ("Publish", "It is published to the Intranet", "It is published to the Website", True),
        ("Merge", MERGE, "bo wants to merge 5 commits into `main` from `sign-up`", False),
        ("Merge", MERGE, "3 commits are ready", False),
        ("Merge", MERGE, f"{MERGE} | You can merge into `release` later", False),
        ("Merge", MERGE.replace("main", "sprint-4"), MERGE.replace("main", "sprint-5"), False),
        ("Sign in", "Sign in to `Hub`", "Sign in to `Nest`", False),
        ("Close", MERGE, MERGE.replace("main", "release/4.2"), False),
    ],
)
def test_a_sentence_about_the_deed_says_where_it_leads(name: str, was: str, now: str, *, other: bool) -> None:
    assert bool(differs({"joined": was}, {"joined": now}, name)) is other


@pytest.mark.parametrize(
    ("lit", "other"),
    [
        ("Yearly of Monthly/Yearly", True),
        ("Monthly of Monthly/Yearly", False),
        ("Plan of Sign in/Plan/Payment", False),
        ("", False),
    ],
)
def test_a_choice_that_only_a_class_shows_now(lit: str, *, other: bool) -> None:
    now = {"lit": lit} if lit else {}

    assert bool(differs({"view": "Monthly"}, now, "Buy")) is other
    assert not differs({}, now, "Buy")


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("Monthly of Monthly/Yearly", "Yearly of Monthly/Yearly", True),
        ("Monthly of Monthly/Yearly", "Monthly of Yearly/Monthly", False),
        ("Monthly of Monthly/Yearly", "Plans of Plans/Invoices", False),
        ("Mon of Mon/Tue", "Tue of Mon/Tue", False),
        ("Monthly of Monthly/Yearly", "", False),
    ],
)
def test_a_choice_that_only_a_class_has_ever_shown(was: str, now: str, *, other: bool) -> None:
    assert bool(differs({"lit": was}, {"lit": now}, "Buy")) is other


def test_the_tooltip_of_a_button_says_where_its_deed_leads() -> None:
    was, now = (button({}, "Comment", attributes={"title": f"Comment in {place}"}) for place in ("Staff", "Customers"))

    assert contradiction(was, now, StepKind.CLICK)


@pytest.mark.parametrize(
    ("new", "other"),
    [
        ("New members are admins.", True),
        ("Everyone you invite becomes an owner.", True),
        ("Only admins can invite people.", False),
        ("New members are not admins.", False),
        ("New members are asked for a password by an admin.", False),
        ("New members are admins if you say so.", False),
    ],
)
def test_a_new_statement_that_gives_power_to_those_who_are_added(new: str, *, other: bool) -> None:
    was, now = {"statements": "This is your team"}, {"statements": f"This is your team | {new}"}

    assert bool(differs(was, now)) is other
    assert not differs(was, now, "Save")
