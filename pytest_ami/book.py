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
from datetime import datetime, timezone
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .rollcall import RollCall
from .settings import Mode, detect_ci

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    import pytest

    from .attempt import Attempt
    from .model.outcome import Run
    from .settings import Settings
    from .store.journal import Journal
    from .store.workflows import WorkflowStore
    from .teach.budget import Purse

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
        self.notes: list[str] = []
        self.roll = RollCall("no tests were collected", controller=controller)
        self._journals: dict[str, Journal] = {}
        self._stores: dict[tuple[str, Mode, str], WorkflowStore] = {}
        self._green: dict[tuple[str, int], bool] = {}

    @cached_property
    def purse(self) -> Purse:
        """What all lessons of this process have cost."""
        from .teach.budget import Purse

        return Purse()

    @classmethod
    def for_config(cls, config: pytest.Config, settings: Settings) -> Book:
        """Make the book of the process that ``config`` belongs to."""
        given = getattr(config, "workerinput", None)
        now = datetime.now(timezone.utc)
        run = f"{now:%Y%m%dT%H%M%S}-{os.getpid()}-{os.urandom(2).hex()}"
        if given is None:
            book = cls(config.rootpath, settings, run=run, worker="main", controller=True)
        else:
            run = given.get("ami_run", run)
            book = cls(config.rootpath, settings, run=run, worker=given["workerid"], controller=False)
        book.roll = RollCall.for_config(config)
        return book

    def store(self, settings: Settings) -> WorkflowStore:
        """Return the store for ``settings``; its journal's file comes with the first fact."""
        from .store.journal import Journal
        from .store.steering import SteeringFolder
        from .store.workflows import WorkflowStore

        key = (settings.dir, settings.mode, settings.steering_dir)
        if key not in self._stores:
            folder = settings.folder(self.root)
            if settings.dir not in self._journals:
                self._journals[settings.dir] = Journal(folder, run=self.run, worker=self.worker)
            readonly = settings.mode is Mode.REPLAY
            steering = SteeringFolder(settings.golden_paths(self.root), folder, self.root)
            journal = self._journals[settings.dir]
            self._stores[key] = WorkflowStore(folder, journal, readonly=readonly, steering=steering)
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

    def close(self, exit_code: int = 0) -> None:
        """End the run in this process; the controller absorbs the journals, writes steering files and the report.

        Args:
            exit_code: Of pytest.
        """
        from .store.facts import Kind

        told = self.roll.told(exit_code, {entry["task"] for entries in self.tests.values() for entry in entries})
        full = self._opened_after(full=told["full"])
        if self.controller and self.tests and self.settings.mode is not Mode.REPLAY:
            self._take_in()
        for name, journal in self._journals.items():
            if journal.path.exists() or (full and name == self.settings.dir):
                journal.append(Kind.RUN_FINISHED, data=told if self.controller else None)
        if not self.controller:
            return
        if self.settings.json:
            self._write_json(Path(self.settings.json))
        for store in self._stores.values():
            if store.folder.is_dir():
                store.absorb()
        if not detect_ci(os.environ):
            self._steer(lambda store, tasks: len(store.write_steering_files(tasks)), "steering: wrote {} (git add {})")
        if full:
            self._note_unused(told["tasks"])

    def _opened_after(self, *, full: bool) -> bool:
        """Return whether a run that was full is to be noted; then the project's store has been opened."""
        noted = self.controller and full and bool(self.roll.users) and self.settings.folder(self.root).is_dir()
        if noted:
            self.store(self.settings)
        return noted

    def _take_in(self) -> None:
        if self.settings.folder(self.root).is_dir():
            self.store(self.settings)
        self._steer(lambda store, _: store.import_steering_files(), "steering: took in {} from {}")

    def _note_unused(self, used: Collection[str]) -> None:
        """Note how many workflows a full run has not used; nothing when it has used them all."""
        from .store.complaint import complain

        try:
            store = self.store(self.settings)
            unused, known = store.lifecycle.unused(used), len(store.tasks())
        except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a run)
            complain(f"Whether workflows are unused is not known: {error}")
            return
        if unused:
            one = len(unused) == 1
            said = f"{len(unused)} of {known} workflows {'was' if one else 'were'} used by no test of this full run"
            self.notes.append(f"{said}. To look at {'it' if one else 'them'}: ami prune")

    def _steer(self, act: Callable[[WorkflowStore, set[str]], int], said: str) -> None:
        """Do something about the steering files of every store that learns, and note how many it was."""
        if not self._stores:
            return
        from .store.complaint import complain

        tasks = {entry["task"] for entries in self.tests.values() for entry in entries}
        for (_, mode, folder), store in self._stores.items():
            try:
                number = act(store, tasks) if mode in (Mode.AUTO, Mode.RELEARN) and store.folder.is_dir() else 0
            except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a run)
                complain(f"The steering files in {folder} are as they were: {error}")
            else:
                if number:
                    self.notes.append(said.format(f"{number} golden path{'' if number == 1 else 's'}", folder))

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
