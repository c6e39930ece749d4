"""A text at the end of a flow that the page showed before it was typed is no proof."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.engine.effects.message_check import LONE_TEXT, SHOWN_TEXT, TEXT
from pytest_ami.engine.recording.chance_texts import chance_texts
from pytest_ami.model.operation import Operation, PageState

KINDS = st.sampled_from([TEXT, SHOWN_TEXT, LONE_TEXT])
WAYS = st.sampled_from(["", "shown", "own"])
VALUES = {"who": "Ann", "title": "One", "where": "Bern"}
TYPED = st.builds(
    lambda type_, value, stood: Operation(type=type_, value=value, before=PageState(stood=stood)),
    st.sampled_from(["input", "click", "select"]),
    st.sampled_from([*VALUES.values(), "On", ""]),
    WAYS,
)


def typed(value: str, stood: str, type_: str = "input") -> Operation:
    return Operation(type=type_, value=value, before=PageState(stood=stood))


@pytest.mark.parametrize(
    ("kind", "stood", "chance"),
    [
        (SHOWN_TEXT, "shown", {"title"}),
        (SHOWN_TEXT, "own", {"title"}),
        (LONE_TEXT, "own", {"title"}),
        (LONE_TEXT, "shown", set()),
        (TEXT, "own", set()),
        (SHOWN_TEXT, "", set()),
        (LONE_TEXT, "", set()),
    ],
)
def test_a_text_is_by_chance_if_the_end_shows_it_no_better_than_the_page_did(
    kind: str, stood: str, chance: set[str]
) -> None:
    assert chance_texts({"title": kind}, [typed("One", stood)], VALUES) == chance


def test_a_value_that_its_own_search_brought_was_typed_before() -> None:
    search, entry = typed("One", ""), typed("One", "own")

    assert chance_texts({"title": LONE_TEXT}, [search, entry], VALUES) == frozenset()
    assert chance_texts({"title": LONE_TEXT}, [entry, search], VALUES) == {"title"}


def test_the_beginning_of_a_value_that_is_typed_slowly_tells_nothing() -> None:
    assert chance_texts({"title": SHOWN_TEXT}, [typed("On", "shown"), typed("One", "")], VALUES) == frozenset()


def test_a_value_that_was_not_typed_is_never_by_chance() -> None:
    assert chance_texts({"title": SHOWN_TEXT, "file": SHOWN_TEXT}, [typed("One", "own", "select")], VALUES) == set()


@settings(max_examples=100)
@given(st.dictionaries(st.sampled_from(sorted(VALUES)), KINDS), st.lists(TYPED, max_size=6))
def test_only_a_value_that_stood_there_is_by_chance(kinds: dict[str, str], operations: list[Operation]) -> None:
    found = chance_texts(kinds, operations, VALUES)

    stood = {one.value for one in operations if one.before.stood}
    assert found <= {name for name in kinds if VALUES[name] in stood}
    unseen = [typed(one.value, "", one.type) for one in operations]
    assert chance_texts(kinds, unseen, VALUES) == frozenset()
    assert chance_texts(kinds, [*operations, *operations], VALUES) == found


@settings(max_examples=100)
@given(st.dictionaries(st.sampled_from(sorted(VALUES)), KINDS), st.lists(TYPED, max_size=6))
def test_a_better_sight_at_the_end_is_by_chance_more_seldom(kinds: dict[str, str], operations: list[Operation]) -> None:
    lone = dict.fromkeys(kinds, LONE_TEXT)

    assert chance_texts(lone, operations, VALUES) <= chance_texts(dict.fromkeys(kinds, SHOWN_TEXT), operations, VALUES)
