"""Replays a workflow: a generator that yields commands and never knows a page, a model or a clock.

Theory of operation. A step is confirmed by the look of the step after it, so most steps cost one look and one action:

            ┌──────────────────────────────── next step ────────────────────────────────┐
            ▼                                                                           │
    locate (its element) ──► LocatedElement ──► act ──► Done: report, expected effects ─┤
            │                                    │                                      │
            │                                    ├─ element replaced meanwhile ──► locate again, at most 3 times
            │                                    └─ refused ──► Drift                   │
            │                                                                           │
            ├──► EffectMissing ──► the step before only followed a link: click once more, then locate
            │                      else ──► Drift ``wrong_effect`` of the step before   │
            │                                                                           │
            └──► Drift ──► step optional, or what it opens is open ──► leave it out ────┘
                           else ──► stop

    No next step, another place, or a step without an element ──► confirm: look until the effects are there, or Drift.

``Replayed`` holds one report for each confirmed step. An unconfirmed report is removed before the drift is set.

Rules of this module:

* One look precedes each action. It checks the effects of the previous step and the identity of this step's target. It
  may come with the action of the previous step, which saves a call (``confirmation.look_after``).
* The replay acts on an element only if ``elements.identity`` recognises it. A step counts as done only if
  ``engine.effects`` confirms its effect. A heal needs both.
* If a step only opens something that is open already, it is left out, and the report shows that like a heal.
* This module cannot reach a teacher: it imports none and yields no question (DESIGN, law 1).
* Its reports hold secrets by name only (law 6).
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from pytest_ami.elements import obstacles
from pytest_ami.elements.addresses.routes import route_ids
from pytest_ami.elements.contradictions.facts import for_task
from pytest_ami.elements.identity import Identity
from pytest_ami.engine import dialogs, readiness, sent_requests
from pytest_ami.engine.actions import action, within
from pytest_ami.engine.boundary.document_origins import FlowOrigins, ForeignDocumentError, check_action, confined
from pytest_ami.engine.confirmation import LOADED, brings, confirm, is_followed, look_after, turned_on, unproven
from pytest_ami.engine.effects import destinations
from pytest_ami.engine.effects import expectation as fx
from pytest_ami.engine.effects.file_names import with_file_names
from pytest_ami.engine.effects.labelled_values import field_labels
from pytest_ami.engine.effects.left_out import absent, without
from pytest_ami.engine.effects.own_name import with_own_name
from pytest_ami.engine.effects.row_data import of_row, row_ids
from pytest_ami.engine.effects.slugs import of_slugs
from pytest_ami.engine.locate import locate, locate_drop, looked_ahead
from pytest_ami.engine.lost_action import clicked_again, filled_again, may_be_lost, retry
from pytest_ami.engine.open_search import stands_open
from pytest_ami.engine.preparation import JUDGED, SAVING, ReplayState, ready
from pytest_ami.engine.replay_options import DEFAULTS, LEAST, SLICE, ReplayOptions
from pytest_ami.engine.report import (
    Done,
    EffectMissing,
    LocatedElement,
    Replayed,
    StepReport,
    drift,
    element_report,
    step_note,
)
from pytest_ami.engine.secrets.redaction import redact_evidence, redact_named
from pytest_ami.engine.step_update import same_element, with_new_evidence
from pytest_ami.instructions.parameters import names
from pytest_ami.model import command as c
from pytest_ami.model.errors import ForeignOriginError
from pytest_ami.model.look import StepNote
from pytest_ami.model.outcome import Cause, Drift
from pytest_ami.model.printable import as_argument
from pytest_ami.model.workflow import Step, StepKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.engine.replay_options import FlowOptions
    from pytest_ami.engine.report import StepOutcome
    from pytest_ami.model.command import Program
    from pytest_ami.model.workflow import Workflow

ABSENT = frozenset({Cause.MISSING, Cause.RENAMED, Cause.MOVED})
"""Causes that say that the element is absent; an element in its place is a different one."""

ENTERED = frozenset({StepKind.FILL, StepKind.SELECT, StepKind.CHECK, StepKind.UNCHECK, StepKind.UPLOAD})
"""Kinds of steps that need no other effect: the browser reports whether the element accepted the input."""


def replay(
    workflow: Workflow,
    values: Mapping[str, str],
    flow: FlowOptions = DEFAULTS,
    *,
    skip: int = 0,
) -> Program[Replayed]:
    """Carry out the steps of ``workflow``; a step that could not be carried out is in the report's ``drift``.

    A parameter without a value is left out, with the steps that only enter it.

    Args:
        workflow: The workflow to replay.
        values: Value of every parameter, secrets included.
        flow: The options of the flow.
        skip: Number of steps that were done already.

    Raises:
        ParameterError: A step needs a parameter without a value.
    """
    if left_out := absent(workflow, values):
        short = without(workflow, left_out)
        shortened = yield from replay(short.workflow, values, flow, skip=short.skipped(skip))
        return shortened.renumbered(short.number_in_whole)
    report = Replayed()
    secrets = {p.name: values[p.name] for p in workflow.parameters if p.secret and values.get(p.name)}
    shown = workflow.shown(values)
    uploads = {name for step in workflow.steps if step.kind is StepKind.UPLOAD for name in names(step.value)}
    shown = with_file_names(shown, uploads)
    within = flow.origins.of_flow(workflow.steps, values)
    options = ReplayOptions(
        values=values,
        shown=shown,
        patience=flow.patience,
        profile=flow.heal,
        origins=within,
        redrawn=flow.redrawn,
    )
    state = ReplayState(acted=skip, current=skip + 1, labels=field_labels(workflow.steps))
    yield from looked_ahead(_confined(workflow, report, options, state))
    if report.drift:
        whole = not skip
        report.drift = yield from sent_requests.with_deeds(
            report.drift, report, state, workflow.steps, options.shown, whole=whole
        )
        report.drift = replace(report.drift, evidence=tuple(redact_named(report.drift.evidence, secrets)))
    report.steps = [
        replace(
            step,
            evidence=tuple(redact_named(step.evidence, secrets)),
            repair=str(redact_named(step.repair, secrets)),
            new_evidence=redact_evidence(step.new_evidence, secrets) if step.new_evidence else None,
        )
        for step in report.steps
    ]
    return report


def _confined(workflow: Workflow, report: Replayed, options: ReplayOptions, state: ReplayState) -> Program[None]:
    """Carry out the steps in documents of permitted origins only.

    Raises:
        ForeignOriginError: The page rests on another origin, or the next action would lead to one.
    """
    secrets = {name: value for name, value in options.values.items() if name not in options.shown and value}
    steps = tuple(for_task(step, workflow.task) for step in workflow.steps)

    def refusal(look: c.Look, seen: c.Seen) -> tuple[str, ...]:
        step = steps[(state.acted if look.target is None else state.current) - 1]
        return options.origins.refusal(step, seen, after=look.target is None)

    program = _steps(steps, report, options, state)
    try:
        yield from confined(program, options.origins, refusal, tuple(secrets.values()), options.patience)
    except ForeignDocumentError as error:
        if state.expect is not None:
            del report.steps[-1:]
        where = f"step {state.current} of {len(steps)}: {steps[state.current - 1].title()}"
        raise ForeignOriginError(
            f'FOREIGN ORIGIN: "{workflow.task}" v{workflow.version} stopped at {where}',
            why="A flow acts on the origin on which it starts, on recorded ones, and on those in ami_allow_origins.",
            evidence=redact_named(error.evidence, secrets),
            run=f"ami show {as_argument(workflow.task)}",
        ) from None


def _steps(steps: tuple[Step, ...], report: Replayed, options: ReplayOptions, state: ReplayState) -> Program[None]:
    for number, stored in enumerate(steps[state.acted :], start=state.acted + 1):
        step = of_row(of_slugs(stored, options.shown), state.ids)
        steps = (*steps[: number - 1], step, *steps[number:])
        home = c.FrameAddress(tab=step.tab, frame=step.frame)
        place, state.current = state.moved.get(home, home), number
        if state.expect is not None and (step.target is None or place != state.place):
            report.drift = yield from confirm(steps[state.acted - 1], state, options, report)
            if report.drift:
                report.unmet = report.steps.pop() if report.steps else None
                return
            state.expect = None
        outcome = sent_requests.quietly((yield from _outcome(steps, number, place, options, state, report)), state)
        if isinstance(outcome, EffectMissing):
            # If an effect did not appear, the previous step is not done: the drift belongs to it.
            report.unmet = report.steps.pop() if report.steps else None
            report.drift = drift(steps[state.acted - 1], state.acted, outcome.cause, outcome.evidence)
            report.partial = outcome.partial
            return
        if isinstance(outcome, Drift):
            following = steps[number] if number < len(steps) else None
            left_out = yield from _without(step, following, outcome, place, options)
            if left_out is None:
                report.drift = outcome
                return
            state.expect = None  # the look that found nothing confirmed the previous step
            report.steps.extend(left_out)
            continue
        report.sent += [state.acted] if state.sent is not None and (outcome.sent or 0) > state.sent else []
        state.advance(outcome, number, home)
        state.note_entry(step, number, steps[number:])
        sent_requests.mark(step, number, outcome.sent, state)
        report.steps.append(outcome.report)
    if state.expect is not None:
        state.expect = replace(state.expect, last=True)
        report.drift = yield from confirm(steps[state.acted - 1], state, options, report)
    report.drift = report.drift or (yield from sent_requests.undone(steps, state, options))
    if report.drift and report.drift.step == state.acted:
        report.unmet = report.steps.pop() if report.steps else None


def _outcome(
    steps: tuple[Step, ...],
    number: int,
    place: c.FrameAddress,
    options: ReplayOptions,
    state: ReplayState,
    report: Replayed,
) -> Program[StepOutcome]:
    """Carry out a step. If the page lost the previous click on a link, or the previous text, repeat that first."""
    last = steps[state.acted - 1] if state.acted else None
    early = bool(state.acted) and state.early == state.acted
    if last is None or state.again == state.acted or not (early or may_be_lost(last)):
        return (yield from _carried_out(steps, number, place, options, state, report))
    first = replace(options, lost_action=True)
    outcome = yield from _carried_out(steps, number, place, first, state, report)
    if not isinstance(outcome, EffectMissing) or outcome.cause is not Cause.WRONG_EFFECT:
        return outcome
    state.again = state.acted
    if last.kind is StepKind.FILL:
        yield from filled_again(last, state.place, options, state.around.get(state.acted), state.sent)
    elif not (yield from sent_requests.has_sent(state.place, state.sent)):
        yield from clicked_again(last, state.place, state.url, options, redrawn=early)
    options = replace(options, patience=max(LEAST, options.patience - options.rest))
    return (yield from _carried_out(steps, number, place, options, state, report))


def _carried_out(
    steps: tuple[Step, ...],
    number: int,
    place: c.FrameAddress,
    options: ReplayOptions,
    state: ReplayState,
    report: Replayed,
) -> Program[StepOutcome]:
    """Carry out a step. If the previous step healed the same element, use the element that it found."""
    step, last = steps[number - 1], report.steps[-1] if report.steps else None
    same = last is not None and last.number == number - 1 and same_element(steps[number - 2], step)
    if last is None or last.new_evidence is None or not same:
        return (yield from _carry_out(steps, step, number, place, options, state))
    now = replace(with_new_evidence(step, last, options.shown), frame=step.frame)
    outcome = yield from _carry_out(steps, now, number, place, options, state)
    if not isinstance(outcome, Done) or outcome.report.new_evidence is not None:
        return outcome
    why = (f"it is the element of step {last.number}",)
    entry = replace(
        outcome.report, identity=Identity.DRIFTED, evidence=why, new_evidence=last.new_evidence, frame=last.frame
    )
    return replace(outcome, report=entry)


def _carry_out(
    steps: tuple[Step, ...],
    step: Step,
    number: int,
    place: c.FrameAddress,
    options: ReplayOptions,
    state: ReplayState,
) -> Program[StepOutcome]:
    """Locate the target, act on it, and return the effects to expect."""
    if step.target is None:
        return (yield from _open_or_close(step, number, place, options))
    expect, spent = state.expect, 0.0
    after, followed = steps[number] if number < len(steps) else None, is_followed(steps, number)
    for attempt in count():
        now = replace(options, patience=max(LEAST, options.patience - spent))
        typed = state.typed_in(place) if not attempt else 0
        found = yield from ready(step, number, place, now, state, expect, entered=typed, followed=followed)
        if not isinstance(found, LocatedElement):
            return found
        ids = {**state.ids, **route_ids(found.url)}
        following = fx.expectation(
            destinations.expected(step.effects, found.seen, options.shown, ids),
            found.before,
            options.shown,
            url=found.url,
            tabs=found.tabs,
            notices=found.notices,
            rows=found.rows,
            judges=step.kind in JUDGED or (step.kind in SAVING and (after is None or bool(step.sent))),
        )
        following = None if after and step.kind is StepKind.SCROLL and fx.in_sight(following) else following
        following = with_own_name(following, step, found.seen, options.shown)
        drifted = found.verdict.identity is Identity.DRIFTED
        following = turned_on(step, following, found) if drifted else following
        weak = drifted and step.kind not in ENTERED and unproven(step, following)
        doubt = (yield from sent_requests.sent_elsewhere(steps, number, found, options)) if drifted else ()
        if weak and not (yield from brings(step, after, found, options)):
            doubt = ("but it has no recorded effect that could confirm it",)
        doubt = doubt or (yield from stands_open(step, after, found, following, options))
        if doubt:
            return drift(step, number, Cause.MOVED, (*found.verdict.evidence, *doubt))
        if lost := (yield from locate_drop(step, number, found.place, options, ids)):
            return lost
        spent += found.spent
        check_action(step, found, options.origins, options.values.keys() - options.shown.keys())
        expect, row = following or (LOADED if step.dialogs else None), row_ids(step.target, found.seen.cells)
        then = look_after(steps, number, found, expect, options, {**ids, **row})
        least = LEAST / 2 if attempt else LEAST  # the end of a run may be late by two seconds, not by more
        left = max(least, options.patience - spent - LEAST)
        act = action(within(step, found.seen), found.place, options.values, left)
        act = sent_requests.held_to(act, step, options.shown, doubtful=found.verdict.guarded)
        acted = yield replace(act, then=then, step=step_note(number, found, step))
        spent += acted.waited
        strange = dialogs.objection(acted.dialogs, heal=options.profile != "off", step=step, values=options.shown)
        # An error after the request is no reason to act again.
        if not strange and (acted.ok or (yield from sent_requests.has_reached(step, acted, found, options.shown))):
            entry, used = element_report(step, number, found, options.shown, ids), acted.waited
            done = Done(
                report=entry, expect=expect, place=found.place, sent=found.sent, url=found.url, used=used, row=row
            )
            return replace(done, quiet=weak and not step.sent)
        expect = None  # the look confirmed the previous step; do not check it again
        state.withheld = number if acted.begun or not acted.withheld else state.withheld
        over = strange or spent >= options.patience
        pause = None if over else (yield from retry(acted, attempt, place, options, typed=bool(typed)))
        if pause is None:
            break
        spent += pause
    return (yield from _refused(step, number, place, acted, options))


def _refused(step: Step, number: int, place: c.FrameAddress, acted: c.Acted, options: ReplayOptions) -> Program[Drift]:
    """Return the drift of a step that the browser could not carry out, or that brought a strange question."""
    if strange := dialogs.objection(acted.dialogs, heal=options.profile != "off", step=step, values=options.shown):
        return drift(step, number, Cause.FLOW_CHANGED, strange)
    seen = yield c.Look(place=place, slice=0, timeout=LEAST / 2)
    health = seen.health
    cause = acted.cause or Cause.NOT_READY
    if cause in (Cause.NOT_READY, Cause.MOVED):
        cause = readiness.excuse(health, settled_page=readiness.settled(seen, quiet=options.rest)) or cause
    return drift(step, number, cause, (acted.detail, *readiness.evidence_of(health)))


def _open_or_close(step: Step, number: int, place: c.FrameAddress, options: ReplayOptions) -> Program[Drift | Done]:
    """Open a URL in a tab, or close the tab."""
    if step.kind is StepKind.CLOSE:
        yield c.CloseTab(place=place, step=StepNote(number=number, title=step.title()))
        return Done(report=StepReport(number=number, title=step.title()), place=place)
    asked = dialogs.expected(step.dialogs, options.values)
    note, url = StepNote(number=number, title=step.title()), options.origins.address(step)
    acted = yield c.Goto(place=place, url=url, timeout=options.patience, expected=asked, step=note)
    if strange := dialogs.objection(acted.dialogs, heal=options.profile != "off"):
        return drift(step, number, Cause.FLOW_CHANGED, strange)
    if not acted.ok:
        return drift(step, number, acted.cause or Cause.APP_DOWN, (acted.detail,))
    return Done(report=StepReport(number=number, title=step.title()), expect=LOADED, place=place)


def _without(
    step: Step, following: Step | None, outcome: Drift, place: c.FrameAddress, options: ReplayOptions
) -> Program[list[StepReport] | None]:
    """Return the reports of a step that is left out; None if it cannot be left out."""
    # A given value is used, or nothing is done.
    carries = names(f"{step.value} {step.target.name if step.target else ''}")
    if step.optional and outcome.cause in ABSENT and not carries:
        return []
    if following is None or options.profile == "off" or outcome.cause not in (*ABSENT, Cause.COVERED):
        return None
    entry = yield from _spared(step, following, outcome.step, place, options)
    return None if entry is None else [entry]


def _spared(
    step: Step, following: Step, number: int, place: c.FrameAddress, options: ReplayOptions
) -> Program[StepReport | None]:
    """Return the report of a step that is not needed: its result and the next step's element are there already."""
    keys = fx.appearing(step.effects, options.shown)
    if following.target is None or not keys:
        return None
    seen = yield c.Look(place=place, watch=tuple(keys), others=fx.in_other_words(keys), slice=0)
    if not obstacles.already_open(step, seen.effects.before, keys):
        return None
    brief = replace(options, patience=SLICE, profile="off", origins=FlowOrigins())  # a foreign link is judged later
    found = yield from locate(following, number + 1, place, brief)
    if not isinstance(found, LocatedElement):
        return None
    why = "it only opens something that is open already, so it was left out"
    return StepReport(number=number, title=step.title(), repair=why, evidence=(why,), skipped=True)
