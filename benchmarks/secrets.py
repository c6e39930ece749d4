"""`python -m benchmarks.secrets [--write]`: how many secrets are left in what short lives of flows write.

Twelve values that are hard to find again go through seven pages that give them away, with three teachers: 252 lives.
Each is learned in a green run and run once more on a changed page, where the test fails and prints what it holds. All
files, the output of pytest, the rows of the database and all that a model was sent are searched for every spelling of
the value. With ``--write`` the counts go into ``results.json`` under ``secrets``.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from benchmarks import results
from pytest_ami.browser.find import find_browser
from tests.support import secret_lives, vault


def measure(
    tell: Callable[[str], object] = lambda _: None, turns: Sequence[int] = range(secret_lives.PARTS)
) -> dict[str, Any]:
    """Return the counts.

    Args:
        tell: Called with a line of progress.
        turns: Numbers of the parts; in each of them every value lives once.
    """
    parts = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(None, os.environ).path)
        for turn in turns:
            tell(f"secrets: part {turn + 1} of {secret_lives.PARTS}")
            place = Path(folder) / str(turn)
            parts.append(secret_lives.live(place, secret_lives.part(turn), playwright, browser, tell))
        browser.close()
    return figures(parts)


def figures(parts: Iterable[secret_lives.Found]) -> dict[str, Any]:
    """Return the sums over some parts."""
    found = list(parts)
    return {
        "lives": sum(part.lives for part in found),
        "learned": sum(part.learned for part in found),
        "red": sum(part.red for part in found),
        "values": len(vault.HARD),
        "pages": len(vault.LEAKS),
        "teachers": len(secret_lives.TEACHERS),
        "bytes": sum(part.searched for part in found),
        "pictures": sum(part.green[1] for part in found),
        "pictures_with_secret": sum(part.green[0] for part in found),
        "found": sum(len(part.traces) for part in found),
        "traces": [line for part in found for line in part.traces],
    }


def lines(found: dict[str, Any]) -> list[str]:
    """Return the counts as people read them."""
    first = (
        f"secrets: {found['lives']} lives of {found['values']} values ({found['learned']} learned, {found['red']} red),"
        f" {found['bytes'] / 1e6:.1f} MB and {found['pictures']} pictures searched:"
        f" {found['found'] + found['pictures_with_secret']} found"
    )
    return [first, *(f"  {line}" for line in found["traces"])]


def main() -> int:
    """Measure; print, and write where that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.secrets", description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the counts into results.json")
    parser.add_argument(
        "--parts", type=int, default=secret_lives.PARTS, help="how many parts of 12 lives (default: all)"
    )
    chosen = parser.parse_args()
    found = measure(lambda line: sys.stderr.write(f"{line}\n"), range(chosen.parts))
    if chosen.write:
        results.keep("secrets", {key: value for key, value in found.items() if key != "traces"})
    sys.stdout.write("\n".join(lines(found)) + "\n")
    return 1 if found["found"] or found["pictures_with_secret"] else 0


if __name__ == "__main__":
    sys.exit(main())
