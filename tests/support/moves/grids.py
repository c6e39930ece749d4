"""Tables of which each cell is edited in its place: the cell is a button, and its text is data of its row."""

from __future__ import annotations

import json
from typing import Any

from .case import MoveCase

PRICES = {"Polski": "70", "English / Business": "130", "English": "80", "English for kids": "65", "Dansk": "85"}
NUMBERS = {"Polski": "3", "English / Business": "1", "English": "4", "English for kids": "1", "Dansk": "5"}


def grid(*columns: str, tables: tuple[dict[str, str], ...] = (PRICES,), kind: str = "button") -> str:
    """Return a table with a row for each course and a column for each table of texts."""
    heads = "".join(f"<th>{name}</th>" for name in ("Course", *columns))

    def cell(text: str) -> str:
        return f'<td><div><span role="{kind}" tabindex="0">{text}</span></div></td>'

    rows = "".join(f"<tr>{cell(one)}{''.join(cell(table[one]) for table in tables)}</tr>" for one in PRICES)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


GRID_JS = """
  document.querySelectorAll('td span').forEach((span) => { span.ondblclick = () => {
    const field = document.createElement('input'), row = span.closest('tr'), at = span.closest('td').cellIndex;
    field.value = span.textContent; span.before(field); field.focus();
    field.onkeydown = (e) => { if (e.key !== 'Enter') return; const value = field.value; field.remove(); span.textContent = value;
      say([row.cells[0].textContent, q('table').tHead.rows[0].cells[at].textContent, value].join(' ')); };
  }; });
"""


def set_price(page: Any, course: str, price: str) -> None:
    """Write a price into the row of a course."""
    row = page.locator("tbody tr").filter(has=page.get_by_text(course, exact=True))
    row.locator("td").nth(1).locator("span").dblclick()
    page.locator("td input").fill(price)
    page.keyboard.press("Enter")


FEES = "".join(
    f'<div role="row"><div role="gridcell">{voice}</div><div role="gridcell" tabindex="0" class="fee"><b>{fee}</b></div></div>'
    for voice, fee in (("Alto", 52), ("Bass", 55), ("Tenor", 53))
)
FEES = (
    "<style>[role=gridcell] { display: inline-block; width: 100px; height: 24px } input { width: 90% }</style>"
    f'<div role="grid">{FEES}</div><button id="save">Save</button>'
)
FEES_JS = """
  for (const cell of document.querySelectorAll('.fee')) cell.onfocus = () => {
    const field = document.createElement('input'), end = () => { if (field.isConnected) cell.innerHTML = `<b>${field.value}</b>`; };
    field.type = 'number'; field.value = cell.textContent; cell.replaceChildren(field); field.focus();
    field.onblur = end; field.onkeydown = (e) => { if (e.key === 'Enter') end(); }; };
  q('#save').onclick = () => say([...document.querySelectorAll('[role=row]')].map((row) => [...row.children].map((one) => one.textContent).join(' ')).filter((text) => !/5[235]$/.test(text)).join());
"""
"""A grid that puts a field into the place of a text as soon as its cell has the focus."""


def set_fee(page: Any, voice: str, fee: str) -> None:
    """Press the text of a cell, and write into the field that comes in its place."""
    row = page.get_by_role("row").filter(has_text=voice)
    row.get_by_role("gridcell").last.click()
    row.get_by_role("spinbutton").fill(fee)
    row.get_by_role("spinbutton").press("Enter")
    page.get_by_role("button", name="Save").click()


SHELVES = {"Handbook 59": ("Ayşe", "B1"), "Handbook 16": ("Flann", "A10"), "Handbook 5": ("Anna", "A2")}
BOOKS = """<label>Search <input id="find"></label><table role="grid"><thead><tr role="row">{}</tr></thead><tbody id="grid"></tbody></table><div id="list"></div>""".format(
    "".join(f'<th role="columnheader">{head}</th>' for head in ("No.", "Title", "Author", "Shelf"))
)
BOOKS_JS = """
  const books = SHELVES, find = q('#find'), list = q('#list');
  const draw = () => { q('#grid').innerHTML = Object.entries(books).filter(([name]) => name.includes(find.value)).map(([name, [by, at]], n) =>
    `<tr role="row" tabindex="0">${[59 - n, name, by, at].map((text) => `<td role="gridcell">${text}</td>`).join('')}</tr>`).join(''); };
  find.oninput = draw;
  q('#grid').ondblclick = (e) => { const name = e.target.closest('[role=row]').children[1].textContent;
    list.innerHTML = ['A1', 'A10', 'Cellar', 'Window'].map((at) => `<div role="option">${at}</div>`).join('');
    list.onclick = (e) => { const at = e.target.textContent; list.innerHTML = ''; PUT; draw(); say(name + ' at ' + at); }; };
  draw();
""".replace("SHELVES", json.dumps(SHELVES))
PUT = "books[name][1] = at"


def move_book(page: Any, title: str, shelf: str) -> None:
    """Look for a book and choose its shelf from the list of a cell."""
    page.get_by_label("Search").fill(title)
    page.get_by_role("row").filter(has_text=title).get_by_role("gridcell").last.dblclick()
    page.get_by_role("option", name=shelf, exact=True).click()


OTHER_SHELVES = {
    "another shelf": "books[name][1] = at + '0'",
    "another book": "books['Handbook 16 (2)'] = ['Flann', at]",
    "nothing": "0",
}
"""Faults of the page: it does one of these instead of moving the book."""

GRIDS = (
    MoveCase(
        "text-goes-at-the-press",
        FEES,
        set_fee,
        ("click", "fill", "press", "click"),
        "{voice} {fee}",
        FEES_JS,
        {"voice": "Alto", "fee": "71"},
        {"voice": "Tenor", "fee": "88"},
        day=True,
    ),
    MoveCase(
        "shelf-of-a-record",
        BOOKS,
        move_book,
        ("fill", "double_click", "click"),
        "{title} at {shelf}",
        BOOKS_JS.replace("PUT", PUT),
        {"title": "Handbook 59", "shelf": "Window"},
        {"title": "Handbook 16", "shelf": "A1"},
        day=True,
    ),
    MoveCase(
        "price-in-a-grid",
        grid("Price"),
        set_price,
        ("double_click", "fill", "press"),
        "{course} Price {price}",
        GRID_JS,
        {"course": "Polski", "price": "72.5"},
        {"course": "English", "price": "1250"},
        day=True,
    ),
)

OTHER_GRIDS = {
    "another column stands in its place": grid("Places", "Price", tables=(NUMBERS, PRICES)),
    "the row is gone": grid("Price").replace(">English<", ">Svenska<"),
    "the course goes on": grid("Price").replace(">English<", ">English (old)<"),
    "the cell has become a deed": grid("Price").replace(">80<", ">Delete<"),
}
"""Tables in which the price of the course does not stand where it stood."""
