"""The cost of a store as it ages: opening a run, a look-up, the end of a run, `ami stats`, and bytes.

The store grows by journals like those of real runs, up to the full number of facts. At every point, each measurement
runs in separate processes, so that only the disk cache is warm.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.facts import Fact, Kind, encode, new_id
from pytest_ami.store.journal import make_folder

ROOT = Path(__file__).parents[2]
CONTENT = ROOT / "fixtures" / "workflows" / "send-email-2026.json"
GOALS = {"open_ms": 300.0, "look_up_ms": 5.0, "stats_ms": 1000.0}
POINTS = (0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 1.0)
PER_JOURNAL = 20_000
STEPS = 8

OPENING = """
import json, random, sys, time
import pytest  # it is a run of pytest's that opens the store: what pytest has loaded is there already
began, cpu = time.perf_counter(), time.process_time()
from pathlib import Path
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
folder, flows, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
store = WorkflowStore(folder, Journal(folder, run="growth"))
assert store.find(f"task {flows // 2}") is not None
opened, opened_cpu = time.perf_counter() - began, time.process_time() - cpu
import msgspec
random.seed(seed)
looked = []
for number in random.sample(range(flows), min(200, flows)):
    began = time.perf_counter()
    assert store.find(f"task {number}") is not None
    looked.append(time.perf_counter() - began)
print(json.dumps({"open": opened, "open_cpu": opened_cpu, "looked": looked}))
"""
ENDING = """
import json, sys, time
import pytest
from pathlib import Path
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
folder, flows, run = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
journal = Journal(folder, run=f"run-{run}")
began, cpu = time.perf_counter(), time.process_time()
store = WorkflowStore(folder, journal)
for number in range(50):
    flow = store.find(f"task {number % flows}")
    for step in range(8):
        data = {"step": step + 1, "kind": "click", "seconds": 0.05}
        journal.append(Kind.OPERATION, task=flow.task, workflow=flow.id, data=data)
    data = {"outcome": "replayed", "passed": True, "seconds": 1.5, "steps": 8, "model_calls": 0}
    journal.append(Kind.TEST_FINISHED, task=flow.task, workflow=flow.id, data=data)
