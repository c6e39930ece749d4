"""However tests are spread, ordered, repeated and stopped: the same results, the same summary, and nothing is lost."""

from __future__ import annotations

import importlib.util
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pytest_ami.store.journal import journals, read
from pytest_ami.testing.project import Project, Result
from tests.support.projects import PLAIN

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
APART = Path(sys.prefix) / "ami-async"
"""Where scripts/setup.sh puts the async plugins, see test_async."""

SUITE = """
    from tests.support.faked import teach

    def flows(name, count):
        marks = [pytest.mark.learned(f"{name} {n}", teacher=teach) for n in range(count)]
        return pytest.mark.parametrize("n", [pytest.param(n, marks=mark) for n, mark in enumerate(marks)])

    def send(ami, page, n):
        ami.run(to="ann@example.com", subject=f"Mail {n}")
        assert "status|Message sent" in page.fake.notices

    @flows("send", 4)
    def test_send(ami, page, n):
        send(ami, page, n)

    @pytest.mark.xdist_group("together")
    @flows("reply", 2)
    def test_reply(ami, page, n):
        send(ami, page, n)
        assert n == 0

    class TestMore:
        @pytest.mark.learned("forward", teacher=teach)
        def test_forward(self, ami, page):
            send(ami, page, 9)

        def test_unrelated(self):
            pass
"""
WAYS = {
    "load": ("-n", "2", "--dist", "load"),
    "loadscope": ("-n", "2", "--dist", "loadscope"),
    "loadfile": ("-n", "2", "--dist", "loadfile"),
    "loadgroup": ("-n", "2", "--dist", "loadgroup"),
    "worksteal": ("-n", "2", "--dist", "worksteal"),
    "reruns": ("-n", "2", "--reruns", "1"),
    "no cache": ("-p", "no:cacheprovider"),
    "another order": ("--randomly-seed=11",),
}


def faked(folder: Path, *args: str, suite: str = SUITE) -> Project:
    """A project whose pages are no browser's and take no time."""
    made = Project.at(folder).with_args("-p", "tests.support.faked", "-p", "no:playwright", *args)
    return made.with_env(FAKED_PACE="0", PYTHONPATH=str(ROOT)).with_test(suite)


def said(result: Result) -> list[str]:
    """The summary: totals first, then its lines in no order; what a worker adds to a node id is its group."""
    first, *more = result.steady_summary
    return [first, *sorted(line.replace("@together", "") for line in more)]


def stored(result: Result, *tests: str) -> list[tuple[str, str, int]]:
    """Kind, test and attempt of what was noted, in no order; of these tests only, if any are named."""
    kinds = ("version", "status", "test_finished")
    found = [
        (fact["kind"], fact["test"].replace("@together", ""), fact["attempt"])
        for fact in result.facts
        if fact["kind"] in kinds
    ]
    return sorted(one for one in found if not tests or one[1] in tests)


