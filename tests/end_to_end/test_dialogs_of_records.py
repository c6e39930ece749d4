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


PEOPLE = """<table><tr><th>Name</th><th></th></tr></table><div id="box"></div><script>
const people = { Ann: %(ann)s, Bob: false, Cy: true };
const close = (text) => { document.getElementById("box").innerHTML = ""; say(text); };
for (const name of Object.keys(people)) {
  const row = document.querySelector("table").insertRow();
  row.innerHTML = `<td>${name}</td><td><button>%(opener)s</button></td>`;
  row.querySelector("button").onclick = () => {
    const box = document.getElementById("box");
    box.innerHTML = `<div role="dialog" aria-label="%(title)s"><p>${name}</p><label>Town <input></label>
      <label><input type="checkbox" ${people[name] ? "checked" : ""}> %(box)s</label><button>%(button)s</button></div>`;
    box.querySelector("button").onclick = () => {
      deed(`${name}: ${box.querySelector("input").value}, ${box.querySelector("[type=checkbox]").checked}`);
      close("Done");
    };
  };
}</script>"""
EDIT = {"ann": "true", "opener": "Edit", "title": "Edit person", "box": "Active", "button": "Save"}


def moved(page: Any, name: str, town: str) -> None:
    page.get_by_role("row").filter(has_text=name).get_by_role("button").click()
    page.get_by_label("Town").fill(town)
    page.get_by_role("dialog").get_by_role("button").click()
    page.get_by_text("Done").wait_for()


def test_a_box_in_the_dialog_of_a_record_is_its_data(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(PEOPLE % EDIT, moved, name="Ann", town="Oslo")

    versions.replay(PEOPLE % EDIT, name="Bob", town="Lima")
    versions.replay(PEOPLE % EDIT, name="Cy", town="Rome")

    assert versions.deeds == ["Bob: Lima, false", "Cy: Rome, true"]


@pytest.mark.variants(12)
@pytest.mark.parametrize(
    "words",
    [
        EDIT | {"opener": "Delete", "title": "Delete person", "box": "Keep the invoices", "button": "OK"},
        EDIT | {"box": "For all members"},
        EDIT | {"button": "Delete"},
    ],
    ids=["a deed", "its reach", "a deed in a form"],
)
def test_a_box_beside_a_deed_or_of_its_reach_is_no_data(lab: Lab, page: Any, words: dict[str, str]) -> None:
    versions = Versions(lab, page)
    versions.learn(PEOPLE % words, moved, name="Ann", town="Oslo")

    with pytest.raises(StaleError):
        versions.replay(PEOPLE % words, name="Bob", town="Lima")

    assert versions.deeds == []


BARE = """<label>Find <input id="find"></label><button id="go">Go</button><table><thead><tr><th>Item</th><th>Action</th></tr></thead>
<tbody></tbody></table><script>
const items = ["Oak desk", "Wool rug", "Tin box"];
const show = (text) => {
  const body = document.querySelector("tbody");
  body.innerHTML = "";
  for (const item of items.filter((one) => one.includes(text))) {
    const row = body.insertRow();
    row.innerHTML = `<td>${item}</td><td><a>Edit</a> <a>Delete</a></td>`;
    for (const one of row.querySelectorAll("a")) one.onclick = () => { deed(`${one.textContent} ${item}`); say("Done"); };
  }
};
show("");
document.getElementById("go").onclick = () => show(document.getElementById("find").value);
</script>"""


def found_and_edited(page: Any, item: str) -> None:
    page.get_by_label("Find").fill(item)
    page.get_by_role("button", name="Go").click()
    page.locator("a").nth(1).wait_for()
    page.get_by_role("row").filter(has_text=item).get_by_text("Edit").click()
    page.get_by_text("Done").wait_for()


def test_a_control_without_a_role_in_the_only_row_of_a_search_is_found_again(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(BARE, found_and_edited, item="Wool rug")

    versions.replay(BARE, item="Tin box")
    versions.replay(BARE, item="Oak desk")

    assert versions.deeds == ["Edit Tin box", "Edit Oak desk"]


def test_a_control_without_a_role_with_another_word_is_not_taken(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(BARE, found_and_edited, item="Wool rug")

    with pytest.raises(StaleError):
        versions.replay(
            BARE.replace("<a>Edit</a> <a>Delete</a>", "<a>Delete</a> <a>Edit</a>").replace(">Edit<", ">Drop<"),
            item="Tin box",
        )

    assert versions.deeds == []


REFUND = """<table><tr><th>Order</th><th></th></tr></table><div id="box"></div><script>
const off = %d;
for (const number of ["1041", "1042", "1044"]) {
  const row = document.querySelector("table").insertRow();
  row.innerHTML = `<td>${number}</td><td><button>Refund</button></td>`;
  row.querySelector("button").onclick = () => {
    const its = String(Number(number) + off), box = document.getElementById("box");
    box.innerHTML = `<div role="dialog" aria-labelledby="t"><h2 id="t">Refund order ${its}</h2>
      <label>Amount <input></label><button>Send refund</button></div>`;
    box.querySelector("button").onclick = () => {
      deed(`${its}: ${box.querySelector("input").value}`);
      box.innerHTML = "";
      say("Refund sent");
    };
  };
}</script>"""


def refund(page: Any, order: str, amount: str) -> None:
    page.get_by_role("row", name=order).get_by_role("button", name="Refund").click()
    page.get_by_label("Amount").fill(amount)
    page.get_by_role("button", name="Send refund").click()
    page.get_by_text("Refund sent").wait_for()


def test_a_field_stands_in_the_dialog_whose_title_holds_the_value(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(REFUND % 0, refund, order="1041", amount="15")

    versions.replay(REFUND % 0, order="1044", amount="30")

    assert versions.deeds == ["1044: 30"]


def test_a_field_in_the_dialog_of_another_record_is_not_filled(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(REFUND % 0, refund, order="1041", amount="15")

    with pytest.raises(StaleError):
        versions.replay(REFUND % 2, order="1042", amount="30")

    assert versions.deeds == []
