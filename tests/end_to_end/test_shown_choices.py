"""A list without a role that shows its present choice: the choice is data of the record, and its label says which list."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from tests.support.lab import Lab
from tests.support.versions import Versions

PAGE = """<main><h1>Transfers</h1><ul id=items><li>Ann <button data-from=Cash data-to=Bank>Edit</button></li>
<li>Bob <button data-from=Bank data-to=Safe>Edit</button></li>
<li>Cid <button data-from=FRESH data-to=Safe>Edit</button></li></ul></main>
<section id=box hidden><h2>Transfer</h2><div id=fields></div><button id=save>Save</button></section><div id=list></div><script>
const chosen = {};
let open = '';
const field = (label, key) => `<div class=item>LABEL<div class=select tabindex=0 data-key="${key}"><div><span>${chosen[key]}</span></div></div></div>`;
const draw = () => { fields.innerHTML = FIELDS; };
items.onclick = ({ target }) => { if (target.dataset.from) { chosen.from = target.dataset.from; chosen.to = target.dataset.to; box.hidden = false; draw(); } };
fields.onclick = ({ target }) => {
  open = target.closest('.select')?.dataset.key || '';
  list.innerHTML = open ? OPTIONS.map((one) => `<div class=entry>${one}</div>`).join('') : '';
};
list.onclick = ({ target }) => { chosen[open] = target.textContent; fields.querySelector(`[data-key=${open}] span`).textContent = chosen[open]; list.innerHTML = ''; };
save.onclick = () => { deed(`${chosen.from} > ${chosen.to}`); say('Saved'); };</script>"""


def page_of(
    fields: str = "field('From', 'from') + field('To', 'to')",
    label: str = "<label>${label}</label>",
    options: str = "['Cash', 'Bank', 'Safe']",
    fresh: str = "Choose",
) -> str:
    return PAGE.replace("FRESH", fresh).replace("FIELDS", fields).replace("LABEL", label).replace("OPTIONS", options)


def edited(page: Any, name: str, source: str) -> None:
    page.get_by_role("listitem").filter(has_text=name).get_by_role("button", name="Edit").click()
    page.locator("[data-key=from] span").click()
    page.locator(".entry").get_by_text(source, exact=True).click()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved").wait_for()


@pytest.fixture
def versions(lab: Lab, page: Any) -> Versions:
    versions = Versions(lab, page)
    versions.learn(page_of(), edited, name="Ann", source="Safe")
    return versions


@pytest.mark.parametrize("name", ["Bob", "Cid"])
def test_another_record_shows_another_choice_or_none(versions: Versions, name: str) -> None:
    versions.replay(page_of(), name=name, source="Cash")

    assert versions.deeds == ["Cash > Safe"]


def test_a_text_that_names_a_lasting_deed_is_no_choice(versions: Versions) -> None:
    with pytest.raises(FlowError):
        versions.replay(page_of(fresh="Delete"), name="Cid", source="Cash")

    assert versions.deeds == []


@pytest.mark.variants(4)
@pytest.mark.parametrize(
    "body",
    [
        page_of("field('To', 'to') + field('From', 'from')"),
        page_of("field('Receiver', 'from') + field('From', 'to')"),
        page_of(label=""),
        page_of(options="['Bank', 'Safe']"),
    ],
    ids=["the lists changed places", "the list has another label", "the lists have no label", "it has no such entry"],
)
def test_another_list_in_its_place_is_not_opened(versions: Versions, body: str) -> None:
    with pytest.raises(FlowError):
        versions.replay(body, name="Bob", source="Cash")

    assert versions.deeds == []
