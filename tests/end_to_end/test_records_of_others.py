"""A teacher that strays to another record does no deed there, and one that keeps to its record is not stopped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from pytest_ami.model.errors import TeacherError
from pytest_ami.model.lesson import Advice, Move, MoveKind, Situation
from tests.support.deeds import Answer, Application, Served
from tests.support.lab import Lab

BOOKS = {"7": "Harbour Notes", "8": "Harbour Tales", "9": "Winter Tales"}
AUTHORS = {"7": "Anna Seghers", "8": "Anna Seghers", "9": "Olga"}
NEXT = {"7": "8", "8": "9", "9": "7"}
VALUES = {"title": "Harbour Tales", "notes": "worn cover"}
NAV = '<nav><a href="/">Books</a> <a href="/authors">Authors</a></nav>'
BLIND = (
    "<h1>Edit</h1><form method=post><label>Notes <textarea name=notes></textarea></label><button>Save</button></form>"
)
TABLE = "<h1>Books</h1><table border=1>{}</table>"
CHANGE, DELETE = "change the notes of a book", "delete a book"
NOTES, SAVE = ("fill", "Notes"), ("click", "Save")
TITLE, OTHER, AUTHOR = "Harbour Tales", "Winter Tales", "Anna Seghers"


class Script:
    """A teacher that makes the moves of a list: kind and name, and the text of the row if there are several."""

    name, wants_screenshot = "script", False

    def __init__(self, moves: tuple[tuple[str, ...], ...]) -> None:
        """Keep the moves."""
        self.moves = iter(moves)

    def advise(self, situation: Situation) -> Advice:
        """Return the next move."""
        kind, name, row = (*next(self.moves, ("", "")), "")[:3]
        named = [e for e in situation.observation.elements if name == e.name and row in " ".join((e.context, *e.cells))]
        if not kind or not named:
            return Advice(move=Move(kind=MoveKind.GIVE_UP if kind else MoveKind.DONE))
        value = "{{notes}}" if kind == "fill" else ""
        return Advice(move=Move(kind=MoveKind(kind), ref=named[0].ref, value=value))


def posted(page: str, data: dict[str, Any]) -> Answer:
    """Return a page, or the way back to the list after something was sent."""
    return Answer("", location="/") if data else Answer(NAV + page)


def tabs() -> dict[str, Served]:
    """A record with tabs that are links; the form of its notes names it nowhere."""
    pages: dict[str, Served] = {}
    for n, title in BOOKS.items():
        ways = f'<a href="/book/{n}">Overview</a> <a href="/book/{n}/notes">Notes</a> <a href="/author/{n}">{AUTHORS[n]}</a>'
        pages[f"/book/{n}"] = f"{NAV}<h1>{title}</h1>{ways}"
        pages[f"/book/{n}/notes"] = partial(posted, f'{ways}{BLIND}<a href="/book/{NEXT[n]}/notes">Next book</a>')
        pages[f"/author/{n}"] = partial(posted, BLIND)
    rows = (f'<tr><td><a href="/book/{n}">{t}</a></td><td>{AUTHORS[n]}</td></tr>' for n, t in BOOKS.items())
    return {**pages, "/": NAV + TABLE.format("".join(rows))}


def cards() -> dict[str, Served]:
    """A grid of cards with a link to the author and one to the record."""
    pages = {f"/{kind}/{n}": partial(posted, BLIND) for n in BOOKS for kind in ("book", "author")}
    drawn = (
        f'<article style="border:1px solid;width:200px;float:left"><h3>{title}</h3><p>by <a href="/author/{n}">'
        f'{AUTHORS[n]}</a></p><a href="/book/{n}">Details</a></article>'
        for n, title in BOOKS.items()
    )
    return {**pages, "/": f"{NAV}<h1>Books</h1>{''.join(drawn)}"}


def ticks() -> dict[str, Served]:
    """A list with boxes and a button for all that are ticked."""
    rows = (f"<tr><td><input type=checkbox name=c value={n}></td><td>{title}</td></tr>" for n, title in BOOKS.items())
    form = f"<form method=post action=/ticked><button>Delete selected</button>{TABLE.format(''.join(rows))}</form>"
    return {"/": NAV + form, "/ticked": Answer("", location="/")}


def panes() -> dict[str, Served]:
    """A list beside the record that was chosen in it; another one than that of the value is open at first."""
    entries = "".join(
        f'<li tabindex=0 style="cursor:pointer" onclick="show({n})">{title}</li>' for n, title in BOOKS.items()
    )
    script = f"<script>const all = {json.dumps(BOOKS)}; let now; const show = (n) => {{ now = n; $('h2').textContent = all[n]; }};"
    press = "post('/book/' + now + '/delete').then(() => say('Deleted'))"
    pane = f'<section><h2></h2><button onclick="{press}">Delete</button></section><p role=status></p>'
    return {"/": f"{NAV}<h1>Books</h1><ul>{entries}</ul>{pane}{script} show(9);</script>"}


def menus() -> dict[str, Served]:
    """A list whose rows open one menu at the end of the page."""
    rows = (f'<tr><td>{title}</td><td><button onclick="open_({n})">⋮</button></td></tr>' for n, title in BOOKS.items())
    menu = '<div role=menu hidden><a role=menuitem id=n href="#">Notes</a></div>'
    script = (
        "<script>const open_ = (n) => { $('[role=menu]').hidden = false; $('#n').href = `/book/${n}/notes`; };</script>"
    )
    pages = {f"/book/{n}/notes": partial(posted, BLIND) for n in BOOKS}
    return {**pages, "/": NAV + TABLE.format("".join(rows)) + menu + script}


APPS = {"tabs": tabs, "cards": cards, "ticks": ticks, "panes": panes, "menus": menus}


@pytest.fixture
def served() -> Iterator[Application]:
    with Application() as application:
        yield application


def deeds(
    served: Application, lab: Lab, page: Any, app: str, task: str, moves: tuple[tuple[str, ...], ...]
) -> list[str]:
    """Return the deeds of a lesson, with the ticked records."""
    served.show(APPS[app]())
    page.goto(served.url)
    values = VALUES if task == CHANGE else {"title": TITLE}
    with suppress(TeacherError):
        lab.run(page, task, values, teacher=Script(moves), timeout=4.0)
    return [path + data.get("c", "") for path, data in served.deeds]


@pytest.mark.variants(4)
@pytest.mark.parametrize(
    ("app", "task", "moves", "deed"),
    [
        pytest.param(
            "tabs",
            CHANGE,
            (("click", TITLE), ("click", "Notes"), NOTES, SAVE),
            "/book/8/notes",
            marks=pytest.mark.variants(1),
        ),
        ("cards", CHANGE, (("click", "Details", TITLE), NOTES, SAVE), "/book/8"),
        ("ticks", DELETE, (("check", "", TITLE), ("click", "Delete selected")), "/ticked8"),
        ("panes", DELETE, (("click", TITLE), ("click", "Delete")), "/book/8/delete"),
        ("menus", CHANGE, (("click", "⋮", TITLE), ("click", "Notes"), NOTES, SAVE), "/book/8/notes"),
        ("cards", CHANGE, (("click", "Details", OTHER), ("click", "Books"), ("click", "Details", TITLE), NOTES, SAVE), "/book/8"),
    ],
)  # fmt: skip
def test_a_teacher_that_keeps_to_its_record_is_not_stopped(
    served: Application, lab: Lab, page: Any, app: str, task: str, moves: tuple[tuple[str, ...], ...], deed: str
) -> None:
    assert deeds(served, lab, page, app, task, moves) == [deed]


@pytest.mark.variants(4)
@pytest.mark.parametrize(
    ("app", "task", "moves"),
    [
        pytest.param(
            "ticks",
            DELETE,
            (("check", "", TITLE), ("check", "", OTHER), ("click", "Delete selected")),
            marks=pytest.mark.variants(1),
        ),
        pytest.param(
            "tabs",
            CHANGE,
            (("click", TITLE), ("click", "Notes"), ("click", "Next book"), NOTES, SAVE),
            marks=pytest.mark.variants(1),
        ),
        pytest.param("panes", DELETE, (("click", "Delete"),), marks=pytest.mark.variants(1)),
        ("tabs", CHANGE, (("click", TITLE), ("click", AUTHOR), NOTES, SAVE)),
        ("cards", CHANGE, (("click", AUTHOR, TITLE), NOTES, SAVE)),
        ("cards", CHANGE, (("click", "Details", TITLE), ("click", "Books"), ("click", "Details", OTHER), NOTES, SAVE)),
        ("ticks", DELETE, (("check", "", OTHER), ("click", "Delete selected"))),
        ("panes", DELETE, (("click", TITLE), ("click", OTHER), ("click", "Delete"))),
        ("menus", CHANGE, (("click", "⋮", TITLE), ("click", "⋮", OTHER), ("click", "Notes"), NOTES, SAVE)),
    ],
)
def test_a_teacher_that_strays_to_another_record_does_no_deed(
    served: Application, lab: Lab, page: Any, app: str, task: str, moves: tuple[tuple[str, ...], ...]
) -> None:
    assert deeds(served, lab, page, app, task, moves) == []
