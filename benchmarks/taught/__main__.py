"""`python -m benchmarks.taught`: every task of every site in every design, taught over HTTP by the local endpoint."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rich.console import Console

from .measured import WORKERS, figures, lines, run, work, write


def main() -> int:
    """Run all, or the part that a worker is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.taught", description=__doc__)
    parser.add_argument("--workers", type=int, default=WORKERS, help=f"processes (default: {WORKERS})")
    parser.add_argument("--sites", default="", help="names of sites, with commas (default: all)")
    parser.add_argument("--keep", type=Path, help="folder for one line of JSON a lesson; what is there is kept")
    parser.add_argument("--write", action="store_true", help="put the figures into results.json")
    parser.add_argument("--shard", help=argparse.SUPPRESS)
    parser.add_argument("--rows", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.shard:
        number, _, of = asked.shard.partition("/")
        work((int(number), int(of)), asked.rows, tuple(asked.sites.split(",")) if asked.sites else ())
        return 0
    console = Console()
    with console.status("taught") as status:
        found = figures(run(asked.workers, status.update, asked.sites, asked.keep))
    console.print_json(json.dumps(found, ensure_ascii=False))
    console.print("\n".join(lines(found)), highlight=False)
    if asked.write:
        write(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
