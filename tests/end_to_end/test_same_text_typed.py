"""A text that is typed over the same text is a step: with another value the field must hold that one."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.outcome import Outcome
from tests.support.deeds import Desk

pytestmark = pytest.mark.slow

PAGE = """<main><h1>Order</h1><label>Item <input id=item></label><label>Year <input id=year value=2026></label>
<button onclick="post('/order', {item: $('#item').value, year: $('#year').value}).then(() => say('Order sent'))">Order</button>
<p role=status></p></main>"""


def fills(field: Any, text: str) -> None:
    field.fill(text)


def types(field: Any, text: str) -> None:
    field.press("ControlOrMeta+a")
    field.press_sequentially(text)


def undoes(field: Any, _text: str) -> None:
    field.press("End")
    field.press_sequentially("x")
    field.press("Backspace")


@pytest.mark.variants(8)
@pytest.mark.parametrize("way", [fills, types])
def test_the_default_of_a_field_is_a_value_like_any_other(desk: Desk, way: Any) -> None:
    def order(page: Any, item: str, year: str) -> None:
        page.get_by_label("Item").fill(item)
        way(page.get_by_label("Year"), year)
        page.get_by_role("button", name="Order").click()

    desk.open(PAGE)
    desk.learn(order, {"item": "Lamp", "year": "2026"})
    desk.open(PAGE)

    assert desk.replay({"item": "Door", "year": "2028"}).outcome is Outcome.REPLAYED
    assert desk.application.deeds == [("/order", {"item": "Door", "year": "2028"})]


def test_an_edit_that_is_undone_is_no_step(desk: Desk) -> None:
    def order(page: Any, item: str) -> None:
        page.get_by_label("Item").fill(item)
        undoes(page.get_by_label("Year"), "")
        page.get_by_role("button", name="Order").click()

    desk.open(PAGE)
    desk.learn(order, {"item": "Lamp"})

    assert [step.kind.value for step in desk.steps] == ["fill", "click"]
