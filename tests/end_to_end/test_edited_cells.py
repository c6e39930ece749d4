"""A cell that turns into a field: its old text is data of the row, whatever it says and however often it stands there."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import StaleError
from tests.support.lab import Lab
from tests.support.versions import Versions

GRID = """<div role="grid"><div role="row" id="heads">%(heads)s</div></div><script>
const people = [["Ann", "Oslo", "Lima"], ["Bob", "Rome", "Lima"], ["Cy", "Oslo", "Rome"], ["Dora", "Rome", "Oslo"], ["Eve", "Lima", "Oslo"]];
for (const [name, ...towns] of people) {
  const row = document.createElement("div");
  row.setAttribute("role", "row");
  row.innerHTML = [name, ...towns].map((text) => `<div role="gridcell" tabindex="-1" style="display:inline-block;width:90px">${text}</div>`).join("");
  [...row.children].forEach((cell, column) => {
    cell.ondblclick = () => {
      cell.innerHTML = `<input value="${cell.textContent}">`;
      const field = cell.firstChild;
      field.select();
      field.onkeydown = (event) => {
        if (event.key !== "Enter") return;
        deed(`${name}, ${column}: ${field.value}`);
        cell.textContent = field.value;
        say("Stored");
      };
    };
  });
  document.querySelector("[role=grid]").append(row);
}</script>"""


def heads(*names: str) -> dict[str, str]:
    style = "display:inline-block;width:90px"
    return {"heads": "".join(f'<div role="columnheader" style="{style}">{name}</div>' for name in names)}


def moved(page: Any, name: str, town: str) -> None:
    row = page.get_by_role("row").filter(has_text=name)
    row.get_by_role("gridcell").nth(1).dblclick()
    row.get_by_role("textbox").fill(town)
    row.get_by_role("textbox").press("Enter")
    page.get_by_text("Stored").wait_for()


def test_a_cell_that_opens_is_found_in_its_column_whatever_it_says(lab: Lab, page: Any) -> None:
    body = GRID % heads("Name", "Home", "Work")
    versions = Versions(lab, page)
    versions.learn(body, moved, name="Ann", town="Quito")

    for name in ("Bob", "Dora", "Eve"):
        versions.replay(body, name=name, town="Kyoto")

    assert versions.deeds == ["Bob, 1: Kyoto", "Dora, 1: Kyoto", "Eve, 1: Kyoto"]


@pytest.mark.variants(8)
@pytest.mark.parametrize("name", ["Bob", "Eve"])
def test_a_cell_under_another_head_is_not_opened(lab: Lab, page: Any, name: str) -> None:
    versions = Versions(lab, page)
    versions.learn(GRID % heads("Name", "Home", "Work"), moved, name="Ann", town="Quito")

    with pytest.raises(StaleError):
        versions.replay(GRID % heads("Name", "Birthplace", "Work"), name=name, town="Kyoto")

    assert versions.deeds == []


SPANS = """<table><thead><tr><th>Ship</th><th>Port</th><th>Crew</th></tr></thead><tbody></tbody></table><script>
const ships = [["Ada", "Oslo", "Ann"], ["Bea", "Rome", "Bob"], ["Cleo", "Lima", "Cy"], ["Dana", "Rome", "Dora"]];
for (const [ship, port, crew] of ships) {
  const row = document.querySelector("tbody").insertRow();
  for (const text of [ship, port, crew]) row.insertCell().innerHTML = `<span>${text}</span>`;
  const cell = row.cells[1];
  const show = (text) => {
    cell.innerHTML = `<span>${text}</span>`;
    cell.firstChild.onclick = () => {
      cell.innerHTML = `<div><input%(label)s value="${text}"></div>`;
      const field = cell.querySelector("input");
      field.focus();
      field.onkeydown = (event) => {
        if (event.key !== "Enter") return;
        deed(`${ship}: ${field.value}`);
        show(field.value);
        say("Stored");
      };
    };
  };
  show(port);
}</script>"""


def sailed(page: Any, ship: str, port: str) -> None:
    cell = page.get_by_role("row").filter(has_text=ship).get_by_role("cell").nth(1)
    cell.locator("span").click()
    cell.get_by_role("textbox").fill(port)
    cell.get_by_role("textbox").press("Enter")
    page.get_by_text("Stored").wait_for()


@pytest.mark.variants(2)
@pytest.mark.parametrize("label", ["", ' aria-label="Port"'], ids=["nameless", "named-after-the-head"])
def test_a_text_in_a_cell_that_opens_is_found_in_its_column(lab: Lab, page: Any, label: str) -> None:
    versions = Versions(lab, page)
    versions.learn(SPANS % {"label": label}, sailed, ship="Ada", port="Quito")

    for ship in ("Bea", "Dana"):
        versions.replay(SPANS % {"label": label}, ship=ship, port="Kyoto")

    assert versions.deeds == ["Bea: Kyoto", "Dana: Kyoto"]


def test_a_text_under_another_head_is_not_opened(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(SPANS % {"label": ""}, sailed, ship="Ada", port="Quito")

    with pytest.raises(StaleError):
        versions.replay((SPANS % {"label": ""}).replace("<th>Port", "<th>Owner"), ship="Bea", port="Kyoto")

    assert versions.deeds == []
