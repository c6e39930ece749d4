"""`python -m benchmarks.deeds [--write]`: runs whose application fails after a deed, and how many do the deed twice.

The application counts what it was asked to do. With ``--write`` the counts go into ``results.json`` under ``deeds``.
The exit code is 1 if a deed was done twice.
"""

from __future__ import annotations

import json
import sys

from benchmarks import results

from .measured import measure


def main() -> int:
    """Measure; print, and write where that is asked for."""
    found = results.run("deeds", __doc__, measure)
    sys.stdout.write(json.dumps(found, indent=2) + "\n")
    return int(bool(found["repeated"]))


if __name__ == "__main__":
    sys.exit(main())
