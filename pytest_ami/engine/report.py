"""Results of locating an element, of carrying out a step, and of a whole replay.

Knows verdicts, evidence and effects. Must never know a page, or how a step is carried out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from pytest_ami.elements.identity import Identity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.elements.identity import Verdict
    from pytest_ami.model.command import FrameAddress
    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.look import Expectation, Presence
    from pytest_ami.model.outcome import Cause, Drift
    from pytest_ami.model.workflow import Step

    from .partial_effects import Partial


@dataclass(frozen=True, slots=True, kw_only=True)
class StepReport:
    """The report of a step that was confirmed.

    Attributes:
        number: From 1.
        title: The step as a phrase, templates unfilled.
        identity: What was said of the element; None for a step without a target.
        evidence: Why, for anything but ``same``.
        xpath: Where the element was found.
        new_evidence: The element's fingerprint as it is now, when it drifted.
        frame: The frames on the way to it, when it drifted.
        agreement: Share of the recorded evidence that still holds, from 0 to 1.
        lost: Names of the evidence that does not hold any more.
        repair: What was done to get at it, or why the step was left out; empty for nothing.
        inserted: What was pressed on the way, as optional steps.
        skipped: Whether the step was left out.
    """

    number: int
    title: str
    identity: Identity | None = None
    evidence: tuple[str, ...] = ()
    xpath: str = ""
    new_evidence: Fingerprint | None = None
    frame: tuple[str, ...] | None = None
    agreement: float = 1.0
    lost: tuple[str, ...] = ()
    repair: str = ""
    inserted: tuple[Step, ...] = ()
    skipped: bool = False


@dataclass(slots=True, kw_only=True)
class Replayed:
    """The report of a replay. It grows while the replay runs, so that an interrupted one says how far it came.

    Attributes:
        steps: Reports of the steps that were carried out and confirmed.
        drift: Why it stopped; None when all steps were carried out.
        partial: What a step with the wrong effect did all the same, where that is enough for a lesson.
    """

    steps: list[StepReport] = field(default_factory=list)
    drift: Drift | None = None
    partial: Partial | None = None

    @property
    def healed(self) -> tuple[int, ...]:
        """Numbers of the steps whose element had drifted, or whose way had changed."""
        return tuple(step.number for step in self.steps if step.identity is Identity.DRIFTED or step.repair)


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectMissing:
    """The effects of the step before did not come; ``partial`` is what did, where that is enough for a lesson."""

    cause: Cause
    evidence: tuple[str, ...]
    partial: Partial | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LocatedElement:
    """An element to act on.

    Attributes:
        place: Where it is.
        verdict: What was said of it.
        seen: Its evidence now.
        url: The document's URL.
        before: The effect keys of the step, whether they are there before the action.
        tabs: Number of open tabs, where it is known.
        repairs: What was done to get at it.
        inserted: The same as steps, where it can be one.
    """

    place: FrameAddress
    verdict: Verdict
    seen: Fingerprint
    url: str = ""
    before: Mapping[str, Presence] = field(default_factory=dict)
    tabs: int | None = None
    repairs: tuple[str, ...] = ()
    inserted: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A step that was carried out; its effects are still to be confirmed.

    Attributes:
        report: What became of it.
        expect: The effects to wait for; None for none.
        place: Where it was carried out.
    """

    report: StepReport
    place: FrameAddress
    expect: Expectation | None = None


StepOutcome: TypeAlias = "Done | Drift | EffectMissing"
"""A step was carried out, or its element could not be acted on, or the step before it had not its effects."""
