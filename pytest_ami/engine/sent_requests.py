"""Asks a look which requests the steps of a replay sent, and adds what follows from them to a drift.

It knows reports and the health of an application. It must never know a page, or what a request was about.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.elements.attribution import SENT, UNCHANGED
from pytest_ami.model import command as c
from pytest_ami.model.outcome import Cause

if TYPE_CHECKING:
    from pytest_ami.engine.report import Replayed
    from pytest_ami.model.command import Program
    from pytest_ami.model.outcome import Drift


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
