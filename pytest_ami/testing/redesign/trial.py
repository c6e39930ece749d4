"""What a run on a redesigned page amounts to: the tool's own word against what really happened. Pure.

Rules of this module:

* A tool says one of three things: green, healed (green, and it knows that the page was another), or stopped.
* Whether it was right is not its to say: that follows from what the server did and from whom it touched.
* A break that left the flow with exactly its right effects was none for this flow; it counts for neither side.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Claim(str, Enum):
    """What a tool says of its own run."""

    GREEN = "green"
    HEALED = "healed"
    STOPPED = "stopped"

    @property
    def passes(self) -> bool:
        """Whether the test would go on as if all were well."""
        return self is not Claim.STOPPED


class TrialResult(str, Enum):
    """What a run was, by the truth."""

    REPLAYED = "replayed"
    """Keeping redesign: green, and right."""
    HEALED = "healed"
    """Keeping redesign: healed, and right."""
    ABSTAINED = "abstained"
    """Keeping redesign: stopped, and nothing wrong was done."""
    FAILED = "failed"
    """Keeping redesign: said to have passed while the effect is not there; nothing wrong was done."""
    WRONG = "wrong"
    """Keeping redesign: something was touched or changed that should not have been, whatever was said."""
    CAUGHT = "caught"
    """Breaking redesign: stopped."""
    FALSE_PASS = "false_pass"  # noqa: S105  (no password)
    """Breaking redesign: said to have passed, and it had not."""
    UNAFFECTED = "unaffected"
    """Breaking redesign: passed with exactly the right effects."""
    UNCHANGED = "unchanged"
    """No mutation met anything it applies to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """What really happened in a run.

    Attributes:
        effects: Whether the server holds exactly what it should.
        harm: Whether the server holds something that nobody asked for.
        wrong: Whether an element was touched that the flow has nothing to do with.
        arrived: Whether the flow ended where it should have, showing what it should have.
        applied: Whether the redesign changed anything.
    """

    effects: bool
    harm: bool = False
    wrong: bool = False
    arrived: bool = True
    applied: bool = True

    @property
    def right(self) -> bool:
        """Whether exactly the right thing was done."""
        return self.effects and not self.harm and not self.wrong


def result(claim: Claim, truth: Truth, *, keeps: bool) -> TrialResult:
    """Return what a run was.

    Args:
        claim: The tool's own word.
        truth: What really happened.
        keeps: Whether the redesign keeps the meaning.
    """
    if not truth.applied:
        return TrialResult.UNCHANGED if truth.right or not claim.passes else TrialResult.WRONG
    return _kept(claim, truth) if keeps else _broken(claim, truth)


def _kept(claim: Claim, truth: Truth) -> TrialResult:
    if truth.harm or truth.wrong:
        return TrialResult.WRONG
    if not claim.passes:
        return TrialResult.ABSTAINED
    if not truth.effects:
        return TrialResult.FAILED
    return TrialResult.HEALED if claim is Claim.HEALED else TrialResult.REPLAYED


def _broken(claim: Claim, truth: Truth) -> TrialResult:
    if not claim.passes:
        return TrialResult.CAUGHT
    return TrialResult.UNAFFECTED if truth.right and truth.arrived else TrialResult.FALSE_PASS
