"""The differences between two versions of a workflow: step by step, and in the attributes of the task.

Rules of this module:

* Every step of either version is in exactly one comparison. A comparison without differences holds two equal steps.
* Similar steps are paired in order. Steps that are similar out of order have moved. The rest between two pairs is
  paired in order by kind, because a heal or a relearned span looks like that.
* Evidence that people do not read (neighbours, boxes, counts) is listed by name only.

Pure functions over workflows. This module must never read files, colours or options.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from pytest_ami.model.codec import to_plain
from pytest_ami.model.workflow import Effects, Step, Workflow

if TYPE_CHECKING:
    from pytest_ami.model.fingerprint import Fingerprint

SAME_IN_ORDER = 0.5
"""Similarity, 0 to 1, from which two steps in order count as the same step."""

SAME_ELSEWHERE = 0.8
"""Similarity from which two steps out of order count as one step that has moved."""

READABLE = ("absolute_xpath", "xpath", "css", "role", "name", "label", "text", "landmark", "context")
"""The evidence about an element that people read."""

ATTRIBUTES = ("start", "label", "description", "aliases", "templates", "key_elements", "sop")
"""The fields of a workflow that are neither steps nor parameters."""

_PLAIN = ("kind", "value", "optional", "route", "frame", "tab", "dialogs")


@dataclass(frozen=True, slots=True)
class FieldDifference:
    """One field with two values.

    Attributes:
        what: The name of the field, such as ``name``, ``absolute_xpath`` or ``effects.route``.
        old: Its old value as plain data; None if it did not exist.
        new: Its new value.
    """

    what: str
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class StepComparison:
    """One step of both versions, or of only one of them.

    Attributes:
        change: ``same``, ``changed``, ``moved``, ``added`` or ``removed``.
        old: Number of the step in the old version, from 1; None if it does not exist there.
        new: Number of the step in the new version.
        differences: The fields that differ; empty for an added or a removed step.
    """

    change: str
    old: int | None
    new: int | None
    differences: tuple[FieldDifference, ...] = ()


@dataclass(frozen=True, slots=True)
class VersionComparison:
    """Two versions side by side.

    Attributes:
        steps: The steps in the order of the new version; a removed step stands at its old place.
        attributes: Differences in parameters and in the other fields of the workflow.
    """

    steps: tuple[StepComparison, ...]
    attributes: tuple[FieldDifference, ...]

    @property
    def same(self) -> bool:
        """Whether the versions are equal."""
        return not self.attributes and all(step.change == "same" for step in self.steps)


def compare(old: Workflow, new: Workflow) -> VersionComparison:
    """Return the differences between two versions.

    Args:
        old: The older version.
        new: The newer version.
    """
    shares = [[similarity(one, other) for other in new.steps] for one in old.steps]
    ordered = _aligned([[share if share >= SAME_IN_ORDER else 0.0 for share in row] for row in shares])
    kinds = [[float(one.kind is other.kind) for other in new.steps] for one in old.steps]
    pairs = _in_gaps(kinds, shares, ordered, ordered | _moved(shares, ordered))
    return VersionComparison(tuple(_paired(old.steps, new.steps, pairs)), tuple(_attributes(old, new)))


def similarity(old: Step, new: Step) -> float:
    """Return the similarity of two steps, 0 to 1; steps of the same kind, value, effects and element have 1."""
    weights: list[tuple[float, float]] = [(0.35, float(old.kind is new.kind))]
    if old.value or new.value:
        weights.append((0.3, float(old.value == new.value)))
    if old.effects or new.effects:
        weights.append((0.15, float(old.effects == new.effects)))
    if old.target or new.target:
        weights += _target_similarity(old.target, new.target)
    return round(sum(weight * share for weight, share in weights) / sum(weight for weight, _ in weights), 9)


def _target_similarity(old: Fingerprint | None, new: Fingerprint | None) -> list[tuple[float, float]]:
    if old is None or new is None:
        return [(0.4, 0.0)]
    places = ("absolute_xpath", "xpath", "css")
    known = [key for key in places if getattr(old, key) or getattr(new, key)]
    placed = not known or any(getattr(old, key) == getattr(new, key) for key in known)
    return [(0.25, float(old.title() == new.title())), (0.15, float(placed))]


def _aligned(gain: Sequence[Sequence[float]]) -> dict[int, int]:
    """Return the pairs in order with the largest total gain, old index to new index; a gain of 0 makes no pair."""
    rows, columns = len(gain), len(gain[0]) if gain else 0
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            paired = gain[i][j] + best[i + 1][j + 1] if gain[i][j] else 0.0
            best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
    pairs: dict[int, int] = {}
    i = j = 0
    while i < rows and j < columns:
        if gain[i][j] and best[i][j] == gain[i][j] + best[i + 1][j + 1]:
            pairs[i] = j
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def _moved(shares: Sequence[Sequence[float]], pairs: dict[int, int]) -> dict[int, int]:
    """Return the similar pairs that are not in order; the most similar steps are paired first."""
    found: dict[int, int] = {}
    taken = set(pairs.values())
    chances = ((share, -i, -j) for i, row in enumerate(shares) for j, share in enumerate(row))
    for share, i, j in sorted(chances, reverse=True):
        if share >= SAME_ELSEWHERE and -i not in {*pairs, *found} and -j not in taken:
            found[-i] = -j
            taken.add(-j)
    return found


def _in_gaps(
    kinds: Sequence[Sequence[float]],
    shares: Sequence[Sequence[float]],
    ordered: dict[int, int],
    pairs: dict[int, int],
) -> dict[int, int]:
    """Return the pairs, and in each gap between two ordered pairs the remaining steps of the same kind, in order."""
    found, taken = dict(pairs), set(pairs.values())
    width = len(kinds[0]) if kinds else 0
    borders = [(-1, -1), *sorted(ordered.items()), (len(kinds), width)]
    for (i, j), (next_i, next_j) in pairwise(borders):
        before = [n for n in range(i + 1, next_i) if n not in pairs]
        after = [n for n in range(j + 1, next_j) if n not in taken]
        gain = [[kinds[one][other] and kinds[one][other] + shares[one][other] for other in after] for one in before]
        found.update((before[one], after[other]) for one, other in _aligned(gain).items())
    return found


def _paired(old: Sequence[Step], new: Sequence[Step], pairs: dict[int, int]) -> Iterator[StepComparison]:
    back = {j: i for i, j in pairs.items()}
    kept = _in_order([back[j] for j in range(len(new)) if j in back])
    waiting = iter([i for i in range(len(old)) if i not in pairs])
    gone = next(waiting, None)
    for j, step in enumerate(new):
        i = back.get(j)
        while gone is not None and i is not None and i in kept and gone < i:
            yield StepComparison("removed", gone + 1, None)
            gone = next(waiting, None)
        if i is None:
            yield StepComparison("added", None, j + 1)
            continue
        differences = tuple(differences_of(old[i], step))
        change = "moved" if i not in kept else "changed" if differences else "same"
        yield StepComparison(change, i + 1, j + 1, differences)
    while gone is not None:
        yield StepComparison("removed", gone + 1, None)
        gone = next(waiting, None)


def _in_order(numbers: Sequence[int]) -> set[int]:
    """Return the members of a longest increasing subsequence: the steps that have not moved."""
    best: list[tuple[int, ...]] = []
    for at, number in enumerate(numbers):
        before = [best[k] for k in range(at) if numbers[k] < number]
        best.append((*(max(before, key=len) if before else ()), number))
    longest = max(best, key=len) if best else ()
    return set(longest)


def differences_of(old: Step, new: Step) -> Iterator[FieldDifference]:
    """Yield the differences between two steps; nothing if they are equal."""
    for name in _PLAIN:
        yield from _different(name, getattr(old, name), getattr(new, name))
    yield from _targets("", old.target, new.target)
    yield from _targets("drop.", old.drop, new.drop)
    for field in fields(Effects):
        yield from _different(
            f"effects.{field.name}", getattr(old.effects, field.name), getattr(new.effects, field.name)
        )


def _targets(prefix: str, old: Fingerprint | None, new: Fingerprint | None) -> Iterator[FieldDifference]:
    if old is None or new is None:
        yield from _different(f"{prefix}element", old.title() if old else None, new.title() if new else None)
        return
    for name in READABLE:
        yield from _different(prefix + name, getattr(old, name), getattr(new, name))
    for name in sorted({*old.attributes, *new.attributes}):
        yield from _different(f"{prefix}attributes.{name}", old.attributes.get(name), new.attributes.get(name))
    read = {*READABLE, "attributes"}
    rest = [f.name for f in fields(old) if f.name not in read and getattr(old, f.name) != getattr(new, f.name)]
    if rest:
        yield FieldDifference(f"{prefix}evidence", None, rest)


def _attributes(old: Workflow, new: Workflow) -> Iterator[FieldDifference]:
    before, after = ({p.name: p for p in w.parameters} for w in (old, new))
    for name in dict.fromkeys((*before, *after)):
        yield from _different(f"parameter {name}", before.get(name), after.get(name))
    for name in ATTRIBUTES:
        yield from _different(name, getattr(old, name), getattr(new, name))


def _different(what: str, old: Any, new: Any) -> Iterator[FieldDifference]:
    if old != new:
        yield FieldDifference(what, to_plain(old), to_plain(new))
