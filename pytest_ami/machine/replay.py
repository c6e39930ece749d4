"""Replays a workflow: a generator that yields commands and never knows a page, a model or a clock.

Rules of this module:

* Before each action one look: the effects of the step before, and the identity of this step's target.
* Nothing is acted on unless ``decide.identity`` says it is the element; nothing counts as done unless
  ``decide.effects`` says it had its effect. A heal needs both.
* Waiting is by condition: until the target is ready, at most ``patience`` milliseconds, and no longer than it
  takes to know that the page has come to rest without it.
* It cannot reach a teacher: it imports none and yields no question (DESIGN, law 1).
* What it reports holds secrets by name only (law 6).
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from pytest_ami.decide import effects as fx
from pytest_ami.decide import staleness
from pytest_ami.decide.identity import Identity, Verdict, judge, wanted
from pytest_ami.decide.routes import filled_url
from pytest_ami.model import command as c
from pytest_ami.model.outcome import Cause, Drift
from pytest_ami.model.workflow import Step, StepKind

from .hiding import hidden, hidden_texts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.model.workflow import Workflow

T = TypeVar("T")
Program = Generator[c.Command, Any, T]

PATIENCE = 15_000.0
"""Milliseconds that a step waits for its target at most, unless the settings say otherwise."""

TRIES = 3
"""How often an action is tried again when the element was replaced between look and action."""

LOADED: dict[str, Any] = {"all": [], "appear": [], "vanish": [], "proven": True}
"""What is expected of a page that was just opened: that it is there, and no error page."""

OUT_OF_SIGHT = ("hidden", "detached")
"""Problems of an element that a person does not see at all."""

AT_ONCE = 50.0
"""Milliseconds: a look that took less did not wait."""

FIRST_SLICE, SLICE = 250.0, 500.0
"""Milliseconds that one look waits inside the page, the first time and afterwards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepReport:
    """What became of one step.

    Attributes:
        number: From 1.
        title: The step as a phrase, templates unfilled.
        identity: What identity said; None for a step without a target.
        evidence: Why, for anything but ``same``.
        xpath: Where the element was found.
        found: The element's fingerprint as it is now, when it drifted.
    """

    number: int
    title: str
    identity: Identity | None = None
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
        return tuple(step.number for step in self.steps if step.identity is Identity.DRIFTED)


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
    report = Replayed()
    yield from _steps(workflow, values, report, patience, skip)
    secrets = {p.name: values[p.name] for p in workflow.parameters if p.secret and values.get(p.name)}
    if report.drift:
        report.drift = replace(report.drift, evidence=tuple(hidden(report.drift.evidence, secrets)))
    report.steps = [
        replace(step, evidence=tuple(hidden(step.evidence, secrets)), found=hidden_texts(step.found, secrets))
        for step in report.steps
    ]
    return report


def _steps(
    workflow: Workflow, values: Mapping[str, str], report: Replayed, patience: float, skip: int
) -> Program[None]:
    shown = {p.name: values[p.name] for p in workflow.parameters if not p.secret and p.name in values}
    expect: dict[str, Any] | None = None
    acted = skip  # number of the last step that was carried out
    place = c.Place()
    for number, step in enumerate(workflow.steps[skip:], start=skip + 1):
        here = c.Place(tab=step.tab, frame=step.frame)
        if expect is not None and (step.target is None or here != place):
            report.drift = yield from _confirm(workflow.steps[acted - 1], acted, place, expect, patience)
            if report.drift:
                del report.steps[-1:]
                return
            expect = None
        place = here
        outcome = yield from _carry_out(step, number, place, values, shown, expect, patience)
        if isinstance(outcome, _Unmet):
            # An effect that did not come is the fault of the step before: that one is not done.
            del report.steps[-1:]
            report.drift = _drift(workflow.steps[acted - 1], acted, outcome.cause, outcome.evidence)
            return
        if isinstance(outcome, Drift):
            if step.optional and outcome.cause is Cause.MISSING:
                expect = None  # the look that found nothing confirmed the step before
                continue
            report.drift = outcome
            return
        entry, expect = outcome
        acted = number
        report.steps.append(entry)
    if expect is not None:
        report.drift = yield from _confirm(workflow.steps[acted - 1], acted, place, expect, patience)
        if report.drift:
            del report.steps[-1:]


@dataclass(frozen=True, slots=True)
class _Unmet:
    """The effects of the step before did not come."""

    cause: Cause
    evidence: tuple[str, ...]


