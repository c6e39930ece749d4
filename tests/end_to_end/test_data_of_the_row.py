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
