"""How long the memory keeps its entries: one policy for each type that may be dropped.

It knows types, times and counts. It must never know where facts are kept.

Rules:

* The time to live counts from the last session that saw an entry; every new session renews it.
* An entry beyond its time is dropped when it is read, and is pruned by the sweep at the end of a session.
* Of phrases that were used equally often, those seen last stay: a new task is no worse than an old one.
* Evidence (facts) and profiles (views) have no time: nothing is dropped that cannot be derived again. Nothing of the
  memory is needed by a replay.
"""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .memory_fold import MemoryFold

HOPELESS = 3
"""Failures after which a sequence that never worked is pruned."""


class Policy(NamedTuple):
    """The policy of one type.

    Attributes:
        days: Time to live in days since the last use.
        most: Maximum number of entries; the worst beyond it are pruned.
    """

    days: int
    most: int

    @property
    def seconds(self) -> int:
        """The time to live in seconds."""
        return self.days * 86_400

    def expired(self, last: str, now: str) -> bool:
        """Return whether an entry is beyond its time.

        Args:
            last: Time of its last use, UTC, ISO 8601.
            now: The present time, in the same form.
        """
        return bool(last) and last < _before(now, self.days)


PATTERN = Policy(days=365, most=100)
"""Sequences of actions; the maximum counts for each state."""

TASK_CONTEXT = Policy(days=365, most=200)
"""Phrases."""


def prunable(known: MemoryFold, now: str) -> dict[str, list[str]]:
    """Return the ids of the sequences and phrases that the policies drop, by the reason.

    Args:
        known: The memory.
        now: The present time, UTC, ISO 8601.
    """
    found: dict[str, list[str]] = {}
    for state in known.states():
        for i, sequence in enumerate(known.ranked(state.id, known.number(state.id))):
            if PATTERN.expired(sequence.seen.last, now):
                reason = f"not seen for {PATTERN.days} days"
            elif sequence.failures >= HOPELESS and not sequence.successes:
                reason = "failed every time"
            elif i >= PATTERN.most:
                reason = "beyond the limit of its page"
            else:
                continue
            found.setdefault(reason, []).extend(known.members(sequence.id))
    phrases = sorted(known.phrases(), key=lambda phrase: (phrase.seen.count, phrase.seen.last, phrase.id), reverse=True)
    for i, phrase in enumerate(phrases):
        expired = TASK_CONTEXT.expired(phrase.seen.last, now)
        if expired or i >= TASK_CONTEXT.most:
            reason = f"not seen for {TASK_CONTEXT.days} days" if expired else "beyond the limit of phrases"
            found.setdefault(reason, []).extend(known.members(phrase.id))
    return found


def _before(now: str, days: int) -> str:
    moment = datetime.fromisoformat(now.removesuffix("Z")).replace(tzinfo=timezone.utc) - timedelta(days=days)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
