"""A day of a calendar that is a plain text in its cell: its column follows from its number, as that of a cell does."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

SITE = "http://days-in-cells.test"

PAGE = """<main><h1>Visits</h1><label>Day <input id=day readonly></label><div id=panel hidden>
<div><button>Next</button><span>%(label)s</span></div><div><table><tr>%(heads)s</tr>%(rows)s</table></div></div>
<p role=status></p></main><script>
const day = document.getElementById('day'), panel = document.getElementById('panel');
day.onclick = () => { panel.hidden = false; };
panel.querySelector('table').onclick = ({ target }) => {
  const cell = target.closest('td');
  if (!cell) return;
  panel.hidden = true;
  document.querySelector('[role=status]').textContent = `Visit on ${cell.textContent} ${cell.className}`;
};</script>"""


def opened(page: Any, label: str, first: int, last: int, before: int) -> None:
    """Open the page of a month: the column of its first day, its last day, and the last day of the month before."""
    days = [(day, "before") for day in range(before - first + 1, before + 1)]
    days += [(day, "of this month") for day in range(1, last + 1)]
    days += [(day, "after") for day in range(1, 43 - len(days))]
    cells = [f"<td class='{month}'><div><span>{day}</span></div></td>" for day, month in days]
    rows = "".join(f"<tr>{''.join(cells[at : at + 7])}</tr>" for at in range(0, 42, 7))
    heads = "".join(f"<th>{name}</th>" for name in ("Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"))
    body = PAGE % {"label": label, "heads": heads, "rows": rows}
    page.context.route(f"{SITE}/**", lambda route: route.fulfill(content_type="text/html", body=body))
    page.goto(SITE)


def picked(page: Any, day: str) -> None:
    page.get_by_label("Day").click()
    page.locator("td[class='of this month']").get_by_text(day, exact=True).click()


def visited(lab: Lab, page: Any, day: str, mode: Mode, month: tuple[str, int, int, int]) -> None:
    opened(page, *month)
    lab.run(page, "plan a visit", {"day": day}, teacher=picked if mode is Mode.AUTO else None, mode=mode, timeout=4.0)


NOVEMBER = ("November 2027", 1, 30, 31)
MAY = ("May 2027", 6, 31, 30)


@pytest.mark.variants(2)
@pytest.mark.parametrize(("month", "first"), [(MAY, "15"), (NOVEMBER, "9")])
def test_a_text_in_a_cell_of_a_calendar_is_found_for_another_day(
    lab: Lab, page: Any, month: tuple[str, int, int, int], first: str
) -> None:
    visited(lab, page, first, Mode.AUTO, month)
    for day in ("28", "3"):
        visited(lab, page, day, Mode.REPLAY, month)
        assert page.get_by_role("status").inner_text() == f"Visit on {day} of this month"


@pytest.mark.variants(2)
@pytest.mark.parametrize(
    ("lesson", "month", "day"),
    [
        (("November 2027", 1, 30, 31), ("December 2027", 3, 31, 30), "20"),
        (("November 2027", 1, 30, 31), ("November 2028", 3, 30, 31), "20"),
        (("November 2027", 1, 30, 31), ("November 2027", 1, 30, 31), "31"),
    ],
    ids=["another month", "another year", "a day that only the month before has"],
)
def test_a_text_in_a_cell_of_another_month_is_refused(
    lab: Lab, page: Any, lesson: tuple[str, int, int, int], month: tuple[str, int, int, int], day: str
) -> None:
    visited(lab, page, "7", Mode.AUTO, lesson)  # it stands below the 31st of the month before
    with pytest.raises(FlowError):
        visited(lab, page, day, Mode.REPLAY, month)
    assert page.get_by_role("status").inner_text() == ""
