"""A control in a cell of a table becomes the cell itself: relearned by row and head, in real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pytest_ami.model.errors import StaleError
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from tests.support.deeds import Application
from tests.support.lab import Lab

COURSES = {"Polski": 70, "English": 80, "English / Business": 130, "English for kids": 65}
SCRIPT = """<button id=save>Save prices</button><p role=status id=said></p><script>
for (const one of document.querySelectorAll('.edit')) one.addEventListener('dblclick', () => {
  if (one.querySelector('input')) return;
  one.innerHTML = `<input value="${one.textContent.trim()}">`;
  const field = one.querySelector('input');
  field.focus();
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    one.textContent = field.value;
  });
});
save.onclick = () => {
  const all = [...document.querySelectorAll('.edit')].map((one) => `${one.dataset.key}=${one.textContent.trim()}`);
  fetch('/save', { method: 'POST', body: new URLSearchParams({ all: all.join(';') }) }).then(() => { said.textContent = 'Prices saved'; });
};
</script>"""


def buttons() -> str:
    """Return a table whose cells hold controls."""
    rows = "".join(
        f"<tr><td><span role=button tabindex=0>{name}</span></td>"
        f'<td><span role=button tabindex=0 class=edit data-key="{name}">{price}</span></td></tr>'
        for name, price in COURSES.items()
    )
    return f"<table><tr><th>Course</th><th>Price</th></tr>{rows}</table>{SCRIPT}"


def grid(head: str = "Price ⋮", *, more: bool = False) -> str:
    """Return a grid whose cells are the controls; with ``more`` another column of prices stands before."""
    heads = ["Course ⋮", *(["Price of 2025"] if more else []), head]
    columns = "".join(f"<div role=columnheader>{text}</div>" for text in heads)
    old = "<div role=gridcell tabindex=-1 class=edit data-key=old>{}</div>" if more else ""
    rows = "".join(
        f"<div role=row><div role=gridcell tabindex=-1>{name}</div>{old.format(price)}"
        f'<div role=gridcell tabindex=-1 class=edit data-key="{name}">{price}</div></div>'
        for name, price in COURSES.items()
    )
    return f"<div role=grid><div role=row>{columns}</div>{rows}</div>{SCRIPT}"


@pytest.fixture
def served() -> Iterator[Application]:
    with Application() as application:
        yield application


def by_hand(page: Any, course: str, price: str) -> None:
    cell = page.get_by_role("row").filter(has=page.get_by_role("button", name=course, exact=True)).locator(".edit")
    cell.dblclick()
    page.get_by_role("row").get_by_role("textbox").fill(price)
    page.get_by_role("row").get_by_role("textbox").press("Enter")
    page.get_by_role("button", name="Save prices").click()
    page.get_by_text("Prices saved").wait_for()


def saved(application: Application) -> dict[str, str]:
    return dict(one.split("=") for one in application.deeds[-1][1]["all"].split(";") if not one.startswith("old"))


def learned(served: Application, lab: Lab, page: Any) -> None:
    served.show({"/": buttons(), "/save": "ok"})
    page.goto(served.url)
    assert lab.run(page, "set a price", {"course": "Polski", "price": "72"}, teacher=by_hand).outcome is Outcome.LEARNED


@pytest.mark.variants(8)
@pytest.mark.parametrize("more", [False, True])
def test_the_cell_of_the_row_and_the_head_is_double_clicked(
    served: Application, lab: Lab, page: Any, *, more: bool
) -> None:
    learned(served, lab, page)
    served.show({"/": grid(more=more), "/save": "ok"})
    page.goto(served.url)

    assert lab.run(page, "set a price", {"course": "English", "price": "81"}).outcome is Outcome.RELEARNED
    assert saved(served) == {**{name: str(price) for name, price in COURSES.items()}, "English": "81"}

    page.goto(served.url)
    again = lab.run(page, "set a price", {"course": "English for kids", "price": "66"}, mode=Mode.REPLAY)
    assert again.outcome is Outcome.REPLAYED
    assert saved(served)["English for kids"] == "66"


def test_a_cell_under_another_head_is_another_one(served: Application, lab: Lab, page: Any) -> None:
    learned(served, lab, page)
    served.show({"/": grid("Places"), "/save": "ok"})
    page.goto(served.url)

    with pytest.raises(StaleError):
        lab.run(page, "set a price", {"course": "English", "price": "81"}, timeout=3.0)
    assert not served.deeds
