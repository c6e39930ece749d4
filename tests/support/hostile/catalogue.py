"""All pairs by their key, and a seeded sample of them."""

from __future__ import annotations

from importlib import import_module
from itertools import islice, zip_longest
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
    "values",
    "widgets",
    "origins",
    "natives",
    "records",
    "repeated",
    "passing",
    "told_nowhere",
    "reworded",
    "loosened",
    "announced",
    "cells",
    "commands",
    "drawn_boxes",
    "lists_named",
    "scrolls",
    "unseen",
    "audiences",
    "circumstances",
    "confirmations",
    "libraries",
    "measures",
    "places",
    "presets",
    "selections",
    "workplaces",
    "neighbours",
    "meanings",
    "consoles",
    "fieldwork",
    "services",
    "everyday_files",
    "everyday_lists",
    "everyday_books",
    "broken_rules",
    "broken_lists",
    "broken_states",
    "broken_reveals",
    "broken_layers",
    "broken_signs",
    "releases",
    "releases_online",
    "releases_counted",
    "recorded_data",
    "edges_of_rules",
    "edges_of_records",
    "edges_of_values",
    "innocent_tools",
    "innocent_panels",
    "innocent_desks",
    "set_beforehand",
    "quick_and_mild",
    "goes_along",
    "comes_late",
    "goes_unseen",
    "loosened_again",
    "other_trades",
    "denied_tasks",
    "held_back",
    "desks_of_today",
    "own_setup",
    "wires",
    "clicked_parts",
    "about_deeds",
    "read_closely",
    "shown_otherwise",
)
"""The modules that hold pairs; each has ``PAIRS``."""

OPEN = frozenset(
    {
        "again mail beside a verb/address has changed",
        "again data of the row/number of before",
        "again data of the row/number of the row",
        "again data of the row/number of the row by chance",
        "again data of the row/other number",
        "along rooms/settings of the page",
        "fresh presses/refusal grows over it",
        "mild titles/sign and sender",
        "quick ends/asks 50 ms after loading",
        "quick ends/script 40 ms later",
        "own mocks/charged beside the mock",
        "own workers/keeps the order",
        "own workers/orders more",
        "quick presses/frame after it is left",
        "wired bodies/nothing over the socket",
        "wired bodies/other recipient over the socket",
        "wired bodies/ten times in the beacon",
        "wired bodies/ten times over the socket",
        "wired bodies/two messages over the socket",
    }
)
"""Pairs on which a replay, or a run that relearns, does something else today. The benchmark counts them, a sample leaves
them out."""

MOST_PATIENCE = 6.0
"""A sample leaves out pairs whose steps wait longer, in seconds."""


def pairs(modules: tuple[str, ...] = MODULES) -> list[Pair]:
    """Return all pairs, each key once."""
    found = [pair for name in modules for pair in import_module(f"{__package__}.{name}").PAIRS]
    doubled = len(found) - len({pair.key for pair in found})
    if doubled:
        raise ValueError(f"{doubled} keys of pairs are not unique")
    return found


def sample(size: int, *, among: tuple[str, ...] = (), seed: int = 16) -> list[Pair]:
    """Return a seeded sample of quick pairs, in turn from every class.

    Args:
        size: How many.
        among: The classes; all if empty.
        seed: Decides which ones.
    """
    by_group: dict[str, list[Pair]] = {}
    for pair in pairs():
        if pair.key in OPEN:
            continue
        if pair.linger < 1 and pair.patience <= MOST_PATIENCE and (not among or pair.group in among):
            by_group.setdefault(pair.group, []).append(pair)
    random = Random(seed)  # noqa: S311  (draws test data)
    shuffled = [random.sample(found, len(found)) for _, found in sorted(by_group.items())]
    random.shuffle(shuffled)
    turns = (pair for turn in zip_longest(*shuffled) for pair in turn if pair is not None)
    return list(islice(turns, size))
