"""`python -m benchmarks.memory.spread [--replays N] [--write]`: many simulated replays in many processes.

30,000 simulated replays on a local Dask cluster and over 8 shards: what is lost or doubled, and the scheduling.

A replay is simulated by a wait, and by the facts that a real one writes. Everything else is real: ``executors.spread``,
a Dask scheduler with worker processes, journals, and the absorbing into one store. The plan of a CI matrix of 8 shards
comes from ``plugin.shard``; each shard writes a store of its own in a process of its own.

The share of scheduling is the time in which workers were not at work on a replay, of all time: with the short waits,
and computed for waits of the real length. It needs a machine that is not busy with other things; on a busy one only the
counts hold.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import results
from pytest_ami.plugin.shard import split, weigh
from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from pytest_ami.testing.executors import executors, local_processes, spread
from pytest_ami.testing.suite.shards import ShardResult, SuiteShard, add_facts, facts_of, shards_of

REPLAYS = 30_000
SECONDS = 0.54
"""Seconds of a replay, as ``replay_ratio`` measured it; the waits are shorter by ``PACE``."""

PACE = 0.02
WORKERS = 4
SHARDS = 8
DEATHS = 10
"""Number of workers that are killed, in a tenth of the replays."""


@dataclass(frozen=True, slots=True)
class Worked:
    """The result of a simulated shard.

    Attributes:
        result: Its facts.
        seconds: Seconds that it spent in replays.
    """

    result: ShardResult
    seconds: float


def replayed(shard: SuiteShard) -> Worked:
    """Simulate the tests of a shard in a store of its own, and return its facts."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / ".ami"
        began = time.perf_counter()
        write(folder, shard.tests)
        seconds = time.perf_counter() - began
        return Worked(ShardResult(facts=facts_of(folder)), seconds)


def dying(shard: SuiteShard, folder: str) -> Worked:
    """Simulate a shard; the process dies in the first try of each shard whose mark is in a folder."""
    mark = Path(folder) / shard.tests[0]
    if mark.exists():
        mark.unlink()
        os._exit(1)
    return replayed(shard)


def write(folder: Path, tests: Sequence[str]) -> None:
    """Write the facts of the replays of some tests, each after the time that it takes."""
    journal = Journal(folder, run=f"r{os.getpid()}-{tests[0]}")
    for test in tests:
        time.sleep(SECONDS * PACE)
        data = {"outcome": "replayed", "passed": True, "seconds": SECONDS, "steps": 3, "model_calls": 0}
        journal.append(Kind.TEST_FINISHED, task="send email", workflow="w1", test=test, attempt=1, data=data)
    journal.append(Kind.RUN_FINISHED)


def names(replays: int) -> list[str]:
    """Return the names of so many tests."""
    return [f"test_{number:05}" for number in range(replays)]


def suite(replays: int) -> list[SuiteShard]:
    """Return the shards of so many simulated tests, whose durations are known and differ."""
    source = random.Random(7)  # noqa: S311
    tests = tuple(names(replays))
    durations = {test: source.uniform(0.2, 1.0) for test in tests}
    return shards_of(SuiteShard(root="/", tests=tests, mode="replay"), durations)


def counted(folder: Path, replays: int) -> dict[str, int]:
    """Return how many replays a store lacks, and how many it has more than once."""
    Database(folder).absorb()
    rows = Database(folder, readonly=True).query("SELECT test FROM facts WHERE kind = 'test_finished'") or []
    found = Counter(row["test"] for row in rows)
    return {
        "lost": replays - len(found),
        "doubled": sum(number - 1 for number in found.values()),
    }


