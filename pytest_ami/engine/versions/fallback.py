"""Replays a version, and where the page does not fit it, an older proven version that does, before anybody is asked.

Rules of this module:

* Nothing is done twice: an older version is taken up only if its first steps are those that were carried out already.
* Nothing is tried out: a look decides. The effects of the last common step must be there, and the next element must be
  the recorded one, and ready.
* Only a changed page, or another outcome of the last step, is a reason to look for another version.

It knows versions and reports. It must never know a store or a teacher.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_ami.elements.attribution import reason_at
from pytest_ami.elements.commits import equal
from pytest_ami.elements.identity import Identity, element_query, recognise
from pytest_ami.engine.effects import expectation as fx
from pytest_ami.engine.effects.left_out import ignored
from pytest_ami.engine.replay import replay
from pytest_ami.engine.replay_options import DEFAULTS, SLICE
from pytest_ami.engine.report import Replayed, already_done
from pytest_ami.model import command as c
from pytest_ami.model.outcome import Reason

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pytest_ami.engine.replay_options import FlowOptions
    from pytest_ami.model.command import Program
    from pytest_ami.model.outcome import Drift
    from pytest_ami.model.workflow import Step, Workflow

REASONS = frozenset({Reason.PAGE_CHANGED, Reason.OUTCOME_DIFFERS})
"""Reasons for which another version may fit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionRun:
    """A replay, and the version that it followed to its end.

    Attributes:
        replayed: The report over all stretches.
        version: The version that was followed last.
        passed_over: The drift of the version that did not fit; None if the first version was followed to its end.
    """

    replayed: Replayed
    version: Workflow
    passed_over: Drift | None = None


def replay_versions(
    workflow: Workflow,
    others: Callable[[], Sequence[Workflow]],
    values: Mapping[str, str],
    options: FlowOptions = DEFAULTS,
) -> Program[VersionRun]:
    """Replay a version; if the page does not fit it, go on with an older version that fits.

    Args:
        workflow: The version that runs.
        others: Returns the other proven versions of the task, newest first.
        values: Value of every parameter, secrets included.
        options: The options of the flow.
    """
    report = yield from replay(workflow, values, options)
    if report.drift is None or reason_at(report.drift, workflow.steps) not in REASONS:
        return VersionRun(replayed=report, version=workflow)
    carried = already_done(workflow, report)
    shown = workflow.shown(values)
    for other in others():
        if not _takes(other, values):
            continue
        if (yield from _fits(other, carried, shown)):
            rest = yield from replay(other, values, options, skip=len(carried))
            rest.steps[:0] = [*report.steps, *([report.unmet] if report.unmet else [])]
            rest.sent[:0] = report.sent
            return VersionRun(replayed=rest, version=other, passed_over=report.drift)
    return VersionRun(replayed=report, version=workflow)


def _takes(version: Workflow, values: Mapping[str, str]) -> bool:
    """Return whether a version enters every value, and needs no other."""
    needed = {parameter.name for parameter in version.parameters if not parameter.optional}
    known = {parameter.name for parameter in version.parameters}
    return needed <= values.keys() <= known and not ignored(version, values)


def _fits(version: Workflow, carried: Sequence[Step], shown: Mapping[str, str]) -> Program[bool]:
    """Return whether a version begins with the steps that were carried out, and fits the page as it is now."""
    done = len(carried)
    if len(version.steps) < done or not all(map(equal, version.steps, carried)):
        return False
    if done and not (yield from _came(version.steps[done - 1], shown, last=done == len(version.steps))):
        return False
    return done == len(version.steps) or (yield from _ready(version.steps[done], shown))


def _came(step: Step, shown: Mapping[str, str], *, last: bool) -> Program[bool]:
    """Return whether the effects of a step are on the page; without any, only a later step can prove the version."""
    expect = fx.expectation(step.effects, {}, shown)
    if expect is None or expect.weak:
        return not last
    place = c.FrameAddress(tab=step.tab, frame=step.frame)
    seen = yield c.Look(place=place, expect=expect, others=fx.in_other_words(expect.keys), slice=SLICE)
    return not (seen.lost or seen.health.dead or fx.missing(expect, seen.effects))


def _ready(step: Step, shown: Mapping[str, str]) -> Program[bool]:
    """Return whether the element of a step is on the page, without a doubt, and ready."""
    if step.target is None:
        return False
    place = c.FrameAddress(tab=step.tab, frame=step.frame)
    seen = yield c.Look(place=place, target=element_query(step.target, step.kind, shown), slice=0)
    verdict = recognise(step.target, seen.candidates, shown)
    return verdict.identity is Identity.SAME and not seen.candidates[verdict.index].problem
