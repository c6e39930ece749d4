"""`python -m benchmarks.memory.outages [--tests N] [--write]`: runs of learned tests while their servers die.

The tests are those of ``benchmarks.store.writers``: pages are simulated, everything else is the plugin. First a run on
4 workers learns all tasks with a shared store whose server is killed and started again ten times. Then runs replay
them: as they are, with a hot tier in Redis, with a Redis that is killed in the middle, and after all that the memory
knows was forgotten and has moved to the cold tier. All must have the same verdicts and ask no model.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks import results
from benchmarks.store.shared import ids, logged, machine
from benchmarks.store.writers import Round, audit, project, start
from pytest_ami.store.cold.settle import settle
from pytest_ami.store.cold.tier import FolderTier
from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.postgres import postgres_server
from tests.support.redis_server import redis_server

TESTS = 500
WORKERS = 4
DEATHS = 10


@contextmanager
def dying(server: Any, times: int, running: Round) -> Iterator[list[float]]:
    """Kill a server and start it again, so many times while a run is under way; yield the seconds of the starts."""
    starts: list[float] = []
    ended = threading.Event()

    def work() -> None:
        while len(starts) < times and running.process.poll() is None and not ended.wait(1.0):
            server.kill()
            ended.wait(0.5)
            began = time.perf_counter()
            server.start()
            starts.append(round(time.perf_counter() - began, 2))

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield starts
    finally:
        ended.set()
        thread.join()


def learned(root: Path, folder: Path, server: Any, tests: int) -> dict[str, Any]:
    """Return what a run that learns has lost and doubled while the server of its shared store died.

    Args:
        root: Folder for the second machine.
        folder: The project.
        server: The Postgres server.
        tests: Number of tests.
    """
    address = server.create("outages")
    running = start(folder, workers=WORKERS, pace=1.0, options=("-o", f"ami_store={address}"))
    with dying(server, DEATHS, running) as starts:
        result = running.end()
    store = folder / ".ami"
    for place in (store, root / "other"):
        machine(place, address)
    acknowledged = set(ids(store))
    counted = [Counter(logged(address)), Counter(ids(root / "other"))]
    found = audit(store, [running], [result])
    return {
        "tests": tests,
        "workers": WORKERS,
        "server_deaths": len(starts),
        "server_start_seconds": starts,
        "passed": len(result["passed"]),
        "failed": len(result["failed"]),
        "facts": found["facts"],
        "lost_here": found["lost"],
        "doubled_here": found["duplicated"],
        "lost_in_the_shared_store": len(acknowledged - counted[0].keys()),
        "lost_on_another_machine": len(acknowledged - counted[1].keys()),
        "doubled_elsewhere": sum(number - 1 for one in counted for number in one.values()),
        "seconds": round(result["wall_seconds"], 1),
    }


def verdicts(folder: Path, options: Sequence[str], server: Any = None) -> tuple[dict[str, str], int]:
    """Return the outcome of each test of a replay, and the model calls.

    Args:
        folder: The project.
        options: Further options of pytest.
        server: A server that is killed in the middle, or None.
    """
    report = folder.parent / "report.json"
    running = start(folder, workers=WORKERS, pace=1.0, options=("--ami-mode=replay", f"--ami-json={report}", *options))
    if server is not None:
        time.sleep(3)
        server.kill()
    result = running.end()
    data = json.loads(report.read_text("utf-8"))
    outcomes = {run["test"]: f"{run['outcome']}, {'green' if run['passed'] else 'red'}" for run in data["runs"]}
    return {**outcomes, "red": str(len(result["failed"]))}, data["model_calls"]


def only_cold(folder: Path) -> int:
    """Forget all that the memory knows, move it to the cold tier, and return the number of facts there."""
    store = folder / ".ami"
    journal = Journal(store, run="forget")
    writing = WorkflowStore(store, journal)
    for task in writing.tasks():
        writing.memory.forget(task, "a benchmark")
    journal.append(Kind.RUN_FINISHED)
    Database(store).absorb()
    settle(store, FolderTier(store / "cold"))
    rows = Database(store).query("SELECT count(DISTINCT id) AS n FROM cold_facts WHERE NOT warm") or []
    return int(rows[0]["n"]) if rows else 0


def measure(*, tests: int = TESTS, tell: Callable[[str], object] = lambda _: None) -> dict[str, Any]:
    """Return what was lost and doubled, and the differences of the verdicts.

    Args:
        tests: Number of tests.
        tell: Called with a line of progress.
    """
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name, postgres_server(fsync=True) as postgres, redis_server() as redis:
        root = Path(name)
        folder = project(root / "one", tests)
        tell("outages: learning, the server dies")
        found["server_dies"] = learned(root, folder, postgres, tests)
        hot = ("-o", f"ami_hot={redis.url}")
        tell("outages: replays")
        expected, calls = verdicts(folder, ())
        found["replays"] = {"as_it_is": {"differences": 0, "model_calls": calls, "tests": len(expected) - 1}}
        ways: dict[str, tuple[Sequence[str], Any]] = {"hot_in_redis": (hot, None), "redis_killed": (hot, redis)}
        for way, (options, server) in ways.items():
            tell(f"outages: {way}")
            found["replays"][way] = _compared(expected, *verdicts(folder, options, server))
        tell("outages: cold only")
        cold = only_cold(folder)
        found["replays"]["cold_only"] = {"cold_facts": cold, **_compared(expected, *verdicts(folder, ()))}
    return {**found, "load": round(os.getloadavg()[0], 2)}


def _compared(expected: dict[str, str], mine: dict[str, str], calls: int) -> dict[str, int]:
    names = expected.keys() | mine.keys()
    return {"differences": sum(expected.get(name) != mine.get(name) for name in names), "model_calls": calls}


def main() -> int:
    """Measure, print JSON, and keep the figures if asked."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory.outages", description=__doc__)
    parser.add_argument("--tests", type=int, default=TESTS, help=f"number of tests (default: {TESTS})")
    parser.add_argument("--write", action="store_true", help=f"put the figures into {results.RESULTS.name}")
    asked = parser.parse_args()
    found = measure(tests=asked.tests, tell=lambda line: print(line, file=sys.stderr, flush=True))
    print(json.dumps(found, indent=2))
    if asked.write:
        results.keep("memory", {**results.known().get("memory", {}), "outages": found})
    return 0


if __name__ == "__main__":
    sys.exit(main())
