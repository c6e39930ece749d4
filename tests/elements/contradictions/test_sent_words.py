"""Words that a form sends along in hidden fields, signs that are lit, and rows that only their fields name."""

from __future__ import annotations

import pytest

from pytest_ami.elements.contradictions.facts import contradiction
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import StepKind

SEND = Fingerprint(tag="button", role="button", name="Send", scope=("page|",), heading="Transfer")


def pressed(key: str, was: str, now: str, *, data_driven: bool = False) -> str:
    one, other = (
        Fingerprint(tag="button", role="button", name="Send", scope=("page|",), details={key: text})
        for text in (was, now)
    )
    return contradiction(one, other, StepKind.CLICK, data_driven=data_driven)


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("account=Current account", "account=Savings account", True),
        ("rhythm=Une seule fois", "rhythm=Tous les mois", True),
        ("mode=Standard", "mode=Instant, final, fee ·,·· EUR", True),
        ("content=", "content=All is well", False),
        ("account=Current account", "account=current  account", False),
        ("of=Order ···· of Anna", "of=Order ···· of Ben", False),
        ("account=Current account", "rhythm=Monthly order", False),
    ],
)
def test_words_that_go_along_with_a_deed_are_a_part_of_it(was: str, now: str, *, other: bool) -> None:
    assert bool(pressed("along", was, now)) is other


@pytest.mark.parametrize(
    ("along", "stated", "other"),
    [
        ("from=savings", "From | Savings account 88 | Amount | 45 EUR", True),
        ("from=savings", "From: | Savings account 88", True),
        ("from=current", "From | Current account 14", False),
        ("token=savings", "From | Savings account 88", False),
        ("from=savings", "Amount | 45 EUR", False),
        ("from=web", "From | Savings account 88", False),
    ],
)
def test_a_new_hidden_word_that_the_page_says_under_its_name_is_a_part_of_the_deed(
    along: str, stated: str, *, other: bool
) -> None:
    was = {"along": "payee=Lake Water", "stated": "From | Current account 12 | Amount | 80 EUR"}
    one, now = (
        Fingerprint(tag="button", role="button", name="Confirm", scope=("page|",), details=details)
        for details in (was, {"along": f"payee=Lake Water | {along}", "stated": stated})
    )

    assert bool(contradiction(one, now, StepKind.CLICK)) is other
    assert not contradiction(one, now, StepKind.FILL)


def test_a_sign_that_is_lit_goes_along() -> None:
    assert "Urgent is 'on'" in pressed("choices", "Urgent=off", "Urgent=on")


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("work@moor.org", "home@moor.org", True),
        ("work@moor.org | Ada", "home@moor.org | Bert", True),
        ("work@moor.org | Ada", "home@moor.org | ada", False),
        ("Work@moor.org", "work@moor.org", False),
        ("work@moor.org", "", False),
        ("", "work@moor.org", False),
    ],
)
def test_a_row_that_only_its_fields_name_is_another_row_with_other_values(was: str, now: str, *, other: bool) -> None:
    assert bool(pressed("entries", was, now)) is other
    assert not pressed("entries", was, now, data_driven=True)
