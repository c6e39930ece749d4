"""The order of models: which one begins a lesson, by verified outcomes of earlier lessons.

This module knows names and records. It must never know a client, or the source of a record.

Rules:

* A record counts lessons whose replay has held, by the model that was asked first. Those after it in the list help it
  if it gives up, and their cost is part of the record.
* The cheapest model is the first of the user's list that is good enough: its estimated success is at least ``SHARE`` of
  the best model's. Each model begins with the benefit of the doubt, and a failure at this kind of task weighs more than
  results at other kinds.
* A model is also skipped if it costs more than the next one, and that is good enough.
* Of several models that are good enough and cost about the same, the name of the test decides: tests spread over them.
  A model that has become slow, or is at its rate limit, is not among them.
* The same records give the same order.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from pytest_ami.lexicon.text_normalization import verbs

SECOND = 0.0002
"""Dollars for one second of waiting; this decides between models without a price."""

SHARE = 0.85
"""Least estimated success of the model that is asked first, as a share of the best model's."""

BENEFIT = 3
"""Number of lessons that a model is taken to have held before its first: the benefit of the doubt."""

SAME = 1.25
"""Largest ratio of two bills that are about the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRecord:
    """Verified results of lessons of one kind that a model began.

    Attributes:
        model: Name of the model.
        kind: Kind of the tasks.
        lessons: Number of lessons whose result is known.
        held: Number of these whose replay has held.
        seconds: Average seconds of waiting for models in a lesson.
        money: Average dollars of a lesson.
    """

    model: str
    kind: str
    lessons: int
    held: int
    seconds: float | None = 0.0
    money: float | None = 0.0

    @property
    def bill(self) -> float:
        """The average cost of a lesson in dollars, its time included."""
        return (self.money or 0.0) + (self.seconds or 0.0) * SECOND


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOrder:
    """The models of a lesson, and why they are asked in this order.

    Attributes:
        models: The models; those that are skipped are not among them.
        reason: The reason in one sentence.
    """

    models: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class _Estimate:
    model: str
    success: float
    record: ModelRecord | None


def task_kind(task: str) -> str:
    """Return the kind of a task: its first verb in the vocabulary, or else its first word."""
    names = verbs(task)
    return names[0] if names else (task.split() or ["?"])[0].casefold()


def order_models(
    models: Sequence[str],
    records: Iterable[ModelRecord],
    kind: str,
    *,
    test: str = "",
    avoided: Collection[str] = (),
) -> ModelOrder:
    """Return the models in the order of asking.

    Args:
        models: Models in the user's order, the smallest first; at least one.
        records: Records of all kinds of tasks; those of other models are ignored.
        kind: Kind of the task.
        test: Name of the test, which spreads tests over models that are equally good.
        avoided: Models that are slow or at their rate limit now.
    """
    known = [record for record in records if record.lessons > 0]
    estimates = [_estimate(model, kind, known) for model in models]
    enough = SHARE * max(estimate.success for estimate in estimates)
    start = 0
    while start + 1 < len(models) and _skipped(estimates[start], estimates[start + 1], enough, avoided):
        start += 1
    equal = [
        index
        for index in range(start, len(models))
        if estimates[index].success >= enough and _same(estimates[start], estimates[index])
    ]
    fit = [index for index in equal if models[index] not in avoided]
    if len(fit) > 1:
        number = int.from_bytes(hashlib.sha256(test.encode("utf-8", "replace")).digest()[:4], "big")
        start = fit[number % len(fit)]
    return ModelOrder(models=tuple(models[start:]), reason=_reason(estimates, start, len(fit), avoided))


def _estimate(model: str, kind: str, records: Sequence[ModelRecord]) -> _Estimate:
    mine = [record for record in records if record.model == model]
    overall = (sum(record.held for record in mine) + BENEFIT) / (sum(record.lessons for record in mine) + BENEFIT)
    record = next((record for record in mine if record.kind == kind), None)
    if record is None:
        return _Estimate(model, overall, None)
    return _Estimate(model, (record.held + overall) / (record.lessons + 1), record)


def _skipped(mine: _Estimate, following: _Estimate, enough: float, avoided: Collection[str]) -> bool:
    if mine.success < enough:
        return True
    if following.success >= enough and mine.model in avoided and following.model not in avoided:
        return True
    if mine.record is None or following.record is None or following.success < enough:
        return False
    return mine.record.bill > following.record.bill * SAME


def _same(one: _Estimate, other: _Estimate) -> bool:
    if one is other:
        return True
    if one.record is None or other.record is None:
        return False
    return one.record.bill <= other.record.bill * SAME and other.record.bill <= one.record.bill * SAME


def _reason(estimates: Sequence[_Estimate], start: int, equal: int, avoided: Collection[str]) -> str:
    first = estimates[start]
    found = first.record
    text = f"{first.model} begins: "
    text += f"{found.held} of {found.lessons} such lessons held" if found else "it has not begun such a lesson yet"
    if equal > 1:
        text += f"; {equal} models are equally good, and share the tests"
    for skipped in estimates[:start]:
        if skipped.model in avoided:
            text += f"; {skipped.model} is slow or at its rate limit"
        elif skipped.record is not None:
            text += f"; {skipped.model} held {skipped.record.held} of {skipped.record.lessons}"
        else:
            text += f"; {skipped.model} fails too often at other tasks"
    return text
