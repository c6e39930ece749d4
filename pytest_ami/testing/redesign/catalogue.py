"""All mutations by name."""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from . import breaks, keeps
from .mutation import Breaking, Keeping, Meaning, Mutation, RedesignError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType


def _in(module: ModuleType, base: type[Mutation]) -> dict[str, type[Mutation]]:
    return {
        name: kind
        for name, kind in vars(module).items()
        if isinstance(kind, type) and issubclass(kind, base) and kind is not base
    }


@cache
def mutations(meaning: Meaning | None = None) -> Mapping[str, type[Mutation]]:
    """Return the mutations by name, in the order of the catalogue.

    Args:
        meaning: Those that keep, or those that break; None for all.
    """
    found: dict[str, type[Mutation]] = {}
    if meaning is not Meaning.BREAKS:
        found |= _in(keeps, Keeping)
    if meaning is not Meaning.KEEPS:
        found |= _in(breaks, Breaking)
    return MappingProxyType(found)


def mutation(name: str) -> type[Mutation]:
    """Return the mutation of this name.

    Raises:
        RedesignError: There is none.
    """
    known = mutations()
    if name not in known:
        raise RedesignError(f"no mutation is called {name!r}; there are {', '.join(known)}")
    return known[name]
