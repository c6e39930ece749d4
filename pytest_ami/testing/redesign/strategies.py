"""Hypothesis strategies for redesigns. The only module that imports Hypothesis; no other module here imports this one.

Rules of this module:

* The simplest values come first, so a failing redesign shrinks to few mutations, their simplest parameters and the
  first target.
* A strategy that could never draw a value is refused when it is made, with a message, and not after a long search.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from hypothesis import strategies as st

from .catalogue import mutation, mutations, suits
from .mutation import ANYWHERE, KEY, Breaking, Keeping, Mutation, RedesignError, brief
from .redesign import Redesign

Named: TypeAlias = "str | type[Mutation]"
Place: TypeAlias = tuple[str, int]
"""Where a mutation strikes: ``at`` and ``share``."""

SHARES = (100, 50, 25, 10)
SEEDS = st.integers(0, 9999)


def redesigns(
    *,
    keeps: bool | None = None,
    min_size: int = 1,
    max_size: int = 4,
    targets: Iterable[str] | None = None,
    only: Iterable[Named] | None = None,
    without: Iterable[Named] = (),
) -> st.SearchStrategy[Redesign]:
    """Return a strategy for redesigns of any page, or of a page with these elements.

    Args:
        keeps: True: each mutation keeps the meaning. False: at least one breaks it. None: any mutation.
        min_size: The least number of mutations.
        max_size: The greatest number of mutations.
        targets: The elements to mutate, such as ``button "Send"``; `Redesigned.keys` lists those of a page. Mutations
            that need an element of another kind are left out. None: a share of all elements.
        only: The mutations to choose from, by name or class; the default is the whole catalogue.
        without: The mutations to leave out.

    Raises:
        RedesignError: Nothing can be drawn, or a mutation does not exist.
    """
    least = max(min_size, 1) if keeps is False else min_size
    if min_size < 0 or least > max_size:
        kind = "redesign that breaks" if keeps is False else "redesign"
        raise RedesignError(f"no {kind} has {min_size} to {max_size} mutations")
    aims = _aims(targets)
    found = _possible(Keeping if keeps else Mutation, aims, only, without)
    if keeps is not False:
        if not found and min_size:
            raise RedesignError(_nothing("a redesign that keeps the meaning" if keeps else "a redesign", aims))
        return _keeping(_any_of(found, aims), min_size, max_size if found else 0)
    breaking = [kind for kind in found if issubclass(kind, Breaking)]
    if not breaking:
        raise RedesignError(_nothing("a redesign that breaks the meaning", aims))
    return _breaking(_any_of(breaking, aims), _any_of(found, aims), least, max_size)


def one_mutation(kind: Named, targets: Iterable[str] | None = None) -> st.SearchStrategy[Mutation]:
    """Return a strategy for one mutation with whatever parameters, the simplest first.

    Args:
        kind: Which, by name or class.
        targets: As for `redesigns`.

    Raises:
        RedesignError: It does not exist, or cannot be about any of these targets.
    """
    aims, (named,) = _aims(targets), _kinds([kind])
    if not _places(named, aims):
        raise RedesignError(_nothing(named.__name__, aims))
    return _any_of([named], aims)


@st.composite
def _keeping(draw: st.DrawFn, one: st.SearchStrategy[Mutation], least: int, most: int) -> Redesign:
    listed = draw(st.lists(one, min_size=least, max_size=most))
    return Redesign(tuple(listed), draw(SEEDS))


@st.composite
def _breaking(
    draw: st.DrawFn, breaking: st.SearchStrategy[Mutation], one: st.SearchStrategy[Mutation], least: int, most: int
) -> Redesign:
    """Draw one mutation that breaks the meaning, and others around it."""
    others = draw(st.lists(one, min_size=least - 1, max_size=most - 1))
    others.insert(draw(st.integers(0, len(others))), draw(breaking))
    return Redesign(tuple(others), draw(SEEDS))


@st.composite
def _any_of(draw: st.DrawFn, kinds: Sequence[type[Mutation]], aims: Sequence[str]) -> Mutation:
    kind = draw(st.sampled_from(kinds))
    at, share = draw(st.sampled_from(_places(kind, aims)))
    return kind(at=at, share=share, **{name: draw(st.sampled_from(offered)) for name, offered in kind.choices.items()})


def _places(kind: type[Mutation], aims: Sequence[str]) -> list[Place]:
    """Return where it may strike; a mutation of the page as such has one place."""
    if kind.whole_page:
        return [(ANYWHERE, SHARES[0])]
    return [(aim, share) for aim in aims if suits(kind, aim) for share in (SHARES if aim == ANYWHERE else SHARES[:1])]


def _aims(targets: Iterable[str] | None) -> tuple[str, ...]:
    if isinstance(targets, str):
        raise RedesignError(f"targets are several, as [{targets!r}]")
    aims = (ANYWHERE,) if targets is None else tuple(dict.fromkeys(targets))
    for aim in aims:
        if aim != ANYWHERE and not KEY.fullmatch(aim):
            raise RedesignError(f"""a target is * or role and name, such as button "Send", not {brief(aim)}""")
    return aims


def _kinds(named: Iterable[Named]) -> list[type[Mutation]]:
    return [mutation(one if isinstance(one, str) else one.__name__) for one in named]


def _possible(
    base: type[Mutation], aims: Sequence[str], only: Iterable[Named] | None, without: Iterable[Named]
) -> list[type[Mutation]]:
    """Return the mutations that may be drawn, in the order of the catalogue; those that keep the meaning come first."""
    chosen = set(mutations().values() if only is None else _kinds(only)) - set(_kinds(without))
    return [kind for kind in mutations().values() if kind in chosen and issubclass(kind, base) and _places(kind, aims)]


def _nothing(what: str, aims: Sequence[str]) -> str:
    return f"{what}: no mutation is left to draw from; look at keeps, only, without, and at targets: {brief(aims)}"
