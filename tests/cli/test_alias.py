"""`ami alias`: the command that a near miss names, and what it changes."""

from __future__ import annotations

import shlex
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_ami.model.workflow import Parameter, Status, Workflow
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.commands import data, flow, run

TASK = "send email"
NEAR = "send emails to bob@x.org"


@pytest.fixture
def store(project: Path) -> WorkflowStore:
    """An active version of one task, and another task."""
    store = WorkflowStore(project / ".ami", Journal(project / ".ami", run="r1"))
    mail = flow()
    store.promote(store.add(replace(mail, parameters=(Parameter(name="to", type="email"),))))
    store.promote(store.add(replace(mail, task="archive invoice", aliases=("file it",))))
    return store


def declared(store: WorkflowStore, words: str) -> Workflow:
    done = run("alias", TASK, words)
    assert done.exit_code == 0, done.output
    found = store.find(TASK)
    assert found
    return found


@pytest.mark.slow
def test_the_command_of_a_near_miss_makes_the_instruction_select_the_task(store: WorkflowStore, project: Path) -> None:
    missed = run("match", NEAR)
    command = shlex.split(missed.stdout.split("run next: ")[1].splitlines()[0])
    assert command == ["ami", "alias", TASK, "send emails to {{to}}"]
    assert "or learn a new task: @pytest.mark.learned(" in missed.stdout
    done = run(*command[1:])
    assert '"send emails to {{to}}" selects "send email" from now on.' in done.stdout
    assert 'v2 of "send email" would run now (active).' in done.stdout
    assert "steering/golden-paths/send-email.yaml was written: git add it." in done.stdout
    assert data("match", NEAR)["parameters"][0]["value"] == "bob@x.org"
    assert "send emails to {{to}}" in run("show", TASK).stdout
    assert "alias: send emails to {{to}}" in run("history", TASK).stdout
    shutil.rmtree(project / ".ami")  # a fresh clone has the steering files alone
    assert data("match", NEAR)["how"] == "template"


@pytest.mark.slow
def test_the_version_with_the_name_keeps_steps_status_and_cost(store: WorkflowStore) -> None:
    before = store.find(TASK)
    after = declared(store, "mail the boss")
    assert before
    assert (after.version, after.status, after.provenance.author) == (2, Status.ACTIVE, "person")
    assert (after.steps, after.provenance.parent, after.provenance.cost) == (before.steps, before.id, None)
    assert after.aliases == ("write a mail", "mail the boss")
    reasons = [fact.data.get("reason") for fact in store.history(TASK) if fact.kind == Kind.STATUS.value]
    assert "person.named" in reasons
    assert run("rollback", TASK).exit_code == 0
    assert "mail the boss" not in store.find(TASK).aliases  # type: ignore[union-attr]


def test_a_version_that_is_not_proven_is_not_proven_by_a_name(store: WorkflowStore) -> None:
    store.add(replace(flow(), task="book a room", aliases=()))
    assert run("alias", "book a room", "reserve the hall").exit_code == 0
    found = store.find("book a room")
    assert found
    assert (found.version, found.status, found.aliases) == (2, Status.CANDIDATE, ("reserve the hall",))


def test_a_known_name_changes_nothing(store: WorkflowStore) -> None:
    found = data("alias", TASK, "Write a mail!")
    assert (found["changed"], found["version"], found["alias"]) == (False, 1, "Write a mail!")
    assert "nothing was changed" in run("alias", TASK, "write a mail").stdout
    assert len(store.versions(TASK)) == 1


@pytest.mark.parametrize("words", ["file it", "archive invoice and mail it", "don't mail it", "mail {{cc}}"])
def test_a_refused_name_changes_nothing(store: WorkflowStore, words: str) -> None:
    done = run("alias", TASK, words)
    assert done.exit_code == 1
    assert "cannot be another name of 'send email'" in done.stderr
    assert "run next: ami" in done.stderr
    assert len(store.versions(TASK)) == 1


def test_a_task_without_a_version_that_runs_gets_no_name(store: WorkflowStore) -> None:
    for version in store.versions(TASK):
        store.lifecycle.retire([version.id], reason="unused", text="nobody needs it")
    done = run("alias", TASK, "mail the boss")
    assert done.exit_code == 1
    assert 'No version of "send email" is left to run' in done.stderr
