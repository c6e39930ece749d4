"""The run as one JSON document, for gates and dashboards. Its schema is the file ``run-report-1.schema.json``.

New keys may come within a version of the schema; a key that goes or changes its meaning makes a new version.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_ami.model.outcome import Usage

from .costs import as_data, compared
from .terminal import ORDER

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pytest_ami.model.settings import Settings

FORMAT = 1
"""Version of the schema."""

SCHEMA = Path(__file__).with_name(f"run-report-{FORMAT}.schema.json")
"""The published schema."""


def schema() -> dict[str, Any]:
    """Return the published JSON schema of the document."""
    read: dict[str, Any] = json.loads(SCHEMA.read_text("utf-8"))
    return read


def document(settings: Settings, run: str, tests: Mapping[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Return the report: counts by outcome, costs of learning and replaying, and every run of every last attempt.

    Args:
        settings: Of the run.
        run: Its id.
        tests: As ``RunLog.tests``.
    """
    runs = [{"test": test, **_with_costs(entry)} for test, entries in sorted(tests.items()) for entry in entries]
    return {
        "format": FORMAT,
        "run": run,
        "mode": settings.mode.value,
        "mode_reason": settings.mode_reason,
        "counts": {outcome: sum(entry["outcome"] == outcome for entry in runs) for outcome in ORDER},
        "drifting": sum(bool(entry.get("drifting")) for entry in runs),
        "model_calls": sum(entry["model_calls"] for entry in runs),
        "tokens": sum(entry["tokens"] for entry in runs),
        "costs": _costs(runs),
        "runs": runs,
    }


def _with_costs(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return a run with its lesson's whole cost, and with learning and replay side by side."""
    lesson = as_data(Usage(**entry["lesson"])) if entry.get("lesson") else None
    return {**entry, "lesson": lesson, "costs": _costs([entry])}


def _costs(runs: Iterable[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Return the costs of learning and replaying, and the difference; None if nothing was replayed."""
    costs = compared(runs)
    if costs is None:
        return None
    parts = {"learning": costs.learning, "replay": costs.replay, "saved": costs.saved}
    return {name: as_data(usage) for name, usage in parts.items()}
