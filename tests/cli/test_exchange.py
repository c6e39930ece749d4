"""`ami absorb`, `ami export`, `ami import`: what other machines and other projects know comes in, and is told."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.model.workflow import Workflow
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.commands import data, flow, run

TASK = "send email"
FOLLOWING = ("put_aside", "restored", "problems", "written", "removed", "split")
NOTHING_FOLLOWS: dict[str, list[str]] = {key: [] for key in FOLLOWING}
"""What `ami absorb` says of verdicts and shards if there are none."""

pytestmark = [pytest.mark.usefixtures("project"), pytest.mark.slow]


def stored(root: Path, *flows: Workflow, run: str = "r1") -> WorkflowStore:
    """A store in which each of these is proven in turn."""
    store = WorkflowStore(root / ".ami", Journal(root / ".ami", run=run))
    parent = ""
    for workflow in flows:
        source = replace(workflow.provenance, parent=parent)
        parent = store.promote(store.add(replace(workflow, provenance=source))).id
    store.journal.append(Kind.RUN_FINISHED)
    store.absorb(strict=True)
    return store


def standing(root: Path) -> list[tuple[int, str]]:
    store = WorkflowStore(root / ".ami", readonly=True)
    return [(w.version, w.status.value) for w in store.versions(TASK)]


# -- absorb ---------------------------------------------------------------------------------------------------------


def test_a_verdict_that_comes_in_puts_its_version_aside(project: Path, tmp_path: Path) -> None:
    (version,) = stored(project, flow()).versions(TASK)
    journal = Journal(tmp_path / "other", run="report")
    data = {"session": "s1", "step": 1, "label": "wrong", "reviewer": "ann"}
    journal.append(Kind.VERDICT, task=TASK, workflow=version.id, data=data)

    result = run("absorb", str(journal.path))

    assert result.stdout.splitlines()[-1] == (
        "1 version put aside: a person marked a step wrong. To see it: ami annotate --list"
    )
    assert standing(project) == [(1, "retired")]


def test_absorb_says_for_every_path_what_was_new(project: Path, tmp_path: Path) -> None:
    stored(tmp_path / "1", flow())
    stored(tmp_path / "2", flow("delete email"), run="r2")
    paths = [str(tmp_path / "1" / ".ami"), str(tmp_path / "2" / ".ami" / "workflows.duckdb")]
    result = run("absorb", *paths)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        f"{paths[0]}: 4 new facts, 1 run, 1 new version; 0 known",
        f"{paths[1]}: 4 new facts, 1 run, 1 new version; 0 known",
    ]
    assert [entry["task"] for entry in data("list")] == ["delete email", TASK]
    again = data("absorb", *reversed(paths))
    assert [(one["facts"], one["known"]) for one in again["paths"]] == [(0, 4), (0, 4)]
    assert "nothing new, 4 facts known" in run("absorb", paths[0]).stdout


def test_absorb_notices_shards_that_were_split_in_different_ways(project: Path, tmp_path: Path) -> None:
    for number, plan in ((1, "x"), (2, "y")):
        shard = {"build": "CI_PIPELINE_ID=7", "plan": plan, "number": number, "of": 2}
        journal = Journal(tmp_path / str(number), run=f"r{number}")
        journal.append(Kind.RUN_FINISHED, data={"full": False, "shard": shard})
    assert run("absorb", str(tmp_path / "1")).exit_code == 0
    result = run("absorb", str(tmp_path / "1"), str(tmp_path / "2"))
    assert result.exit_code == 1
    assert result.stdout.splitlines()[2:] == [
        "The shards of one pipeline were split in different ways: a test may have run twice, or not at all",
        "  why:      They read different durations, or did not collect the same tests.",
        "  evidence: CI_PIPELINE_ID=7, plan x: 1/2",
        "  evidence: CI_PIPELINE_ID=7, plan y: 2/2",
        "  run next: give all shards the same store, see docs/ci.md",
    ]


def test_absorb_goes_on_after_a_path_that_cannot_be_taken_in(project: Path, tmp_path: Path) -> None:
    stored(tmp_path / "1", flow())
    (tmp_path / "broken.duckdb").write_text("no database" * 1000)
    paths = ["nowhere", str(tmp_path / "broken.duckdb"), str(tmp_path / "1")]
    result = run("absorb", *paths)
    assert result.exit_code == 1
    assert "nowhere does not exist." in result.stdout
    assert "broken.duckdb cannot be read as a workflow store" in result.stdout
    assert "4 new facts" in result.stdout
    found = json.loads(run("absorb", *paths, "--json").stdout)["paths"]
    assert ["problem" in one for one in found] == [True, True, False]
    assert found[0]["problem"]["run"] == 'ls -la "."'


def test_absorb_without_a_path_takes_in_what_waits_and_builds_a_lost_database_anew(project: Path) -> None:
    stored(project, flow())
    assert run("absorb").stdout.endswith("0 facts of its own journals absorbed\n")
    (project / ".ami" / "workflows.duckdb").unlink()
    assert data("absorb") == {"store": str(project / ".ami"), "waiting": 4, "paths": [], **NOTHING_FOLLOWS}
    shutil.rmtree(project / ".ami")
    assert run("absorb").exit_code == 1


# -- export and import -----------------------------------------------------------------------------------------------


def exported(project: Path, *arguments: str) -> Path:
    file = project.parent / "mail.workflows"
    result = run("export", str(file), *arguments)
    assert result.exit_code == 0, result.output
    return file


def test_a_library_goes_from_one_project_to_another(project: Path, tmp_path: Path) -> None:
    stored(project, flow(), flow(reason="relearned"))
    file = exported(project)
    assert f"{file}: 1 version of 1 task" in run("export", str(file)).stdout
    there = ("--dir", str(tmp_path / "there"))
    result = run("import", str(file), *there)
    assert result.stdout.splitlines() == [
        f"{file}: 1 new version, 0 known",
        '  added: "send email" v2, active',
        'v2 of "send email" would run now (active).',
    ]
    assert data("show", TASK, *there)["steps"] == data("show", TASK)["steps"]
    again = data("import", str(file), *there)
    assert [one["outcome"] for one in again["versions"]] == ["known"]
    assert again["now"][TASK]["version"] == 2
    history = run("history", TASK, *there).stdout
    assert "active: imported; it was active in its source (person.imported)" in history
    assert "library sha256 " in history


def test_all_versions_and_named_tasks(project: Path, tmp_path: Path) -> None:
    stored(project, flow(), flow(reason="relearned"))
    stored(project, flow("delete email"), run="r2")
    first = exported(project, "delete email").read_bytes()
    assert [entry["task"] for entry in map(json.loads, first.splitlines()[1:])] == ["delete email"]
    assert exported(project, "DELETE email").read_bytes() == first  # the same workflows, the same file
    found = data("export", str(project.parent / "mail.workflows"), "--all-versions")
    assert [(one["task"], one["version"], one["status"]) for one in found["versions"]] == [
        ("delete email", 1, "active"),
        (TASK, 1, "superseded"),
        (TASK, 2, "active"),
    ]
    there = tmp_path / "there"
    run("import", str(project.parent / "mail.workflows"), "--dir", str(there / ".ami"))
    assert standing(there) == [(1, "superseded"), (2, "active")]
    assert data("rollback", TASK, "--dir", str(there / ".ami"))["version"] == 1  # it is known to have been good


def test_an_active_version_is_not_taken_over_by_one_that_did_not_grow_from_it(project: Path, tmp_path: Path) -> None:
    stored(tmp_path / "there", flow(reason="learned there"))
    stored(project, flow())
    os.chdir(tmp_path / "there")
    (tmp_path / "there" / "pytest.ini").touch()
    file = exported(project)
    os.chdir(project)
    result = run("import", str(file))
    assert standing(project) == [(1, "active"), (2, "candidate")]
    assert 'candidate: "send email" v2, candidate' in result.stdout
    assert 'ami diff "send email" 1 2; ami accept "send email" -n 2' in result.stdout
    assert 'v1 of "send email" would run now (active).' in result.stdout
    over = data("import", str(file), "--take-over")
    assert [(one["outcome"], one["status"]) for one in over["versions"]] == [("taken over", "active")]
    assert standing(project) == [(1, "superseded"), (2, "active")]


def test_one_that_grew_from_what_runs_here_takes_over(project: Path, tmp_path: Path) -> None:
    there = stored(project, flow())
    shutil.copytree(project / ".ami", tmp_path / "there" / ".ami")
    there.promote(there.add(flow(reason="relearned", parent=there.versions(TASK)[0].id)))
    file = exported(project)
    run("import", str(file), "--dir", str(tmp_path / "there" / ".ami"))
    assert standing(tmp_path / "there") == [(1, "superseded"), (2, "active")]


@pytest.mark.parametrize("harm", ["cut", "newer", "other"])
def test_a_file_that_is_broken_or_newer_is_refused_and_nothing_changes(project: Path, harm: str) -> None:
    stored(project, flow())
    file = exported(project)
    blob = file.read_bytes()
    changed: dict[str, Any] = {
        "cut": blob[: len(blob) // 2],
        "newer": blob.replace(b'"version":1}\n', b'"version":9}\n', 1),
        "other": b"import pytest\n",
    }
    file.write_bytes(changed[harm])
    before = {path: path.read_bytes() for path in (project / ".ami").rglob("*") if path.is_file()}
    result = run("import", str(file))
    assert result.exit_code == 1
    assert "Nothing was imported" in result.stderr
    assert "run next: " in result.stderr
    assert {path: path.read_bytes() for path in (project / ".ami").rglob("*") if path.is_file()} == before
    assert run("import", "nowhere.workflows").exit_code == 1


def test_export_overwrites_a_library_and_nothing_else(project: Path) -> None:
    stored(project, flow())
    test = project / "test_mail.py"
    test.write_text("def test_mail(): ...")
    result = run("export", str(test))
    assert result.exit_code == 1
    assert "would be overwritten" in result.stderr
    assert test.read_text() == "def test_mail(): ..."
    result = run("export", str(project / "no" / "where"))
    assert result.exit_code == 1
    assert "cannot be written" in result.stderr
    assert run("export", str(project / "x"), "no such task").exit_code == 1
    assert not (project / "x").exists()


def test_what_the_parameters_were_is_not_in_a_library(project: Path) -> None:
    store = stored(project, flow())
    store.journal.append(Kind.OPERATION, task=TASK, data={"value": "ann@example.com"})
    store.journal.append(Kind.TEST_FINISHED, task=TASK, data={"seconds": 4711.0815})
    text = exported(project, "--all-versions").read_text("utf-8")
    assert "{{to}}" in text
    assert "ann@example.com" not in text
    assert "4711" not in text
