"""Shrinking: the result still fails, is never larger, and is found within the runs that there are."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.testing.redesign import Delayed, IdsRenamed, IntoFrame, Mutation, Redesign, Reworded, Wrapped, mutations
from pytest_ami.testing.stress.shrink import shrink, size, smaller


@st.composite
def redesigns(draw: st.DrawFn) -> Redesign:
    made: list[Mutation] = []
    for kind in draw(st.lists(st.sampled_from(list(mutations().values())), min_size=1, max_size=4)):
        chosen = {name: draw(st.sampled_from(offered)) for name, offered in kind.choices.items()}
        made.append(kind(share=draw(st.sampled_from((20, 50, 100))), **chosen))
    return Redesign(tuple(made), seed=draw(st.integers(0, 99)))


def hash_of(redesign: Redesign, salt: int) -> int:
    return sum(map(ord, str(redesign))) * 31 + salt


@pytest.mark.slow
@given(redesigns())
def test_every_smaller_redesign_is_smaller(redesign: Redesign) -> None:
    assert all(size(one) < size(redesign) for one in smaller(redesign))


@pytest.mark.slow
@given(redesigns(), st.integers(0, 10), st.integers(1, 40))
def test_the_result_still_fails_and_is_never_larger(redesign: Redesign, salt: int, most: int) -> None:
    observed: list[str] = []

    def fails(one: Redesign) -> bool:
        observed.append(str(one))
        return one == redesign or hash_of(one, salt) % 3 != 0

    found = shrink(redesign, fails, most=most)
    assert found.again
    assert found.runs == len(observed) <= most
    assert len(set(observed)) == len(observed), "nothing is run twice"
    assert fails(found.redesign)
    assert size(found.redesign) <= size(redesign)


@pytest.mark.slow
@given(redesigns(), st.sampled_from(sorted(mutations())))
def test_one_guilty_mutation_is_left_alone_in_its_simplest_form(redesign: Redesign, guilty: str) -> None:
    kinds = [type(one).__name__ for one in redesign.mutations]
    name = kinds[len(guilty) % len(kinds)]
    found = shrink(redesign, lambda one: name in str(one), most=200).redesign
    assert [type(one).__name__ for one in found.mutations] == [name]
    assert not list(smaller(found))


def run(redesign: Redesign, guilty: Callable[[Redesign], bool]) -> str:
    return str(shrink(redesign, guilty).redesign)


def test_what_needs_two_keeps_two() -> None:
    drawn = Redesign((Wrapped(depth=4), IntoFrame(share=20), Reworded(to="x"), Delayed(ms=300)), seed=7)
    both = run(drawn, lambda one: {IntoFrame, Delayed} <= {type(m) for m in one.mutations})
    assert both == "Redesign((IntoFrame(), Delayed()))"


def test_a_parameter_that_matters_stays() -> None:
    drawn = Redesign((IdsRenamed(style="generated", share=20),), seed=7)
    assert run(drawn, lambda one: "generated" in str(one)) == "Redesign((IdsRenamed(style='generated'),))"
    assert run(drawn, lambda one: "share=20" in str(one)) == "Redesign((IdsRenamed(share=20),))"


def test_what_does_not_happen_again_stays_as_it_was() -> None:
    drawn = Redesign((IdsRenamed(), Wrapped()), seed=7)
    found = shrink(drawn, lambda _: False)
    assert (found.redesign, found.runs, found.again) == (drawn, 1, False)
    assert shrink(drawn, lambda _: True, most=0).runs == 0
