"""A row that is no control, such as one that shows its buttons on hover, is found by the value it holds.

Many rows that differ by a number only are no reason to look at the first ones, or the shortest ones, alone.
"""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.outcome import Outcome
from tests.support.deeds import Desk

pytestmark = pytest.mark.slow

COUNT = 90

PAGE = """<style>td button { visibility: hidden } tr:hover td button { visibility: visible } td { padding: 6px }</style>
<main><h1>Parcels</h1><table><tbody id=rows></tbody></table></main><script>
for (let n = 1; n <= @COUNT@; n += 1) {
  const row = document.createElement("tr"), note = n < 30 && n !== 7 ? "here" : "waits in the depot";
  row.innerHTML = `<td>Parcel ${n}</td><td>${note}</td><td><button type=button>Collect</button><span class=state></span></td>`;
  row.querySelector("button").onclick = () => post("/collect", {n}).then(() => { row.querySelector(".state").textContent = "collected"; });
  $("#rows").append(row);
}
</script>"""


def collect(page: Any, parcel: str) -> None:
    row = page.get_by_role("row").filter(has=page.get_by_role("cell", name=parcel, exact=True))
    row.hover()
    row.get_by_role("button", name="Collect").click()


@pytest.mark.variants(12)
@pytest.mark.parametrize("number", [7, 40, 83])
def test_the_row_of_the_number_is_found(desk: Desk, number: int) -> None:
    page = PAGE.replace("@COUNT@", str(COUNT))
    desk.open(page)
    desk.learn(collect, {"parcel": "Parcel 4"})
    desk.open(page)

    assert desk.replay({"parcel": f"Parcel {number}"}).outcome is Outcome.REPLAYED
    assert desk.application.deeds == [("/collect", {"n": number})]


def test_a_number_that_no_row_has_finds_none(desk: Desk) -> None:
    page = PAGE.replace("@COUNT@", str(COUNT))
    desk.open(page)
    desk.learn(collect, {"parcel": "Parcel 4"})
    desk.open(page)

    desk.refused({"parcel": "Parcel 400"})
    assert not desk.application.deeds
