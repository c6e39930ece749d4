"""`python -m benchmarks.sentences [--half tuned|held] [--reader plain|model] [--show] [--write]`: read sentences."""

from __future__ import annotations

import argparse
import sys

from rich.console import Console

from .measured import HALVES, READERS, lines, measure, rows, write


def main() -> int:
    """Measure; exit 1 when a value was lost."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sentences", description=__doc__)
    parser.add_argument("--half", choices=HALVES, help="one half only (default: both)")
    parser.add_argument("--reader", choices=READERS, help="one reader only, with --show (default: both)")
    parser.add_argument("--show", action="store_true", help="print each sentence that did not come out complete")
    parser.add_argument("--write", action="store_true", help="put the figures into results.json")
    asked = parser.parse_args()
    console = Console(soft_wrap=True)
    halves = (asked.half,) if asked.half else HALVES
    if asked.show:
        for reader in (asked.reader,) if asked.reader else READERS:
            for half in halves:
                for case, result, why in rows(half, reader):
                    if result != "complete":
                        line = f"{reader} {result:8} {case.id}: {case.text}\n         {why}"
                        console.print(line, markup=False, highlight=False)
        return 0
    found = measure(halves)
    console.print("\n".join(lines(found)), highlight=False)
    if asked.write:
        write(found)
    return 1 if any(one["lost"] for half in found["halves"].values() for one in half.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
