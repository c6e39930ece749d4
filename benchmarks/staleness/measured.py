"""The code that each measurement runs. Its figures go under ``staleness`` in `benchmarks/results.json`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks import results

from . import progressive, resolving, speed, unchanged
from .workers import spread

SEQUENCES = 225
WORKERS = 2
LINES: dict[str, Callable[[Any], list[str]]] = {
    "unchanged": unchanged.lines,
    "drifting": progressive.lines,
    "speed": speed.lines,
    "resolving": resolving.lines,
}
"""For each measurement: its figures as people read them."""


def known() -> dict[str, Any]:
    """Return what was measured before."""
    found: dict[str, Any] = results.known().get("staleness", {})
    return found


def write(what: str, found: dict[str, Any]) -> None:
    """Put the figures of one measurement into the results; all others stay."""
    results.keep("staleness", {**known(), what: found})


def measure(tell: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Measure all that needs no data from elsewhere; what is known of the page pairs stays."""
    return {
        **known(),
        "unchanged": unchanged.figures(spread("unchanged", (), workers=WORKERS, tell=tell)),
        "drifting": progressive.figures(spread("drifting", (), workers=WORKERS, tell=tell)),
        "speed": speed.measure(tell),
    }


def lines(found: dict[str, Any]) -> list[str]:
    """Return the figures as people read them."""
    return [line for what, told in LINES.items() if what in found for line in told(found[what])]
