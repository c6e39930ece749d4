"""The other cells of the row that a value chose are data of its record, wherever the page shows them afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

SITE = "http://guests.test"

GUESTS = """<h1>Guests</h1><table><tbody id="rows"></tbody></table><section id="panel"></section><script>
const guests = [['Ann Lee', 'ann@example.org'], ['Bo Ray', 'bo.ray@example.org'], ['Cy Moor', 'cm@example.org']], saved = [];
for (const [name, mail] of guests) {
  const row = rows.insertRow();
  row.innerHTML = `<td>${name}</td><td>${mail}</td>`;
  row.onclick = () => { const shown = %(shows)s; panel.innerHTML = `<div><span>Details</span><span>${shown}</span>
    <label>Notes <input id="notes"></label><button>Save changes</button><p role="status"></p></div>`;
    panel.querySelector('button').onclick = () => {
      saved.push([shown, notes.value]);
      panel.querySelector('[role=status]').textContent = 'Saved';
    };
  };
}
</script>"""


def shown(page: Any, shows: str = "mail") -> None:
    body = GUESTS % {"shows": shows}
    page.context.route(f"{SITE}/**", lambda route: route.fulfill(content_type="text/html", body=body))
    page.goto(SITE)


def note(page: Any, guest: str, text: str) -> None:
    page.get_by_role("cell", name=guest, exact=True).click()
    page.get_by_label("Notes").fill(text)
    page.get_by_role("button", name="Save changes").click()
    page.get_by_text("Saved").wait_for()


def test_an_address_in_the_panel_is_that_of_the_row(lab: Lab, page: Any) -> None:
    shown(page)
    lab.run(page, "note a guest", {"guest": "Ann Lee", "text": "Comes late"}, teacher=note)

    shown(page)
    lab.run(page, "note a guest", {"guest": "Bo Ray", "text": "No nuts"}, mode=Mode.REPLAY, timeout=5.0)

    assert page.evaluate("saved") == [["bo.ray@example.org", "No nuts"]]


def test_the_address_of_another_row_stops_the_flow(lab: Lab, page: Any) -> None:
    shown(page)
    lab.run(page, "note a guest", {"guest": "Ann Lee", "text": "Comes late"}, teacher=note)
    shown(page, "mail[0] === 'b' ? 'cm@example.org' : mail")

    with pytest.raises(FlowError):
        lab.run(page, "note a guest", {"guest": "Bo Ray", "text": "No nuts"}, mode=Mode.REPLAY, timeout=5.0)

    assert page.evaluate("saved") == []


SEARCH = """<h1>Helpers</h1><label>Search <input id="search"></label><div id="list"></div><div id="panel"></div><script>
const helpers = [['Ann Lee', 'ann@example.org'], ['Bo Ray', 'bo.ray@example.org'], ['Cy Moor', 'cm@example.org']], saved = [];
const find = (text) => helpers.filter(([name]) => %(found)s).map(([name, mail]) =>
  `<div class="block"><p>${name}</p><p>${mail}</p><button onclick="edit('${name}')">Edit</button></div>`).join('');
search.onkeydown = (event) => { if (event.key === 'Enter') list.innerHTML = find(search.value); };
const edit = (name) => {
  panel.innerHTML = `<label>Phone <input id="phone"></label><button>Save</button><p role="status"></p>`;
  panel.querySelector('button').onclick = () => {
    saved.push([name, phone.value]);
    panel.querySelector('[role=status]').textContent = 'Saved';
  };
};
</script>"""


def searched(page: Any, found: str = "name === text") -> None:
    body = SEARCH % {"found": found}
    page.context.unroute_all()
    page.context.route(f"{SITE}/**", lambda route: route.fulfill(content_type="text/html", body=body))
    page.goto(SITE)


def telephone(page: Any, helper: str, phone: str) -> None:
    page.get_by_label("Search").fill(helper)
    page.get_by_label("Search").press("Enter")
    page.get_by_text(helper, exact=True).wait_for()
    page.get_by_role("button", name="Edit").click()
    page.get_by_label("Phone").fill(phone)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved").wait_for()


def test_the_address_in_the_only_box_that_a_search_found_is_data(lab: Lab, page: Any) -> None:
    searched(page)
    lab.run(page, "note a number", {"helper": "Ann Lee", "phone": "555-1"}, teacher=telephone)
    searched(page)

    lab.run(page, "note a number", {"helper": "Bo Ray", "phone": "555-2"}, mode=Mode.REPLAY, timeout=5.0)

    assert page.evaluate("saved") == [["Bo Ray", "555-2"]]


def test_the_box_of_another_person_stops_the_flow(lab: Lab, page: Any) -> None:
    searched(page)
    lab.run(page, "note a number", {"helper": "Ann Lee", "phone": "555-1"}, teacher=telephone)
    searched(page, "name === 'Cy Moor'")

    with pytest.raises(FlowError):
        lab.run(page, "note a number", {"helper": "Bo Ray", "phone": "555-2"}, mode=Mode.REPLAY, timeout=5.0)

    assert page.evaluate("saved") == []


LETTERS = """<h1>Articles</h1><table><tbody id="rows"></tbody></table><p id="panel"></p><script>
const saved = [], open = (name) => { panel.innerHTML = `<label>Link <input></label><button>Save link</button>`;
  panel.querySelector('button').onclick = () => { saved.push([name, panel.querySelector('input').value]); panel.innerHTML = ''; }; };
for (const name of ['Letters', 'Letters home', 'Rain', 'Snow']) {
  const row = rows.insertRow();
  row.innerHTML = `<td><a href="#">${name}</a> <button aria-label="More options for ${name}">…</button></td><td>Page</td>`;
  row.querySelector('a').onclick = () => open(name);
}
</script>"""


def link(page: Any, article: str, link: str) -> None:
    page.get_by_role("link", name=article, exact=True).click()
    page.get_by_label("Link").fill(link)
    page.get_by_role("button", name="Save link").click()


def test_a_value_that_is_a_word_of_every_row_does_not_name_the_row(lab: Lab, page: Any) -> None:
    page.context.route(f"{SITE}/**", lambda route: route.fulfill(content_type="text/html", body=LETTERS))
    page.goto(SITE)
    lab.run(page, "add a link", {"article": "Letters", "link": "More"}, teacher=link)

    page.goto(SITE)
    lab.run(page, "add a link", {"article": "Rain", "link": "Note"}, mode=Mode.REPLAY, timeout=5.0)

    assert page.evaluate("saved") == [["Rain", "Note"]]
