"""Waits for the answers to the requests of a step, and tells whether they took its success back.

Rules of this module:

* A page may show success before its server has answered. The answer counts, and the page after it.
* A message may go by itself. A success is taken back if a request was refused and the effects are gone, if a message
  of a failure came, if an element that had vanished is there again, or if a choice is another one.
* Nothing is waited for if no request is open.

It yields commands. It must never know a page or a clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.engine import readiness
from pytest_ami.engine.effects import expectation as fx
from pytest_ami.engine.effects.message_check import refusals
from pytest_ami.engine.report import EffectMissing
from pytest_ami.model import command as c
from pytest_ami.model.outcome import Cause

if TYPE_CHECKING:
    from pytest_ami.model.command import Program, Seen
    from pytest_ami.model.look import Expectation

AFTER = 100.0
"""Milliseconds that a page gets to show an answer: its body comes, and the page draws it."""


def answered(place: c.FrameAddress, patience: float) -> Program[float]:
    """Wait until no request is open, at most ``patience`` milliseconds; return the milliseconds."""
    seen: Seen = yield c.AwaitAnswers(place=c.FrameAddress(tab=place.tab), timeout=max(patience, 0.0), after=AFTER)
    return seen.waited


def taken_back(expect: Expectation, before: Seen, now: Seen, *, chosen: bool = False) -> tuple[str, ...]:
    """Return the facts that say that the success of a step was taken back; empty if it was not.

    Args:
        expect: The effects of the step.
        before: The look that found them.
        now: A look after the answers.
        chosen: Whether the step chose something: a choice that is another one after the answer was refused.
    """
    lacks = fx.missing(expect, now.effects)
    told = refusals(expect, now.effects)
    failed = (*now.health.rejected, *now.health.failures)
    gone = [key for key in expect.vanishing if not before.effects.present.get(key, True)]
    returned = [key for key in gone if now.effects.present.get(key)] if len(gone) == len(expect.vanishing) else []
    if not told and not (lacks and (failed or chosen)) and not (lacks and returned and len(returned) == len(gone)):
        return ()
    facts = tuple(f"expected {lack}" for lack in lacks)
    return (*facts, "the effects were there, and went when the server answered", *failed)


def after_answers(expect: Expectation, place: c.FrameAddress, patience: float) -> Program[EffectMissing | None]:
    """Wait for the answers to the requests of the steps before; return the effects that they took back."""
    before: Seen = yield c.Look(place=place, expect=expect, slice=0)
    yield from answered(place, patience)
    now: Seen = yield c.Look(place=place, expect=expect, slice=0)
    if before.lost or now.lost or before.absent or now.absent:
        return None
    facts = taken_back(expect, before, now)
    cause = readiness.excuse(now.health, settled_page=True) or Cause.WRONG_EFFECT
    return EffectMissing(cause=cause, evidence=facts) if facts else None