journal.append(Kind.RUN_FINISHED)
store.absorb(strict=True)
print(json.dumps({"run": time.perf_counter() - began, "run_cpu": time.process_time() - cpu}))
"""


class Author:
    """Writes the journals of many runs: first the versions, then replays of them in turn."""

    def __init__(self, folder: Path, flows: int) -> None:
        self.folder = folder
        self.flows = flows
        self.content = json.loads(CONTENT.read_text("utf-8"))
        self.ids = [new_id() for _ in range(flows)]
        self.written = self.runs = self._turn = 0
        make_folder(folder)
        (folder / "journal").mkdir(exist_ok=True)
        self._pending: list[bytes] = []
        for number in range(flows):
            self._version(number)

    def up_to(self, total: int) -> None:
        """Write facts until there are ``total``."""
        while self.written < total:
            self._replay(self._turn % self.flows)
            self._turn += 1
        self._flush()

    def _version(self, number: int) -> None:
        steps = [*self.content["steps"]]
        steps[-1] = {**steps[-1], "value": f"{self.ids[number]} {number * 7919}"}
        flow = {**self.content, "task": f"task {number}", "id": self.ids[number], "version": 1, "steps": steps}
        self._add(number, Kind.VERSION, {"workflow": flow})
        for status, reason in (("candidate", "learned"), ("active", "replay.green")):
            self._add(number, Kind.STATUS, {"status": status, "reason": reason, "text": "as it was", "evidence": []})

    def _replay(self, number: int) -> None:
        for step in range(1, STEPS + 1):
            self._add(number, Kind.OPERATION, {"step": step, "kind": "click", "seconds": 0.03 + number % 50 / 1000})
        seconds = 1 + number % 100 / 100
        data = {"outcome": "replayed", "passed": number % 97 != 0, "seconds": seconds, "steps": STEPS, "model_calls": 0}
        self._add(number, Kind.TEST_FINISHED, data)

    def _add(self, number: int, kind: Kind, data: dict[str, Any]) -> None:
        told: dict[str, Any] = {"test": f"tests/test_{number % 100}.py::test_{number}", "task": f"task {number}"}
        fact = Fact(kind=kind.value, run=f"r{self.runs}", worker="gw0", workflow=self.ids[number], data=data, **told)
        self._pending.append(encode(fact))
        self.written += 1
        if len(self._pending) >= PER_JOURNAL:
            self._flush()

    def _flush(self) -> None:
        if self._pending:
            self._pending.append(encode(Fact(kind=Kind.RUN_FINISHED.value, run=f"r{self.runs}", worker="gw0")))
            (self.folder / "journal" / f"r{self.runs}-gw0.jsonl").write_bytes(b"".join(self._pending))
            self._pending, self.runs, self.written = [], self.runs + 1, self.written + 1


def in_process(code: str, *arguments: object) -> dict[str, Any]:
    """Run a script in a process of its own; return what it prints."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environ, check=True, capture_output=True, text=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def stats(project: Path) -> float:
    """Return the seconds that `ami stats --json` takes, its start included."""
    command = [sys.executable, "-c", "from pytest_ami.cli import main; main()", "stats", "--json"]
    began = time.perf_counter()
    done = subprocess.run(
        command, cwd=project, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    seconds = time.perf_counter() - began
    assert done.returncode == 0, done.stdout + done.stderr
    json.loads(done.stdout)
    return seconds


def point(project: Path, flows: int, facts: int, repeats: int, number: int) -> dict[str, Any]:
    """Measure a store as it is now.

    Args:
        project: The folder that holds `.ami`.
        flows: Workflows in it.
        facts: Facts in it.
        repeats: How often each thing is measured; medians count.
        number: Of the point, for names of runs.
    """
    folder = project / ".ami"
    opened = [in_process(OPENING, folder, flows, seed) for seed in range(repeats)]
    looked = sorted(seconds for one in opened for seconds in one["looked"])
    ended = [in_process(ENDING, folder, flows, f"{number}-{one}") for one in range(repeats)]
    return {
        "facts": facts,
        "open_ms": _ms(one["open"] for one in opened),
        "open_cpu_ms": _ms(one["open_cpu"] for one in opened),
        "open_least_ms": round(min(one["open"] for one in opened) * 1000, 1),
        "look_up_ms": _ms(looked),
        "look_up_p99_ms": round(looked[int(len(looked) * 0.99)] * 1000, 3),
        "run_ms": _ms(one["run"] for one in ended),
        "run_cpu_ms": _ms(one["run_cpu"] for one in ended),
        "stats_ms": _ms(stats(project) for _ in range(max(1, repeats // 2))),
        "database_mb": round((folder / "workflows.duckdb").stat().st_size / 1e6, 1),
        "journals_mb": round(sum(path.stat().st_size for path in folder.rglob("*.jsonl")) / 1e6, 1),
        "journals": sum(1 for _ in folder.rglob("*.jsonl")),
    }


def measure(
    *, facts: int = 1_000_000, flows: int = 10_000, repeats: int = 5, tell: Callable[[str], None] = lambda _: None
) -> dict[str, Any]:
    """Return what a store costs at several ages.

    Args:
        facts: How many there are in the end.
        flows: How many workflows.
        repeats: How often each thing is measured at every point.
        tell: Called with a line of progress.
    """
    with tempfile.TemporaryDirectory() as name:
        project = Path(name)
        tell("writing the versions")
        author = Author(project / ".ami", flows)
        curve: list[dict[str, Any]] = []
        for number, share in enumerate(POINTS):
            total = int(facts * share)
            if total < author.written and share < 1:
                continue
            author.up_to(total)
            tell(f"absorbing up to {author.written:,} facts")
            Database(project / ".ami").absorb()
            tell(f"measuring with {author.written:,} facts")
            curve.append(point(project, flows, author.written, repeats, number))
    last = curve[-1]
    return {
        "facts": last["facts"],
        "workflows": flows,
        "goals": GOALS,
        **{key: last[key] for key in ("open_ms", "open_cpu_ms", "look_up_ms", "look_up_p99_ms", "stats_ms", "run_ms")},
        "database_mb": last["database_mb"],
        "journals_mb": last["journals_mb"],
        "run_cost_last_to_first": round(last["run_ms"] / curve[0]["run_ms"], 2),
        "curve": curve,
    }


def _ms(seconds: Any) -> float:
    return round(float(median(seconds)) * 1000, 2)
