"""``--ami-shard``: every test is in exactly one shard, the shards have about the same to do, and all machines agree."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.cli.absorb import absorb_paths
from pytest_ami.model.errors import ConfigurationError
from pytest_ami.plugin.shard import BUILD_VARIABLES, Shard, build_of, digest, note, parse, split, weigh
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from pytest_ami.store.statistics import replay_seconds, shard_plans
from pytest_ami.testing.project import Project, Result
from tests.support.inline import Inline

names = st.text("ab[]:-é", min_size=1, max_size=4)
seconds = st.floats(0, 600, allow_nan=False)
suites = st.dictionaries(names, seconds | st.none(), max_size=30)
"""Tests with their recorded duration, if there is one."""


def weights_of(suite: dict[str, float | None]) -> dict[str, float]:
    return weigh(list(suite), {test: known for test, known in suite.items() if known is not None})


def loads_of(weights: dict[str, float], shards: int) -> list[float]:
    found = split(weights, shards)
    return [sum(w for test, w in weights.items() if found[test] == n) for n in range(1, shards + 1)]


@settings(max_examples=100, deadline=None)
@given(suites, st.integers(1, 12))
def test_every_test_is_in_exactly_one_shard(suite: dict[str, float | None], shards: int) -> None:
    found = split(weights_of(suite), shards)
    assert found.keys() == suite.keys()
    assert set(found.values()) <= set(range(1, shards + 1))


@settings(max_examples=100, deadline=None)
@given(suites, st.integers(1, 12), st.randoms(use_true_random=False))
def test_the_order_of_the_collection_does_not_count(
    suite: dict[str, float | None], shards: int, luck: random.Random
) -> None:
    tests = list(suite.items())
    luck.shuffle(tests)
    assert split(weights_of(dict(tests)), shards) == split(weights_of(suite), shards)


@settings(max_examples=100, deadline=None)
@given(suites, st.integers(1, 12))
def test_the_loads_differ_by_the_longest_test_at_most(suite: dict[str, float | None], shards: int) -> None:
    weights = weights_of(suite)
    loads = loads_of(weights, shards)
    assert max(loads) - min(loads) <= max(weights.values(), default=0) + 1e-6


@settings(max_examples=100, deadline=None)
@given(st.sets(names, max_size=30), st.integers(1, 12))
def test_without_durations_the_shards_have_the_same_number_of_tests(tests: set[str], shards: int) -> None:
    loads = loads_of(weigh(tests, {}), shards)
    assert max(loads) - min(loads) <= 1


def test_longest_first_is_better_than_one_after_the_other() -> None:
    weights = {"a": 1.0, "b": 1.0, "c": 1.0, "d": 3.0}
    assert loads_of(weights, 2) == [3.0, 3.0]


def test_an_unknown_test_counts_as_the_median_of_the_known_ones() -> None:
    durations = {"a": 1.0, "b": 2.0, "c": 30.0, "elsewhere": 500.0}
    assert weigh(["a", "b", "c", "new", "new"], durations) == {"a": 1.0, "b": 2.0, "c": 30.0, "new": 4.0}
    assert weigh(["x", "y"], durations) == {"x": 1.0, "y": 1.0}


@settings(max_examples=100, deadline=None)
@given(suites, suites, st.integers(1, 4))
def test_only_the_same_split_has_the_same_digest(
    one: dict[str, float | None], other: dict[str, float | None], shards: int
) -> None:
    first, second = split(weights_of(one), shards), split(weights_of(other), shards)
    assert (digest(first) == digest(second)) is (first == second)


@pytest.mark.parametrize(("text", "shard"), [("1/1", (1, 1)), (" 2 / 4 ", (2, 4)), ("10/12", (10, 12))])
def test_a_shard_is_a_number_of_a_number(text: str, shard: tuple[int, int]) -> None:
    assert parse(text) == shard
    assert str(parse(text)) == "{}/{}".format(*shard)


@pytest.mark.parametrize("text", ["0/4", "5/4", "2", "2/", "/4", "2/0", "-1/4", "2/4/8", "a/b", "1.5/4", "²/4", "1 4"])
def test_no_such_shard(text: str) -> None:
    with pytest.raises(ConfigurationError, match="names no shard") as caught:
        parse(text)
    assert "--ami-shard=1/4" in str(caught.value)


@pytest.mark.parametrize("name", BUILD_VARIABLES)
def test_the_jobs_of_one_pipeline_know_it(name: str) -> None:
    assert build_of({name: "7"}) == f"{name}=7"
    assert build_of({name: ""}) == ""


def test_a_pipeline_that_is_started_again_is_another_one() -> None:
    assert build_of({"GITHUB_RUN_ID": "7", "GITHUB_RUN_ATTEMPT": "2"}) == "GITHUB_RUN_ID=7#2"
    assert build_of({"CI_PIPELINE_ID": "7", "GITHUB_RUN_ATTEMPT": "2"}) == "CI_PIPELINE_ID=7"


def test_the_note_names_only_times_that_are_known() -> None:
    counts = {"tests": 3, "collected": 9, "seconds": 6.04, "total_seconds": 18.0, "plan": "1f3c"}
    assert note(Shard(2, 3), {**counts, "known": 8}) == (
        "shard 2/3: 3 of 9 tests, about 6 s of 18 s (8 durations known, plan 1f3c)"
    )
    assert note(Shard(2, 3), {**counts, "known": 0}) == "shard 2/3: 3 of 9 tests (no durations known, plan 1f3c)"


SUITE = """
    @pytest.mark.parametrize("n", range(5))
    def test_even(n):
        pass

    class TestOdd:
        @pytest.mark.slow
        @pytest.mark.parametrize("name", ["a", "[b]", "c::d"])
        def test_names(self, name):
            pass

        def test_alone(self):
            pass
