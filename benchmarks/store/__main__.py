"""`python -m benchmarks.store [--part NAME] [--size SHARE] [--write]`: measure the store and print JSON."""

from __future__ import annotations

import argparse
import json
import sys

from benchmarks import results

from .measured import PARTS, lines, measure


def main() -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.store", description=__doc__)
    parser.add_argument(
        "--part", action="append", choices=tuple(PARTS), default=[], help="only this part; may be repeated"
    )
    parser.add_argument("--size", type=float, default=1.0, metavar="SHARE", help="of the full size (default 1)")
    parser.add_argument("--write", action="store_true", help=f"put the results into benchmarks/{results.RESULTS.name}")
    chosen = parser.parse_args()

    def tell(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    found = measure(tell, parts=tuple(chosen.part), size=chosen.size)
    print(json.dumps(found, indent=2))
    for line in lines(found):
        tell(line)
    if chosen.write:
        if (tiers := found.pop("tiers", None)) is not None:
            about = {key: found[key] for key in ("size", "load_before_and_after")}
            results.keep("memory", {**results.known().get("memory", {}), "tiers": {**about, **tiers}})
        if found.keys() & PARTS.keys():
            results.keep("store", {**results.known().get("store", {}), **found})
    return 0


if __name__ == "__main__":
    sys.exit(main())
