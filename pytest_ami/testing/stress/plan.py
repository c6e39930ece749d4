"""Which redesigns are tried: every mutation alone, then several together. Pure; all follows from a seed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, cycle, islice, zip_longest
from random import Random

from pytest_ami.testing.redesign.catalogue import mutations
from pytest_ami.testing.redesign.drawing import aims, drawn
from pytest_ami.testing.redesign.mutation import KEY, Meaning
from pytest_ami.testing.redesign.page import Deed
from pytest_ami.testing.redesign.redesign import Redesign


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """The selection of redesigns to draw.

    Attributes:
        count: Number of redesigns.
        seed: Decides which ones.
        size: Number of mutations of the largest.
        keeps: Whether some keep the meaning.
        breaks: Whether some break it.
        only: Names of the wanted mutations; all if empty.
        without: Names of the unwanted mutations.
    """

    count: int = 200
    seed: int = 0
    size: int = 4
    keeps: bool = True
    breaks: bool = True
    only: Collection[str] = ()
    without: Collection[str] = ()

    @property
    def unwanted(self) -> frozenset[str]:
        """Names of all mutations that are not drawn."""
        others = set(mutations()) - set(self.only) if self.only else set()
        return frozenset(others | set(self.without))

    def kinds(self, meaning: Meaning, keys: Sequence[str]) -> list[str]:
        """Return the names of the mutations that can be drawn for a flow that touches these elements."""
        found = mutations(meaning).items()
        return [n for n, kind in found if n not in self.unwanted and (kind.whole_page or aims(kind, keys))]


def keys_of(deeds: Collection[Deed]) -> list[str]:
    """Return the elements that a flow uses and that a mutation can be aimed at, each once."""
    named = (deed.key for deed in deeds if not deed.bare and not deed.added)
    return [key for key in dict.fromkeys(named) if KEY.fullmatch(key) and ' ""' not in key and " near " not in key]


def redesigns(draw: Draw, keys: Sequence[str]) -> Iterator[Redesign]:
    """Yield the redesigns; those that keep and those that break the meaning alternate.

    Args:
        draw: The selection.
        keys: The elements of the flow, as `keys_of` returns them.
    """
    halves = [
        _half(draw, keys, keeps=keeps)
        for keeps, asked in ((True, draw.keeps), (False, draw.breaks))
        if asked and draw.kinds(Meaning.KEEPS if keeps else Meaning.BREAKS, keys)
    ]
    turns = chain.from_iterable(zip_longest(*halves)) if halves else iter(())
    return islice((one for one in turns if one is not None), draw.count)


def _half(draw: Draw, keys: Sequence[str], *, keeps: bool) -> Iterator[Redesign]:
    random = Random(f"{draw.seed} {keeps}")  # noqa: S311  (draws pages, keeps no secret)
    kinds = draw.kinds(Meaning.KEEPS if keeps else Meaning.BREAKS, keys)
    alone = not draw.kinds(Meaning.KEEPS, keys)  # nothing to go with a break
    random.shuffle(kinds)
    sizes = cycle([1] if alone or draw.size == 1 else range(2, draw.size + 1))
    for first in kinds:
        yield _everywhere(drawn(random, keys, keeps=keeps, size=1, without=draw.unwanted, first=first))
    for first in cycle(kinds):
        yield drawn(random, keys, keeps=keeps, size=next(sizes), without=draw.unwanted, first=first)


def _everywhere(redesign: Redesign) -> Redesign:
    """Return a redesign without shares: a lone mutation should meet an element."""
    return replace(redesign, mutations=tuple(replace(one, share=100) for one in redesign.mutations))
