"""The first letters of a name that is chosen from the list that they bring: with another name they are others."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.outcome import Outcome
from tests.support.deeds import Desk
from tests.support.suggestions import SUGGESTS

pytestmark = pytest.mark.slow

NAMES = ("Anna Lena", "Anna Lovis", "Bert Claes", "Chen Wei")
PAGE = f"""<main><h1>Booking</h1><label>Member <input></label><div class=menu></div>
<button onclick="post('/book', {{member: chosen}})">Book</button></main><script>
const names = {list(NAMES)!r};
let chosen = "";
{SUGGESTS}</script>"""


def book(page: Any, member: str) -> None:
    page.get_by_label("Member").press_sequentially(member[:2])
    page.locator(".menu").get_by_text(member, exact=True).click()
    page.get_by_role("button", name="Book", exact=True).click()


def test_the_letters_are_those_of_the_name_that_is_chosen(desk: Desk) -> None:
    desk.open(PAGE)
    desk.learn(book, {"member": "Anna Lovis"})
    for name in ("Anna Lena", "Chen Wei"):
        desk.open(PAGE)

        assert desk.replay({"member": name}).outcome is Outcome.REPLAYED
        assert desk.application.deeds == [("/book", {"member": name})]

    desk.open(PAGE)
    desk.refused({"member": "Dora Noll"})
    assert not desk.application.deeds


def test_letters_that_bring_nothing_are_a_text_of_the_flow(desk: Desk) -> None:
    page = f"""<main><h1>Notes</h1><label>Note <input></label><ul>{"".join(f"<li><button>{name}</button></li>" for name in NAMES)}
    </ul></main><script>document.querySelectorAll("button").forEach((one) => one.onclick = () =>
    post("/note", {{note: $("input").value, member: one.textContent}}));</script>"""

    def note(page: Any, member: str) -> None:
        page.get_by_label("Note").fill("An")
        page.get_by_role("button", name=member).click()

    desk.open(page)
    desk.learn(note, {"member": "Anna Lovis"})
    desk.open(page)
    desk.replay({"member": "Bert Claes"})

    assert desk.application.deeds == [("/note", {"note": "An", "member": "Bert Claes"})]
