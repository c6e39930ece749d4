"""A teacher that presses the button of a wizard again: the order is placed once, and the page that confirms is reached."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pytest_ami.model.lesson import Advice, Move, MoveKind, Situation
from tests.support.deeds import Answer, Application, Served
from tests.support.lab import Lab

FIELDS = "<p><label for=s>Street</label> <input id=s name=s></p>"
FORM = "<h1>Checkout</h1><form @form@><div id=part>{}</div><button>Continue</button></form><p role=status></p>"
STAYS = "<script>let s; const go = (e) => { e.preventDefault(); s = $('#s')?.value ?? s; @go@ };</script>"
ORDER = "post('/order', {s}).then(() => later(900, () => { $('form').remove(); say('Thank you'); }));"
WORKING = "history.pushState({}, '', '/working'); $('#part').textContent = 'One moment';"
SWAPPED = f"$('#part').innerHTML = `{FIELDS.replace('Street', 'Phone').replace('id=s', 'id=p')}`;"
REVIEW = """if (!$('#s')) { post('/order').then(() => { $('form').remove(); say('Thank you'); }); return; }
post('/quote', {s}).then(() => { $('#part').textContent = 'Total 20 EUR'; });"""


def script(*parts: str) -> str:
    """Return a checkout that stays in its document."""
    return FORM.format(FIELDS).replace("@form@", "onsubmit=go(event)") + STAYS.replace("@go@", " ".join(parts))


THANKS = FORM.format("<p>Thank you</p>").replace("@form@", "method=post action=/order")
SERVED: dict[str, dict[str, Served]] = {
    "the page works at it": {"/": script(ORDER, WORKING)},
    "another field comes": {"/": script(ORDER, SWAPPED)},
    "the next page has its form": {
        "/": FORM.format(FIELDS).replace("@form@", "method=post action=/order"),
        "/order": Answer("", location="/thanks"),
        "/thanks": THANKS.replace("role=status>", "role=status>Thank you"),
    },
    "the page asks for a confirmation": {"/": script(REVIEW)},
}


class Impatient:
    """A teacher that fills the field, presses the button twice, and waits for the thanks."""

    name, wants_screenshot = "impatient", False

    def __init__(self) -> None:
        """Begin with the field."""
        self.moves = [("fill", "Street"), ("click", "Continue"), ("click", "Continue")]

    def advise(self, situation: Situation) -> Advice:
        """Return the next move."""
        page = situation.observation
        if not self.moves:
            thanked = any("Thank you" in text for text in (*page.notices, *page.texts))
            return Advice(move=Move(kind=MoveKind.DONE if thanked else MoveKind.WAIT, value="1"))
        kind, name = self.moves.pop(0)
        ref = next(one.ref for one in page.elements if name in (one.name, one.label))
        return Advice(move=Move(kind=MoveKind(kind), ref=ref, value="{{street}}" if kind == "fill" else ""))


@pytest.fixture(scope="module")
def served() -> Iterator[Application]:
    with Application() as application:
        yield application


@pytest.mark.variants(4)
@pytest.mark.parametrize("name", SERVED)
def test_an_order_is_placed_once(served: Application, lab: Lab, page: Any, name: str) -> None:
    served.show(SERVED[name])
    page.goto(served.url)

    lab.run(page, "place the order", {"street": "Elm 5"}, teacher=Impatient())

    assert [path for path, _ in served.deeds] == ["/quote", "/order"][name != "the page asks for a confirmation" :]
