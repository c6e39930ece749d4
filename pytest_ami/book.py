"""The book of one process's test run: its journals, its stores, and the runs of every test.

Rules of this module:

* Data for other processes travels on test reports as plain dicts; the controller reads it there.
* A fault in keeping the book warns; it never turns a test red, nor green.
* The store is opened when the first test asks, never before.
* A test is judged at the end of its teardown: what happens after ``ami.run()`` counts.
"""

from __future__ import annotations

import json
import os
import secrets
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .settings import Mode
from .teach.budget import Purse

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from .attempt import Attempt
    from .model.outcome import Run
    from .settings import Settings
    from .store.journal import Journal
    from .store.workflows import WorkflowStore

BAD = ("stale", "failed", "harness_error")
"""Outcomes of a run that was not carried out."""


class Book:
    """What is noted while tests run.

    Args:
        root: Root of the project.
        settings: Of the run.
        run: Id of the run, the same in all its processes.
        worker: Name of this process.
        controller: Whether this process speaks for the run.
    """

    def __init__(self, root: Path, settings: Settings, *, run: str, worker: str, controller: bool) -> None:
        """Open nothing yet."""
        self.root = root
        self.settings = settings
        self.run = run
        self.worker = worker
        self.controller = controller
        self.tests: dict[str, list[dict[str, Any]]] = {}
        self.purse = Purse()
        self._journals: dict[str, Journal] = {}
        self._stores: dict[tuple[str, Mode], WorkflowStore] = {}
        self._green: dict[tuple[str, int], bool] = {}

    @classmethod
    def for_config(cls, config: pytest.Config, settings: Settings) -> Book:
        """Make the book of the process that ``config`` belongs to."""
        given = getattr(config, "workerinput", None)
        now = datetime.now(timezone.utc)
        run = f"{now:%Y%m%dT%H%M%S}-{os.getpid()}-{secrets.token_hex(2)}"
        if given is None:
            return cls(config.rootpath, settings, run=run, worker="main", controller=True)
        run = given.get("ami_run", run)
        return cls(config.rootpath, settings, run=run, worker=given["workerid"], controller=False)

    def store(self, settings: Settings) -> WorkflowStore:
        """Return the store for ``settings``; its journal's file comes with the first fact."""
        from .store.journal import Journal
        from .store.workflows import WorkflowStore

        key = (settings.dir, settings.mode)
        if key not in self._stores:
            folder = settings.folder(self.root)
            if settings.dir not in self._journals:
                self._journals[settings.dir] = Journal(folder, run=self.run, worker=self.worker)
            readonly = settings.mode is Mode.REPLAY
            self._stores[key] = WorkflowStore(folder, self._journals[settings.dir], readonly=readonly)
        return self._stores[key]

    def blame(self, attempt: Attempt, error: BaseException | None) -> bool:
        """Note what stopped a flow when ``ami.run()`` could not say so itself, so that no failure goes uncounted.

        Args:
            attempt: The attempt.
            error: What the test's call phase raised, if anything.

        Returns:
            Whether it is a fault of pytest-ami.
        """
        from .model.errors import AmiError
        from .model.outcome import Outcome, Run
        from .report.frames import is_fault

        if error is None:
            return False
        ours = is_fault(error)
        if (ours or isinstance(error, AmiError)) and not (attempt.runs and attempt.runs[-1].outcome.value in BAD):
            outcome = Outcome.HARNESS_ERROR if ours else Outcome.FAILED
            attempt.runs.append(Run(task=attempt.mark.task if attempt.mark else "", outcome=outcome))
        return ours

    def phase(self, attempt: Attempt, report: pytest.TestReport, announce: Callable[[Run], object]) -> None:
        """Note one phase of a test; after teardown commit or drop what the attempt learned.

        Args:
            attempt: The attempt.
            report: The phase's report; the runs are put on it as plain data.
            announce: Called with each run once the test is over.
        """
        from .store.complaint import complain

        key = (attempt.test, attempt.number)
        green = report.outcome == "passed" and not hasattr(report, "wasxfail")
        green = self._green[key] = self._green.get(key, True) and green
        if report.when == "teardown":
            del self._green[key]
            try:
                attempt.commit() if green else attempt.drop()
                for run in attempt.runs:
                    announce(run)
            except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a test)
                complain(f"The end of {attempt.test} was not noted as it should be: {error}")
        if report.when != "setup":
            vars(report)["ami"] = entries_of(attempt, passed=green)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take the runs off a report, the latest phase of the latest attempt; under xdist they come from afar."""
        if not self.controller:
            return
        entries = getattr(report, "ami", None)
        if entries:
            self.tests[report.nodeid] = entries
        elif report.when == "setup":  # another attempt begins: what the one before did no longer counts
            self.tests.pop(report.nodeid, None)
        elif report.failed and report.nodeid in self.tests:  # its worker died before the test was over
            self.tests[report.nodeid] = [{**entry, "passed": False} for entry in self.tests[report.nodeid]]

    def close(self) -> None:
        """End the run in this process; the controller absorbs the journals and writes the JSON report."""
        for journal in self._journals.values():
            if journal.path.exists():
                journal.append("run_finished")
        if not self.controller:
            return
        if self.settings.json:
            self._write_json(Path(self.settings.json))
        if self.tests and self.settings.mode is not Mode.REPLAY and self.settings.folder(self.root).is_dir():
            self.store(self.settings)
        for store in self._stores.values():
            if store.folder.is_dir():
                store.absorb()

    def _write_json(self, path: Path) -> None:
        from .report.summary_json import document
        from .store.complaint import complain

        text = json.dumps(document(self.settings, self.run, self.tests), indent=2, ensure_ascii=False)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            complain(f"{path} could not be written: {error}")


def entries_of(attempt: Attempt, *, passed: bool) -> list[dict[str, Any]]:
    """Return an attempt's runs as plain data, for reports and other processes."""
    from .report.messages import told

    return [{**told(run), "attempt": attempt.number, "passed": passed} for run in attempt.runs]


def properties_of(attempt: Attempt) -> list[tuple[str, object]]:
    """Return an attempt's runs as properties of its test, for JUnit XML."""
    if not attempt.runs:
        return []
    return [
        ("ami_outcome", ",".join(run.outcome.value for run in attempt.runs)),
        ("ami_model_calls", sum(run.model_calls for run in attempt.runs)),
    ]
