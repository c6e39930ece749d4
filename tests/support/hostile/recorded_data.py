"""Data of a recording that may be another thing on the page at hand: days, switches of records, glued numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .acts import click, fill, show, tap, type_into
from .everyday import SAID, after, rows, site
from .pair import SAME, STOP, Answer, Pair, Request, family

GRID, DIALOG, NUMBER, LETTERS = (
    "recorded grids",
    "recorded dialogs",
    "recorded numbers",
    "recorded letters",
)


def grid(heads: tuple[str, ...], first: int = 0, last: int = 28) -> str:
    """Return a table of numbers below seven heads; ``first`` is the column of the number 1."""
    cells = ["<td></td>"] * first + [f'<td onclick="pick(this,{n})">{n}</td>' for n in range(1, last + 1)]
    weeks = (cells[at : at + 7] for at in range(0, len(cells), 7))
    body = "".join(f"<tr>{''.join(week)}</tr>" for week in weeks)
    return (
        f"<table><thead><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr></thead><tbody>{body}</tbody></table>"
    )


# -- a house whose rooms are columns, and whose cells are hours by number ---------------------------------------------

ROOMS = ("Aula", "Bridge", "Cellar", "Dome", "Exedra", "Forum", "Gallery")
HALL = site(
    title="Hall",
    at_="<header><b>Hall</b></header><main><h1>Slots</h1><p><label for='who'>Guest</label> <input id='who'></p>@grid@<p><button type='button' onclick='go()'>Book slot</button></p></main>",
    script="""let slot = '', room = ''; const heads = () => [...document.querySelectorAll('th')].map((one) => one.textContent);
    const pick = (cell, n) => { slot = String(n); room = heads()[cell.cellIndex]; cell.style.background = '#fc6'; };
    const go = () => post('/slot', {who: val('#who'), slot, room}).then(() => say('Slot booked'));""",
    grid=grid(ROOMS),
)
hall = family(
    GRID,
    a=HALL(),
    flow=show(fill("Guest", "{who}"), tap("td:text-is('{slot}')"), click("Book slot"), SAID),
    learn=({"who": "Ann", "slot": "3"}, {"who": "Ben", "slot": "17"}),
    values={"who": "Cleo", "slot": "10"},
    deeds=({"do": "/slot", "who": "{who}", "slot": "{slot}", "room": "Cellar"},),
    task="book a slot",
)
HALL_PAIRS = (
    hall("hall rooms turned", "the rooms stand in the other order above the same numbers", STOP, HALL(grid=grid(ROOMS[::-1]))),
    hall("hall moved on", "the numbers begin two columns later, so each one is in another room", STOP, HALL(grid=grid(ROOMS, 2))),
    hall("hall two rooms swapped", "two rooms have changed their places", STOP, HALL(grid=grid(("Aula", "Bridge", "Dome", "Cellar", *ROOMS[4:])))),
    hall("hall with more slots", "the table has one row more", SAME, HALL(grid=grid(ROOMS, 0, 35))),
)  # fmt: skip

# -- members that are edited in a dialog ------------------------------------------------------------------------------

CLUB = site(
    title="Club",
    at_="""<header><b>Club</b></header><main><h1>Members</h1><table><tbody>@members@</tbody></table>
    <div id="box" role="dialog" aria-label="Edit member" hidden class="card"><h2>Edit member</h2><p><label for="fee">Fee</label> <input id="fee"></p>
    <p>@switch@</p><button type="button" onclick="go()">Save</button></div></main>""",
    script="""let who = ''; const edit = (name, fee, on) => { who = name; $('#box').hidden = false; $('#fee').value = fee; if ($('#on')) $('#on').checked = on; };
    const go = () => post('/member', {who, fee: val('#fee'), on: $('#on') && @told@ ? $('#on').checked : false}).then(() => { $('#box').hidden = true; say('Saved'); });""",
    members=rows(
        "<tr><td>{0}</td><td>{1}</td><td><button type='button' onclick=\"edit('{0}',{1},{2})\">Edit</button></td></tr>",
        [("Ada Fell", "10", "false"), ("Bo Lind", "20", "false"), ("Cy Moor", "30", "@third@")],
    ),
    third="false",
    switch="<label><input type='checkbox' id='on'> @label@</label>",
    label="Active",
    told="true",
)
club = family(
    DIALOG,
    a=CLUB(),
    flow=show(tap("tr:has-text('{who}') button"), fill("Fee", "{fee}"), click("Save"), SAID),
    learn=({"who": "Ada Fell", "fee": "11"}, {"who": "Bo Lind", "fee": "22"}),
    values={"who": "Cy Moor", "fee": "33"},
    deeds=({"do": "/member", "who": "{who}", "fee": "{fee}", "on": False},),
    task="set the fee of a member",
)
CLUB_PAIRS = (
    club("club active", "the member is active, the others were not", SAME, CLUB(third="true", told="false")),
    *(
        club(f"club {label}", f'the box "{label}" is ticked for this member', STOP, CLUB(label=label, third="true"), a=CLUB(label=label))
        for label in ("Notify all members", "Also charge the fee now", "Send a letter to the member", "Apply to the whole family", "Overwrite the fees of other members")
    ),
    club("club box by default", "the release has a new box, ticked, that sends a bill", STOP,
         CLUB(switch="<label><input type='checkbox' id='on' checked> Send the bill now</label>", third="true"), a=CLUB(switch="")),
)  # fmt: skip


def _closed(title: str) -> Callable[[Request], Answer]:
    """Return the answer of an address that closes something."""
    return lambda _request: Answer(body=after("Closed"), deed={"do": "/close", "title": title})


# -- addresses in which a number is glued to its word -----------------------------------------------------------------

TITLES = {"issue1": "Leak", "issue2": "Dust", "issue3": "Rust", "user3": "the user Rust"}
PAGES: dict[str, Any] = {
    f"at_{name}": f"<main><h1>{title}</h1><form method='post' action='/close/{'@form@' if name == 'issue3' else name}'><button>Close</button></form></main>"
    for name, title in TITLES.items()
}
CLOSED: dict[str, Any] = {f"at_close/{name}": _closed(title) for name, title in TITLES.items()}
TRACKER = site(
    title="Tracker",
    at_="<header><b>Tracker</b></header><main><h1>Issues</h1><ul>@issues@</ul></main>",
    issues=rows("<li><a href='/{1}'>{0}</a></li>", [("Leak", "issue1"), ("Dust", "issue2"), ("Rust", "@third@")]),
    third="issue3",
    form="issue3",
    **PAGES,
    **CLOSED,
)
tracker = family(
    NUMBER,
    a=TRACKER(),
    flow=show(click("{title}", "link"), click("Close"), SAID),
    learn=({"title": "Leak"}, {"title": "Dust"}),
    values={"title": "Rust"},
    deeds=({"do": "/close", "title": "{title}"},),
    task="close an issue",
)
TRACKER_PAIRS = (
    tracker("tracker closes the first", "the form of the issue closes the first issue", STOP, TRACKER(form="issue1")),
    tracker("tracker closes a user", "the form closes the user of that number", STOP, TRACKER(form="user3")),
    tracker("tracker leads elsewhere", "the link of the issue leads to another one", STOP, TRACKER(third="issue2")),
    tracker("tracker as it was", "nothing has changed", SAME, TRACKER()),
)  # fmt: skip

# -- the first letters of a name --------------------------------------------------------------------------------------

BOOKS = site(
    title="Loans",
    at_="<header><b>Loans</b></header><main><h1>Loan</h1><p><label for='m'>Member</label> <input id='m' autocomplete='off'></p><div id='menu'></div><button type='button' onclick='go()'>Lend</button></main>",
    script="""const names = @names@; let chosen = '';
    $('#m').oninput = () => { $('#menu').replaceChildren(...names.filter((one) => val('#m') && @fits@).map((one) => { const entry = document.createElement('div'); entry.textContent = one;
      entry.onclick = () => { chosen = $('#m').value = one; $('#menu').replaceChildren(); }; return entry; })); };
    const go = () => post('/lend', {member: chosen}).then(() => say('Lent'));""",
    names="['Anna Lena', 'Anna Lovis', 'Bert Claes', 'Chen Wei']",
    fits="one.startsWith(val('#m'))",
)
loan = family(
    LETTERS,
    a=BOOKS(),
    flow=show(type_into("Member", "An"), tap("#menu div:text-is('{member}')"), click("Lend"), SAID),
    learn=({"member": "Anna Lena"},),
    values={"member": "Chen Wei"},
    deeds=({"do": "/lend", "member": "{member}"},),
    task="lend a book",
)
LOAN_PAIRS = (
    loan("loan of another branch", "the list has only a member of that name of another branch", STOP, BOOKS(names="['Anna Lena', 'Chen Wei (north)']")),
    loan("loan of two", "two members have that name in the list", STOP, BOOKS(names="['Anna Lena', 'Chen Wei', 'Chen Weinberg', 'Chen Wei']")),
    loan("loan of the same beginning", "a longer name stands before the member's", SAME, BOOKS(names="['Anna Lena', 'Chen Weinberg', 'Chen Wei']")),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (*HALL_PAIRS, *CLUB_PAIRS, *TRACKER_PAIRS, *LOAN_PAIRS)