def _carry_out(
    step: Step,
    number: int,
    place: c.Place,
    values: Mapping[str, str],
    shown: Mapping[str, str],
    expect: dict[str, Any] | None,
    patience: float,
) -> Program[Drift | _Unmet | tuple[StepReport, dict[str, Any] | None]]:
    """Find the target, act on it, and say what to expect of it."""
    if step.target is None:
        return (yield from _open_or_close(step, number, place, values, patience))
    detail = ""
    for _ in range(TRIES):
        found = yield from _find(step, number, place, shown, expect, patience)
        if isinstance(found, (Drift, _Unmet)):
            return found
        seen, verdict = found
        before, tabs = seen.effects.get("before", {}), seen.effects.get("tabs")
        following = fx.expectation(step.effects, before, shown, url=seen.url, tabs=tabs)
        if verdict.identity is Identity.DRIFTED and (following is None or following.get("weak")):
            facts = (*verdict.evidence, "but it has no recorded effect that could confirm it")
            return _drift(step, number, Cause.MOVED, facts)
        if verdict.index > 0:
            yield c.Choose(place=place, index=verdict.index)
        lost = yield from _find_drop(step, number, place, shown, patience)
        if lost:
            return lost
        acted = yield action(step, place, values, patience)
        if acted.ok:
            now = seen.candidates[verdict.index]["fingerprint"]
            entry = StepReport(
                number=number,
                title=step.title(),
                identity=verdict.identity,
                evidence=verdict.evidence,
                xpath=now.get("absolute_xpath", ""),
                found=now if verdict.identity is Identity.DRIFTED else None,
            )
            return entry, following
        detail, expect = acted.detail, None  # the step before was confirmed by the look; do not ask again
        if acted.cause is not Cause.MOVED:
            break
    seen = yield c.Look(place=place, slice=0)
    health = seen.health
    cause = acted.cause or Cause.NOT_READY
    if cause in (Cause.NOT_READY, Cause.MOVED):
        cause = staleness.excuse(health, settled_page=staleness.settled(seen, quiet=staleness.rest(patience))) or cause
    return _drift(step, number, cause, (detail, *staleness.evidence_of(health)))


def _open_or_close(
    step: Step, number: int, place: c.Place, values: Mapping[str, str], patience: float
) -> Program[Drift | tuple[StepReport, dict[str, Any] | None]]:
    """Do what is done to a tab."""
    if step.kind is StepKind.CLOSE:
        yield c.CloseTab(place=place)
        return StepReport(number=number, title=step.title()), None
    acted = yield c.Goto(place=place, url=filled_url(step.value, values), timeout=patience)
    if not acted.ok:
        return _drift(step, number, acted.cause or Cause.APP_DOWN, (acted.detail,))
    return StepReport(number=number, title=step.title()), dict(LOADED)


def _find(
    step: Step,
    number: int,
    place: c.Place,
    shown: Mapping[str, str],
    expect: dict[str, Any] | None,
    patience: float,
) -> Program[Drift | _Unmet | tuple[c.Seen, Verdict]]:
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
    spent, rest = 0.0, staleness.rest(patience)
    while True:
        seen = yield look
        spent += max(seen.waited, 20.0 if seen.lost or not seen.loaded else 1.0)
        lacks = fx.missing(expect, seen.effects) if not seen.lost else ("the page to load",)
        verdict = judge(step.target, step.kind, seen.candidates, shown)
        problem = seen.candidates[verdict.index]["problem"] if verdict.usable else ""
        if not seen.lost and not lacks and verdict.usable and not problem:
            return seen, verdict
        absent = not verdict.usable or (step.optional and problem in OUT_OF_SIGHT)
        in_vain = staleness.settled(seen, spent, rest) and (absent or bool(lacks))  # found, but not ready: wait on
        if spent >= patience or in_vain:
            break
        spent += yield from _pause(seen, place)
        look = replace(look, slice=min(SLICE, max(50.0, patience - spent)))
    excuse = staleness.excuse(seen.health, settled_page=staleness.settled(seen, spent, rest))
    facts = (*staleness.evidence_of(seen.health), *((f"on {seen.url}",) if seen.url else ()))
    if seen.lost:
        return _drift(step, number, excuse or Cause.NOT_READY, ("the page was still being replaced", *facts))
    if lacks:
        return _Unmet(excuse or Cause.WRONG_EFFECT, (*(f"expected {lack}" for lack in lacks), *facts, *_shown(seen)))
    if verdict.usable and problem not in OUT_OF_SIGHT:
        return _drift(step, number, excuse or Cause.NOT_READY, (f"the element is there but {problem}", *facts))
    if step.optional and excuse is Cause.NOT_READY:
        excuse = None  # it had all the time there was
    why = (f"the element is there but {problem}",) if verdict.usable else verdict.evidence
    return _drift(step, number, excuse or verdict.cause or Cause.MISSING, (*why, *facts))


