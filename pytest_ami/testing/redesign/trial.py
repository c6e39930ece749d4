"""The result of a run on a redesigned page: the claim of the tool compared with the truth. Pure.

Rules of this module:

* A tool claims one of three things: green, healed (green, and it noticed that the page changed), or stopped.
* The claim never decides whether the run was right. The effects on the server and the touched elements decide.
* A break that left the flow with exactly its right effects did not affect this flow. It counts for neither side.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Claim(str, Enum):
    """The claim of a tool about its own run."""

    GREEN = "green"
    HEALED = "healed"
    STOPPED = "stopped"

    @property
    def passes(self) -> bool:
        """Whether the test would go on as if all were well."""
        return self is not Claim.STOPPED


class TrialResult(str, Enum):
    """The result of a run by the truth."""

    REPLAYED = "replayed"
    """Keeping redesign: green, and right."""
    HEALED = "healed"
    """Keeping redesign: healed, and right."""
    ABSTAINED = "abstained"
    """Keeping redesign: stopped, and nothing wrong was done."""
    FAILED = "failed"
    """Keeping redesign: claimed to have passed, but the effect is missing; no wrong action."""
    WRONG = "wrong"
    """Keeping redesign: an element was touched or data changed outside the flow, whatever the claim."""
    CAUGHT = "caught"
    """Breaking redesign: stopped."""
    FALSE_PASS = "false_pass"  # noqa: S105  (no password)
    """Breaking redesign: claimed to have passed although it had not."""
    UNAFFECTED = "unaffected"
    """Breaking redesign: passed with exactly the right effects."""
    UNCHANGED = "unchanged"
    """No mutation met anything it applies to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """The truth about a run.

    Attributes:
        effects: Whether the server holds exactly the right effects.
        harm: Whether the server holds an effect outside the task.
        wrong: Whether an element outside the flow was touched.
        arrived: Whether the flow ended on the right page, with the right values.
        applied: Whether the redesign changed the page.
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
    """Return the result of a run.

    Args:
        claim: The claim of the tool.
        truth: The truth about the run.
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
