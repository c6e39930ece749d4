"""Names that name another thing, and names that only say the same in more words."""

from __future__ import annotations

import pytest

from pytest_ami.lexicon.contrasts import is_set_apart, lost_words, other_thing

OTHER = {
    "another of a kind": ("North pier", "South pier"),
    "another head": ("East wing", "East wing storage"),
    "nothing in common": ("Herb garden", "Cold store"),
    "German": ("Nordtor", "Südtor"),
    "Spanish": ("Muelle norte", "Muelle sur"),
}
SAME = {
    "a verb before it": ("East wing", "Show the east wing"),
    "shorter": ("Old herb garden", "Garden"),
    "a word before it": ("Bookings", "Table bookings"),
    "a relation": ("Report", "Report of the year"),
    "German relation": ("Rechnung", "Rechnung für Kunden"),
    "another verb": ("Sign in", "Newsletter"),
    "a number": ("Kiln 1", "Kiln 2"),
    "no thing": ("Save", "Apply"),
}


@pytest.mark.parametrize("case", OTHER)
def test_another_thing_is_seen(case: str) -> None:
    assert other_thing(*OTHER[case])


@pytest.mark.parametrize("case", SAME)
def test_the_same_thing_in_other_words_is_none(case: str) -> None:
    assert not other_thing(*SAME[case])


def test_the_words_that_are_lost_are_those_of_the_thing() -> None:
    assert lost_words("Show the east wing", "West wing") == {"east"}


@pytest.mark.parametrize(
    ("was", "now", "apart"),
    [
        ("Search casks", "Search archived casks", True),
        ("Archived casks", "Casks", False),
        ("Casks", "All casks", False),
    ],
)
def test_things_that_are_set_apart_are_others(was: str, now: str, *, apart: bool) -> None:
    assert is_set_apart(was, now) is apart