def _confirm(step: Step, number: int, place: c.Place, expect: dict[str, Any], patience: float) -> Program[Drift | None]:
    """Wait for the effects of a step that no look of a next step waits for."""
    spent, rest = 0.0, staleness.rest(patience)
    look = c.Look(place=place, expect=expect, slice=FIRST_SLICE)
    while True:
        seen = yield look
        spent += max(seen.waited, 20.0 if seen.lost or not seen.loaded else 1.0)
        lacks = fx.missing(expect, seen.effects) if not seen.lost else ("the page to load",)
        if not lacks and not seen.health.dead:
            return None
        if spent >= patience or staleness.settled(seen, spent, rest):
            break
        spent += yield from _pause(seen, place)
        look = replace(look, slice=SLICE)
    cause = staleness.excuse(seen.health, settled_page=staleness.settled(seen, spent, rest)) or Cause.WRONG_EFFECT
    facts = (*(f"expected {lack}" for lack in lacks), *staleness.evidence_of(seen.health), *_shown(seen))
    return _drift(step, number, cause, facts)


def _pause(seen: c.Seen, place: c.Place) -> Program[float]:
    """Let time pass where the page answered at once, satisfied with what is not enough here; return how much."""
    if seen.lost or not seen.loaded or seen.waited >= AT_ONCE:
        return 0.0
    yield c.Settle(place=place, quiet=staleness.QUIET, timeout=SLICE)
    return SLICE


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


def _find_drop(
    step: Step, number: int, place: c.Place, shown: Mapping[str, str], patience: float
) -> Program[Drift | None]:
    """Look for the element that something is to be dropped on, and keep it beside the target."""
    if step.drop is None:
        return None
    look = c.Look(place=place, target=wanted(step.drop, StepKind.CLICK, shown), slot="drop", slice=FIRST_SLICE)
    spent = 0.0
    while True:
        seen = yield look
        spent += max(seen.waited, 1.0)
        verdict = judge(step.drop, StepKind.CLICK, seen.candidates, shown)
        if verdict.identity is Identity.SAME:  # where it goes is never healed: there is no second key for it
            if verdict.index > 0:
                yield c.Choose(place=place, index=verdict.index)
            return None
        if spent >= patience or staleness.settled(seen, quiet=staleness.rest(patience)):
            evidence = (f"nowhere to drop it: {fact}" for fact in verdict.evidence)
            return _drift(step, number, verdict.cause or Cause.MISSING, tuple(evidence))


def manner(value: str) -> dict[str, Any]:
    """Return how a click is made, from what the recorder says of it: ``Control middle @12,30``."""
    words = value.split()
    places = [word[1:].split(",") for word in words if word.startswith("@")]
    return {
        "modifiers": tuple(word for word in words if word in ("Control", "Meta", "Alt", "Shift")),
        "button": "middle" if "middle" in words else "left",
        "position": (float(places[0][0]), float(places[0][1])) if places else None,
    }


def action(step: Step, place: c.Place, values: Mapping[str, str], timeout: float) -> c.Command:
    """Return the command that carries out ``step`` on the element of the last look."""
    answers = tuple(replace(a, message=fx.fill(a.message, values), text=fx.fill(a.text, values)) for a in step.dialogs)
    where: dict[str, Any] = {"place": place, "timeout": timeout, "dialogs": answers}
    value = fx.fill(step.value, values)
    commands: dict[StepKind, c.Command] = {
        StepKind.CLICK: c.Click(**where, **manner(step.value)),
        StepKind.DOUBLE_CLICK: c.Click(**where, count=2),
        StepKind.RIGHT_CLICK: c.Click(**where, button="right"),
        StepKind.FILL: c.Fill(**where, value=value),
        StepKind.SELECT: c.Select(**where, value=value),
        StepKind.CHECK: c.Check(**where, on=True),
        StepKind.UNCHECK: c.Check(**where, on=False),
        StepKind.PRESS: c.Press(**where, key=value),
        StepKind.HOVER: c.Hover(**where),
        StepKind.SCROLL: c.Scroll(**where, value=value),
        StepKind.DRAG: c.Drag(**where, value=value),
        StepKind.UPLOAD: c.Upload(**where, paths=tuple(value.split("\n"))),
    }
    return commands[step.kind]
