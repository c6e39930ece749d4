"""The coverage of a run: whether all tests of the suite ran, and which learned tasks they used.

Rules of this module:

* In doubt a run is partial: a workflow is called unused only after a run that could have used it. So a test of a
  learned flow that was skipped or red makes a run partial, because the tasks it would have used are unknown.
* Workers send their coverage in their output as plain data. A worker that died sends nothing; then the run is partial.
* A task that a marker names counts as used, even if its test did not run it.

It knows pytest's options and reports. It must never know a store, or decide about a test.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

NARROWING = {
    "keyword": "-k",
    "markexpr": "-m",
    "lf": "--last-failed",
    "stepwise": "--stepwise",
    "deselect": "--deselect",
    "ignore": "--ignore",
    "ignore_glob": "--ignore-glob",
    "collectonly": "--collect-only",
    "splits": "--splits",
    "num_shards": "--num-shards",
    "shard_id": "--shard-id",
    "test_group_count": "--test-group-count",
    "ami_shard": "--ami-shard",
    "picked": "--picked",
    "testmon": "--testmon",
}
"""Options of pytest and of plugins that run only a part of the suite, by the name of their value."""

_WHOLE = {"num_shards": 1, "test_group_count": 1, "shard_id": 0, "ami_shard": "1/1"}
"""Values with which an option runs the whole suite."""

ENDED_EARLY = (2, 3, 4, 5)
"""Exit codes of pytest for a run that was interrupted or broke, had a usage error, or collected no test."""


def narrowed(
    options: Mapping[str, Any], paths: Sequence[str], *, named: bool, root: Path, start: Path, testpaths: Iterable[str]
) -> str:
    """Return the reason that a run leaves out tests, or an empty string.

    Args:
        options: Values of ``NARROWING``, by name.
        paths: The paths that pytest collects.
        named: Whether the command line names the paths.
        root: Root of the project.
        start: The folder in which pytest was started.
        testpaths: The ini key of this name.
    """
    for name, flag in NARROWING.items():
        value = options.get(name)
        if value and value != _WHOLE.get(name):
            return f"{flag} was given"
    if named:
        places = {(start / path.partition("::")[0]).resolve() for path in paths if "::" not in path}
        wanted = {(root / path).resolve() for path in testpaths} or {root.resolve()}
        whole = len(places) == len(paths) and (root.resolve() in places or wanted <= places)
        return "" if whole else "tests were named on the command line"
    return "" if start.resolve() == root.resolve() else "pytest was started below the root of the project"


def marked(items: Iterable[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Mark]]:
    """Yield the tests with a ``learned`` marker, each with the nearest one.

    This runs in unrelated suites too, so a class, a module or a folder is checked once for all its tests.
    """
    above: dict[int, bool] = {}
    for item in items:
        parent = item.parent
        if (known := above.get(id(parent))) is None:  # a node is slow to hash
            known = above[id(parent)] = parent is not None and "learned" in parent.keywords
        if known or (item.own_markers and any(mark.name == "learned" for mark in item.own_markers)):
            mark = item.get_closest_marker("learned")
            if mark is not None:
                yield item, mark


class SuiteCoverage:
    """The coverage of a run as one process sees it; registered as a plugin.

    Args:
        partial: The reason that the run is partial from its beginning, or an empty string.
        controller: Whether this process writes the results of the whole run.
    """

    def __init__(self, partial: str, *, controller: bool) -> None:
        """Start without any test."""
        self.partial = partial
        self.controller = controller
        self.collected = 0
        self.ended: set[str] = set()
        self.users: set[str] = set()
        self.red: set[str] = set()
        self.tasks: set[str] = set()

    @classmethod
    def for_config(cls, config: pytest.Config) -> SuiteCoverage:
        """Return the coverage of the process that ``config`` belongs to."""
        if hasattr(config, "workerinput"):
            return cls("", controller=False)
        options = {name: config.getoption(name, None) for name in NARROWING}
        named = config.args_source is pytest.Config.ArgsSource.ARGS
        start, testpaths = config.invocation_params.dir, config.getini("testpaths")
        partial = narrowed(options, config.args, named=named, root=config.rootpath, start=start, testpaths=testpaths)
        return cls(partial, controller=True)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> Generator[None]:
        """Count the collected tests, and notice if another plugin removes tests silently."""
        before = len(items)
        yield
        if len(items) < before:
            self.partial = self.partial or "tests were deselected"
        self.collected = len(items)
        for item, mark in marked(items):
            self.tasks.update(name for name in (*mark.args[:1], mark.kwargs.get("task")) if isinstance(name, str))
            self.users.add(item.nodeid)
        for item in items:
            if "ami" in getattr(item, "fixturenames", ()):
                self.users.add(item.nodeid)

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        """Note that tests were deselected."""
        if items:
            self.partial = self.partial or "tests were deselected"

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a module that could not be collected, or was skipped as a whole."""
        if report.outcome != "passed":
            self.partial = self.partial or f"{report.nodeid or 'the suite'} could not be collected"

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note which tests have ended, and which were not green."""
        if report.when == "setup":  # another attempt
            self.red.discard(report.nodeid)
        if report.outcome != "passed" or hasattr(report, "wasxfail"):
            self.red.add(report.nodeid)
        if report.when == "teardown":
            self.ended.add(report.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Send the coverage of a worker to the controller."""
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            counts = {"partial": self.partial, "collected": self.collected}
            output["ami_coverage"] = {**counts, "users": sorted(self.users), "tasks": sorted(self.tasks)}

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Add the coverage of a worker."""
        seen = getattr(node, "workeroutput", {}).get("ami_coverage")
        if seen is None:
            self.partial = self.partial or "a worker died"
            return
        self.partial = self.partial or seen["partial"]
        self.collected = max(self.collected, seen["collected"])
        self.users.update(seen["users"])
        self.tasks.update(seen["tasks"])

    def summary(self, exit_code: int, used: Collection[str]) -> dict[str, Any]:
        """Return the coverage of the run as the data of its last fact.

        Args:
            exit_code: The exit code of pytest.
            used: The tasks that tests have run.

        Returns:
            ``full`` (bool), ``partly`` (the reason if not full, a phrase), ``collected`` and ``ended`` (numbers of
            tests), and ``tasks`` (the tasks that were used or named by a marker, sorted).
        """
        missing, red = self.collected - len(self.ended), len(self.red & self.users)
        partial = (
            self.partial
            or ("it ended early" if exit_code in ENDED_EARLY else "")
            or (f"{missing} of {self.collected} tests did not run" if missing > 0 else "")
            or (f"{red} tests of learned flows were not green" if red else "")
        )
        numbers = {"collected": self.collected, "ended": len(self.ended)}
        return {"full": not partial, "partly": partial, **numbers, "tasks": sorted({*used, *self.tasks})}
