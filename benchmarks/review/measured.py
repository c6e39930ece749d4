"""Measures what people read about a run: `python -m benchmarks review`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import evidence, report

PAIRS = 50


def measure(tell: Callable[[str], None] = lambda _: None, *, pairs: int = PAIRS) -> dict[str, Any]:
    """Return size and opening time of reports, and the cost of the evidence of a green replay.

    Args:
        tell: Called with a line of progress.
        pairs: Pairs of replays.
    """
    reports = [report.measure(tests, tell) for tests in report.GOALS]
    return {"reports": reports, "evidence": evidence.measure(pairs, tell)}


def lines(found: dict[str, Any]) -> list[str]:
    """Return the results as people read them, one line each."""
    told = []
    for one in found["reports"]:
        size = f"{one['megabytes']:.1f} MB and {one['megabytes_in_folder']:.1f} MB beside it"
        opens = f"opens in {one['open_seconds']:.2f} s (goal {one['goal']['seconds']:g} s)"
        told.append(f"report of {one['tests']:,} tests: {size}, {opens}, written in {one['write_seconds']:.1f} s")
    ratio = found["evidence"]
    low, high = ratio["quartiles"]
    told.append(
        f"evidence of a green replay: {ratio['median']:.3f} ({low:.3f} - {high:.3f}) of one that nobody watches, "
        f"{ratio['n']} pairs (goal {ratio['goal']:.2f})"
    )
    return told
