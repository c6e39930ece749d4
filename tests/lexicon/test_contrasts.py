"""Statements that keep most of their words and say the contrary."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.lexicon.contrasts import contrast, other_kind

TURNED = {
    "who keeps it": ("Share of users who get the new feature.", "Share of users who keep the old one."),
    "what a tick does": ("Off by default. Tick to send them.", "On by default. Tick to leave them out."),
    "who reads it": ("Your comment stays internal.", "Your comment is sent to the customer."),
    "what is in it": ("Prices include tax", "Prices exclude tax"),
    "a grant": ("A tick gives a person the right.", "A tick takes it away."),
    "German": ("Die Preise sind inklusive Steuer", "Die Preise sind exklusive Steuer"),
    "French": ("Le montant est net de frais", "Le montant est brut de frais"),
    "Spanish": ("Alerta cuando haya más de diez", "Alerta cuando haya menos de diez"),
    "Chinese": ("价格含税金额", "价格不含税金额"),
}
ALIKE = {
    "other words": ("Share of users who get the new feature.", "The part of the users that get the new feature."),
    "more words": ("Prices include tax", "All prices include tax and shipping"),
    "names": ("First page", "Last page"),
    "another subject": ("New messages are at the top", "Old browsers show no pictures"),
    "both": ("Prices include tax", "Prices include tax and exclude shipping"),
}


@pytest.mark.parametrize("case", TURNED)
def test_a_statement_that_was_turned_round_is_seen_in_both_directions(case: str) -> None:
    was, now = TURNED[case]
    found, back = contrast(was, now), contrast(now, was)
    assert found is not None
    assert back == found[::-1]


@pytest.mark.parametrize("case", ALIKE)
def test_other_words_and_other_subjects_are_no_contrary(case: str) -> None:
    assert contrast(*ALIKE[case]) is None


@given(st.text(max_size=60))
def test_no_statement_is_the_contrary_of_itself(text: str) -> None:
    assert contrast(text, text) is None
    assert contrast(text, f"{text} {text}") is None


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("Shipping address", "Billing address", True),
        ("Lieferadresse", "Rechnungsadresse", True),
        ("Adresse de livraison", "Adresse de facturation", True),
        ("收货地址", "账单地址", True),
        ("Shipping address", "Delivery address", False),
        ("Address", "Billing address", False),
        ("Shipping and billing", "Billing", False),
        ("Worker", "Homepage", False),
    ],
)
def test_titles_of_contrasting_kinds(was: str, now: str, *, other: bool) -> None:
    assert other_kind(was, now) is other
    assert other_kind(now, was) is other
