"""The book of one process's test run: its journal, its store, and the runs of every test.

Rules of this module:

* Data for other processes travels on test reports as plain dicts; the controller reads it there.
* A fault in keeping the book warns; it never turns a test red, nor green.
* The store is opened when the first test asks, never before.
"""

from __future__ import annotations

import json
import os
import secrets
import warnings
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .settings import Mode

if TYPE_CHECKING:
    import pytest

    from .attempt import Attempt
    from .settings import Settings
    from .store.journal import Journal
    from .store.workflows import WorkflowStore


class AmiWarning(UserWarning):
    """Something of pytest-ami's bookkeeping did not work; no test was affected."""


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
        self._journal: Journal | None = None
        self._stores: dict[tuple[str, Mode], WorkflowStore] = {}
        self._green: dict[tuple[str, int], bool] = {}

    @classmethod
    def for_config(cls, config: pytest.Config, settings: Settings) -> Book:
        """Make the book of the process that ``config`` belongs to."""
        given = getattr(config, "workerinput", None)
        if given is not None:
            run, worker = given["ami_run"], given["workerid"]
        else:
            now = datetime.now(timezone.utc)
            run, worker = f"{now:%Y%m%dT%H%M%S}-{os.getpid()}-{secrets.token_hex(2)}", "main"
        return cls(config.rootpath, settings, run=run, worker=worker, controller=given is None)

    @property
    def journal(self) -> Journal:
        """This process's journal; its file comes with the first fact."""
        if self._journal is None:
            from .store.journal import Journal

            self._journal = Journal(self.settings.folder(self.root), run=self.run, worker=self.worker)
        return self._journal

    def store(self, settings: Settings) -> WorkflowStore:
        """Return the store for ``settings``."""
        from .store.workflows import WorkflowStore

        key = (settings.dir, settings.mode)
        if key not in self._stores:
            self._stores[key] = WorkflowStore(
                settings.folder(self.root), self.journal, readonly=settings.mode is Mode.REPLAY
            )
        return self._stores[key]

    def phase(self, attempt: Attempt, report: pytest.TestReport) -> None:
        """Note one phase of a test; after teardown commit or drop what the attempt learned.

        Args:
            attempt: The attempt.
            report: The phase's report; the runs are put on it as plain data.
        """
        from .report.messages import told

        key = (attempt.test, attempt.number)
        green = report.outcome == "passed" and not hasattr(report, "wasxfail")
        self._green[key] = self._green.get(key, True) and green
        if report.when == "teardown":
            try:
                attempt.commit() if self._green.pop(key) else attempt.drop()
            except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a test)
                warnings.warn(
                    AmiWarning(f"What {attempt.test} learned was not stored: {error}"), stacklevel=1
                )
        if attempt.runs and report.when in ("call", "teardown"):
            entries = [{**told(run), "attempt": attempt.number} for run in attempt.runs]
            report.ami = entries
            if report.when == "call":
                outcomes = ",".join(entry["outcome"] for entry in entries)
                report.user_properties.append(("ami_outcome", outcomes))
                report.user_properties.append(("ami_model_calls", sum(e["model_calls"] for e in entries)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take the runs off a report, the latest phase of the latest attempt; under xdist they come from afar."""
        entries = getattr(report, "ami", None)
        if entries and self.controller:
            passed = report.outcome == "passed" and not (
                report.when == "teardown" and self._failed_before(report.nodeid)
            )
            self.tests[report.nodeid] = [{**entry, "passed": passed} for entry in entries]

    def _failed_before(self, test: str) -> bool:
        return any(not entry.get("passed", True) for entry in self.tests.get(test, ()))

    def close(self) -> None:
        """End the run in this process; the controller absorbs the journals and writes the JSON report."""
        if self._journal is not None and self._journal.path.exists():
            self._journal.append("run_finished")
        if not self.controller or not (self.tests or self._journal):
            return
        if self.settings.json:
            from .report.summary_json import document

            path = Path(self.settings.json)
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(
                    json.dumps(document(self.settings, self.run, self.tests), indent=2) + "\n",
                    encoding="utf-8",
                )
            except OSError as error:
                warnings.warn(AmiWarning(f"{path} could not be written: {error}"), stacklevel=1)
        if self.settings.mode is not Mode.REPLAY and self.settings.folder(self.root).is_dir():
            self.store(self.settings).absorb()
