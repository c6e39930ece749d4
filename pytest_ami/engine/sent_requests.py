"""Asks which requests the steps of a replay sent, and what follows from them for its verdict.

Rules of this module:

* A deed that reached the server when it was recorded reaches it again: if no request was sent, it was not done.
* A server that accepted the request of a deed must accept it again, whatever the page says.
* Only a step whose words or form say that it commits is judged: any other request may be telemetry.

It knows reports and the health of an application. It must never know a page, or what a request was about.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.elements.attribution import SENT, UNCHANGED
from pytest_ami.elements.commits import commits
from pytest_ami.elements.routes import address, route_pattern
from pytest_ami.engine.report import drift
from pytest_ami.model import command as c
from pytest_ami.model.outcome import Cause

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.engine.preparation import ReplayState
    from pytest_ami.engine.replay_options import ReplayOptions
    from pytest_ami.engine.report import Replayed
    from pytest_ami.model.command import Program
    from pytest_ami.model.outcome import Drift
    from pytest_ami.model.workflow import Step

TICK = 100.0
"""Milliseconds between two questions whether a request was sent."""


def is_deed(step: Step) -> bool:
    """Return whether a step says by its words or its form that it commits, and sent a request when it was recorded."""
    return bool(step.sent) and commits(replace(step, sent=""))


def undone(steps: tuple[Step, ...], state: ReplayState, options: ReplayOptions) -> Program[Drift | None]:
    """Return the drift of a deed that did not reach the server, or that the server refused; None if all is well."""
    if state.deed is None:
        return None
    number, before = state.deed
    step, spent = steps[number - 1], state.used
    look = c.Look(place=state.place, slice=0, timeout=TICK)
    seen = yield look
    while len(seen.health.sent) <= before < c.MOST_SENT and spent < options.patience:
        yield c.Settle(place=c.FrameAddress(tab=state.place.tab), quiet=TICK, timeout=TICK, anew=True)
        spent += TICK
        seen = yield look
    if len(seen.health.sent) <= before < c.MOST_SENT:
        fact = f"expected the request {step.sent}; nothing was sent to the server"
        return drift(step, number, Cause.WRONG_EFFECT, (fact,))
    refused = refusals(step, (*seen.health.failures, *seen.health.rejected), options.shown)
    return drift(step, number, Cause.WRONG_EFFECT, refused) if refused and number == state.acted else None


def refusals(step: Step, failed: tuple[str, ...], values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the failed requests that are the recorded request of a step.

    Args:
        step: The step.
        failed: Failed requests as ``METHOD url: status``.
        values: Parameter values without secrets.
    """
    method, _, route = step.sent.partition(" ")
    if not route:
        return ()
    pattern = re.compile(route_pattern(route, values))
    own = (one for one in failed if one.startswith(f"{method} "))
    return tuple(one for one in own if pattern.match(address(one.split(" ", 1)[1].rpartition(": ")[0])))


def has_sent(place: c.FrameAddress, before: int | None) -> Program[bool]:
    """Return whether a request that may have changed something was sent since there were ``before`` of them."""
    seen = yield c.Look(place=place, slice=0, timeout=0)
    return len(seen.health.sent) > (before or 0)


def with_deeds(
    drift: Drift, report: Replayed, place: c.FrameAddress, acted: int, before: int | None, *, whole: bool
) -> Program[Drift]:
    """Return a drift with two facts: the request that its step sent, and whether every element was the recorded one.

    Args:
        drift: The drift.
        report: The report so far; the last step is added to its ``sent`` if it sent a request.
        place: The tab and the frame of the last step.
        acted: Number of the last step that was carried out.
        before: Number of changing requests before that step; None if no step was carried out.
        whole: Whether the replay began with the first step.
    """
    if before is not None:
        seen = yield c.Look(place=place, slice=0, timeout=0)
        requests = seen.health.sent[before:]
        report.sent += [acted] if requests else []
        if requests and drift.step == acted:
            drift = replace(drift, evidence=(*drift.evidence, f"{SENT} {requests[0]}"))
    if whole and drift.cause is Cause.WRONG_EFFECT and report.partial is None and report.all_as_recorded:
        drift = replace(drift, evidence=(*drift.evidence, UNCHANGED))
    return drift
