"""A candidate is checked by a replay in the background: its test runs once, in a store that holds nothing else.

Rules of this module:

* The check runs the user's own test in a process of its own, in replay mode: no model can be asked.
* The candidate is alone in a temporary store, so it is the version that runs, and nothing that the check does reaches
  the project's store. A person decides what follows.
* The test is one that the project itself collects and that names the task (``performing_tests``). A session may come
  from a stranger's journal: the test that it names is only preferred among these.
* One check runs at a time; the others wait.

It knows processes and node ids. It must never know a page of the application.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_ami.model.workflow import Provenance

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pytest_ami.model.workflow import Workflow

LONGEST = 300.0
"""Seconds that a check may take."""

PATIENCE = 5.0
"""Seconds that the process of a check gets to end when it is told to."""

POLL = 0.1
"""Seconds between two looks at the process of a check."""

_REPORT, _TESTS = "report.json", "tests.json"

_NO_TESTS = 5
"""The exit code of pytest if it collected no test."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckState:
    """The state of a check.

    Attributes:
        state: ``waiting``, ``running``, ``green``, ``red``, or ``impossible``.
        text: The state in a sentence.
    """

    state: str
    text: str

    @property
    def done(self) -> bool:
        """Whether the state is final."""
        return self.state not in ("waiting", "running")


class ReplayChecks:
    """The checks of this process.

    Args:
        root: Folder of the project; tests run there.
        run: Runs a command in a folder and returns its exit code; for tests.
    """

    def __init__(self, root: Path, run: Callable[[Sequence[str], Path], int] | None = None) -> None:
        """Start nothing yet."""
        self._root = root
        self._ended = threading.Event()
        self._run = run or partial(_run, ended=self._ended)
        self._states: dict[str, CheckState] = {}
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="ami-check")

    def start(self, candidate: Workflow, preferred: Sequence[str] = ()) -> CheckState:
        """Start the check of a candidate unless it is under way, and return its state.

        Args:
            candidate: A stored version.
            preferred: Node ids of tests, the most wanted first; one that does not perform the task is not run.
        """
        with self._lock:
            known = self._states.get(candidate.id)
            if known is not None and not known.done:
                return known
            found = CheckState(state="waiting", text="The check is about to begin.")
            self._states[candidate.id] = found
            self._pool.submit(self._check, candidate, preferred)
            return found

    def state(self, version: str) -> CheckState | None:
        """Return the state of the check of a version, or None if there was none."""
        with self._lock:
            return self._states.get(version)

    def close(self) -> None:
        """Start no more checks, and end the one that runs: the process would wait for it."""
        self._ended.set()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _check(self, candidate: Workflow, preferred: Sequence[str]) -> None:
        self._set(candidate, CheckState(state="running", text="The tests of the project are collected."))
        try:
            with tempfile.TemporaryDirectory(prefix="ami-check-", ignore_cleanup_errors=True) as name:
                self._set(candidate, self._found(candidate, preferred, Path(name)))
        except Exception as error:  # noqa: BLE001  (the page must show any end of a check)
            self._set(candidate, CheckState(state="red", text=f"The check broke: {error}"))

    def test_of(self, task: str, preferred: Sequence[str] = ()) -> tuple[str, str]:
        """Return a test of the project that performs a task, and an empty text; or no test, and the reason.

        Args:
            task: The task.
            preferred: Node ids of tests, the most wanted first; one that does not perform the task is not returned.
        """
        with tempfile.TemporaryDirectory(prefix="ami-list-", ignore_cleanup_errors=True) as name:
            return self._test_of(task, preferred, Path(name))

    def _test_of(self, task: str, preferred: Sequence[str], folder: Path) -> tuple[str, str]:
        code = self._run(listing(task, folder), self._root)
        tests = _read(folder / _TESTS).get("tests") or []
        test = next((one for one in (*preferred, *tests) if one in tests), "")
        return test, "" if test else _no_test(task, code)

    def _found(self, candidate: Workflow, preferred: Sequence[str], folder: Path) -> CheckState:
        test, why = self._test_of(candidate.task, preferred, folder)
        if not test:
            return CheckState(state="impossible", text=why)
        self._set(candidate, CheckState(state="running", text=f"{test} replays version {candidate.version}."))
        return self._checked(candidate, test, folder)

    def _checked(self, candidate: Workflow, test: str, folder: Path) -> CheckState:
        from pytest_ami.store.journal import Journal
        from pytest_ami.store.workflow_store import WorkflowStore

        store = WorkflowStore(folder / "store", Journal(folder / "store", run="check"))
        store.add(replace(candidate, provenance=Provenance(author="person", reason="check")))
        code = self._run(command(test, folder), self._root)
        return outcome(code, _read(folder / _REPORT), candidate.version)

    def _set(self, candidate: Workflow, state: CheckState) -> None:
        with self._lock:
            self._states[candidate.id] = state


