"""`python -m benchmarks.deeds [--write]`: runs whose application fails after a deed, and how many do the deed twice.

The application counts what it was asked to do. With ``--write`` the counts go into ``results.json`` under ``deeds``.
The exit code is 1 if a deed was done twice.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from .measured import measure

RESULTS = Path(__file__).parents[1] / "results.json"


def main() -> int:
    """Measure; print, and write where that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.deeds", description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the counts into results.json")
    chosen = parser.parse_args()
    found = measure(lambda line: sys.stderr.write(f"\r{line[:140]:140}"))
    sys.stderr.write("\n")
    if chosen.write:
        results = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
        results["deeds"] = found
        RESULTS.write_text(json.dumps(results, indent=2) + "\n", "utf-8")
    sys.stdout.write(json.dumps(found, indent=2) + "\n")
    return int(bool(found["repeated"]))


if __name__ == "__main__":
    sys.exit(main())
