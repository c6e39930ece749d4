"""Sources of reports that are known already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pytest_ami.model.outcome import Outcome, Run, StepEvidence
from pytest_ami.report.messages import run_to_dict

ABOUT = {"run": "run-1", "at": "2026-01-01T08:00:00Z", "mode": "auto", "mode_reason": "default"}


@dataclass
class Known:
    """Sources that are known already."""

    rows: Mapping[str, tuple[StepEvidence, ...]] = field(default_factory=dict)
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    dialogue: str = ""
    asked: list[str] = field(default_factory=list)

    def recent_runs(self) -> list[dict[str, Any]]:
        return []

    def trends(self) -> Mapping[str, dict[str, Any]]:
        return {"send email": {"trend": ["learned", "replayed"], "before": [1, 0.5, 0.5, 0.5]}}

    def steps(self, session: str) -> tuple[StepEvidence, ...]:
        return self.rows.get(session, ())

    def picture(self, name: str) -> bytes:
        return self.pictures.get(name, b"")

    def differences(self, entry: Mapping[str, Any]) -> list[dict[str, Any]]:
        self.asked.append(entry["outcome"])
        return [{"change": "changed", "old": 1, "new": 1, "title": "click", "fields": [["name", "a", "b"]]}]

    def transcript(self, test: str, attempt: int) -> str:  # noqa: ARG002  (each test has the same)
        return self.dialogue


def entry(outcome: str, session: str = "", **more: Any) -> dict[str, Any]:
    run = Run(task="send email", outcome=Outcome(outcome), session=session, **more)
    return {**run_to_dict(run), "attempt": 1, "passed": True}
