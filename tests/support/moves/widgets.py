"""Pages whose widgets are drawn over the browser's own: labels, signs, rows without a role, calendars, boards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .case import MoveCase

WATER, TEA = {"item": "Water"}, {"item": "Green tea"}

DRAWN = """<style>label:hover {{ background: #eee }} label input {{ position: absolute; width: 0; height: 0; margin: 0; opacity: 0 }}
  label span {{ display: inline-block; width: 16px; height: 16px; border: 1px solid }}</style>
  <div role="radiogroup">{}</div>""".format(
    "".join(
        f"<p><label><span></span><input type=radio name=drink value={n}><b>{item}</b></label></p>"
        for n, item in enumerate(("Coffee", "Water", "Green tea", "Tea"))
    )
)
DRAWN_JS = "document.onchange = (e) => say(e.target.labels[0].textContent);"

TERMS = """<style>input { position: absolute; width: 0; height: 0; opacity: 0 }</style>
  <label style="display:block;width:300px;text-align:center"><input type=checkbox id=t><span>I accept</span>
  <a href="#terms" onclick="say('terms')">the terms of use of this page</a></label>"""
TERMS_JS = "q('#t').onchange = (e) => say(e.target.checked ? 'accepted' : 'not');"


def press_text(page: Any, item: str) -> None:
    """Press the text of a label."""
    page.get_by_text(item, exact=True).click()


def rows(*names: str) -> str:
    """Return rows that are made of boxes alone, each with the same two buttons."""
    cell = "<div class=cell>{}</div>"
    cells = (cell.format(f"<p>{name}</p>") + cell.format(f"<p>Shelf {n}</p>") for n, name in enumerate(names, 1))
    buttons = "".join(cell.format(f"<div><button>{name}</button></div>") for name in ("Edit", "Delete"))
    return "".join(f"<div class=line>{one}{buttons}</div>" for one in cells)


ROWS = f"<div>{rows('Coffee', 'Water', 'Tea', 'Green tea')}</div>"
ROWS_JS = """
  document.onclick = (e) => { const b = e.target.closest('button'); if (b) say(b.textContent + ' ' + b.closest('.line').querySelector('p').textContent); };
"""


def delete_row(page: Any, item: str) -> None:
    """Press the button of the row that holds the value."""
    page.locator(".line").filter(has=page.get_by_text(item, exact=True)).get_by_role("button", name="Delete").click()


SIGNS = """<style>i {{ font-style: normal }}</style><ul>{}</ul><div role="alert" id="told"></div>""".format(
    "".join(
        f"<li><span>{item}</span> <b>Bottle no. {n}</b><button><i class='icon' aria-hidden=true>edit</i></button>"
        "<button><i class='icon' aria-hidden=true>delete</i></button></li>"
        for n, item in enumerate(("Coffee", "Water", "Tea", "Green tea"), 1)
    )
)
SIGNS_JS = """
  document.onclick = (e) => { const b = e.target.closest('button'), row = e.target.closest('li'); if (!b) return;
    say(b.textContent + ' ' + row.querySelector('span').textContent); q('#told').textContent = `${b.textContent} of ${row.querySelector('b').textContent}`; };
"""


def delete_sign(page: Any, item: str) -> None:
    """Press the sign of a row."""
    page.get_by_role("listitem").filter(has=page.get_by_text(item, exact=True)).get_by_role("button").last.click()


OPENER = """<label style="display:block;border:1px solid">Due <input id="due" value="1">
  <i class="icon" aria-hidden="true" role="img" style="cursor:pointer">edit_calendar</i></label><div id="pop" hidden>{}</div>""".format(
    "".join(f"<button>{n}</button>" for n in range(1, 32))
)
OPENER_JS = """
  q('i').onclick = () => { q('#pop').hidden = false; };
  q('#pop').onclick = (e) => { if (e.target.matches('button')) { q('#due').value = e.target.textContent; say('day ' + q('#due').value); } };
"""


def choose_day(page: Any, day: str) -> None:
    """Open the calendar by its sign, and choose."""
    page.locator("i").click()
    page.get_by_role("button", name=day, exact=True).click()


SENTENCES = "".join(
    f'<div role="gridcell" tabindex="0" aria-label="Choose {weekday}, {month} {n}{end} {year}. It\'s available.">{n}</div>'
    for month, year, days in (("December", 2026, range(1, 32)), ("January", 2027, range(1, 10)))
    for n in days
    for end in [{1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}.get(n, "th")]
    for weekday in [("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")[n % 7]]
)
SENTENCES_JS = "document.onclick = (e) => { if (e.target.matches('[role=gridcell]')) say(e.target.ariaLabel.split(',')[1].split('.')[0].trim().replace(/(st|nd|rd|th) /, ' ')); };"


def choose_date(page: Any, day: str) -> None:
    """Choose a day of the first month."""
    page.locator(f"[aria-label*='December {day}']").first.click()


PICKED = """<p>Which of them?</p><div id="box"><div id="value">%s</div><input role="combobox" aria-expanded="false" readonly aria-label="Selected %s. Drink"></div>
  <ul role="listbox" hidden><li role=option>Coffee</li><li role=option>Water</li><li role=option>Green tea</li></ul>"""
PICKED_JS = """
  const c = q('[role=combobox]'), ul = q('ul');
  c.onclick = () => { ul.hidden = false; };
  ul.onclick = (e) => { ul.hidden = true; q('#value').textContent = e.target.textContent; c.ariaLabel = `Selected ${e.target.textContent}. Drink`; say(e.target.textContent); };
"""


def pick(page: Any, item: str) -> None:
    """Choose an entry of the list."""
    page.get_by_role("combobox").click()
    page.get_by_role("option", name=item, exact=True).click()


MARKED = """<button id="open">Drinks</button><ul role="listbox" hidden>%s</ul>""" % "".join(  # noqa: UP031
    f"<li role=option aria-selected=false>{item}</li>" for item in ("Coffee", "Water", "Tea", "Green tea")
)
MARKED_JS = """
  q('#open').onclick = () => { q('ul').hidden = false; };
  for (const li of document.querySelectorAll('li')) {
    li.onpointerover = () => { for (const other of li.parentElement.children) other.ariaSelected = String(other === li); };
    li.onclick = () => { q('ul').hidden = true; say(li.textContent); };
  }
"""


def open_and_pick(page: Any, item: str) -> None:
    """Choose an entry that the pointer marks."""
    page.get_by_role("button").click()
    page.get_by_role("option", name=item, exact=True).click()


UPLOADS = '<label>Photo <input type="file"></label><button>Send</button><div role="alert" id="told"></div>'
UPLOADS_JS = (
    "q('button').onclick = () => { q('#told').textContent = `Uploaded ${q('input').files[0].name}`; say('sent'); };"
)


def upload(page: Any, file: str) -> None:
    """Choose a file, and send it."""
    page.get_by_label("Photo").set_input_files(file)
    page.get_by_role("button", name="Send").click()


TAKEN = """<button id=add>Add</button><div id=box></div>"""
TAKEN_JS = """
  q('#add').onclick = () => {
    q('#box').innerHTML = '<section><p>Drop it here</p><button type=button><span><input type=file multiple></span></button></section>';
    const field = q('#box input');
    field.oninput = () => { const [file] = field.files; q('#box').replaceChildren(); say(`has ${file.name.split('.').pop()}`); };
  };
"""


def add_file(page: Any, file: str) -> None:
    """Open a box, and choose a file in it; the box goes as soon as it has the file."""
    page.get_by_role("button", name="Add").click()
    page.locator("#box input").set_input_files(file)
    page.locator("#box input").wait_for(state="detached")


def board(*columns: str, cards: str = "") -> str:
    """Return a board; the cards lie in its first column."""
    made = "".join(
        f"<div class=card draggable=true><div class=row><p>{card}</p><b>Unknown</b></div></div>"
        for card in ("Coffee", "Water", "Green tea")
    )
    style = "<style>.col { float: left; width: 200px; height: 400px; border: 1px solid }</style>"
    return style + "".join(
        f"<div class=col><h4>{name}</h4>{made if not n else cards}</div>" for n, name in enumerate(columns)
    )


BOARD = board("Waiting", "Ready", "Gone")
BOARD_JS = """
  let card = null;
  document.addEventListener('dragstart', (e) => { card = e.target; });
  document.addEventListener('dragover', (e) => e.preventDefault());
  document.addEventListener('drop', (e) => { const col = e.target.closest('.col'); if (!col) return; col.append(card);
    say(card.querySelector('p').textContent + ' is ' + col.querySelector('h4').textContent); });
"""


def drag_card(page: Any, item: str) -> None:
    """Drag a card into the second column."""
    card = page.locator(".card").filter(has=page.get_by_text(item, exact=True))
    card.drag_to(page.locator(".col").nth(1))


PAGER = "<p>Page 1 of 4</p><p>Coffee</p><button>Previous</button><button>Next</button>"
PAGER_JS = """
  let at = 1, pressed = false;
  document.onclick = (e) => { if (e.target.textContent !== 'Next' || pressed) return; pressed = true;
    setTimeout(() => { pressed = false; at += 1; q('p').textContent = `Page ${at} of 4`; say(`page ${at}`); }, 500); };
"""


def turn_pages(page: Any) -> None:
    """Turn to the third page; the page takes presses that come while it is turned for one."""
    for number in (2, 3):
        page.get_by_role("button", name="Next").click()
        page.get_by_text(f"Page {number} of 4").wait_for()


HERE = Path(__file__)

WORKING = """<div id="run"></div><div><button id="a">Load</button></div><div><button id="b">Show</button></div>"""
WORKING_JS = """
  let work = 0;
  q('#a').onclick = () => { q('#run').innerHTML = '<div><label>Running...</label></div><button>Stop</button>'; work = setTimeout(() => { q('#run').innerHTML = ''; say('loaded'); }, 400); };
  q('#b').onclick = () => { clearTimeout(work); q('#run').innerHTML = ''; say('shown'); };
"""


PICTURED_JS = WORKING_JS.replace(
    "<label>Running...</label>", '<i role="img" aria-label="Running..."><svg aria-hidden="true"></i>'
)
"""The same with a picture that has the words, as Streamlit 1.67 shows it."""


def load_and_show(page: Any) -> None:
    """Press two buttons; the first one shows for a moment that the page works."""
    page.get_by_role("button", name="Load").click()
    page.get_by_role("button", name="Stop").wait_for()
    page.get_by_role("button", name="Show").click()


WIDGETS = (
    MoveCase("drawn-radio", DRAWN, press_text, ("check",), "{item}", DRAWN_JS, WATER, TEA, day=True),
    MoveCase(
        "link-in-label",
        TERMS,
        lambda page: page.get_by_text("I accept").click(),
        ("check",),
        "accepted",
        TERMS_JS,
        day=True,
    ),
    MoveCase("plain-rows", ROWS, delete_row, ("click",), "Delete {item}", ROWS_JS, WATER, TEA, day=True),
    MoveCase("signs-of-a-row", SIGNS, delete_sign, ("click",), "delete {item}", SIGNS_JS, WATER, TEA, day=True),
    MoveCase(
        "sign-in-label",
        OPENER,
        choose_day,
        ("click", "click"),
        "day {day}",
        OPENER_JS,
        {"day": "24"},
        {"day": "5"},
        day=True,
    ),
    MoveCase(
        "date-in-sentence",
        SENTENCES,
        choose_date,
        ("click",),
        "December {day} 2026",
        SENTENCES_JS,
        {"day": "24"},
        {"day": "5"},
        day=True,
    ),
    MoveCase(
        "choice-in-name", PICKED % ("Coffee", "Coffee"), pick, ("click", "click"), "{item}", PICKED_JS, WATER, TEA
    ),
    MoveCase("marked-option", MARKED, open_and_pick, ("click", "click"), "{item}", MARKED_JS, WATER, TEA, day=True),
    MoveCase(
        "file-in-message",
        UPLOADS,
        upload,
        ("upload", "click"),
        "sent",
        UPLOADS_JS,
        {"file": str(HERE)},
        {"file": str(HERE.with_name("case.py"))},
        day=True,
    ),
    MoveCase(
        "file-taken-at-once",
        TAKEN,
        add_file,
        ("click", "upload"),
        "has py",
        TAKEN_JS,
        {"file": str(HERE)},
        {"file": str(HERE.with_name("case.py"))},
        day=True,
    ),
    MoveCase("board", BOARD, drag_card, ("drag",), "{item} is Ready", BOARD_JS, WATER, TEA, day=True),
    MoveCase(
        "long-board",
        board("Waiting", "Ready")
        .replace("height: 400px", "height: auto")
        .replace("<h4>W", '<div style="height:440px"></div><h4>W'),
        drag_card,
        ("drag",),
        "{item} is Ready",
        BOARD_JS,
        WATER,
        TEA,
        day=True,
    ),
    MoveCase("slow-pager", PAGER, turn_pages, ("click", "click"), "page 3", PAGER_JS, day=True),
    MoveCase(
        "key-for-a-page-without-height",
        "<style>body { height: 0; margin: 0; overflow: hidden } main { position: fixed; inset: 0 }</style><main>Text</main>",
        lambda page: page.keyboard.press("Escape"),
        ("press",),
        "closed",
        "document.onkeydown = (e) => say(e.key === 'Escape' ? 'closed' : '');",
        day=True,
    ),
    MoveCase("sign-of-work", WORKING, load_and_show, ("click", "click"), "shown", WORKING_JS, day=True),
)

OTHER_ROWS = {
    "the row is gone": f"<div>{rows('Coffee', 'Water', 'Tea')}</div>",
    "the value stands in another row's other cell": f"<div>{rows('Coffee', 'Water', 'Tea')}</div>".replace(
        "Shelf 1", "Green tea"
    ),
    "the value goes on": f"<div>{rows('Coffee', 'Water', 'Tea', 'Green tea (old)')}</div>",
    "the value stands beside the only row": f"<p>Green tea</p><div>{rows('Coffee')}</div>",
}
"""Pages on which no row is that of the value."""

OTHER_SIGNS = {
    "the sign is another one": SIGNS.replace(">delete<", ">archive<"),
    "the signs of the row are others": SIGNS.replace(">delete<", ">restore<").replace(">edit<", ">archive<"),
}
"""Pages on which the sign of the recording is gone."""

OTHER_DATES = {
    "another month": SENTENCES.replace("December", "November"),
    "another year": SENTENCES.replace("2026", "2028"),
    "not available": SENTENCES.replace("It's available", "It's not available"),
}
"""Calendars that do not offer the date."""

ONE_ROW = f"<div>{rows('Green tea')}</div>"
"""A list that shows the row of the value alone."""

CARD = "<div class=card draggable=true><p>Beer</p><b>High</b></div>"
FULL_BOARD = board("Waiting", "Ready", "Gone", cards=CARD)
OTHER_BOARDS = {
    "the columns have changed places": board("Waiting", "Gone", "Ready"),
    "the column has another name": board("Waiting", "Done", "Gone"),
    "another column, full": board("Waiting", "Gone", "Ready", cards=CARD),
}
"""Boards on which the column of the recording is not where it was."""
