"""Steering files: what a run writes for git, and what a clone that has nothing else does with it."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from pytest_ami.sites.catalogue import site
from pytest_ami.testing.project import Result
from tests.support.inline import Inline
from tests.support.projects import FLOW, PLAIN, WEBMAIL

pytestmark = pytest.mark.browser

SITES = """
    import os
    import random
    import time
    import pytest
    from pytest_ami.sites.catalogue import names, site
    from pytest_ami.sites.ledger import differences

    LOOKS = {}

    def case(name):
        task = next((task for task in site(name).TASKS if task.secrets), site(name).TASKS[0])
        def teach(page, **values):
            task.perform(page, LOOKS[name], **values)
        mark = pytest.mark.learned(task.name, teacher=teach, secrets=task.secrets)
        return pytest.param(name, task, id=name, marks=mark)

    @pytest.mark.parametrize(("name", "task"), [case(name) for name in names()])
    def test_site(ami, page, request, name, task):
        served = request.getfixturevalue(f"{name}_site")
        LOOKS[name] = served.look
        values = task.values(random.Random(os.environ["SEED"]))
        if task.signed_in:
            page.context.add_cookies(served.cookies())
        page.goto(served.url + task.start)
        ami.run(**values)
        deadline = time.monotonic() + 5
        while (found := differences(task.effects(values), served.effects())) != ((), ()):
            assert time.monotonic() < deadline, found
"""
"""One flow of every bundled site, of the bank one with secrets; the site's ledger is the judge."""

SECRET = next(task for task in site("bank").TASKS if task.secrets)

FILE = "steering/golden-paths/send-email.yaml"
NODE = "test_flow.py::test_send[chromium]"


def git(folder: Path, *args: str) -> str:
    named = ("-c", "user.name=Ann", "-c", "user.email=ann@example.com", "-c", "init.defaultBranch=main")
    done = subprocess.run(["git", *named, *args], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout


def traces(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Return content and time of change of every steering file."""
    return {p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in sorted(folder.rglob("golden-paths/*"))}


def project_at(folder: Path, like: Inline) -> Inline:
    """Return a project of its own in a folder, with the browser of another one."""
    made = replace(Inline.at(folder), playwright=like.playwright, browser=like.browser)
    made = made.with_args(*PLAIN, "-p", "no:cacheprovider").with_env(PYTHONDONTWRITEBYTECODE="1")
    return made.with_file("conftest.py", WEBMAIL).with_test(FLOW)


def clone(origin: Path, folder: Path) -> None:
    """Commit what lies in ``origin``, and clone it."""
    git(origin, "init", "-q")
    git(origin, "add", ".")
    git(origin, "commit", "-q", "-m", "flows")
    assert ".ami" not in git(origin, "ls-files")
    git(origin, "clone", "-q", str(origin), str(folder))


@pytest.fixture
def cloned(first_run: Result, browsing: Inline, tmp_path: Path) -> Inline:
    """A fresh clone of a project whose first run has learned a flow, and whose steering files were committed."""
    origin = tmp_path / "origin"
    shutil.copytree(first_run.project.path, origin, ignore=shutil.ignore_patterns("__pycache__", ".pytest_cache"))
    clone(origin, tmp_path / "clone")
    return project_at(tmp_path / "clone", browsing)


def test_the_run_that_learns_says_what_it_wrote(first_run: Result) -> None:
    assert "steering: wrote 1 golden path (git add steering)" in first_run.summary
    text = (first_run.project.path / FILE).read_text("utf-8")
    assert "ann@example.com" not in text
    assert "First mail" not in text


def test_a_fresh_clone_replays_from_its_steering_files_and_writes_none(cloned: Inline) -> None:
    before = traces(cloned.path)

    result = cloned.run("--ami-mode=replay", "-v")

    assert result.words == {NODE: "REPLAYED"}, result.out
    assert traces(cloned.path) == before
    assert git(cloned.path, "status", "--porcelain", "--untracked-files=all") == ""
    assert not (cloned.path / ".ami" / "workflows.duckdb").exists()
    assert [w.task for w in cloned.store.find_all()] == []  # it knows them from the files, and has taken in nothing


@pytest.mark.nightly  # by day: one site, above; secrets in files, in store/steering/test_golden_path.py
@pytest.mark.slow
def test_a_fresh_clone_replays_flows_of_all_bundled_sites_offline(browsing: Inline, tmp_path: Path) -> None:
    made = project_at(tmp_path / "origin", browsing).with_test(SITES).with_env(SEED="one")
    made = made.with_file("conftest.py", "")
    learned = made.run("-v")
    assert learned.outcomes["passed"] == 4, learned.out
    assert "steering: wrote 4 golden paths (git add steering)" in learned.summary
    clone(made.path, tmp_path / "clone")
    fresh = replace(
        project_at(tmp_path / "clone", browsing),
        files=made.files,
        env={**made.env, "SEED": "two", "https_proxy": "http://127.0.0.1:9"},
    )
    before = traces(fresh.path)
    login = (fresh.path / "steering/golden-paths/log-in.yaml").read_text("utf-8")
    secrets = SECRET.values(Random("one"))  # noqa: S311  (draws made-up ones)
    for name in SECRET.secrets:
        assert f"{{{{{name}}}}}" in login
        assert not [file for file, (blob, _) in before.items() if secrets[name].encode() in blob]

    result = fresh.run("--ami-mode=replay", "-v")

    assert set(result.words.values()) == {"REPLAYED"}, result.out
    assert len(result.words) == len(before) == 4
    assert traces(fresh.path) == before
    assert git(fresh.path, "status", "--porcelain", "--untracked-files=all") == ""


@pytest.mark.nightly  # by day: a clone that may not, above; all else in store/steering/test_folder.py
def test_a_clone_that_may_learn_takes_the_files_in_and_leaves_them_as_they_are(cloned: Inline) -> None:
    before = traces(cloned.path)

    first = cloned.apart.run("-v", "-n", "1")

    assert first.outcomes == {"passed": 1}, first.out
    assert "steering: took in 1 golden path from steering" in first.summary
    assert [(w.version, w.status.value) for w in first.store.versions("send email")] == [(1, "active")]
    again = cloned.run("-v")
    assert again.words == {NODE: "REPLAYED"}, again.out
    assert not [line for line in again.summary if "steering" in line]
    assert traces(cloned.path) == before


@pytest.mark.nightly  # by day: store/steering/test_writer.py and test_folder.py
def test_another_folder_and_a_broken_file(first_run: Result, browsing: Inline, tmp_path: Path) -> None:
    project = project_at(tmp_path / "other", browsing).with_ini(ami_steering_dir=".kiro/steering")
    shutil.copytree(first_run.project.path / ".ami", project.path / ".ami")

    written = project.apart.run("-v", "-n", "1")

    assert written.outcomes == {"passed": 1}, written.out
    assert "steering: wrote 1 golden path (git add .kiro/steering)" in written.summary
    file = project.path / ".kiro" / FILE
    assert "status: active" in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace("\nworkflow:\n", "\nworkflow:\n  id: &id x\n", 1), "utf-8")
    before = traces(project.path)
    broken = project.run("-v")
    assert broken.words == {NODE: "REPLAYED"}, broken.out
    assert ".kiro/steering/golden-paths/send-email.yaml:" in broken.out
    assert "anchors and aliases are not allowed" in broken.out
    assert traces(project.path) == before
