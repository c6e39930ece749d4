"""`python -m benchmarks.noise`: replays on noisy pages, as JSON and in words."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rich.console import Console

from benchmarks import results

from .measured import RUNS, figures, lines, rows


def main() -> int:
    """Measure, print, and write if that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.noise", description=__doc__)
    parser.add_argument("--kind", default="", help="only kinds whose name holds this")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"replays of each kind (default: {RUNS})")
    parser.add_argument("--part", default="0/1", help="which of how many parts of the kinds, such as 0/2")
    parser.add_argument("--rows", type=Path, help="file for one line of JSON a replay; --sum adds such files up")
    parser.add_argument("--sum", type=Path, nargs="*", default=[], help="add up these files instead of measuring")
    parser.add_argument("--write", action="store_true", help="put the figures into results.json")
    asked = parser.parse_args()
    number, _, of = asked.part.partition("/")
    if asked.sum:
        found = [json.loads(line) for file in asked.sum for line in file.read_text("utf-8").splitlines()]
    else:
        found = []
        for row in rows(lambda _: None, only=asked.kind, runs=asked.runs, part=(int(number), int(of))):
            found.append(row)
            if asked.rows:
                with asked.rows.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row, ensure_ascii=False) + "\n")
    summed = figures(found)
    console = Console()
    console.print_json(json.dumps(summed, ensure_ascii=False))
    console.print("\n".join(lines(summed)), highlight=False)
    if asked.write:
        results.keep("noise", summed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
