"""A record whose name is a short number: beside the word for it the number is data, as a longer name would be."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

SITE = "http://desk.test"

LIST = """<h1>Desk</h1><p>12 of 40 tickets</p><ul id="list"></ul><section id="open"></section><script>
for (const n of [7, 9, 12, 34]) {
  const item = document.createElement('li');
  item.innerHTML = `<a href="#">Ticket #${n}</a> <span>Printer on floor ${n %% 3} does not print</span>`;
  item.firstChild.onclick = () => show(%(shows)s);
  list.append(item);
}
const show = (n) => {
  open_.innerHTML = `<h2>Ticket #${n}</h2><button>Close ticket</button><p role="status"></p>`;
  open_.querySelector('button').onclick = () => {
    open_.querySelector('[role=status]').textContent = `Ticket #${n} is closed`;
    closed.push(n);
  };
};
const closed = [], open_ = document.getElementById('open');
</script>"""


def shown(page: Any, shows: str = "n") -> None:
    page.context.route(
        f"{SITE}/**", lambda route: route.fulfill(content_type="text/html", body=LIST % {"shows": shows})
    )
    page.goto(SITE)


def close(page: Any, ticket: str) -> None:
    page.get_by_role("link", name=f"Ticket #{ticket}", exact=True).click()
    page.get_by_role("button", name="Close ticket").click()
    page.get_by_text(f"Ticket #{ticket} is closed").wait_for()


def test_a_ticket_is_found_by_its_short_number(lab: Lab, page: Any) -> None:
    shown(page)
    lab.run(page, "close a ticket", {"ticket": "12"}, teacher=close)

    for ticket in ("7", "34", "9"):
        shown(page)
        lab.run(page, "close a ticket", {"ticket": ticket}, mode=Mode.REPLAY, timeout=5.0)
        assert page.evaluate("closed") == [int(ticket)]


def test_the_page_of_another_ticket_stops_the_flow(lab: Lab, page: Any) -> None:
    shown(page)
    lab.run(page, "close a ticket", {"ticket": "12"}, teacher=close)
    shown(page, "n === 7 ? 9 : n")

    with pytest.raises(FlowError):
        lab.run(page, "close a ticket", {"ticket": "7"}, mode=Mode.REPLAY, timeout=5.0)

    assert page.evaluate("closed") == []
