"""`ami stats`: what the store holds and how its workflows do, in numbers. Takes in journals first, changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from .app import command, say

BARS = " ▁▂▃▄▅▆▇█"
BAD = 0.9
"""Success below which a number is shown in red."""


@command("stats", "ami stats --json")
def stats(folder: Path | None, *, as_json: bool) -> None:
    """Count what is stored: workflows, runs, heals, model calls and their cost, sizes, and the last 30 days.

    Journals that wait are taken in first. A run is one attempt of a test that ended with a workflow.
    """
    from pytest_ami.store.database import Database, scratch
    from pytest_ami.store.statistics import count, sizes
    from pytest_ami.store.workflows import WorkflowStore

    from .project import store_folder

    found = store_folder(folder)
    WorkflowStore(found).absorb()
    counted = Database(found, readonly=True).look(count, or_journals=True)
    if counted is None:
        connection = scratch(found)
        try:
            counted = count(connection)
        finally:
            connection.close()
    told = {"store": str(found), **counted, "bytes": sizes(found)}
    say(lines(told), told, as_json=as_json)


def lines(told: Mapping[str, Any]) -> Iterator[str]:
    """Yield what `ami stats` prints."""
    runs, models, size = told["runs"], told["models"], told["bytes"]
    versions = sum(told["versions"].values())
    yield click.style(told["store"], bold=True)
    statuses = ", ".join(f"{number} {status.replace('_', ' ')}" for status, number in told["versions"].items())
    yield f"  workflows  {told['tasks']:,} tasks, {versions:,} versions" + (f": {statuses}" if statuses else "")
    yield f"  runs       {_runs(runs)}" if runs["runs"] else "  runs       none yet"
    yield f"  models     {_models(models)}" if models else "  models     none was asked"
    ran = _count(told["test_runs"], "run or command", "runs and commands")
    yield f"  facts      {told['facts']['total']:,}, of {ran}"
    yield f"  disk       {', '.join(f'{name} {_size(number)}' for name, number in size.items() if number)}"
    if told["slowest"]:
        yield ""
        yield click.style("  slowest    median s   runs  green", dim=True)
        for row in told["slowest"]:
            rate = _rate(row["rate"])
            yield f"             {row['median_seconds']:>8.2f} {row['runs']:>6,} {rate:>6}  {row['task']}"
    if told["trend"]:
        yield ""
        yield click.style("  day          runs  green  healed  stale  learned", dim=True)
        most = max(row["runs"] for row in told["trend"])
        for row in told["trend"]:
            bar = BARS[max(1, round(row["runs"] / most * (len(BARS) - 1)))]
            yield (
                f"  {row['day']} {row['runs']:>6,} {_rate(row['rate']):>6} {row['healed']:>7,} {row['stale']:>6,}"
                f" {row['learned']:>8,}  {bar}"
            )


def _runs(runs: Mapping[str, Any]) -> str:
    said = f"{runs['runs']:,}, {_rate(runs['rate'])} green"
    more = [f"{runs[name]:,} {name}" for name in ("healed", "stale", "learned") if runs[name]]
    if runs["median_seconds"] is not None:
        more.append(f"median {runs['median_seconds']:.2f} s")
    return ", ".join([click.style(said, fg="red") if (runs["rate"] or 0) < BAD else said, *more])


def _models(models: Sequence[Mapping[str, Any]]) -> str:
    total = {key: sum(row[key] for row in models) for key in ("calls", "tokens", "money")}
    names = ", ".join(f"{row['model'] or '(unnamed)'} {row['calls']:,}" for row in models)
    return f"{total['calls']:,} calls, {total['tokens']:,} tokens, ${total['money']:.4f}: {names}"


def _rate(rate: float | None) -> str:
    return "-" if rate is None else f"{rate:.1%}"


def _size(number: float) -> str:
    for unit in ("B", "kB", "MB"):
        if number < 1000:  # noqa: PLR2004  (units)
            return f"{number:.0f} {unit}" if unit == "B" else f"{number:.1f} {unit}"
        number /= 1000
    return f"{number:.1f} GB"


def _count(number: int, one: str, more: str) -> str:
    return f"{number:,} {one if number == 1 else more}"
