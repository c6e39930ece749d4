"""Replays a workflow: a generator that yields commands and never knows a page, a model or a clock.

Rules of this module:

* Before each action one look: the effects of the step before, and the identity of this step's target.
* Nothing is acted on unless ``decide.identity`` says it is the element; nothing counts as done unless
  ``decide.effects`` says it had its effect. A heal needs both.
* Waiting is by condition: until the target is ready, at most ``patience`` milliseconds, and no longer than it
  takes to know that the page has come to rest without it.
* It cannot reach a teacher: it imports none and yields no question (DESIGN, law 1).
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from pytest_ami.decide import effects as fx
from pytest_ami.decide import staleness
from pytest_ami.decide.identity import Judgement, Verdict, judge, wanted
from pytest_ami.decide.params import render
from pytest_ami.model import command as c
from pytest_ami.model.outcome import Cause, Drift
from pytest_ami.model.workflow import Step, StepKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.model.workflow import Workflow

T = TypeVar("T")
Program = Generator[c.Command, Any, T]

PATIENCE = 15_000.0
"""Milliseconds that a step waits for its target at most, unless the settings say otherwise."""

TRIES = 3
"""How often an action is tried again when the element was replaced between look and action."""

FIRST_SLICE, SLICE = 250.0, 500.0
"""Milliseconds that one look waits inside the page, the first time and afterwards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepReport:
    """What became of one step.

    Attributes:
        number: From 1.
        title: The step as a phrase, templates unfilled.
        verdict: What identity said; None for a step without a target.
        evidence: Why, for anything but ``same``.
        xpath: Where the element was found.
        found: The element's fingerprint as it is now, when it drifted.
    """

    number: int
    title: str
    verdict: Verdict | None = None
    evidence: tuple[str, ...] = ()
    xpath: str = ""
    found: dict[str, Any] | None = None


@dataclass(slots=True, kw_only=True)
class Replayed:
    """What became of a replay; grows while it runs, so that an interrupted one tells how far it came.

    Attributes:
        steps: Reports of the steps that were carried out and confirmed.
        drift: Why it stopped; None when all steps were carried out.
    """

    steps: list[StepReport] = field(default_factory=list)
    drift: Drift | None = None

    @property
    def healed(self) -> tuple[int, ...]:
        """Numbers of the steps whose element had drifted."""
        return tuple(step.number for step in self.steps if step.verdict is Verdict.DRIFTED)


def replay(
    workflow: Workflow, values: Mapping[str, str], *, patience: float = PATIENCE, skip: int = 0
) -> Program[Replayed]:
    """Carry out the steps of ``workflow``.

    Args:
        workflow: What to replay.
        values: Value for every parameter, those of secrets too.
        patience: Milliseconds that a step may wait.
        skip: How many steps were done already.

    Returns:
        The report; its ``drift`` is set when a step could not be carried out, and then the later steps were not.
    """
    shown = {p.name: values[p.name] for p in workflow.parameters if not p.secret and p.name in values}
    report = Replayed()
    expect: dict[str, Any] | None = None
    place = c.Place()
    for number, step in enumerate(workflow.steps[skip:], start=skip + 1):
        here = c.Place(tab=step.tab, frame=step.frame)
        if step.target is None or here != place:
            drift = yield from _confirm(
                workflow.steps[number - 2] if number > 1 else step, number - 1, place, expect, patience
            )
            expect = None
            if drift:
                report.drift = drift
                return report
        place = here
        outcome = yield from _carry_out(step, number, place, values, shown, expect, patience)
        if isinstance(outcome, Drift):
            # An effect that did not come is the fault of the step before: that one is not done.
            if outcome.step < number and report.steps:
                report.steps.pop()
                before = workflow.steps[number - 2]
                outcome = replace(outcome, title=before.title(), old_xpath=_xpath(before))
            elif step.optional and outcome.cause is Cause.MISSING:
                continue
            report.drift = outcome
            return report
        entry, expect = outcome
        report.steps.append(entry)
    if workflow.steps:
        last = len(workflow.steps)
        drift = yield from _confirm(workflow.steps[-1], last, place, expect, patience)
        if drift:
            report.steps.pop()
            report.drift = drift
    return report


def _carry_out(
    step: Step,
    number: int,
    place: c.Place,
    values: Mapping[str, str],
    shown: Mapping[str, str],
    expect: dict[str, Any] | None,
    patience: float,
) -> Program[Drift | tuple[StepReport, dict[str, Any] | None]]:
    """Find the target, act on it, and say what to expect of it."""
    if step.target is None:
        acted = yield c.Goto(place=place, url=render(step.value, values), timeout=patience)
        if not acted.ok:
            return _drift(step, number, acted.cause or Cause.APP_DOWN, (acted.detail,))
        return StepReport(number=number, title=step.title()), None
    detail = ""
    for _ in range(TRIES):
        found = yield from _find(step, number, place, shown, expect, patience)
        if isinstance(found, Drift):
            return found
        seen, judgement = found
        if judgement.index > 0:
            yield c.Choose(place=place, index=judgement.index)
        acted = yield action(step, place, values, patience)
        if acted.ok:
            now = seen.candidates[judgement.index]["fingerprint"]
            entry = StepReport(
                number=number,
                title=step.title(),
                verdict=judgement.verdict,
                evidence=judgement.evidence,
                xpath=now.get("absolute_xpath", ""),
                found=now if judgement.verdict is Verdict.DRIFTED else None,
            )
            return entry, fx.expectation(step.effects, seen.effects.get("before", {}), shown)
        detail, expect = acted.detail, None  # the step before was confirmed by the look; do not ask again
        if acted.cause is not Cause.MOVED:
            break
    seen = yield c.Look(place=place, slice=0)
    health = seen.health
    cause = acted.cause or Cause.NOT_READY
    if cause in (Cause.NOT_READY, Cause.MOVED):
        cause = staleness.excuse(health, settled_page=staleness.settled(seen)) or cause
    return _drift(step, number, cause, (detail, *staleness.evidence_of(health)))


