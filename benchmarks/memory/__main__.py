"""`python -m benchmarks.memory [--part NAME] [--write]`: count the uses of the memory and print JSON."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks import results

from .measured import PARTS, lines


def main() -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory", description=__doc__)
    parser.add_argument("--part", action="append", choices=tuple(PARTS), default=[], help="only this part")
    parser.add_argument("--keep", type=Path, help="folder for one line of JSON a case; what is there is kept")
    parser.add_argument("--write", action="store_true", help=f"put the figures into {results.RESULTS.name}")
    asked = parser.parse_args()
    if asked.keep:
        asked.keep.mkdir(parents=True, exist_ok=True)

    def tell(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    found = {part: PARTS[part](tell, asked.keep) for part in asked.part or PARTS}
    print(json.dumps(found, indent=2, ensure_ascii=False))
    for line in lines(found):
        tell(line)
    if asked.write:
        results.keep("memory", {**results.known().get("memory", {}), **found})
    return 0


if __name__ == "__main__":
    sys.exit(main())
