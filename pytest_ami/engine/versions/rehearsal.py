"""Rehearses a version up to its first commit: the element of the commit is located, and the deed is not done.

It must never know a teacher, a store or a test.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.elements.commits import commits
from pytest_ami.engine.locate import locate
from pytest_ami.engine.replay import replay
from pytest_ami.engine.replay_options import DEFAULTS, ReplayOptions
from pytest_ami.engine.report import LocatedElement, Replayed, StepReport
from pytest_ami.model import command as c
from pytest_ami.model.outcome import Drift

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.engine.replay_options import FlowOptions
    from pytest_ami.model.command import Program
    from pytest_ami.model.workflow import Workflow


def rehearse(
    workflow: Workflow,
    values: Mapping[str, str],
    options: FlowOptions = DEFAULTS,
) -> Program[Replayed]:
    """Replay the steps before the first commit, and locate the element of the commit.

    Args:
        workflow: The workflow to rehearse.
        values: Value of every parameter, secrets included.
        options: The options of the flow.
    """
    first = next((n for n, step in enumerate(workflow.steps) if commits(step)), len(workflow.steps))
    before = replace(workflow, steps=workflow.steps[:first])
    report = yield from replay(before, values, options)
    if report.drift is not None or first == len(workflow.steps):
        return report
    step, number = workflow.steps[first], first + 1
    shown = workflow.shown(values)
    own = ReplayOptions(values=values, shown=shown, patience=options.patience, profile=options.heal)
    found = yield from locate(step, number, c.FrameAddress(tab=step.tab, frame=step.frame), own)
    if isinstance(found, LocatedElement):
        repair = "; ".join(found.repairs)
        entry = StepReport(number=number, title=step.title(), identity=found.verdict.identity, repair=repair)
        report.steps.append(entry)
    elif isinstance(found, Drift):
        report.drift = found
    return report
