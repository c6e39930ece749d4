"""Two small regressions in plain Python: a conditional one for the order, a logistic one for the probability.

Knows numbers only. Both are fitted by Newton's method towards given starting values (a normal prior), because the
questions are few: what they do not show stays what the survey of the field found.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

Vector = list[float]
ROUNDS = 20
"""Steps of Newton's method; the change is far below the rounding of the file long before."""


def choice(groups: Sequence[tuple[list[Vector], list[bool]]], start: Vector, firmness: float) -> Vector:
    """Return the weights under which right candidates come first (conditional logistic regression).

    Args:
        groups: For each question the candidates' values, and which of them are right (one at least).
        start: Weights where the data say nothing.
        firmness: Precision of the prior; 1 is worth about one clear question a weight.
    """
    weights = list(start)
    for _ in range(ROUNDS):
        slope = [firmness * (s - w) for s, w in zip(start, weights, strict=True)]
        bend = [[firmness * (i == j) for j in range(len(start))] for i in range(len(start))]
        for rows, right in groups:
            scores = [_dot(weights, row) for row in rows]
            top = max(scores)
            raised = [math.exp(score - top) for score in scores]
            everyone = _shares(raised)
            mean = _mean(rows, everyone)
            hoped = _mean(rows, _shares([one if ok else 0.0 for one, ok in zip(raised, right, strict=True)]))
            for i, (want, have) in enumerate(zip(hoped, mean, strict=True)):
                slope[i] += want - have
            _add_spread(bend, rows, everyone, mean)
        step = _solve(bend, slope)
        longest = max(1.0, *map(abs, step))
        weights = [w + change / longest for w, change in zip(weights, step, strict=True)]
    return weights


def logistic(rows: Sequence[Vector], truths: Sequence[bool], start: Vector, firmness: float) -> Vector:
    """Return the coefficients of the probability that a row is true.

    Args:
        rows: What is known, the constant included.
        truths: What was true.
        start: Coefficients where the data say nothing; their signs are kept, what would turn becomes 0.
        firmness: Precision of the prior.
    """
    fixed: set[int] = set()
    while True:
        weights = _logistic(rows, truths, start, firmness, fixed)
        turned = {i for i, (w, s) in enumerate(zip(weights, start, strict=True)) if w * s < 0} - fixed
        if not turned:
            return weights
        fixed |= turned


def _logistic(
    rows: Sequence[Vector], truths: Sequence[bool], start: Vector, firmness: float, fixed: set[int]
) -> Vector:
    size = range(len(start))
    weights = [0.0 if i in fixed else start[i] for i in size]
    for _ in range(ROUNDS):
        slope = [0.0 if i in fixed else firmness * (start[i] - weights[i]) for i in size]
        bend = [[firmness * (i == j) for j in size] for i in size]
        for row, true in zip(rows, truths, strict=True):
            sure = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, _dot(weights, row)))))
            loose = sure * (1.0 - sure)
            known = [(i, value) for i, value in enumerate(row) if value and i not in fixed]
            for i, value in known:
                slope[i] += (true - sure) * value
                for j, other in known:
                    bend[i][j] += loose * value * other
        step = _solve(bend, slope)
        longest = max(1.0, *map(abs, step))  # Newton's method overshoots where all but a few rows are certain
        weights = [w + change / longest for w, change in zip(weights, step, strict=True)]
    return weights


def _shares(raised: Vector) -> Vector:
    total = sum(raised) or 1.0
    return [one / total for one in raised]


def _mean(rows: list[Vector], shares: Vector) -> Vector:
    return [
        sum(share * value for share, value in zip(shares, column, strict=True)) for column in zip(*rows, strict=True)
    ]


def _add_spread(bend: list[Vector], rows: list[Vector], shares: Vector, mean: Vector) -> None:
    for row, share in zip(rows, shares, strict=True):
        if share < 1e-4:
            continue
        off = [value - middle for value, middle in zip(row, mean, strict=True)]
        for i, one in enumerate(off):
            line = bend[i]
            part = share * one
            for j, other in enumerate(off):
                line[j] += part * other


def _dot(one: Vector, other: Vector) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _solve(matrix: list[Vector], wanted: Vector) -> Vector:
    """Return x with ``matrix`` x = ``wanted`` (Gauss; the prior keeps the matrix positive definite)."""
    rows = [[*line, value] for line, value in zip(matrix, wanted, strict=True)]
    for i, pivot in enumerate(rows):
        for other in rows[i + 1 :]:
            factor = other[i] / pivot[i]
            for j in range(i, len(pivot)):
                other[j] -= factor * pivot[j]
    found = [0.0] * len(rows)
    for i in reversed(range(len(rows))):
        found[i] = (rows[i][-1] - sum(rows[i][j] * found[j] for j in range(i + 1, len(rows)))) / rows[i][i]
    return found
