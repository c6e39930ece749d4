"""A lesson commits nothing on another record than the one that its value names, in real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from pytest_ami.model.errors import TeacherError
from pytest_ami.model.lesson import Advice, Move, MoveKind, Situation
from pytest_ami.model.outcome import Outcome
from tests.support.deeds import Answer, Application, Served
from tests.support.lab import Lab

NOTES = {"title": "Harbour Tales", "notes": "worn cover"}
BOOKS = {"7": ("Harbour Notes", "Anna Seghers"), "8": ("Harbour Tales", "Anna Seghers"), "9": ("Winter Tales", "Olga")}
NAV = '<nav><a href="/books">Books</a> <a href="/authors">Authors</a></nav>'
GOES = "const go = (e, to) => { if (!e.target.closest('a')) location = to; };"
PRESSED = ' onclick="go(event, \'/book/{n}\')" style="cursor: pointer"'
WIDE = "<style>table { width: 100%; table-layout: fixed } td { text-align: center }</style>"
EDIT = '<a href="/book/{n}/edit">Edit</a> <a href="/book/{n}/delete">Delete</a>'

FORM = """<h1>{head}</h1><form method=post>{title}<label>Notes <textarea name=notes></textarea></label>
<button>Save</button></form>"""
SURE = "<h1>Delete a book</h1><p>Are you sure?</p><form method=post><input type=hidden name=yes value=1><button>Yes, delete</button></form>"


def library(
    *, own: str = EDIT, first: str = "", head: str = "Edit book", title: str = "", press: str = PRESSED
) -> dict[str, Served]:
    """Return a server with a list of books whose rows hold a link to the author.

    Args:
        own: The controls of a row.
        first: The first cell of a row.
        head: The heading of the form of a book.
        title: The field for the title there; empty for none.
        press: Attributes of a row that lead to the page of its book; empty for none.
    """

    def row(n: str) -> str:
        book, author = BOOKS[n]
        cells = (first + own.format(n=n), book, f'<a href="/author/{author[0]}">{author}</a>', "1990", "draft")
        return f"<tr{press.format(n=n)}>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"

    def books(_data: Any) -> str:
        return f"{NAV}{WIDE}<h1>Books</h1><table>{''.join(map(row, BOOKS))}</table><script>{GOES}</script>"

    def changed(n: str, page: str, data: dict[str, Any]) -> Answer:
        if data:
            return Answer("", location="/books")
        book = BOOKS[n][0]
        field = title and f'<label>{title} <input name=title value="{book}"></label>'
        return Answer(NAV + page.format(head=head.format(book=book), title=field))

    pages: dict[str, Served] = {"/books": books, "/authors": f"{NAV}<h1>Authors</h1>"}
    for n, (book, author) in BOOKS.items():
        pages[f"/book/{n}"] = f"{NAV}<h1>{book}</h1>{EDIT.format(n=n)}"
        pages[f"/book/{n}/edit"] = partial(changed, n, FORM)
        pages[f"/book/{n}/delete"] = partial(changed, n, SURE)
        key = author[0]
        remove = f"<form method=post action='/author/{key}/delete'><button>Delete</button></form>"
        pages[f"/author/{key}"] = f'{NAV}<h1>{author}</h1><a href="/author/{key}/edit">Edit</a> {remove}'
        pages[f"/author/{key}/delete"] = Answer("", location="/authors")
        pages[f"/author/{key}/edit"] = (
            f"{NAV}<h1>Edit author</h1><form method=post><label>Name <input name=name></label><button>Save</button></form>"
        )
    return pages


@pytest.fixture
def served() -> Iterator[Application]:
    with Application() as application:
        yield application


def carried_out(served: Application, lab: Lab, page: Any, task: str, pages: dict[str, Served]) -> list[str]:
    """Return the addresses of the deeds of a lesson."""
    served.show(pages)
    page.goto(f"{served.url}/books")
    values = NOTES if "notes" in task else {"title": NOTES["title"]}
    with suppress(TeacherError):
        assert lab.run(page, task, values, timeout=4.0).outcome is Outcome.LEARNED
    return [path for path, _ in served.deeds]


CHECK = '<input type=checkbox aria-label="Select row">'


@pytest.mark.parametrize("own", [EDIT, ""])
@pytest.mark.parametrize("press", [PRESSED, ""])
@pytest.mark.variants(8)
@pytest.mark.parametrize("title", ["", "Title"])
def test_a_row_with_a_link_to_another_record_is_left_by_its_own_ways(
    served: Application, lab: Lab, page: Any, own: str, press: str, title: str
) -> None:
    done = carried_out(served, lab, page, "change the notes of a book", library(own=own, press=press, title=title))

    assert done == (["/book/8/edit"] if own or press else [])


@pytest.mark.parametrize("own", [EDIT, ""])
@pytest.mark.parametrize("first", ["", CHECK])
@pytest.mark.variants(8)
@pytest.mark.parametrize("head", ["Edit {book}", "{book}"])
def test_a_form_that_the_teacher_does_not_take_leaves_the_other_records_alone(
    served: Application, lab: Lab, page: Any, own: str, first: str, head: str
) -> None:
    done = carried_out(served, lab, page, "change the notes of a book", library(own=own, first=first, head=head))

    assert done in (["/book/8/edit"], [])


@pytest.mark.parametrize("own", [EDIT, ""])
@pytest.mark.parametrize("press", [PRESSED, ""])
@pytest.mark.parametrize("task", ["delete a book", "select and delete a book"])
def test_no_other_record_is_deleted(served: Application, lab: Lab, page: Any, own: str, press: str, task: str) -> None:
    done = carried_out(served, lab, page, task, library(own=own, first=CHECK, press=press))

    assert done in (["/book/8/delete"], [])


class Astray:
    """A teacher that presses the link of the author in the row of the book, and deletes what it finds there."""

    name, wants_screenshot = "astray", False

    def advise(self, situation: Situation) -> Advice:
        """Return the next move."""
        wanted = "Delete" if situation.made else "Anna Seghers"
        ref = [e.ref for e in situation.observation.elements if e.name == wanted][-1]
        return Advice(move=Move(kind=MoveKind.CLICK, ref=ref))


def test_a_deed_behind_a_link_to_another_record_ends_the_lesson(served: Application, lab: Lab, page: Any) -> None:
    served.show(library())
    page.goto(f"{served.url}/books")

    with pytest.raises(TeacherError) as caught:
        lab.run(page, "delete a book", {"title": "Harbour Tales"}, teacher=Astray(), timeout=4.0)

    told = str(caught.value)
    why = 'button "Delete" would be done to another record: nothing ties this page to {{title}} since a link of its row'
    assert f'Learning "delete a book" was stopped: {why}' in told
    assert all(part in told for part in ("why: ", "evidence: ", 'click link "Anna Seghers"', "run next: ami record"))
    assert served.deeds == []
