"""`python -m benchmarks.staleness unchanged | drifting | speed | resolving`: one measurement, or one worker of it."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from rich.console import Console

from tests.support.redesign.stage import stage

from . import progressive, resolving, speed, unchanged
from .measured import LINES, SEQUENCES, WORKERS, write
from .workers import append, names, spread


def main() -> int:
    """Measure what is asked for, or the part of it that a worker is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.staleness", description=__doc__)
    parser.add_argument("what", choices=tuple(LINES))
    parser.add_argument("--runs", type=int, default=unchanged.RUNS, help="replays on unchanged pages (default: 1000)")
    parser.add_argument("--sequences", type=int, default=SEQUENCES, help=f"of redesigns (default: {SEQUENCES})")
    parser.add_argument("--length", type=int, default=progressive.LENGTH, help="mutations of a sequence (default: 8)")
    parser.add_argument("--rounds", type=int, default=speed.ROUNDS, help="timed rounds (default: 20)")
    parser.add_argument("--workers", type=int, default=WORKERS, help=f"processes (default: {WORKERS})")
    parser.add_argument("--sites", default="", help="names of sites, with commas (default: all)")
    parser.add_argument("--pairs", type=Path, help="the recorded page pairs, for resolving")
    parser.add_argument("--keep", type=Path, help="folder for one line of JSON a row; what is there is not run again")
    parser.add_argument("--write", action="store_true", help="put the figures into results.json")
    parser.add_argument("--shard", help=argparse.SUPPRESS)
    parser.add_argument("--rows", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.what == "resolving" and asked.pairs is None:
        parser.error("resolving needs --pairs PATH, the file of recorded page pairs")
    if asked.shard:
        work(asked)
        return 0
    console = Console()
    with console.status(asked.what) as status:
        found = measured(asked, status.update)
    console.print_json(json.dumps(found, ensure_ascii=False))
    console.print("\n".join(LINES[asked.what](found)), highlight=False)
    if asked.write:
        write(asked.what, found)
    return 0


def measured(asked: argparse.Namespace, tell: Any) -> dict[str, Any]:
    """Return the figures that are asked for."""
    if asked.what == "speed":
        return speed.measure(tell, asked.rounds)
    if asked.what == "resolving":
        return resolving.measure(asked.pairs, tell)
    own = ["--runs", asked.runs, "--sequences", asked.sequences, "--length", asked.length]
    options = [*map(str, own), *(["--sites", asked.sites] if asked.sites else [])]
    rows = spread(asked.what, options, workers=asked.workers, keep=asked.keep, tell=tell)
    return unchanged.figures(rows) if asked.what == "unchanged" else progressive.figures(rows)


def work(asked: argparse.Namespace) -> None:
    """Make the rows of one part."""
    number, _, of = asked.shard.partition("/")
    part = int(number), int(of)
    done = names(asked.rows.parent.glob(f"{asked.what}-*.jsonl"))
    only = tuple(asked.sites.split(",")) if asked.sites else ()
    with tempfile.TemporaryDirectory() as folder, stage(only) as made:
        if asked.what == "unchanged":
            append(asked.rows, unchanged.rows(made, part, asked.runs, Path(folder), done))
        else:
            append(asked.rows, progressive.rows(made, part, asked.sequences, Path(folder), done, asked.length))


if __name__ == "__main__":
    sys.exit(main())