def _find(
    step: Step,
    number: int,
    place: c.Place,
    shown: Mapping[str, str],
    expect: dict[str, Any] | None,
    patience: float,
) -> Program[Drift | tuple[c.Seen, Judgement]]:
    """Look until the step before has had its effect and the target is there and ready, or until it is in vain."""
    if step.target is None:  # pragma: no cover  (asked for elements only)
        raise ValueError(step)
    look = c.Look(
        place=place,
        target=wanted(step.target, step.kind, shown),
        expect=expect,
        watch=fx.watched(step.effects, shown),
        slice=FIRST_SLICE,
    )
    spent = 0.0
    while True:
        seen = yield look
        spent += max(seen.waited, 20.0 if seen.lost or not seen.loaded else 1.0)
        lacks = fx.missing(expect, seen.effects) if not seen.lost else ("the page to load",)
        judgement = judge(step.target, step.kind, seen.candidates, shown)
        problem = seen.candidates[judgement.index]["problem"] if judgement.usable else ""
        if not seen.lost and not lacks and judgement.usable and not problem:
            return seen, judgement
        in_vain = staleness.settled(seen) and not (
            judgement.usable and not lacks
        )  # found, but not ready: wait on
        if spent >= patience or in_vain:
            break
        look = replace(look, slice=min(SLICE, max(50.0, patience - spent)))
    excuse = staleness.excuse(seen.health, settled_page=staleness.settled(seen))
    facts = staleness.evidence_of(seen.health)
    if lacks:
        return Drift(
            step=max(number - 1, 1),
            cause=excuse or Cause.WRONG_EFFECT,
            title="",
            evidence=(*(f"expected {lack}" for lack in lacks), *facts, *_shown(seen)),
        )
    if judgement.usable:
        waiting = (f"the element is there but {problem}",)
        return _drift(step, number, excuse or Cause.NOT_READY, (*waiting, *facts))
    return _drift(
        step,
        number,
        excuse or judgement.cause or Cause.MISSING,
        (*judgement.evidence, *facts, f"on {seen.url}"),
    )


def _confirm(
    step: Step, number: int, place: c.Place, expect: dict[str, Any] | None, patience: float
) -> Program[Drift | None]:
    """Wait for the effects of a step that no look of a next step waits for."""
    if expect is None:
        return None
    spent, look = 0.0, c.Look(place=place, expect=expect, slice=FIRST_SLICE)
    while True:
        seen = yield look
        spent += max(seen.waited, 20.0 if seen.lost or not seen.loaded else 1.0)
        lacks = fx.missing(expect, seen.effects) if not seen.lost else ("the page to load",)
        if not lacks and not seen.health.dead:
            return None
        if spent >= patience or staleness.settled(seen):
            break
        look = replace(look, slice=SLICE)
    cause = staleness.excuse(seen.health, settled_page=staleness.settled(seen)) or Cause.WRONG_EFFECT
    facts = (*(f"expected {lack}" for lack in lacks), *staleness.evidence_of(seen.health), *_shown(seen))
    return _drift(step, number, cause, facts)


def _shown(seen: c.Seen) -> tuple[str, ...]:
    text = seen.effects.get("text", "")
    return (f"the page shows {text}",) if text not in ("", "[]") else ()


def _drift(step: Step, number: int, cause: Cause, evidence: tuple[str, ...]) -> Drift:
    return Drift(
        step=number,
        cause=cause,
        title=step.title(),
        evidence=tuple(fact for fact in evidence if fact),
        old_xpath=_xpath(step),
    )


def _xpath(step: Step) -> str:
    return step.target.absolute_xpath if step.target else ""


def action(step: Step, place: c.Place, values: Mapping[str, str], timeout: float) -> c.Command:
    """Return the command that carries out ``step`` on the element of the last look."""
    where: dict[str, Any] = {"place": place, "timeout": timeout}
    value = render(step.value, values)
    commands: dict[StepKind, c.Command] = {
        StepKind.CLICK: c.Click(**where),
        StepKind.DOUBLE_CLICK: c.Click(**where, count=2),
        StepKind.RIGHT_CLICK: c.Click(**where, button="right"),
        StepKind.FILL: c.Fill(**where, value=value),
        StepKind.SELECT: c.Select(**where, value=value),
        StepKind.CHECK: c.Check(**where, on=True),
        StepKind.UNCHECK: c.Check(**where, on=False),
        StepKind.PRESS: c.Press(**where, key=value),
        StepKind.HOVER: c.Hover(**where),
        StepKind.UPLOAD: c.Upload(**where, paths=tuple(value.split("\n"))),
    }
    return commands[step.kind]
