"""A closed panel that is hidden and transparent shows nothing, whatever the styles of its own parts say."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.outcome import Outcome
from tests.support.deeds import Desk
from tests.support.suggestions import SUGGESTS

pytestmark = pytest.mark.slow

NAMES = ("Anna Lena", "Anna Lovis", "Chen Wei")
"""The members; the last one may not be booked."""
PAGE = f"""<style>.panel {{ position: absolute; top: 60px; left: 0 }} .closed {{ STYLE }} .grid {{ visibility: visible }}
.menu {{ position: absolute; top: 30px; left: 300px }}</style>
<button onclick="turn(0)">Members</button><button onclick="turn(1)">Booking</button>
<div class="panel" id=members><div class=grid>{"".join(f"<div><div>{name}</div></div>" for name in NAMES)}</div></div>
<div class="panel closed" id=booking><label>Member <input></label><div class=menu></div>
<button onclick="post('/book', {{member: chosen}})">Book</button></div><script>
const names = {list(NAMES[:-1])!r};
let chosen = names[0];
const turn = (at) => document.querySelectorAll(".panel").forEach((one, n) => one.classList.toggle("closed", n !== at));
{SUGGESTS}</script>"""
SUNK = "opacity: 0; visibility: hidden"
SHADOW = "const host = $('#members'), part = host.firstChild; host.attachShadow({mode: 'open'}).append(part); part.style.visibility = 'visible';"


def book(page: Any, member: str) -> None:
    page.get_by_role("button", name="Booking").click()
    page.get_by_label("Member").press_sequentially("Anna")
    page.locator(".menu").get_by_text(member, exact=True).click()
    page.get_by_role("button", name="Book", exact=True).click()


@pytest.mark.variants(8)
@pytest.mark.parametrize("shadow", ["", SHADOW], ids=["plain", "in a shadow root"])
def test_no_step_acts_in_a_closed_panel(desk: Desk, shadow: str) -> None:
    page = PAGE.replace("STYLE", SUNK).replace("</script>", f"{shadow}</script>")
    desk.open(page)
    desk.learn(book, {"member": "Anna Lovis"})
    desk.open(page)

    assert desk.replay({"member": "Anna Lena"}).outcome is Outcome.REPLAYED
    assert desk.application.deeds == [("/book", {"member": "Anna Lena"})]

    desk.open(page)
    desk.refused({"member": "Chen Wei"})
    assert not desk.application.deeds
