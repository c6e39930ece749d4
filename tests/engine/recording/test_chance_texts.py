"""A text at the end of a flow that the page showed before it was typed may be there by chance."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.engine.effects.message_check import LONE_TEXT, SHOWN_TEXT, TEXT
from pytest_ami.engine.recording.chance_texts import doubtful_texts
from pytest_ami.model.operation import Operation, PageState

VALUES = {"who": "Ann", "title": "One", "where": "Bern"}
LINES = st.lists(st.sampled_from(["One item", "One", "Ann"]), max_size=2).map(tuple)
TYPED = st.builds(
    lambda type_, value, stood: Operation(type=type_, value=value, before=PageState(stood=stood)),
    st.sampled_from(["input", "click", "select"]),
    st.sampled_from([*VALUES.values(), "On", ""]),
    LINES,
)
KINDS = st.dictionaries(st.sampled_from([*VALUES, "file"]), st.sampled_from([TEXT, SHOWN_TEXT, LONE_TEXT]))


def typed(value: str, *stood: str, type_: str = "input") -> Operation:
    return Operation(type=type_, value=value, before=PageState(stood=stood))


@pytest.mark.parametrize("kind", [SHOWN_TEXT, LONE_TEXT])
def test_a_value_that_stood_on_the_page_is_asked_for_in_other_lines(kind: str) -> None:
    assert doubtful_texts({"title": kind}, [typed("One", "One item", "One")], VALUES) == {
        "title": "beyond|One\nOne item\nOne"
    }


@pytest.mark.parametrize(
    ("kind", "operations"),
    [
        (TEXT, [typed("One", "One item")]),
        (LONE_TEXT, [typed("One")]),
        (LONE_TEXT, [typed("One"), typed("One", "One")]),
        (SHOWN_TEXT, [typed("On", "On time"), typed("One")]),
        (SHOWN_TEXT, [typed("One", "One item", type_="select")]),
    ],
    ids=["in a field", "not there", "its own search brought it", "typed slowly", "chosen"],
)
def test_a_value_that_was_not_there_before_it_was_typed_is_in_no_doubt(kind: str, operations: list[Operation]) -> None:
    assert doubtful_texts({"title": kind}, operations, VALUES) == {}


@settings(max_examples=100)
@given(KINDS, st.lists(TYPED, max_size=6))
def test_only_a_typed_value_that_stood_there_is_in_doubt(kinds: dict[str, str], operations: list[Operation]) -> None:
    found = doubtful_texts(kinds, operations, VALUES)

    stood = {one.value for one in operations if one.before.stood and one.type == "input"}
    assert set(found) <= {name for name in kinds if VALUES.get(name) in stood and kinds[name] != TEXT}
    assert all(key.startswith(f"beyond|{VALUES[name]}\n") for name, key in found.items())
    assert doubtful_texts(kinds, [*operations, *operations], VALUES) == found
