"""Choices that leave a deed as it was, and labels of lists that decide what a page shows."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.elements.contradictions.neutral_choices import costs, is_filter, is_neutral, is_part

NEUTRAL = (
    ",-,—,1,+49,None,(none),No access to billing,Normal,Standard size,Please select...,Me,This event,Until changed"
    ",Keine,Default (A4),Bitte wählen,Wie bisher,Aucun,Par défaut,Ninguno,Por defecto,请选择,默认,无,我,Now,Any"
    ",Restricted,Unassigned,Now (immediately),Cette semaine,Diese Woche,Sin seguro"
    ",0,Once,Einmalig,Une fois,Una vez,一次,Standard (free),Select a depot,Pick one,Depot wählen,Choisissez un dépôt"
    ",Regular,Seleccione,Please choose a size,Standard (0.00 EUR),Select,Standard delivery time,Ohne Firma,+1 340"
)
TELLING = (
    "1 hour,Rescue system,This and following weeks,Me and my team,No one but the owner,Full access,Away,12,Normality"
    ",Test: only to me,Meeting,Offline,Nordic,Alle,全部,我的团队,Automatic renewal,As overtime,Off-site,Same day"
    ",My team,Aus dem Lager,Now and every week,Keep both"
    ",2,Pick up at the inn,Pick up,Select members only,Choose for me,Regular payments,Standard (19.90 EUR)"
    ",None (saves 10 €),Please call the guest,Bitte anrufen,Normal $5,Select all"
    ",Without signature,No refund,Ohne Unterschrift,Standard contract for 24 months"
    ",+10 %,无需签名"
)


@pytest.mark.parametrize("text", NEUTRAL.split(","))
def test_a_choice_that_leaves_a_deed_as_it_was(text: str) -> None:
    assert is_neutral(text)


@pytest.mark.parametrize("text", TELLING.split(","))
def test_another_choice_says_something(text: str) -> None:
    assert not is_neutral(text)


@pytest.mark.parametrize(
    ("tab", "yes"),
    [("Details", True), ("History (3)", True), ("Vorschau", True), ("Away", False), ("Detailed order", False)],
)
def test_a_tab_that_names_a_part_of_a_page(tab: str, *, yes: bool) -> None:
    assert is_part(tab) is yes


@pytest.mark.parametrize(
    ("label", "yes"), [("Show", True), ("Filter by team", True), ("Status", False), ("For", False)]
)
def test_a_label_of_a_list_that_filters(label: str, *, yes: bool) -> None:
    assert is_filter(label) is yes


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(NEUTRAL.split(",")), st.integers(1, 99_999), st.sampled_from(("€", "EUR", "$", "元")))
def test_a_choice_with_a_price_is_never_neutral(text: str, price: int, currency: str) -> None:
    assert costs(f"{text} {price} {currency}")
    assert not is_neutral(f"{text} ({price} {currency})") or not any(map(str.isalpha, text))
    assert not costs(f"{text} (0 {currency})")