def listing(task: str, folder: Path) -> list[str]:
    """Return the command that writes the tests of a task, as the project collects them, to a file in a folder."""
    names = [
        "-p",
        "pytest_ami.review.performing_tests",
        f"--ami-list-to={folder / _TESTS}",
        f"--ami-listed-task={task}",
    ]
    return [sys.executable, "-m", "pytest", "--collect-only", "-q", *names, *_apart(folder)]


def command(test: str, folder: Path) -> list[str]:
    """Return the command that replays the only version of a store in a folder, and reports to a file there."""
    return [sys.executable, "-m", "pytest", "-q", *_apart(folder), f"--ami-json={folder / _REPORT}", "--", test]


def _apart(folder: Path) -> list[str]:
    """Return the options with which pytest leaves the project's store and cache alone."""
    store, steering = folder / "store", folder / "nothing"
    return ["-p", "no:cacheprovider", f"--ami-dir={store}", f"--ami-steering-dir={steering}", "--ami-mode=replay"]


def _no_test(task: str, code: int) -> str:
    """Return why no test can be run.

    Args:
        task: The task.
        code: Exit code of the collection.
    """
    if code not in (0, _NO_TESTS):
        return f"The tests of the project cannot be collected: pytest ended with code {code}. Run next: pytest --co -q"
    return (
        f"No test of the project names the task “{task}”, in its marker or in its call of ami.run(). "
        "Run next: its test, with pytest --ami-mode=replay"
    )


def outcome(code: int, report: Mapping[str, Any], version: int) -> CheckState:
    """Return the end of a check.

    Args:
        code: Exit code of pytest.
        report: The report of the run; empty if there is none.
        version: Number of the candidate.
    """
    runs = report.get("runs")
    run = runs[-1] if isinstance(runs, list) and runs and isinstance(runs[-1], dict) else {}
    result = str(run.get("outcome", ""))
    if code == 0 and result in ("replayed", "healed"):
        seconds = run.get("seconds")
        time = f" in {seconds:.1f} s" if isinstance(seconds, (int, float)) else ""
        heals = ", but an element had to be healed" if result == "healed" else ""
        return CheckState(state="green", text=f"Version {version} replayed green{time}{heals}.")
    drift = run.get("drift")
    if isinstance(drift, dict):
        where = f"step {drift.get('step')}: {drift.get('title')}"
        return CheckState(state="red", text=f"Version {version} did not replay: {drift.get('cause')} at {where}.")
    why = "the test is red" if result else f"the test performed no flow, and pytest ended with code {code}"
    return CheckState(state="red", text=f"Version {version} was not proven: {why}.")


def _run(arguments: Sequence[str], folder: Path, ended: threading.Event) -> int:
    """Run a command, and return its exit code; it ends with the event, or after ``LONGEST``."""
    environ = {key: value for key, value in os.environ.items() if not key.startswith(("AMI_MODE", "PYTEST_"))}
    nothing = subprocess.DEVNULL
    process = subprocess.Popen(  # noqa: S603  (no shell, and a test that pytest collected)
        list(arguments), cwd=folder, env=environ, stdin=nothing, stdout=nothing, stderr=nothing
    )
    late = time.monotonic() + LONGEST
    while process.poll() is None and time.monotonic() < late:
        if ended.wait(POLL):
            break
    if process.poll() is None:
        process.terminate()
    try:
        return process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
