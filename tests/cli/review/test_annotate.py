"""`ami annotate`: the steps of a run, a verdict, and the consequence that is shown before and after."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.commands import data, run
from tests.support.sessions import TASK, click, fill, learned, open_store, session

pytestmark = pytest.mark.usefixtures("project")
TO, SEND, DELETE = fill("To", "{{to}}"), click("Send"), click("Delete")


@pytest.fixture
def store(project: Path) -> WorkflowStore:
    return open_store(project / ".ami")


@pytest.mark.slow
def test_a_person_says_what_was_wrong_and_sees_what_follows(store: WorkflowStore) -> None:
    learned(store, [TO, SEND])
    name = session(store, learned(store, [TO, DELETE]))

    would = run("annotate", name, "2", "wrong", "--dry-run").stdout
    assert would.splitlines() == [
        "Step 2 would be wrong.",
        f'v2 of "{TASK}" would never run again.',
        "v1 would run from now on.",
    ]
    assert data("show", TASK)["version"] == 2

    done = run("annotate", name, "2", "wrong", "--reviewer", "ann", "--correction", "do not delete").stdout
    assert "v2 of " in done
    assert "v1 runs from now on." in done
    assert "lessons get it as advice" in done
    assert "send-email.yaml was written: git add it." in done
    assert data("show", TASK)["version"] == 1

    shown = run("annotate", name).stdout
    assert '2  click button "Delete"   [wrong (ann): do not delete]' in shown
    listed = run("annotate", "--list").stdout
    assert listed.splitlines() == [line for line in listed.splitlines() if name in line and "[1 wrong]" in line]

    back = run("annotate", name, "2", "none", "--reviewer", "ann").stdout
    assert "v2 of " in back
    assert data("show", TASK)["version"] == 2


@pytest.mark.slow
def test_without_another_version_the_steering_file_goes(store: WorkflowStore, project: Path) -> None:
    name = session(store, learned(store, [TO, DELETE]))
    store.absorb()
    run("accept", TASK)
    [file] = project.rglob("*.yaml")
    result = data("annotate", name, "2", "wrong", "--correction", 'click button "Send" twice')
    assert result["lesson"] is True
    assert result["removed"] == [str(file.relative_to(project))]
    assert not file.exists()


@pytest.mark.slow
def test_a_golden_path_is_made_of_the_steps_marked_correct(store: WorkflowStore, project: Path) -> None:
    name = session(store, learned(store, [TO, SEND]))
    failed = run("annotate", name, "--extract")
    assert failed.exit_code == 1
    assert 'ami export golden-path.json "send email"' in failed.output

    for step in ("1", "2"):
        run("annotate", name, step, "correct")
    done = run("annotate", name, "--extract").stdout
    assert '  1. Type {{to}} into the textbox "To".' in done
    assert "send-email.yaml was written: git add it." in done
    [file] = project.rglob("*.yaml")
    assert 'natural_sop: "Type {{to}} into the textbox' in file.read_text("utf-8")
    later = session(open_store(project / ".ami", run="r3"), store.find(TASK) or learned(store, [TO]))
    for step in ("1", "2"):
        run("annotate", later, step, "correct")
    assert data("annotate", later, "--extract")["source_sessions"] == [name, later]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("nope-nope", "1", "wrong"), 1, "There is no session 'nope-nope'"),
        (("nope-nope", "1"), 2, "Say correct, wrong or none"),
        (("nope-nope", "0", "wrong"), 2, "Invalid value"),
    ],
)
def test_what_cannot_be_recorded_is_said(store: WorkflowStore, words: tuple[str, ...], code: int, message: str) -> None:
    learned(store, [TO, SEND])
    result = run("annotate", *words)
    assert result.exit_code == code
    assert message in result.output
