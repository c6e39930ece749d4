"""Shards of a suite: the longest tests first, each once; facts go out and come home; a run that broke is no result."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.model.errors import HarnessError
from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal, journals, read
from pytest_ami.testing.suite import shards as module
from pytest_ami.testing.suite.shards import SuiteShard, add_facts, facts_of, run_shard, shards_of


def ids(folder: Path) -> list[str]:
    return [fact.id for path in journals(folder, absorbed=True).values() for fact in read(path).facts]


@settings(max_examples=100, deadline=None)
@given(st.sets(st.text("abc", min_size=1, max_size=3), max_size=40), st.data())
def test_every_test_is_in_one_shard_and_the_longest_come_first(tests: set[str], data: st.DataObject) -> None:
    durations = {
        test: data.draw(st.floats(0, 100)) for test in sorted(tests) if data.draw(st.booleans(), label=f"{test} known")
    }
    parts = shards_of(SuiteShard(root="/", tests=tuple(tests), mode="replay"), durations)
    names = [test for part in parts for test in part.tests]
    assert sorted(names) == sorted(tests)
    known = [durations[name] for name in names if name in durations]
    assert known == sorted(known, reverse=True)
    for part in parts:
        assert len(part.tests) <= module.TESTS
        assert sum(durations.get(test, 0) for test in part.tests[:-1]) < module.SECONDS


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """The store of a project, with a version, a recorded operation, and a result."""
    folder = tmp_path / "project" / ".ami"
    journal = Journal(folder, run="r1")
    for kind in (Kind.VERSION, Kind.OPERATION, Kind.TEST_FINISHED):
        journal.append(kind, task="send email", workflow="w1", data={"n": 1})
    return folder


def part(store: Path) -> SuiteShard:
    return SuiteShard(root=str(store.parent), tests=("t.py::a",), mode="replay", facts=facts_of(store))


def pytest_of(
    code: int = 0,
    output: str = "",
    *,
    reports: bool = True,
    seen: list[Any] | None = None,
    ended: dict[str, bool] | None = None,
) -> Callable[[Sequence[str], str], tuple[int, str]]:
    """Return what stands for pytest: it writes a fact into its store and a report."""

    def run(arguments: Sequence[str], _root: str) -> tuple[int, str]:
        option = {key: value for key, _, value in (one.partition("=") for one in arguments)}
        if seen is not None:
            seen.extend(ids(Path(option["--ami-dir"])))
        Journal(Path(option["--ami-dir"]), run="r2").append(Kind.TEST_FINISHED, task="send email", data={"n": 2})
        if reports:
            Path(option["--ami-json"]).write_text(json.dumps({"runs": [{"outcome": "replayed"}]}), "utf-8")
            outcomes = {"t.py::a": False} if ended is None else ended
            Path(option["--ami-outcomes-to"]).write_text(json.dumps(outcomes), "utf-8")
        return code, output

    return run


def test_a_shard_takes_the_facts_along_and_returns_its_own(store: Path) -> None:
    seen: list[Any] = []
    before = ids(store)
    result = run_shard(part(store), pytest_of(1, seen=seen, ended={"t.py::a@group": True}))
    assert seen == [before[0], before[2]]  # the recorded operation stays at home
    assert ids(store) == before
    assert (result.red, result.runs) == (("t.py::a",), ({"outcome": "replayed"},))
    for _ in range(2):  # absorbing twice has no effect
        add_facts(store, "replay", result.facts)
        Database(store).absorb()
    assert Database(store).query("SELECT count(*) AS n FROM facts") == [{"n": 4}]


@pytest.mark.parametrize(("code", "reports"), [(2, True), (3, True), (0, False)])
def test_a_run_that_broke_is_no_result(store: Path, code: int, reports: bool) -> None:  # noqa: FBT001  (a parameter)
    with pytest.raises(HarnessError, match="pytest ended with code") as caught:
        run_shard(part(store), pytest_of(code, "INTERNALERROR> no disk\n", reports=reports))
    assert caught.value.evidence == ("INTERNALERROR> no disk",)
    assert len(ids(store)) == 3


@pytest.mark.parametrize(("code", "ended"), [(0, {}), (1, {"t.py::b": True}), (1, {"t.py::a": False})])
def test_a_test_without_an_end_and_a_red_run_without_a_red_test_are_no_result(
    store: Path, code: int, ended: dict[str, bool]
) -> None:
    with pytest.raises(HarnessError, match=f"pytest ended with code {code}"):
        run_shard(part(store), pytest_of(code, ended=ended))


def test_a_worker_without_the_project_says_so() -> None:
    with pytest.raises(HarnessError, match="no folder /nowhere on this worker"):
        run_shard(SuiteShard(root="/nowhere", tests=("t.py::a",), mode="replay"))


def test_a_shard_can_be_sent(store: Path) -> None:
    shard = part(store)
    assert pickle.loads(pickle.dumps(shard)) == shard  # noqa: S301  (our own bytes)


def test_the_shard_reads_a_copy_of_the_steering_files(store: Path, tmp_path: Path) -> None:
    steering = tmp_path / "steering" / "golden-paths"
    steering.mkdir(parents=True)
    (steering / "send.yaml").write_text("a", "utf-8")

    def run(arguments: Sequence[str], root: str) -> tuple[int, str]:
        (copy,) = (one.partition("=")[2] for one in arguments if one.startswith("--ami-steering-dir="))
        (Path(copy) / "golden-paths" / "send.yaml").write_text("b", "utf-8")
        return pytest_of()(arguments, root)

    shard = SuiteShard(root=str(tmp_path), tests=("t.py::a",), mode="relearn", steering=str(tmp_path / "steering"))
    run_shard(shard, run)
    assert (steering / "send.yaml").read_text("utf-8") == "a"
