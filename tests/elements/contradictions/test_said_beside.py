"""New texts beside a button, the only name at the head of a page, and short numbers under the heads of columns."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.elements.contradictions.facts import contradiction
from pytest_ami.lexicon.circumstances import answers_somebody, names_receivers
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import StepKind


def button(name: str = "Send", details: dict[str, str] | None = None, **more: Any) -> Fingerprint:
    made = {"tag": "button", "role": "button", "name": name, "heading": "Ticket 7", "scope": ("page|",), **more}
    return Fingerprint(**made, details=details or {})


def beside(was: str, now: str, name: str = "Send") -> str:
    return contradiction(button(name, {"stated": was}), button(name, {"stated": now}), StepKind.CLICK)


@pytest.mark.parametrize(
    "new",
    ["To: | Everyone watching (212)", "To: all members", "An: | alle", "Replying to Ann", "Respondiendo a Ann"],
)
def test_a_new_text_beside_a_button_that_tells_the_receivers_rules_it_out(new: str) -> None:
    assert beside("Ticket 7 | Reply", f"Ticket 7 | {new} | Reply")


@pytest.mark.parametrize(
    "new",
    ["To: | Ann Lee", "Everyone likes short notes", "View all", "All | 12", "Replies | 3", "To: | the parents of all"],
)
def test_other_new_texts_beside_a_button_say_nothing(new: str) -> None:
    assert not beside("Ticket 7 | Reply", f"Ticket 7 | {new} | Reply")


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("To: | everyone who watches | Reply", "To: | all who watch | Reply"),
        ("Replying to Ann | Reply", "In reply to Ann | Reply"),
        ("Ticket 7 | Reply", "Ticket 7 | Reply"),
    ],
)
def test_a_text_that_told_the_same_in_other_words_says_nothing(was: str, now: str) -> None:
    assert not beside(was, now)


def test_a_review_that_says_that_payments_are_made_at_once_is_another_one() -> None:
    was, now = "Payee | City Power | Back", "Payee | City Power | First payment | 7 payments are made at once | Back"

    assert beside(was, now, "Confirm")
    assert not beside(now, now, "Confirm")
    assert not beside(was, "Payee | City Power | Payments are made when the bank is open | Back", "Confirm")


def head(was: str, now: str, **changes: Any) -> str:
    target = button("Finish", {"masthead": was})
    return contradiction(target, replace(target, details={"masthead": now}, **changes), StepKind.CLICK)


def test_the_only_name_at_the_head_of_a_page_is_the_place_of_a_deed() -> None:
    assert head("Northwind", "Contoso")
    assert head("Stock Hamburg", "Stock Bremen")


@pytest.mark.parametrize(
    ("was", "now"),
    [("Monday", "Thursday"), ("Saved", "Saving"), ("none", "Contoso"), ("March", "April"), ("Northwind", "none")],
)
def test_a_day_a_state_or_a_lack_at_the_head_of_a_page_is_no_place(was: str, now: str) -> None:
    assert not head(was, now)


def test_a_page_in_other_words_may_have_another_word_at_its_head() -> None:
    assert not head("Account", "Konto", heading="Vorgang 7")


def number(name: str, column: str, *beside: str, heads: str = "Week | Mon | Tue", **details: str) -> Fingerprint:
    return button(name, {"head": column, "heads": heads, **details}, neighbours=beside)


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        (number("6", "Mon", "33"), number("6", "Tue", "31"), "it is in the column 'Tue', it was in 'Mon'"),
        (number("6", "Mon", "33"), number("6", "Mon", "31"), ""),
        (number("7.5", "Mon"), number("7.5", "Tue"), "it is in the column 'Tue', it was in 'Mon'"),
        (number("6", "Mon", "33"), number("6", "Monday of week 6", heads="Week | Monday of week 6"), ""),
        (number("6", "Mon", "3", "5"), number("6", "Tue", "5", "7"), ""),
        (number("6", "Mon", "33", "4"), number("6", "Tue", "5", "2"), "it is in the column 'Tue', it was in 'Mon'"),
        (number("6", "Mon", first="2 of May"), number("6", "Tue", first="2 of May"), ""),
        (number("1042", "Open", heads="Open | Done"), number("1042", "Done", heads="Open | Done"), ""),
        (number("Edit", "Mon"), number("Edit", "Tue"), ""),
        (number("6", "Mon"), number("6", ""), ""),
    ],
)
def test_a_short_number_counts_what_the_head_of_its_column_says(was: Fingerprint, now: Fingerprint, said: str) -> None:
    assert contradiction(was, now, StepKind.CLICK) == said


def test_labels_and_begins_are_read_in_five_languages() -> None:
    assert all(map(names_receivers, ("To: all", "Empfänger: alle", "À : tous", "Para: todos", "收件人：所有人")))
    assert all(map(answers_somebody, ("replying to Bo", "Vous répondez à Bo", "Du antwortest Bo", "正在回复Bo的消息")))
    assert not any(map(answers_somebody, ("Replies to Bo", "Answers", "回复")))
