"""``--ami-shard=i/n``: runs one of n parts of the suite, for the jobs of a CI matrix.

Rules of this module:

* Each test is in exactly one shard. The split depends only on the node ids, on the number of shards and on the recorded
  durations. The order of the collection, pytest-xdist and the machine do not count.
* A test without a recorded duration counts as the median of the others.
* The controller reads the durations once and sends them to its workers: a worker that starts later splits the same way.
* Shards that read different durations would leave out tests. So a store that cannot be read stops the run, and each
  shard records a digest of its split, which ``ami absorb`` compares.

It knows node ids and seconds. It must never know a workflow.
"""

from __future__ import annotations

import hashlib
import heapq
import os
import re
from collections import Counter
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .run_log import RunLog

_FORM = re.compile(r"\s*(\d{1,6})\s*/\s*(\d{1,6})\s*", re.ASCII)

BUILD_VARIABLES = (
    "GITHUB_RUN_ID", "CI_PIPELINE_ID", "BUILDKITE_BUILD_ID", "CIRCLE_WORKFLOW_ID", "BUILD_BUILDID", "BUILD_TAG",
    "BITBUCKET_PIPELINE_UUID", "TRAVIS_BUILD_ID",
)  # fmt: skip
"""Variables that have the same value in all jobs of one run of a CI pipeline."""


class Shard(NamedTuple):
    """The number of a shard, from 1, and the number of shards."""

    number: int
    of: int

    def __str__(self) -> str:
        """Return it as users write it."""
        return f"{self.number}/{self.of}"


def parse(text: str) -> Shard:
    """Return the shard that a text such as ``2/4`` names.

    Raises:
        ConfigurationError: It is not of this form, or there is no such shard.
    """
    match = _FORM.fullmatch(text)
    if match and 1 <= int(match[1]) <= int(match[2]):
        return Shard(int(match[1]), int(match[2]))
    from pytest_ami.model.errors import ConfigurationError

    raise ConfigurationError(
        f"--ami-shard is {text!r}, which names no shard",
        why="It is the number of the shard, a slash, and the number of shards: 1/4, 2/4, 3/4, 4/4.",
        run="pytest --ami-shard=1/4",
    )


def weigh(tests: Iterable[str], durations: Mapping[str, float]) -> dict[str, float]:
    """Return the weight of each test: its duration, or the median of the known ones; 1 if none is known.

    Args:
        tests: Node ids; one that is there twice counts twice.
        durations: Seconds of tests, by node id.
    """
    numbers = Counter(tests)
    known = [durations[test] for test in sorted(numbers) if test in durations]
    usual = median(known) if known else 1.0
    return {test: number * durations.get(test, usual) for test, number in numbers.items()}


def split(weights: Mapping[str, float], shards: int) -> dict[str, int]:
    """Return the shard of each test, from 1: the longest tests first, each into the shard with the least to do.

    The loads of two shards differ by no more than the longest test. Tests of the same weight go by their names.

    Args:
        weights: The weight of each test.
        shards: The number of shards.
    """
    loads = [(0.0, 0, shard) for shard in range(1, shards + 1)]  # also a heap, as it is sorted
    found: dict[str, int] = {}
    for test in sorted(weights, key=lambda test: (-weights[test], test)):
        load, number, shard = loads[0]
        found[test] = shard
        heapq.heapreplace(loads, (load + weights[test], number + 1, shard))
    return found


def digest(shards: Mapping[str, int]) -> str:
    """Return a short text that two splits share only if they are the same."""
    text = "\0".join(f"{shard} {test}" for test, shard in sorted(shards.items()))
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:10]


def build_of(environ: Mapping[str, str]) -> str:
    """Return the run of the CI pipeline that this process is a job of, or an empty string."""
    found = next((f"{name}={environ[name]}" for name in BUILD_VARIABLES if environ.get(name)), "")
    attempt = environ.get("GITHUB_RUN_ATTEMPT", "")  # a run that is started again has a newer store
    return f"{found}#{attempt}" if attempt and found.startswith("GITHUB_") else found


class Sharding:
    """Deselects the tests of other shards; registered as a plugin if a shard was asked for.

    Args:
        shard: The shard of this run.
        log: The run log of this process.
        durations: Seconds of tests by node id, from the controller; None in the controller itself.
    """

    def __init__(self, shard: Shard, log: RunLog, durations: Mapping[str, float] | None = None) -> None:
        """Store the arguments; nothing is read yet."""
        self.shard = shard
        self._log = log
        self._durations = durations
        self.found: dict[str, Any] = {}

    @property
    def durations(self) -> Mapping[str, float]:
        """The recorded durations of tests, in seconds, by node id.

        Raises:
            pytest.UsageError: The store cannot be read.
        """
        if self._durations is None:
            self._durations = self._read()
        return self._durations

    def _read(self) -> dict[str, float]:
        folder = self._log.settings.folder(self._log.root)
        if not folder.is_dir():
            return {}
        from pytest_ami.model.errors import StoreError
        from pytest_ami.store.statistics import replay_seconds

        try:
            return replay_seconds(folder)
        except StoreError as error:  # without the durations that other shards read, tests would be left out
            raise pytest.UsageError(str(error)) from None

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Send the durations to a new worker of pytest-xdist."""
        node.workerinput["ami_durations"] = dict(self.durations)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Keep the tests of this shard; the options ``-k`` and ``-m`` have selected before."""
        names = [item.nodeid for item in items]
        weights = weigh(names, self.durations)
        shards = split(weights, self.shard.of)
        mine = [item for item in items if shards[item.nodeid] == self.shard.number]
        others = [item for item in items if shards[item.nodeid] != self.shard.number]
        self.found = {
            "tests": len(mine),
            "collected": len(names),
            "seconds": round(sum(w for test, w in weights.items() if shards[test] == self.shard.number), 3),
            "total_seconds": round(sum(weights.values()), 3),
            "known": sum(test in self.durations for test in weights),
            "plan": digest(shards),
        }
        if others:
            config.hook.pytest_deselected(items=others)
            items[:] = mine

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take the counts from a worker; all workers have the same."""
        self.found = getattr(node, "workeroutput", {}).get("ami_shard") or self.found

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Record the split, and let a shard without any test pass: other shards have the tests."""
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["ami_shard"] = self.found
        elif self.found:
            self._log.shard = {"number": self.shard.number, "of": self.shard.of, "build": build_of(os.environ)}
            self._log.shard.update(self.found)
            self._log.notes.append(note(self.shard, self.found))
            if session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and self.found["collected"]:
                session.exitstatus = pytest.ExitCode.OK


def note(shard: Shard, found: Mapping[str, Any]) -> str:
    """Return a line for people about a split."""
    known = found["known"]
    share = f", about {found['seconds']:.0f} s of {found['total_seconds']:.0f} s" if known else ""
    basis = f"{known} durations known" if known else "no durations known"
    return f"shard {shard}: {found['tests']} of {found['collected']} tests{share} ({basis}, plan {found['plan']})"
