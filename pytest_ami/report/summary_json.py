"""The run as one JSON document, for gates and dashboards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .terminal import ORDER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.model.settings import Settings

FORMAT = 1


def document(settings: Settings, run: str, tests: Mapping[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Return the report: counts by outcome, and every run of every test's last attempt.

    Args:
        settings: Of the run.
        run: Its id.
        tests: As ``Book.tests``.
    """
    runs = [{"test": test, **entry} for test, entries in sorted(tests.items()) for entry in entries]
    return {
        "format": FORMAT,
        "run": run,
        "mode": settings.mode.value,
        "mode_reason": settings.mode_reason,
        "counts": {outcome: sum(entry["outcome"] == outcome for entry in runs) for outcome in ORDER},
        "drifting": sum(bool(entry.get("drifting")) for entry in runs),
        "model_calls": sum(entry["model_calls"] for entry in runs),
        "tokens": sum(entry["tokens"] for entry in runs),
        "runs": runs,
    }
