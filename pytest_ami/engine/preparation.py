"""Prepares the action of a step: its element is there, and all deeds and values before it still hold.

Rules of this module:

* A step that may commit waits for the answers to the requests of the steps before it. A new document is such an answer:
  the step waits until it has loaded.
* A step that uses a form waits until its fields hold what was typed, by the recorded relation; if they do not, nothing
  is pressed.
* A step after typing gives the list a moment to follow. A step after a press that only changed the rows, such as that
  of a list's next page, waits until they have changed: a slow page would take two presses as one.
* A field that held a text when it was recorded, after a press, gets one before it is filled: the page of a record may
  still be loading it, and would replace what was typed.
* A number that a page can read in two ways is judged when its field is left, if the page showed then how it reads it.
* The first step waits for the answers to the requests with which the page begins: until then it may draw itself anew.
  A click that only opens a part of the page does not wait; if the page then draws itself without that part, the click
  is repeated (``lost_action``). Neither do the elements of that part wait: they came after the page had begun.

It yields commands. It must never know a page or a clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pytest_ami.elements.addresses.routes import route_ids
from pytest_ami.elements.commits import commits
from pytest_ami.elements.contradictions.texts_around import VIEW
from pytest_ami.elements.identity import Identity, element_query
from pytest_ami.engine.answers import AFTER, after_answers, answered
from pytest_ami.engine.effects import expectation as fx
from pytest_ami.engine.effects.fields import COPY, SUCCESSOR, as_typed, replaced, still_needed
from pytest_ami.engine.locate import locate
from pytest_ami.engine.lost_action import filled_again, only_opens
from pytest_ami.engine.replay_options import CALM, ReplayOptions
from pytest_ami.engine.report import EffectMissing, LocatedElement, drift
from pytest_ami.model import command as c
from pytest_ami.model.fingerprint import FILLED
from pytest_ami.model.look import Expectation
from pytest_ami.model.outcome import Cause, Drift
from pytest_ami.model.workflow import Step, StepKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_ami.engine.report import Done
    from pytest_ami.model.command import Program
    from pytest_ami.model.fingerprint import Fingerprint

JUDGED = frozenset({StepKind.CLICK, StepKind.DOUBLE_CLICK, StepKind.PRESS, StepKind.DRAG})
"""Kinds of steps that may commit: a new message of a failure after one of them is its result."""

CHOSEN = frozenset({StepKind.SELECT, StepKind.CHECK, StepKind.UNCHECK})
"""Kinds of steps that choose. A choice that saves itself, by a request or as the last step, is judged as well."""

SAVING = CHOSEN | {StepKind.UPLOAD}
"""Kinds of steps whose own request may save what they entered."""

LOADED = 20.0
"""Milliseconds without a change after which the scripts of a document that has loaded have run."""

START = 3_000.0
"""The most milliseconds that the first step waits for the requests with which a page begins."""


@dataclass(slots=True)
class ReplayState:
    """The progress of a replay.

    Attributes:
        acted: Number of the last step that was carried out.
        place: The tab and the frame in which that step was carried out.
        home: The tab and the frame in which that step was recorded.
        expect: The effects that it must have; None for none.
        moved: For each recorded place, the place in which its elements were found instead.
        again: Number of the last step that was repeated.
        sent: Number of changing requests before the last step; None before the first one.
        withheld: Number of the last step whose action did not reach the page as a whole, but whose first events did.
        begun: Whether no step waits any more for the requests with which the page began.
        early: Number of the step that did not wait for them; 0 if there is none.
        opened: Keys of what that step must open.
        url: The address of the document in which the last step was carried out.
        current: Number of the step whose element is being located.
        used: Milliseconds of its patience that the action of the last step took.
        entered: The steps that entered a value, by number, as long as their fields must hold it.
        unused: Numbers of those steps after which no form was used.
        around: The elements of the steps, by number, as they were found.
        deed: Number of the first step that commits, and the number of changing requests before it.
        mild: The same for each step that names no deed, and whose request carried a value under its own key.
        quiet: Whether the last step must not send anything.
        confirmed: The look that found the effects of the last step, if the flow ends with it.
        ids: Ids that the addresses of the pages so far named, by the word before each, and the texts of chosen rows.
        labels: The labels of the fields of what the flow sends, by parameter name.
    """

    acted: int
    place: c.FrameAddress = field(default_factory=c.FrameAddress)
    home: c.FrameAddress = field(default_factory=c.FrameAddress)
    expect: Expectation | None = None
    moved: dict[c.FrameAddress, c.FrameAddress] = field(default_factory=dict)
    again: int = 0
    current: int = 1
    url: str = ""
    sent: int | None = None
    withheld: int = 0
    begun: bool = False
    early: int = 0
    opened: frozenset[str] = frozenset()
    used: float = 0.0
    entered: dict[int, Step] = field(default_factory=dict)
    unused: set[int] = field(default_factory=set)
    around: dict[int, Fingerprint] = field(default_factory=dict)
    deed: tuple[int, int] | None = None
    mild: list[tuple[int, int]] = field(default_factory=list)
    quiet: bool = False
    confirmed: c.Seen | None = None
    ids: dict[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)

    def advance(self, outcome: Done, number: int, home: c.FrameAddress) -> None:
        """Note that a step was carried out."""
        self.expect, self.place, self.url = outcome.expect, outcome.place, outcome.url
        self.acted, self.home, self.used, self.quiet = number, home, outcome.used, outcome.quiet
        self.ids |= {**route_ids(outcome.url), **outcome.row}
        self.sent = self.sent if outcome.sent is None else outcome.sent
        if self.place != home:
            self.moved[home] = self.place

    @property
    def typed(self) -> int:
        """Number of the last step if it entered a value that must last; 0 if not."""
        return self.acted if self.acted in self.entered else 0

    def typed_in(self, place: c.FrameAddress) -> int:
        """Return ``typed`` if that step was carried out in this place: a field is noted in its own document only."""
        return self.typed if place == self.place else 0

    def note_entry(self, step: Step, number: int, later: Sequence[Step]) -> None:
        """Note a step that was carried out, before later ones: it entered a value, or it used a form."""
        if step.effects.keeps:
            self.entered[number] = step
            self.unused.add(number)
        elif step.kind in JUDGED:
            self.unused.clear()
            self.entered = still_needed(self.entered, step, later)


def _place(step: Step) -> c.FrameAddress:
    return c.FrameAddress(tab=step.tab, frame=step.frame)


def _waits_for_start(
    step: Step, found: LocatedElement, options: ReplayOptions, state: ReplayState, *, followed: bool
) -> bool:
    """Return whether a step must wait for the answers to the requests with which the page began; note that it need not.

    The first step decides it. If it is a click that may be early, the step after it decides it once more, unless the
    click led to another page.
    """
    if state.begun or not found.pending:
        state.begun = True
        return False
    if state.sent is None and followed and found.verdict.identity is Identity.SAME and only_opens(step):
        state.early, state.opened = state.current, frozenset(fx.appearing(step.effects, options.shown))
        return False
    state.begun = True
    return state.sent is None or (found.url == state.url and f"{found.seen.role}|{found.seen.name}" not in state.opened)


def _lacks_view(step: Step, found: LocatedElement | Drift | EffectMissing) -> bool:
    """Return whether the page does not show any view yet, such as a chosen tab, and showed one when it was recorded.

    A page that is coming to life moves the focus into its view at the end, and closes what was opened before.
    """
    recorded = step.target.details if step.target else {}
    return isinstance(found, LocatedElement) and bool(recorded.get(VIEW)) and VIEW not in found.seen.details


def _with_view(
    found: LocatedElement | Drift | EffectMissing,
    step: Step,
    number: int,
    place: c.FrameAddress,
    options: ReplayOptions,
    state: ReplayState,
) -> Program[LocatedElement | Drift | EffectMissing]:
    """Before the first deed, wait for the first view of the page; a page of another design may have none."""
    waited = 0.0
    while waited < START and not state.around and _lacks_view(step, found):
        yield c.Settle(place=c.FrameAddress(tab=place.tab), quiet=AFTER, timeout=AFTER, anew=True)
        waited += AFTER
        found = yield from locate(step, number, place, options, state.expect, ids=state.ids)
    return found


def _with_answers(
    found: LocatedElement | Drift | EffectMissing,
    step: Step,
    number: int,
    place: c.FrameAddress,
    options: ReplayOptions,
    state: ReplayState,
    expect: Expectation | None,
) -> Program[LocatedElement | Drift | EffectMissing]:
    """Before a commit, wait until a new document has loaded, and for the answers to the requests of earlier steps."""
    if not isinstance(found, LocatedElement) or expect is None or not found.pending or not commits(step):
        return found
    rows = Expectation(rows=expect.rows)
    if found.pending == found.loading:
        yield c.Settle(place=c.FrameAddress(tab=place.tab), quiet=LOADED, timeout=START)
        found = yield from locate(step, number, place, options, rows, ids=state.ids)
        if not isinstance(found, LocatedElement) or not found.pending:
            return found
    undone = yield from after_answers(expect, state.place, options.patience)
    return undone or (yield from locate(step, number, place, options, rows, ids=state.ids))


def _lost_its_text(found: LocatedElement, number: int, state: ReplayState) -> bool:
    """Return whether the page drew the field of a step again, without the text, or emptied it right after the step.

    A field that is emptied by a press, or when another field is left, is emptied by a rule of the page.
    """
    return f"{number}{SUCCESSOR}" in found.fields or (
        number == state.typed and state.withheld != state.current and found.fields.get(str(number)) == ""
    )


def _settled(found: LocatedElement, number: int, options: ReplayOptions, state: ReplayState) -> Program[bool]:
    """Fill the field of a step again if the page took its text, or leave it if the page formats it only then.

    Return whether one of them was necessary.
    """
    step = state.entered[number]
    if _lost_its_text(found, number, state):
        field = state.moved.get(where := _place(step), where)
        sent = state.sent if number == state.acted else None
        if (yield from filled_again(step, field, options, state.around.get(number), sent, number)):
            yield c.Look(place=field, entered=number, slice=0)
        return True
    if number != state.typed or not as_typed(step, found.fields.get(str(number), ""), options.shown):
        return False
    yield c.Look(place=state.place, slice=0)  # ends the check of events for the press of this step
    yield c.Press(place=state.place, ref="page", key="Tab", timeout=AFTER)
    return True


def _time_to_hold(number: int, found: LocatedElement, options: ReplayOptions) -> float:
    """Return the milliseconds until the field of a step must hold its text; an editor may write a hidden one late."""
    return options.patience / 2 if found.fields.get(f"{number}{COPY}") == "" else options.rest


def _will_be_filled(step: Step, found: LocatedElement) -> bool:
    """Return whether the page itself puts a text into the field of a step first, as it did when it was recorded."""
    recorded = step.target.details if step.kind is StepKind.FILL and step.target else {}
    return FILLED in recorded and FILLED not in found.seen.details


def _awaited_text(step: Step, place: c.FrameAddress, options: ReplayOptions) -> Program[None]:
    """Wait until the page has put a text into the field of a step; it may have none for this record."""
    assert step.target is not None  # noqa: S101  (the caller has found it)
    target = element_query(step.target, step.kind, options.shown)
    spent = 0.0
    while spent < options.rest:
        yield c.Settle(place=c.FrameAddress(tab=place.tab), quiet=AFTER, timeout=AFTER, anew=True)
        spent += AFTER
        seen: c.Seen = yield c.Look(place=place, target=target, slice=0)
        if any(FILLED in one.fingerprint.details for one in seen.candidates[:1]):
            return


def may_be_taken_back(step: Step) -> bool:
    """Return whether a page may take the success of a step back: the step changes something for good."""
    return bool(step.sent) or commits(step)


def with_timers(options: ReplayOptions, step: Step, *, followed: bool) -> ReplayOptions:
    """Return the options for a step: the timers that its action sets count if no look of a next step follows it."""
    return replace(options, timers=not followed and may_be_taken_back(step))


def ready(
    step: Step,
    number: int,
    place: c.FrameAddress,
    options: ReplayOptions,
    state: ReplayState,
    expect: Expectation | None,
    *,
    entered: int,
    followed: bool,
) -> Program[LocatedElement | Drift | EffectMissing]:
    """Locate the target, and see that all deeds and values before it still hold.

    A step that may commit waits for the answers to the requests of the steps before it. A step that uses a form waits
    until its fields hold what was typed. A step after typing gives the list a moment to follow.

    Args:
        step: The step.
        number: Number of the step, from 1.
        place: The place to look in first.
        options: The options of the replay.
        state: The progress of the replay.
        expect: Effects of the previous step to wait for.
        entered: Number of the previous step if it entered a value; 0 if not.
        followed: Whether the look of a next step will see the effects of this one.
    """
    used = state.used if expect else 0.0
    options = with_timers(options, step, followed=followed)
    found = yield from locate(step, number, place, options, expect, used, entered=entered, ids=state.ids)
    found = yield from _with_view(found, step, number, place, options, state)
    first, found = found, (yield from _with_answers(found, step, number, place, options, state, expect))
    if found is not first:
        expect = Expectation(rows=expect.rows if expect else None)  # a message may be gone by now
    if isinstance(found, LocatedElement) and _waits_for_start(step, found, options, state, followed=followed):
        yield from answered(found.place, min(START, options.patience / 2))
        found = yield from locate(step, number, place, options, expect, ids=state.ids)
    if isinstance(found, LocatedElement) and expect is not None and expect.judges and _will_be_filled(step, found):
        yield from _awaited_text(step, place, options)
        expect = Expectation(rows=expect.rows)
        found = yield from locate(step, number, place, options, expect, ids=state.ids)
    refilled: set[int] = set()
    spent, pressed = 0.0, expect is not None and expect.judges
    while isinstance(found, LocatedElement):
        wrong = replaced(state.entered, found.fields, options.shown, state.unused) if step.kind in JUDGED else None
        most = options.patience / 2 if pressed else options.rest if found.pending else CALM
        lists = fx.unlisted(expect, found.rows) and spent < most
        if wrong is None and not lists and pressed and expect is not None and expect.rows is not None:
            yield c.Settle(place=c.FrameAddress(tab=place.tab), quiet=CALM, timeout=most, anew=True)  # row by row
            expect, pressed = None, False
            found = yield from locate(step, number, place, options, expect, ids=state.ids)
            continue
        if wrong is None and not lists:
            state.around[number] = found.seen
            return found
        if wrong is not None and wrong[0] not in refilled and (yield from _settled(found, wrong[0], options, state)):
            refilled.add(wrong[0])
            found = yield from locate(step, number, place, options, None, ids=state.ids)
            continue
        if wrong is not None and spent >= _time_to_hold(wrong[0], found, options):
            return drift(state.entered[wrong[0]], wrong[0], Cause.WRONG_EFFECT, (wrong[1], f"before {step.title()}"))
        yield c.Settle(place=c.FrameAddress(tab=place.tab), quiet=AFTER, timeout=AFTER, anew=True)
        spent += AFTER
        expect = Expectation(rows=expect.rows if expect else None)
        found = yield from locate(step, number, place, options, expect, ids=state.ids)
    return found
