"""How much a teacher may cost.

This module knows three limits and compares them with what has been used. It must never know who is taught,
nor stop anyone: the engine asks and acts.
"""

from __future__ import annotations

from dataclasses import dataclass

from pytest_ami.model.outcome import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """The limits of one lesson. A limit of 0 allows nothing.

    Attributes:
        calls: Model calls at most.
        tokens: Tokens at most, prompts and answers together.
        seconds: Seconds of wall time at most, the browser's share included.
    """

    calls: int = 40
    tokens: int = 200_000
    seconds: float = 180.0


def exceeded(budget: Budget, usage: Usage, elapsed: float) -> str:
    """Return which limit has been reached, as a sentence, or an empty string.

    Args:
        budget: The limits.
        usage: What the teacher has used so far.
        elapsed: Seconds of wall time since the lesson began.
    """
    if usage.calls >= budget.calls:
        return f"The lesson used {usage.calls} of {budget.calls} model calls."
    if usage.tokens >= budget.tokens:
        return f"The lesson used {usage.tokens} of {budget.tokens} tokens."
    if elapsed >= budget.seconds:
        return f"The lesson took {elapsed:.1f} of {budget.seconds:g} seconds."
    return ""
