"""One replay as CI does it, with everything that was said of its steps.

Knows how a flow was learned (``redesign.ours``) and what an attempt keeps to itself. Must never judge what it is told.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from pytest_ami.elements.identity import Identity
from pytest_ami.engine.report import StepReport
from pytest_ami.flow.attempt import Attempt
from pytest_ami.flow.facade import Ami
from pytest_ami.flow.plan import Plan
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.model.errors import AmiError
from pytest_ami.model.outcome import Run
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.redesign.ours import TIMEOUT, Memory

TEST = "benchmarks/staleness::flow"


@dataclass(slots=True)
class Observed(Attempt):
    """An attempt that keeps the reports of the steps.

    Attributes:
        reports: One for each step that was carried out and confirmed, or left out.
    """

    reports: list[StepReport] = field(default_factory=list)

    def conclude(self, plan: Plan, error: AmiError | None = None) -> Run:
        """Keep the reports, and conclude."""
        if plan.progress.replayed:
            self.reports = list(plan.progress.replayed.steps)
        return Attempt.conclude(self, plan, error)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """The report on a replay.

    Attributes:
        attempt: The attempt; the caller commits or drops it once it knows whether a test would be green.
        passed: Whether the replay succeeded.
        why: The reason for a failure.
    """

    attempt: Observed
    passed: bool
    why: str = ""

    def row(self) -> dict[str, Any]:
        """Return it as a line of JSON."""
        run = self.attempt.runs[-1] if self.attempt.runs else None
        reports = self.attempt.reports
        said = [report.identity for report in reports if report.identity is not None]
        return {
            "passed": self.passed,
            "outcome": run.outcome.value if run else "broke down",
            "why": self.why,
            "cause": run.drift.cause.value if run and run.drift else "",
            "reason": run.drift.reason if run and run.drift else "",
            "steps": len(reports),
            "not_same": [one.value for one in said if one is not Identity.SAME],
            "repairs": [f"step {report.number}: {report.repair}" for report in reports if report.repair],
            "drifting": list(run.drifting) if run else [],
            "moved": [[report.number, round(report.agreement, 3), *report.lost] for report in reports if report.lost],
        }


def replayed(page: Page, memory: Memory, values: Mapping[str, str]) -> Ran:
    """Replay a flow in replay mode; a replay that breaks down has not passed."""
    settings = Settings(mode=Mode.REPLAY, mode_reason="benchmark", timeout=TIMEOUT)
    attempt = Observed(AttemptScope(TEST, 1, settings, memory.store, replace(memory.mark, teacher=None)))
    face = Ami(attempt, page)
    try:
        face.run(**values)
    except AmiError as error:
        return Ran(attempt=attempt, passed=False, why=" ".join(str(error).split())[:400])
    except Exception as error:  # noqa: BLE001  (a fault of ours is a result, and no end of the benchmark)
        return Ran(attempt=attempt, passed=False, why=f"broke down: {type(error).__name__}: {error}"[:400])
    finally:
        face.close()
    return Ran(attempt=attempt, passed=True)


def copied(memory: Memory, learned: Path, to: Path) -> Memory:
    """Return a memory with a store of its own, as it was when the flow had been learned.

    Args:
        memory: Whose workflow it is.
        learned: Folder of its store.
        to: Folder of the copy; must not exist.
    """
    shutil.copytree(learned, to)
    return Memory(WorkflowStore(to, Journal(to, run=to.name)), memory.mark)
