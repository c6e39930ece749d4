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
     │  ├──► page settled and the element absent, or patience spent ──► effects lacking ──► EffectMissing
     │  │                                                               else ─────────────► Drift
     └──┴──► else wait for a change, and look again

Rules of this module:

* The quick look may only answer ``same``. A heal needs a survey of all rivals, on a page that is at rest.
* Obstacles are moved only if ``elements.obstacles`` allows it. Each control is tried once; the pages of a list may be
  turned more often.
* Waiting is by condition, for at most ``patience`` milliseconds. It ends as soon as it is known to be pointless.
* Do not act until the previous step's effects are observed.

It yields commands. It must never know a page, a model or a clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pytest_ami.elements import obstacles
from pytest_ami.elements.attribution import OTHERS
from pytest_ami.elements.identity import HealSearch, Identity, Verdict, element_query, judge, recognise
from pytest_ami.elements.text_keys import fold
from pytest_ami.model import command as c
from pytest_ami.model.dialog import ExpectedDialog
from pytest_ami.model.outcome import Cause, Drift
from pytest_ami.model.workflow import Step, StepKind

from . import dialogs, readiness
from . import effects as fx
from .document_origins import FlowOrigins
from .partial_effects import partly
from .report import EffectMissing, LocatedElement

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.elements.candidates import Profile
    from pytest_ami.model.command import Program
    from pytest_ami.model.dialog import ExpectedDialog
    from pytest_ami.model.look import ElementQuery, Expectation

OUT_OF_SIGHT = ("hidden", "detached")
"""Problems of an element that a person cannot see."""

AT_ONCE = 50.0
"""Milliseconds: a shorter look did not wait."""

FIRST_SLICE, SLICE = 250.0, 500.0
"""Milliseconds that one look waits inside the page, the first time and afterwards."""

CALM = 400.0
"""Milliseconds without a change after which a page may be surveyed; less patience shortens them."""

STILL = 800.0
"""Milliseconds without a change after which a control may be opened to look for an absent element. The suggestions of
a field come late, and turning the page of a list before that is a click too many."""

LEAST = 1_000.0
"""Milliseconds that the last look or action of a step gets at least."""

FEW = 2
"""Number of elements of its kind that make a list, so that only the record is missing."""

SURVEYED = 5_000.0
"""The most milliseconds of a survey."""

