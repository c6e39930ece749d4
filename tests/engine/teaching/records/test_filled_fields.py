"""A task that adds a record leaves the values of the others alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.engine.teaching.move_policy import refusal
from pytest_ami.engine.teaching.records.filled_fields import recorded_text
from pytest_ami.model.lesson import Element, Move, MoveKind, Observation
from tests.support.recordings import lesson


def field(name: str, value: str = "", naming: str = "", **more: Any) -> Element:
    tell = {"tag": "input", "role": "textbox", "type": "text", **more}
    return Element(ref=naming or name, name=name, value=value, attributes={"name": naming or name.lower()}, **tell)


COPIES = (field("Shelf:", "Hall 2/13", "copies-0-shelf"), field("Shelf:", "", "copies-1-shelf"))
BOOK = (field("Title", "Transit"), field("Publisher", "Querido"), field("Shelf", "Hall 2/13", "copies-0-shelf"))


def kept(element: Element, elements: tuple[Element, ...], task: str = "add a copy of a book") -> bool:
    return bool(recorded_text(element, elements, task, {"Hall 7", "Transit"}))


def test_a_text_beside_an_empty_field_of_the_same_name_is_a_record() -> None:
    assert kept(COPIES[0], COPIES)
    assert not kept(COPIES[1], COPIES)
    assert not kept(replace(COPIES[0], value="Hall 7"), COPIES)


@pytest.mark.parametrize("naming", ["copy_set-0-shelf", "rows[2].shelf", "items_3_shelf"])
def test_a_text_in_a_numbered_row_is_a_record_whatever_stands_beside_it(naming: str) -> None:
    element = field("", "Hall 2/13", naming)
    others = (field("Title", "Transit"), field("Subtitle"), field("Note"))
    assert kept(element, (element, *others))
    assert not kept(field("", "", naming), (element, *others))
    assert not kept(field("", "Hall 7", naming), (element, *others))


def test_an_empty_field_in_the_row_of_a_record_is_the_records() -> None:
    row = (COPIES[0], field("Bought", "", "copies-0-bought"), field("Bought", "", "copies-1-bought"))
    assert kept(row[1], row)
    assert not kept(row[2], row)


def test_a_page_full_of_texts_is_a_record() -> None:
    assert kept(BOOK[2], BOOK)
    assert not kept(BOOK[2], BOOK, "edit the copy of a book")
    assert not kept(BOOK[2], BOOK, "change the shelf")


@pytest.mark.parametrize(
    "element",
    [
        field("Name", "Untitled"),
        field("名称", "未命名"),
        field("Amount", "1", type="number"),
        field("Language", "German", role="combobox", tag="select"),
        field("Key", "x81", state=("readonly",)),
    ],
)
def test_the_defaults_of_a_new_form_may_be_written_over(element: Element) -> None:
    assert not kept(element, (element,))


def test_one_default_among_empty_fields_is_no_record() -> None:
    city = field("City", "Berlin")
    assert not kept(city, (city, field("Street"), field("Name")))


@pytest.mark.parametrize(("kind", "refused"), [(MoveKind.FILL, True), (MoveKind.CLICK, False)])
def test_no_teacher_may_fill_it(kind: MoveKind, refused: bool) -> None:  # noqa: FBT001
    seen = Observation(url="http://app.test/", elements=COPIES)
    why = refusal(
        Move(kind=kind, ref=COPIES[0].ref, value="{{shelf}}"),
        COPIES[0],
        seen,
        lesson("add a copy", {"shelf": "Hall 7"}),
    )
    assert ("belongs to a record that is there" in why) is refused
