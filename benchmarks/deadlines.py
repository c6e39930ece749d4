"""`python -m benchmarks.deadlines [--write]`: how long a run takes on pages that hold it up.

Every page of ``tests.support.stubborn`` is replayed in real Chromium on a sync and on an async page, with a patience of
``PATIENCE`` seconds. Counted are the runs that took more than two seconds longer, and the results. With ``--write``
the counts go into ``results.json`` under ``deadlines``.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from benchmarks import results
from pytest_ami.browser.find import find_browser
from pytest_ami.model.errors import FlowError
from tests.support.lab import Lab
from tests.support.stubborn import PLAIN, RIGHT, STOPS, show
from tests.support.versions import Versions

PATIENCE, MORE = 4.0, 2.0
"""The patience of a run, and the seconds that it may take longer."""


def measure(tell: Callable[[str], object] = lambda _: None) -> dict[str, Any]:
    """Return the counts.

    Args:
        tell: Called with a line of progress.
    """
    runs: list[tuple[str, bool, float]] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(None, os.environ).path)
        for name, body in {**STOPS, **RIGHT}.items():
            for driver in ("sync", "async"):
                tell(f"deadlines: {name}, {driver}")
                context = browser.new_context()
                versions = Versions(Lab(Path(folder) / f"{len(runs)}"), context.new_page())
                versions.learn(PLAIN, show, to="eve@a.test")
                replay = versions.replay if driver == "sync" else versions.replay_async
                try:
                    replay(body, timeout=PATIENCE, to="bob@a.test")
                    done = True
                except FlowError:
                    done = False
                runs.append((name, done, versions.took))
                context.close()
        browser.close()
    return {
        "pages": len(STOPS) + len(RIGHT),
        "runs": len(runs),
        "patience": PATIENCE,
        "late": sum(took > PATIENCE + MORE for _, _, took in runs),
        "longest": round(max(took for _, _, took in runs), 2),
        "replayed": sum(done for name, done, _ in runs if name in RIGHT),
        "replayable": 2 * len(RIGHT),
        "stopped": sum(not done for name, done, _ in runs if name in STOPS),
        "hopeless": 2 * len(STOPS),
    }


def line(found: dict[str, Any]) -> str:
    """Return the counts as people read them."""
    return (
        f"deadlines: {found['late']} of {found['runs']} runs on {found['pages']} pages took more than {MORE:g} s over "
        f"their {found['patience']:g} s, the longest {found['longest']:g} s; {found['replayed']} of "
        f"{found['replayable']} replayed, {found['stopped']} of {found['hopeless']} stopped"
    )


def main() -> int:
    """Measure; print, and write where that is asked for."""
    found = results.run("deadlines", __doc__, measure)
    sys.stdout.write(line(found) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
