"""How the moves of a lesson stand to the record that a value names."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.engine.teaching.records.rows import in_line
from pytest_ami.engine.teaching.records.trail import BY_ADDRESS, BY_LINK, FROM_LIST, LEFT, TIED, Trail
from pytest_ami.model.lesson import Element, Move, MoveKind, MoveResult

VALUE = "Harbour Tales"
TITLES = ("Harbour Notes", VALUE, "Winter Tales")
AUTHORS = ("Anna Seghers", "Anna Seghers", "Olga")


def column(role: str, *names: str, left: float = 20, width: float = 80, **more: Any) -> list[Element]:
    """Return one control in each row of a list of books."""
    return [
        Element(
            ref=f"e{n}",
            role=role,
            name=name,
            cells=(title, author),
            texts=(title, author),
            context=f"{title} {author}",
            box=(left, 20.0 * n, width, 19),
            **more,
        )
        for n, (name, title, author) in enumerate(zip(names, TITLES, AUTHORS, strict=True))
    ]


def entries(role: str, **more: Any) -> list[Element]:
    """Return the entries of a list that are called by their records."""
    return [Element(ref=f"e{n}", role=role, name=t, box=(8, 20.0 * n, 150, 19), **more) for n, t in enumerate(TITLES)]


def press(
    element: Element, among: list[Element], url: str = "http://app.test/", kind: MoveKind = MoveKind.CLICK
) -> MoveResult:
    return MoveResult(
        move=Move(kind=kind, ref=element.ref), element=element, url=url, beside=in_line(element, tuple(among))
    )


def alone(name: str, url: str, role: str = "link") -> MoveResult:
    return press(Element(ref="e9", role=role, name=name), [], url)


def followed(*made: MoveResult, url: str = "http://app.test/", **more: Any) -> Trail:
    trail = Trail(name="title", value=VALUE, words=("change", "note", "book"), fields=("note",), **more)
    trail.follow(made, url)
    return trail


BOOK = "http://app.test/book/8"
OPENED = press(entries("link")[1], entries("link"))
"""A press on the link that is called by the value."""


@pytest.mark.parametrize("role", ["row", "listitem", "treeitem", "button", "link", "option"])
def test_another_entry_of_the_list_leaves_the_record_and_its_own_leads_back(role: str) -> None:
    listed = entries(role)
    mine, other = press(listed[1], listed), press(listed[2], listed)

    assert followed(mine).standing == TIED
    assert (followed(mine, other).standing, followed(mine, other).why) == (LEFT, FROM_LIST)
    assert followed(other).standing == LEFT
    assert followed(other, mine).standing == TIED


def test_a_longer_name_is_another_record_beside_the_value() -> None:
    listed = [
        Element(ref=f"e{n}", role="link", name=name, box=(8, 20.0 * n, 150, 19))
        for n, name in enumerate((VALUE, f"{VALUE} 2"))
    ]

    assert followed(press(listed[1], listed)).standing == LEFT
    assert followed(press(listed[1], listed[1:])).standing == TIED


def test_a_control_in_the_tile_of_the_record_is_compared_without_its_own_name() -> None:
    tile = Element(ref="e1", role="button", name=VALUE, box=(8, 20, 180, 21))
    more, longer = (
        Element(ref="e2", role="button", name="More", context=f"{title} More", box=(8, 40, 30, 21))
        for title in (VALUE, f"{VALUE} 2")
    )

    assert followed(press(more, [tile, more])).standing == TIED
    assert followed(press(longer, [tile, longer])).standing == LEFT


def test_an_entry_that_holds_another_value_of_the_test_is_no_other_record() -> None:
    listed = entries("listitem")

    assert followed(press(listed[1], listed), press(listed[2], listed), others=("Winter Tales",)).standing == TIED


@pytest.mark.parametrize("kind", [MoveKind.CHECK, MoveKind.CLICK])
def test_a_tick_at_another_record_counts_until_it_is_taken_back(kind: MoveKind) -> None:
    boxes = column("checkbox", "", "", "")
    mine, other = press(boxes[1], boxes, kind=MoveKind.CHECK), press(boxes[2], boxes, kind=kind)
    back = press(boxes[2], boxes, kind=kind if kind is MoveKind.CLICK else MoveKind.UNCHECK)

    assert followed(mine).standing == TIED
    assert followed(mine, other).standing == followed(other, mine).standing == LEFT
    assert followed(mine, other, back).standing == TIED
    assert followed(mine, press(boxes[1], boxes, kind=MoveKind.UNCHECK)).standing == ""


def test_the_box_for_all_records_ticks_others() -> None:
    whole = Element(ref="e0", role="checkbox", name="Select all", box=(20, -20, 80, 19))
    boxes = column("checkbox", "", "", "")

    assert followed(press(whole, [whole, *boxes], kind=MoveKind.CHECK)).standing == LEFT


@pytest.mark.parametrize(
    ("names", "standing"),
    [
        (("Details", "Details", "Details"), TIED),
        (("Mehr", "Mehr", "Mehr"), TIED),
        (AUTHORS, LEFT),
        (("Anna Seghers",) * 3, LEFT),
        (("Details", "Notes", "Details"), LEFT),
    ],
)
def test_a_link_with_the_same_word_in_all_rows_leads_to_the_record_of_its_row(
    names: tuple[str, ...], standing: str
) -> None:
    links = column("link", *names)

    assert followed(press(links[1], links)).standing == standing


def test_a_link_in_a_card_is_compared_with_those_of_the_cards_beside_it() -> None:
    cards = [
        Element(ref="e", role="link", name=a, cells=(t,), context=f"{t} {a}", box=(200.0 * n, 40, 30 + 9 * n, 19))
        for n, (t, a) in enumerate(zip(TITLES, ("Lu", "Lu", "Olga"), strict=True))
    ]

    assert followed(press(cards[1], cards)).standing == LEFT


@pytest.mark.parametrize("name", ["Notes", "Next", "Overview", "›"])
def test_a_record_stays_open_while_the_address_names_its_id(name: str) -> None:
    assert followed(OPENED, alone(name, BOOK), url=f"{BOOK}/notes").standing == TIED
    assert followed(OPENED, alone(name, BOOK, "button"), url=f"{BOOK}/edit/2").standing == TIED


@pytest.mark.parametrize("way", ["Notes", "Next", "›"])
def test_an_address_with_another_id_is_that_of_another_record(way: str) -> None:
    trail = followed(OPENED, alone(way, BOOK), url="http://app.test/book/9/edit")

    assert (trail.standing, trail.why) == (LEFT, BY_ADDRESS)
    assert followed(OPENED, alone(way, BOOK, "button"), url="http://app.test/book/9").standing == LEFT


def test_the_pages_of_a_form_are_no_other_records() -> None:
    row = column("link", "Edit", "Edit", "Edit")
    first = press(row[1], row)

    assert followed(first, alone("Next", f"{BOOK}/edit/1"), url=f"{BOOK}/edit/2").standing == TIED
    assert followed(first, alone("Next", "http://app.test/edit/8"), url="http://app.test/edit/9").standing == LEFT


def test_an_id_that_several_things_may_have_keeps_no_record_open() -> None:
    page = "http://app.test/show?view={}&id={}"
    made = OPENED, alone("Anna Seghers", page.format("book", 8))

    assert followed(*made, url=page.format("author", 8)).standing == LEFT
    assert followed(OPENED, alone("Notes", page.format("book", 8)), url=page.format("notes", 8)).standing == TIED
    assert followed(OPENED, alone("Notes", "http://app.test/lib/3/book/8"), url="http://app.test/lib/3").standing == ""


def test_an_address_that_the_teacher_enters_leaves_the_record() -> None:
    def goes(value: str, kind: MoveKind = MoveKind.GOTO) -> MoveResult:
        return MoveResult(move=Move(kind=kind, value=value), url=BOOK)

    assert followed(OPENED, goes("/book/9/edit"), url="http://app.test/book/9/edit").standing == LEFT
    assert followed(OPENED, goes("/authors"), url="http://app.test/authors").standing == ""
    assert followed(goes("/book/{{title}}"), url="http://app.test/b").standing == TIED
    assert followed(OPENED, goes("", MoveKind.BACK), url="http://app.test/").standing == ""
    assert followed(OPENED, goes("", MoveKind.BACK), url=f"{BOOK}/edit").standing == TIED


def test_a_link_without_a_verb_leaves_a_record_that_no_address_names() -> None:
    page = "http://app.test/"

    assert followed(OPENED, alone("Notes", page)).standing == ""
    assert followed(OPENED, alone("Notes", BOOK), url=f"{BOOK}#notes").standing == TIED
    assert followed(OPENED, alone("Loans", BOOK), url=f"{BOOK}#loans").standing == ""
    assert followed(OPENED, alone("Books", page)).standing == ""
    assert followed(OPENED, alone("Anna Seghers", page)).standing == ""
    trail = followed(OPENED, alone("Anna Seghers", BOOK), url="http://app.test/author/3")
    assert (trail.standing, trail.why) == (LEFT, BY_LINK)


def test_a_link_that_may_name_another_record_does_not_keep_the_record_open_by_its_address() -> None:
    assert followed(OPENED, alone("Loans", BOOK), url=f"{BOOK}/loans").standing == TIED
    assert followed(OPENED, alone("Anna Seghers", BOOK), url=f"{BOOK}/author").standing == ""
    assert followed(OPENED, alone("Momo", BOOK), url=f"{BOOK}/related/9").standing == ""
    assert followed(OPENED, alone("Momo", BOOK), url="http://app.test/show?book=8&author=3").standing == ""


@pytest.mark.parametrize(
    ("word", "url", "standing"),
    [
        ("Fiction", "http://app.test/category/3", LEFT),
        ("Draft", "http://app.test/state/2", LEFT),
        ("Mehr", "http://app.test/book/8", TIED),
        ("Details", "http://app.test/item/8", TIED),
    ],
)
def test_a_word_that_all_rows_show_may_be_data(word: str, url: str, standing: str) -> None:
    links = column("link", word, word, word)

    assert followed(press(links[1], links), url=url).standing == standing


def test_another_entry_below_the_address_of_the_record_leaves_it_and_the_way_back_leads_there() -> None:
    listed = entries("row")
    other = press(listed[2], listed, BOOK)

    assert followed(OPENED, other, url=f"{BOOK}/related/9").standing == LEFT
    back = MoveResult(move=Move(kind=MoveKind.BACK), url=f"{BOOK}/related/9")
    assert followed(OPENED, other, back, url=BOOK).standing == TIED


def test_ticks_are_forgotten_once_the_record_is_opened() -> None:
    boxes = column("checkbox", "", "", "")
    ticked = press(boxes[2], boxes, kind=MoveKind.CHECK)

    assert followed(ticked, OPENED, url=BOOK).standing == TIED
    assert followed(ticked, press(boxes[1], boxes), url=f"{BOOK}?ticked=8").standing == LEFT


def test_an_arrow_is_no_word() -> None:
    assert followed(OPENED, alone("›", BOOK), url=BOOK).standing == ""


def test_a_record_whose_address_is_its_name_is_open_below_it() -> None:
    opened = press(entries("link")[1], entries("link"))
    page = "http://app.test/books/ht"

    assert followed(opened, alone("Loans", page), url=f"{page}/loans").standing == TIED
    assert followed(opened, alone("Loans", page), url="http://app.test/books/hn/loans").standing == LEFT