OPENED = 1_000.0
"""The most milliseconds that a page gets to show newly opened content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayOptions:
    """The options of a replay.

    Attributes:
        values: Value for every parameter.
        shown: The values that are not secret.
        patience: Milliseconds that a step may wait.
        profile: How sure a heal must be.
        origins: The origins of documents in which it may act.
    """

    values: Mapping[str, str] = field(repr=False)
    shown: Mapping[str, str] = field(repr=False)
    patience: float
    profile: Profile = "balanced"
    origins: FlowOrigins = field(default_factory=FlowOrigins)

    @property
    def rest(self) -> float:
        """Milliseconds without a change after which the page is at rest."""
        return readiness.rest(self.patience)

    @property
    def still(self) -> float:
        """Milliseconds without a change after which a control may be opened to look for an absent element."""
        return min(STILL, self.patience / 2)


@dataclass(slots=True)
class _Search:
    """The search for the element of a step, so far."""

    step: Step
    number: int
    place: c.FrameAddress
    options: ReplayOptions
    target: ElementQuery
    others: dict[str, tuple[str, ...]]
    spent: float = 0.0
    surveyed: float = -1.0
    covers: int = 0
    turns: int = 0
    tried: set[tuple[str, str, str]] = field(default_factory=set)
    repairs: list[str] = field(default_factory=list)
    inserted: list[Step] = field(default_factory=list)
    done: bool = False
    early: bool = False
    verdict: Verdict | None = None
    owed: tuple[ExpectedDialog, ...] = ()
    blocked: str = ""

    def stale(self, seen: c.Seen) -> bool:
        """Return whether the page has changed since the last survey, or was never surveyed."""
        return self.surveyed < 0 or seen.quiet < self.spent - self.surveyed


def locate(
    step: Step,
    number: int,
    place: c.FrameAddress,
    options: ReplayOptions,
    expect: Expectation | None = None,
    used: float = 0.0,
    *,
    entered: int = 0,
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
    """
    if step.target is None:  # pragma: no cover  (called for steps with an element only)
        raise ValueError(step)
    watch = fx.watched(step.effects, options.shown)
    others = fx.in_other_words((*watch, *(expect.keys if expect else ()))) if options.profile != "off" else {}
    search = _Search(step, number, place, options, element_query(step.target, step.kind, options.shown), others)
    home = c.FrameAddress(tab=step.tab, frame=step.frame)
    also = home if home != place else None
    look = c.Look(
        place=place,
        target=search.target,
        expect=expect,
        watch=watch,
        others=others,
        also=also,
        slice=FIRST_SLICE,
        entered=entered,
        rows=bool(step.effects.filtered or step.effects.listed or (expect is not None and expect.rows is not None)),
    )
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
        verdict = recognise(step.target, seen.candidates, options.shown, step.kind)
        problem = seen.candidates[verdict.index].problem if verdict.usable else ""
        patience = options.patience - used if lacks else options.patience
        rests = readiness.settled(seen, search.spent, rest) or search.spent >= patience
        asked = dialogs.judge(seen.dialogs, expect, lacks=bool(lacks), rests=rests, heal=options.profile != "off")
        search.owed = seen.dialogs.owed
        search.repairs += [fact for fact in asked.notes if fact not in search.repairs]
        if asked.cause:
            return EffectMissing(cause=asked.cause, evidence=asked.facts)
        if not seen.lost and not lacks and verdict.usable and not problem and not asked.waits:
            return (yield from _chosen(search, look.place, verdict, seen))
        if options.profile != "off" and not asked.waits and _calm(seen, rest) and search.stale(seen):
            first = search.surveyed < 0 and not search.repairs
            tried = yield from _survey(search, seen, lacks=bool(lacks))
            if isinstance(tried, LocatedElement):
                return tried
            if tried or (lacks and first):  # a survey opens closed shadow roots: a missing effect may be in one
                look = replace(look, slice=SLICE)
                continue
        absent = not verdict.usable or (step.optional and problem in OUT_OF_SIGHT)
        in_vain = readiness.settled(seen, search.spent, rest) and (absent or bool(lacks))  # there, not ready: wait on
        in_vain = in_vain and not (search.early and seen.quiet < options.still)
        in_vain = in_vain or search.done or (seen.absent and search.spent >= max(rest, CALM))
        if search.spent >= patience or in_vain:
            break
        search.spent += yield from pause(seen, look.place)
        left = patience - search.spent
        look = replace(look, slice=min(SLICE, max(50.0, left)), timeout=max(LEAST, left))
    unable = _in_vain(search, seen, lacks, verdict, problem)
    return replace(unable, partial=partly(expect, seen.effects)) if isinstance(unable, EffectMissing) else unable


def _calm(seen: c.Seen, rest: float) -> bool:
    """Return whether the page is quiet enough for a complete survey."""
    if seen.absent:
        return True
    return seen.loaded and not seen.lost and not seen.health.pending and seen.quiet >= min(CALM, rest)


def _chosen(search: _Search, place: c.FrameAddress, verdict: Verdict, seen: c.Seen) -> Program[LocatedElement]:
    if verdict.index > 0:
        yield c.Choose(place=place, index=verdict.index)
    return _located(search, place, verdict, seen)


def _located(search: _Search, place: c.FrameAddress, verdict: Verdict, seen: c.Seen) -> LocatedElement:
    return LocatedElement(
        place=place,
        verdict=verdict,
        seen=seen.candidates[verdict.index].fingerprint,
        url=seen.url,
        before=seen.effects.before,
        tabs=seen.effects.tabs,
        notices=seen.effects.notices,
        pending=seen.health.pending,
        fields=seen.effects.fields,
        rows=seen.effects.rows,
        repairs=tuple(search.repairs),
        inserted=tuple(search.inserted),
        sent=len(seen.health.sent),
        spent=search.spent,
    )


