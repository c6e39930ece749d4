"""One fault at a time: plants it into a copy, runs the tests that may notice it, and says what came of it.

Rules of this module:

* The targets are green without the fault, or nothing is concluded from them. They are run once for all faults.
* A fault is killed by the first test that fails with it. Everything that is not an outcome of tests (nothing collected,
  the package of another checkout) is an error of this benchmark and never a kill.
* Tests that ``make test`` leaves out (marker ``nightly``) do not count.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from .checkout import Checkout
from .fault import Fault, FaultError, locate
from .witness import VARIABLE

KILLED, SURVIVED, SURVIVED_TARGETS = "killed", "survived", "survived the targets"
NOT_PLANTED, NO_TEST, RED_WITHOUT = "not planted", "no such test", "red without the fault"
PASSED, NOTHING = 0, 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The end of one run of pytest.

    Attributes:
        code: Exit code of pytest; None when it took too long.
        selected: Node ids of the tests that were selected.
        failed: Node ids of the tests that failed, in order, each with the class of its error.
        took: Seconds of each test.
        seconds: Wall time.
    """

    code: int | None
    selected: tuple[str, ...] = ()
    failed: dict[str, str] = field(default_factory=dict)
    took: dict[str, float] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def green(self) -> bool:
        """Whether nothing failed."""
        return self.code in (PASSED, NOTHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The result of one fault.

    Attributes:
        fault: Its name.
        layer: Its layer.
        title: The fault as a sentence.
        needs: The only kind of tests that can notice it, or an empty string.
        result: ``killed``, ``survived``, ``survived the targets``, or why it was not tried.
        by: Node id of the test that killed it.
        error: Class of the error with which that test failed, or why the fault was not tried.
        tests: Number of tests that were selected.
        green_seconds: Seconds of these tests without the fault, pytest's own start not included.
        seconds: Wall time with it.
    """

    fault: str
    layer: str
    title: str
    needs: str = ""
    result: str
    by: str = ""
    error: str = ""
    tests: int = 0
    green_seconds: float = 0.0
    seconds: float = 0.0


def without(checkout: Checkout, faults: Sequence[Fault], timeout: float) -> dict[str, Outcome]:
    """Return how the targets of faults end without any fault, by the ``-k`` expressions that select them.

    Args:
        checkout: The copy.
        faults: The faults.
        timeout: Seconds for the targets of one fault.
    """
    wanted: dict[str, dict[str, None]] = defaultdict(dict)
    for fault in faults:
        wanted[fault.k].update(dict.fromkeys(checkout.nodes(fault.tests)))
    return {
        k: pytest(checkout, list(nodes), k=k, timeout=timeout * len(faults), first=False)
        for k, nodes in wanted.items()
        if nodes
    }


def tried(
    checkout: Checkout, fault: Fault, green: dict[str, Outcome], *, timeout: float = 600, whole: bool = False
) -> Result:
    """Return what came of a fault.

    Args:
        checkout: The copy; it is left as it was.
        fault: What to plant.
        green: From ``without``.
        timeout: Seconds for one run of its targets.
        whole: Whether all tests are run where the targets do not notice it.
    """
    about: dict[str, Any] = {"fault": fault.name, "layer": fault.layer, "title": fault.title, "needs": fault.needs}
    try:
        locate(fault, checkout.sources)
    except FaultError as error:
        return Result(**about, result=NOT_PLANTED, error=str(error))
    nodes = checkout.nodes(fault.tests)
    before = green.get(fault.k, Outcome(code=NOTHING))
    mine = [test for test in before.selected if test.partition("[")[0] in nodes]
    if not mine:
        return Result(**about, result=NO_TEST)
    about |= {"tests": len(mine), "green_seconds": round(sum(before.took.get(test, 0) for test in mine), 1)}
    if red := next((test for test in mine if test in before.failed), ""):
        return Result(**about, result=RED_WITHOUT, by=red, error=before.failed[red])
    survived = SURVIVED_TARGETS
    with checkout.planted(fault):
        found = pytest(checkout, nodes, k=fault.k, timeout=timeout)
        if found.green and whole:
            found, survived = everything(checkout), SURVIVED
    by, why = next(iter(found.failed.items()), ("", "" if found.green else "took too long"))
    word = survived if found.green else KILLED
    return Result(**about, result=word, by=by, error=why, seconds=found.seconds)


def everything(checkout: Checkout, marks: str = "", leave_out: Sequence[str] = ()) -> Outcome:
    """Run the whole suite as ``make test`` does.

    Args:
        checkout: The copy.
        marks: Expression that selects tests by their markers, beside what ``make test`` leaves out.
        leave_out: Files of tests to leave out.
    """
    ignored = [f"--ignore={file}" for file in leave_out]
    workers = os.environ.get("WORKERS", "2")
    return pytest(checkout, ["tests", *ignored], marks=marks, workers=workers, timeout=7200)


def pytest(
    checkout: Checkout,
    nodes: Sequence[str],
    *,
    k: str = "",
    marks: str = "",
    workers: str = "0",
    timeout: float = 600,
    first: bool = True,
) -> Outcome:
    """Run tests of the copy in a process of their own.

    Args:
        checkout: The copy.
        nodes: Node ids, folders, or further options.
        k: Expression that selects tests by name.
        marks: Expression that selects tests by their markers, beside what ``make test`` leaves out.
        workers: Number of processes of pytest-xdist.
        timeout: Seconds after which the run, and every process that it has started, is ended.
        first: Whether the first failure ends the run.

    Raises:
        FaultError: The package of another checkout was tested, or pytest itself failed.
    """
    options = ["-q", "-p", "no:randomly", "-p", "no:cacheprovider", "-p", "benchmarks.seeded_faults.witness"]
    marked = " and ".join(filter(None, [checkout.ours, marks]))
    chosen = ["-n", workers, "--dist", "loadgroup", "-m", marked, *(["-k", k] if k else ()), *(["-x"] if first else ())]
    command = [sys.executable, "-m", "pytest", *options, "--hypothesis-seed=0", *chosen, *nodes]
    environ = {name: text for name, text in checkout.environ.items() if name != "PYTEST_ADDOPTS"}
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder) / "notes.jsonl"
        notes.touch()
        began = time.monotonic()
        code, output = _ended(command, checkout.path, {**environ, VARIABLE: str(notes)}, timeout)
        seconds = round(time.monotonic() - began, 1)
        said = [json.loads(line) for line in notes.read_text("utf-8").splitlines()]
    found = _outcome(said, code, seconds)
    imported = {one["package"] for one in said if "package" in one}
    strange = [package for package in imported if not package.startswith(str(checkout.path))]
    if strange:
        raise FaultError(f"the package was imported from {strange[0]}")
    if not found.green and code is not None and not found.failed:
        raise FaultError(f"pytest ended with {code}:\n{output[-3000:]}")
    return found


def _ended(command: Sequence[str], folder: Path, environ: dict[str, str], timeout: float) -> tuple[int | None, str]:
    """Run a command; return its exit code, None if it took too long, and its output."""
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            return None, process.communicate()[0]
        return process.returncode, output


def _outcome(said: Sequence[dict[str, Any]], code: int | None, seconds: float) -> Outcome:
    failed: dict[str, str] = {}
    took: dict[str, float] = defaultdict(float)
    for one in said:
        if one.get("failed"):
            failed.setdefault(one["test"], "")
        if one.get("error") and failed.get(one["test"]) == "":
            failed[one["test"]] = one["error"]
        took[one.get("test", "")] += one.get("seconds", 0.0)
    selected = dict.fromkeys(test for one in said for test in one.get("selected", ()))
    return Outcome(code=code, selected=tuple(selected), failed=failed, took=dict(took), seconds=seconds)


def plain(result: Result) -> dict[str, object]:
    """Return a result as JSON has it, without what is empty."""
    return {name: value for name, value in asdict(result).items() if value not in ("", 0, 0.0)}
