"""The other fields of a form that edits a record hold the data of that record: they differ from run to run."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

SITE = "http://stock.test"
FIELDS = {
    "text": '<label>Note <input name="note"></label>',
    "number": '<label>Discount <input name="note" type="number"></label>',
    "area": '<label>Note <textarea name="note"></textarea></label>',
    "list": '<label>Colour <select name="note"><option></option><option>Red</option><option>Blue</option></select></label>',
    "box": '<label><input type="checkbox" name="note"> {label}</label>',
}
STOCK = """<h1>Stock</h1><table><tbody id="rows"></tbody></table><div id="panel"></div><script>
const goods = { Kettle: ['30', %(first)s], Anchor: ['55', %(second)s], Basket: ['7', %(first)s] }, saved = [];
for (const name of Object.keys(goods)) {
  const row = rows.insertRow();
  row.innerHTML = `<td>${name}</td><td><button>Edit ${name}</button></td>`;
  row.querySelector('button').onclick = () => {
    panel.innerHTML = `%(head)s<form><label>Price <input name="price" value="${goods[name][0]}"></label>
      <label>Shelf <select name="shelf"><option></option><option>North</option><option>South</option></select></label>
      %(field)s<button>Save</button>
      <p role="status"></p></form>`;
    const form = panel.querySelector('form'), note = form.elements.note;
    if (note.type === 'checkbox') note.checked = !!goods[name][1]; else note.value = goods[name][1];
    form.onsubmit = (event) => {
      event.preventDefault();
      saved.push([name, form.elements.price.value, form.elements.shelf.value]);
      form.querySelector('[role=status]').textContent = 'Saved';
    };
  };
}
</script>"""
HEADS = {"titled": "<h2>${name}</h2>", "bare": ""}


def shown(page: Any, field: str, first: str, second: str, head: str, label: str = "") -> None:
    body = STOCK % {"field": FIELDS[field].format(label=label), "first": first, "second": second, "head": HEADS[head]}
    page.context.unroute_all()
    page.context.route(f"{SITE}/**", lambda route: route.fulfill(content_type="text/html", body=body))
    page.goto(SITE)


def priced(page: Any, item: str, price: str) -> None:
    page.get_by_role("button", name=f"Edit {item}").click()
    page.get_by_label("Price").fill(price)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved").wait_for()


@pytest.mark.variants(16)
@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("text", "'Handle with care'"),
        ("text", "'Fragile'"),
        ("number", "'15'"),
        ("area", "'Two are left'"),
        ("list", "'Blue'"),
    ],
)
@pytest.mark.parametrize("turned", [False, True], ids=["empty first", "filled first"])
def test_another_record_may_have_a_text_where_the_first_one_had_none(
    lab: Lab, page: Any, field: str, text: str, head: str, *, turned: bool
) -> None:
    first, second = (text, "''") if turned else ("''", text)
    shown(page, field, first, second, head)
    lab.run(page, "price an item", {"item": "Kettle", "price": "32"}, teacher=priced)
    shown(page, field, first, second, head)

    lab.run(page, "price an item", {"item": "Anchor", "price": "60"}, mode=Mode.REPLAY, timeout=5.0)

    assert page.evaluate("saved") == [["Anchor", "60", ""]]


def shelved(page: Any, item: str, shelf: str) -> None:
    page.get_by_role("button", name=f"Edit {item}").click()
    page.get_by_label("Shelf").select_option(shelf)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved").wait_for()


@pytest.mark.variants(8)
@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("field", ["text", "number", "area"])
def test_a_choice_is_made_in_the_form_of_another_record(lab: Lab, page: Any, field: str, head: str) -> None:
    shown(page, field, "''", "'15'", head)
    lab.run(page, "shelve an item", {"item": "Kettle", "shelf": "North"}, teacher=shelved)
    shown(page, field, "''", "'15'", head)

    lab.run(page, "shelve an item", {"item": "Anchor", "shelf": "South"}, mode=Mode.REPLAY, timeout=5.0)

    assert page.evaluate("saved") == [["Anchor", "55", "South"]]


@pytest.mark.variants(8)
@pytest.mark.parametrize("label", ["Notify customers", "Charge again", "Kunden benachrichtigen", "Fragile"])
def test_a_box_that_is_ticked_beforehand_is_no_data_of_a_record(lab: Lab, page: Any, label: str) -> None:
    """The page does not say whether the record or a new release has ticked it: then the deed is not done."""
    shown(page, "box", "''", "'on'", "titled", label)
    lab.run(page, "price an item", {"item": "Kettle", "price": "32"}, teacher=priced)
    shown(page, "box", "''", "'on'", "titled", label)

    with pytest.raises(FlowError):
        lab.run(page, "price an item", {"item": "Anchor", "price": "60"}, mode=Mode.REPLAY, timeout=5.0)

    assert page.evaluate("saved") == []
