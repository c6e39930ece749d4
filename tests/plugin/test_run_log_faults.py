"""The end of a run whose bookkeeping fails: each fault is a warning that says its effect, and none ends pytest."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_ami.model.settings import Mode, Settings
from pytest_ami.plugin.github import write_job_summary
from pytest_ami.plugin.run_log import RunLog
from pytest_ami.report.github import LARGEST
from pytest_ami.store.duckdb.absorb import AbsorbResult
from pytest_ami.store.warnings import AmiWarning

RUN = {"task": "send email", "outcome": "replayed"}


def broken(*_: Any, **__: Any) -> Any:
    raise RuntimeError("the disk is gone")


class Broken:
    """Fails whatever it is asked for."""

    def __getattr__(self, name: str) -> Any:
        return broken


class Unlisted(type(Path())):  # type: ignore[misc]
    """A folder that can be entered, and not listed."""

    def iterdir(self) -> Any:
        broken()


class Log(RunLog):
    """The run log of one process, with a store of which only absorbing works."""

    def __init__(self, root: Path, **settings: Any) -> None:
        super().__init__(root, Settings(mode=Mode.AUTO, **settings), run="r1", worker="main", controller=True)
        (root / ".ami").mkdir()
        folder = Unlisted(root / ".ami")
        store = SimpleNamespace(folder=folder, absorb=AbsorbResult, memory=Broken(), lifecycle=Broken())
        store.import_steering_files = store.write_steering_files = broken
        store.folder.joinpath("runs").mkdir()
        key = (self.settings.dir, self.settings.mode, self.settings.steering(root))
        self._stores[key] = store  # type: ignore[assignment]

    def finish(self) -> None:
        """End a full run."""
        self._note_unused({"send email"})
        self.close()


def said(act: Callable[[], object]) -> list[str]:
    """Return the warnings of an action."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        act()
    assert {one.category for one in caught} <= {AmiWarning}
    return [str(one.message) for one in caught]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({}, "The memory of pages was not pruned: the disk is gone"),
        ({}, "The steering files in steering were left unchanged: the disk is gone"),
        ({}, "Whether workflows are unused is not known: the disk is gone"),
        ({}, "The artifacts of old runs were left in "),
        ({"json": "taken"}, "taken could not be written: "),
        ({"html": "taken"}, "The report taken was not written: "),
    ],
)
def test_a_fault_at_the_end_of_a_run_is_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Mapping[str, Any], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CI", raising=False)
    Path("taken").mkdir()
    log = Log(tmp_path, **settings)
    log.tests = {"t.py::test": [RUN]}
    assert [one for one in said(log.finish) if one.startswith(message)]


def test_a_fault_at_the_end_of_a_test_is_a_warning_and_its_report_stays(tmp_path: Path) -> None:
    scope = SimpleNamespace(test="t.py::test", number=1)
    attempt: Any = SimpleNamespace(scope=scope, runs=[], commit=broken)
    report: Any = SimpleNamespace(when="teardown", outcome="passed", longrepr=None)
    log = Log(tmp_path)
    (warning,) = said(lambda: log.record_phase(attempt, report, broken))
    assert warning == "The end of t.py::test was not recorded completely: the disk is gone"
    assert (report.outcome, report.ami) == ("passed", [])


@pytest.mark.parametrize(
    ("taken", "tests", "message"),
    [
        (LARGEST, {"t.py::test": [RUN]}, "The summary of the job is full"),
        (0, {"t.py::test": [{}]}, "cannot be written"),
    ],
)
def test_a_summary_for_github_that_is_full_or_malformed_is_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: int, tests: Any, message: str
) -> None:
    path = tmp_path / "summary.md"
    path.write_bytes(b"x" * taken)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(path))
    whole = {
        "outcome": "replayed",
        "task": "pay",
        "version": 1,
        "healed": [],
        "model_calls": 0,
        "tokens": 0,
        "seconds": 1.0,
    }
    filled = {test: [{**whole, **run} if run else run for run in runs] for test, runs in tests.items()}
    (warning,) = said(lambda: write_job_summary(filled, "auto"))
    assert message in warning
    assert path.stat().st_size == taken
