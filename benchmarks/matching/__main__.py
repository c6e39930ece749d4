"""`python -m benchmarks.matching [--half tuned|untouched] [--show] [--write]`: the corpus of instructions, matched."""

from __future__ import annotations

import argparse
import sys

from rich.console import Console

from .measured import HALVES, lines, measure, rows, write


def main() -> int:
    """Measure a half of the corpus; exit 1 when a wrong workflow was selected."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.matching", description=__doc__)
    parser.add_argument("--half", choices=HALVES, default="tuned", help="which half of the corpus (default: tuned)")
    parser.add_argument("--show", action="store_true", help="print each case that did not come out as it should")
    parser.add_argument("--write", action="store_true", help="put the figures into results.json")
    asked = parser.parse_args()
    console = Console(soft_wrap=True)
    if asked.show:
        for case, result, why in rows(asked.half):
            if result != ("matched" if case.task else "refused"):
                console.print(f"{result:8} {case.id}: {case.text}\n         {why}", markup=False, highlight=False)
    with console.status("matching") as status:
        found = measure(status.update, asked.half)
    console.print("\n".join(lines(found)), highlight=False)
    if asked.write:
        write(found)
    return 1 if found["wrong_workflow"]["count"] else 0


if __name__ == "__main__":
    sys.exit(main())
