"""Checks of candidates: the candidate alone is replayed by its test, and a stranger's node id runs nothing."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.model.workflow import Workflow
from pytest_ami.review.replay_check import CheckState, ReplayChecks, node_problem, outcome
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


def test_the_candidate_alone_is_in_the_store_that_its_test_replays(root: Path) -> None:
    seen: list[Any] = []

    def run(arguments: Sequence[str], folder: Path) -> int:
        option = {key: value for key, _, value in (one.partition("=") for one in arguments)}
        (stored,) = WorkflowStore(Path(option["--ami-dir"])).versions("send email")
        seen.extend((stored.steps, arguments[-2:], folder, option["--ami-mode"]))
        report = {"runs": [{"outcome": "replayed", "seconds": 0.5}]}
        Path(option["--ami-json"]).write_text(json.dumps(report), "utf-8")
        return 0

    checks = ReplayChecks(root, run)
    checks.start(candidate(), TEST)

    assert ended(checks, "") == CheckState(state="green", text="Version 1 replayed green in 0.5 s.")
    assert seen == [candidate().steps, ["--", TEST], root, "replay"]


def test_a_check_under_way_is_not_started_twice_and_one_that_breaks_ends(root: Path) -> None:
    free, started = threading.Event(), []

    def run(arguments: Sequence[str], folder: Path) -> int:
        started.append(arguments)
        free.wait(10)
        raise OSError("no process")

    checks = ReplayChecks(root, run)
    checks.start(candidate(), TEST)
    again = checks.start(candidate(), TEST)
    free.set()

    assert not again.done
    assert "no process" in ended(checks, "").text
    assert len(started) == 1


@pytest.mark.parametrize(
    "test", ["", "-p evil::x", "../other.py::test", "missing.py::test", "test_mail.py", "/etc/passwd::x", "\0::x"]
)
def test_a_node_id_outside_of_the_project_runs_nothing(root: Path, test: str) -> None:
    checks = ReplayChecks(root, lambda *_: pytest.fail("it ran"))

    assert node_problem(test, root)
    assert checks.start(candidate(), test).state == "impossible"
    assert node_problem(TEST, root) == ""


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
