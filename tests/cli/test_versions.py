"""`ami diff`, `accept`, `reject`, `rollback`: what a person sees of versions, and what a person's word does to them."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_ami.model.workflow import Effects, Parameter, Status, Step, Workflow
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.commands import data, flow, run
from tests.support.statuses import set_status

TASK = "send email"
NEW_PLACE = "/html[1]/body[1]/main[1]/button[1]"


def changed(first: Workflow) -> Workflow:
    """The same flow, relearned: its button has another name and place, one step is new, one alias."""
    fill, click = first.steps
    assert click.target
    moved = replace(click.target, name="发送", absolute_xpath=NEW_PLACE)
    again = flow(reason="relearned from step 2: missing", parent=first.id)
    return replace(
        again,
        steps=(fill, replace(click, target=moved, effects=Effects(route="/sent")), Step(kind=click.kind, target=moved)),
        parameters=(Parameter(name="to", type="email"), Parameter(name="copy")),
        aliases=("write a mail", "post"),
        templates=("mail {{to}}",),
    )


pytestmark = pytest.mark.usefixtures("project")


@pytest.fixture
def store(project: Path) -> WorkflowStore:
    """Version 1 is active, version 2 is a candidate that was relearned from it."""
    made = WorkflowStore(project / ".ami", Journal(project / ".ami", run="r1"))
    made.add(changed(made.promote(made.add(flow()))))
    return made


def statuses(store: WorkflowStore) -> list[str]:
    return [workflow.status.value for workflow in store.versions(TASK)]


def test_diff_puts_steps_side_by_side_with_old_and_new_locators(
    store: WorkflowStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    text = run("diff", TASK, "1", "2").stdout
    for words in (
        "v1 active, learned",
        "v2 candidate, relearned from step 2",
        '1  fill textbox "To" with {{to}}',
        'click button "Send"',
        'click button "发送"',
        "then: route",
        "parameter pin",
        "parameter copy",
        "write a mail; post",
        "mail {{to}}",
        "Steps: 1 same, 1 changed, 1 added",
    ):
        assert words in text
    assert any("/html[1]/body[1]/button[1]" in line and NEW_PLACE in line for line in text.splitlines())


def test_diff_as_data_says_what_was_and_what_is(store: WorkflowStore) -> None:
    found = data("diff", TASK, "v1", store.versions(TASK)[1].id[:36])
    assert (found["old"]["version"], found["new"]["version"], found["same"]) == (1, 2, False)
    assert [(s["change"], s["old"], s["new"]) for s in found["steps"]] == [
        ("same", 1, 1),
        ("changed", 2, 2),
        ("added", None, 3),
    ]
    told = {one["what"]: (one["old"], one["new"]) for one in found["steps"][1]["differences"]}
    assert told["name"] == ("Send", "发送")
    assert told["effects.route"] == ("/mail/sent", "/sent")
    assert {one["what"] for one in found["attributes"]} == {"parameter pin", "parameter copy", "aliases", "templates"}


def test_without_numbers_what_would_run_is_compared_with_the_version_it_grew_from(store: WorkflowStore) -> None:
    refused = run("diff", TASK)
    assert refused.exit_code == 1
    assert 'run next: ami diff "send email" 1 2' in refused.stderr
    store.promote(store.versions(TASK)[1])
    found = data("diff", TASK)
    assert (found["old"]["version"], found["new"]["version"]) == (1, 2)
    assert data("diff", TASK, "2")["same"]
    assert "No difference: 3 same" in run("diff", TASK, "2").stdout


def test_the_columns_fit_the_terminal_whatever_the_script(
    store: WorkflowStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rich.cells import cell_len

    for columns in (80, 120):
        monkeypatch.setenv("COLUMNS", str(columns))
        lines = run("diff", TASK, "1", "2").stdout.splitlines()
        assert max(cell_len(line) for line in lines) <= columns


@pytest.mark.parametrize(
    ("said", "names"), [("7", "versions: 1, 2"), ("abc", "versions: 1, 2"), ("v0", "versions: 1, 2")]
)
def test_a_version_that_is_not_there_is_answered_with_those_that_are(
    store: WorkflowStore, said: str, names: str
) -> None:
    for arguments in (("diff", TASK, said), ("accept", TASK, "-n", said), ("reject", TASK, "-n", said)):
        result = run(*arguments)
        assert result.exit_code == 1
        assert names in result.stderr
        assert 'run next: ami history "send email"' in result.stderr


def test_a_number_that_two_versions_share_is_refused_by_their_ids(project: Path) -> None:
    journal = Journal(project / ".ami", run="r1")
    first = WorkflowStore(project / ".ami", journal).add(flow())
    twin = first.id[:-1] + ("0" if first.id[-1] != "0" else "1")
    same = {"workflow": {"version": 1, "steps": [], "task": TASK}}
    journal.append(Kind.VERSION, task=TASK, workflow=twin, data=same)
    result = run("accept", TASK, "-n", "1")
    assert result.exit_code == 1
    assert first.id in result.stderr
    assert twin in result.stderr
    assert data("accept", TASK, "-n", first.id)["id"] == first.id


@pytest.mark.slow
def test_accept_takes_the_newest_candidate_and_says_what_would_run(store: WorkflowStore) -> None:
    result = run("accept", TASK, "--why", "looked at the new page")
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        'v2 of "send email" was candidate and is active.',
        'v2 of "send email" would run now (active).',
        "steering/golden-paths/send-email.yaml was written: git add it.",
    ]
    assert statuses(store) == ["superseded", "active"]
    fact = [f for f in store.history(TASK) if f.data.get("reason") == "person.accepted"][-1]
    assert fact.data["evidence"] == ["looked at the new page"]
    history = run("history", TASK).stdout
    assert "active: a person accepted it (person.accepted)" in history
    assert "looked at the new page" in history


def test_reject_retires_the_candidate_and_the_last_good_version_is_not_rejected(store: WorkflowStore) -> None:
    found = data("reject", TASK, "--why", "wrong button")
    assert (found["version"], found["was"], found["status"], found["changed"]) == (2, "candidate", "retired", True)
    assert found["now"]["version"] == 1
    refused = run("reject", TASK)
    assert refused.exit_code == 1
    assert 'Version 1 of "send email" is its last good version' in refused.stderr
    assert 'run next: ami rollback "send email"' in refused.stderr
    assert statuses(store) == ["active", "retired"]


@pytest.mark.slow
def test_rollback_goes_back_and_says_so_and_says_why_not(store: WorkflowStore) -> None:
    refused = run("rollback", TASK)
    assert refused.exit_code == 1
    assert "no good version" in refused.stderr
    run("accept", TASK)
    found = data("rollback", TASK, "--why", "v2 sends it twice {}")
    assert (found["version"], found["was"], found["status"]) == (1, "superseded", "active")
    assert statuses(store) == ["active", "retired"]
    evidence = [f.data["evidence"] for f in store.history(TASK) if str(f.data.get("reason")).startswith("person.r")]
    assert evidence == [["v2 sends it twice {}"], ["v2 sends it twice {}"]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("outcome", "passed", "good"), [("replayed", True, True), ("replayed", False, False), ("healed", True, False)]
)
def test_a_version_that_was_only_replayed_in_ci_can_be_gone_back_to(
    project: Path,
    outcome: str,
    passed: bool,  # noqa: FBT001  (a parameter of the test)
    good: bool,  # noqa: FBT001
) -> None:
    journal = Journal(project / ".ami", run="r1")
    made = WorkflowStore(project / ".ami", journal)
    first = made.add(flow())
    journal.append(Kind.TEST_FINISHED, task=TASK, workflow=first.id, data={"outcome": outcome, "passed": passed})
    made.promote(made.add(flow()))

    result = run("rollback", TASK)

    assert (result.exit_code == 0) is good
    assert ("v1" in result.stdout) is good


@pytest.mark.slow
def test_deciding_twice_is_once(store: WorkflowStore) -> None:
    for command in ("accept", "reject"):
        assert data(command, TASK, "-n", "2")["changed"] or command == "reject"
        before = len(store.history(TASK))
        if command == "accept":
            assert not data(command, TASK, "-n", "2")["changed"]
            run("rollback", TASK)
        else:
            assert not data(command, TASK, "-n", "2")["changed"]
            assert len(store.history(TASK)) == before


def test_a_task_whose_versions_are_all_retired_can_be_woken(project: Path) -> None:
    made = WorkflowStore(project / ".ami", Journal(project / ".ami", run="r1"))
    set_status(made, made.add(flow()), Status.RETIRED, reason="unused")
    assert data("list") == []
    assert data("accept", TASK, "-n", "1")["now"]["version"] == 1
    assert [entry["task"] for entry in data("list")] == [TASK]


def test_the_decision_is_in_the_database_and_its_journal_is_put_away(store: WorkflowStore, project: Path) -> None:
    run("accept", TASK)
    left = [path.name for path in (project / ".ami" / "journal").glob("*.jsonl")]
    assert left == ["r1-main.jsonl"]
    rows = store.facts("SELECT status FROM statuses WHERE version = 2")
    assert rows == [{"status": "active"}]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="a folder that may not be written to, and not by root")
def test_a_decision_that_cannot_be_written_down_is_an_error(store: WorkflowStore, project: Path) -> None:
    folder = project / ".ami" / "journal"
    folder.chmod(0o555)
    try:
        result = run("accept", TASK)
    finally:
        folder.chmod(0o755)
    assert result.exit_code == 1
    assert "cannot be written" in result.stderr
    assert statuses(store) == ["active", "candidate"]


def test_a_full_disk_is_an_error_and_nothing_is_told_as_done(
    store: WorkflowStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Journal, "_write", full)
    result = run("accept", TASK)
    assert result.exit_code == 1
    assert "would run now" not in result.stdout
    assert "run next: ami doctor" in result.stderr


def test_tasks_are_completed_out_of_the_store_and_a_broken_one_offers_nothing(
    store: WorkflowStore, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from click.shell_completion import ShellComplete

    from pytest_ami.cli import app

    def offered(*words: str) -> list[str]:
        found = ShellComplete(app.ami, {}, "ami", "_AMI_COMPLETE").get_completions(list(words[:-1]), words[-1])
        return [item.value for item in found]

    assert offered("show", "SEN") == [TASK]
    assert offered("show", "x") == []
    monkeypatch.setenv("_AMI_COMPLETE", "bash_complete")
    assert offered("accept", "se") == ["'send email'"]
    assert "diff" in offered("d")
    (project / ".ami" / "workflows.duckdb").write_text("no database", "utf-8")
    assert offered("show", "se") == ["'send email'"]
    assert offered("show", "--dir", str(project / "nowhere"), "se") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_every_shell_is_printed(shell: str) -> None:
    text = run("completion", shell).stdout
    assert "_AMI_COMPLETE" in text
    found = data("completion", shell)
    assert found["script"] + "\n" == text
    assert "ami completion" in found["to_keep"]
