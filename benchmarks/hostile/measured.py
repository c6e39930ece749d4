"""The score of the hostile pairs. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any

from tests.support.hostile.trial import Row

OUTCOMES = ("wrong_green", "wrong_red", "stopped", "right", "unlearned")
COLUMNS = ("cases", "runs", *OUTCOMES, "harmless", "harmless_right")
"""The columns of the table."""

DEFAULT = ("replay", "balanced")
"""The setting with which harmless changes are counted: other ones stop where this one heals."""


def score(rows: Sequence[Row]) -> dict[str, Any]:
    """Return the counts of all rows, of each setting, and of each class, and the wrong pairs."""
    settings = sorted({(row.mode, row.heal) for row in rows})
    groups = sorted({row.group for row in rows})
    default = counted([row for row in rows if (row.mode, row.heal) == DEFAULT])
    return {
        **counted(rows),
        **{name: default[name] for name in ("harmless", "harmless_right", "harmless_right_interval")},
        "settings": {
            f"{mode} {heal}": counted([row for row in rows if (row.mode, row.heal) == (mode, heal)])
            for mode, heal in settings
        },
        "classes": {group: _of_class([row for row in rows if row.group == group]) for group in groups},
        "wrong": sorted({f"{row.group}/{row.name}" for row in rows if row.outcome == "wrong_green"}),
    }


def _of_class(rows: Sequence[Row]) -> dict[str, Any]:
    default = counted([row for row in rows if (row.mode, row.heal) == DEFAULT])
    return {**counted(rows), "harmless": default["harmless"], "harmless_right": default["harmless_right"]}


def counted(rows: Sequence[Row]) -> dict[str, Any]:
    """Return the counts of some rows: distinct pairs, runs by outcome, and those whose change is harmless."""
    harmless = [row for row in rows if row.expected == "same"]
    found: dict[str, Any] = {"cases": len({(row.group, row.name) for row in rows}), "runs": len(rows)}
    found |= {outcome: sum(row.outcome == outcome for row in rows) for outcome in OUTCOMES}
    found["wrong_green_interval"] = wilson(found["wrong_green"], len(rows))
    right = sum(row.outcome == "right" for row in harmless)
    found |= {"harmless": len(harmless), "harmless_right": right}
    return {**found, "harmless_right_interval": wilson(right, len(harmless))}


def wilson(hits: int, of: int, z: float = 1.96) -> list[float]:
    """Return the Wilson interval of a share, in per cent."""
    if not of:
        return [0.0, 100.0]
    share = hits / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return [round(100 * max(0.0, middle - half), 2), round(100 * min(1.0, middle + half), 2)]


def table(found: dict[str, Any]) -> list[list[str]]:
    """Return the counts of every class as cells, and those of all of them in the last line."""
    lines = [[group, *(str(counts[name]) for name in COLUMNS)] for group, counts in found["classes"].items()]
    return [["class", *COLUMNS], *lines, ["all", *(str(found[name]) for name in COLUMNS)]]


def failures(rows: Sequence[Row]) -> Iterator[str]:
    """Yield a line for each failing pair: outcome, settings, change, and why."""
    failing: dict[tuple[str, str, str], list[Row]] = defaultdict(list)
    for row in rows:
        if row.fails and (row.outcome != "stopped" or (row.mode, row.heal) == DEFAULT):
            failing[row.outcome, row.group, row.name].append(row)
    for (outcome, group, name), found in sorted(failing.items()):
        settings = ", ".join(f"{row.mode}:{row.heal}" for row in found)
        yield f"{outcome}  {group}/{name}  [{settings}]  {found[0].about}  -- {found[0].why[:300]}"


def lines(found: dict[str, Any]) -> list[str]:
    """Return what a person reads."""
    low, high = found["wrong_green_interval"]
    wrong = f"{found['wrong_green']} green and wrong ({low} to {high} %), {found['wrong_red']} red and wrong"
    right = f"{found['harmless_right']} of {found['harmless']} harmless ones right"
    return [f"hostile: {found['cases']} pairs, {found['runs']} runs: {wrong}; {right}"]
