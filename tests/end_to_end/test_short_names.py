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


CARDS = """<h1>Projects</h1><div id="cards"></div><button id="add">Add project</button><p role="status"></p><script>
const names = %(names)s, added = [];
const draw = () => { cards.innerHTML = names.toSorted().map((name) =>
  `%(card)s`).join(''); };
const pick = (name) => { document.title = name; };
add.onclick = () => { added.push(document.title); document.querySelector('[role=status]').textContent = 'Added'; };
draw();
</script>"""


def add_after_opening(page: Any, project: str) -> None:
    page.get_by_role("link", name=f"Open {project}").click()
    page.get_by_role("button", name="Add project").click()
    page.get_by_text("Added").wait_for()


ENTRY = """<h3>Project ${name}</h3><p>Nothing yet</p><a href="#" onclick="pick('${name}')">Open ${name}</a>"""


def listed(page: Any, names: str, card: str) -> None:
    body = CARDS % {"names": names, "card": card}
    page.context.route(f"{SITE}/**", lambda route: route.fulfill(content_type="text/html", body=body))
    page.goto(SITE)


@pytest.mark.variants(12)
@pytest.mark.parametrize(
    ("first", "card"),
    [
        ("['Zeus', 'Apollo', 'Mars']", f'<div class="card">{ENTRY}</div>'),
        ("['Apollo']", f'<div class="card">{ENTRY}</div>'),
        ("['Zeus', 'Apollo']", ENTRY),
    ],
)
def test_the_title_of_a_card_above_is_no_title_of_the_button_below(lab: Lab, page: Any, first: str, card: str) -> None:
    listed(page, first, card)
    lab.run(page, "add a project", {"project": "Apollo"}, teacher=add_after_opening)
    listed(page, "['Zeus', 'Apollo', 'Mars']", card)

    lab.run(page, "add a project", {"project": "Zeus"}, mode=Mode.REPLAY, timeout=5.0)

    assert page.evaluate("added") == ["Zeus"]
