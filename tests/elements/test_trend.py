"""A flow that passes, and what its evidence says about tomorrow."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pytest_ami.elements.trend import FALLEN, SLIDDEN, Movement, drifting, since

SHARES = st.floats(0, 1)


def moved(agreement: float, step: int = 3, **more: object) -> Movement:
    return Movement(step=step, agreement=agreement, lost=("landmark",), **more)  # type: ignore[arg-type]


def test_what_has_not_moved_is_not_drifting() -> None:
    assert drifting([Movement(step=1), Movement(step=2)]) is None
    assert drifting([Movement(step=1)], [{1: 0.5}], already=True) is None


def test_losing_a_fifth_of_the_evidence_is_drifting_at_once() -> None:
    found = drifting([moved(0.62), Movement(step=4)])
    assert found is not None
    assert found.steps == (3,)
    assert found.evidence == ("step 3: landmark no longer agrees (62 % of the evidence is left, 100 % when recorded)",)
    assert drifting([moved(1 - FALLEN)]) is not None
    assert drifting([moved(1 - FALLEN + 0.01)]) is None


def test_a_heal_or_a_repair_is_drifting_whatever_is_left() -> None:
    healed = drifting([Movement(step=2, healed=True)])
    repaired = drifting([Movement(step=1, repair="dismissed dialog 'Your privacy'")])
    assert healed is not None
    assert repaired is not None
    assert healed.evidence == ("step 2: the element had to be picked anew",)
    assert repaired.evidence == ("step 1: dismissed dialog 'Your privacy'",)


def test_a_slide_is_drifting_and_one_fall_is_not() -> None:
    assert drifting([moved(0.9)]) is None
    assert drifting([moved(0.85)], [{3: 0.95}]) is not None
    assert drifting([moved(0.85)], [{3: 0.95}, {3: 0.95}, {3: 0.95}]) is not None  # a slow slide is one too
    assert drifting([moved(0.89)], [{7: 0.95}]) is None  # of another step


def test_a_slide_is_measured_from_its_top() -> None:
    assert drifting([moved(0.91)], [{3: 0.97}, {3: 0.94}]) is not None
    assert drifting([moved(0.91)], [{3: 0.93}, {3: 0.97}, {3: 0.94}]) is None  # a rise begins anew


def test_evidence_that_comes_and_goes_is_no_slide() -> None:
    assert drifting([moved(0.9)], [{3: 0.9}, {}, {3: 0.9}, {}]) is None
    assert drifting([moved(0.89)], [{3: 0.9}, {3: 0.95}]) is None


def test_a_slide_of_less_than_a_text_beside_it_is_noise() -> None:
    assert drifting([moved(1 - SLIDDEN / 2)], [{3: 1 - SLIDDEN / 4}]) is None


def test_while_it_is_drifting_all_that_is_moved_is_told() -> None:
    assert drifting([moved(0.97)]) is None
    assert drifting([moved(0.97)], already=True) is not None


@given(st.lists(SHARES, max_size=6), SHARES)
@settings(max_examples=200)
def test_it_never_speaks_of_a_step_at_which_nothing_moved(past: list[float], now: float) -> None:
    found = drifting([Movement(step=1), moved(now, step=2)], [{1: share, 2: share} for share in past])
    assert found is None or found.steps == (2,)


@given(SHARES, SHARES, st.lists(SHARES, max_size=4))
@example(0.90625, 0.9140625, [0.9375, 0.0])  # a third fall, smaller than the ones before it
@settings(max_examples=200)
def test_less_evidence_is_never_better_news(one: float, other: float, past: list[float]) -> None:
    less, more = sorted((one, other))
    history = [{3: max(share, more)} for share in past]
    if drifting([moved(more)], history) is not None:
        assert drifting([moved(less)], history) is not None


def test_two_kinds_of_evidence_lost_at_one_element_are_drifting() -> None:
    assert drifting([Movement(step=1, agreement=0.97, lost=("lineage", "path"))]) is not None
    assert drifting([Movement(step=1, agreement=0.97, lost=("lineage",))]) is None


def test_what_had_moved_at_the_first_green_replay_is_no_evidence() -> None:
    first = (Movement(step=1, agreement=0.82, lost=("id",)), Movement(step=3, agreement=0.9, lost=("landmark",)))

    assert since(first, first) == ()
    assert since([Movement(step=1, agreement=0.82, lost=("id",)), Movement(step=2, agreement=0.7)], first) == (
        Movement(step=2, agreement=0.7),
    )
    (more,) = since([Movement(step=1, agreement=0.7, lost=("id", "name"))], first)
    assert (more.lost, round(more.agreement, 2)) == (("name",), 0.88)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.builds(
            Movement,
            step=st.integers(1, 4),
            agreement=st.floats(0, 1),
            lost=st.sets(st.sampled_from(("id", "name", "path"))).map(tuple),
        ),
        max_size=5,
        unique_by=lambda one: one.step,
    )
)
def test_nothing_has_moved_since_itself_and_all_has_since_nothing(now: list[Movement]) -> None:
    lost = [one for one in now if one.lost]
    assert since(lost, lost) == ()
    assert since(now, ()) == tuple(one for one in now if one.moved)
