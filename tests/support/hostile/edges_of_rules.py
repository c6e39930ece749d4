"""Small offices for presses at once, numbers in addresses, cells of grids, first letters, decimals and days."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Page

from .acts import Act, click, fill, show, tap
from .everyday import SAID, rows, site
from .pair import EITHER, SAME, STOP, Answer, App, Pair, Request, family
from .parts import page

PRESS, NUMBERED, GRID = "fresh presses", "fresh numbers", "fresh grid"
BEGUN, DECIMAL, DAY = "fresh beginnings", "fresh decimals", "fresh days"


def of(names: Sequence[str], do: str, key: str = "name") -> Callable[[Request], Answer]:
    """Return the answer to a request that names a record by its number ``n``: the deed has the name."""

    def answer(request: Request) -> Answer:
        rest = {name: value for name, value in request.data.items() if name != "n"}
        return Answer(body={"ok": True}, deed={"do": do, key: names[int(request.data["n"])], **rest})

    return answer


# -- a press at once ---------------------------------------------------------------------------------------------------

NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fred")
LIST = site(
    title="Leave",
    at_="<style>@style@</style><h1>Requests</h1><table><tbody id='list'></tbody></table>",
    script="""const ALL = ['Anna', 'Bert', 'Cleo', 'Dora', 'Emil', 'Fred']; let names = [...ALL], trs = [];
    const build = () => { $('#list').innerHTML = ''; trs = names.map(() => { $('#list').insertAdjacentHTML('beforeend', `<tr><td></td><td><button type="button">Approve@in@</button>@beside@</td></tr>`); return $('#list').lastElementChild; }); draw(); };
    const draw = () => trs.forEach((row, n) => { row.cells[0].textContent = names[n]; });
    const nameAt = (e) => names[trs.indexOf(e.target.closest('tr'))];
    $('#list').addEventListener('@when@', (e) => { if (e.target.closest('button')) post('/approve', {n: ALL.indexOf(nameAt(e))}).then(() => say('Approved')); });
    build(); let once = true; const first = (work) => { if (once) { once = false; work(); } };
    @then@""",
    at_approve=of(NAMES, "/approve"),
    at_reject=of(NAMES, "/reject"),
    when="click",
    beside="",
    style="",
    then="",
    **{"in": ""},
)
approve = family(
    PRESS,
    a=LIST(),
    flow=show(click("Approve", within="tr:has(td:text-is('{name}'))"), SAID),
    learn=({"name": "Bert"}, {"name": "Emil"}),
    values={"name": "Cleo"},
    deeds=({"do": "/approve", "name": "{name}"},),
    task="approve a request",
)
KEEP = "for (const type of ['pointerdown', 'mousedown']) addEventListener(type, (e) => { e.stopImmediatePropagation(); if (type === 'pointerdown') first(() => { names.reverse(); build(); }); }, true);"
REFUSE = "$('#list').addEventListener('click', (e) => { const x = e.target.closest('i,b'); if (x) { e.stopImmediatePropagation(); post('/reject', {n: ALL.indexOf(nameAt(e))}).then(() => say('Approved')); } }, true);"
OVER = "button{position:relative}i{position:absolute;right:0;top:0;width:5px;height:5px;background:#c00}tr:hover i{width:100%;height:100%}"
PRESS_PAIRS = (
    approve("kept events, drawn anew", "the page keeps the pointer's way down to itself, sorts the list anew, and takes the way up as the press", EITHER, LIST(when="pointerup", then=KEEP)),
    approve("kept events, used again", "the same, but the rows stay and show other names", EITHER, LIST(when="pointerup", then=KEEP.replace("build()", "draw()"))),
    approve("sorted behind the press", "rows show other names as soon as the pointer is down on one", EITHER, LIST(then="$('#list').addEventListener('pointerdown', () => first(() => { names.reverse(); draw(); }));")),
    approve("rows swap at the move", "the row under the pointer and the next one swap their places when the pointer moves", EITHER, LIST(then="$('#list').addEventListener('pointermove', (e) => first(() => { const row = e.target.closest('tr'); row.nextElementSibling.after(row); }));")),
    approve("names swap at the move", "the rows show the names one further when the pointer comes", EITHER, LIST(then="$('#list').addEventListener('mouseover', () => first(() => { names.push(names.shift()); draw(); }));")),
    approve("sorted all the time", "the list is turned over nine times a second, nodes are used again", EITHER, LIST(then="later(600, () => setInterval(() => { names.reverse(); draw(); }, 110));")),
    approve("glides at the move", "the list glides by a row when the pointer is on it", EITHER, LIST(style="tbody{position:relative;top:0;transition:top .12s linear}tbody:hover{top:31px}")),
    approve("refusal grows over it", "a cross at the edge of the button, which refuses, grows over the whole button under the pointer", EITHER, LIST(style=OVER, then=REFUSE, **{"in": "<i></i>"})),
    approve("refusal covers it", "a button that refuses lies over the other one as soon as the pointer is on the row", EITHER, LIST(style="td{position:relative}b{display:none}tr:hover b{display:block;position:absolute;inset:0;opacity:.1}", then=REFUSE, beside="<b></b>")),
    approve("raised a little", "the row under the pointer is raised by three pixels", SAME, LIST(style="tr:hover{position:relative;top:-3px}")),
    approve("comes in", "the list glides into its place within a second", SAME, LIST(style="table{animation:a 1s}@keyframes a{from{transform:translateY(90px)}}")),
)  # fmt: skip

# -- a number that is glued to a word ----------------------------------------------------------------------------------

TITLES = {"issue3": "Printer jam", "issue5": "Broken lamp", "issue6": "Cracked tile", "issue9": "Leaking tap"}


def issues(
    titles: dict[str, str],
    kind: dict[str, str] | None = None,
    links: dict[str, str] | None = None,
    to: dict[str, str] | None = None,
    back: dict[str, str] | None = None,
) -> App:
    """Return a tracker: where links lead, where forms go, and which page follows."""

    def noted(part: str) -> Callable[[Request], Any]:
        def answer(request: Request) -> Any:
            note = request.data.get("note")
            form = f"<form method=post action='/{(to or {}).get(part, part)}'><label for=x>Note</label><input id=x name=note><button>Submit changes</button></form>"
            says = f"<p role=status>{'issue ' + part.strip('abcdefghijklmnopqrstuvwxyz') + ' was changed' if request.data.get('ok') else ''}</p>"
            if note is None:
                return page(
                    f"<h1>{(kind or {}).get(part, 'Issue')}</h1><p>{titles.get(part, '')}</p>{form}", status=says
                )
            return Answer(
                deed={"do": "note", "on": titles[part], "note": note},
                location=f"/{(back or {}).get(part, part)}?ok=issue+{(back or {}).get(part, part)[5:]}+was+changed",
            )

        return answer

    listed = rows(
        "<tr><td><a href='/{0}'>{1}</a></td></tr>",
        [((links or {}).get(part, part), title) for part, title in titles.items()],
    )
    return App(
        {
            "/": page(f"<h1>Issues</h1><table>{listed}</table>"),
            **{f"/{part}": noted(part) for part in (*titles, *(kind or {}))},
        }
    )


note = family(
    NUMBERED,
    a=issues(TITLES),
    flow=show(click("{title}", "link"), fill("Note", "{note}"), click("Submit changes"), SAID),
    learn=({"title": "Printer jam", "note": "Paper is stuck"}, {"title": "Leaking tap", "note": "Plumber comes"}),
    values={"title": "Broken lamp", "note": "Bulb is ordered"},
    deeds=({"do": "note", "on": "{title}", "note": "{note}"},),
    task="add a note to an issue",
)
NUMBERED_PAIRS = (
    note("form of another issue", "the form on the page of the issue sends to another issue", STOP, issues(TITLES, to={"issue5": "issue6"})),
    note("form of another issue, which is shown", "the form sends to another issue, and its page follows", STOP, issues(TITLES, to={"issue5": "issue6"}, back={"issue6": "issue5"})),
    note("link to another issue", "the link of the issue leads to the page of another one", STOP, issues(TITLES, links={"issue5": "issue6"})),
    note("link to a step", "the link of the issue leads to step 5 of a guide with the same form", STOP, issues({**TITLES, "step5": "Guide"}, kind={"step5": "Issue"}, links={"issue5": "step5"})),
    note("another page follows", "the page of the next issue follows", EITHER, issues(TITLES, back={"issue5": "issue6"})),
    note("numbered anew", "the issues have other numbers", SAME, issues({"issue11": "Leaking tap", "issue14": "Broken lamp", "issue23": "Printer jam"})),
)  # fmt: skip

# -- cells of a grid under one head ------------------------------------------------------------------------------------

GRIDDED = site(
    title="Pool",
    at_="<h1>Pool</h1><table><thead><tr><th colspan='3'>Vehicles</th></tr></thead><tbody>@cells@</tbody></table>",
    at_v1="@one@", at_v2="@one@", at_v3="@one@", at_v4="@one@", at_v5="@one@", at_v6="@one@", at_v7="@one@",
    one="<h1>Vehicle</h1><button type='button' onclick=\"post('/reserve', {n: location.pathname.slice(2)}).then(() => say('Reserved'))\">Reserve</button><p role=status></p>",
    at_reserve=of(("", "Van", "Truck", "Bike", "Bus", "Sedan", "Coupe", "other"), "/reserve"),
)  # fmt: skip


def pool(*cells: tuple[int, str], mark: str = "{}") -> str:
    """Return rows of three cells with links."""
    linked = [(text, f"<a href=/v{n}>{text.rstrip('*')}</a>") for n, text in cells]
    made = [f"<td>{mark.format(link) if text.endswith('*') else link}</td>" for text, link in linked]
    return "".join(f"<tr>{''.join(made[at : at + 3])}</tr>" for at in range(0, len(made), 3))


POOL = ((1, "Van"), (2, "Truck"), (3, "Bike"), (4, "Bus"), (5, "Sedan"), (6, "Coupe"))
reserve = family(
    GRID,
    a=GRIDDED(cells=pool(*POOL)),
    flow=show(click("{name}", "link"), click("Reserve"), SAID),
    learn=({"name": "Van"}, {"name": "Sedan"}),
    values={"name": "Bike"},
    deeds=({"do": "/reserve", "name": "{name}"},),
    task="reserve a vehicle",
)
GRID_PAIRS = (
    reserve("name twice", "another vehicle of this name stands before it under the same head", EITHER, GRIDDED(cells=pool((7, "Bike"), *POOL))),
    reserve("name twice, the own is last", "the other one stands in the recorded column", EITHER, GRIDDED(cells=pool((7, "Bike"), (1, "Van"), (2, "Truck"), (4, "Bus"), (5, "Sedan"), (3, "Bike")))),
    reserve("replaced", "the only one of this name is struck out in favour of another, to which its link leads", STOP, GRIDDED(cells=pool(*POOL[:2], (7, "Bike*"), *POOL[3:], mark="<s>{}</s> replaced by No. 7"))),
    reserve("arranged anew", "the vehicles stand in other cells", SAME, GRIDDED(cells=pool(*POOL[3:], *POOL[:3]))),
)  # fmt: skip

# -- first letters -----------------------------------------------------------------------------------------------------

PEOPLE = ("Anna Berg", "Anton Falk", "Bea Lund", "Bernd Ott", "Carl Ries", "Bea Lundgren")
LETTERS = site(
    title="Assign",
    at_="""<h1>Task 7</h1><p><label for="w">Owner</label> <input id="w" role="combobox" aria-autocomplete="list" autocomplete="off" oninput="offer()"></p><div id="offers" role="listbox"></div><button type="button" onclick="go()">Assign</button>""",
    script="""const ALL = ['Anna Berg', 'Anton Falk', 'Bea Lund', 'Bernd Ott', 'Carl Ries', 'Bea Lundgren']; let n = -1;
    const take = (i) => { n = i; $('#w').value = ALL[i]; $('#offers').innerHTML = ''; };
    const offer = () => { const typed = val('#w').toLowerCase(); const hits = [@order@].filter((i) => typed && ALL[i].toLowerCase().startsWith(typed)); @auto@
      $('#offers').innerHTML = hits.map((i) => `<div role="option" onclick="take(${i})">${@shown@}</div>`).join(''); };
    const go = () => post('/assign', {n}).then(() => say('Assigned'));""",
    order="0, 1, 2, 3, 4",
    shown="ALL[i]",
    auto="",
    at_assign=of(PEOPLE, "/assign", "who"),
)


def begin(label: str) -> Act:
    """Type the first three letters of a name."""
    return lambda at, values: at.get_by_label(label, exact=True).press_sequentially(values["who"][:3])


def choose(at: Page, values: dict[str, str]) -> None:
    """Choose the entry."""
    at.get_by_role("option", name=values["who"], exact=True).click()


assign = family(
    BEGUN,
    a=LETTERS(),
    flow=show(begin("Owner"), choose, click("Assign"), SAID),
    learn=({"who": "Anna Berg"}, {"who": "Carl Ries"}),
    values={"who": "Bea Lund"},
    deeds=({"do": "/assign", "who": "{who}"},),
    task="assign the task",
)
LETTER_PAIRS = (
    assign("person gone, longer name there", "the person is gone, another one's name begins with hers", STOP, LETTERS(order="0, 1, 3, 4, 5")),
    assign("longer name, cut off", "the only entry is of another person, whose name is cut off in the list", STOP, LETTERS(order="0, 1, 3, 4, 5", shown="`<span style='display:inline-block;width:8ch;overflow:hidden' title='${ALL[i]}'>${ALL[i].slice(0, 8)}</span>${ALL[i].slice(8) && '…'}`")),
    assign("takes the first", "as soon as three letters are there, the first entry is taken", EITHER, LETTERS(order="5, 2, 0, 1, 3, 4", auto="if (typed.length > 2 && hits.length) { take(hits[0]); return; }")),
    assign("takes the first, offers the others", "the first entry is taken, and the list still stands", EITHER, LETTERS(order="5, 2, 0, 1, 3, 4", auto="if (hits.length) n = hits[0];", shown="ALL[i]")),
    assign("longer name first", "another person's name begins with hers, and stands first", SAME, LETTERS(order="5, 0, 1, 2, 3, 4")),
)  # fmt: skip

# -- numbers with and without decimals ---------------------------------------------------------------------------------

BUILD = site(
    title="Builds",
    at_="<h1>@head@</h1><table><tbody>@list@</tbody></table>",
    script="const go = (n) => post('/use', {n}).then(() => say('In use'));",
    head="Builds",
    at_use=of(("1", "2", "3", "2.0", "2.00"), "/use", "build"),
)


def builds(*of_: tuple[str, int]) -> str:
    """Return rows, each with a text and the number of its record."""
    return rows(
        "<tr><td>{0}</td><td><button type='button' onclick='go({1})'>Use</button></td></tr>",
        [(text, str(n)) for text, n in of_],
    )


use = family(
    DECIMAL,
    a=BUILD(list=builds(("1", 0), ("2", 1), ("3", 2))),
    flow=show(click("Use", within="tr:has(td:text-is('{build}'))"), SAID),
    learn=({"build": "1"}, {"build": "3"}),
    values={"build": "2"},
    deeds=({"do": "/use", "build": "{build}"},),
    task="use a build",
)
DECIMAL_PAIRS = (
    use("another build before", "builds 2.0 and 2.00 stand before build 2", EITHER, BUILD(list=builds(("1", 0), ("2.0", 3), ("2.00", 4), ("2", 1), ("3", 2)))),
    use("only another build", "build 2 is gone, build 2.0 is there beside builds 1 and 3", STOP, BUILD(list=builds(("1", 0), ("2.0", 3), ("3", 2)))),
    use("two other builds", "build 2 is gone, builds 2.0 and 2.00 are there", STOP, BUILD(list=builds(("1", 0), ("2.0", 3), ("2.00", 4), ("3", 2)))),
    use("with decimals", "all numbers of the column have a decimal", SAME, BUILD(list=builds(("1.0", 0), ("2.0", 1), ("3.0", 2)))),
)  # fmt: skip
# -- days and other numbers in grids -----------------------------------------------------------------------------------

PLAN = site(
    title="Plan",
    at_="<h1>@room@</h1>@before@<table><caption>@month@</caption><thead><tr>@heads@</tr></thead><tbody>@cells@</tbody></table><p>Chosen: <output id='o'></output></p><button type='button' onclick='go()'>Book</button>",
    script="let key = ''; document.querySelectorAll('td').forEach((cell) => { cell.onclick = () => { key = cell.dataset.k; $('#o').textContent = cell.textContent; }; }); const go = () => post('/book', {key}).then(() => say('Booked'));",
    room="Room 4",
    month="February 2027",
    before="",
)  # fmt: skip
WEEK = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")


def plan(numbers: Sequence[tuple[str, str]], heads: Sequence[str] = WEEK, **more: str) -> App:
    """Return a grid of seven columns of texts with their keys."""
    cells = [f"<td data-k='{key}'>{text}</td>" for text, key in numbers]
    lines = "".join(f"<tr>{''.join(cells[at : at + 7])}</tr>" for at in range(0, len(cells), 7))
    return PLAN(heads="".join(f"<th>{head}</th>" for head in heads), cells=lines, **more)


def month(prefix: str, days: int = 28) -> list[tuple[str, str]]:
    """Return the days of a month."""
    return [(str(day), f"{prefix}{day}") for day in range(1, days + 1)]


FEB = plan(month("February "))
day = family(
    DAY,
    a=FEB,
    flow=show(tap("td:text-is('{day}')"), click("Book"), SAID),
    learn=({"day": "3"}, {"day": "19"}),
    values={"day": "12"},
    deeds=({"do": "/book", "key": "February {day}"},),
    task="book a day",
)
SEATS = [(str(n), f"seat {n}") for n in range(1, 29)]
seat = family(
    DAY,
    a=plan(SEATS, heads="ABCDEFG", month="Stalls", room="Theatre"),
    flow=show(tap("td:text-is('{seat}')"), click("Book"), SAID),
    learn=({"seat": "3"}, {"seat": "19"}),
    values={"seat": "12"},
    deeds=({"do": "/book", "key": "seat {seat}"},),
    task="book a seat",
)
HOURS = [("3", "3 h"), ("4", "4 h"), ("5", "5 h"), ("6", "6 h"), ("7", "7 h"), ("8", "8 h"), ("9", "9 h")]
shift = family(
    DAY,
    a=plan(HOURS, month="Ann Reed", room="Hours"),
    flow=show(tap("td:text-is('{hours}')"), click("Book"), SAID),
    learn=({"hours": "4"}, {"hours": "6"}),
    values={"hours": "8"},
    deeds=({"do": "/book", "key": "{hours} h"},),
    task="book hours",
)
DAY_PAIRS = (
    day("next month", "March has the same shape, and is shown", STOP, plan(month("March ", 31), month="March 2027")),
    day("next month below the old one", "the grid shows March, a note names February", STOP, plan(month("March ", 31), month="March 2027", before="<p>February 2027 is full</p>")),
    day("next month after the turn", "the page turns to March when a day is pressed, and marks the same day there", STOP, plan(month("March "), before="<style>caption{caption-side:bottom}</style>", month="March 2027")),
    seat("balcony", "the plan is that of the balcony", STOP, plan([(str(n), f"balcony {n}") for n in range(1, 29)], heads="ABCDEFG", month="Balcony", room="Theatre")),
    seat("other blocks", "the columns are those of other blocks", STOP, plan([(str(n), f"block H {n}") for n in range(1, 29)], heads="HIJKLMN", month="Stalls", room="Theatre")),
    shift("another day of eight hours", "the hours of the days are others, and eight stands twice", EITHER, plan([("8", "Monday"), ("4", "4 h"), ("5", "5 h"), ("6", "6 h"), ("7", "7 h"), ("8", "8 h"), ("9", "9 h")], month="Ann Reed", room="Hours")),
    shift("hours of another one", "the table is that of another person", STOP, plan([(a, f"Bo {b}") for a, b in HOURS], month="Bo Lind", room="Hours")),
    day("note above", "a note stands above the month", SAME, plan(month("February "), before="<p class='muted'>The hall is heated again.</p>")),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (
    *PRESS_PAIRS,
    *NUMBERED_PAIRS,
    *GRID_PAIRS,
    *LETTER_PAIRS,
    *DECIMAL_PAIRS,
    *DAY_PAIRS,
)
