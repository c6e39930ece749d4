"""What `python -m benchmarks redesign` runs: the whole corpus with all tools, and the picture of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from .picture import svg
from .run import Plan, run
from .score import score

PICTURE = Path(__file__).parents[2] / "docs" / "benchmark.svg"


def measure(tell: Callable[[str], None] = lambda _: None, plan: Plan | None = None) -> dict[str, Any]:
    """Run the corpus and return the figures.

    Args:
        tell: Called with a line of progress.
        plan: How much; the whole corpus if None.
    """
    return score(run(plan or Plan(), tell=tell))


def draw(found: dict[str, Any]) -> None:
    """Draw the picture of a result."""
    PICTURE.write_text(svg(found), "utf-8")


def lines(found: dict[str, Any]) -> list[str]:
    """Return the figures as people read them."""
    made = [f"redesign: {found['cases']} cases, {found['runs']} runs"]
    for name, tool in found["tools"].items():
        keeps, breaks = tool["keeps"], tool["breaks"]
        made.append(
            f"  {name}: survives {_rate(keeps['heal_recall'])} of {keeps['of']} keeping redesigns,"
            f" wrong on {_rate(keeps['wrong_element'])}; lets {_rate(breaks['false_pass_rate'])}"
            f" of {breaks['of']} regressions pass"
        )
    return made


def _rate(found: dict[str, Any]) -> str:
    low, high = found["interval"]
    return "-" if found["rate"] is None else f"{found['rate']} % ({low} to {high})"
