"""Many workers, two runs at once, and workers that are killed, on one store: what is lost, doubled, and what it costs.

A suite of learned tests on faked pages (see `faked`) runs under pytest-xdist as a user would run it. What must be there
afterwards is known from elsewhere: from the ids that `Journal.append` has returned, and from pytest's own results.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_ami.store.facts import decode
from pytest_ami.store.journal import journals
from pytest_ami.store.workflow_store import WorkflowStore

ROOT = Path(__file__).parents[2]
GOAL = 0.05
"""Share of the wall time that the plugin may take."""

KILL_EVERY = 50
SUITE = """
import pytest
from tests.support.faked import teach

FLOWS = [pytest.param(n, marks=pytest.mark.learned(f"task {{n}}", teacher=teach)) for n in range({tests})]


@pytest.mark.parametrize("n", FLOWS)
def test_flow(ami, page, n):
    ami.run(to="ann@example.com", subject=f"Mail {{n}}")
    assert "status|Message sent" in page.fake.notices
"""
LOCK_WORDS = ("cannot be used", "held by another process", "were not absorbed", "held its lock", "could not set lock")


@dataclass(frozen=True, slots=True)
class Round:
    """One pytest run that is under way.

    Attributes:
        folder: Where it leaves what it has to say.
        process: Pytest.
        began: When, seconds.
    """

    folder: Path
    process: subprocess.Popen[str]
    began: float

    def end(self) -> dict[str, Any]:
        """Wait for it and return what came of it."""
        out, _ = self.process.communicate()
        wall = time.perf_counter() - self.began
        (self.folder / "out.txt").write_text(out, "utf-8")
        cases = ET.parse(self.folder / "junit.xml").getroot().iter("testcase")  # noqa: S314  (pytest has just written it)
        outcomes = {case.get("name", ""): not list(case.iter("failure")) + list(case.iter("error")) for case in cases}
        times = [json.loads(path.read_text("utf-8")) for path in self.folder.glob("times/*.json")]
        return {
            "wall_seconds": wall,
            "passed": sorted(name for name, green in outcomes.items() if green),
            "failed": sorted(name for name, green in outcomes.items() if not green),
            "lock_errors": sum(out.lower().count(words) for words in LOCK_WORDS),
            "summary": [line for line in out.splitlines() if "model calls" in line],
            "shares": shares(times, wall),
        }


def start(project: Path, *, workers: int, pace: float, kill: int = 0, options: Sequence[str] = ()) -> Round:
    """Start pytest on a project.

    Args:
        project: Its folder.
        workers: How many processes; 0 for none but pytest's own.
        pace: See `faked`.
        kill: Kill the worker in every how many-th test, never if 0.
        options: Further ones of pytest.
    """
    folder = Path(tempfile.mkdtemp(dir=project.parent))
    for name in ("times", "witness"):
        (folder / name).mkdir()
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "AMI_", "FAKED_", "CI"))}
    environ |= {
        "PYTHONPATH": str(ROOT),
        "FAKED_PACE": str(pace),
        "FAKED_TIMES": str(folder / "times"),
        "FAKED_WITNESS": str(folder / "witness"),
        "FAKED_KILL": str(kill),
    }
    plugins = ("-p", "tests.support.faked", "-p", "no:playwright", "-p", "no:randomly", "-p", "no:cacheprovider")
    spread = ("-n", str(workers), "--max-worker-restart", "100000") if workers else ()
    command = [sys.executable, "-m", "pytest", "-q", *plugins, *spread, f"--junitxml={folder / 'junit.xml'}", *options]
    began = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=project, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return Round(folder, process, began)


def project(folder: Path, tests: int) -> Path:
    """Write the suite into a new project and return its folder."""
    made = folder / "project"
    made.mkdir(parents=True)
    (made / "pytest.ini").write_text("[pytest]\n", "utf-8")
    (made / "test_flows.py").write_text(SUITE.format(tests=tests), "utf-8")
    return made


def shares(times: list[dict[str, Any]], wall: float) -> dict[str, Any]:
    """Return the plugin's share of the time of the workers, and what it takes in the controller.

    ``share`` is wall time within the plugin, over all wall time of the workers. On a busy machine that contains waiting
    for the processor; ``cpu_share`` is its processor time over the same wall time.
    """
    workers = [one for one in times if one["worker"] != "main"] or times
    total = sum(sum(one["seconds"].values()) for one in workers)
    main = next((one for one in times if one["worker"] == "main"), None)
    return {
        "share": round(sum(one["seconds"].get("ami", 0) for one in workers) / total, 4) if total else None,
        "cpu_share": round(sum(one["cpu"].get("ami", 0) for one in workers) / total, 4) if total else None,
        "controller_share": round(main["seconds"].get("ami", 0) / wall, 4) if main else None,
        "controller_seconds": round(main["seconds"].get("ami", 0), 2) if main else None,
    }


def audit(folder: Path, rounds: Sequence[Round], results: Sequence[dict[str, Any]]) -> dict[str, int]:
    """Compare a store with what was to be written.

    Args:
        folder: The ``.ami`` folder.
        rounds: The runs that wrote it.
        results: What came of each.
    """
    store = WorkflowStore(folder)
    store.absorb(strict=True)
    kept = Counter(row["id"] for row in store.facts("SELECT id FROM facts"))
    lines: Counter[str] = Counter()
    for path in journals(folder, absorbed=True).values():
        lines.update(fact.id for line in path.read_bytes().splitlines() if (fact := decode(line)))
    told = {
        line
        for one in rounds
        for path in one.folder.glob("witness/*.txt")
        for line in path.read_text().split("\n")[:-1]  # an id that a killed process did not finish is none
    }
    finished = Counter(
        (row["run"], row["test"], row["attempt"])
        for row in store.facts("SELECT run, test, attempt FROM facts WHERE kind = 'test_finished'")
    )
    passed = sum(len(result["passed"]) for result in results)
    green = "json_extract_string(data, '$.passed') = 'true'"
    noted = store.facts(f"SELECT count(*) AS n FROM facts WHERE kind = 'test_finished' AND {green}")  # noqa: S608
    return {
        "facts": len(kept),
        "acknowledged": len(told),
        "lost": len(told - kept.keys()),
        "duplicated": sum(count - 1 for counts in (kept, lines, finished) for count in counts.values()),
        "written_unacknowledged": len(kept.keys() - told),
        "green_tests": passed,
        "green_tests_not_in_store": passed - noted[0]["n"],
        "lock_errors": sum(result["lock_errors"] for result in results),
    }


def measure(
    *, tests: int = 500, workers: int = 4, pace: float = 1.0, tell: Callable[[str], None] = lambda _: None
) -> dict[str, Any]:
    """Return what is lost, doubled and spent: learning, replaying, two runs at once, and with workers killed.

    Args:
        tests: Tests for each worker.
        workers: Workers of each run.
        pace: See `faked`.
        tell: Called with a line of progress.
    """
    found: dict[str, Any] = {"workers": workers, "tests_each": tests, "pace": pace, "goal_share": GOAL}
    with tempfile.TemporaryDirectory() as name:
        one = project(Path(name, "one"), tests * workers)
        rounds: list[Round] = []
        results: list[dict[str, Any]] = []
        for what in ("learning", "replaying"):
            tell(f"{workers} workers, {tests} tests each: {what}")
            rounds.append(start(one, workers=workers, pace=pace))
            results.append(rounds[-1].end())
            found[what] = {**audit(one / ".ami", rounds, results), **_plain(results[-1])}
        two = project(Path(name, "two"), tests * workers)
        before: list[tuple[Round, dict[str, Any]]] = []
        for what in ("two_learning", "two_replaying"):
            tell(f"two runs at once, {workers} workers each: {what}")
            pair = [start(two, workers=workers, pace=pace) for _ in range(2)]
            ends = [running.end() for running in pair]
            before += zip(pair, ends, strict=True)
            found[what] = {**audit(two / ".ami", *map(list, zip(*before, strict=True))), **_plain(ends[0])}
        tell(f"a worker killed in every {KILL_EVERY}th test")
        three = project(Path(name, "three"), tests * workers)
        killed = start(three, workers=workers, pace=pace, kill=KILL_EVERY)
        result = killed.end()
        found["killed"] = {**audit(three / ".ami", [killed], [result]), **_plain(result)}
        found["killed"]["kills"] = tests * workers // KILL_EVERY
    return found


def _plain(result: dict[str, Any]) -> dict[str, Any]:
    return {
        "wall_seconds": round(result["wall_seconds"], 1),
        "passed": len(result["passed"]),
        "failed": len(result["failed"]),
        "summary": result["summary"][-1:],
        **result["shares"],
    }
