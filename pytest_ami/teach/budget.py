"""How much a teacher may cost: each move, each lesson, and all lessons of a run.

This module knows limits and compares them with what has been used. It must never know who is taught, nor stop anyone:
the engine asks and acts.
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
    """The limits of something. A limit of 0 allows nothing.

    Attributes:
        calls: Model calls at most.
        tokens: Tokens at most, prompts and answers together.
        seconds: Seconds of wall time at most, the browser's share included.
        money: Dollars at most, for models whose price is known.
    """

    calls: float = NEVER
    tokens: float = NEVER
    seconds: float = NEVER
    money: float = NEVER


LESSON = Budget(calls=40, tokens=200_000, seconds=180.0, money=1.0)
"""The limits of a lesson for which nothing else is said."""


def parse_budget(text: str, name: str) -> Budget:
    """Return the limits in a text such as ``calls=3, tokens=20000``; what is not named is not limited.

    Args:
        text: The limits.
        name: What the setting is called, for the message.

    Raises:
        ConfigurationError: It is no list of limits.
    """
    known = {f.name for f in fields(Budget)}
    limits: dict[str, float] = {}
    for entry in filter(str.strip, text.split(",")):
        found = re.fullmatch(r"\s*(\w+)\s*=\s*(\d+(?:\.\d+)?)\s*", entry)
        if found is None or found[1] not in known:
            raise ConfigurationError(
                f"{name} has {entry.strip()!r}, which is no limit",
                why=f"A limit is a name and a number; names: {', '.join(sorted(known))}.",
                run=f'{name} = "calls=20, money=0.50"',
            )
        limits[found[1]] = float(found[2])
    return Budget(**limits)


def exceeded(budget: Budget, usage: Usage, elapsed: float, what: str = "The lesson", *, within: bool = False) -> str:
    """Return which limit has been reached, as a sentence, or an empty string.

    Args:
        budget: The limits.
        usage: What has been used so far.
        elapsed: Seconds of wall time since it began.
        what: What they are the limits of.
        within: Whether what is just at a limit is still within it: nothing more is going to be spent.
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
class Purse:
    """What all lessons of one process may cost, and have cost.

    Attributes:
        budget: The limits; their seconds are those that models were waited for.
        spent: What was spent by lessons that have ended.
    """

    budget: Budget = field(default_factory=Budget)
    spent: Usage = field(default_factory=Usage)

    def spend(self, usage: Usage) -> None:
        """Add what a lesson has cost."""
        self.spent += usage


def limits(lesson: Budget, step: Budget, purse: Purse) -> tuple[Callable[[Usage], str], Callable[[Usage], str]]:
    """Return why to stop: before a move, by what the lesson has cost; after it, by what the move has cost.

    Args:
        lesson: Limits of the lesson, whose time begins now.
        step: Limits of each move.
        purse: Limits of the run.
    """
    began = time.monotonic()

    def before(usage: Usage) -> str:
        total = purse.spent + usage
        spent = exceeded(purse.budget, total, total.seconds, "All lessons of this run together")
        return exceeded(lesson, usage, time.monotonic() - began) or spent

    def after(usage: Usage) -> str:
        return exceeded(step, usage, usage.seconds, "One move", within=True)

    return before, after
