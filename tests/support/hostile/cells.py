"""Tables that are edited in their cells: which row and which column the field opens in."""

from __future__ import annotations

from typing import Any

from .acts import at, double, press, show, tap, wait
from .pair import EITHER, SAME, STOP, App, family
from .parts import button, one, table

GROUP = "cells"
BODY: dict[str, Any] = {"patience": 3.0}

GRID = """
const lock = (row, word) => document.querySelectorAll('[role=row][data-n]').forEach((r) => { if (r !== row && r.querySelector('.s')) r.querySelector('.s').textContent = word; });
const opened = (cell, row, col) => { const was = cell.textContent; cell.innerHTML = '<input>'; const f = cell.firstChild; f.value = was; f.focus();
  f.onkeydown = (e) => { if (e.key === 'Enter') { const v = f.value; post('/set', {row, col, v}).then(() => { cell.textContent = v; say('Stored'); }); } }; };
"""


def grid(
    *rows: tuple[str, str, str],
    heads: tuple[str, ...] = ("Name", "Price", "Cost"),
    keys: tuple[str, ...] = ("price", "cost"),
    on_click: str = "lock(row, 'locked')",
    on_double: str = "opened(cell, row.dataset.n, cell.dataset.k)",
    note: str = "",
    script: str = "",
    locks: bool = True,
    before: str = "",
) -> App:
    head = (
        "<div role=row>"
        + "".join(f"<span role=columnheader style='display:inline-block;width:120px'>{h}</span>" for h in heads)
        + "</div>"
    )
    cell = "<span role=gridcell style='display:inline-block;width:120px' {}>{}</span>"
    made = "".join(
        f"<div role=row data-n='{r[0]}'>"
        + cell.format("", r[0])
        + "".join(cell.format(f"data-k={k}", v) for k, v in zip(keys, r[1:], strict=False))
        + note
        + (cell.format("class=s", "free") if locks else "")
        + "</div>"
        for r in rows
    )
    wire = f"""document.querySelector('[role=grid]').addEventListener('click', (e) => {{ const cell = e.target.closest('[role=gridcell]'), row = e.target.closest('[data-n]'); if (cell && row && e.target.localName !== 'input') {{ {on_click} }} }});
    document.querySelector('[role=grid]').addEventListener('dblclick', (e) => {{ const cell = e.target.closest('[data-k]'), row = e.target.closest('[data-n]'); if (cell && row && e.target.localName !== 'input') {{ {on_double} }} }});"""
    return one(
        f"<h1>Prices</h1>{before}<div role=grid>{head}{made}</div><div id=bar></div>", script=GRID + script + wire
    )


ROWS = (("Alpha", "10", "7"), ("Beta", "20", "14"), ("Gamma", "30", "21"), ("Delta", "40", "28"))
CELL = "[role=row][data-n='{n}'] [data-k=price]"
EDIT = show(
    tap(CELL),
    double(CELL),
    at("[role=grid] [data-k] input", "{v}"),
    press("[role=grid] [data-k] input", "Enter"),
    wait("text=Stored"),
)
edit = family(
    GROUP,
    a=grid(*ROWS),
    flow=EDIT,
    learn=({"n": "Alpha", "v": "111"}, {"n": "Delta", "v": "222"}),
    values={"n": "Beta", "v": "333"},
    deeds=({"do": "/set", "row": "{n}", "col": "price", "v": "{v}"},),
    **BODY,
)
RESORT = "const box = document.querySelector('[role=grid]'); later({ms}, () => { [...box.querySelectorAll('[data-n]')].reverse().forEach((r) => box.append(r)); });"
RECYCLE = """const recycle = () => { const rows = [...document.querySelectorAll('[data-n]')]; const data = rows.map((r) => [r.dataset.n, ...[...r.children].map((c) => c.textContent)]);
  rows.forEach((r, i) => { const d = data[(i + 1) % rows.length]; r.dataset.n = d[0]; [...r.children].forEach((c, j) => { if (!c.querySelector('input')) c.textContent = d[j + 1]; }); }); };"""
