"""Which elements a value names: a whole text of the row does, a longer text does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.model.lesson import Element, Move, MoveKind, Observation, Situation
from pytest_ami.model.workflow import Parameter
from pytest_ami.teachers.offline.teacher import OfflineTeacher
from pytest_ami.teachers.offline.value_match import is_named_for, of_record, thing

PAIRS = [
    ("Alpha", "Alpha 2"),
    ("Anna", "Anna Maria"),
    ("bob@x.org", "bob@x.org.evil.com"),
    ("anna", "Anna"),
    ("v1.2", "v1.2 (copy)"),
    ("张三", "张三丰"),
    ("项目甲", "项目甲 2"),
]
TEXTS = st.text(st.sampled_from("aA 1.甲-"), min_size=1, max_size=6).filter(lambda text: bool(text.strip()))


def row(number: int, *cells: str, name: str = "Delete", role: str = "button") -> Element:
    return Element(ref=f"e{number}", tag="button", role=role, name=name, context=" ".join(cells), cells=cells)


def advised(task: str, value: str, *elements: Element, name: str = "title") -> Move:
    seen = Observation(url="http://app.test/", elements=elements)
    situation = Situation(task=task, parameters=(Parameter(name=name),), values={name: value}, observation=seen)
    return OfflineTeacher().advise(situation).move


@pytest.mark.parametrize(("value", "longer"), PAIRS)
def test_the_control_of_the_record_is_pressed_and_never_that_of_a_longer_name(value: str, longer: str) -> None:
    other, own = row(1, longer, "active"), row(2, value, "active")
    assert advised("delete a project", value, other, own).ref == "e2"
    assert advised("delete a project", value, own, other).ref == "e2"


@pytest.mark.parametrize(("value", "longer"), [pair for pair in PAIRS if pair[0].casefold() != pair[1].casefold()])
@pytest.mark.parametrize("task", ["delete a project", "edit a project"])
def test_a_row_with_a_longer_name_alone_is_not_touched(task: str, value: str, longer: str) -> None:
    way = "Delete" if task.startswith("delete") else "Edit"
    move = advised(task, value, row(1, longer, "active", name=way), row(2, "Beta", "active", name=way))
    assert move.kind not in (MoveKind.CLICK, MoveKind.DOUBLE_CLICK), move


@pytest.mark.parametrize(("value", "longer"), PAIRS)
def test_the_row_that_leads_to_the_form_of_the_record(value: str, longer: str) -> None:
    found = advised("edit a project", value, row(1, longer, "x", name="Edit"), row(2, value, "x", name="Edit"))
    assert (found.kind, found.ref) == (MoveKind.CLICK, "e2")


def test_two_rows_with_the_value_are_a_doubt() -> None:
    move = advised("delete a project", "Alpha", row(1, "Alpha", "old"), row(2, "Alpha", "new"))
    assert move.kind is not MoveKind.CLICK


def test_other_case_and_a_part_between_commas_name_the_row_if_nothing_does_better() -> None:
    assert of_record("alpha", [row(1, "Alpha"), row(2, "Beta")]) == [row(1, "Alpha")]
    assert of_record("Report", [row(1, "Unread, Ann, Report")])
    assert not of_record("Report", [row(1, "Reported, Ann")])


def test_a_whole_cell_goes_before_a_text_in_a_cell() -> None:
    marked = Element(ref="e1", role="button", name="Delete", cells=("Alpha 2",), texts=("Alpha", "2"))
    assert of_record("Alpha", [marked, row(2, "Alpha")]) == [row(2, "Alpha")]
    assert of_record("Alpha", [marked]) == [marked]


def test_a_row_whose_texts_are_unknown_has_what_its_text_contains() -> None:
    dialog = Element(ref="e1", role="button", name="Delete", context="dialog Delete Alpha?")
    assert of_record("Alpha", [dialog]) == [dialog]
    assert not of_record("bob@x.org", [Element(ref="e1", context="dialog Delete bob@x.org.evil.com?")])


@pytest.mark.parametrize(
    ("name", "value", "own"),
    [
        ("Delete Alpha", "Alpha", True),
        ("Delete project Alpha", "Alpha", True),
        ("Delete Alpha 2", "Alpha", False),
        ("Delete Anna Maria", "Anna", False),
        ("Delete bob@x.org.evil.com", "bob@x.org", False),
        ("删除项目 甲", "甲", True),
        ("删除 甲乙", "甲", False),
    ],
)
def test_a_control_with_the_value_in_its_name(name: str, value: str, own: bool) -> None:  # noqa: FBT001  (a table)
    assert is_named_for(Element(ref="e1", role="button", name=name), value, "delete project 删除项目") is own


def test_a_row_is_a_thing_by_its_cells() -> None:
    rows = [row(n, text, "x", name=f"{text} x", role="row") for n, text in ((1, "Alpha 2"), (2, "Alpha"))]
    assert [e.ref for e in thing("Alpha", rows, choices_only=False)] == ["e2"]
    assert thing("Alpha", rows[:1], choices_only=False) == []
    links = [Element(ref=f"e{n}", role="link", name=name) for n, name in ((1, "anna"), (2, "Anna"))]
    assert [e.ref for e in thing("Anna", links, choices_only=False)] == ["e2"]


@given(st.lists(st.lists(TEXTS, min_size=1, max_size=3), min_size=1, max_size=4), TEXTS)
def test_a_row_with_the_value_as_a_text_of_its_own_goes_before_all_others(rows: list[list[str]], value: str) -> None:
    elements = [row(n, *cells) for n, cells in enumerate(rows)]
    whole = [e for e in elements if " ".join(value.split()) in {" ".join(part.split()) for part in e.cells}]
    found = of_record(value, elements)
    assert (
        found == whole if whole else all(any(value.casefold().strip() in p.casefold() for p in e.cells) for e in found)
    )
