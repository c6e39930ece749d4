"""Waits for the effects of a step, if no look of a next step waits for them: at the end of a flow, or in another place.

Rules of this module:

* The effects must be there, and still be there when the server has answered the requests of the step. After the answer
  a page often reads again what it had read before. Nothing new can come of it, unless only the going of elements
  shows the deed: a list that is read again may bring them back.
* A document that is still loading may ask for more when its scripts run: it gets the same time.
* A page may show success at once and take it back by a timer. After the last step, if it is a deed, the page gets as
  long as the short timers take that it has set since; where it has set none, nothing is waited for.
* Waiting ends before the patience only if the page says that the step did something else (``readiness.refused``).

It yields commands. It must never know a page, a model or a clock.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.elements import obstacles
from pytest_ami.elements.identity import element_query
from pytest_ami.elements.place import is_key
from pytest_ami.elements.text_keys import exact
from pytest_ami.engine import dialogs, readiness
from pytest_ami.engine.actions import ADDS
from pytest_ami.engine.answers import AFTER, answered, taken_back
from pytest_ami.engine.effects import expectation as fx
from pytest_ami.engine.effects.labelled_values import labelled
from pytest_ami.engine.effects.partial import partly
from pytest_ami.engine.effects.row_data import of_row
from pytest_ami.engine.effects.slugs import of_slugs
from pytest_ami.engine.locate import first_look
from pytest_ami.engine.preparation import CHOSEN, may_be_taken_back, with_timers
from pytest_ami.engine.replay_options import CALM, FIRST_SLICE, LEAST, SLICE, ReplayOptions, pause
from pytest_ami.engine.report import drift, page_messages
from pytest_ami.instructions.parameters import names
from pytest_ami.lexicon.dangerous_actions import dangerous_actions
from pytest_ami.lexicon.label_synonyms import next_page
from pytest_ami.lexicon.text_normalization import verbs
from pytest_ami.model import command as c
from pytest_ami.model.look import Expectation
from pytest_ami.model.outcome import Cause, Drift
from pytest_ami.model.workflow import StepKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pytest_ami.engine.effects.partial import Partial
    from pytest_ami.engine.preparation import ReplayState
    from pytest_ami.engine.report import LocatedElement, Replayed
    from pytest_ami.model.command import Program
    from pytest_ami.model.workflow import Step

LOADED = Expectation()
"""The expectation after a page was opened: the page has loaded and is not an error page."""


def unproven(step: Step, following: Expectation | None) -> bool:
    """Return whether the effects that a step must have prove nothing about its element."""
    return following is None or following.weak or obstacles.only_closes(step)


def turned_on(step: Step, following: Expectation | None, found: LocatedElement) -> Expectation | None:
    """Return the expected effects of a step whose element was found by other evidence than before.

    If a control that turns the pages of a list had no other effect than other rows, the rows must change again.
    """
    if following is None or following.rows is None or step.target is None or step.kind is not StepKind.CLICK:
        return following
    only = step.effects.listed and not (step.effects or step.sent)
    turns = next_page(step.target.name) and exact(step.target.name) == exact(found.seen.name)
    submits = found.seen.details.get("type", "") == "submit"
    return replace(following, filters=True, weak=False) if only and turns and not submits else following


def brings(step: Step, following: Step | None, found: LocatedElement, options: ReplayOptions) -> Program[bool]:
    """Return whether the coming of the next step's element proves a step that has no recorded effect.

    The element is known by an id of its own and is not on the page yet. The step's element has kept its name and sends
    nothing by itself; it is a button that only shows more of the page, such as another row of a form. A request after
    it is a contradiction (``sent_requests.quietly``).

    Args:
        step: A step whose element was found by other evidence than before.
        following: The step after it.
        found: The element of the step.
        options: The options of the replay.
    """
    target = following.target if following else None
    if step.target is None or following is None or target is None or not is_key(target, "id"):
        return False
    name, sends = step.target.name, found.seen.details.get("type", "") == "submit"
    lasting = dangerous_actions(name) or (obstacles.LASTING & set(verbs(name))) - ADDS
    if lasting or sends or exact(name) != exact(found.seen.name) or step.kind is not StepKind.CLICK:
        return False
    if (following.tab, following.frame) != (step.tab, step.frame):
        return False
    query = element_query(target, following.kind, options.shown)
    seen = yield c.Look(place=found.place, target=query, slot="drop", slice=0)
    return not any(one.fingerprint.attributes.get("id") == target.attributes["id"] for one in seen.candidates)


def _owed(seen: c.Seen, expect: Expectation | None) -> int:
    """Return how many requests are open whose answers may take the effects of a step back."""
    if expect is None:
        return seen.health.pending
    came = (expect.required and expect.proven) or expect.leads or (expect.appearing and not expect.vanishing)
    return seen.health.pending - (seen.health.rereading if came else 0)


def _further(look: c.Look, seen: c.Seen, patience: float) -> Program[float]:
    """Wait for what may take the effects of a step back: the answers that are owed, or else the timers of the page.

    Args:
        look: The look that found the effects.
        seen: Its result.
        patience: Milliseconds to wait for the answers; 0 if none are owed.

    Returns:
        The milliseconds waited; 0 if there was nothing to wait for.
    """
    if patience:
        return (yield from answered(look.place, patience))
    if not look.timers or not seen.due:
        return 0.0
    length = seen.due + AFTER
    yield c.Settle(place=c.FrameAddress(tab=look.place.tab), quiet=length, timeout=length, anew=True)
    return length


def _undone(step: Step, number: int, seen: c.Seen, facts: tuple[str, ...]) -> Drift | None:
    """Return the drift of a step whose effects were taken back; None if no fact says so."""
    cause = readiness.excuse(seen.health, settled_page=True) or Cause.WRONG_EFFECT
    return drift(step, number, cause, (*facts, *page_messages(seen))) if facts else None


def _begun(step: Step, place: c.FrameAddress, patience: float) -> Program[None]:
    """Wait until the page has begun to save a choice: it holds its value at once, and the page may take it back."""
    if step.kind in CHOSEN:
        yield c.Settle(place=c.FrameAddress(tab=place.tab), quiet=CALM, timeout=patience / 2, anew=True)


def _look_for_effects(
    step: Step,
    place: c.FrameAddress,
    expect: Expectation,
    options: ReplayOptions,
    *,
    home: c.FrameAddress,
    entered: int,
) -> c.Look:
    """Return the first look for the effects of a step that no look of a next step waits for, with the whole patience.

    Args:
        step: The step.
        place: The tab and the frame in which it was carried out.
        expect: The effects.
        options: The options of the replay.
        home: The tab and the frame in which it was recorded.
        entered: Its number if it entered a value that must last; 0 if not.
    """
    return c.Look(
        place=place,
        expect=expect,
        others=fx.in_other_words(expect.keys) if options.profile != "off" else {},
        also=home if home != place else None,
        entered=entered,
        slice=FIRST_SLICE,
        timers=expect.last and may_be_taken_back(step),
        timeout=max(LEAST, options.patience),
    )


def is_followed(steps: tuple[Step, ...], number: int) -> bool:
    """Return whether the look of a next step will see the effects of a step."""
    step, after = steps[number - 1], steps[number] if number < len(steps) else None
    return after is not None and after.target is not None and (after.tab, after.frame) == (step.tab, step.frame)


def look_after(
    steps: tuple[Step, ...],
    number: int,
    found: LocatedElement,
    expect: Expectation | None,
    options: ReplayOptions,
    ids: Mapping[str, str],
) -> c.Look | None:
    """Return the look that will follow a step, so that it can come with the action; None if that is not known yet.

    Args:
        steps: The steps of the flow.
        number: Number of the step.
        found: Its element.
        expect: The effects that it must have.
        options: The options of the replay.
        ids: Ids that are known after the step, by the word before each.
    """
    step = steps[number - 1]
    home, entered = c.FrameAddress(tab=step.tab, frame=step.frame), number if step.effects.keeps else 0
    if number == len(steps) and expect is not None and step.kind not in CHOSEN:
        expect = replace(expect, last=True)
        return _look_for_effects(step, found.place, expect, options, home=home, entered=entered)
    if not is_followed(steps, number):
        return None
    after = of_row(of_slugs(steps[number], options.shown), ids)
    options = with_timers(options, after, followed=is_followed(steps, number + 1))
    return first_look(after, found.place, options, expect, entered=entered)


def confirm(step: Step, state: ReplayState, options: ReplayOptions, report: Replayed) -> Program[Drift | None]:
    """Wait for the effects of a step, if no look of a next step waits for them."""
    spent, rest, place, expect = 0.0, options.rest, state.place, state.expect or LOADED
    patience = options.patience - state.used
    look = _look_for_effects(step, place, expect, options, home=state.home, entered=state.typed)
    look = replace(look, timeout=max(LEAST, patience))
    closed = options.profile != "off" and step.target is not None  # whether shadow roots may still be closed to us
    met: c.Seen | None = None
    heard: dict[str, None] = {}

    yield from _begun(step, place, patience)
    while True:
        seen = yield look
        heard[seen.effects.text] = None
        if seen.absent and look.place != state.home:
            look = replace(
                look, place=state.home, also=None, entered=0
            )  # its frame was removed with the page that the step left
            continue
        spent += max(seen.waited, 20.0 if seen.lost or not seen.loaded else 1.0)
        lacks = fx.missing(look.expect, seen.effects) if not seen.lost else ("the page to load",)
        if met is not None and not seen.lost:
            state.confirmed = seen if expect.last else None
            facts = taken_back(expect, met, seen, chosen=step.kind in CHOSEN)
            waited = 0.0 if facts else (yield from _further(look, seen, 0.0))
            if waited:
                look, spent = replace(look, timers=False), spent + waited
                continue
            return _undone(step, state.acted, seen, facts)
        rests = readiness.at_rest(seen, spent, rest) or spent >= patience
        asked = dialogs.judge(seen.dialogs, expect, lacks=bool(lacks), rests=rests, heal=options.profile != "off")
        if asked.cause:
            return drift(step, state.acted, asked.cause, asked.facts)
        if not lacks and not seen.health.dead and not asked.waits:
            report.note(asked.notes)
            state.confirmed = seen if expect.last else None
            owed = spent < patience and bool(_owed(seen, look.expect) or not seen.loaded)
            waited = yield from _further(look, seen, patience - spent if owed else 0.0)
            if not owed and not waited:
                return None
            met, look, spent = seen, replace(look, slice=0, timers=look.timers and owed), spent + waited
            continue
        if rests and closed and step.target is not None and not seen.lost:
            closed = False
            query = element_query(step.target, step.kind, options.shown)
            around = yield c.Survey(place=look.place, target=query, deep=True, timeout=look.timeout)
            spent += around.waited
            continue
        refused = readiness.believed(seen, spent) and readiness.refused(look.expect, seen)
        if spent >= patience or refused or readiness.broken(seen, spent, rest):
            break
        spent += yield from pause(seen, look.place)
        look = replace(look, slice=SLICE, timeout=max(LEAST, patience - spent))
    report.partial = yield from _part(look, seen, heard, state.labels, options)
    cause = readiness.excuse(seen.health, settled_page=readiness.settled(seen, spent, rest)) or Cause.WRONG_EFFECT
    return drift(step, state.acted, cause, _lacking(lacks, seen))


def _part(
    look: c.Look, seen: c.Seen, heard: Iterable[str], labels: Mapping[str, str], options: ReplayOptions
) -> Program[Partial | None]:
    """Return the part of its effects that the last step had; None if its work is not done, or if it is not the last."""
    expect = look.expect
    if expect is None or not expect.last or seen.lost:
        return None
    wanted = labelled([key for key in expect.required if not seen.effects.present.get(key)], labels, options.shown)
    shown: dict[str, str] = {}
    if wanted:
        there = yield c.Look(place=look.place, watch=tuple(wanted), slice=0)
        shown = {key: other for other, key in wanted.items() if there.effects.before.get(other) is True}
    return partly(expect, seen.effects, heard, shown)


def _lacking(lacks: tuple[str, ...], seen: c.Seen) -> tuple[str, ...]:
    """Return the evidence that the effects of a step did not come."""
    expected = (f"expected {lack}" for lack in lacks)
    return (*expected, seen.silent, *readiness.evidence_of(seen.health), *page_messages(seen))


def as_confirmed(steps: tuple[Step, ...], drift: Drift) -> Program[tuple[Step, ...]]:
    """Return finished steps; the last one without what it brought, if its changed page shows none of that any more.

    Other effects have to prove the step. With the lost ones a later replay would wait for what cannot come.

    Args:
        steps: The steps that were carried out.
        drift: The drift of the step after them.
    """
    searched = any(line.startswith("before that, ") for line in drift.evidence)  # a search may have hidden what came
    if not steps or searched or drift.cause is Cause.WRONG_EFFECT:
        return steps
    *before, last = steps
    keys, effects = last.effects.appeared, replace(last.effects, appeared=())
    if not keys or any(map(names, keys)) or not (effects.notices or effects.vanished or effects.route):
        return steps
    place = c.FrameAddress(tab=last.tab, frame=last.frame)
    seen: c.Seen = yield c.Look(place=place, watch=keys, others=fx.in_other_words(keys), slice=0)
    shows = seen.lost or any(seen.effects.before.get(key, True) for key in keys)
    return steps if shows else (*before, replace(last, effects=effects))
