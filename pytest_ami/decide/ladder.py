"""Which of several models is asked first: the one that has been the better bargain for this kind of task.

Knows names and records. Must never know a model's client, or where a record comes from.

Rules of this module:

* Without a record the order is the user's: the first is the smallest.
* A model that fails more often than not is passed over, and so is one that, the next one's price for its failures
  included, is dearer than the next one at once.
* The same records give the same order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .words import verbs

SECOND = 0.0002
"""Dollars that a second of waiting counts for, beside the money: it decides between models without a price."""

ENOUGH = 3
"""Lessons from which on a record says something."""

HALF = 0.5
"""Share of green lessons below which a model is not asked first any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What came of a model's lessons of one kind of task.

    Attributes:
        model: Its name.
        lessons: How many it gave.
        green: How many of them ended in a green test.
        seconds: Seconds waited for it in a lesson, on average.
        money: Dollars for a lesson, on average.
    """

    model: str
    lessons: int
    green: int
    seconds: float = 0.0
    money: float = 0.0


def kind_of(task: str) -> str:
    """Return the kind of a task: its first verb in the vocabulary, or its own first word where it has none."""
    said = verbs(task)
    return said[0] if said else (task.split() or ["?"])[0].casefold()


def order(models: Sequence[str], records: Iterable[Record]) -> tuple[str, ...]:
    """Return the models from the first to be asked to the last resort.

    Args:
        models: As the user lists them, the smallest first.
        records: What is known of them for this kind of task; others are left out.

    Returns:
        A tail of ``models``: those before the best start are not asked at all.
    """
    known = {record.model: record for record in records if record.lessons >= ENOUGH}
    start = 0
    while start + 1 < len(models) and models[start] in known:
        mine, following = known[models[start]], known.get(models[start + 1])
        succeeds = (mine.green + 1) / (mine.lessons + 2)
        dearer = following is not None and _bill(mine) + (1 - succeeds) * _bill(following) > _bill(following)
        if succeeds >= HALF and not dearer:
            break
        start += 1
    return tuple(models[start:])


def _bill(record: Record) -> float:
    return record.money + record.seconds * SECOND
