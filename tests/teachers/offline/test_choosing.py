"""The offline teacher chooses an element by recorded evidence, if nothing contradicts and nothing else is as good."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.model.lesson import Likeness, Question
from pytest_ami.teachers.offline.choosing import choose

GROUPS = st.frozensets(st.sampled_from(("name", "identity", "destination", "place", "words", "cell", "thing", "fact")))


def asked(*likenesses: Likeness, deed: bool = False, brings: tuple[str, ...] = ()) -> int | None:
    options = tuple(f"button {n}" for n in range(len(likenesses)))
    question = Question(task="t", step="s", was="button", options=options, likenesses=likenesses, deed=deed)
    return choose(replace(question, brings=brings))


def like(*agrees: str, against: tuple[str, ...] = (), points: float = 0.0) -> Likeness:
    return Likeness(points=points, agrees=frozenset(agrees), against=frozenset(against))


@pytest.mark.parametrize(
    ("likenesses", "index"),
    [
        ((like("destination", "place", against=("name",)), Likeness()), 0),
        ((Likeness(), like("identity", against=("name",))), 1),
        ((like("place", points=7.0), Likeness()), 0),
        ((Likeness(agrees=frozenset({"words"})), Likeness()), 0),
        ((like("words", against=("name",), points=-3.6), like(against=("name",), points=-3.8)), 0),
        ((like("identity", "place"), like("place", against=("identity",))), 0),
        ((like("name", against=("identity",)), Likeness()), 0),
        ((like("place", points=7.0), like("place", points=5.0)), 0),
        ((like("cell", against=("name",)), Likeness()), 0),
    ],
)
def test_the_option_that_shares_most_with_the_recorded_element_is_chosen(
    likenesses: tuple[Likeness, ...], index: int
) -> None:
    assert asked(*likenesses) == index


@pytest.mark.parametrize(
    "likenesses",
    [
        (),
        (Likeness(), Likeness()),
        (like("place", against=("name",), points=9.0),),
        (like("identity", against=("destination",)),),
        (like("place", points=7.0), like("place", points=6.0)),
        (Likeness(agrees=frozenset({"words"})), Likeness(agrees=frozenset({"words"}))),
    ],
)
def test_in_doubt_nothing_is_chosen(likenesses: tuple[Likeness, ...]) -> None:
    assert asked(*likenesses) is None


def test_the_control_of_a_deed_keeps_its_name() -> None:
    renamed = like("identity", "place", against=("name",), points=9.0)

    assert (asked(renamed), asked(renamed, deed=True)) == (0, None)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.builds(Likeness, points=st.floats(-9, 9), agrees=GROUPS, against=GROUPS), max_size=6))
def test_what_is_chosen_agrees_and_no_other_option_is_as_good(likenesses: list[Likeness]) -> None:
    index = asked(*likenesses)

    if index is not None:
        assert likenesses[index].agrees
        assert asked(*likenesses, likenesses[index]) is None


@pytest.mark.parametrize(
    ("points", "second", "deed", "brings", "index"),
    [
        (10.0, -1.0, False, ("button Logout",), 0),
        (10.0, -1.0, True, ("button Logout",), None),
        (10.0, -1.0, False, (), None),
        (10.0, 5.0, False, ("button Logout",), None),
        (8.0, -1.0, False, ("button Logout",), None),
    ],
)
def test_another_name_in_exactly_the_recorded_place_is_chosen_if_an_effect_will_judge_it(
    points: float, second: float, *, deed: bool, brings: tuple[str, ...], index: int | None
) -> None:
    renamed = like("place", against=("name",), points=points)

    assert asked(renamed, Likeness(points=second), deed=deed, brings=brings) == index
    elsewhere = like("place", against=("name", "identity"), points=points)
    assert asked(elsewhere, Likeness(points=second), brings=brings) is None


def test_the_cell_of_a_row_and_a_column_may_show_other_data_also_for_a_deed() -> None:
    cell = like("cell", against=("name",))
    assert asked(cell, like("place"), deed=True) == 0
    assert asked(cell, cell, deed=True) is None
    assert asked(like("cell", against=("name", "place")), deed=True) is None


DOWNLOADS = ("button 'Open'", "button 'Download tarball'", "button ''")


@pytest.mark.parametrize(
    ("options", "brings", "index"),
    [
        (DOWNLOADS, ("download desk-2.0.0.tgz",), 1),
        (DOWNLOADS, ("status Download begins",), None),
        ((*DOWNLOADS, "link 'Download all'"), ("download desk-2.0.0.tgz",), None),
        (DOWNLOADS[:1], ("download desk-2.0.0.tgz",), None),
    ],
)
def test_a_download_is_begun_by_the_only_control_that_says_so(
    options: tuple[str, ...], brings: tuple[str, ...], index: int | None
) -> None:
    unknown = tuple(Likeness() for _ in options)
    question = Question(task="t", step="s", was="button ''", options=options, likenesses=unknown, brings=brings)
    assert choose(question) == index
    against = tuple(like(against=("destination",)) for _ in options)
    assert choose(replace(question, likenesses=against)) is None


@pytest.mark.parametrize(
    ("likeness", "index"),
    [
        (like("place", "words", against=("name", "thing"), points=10.0), None),
        (like("place", against=("name", "thing"), points=10.0), None),
        (like("identity", "place", against=("name", "thing"), points=12.0), 0),
        (like("destination", against=("name", "thing"), points=12.0), 0),
        (like("name", "place", against=("thing",), points=12.0), 0),
        (like("identity", "name", "place", "words", against=("fact",), points=15.0), None),
    ],
)
def test_another_thing_is_outweighed_by_an_id_or_an_address_and_a_fact_by_nothing(
    likeness: Likeness, index: int | None
) -> None:
    assert asked(likeness, brings=("heading Free rooms",)) == index
