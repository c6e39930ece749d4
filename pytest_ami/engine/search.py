"""Searches the whole page for an element that a quick look did not find: rivals, obstacles, controls that reveal it.

Rules of this module:

* A heal needs all rivals, on a page that is at rest.
* Obstacles are moved only if ``elements.obstacles`` allows it. Each control is tried once; the pages of a list may be
  turned more often.
* A control that was pressed only to show the element must do nothing else. A request that may change something, and
  does not just count or read, is held back and ends the replay: nobody asked for it.

It yields commands. It must never know a page, a model or a clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pytest_ami.elements import obstacles
from pytest_ami.elements.attribution import OTHERS, UNASKED
from pytest_ami.elements.held_values import filled, on_route
from pytest_ami.elements.identity import HealSearch, Identity, Verdict, element_query
from pytest_ami.elements.text_keys import fold
from pytest_ami.engine import readiness
from pytest_ami.engine.actions import permitted
from pytest_ami.engine.effects import expectation as fx
from pytest_ami.engine.replay_options import LEAST, ReplayOptions
from pytest_ami.engine.report import LocatedElement
from pytest_ami.lexicon.request_paths import unasked
from pytest_ami.model import command as c
from pytest_ami.model.dialog import ExpectedDialog
from pytest_ami.model.workflow import PermittedRequest, Step, StepKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pytest_ami.model.command import Program
    from pytest_ami.model.dialog import ExpectedDialog
    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.look import Candidate, ElementQuery

FEW = 2
"""Number of elements of its kind that make a list, so that only the record is missing."""

SURVEYED = 5_000.0
"""The most milliseconds of a survey."""

OPENED = 1_000.0
"""The most milliseconds that a page gets to show newly opened content."""


@dataclass(slots=True)
class SearchState:
    """The search for the element of a step, so far.

    Attributes:
        sent: Number of changing requests before a control was pressed to show the element.
        pressed: The press of that control, for people; empty if there was none.
    """

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
    sent: int = 0
    pressed: str = ""
    blocked: str = ""
    instead: str = ""

    def note_press(self, way: obstacles.ClearingAction, seen: c.Seen) -> None:
        """Note that a control is pressed to show the element; the pages of a list may be turned by requests."""
        if not self.pressed and not way.repeats:
            self.sent, self.pressed = len(seen.health.sent), way.why

    def undue(self, seen: c.Seen) -> str:
        """Return the fact that a control did more than to show the element; empty if it did not."""
        line = unasked(seen.health.sent[self.sent :]) if self.pressed else ""
        held = " (it was held back)" if line in seen.health.held else ""
        return f"{UNASKED}, and {self.pressed}: {line}{held}" if line else ""

    def stale(self, seen: c.Seen) -> bool:
        """Return whether the page has changed since the last survey, or was never surveyed."""
        return self.surveyed < 0 or seen.quiet < self.spent - self.surveyed

    def on_route(self, recorded: Fingerprint, ids: Mapping[str, str]) -> Fingerprint:
        """Search for the recorded element of the record whose page is open, and return it.

        Args:
            recorded: The element as it is stored.
            ids: Ids that the addresses of this run's pages name, by the word before each.
        """
        target = on_route(recorded, ids)
        if target != self.step.target:
            self.step = replace(self.step, target=target)
            self.target = element_query(target, self.step.kind, self.options.shown)
        return target


def located(search: SearchState, place: c.FrameAddress, verdict: Verdict, seen: c.Seen) -> LocatedElement:
    """Return an element that was found, with all that is known of the page at that moment."""
    return LocatedElement(
        place=place,
        verdict=verdict,
        seen=seen.candidates[verdict.index].fingerprint,
        url=seen.url,
        before=seen.effects.before,
        tabs=seen.effects.tabs,
        notices=seen.effects.notices,
        pending=seen.health.pending,
        loading=seen.health.loading,
        fields=seen.effects.fields,
        rows=seen.effects.rows,
        repairs=tuple(search.repairs),
        inserted=tuple(search.inserted),
        sent=len(seen.health.sent),
        spent=search.spent,
    )


def survey(search: SearchState, seen: c.Seen, *, lacks: bool) -> Program[LocatedElement | bool]:
    """Survey the page; return the element, or whether an obstacle was moved, so that another look may help."""
    around, heal = yield from _rivals(search, deep=lacks)
    search.surveyed = search.spent
    way = obstacles.dismissal(around.cover, search.options.shown, search.target.name)
    cover, target = around.cover, search.step.target
    strange = cover is not None and cover.kind == "dialog" and target is not None and obstacles.outside_dialogs(target)
    search.blocked = (cover.name or cover.text[:60]) if cover and strange else ""
    if way is not None and search.covers < obstacles.MOST_COVERS:
        search.covers += 1
        consents = obstacles.about_consent(around.cover)  # an answer about cookies is sent, and concerns no task
        if not consents:
            search.note_press(way, seen)
        return (yield from _take(search, way, quiet=not consents))
    if lacks or search.blocked:
        return False  # newly opened content was there before, and would pass for an effect
    return (yield from _reach(search, seen, around, heal))


def _rivals(search: SearchState, *, deep: bool) -> Program[tuple[c.Surveyed, HealSearch]]:
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


def _reach(search: SearchState, seen: c.Seen, around: c.Surveyed, heal: HealSearch) -> Program[LocatedElement | bool]:
    """Return the element if a heal finds it ready; otherwise press or scroll a control that may reveal it."""
    step, options = search.step, search.options
    search.done = obstacles.already_open(step, around.before, fx.appearing(step.effects, options.shown))
    only = permitted(step, options.shown)
    verdict = heal.verdict(confirmed=bool(step.effects), permitted=only.stored if only else None)
    search.instead = _instead(search, around, verdict)
    if search.instead:
        verdict = replace(verdict, evidence=(*verdict.evidence, search.instead))
    search.verdict = verdict
    row = around.candidates[verdict.index] if verdict.index >= 0 else None
    hidden = bool(verdict.usable and row and row.problem == "hidden")
    if verdict.usable and row and not row.problem:
        place = c.FrameAddress(tab=search.place.tab, frame=row.frame)
        yield c.Choose(place=place, index=row.at)
        effects = replace(seen.effects, before=around.before)
        whole = c.Seen(url=seen.url, candidates=around.candidates, effects=effects, health=seen.health)
        return located(search, place, verdict, whole)
    direct = row.ways if hidden and row else ()
    general = around.ways if not hidden or verdict.index == around.hidden else ()
    search.early = not hidden and not search.repairs and seen.quiet < options.quiet_before_opening
    if search.early:
        search.surveyed = -1.0  # survey again when the page has been quiet for longer
        return False
    if hidden or (verdict.identity is Identity.MISSING and not in_sight(search.target, around.candidates)):
        command = step.kind in (StepKind.CLICK, StepKind.HOVER)
        full = filled(step.target, options.shown) if step.target else None
        for way in obstacles.openers((*direct, *general), hidden=hidden, command=command, target=full):
            if way.key not in search.tried or (way.repeats and search.turns < obstacles.MOST_TURNS):
                search.note_press(way, seen)
                return (yield from _take(search, way, quiet=not way.repeats))
    return False


def _instead(search: SearchState, around: c.Surveyed, verdict: Verdict) -> str:
    """Return what the page shows in place of a missing element; empty if it shows nothing."""
    if verdict.usable or search.step.target is None:
        return ""
    if verdict.identity is Identity.MISSING and around.others >= FEW:
        return f"{OTHERS}: {around.others}, and none of them is this run's"
    full = filled(search.step.target, search.options.shown)
    shown = readiness.shown_instead(full, around.candidates, search.place.frame)
    return shown or ("its part of the page was redrawn" if region(search.step) in search.options.redrawn else "")


def region(step: Step) -> str:
    """Return the part of a page in which a step was recorded: its route, landmark and heading; empty if unknown."""
    parts = (step.target.landmark.strip("|"), step.target.heading) if step.target else ()
    return "\n".join((step.route, *parts)) if any(parts) else ""


def moved_on(old: Step, new: Step) -> bool:
    """Return whether an element now stands in a region with another landmark and another heading."""
    if old.target is None or new.target is None or not region(old):
        return False
    was, now = ((fold(one.landmark), fold(one.heading)) for one in (old.target, new.target))
    return was[0] != now[0] and was[1] != now[1]


def in_sight(target: ElementQuery, candidates: Iterable[Candidate]) -> bool:
    """Return whether a visible candidate has exactly the name of an element."""
    name = fold(target.name)
    return bool(name) and any(not row.problem and fold(row.fingerprint.name) == name for row in candidates)


def _take(search: SearchState, way: obstacles.ClearingAction, *, quiet: bool) -> Program[bool]:
    """Press or scroll the control that stands between the step and its element; ``quiet`` if it must send nothing."""
    search.tried.add(way.key)
    search.turns += way.repeats
    place = c.FrameAddress(tab=search.place.tab, frame=way.control.frame)
    only = PermittedRequest() if quiet else None
    ref, timeout = way.control.ref, max(LEAST, min(search.options.patience - search.spent, 5_000.0))
    if way.kind == "scroll":
        acted = yield c.Scroll(place=place, ref=ref, value=way.control.by, timeout=timeout)
    else:
        acted = yield c.Click(place=place, ref=ref, timeout=timeout, expected=search.owed, only=only)
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