def _survey(search: _Search, seen: c.Seen, *, lacks: bool) -> Program[LocatedElement | bool]:
    """Survey the page; return the element, or whether an obstacle was moved, so that another look may help."""
    around, heal = yield from _rivals(search, deep=lacks)
    search.surveyed = search.spent
    way = obstacles.dismissal(around.cover, search.options.shown, search.target.name)
    cover, target = around.cover, search.step.target
    strange = cover is not None and cover.kind == "dialog" and target is not None and obstacles.outside_dialogs(target)
    search.blocked = (cover.name or cover.text[:60]) if cover and strange else ""
    if way is not None and search.covers < obstacles.MOST_COVERS:
        search.covers += 1
        return (yield from _take(search, way))
    if lacks or search.blocked:
        return False  # newly opened content was there before, and would pass for an effect
    return (yield from _reach(search, seen, around, heal))


def _rivals(search: _Search, *, deep: bool) -> Program[tuple[c.Surveyed, HealSearch]]:
    """Survey the page for all candidates; if none of them is the element, survey once more, and deeper."""
    step, options = search.step, search.options
    assert step.target is not None  # noqa: S101  (the caller checks it)
    watch = fx.watched(step.effects, options.shown)
    left = max(LEAST, min(SURVEYED, options.patience - search.spent))
    outside = obstacles.outside_dialogs(step.target)
    ask = c.Survey(place=search.place, target=search.target, watch=watch, others=search.others, deep=deep, timeout=left)
    ask = replace(ask, outside=outside)
    around: c.Surveyed = yield ask
    home = search.place.frame
    search.spent += around.waited
    heal = HealSearch(step.target, step.kind, around.candidates, options.shown, options.profile, home)
    if not deep and not heal.verdict().usable:
        around = yield replace(ask, deep=True)  # it may be where only the browser itself can look
        search.spent += around.waited
        heal = HealSearch(step.target, step.kind, around.candidates, options.shown, options.profile, home)
    return around, heal


def _reach(search: _Search, seen: c.Seen, around: c.Surveyed, heal: HealSearch) -> Program[LocatedElement | bool]:
    """Return the element if a heal finds it ready; otherwise press or scroll a control that may reveal it."""
    step, options = search.step, search.options
    search.done = obstacles.already_open(step, around.before, fx.appearing(step.effects, options.shown))
    verdict = heal.verdict(confirmed=bool(step.effects))
    if verdict.identity is Identity.MISSING and around.others >= FEW:
        fact = f"{OTHERS}: {around.others}, and none of them is this run's"
        verdict = replace(verdict, evidence=(*verdict.evidence, fact))
    search.verdict = verdict
    row = around.candidates[verdict.index] if verdict.index >= 0 else None
    hidden = bool(verdict.usable and row and row.problem == "hidden")
    if verdict.usable and row and not row.problem:
        place = c.FrameAddress(tab=search.place.tab, frame=row.frame)
        yield c.Choose(place=place, index=row.at)
        effects = replace(seen.effects, before=around.before)
        whole = c.Seen(url=seen.url, candidates=around.candidates, effects=effects, health=seen.health)
        return _located(search, place, verdict, whole)
    direct = row.ways if hidden and row else ()
    general = around.ways if not hidden or verdict.index == around.hidden else ()
    search.early = not hidden and not search.repairs and seen.quiet < options.still
    if search.early:
        search.surveyed = -1.0  # survey again when the page has been quiet for longer
        return False
    if hidden or (verdict.identity is Identity.MISSING and not _in_sight(search.target, around)):
        for way in obstacles.openers((*direct, *general), hidden=hidden):
            if way.key not in search.tried or (way.repeats and search.turns < obstacles.MOST_TURNS):
                return (yield from _take(search, way))
    return False