NOTE = "<span role=gridcell style='display:inline-block;width:120px'><input class=note onkeydown=\"if (event.key === 'Enter') post('/note', {row: this.closest('[data-n]').dataset.n, v: this.value}).then(() => say('Stored'))\"></span>"
LONGONE = "$('#bar').innerHTML = '<button type=button>Editing this row alone: whatever is stored now is stored for this row and no other one</button>'"
LONGALL = "$('#bar').innerHTML = '<button type=button>Editing all rows at once: whatever is stored now is stored for every row of the table</button>'"
SHORTONE, SHORTALL = (
    "$('#bar').innerHTML = '<button type=button>Editing this row</button>'",
    "$('#bar').innerHTML = '<button type=button>Editing every row</button>'",
)
ALL = "opened(cell, '*', cell.dataset.k)"
GRIDS = (
    edit("rows reordered", "the rows stand in another order", SAME, grid(*ROWS[::-1])),
    edit("other word of the lock", "the other rows say busy", SAME, grid(*ROWS, on_click="lock(row, 'busy')")),
    edit("no lock", "the other rows are not locked", SAME, grid(*ROWS, on_click="")),
    edit(
        "opens after a second",
        "the field opens a second later",
        SAME,
        grid(*ROWS, on_double="later(1000, () => opened(cell, row.dataset.n, cell.dataset.k))"),
    ),
    edit(
        "sorted between",
        "the rows are sorted 150 ms after the first click",
        EITHER,
        grid(*ROWS, on_click="if (!window.once) { window.once = 1; " + RESORT.replace("{ms}", "150") + " }"),
    ),
    edit(
        "nodes reused between",
        "the rows' nodes hold the next record 150 ms after the first click",
        EITHER,
        grid(*ROWS, script=RECYCLE, on_click="if (!window.once) { window.once = 1; later(150, recycle); }"),
    ),
    edit(
        "nodes reused at the double click",
        "the field opens in the node, which holds the next record 60 ms later",
        STOP,
        grid(*ROWS, script=RECYCLE, on_double="opened(cell, 'wrong', cell.dataset.k); later(60, recycle);"),
    ),
    edit(
        "next row opens",
        "the field opens in the next row",
        STOP,
        grid(
            *ROWS,
            on_double="const next = row.nextElementSibling; opened(next.querySelector('[data-k=price]'), next.dataset.n, 'price')",
        ),
    ),
    edit(
        "row of the same words opens",
        "the field opens in the row of a copy",
        STOP,
        grid(
            ("Beta copy", "20", "14"),
            *ROWS,
            on_double="const next = $('[data-n=\"Beta copy\"]'); opened(next.querySelector('[data-k=price]'), next.dataset.n, 'price')",
        ),
    ),
    edit(
        "row refers to it",
        "the field opens in the row of a part of it",
        STOP,
        grid(
            *ROWS[:2],
            ("Beta / part 2", "30", "21"),
            on_double="const next = row.nextElementSibling; opened(next.querySelector('[data-k=price]'), next.dataset.n, 'price')",
        ),
    ),
    edit(
        "cost opens",
        "the field opens in the next column",
        STOP,
        grid(*ROWS, on_double="opened(row.querySelector('[data-k=cost]'), row.dataset.n, 'cost')"),
    ),
    edit(
        "columns exchanged",
        "cost stands where the price stood, and the heads say so",
        EITHER,
        grid(*((n, c, p) for n, p, c in ROWS), heads=("Name", "Cost", "Price"), keys=("cost", "price")),
    ),
    edit(
        "nothing opens, notes there",
        "nothing opens, but each row has a field for a note",
        STOP,
        grid(*ROWS, note=NOTE, on_double=""),
    ),
    edit("notes beside", "each row has a field for a note beside the field that opens", SAME, grid(*ROWS, note=NOTE)),
    edit("two rows of the name", "two rows are called Beta", STOP, grid(*ROWS, ("Beta", "50", "35"))),
    edit(
        "long word of all rows",
        "a long button says that all rows are edited",
        STOP,
        grid(*ROWS, locks=False, on_click=LONGALL, on_double=ALL),
        a=grid(*ROWS, locks=False, on_click=LONGONE),
    ),
    edit(
        "short word of all rows",
        "a short button says that all rows are edited",
        STOP,
        grid(*ROWS, locks=False, on_click=SHORTALL, on_double=ALL),
        a=grid(*ROWS, locks=False, on_click=SHORTONE),
    ),
    edit(
        "bar for all rows",
        "the field opens in a bar above, for all rows",
        STOP,
        grid(
            *ROWS,
            on_double="$('#bar').innerHTML = '<div role=row>Beta <span role=gridcell></span></div>'; opened($('#bar span'), '*', 'price')",
        ),
    ),
)


def numbered(*people: tuple[str, str, str], deed: int = 1) -> App:
    """Return a table whose rows have a number, a name, and the name of the one who introduced this person."""
    rows = [
        (*person, button("Delete", f"post('/delete', {{who: '{person[deed]}'}}).then(() => say('Deleted'))"))
        for person in people
    ]
    return one(f"<h1>Contacts</h1>{table(('No.', 'Name', 'Introduced by', ''), rows)}")


SHORT = (("#3", "Bert", "Dora"), ("#4", "Cleo", "Emil"), ("#5", "Fay", "Gus"))
of_name = family(
    GROUP,
    a=numbered(*SHORT),
    flow=show(tap("tr:has(td:nth-child(2):text-is('{who}')) button")),
    learn=({"who": "Cleo"},),
    values={"who": "Anna"},
    deeds=({"do": "/delete", "who": "{who}"},),
    **BODY,
)
of_other = family(
    GROUP,
    a=numbered(*SHORT, deed=2),
    flow=show(tap("tr:has(td:nth-child(3):text-is('{who}')) button")),
    learn=({"who": "Emil"},),
    values={"who": "Anna"},
    deeds=({"do": "/delete", "who": "{who}"},),
    **BODY,
)
NUMBERED = (
    of_name("longer number", "the numbers have three digits now", SAME, numbered(("#120", "Anna", "Bert"), ("#121", "Ines", "Dora"))),
    of_name("longer number of another", "Anna only introduced somebody", STOP, numbered(("#120", "Ines", "Anna"), ("#121", "Bert", "Dora"))),
    of_other("longer number, the other column", "the numbers have three digits now", SAME, numbered(("#120", "Ines", "Anna"), ("#121", "Bert", "Dora"), deed=2)),
    of_other("longer number, the name itself", "Anna introduced nobody; she is in the table herself", STOP, numbered(("#120", "Anna", "Bert"), ("#121", "Ines", "Dora"), deed=2)),
)  # fmt: skip

PAIRS = (*GRIDS, *NUMBERED)
