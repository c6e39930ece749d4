"""The order of models: the first is the one with the best record for this kind of task.

This module knows names and records. It must never know a client, or the source of a record.

Rules:

* Without a record the order is the user's; the first model is the smallest.
* A model is skipped if it fails more often than not, or if its cost, with the cost of the next model for its failures,
  is higher than the cost of the next model alone.
* The same records give the same order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pytest_ami.lexicon.text_normalization import verbs

SECOND = 0.0002
"""Dollars for one second of waiting; this decides between models without a price."""

ENOUGH = 3
"""Least lessons of a record that counts."""

HALF = 0.5
"""Least share of green lessons of a model that is asked first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRecord:
    """Results of a model's lessons for one kind of task.

    Attributes:
        model: Name of the model.
        lessons: Number of lessons.
        green: Number of lessons that ended in a green test.
        seconds: Average seconds of waiting for the model in a lesson.
        money: Average dollars of a lesson.
    """

    model: str
    lessons: int
    green: int
    seconds: float = 0.0
    money: float = 0.0


def task_kind(task: str) -> str:
    """Return the kind of a task: its first verb in the vocabulary, or else its first word."""
    names = verbs(task)
    return names[0] if names else (task.split() or ["?"])[0].casefold()


def order_models(models: Sequence[str], records: Iterable[ModelRecord]) -> tuple[str, ...]:
    """Return the models in the order of asking.

    Args:
        models: Models in the user's order, the smallest first.
        records: Records for this kind of task; those of other models are ignored.

    Returns:
        A tail of ``models``; the skipped models are not asked at all.
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


def _bill(record: ModelRecord) -> float:
    return record.money + record.seconds * SECOND
