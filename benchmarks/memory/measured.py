"""The parts of the benchmark of the memory's uses, and what they come to as people read it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from . import failures, pairs

PARTS: dict[str, Callable[[Callable[[str], None], Path | None], dict[str, Any]]] = {
    "task_pattern": lambda tell, keep: pairs.measure(tell, keep=keep),
    "failure_signature": lambda tell, _: failures.measure(tell),
}
"""For each part who measures it."""


def lines(found: dict[str, Any]) -> list[str]:
    """Return the figures as people read them."""
    told = []
    if one := found.get("task_pattern"):
        told.append(
            f"task pattern: {one['right_with_both']} of {one['pairs']} pairs learned right on both sides;"
            f" {one['calls_with']} calls with the plan, {one['calls_without']} without: {one['share']}"
            f" (goal: at most {one['goal']}); right with the plan {one['right_with']},"
            f" without {one['right_without']}"
        )
    if one := found.get("failure_signature"):
        told += [
            f"failure signature, {half}: precision {one[half]['precision']:.1%}, recall {one[half]['recall']:.1%}"
            f" of {one[half]['failures']} failures"
            for half in ("all", "tuned", "held_out")
        ]
    return told
