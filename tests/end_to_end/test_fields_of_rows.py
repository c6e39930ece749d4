"""A field with a name that a press opens in the row of a value: it belongs to the record, wherever the row stands."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import StaleError
from tests.support.lab import Lab
from tests.support.versions import Versions

TABLE = """<table><thead><tr><th>Boat</th><th>Harbour</th><th>Remark</th></tr></thead><tbody></tbody></table><script>
const boats = %(boats)s;
for (const [boat, harbour] of boats) {
  const row = document.querySelector("tbody").insertRow();
  for (const text of [boat, harbour]) row.insertCell().textContent = text;
  const cell = row.insertCell();
  cell.innerHTML = "<span>none</span>";
  cell.ondblclick = () => {
    const owner = %(owner)s;
    const place = document.querySelector("tbody").rows[boats.findIndex(([one]) => one === owner)].cells[2];
    if (place.querySelector("input")) return;
    place.innerHTML = '<div class="field"><input aria-label="Remark"></div>';
    const field = place.querySelector("input");
    field.focus();
    field.onkeydown = (event) => {
      if (event.key !== "Enter") return;
      deed(`${owner}: ${field.value}`);
      place.innerHTML = `<span>${field.value}</span>`;
      say("Remark stored");
    };
  };
}</script>"""

BOATS = '[["Gull", "Brest"], ["Heron", "Kiel"], ["Tern", "Brest"], ["Petrel", "Cork"]]'
OTHERS = '[["Petrel", "Cork"], ["Skua", "Kiel"], ["Heron", "Kiel"], ["Tern", "Brest"], ["Gull", "Brest"]]'


def table(boats: str = BOATS, owner: str = "boat") -> str:
    return TABLE % {"boats": boats, "owner": owner}


def remarked(page: Any, boat: str, remark: str) -> None:
    page.get_by_role("row").filter(has_text=boat).get_by_text("none").dblclick()
    page.get_by_label("Remark").fill(remark)
    page.get_by_label("Remark").press("Enter")
    page.get_by_text("Remark stored").wait_for()


def test_a_field_opens_in_the_row_of_the_value(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(table(), remarked, boat="Heron", remark="leaks")

    versions.replay(table(), boat="Tern", remark="sold")
    versions.replay(table(OTHERS), boat="Petrel", remark="new sail")
    versions.replay(table(OTHERS), boat="Gull", remark="in dock")

    assert versions.deeds == ["Tern: sold", "Petrel: new sail", "Gull: in dock"]


def test_a_field_that_opens_in_another_row_takes_nothing(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(table(), remarked, boat="Heron", remark="leaks")

    with pytest.raises(StaleError):
        versions.replay(table(owner='boat === "Tern" ? "Heron" : boat'), boat="Tern", remark="sold")

    assert versions.deeds == []
