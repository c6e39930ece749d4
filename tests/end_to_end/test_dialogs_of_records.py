"""The title of a dialog names the record by the number in its row: it is the row that a value chose in this run."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import StaleError
from tests.support.lab import Lab
from tests.support.versions import Versions

PAGE = """<table><tr><th>No.</th><th>Guest</th></tr></table><button id="edit">Edit selected</button><div id="box"></div><script>
const off = %d;
let chosen = 0;
for (const [number, name] of [[101, "Ann"], [102, "Bob"], [103, "Cy"]]) {
  const row = document.querySelector("table").insertRow();
  row.innerHTML = `<td>${number}</td><td tabindex="0">${name}</td>`;
  row.onclick = () => { chosen = number; say(`${name} is selected`); };
}
document.getElementById("edit").onclick = () => {
  const number = chosen + off, box = document.getElementById("box");
  box.innerHTML = `<div role="dialog"><h2>Booking ${number}</h2><label>Note <input></label><button>Store note</button></div>`;
  box.querySelector("button").onclick = () => {
    deed(`${number}: ${box.querySelector("input").value}`);
    box.innerHTML = "";
    say("Note stored");
  };
};</script>"""


def note(page: Any, guest: str, text: str) -> None:
    page.get_by_role("cell", name=guest, exact=True).click()
    page.get_by_role("button", name="Edit selected").click()
    page.get_by_label("Note").fill(text)
    page.get_by_role("button", name="Store note").click()
    page.get_by_text("Note stored").wait_for()


def test_a_dialog_of_another_row_has_the_number_of_that_row(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(PAGE % 0, note, guest="Ann", text="vegan")

    versions.replay(PAGE % 0, guest="Cy", text="no stairs")

    assert versions.deeds == ["103: no stairs"]


def test_a_dialog_of_a_row_that_was_not_chosen_is_another_one(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(PAGE % 0, note, guest="Ann", text="vegan")

    with pytest.raises(StaleError):
        versions.replay(PAGE % 1, guest="Bob", text="no stairs")

    assert versions.deeds == []
