"""Replays a flow that the application is expected to refuse, such as a log-in with a wrong password.

Rules of this module:

* The steps are replayed up to the commit that is refused. Nothing after it is done.
* A commit was refused if its recorded effects stay away on a page that has come to rest, and if the page stays where
  it was or reports something. A page that fails or is slow has refused nothing.
* Nothing is learned from it.

It must never know a teacher, a store or a test.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_ami.elements.addresses.routes import normal_route
from pytest_ami.elements.attribution import SHOWN
from pytest_ami.elements.commits import commits
from pytest_ami.elements.identity import element_query, recognise
from pytest_ami.elements.text_keys import fill
from pytest_ami.engine.replay import replay
from pytest_ami.engine.replay_options import DEFAULTS
from pytest_ami.model import command as c
from pytest_ami.model.outcome import Cause

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.engine.replay_options import FlowOptions
    from pytest_ami.engine.report import Replayed
    from pytest_ami.model.command import Program
    from pytest_ami.model.workflow import Step, Workflow

REJECTED = "rejected"
"""The value of ``expect`` for a flow that must be refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejection:
    """The result of a flow that was expected to be refused.

    Attributes:
        replayed: The report of the replay.
        refused: Number of the step that the application refused; 0 if it refused none.
        evidence: The facts that show it, one per line.
    """

    replayed: Replayed
    refused: int = 0
    evidence: tuple[str, ...] = ()


def replay_rejected(
    workflow: Workflow,
    values: Mapping[str, str],
    options: FlowOptions = DEFAULTS,
) -> Program[Rejection]:
    """Replay a workflow until the application refuses a commit.

    Args:
        workflow: The workflow to replay.
        values: Value of every parameter, secrets included.
        options: The options of the flow.
    """
    report = yield from replay(workflow, values, options)
    drift = report.drift
    if drift is None or drift.cause is not Cause.WRONG_EFFECT or report.partial is not None:
        return Rejection(replayed=report)
    step = workflow.steps[drift.step - 1]
    if not (commits(step) or drift.step in report.sent or drift.step == len(workflow.steps)):
        return Rejection(replayed=report)
    shown = workflow.shown(values)
    messages = tuple(line for line in drift.evidence if line.startswith(SHOWN))
    evidence = yield from _refusal(step, shown, messages)
    return Rejection(replayed=report, refused=drift.step if evidence else 0, evidence=evidence)


def _refusal(step: Step, shown: Mapping[str, str], messages: tuple[str, ...]) -> Program[tuple[str, ...]]:
    """Return the facts that show that a page refuses a step; empty if there are none."""
    query = element_query(step.target, step.kind, shown) if step.target else None
    seen = yield c.Look(place=c.FrameAddress(tab=step.tab, frame=step.frame), target=query, slice=0)
    if seen.lost or seen.health.dead:
        return ()
    there = step.target is not None and recognise(step.target, seen.candidates, shown).usable
    stays = normal_route(seen.url).partition("?")[0] == fill(step.route, shown).partition("?")[0]
    facts = ("the page stayed where it was",) if stays else ("its control is there again",) if there else ()
    return (*facts, *messages) if facts or any("alert|" in text for text in messages) else ()
