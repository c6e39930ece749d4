"""When a run of pytest was the whole suite, and when that cannot be said."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.plugin.suite_coverage import ENDED_EARLY, NARROWING, SuiteCoverage, narrowed

ROOT = Path("/project")


def why(*paths: str, given: bool = True, start: Path = ROOT, testpaths: tuple[str, ...] = (), **options: Any) -> str:
    return narrowed(options, paths, named=given, root=ROOT, start=start, testpaths=testpaths)


def report(nodeid: str, when: str = "teardown", outcome: str = "passed", **more: Any) -> Any:
    return SimpleNamespace(nodeid=nodeid, when=when, outcome=outcome, **more)


def full(coverage: SuiteCoverage, exit_code: int = 0) -> bool:
    return bool(coverage.summary(exit_code, ())["full"])


@pytest.mark.parametrize("name", NARROWING)
def test_every_option_that_leaves_tests_out_makes_a_run_partial(name: str) -> None:
    asked: dict[str, Any] = {name: 2}
    unasked: dict[str, Any] = {name: None}
    assert why(given=False, **asked) == f"{NARROWING[name]} was given"
    assert why(given=False, **unasked) == ""


def test_one_shard_of_one_is_the_whole_suite() -> None:
    assert why(given=False, num_shards=1, shard_id=0) == ""
    assert why(given=False, num_shards=2, shard_id=0)


@pytest.mark.parametrize(
    ("paths", "whole"),
    [
        (["."], True),
        (["/project"], True),
        (["tests"], False),
        (["tests", "more"], False),
        (["test_mail.py::test_send"], False),
        ([".", "test_mail.py::test_send"], False),
    ],
)
def test_paths_are_the_whole_suite_when_they_cover_its_root(paths: list[str], whole: bool) -> None:  # noqa: FBT001  (drawn)
    assert (why(*paths) == "") is whole


def test_paths_are_the_whole_suite_when_they_cover_the_testpaths() -> None:
    assert why("tests", "more", testpaths=("tests",)) == ""
    assert why("tests", testpaths=("tests", "more")) == "tests were named on the command line"
    assert why("..", start=ROOT / "tests", testpaths=("tests",)) == ""


def test_a_run_from_a_folder_below_is_partial() -> None:
    assert why(given=False, start=ROOT / "tests") == "pytest was started below the root of the project"


tests = st.sampled_from(["a", "b", "c"])


@given(
    st.integers(0, 3),
    st.sets(tests),
    st.lists(st.builds(report, tests, outcome=st.sampled_from(["passed", "failed", "skipped"])), max_size=6),
    st.integers(0, 5),
)
@settings(deadline=None)
def test_a_full_run_ran_all_tests_and_its_flows_were_green(
    collected: int, users: set[str], reports: list[Any], code: int
) -> None:
    coverage = SuiteCoverage("", controller=True)
    coverage.collected, coverage.users = collected, users
    for one in reports:
        coverage.pytest_runtest_logreport(one)
    red = {one.nodeid for one in reports if one.outcome != "passed"}
    ended = {one.nodeid for one in reports}

    told = coverage.summary(code, {"used"})
    assert told["full"] is (code not in ENDED_EARLY and len(ended) >= collected and not red & users)
    assert bool(told["partly"]) is not told["full"]
    assert told["tasks"] == ["used"]


def test_a_retry_that_is_green_makes_up_for_the_red_one() -> None:
    coverage = SuiteCoverage("", controller=True)
    coverage.collected, coverage.users = 1, {"a"}
    coverage.pytest_runtest_logreport(report("a", "call", "failed"))
    coverage.pytest_runtest_logreport(report("a"))
    assert not full(coverage)
    coverage.pytest_runtest_logreport(report("a", "setup"))
    coverage.pytest_runtest_logreport(report("a"))
    assert full(coverage)


def test_an_expected_failure_is_not_green() -> None:
    coverage = SuiteCoverage("", controller=True)
    coverage.collected, coverage.users = 1, {"a"}
    coverage.pytest_runtest_logreport(report("a", "call", wasxfail="reason"))
    coverage.pytest_runtest_logreport(report("a"))
    assert not full(coverage)


def test_what_a_plugin_takes_away_without_a_word_is_noticed() -> None:
    item = SimpleNamespace(nodeid="a", fixturenames=("ami",), parent=None, own_markers=[])
    coverage = SuiteCoverage("", controller=True)
    items: list[Any] = [item, item]
    hook = coverage.pytest_collection_modifyitems(items)
    next(hook)
    items.pop()
    with pytest.raises(StopIteration):
        next(hook)
    assert (coverage.partial, coverage.collected, coverage.users) == ("tests were deselected", 1, {"a"})


def test_workers_are_heard_and_one_that_died_makes_the_run_partial() -> None:
    coverage = SuiteCoverage("", controller=True)
    sent = {"partial": "", "collected": 1, "users": ["a"], "tasks": ["send email"]}
    for _ in range(2):
        coverage.pytest_testnodedown(SimpleNamespace(workeroutput={"ami_coverage": sent}))
    coverage.pytest_runtest_logreport(report("a"))
    assert coverage.summary(0, ())["tasks"] == ["send email"]
    assert full(coverage)
    coverage.pytest_testnodedown(SimpleNamespace())
    assert coverage.summary(0, ())["partly"] == "a worker died"


def test_a_module_that_could_not_be_collected_makes_the_run_partial() -> None:
    coverage = SuiteCoverage("", controller=True)
    coverage.pytest_collectreport(SimpleNamespace(outcome="failed", nodeid="test_mail.py"))  # type: ignore[arg-type]
    assert coverage.summary(0, ())["partly"] == "test_mail.py could not be collected"
