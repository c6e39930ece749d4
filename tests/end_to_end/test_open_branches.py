"""A chooser that opens where the record stands: a branch that is open already is not pressed, and no time was short."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from tests.support.lab import Lab
from tests.support.versions import Versions

PAGE = """<main><h1>Depot</h1><ul id=items><li>Saw <button data-of=Saw data-at=South>Edit</button></li>
<li>Bucket <button data-of=Bucket data-at=North>Edit</button></li></ul></main>
<section id=box hidden><h2>Place</h2><div id=columns></div></section><script>
const shelves = { North: ['Shelf 2', 'Cellar'], South: ['Yard'] };
let record = '', at = '';
const column = (label, names, open) => `<ul role=menu aria-label="${label}">${names.map((one) =>
  `<li role=menuitem tabindex=-1 ${open === undefined ? '' : `aria-haspopup=true aria-expanded=${one === open}`}>${one}</li>`).join('')}</ul>`;
const draw = () => { columns.innerHTML = column('Sites', Object.keys(shelves), at) + DRAWN; };
items.onclick = ({ target }) => { if (target.dataset.of) { record = target.dataset.of; at = target.dataset.at; box.hidden = false; draw(); } };
columns.onclick = ({ target }) => {
  if (target.textContent in shelves) { if (target.textContent === at) deed('pressed again'); at = target.textContent; OPENED; draw(); }
  else if (target.matches('li')) { deed(`${record}: ${target.textContent}`); say('Moved'); }
};</script>"""


def page_of(drawn: str = "column(at, shelves[at])", opened: str = "0") -> str:
    return PAGE.replace("DRAWN", drawn).replace("OPENED", opened)


def moved(page: Any, name: str, shelf: str) -> None:
    page.get_by_role("listitem").filter(has_text=name).get_by_role("button", name="Edit").click()
    page.get_by_role("menuitem", name="North").click()
    page.get_by_role("menuitem", name=shelf).click()
    page.get_by_text("Moved").wait_for()


@pytest.fixture
def versions(lab: Lab, page: Any) -> Versions:
    return Versions(lab, page)


def test_a_branch_that_is_open_already_is_left_out(versions: Versions) -> None:
    versions.learn(page_of(), moved, name="Saw", shelf="Shelf 2")

    run = versions.replay(page_of(), name="Bucket", shelf="Cellar")

    assert versions.deeds == ["Bucket: Cellar"]
    assert not run.outcome.name.startswith("RELEARNED")


@pytest.mark.variants(3)
@pytest.mark.parametrize(
    "drawn",
    [
        "column('South', shelves.South)",
        "column('South', ['Cellar', 'Yard'])",
        "column('Closed in winter', shelves[at])",
    ],
    ids=["the entry is not there", "it is in another branch", "it is in a branch of another name"],
)
def test_an_entry_of_another_branch_is_not_pressed(versions: Versions, drawn: str) -> None:
    versions.learn(page_of(), moved, name="Saw", shelf="Shelf 2")

    with pytest.raises(FlowError, match=r"STALE|OUTCOME"):
        versions.replay(page_of(drawn), name="Bucket", shelf="Cellar")

    assert not [one for one in versions.deeds if ":" in one]


def test_a_press_that_sent_something_is_never_left_out(versions: Versions) -> None:
    page = page_of(opened="fetch('/deed', { method: 'POST', body: 'reserved' })")
    versions.learn(page, moved, name="Saw", shelf="Shelf 2")

    with pytest.raises(FlowError):
        versions.replay(page, name="Bucket", shelf="Cellar")

    assert versions.deeds == []