@pytest.fixture(scope="module")
def serial(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """The suite in one process, in the order of its file."""
    result = faked(tmp_path_factory.mktemp("serial"), *PLAIN).run()
    assert result.outcomes == {"passed": 7, "failed": 1}, result.out
    assert result.summary[0] == "7 learned; 0 model calls"
    return result


BY_DAY = ("loadgroup", "reruns", "another order")
"""One way of each kind: spread and grouped, repeated, ordered."""


@pytest.mark.variants(4)
@pytest.mark.parametrize(
    "way", [pytest.param(way, marks=() if way in BY_DAY else pytest.mark.nightly, id=way) for way in WAYS]
)
def test_a_suite_says_and_stores_the_same_however_it_is_run(tmp_path: Path, serial: Result, way: str) -> None:
    order = () if way == "another order" else PLAIN
    result = faked(tmp_path / "project", *order).run(*WAYS[way])
    assert (result.ret, said(result)) == (serial.ret, said(serial)), result.out
    assert {k: n for k, n in result.outcomes.items() if k != "rerun"} == serial.outcomes
    assert result.store.tasks() == serial.store.tasks()
    facts = stored(result)
    if way == "reruns":
        again = [one for one in facts if one[2] > 1]
        assert [one[0] for one in again] == ["test_finished"]
        facts = [one for one in facts if one[2] == 1]
    assert facts == stored(serial)


@pytest.mark.nightly  # by day: the same suite under workers, and a journal that the next run takes in
def test_the_first_failure_ends_the_run_and_the_last_failed_goes_on(tmp_path: Path, serial: Result) -> None:
    project = faked(tmp_path / "project", *PLAIN)
    first = project.run("-x")
    assert first.outcomes == {"passed": 5, "failed": 1}
    assert first.store.tasks() == ("reply 0", "send 0", "send 1", "send 2", "send 3")
    again = project.run("--lf")
    assert (again.outcomes["failed"], "passed" in again.outcomes) == (1, False)
    assert again.summary[0] == "1 learned; 0 model calls"
    whole = project.run("-n", "2")
    assert whole.outcomes == serial.outcomes
    assert whole.steady_summary[0] == "5 replayed, 2 learned; 0 model calls"
    assert whole.store.tasks() == serial.store.tasks()


def test_beside_pytest_asyncio_it_is_the_same(tmp_path: Path, serial: Result) -> None:
    if importlib.util.find_spec("pytest_asyncio") is None and not (APART / "pytest_asyncio").is_dir():
        pytest.skip("pytest-asyncio is not installed; scripts/setup.sh puts it beside the environment")
    project = faked(tmp_path / "project", *PLAIN, "-p", "pytest_asyncio", "-p", "no:playwright-asyncio")
    project = project.with_env(PYTHONPATH=f"{ROOT}{os.pathsep}{APART}").with_ini(
        asyncio_mode="auto", asyncio_default_fixture_loop_scope="function"
    )
    result = project.with_test("async def test_async():\n    pass\n", name="test_more.py").run()
    assert result.outcomes == {"passed": 8, "failed": 1}, result.out
    assert said(result) == said(serial)


@pytest.mark.nightly  # by day: a journal that ends in the middle of a line, in tests/store/test_journal.py
def test_workers_that_die_lose_nothing_that_they_flushed(tmp_path: Path) -> None:
    dying = """
        import os
        from pytest_ami.store.facts import Kind
        from tests.support.faked import teach

        @pytest.mark.parametrize(
            "n", [pytest.param(n, marks=pytest.mark.learned(f"task {n}", teacher=teach)) for n in range(12)]
        )
        def test_flow(ami, page, workflow_store, n):
            ami.run(to="ann@example.com", subject=f"Mail {n}")
            if n % 4 == 3:
                workflow_store.journal.append(Kind.OPERATION, data={"message": f"last words of {n}"})
                os._exit(3)
    """
    result = faked(tmp_path / "project", *PLAIN, suite=dying).run("-n", "2", "--max-worker-restart", "9")
    assert result.outcomes["passed"] == 9, result.out
    assert result.outcomes["failed"] == 3
    assert result.store.tasks() == tuple(sorted(f"task {n}" for n in range(12) if n % 4 != 3))
    sql = "SELECT json_extract_string(data, '$.message') AS m FROM facts WHERE kind = 'operation' AND m IS NOT NULL"
    words = result.store.facts(sql)
    assert sorted(row["m"] for row in words) == ["last words of 11", "last words of 3", "last words of 7"]
    assert "were not absorbed" not in result.out


@pytest.mark.nightly  # by day: four processes on one store, in tests/store/duckdb/test_database.py
def test_two_runs_at_once_share_one_store(tmp_path: Path) -> None:
    project = faked(tmp_path / "project", *PLAIN)
    project.run("--collect-only", "-q")  # the files are there before both start
    with ThreadPoolExecutor() as pool:
        runs = [
            future.result()
            for future in [pool.submit(project.run, "-n", "2", "-p", "no:cacheprovider") for _ in range(2)]
        ]
    assert [run.outcomes for run in runs] == [{"passed": 7, "failed": 1}] * 2, runs[0].out + runs[1].out
    assert all("cannot be used" not in run.out and "were not absorbed" not in run.out for run in runs)
    again = project.run()
    assert again.steady_summary[0] == "6 replayed, 1 learned; 0 model calls"
    kept = {fact["id"] for fact in again.facts}
    lines = [fact.id for path in journals(project.path / ".ami", absorbed=True).values() for fact in read(path).facts]
    assert len(lines) == len(set(lines))
    assert set(lines) == kept
    finished = again.store.facts("SELECT run, test, attempt FROM facts WHERE kind = 'test_finished'")
    assert len(finished) == 3 * 7
    assert len({tuple(row.values()) for row in finished}) == 3 * 7
