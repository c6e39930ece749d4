"""The offline teacher relearns a control, and takes no other one for it: another thing, another list, another address."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pytest_ami.model.errors import AmiError
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from tests.support.deeds import Application, Served
from tests.support.lab import Lab

WING = """<main><h1>Museum</h1><button type=button onclick="list()">{0}</button><div id=list></div><p role=status></p></main>
<script>const list = () => {{ $('#list').innerHTML = '<h2>{1}</h2><button type=button onclick="book()">Book a guide</button>'; }};
const book = () => post('/{2}').then(() => say('Guide booked'));</script>"""
MONEY = """<main><h1>Till</h1>{0}<div id=pop role=listbox hidden></div><button type=button onclick="keep()">Save</button><p role=status></p></main>
<script>const kept = {{pay: 'EUR', tip: 'EUR'}}; let open;
const toggle = (b) => {{ open = b; $('#pop').hidden = false; $('#pop').innerHTML = ['EUR', 'CHF', 'NOK', 'SEK'].map((o) => `<div role=option onclick="choose(this)">${{o}}</div>`).join(''); }};
const choose = (o) => {{ $('#pop').hidden = true; open.textContent = kept[open.dataset.key] = o.textContent; }};
const keep = () => post('/till', kept).then(() => say('Till is set'));</script>"""
LIST = '<p>{0} <button type=button aria-haspopup=listbox data-key={1} onclick="toggle(this)">EUR</button></p>'
LOAF = """<main><h1>Loaf</h1><form action="{0}" method=post><input type=hidden name=loaf value=rye><button>Order</button></form></main>"""
ORDERED = "<main><h1>Thank you</h1><p role=status>{0}</p></main>"


def wing(name: str, title: str = "Free guides", deed: str = "east") -> dict[str, Served]:
    return {"/": WING.format(name, title, deed)}


def till(lists: str) -> dict[str, Served]:
    return {"/": MONEY.format(lists)}


def loaf(address: str = "/order", said: str = "Loaf ordered") -> dict[str, Served]:
    return {"/": LOAF.format(address), address: ORDERED.format(said)}


@pytest.fixture
def served() -> Iterator[Application]:
    with Application() as application:
        yield application


def guided(page: Any, **_values: str) -> None:
    page.get_by_role("main").get_by_role("button").first.click()
    page.get_by_role("button", name="Book a guide").click()
    page.get_by_text("Guide booked").wait_for()


def priced(page: Any, currency: str) -> None:
    page.locator("[data-key=pay]").click()
    page.get_by_role("option", name=currency).click()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Till is set").wait_for()


def ordered(page: Any, **_values: str) -> None:
    page.get_by_role("button", name="Order").click()
    page.get_by_text("Loaf ordered").wait_for()


def deeds(application: Application) -> list[str]:
    return [path for path, _ in application.deeds]


def relearn(
    served: Application, lab: Lab, page: Any, was: dict[str, Served], now: dict[str, Served], task: str,
    show: Callable[..., None], value: dict[str, str],
) -> Any:  # fmt: skip
    for shown in ({"currency": "CHF"}, {"currency": "NOK"}) if value else ({}, {}):
        served.show(was)
        page.goto(served.url)
        lab.run(page, task, shown, teacher=show)
    served.show(now)
    page.goto(served.url)
    served.deeds.clear()
    return lab.run(page, task, value, mode=Mode.AUTO, teacher="offline", timeout=3.0)


Flow = tuple[str, Callable[..., None], dict[str, str]]
BOOK: Flow = ("book a guide", guided, {})
SET: Flow = ("set the currency", priced, {"currency": "SEK"})
BUY: Flow = ("order a loaf", ordered, {})
BOTH = LIST.format("Pay in", "pay") + LIST.format("Tips in", "tip")
OTHERS = {
    "another wing": (wing("East wing"), wing("West wing", deed="west"), BOOK),
    "another part": (wing("East wing"), wing("Cold store", deed="cold"), BOOK),
    "a longer name": (wing("East wing"), wing("East wing patrons", deed="patrons"), BOOK),
    "another list in its place": (till(BOTH), till(LIST.format("Tips in", "tip")), SET),
    "another address": (loaf(), loaf("/subscription"), BUY),
}
SAME = {
    "a verb": (wing("East wing"), wing("Show the east wing"), BOOK, ["/east"]),
    "named by its effect": (wing("Cart", "Your cart"), wing("Basket", "Your cart"), BOOK, ["/east"]),
    "another root": (loaf(), loaf("/shop/order"), BUY, ["/shop/order"]),
}


@pytest.mark.variants(16)
@pytest.mark.parametrize("case", OTHERS)
def test_another_control_in_its_place_is_left_alone(case: str, served: Application, lab: Lab, page: Any) -> None:
    was, now, flow = OTHERS[case]

    with pytest.raises(AmiError):
        relearn(served, lab, page, was, now, *flow)

    assert deeds(served) == []


@pytest.mark.variants(8)
@pytest.mark.parametrize("case", SAME)
def test_the_same_control_is_relearned(case: str, served: Application, lab: Lab, page: Any) -> None:
    was, now, flow, done = SAME[case]

    run = relearn(served, lab, page, was, now, *flow)

    assert run.outcome in (Outcome.RELEARNED, Outcome.HEALED, Outcome.REPLAYED)
    assert deeds(served) == done


@pytest.mark.variants(8)
@pytest.mark.parametrize("said", ["Loaf ordered twice", "Loaf ordered for tomorrow"])
def test_a_message_about_another_time_is_not_taken_for_the_recorded_one(
    said: str, served: Application, lab: Lab, page: Any
) -> None:
    with pytest.raises(AmiError):
        relearn(served, lab, page, loaf(), loaf(said=said), *BUY)
