"""Locates a step's element: looks until it is there and ready, surveys the page, clears the way to it.

Theory of operation. One generator serves one step. It yields a look and decides by what the look saw:

    look ──► effects of the step before are there, element is ``same`` and ready ─────────────► LocatedElement
     ▲  │
     │  ├──► page calm, element or effects lacking ──► survey of all frames (a deep one where the first is in vain)
     │  │         │
     │  │         ├─ something lies over the page, and is harmless ──► dismiss it ───────┐
     │  │         ├─ effects lacking ──► nothing is opened: it would pass for an effect ─┤
     │  │         ├─ heal finds the element, ready ──────────────────────────────────────│──► LocatedElement
     │  │         ├─ element hidden or not in the page ──► open, turn or scroll ─────────┤
     │  │         └─ none of these ──────────────────────────────────────────────────────┤
     ├──│────────────────────────────────────────────────────────────────────────────────┘
     │  ├──► the page proves that it is other, or patience spent ─────► effects lacking ──► EffectMissing
     │  │                                                               else ─────────────► Drift
     └──┴──► else wait for a change, and look again

Rules of this module:

* The quick look may only answer ``same``. A heal needs a survey of all rivals, on a page that is at rest.
* Obstacles are moved only if ``elements.obstacles`` allows it. Each control is tried once; the pages of a list may be
  turned more often.
* Waiting is by condition, for at most ``patience`` milliseconds. It ends earlier only on the evidence of ``readiness``
  that the page is another one: a page at rest may still be waiting for a timer, a poll or a socket.
* Do not act until the previous step's effects are observed.

It yields commands. It must never know a page, a model or a clock.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from pytest_ami.elements.addresses.routes import route_ids
from pytest_ami.elements.held_values import on_route
from pytest_ami.elements.identity import Identity, Verdict, element_query, judge, recognise
from pytest_ami.elements.place import emptied
from pytest_ami.engine import dialogs, readiness
from pytest_ami.engine.boundary.document_origins import check_links
from pytest_ami.engine.effects import expectation as fx
from pytest_ami.engine.effects.partial import partly
from pytest_ami.engine.replay_options import CALM, FIRST_SLICE, LEAST, SLICE, ReplayOptions, pause
from pytest_ami.engine.report import EffectMissing, LocatedElement, drift, page_messages
from pytest_ami.engine.search import SearchState, in_sight, located, region, survey
from pytest_ami.model import command as c
from pytest_ami.model.outcome import Cause, Drift
from pytest_ami.model.workflow import Step, StepKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.model.command import Program
    from pytest_ami.model.look import Expectation

T = TypeVar("T")
Found = TypeVar("Found", LocatedElement, "Drift | EffectMissing")

OUT_OF_SIGHT = ("hidden", "detached")
"""Problems of an element that a person cannot see."""


def first_look(
    step: Step, place: c.FrameAddress, options: ReplayOptions, expect: Expectation | None, *, entered: int
) -> c.Look:
    """Return the first look for the element of a step, with the whole patience; see ``locate`` for the arguments."""
    watch = fx.watched(step.effects, options.shown)
    home = c.FrameAddress(tab=step.tab, frame=step.frame)
    return c.Look(
        place=place,
        target=element_query(step.target, step.kind, options.shown) if step.target else None,
        expect=expect,
        watch=watch,
        others=fx.in_other_words((*watch, *(expect.keys if expect else ()))) if options.profile != "off" else {},
        also=home if home != place else None,
        slice=FIRST_SLICE,
        entered=entered,
        rows=bool(step.effects.filtered or step.effects.listed or (expect is not None and expect.rows is not None)),
        timers=options.timers,
        timeout=max(LEAST, options.patience),
    )


def looked_ahead(program: Program[T]) -> Program[T]:
    """Run a program; if the result of an action brought the next look with it, that look is not taken again.

    Nothing may come between the two, and the look must be the same but for its time.
    """
    ahead: tuple[c.Look, c.Seen] | None = None
    try:
        command = next(program)
        while True:
            if ahead and isinstance(command, c.Look) and command == replace(ahead[0], timeout=command.timeout):
                result: Any = ahead[1]
            else:
                try:
                    result = yield command
                except Exception as error:  # noqa: BLE001  (the program decides what it means)
                    ahead, command = None, program.throw(error)
                    continue
            ahead = None
            if isinstance(command, c.Act) and command.then and isinstance(result, c.Acted) and result.seen:
                ahead = command.then, result.seen
            command = program.send(result)
    except StopIteration as stop:
        value: T = stop.value
        return value
    finally:
        program.close()


def locate(
    step: Step,
    number: int,
    place: c.FrameAddress,
    options: ReplayOptions,
    expect: Expectation | None = None,
    used: float = 0.0,
    *,
    entered: int = 0,
    ids: Mapping[str, str] | None = None,
) -> Program[LocatedElement | Drift | EffectMissing]:
    """Look until the previous step has had its effect and the target is ready, or until more waiting is pointless.

    Args:
        step: The step whose element is to be located.
        number: Number of the step, from 1.
        place: The place to look in first. The recorded place is the second one, and the survey looks everywhere.
        options: The options of the replay.
        expect: Effects of the previous step to wait for.
        used: Milliseconds of the previous step's patience that its action took.
        entered: Number of the previous step if it entered a value; 0 if not.
        ids: Ids that the addresses of the pages so far named, by the word before each.
    """
    if step.target is None:  # pragma: no cover  (called for steps with an element only)
        raise ValueError(step)
    home = c.FrameAddress(tab=step.tab, frame=step.frame)
    look = first_look(step, place, options, expect, entered=entered)
    target = element_query(step.target, step.kind, options.shown)
    search = SearchState(step, number, place, options, target, look.others)
    look = replace(look, timeout=max(LEAST, options.patience - used))
    rest = options.rest
    while True:
        seen: c.Seen = yield look
        look = replace(look, entered=0)  # an obstacle may be pressed from now on
        if seen.absent and look.place != home:
            search.place = home  # the frame in which it was found was removed with its page
            look = replace(look, place=home, also=None)
            continue
        search.spent += max(seen.waited, 20.0 if seen.lost or not seen.loaded else 1.0)
        lacks = fx.missing(expect, seen.effects) if not seen.lost else ("the page to load",)
        recorded = search.on_route(step.target, {**(ids or {}), **route_ids(seen.url)})
        look = replace(look, target=search.target)
        verdict = recognise(recorded, seen.candidates, options.shown, step.kind)
        problem = seen.candidates[verdict.index].problem if verdict.usable else ""
        patience = options.patience - used if lacks else options.patience
        rests = readiness.at_rest(seen, search.spent, rest) or search.spent >= patience
        asked = dialogs.judge(seen.dialogs, expect, lacks=bool(lacks), rests=rests, heal=options.profile != "off")
        search.owed = seen.dialogs.owed
        search.repairs += [fact for fact in asked.notes if fact not in search.repairs]
        if asked.cause:
            return EffectMissing(cause=asked.cause, evidence=asked.facts)
        if not seen.lost and not lacks and verdict.usable and not problem and not asked.waits:
            return _unless_undue(search, seen, (yield from _chosen(search, look.place, verdict, seen)))
        if options.profile != "off" and not asked.waits and _calm(seen, rest) and search.stale(seen):
            first = search.surveyed < 0 and not search.repairs
            tried = yield from survey(search, seen, lacks=bool(lacks))
            if isinstance(tried, LocatedElement):
                return _unless_undue(search, seen, tried)
            if tried or (lacks and first):  # a survey opens closed shadow roots: a missing effect may be in one
                look = replace(look, slice=SLICE)
                continue
        in_vain = _is_other(search, seen, verdict, problem, lacks=bool(lacks))
        in_vain = in_vain or (bool(lacks) and _is_refused(search, expect, seen))
        in_vain = in_vain and not (search.early and seen.quiet < options.quiet_before_opening)
        in_vain = in_vain or search.done or readiness.broken(seen, search.spent, rest)
        in_vain = in_vain or (step.optional and seen.absent and search.spent >= max(rest, CALM))
        if search.spent >= patience or in_vain:
            break
        search.spent += yield from pause(seen, look.place)
        left = patience - search.spent
        look = replace(look, slice=min(SLICE, max(50.0, left)), timeout=max(LEAST, left))
    unable = _unless_undue(search, seen, _in_vain(search, seen, lacks, verdict, problem))
    return replace(unable, partial=partly(expect, seen.effects)) if isinstance(unable, EffectMissing) else unable


def _unless_undue(search: SearchState, seen: c.Seen, found: Found) -> Found | Drift:
    """Return what was found, unless a control that was pressed to show the element has changed something."""
    undue = search.undue(seen)
    return drift(search.step, search.number, Cause.FLOW_CHANGED, (undue, f"on {seen.url}")) if undue else found


def _is_other(search: SearchState, seen: c.Seen, verdict: Verdict, problem: str, *, lacks: bool) -> bool:
    """Return whether the page shows that the element does not come any more; an optional one only has to be absent."""
    if lacks:
        return False
    if search.step.optional:
        absent = not verdict.usable or problem in OUT_OF_SIGHT
        return absent and readiness.at_rest(seen, search.spent, search.options.rest)
    if verdict.usable or not search.instead:
        return False
    if region(search.step) in search.options.redrawn:  # this attempt has seen that this part of the page is another one
        return readiness.at_rest(seen, search.spent, search.options.rest)
    return readiness.believed(seen, search.spent)


def _is_refused(search: SearchState, expect: Expectation | None, seen: c.Seen) -> bool:
    """Return whether the page shows that the effects of the last step do not come any more."""
    if search.options.lost_action and readiness.at_rest(seen, search.spent, search.options.rest):
        return True
    return readiness.believed(seen, search.spent) and readiness.refused(expect, seen)


def _calm(seen: c.Seen, rest: float) -> bool:
    """Return whether the page is quiet enough for a complete survey."""
    if seen.absent:
        return True
    long = readiness.BELIEVED if seen.busy else min(CALM, rest)
    return seen.loaded and not seen.lost and not seen.health.pending and seen.quiet >= long


def _chosen(search: SearchState, place: c.FrameAddress, verdict: Verdict, seen: c.Seen) -> Program[LocatedElement]:
    if verdict.index > 0:
        yield c.Choose(place=place, index=verdict.index)
    return located(search, place, verdict, seen)


def _in_vain(
    search: SearchState, seen: c.Seen, lacks: tuple[str, ...], verdict: Verdict, problem: str
) -> Drift | EffectMissing:
    step, number = search.step, search.number
    verdict = search.verdict if search.verdict is not None and not verdict.usable else verdict
    settled = readiness.settled(seen, search.spent, search.options.rest)
    excuse = readiness.excuse(seen.health, settled_page=settled)
    facts = (*readiness.evidence_of(seen.health), *((f"on {seen.url}",) if seen.url else ()))
    if search.repairs:
        facts = (*(f"before that, {done}" for done in search.repairs), *facts)
    if seen.lost:
        silence = seen.silent or "the page was still being replaced"
        return drift(step, number, excuse or Cause.NOT_READY, (silence, *facts))
    if lacks:
        return EffectMissing(
            cause=excuse or Cause.WRONG_EFFECT,
            evidence=(*(f"expected {lack}" for lack in lacks), *facts, *page_messages(seen)),
        )
    if search.blocked:
        return drift(step, number, Cause.COVERED, (f'the dialog "{search.blocked}" was not recorded', *facts))
    if not verdict.usable:
        check_links(step, seen, search.options.origins, search.options.shown)
    if problem == "covered":
        hard = excuse if excuse is Cause.APP_DOWN else Cause.COVERED
        return drift(step, number, hard, ("something covers the element, and no control removes it", *facts))
    if problem and problem not in OUT_OF_SIGHT:
        return drift(step, number, excuse or Cause.NOT_READY, (f"the element is there but {problem}", *facts))
    is_open = search.done and not step.sent and in_sight(search.target, seen.candidates)
    in_time = step.optional or seen.absent or is_open
    if in_time and excuse is Cause.NOT_READY:
        excuse = None  # it had the whole patience, or stands there and is open already
    if seen.absent:
        facts = (f"there is no frame {' > '.join(search.place.frame)}", *facts)
    why = (f"the element is there but {problem}",) if problem else verdict.evidence
    return drift(step, number, excuse or verdict.cause or Cause.MISSING, (*why, *facts))


def locate_drop(
    step: Step, number: int, place: c.FrameAddress, options: ReplayOptions, ids: Mapping[str, str]
) -> Program[Drift | None]:
    """Locate the element to drop on, and keep it beside the target; ``ids`` are those of the pages so far."""
    if step.drop is None:
        return None
    drop = on_route(step.drop, ids)
    look = c.Look(
        place=place, target=element_query(drop, StepKind.CLICK, options.shown), slot="drop", slice=FIRST_SLICE
    )
    spent = 0.0
    while True:
        seen = yield look
        spent += max(seen.waited, 1.0)
        boxes = [replace(one, fingerprint=emptied(drop, one.fingerprint)) for one in seen.candidates]
        verdict = judge(drop, StepKind.CLICK, boxes, options.shown)
        if verdict.identity is Identity.SAME:  # the drop target is never healed: there is no second key for it
            if verdict.index > 0:
                yield c.Choose(place=place, index=verdict.index)
            return None
        if spent >= options.patience:
            evidence = (f"nowhere to drop it: {fact}" for fact in verdict.evidence)
            return drift(step, number, verdict.cause or Cause.MISSING, tuple(evidence))
