"""Addresses in which the number of a record is glued to its word: ``issue3``. The number is data, the word is not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pytest_ami.model.outcome import Outcome
from tests.support.deeds import Answer, Desk, Served

pytestmark = pytest.mark.slow

PARTS = {"Hinge": "3", "Lid": "11", "Strap": "12", "Wheel": "7"}
LIST = (
    "<main><h1>Parts</h1><table><tr><th>No<th>Part</tr>"
    + "".join(f"<tr><td>{number}<td><a href=/part{number}>{name}</a></tr>" for name, number in PARTS.items())
    + "</table></main>"
)


def of_part(name: str, number: str, said: str = "") -> str:
    return f"""<main><h1>Part{number}</h1><p>{said}</p><form method=post action=/part{number}>
<label>Stock <input name=stock></label><button>Save</button></form></main>"""


def shop(sends: Mapping[str, str] = {}) -> dict[str, Served]:
    """Return the pages of the shop; ``sends`` has the number of the part to which saving another one leads."""
    pages: dict[str, Served] = {"/": LIST}
    for name, number in PARTS.items():
        to = sends.get(number, number)

        def saved(data: dict[str, Any], name: str = name, number: str = number, to: str = to) -> str | Answer:
            if "stock" in data:
                return Answer(location=f"/part{to}?@ok=part%20{to}%20stock%20of%20{name}%20edited%20ok&@template=item")
            return of_part(name, number, str(data.get("@ok", "")))

        pages[f"/part{number}"] = saved
    return pages


def restock(page: Any, part: str, stock: str) -> None:
    page.get_by_role("link", name=part, exact=True).click()
    page.get_by_label("Stock").fill(stock)
    page.get_by_role("button", name="Save").click()


def test_the_number_of_a_record_that_a_value_chose_is_data(desk: Desk) -> None:
    desk.open(shop())
    desk.learn(restock, {"part": "Hinge", "stock": "41"})
    for part in ("Lid", "Wheel"):
        desk.open(shop())

        assert desk.replay({"part": part, "stock": "52"}).outcome is Outcome.REPLAYED
        assert desk.application.deeds == [(f"/part{PARTS[part]}", {"stock": "52"})]


def test_a_link_that_leads_to_another_word_is_another_one(desk: Desk) -> None:
    desk.open(shop())
    desk.learn(restock, {"part": "Hinge", "stock": "41"})
    others = {"/": LIST.replace("/part", "/order"), **{f"/order{n}": of_part(name, n) for name, n in PARTS.items()}}
    desk.open(others)

    assert "page_changed" in desk.refused({"part": "Lid", "stock": "52"})
    assert not desk.application.deeds


def test_the_page_of_another_record_is_no_effect(desk: Desk) -> None:
    desk.open(shop())
    desk.learn(restock, {"part": "Hinge", "stock": "41"})
    desk.open(shop(sends={"11": "12"}))

    assert "wrong_effect" in desk.refused({"part": "Lid", "stock": "52"})


USERS = {"anna": "4", "bert": "5", "chen": "6"}


def users(of: Mapping[str, str] = USERS) -> dict[str, Served]:
    rows = "".join(
        f"<tr><td>{name}<td><form method=post action=/user{number}><button>Retire</button></form></tr>"
        for name, number in of.items()
    )
    pages: dict[str, Served] = {"/": f"<main><h1>Users</h1><table><tr><th>Name<th>Retire</tr>{rows}</table></main>"}
    return pages | {f"/user{n}": f"<main><h1>Users</h1><p>{name} has left</p></main>" for name, n in of.items()}


def retire(page: Any, user: str) -> None:
    page.get_by_role("row").filter(has_text=user).get_by_role("button").click()


def test_a_form_in_the_row_of_a_value_states_its_record(desk: Desk) -> None:
    desk.open(users())
    desk.learn(retire, {"user": "bert"})
    desk.open(users())

    assert desk.replay({"user": "anna"}).outcome is Outcome.REPLAYED
    assert [path for path, _ in desk.application.deeds] == ["/user4"]


def form(number: str) -> dict[str, Served]:
    """Return the pages on which a ticket is made, which gets this number."""

    def made(data: dict[str, Any]) -> str | Answer:
        fields = "<label>Title <input name=title></label><button>Create</button>"
        page = f"<main><h1>New ticket</h1><form method=post action=/ticket>{fields}</form></main>"
        return Answer(location=f"/ticket{number}?@ok=ticket%20{number}%20created") if data else page

    return {"/": "<main><a href=/ticket>New</a></main>", "/ticket": made, f"/ticket{number}": "<h1>Ticket</h1>"}


def create(page: Any, title: str) -> None:
    page.get_by_role("link", name="New").click()
    page.get_by_label("Title").fill(title)
    page.get_by_role("button", name="Create").click()


def test_the_number_of_a_record_that_was_just_made_is_data(desk: Desk) -> None:
    desk.open(form("13"))
    desk.learn(create, {"title": "Lamp"})
    desk.open(form("21"))

    assert desk.replay({"title": "Door"}).outcome is Outcome.REPLAYED
    assert desk.application.deeds == [("/ticket", {"title": "Door"})]


WIZARD = {
    "/": "<main><h1>Start</h1><a href=/step1>Begin</a></main>",
    "/step1": "<main><h1>Shipping</h1><a href=/step2>Next</a></main>",
    "/step2": "<main><h1>Payment</h1><button onclick=\"post('/pay')\">Pay</button></main>",
}


def pay(page: Any) -> None:
    page.get_by_role("link", name="Begin").click()
    page.get_by_role("link", name="Next").click()
    page.get_by_role("button", name="Pay").click()


def test_a_step_of_a_flow_is_no_record(desk: Desk) -> None:
    desk.open(dict(WIZARD))
    desk.learn(pay)
    desk.open({**WIZARD, "/": WIZARD["/"].replace("step1", "step2")})

    desk.refused()
    assert not desk.application.deeds
