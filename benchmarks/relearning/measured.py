"""The score of the relearning benchmark. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from .case import Row

GOAL = 1.2
"""Questions for every step that changed, at most."""

LARGEST = 500
"""Tokens of a question for one element, at most."""


def score(rows: Sequence[Row]) -> dict[str, Any]:
    """Return the counts; a flow that ended wrong or was stopped is counted apart, with what it cost."""
    removed = [row for row in rows if "ControlRemoved" in row.name]
    rows = [row for row in rows if "ControlRemoved" not in row.name]
    good = [row for row in rows if row.right and row.new]
    calls = sum(row.moves + row.choices for row in good)
    changed = sum(row.new for row in good)
    return {
        "flows": len(rows),
        "outcomes": dict(Counter(row.outcome for row in rows)),
        "right": sum(row.right for row in rows),
        "relearned": len(good),
        "replay_without_a_model": sum(bool(row.replays) for row in good),
        "changed_steps": changed,
        "calls": calls,
        "calls_per_changed_step": round(calls / changed, 3) if changed else None,
        "moves": sum(row.moves for row in good),
        "choices": sum(row.choices for row in good),
        "chosen": sum(row.chosen for row in good),
        "tokens": sum(row.tokens for row in good),
        "largest_choice_tokens": max((row.largest for row in rows), default=0),
        "calls_in_vain": sum(row.moves + row.choices for row in rows if not row.right),
        "wrong": [row.name for row in rows if not row.right and row.outcome != "stopped"],
        "stopped": {row.name: row.why[:200] for row in rows if row.outcome == "stopped"},
        "not_replayed": [row.name for row in good if not row.replays],
        "removed": {
            "flows": len(removed),
            "asked": sum(row.choices > 0 for row in removed),
            "chosen": sum(row.chosen for row in removed),
            "chosen_in": [row.name for row in removed if row.chosen],
            "passed": [row.name for row in removed if row.outcome not in ("stopped", "not learned")],
        },
        "goal": GOAL,
        "goal_tokens": LARGEST,
    }


def lines(found: dict[str, Any]) -> Iterator[str]:
    """Yield what a person reads."""
    yield (
        f"{found['flows']} flows in another design: {found['right']} right, {found['relearned']} of them relearned; "
        f"{found['replay_without_a_model']} of these replay without a model"
    )
    each, largest = found["calls_per_changed_step"], found["largest_choice_tokens"]
    yield f"{found['calls']} questions for {found['changed_steps']} changed steps: {each} each (goal at most {GOAL})"
    yield f"largest question for an element: {largest} tokens (goal at most {LARGEST})"
    gone = found["removed"]
    yield f"last control removed in {gone['flows']} flows: asked in {gone['asked']}, chosen in {gone['chosen']}"
    yield f"{len(found['stopped'])} stopped, {len(found['wrong'])} wrong, {found['calls_in_vain']} questions in vain"
