"""Budgets of teachers: for each move, for each lesson, and for all lessons of a run.

This module compares limits with usage. It must never know a teacher, and it stops nothing: the engine asks and acts.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from operator import ge, gt

from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.outcome import Usage

NEVER = float("inf")


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Limits of a move, a lesson or a run. A limit of 0 allows nothing.

    Attributes:
        calls: Most model calls.
        tokens: Most tokens, prompts and answers together.
        seconds: Most seconds of wall time, the browser's share included.
        money: Most dollars, for models with a known price.
    """

    calls: float = NEVER
    tokens: float = NEVER
    seconds: float = NEVER
    money: float = NEVER


LESSON = Budget(calls=40, tokens=200_000, seconds=180.0, money=1.0)
"""Default limits of a lesson."""


def parse_budget(text: str, name: str) -> Budget:
    """Return the limits in a text such as ``calls=3, tokens=20000``; any other quantity has no limit.

    Args:
        text: The limits.
        name: Name of the setting, for the message.

    Raises:
        ConfigurationError: The text is not a list of limits.
    """
    known = {f.name for f in fields(Budget)}
    limits: dict[str, float] = {}
    for entry in filter(str.strip, text.split(",")):
        match = re.fullmatch(r"\s*(\w+)\s*=\s*(\d+(?:\.\d+)?)\s*", entry)
        if match is None or match[1] not in known:
            raise ConfigurationError(
                f"{name} has {entry.strip()!r}, which is no limit",
                why=f"A limit is a name and a number; names: {', '.join(sorted(known))}.",
                evidence=[f"{name} is {text!r}"],
                run=f'{name} = "calls=20, money=0.50"',
            )
        limits[match[1]] = float(match[2])
    return Budget(**limits)


def exceeded(budget: Budget, usage: Usage, elapsed: float, what: str = "The lesson", *, within: bool = False) -> str:
    """Return a sentence about the limit that is reached, or an empty string.

    Args:
        budget: The limits.
        usage: Usage so far.
        elapsed: Seconds of wall time so far.
        what: Subject of the sentence.
        within: Whether usage at the limit is within it, because no more usage follows.
    """
    reached = gt if within else ge
    if reached(usage.calls, budget.calls):
        return f"{what} used {usage.calls} of {budget.calls:g} model calls."
    if reached(usage.tokens, budget.tokens):
        return f"{what} used {usage.tokens} of {budget.tokens:g} tokens."
    if reached(usage.money, budget.money):
        return f"{what} cost ${usage.money:.4f} of ${budget.money:g}."
    if reached(elapsed, budget.seconds):
        return f"{what} took {elapsed:.1f} of {budget.seconds:g} seconds."
    return ""


@dataclass(slots=True)
class RunBudget:
    """Limits and cost of all lessons of one process.

    Attributes:
        budget: The limits; their seconds count the time in which models were waited for.
        spent: Cost of the lessons that have ended.
    """

    budget: Budget = field(default_factory=Budget)
    spent: Usage = field(default_factory=Usage)

    def spend(self, usage: Usage) -> None:
        """Add the cost of a lesson."""
        self.spent += usage


def budget_checks(
    lesson: Budget, step: Budget, run: RunBudget
) -> tuple[Callable[[Usage], str], Callable[[Usage], str]]:
    """Return two checks that name the limit that stops a lesson: one before a move, one after it.

    The first gets the cost of the lesson so far, the second the cost of the move. The time of the lesson begins now.

    Args:
        lesson: Limits of the lesson.
        step: Limits of each move.
        run: Limits and cost of the run.
    """
    began = time.monotonic()

    def before_move(usage: Usage) -> str:
        total = run.spent + usage
        over = exceeded(run.budget, total, total.seconds, "All lessons of this run together")
        return exceeded(lesson, usage, time.monotonic() - began) or over

    def after_move(usage: Usage) -> str:
        return exceeded(step, usage, usage.seconds, "One move", within=True)

    return before_move, after_move
