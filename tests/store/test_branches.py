"""The evidence that counts on a branch: a pure rule, the view's equal rule, and a reader of git's files like git's."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.model.workflow import Status, Step, StepKind, Workflow
from pytest_ami.store.branches import CI_BRANCHES, GitHead, head_of
from pytest_ami.store.duckdb import schema
from pytest_ami.store.duckdb.absorb import insert
from pytest_ami.store.facts import Fact, encode, new_id
from pytest_ami.store.journal import Journal, parsed
from pytest_ami.store.transitions import PROVEN, RESTING, Event
from pytest_ami.store.version_fold import Lineages
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.examples import tries

pytestmark = pytest.mark.slow

TASK = "send email"
BRANCHES = ("", "feature", "other")
FIT = (Status.CANDIDATE, Status.ACTIVE, Status.DRIFTING)


@st.composite
def histories(draw: st.DrawFn) -> list[Fact]:
    """Versions and statuses, made and set on several branches."""
    facts: list[Fact] = []
    ids: list[str] = []
    for _ in range(draw(st.integers(1, 8))):
        if not ids or draw(st.booleans()):
            source = {"branch": draw(st.sampled_from(BRANCHES)), "parent": draw(st.sampled_from(["", *ids]))}
            ids.append(new_id())
            content = {"version": len(ids), "steps": [], "provenance": source}
            facts.append(Fact(kind="version", task=TASK, workflow=ids[-1], data={"workflow": content}))
        else:
            branch = draw(st.sampled_from(BRANCHES))
            said = {"status": draw(st.sampled_from(Status)).value, "text": "x"}
            said["reason"] = draw(st.sampled_from(["replay.green", "steering"]))
            data = {**said, "branch": branch} if branch else said
            facts.append(Fact(kind="status", task=TASK, workflow=draw(st.sampled_from(ids)), data=data))
    return facts


def seen(facts: list[Fact], branch: str = "", declared: str = "") -> Lineages:
    lineages = Lineages(branch=branch, declared={TASK: declared} if declared else {})
    lineages.fold(facts)
    return lineages


@cache
def database() -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(":memory:")
    schema.migrate(connection)
    return connection


@given(histories())
@tries("database")
def test_the_views_say_what_counts_on_the_default_branch(facts: list[Fact]) -> None:
    lineages, connection = seen(facts), database()
    for table in ("facts", "heads", "status_index", "lifecycle"):
        connection.execute(f"TRUNCATE {table}")
    for part in (facts[::2], facts[1::2]):  # as two runs absorb them
        insert(connection, parsed(b"".join(map(encode, part))))

    rows = connection.execute("SELECT workflow, status, proven, adopted FROM statuses").fetchall()
    assert sorted(rows) == sorted((v.id, v.status.value, v.proven, v.record.adopted) for v in lineages.by_id.values())
    present = lineages.current(TASK)
    assert connection.execute("SELECT id FROM current").fetchall() == ([(present.id,)] if present else [])
    overlays = connection.execute("SELECT workflow, branch FROM overlays").fetchall()
    assert sorted(overlays) == sorted((v.id, v.branch) for v in lineages.by_id.values() if v.branch)


@given(histories(), st.sampled_from(BRANCHES), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_the_order_of_facts_does_not_matter_and_twice_is_once(facts: list[Fact], branch: str, random: object) -> None:
    mixed = [*facts, *facts]
    random.shuffle(mixed)  # type: ignore[attr-defined]
    one, other = seen(facts, branch), seen(mixed, branch)
    assert {v.id: v.record for v in one.by_id.values()} == {v.id: v.record for v in other.by_id.values()}
    here, there = one.current(TASK), other.current(TASK)
    assert (here and here.id) == (there and there.id)


@given(histories(), st.sampled_from(BRANCHES[1:]), st.sampled_from(Status))
@settings(max_examples=300, deadline=None)
def test_what_happens_on_a_feature_branch_changes_nothing_for_versions_of_others_elsewhere(
    facts: list[Fact], branch: str, status: Status
) -> None:
    before = {place: seen(facts, place) for place in BRANCHES}
    for version in before[""].by_id.values():
        data = {"status": status.value, "reason": "replay.green", "text": "x", "branch": branch}
        said = Fact(kind="status", task=TASK, workflow=version.id, data=data)
        for place in BRANCHES:
            after = seen([*facts, said], place).by_id[version.id].status
            if branch in (place, version.branch):
                assert after is status
            else:
                assert after is before[place].by_id[version.id].status


@given(histories(), st.sampled_from(BRANCHES), st.booleans())
@settings(max_examples=300, deadline=None)
def test_a_version_of_another_branch_runs_only_when_it_is_merged_or_there_is_nothing_else(
    facts: list[Fact],
    branch: str,
    steered: bool,  # noqa: FBT001  (drawn)
) -> None:
    every = list(seen(facts).by_id.values())
    declared = every[0].id if steered else ""
    lineages = seen(facts, branch, declared)
    present, versions = lineages.current(TASK), lineages.versions(TASK)
    awake = [v for v in versions if v.status not in RESTING]
    own = [v for v in versions if v.branch in ("", branch)]
    if present is None:
        assert not [v for v in awake if v in own]
        return
    merged = [v for v in versions if v.record.adopted or v.id == declared]
    descends = {v.id for v in (*own, *merged) if lineages._grew_from(v, present.id)}
    assert present in own or descends or not (own or merged)
    if present in own and present.branch == "" and branch and not steered:
        mine = [v for v in awake if v.branch == branch and branch]
        assert not any(v.status is Status.ACTIVE for v in mine)  # the overlay wins


def test_adopted_is_what_was_good_on_the_default_branch_or_by_a_persons_word() -> None:
    for branch, reason, adopted in (("", "replay.green", True), ("", "steering", False), ("feature", "x", False)):
        data = {"status": "active", "reason": reason, "text": "x", **({"branch": branch} if branch else {})}
        version = Fact(
            kind="version", task=TASK, workflow="1", data={"workflow": {"provenance": {"branch": "feature"}}}
        )
        assert seen([version, Fact(kind="status", workflow="1", data=data)]).by_id["1"].record.adopted is adopted
    assert Status.ACTIVE in PROVEN


# -- a store in a git repository ------------------------------------------------------------------------------------


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in CI_BRANCHES:
        monkeypatch.delenv(name, raising=False)
    root = tmp_path / "project"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    git(root, "commit", "-q", "--allow-empty", "-m", "first")
    return root


def git(root: Path, *arguments: str) -> str:
    who = ("-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false")
    done = subprocess.run(["git", *who, *arguments], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def opened(root: Path) -> WorkflowStore:
    return WorkflowStore(root / ".ami", Journal(root / ".ami", run=f"r{new_id()[-6:]}"))


def flow(value: str) -> Workflow:
    return Workflow(task=TASK, steps=(Step(kind=StepKind.GOTO, value=value),))


@pytest.fixture
def switched(repository: Path) -> Iterator[tuple[WorkflowStore, Workflow]]:
    """Version 1 is active on main; on a feature branch its page has changed, and version 2 is active there."""
    main = opened(repository)
    first = main.promote(main.add(flow("/")))
    git(repository, "switch", "-q", "-c", "feature")
    feature = opened(repository)
    feature.lifecycle.apply_event(first, Event.DRIFT, cause="missing")
    second = feature.add(replace(flow("/new"), provenance=replace(first.provenance, parent=first.id)))
    feature.promote(second)
    feature.absorb(strict=True)
    yield feature, second
    shutil.rmtree(repository)


def runs(root: Path) -> tuple[int, str]:
    found = WorkflowStore(root / ".ami", readonly=True).find(TASK)
    assert found is not None
    return found.version, found.status.value


def test_a_version_of_a_feature_branch_runs_there_and_the_main_branch_keeps_its_own(
    repository: Path, switched: tuple[WorkflowStore, Workflow]
) -> None:
    _, second = switched
    assert (second.provenance.branch, second.provenance.commit) == ("feature", git(repository, "rev-parse", "HEAD"))
    assert runs(repository) == (2, "active")
    git(repository, "switch", "-q", "main")
    assert runs(repository) == (1, "active")
    rows = opened(repository).facts("SELECT version, status FROM current")
    assert rows == [{"version": 1, "status": "active"}]
    git(repository, "switch", "-q", "-c", "third")
    assert runs(repository) == (1, "active")
    git(repository, "switch", "-q", "--detach", "feature")
    assert runs(repository) == (1, "active")


def test_what_main_does_meanwhile_does_not_take_the_overlay_away(
    repository: Path, switched: tuple[WorkflowStore, Workflow]
) -> None:
    git(repository, "switch", "-q", "main")
    main = opened(repository)
    main.promote(main.add(flow("/third")))
    assert runs(repository) == (3, "active")
    git(repository, "switch", "-q", "feature")
    assert runs(repository) == (2, "active")


def test_a_person_who_accepts_it_merges_it(repository: Path, switched: tuple[WorkflowStore, Workflow]) -> None:
    git(repository, "switch", "-q", "main")
    opened(repository).accept(switched[1])
    assert runs(repository) == (2, "active")
    git(repository, "switch", "-q", "-c", "third")
    assert runs(repository) == (2, "active")


def test_a_task_that_only_another_branch_knows_is_not_learned_again(repository: Path) -> None:
    git(repository, "switch", "-q", "-c", "feature")
    store = opened(repository)
    store.promote(store.add(flow("/")))
    git(repository, "switch", "-q", "main")
    assert runs(repository) == (1, "active")
    main = opened(repository)
    main.promote(main.add(flow("/main")))
    assert runs(repository) == (2, "active")


def test_without_git_and_without_a_default_branch_nothing_is_told_apart(tmp_path: Path, repository: Path) -> None:
    assert head_of(tmp_path / "nowhere" / ".ami") == GitHead()
    git(repository, "branch", "-q", "-m", "main", "trunk")
    found = head_of(repository / ".ami")
    assert (found.branch, found.default) == ("", "")
    assert found.commit == git(repository, "rev-parse", "HEAD")


def test_the_default_branch_is_the_remotes_and_branches_may_be_packed_and_have_slashes(repository: Path) -> None:
    git(repository, "update-ref", "refs/remotes/origin/trunk", "HEAD")
    git(repository, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk")
    commit = git(repository, "rev-parse", "HEAD")
    assert head_of(repository) == GitHead(branch="main", commit=commit, default="trunk")
    git(repository, "switch", "-q", "-c", "fix/门户")
    git(repository, "pack-refs", "--all")
    assert head_of(repository / "deep" / ".ami") == GitHead(branch="fix/门户", commit=commit, default="trunk")


def test_a_worktree_has_a_branch_of_its_own(repository: Path, tmp_path: Path) -> None:
    git(repository, "worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    assert head_of(tmp_path / "side").branch == "side"
    assert head_of(repository).branch == ""


def test_in_a_detached_head_the_ci_service_says_the_branch(repository: Path) -> None:
    git(repository, "switch", "-q", "--detach")
    commit = git(repository, "rev-parse", "HEAD")
    assert head_of(repository, {}) == GitHead(commit=commit, default="main")
    assert head_of(repository, {"GITHUB_HEAD_REF": "feature"}).branch == "feature"
    assert head_of(repository, {"CI_COMMIT_REF_NAME": "main"}).branch == ""


@pytest.mark.parametrize("harm", ["empty", "binary", "pointer"])
def test_a_broken_repository_is_none(repository: Path, harm: str) -> None:
    head = repository / ".git" / "HEAD"
    if harm == "pointer":
        shutil.rmtree(repository / ".git")
        (repository / ".git").write_text("gitdir: ../nowhere")
    else:
        head.write_bytes(b"" if harm == "empty" else b"\xff\xfe\x00")
    assert head_of(repository).branch == ""


def test_a_status_says_on_which_branch_it_was_set(repository: Path, switched: tuple[WorkflowStore, Workflow]) -> None:
    rows = switched[0].facts("SELECT data FROM facts WHERE kind = 'status' ORDER BY id")
    branches = [json.loads(row["data"]).get("branch") for row in rows]
    assert branches == [None, None, "feature", "feature", "feature", "feature"]
