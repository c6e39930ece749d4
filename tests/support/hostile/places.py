"""Acts on a thing in its place: a card in a column, a year in a folder, a cell of a table."""

from __future__ import annotations

from .acts import ANNOUNCED, at, click, double, press, show, wait
from .pair import EITHER, SAME, STOP, App, family
from .parts import one, with_parts

GROUP = "places"

BOARD = """
const columns = @columns@;
const move = (card, by) => { const from = columns.findIndex((one) => one.cards.includes(card)); const to = columns[from + by]; if (!to) return;
  columns[from].cards = columns[from].cards.filter((one) => one !== card); to.cards.push(card); draw(); post('/move', {card, to: to.name}).then(() => say('Card moved')); };
const draw = () => { $('.board').innerHTML = columns.map((one) => `<section aria-label="${one.name}" class="lane"><h2>${one.name}</h2>` + one.cards.map((card) => `@card@`).join('') + '</section>').join(''); };
draw();
"""
CARD = '<article class="card"><h3>${card}</h3><button aria-label="Move right" onclick="move(\'${card}\', 1)">&rarr;</button></article>'


def board(*columns: tuple[str, list[str]], card: str = CARD) -> App:
    """Return a board."""
    return one(
        "<h1>Board</h1><div class=board></div>",
        script=with_parts(BOARD, columns=[{"name": name, "cards": cards} for name, cards in columns], card=card),
    )


TODO = ("To do", ["Paint"])
DOING = ("Doing", ["Logo", "Menu", "Map"])
DONE = ("Done", ["Name"])
card = family(
    GROUP,
    a=board(TODO, DOING, DONE),
    learn=({"card": "Logo"}, {"card": "Menu"}),
    values={"card": "Map"},
    task="move a card",
    flow=show(click("Move right", within="article:has(h3:text-is('{card}'))"), ANNOUNCED),
    deeds=({"do": "/move", "card": "{card}", "to": "Done"},),
)
CARDS = (
    card(
        "column between",
        "the column Cancelled stands between Doing and Done",
        STOP,
        board(TODO, DOING, ("Cancelled", []), DONE),
    ),
    card(
        "card in another column",
        "the card is still in To do, so that it would move to Doing",
        STOP,
        board(("To do", ["Paint", "Map"]), ("Doing", ["Logo", "Menu"]), DONE),
    ),
    card("last column renamed", "the last column is called Rejected", STOP, board(TODO, DOING, ("Rejected", ["Name"]))),
    card(
        "cards sorted",
        "the cards have another order and draggable wrappers",
        SAME,
        board(
            TODO,
            ("Doing", ["Map", "Menu", "Logo"]),
            DONE,
            card='<article class="card" draggable="true" data-rbd-draggable-id="${card}"><header><h3>${card}</h3></header><button aria-label="Move right" onclick="move(\'${card}\', 1)"><svg width=9 height=9 aria-hidden=true></svg></button></article>',
        ),
    ),
    card("column before", "a column Ideas stands before To do", SAME, board(("Ideas", ["Song"]), TODO, DOING, DONE)),
)

TREE = "<ul role=tree aria-label=Folders>@nodes@</ul>"


def tree(
    *nodes: tuple[str, tuple[str, ...]],
    node: str = "<li role=treeitem aria-expanded=true><span>@p@</span><ul role=group>@kids@</ul></li>",
) -> App:
    """Return folders of years with a button each."""
    made = "".join(
        with_parts(
            node,
            p=parent,
            kids="".join(
                f"<li role=treeitem><span>{kid}</span> <button onclick=\"post('/empty', {{folder: '{parent}/{kid}'}}).then(() => say('Folder emptied'))\">Empty</button></li>"
                for kid in kids
            ),
        )
        for parent, kids in nodes
    )
    return one("<h1>Archive</h1>" + with_parts(TREE, nodes=made))


empty = family(
    GROUP,
    a=tree(("Marketing", ("2029", "2030")), ("Legal", ("2028",))),
    learn=({"year": "2029"}, {"year": "2029"}),
    values={"year": "2029"},
    task="empty a folder",
    flow=show(click("Empty", within="li li:has(span:text-is('{year}'))"), ANNOUNCED),
    deeds=({"do": "/empty", "folder": "Marketing/{year}"},),
)
TREES = (
    empty(
        "year in another folder",
        "the year stands below Legal now",
        STOP,
        tree(("Marketing", ("2030",)), ("Legal", ("2028", "2029"))),
    ),
    empty(
        "tree sorted",
        "the folders are sorted and have icons",
        SAME,
        tree(
            ("Legal", ("2028",)),
            ("Marketing", ("2029", "2030")),
            node="<li role=treeitem aria-expanded=true class='MuiTreeItem-root'><span><i aria-hidden=true></i>@p@</span><ul role=group class='MuiTreeItem-group'>@kids@</ul></li>",
        ),
    ),
)

EDIT = """
document.addEventListener('dblclick', (event) => { const cell = event.target.closest('td[data-k]'); if (!cell || cell.querySelector('input')) return;
  cell.innerHTML = `<input aria-label="Edit" class="cell-input">`; cell.firstChild.focus();
  cell.firstChild.addEventListener('keydown', (key) => { if (key.key !== 'Enter') return; const text = cell.firstChild.value; cell.textContent = text; post('/edit', {who: cell.parentNode.dataset.who, what: cell.dataset.k, text}).then(() => say('Changed')); }); });
"""


def sheet(*columns: str, people: tuple[str, ...] = ("Ann", "Bob", "Eve"), head: str = "<th>@c@</th>") -> App:
    """Return a table whose cells are edited in place."""
    heads = "".join(with_parts(head, c=name) for name in ("Name", *columns))
    rows = "".join(
        f"<tr data-who={who}><td>{who}</td>"
        + "".join(f"<td data-k='{name}' class=cell>-</td>" for name in columns)
        + "</tr>"
        for who in people
    )
    return one(f"<h1>People</h1><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>", script=EDIT)


edit = family(
    GROUP,
    a=sheet("Phone", "Bonus"),
    learn=({"who": "Ann", "phone": "555-10"}, {"who": "Bob", "phone": "555-20"}),
    values={"who": "Eve", "phone": "555-30"},
    task="change a phone number",
    flow=show(
        double("tr:has(td:text-is('{who}')) td:nth-child(2)"),
        wait(".cell-input"),
        at(".cell-input", "{phone}"),
        press(".cell-input", "Enter"),
        ANNOUNCED,
    ),
    deeds=({"do": "/edit", "who": "{who}", "what": "Phone", "text": "{phone}"},),
)
EDITS = (
    edit("column gone", "the column Phone is gone; Bonus stands there", STOP, sheet("Bonus", "City")),
    edit("columns exchanged", "Bonus stands before Phone", EITHER, sheet("Bonus", "Phone")),
    edit(
        "rows of people sorted",
        "the rows have another order, the heads are sortable",
        SAME,
        sheet("Phone", "Bonus", people=("Eve", "Bob", "Ann"), head="<th class='sorting'>@c@</th>"),
    ),
)

PAIRS = (
    *CARDS,
    *TREES,
    *EDITS,
)
