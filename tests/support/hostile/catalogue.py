"""All pairs by their key, and a seeded sample of them."""

from __future__ import annotations

from importlib import import_module
from random import Random

from .pair import Pair

MODULES = (
    "held",
    "twins",
    "windows",
    "questions",
    "numbers",
    "fields",
    "typed",
    "moving",
    "order",
    "kept",
    "wording",
    "world",
    "reach",
    "restyle",
    "noise",
    "journeys",
)
"""The modules that hold pairs; each has ``PAIRS``."""


def pairs(modules: tuple[str, ...] = MODULES) -> list[Pair]:
    """Return all pairs, each key once."""
    found = [pair for name in modules for pair in import_module(f"{__package__}.{name}").PAIRS]
    doubled = len(found) - len({pair.key for pair in found})
    if doubled:
        raise ValueError(f"{doubled} keys of pairs are not unique")
    return found


def sample(size: int, seed: int = 16) -> list[Pair]:
    """Return a seeded sample of quick pairs, at most one of a class."""
    by_group: dict[str, list[Pair]] = {}
    for pair in pairs():
        if pair.linger < 1 and pair.patience <= 4:
            by_group.setdefault(pair.group, []).append(pair)
    random = Random(seed)  # noqa: S311  (draws test data)
    return [random.choice(by_group[name]) for name in random.sample(sorted(by_group), min(size, len(by_group)))]