def on_executor(
    make: Any, workers: int, replays: int, work: Callable[[SuiteShard], Worked], root: Path
) -> dict[str, Any]:
    """Return what a run of all shards on an executor has lost and doubled, and the share of scheduling.

    Args:
        make: Makes the executor.
        workers: Number of its processes.
        replays: Number of replays.
        work: Simulates a shard.
        root: Folder for the store.
    """
    parts = suite(replays)
    worked, errors, absorbing = 0.0, 0, 0.0
    began = time.perf_counter()
    for _, result in spread(make, work, parts):
        if isinstance(result, Exception):
            errors += 1
            continue
        worked += result.seconds
        start = time.perf_counter()
        add_facts(root / ".ami", "suite", result.result.facts)
        absorbing += time.perf_counter() - start
    seconds = time.perf_counter() - began
    return {
        "replays": replays,
        "shards": len(parts),
        "workers": workers,
        "failed_shards": errors,
        "seconds": round(seconds, 2),
        "absorbing_seconds": round(absorbing, 2),
        "scheduling_seconds": round(seconds - worked / workers, 2),
        "scheduling_share": round(1 - worked / workers / seconds, 4),
        "share_of_real_replays": round((seconds - worked / workers) / (replays * SECONDS / workers + seconds), 4),
        **counted(root / ".ami", replays),
    }


def over_shards(replays: int, root: Path) -> dict[str, Any]:
    """Return what 8 shards of a CI matrix have lost and doubled: each runs its part, and their stores are absorbed."""
    tests = names(replays)
    source = random.Random(8)  # noqa: S311
    plan = split(weigh(tests, {test: source.uniform(0.2, 1.0) for test in tests}), SHARDS)
    parts = [[test for test in tests if plan[test] == number] for number in range(1, SHARDS + 1)]
    jobs = [SuiteShard(root="/", tests=tuple(part), mode="replay") for part in parts]
    results = list(spread(partial(local_processes, SHARDS), replayed, jobs))
    random.Random(9).shuffle(results)  # noqa: S311
    for _ in range(2):  # absorbing twice has no further effect
        for _, result in results:
            if isinstance(result, Exception):
                raise result
            add_facts(root / ".ami", "shard", result.result.facts)
    sizes = [len(part) for part in parts]
    return {
        "replays": replays,
        "shards": SHARDS,
        "least": min(sizes),
        "most": max(sizes),
        **counted(root / ".ami", replays),
    }


def measure(*, replays: int = REPLAYS, tell: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Return the figures of a Dask cluster, of one whose workers die, and of 8 shards.

    Args:
        replays: Number of replays.
        tell: Called with a line of progress.
    """
    from distributed import LocalCluster

    load = [round(os.getloadavg()[0], 2)]
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        with LocalCluster(n_workers=WORKERS, threads_per_worker=1, dashboard_address=None) as cluster:
            address = cluster.scheduler_address.replace("tcp://", "dask://")
            with executors(address, WORKERS) as make:
                tell("spread: dask")
                found["dask"] = on_executor(make, WORKERS, replays, replayed, root / "dask")
                tell("spread: dask, workers die")
                marks = root / "marks"
                marks.mkdir()
                fewer = max(DEATHS * 10, replays // 10)
                for part in suite(fewer)[:: fewer // (DEATHS * 10)]:
                    (marks / part.tests[0]).touch()
                killed = len(list(marks.iterdir()))
                work = partial(dying, folder=str(marks))
                found["dask_with_deaths"] = on_executor(make, WORKERS, fewer, work, root / "deaths")
                found["dask_with_deaths"]["killed_workers"] = killed - len(list(marks.iterdir()))
        tell("spread: 8 shards")
        found["shards"] = over_shards(replays, root / "shards")
    return {**found, "load_before_and_after": [*load, round(os.getloadavg()[0], 2)]}


def main() -> int:
    """Measure, print JSON, and keep the figures if asked."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory.spread", description=__doc__)
    parser.add_argument("--replays", type=int, default=REPLAYS, help=f"number of replays (default: {REPLAYS})")
    parser.add_argument("--write", action="store_true", help=f"put the figures into {results.RESULTS.name}")
    asked = parser.parse_args()
    found = measure(replays=asked.replays, tell=lambda line: print(line, file=sys.stderr, flush=True))
    print(json.dumps(found, indent=2))
    if asked.write:
        results.keep("memory", {**results.known().get("memory", {}), "spread": found})
    return 0


if __name__ == "__main__":
    sys.exit(main())
