"""The run log of one process: its journals, its stores, and the runs of every test.

Rules of this module:

* Data for other processes travels on test reports as plain dicts; the controller reads it there.
* A fault in the log warns; it never turns a test red or green.
* The first test that needs the store opens it; nothing opens it earlier.
* The result of a test is taken at the end of its teardown, because events after ``ami.run()`` count.
"""

from __future__ import annotations

import json
import os
from datetime import datetime, timezone
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_ami.model.settings import Mode, detect_ci

from .suite_coverage import SuiteCoverage

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    import pytest

    from pytest_ami.flow.attempt import Attempt
    from pytest_ami.model.outcome import Run
    from pytest_ami.model.settings import Settings
    from pytest_ami.store.journal import Journal
    from pytest_ami.store.shared.link import SharedLink
    from pytest_ami.store.workflow_store import WorkflowStore
    from pytest_ami.teachers.budget import RunBudget

BAD = ("stale", "failed", "harness_error")
"""Outcomes of a run that failed."""


class RunLog:
    """Collects the runs of all tests while pytest runs; registered as a plugin.

    Args:
        root: Root of the project.
        settings: The settings of the run.
        run: The id of the run, the same in all its processes.
        worker: The name of this process.
        controller: Whether this process writes the results of the whole run.
    """

    def __init__(self, root: Path, settings: Settings, *, run: str, worker: str, controller: bool) -> None:
        """Store the arguments; nothing is opened yet."""
        self.root = root
        self.settings = settings
        self.run = run
        self.worker = worker
        self.controller = controller
        self.tests: dict[str, list[dict[str, Any]]] = {}
        self.locations: dict[str, tuple[str, int | None, str]] = {}
        self.notes: list[str] = []
        self.shard: dict[str, Any] = {}
        self.coverage = SuiteCoverage("no tests were collected", controller=controller)
        self._journals: dict[str, Journal] = {}
        self._stores: dict[tuple[str, Mode, str], WorkflowStore] = {}
        self._links: dict[tuple[str, str], SharedLink] = {}
        self._green: dict[tuple[str, int], bool] = {}
        self._why_red: dict[tuple[str, int], str] = {}

    @cached_property
    def purse(self) -> RunBudget:
        """The cost of all lessons of this process."""
        from pytest_ami.teachers.budget import RunBudget

        return RunBudget()

    @classmethod
    def for_config(cls, config: pytest.Config, settings: Settings) -> RunLog:
        """Return the log of the process that ``config`` belongs to."""
        worker = getattr(config, "workerinput", None)
        now = datetime.now(timezone.utc)
        run = f"{now:%Y%m%dT%H%M%S}-{os.getpid()}-{os.urandom(2).hex()}"
        if worker is None:
            log = cls(config.rootpath, settings, run=run, worker="main", controller=True)
        else:
            run = worker.get("ami_run", run)
            log = cls(config.rootpath, settings, run=run, worker=worker["workerid"], controller=False)
        log.coverage = SuiteCoverage.for_config(config)
        return log

    def store(self, settings: Settings) -> WorkflowStore:
        """Return the store for ``settings``; the first fact creates its journal file."""
        from pytest_ami.store.journal import Journal
        from pytest_ami.store.steering.folder import SteeringFolder
        from pytest_ami.store.workflow_store import WorkflowStore

        key = (settings.dir, settings.mode, settings.steering(self.root))
        if key not in self._stores:
            folder = settings.folder(self.root)
            if settings.dir not in self._journals:
                self._journals[settings.dir] = Journal(folder, run=self.run, worker=self.worker)
            readonly = settings.mode is Mode.REPLAY
            steering = SteeringFolder(settings.golden_paths(self.root), folder, self.root)
            journal = self._journals[settings.dir]
            self._link(folder, settings, journal)
            self._stores[key] = WorkflowStore(folder, journal, readonly=readonly, steering=steering)
        return self._stores[key]

    def _link(self, folder: Path, settings: Settings, journal: Journal) -> None:
        """Link the journal to the shared store, if there is one; the facts of others are here when this returns."""
        key = (settings.dir, settings.store)
        if settings.store and key not in self._links:
            from pytest_ami.store.shared.link import SharedLink

            self._links[key] = SharedLink(folder, settings.store, run=self.run)
            self._links[key].begin(journal)

    def record_failure(self, attempt: Attempt, error: BaseException | None) -> bool:
        """Add a failed run if a flow stopped before ``ami.run()`` could add one, so that every failure counts.

        Args:
            attempt: The attempt.
            error: The error of the test's call phase, if any.

        Returns:
            Whether the failure is a fault of pytest-ami.
        """
        from pytest_ami.model.errors import AmiError
        from pytest_ami.model.outcome import Outcome, Run
        from pytest_ami.report.frames import is_fault

        if error is None:
            return False
        ours = is_fault(error)
        if (ours or isinstance(error, AmiError)) and not (attempt.runs and attempt.runs[-1].outcome.value in BAD):
            outcome = Outcome.HARNESS_ERROR if ours else Outcome.FAILED
            mark = attempt.scope.mark
            attempt.runs.append(Run(task=mark.task if mark else "", outcome=outcome))
        return ours

    def record_phase(self, attempt: Attempt, report: pytest.TestReport, announce: Callable[[Run], object]) -> None:
        """Record one phase of a test; after teardown, commit or drop the proposals of the attempt.

        Args:
            attempt: The attempt.
            report: The report of the phase; it gets the runs as plain data.
            announce: Called with each run after the test.
        """
        from pytest_ami.store.warnings import warn_bookkeeping

        key = (attempt.scope.test, attempt.scope.number)
        green = report.outcome == "passed" and not hasattr(report, "wasxfail")
        green = self._green[key] = self._green.get(key, True) and green
        if not green:
            self._why_red.setdefault(key, why_red(report))
        if report.when == "teardown":
            del self._green[key]
            try:
                attempt.commit() if green else attempt.drop(self._why_red.pop(key))
                for run in attempt.runs:
                    announce(run)
            except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a test)
                warn_bookkeeping(f"The end of {attempt.scope.test} was not recorded completely: {error}")
        if report.when != "setup":
            vars(report)["ami"] = entries_of(attempt, passed=green)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take the runs from a report; the latest phase of the latest attempt counts. Under xdist, workers send it."""
        if not self.controller:
            return
        entries = getattr(report, "ami", None)
        if entries:
            self.tests[report.nodeid] = entries
            self.locations[report.nodeid] = report.location
        elif report.when == "setup":  # another attempt begins: the one before no longer counts
            self.tests.pop(report.nodeid, None)
        elif report.failed and report.nodeid in self.tests:  # its worker died before the test was over
            self.tests[report.nodeid] = [{**entry, "passed": False} for entry in self.tests[report.nodeid]]

    def close(self, exit_code: int = 0) -> None:
        """End the run in this process; the controller absorbs the journals, writes steering files and the report.

        Args:
            exit_code: The exit code of pytest.
        """
        from pytest_ami.store.facts import Kind

        summary = self.coverage.summary(exit_code, self._tasks())
        if self.shard:
            summary["shard"] = self.shard
        full = self._opened_after(full=summary["full"])
        if self.controller and self.tests and (self.settings.mode is not Mode.REPLAY or self.settings.store):
            self._open_existing()
            self._import_steering_files()
        self._prune_memory()
        for name, journal in self._journals.items():
            if journal.path.exists() or (full and name == self.settings.dir):
                journal.append(Kind.RUN_FINISHED, data=summary if self.controller else None)
        if not self.controller:
            self._finish_links()
            return
        if self.settings.json:
            self._write_json(Path(self.settings.json))
        self._write_job_summary()
        self._absorb()
        self._finish_links()
        if full:
            self._note_unused(summary["tasks"])
        if self.settings.html:
            self._write_html(Path(self.settings.html))
        self._sweep()

    def _finish_links(self) -> None:
        for link in self._links.values():
            link.finish(last=self.controller)

    def _absorb(self) -> None:
        """Absorb the journals, move what the memory forgot to the cold tier, and write steering files."""
        for store in self._stores.values():
            if store.folder.is_dir() and store.absorb().forgets:
                from pytest_ami.store.cold.settle import settle_quietly

                settle_quietly(store.folder, self.settings.cold_place(self.root))
        if not detect_ci(os.environ):
            self._for_each_store(
                lambda store, tasks: len(store.write_steering_files(tasks)), "steering: wrote {} (git add {})"
            )

    def _sweep(self) -> None:
        """Delete the artifacts of the oldest runs."""
        if not self._stores:
            return
        from pytest_ami.store.evidence.retention import sweep
        from pytest_ami.store.warnings import warn_bookkeeping

        runs, megabytes = self.settings.evidence_runs, self.settings.evidence_megabytes
        for store in self._stores.values():
            try:
                sweep(store.folder, self.run, runs=runs, megabytes=megabytes)
            except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a run)
                warn_bookkeeping(f"The artifacts of old runs were left in {store.folder}: {error}")

    def _prune_memory(self) -> None:
        """Drop what the memory of pages has no use for, if this process has used it."""
        for store in self._stores.values():
            if "memory" in vars(store) and self.settings.mode is not Mode.REPLAY:
                try:
                    store.memory.prune()
                except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a run)
                    from pytest_ami.store.warnings import warn_bookkeeping

                    warn_bookkeeping(f"The memory of pages was not pruned: {error}")

    def _tasks(self) -> set[str]:
        """Return the tasks that tests have run."""
        return {entry["task"] for entries in self.tests.values() for entry in entries}

    def _opened_after(self, *, full: bool) -> bool:
        """Open the project's store if it has to record a full run; return whether it is open."""
        recorded = self.controller and full and bool(self.coverage.users) and self.settings.folder(self.root).is_dir()
        if recorded:
            self.store(self.settings)
        return recorded

    def _open_existing(self) -> None:
        """Open the project's store if there is one: under xdist, no test of this process has opened it."""
        if self.settings.folder(self.root).is_dir():
            self.store(self.settings)

    def _import_steering_files(self) -> None:
        self._for_each_store(lambda store, _: store.import_steering_files(), "steering: took in {} from {}")

    def _note_unused(self, used: Collection[str]) -> None:
        """If a full run has not used all workflows, add a note with the number of unused ones."""
        from pytest_ami.store.warnings import warn_bookkeeping

        try:
            store = self.store(self.settings)
            unused, known = store.lifecycle.unused(used), len(store.tasks())
        except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a run)
            warn_bookkeeping(f"Whether workflows are unused is not known: {error}")
            return
        if unused:
            single = len(unused) == 1
            count = f"{len(unused)} of {known} workflows {'was' if single else 'were'} used by no test of this full run"
            self.notes.append(f"{count}. To look at {'it' if single else 'them'}: ami prune")

    def _for_each_store(self, act: Callable[[WorkflowStore, set[str]], int], note: str) -> None:
        """Read or write the steering files of every store that learns, and note their number."""
        if not self._stores:
            return
        from pytest_ami.store.warnings import warn_bookkeeping

        tasks = self._tasks()
        for (_, mode, folder), store in self._stores.items():
            try:
                number = act(store, tasks) if mode in (Mode.AUTO, Mode.RELEARN) and store.folder.is_dir() else 0
            except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a run)
                warn_bookkeeping(f"The steering files in {folder} were left unchanged: {error}")
            else:
                if number:
                    self.notes.append(note.format(f"{number} golden path{'' if number == 1 else 's'}", folder))

    def _write_job_summary(self) -> None:
        if self.tests:
            from .github import write_job_summary

            write_job_summary(self.tests, self.settings.mode.value)

    def _write_json(self, path: Path) -> None:
        from pytest_ami.engine.secrets.gate import GATE
        from pytest_ami.model.printable import printable_json
        from pytest_ami.report.summary_json import document
        from pytest_ami.store.warnings import warn_bookkeeping

        try:
            plain = GATE.data(document(self.settings, self.run, self.tests))
            text = printable_json(json.dumps(plain, indent=2, ensure_ascii=False))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n", encoding="utf-8")
        except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a run)
            warn_bookkeeping(f"{path} could not be written: {error}")

    def _write_html(self, path: Path) -> None:
        from pytest_ami.report.html.content import content
        from pytest_ami.report.html.sources import Sources
        from pytest_ami.report.html.writer import write_report
        from pytest_ami.store.facts import now
        from pytest_ami.store.warnings import warn_bookkeeping

        settings = self.settings
        about = {"run": self.run, "at": now(), "mode": settings.mode.value, "mode_reason": settings.mode_reason}
        try:
            write_report(path, content(about, self.tests, Sources(self.store(settings), self.run)))
        except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a run)
            warn_bookkeeping(f"The report {path} was not written: {error}")
        else:
            self.notes.append(f"report: {path}")


def entries_of(attempt: Attempt, *, passed: bool) -> list[dict[str, Any]]:
    """Return an attempt's runs as plain data, for reports and other processes."""
    from pytest_ami.engine.secrets.gate import GATE
    from pytest_ami.report.messages import run_to_dict

    entries = [{**run_to_dict(run), "attempt": attempt.scope.number, "passed": passed} for run in attempt.runs]
    return list(GATE.data(entries))


def why_red(report: pytest.TestReport) -> str:
    """Return in one line why a phase of a test was not green."""
    if hasattr(report, "wasxfail"):
        return "the test is expected to fail"
    crash = getattr(report.longrepr, "reprcrash", None)
    said = (getattr(crash, "message", "") or str(report.longrepr or "")).strip()
    return f"the test's {report.when} {report.outcome}" + (f": {said.splitlines()[0][:300]}" if said else "")
