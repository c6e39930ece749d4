"""A candidate is checked by a replay in the background: its test runs once, in a store that holds nothing else.

Rules of this module:

* The check runs the user's own test in a process of its own, in replay mode: no model can be asked.
* The candidate is alone in a temporary store, so it is the version that runs, and nothing that the check does reaches
  the project's store. A person decides what follows.
* A node id may come from a stranger's journal: it must name a file inside of the project, and no option of pytest.
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
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_ami.model.workflow import Provenance

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pytest_ami.model.workflow import Workflow

LONGEST = 300.0
"""Seconds that a check may take."""

_STEERING = "nothing"
_REPORT = "report.json"


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
        self._run = run or _run
        self._states: dict[str, CheckState] = {}
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="ami-check")

    def start(self, candidate: Workflow, test: str) -> CheckState:
        """Start the check of a candidate unless it is under way, and return its state.

        Args:
            candidate: A stored version.
            test: Node id of a test that performs its task.
        """
        with self._lock:
            known = self._states.get(candidate.id)
            if known is not None and not known.done:
                return known
            problem = node_problem(test, self._root)
            if problem:
                found = CheckState(state="impossible", text=problem)
            else:
                found = CheckState(state="waiting", text="The check waits for another one.")
                self._pool.submit(self._check, candidate, test)
            self._states[candidate.id] = found
            return found

    def state(self, version: str) -> CheckState | None:
        """Return the state of the check of a version, or None if there was none."""
        with self._lock:
            return self._states.get(version)

    def close(self) -> None:
        """Start no more checks; one that runs may end."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _check(self, candidate: Workflow, test: str) -> None:
        self._set(candidate, CheckState(state="running", text=f"{test} replays version {candidate.version}."))
        try:
            with tempfile.TemporaryDirectory(prefix="ami-check-", ignore_cleanup_errors=True) as name:
                self._set(candidate, self._checked(candidate, test, Path(name)))
        except Exception as error:  # noqa: BLE001  (the page must show any end of a check)
            self._set(candidate, CheckState(state="red", text=f"The check broke: {error}"))

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


def command(test: str, folder: Path) -> list[str]:
    """Return the command that replays the only version of a store in a folder, and reports to a file there."""
    return [
        *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
        *(f"--ami-dir={folder / 'store'}", f"--ami-steering-dir={folder / _STEERING}"),
        *(f"--ami-json={folder / _REPORT}", "--ami-mode=replay"),
        *("--", test),
    ]


def node_problem(test: str, root: Path) -> str:
    """Return why a node id cannot be run, or an empty string.

    Args:
        test: The node id.
        root: Folder of the project.
    """
    if not test:
        return "No test is known that performs this task. Run its test with pytest."
    path = root / test.partition("::")[0]
    try:
        inside = path.resolve().is_relative_to(root.resolve()) and path.is_file()
    except (OSError, RuntimeError, ValueError):
        inside = False
    if test.startswith("-") or "::" not in test or not inside:
        return f"The test {test[:200]} is not in this project."
    return ""


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


def _run(arguments: Sequence[str], folder: Path) -> int:
    environ = {key: value for key, value in os.environ.items() if not key.startswith(("AMI_MODE", "PYTEST_"))}
    try:
        done = subprocess.run(  # noqa: S603  (the node id was checked, and stands behind "--")
            list(arguments), cwd=folder, env=environ, stdin=subprocess.DEVNULL, capture_output=True,
            timeout=LONGEST, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return -1
    return done.returncode


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
