"""An element is recorded while the pointer is on it: the menu that a hover opens is no other text afterwards."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.elements.contradictions.facts import contradiction
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import StepKind

WORD = st.text("abcdefghij", min_size=3, max_size=8)
WORDS = st.lists(WORD, min_size=1, max_size=4)
MENU = Fingerprint(tag="div", attributes={"id": "menu"}, scope=("page|Shop",))


def says(text: str) -> Fingerprint:
    return replace(MENU, text=text)


@given(WORDS, WORDS)
def test_the_menu_that_the_hover_opened_is_closed_again(title: list[str], items: list[str]) -> None:
    recorded = says(" ".join([*title, *items]))
    assert not contradiction(recorded, says(" ".join(title)), StepKind.HOVER)


@given(WORDS)
def test_a_word_that_was_not_there_is_another_text(title: list[str]) -> None:
    recorded = says(" ".join(title))
    assert contradiction(recorded, says("Remove everything xyz"), StepKind.HOVER)


def test_a_click_gets_no_less_text_than_it_was_recorded_with() -> None:
    assert contradiction(says("Account Sign out"), says("Account"), StepKind.CLICK)
