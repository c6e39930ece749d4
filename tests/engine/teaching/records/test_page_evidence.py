"""Whether a page shows a value as that of its own record."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.engine.teaching.records.page_evidence import shows
from pytest_ami.model.lesson import Element, Observation

VALUE = "Harbour Tales"
DELETE = Element(ref="e9", tag="button", role="button", name="Delete", box=(400, 300, 60, 20))


def entries(role: str = "listitem", *titles: str, **more: Any) -> tuple[Element, ...]:
    listed = enumerate(titles or ("Harbour Notes", VALUE, "Winter Tales"))
    return tuple(
        Element(ref=f"e{n}", role=role, name=title, cells=(title,), texts=(title,), box=(8, 20.0 * n, 150, 19), **more)
        for n, title in listed
    )


def shown(*elements: Element, left: bool = False, press: Element = DELETE, **more: Any) -> bool:
    page = Observation(**{"url": "http://app.test/items", "elements": (*elements, press), **more})
    return shows("title", VALUE, press, page, left=left)


@pytest.mark.parametrize("role", ["listitem", "row", "link", "treeitem"])
def test_an_entry_beside_others_tells_nothing(role: str) -> None:
    assert not shown(*entries(role))
    assert not shown(*entries(role), texts=(VALUE, "Winter Tales"))
    assert shown(*entries(role, VALUE))


def test_the_selected_entry_tells_which_record_is_open() -> None:
    listed = list(entries("option"))
    listed[1] = Element(ref="e1", role="option", name=VALUE, state=("selected",), box=(8, 20, 150, 19))

    assert shown(*listed)


@pytest.mark.parametrize("left", [False, True])
def test_a_heading_tells_which_record_is_open_unless_each_entry_has_one(*, left: bool) -> None:
    assert shown(*entries(), left=left, notices=(f"heading|{VALUE}",))
    headings = tuple(f"heading|{one.name}" for one in entries())
    assert not shown(*entries(), left=left, notices=headings)
    assert shown(*entries(), left=left, notices=(*headings, f"heading|{VALUE}"))


def test_a_line_of_a_table_beside_others_tells_nothing() -> None:
    rows = ("Harbour Notes | Anna | 1990", f"{VALUE} | Anna | 1991")

    assert not shown(texts=rows)
    assert shown(texts=rows[1:])
    assert shown(texts=(f"{VALUE} | 1 | A1", f"{VALUE} | 2 | A2"))


@pytest.mark.parametrize(
    "more",
    [
        {"texts": (f"Title: {VALUE}",)},
        {"texts": (f"Title | {VALUE}", "Author | Anna")},
        {"texts": ("Title", VALUE)},
        {"title": f"{VALUE} - Library"},
        {"url": "http://app.test/books/harbour-tales/edit"},
    ],
)
def test_a_page_that_names_its_record_is_open_for_it(more: dict[str, Any]) -> None:
    assert shown(left=True, **more)
    assert not shown(left=True, texts=(VALUE, "Winter Tales", f"Latest title: {VALUE}"))


def test_the_field_of_the_parameter_tells_the_record_unless_each_row_has_one() -> None:
    def field(n: int, value: str, name: str = "Title") -> Element:
        return Element(ref=f"f{n}", tag="input", role="textbox", name=name, value=value, box=(8, 20.0 * n, 99, 19))

    assert shown(field(1, VALUE), left=True)
    assert not shown(field(1, VALUE, "Latest title"), left=True)
    assert not shown(field(1, VALUE), field(2, "Winter Tales"), left=True)
    assert not shown(field(1, VALUE), field(2, "Winter Tales"))


def test_the_row_of_the_control_tells_the_record_unless_its_name_is_longer() -> None:
    own, longer = (
        Element(ref="e", role="button", name="Delete", cells=(one,), texts=(one,), context=f"{one} Delete", box=box)
        for one, box in ((VALUE, (8, 20, 60, 19)), (f"{VALUE} 2", (8, 40, 60, 19)))
    )

    assert shown(longer, press=own, left=True)
    assert not shown(own, press=longer, left=True)
