"""Texts beside an element that were cut within, or behind, the value of a parameter."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.elements.contradictions.place_difference import place_difference
from pytest_ami.elements.element import element
from pytest_ami.elements.held_values import filled
from pytest_ami.elements.place import stands
from pytest_ami.elements.text_keys import CUT, NEAR, begins_one, fill_beside, is_cut, spaced
from pytest_ami.engine.recording.evidence import templated
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import StepKind

QUESTION = "Do you really want to sell the boat {}? Nobody can take that back."
SELL = Fingerprint(
    tag="button", role="button", name="Sell", text="Sell", heading="{{boat}}", absolute_xpath="/html[1]/body[1]/a[1]",
    scope=("dialog|Sell boat", "page|"), counts={"name": 1},
)  # fmt: skip


def cut(text: str) -> str:
    """Return a text as a page cuts it."""
    folded = " ".join(text.split())
    return folded.encode("utf-16-le")[: 2 * NEAR].decode("utf-16-le", "ignore")


def beside(boat: str, path: str = "/html[1]/body[1]/a[1]") -> Fingerprint:
    near = ("Cancel", cut(QUESTION.format(boat)))
    return replace(SELL, heading=boat, absolute_xpath=path, neighbours=near)


def recorded(boat: str) -> Fingerprint:
    return templated(beside(boat), {"boat": boat}, StepKind.CLICK)


@pytest.mark.parametrize("learned", ["Albatros 1887", "Ada", "Möwe vom Großen See 12"])
@pytest.mark.parametrize("now", ["Albatros 1887", "Ada", "海鸥", "Königin der Flüsse III"])
def test_the_text_beside_a_button_is_the_same_with_another_value(learned: str, now: str) -> None:
    target = filled(recorded(learned), {"boat": now})

    assert stands(target, beside(now, "/html[1]/body[1]/div[2]/a[1]"))
    assert place_difference(target, beside(now)) == ()


@pytest.mark.parametrize(
    "other", ["Do you really want to paint the boat Ada? It", "Do you really want to sell the boat Eva? No"]
)
def test_another_text_in_its_place_is_another_one(other: str) -> None:
    target = filled(recorded("Albatros 1887"), {"boat": "Ada"})
    seen = replace(beside("Ada", "/html[1]/body[1]/div[2]/a[1]"), neighbours=("Cancel", cut(other)), heading="Boats")

    assert not stands(replace(target, scope=()), replace(seen, scope=()))
    assert place_difference(replace(target, heading=""), seen)[0].startswith("around it stands 'Do you really want to")


@given(st.text("ab -é海", min_size=4, max_size=60), st.text("ab -é海", min_size=1, max_size=60))
def test_a_text_that_was_cut_is_found_with_every_value(learned: str, now: str) -> None:
    values = {"boat": spaced(f"Q{learned}Z")}
    now = spaced(f"Q{now}Z")
    near = templated(replace(SELL, neighbours=(cut(QUESTION.format(values["boat"])),)), values, StepKind.CLICK)

    (text,) = filled(near, {"boat": now}).neighbours

    seen = cut(QUESTION.format(now))
    assert text == spaced(seen) or begins_one(text, [seen])
    assert CUT not in element(replace(SELL, neighbours=(text,))).neighbours[0]


@given(st.text(min_size=0, max_size=80))
def test_a_text_without_a_value_stays_as_it_is(text: str) -> None:
    near = templated(replace(SELL, neighbours=(text,)), {"boat": "Albatros 1887"}, StepKind.CLICK)

    assert near.neighbours == (text,)
    assert not is_cut("x" * (NEAR - 2))


def test_the_beginning_of_a_word_is_no_value() -> None:
    text = "Nobody may sell a ship that has no regist"
    values = {"kind": "istanbul", "name": "registry"}

    (near,) = templated(replace(SELL, neighbours=(text[:NEAR],)), values, StepKind.CLICK).neighbours

    assert near == f"Nobody may sell a ship that has no {{{{name}}}}{CUT}"
    assert fill_beside(near, {"name": "reg"}) == f"Nobody may sell a ship that has no reg{CUT}"
