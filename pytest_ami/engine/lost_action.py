"""Repeats an action that a page lost because it rendered again: a link that was followed, a field that was filled.

Rules of this module:

* A link is followed once more if it is the very element that was clicked, in the document and at the address at which
  it was clicked: a link of the same name on the next page is another link.
* A click that only opens a part of a page, before the page had its first answers, is repeated on the recorded element,
  even if the page has drawn it anew.
* A field is filled once more if it is the recorded one and does not hold its value. A framework that takes over the
  page after it was drawn puts its own empty value there. But if a request has taken the text along, if a text beside
  the field is gone, or if a text around it has another number or word, the empty field may be that of the next record.
* An action that the browser held back, because its element was replaced since the look, has not happened: it is tried
  again as long as the step may take; three times if the page has begun to hear it.
* A press that never came through, because a box lies over its target, is tried once more after the field that was just
  filled has been left with Tab: the box may be that of the field, such as a calendar. The press itself would leave it.

It yields commands. It must never know a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.elements import obstacles
from pytest_ami.elements.commits import commits
from pytest_ami.elements.identity import Identity, element_query, recognise
from pytest_ami.elements.text_keys import exact, fill
from pytest_ami.engine.actions import action
from pytest_ami.engine.effects.expectation import PASSING, missing
from pytest_ami.engine.effects.fields import SUCCESSOR
from pytest_ami.engine.replay_options import CALM, FIRST_SLICE, LEAST
from pytest_ami.lexicon.request_paths import unasked
from pytest_ami.model import command as c
from pytest_ami.model.look import Expectation
from pytest_ami.model.outcome import Cause
from pytest_ami.model.workflow import StepKind

if TYPE_CHECKING:
    from pytest_ami.engine.replay_options import ReplayOptions
    from pytest_ami.model.command import Program
    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import Step


TRIES = 3
"""The attempts at an action that follow each other at once; the most if the page has heard of it."""

OPENERS = frozenset({"button", "link", "menuitem", "tab"})
"""Roles of controls that may only open a part of a page."""


def retry(
    acted: c.Acted, attempt: int, place: c.FrameAddress, options: ReplayOptions, *, typed: bool = False
) -> Program[float | None]:
    """Wait before an action is tried again.

    A page that draws itself anew all the time under load gets a pause from the third attempt on.

    Args:
        acted: The result of the action.
        attempt: The number of attempts before it.
        place: The document of the step.
        options: The options of the replay.
        typed: Whether the step before filled a field of this document, and this is the first attempt.

    Returns:
        The milliseconds to count as waited; None if the action is not tried again.
    """
    if acted.cause is Cause.COVERED and typed and not acted.begun:
        yield c.Look(place=place, slice=0)  # ends the check of events for the press
        left = yield c.Press(place=place, ref="page", key="Tab", timeout=LEAST)
        return 0.0 if left.ok else None
    if acted.cause is not Cause.MOVED:
        return None
    if attempt < TRIES - 1:
        return 0.0
    if acted.begun or not acted.withheld:
        return None
    yield c.Settle(place=c.FrameAddress(tab=place.tab), quiet=options.rest, timeout=options.rest)
    return options.rest


def may_be_lost(step: Step) -> bool:
    """Return whether a step may be repeated if it had no effect."""
    if step.kind is StepKind.FILL:
        return step.effects.value is not None
    return not commits(step) and obstacles.click_may_be_lost(step)


def only_opens(step: Step) -> bool:
    """Return whether a step only opens a part of its page: to repeat it without an effect equals doing it once."""
    effects, target = step.effects, step.target
    if step.kind is not StepKind.CLICK or target is None or target.role not in OPENERS or commits(step):
        return False
    leads = effects.route or effects.tab or effects.download or effects.turned or step.dialogs
    return bool(effects.appeared) and not leads and effects.value is None and not step.sent


def filled_again(
    step: Step,
    place: c.FrameAddress,
    options: ReplayOptions,
    was: Fingerprint | None = None,
    sent: int | None = None,
    number: int = 0,
) -> Program[bool]:
    """Fill a field once more that does not hold what was filled in; return whether that was necessary and possible.

    Args:
        step: The step that filled it.
        place: The tab and the frame of the field.
        options: The options of the replay.
        was: The field when it was filled; None if it is not known.
        sent: Number of changing requests before that; None if requests say nothing about it.
        number: Number of the step, from 1, if a look has seen that its field lost its text; 0 if it filled the field
            of the last action.
    """
    text = step.value if step.effects.value is None else step.effects.value
    if step.target is None or step.kind is not StepKind.FILL or not text:
        return False
    wanted = Expectation(value=fill(text, options.shown))
    target = element_query(step.target, step.kind, options.shown)
    seen: c.Seen = yield c.Look(place=place, target=target, expect=wanted, slice=FIRST_SLICE)
    verdict = recognise(step.target, seen.candidates, options.shown, step.kind)
    fields = seen.effects.fields
    now = [fields[key] for key in (str(number), f"{number}{SUCCESSOR}") if key in fields]
    holds = wanted.value in now if now else not missing(wanted, seen.effects)
    if seen.lost or holds or verdict.identity is not Identity.SAME:
        return False
    if seen.candidates[verdict.index].problem or (sent is not None and unasked(seen.health.sent[sent:])):
        return False
    field = seen.candidates[verdict.index]
    if field.turned or (was is not None and _texts(was) - _texts(field.fingerprint)):
        return False
    if verdict.index > 0:
        yield c.Choose(place=place, index=verdict.index)
    acted = yield action(step, place, options.values, options.patience)
    yield c.Settle(
        place=c.FrameAddress(tab=place.tab), quiet=CALM, timeout=options.rest, anew=True
    )  # it may do it again
    return bool(acted.ok)


def _texts(field: Fingerprint) -> set[str]:
    """Return the texts beside a field that name its record, if any do; what says that the page loads does not."""
    beside = (*field.texts, *field.neighbours, field.heading)
    return {exact(text) for text in beside if text and not PASSING.search(text)}


def clicked_again(
    step: Step, place: c.FrameAddress, url: str, options: ReplayOptions, *, redrawn: bool
) -> Program[bool]:
    """Click once more; return whether that was possible.

    Args:
        step: The step that clicked.
        place: The tab and the frame of the element.
        url: The address of the document in which it was clicked.
        options: The options of the replay.
        redrawn: Whether the page may have drawn the element anew since then.
    """
    if step.target is None:
        return False
    target = element_query(step.target, step.kind, options.shown)
    seen: c.Seen = yield c.Look(place=place, target=target, slice=FIRST_SLICE)
    verdict = recognise(step.target, seen.candidates, options.shown)
    if seen.lost or seen.url != url or verdict.identity is not Identity.SAME:
        return False
    element = seen.candidates[verdict.index]
    if not (element.acted or redrawn) or element.problem:
        return False
    if verdict.index > 0:
        yield c.Choose(place=place, index=verdict.index)
    acted = yield action(step, place, options.values, options.patience)
    return bool(acted.ok)
