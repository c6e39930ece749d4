"""The time that the installed plugin adds to an unrelated suite of 1,000 tests.

`pytest --collect-only` runs in separate processes, with the plugin and with `-p no:ami`. The two processes of a pair
run at the same time, so that any disturbance of the machine affects both. They take turns at starting first. If
valgrind is installed, it counts the instructions of one such pair. These counts do not depend on the machine's load.
There are two measurements. `installed` has all plugins of this environment, like a user of pytest-playwright. `bare`
has only our plugin, so nothing hides its cost.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NamedTuple

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


class Collected(NamedTuple):
    """The duration of a collection, including the start of Python, and its output.

    Attributes:
        wall: Seconds.
        cpu: Seconds of a processor.
        said: Its output.
    """

    wall: float
    cpu: float
    said: str


@dataclass(slots=True)
class Running:
    """A collection that is under way."""

    process: subprocess.Popen[bytes]
    began: float
    log: IO[bytes]

    def end(self) -> Collected:
        """Wait for it."""
        _, status, usage = os.wait4(self.process.pid, 0)
        seconds = time.perf_counter() - self.began
        self.process.returncode = os.waitstatus_to_exitcode(status)
        with self.log:
            self.log.seek(0)
            said = self.log.read().decode("utf-8", "replace")
        assert self.process.returncode == 0, said
        return Collected(seconds, usage.ru_utime + usage.ru_stime, said)


def start(folder: Path, environ: dict[str, str], *options: str, under: Sequence[str] = ()) -> Running:
    """Start to collect the suite.

    Args:
        folder: Of the suite.
        environ: Variables besides this process's own.
        *options: Of pytest.
        under: A program that runs it, with its arguments.
    """
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "AMI_"))}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [*under, sys.executable, "-m", "pytest", "--collect-only", "-q", "-q", "-p", "no:cacheprovider", *options]
    log = tempfile.TemporaryFile()  # noqa: SIM115  (open for as long as the process runs)
    began = time.perf_counter()
    return Running(subprocess.Popen(command, cwd=folder, env={**kept, **environ}, stdout=log, stderr=log), began, log)


def instructions(folder: Path, environ: dict[str, str], *options: str) -> int | None:
    """Return how many instructions a collection takes; None where there is no valgrind."""
    if shutil.which("valgrind") is None:
        return None
    under = ("valgrind", "--tool=callgrind", f"--callgrind-out-file={folder / 'callgrind.out'}")
    ended = start(folder, {**environ, "PYTHONHASHSEED": "0"}, *options, under=under).end()
    counted = re.search(r"Collected : (\d+)", ended.said)
    return int(counted[1]) if counted else None


def heavy(folder: Path, environ: dict[str, str], ours: tuple[str, ...], none: tuple[str, ...]) -> list[str]:
    """Return the heavy modules that a collection imports with the plugin and not without."""
    found = []
    (folder / "conftest.py").write_text(PROBE, "utf-8")
    for options in (ours, none):
        start(folder, environ, *options).end()
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
            times: dict[tuple[str, ...], list[Collected]] = {ours: [], none: []}
            for number in range(pairs + 1):
                order = list(times) if number % 2 else list(reversed(times))
                running = [start(folder, environ, *options) for options in order]
                with ThreadPoolExecutor() as pool:
                    measured = list(pool.map(Running.end, running))
                if number:
                    for options, collected in zip(order, measured, strict=True):
                        times[options].append(collected)
                tell(f"collection, {way}: pair {number} of {pairs}")
            result[way] = {"heavy": heavy(folder, environ, ours, none)}
            counts = [instructions(folder, environ, *options) for options in (ours, none)]
            result[way]["instructions"] = {
                "with": counts[0],
                "without": counts[1],
                "ratio": round(counts[0] / counts[1], 4) if counts[0] and counts[1] else None,
            }
            for what in ("wall", "cpu"):
                mine, theirs = ([getattr(one, what) for one in times[options]] for options in (ours, none))
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