def _in_sight(target: ElementQuery, around: c.Surveyed) -> bool:
    """Return whether a visible candidate has exactly this name; then there is no need to look behind a menu."""
    name = fold(target.name)
    return bool(name) and any(not row.problem and fold(row.fingerprint.name) == name for row in around.candidates)


def _take(search: _Search, way: obstacles.ClearingAction) -> Program[bool]:
    """Press or scroll the control that stands between the step and its element."""
    search.tried.add(way.key)
    search.turns += way.repeats
    place = c.FrameAddress(tab=search.place.tab, frame=way.control.frame)
    ref, timeout = way.control.ref, max(LEAST, min(search.options.patience - search.spent, 5_000.0))
    if way.kind == "scroll":
        acted = yield c.Scroll(place=place, ref=ref, value=way.control.by, timeout=timeout)
    else:
        acted = yield c.Click(place=place, ref=ref, timeout=timeout, expected=search.owed)
    if not acted.ok:
        return True  # the page changed first: look again
    if way.why not in search.repairs:
        search.repairs.append(way.why)
        target = way.control.fingerprint
        if target is not None and not way.repeats:
            step = Step(kind=StepKind.CLICK, target=target, optional=True, route=search.step.route, frame=place.frame)
            search.inserted.append(replace(step, tab=place.tab))
    yield c.Settle(place=c.FrameAddress(tab=place.tab), quiet=100, timeout=OPENED)
    search.surveyed = -1.0
    return True


def _in_vain(
    search: _Search, seen: c.Seen, lacks: tuple[str, ...], verdict: Verdict, problem: str
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
    if problem == "covered":
        hard = excuse if excuse is Cause.APP_DOWN else Cause.COVERED
        return drift(step, number, hard, ("something covers the element, and no control removes it", *facts))
    if problem and problem not in OUT_OF_SIGHT:
        return drift(step, number, excuse or Cause.NOT_READY, (f"the element is there but {problem}", *facts))
    if (step.optional or seen.absent) and excuse is Cause.NOT_READY:
        excuse = None  # it had the whole patience
    if seen.absent:
        facts = (f"there is no frame {' > '.join(search.place.frame)}", *facts)
    why = (f"the element is there but {problem}",) if problem else verdict.evidence
    return drift(step, number, excuse or verdict.cause or Cause.MISSING, (*why, *facts))


def locate_drop(step: Step, number: int, place: c.FrameAddress, options: ReplayOptions) -> Program[Drift | None]:
    """Locate the element to drop on, and keep it beside the target."""
    if step.drop is None:
        return None
    look = c.Look(
        place=place, target=element_query(step.drop, StepKind.CLICK, options.shown), slot="drop", slice=FIRST_SLICE
    )
    spent = 0.0
    while True:
        seen = yield look
        spent += max(seen.waited, 1.0)
        verdict = judge(step.drop, StepKind.CLICK, seen.candidates, options.shown)
        if verdict.identity is Identity.SAME:  # the drop target is never healed: there is no second key for it
            if verdict.index > 0:
                yield c.Choose(place=place, index=verdict.index)
            return None
        if spent >= options.patience or readiness.settled(seen, quiet=options.rest):
            evidence = (f"nowhere to drop it: {fact}" for fact in verdict.evidence)
            return drift(step, number, verdict.cause or Cause.MISSING, tuple(evidence))


def pause(seen: c.Seen, place: c.FrameAddress) -> Program[float]:
    """Wait if the page answered at once although the caller needs more; return the milliseconds waited."""
    if seen.lost or not seen.loaded or seen.waited >= AT_ONCE:
        return 0.0
    quiet = readiness.QUIET if seen.quiet < readiness.QUIET else seen.quiet + SLICE
    rested = yield c.Settle(place=place, quiet=quiet, timeout=SLICE)
    return float(rested.waited or SLICE)


def page_messages(seen: c.Seen) -> tuple[str, ...]:
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
