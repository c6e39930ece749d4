"""From answers to figures: counts, rates, intervals, and the risk at every coverage.

Knows answers only, ours and the baselines'.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from benchmarks.redesign.score import rate

from .pages import Question
from .study import GRID, Answer

GONE_SHARE = 0.3
"""Share of gone elements for which the precision is stated; 15.6 % of old elements were deleted in UITESTFIX's data."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one ranker on one question: whether it acted, and whether it was right."""

    question: Question
    acted: bool
    right: bool


def outcomes(answers: Sequence[Answer], profile: str) -> list[Outcome]:
    """Return what a profile did."""
    return [Outcome(one.question, one.usable[profile], one.right) for one in answers]


def table(done: Sequence[Outcome]) -> dict[str, Any]:
    """Return the figures of one ranker or profile."""
    drifted = [one for one in done if one.question.drifted and not one.question.gone]
    still = [one for one in done if not one.question.drifted and not one.question.gone]
    gone = [one for one in done if one.question.gone]
    return {
        "drifted_healed": rate(sum(one.acted and one.right for one in drifted), len(drifted)),
        "drifted_wrong": rate(sum(one.acted and not one.right for one in drifted), len(drifted)),
        "gone_healed": rate(sum(one.acted for one in gone), len(gone)),
        "unchanged_right": rate(sum(one.acted and one.right for one in still), len(still)),
        "unchanged_wrong": rate(sum(one.acted and not one.right for one in still), len(still)),
        "precision_30_gone": _with_interval(done),
        "wrong": [
            {
                "site": one.question.site,
                "gone": one.question.gone,
                "target": f"{one.question.target['tag']} {one.question.target.get('visible_text', '')[:40]}".strip(),
            }
            for one in done
            if one.acted and not one.right
        ][:12],
    }


def curve(answers: Sequence[Answer]) -> list[dict[str, float]]:
    """Return how many are healed, and how many wrongly, at every threshold."""
    drifted = [one for one in answers if one.question.drifted and not one.question.gone]
    gone = [one for one in answers if one.question.gone]
    return [
        {
            "threshold": threshold,
            "drifted_healed": _percent([one.level >= threshold and one.right for one in drifted]),
            "drifted_wrong": _percent([one.level >= threshold and not one.right for one in drifted]),
            "gone_healed": _percent([one.level >= threshold for one in gone]),
        }
        for threshold in (0.0, *GRID[:-1:5], 0.98, 0.99, 0.995)
    ]


def top(answers: Sequence[Answer], first: int) -> dict[str, Any]:
    """Return how often a right one is among the first rows, for drifted elements."""
    drifted = [one for one in answers if one.question.drifted and not one.question.gone]
    return rate(sum(0 <= one.place < first for one in drifted), len(drifted))


def silent(answers: Sequence[Answer]) -> dict[str, Any]:
    """Return how often an absolute XPath that resolves to another element is caught, absent elements included."""
    caught = of = 0
    for one in answers:
        path = one.question.target.get("xpath")
        hit = next((i for i, seen in enumerate(one.question.candidates) if seen.get("xpath") == path), None)
        if hit is None or hit in one.question.right:
            continue
        of += 1
        caught += one.chosen != hit
    return rate(caught, of)


def milliseconds(answers: Sequence[Answer]) -> dict[str, float]:
    """Return how long a question takes: the middle one and the slowest of twenty."""
    spent = sorted(one.seconds * 1000 for one in answers)
    return {"median": round(median(spent), 1), "p95": round(spent[int(len(spent) * 0.95)], 1)}


def _with_interval(done: Sequence[Outcome]) -> dict[str, Any]:
    """Return the precision with its bounds: those of its parts (Wilson), each at its worse and at its better end.

    A zero that is drawn again stays a zero, so a bootstrap would promise more than the questions show.
    """
    drifted = [one for one in done if one.question.drifted and not one.question.gone]
    gone = [one for one in done if one.question.gone]
    parts = (
        rate(sum(one.acted and one.right for one in drifted), len(drifted)),
        rate(sum(one.acted and not one.right for one in drifted), len(drifted)),
        rate(sum(one.acted for one in gone), len(gone)),
    )
    low, high = ([part["interval"][end] for part in parts] for end in (0, 1))
    return {
        "rate": _precision(*((part["rate"] or 0.0) for part in parts)),
        "interval": [_precision(low[0], high[1], high[2]), _precision(high[0], low[1], low[2])],
    }


def _precision(right: float, wrong: float, gone: float) -> float:
    """Return the share of right heals, in per cent, if ``GONE_SHARE`` of the elements are gone; parts in per cent."""
    acted = (1 - GONE_SHARE) * (right + wrong) + GONE_SHARE * gone
    return round(100 * (1 - GONE_SHARE) * right / acted, 2) if acted else 100.0


def _share(facts: Sequence[bool]) -> float:
    return sum(facts) / len(facts) if facts else 0.0


def _percent(facts: Sequence[bool]) -> float:
    return round(100 * _share(facts), 2)


def lines(found: Mapping[str, Any]) -> list[str]:
    """Return the figures as people read them."""
    shown = [f"{'':34} drift right  wrong  gone healed  precision at 30 % gone"]
    for name, figures in {**found["profiles"], **found["baselines"]}.items():
        right, wrong, gone = (figures[key]["rate"] for key in ("drifted_healed", "drifted_wrong", "gone_healed"))
        shown.append(f"{name:34} {right:11.1f} {wrong:6.2f} {gone:12.2f} {figures['precision_30_gone']['rate']:14.1f}")
    return [*shown, f"among the first ten: {found['among_first_ten']['rate']} %, {found['ms']['median']} ms a question"]
