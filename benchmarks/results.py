"""The committed file of figures: a key for each benchmark.

Must never know how a figure was measured.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).with_name("results.json")


def known() -> dict[str, Any]:
    """Return all figures."""
    figures: dict[str, Any] = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    return figures


def write(results: dict[str, Any]) -> None:
    """Replace all figures."""
    RESULTS.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", "utf-8")


def keep(key: str, found: dict[str, Any]) -> None:
    """Put the figures of one benchmark into the file; all others stay."""
    write({**known(), key: found})


def run(name: str, about: str | None, measure: Callable[[Callable[[str], object]], dict[str, Any]]) -> dict[str, Any]:
    """Run a benchmark without further options: measure, show the progress, keep the figures if asked, return them."""
    parser = argparse.ArgumentParser(prog=f"python -m benchmarks.{name}", description=about)
    parser.add_argument("--write", action="store_true", help=f"put the figures into {RESULTS.name}")
    wanted = parser.parse_args().write
    found = measure(lambda line: sys.stderr.write(f"\r{line[:120]:120}"))
    sys.stderr.write("\n")
    if wanted:
        keep(name, found)
    return found
