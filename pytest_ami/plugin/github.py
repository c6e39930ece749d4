"""Writes the summary of a job and the annotations, if GitHub runs the job.

Nothing is written where GitHub does not set its variables. A summary that cannot be written is a warning.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    Tests = Mapping[str, list[dict[str, Any]]]
    Location = tuple[str, int | None, str]

SUMMARY, ACTIONS, WORKSPACE = "GITHUB_STEP_SUMMARY", "GITHUB_ACTIONS", "GITHUB_WORKSPACE"
"""Variables of GitHub: the file for the summary, whether a job runs there, and the folder of the repository."""


def write_job_summary(tests: Tests, mode: str) -> None:
    """Append the summary of a run to the file that GitHub names; other steps' text in it stays.

    Args:
        tests: As ``RunLog.tests``.
        mode: The mode of the run.
    """
    name = os.environ.get(SUMMARY, "")
    if not name:
        return
    from pytest_ami.engine.secrets.gate import GATE
    from pytest_ami.report.github import LARGEST, job_summary
    from pytest_ami.store.warnings import warn_bookkeeping

    path = Path(name)
    try:
        taken = path.stat().st_size if path.exists() else 0
        text = job_summary(GATE.data(tests), mode, LARGEST - taken)
        if text:
            with path.open("a", encoding="utf-8") as file:
                file.write(GATE.text(text))
        else:
            warn_bookkeeping(f"The summary of the job is full ({taken:,} bytes), so the learned flows are not in it")
    except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a run)
        warn_bookkeeping(f"The summary of the job cannot be written to {SUMMARY}: {error}")


def annotation_lines(tests: Tests, locations: Mapping[str, Location], root: Path) -> Iterator[str]:
    """Yield the annotations of a run; none where GitHub does not run it.

    Args:
        tests: As ``RunLog.tests``.
        locations: As ``RunLog.locations``.
        root: Root of the project.
    """
    if os.environ.get(ACTIONS) != "true":
        return
    from pytest_ami.engine.secrets.gate import GATE
    from pytest_ami.report.github import annotation_commands, relative_place

    workspace = os.environ.get(WORKSPACE, "")
    places = {test: relative_place(location, str(root), workspace) for test, location in locations.items()}
    yield from (GATE.text(line) for line in annotation_commands(tests, places))
