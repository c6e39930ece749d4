"""Choices that leave a deed as it was, and labels of lists that decide what a page shows."""

from __future__ import annotations

import pytest

from pytest_ami.elements.contradictions.neutral_choices import is_filter, is_neutral, is_part

NEUTRAL = (
    ",-,—,1,+49,None,(none),No access to billing,Normal,Standard size,Please select...,Me,This event,Until changed"
    ",Keine,Default (A4),Bitte wählen,Wie bisher,Aucun,Par défaut,Ninguno,Por defecto,请选择,默认,无,我,Now,Any"
    ",Restricted,Unassigned,Now (immediately),Cette semaine,Diese Woche,Sin seguro"
)
TELLING = (
    "1 hour,Rescue system,This and following weeks,Me and my team,No one but the owner,Full access,Away,12,Normality"
    ",Test: only to me,Meeting,Offline,Nordic,Alle,全部,我的团队,Automatic renewal,As overtime,Off-site,Same day"
    ",My team,Aus dem Lager,Now and every week,Keep both"
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
