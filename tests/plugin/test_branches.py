"""A flow relearned on a feature branch runs there; the main branch keeps its own until the branch is merged."""

from __future__ import annotations

import subprocess

import pytest

from pytest_ami.store.branches import CI_BRANCHES
from pytest_ami.store.steering.folder import SteeringFolder
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.testing.project import Project, Result
from tests.support.projects import NODE

pytestmark = pytest.mark.browser


def git(project: Project, *arguments: str) -> None:
    who = ("-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *arguments], cwd=project.path, capture_output=True, check=True)


def ran(result: Result) -> tuple[int, str, int, str]:
    """Exit code, outcome, and the version that would run after it with its status."""
    folder = result.project.path / ".ami"
    steering = SteeringFolder(result.project.path / "steering" / "golden-paths", folder)
    found = WorkflowStore(folder, readonly=True, steering=steering).find("send email")
    assert found is not None, result.out
    return result.ret, result.words.get(NODE, ""), found.version, found.status.value


@pytest.mark.nightly  # by day: store/test_branches.py
def test_an_overlay_runs_on_its_branch_and_on_main_after_a_squash_merge(
    taught: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in CI_BRANCHES:
        monkeypatch.delenv(name, raising=False)
    redesigned = taught.with_env(DESIGN="2026")
    git(taught, "init", "-q", "-b", "main")
    assert ran(taught.run("-v")) == (0, "REPLAYED", 1, "active")
    git(taught, "add", "steering")
    git(taught, "commit", "-q", "-m", "the flow")

    git(taught, "switch", "-q", "-c", "redesign")
    assert ran(redesigned.run("-v")) == (0, "RELEARNED", 2, "candidate")
    assert ran(redesigned.run("-v")) == (0, "REPLAYED", 2, "active")
    git(taught, "add", "steering")
    git(taught, "commit", "-q", "-m", "the new design")

    git(taught, "switch", "-q", "main")
    assert ran(taught.run("-v")) == (0, "REPLAYED", 1, "active")

    git(taught, "merge", "-q", "--squash", "redesign")
    assert ran(redesigned.run("-v", "--ami-mode=replay")) == (0, "REPLAYED", 2, "active")
    found = taught.store.versions("send email")[1]
    assert (found.provenance.branch, len(found.provenance.commit)) == ("redesign", 40)