"""
ALL = {f"test_flow.py::test_even[{n}]" for n in range(5)}
ALL |= {f"test_flow.py::TestOdd::test_names[{name}]" for name in ("a", "[b]", "c::d")}
ALL |= {"test_flow.py::TestOdd::test_alone"}


@pytest.fixture
def suite(project: Inline) -> Inline:
    return project.with_args("-p", "no:playwright", "-v").with_ini(markers="slow").with_test(SUITE)


def ran(result: Result) -> list[str]:
    return [line.split()[0] for line in result.lines if " PASSED" in line and "::" in line.split()[0]]


def ran_by_workers(result: Result) -> list[str]:
    return [line.split()[-1] for line in result.lines if " PASSED " in line]


def record(project: Project, durations: dict[str, list[float]]) -> None:
    """Record replays in the project's store."""
    journal = Journal(project.path / ".ami", run="before", worker="main")
    for test, all_ in durations.items():
        for attempt, one in enumerate(all_, 1):
            data = {"outcome": "replayed", "passed": True, "seconds": one}
            journal.append(Kind.TEST_FINISHED, test=test, attempt=attempt, task="t", workflow="w", data=data)
    journal.append(Kind.RUN_FINISHED)


@pytest.mark.parametrize("args", [(), ("-k", "names or 1 or 3"), ("-m", "not slow")], ids=" ".join)
def test_the_shards_of_a_suite_run_each_test_once(suite: Inline, args: tuple[str, ...]) -> None:
    whole = ran(suite.run(*args))
    shards = [suite.run(*args, f"--ami-shard={n}/3") for n in (1, 2, 3)]
    assert sorted(test for shard in shards for test in ran(shard)) == sorted(whole)
    assert [shard.ret for shard in shards] == [0, 0, 0]
    sizes = [len(ran(shard)) for shard in shards]
    assert max(sizes) - min(sizes) <= 1
    assert f"shard 1/3: {sizes[0]} of {len(whole)} tests (no durations known, plan " in shards[0].summary[0]


