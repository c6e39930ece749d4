"""After a full run, and only then, it is said which workflows no test has used."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from pytest_ami.model.workflow import Step, StepKind, Workflow
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.testing.project import Result
from tests.support.inline import Inline

pytestmark = pytest.mark.slow

LINE = "1 of 2 workflows was used by no test of this full run. To look at it: ami prune"
OTHER = "def test_unrelated():\n    pass\n"


def last_run(result: Result) -> dict[str, object]:
    facts = [f for f in result.facts if f["kind"] == "run_finished" and f["worker"] == "main"]
    told: dict[str, object] = json.loads(facts[-1]["data"])
    return told


@pytest.fixture
def project(faked_taught: Inline) -> Inline:
    """A project with a test that uses its workflow, one that uses none, and a workflow that no test uses."""
    folder = faked_taught.path / ".ami"
    store = WorkflowStore(folder, Journal(folder, run="old"))
    store.add(Workflow(task="old flow", steps=(Step(kind=StepKind.GOTO, value="/"),)))
    return faked_taught.with_test(OTHER, name="test_other.py")


def test_unused_workflows_are_told_after_a_full_run_and_then_pruned(project: Inline) -> None:
    whole = project.run()
    assert whole.ret == 0, whole.out
    assert LINE in whole.summary
    told = last_run(whole)
    assert (told["full"], told["collected"], told["tasks"]) == (True, 2, ["send email"])

    for arguments, why in (
        (["-k", "send"], "-k was given"),
        (["test_flow.py"], "tests were named on the command line"),
    ):
        part = project.run(*arguments)
        assert LINE not in part.out
        assert (last_run(part)["full"], last_run(part)["partly"]) == (False, why)

    ami = [sys.executable, "-c", "from pytest_ami.cli import main; main()", "prune", "--yes", "--json"]
    done = subprocess.run(ami, cwd=project.path, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["unused"] == ["old flow"]
    assert project.store.tasks() == ("send email",)
    assert "used by no test" not in project.run().out


@pytest.mark.nightly  # by day: "workers are heard" in test_suite_coverage.py
def test_workers_make_a_full_run_together(project: Inline) -> None:
    pytest.importorskip("xdist")
    workers = project.apart.run("-n", "2")
    assert workers.ret == 0, workers.out
    assert LINE in workers.summary
    told = last_run(workers)
    assert (told["full"], told["collected"], told["ended"], told["tasks"]) == (True, 2, 2, ["send email"])
