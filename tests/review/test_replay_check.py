"""Checks of candidates: the candidate alone is replayed by its test, and a test that a stranger names is not run."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.model.workflow import Workflow
from pytest_ami.review.replay_check import CheckState, ReplayChecks, listing, outcome
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.sessions import click, flow

TEST = "test_mail.py::test_send"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "test_mail.py").write_text("def test_send(): ...\n", "utf-8")
    return tmp_path


def candidate() -> Workflow:
    return flow(click("A"), click("B"))


def ended(checks: ReplayChecks, version: str) -> CheckState:
    for _ in range(1000):
        found = checks.state(version)
        if found is not None and found.done:
            return found
        time.sleep(0.01)
    raise AssertionError(found)


def listed(arguments: Sequence[str], *tests: str) -> bool:
    """Answer a run that lists tests; return whether it was one."""
    file = next((one.partition("=")[2] for one in arguments if one.startswith("--ami-list-to=")), "")
    if file:
        Path(file).write_text(json.dumps({"tests": tests}), "utf-8")
    return bool(file)


def test_the_candidate_alone_is_in_the_store_that_its_test_replays(root: Path) -> None:
    seen: list[Any] = []

    def run(arguments: Sequence[str], folder: Path) -> int:
        if listed(arguments, "test_mail.py::test_other", TEST):
            return 0
        option = {key: value for key, _, value in (one.partition("=") for one in arguments)}
        (stored,) = WorkflowStore(Path(option["--ami-dir"])).versions("send email")
        seen.extend((stored.steps, arguments[-2:], folder, option["--ami-mode"]))
        report = {"runs": [{"outcome": "replayed", "seconds": 0.5}]}
        Path(option["--ami-json"]).write_text(json.dumps(report), "utf-8")
        return 0

    checks = ReplayChecks(root, run)
    checks.start(candidate(), ["scripts/deploy.py::x", TEST])

    assert ended(checks, "") == CheckState(state="green", text="Version 1 replayed green in 0.5 s.")
    assert seen == [candidate().steps, ["--", TEST], root, "replay"]


def test_a_check_under_way_is_not_started_twice_and_one_that_breaks_ends(root: Path) -> None:
    free, started = threading.Event(), []

    def run(arguments: Sequence[str], folder: Path) -> int:
        started.append(arguments)
        free.wait(10)
        raise OSError("no process")

    checks = ReplayChecks(root, run)
    checks.start(candidate(), [TEST])
    again = checks.start(candidate(), [TEST])
    free.set()

    assert not again.done
    assert "no process" in ended(checks, "").text
    assert len(started) == 1


FORGED = ["", "-p evil::x", "../other.py::test", "deploy.py::test", "test_mail.py", "/etc/passwd::x", "\0::x"]


@pytest.mark.parametrize("test", FORGED)
def test_a_test_that_only_a_session_names_is_not_run(root: Path, test: str) -> None:
    ran: list[Sequence[str]] = []

    def run(arguments: Sequence[str], folder: Path) -> int:
        ran.append(arguments)
        return 0

    checks = ReplayChecks(root, run)
    checks.start(candidate(), [test])

    assert "No test of the project names the task" in ended(checks, "").text
    (listed_only,) = ran
    assert listed_only[:5] == listing("send email", root)[:5]
    assert test not in listed_only


PROJECT = """
import pytest

@pytest.mark.learned("send email")
def test_marked(ami): ...

def test_called(ami): ami.run("send email")

@pytest.mark.learned("delete all")
def test_of_another_task(ami): ami.run("send email")

def test_without_the_fixture(): print("send email")
"""


def test_only_what_the_project_collects_and_names_the_task_is_listed(pytester: pytest.Pytester) -> None:
    file = pytester.path / "tests.json"
    pytester.makepyfile(test_mail=PROJECT, deploy=f"open('deployed', 'w')\n{PROJECT}")

    found = pytester.runpytest_inprocess(*listing("send email", pytester.path)[3:], "-W", "error").ret

    tests = [test.partition("[")[0] for test in json.loads(file.read_text("utf-8"))["tests"]]
    assert found == 0
    assert sorted(tests) == ["test_mail.py::test_called", "test_mail.py::test_marked"]
    assert not (pytester.path / "deployed").exists()


@pytest.mark.parametrize(
    ("code", "run", "state", "words"),
    [
        (0, {"outcome": "healed"}, "green", "had to be healed"),
        (0, {"outcome": "learned"}, "red", "the test is red"),
        (1, {"outcome": "replayed"}, "red", "the test is red"),
        (
            1,
            {"outcome": "stale", "drift": {"cause": "missing", "step": 2, "title": "click B"}},
            "red",
            "missing at step 2",
        ),
        (5, {}, "red", "ended with code 5"),
    ],
)
def test_only_a_green_replay_is_green(code: int, run: dict[str, Any], state: str, words: str) -> None:
    found = outcome(code, {"runs": [run] if run else []}, 3)

    assert found.state == state
    assert words in found.text


def test_the_end_of_the_server_ends_a_check_that_runs(tmp_path: Path) -> None:
    instead = "import time; time.sleep(60); open('lasted', 'w')"
    (tmp_path / "pytest.py").write_text(instead, "utf-8")
    checks = ReplayChecks(tmp_path)
    checks.start(candidate())

    checks.close()

    assert not (tmp_path / "lasted").exists()
