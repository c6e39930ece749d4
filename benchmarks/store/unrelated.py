"""What the installed plugin adds to a suite of 1,000 tests that has nothing to do with it.

`pytest --collect-only` in processes of their own, with the plugin and with `-p no:ami`, taking turns at going first.
Twice: `installed` with all plugins of this environment, as a user of pytest-playwright has them, and `bare` with no
plugin but ours, where nothing hides what ours costs.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.collection import write_suite
from benchmarks.numbers import Spread, paired

GOAL = 1.02
HEAVY = ("playwright", "duckdb", "openai", "yaml", "numpy", "hypothesis", "filelock", "msgspec", "rich", "click")
PROBE = """
import sys
def pytest_unconfigure(config):
    with open("modules.txt", "w") as file:
        file.write("\\n".join(sys.modules))
"""
BARE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
WAYS: dict[str, tuple[dict[str, str], tuple[str, ...], tuple[str, ...]]] = {
    "installed": ({}, (), ("-p", "no:ami")),
    "bare": (BARE, ("-p", "pytest_ami.plugin"), ()),
}
"""For each way its variables, and the options with the plugin and without."""


def collect(folder: Path, environ: dict[str, str], *options: str) -> tuple[float, float]:
    """Collect the suite; return the seconds and the processor seconds it took, start of Python included."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "AMI_"))}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-q", "-p", "no:cacheprovider", *options]
    began = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, env={**kept, **environ}, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return time.perf_counter() - began, usage.ru_utime + usage.ru_stime


def heavy(folder: Path, environ: dict[str, str], ours: tuple[str, ...], none: tuple[str, ...]) -> list[str]:
    """Return the heavy modules that a collection imports with the plugin and not without."""
    found = []
    (folder / "conftest.py").write_text(PROBE, "utf-8")
    for options in (ours, none):
        collect(folder, environ, *options)
        found.append({name.partition(".")[0] for name in (folder / "modules.txt").read_text("utf-8").split()})
    (folder / "conftest.py").unlink()
    return sorted((found[0] - found[1]) & set(HEAVY))


def measure(*, pairs: int = 25, tell: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Return for both ways the ratio of the medians, the spread within pairs, and the heavy modules.

    Args:
        pairs: How many pairs count; one more comes before them.
        tell: Called with a line of progress.
    """
    result: dict[str, Any] = {"goal": GOAL, "tests": 1000, "pairs": pairs}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_suite(folder)
        for way, (environ, ours, none) in WAYS.items():
            times: dict[tuple[str, ...], list[tuple[float, float]]] = {ours: [], none: []}
            for number in range(pairs + 1):
                for options in times if number % 2 else reversed(times):
                    measured = collect(folder, environ, *options)
                    if number:
                        times[options].append(measured)
                tell(f"collection, {way}: pair {number} of {pairs}")
            result[way] = {"heavy": heavy(folder, environ, ours, none)}
            for at, what in enumerate(("wall", "cpu")):
                mine, theirs = ([one[at] for one in times[options]] for options in (ours, none))
                spread, with_, without = paired(mine, theirs), Spread.of(mine), Spread.of(theirs)
                result[way][what] = {
                    "ratio_of_medians": round(with_.median / without.median, 4),
                    "ratio_of_least": round(min(mine) / min(theirs), 4),
                    "paired_median": round(spread.median, 4),
                    "paired_quartiles": [round(spread.low, 4), round(spread.high, 4)],
                    "with_ms": round(with_.median * 1000, 1),
                    "without_ms": round(without.median * 1000, 1),
                }
    return result
