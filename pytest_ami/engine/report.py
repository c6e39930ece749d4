"""Results of locating an element, of carrying out a step, and of a whole replay.

Knows verdicts, evidence and effects. Must never know a page, or how a step is carried out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from pytest_ami.elements.held_values import of_route, on_route
from pytest_ami.elements.identity import Identity, agreement
from pytest_ami.engine.effects.partial import Partial
from pytest_ami.model.look import StepNote
from pytest_ami.model.outcome import Cause, Drift

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_ami.elements.identity import Verdict
    from pytest_ami.model.command import FrameAddress, Seen
    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.look import Expectation, Presence
    from pytest_ami.model.workflow import Step, Workflow


@dataclass(frozen=True, slots=True, kw_only=True)
class StepReport:
    """The report of a step that was confirmed.

    Attributes:
        number: From 1.
        title: The step as a phrase, templates unfilled.
        identity: The verdict about the element; None for a step without a target.
        evidence: The reasons for a verdict other than ``same``.
        xpath: Absolute XPath of the element that was found.
        new_evidence: The element's current fingerprint, if the element drifted.
        frame: The frames on the way to the element, if it drifted.
        agreement: Share of the recorded evidence that still holds, from 0 to 1.
        lost: Names of the evidence that no longer holds.
        repair: The actions that made the element reachable, or the reason why the step was left out; empty for none.
        inserted: The controls that were pressed on the way, as optional steps.
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
    """The report of a replay. It grows while the replay runs, so that an interrupted replay shows its progress.

    Attributes:
        steps: Reports of the steps that were carried out and confirmed.
        drift: The drift that stopped the replay; None if all steps were carried out.
        partial: The effects that a step with the wrong effect did have, if they are enough for a lesson.
        sent: Numbers of the steps that sent a request which may have changed something on the server.
        unmet: Report of the step that was carried out without its effects; None if there is none.
        accepted: Whether that step sent its recorded request with this run's values, the server accepted it, and only
            controls did not come or go as they did then.
    """

    steps: list[StepReport] = field(default_factory=list)
    drift: Drift | None = None
    partial: Partial | None = None
    sent: list[int] = field(default_factory=list)
    unmet: StepReport | None = None
    accepted: bool = False

    @property
    def healed(self) -> tuple[int, ...]:
        """Numbers of the steps whose element had drifted, or that needed a repair."""
        return tuple(step.number for step in self.steps if step.identity is Identity.DRIFTED or step.repair)

    @property
    def enough(self) -> Partial | None:
        """The effects that are enough for a lesson: those that a step had, or none beside its accepted request."""
        return self.partial or (Partial() if self.accepted else None)

    @property
    def all_as_recorded(self) -> bool:
        """Whether the element of every step, the one without its effects included, was the recorded one."""
        return self.unmet is not None and not self.healed and not Replayed(steps=[self.unmet]).healed

    def renumbered(self, number_of: Callable[[int], int]) -> Replayed:
        """Return the report with other numbers of the steps, such as those of a longer workflow."""
        drift, unmet = self.drift, self.unmet
        return replace(
            self,
            steps=[replace(step, number=number_of(step.number)) for step in self.steps],
            drift=replace(drift, step=number_of(drift.step)) if drift else None,
            sent=[number_of(number) for number in self.sent],
            unmet=replace(unmet, number=number_of(unmet.number)) if unmet else None,
        )

    def note(self, facts: tuple[str, ...]) -> None:
        """Add harmless differences to the report of the last step."""
        if facts and self.steps:
            last = self.steps[-1]
            self.steps[-1] = replace(last, repair="; ".join(part for part in (last.repair, *facts) if part))


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectMissing:
    """The effects of the previous step did not appear; ``partial`` holds those that did, if they are enough."""

    cause: Cause
    evidence: tuple[str, ...]
    partial: Partial | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LocatedElement:
    """An element to act on.

    Attributes:
        place: The tab and the frame of the element.
        verdict: The verdict about its identity.
        seen: Its current evidence.
        url: The document's URL.
        before: For each effect key of the step, whether it was there before the action.
        tabs: Number of open tabs, if it is known.
        notices: The messages on the page before the action, if they are known.
        pending: Number of requests under way.
        loading: Number of those by which a new document is loaded.
        fields: The text of each field that was entered in this document, by the number of its step.
        rows: The rows of the page before the action, if they were asked for.
        repairs: The actions that made the element reachable.
        inserted: Those of these actions that can be steps, as steps.
        sent: Number of requests so far that may have changed something on the server.
        spent: Milliseconds that it took to locate it.
    """

    place: FrameAddress
    verdict: Verdict
    seen: Fingerprint
    url: str = ""
    before: Mapping[str, Presence] = field(default_factory=dict)
    tabs: int | None = None
    notices: tuple[str, ...] | None = None
    pending: int = 0
    loading: int = 0
    fields: Mapping[str, str] = field(default_factory=dict)
    rows: tuple[str, ...] | None = None
    repairs: tuple[str, ...] = ()
    inserted: tuple[Step, ...] = ()
    sent: int = 0
    spent: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A step that was carried out; its effects are still to be confirmed.

    Attributes:
        report: The report of the step.
        expect: The effects to wait for; None for none.
        place: The tab and the frame in which it was carried out.
        sent: Number of changing requests before it; None if it was not counted.
        url: The address of the document in which it was carried out.
        used: Milliseconds of its patience that the action took.
        row: The texts of the other cells of its row, if a value chose the row.
        quiet: Whether it must not send anything: it has no effect, and its element was found by other evidence.
    """

    report: StepReport
    place: FrameAddress
    expect: Expectation | None = None
    sent: int | None = None
    url: str = ""
    used: float = 0.0
    row: Mapping[str, str] = field(default_factory=dict)
    quiet: bool = False


StepOutcome: TypeAlias = "Done | Drift | EffectMissing"
"""The step was carried out, or its element could not be used, or the previous step did not have its effects."""


def element_report(
    step: Step, number: int, element: LocatedElement, values: Mapping[str, str], ids: Mapping[str, str]
) -> StepReport:
    """Return the report of a step that was carried out on an element.

    Args:
        step: The step; it has an element.
        number: Its number, from 1.
        element: The element.
        values: Parameter values without secrets.
        ids: Ids that the addresses of the pages so far named, by the word before each.
    """
    assert step.target is not None  # noqa: S101  (called for steps with an element only)
    share, lost = agreement(on_route(step.target, ids), element.seen, values)
    drifted = element.verdict.identity is Identity.DRIFTED
    moved = element.place.frame != step.frame
    repairs = element.repairs + ((f"it is in {_where(element.place)} now",) if moved else ())
    return StepReport(
        number=number,
        title=step.title(),
        identity=element.verdict.identity,
        evidence=element.verdict.evidence,
        xpath=element.seen.absolute_xpath,
        new_evidence=of_route(element.seen, ids) if drifted or moved else None,
        frame=element.place.frame if drifted or moved else None,
        agreement=share,
        lost=lost,
        repair="; ".join(repairs),
        inserted=element.inserted,
    )


def step_note(number: int, element: LocatedElement, step: Step) -> StepNote:
    """Return the note that the action of a step carries for the evidence of the run.

    Args:
        number: Number of the step, from 1.
        element: Its element, located.
        step: The step.
    """
    verdict = element.verdict
    moved = element.place.frame != step.frame
    return StepNote(
        number=number,
        doubtful=verdict.identity is Identity.DRIFTED or moved or bool(element.repairs),
        candidates=verdict.rivals,
        margin=verdict.lead if verdict.rivals and math.isfinite(verdict.lead) else None,
        title=step.title(),
    )


def _where(place: FrameAddress) -> str:
    return f"the frame {' > '.join(place.frame)}" if place.frame else "the page itself"


def already_done(workflow: Workflow, report: Replayed) -> tuple[Step, ...]:
    """Return the stored steps whose action was carried out before the drift.

    A step with the wrong effect was carried out. It cannot be undone, so the lesson goes on after it.
    """
    if report.drift is None:
        return workflow.steps
    return workflow.steps[: report.drift.step - (report.drift.cause is not Cause.WRONG_EFFECT)]


def page_messages(seen: Seen) -> tuple[str, ...]:
    """Return the page's messages as evidence."""
    text = seen.effects.text
    return (f"the page shows {text}",) if text not in ("", "[]") else ()


def drift(step: Step, number: int, cause: Cause, evidence: tuple[str, ...]) -> Drift:
    """Return the drift of a step that could not be carried out."""
    return Drift(
        step=number,
        cause=cause,
        title=step.title(),
        evidence=tuple(fact for fact in evidence if fact),
        old_xpath=step.target.absolute_xpath if step.target else "",
    )
