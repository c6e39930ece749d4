"""`ami absorb` with verdicts of the HTML report: applied to every version with the step, or reported and kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_ami.model.workflow import Status
from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.facts import Fact
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.commands import data, run
from tests.support.sessions import TASK, click, fill, learned, open_store, session, verdict_fact, verdict_file

pytestmark = pytest.mark.usefixtures("project")
TO, SEND, DELETE = fill("To", "{{to}}"), click("Send"), click("Delete")


@pytest.fixture
def store(project: Path) -> WorkflowStore:
    return open_store(project / ".ami")


def absorbed(project: Path, name: str, *facts: Fact) -> list[str]:
    result = run("absorb", str(verdict_file(project / name, *facts)))
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()[1:]


@pytest.mark.slow
def test_a_verdict_of_the_report_touches_every_version_with_the_step(store: WorkflowStore, project: Path) -> None:
    good, old = learned(store, [TO, SEND]), learned(store, [TO, DELETE, SEND])
    new = learned(store, [TO, DELETE])
    name = session(store, new)
    run("absorb")
    lines = absorbed(project, "one.jsonl", verdict_fact(name, 2, "wrong", ""))  # the session alone tells the version
    assert "2 versions put aside: a person marked a step wrong. To see it: ami annotate --list" in lines
    stands = {one.id: one.status for one in store.versions(TASK)}
    assert stands == {good.id: Status.ACTIVE, old.id: Status.RETIRED, new.id: Status.RETIRED}
    [mark] = store.feedback.standing(TASK)
    assert (mark.workflow_id, mark.action, mark.target) == (new.id, "click", 'button "Delete"')
    assert mark.features == ("action:click", "page:/mail", "role:button")
    assert mark.place
    assert "ann marked wrong step 2" in run("history", TASK).stdout

    lines = absorbed(project, "two.jsonl", verdict_fact(name, 2, None, ""))
    assert "2 versions may run again: the verdict was withdrawn" in lines
    assert data("show", TASK)["version"] == 3


@pytest.mark.slow
def test_a_verdict_that_names_nothing_is_kept_and_reported(store: WorkflowStore, project: Path) -> None:
    version = learned(store, [TO, SEND])
    name = session(store, version)
    other = session(store, learned(store, [DELETE], task="delete email"))
    facts = [
        verdict_fact("no-such-session", 1, "wrong", "no-such-version"),
        verdict_fact(name, 99, "wrong", version.id),
        verdict_fact(name, -1, "wrong", version.id),
        verdict_fact(other, 1, "wrong", version.id),
        verdict_fact(name, 1, "dreadful", version.id),
    ]
    lines = absorbed(project, "strange.jsonl", *facts)
    lines = [line for line in lines if line.startswith(("A verdict", "1 verdict"))]
    assert [line.split(": ", 1)[1] for line in lines[:4]] == [
        "this store has no such session. Absorb the journals of its run as well.",
        "the session has no such step.",
        "the session has no such step.",
        f'the session is one of the task "delete email", and the verdict names "{TASK}".',
    ]
    assert lines[4].startswith("1 verdict has")
    assert data("show", TASK)["id"] == version.id
    assert store.facts("SELECT count(*) AS n FROM facts WHERE kind = 'verdict'") == [{"n": 5}]
    assert data("annotate", name, "1", "correct")["recorded"] is True


@pytest.mark.slow
def test_an_absorb_that_was_killed_leaves_no_steering_file_of_a_marked_version(
    store: WorkflowStore, project: Path
) -> None:
    name = session(store, learned(store, [TO, DELETE]))
    store.absorb()
    run("accept", TASK)
    [file] = project.rglob("*.yaml")
    verdict_file(project / ".ami" / "journal" / "report.jsonl", verdict_fact(name, 2, "wrong", ""))
    Database(project / ".ami").absorb()  # here it was killed
    assert store.find(TASK) is None
    assert file.exists()
    report = data("absorb")
    assert report["removed"] == [str(file.relative_to(project))]
    assert not file.exists()
    assert data("absorb")["removed"] == []
