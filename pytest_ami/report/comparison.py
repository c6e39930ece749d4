"""What is different between two versions of a workflow: steps side by side, and what is said about the task.

Rules of this module:

* Every step of either version is in exactly one row. A row without differences holds two steps that are equal.
* Steps are paired in order where they are alike. What is alike elsewhere has moved. What is left between two pairs is
  paired in order by its kind, for that is what a heal or a relearned span looks like.
* Evidence that people do not read (neighbours, boxes, counts) is told by name only.

Pure functions over workflows. It must never know files, colours or options.
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

ALIKE = 0.5
"""How alike two steps must be, 0 to 1, to be taken for the same one in the same place."""

SAME_ELSEWHERE = 0.8
"""How alike they must be to be taken for one that has moved."""

READ = ("absolute_xpath", "xpath", "css", "role", "name", "label", "text", "landmark", "context")
"""The evidence about an element that people read."""

SAID = ("start", "label", "description", "aliases", "templates", "key_elements", "sop")
"""What a workflow says besides its steps and parameters."""

_PLAIN = ("kind", "value", "optional", "route", "frame", "tab", "dialogs")


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not the same.

    Attributes:
        what: Its name, such as ``name``, ``absolute_xpath`` or ``effects.route``.
        old: As it was, plain data; None where it was not there.
        new: As it is.
    """

    what: str
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class Row:
    """One step of both versions, or of one.

    Attributes:
        change: ``same``, ``changed``, ``moved``, ``added`` or ``removed``.
        old: Number of the step in the old version, from 1; None where it is not there.
        new: Number of the step in the new version.
        differences: What is not the same; empty for a step that was added or removed.
    """

    change: str
    old: int | None
    new: int | None
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two versions side by side.

    Attributes:
        rows: The steps, in the order of the new version; a removed one stands where it was.
        said: Differences in parameters and in what is said about the task.
    """

    rows: tuple[Row, ...]
    said: tuple[Difference, ...]

    @property
    def same(self) -> bool:
        """Whether the versions do the same in the same way."""
        return not self.said and all(row.change == "same" for row in self.rows)


def compare(old: Workflow, new: Workflow) -> Comparison:
    """Return what is different between two versions.

    Args:
        old: The one before.
        new: The one after.
    """
    alike = [[likeness(one, other) for other in new.steps] for one in old.steps]
    ordered = _aligned([[share if share >= ALIKE else 0.0 for share in row] for row in alike])
    kinds = [[float(one.kind is other.kind) for other in new.steps] for one in old.steps]
    pairs = _in_gaps(kinds, alike, ordered, ordered | _moved(alike, ordered))
    return Comparison(tuple(_rows(old.steps, new.steps, pairs)), tuple(_said(old, new)))


def likeness(one: Step, other: Step) -> float:
    """Return how alike two steps are, 0 to 1: 1 for the same kind, value, effects and element."""
    weights: list[tuple[float, float]] = [(0.35, float(one.kind is other.kind))]
    if one.value or other.value:
        weights.append((0.3, float(one.value == other.value)))
    if one.effects or other.effects:
        weights.append((0.15, float(one.effects == other.effects)))
    if one.target or other.target:
        weights += _likeness_of_targets(one.target, other.target)
    return round(sum(weight * share for weight, share in weights) / sum(weight for weight, _ in weights), 9)


def _likeness_of_targets(one: Fingerprint | None, other: Fingerprint | None) -> list[tuple[float, float]]:
    if one is None or other is None:
        return [(0.4, 0.0)]
    places = ("absolute_xpath", "xpath", "css")
    known = [key for key in places if getattr(one, key) or getattr(other, key)]
    placed = not known or any(getattr(one, key) == getattr(other, key) for key in known)
    return [(0.25, float(one.title() == other.title())), (0.15, float(placed))]


def _aligned(gain: Sequence[Sequence[float]]) -> dict[int, int]:
    """Return the pairs in order that gain the most together, old index to new index; what gains nothing is no pair."""
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


def _moved(alike: Sequence[Sequence[float]], pairs: dict[int, int]) -> dict[int, int]:
    """Return the pairs that are alike and not in order, the most alike first."""
    found: dict[int, int] = {}
    taken = set(pairs.values())
    chances = ((share, -i, -j) for i, row in enumerate(alike) for j, share in enumerate(row))
    for share, i, j in sorted(chances, reverse=True):
        if share >= SAME_ELSEWHERE and -i not in {*pairs, *found} and -j not in taken:
            found[-i] = -j
            taken.add(-j)
    return found


def _in_gaps(
    kinds: Sequence[Sequence[float]],
    alike: Sequence[Sequence[float]],
    ordered: dict[int, int],
    pairs: dict[int, int],
) -> dict[int, int]:
    """Return the pairs with those of the same kind, in order, of the stretches between two pairs in order."""
    found, taken = dict(pairs), set(pairs.values())
    width = len(kinds[0]) if kinds else 0
    borders = [(-1, -1), *sorted(ordered.items()), (len(kinds), width)]
    for (i, j), (next_i, next_j) in pairwise(borders):
        before = [n for n in range(i + 1, next_i) if n not in pairs]
        after = [n for n in range(j + 1, next_j) if n not in taken]
        gain = [[kinds[one][other] and kinds[one][other] + alike[one][other] for other in after] for one in before]
        found.update((before[one], after[other]) for one, other in _aligned(gain).items())
    return found


def _rows(old: Sequence[Step], new: Sequence[Step], pairs: dict[int, int]) -> Iterator[Row]:
    back = {j: i for i, j in pairs.items()}
    kept = _in_order([back[j] for j in range(len(new)) if j in back])
    waiting = iter([i for i in range(len(old)) if i not in pairs])
    gone = next(waiting, None)
    for j, step in enumerate(new):
        i = back.get(j)
        while gone is not None and i is not None and i in kept and gone < i:
            yield Row("removed", gone + 1, None)
            gone = next(waiting, None)
        if i is None:
            yield Row("added", None, j + 1)
            continue
        differences = tuple(differences_of(old[i], step))
        change = "moved" if i not in kept else "changed" if differences else "same"
        yield Row(change, i + 1, j + 1, differences)
    while gone is not None:
        yield Row("removed", gone + 1, None)
        gone = next(waiting, None)


def _in_order(numbers: Sequence[int]) -> set[int]:
    """Return the members of a longest increasing run of these numbers: the steps that have not moved."""
    best: list[tuple[int, ...]] = []
    for at, number in enumerate(numbers):
        before = [best[k] for k in range(at) if numbers[k] < number]
        best.append((*(max(before, key=len) if before else ()), number))
    longest = max(best, key=len) if best else ()
    return set(longest)


def differences_of(old: Step, new: Step) -> Iterator[Difference]:
    """Yield what is different between two steps; nothing when they are equal."""
    for name in _PLAIN:
        yield from _different(name, getattr(old, name), getattr(new, name))
    yield from _targets("", old.target, new.target)
    yield from _targets("drop.", old.drop, new.drop)
    for field in fields(Effects):
        yield from _different(
            f"effects.{field.name}", getattr(old.effects, field.name), getattr(new.effects, field.name)
        )


def _targets(prefix: str, old: Fingerprint | None, new: Fingerprint | None) -> Iterator[Difference]:
    if old is None or new is None:
        yield from _different(f"{prefix}element", old.title() if old else None, new.title() if new else None)
        return
    for name in READ:
        yield from _different(prefix + name, getattr(old, name), getattr(new, name))
    for name in sorted({*old.attributes, *new.attributes}):
        yield from _different(f"{prefix}attributes.{name}", old.attributes.get(name), new.attributes.get(name))
    read = {*READ, "attributes"}
    rest = [f.name for f in fields(old) if f.name not in read and getattr(old, f.name) != getattr(new, f.name)]
    if rest:
        yield Difference(f"{prefix}evidence", None, rest)


def _said(old: Workflow, new: Workflow) -> Iterator[Difference]:
    before, after = ({p.name: p for p in w.parameters} for w in (old, new))
    for name in dict.fromkeys((*before, *after)):
        yield from _different(f"parameter {name}", before.get(name), after.get(name))
    for name in SAID:
        yield from _different(name, getattr(old, name), getattr(new, name))


def _different(what: str, old: Any, new: Any) -> Iterator[Difference]:
    if old != new:
        yield Difference(what, to_plain(old), to_plain(new))
