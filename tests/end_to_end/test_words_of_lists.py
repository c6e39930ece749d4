"""A word in a list beside a button that equals a value which is chosen later: the list is data, and names no record."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from tests.support.lab import Lab
from tests.support.versions import Versions

FORM = """<form id=sheet hidden onsubmit="return false"><label>Name <input id=name></label>
<label>Kind <select id=kind><option>Tool<option>Paint<option>Timber</select></label>
<button onclick="deed(`${document.getElementById('name').value}: ${kind.value}`); say('Saved')">Save</button></form>"""
LIST = """<main><h1>Depot</h1><section><button onclick="sheet.hidden = false">New</button>
<table><tr><td>Ladder<td>Tool<tr><td>Saw<td>%s</table></section></main>"""


def adds(page: Any, name: str, kind: str) -> None:
    page.get_by_role("button", name="New").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Kind").select_option(kind)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved").wait_for()


@pytest.fixture
def versions(lab: Lab, page: Any) -> Versions:
    return Versions(lab, page)


def test_a_value_that_stood_in_the_list_by_chance_needs_no_other_one_there(versions: Versions) -> None:
    versions.learn(LIST % "Paint" + FORM, adds, name="Level", kind="Paint")

    versions.replay(LIST % "Paint" + FORM, name="Beam", kind="Timber")

    assert versions.deeds == ["Beam: Timber"]


RECORD = """<main><h1>Invoices</h1><section><p>Invoice</p><p>%s</p><button onclick="sure.hidden = false">Approve</button></section></main>
<form id=sure hidden onsubmit="return false"><label>Number <input id=name></label>
<button onclick="deed('%s'); say('Done')">Confirm</button></form>"""


def approves(page: Any, number: str) -> None:
    page.get_by_role("button", name="Approve").click()
    page.get_by_label("Number").fill(number)
    page.get_by_role("button", name="Confirm").click()
    page.get_by_text("Done").wait_for()


CART = """<main><h1>Shop</h1><label>Thing <input id=thing></label><button onclick="adds_()">Add</button>
<section><button onclick="deed(order.innerText); say('Ordered')">Order</button><table id=order><tr><td>Delivery<td>1</table></section></main><script>
const adds_ = () => { order.insertAdjacentHTML('beforeend', `<tr><td>${ADDED}<td>1`); };</script>"""


def orders(page: Any, thing: str) -> None:
    page.get_by_label("Thing").fill(thing)
    page.get_by_role("button", name="Add").click()
    page.get_by_role("cell", name=thing).wait_for()
    page.get_by_role("button", name="Order").click()
    page.get_by_text("Ordered").wait_for()


ROWS = """<main><h1>Rows</h1><section><table><tr><td>%s<td><button onclick="sure.hidden = false">Open</button>
<tr><td>Saw<td><button onclick="sure.hidden = false">Open</button></table></section></main>
<form id=sure hidden onsubmit="return false"><label>Name <input id=name></label>
<button onclick="deed('%s'); say('Done')">Confirm</button></form>"""


def opens(page: Any, name: str) -> None:
    page.get_by_role("row", name=name).get_by_role("button", name="Open").click()
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Confirm").click()
    page.get_by_text("Done").wait_for()


def test_a_record_outside_of_a_list_is_still_that_of_the_value(versions: Versions) -> None:
    versions.learn(RECORD % ("1042", "1042"), approves, number="1042")

    with pytest.raises(FlowError):
        versions.replay(RECORD % ("1042", "1042"), number="1043")

    assert versions.deeds == []


def test_a_row_that_the_flow_has_added_is_still_that_of_the_value(versions: Versions) -> None:
    versions.learn(CART.replace("ADDED", "thing.value"), orders, thing="Lamp")

    with pytest.raises(FlowError):
        versions.replay(CART.replace("ADDED", "'Desk'"), thing="Chair")

    assert versions.deeds == []


def test_the_row_of_the_button_is_still_that_of_the_value(versions: Versions) -> None:
    versions.learn(ROWS % ("Rope", "Rope"), opens, name="Rope")

    with pytest.raises(FlowError):
        versions.replay(ROWS % ("Rope", "Rope"), name="Glue")

    assert versions.deeds == []
