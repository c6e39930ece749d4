"""`ami replay` and `ami relearn`: all learned tests in two processes, and what is said when there is nothing to run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.cli.suite import _spread
from pytest_ami.cli.suite.report import lines
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.testing.suite.shards import ShardResult, SuiteShard
from tests.support.commands import run

ROOT = Path(__file__).parents[3]
SUITE = """
import pytest
from tests.support.faked import teach

FLOWS = [pytest.param(n, marks=pytest.mark.learned(f"task {n}", teacher=teach)) for n in range(3)]


@pytest.mark.parametrize("n", FLOWS)
def test_flow(ami, page, n):
    ami.run(to="ann@example.com", subject=f"Mail {n}")
    assert "status|Message sent" in page.fake.notices


def test_nothing():
    raise AssertionError("it performs no flow")
"""
FAKED = "-p tests.support.faked -p no:playwright"


def ami(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "FAKED_PACE": "0", "FORCE_COLOR": "1"}  # as many CI services do
    command = [sys.executable, "-c", "from pytest_ami.cli import main; main()", *arguments]
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_all_learned_tests_are_replayed_in_processes_and_their_facts_come_home(tmp_path: Path) -> None:
    (tmp_path / "test_flows.py").write_text(SUITE, "utf-8")
    (tmp_path / "pytest.ini").write_text(f"[pytest]\naddopts = {FAKED} -x --no-summary\n", "utf-8")
    (tmp_path / ".ami").mkdir()
    learned = ami(tmp_path, "relearn", "task 0", "task 1", "--json")
    assert learned.returncode == 0, learned.stderr
    assert json.loads(learned.stdout)["outcomes"] == {"learned": 2}

    replayed = ami(tmp_path, "replay", "--all", "--json")
    report = json.loads(replayed.stdout)
    assert (report["tests"], report["shards"], report["outcomes"]) == (3, 1, {"failed": 1, "replayed": 2})
    assert (report["model_calls"], report["broken"]) == (0, [])
    assert [test.partition("[")[0] for test in report["red"]] == ["test_flows.py::test_flow"]  # task 2 is not learned
    assert replayed.returncode == 1
    store = WorkflowStore(tmp_path / ".ami", readonly=True)
    assert sorted(store.tasks()) == ["task 0", "task 1"]
    rows = store.facts("SELECT count(*) AS n, count(DISTINCT id) AS d FROM facts WHERE kind = 'test_finished'")
    assert rows == [{"n": 5, "d": 5}]


class Interrupted(Executor):
    """Does the first job, and hears Ctrl-C meanwhile; the others never begin."""

    begun = 0

    def submit(self, _fn: Callable[..., Any], /, *_: Any, **__: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.begun += 1
        if self.begun == 1:
            signal.raise_signal(signal.SIGINT)
            future.set_result(ShardResult(runs=({"outcome": "replayed", "task": "send email"},)))
        return future


def test_after_ctrl_c_the_results_are_kept_and_the_rest_is_named_as_not_run(tmp_path: Path) -> None:
    parts = [SuiteShard(root="/", tests=(name,), mode="replay") for name in ("t.py::a", "t.py::b")]
    found = _spread(Interrupted, parts, tmp_path / ".ami", "replay")
    assert (found["outcomes"], found["red"]) == ({"replayed": 1}, [])
    assert found["broken"] == [{"tests": ["t.py::b"], "why": "Ctrl-C came first."}]


@pytest.mark.parametrize("arguments", [("replay",), ("relearn", "send email", "--all")])
def test_tasks_or_all_of_them_and_not_both(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "name tasks, or say --all" in result.output


def test_the_report_names_what_is_red_and_what_did_not_run() -> None:
    report = {
        "mode": "replay", "tests": 12, "shards": 2, "outcomes": {"replayed": 9, "stale": 1}, "model_calls": 0,
        "facts": 40, "written": [], "red": ["t.py::a b"], "broken": [{"tests": ["t.py::c"], "why": "it died"}],
    }  # fmt: skip
    assert list(lines(report)) == [
        "12 tests in 2 shards: 9 replayed, 1 stale; 0 model calls",
        "40 facts absorbed",
        "red: t.py::a b",
        '  run next: pytest --ami-mode=replay "t.py::a b"',
        "not run: t.py::c",
        "  it died",
    ]
