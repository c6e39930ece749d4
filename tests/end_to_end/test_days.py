"""A day of a calendar whose days stand in one box, not in rows: each holds its own value, however many stand before it."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

SITE = "http://days.test"
MODES = (Mode.AUTO, Mode.REPLAY)
"""Of a lesson, and of the runs after it."""

CALENDAR = """<main><h1>Visits</h1><div class="month"><p>%(month)s</p><div class="days" id="days"></div></div>
<p role="status"></p></main><script>
const add = (day, month, more) => {
  const one = document.createElement('b');
  one.className = `day ${more}`.trim();
  one.style.display = 'inline-block';
  one.textContent = day;
  if (%(named)s) one.ariaLabel = `${day} ${month} 2027`;
  one.onclick = () => { document.querySelector('[role=status]').textContent = `Visit on ${day} ${month}`; };
  days.append(one);
};
for (let day = 29; day <= 31; day += 1) add(day, '%(before)s', 'other');
for (let day = 1; day <= 30; day += 1) add(day, '%(month)s', day === 9 ? 'now' : '');
for (let day = 1; day <= 9; day += 1) add(day, '%(after)s', 'other');
</script>"""
APRIL = {"before": "March", "month": "April", "after": "May", "named": "true"}
JUNE = {"before": "May", "month": "June", "after": "July", "named": "true"}


def shown(page: Any, words: dict[str, str]) -> None:
    page.context.route(f"{SITE}/**", lambda route: route.fulfill(content_type="text/html", body=CALENDAR % words))
    page.goto(SITE)


def picked(page: Any, day: str) -> None:
    page.locator(".day:not(.other)").get_by_text(day, exact=True).click()


@pytest.mark.variants(2)
@pytest.mark.parametrize("first", ["8", "27"])
def test_a_day_is_found_by_its_own_date_wherever_it_stands(lab: Lab, page: Any, first: str) -> None:
    for number, day in enumerate((first, "5", "24", "30", "1")):
        shown(page, APRIL)
        run = lab.run(page, "plan a visit", {"day": day}, teacher=picked, mode=MODES[bool(number)])
        assert page.get_by_role("status").inner_text() == f"Visit on {day} April"
        assert run.outcome.value == ("replayed" if number else "learned")


@pytest.mark.variants(16)
@pytest.mark.parametrize(("words", "day"), [(JUNE, "24"), (JUNE, "8"), (APRIL, "31"), (APRIL, "32")])
def test_a_day_of_another_month_is_refused(lab: Lab, page: Any, words: dict[str, str], day: str) -> None:
    shown(page, APRIL)
    lab.run(page, "plan a visit", {"day": "15"}, teacher=picked, timeout=5.0)
    shown(page, words)
    with pytest.raises(FlowError):
        lab.run(page, "plan a visit", {"day": day}, mode=Mode.REPLAY, timeout=3.0)
    assert page.get_by_role("status").inner_text() == ""


DATED = """<main><h1>Concerts</h1><div id="days"></div><p role="status"></p></main><script>
for (const month of %(months)s) for (let day = 1; day <= 30; day += 1) {
  const one = document.createElement('span');
  one.style.cssText = 'display:inline-block;width:30px';
  one.textContent = day;
  one.ariaLabel = `${month} ${day}, %(year)s`;
  one.onclick = () => { document.querySelector('[role=status]').textContent = one.ariaLabel; };
  days.append(one);
}
</script>"""


def named_day(page: Any, month: str, day: str, year: str) -> None:
    page.get_by_label(f"{month} {day}, {year}", exact=True).click()


def dated(page: Any, year: str = "2027", months: str = "['June', 'July']") -> None:
    body = DATED % {"year": year, "months": months}
    page.context.route(f"{SITE}/**", lambda route: route.fulfill(content_type="text/html", body=body))
    page.goto(SITE)


def test_a_date_of_which_all_parts_are_values_is_found_by_them(lab: Lab, page: Any) -> None:
    for number, (month, day) in enumerate((("June", "21"), ("July", "2"), ("June", "12"))):
        dated(page)
        values = {"month": month, "day": day, "year": "2027"}
        lab.run(page, "plan a concert", values, teacher=named_day, mode=MODES[bool(number)])
        assert page.get_by_role("status").inner_text() == f"{month} {day}, 2027"


@pytest.mark.variants(12)
@pytest.mark.parametrize(("year", "day"), [("2028", "21"), ("2027", "31"), ("2027", "0")])
def test_a_date_that_is_not_on_the_page_is_refused(lab: Lab, page: Any, year: str, day: str) -> None:
    dated(page)
    lab.run(page, "plan a concert", {"month": "June", "day": "21", "year": "2027"}, teacher=named_day, timeout=5.0)
    dated(page, year="2026" if year == "2028" else year)
    values = {"month": "June", "day": day, "year": year}
    with pytest.raises(FlowError):
        lab.run(page, "plan a concert", values, mode=Mode.REPLAY, timeout=3.0)
    assert page.get_by_role("status").inner_text() == ""


GRID = """<main><h1>Visits</h1><div><div id="month">%(month)s 2027</div></div><div role="grid" aria-labelledby="month">
<div role="row"><span role="columnheader" aria-colindex="1" aria-label="Sunday">S</span></div></div><p role="status"></p></main><script>
const grid = document.querySelector('[role=grid]'), head = grid.querySelector('[role=row]'), first = %(first)s;
[['M', 'Monday'], ['T', 'Tuesday'], ['W', 'Wednesday'], ['T', 'Thursday'], ['F', 'Friday'], ['S', 'Saturday']].forEach(([text, name], i) => {
  head.insertAdjacentHTML('beforeend', `<span role="columnheader" aria-colindex="${i + 2}" aria-label="${name}">${text}</span>`);
});
for (let at = -first; at < 31; at += 7) {
  const row = document.createElement('div');
  row.setAttribute('role', 'row');
  for (let i = 0; i < 7; i += 1) {
    const day = at + i + 1, cell = document.createElement(day > 0 && day < 32 ? 'button' : 'div');
    cell.setAttribute('role', 'gridcell');
    cell.setAttribute('aria-colindex', i + 1);
    if (day > 0 && day < 32) {
      cell.textContent = day;
      cell.onclick = () => { document.querySelector('[role=status]').textContent = `Visit on ${day} %(month)s`; };
    }
    row.append(cell);
  }
  grid.append(row);
}
</script>"""
MARCH = {"month": "March", "first": "1"}
MAY = {"month": "May", "first": "6"}
"""A month of another shape: its days stand in other columns."""
UNNAMED = {"month": "", "first": "6"}


def cell_of(page: Any, day: str) -> None:
    page.get_by_role("gridcell", name=day, exact=True).click()


def visited(lab: Lab, page: Any, words: dict[str, str], day: str, mode: Mode) -> None:
    page.context.route(f"{SITE}/**", lambda route: route.fulfill(content_type="text/html", body=GRID % words))
    page.goto(SITE)
    lab.run(page, "plan a visit", {"day": day}, teacher=cell_of, mode=mode, timeout=4.0)


def test_a_day_in_a_grid_stands_in_the_column_that_follows_from_its_number(lab: Lab, page: Any) -> None:
    for number, day in enumerate(("15", "5", "24", "31", "1", "7")):
        visited(lab, page, MARCH, day, MODES[bool(number)])
        assert page.get_by_role("status").inner_text() == f"Visit on {day} March"


@pytest.mark.variants(8)
@pytest.mark.parametrize("day", ["15", "5"])
@pytest.mark.parametrize("words", [MAY, UNNAMED])
def test_a_day_in_the_grid_of_another_month_is_refused(lab: Lab, page: Any, words: dict[str, str], day: str) -> None:
    visited(lab, page, MARCH if words is MAY else UNNAMED | {"first": "1"}, "15", Mode.AUTO)
    with pytest.raises(FlowError):
        visited(lab, page, words, day, Mode.REPLAY)
    assert page.get_by_role("status").inner_text() == ""


def taken(lab: Lab, page: Any, caption: str, numbers: range, number: int, mode: Mode) -> None:
    """Take a number in a table of seven columns, and see that it was this one."""
    heads = "".join(f"<th>{name}</th>" for name in ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"))
    weeks = [numbers[at : at + 7] for at in range(0, len(numbers), 7)]
    rows = "".join(f"<tr>{''.join(f'<td onclick=done(this)>{one}</td>' for one in week)}</tr>" for week in weeks)
    table = f"<table><caption>{caption}</caption><tr>{heads}</tr>{rows}</table>"
    script = (
        "const done = (cell) => { document.querySelector('[role=status]').textContent = `Took ${cell.textContent}`; };"
    )
    body = f"<main><h1>Plan</h1>{table}<p role=status></p></main><script>{script}</script>"
    page.context.route(f"{SITE}/**", lambda route: route.fulfill(content_type="text/html", body=body))
    page.goto(SITE)
    teacher = None if mode is Mode.REPLAY else lambda on, it: on.locator(f"td:text-is('{it}')").click()
    lab.run(page, "take a number", {"it": str(number)}, teacher=teacher, mode=mode, timeout=4.0)
    assert page.get_by_role("status").inner_text() == f"Took {number}"


def test_a_day_of_a_month_of_the_same_shape_is_refused(lab: Lab, page: Any) -> None:
    taken(lab, page, "February 2027", range(1, 29), 3, Mode.AUTO)
    taken(lab, page, "February 2027", range(1, 29), 19, Mode.REPLAY)
    with pytest.raises(FlowError):
        taken(lab, page, "March 2027", range(1, 32), 12, Mode.REPLAY)
    assert page.get_by_role("status").inner_text() == ""


def test_numbers_that_follow_each_other_are_no_days(lab: Lab, page: Any) -> None:
    taken(lab, page, "Hours", range(3, 10), 4, Mode.AUTO)
    with pytest.raises(FlowError):
        taken(lab, page, "Hours", range(3, 10), 6, Mode.REPLAY)
    assert page.get_by_role("status").inner_text() == ""
