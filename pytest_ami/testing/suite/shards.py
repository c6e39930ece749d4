"""Shards of a project's learned tests: each is one run of pytest in a process of its own, on a copy of the store.

Rules of this module:

* The longest tests begin first. A shard ends at ``SECONDS`` of recorded durations or at ``TESTS`` tests.
* A shard brings the facts of the store along, without recorded operations, and returns the facts that it wrote. So it
  runs as well on a machine that has the project but not its store, and absorbing its facts twice has no effect.
* A red test is a result. A run of pytest that broke, or that did not report all its tests, is none: it raises, its
  facts are dropped, and ``executors.spread`` tries the shard once more.

It knows pytest's command line and facts. It must never know what a test does.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from pytest_ami.model.errors import HarnessError
from pytest_ami.model.printable import as_argument
from pytest_ami.store.facts import Fact, Kind, decode, encode
from pytest_ami.store.journal import journals, read
from pytest_ami.store.transfer.arrivals import write_new

SECONDS = 30.0
"""Recorded seconds of a shard: long beside the start of pytest and a browser, short beside the whole."""

TESTS = 10
"""Most tests of a shard."""

LONGEST = 3600
"""Seconds that a shard may take."""

LINES = 12
"""Last lines of pytest's output that an error shows."""

_REPORT, _OUTCOMES = "report.json", "outcomes.json"
_PLUGIN = "pytest_ami.testing.suite.outcomes"
_ENDED = (0, 1)
"""Exit codes of pytest after all tests have run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteShard:
    """A part of a project's learned tests.

    Attributes:
        root: Folder of the project, on every machine.
        tests: Node ids.
        mode: ``replay`` or ``relearn``.
        steering: Folder of the steering files, or an empty string; the shard reads a copy.
        arguments: More arguments for pytest.
        facts: Facts of the store, packed.
    """

    root: str
    tests: tuple[str, ...]
    mode: str
    steering: str = ""
    arguments: tuple[str, ...] = ()
    facts: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardResult:
    """The result of a shard.

    Attributes:
        runs: Runs of learned flows, as ``--ami-json`` reports them.
        red: Node ids of the tests that were red.
        facts: The facts that the shard wrote, packed.
    """

    runs: tuple[dict[str, Any], ...] = ()
    red: tuple[str, ...] = ()
    facts: bytes = field(default=b"", repr=False)


def shards_of(whole: SuiteShard, durations: Mapping[str, float]) -> list[SuiteShard]:
    """Return the shards of a suite that is described as one shard, the longest tests first.

    Args:
        whole: The suite.
        durations: Recorded seconds by node id; a test without one counts as the median of the others.
    """
    known = [durations[test] for test in whole.tests if test in durations]
    usual = median(known) if known else SECONDS / TESTS
    weights = {test: durations.get(test, usual) for test in whole.tests}
    parts: list[list[str]] = []
    seconds = SECONDS
    for test in sorted(weights, key=lambda test: (-weights[test], test)):
        if seconds >= SECONDS or len(parts[-1]) == TESTS:
            parts.append([])
            seconds = 0.0
        parts[-1].append(test)
        seconds += weights[test]
    return [
        SuiteShard(
            root=whole.root,
            tests=tuple(part),
            mode=whole.mode,
            steering=whole.steering,
            arguments=whole.arguments,
            facts=whole.facts,
        )
        for part in parts
    ]


def facts_of(folder: Path) -> bytes:
    """Return all facts of a store without recorded operations, packed.

    Args:
        folder: The ``.ami`` folder; it may be missing.
    """
    return _packed(fact for fact in _facts(folder) if fact.kind != Kind.OPERATION.value)


def add_facts(folder: Path, name: str, facts: bytes) -> int:
    """Write packed facts as a journal that waits to be absorbed; return their number.

    The journal is named by its content, and absorbing goes by the ids of facts: a second time has no effect.

    Args:
        folder: The ``.ami`` folder.
        name: First part of the journal's name.
        facts: Packed facts.

    Raises:
        OSError: The journal cannot be written.
    """
    lines = zlib.decompress(facts).splitlines() if facts else []
    batch = [(fact, line) for line in lines if (fact := decode(line)) is not None]
    return len(write_new(folder, name, [batch], lambda _: frozenset()).new)


def run_shard(shard: SuiteShard, run: Callable[[Sequence[str], str], tuple[int, str]] | None = None) -> ShardResult:
    """Run the tests of a shard, and return their result.

    Args:
        shard: The shard.
        run: Runs a command in a folder, and returns its exit code and its output; for tests.

    Raises:
        HarnessError: There is no such project here, or pytest broke.
    """
    if not Path(shard.root).is_dir():
        raise HarnessError(
            f"There is no folder {shard.root} on this worker",
            why="A shard runs the tests of the project, and every machine needs them in the same place.",
            run="git clone the project there, or mount it",
        )
    with tempfile.TemporaryDirectory(prefix="ami-shard-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        store = folder / ".ami"
        add_facts(store, "suite", shard.facts)
        before = {fact.id for fact in _facts(store)}
        if shard.steering and Path(shard.steering).is_dir():
            shutil.copytree(shard.steering, folder / "steering")
        code, output = (run or _run)(command(shard, folder), shard.root)
        runs, ended = _read(folder / _REPORT).get("runs"), _ended(shard, _read(folder / _OUTCOMES))
        red = tuple(test for test, failed in ended.items() if failed)
        whole = isinstance(runs, list) and len(ended) == len(shard.tests)
        if not whole or code not in _ENDED or (code and not red):
            raise _broken(shard, code, output, [test for test in shard.tests if test not in ended])
        new = _packed(fact for fact in _facts(store) if fact.id not in before)
        return ShardResult(runs=tuple(runs or ()), red=red, facts=new)


def _broken(shard: SuiteShard, code: int, output: str, left: Sequence[str]) -> HarnessError:
    return HarnessError(
        f"pytest ended with code {code} in a shard of {len(shard.tests)} tests",
        why=f"A run that broke says nothing about its tests; {len(left)} of them did not come to an end.",
        evidence=output.strip().splitlines()[-LINES:],
        run=f"pytest --ami-mode={shard.mode} {as_argument([*left, *shard.tests][0])}",
    )


def command(shard: SuiteShard, folder: Path) -> list[str]:
    """Return the command that runs a shard on the store in a folder, and reports to a file there."""
    own = [f"--ami-dir={folder / '.ami'}", f"--ami-steering-dir={folder / 'steering'}", f"--ami-mode={shard.mode}"]
    own += [f"--ami-json={folder / _REPORT}", f"--ami-outcomes-to={folder / _OUTCOMES}"]
    python = [sys.executable, "-m", "pytest", "-q", "--tb=no", "--maxfail=0", "-p", "no:cacheprovider", "-p", _PLUGIN]
    return [*python, *shard.arguments, *own, "--", *shard.tests]


def _ended(shard: SuiteShard, outcomes: Mapping[str, Any]) -> dict[str, bool]:
    """Return for each test of a shard that has ended whether it was red; pytest-xdist may add ``@group`` to a name."""
    named = {name if name in shard.tests else name.rpartition("@")[0]: red for name, red in outcomes.items()}
    return {test: named[test] is True for test in shard.tests if test in named}


def _run(arguments: Sequence[str], root: str) -> tuple[int, str]:
    environ = {key: value for key, value in os.environ.items() if not key.startswith(("AMI_MODE", "PYTEST_"))}
    done = subprocess.run(  # noqa: S603  (no shell, and tests that pytest collected)
        list(arguments), cwd=root, env=environ, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        timeout=LONGEST, errors="replace",
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def _facts(folder: Path) -> Iterable[Fact]:
    return (fact for path in journals(folder, absorbed=True).values() for fact in read(path).facts)


def _packed(facts: Iterable[Fact]) -> bytes:
    return zlib.compress(b"".join(map(encode, facts)))


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
