"""Detects a flow that still passes but moves towards a break, from the trend of the evidence about its elements.

Rules of this module:

* Only a flow that passed can be drifting. A flow that stopped has drifted, which is a different status.
* Element that disappears and returns, as with changing data, is no trend. A heal or a repair is decisive at once.
* Element that had already changed at the first green replay, on the page of the lesson, is volatile and is ignored.
* This module only raises the status and never clears it. A version recovers when all evidence agrees
  (``store.transitions``).

Knows numbers and names of evidence. Must never know a page, a store, or the meaning of the names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

FALLEN = 0.12
"""Share of a step's recorded evidence whose loss alone is drifting. An ordinary change of content changes no part of
it. On 65 sequences of redesigns during development, 0.15 and 0.10 reported 15 and 16 of 19 breaks beforehand,
0.20 reported 13, and hardly more often without a break (45, 46 and 45 of 49); this value lies between them.
"""

SEVERAL = 2
"""Number of kinds of evidence whose loss at one element is drifting. In the examined replays on unchanged pages
(`python -m benchmarks.staleness unchanged`), other data changed at most one kind.
"""

SLIDE = 2
"""The least number of consecutive falls of a step's evidence that are a trend. One fall is a change."""

SLIDDEN = 0.08
"""The least total loss of such a slide. A loss smaller than one neighbouring text is noise of the measurement."""

FULL = 1.0 - 1e-6
"""Agreement at or above this value means that nothing has moved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """How the evidence about one step's element has moved in a run that passed.

    Attributes:
        step: Number of the step, from 1.
        agreement: Share of the recorded evidence that still agrees, 0 to 1.
        lost: Names of the evidence that does not agree any more.
        healed: Whether its element was healed.
        repair: The reason that a step was inserted before it or left out, or an empty string.
    """

    step: int
    agreement: float = 1.0
    lost: tuple[str, ...] = ()
    healed: bool = False
    repair: str = ""

    @property
    def moved(self) -> bool:
        """Return whether anything differs from the recording."""
        return self.agreement < FULL or self.healed or bool(self.repair)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drifting:
    """A flow that passes while its elements move away from their fingerprints.

    Attributes:
        steps: Numbers of the steps.
        evidence: Facts, one line for each step.
    """

    steps: tuple[int, ...]
    evidence: tuple[str, ...]


def drifting(
    now: Sequence[Movement], history: Sequence[Mapping[int, float]] = (), *, already: bool = False
) -> Drifting | None:
    """Return whether a flow that has just passed is drifting, with the evidence; None if it is not.

    Args:
        now: The movements of its steps in this run; steps without one may be left out.
        history: Agreement by number of the step in earlier green runs of the version with a movement, oldest first;
            steps that are left out had full agreement.
        already: Whether the flow is already known to be drifting. Then all movements are reported.
    """
    found = [one for one in now if one.moved and (already or _decisive(one) or _slides(one, history))]
    if not found:
        return None
    return Drifting(steps=tuple(one.step for one in found), evidence=tuple(describe(one) for one in found))


def since(now: Sequence[Movement], first: Sequence[Movement]) -> tuple[Movement, ...]:
    """Return the movements since the first green replay; earlier movements are left out.

    Args:
        now: Movements since the recording.
        first: Movements at the first green replay.
    """
    known = {one.step: one for one in first}
    found = (_beyond(one, known[one.step]) if one.step in known else one for one in now)
    return tuple(one for one in found if one.moved)


def describe(movement: Movement) -> str:
    """Return a movement as a line of evidence."""
    parts = [movement.repair] if movement.repair else []
    if movement.healed:
        parts.append("the element had to be picked anew")
    if movement.agreement < FULL:
        lost = ", ".join(movement.lost) or "some evidence"
        verb = "agrees" if len(movement.lost) < 2 else "agree"  # noqa: PLR2004  (one or several)
        left = min(99, round(100 * movement.agreement))
        parts.append(f"{lost} no longer {verb} ({left} % of the evidence is left, 100 % when recorded)")
    return f"step {movement.step}: {'; '.join(parts)}"


def _beyond(movement: Movement, first: Movement) -> Movement:
    lost = tuple(name for name in movement.lost if name not in first.lost)
    agreement = min(1.0, movement.agreement + 1.0 - first.agreement) if lost or not movement.lost else 1.0
    return replace(movement, lost=lost, agreement=agreement)


def _decisive(movement: Movement) -> bool:
    return (
        movement.healed
        or bool(movement.repair)
        or len(movement.lost) >= SEVERAL
        or movement.agreement <= 1.0 - FALLEN + 1e-9
    )


def _slides(movement: Movement, history: Sequence[Mapping[int, float]]) -> bool:
    """Return whether a step's evidence fell in several changes up to now, without a rise in between, by enough in all.

    Runs without a change are skipped, so that a slow slide counts too. The whole slide is measured, however many
    falls it has: one more fall never hides a slide.
    """
    course = [1.0, *(run.get(movement.step, 1.0) for run in history), movement.agreement]
    falls = 0
    top = movement.agreement
    for before, after in reversed(list(pairwise(course))):
        if after > before:
            break
        falls += after < before
        top = before
    return falls >= SLIDE and top - movement.agreement >= SLIDDEN