def test_recorded_durations_balance_the_shards(suite: Inline) -> None:
    record(suite, {"test_flow.py::test_even[3]": [500, 8.0, 8.0], "test_flow.py::test_even[4]": [1.0]})
    shards = [suite.run("-k", "even", f"--ami-shard={n}/2") for n in (1, 2)]
    # Three tests are unknown and count as the median, 4.5 s each.
    assert [sorted(ran(shard)) for shard in shards] == [
        ["test_flow.py::test_even[2]", "test_flow.py::test_even[3]"],
        ["test_flow.py::test_even[0]", "test_flow.py::test_even[1]", "test_flow.py::test_even[4]"],
    ]
    assert "2 of 5 tests, about 12 s of 22 s (2 durations known, plan " in shards[0].summary[0]


FLOWS = """
    from tests.support.faked import teach

    marks = {n: pytest.mark.learned(f"send {n}", teacher=teach) for n in "abc"}

    @pytest.mark.parametrize("n", [pytest.param(n, marks=mark) for n, mark in marks.items()])
    def test_send(ami, page, n):
        ami.run(to="ann@example.com", subject=n)
"""


def test_the_journals_of_the_shards_come_together(faked: Inline, tmp_path: Path) -> None:
    learned = faked.with_test(FLOWS)
    assert learned.run().outcomes == {"passed": 3}
    store, job = learned.path / ".ami", learned.with_env(CI="true", GITHUB_RUN_ID="77")
    runs = [job.copy(tmp_path / n).with_env(AMI_SHARD=f"{n}/2").run("-v") for n in "12"]
    absorb_paths(store, [tmp_path / n / ".ami" / "journal" for n in "12"])
    assert sorted(test for run in runs for test in run.words) == [f"test_flow.py::test_send[{n}]" for n in "abc"]
    assert replay_seconds(store).keys() == {f"test_flow.py::test_send[{n}]" for n in "abc"}
    (plan,) = shard_plans(store)
    assert (plan["build"], plan["shards"]) == ("GITHUB_RUN_ID=77", "1/2, 2/2")
    again = absorb_paths(store, [tmp_path / "1", tmp_path / "2"])
    assert [entry["facts"] for entry in again["paths"]] == [0, 0]


def test_a_shard_without_tests_is_green_but_a_suite_without_tests_is_not(suite: Inline) -> None:
    empty = suite.run("-k", "alone", "--ami-shard=2/2")
    assert (empty.ret, empty.outcomes) == (0, {"deselected": 9}), empty.out
    assert suite.run("-k", "nothing", "--ami-shard=2/2").ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_a_bad_shard_is_a_usage_error_with_an_example(suite: Inline) -> None:
    result = suite.run("--ami-shard=5/4")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "--ami-shard is '5/4', which names no shard" in result.err
    assert "run next: pytest --ami-shard=1/4" in result.err


def test_a_store_that_cannot_be_read_stops_the_shard(suite: Inline) -> None:
    (suite.path / ".ami" / "workflows.duckdb").mkdir(parents=True)
    result = suite.run("--ami-shard=1/2")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "workflows.duckdb" in result.err
    assert ran(result) == []


@pytest.mark.slow
def test_workers_split_as_one_process_does(suite: Inline) -> None:
    record(suite, {"test_flow.py::test_even[3]": [9.0], "test_flow.py::test_even[4]": [1.0]})
    by_workers = suite.apart.run("-n", "2", "--ami-shard=1/2")
    assert (by_workers.ret, by_workers.err) == (0, "")
    alone = suite.run("--ami-shard=1/2")
    assert sorted(ran_by_workers(by_workers)) == sorted(ran(alone))
    assert by_workers.summary == alone.summary


@pytest.mark.nightly  # by day: the same without workers
@pytest.mark.slow
def test_a_shard_without_tests_is_green_with_workers_too(suite: Inline) -> None:
    empty = suite.apart.run("-n", "2", "-k", "alone", "--ami-shard=2/2")
    assert empty.ret == 0, empty.out
