"""An empty element that lies over a box with a text takes its clicks: the box is what was pressed."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from tests.support.lab import Lab
from tests.support.versions import Versions

PAGE = """<main><h1>Seats</h1><div id=seats></div></main><style>
.seat { position: relative; display: inline-block; width: 60px; height: 40px } .over { OVER }</style><script>
SEATS.forEach((seat) => { seats.insertAdjacentHTML('beforeend', `<div class=seat><div class="over" MORE></div>${seat}<div></div></div>`); });
seats.onclick = ({ target }) => { deed(DEED); say('Taken'); };</script>"""


def page_of(
    seats: str = "['A1', 'A2', 'B1', 'B2']",
    over: str = "position: absolute; inset: 0",
    more: str = "",
    deed: str = "target.closest('.seat').innerText",
) -> str:
    return PAGE.replace("SEATS", seats).replace("OVER", over).replace("MORE", more).replace("DEED", deed)


def taken(page: Any, seat: str) -> None:
    page.locator(".seat").get_by_text(seat, exact=True).click()
    page.get_by_text("Taken").wait_for()


@pytest.fixture
def versions(lab: Lab, page: Any) -> Versions:
    versions = Versions(lab, page)
    versions.learn(page_of(), taken, seat="A2")
    return versions


def test_the_box_below_is_found_by_its_text(versions: Versions) -> None:
    versions.replay(page_of(), seat="B1")
    versions.replay(page_of("['B2', 'B1', 'A1']"), seat="B2")

    assert versions.deeds == ["B1", "B2"]


@pytest.mark.variants(3)
@pytest.mark.parametrize(
    "body",
    [page_of("['A1', 'A2', 'B2']"), page_of("['A1', 'A2', 'B11', 'B 1']"), page_of("['A1', 'B1', 'B1', 'B2']")],
    ids=["no box has the text", "a box has a longer text", "two boxes have it"],
)
def test_another_box_is_not_pressed(versions: Versions, body: str) -> None:
    with pytest.raises(FlowError):
        versions.replay(body, seat="B1")

    assert versions.deeds == []


@pytest.mark.variants(2)
@pytest.mark.parametrize(
    ("over", "more"),
    [
        ("position: absolute; inset: 0", "role=button"),
        ("position: absolute; left: 0; top: 0; width: 12px; height: 12px", ""),
    ],
    ids=["a button", "a corner"],
)
def test_an_element_that_is_a_control_or_covers_a_part_is_itself_pressed(
    lab: Lab, page: Any, over: str, more: str
) -> None:
    versions = Versions(lab, page)

    def corner(on: Any, seat: str) -> None:
        on.locator(".seat").get_by_text(seat, exact=True).locator(".over").click()
        on.get_by_text("Taken").wait_for()

    body = page_of(over=over, more=more, deed="target.className")
    versions.learn(body, corner, seat="A2")
    outcome = "over"
    try:
        versions.replay(body, seat="A2")
    except FlowError:
        outcome = "stopped"

    assert versions.deeds in ([], ["over"])
    assert outcome == "stopped" or versions.deeds == ["over"]


@pytest.mark.variants(2)
@pytest.mark.parametrize(
    "over", ["left: 0; top: 0; width: 12px; height: 12px", "inset: 0; background-image: linear-gradient(red, red)"]
)
def test_a_sign_without_a_word_is_pressed_in_the_box_of_the_value_only(lab: Lab, page: Any, over: str) -> None:
    versions = Versions(lab, page)

    def sign(on: Any, seat: str) -> None:
        on.locator(".seat").get_by_text(seat, exact=True).locator(".over").click()
        on.get_by_text("Taken").wait_for()

    body = page_of(over=f"position: absolute; {over}")
    versions.learn(body, sign, seat="A2")

    versions.replay(body, seat="B1")
    assert versions.deeds == ["B1"]
    with pytest.raises(FlowError):
        versions.replay(body, seat="C1")

    assert versions.deeds == ["B1"]
