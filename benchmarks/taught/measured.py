"""All tasks in all designs, taught by a model: running them, and what the rows come to."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks import results
from benchmarks.staleness.workers import append, names, read
from tests.support.model.server import ModelServer
from tests.support.redesign.lesson import taught
from tests.support.redesign.stage import stage

WORKERS = 2
DESIGNS = ("2019", "2023", "2026")


def rows(part: tuple[int, int], folder: Path, only: tuple[str, ...], done: set[str]) -> Iterator[dict[str, Any]]:
    """Yield a row for each subject of one part.

    Args:
        part: Every how many-th subject, and from where on.
        folder: For the stores.
        only: Names of sites; all if empty.
        done: Names of the rows that are there already.
    """
    number, of = part
    with stage(only) as made, ModelServer() as server:
        for at, subject in list(enumerate(made.subjects))[number::of]:
            if subject.title not in done:
                yield taught(subject, server, folder / str(at)).plain()


def run(workers: int, tell: Callable[[str], None], only: str = "", keep: Path | None = None) -> list[dict[str, Any]]:
    """Run all subjects in processes of their own; return their rows.

    Raises:
        RuntimeError: A process failed; its error is on the terminal.
    """
    with tempfile.TemporaryDirectory() as folder:
        home = keep or Path(folder)
        home.mkdir(parents=True, exist_ok=True)
        files = [home / f"taught-{n}.jsonl" for n in range(workers)]
        going = []
        for n, file in enumerate(files):
            file.touch()
            command = [sys.executable, "-m", "benchmarks.taught", "--shard", f"{n}/{workers}", "--rows", str(file)]
            command += ["--sites", only] if only else []
            going.append(subprocess.Popen(command, env={**os.environ, "PYTHONUNBUFFERED": "1"}))
        while any(one.poll() is None for one in going):
            time.sleep(1)
            tell(f"taught: {len(read(files))} lessons")
        if any(one.returncode for one in going):
            raise RuntimeError("a worker of the benchmark failed; its error stands above")
        return read(sorted(home.glob("taught-*.jsonl")))


def work(part: tuple[int, int], out: Path, only: tuple[str, ...] = ()) -> None:
    """Make the rows of one part; those that are there already are not made again."""
    done = names(out.parent.glob("taught-*.jsonl"))
    with tempfile.TemporaryDirectory() as folder:
        append(out, rows(part, Path(folder), only, done))


def figures(found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return what the rows come to."""
    good = [row for row in found if row["replayed"]]
    tasks = Counter((row["site"], row["task"]) for row in good)
    calls = [row["calls"] for row in good]
    tokens = [row["tokens"] for row in good]
    return {
        "lessons": len(found),
        "learned": sum(row["learned"] for row in found),
        "replayed": len(good),
        "tasks": len({(row["site"], row["task"]) for row in found}),
        "tasks_in_a_design": len(tasks),
        "tasks_in_every_design": sum(count == len(DESIGNS) for count in tasks.values()),
        "by_design": {design: sum(row["design"] == design for row in good) for design in DESIGNS},
        "by_site": dict(sorted(Counter(row["site"] for row in good).items())),
        "replay_calls": sum(row["replay_calls"] for row in found),
        "calls": {"median": statistics.median(calls), "most": max(calls), "all": sum(calls)} if calls else {},
        "tokens": {"median": statistics.median(tokens), "most": max(tokens), "all": sum(tokens)} if tokens else {},
        "not_learned": {row["name"]: row["why"] for row in found if not row["replayed"]},
    }


def lines(found: dict[str, Any]) -> list[str]:
    """Return the figures as people read them."""
    all_of_them = (
        f"taught: {found['replayed']} of {found['lessons']} lessons learned over HTTP and replayed right with other"
        f" values; {found['tasks_in_a_design']} of {found['tasks']} tasks in some design,"
        f" {found['tasks_in_every_design']} in all; {found['replay_calls']} model calls in replays"
    )
    told = [all_of_them]
    if found["calls"]:
        told.append(
            f"  a lesson: {found['calls']['median']:g} calls (at most {found['calls']['most']}),"
            f" {found['tokens']['median']:g} tokens (at most {found['tokens']['most']})"
        )
    return told + [f"  {name}: {why[:160]}" for name, why in found["not_learned"].items()]


def measure(tell: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Measure all of it."""
    return figures(run(WORKERS, tell))


def write(found: dict[str, Any]) -> None:
    """Put the figures into the results; all others stay."""
    results.keep("taught", found)
