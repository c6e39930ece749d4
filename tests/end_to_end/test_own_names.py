"""A button that a step renames, beside rows whose buttons have that name already."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

SITE = "http://boards.test"

BOARDS = """<main><h1>Boards</h1><table><tbody id="rows"></tbody></table></main><script>
const stars = new Set(%(starred)s);
for (const name of ['Sales', 'Costs', 'Travel']) {
  const row = document.createElement('tr');
  row.innerHTML = `<td><button></button></td><td>${name}</td>`;
  const button = row.querySelector('button');
  button.textContent = stars.has(name) ? 'starred' : 'unstarred';
  button.onclick = () => { const all = [...document.querySelectorAll('button')]; %(does)s };
  rows.append(row);
}
</script>"""
STARS = "button.textContent = 'starred';"


def shown(page: Any, starred: str = "[]", does: str = STARS) -> None:
    body = BOARDS % {"starred": starred, "does": does}
    page.context.route(f"{SITE}/**", lambda route: route.fulfill(content_type="text/html", body=body))
    page.goto(SITE)


def starred(page: Any, title: str) -> None:
    page.get_by_role("row", name=title).get_by_role("button").click()


def names_now(page: Any) -> list[str]:
    return page.get_by_role("button").all_inner_texts()  # type: ignore[no-any-return]


def test_a_row_is_starred_although_another_is(lab: Lab, page: Any) -> None:
    shown(page)
    lab.run(page, "star a board", {"title": "Sales"}, teacher=starred)
    shown(page, "['Travel']")

    lab.run(page, "star a board", {"title": "Costs"}, mode=Mode.REPLAY, timeout=5.0)

    assert names_now(page) == ["unstarred", "starred", "starred"]


@pytest.mark.variants(12)
@pytest.mark.parametrize("does", ["", "all[2].textContent = 'unstarred';", "all[0].textContent = 'starred';"])
def test_a_button_that_keeps_its_name_has_done_nothing(lab: Lab, page: Any, does: str) -> None:
    shown(page)
    lab.run(page, "star a board", {"title": "Sales"}, teacher=starred, timeout=5.0)
    shown(page, "['Travel']", does)

    with pytest.raises(FlowError):
        lab.run(page, "star a board", {"title": "Costs"}, mode=Mode.REPLAY, timeout=3.0)
