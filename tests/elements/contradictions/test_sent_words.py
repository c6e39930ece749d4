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
