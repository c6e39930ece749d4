"""`ami stats`: numbers about the store and its workflows. Absorbs waiting journals first and changes nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from pytest_ami.model.printable import of_printable
from pytest_ami.report.tables import Column, heading, table

from .commands import command, counted, say
from .memory.agents import slow_lines

BARS = " ▁▂▃▄▅▆▇█"
BAD = 0.9
"""Success rate below which a number is red."""


@command("stats", "ami stats --json")
def stats(folder: Path | None, *, as_json: bool) -> None:
    """Count workflows, runs, heals, model calls and their cost, sizes, and the runs of the last 30 days.

    Absorbs waiting journals first. A run is one attempt of a test that ended with a workflow.
    """
    from pytest_ami.store.statistics import read, sizes

    from .project import store_folder

    path = store_folder(folder)
    statistics = {"store": str(path), **read(path), "bytes": sizes(path)}
    say(lines(statistics), statistics, as_json=as_json)


@of_printable
def lines(statistics: Mapping[str, Any]) -> Iterator[str]:
    """Yield the report of `ami stats`."""
    runs, models, size = statistics["runs"], statistics["models"], statistics["bytes"]
    versions = sum(statistics["versions"].values())
    yield click.style(statistics["store"], bold=True)
    if statistics["unstable"]:
        yield from _unstable(statistics["unstable"])
        yield ""
    statuses = ", ".join(f"{number} {status.replace('_', ' ')}" for status, number in statistics["versions"].items())
    yield f"  workflows  {statistics['tasks']:,} tasks, {versions:,} versions" + (f": {statuses}" if statuses else "")
    yield f"  runs       {_runs(runs)}" if runs["runs"] else "  runs       none yet"
    yield f"  models     {_models(models)}" if models else "  models     none was asked"
    yield from (f"  slow       {line}" for line in slow_lines(statistics["slow"]))
    if statistics["saved"]["replays"]:
        yield f"  saved      {_saved(statistics['saved'])}"
    ran = "run or command" if statistics["test_runs"] == 1 else "runs and commands"
    yield f"  facts      {statistics['facts']['total']:,}, of {statistics['test_runs']:,} {ran}"
    yield f"  disk       {', '.join(f'{name} {_size(number)}' for name, number in size.items() if number)}"
    if statistics["slowest"]:
        yield ""
        yield from _slowest(statistics["slowest"])
    if statistics["trend"]:
        yield ""
        yield from _trend(statistics["trend"])


def _unstable(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    cells = (
        ("", f"{row['relearned']:,}", f"{row['runs']:,}", _rate(row["relearned"] / row["runs"]), f" {row['task']}")
        for row in rows
    )
    columns = (Column(12), *[Column(9, right=True)] * 2, Column(6, right=True), Column())
    yield from table((heading("  unstable", "relearned", "runs", "rate", ""), *cells), columns, gap=1)


def _slowest(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    cells = (
        ("", f"{row['median_seconds']:.2f}", f"{row['runs']:,}", _rate(row["rate"]), f" {row['task']}") for row in rows
    )
    columns = (Column(12), Column(8, right=True), *[Column(6, right=True)] * 2, Column())
    yield from table((heading("  slowest", "median s", "runs", "green", ""), *cells), columns, gap=1)


def _trend(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    most = max(row["runs"] for row in rows)
    cells = (
        (
            f"  {row['day']}",
            f"{row['runs']:,}",
            _rate(row["rate"]),
            *(f"{row[name]:,}" for name in ("healed", "stale", "learned")),
            f" {BARS[max(1, round(row['runs'] / most * (len(BARS) - 1)))]}",
        )
        for row in rows
    )
    columns = (Column(12), *(Column(least, right=True) for least in (6, 6, 7, 6, 8)), Column())
    yield from table((heading("  day", "runs", "green", "healed", "stale", "learned", ""), *cells), columns, gap=1)


def _runs(runs: Mapping[str, Any]) -> str:
    rate = f"{runs['runs']:,}, {_rate(runs['rate'])} green"
    more = [f"{runs[name]:,} {name}" for name in ("healed", "stale", "learned", "relearned") if runs[name]]
    if runs["median_seconds"] is not None:
        more.append(f"median {runs['median_seconds']:.2f} s")
    return ", ".join([click.style(rate, fg="red") if (runs["rate"] or 0) < BAD else rate, *more])


def _models(models: Sequence[Mapping[str, Any]]) -> str:
    total = {key: sum(row[key] for row in models) for key in ("calls", "tokens", "money", "unpriced")}
    names = ", ".join(f"{row['model'] or '(unnamed)'} {row['calls']:,}" for row in models)
    unknown = f" (the price of {counted(total['unpriced'], 'call')} is not known)" if total["unpriced"] else ""
    return f"{total['calls']:,} calls, {total['tokens']:,} tokens, ${total['money']:.4f}{unknown}: {names}"


def _saved(saved: Mapping[str, Any]) -> str:
    """Return what the replays saved against learning the flow each time."""
    replays = "1 replay" if saved["replays"] == 1 else f"{saved['replays']:,} replays"
    parts = [f"{saved['seconds']:,.1f} s", f"{saved['calls']:,} model calls"]
    parts += [f"{saved['tokens']:,} tokens"] if saved["tokens"] else []
    parts += [f"${saved['money']:.4f}"] if saved["money"] else []
    return f"{', '.join(parts)}: {replays} in the place of as many lessons"


def _rate(rate: float | None) -> str:
    return "-" if rate is None else f"{rate:.1%}"


def _size(number: float) -> str:
    for unit in ("B", "kB", "MB"):
        if number < 1000:  # noqa: PLR2004  (units)
            return f"{number:.0f} {unit}" if unit == "B" else f"{number:.1f} {unit}"
        number /= 1000
    return f"{number:.1f} GB"
