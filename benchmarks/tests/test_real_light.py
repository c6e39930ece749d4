"""The light part of the bed: flows of two real applications are learned once and replayed with three other values.

`make bench-real` tries all applications and all tasks. The two of these tests come from PyPI alone: one that the server
renders, and one that a script draws over a WebSocket.
"""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest

from benchmarks.real.__main__ import OUT
from benchmarks.real.bed import application
from benchmarks.real.measured import failures, figures
from benchmarks.real.phases import Trial
from benchmarks.real.project import NOWHERE
from benchmarks.real.stage import NotInstallableError, install

LIGHT = {
    "django": ("delete a book", "add a copy of a book"),
    "nicegui": ("change a tool",),
}
"""A record that a value names and that others are like, a form of several fields; a dialog."""


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("key", [pytest.param("django", marks=pytest.mark.nightly), "nicegui"])
def test_flows_of_a_real_application_replay_with_other_values(key: str, tmp_path: Path) -> None:
    app, installed = application(key), OUT / "installed"
    try:
        install(app.releases[0], installed / key / app.releases[0].name)
    except NotInstallableError as error:
        pytest.skip(f"{app.name} cannot be installed here: {error}")
    tasks = [task for task in app.tasks if task.name in LIGHT[key]]
    assert len(tasks) == len(LIGHT[key])

    trial = Trial(
        key=key,
        app=app,
        tasks=tasks,
        installed=installed,
        folder=tmp_path / key,
        model=lambda: nullcontext(NOWHERE),
        phases=("learn", "replay"),
    )
    report = trial.complete()

    counts, why = figures(report), failures(report)
    assert not report.left_out
    assert counts["learned"] == len(tasks), why
    assert counts["replays"] == {"count": 3 * len(tasks), "of": 3 * len(tasks)}, why
    assert not any(counts["wrong"].values()), why
