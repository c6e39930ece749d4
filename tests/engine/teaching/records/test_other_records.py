"""No deed of a lesson is done to another record than the one that a value names."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.engine.teaching.commit_policy import deed_of_move
from pytest_ami.engine.teaching.records.other_records import deed_of_another
from pytest_ami.engine.teaching.records.rows import beside_links, in_another_row
from pytest_ami.model.lesson import Element, Move, MoveKind, MoveResult, Observation
from tests.support.recordings import lesson

VALUE = "Harbour Tales"
TASK = "change the notes of a book"


def row(role: str, name: str, *cells: str, **more: Any) -> Element:
    parts = cells or (VALUE, "Anna Seghers")
    return Element(ref="e1", role=role, name=name, cells=parts, texts=parts, context=" ".join(parts), **more)


AUTHOR, EDIT, OTHER = row("link", "Anna Seghers"), row("link", "Edit"), row("link", "Edit", "Harbour Notes", "Anna")
BOOKS = Element(ref="e3", tag="a", role="link", name="Books")
NOTES = Element(ref="e4", tag="textarea", role="textbox", name="Notes")
SAVE = Element(ref="e5", tag="button", role="button", name="Save")
SEARCH = Element(ref="e6", tag="input", role="searchbox", name="Search", value=VALUE)
FORM = Observation(url="http://app.test/book/edit", elements=(NOTES, SAVE), notices=("heading|Edit Book",))


def made(*elements: Element, kind: MoveKind = MoveKind.CLICK, value: str = "") -> list[MoveResult]:
    return [MoveResult(move=Move(kind=kind, ref=one.ref, value=value), element=one) for one in elements]


TYPED = made(NOTES, kind=MoveKind.FILL, value="{{notes}}")


def refused(moves: list[MoveResult], page: Observation = FORM, press: Element = SAVE, task: str = TASK) -> str:
    one, move = lesson(task, {"title": VALUE, "notes": "worn"}), Move(kind=MoveKind.CLICK, ref=press.ref)
    return deed_of_another(deed_of_move(move, press, page, moves, one), move, press, page, moves, one)


def shows(*notices: str, elements: tuple[Element, ...] = (NOTES, SAVE), **more: Any) -> Observation:
    return Observation(url=FORM.url, elements=elements, notices=notices, **more)


@pytest.mark.parametrize("before", [[AUTHOR, BOOKS, OTHER], [OTHER], [], [EDIT, BOOKS, OTHER], [AUTHOR]])
def test_a_form_behind_another_row_or_link_is_not_saved(before: list[Element]) -> None:
    why = refused([*made(*before), *TYPED])

    assert 'button "Save" would be done to another record' in why
    assert ("a link of its row has led to another record" in why) is (AUTHOR in before)


@pytest.mark.parametrize(
    "before",
    [
        [EDIT],
        [row("row", "Harbour Tales Anna Seghers")],
        [row("link", VALUE), row("link", "Edit", "Cancel")],
        [AUTHOR, BOOKS, EDIT],
    ],
)
def test_a_form_behind_a_control_of_the_row_is_saved(before: list[Element]) -> None:
    assert not refused([*made(*before), *TYPED])


@pytest.mark.parametrize(
    "page",
    [
        shows("heading|Edit Harbour Tales"),
        shows("dialog|Save Harbour Tales?"),
        shows(title="Harbour Tales"),
        shows(elements=(Element(ref="e7", role="textbox", name="Title", value=VALUE), NOTES, SAVE)),
        shows(texts=("Book: Harbour Tales",)),
    ],
)
def test_a_form_that_shows_the_value_is_saved(page: Observation) -> None:
    assert not refused(TYPED, page)


def test_a_value_in_a_search_or_in_a_list_behind_a_left_row_ties_nothing() -> None:
    assert refused(TYPED, shows(elements=(SEARCH, NOTES, SAVE)))
    assert refused([*made(SEARCH, kind=MoveKind.FILL, value="{{title}}"), *TYPED])
    assert refused([*made(AUTHOR), *TYPED], shows("heading|Anna Seghers", texts=("Harbour Tales | 1990",)))
    assert refused(made(AUTHOR), shows("heading|Anna Seghers"), row("button", "Delete", "7"), "delete a book")


@pytest.mark.parametrize("task", ["add a book", "change settings", "send email"])
def test_a_task_about_no_single_record_goes_on(task: str) -> None:
    assert not refused(TYPED, task=task)


def test_a_flow_that_types_or_chooses_the_value_goes_on() -> None:
    title = Element(ref="e8", tag="input", role="textbox", name="Title")
    chosen = Element(ref="e9", tag="select", role="combobox", name="Book")

    assert not refused([*made(title, kind=MoveKind.FILL, value="{{title}}"), *TYPED])
    assert not refused([*made(chosen, kind=MoveKind.SELECT, value="{{title}}"), *TYPED])


def test_only_a_deed_is_refused() -> None:
    for press in (
        BOOKS,
        SEARCH,
        Element(ref="e1", role="button", name="Filters"),
        Element(ref="e1", role="button", name="Log in"),
    ):
        assert not refused([], press=press)
    assert not refused([], press=Element(ref="e1", role="link", name="Archive"))


def test_a_control_of_another_row_is_refused_if_the_row_of_the_value_has_it_too() -> None:
    page = Observation(url=FORM.url, elements=(EDIT, OTHER))

    assert "in the row of another record" in refused([], page, OTHER)
    assert not refused([], page, EDIT)
    assert not in_another_row(OTHER, (OTHER,), VALUE)
    assert not in_another_row(row("link", "Anna Seghers", "Harbour Notes"), (AUTHOR,), VALUE)


def test_a_press_on_a_row_goes_beside_the_link_in_its_middle() -> None:
    line = row("row", "Harbour Tales Anna Seghers", box=(100, 50, 600, 40))
    check = row("checkbox", "Select row", box=(110, 60, 20, 20))
    author = row("link", "Anna Seghers", box=(380, 60, 90, 20))

    assert beside_links(line, (line, check, author), VALUE) == (155.0, 20.0)
    assert beside_links(line, (line, check), VALUE) is None
    assert beside_links(author, (line, check, author), VALUE) is None
    assert beside_links(line, (line, row("link", VALUE, box=(380, 60, 90, 20))), VALUE) is None
    assert beside_links(line, (line, row("link", "Anna", box=(101, 60, 598, 20))), VALUE) is None
