"""`ami prune`: shows first, asks for a full run, retires by facts, and deletes nothing but artifacts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.model.workflow import Status
from pytest_ami.store.facts import Fact, Kind, new_id
from pytest_ami.store.journal import Journal
from pytest_ami.store.pruning import PRUNED, UNUSED, gone, milliseconds, prunable, tasks_in
from pytest_ami.store.version_fold import Lineages
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.commands import data, flow, run

DAY = 86_400.0


pytestmark = pytest.mark.usefixtures("project")


@pytest.fixture
def store(project: Path) -> WorkflowStore:
    """One task with a version before the one that runs, and one with a single version."""
    made = WorkflowStore(project / ".ami", Journal(project / ".ami", run="r1"))
    first = made.promote(made.add(flow()))
    made.promote(made.add(flow(parent=first.id)))
    made.promote(made.add(flow("delete email")))
    return made


def full_run(project: Path, *tasks: str, full: bool = True) -> None:
    journal = Journal(project / ".ami", run="whole")
    journal.append(Kind.RUN_FINISHED, data={"full": full, "ended": 7, "tasks": list(tasks)})


def standing(store: WorkflowStore) -> dict[str, list[str]]:
    return {task: [w.status.value for w in store.versions(task)] for task in ("delete email", "send email")}


def test_it_shows_what_would_go_and_changes_nothing(store: WorkflowStore, project: Path) -> None:
    before = standing(store)
    text = run("prune", "--days", "0").stdout
    assert "Unused workflows are unknown: no full run is on record" in text
    assert '  "send email" v1, superseded for 0 days' in text
    assert "Nothing was changed. To do it: ami prune --days 0 --yes" in text
    assert standing(store) == before
    assert "There is nothing to prune." in run("prune").stdout  # nothing is older than 90 days


@pytest.mark.slow
def test_with_yes_old_versions_are_retired_by_a_fact_and_left_out_of_the_history(store: WorkflowStore) -> None:
    facts = store.facts("SELECT count(*) AS n FROM facts")[0]["n"]
    found = data("prune", "--days", "0", "--yes")
    assert [(one["task"], one["version"], one["why"]) for one in found["versions"]] == [("send email", 1, PRUNED)]
    assert standing(store) == {"delete email": ["active"], "send email": ["retired", "active"]}
    assert store.facts("SELECT count(*) AS n FROM facts")[0]["n"] >= facts + 1  # law 5: nothing is deleted
    assert data("prune", "--days", "0")["versions"] == []
    assert "v1" not in run("history", "send email").stdout.replace("version 1", "")
    assert "events of pruned versions are left out" in run("history", "send email").stdout
    assert "(person.pruned)" in run("history", "send email", "--all").stdout


@pytest.mark.slow
def test_a_workflow_that_the_last_full_run_did_not_use_is_unused(store: WorkflowStore, project: Path) -> None:
    full_run(project, full=False)
    assert data("prune")["full_run"] is None
    full_run(project, "send email")
    text = run("prune").stdout
    assert "1 workflow that no test uses, by the full run of " in text
    assert "(7 tests): would be retired" in text
    assert '  "delete email" v1, active for 0 days' in text
    found = data("prune", "--yes")
    assert (found["unused"], [one["why"] for one in found["versions"]]) == (["delete email"], [UNUSED])
    assert standing(store)["delete email"] == ["retired"]
    assert [entry["task"] for entry in data("list")] == ["send email"]
    history = run("history", "delete email").stdout
    assert "retired: used by no test of the last full run (unused)" in history
    assert "full run whole" in history
    assert data("accept", "delete email", "-n", "1")["now"]["version"] == 1


@pytest.mark.parametrize("kind", [Kind.TEST_FINISHED, Kind.VERSION])
def test_what_was_used_or_made_since_is_not_unused(store: WorkflowStore, project: Path, kind: Kind) -> None:
    full_run(project, "send email")
    store.journal.append(kind, task="delete email", workflow=new_id(), data={"workflow": {"version": 2}})
    assert data("prune")["unused"] == []


@pytest.mark.slow
def test_artifacts_of_old_runs_are_deleted_when_that_is_asked_for(store: WorkflowStore, project: Path) -> None:
    old, new = project / ".ami" / "runs" / "old", project / ".ami" / "runs" / "new"
    for path in (old, new):
        path.mkdir(parents=True)
        (path / "a.png").write_bytes(b"x" * 2_000_000)
    os.utime(old, (0, 0))
    assert "1 run older than 90 days left artifacts of 2.0 MB: --artifacts deletes them" in run("prune").stdout
    assert "To do it: ami prune --days 90 --artifacts --yes" in run("prune", "--artifacts").stdout
    assert data("prune", "--yes")["artifacts"][0]["deleted"] is False
    assert old.exists()
    assert "deleted those of 1" in run("prune", "--artifacts", "--yes").stdout
    assert (old.exists(), new.exists()) == (False, True)


def test_without_a_store_there_is_nothing_to_prune() -> None:
    assert run("prune").exit_code == 1


@given(
    st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from(Status)), max_size=6),
    st.sets(st.sampled_from("ab")),
    st.sampled_from([0, 1, 10]),
    st.sampled_from([0.0, 5.0, 50.0]),
)
@settings(deadline=None)
def test_what_would_run_of_a_used_task_is_never_prunable(
    versions: list[tuple[str, Status]], unused: set[str], days: int, later: float
) -> None:
    lineages = Lineages()
    for number, (task, status) in enumerate(versions):
        identity = new_id()
        content = {"workflow": {"version": number}}
        lineages.fold([Fact(kind="version", task=task, workflow=identity, data=content)])
        lineages.fold(
            [Fact(kind="status", workflow=identity, data={"status": status.value, "reason": "x", "text": ""})]
        )
    now = milliseconds(new_id()) / 1000 + later * DAY
    found = {one.id: one for one in prunable(lineages, unused, days=days, now=now)}
    for version in lineages.by_id.values():
        resting = version.status in (Status.SUPERSEDED, Status.RETIRED)
        wanted = version.task in unused if not resting else later >= days
        assert (version.id in found) is wanted
        if version.id in found:
            assert found[version.id].why == (PRUNED if resting else UNUSED)
            lineages.fold([Fact(kind="status", workflow=version.id,
                                data={"status": "retired", "reason": found[version.id].why, "text": ""})])  # fmt: skip
            assert gone(lineages.by_id[version.id])
    assert prunable(lineages, unused, days=days, now=now) == []


@pytest.mark.parametrize("broken", [None, [], {}, {"tasks": "send"}, {"tasks": [1, None]}])
def test_a_fact_that_names_no_tasks_names_none(broken: object) -> None:
    assert tasks_in(broken) == frozenset()
