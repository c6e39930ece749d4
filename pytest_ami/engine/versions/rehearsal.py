"""Rehearses a version up to its first commit: the element of the commit is located, and the deed is not done.

It must never know a teacher, a store or a test.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.elements.commits import commits
from pytest_ami.engine.locate import locate
from pytest_ami.engine.replay import PATIENCE, replay
from pytest_ami.engine.replay_options import ReplayOptions
from pytest_ami.engine.report import LocatedElement, Replayed, StepReport
from pytest_ami.model import command as c
from pytest_ami.model.outcome import Drift

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.elements.candidates import Profile
    from pytest_ami.engine.boundary.document_origins import FlowOrigins
    from pytest_ami.model.command import Program
    from pytest_ami.model.workflow import Workflow


def rehearse(
    workflow: Workflow,
    values: Mapping[str, str],
    *,
    patience: float = PATIENCE,
    heal: Profile = "balanced",
    origins: FlowOrigins | None = None,
) -> Program[Replayed]:
    """Replay the steps before the first commit, and locate the element of the commit.

    Args:
        workflow: The workflow to rehearse.
        values: Value of every parameter, secrets included.
        patience: Milliseconds that a step may wait.
        heal: How sure a heal must be.
        origins: The start of the flow, and the foreign origins that are allowed.
    """
    first = next((n for n, step in enumerate(workflow.steps) if commits(step)), len(workflow.steps))
    before = replace(workflow, steps=workflow.steps[:first])
    report = yield from replay(before, values, patience=patience, heal=heal, origins=origins)
    if report.drift is not None or first == len(workflow.steps):
        return report
    step, number = workflow.steps[first], first + 1
    shown = {p.name: values[p.name] for p in workflow.parameters if not p.secret and p.name in values}
    options = ReplayOptions(values=values, shown=shown, patience=patience, profile=heal)
    found = yield from locate(step, number, c.FrameAddress(tab=step.tab, frame=step.frame), options)
    if isinstance(found, LocatedElement):
        repair = "; ".join(found.repairs)
        entry = StepReport(number=number, title=step.title(), identity=found.verdict.identity, repair=repair)
        report.steps.append(entry)
    elif isinstance(found, Drift):
        report.drift = found
    return report
