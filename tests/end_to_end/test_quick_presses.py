"""A press that follows at once on one whose element went away is a step of its own, and no echo."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.outcome import Outcome
from tests.support.deeds import Desk

pytestmark = pytest.mark.slow

PAGE = """<main><h1>Booking</h1><div id=menu><div id=entry>Anna</div></div><button id=one>Regatta</button>
<button id=two>Marathon</button><button id=book>Book</button></main><script>
let event = "Regatta";
$("#entry").onpointerdown = () => $("#entry").remove();
for (const one of ["#one", "#two"]) $(one).onclick = () => { event = $(one).textContent; };
$("#book").onclick = () => post("/book", {event});
</script>"""


def book(page: Any, event: str) -> None:
    places = [page.get_by_text(text, exact=True).bounding_box() for text in ("Anna", event)]
    (x, y), (left, top) = ((box["x"] + 6, box["y"] + 6) for box in places)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.up()
    page.mouse.move(left, top - 18)  # the entry has gone, and the buttons have moved up
    page.mouse.down()
    page.mouse.up()
    page.get_by_role("button", name="Book").click()


def test_the_press_after_an_element_that_went_away_is_recorded(desk: Desk) -> None:
    desk.open(PAGE)
    desk.learn(book, {"event": "Marathon"})

    assert [step.title() for step in desk.steps] == [
        'click div "Anna"',
        'click button "{{event}}"',
        'click button "Book"',
    ]
    assert desk.application.deeds == [("/book", {"event": "Marathon"})]

    desk.open(PAGE)

    assert desk.replay({"event": "Regatta"}).outcome is Outcome.REPLAYED
    assert desk.application.deeds == [("/book", {"event": "Regatta"})]
