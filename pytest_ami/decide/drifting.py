"""Does a flow that still passes move towards a break? From the trend of the evidence about its elements.

Rules of this module:

* It speaks of flows that passed. One that stopped has drifted, which is another matter.
* Evidence that comes and goes, as with changing data, is no trend; a heal or a repair needs no second sight.
* What was not so any more at the first green replay, on the page on which it was learned, changes by itself: it is no
  evidence of that version.
* It raises and never clears: a version is well again when all evidence agrees (``decide.lifecycle``).

It knows numbers and names of evidence. It must never know a page, a store, or what the names stand for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

FALLEN = 0.12
"""Share of a step's recorded evidence whose loss is drifting by itself. What an ordinary change of content moves is no
part of that evidence. On 65 sequences of redesigns while this was made, 0.15 and 0.10 told of 15 and 16 of 19 breaks
beforehand, 0.20 of 13, and hardly oftener where nothing broke (45, 46 and 45 of 49); this lies between them."""

SEVERAL = 2
"""Kinds of evidence whose loss at one element is drifting by itself. In the replays on unchanged pages
that were looked at (`python -m benchmarks.staleness unchanged`), one kind at most was lost to other data."""

SLIDE = 2
"""In how many runs in a row the evidence of a step must have become less to be a trend. One fall is a change."""

SLIDDEN = 0.08
"""Share that such a slide must amount to in all; less than one neighbouring text is noise of the measure itself."""

FULL = 1.0 - 1e-6
"""Agreement from which on nothing has moved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """How the evidence about one step's element has moved in a run that passed.

    Attributes:
        step: Number of the step, from 1.
        agreement: Share of the recorded evidence that still agrees, 0 to 1.
        lost: Names of the evidence that does not agree any more.
        healed: Whether its element had to be picked anew.
        repair: Why a step was inserted before it or left out, or an empty string.
    """

    step: int
    agreement: float = 1.0
    lost: tuple[str, ...] = ()
    healed: bool = False
    repair: str = ""

    @property
    def moved(self) -> bool:
        """Return whether anything is not as it was recorded."""
        return self.agreement < FULL or self.healed or bool(self.repair)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drifting:
    """A flow passes, and its elements move away.

    Attributes:
        steps: Numbers of the steps.
        evidence: Facts, one line a step.
    """

    steps: tuple[int, ...]
    evidence: tuple[str, ...]


def drifting(
    now: Sequence[Movement], history: Sequence[Mapping[int, float]] = (), *, already: bool = False
) -> Drifting | None:
    """Return whether a flow that has just passed is drifting, and why; None where it is not.

    Args:
        now: How its steps moved in this run; steps that did not may be left out.
        history: Agreement by number of the step in earlier green runs of the version in which something moved or had
            moved, oldest first; steps that are left out had moved nowhere.
        already: Whether it is known to be drifting: then all that is still moved is told.
    """
    found = [one for one in now if one.moved and (already or _decisive(one) or _slides(one, history))]
    if not found:
        return None
    return Drifting(steps=tuple(one.step for one in found), evidence=tuple(describe(one) for one in found))


def since(now: Sequence[Movement], first: Sequence[Movement]) -> tuple[Movement, ...]:
    """Return how steps moved since the first green replay; what had moved then is left out.

    Args:
        now: How they moved since they were recorded.
        first: How they had moved at the first green replay.
    """
    known = {one.step: one for one in first}
    found = (_beyond(one, known[one.step]) if one.step in known else one for one in now)
    return tuple(one for one in found if one.moved)


def describe(one: Movement) -> str:
    """Return a movement as a line of evidence."""
    parts = [one.repair] if one.repair else []
    if one.healed:
        parts.append("the element had to be picked anew")
    if one.agreement < FULL:
        lost = ", ".join(one.lost) or "some evidence"
        verb = "agrees" if len(one.lost) < 2 else "agree"  # noqa: PLR2004  (one or several)
        left = min(99, round(100 * one.agreement))
        parts.append(f"{lost} no longer {verb} ({left} % of the evidence is left, 100 % when recorded)")
    return f"step {one.step}: {'; '.join(parts)}"


def _beyond(one: Movement, first: Movement) -> Movement:
    lost = tuple(name for name in one.lost if name not in first.lost)
    agreement = min(1.0, one.agreement + 1.0 - first.agreement) if lost or not one.lost else 1.0
    return replace(one, lost=lost, agreement=agreement)


def _decisive(one: Movement) -> bool:
    return one.healed or bool(one.repair) or len(one.lost) >= SEVERAL or one.agreement <= 1.0 - FALLEN + 1e-9


def _slides(one: Movement, history: Sequence[Mapping[int, float]]) -> bool:
    """Return whether a step's evidence became less in each of the last changes, without coming back in between.

    Runs in which it stayed as it was count for nothing: a slow slide is one too.
    """
    course = [1.0, *(run.get(one.step, 1.0) for run in history), one.agreement]
    changes = [(before, after) for before, after in pairwise(course) if before != after]
    last = changes[-SLIDE:]
    falling = len(last) == SLIDE and all(after < before for before, after in last)
    return falling and last[0][0] - last[-1][1] >= SLIDDEN
