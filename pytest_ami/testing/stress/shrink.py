"""Making a redesign as small as possible while its effect still happens. Pure: the caller runs the redesigns.

Rules of this module:

* Every step makes the redesign smaller by `size`, so the search ends. No redesign is run twice.
* First whole mutations are removed, then parameters become the simplest ones, then shares and seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from pytest_ami.testing.redesign.mutation import Mutation
from pytest_ami.testing.redesign.redesign import Redesign

MOST = 25
"""Runs that one redesign is worth."""

ALL = 100


@dataclass(frozen=True, slots=True)
class ShrinkResult:
    """The result of making a redesign smaller.

    Attributes:
        redesign: The smallest one.
        runs: Number of runs.
        again: Whether the effect happened a second time; if not, the redesign is unchanged.
    """

    redesign: Redesign
    runs: int
    again: bool


def size(redesign: Redesign) -> tuple[int, int, int, int]:
    """Return how large a redesign is: mutations, parameters that could be simpler, shares, seed."""
    return (
        len(redesign),
        sum(len(list(_simpler_parameters(one))) for one in redesign.mutations),
        sum(one.share != ALL for one in redesign.mutations),
        int(redesign.seed != 0),
    )


def shrink(redesign: Redesign, fails: Callable[[Redesign], bool], *, most: int = MOST) -> ShrinkResult:
    """Return the smallest redesign within reach for which ``fails`` still holds.

    Args:
        redesign: The redesign that failed.
        fails: Runs a redesign and returns whether the same happened.
        most: Maximum number of runs.
    """
    if most < 1 or not fails(redesign):
        return ShrinkResult(redesign, max(0, min(most, 1)), again=False)
    seen, best, runs = {str(redesign)}, redesign, 1
    while True:
        for candidate in smaller(best):
            if str(candidate) in seen:
                continue
            if runs >= most:
                return ShrinkResult(best, runs, again=True)
            seen.add(str(candidate))
            runs += 1
            if fails(candidate):
                best = candidate
                break
        else:
            return ShrinkResult(best, runs, again=True)


def smaller(redesign: Redesign) -> Iterator[Redesign]:
    """Yield the redesigns that are one step smaller, the largest step first."""
    mutations = redesign.mutations
    if len(mutations) > 1:
        for n in range(len(mutations)):
            yield replace(redesign, mutations=mutations[:n] + mutations[n + 1 :])
    for n, one in enumerate(mutations):
        for simple in _simpler_parameters(one):
            yield replace(redesign, mutations=(*mutations[:n], simple, *mutations[n + 1 :]))
    whole = tuple(replace(one, share=ALL) for one in mutations)
    if whole != mutations:
        yield Redesign(whole)
        yield replace(redesign, mutations=whole)
    if redesign.seed:
        yield replace(redesign, seed=0)


def _simpler_parameters(one: Mutation) -> Iterator[Mutation]:
    for name, offered in one.choices.items():
        if getattr(one, name) != offered[0]:
            yield replace(one, **{name: offered[0]})
