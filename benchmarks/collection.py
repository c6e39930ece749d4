"""The time that the plugin adds to the collection of an unrelated suite.

`pytest --collect-only` runs in a separate process, alternately with our plugin and with no plugin. All other plugins
are off in both cases, so nothing hides the cost of ours.
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

from .numbers import Spread, paired

MODULES, TESTS = 40, 25
GOAL = 1.10
PLUGIN = ("-p", "pytest_ami.plugin")


def write_suite(folder: Path) -> None:
    """Write a suite of small unit tests."""
    (folder / "pytest.ini").write_text("[pytest]\n", "utf-8")
    for module in range(MODULES):
        tests = (f"def test_{number}():\n    assert {number} + 1 == {number + 1}\n" for number in range(TESTS))
        (folder / f"test_{module}.py").write_text("\n\n".join(tests), "utf-8")


def collect(folder: Path, *options: str) -> float:
    """Collect the suite; return the seconds it took, start of Python included."""
    environ = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "AMI_"))}
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-q", *options]
    began = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - began
    assert done.returncode == 0, done.stdout + done.stderr
    return seconds


def measure(pairs: int = 15, warm_up: int = 2, tell: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Return the ratio of the time with the plugin to that without, quartiles, and both medians in ms.

    Args:
        pairs: How many pairs count.
        warm_up: How many come before them and do not.
        tell: Called with a line of progress.
    """
    times: dict[tuple[str, ...], list[float]] = {PLUGIN: [], (): []}
    with tempfile.TemporaryDirectory() as name:
        write_suite(Path(name))
        for number in range(warm_up + pairs):
            for options in times if number % 2 else reversed(times):
                seconds = collect(Path(name), *options)
                if number >= warm_up:
                    times[options].append(seconds)
            tell(f"collection with and without the plugin: pair {number + 1} of {warm_up + pairs}")
    ratio = paired(times[PLUGIN], times[()])
    return {
        "median": round(ratio.median, 3),
        "quartiles": [round(ratio.low, 3), round(ratio.high, 3)],
        "with_ms": round(Spread.of(times[PLUGIN]).median * 1000, 1),
        "without_ms": round(Spread.of(times[()]).median * 1000, 1),
        "tests": MODULES * TESTS,
        "n": pairs,
        "goal": GOAL,
    }
