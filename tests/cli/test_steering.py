"""`ami` writes a person's decisions to the steering files at once. Two tasks with one name are an error there."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_ami.store.journal import Journal
from pytest_ami.store.steering.golden_path import parse
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.commands import run
from tests.support.machines import TASK, flow, grown

FILE = "steering/golden-paths/send-email.yaml"


pytestmark = pytest.mark.usefixtures("project")


@pytest.fixture
def store(project: Path) -> WorkflowStore:
    """Version 1 is active, version 2 is a candidate that grew from it."""
    made = WorkflowStore(project / ".ami", Journal(project / ".ami", run="r1"))
    made.add(grown(made.promote(made.add(flow())), "Submit"))
    return made


def held(project: Path) -> int:
    return parse((project / FILE).read_bytes(), name="x").workflow.version


@pytest.mark.slow
def test_what_is_accepted_and_what_is_gone_back_to_is_written(store: WorkflowStore, project: Path) -> None:
    accepted = run("accept", TASK)
    assert accepted.exit_code == 0, accepted.stderr
    assert f"{FILE} was written: git add it." in accepted.stdout
    assert held(project) == 2

    assert f"{FILE} was written: git add it." in run("rollback", TASK).stdout
    assert held(project) == 1
    assert store.find(TASK) == store.versions(TASK)[0]


def test_in_ci_nothing_is_written(store: WorkflowStore, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")

    assert run("accept", TASK).exit_code == 0
    assert not (project / "steering").exists()


@pytest.mark.slow
def test_two_tasks_with_one_name_are_an_error_that_names_both(store: WorkflowStore) -> None:
    store.add(flow("Send! email"))
    assert run("accept", TASK).exit_code == 0

    refused = run("accept", "Send! email")

    assert refused.exit_code == 1
    assert '"Send! email" and "send email" would both be kept in' in refused.stderr
    assert "run next: ami list" in refused.stderr


def test_a_clone_without_a_store_is_listed_from_its_files(store: WorkflowStore, project: Path) -> None:
    run("accept", TASK)
    (project / ".ami").rename(project / "elsewhere")

    listed = run("list")

    assert TASK in listed.stdout
    assert not (project / ".ami").exists()
