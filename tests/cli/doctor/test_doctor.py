"""`ami doctor` around the store: every finding says what is wrong and how to mend it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from filelock import FileLock

from pytest_ami.cli.doctor import environment_checks
from pytest_ami.cli.doctor.environment_checks import LITTLE, SCARCE
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from pytest_ami.store.steering.folder import LOCK
from tests.support.commands import executable, run


@pytest.fixture(autouse=True)
def browser(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AMI_BROWSER", str(executable(tmp_path / "browser", "echo Browser 1.2")))


def findings() -> dict[str, dict[str, Any]]:
    import json

    found = json.loads(run("doctor", "--json").stdout)["findings"]
    return {one["name"]: one for one in reversed(found)}  # the first of a name


def test_a_key_that_is_no_setting_is_a_problem_and_the_nearest_one_is_named(project: Path) -> None:
    (project / "pytest.ini").write_text("[pytest]\nami_modes = auto\n", "utf-8")
    found = findings()["settings"]
    assert (found["state"], found["mend"]) == ("problem", "call it ami_mode")
    assert "ami_modes in pytest.ini is no setting" in found["text"]
    assert run("doctor").exit_code == 1


def test_a_variable_that_is_no_setting_is_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AMI_TIMEOUTS", "3")
    found = findings()["settings"]
    assert (found["state"], found["mend"]) == ("note", "call it AMI_TIMEOUT")


@pytest.mark.parametrize(
    ("variables", "state", "said"),
    [
        ({}, "ok", "auto (default)"),
        ({"CI": "true"}, "note", "replay, because CI is set"),
        ({"CI": "true", "AMI_MODE": "auto"}, "note", "although CI says that this is CI"),
        ({"AMI_MODE": "off"}, "note", "tests of learned flows are skipped"),
    ],
)
def test_the_mode_is_told_where_it_surprises(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], state: str, said: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert findings()["mode"]["state"] == state
    assert said in findings()["mode"]["text"]


def test_a_browser_elsewhere_is_tried_and_its_key_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        monkeypatch.setenv("AMI_CONNECT", f"ws://me:k3y@127.0.0.1:{port}/k3y?token=k3y")
        assert findings()["browser"]["text"] == f"at ws://127.0.0.1:{port}, which answers"
    found = run("doctor")
    assert f"nothing answers at ws://127.0.0.1:{port}: " in found.stdout
    assert "playwright run-server" in found.stdout
    assert "k3y" not in found.stdout
    monkeypatch.setenv("AMI_CONNECT", "grid:3000/k3y")
    assert findings()["browser"]["text"].startswith("--ami-connect names no address of a browser. ws:// and")
    assert "k3y" not in run("doctor").stdout


def test_journals_that_wait_are_told(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        Journal(project / ".ami", run=f"r{number}").append(Kind.OPERATION)
    assert findings()["journals"]["text"].startswith("3 not absorbed yet")
    monkeypatch.setattr(environment_checks, "IDLE", 3)
    assert (findings()["journals"]["state"], findings()["journals"]["mend"]) == ("note", "ami absorb")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="permissions, and not as root")
def test_a_store_that_may_not_be_written_to_is_a_problem(project: Path) -> None:
    Journal(project / ".ami", run="r").append(Kind.OPERATION)
    (project / ".ami" / "journal").chmod(0o555)
    try:
        assert findings()["journals"]["mend"].startswith("chmod u+w")
    finally:
        (project / ".ami" / "journal").chmod(0o755)


def test_a_steering_file_that_does_not_read_is_a_problem(project: Path) -> None:
    assert "does not exist yet" in findings()["steering"]["text"]
    golden = project / "steering" / "golden-paths"
    golden.mkdir(parents=True)
    assert findings()["steering"]["text"].endswith("0 golden paths")
    (golden / "x.yaml").write_text("a: [1,\n", "utf-8")
    found = findings()["steering"]
    assert found["state"] == "problem"
    assert "x.yaml" in found["text"]


def test_another_process_that_writes_steering_files_is_a_note(project: Path) -> None:
    (project / "steering" / "golden-paths").mkdir(parents=True)
    (project / ".ami").mkdir()
    lock = project / ".ami" / LOCK
    with FileLock(lock):
        found = findings()["steering"]
        assert run("doctor").exit_code == 0
    assert found["state"] == "note"
    assert "another process is writing there" in found["text"]
    assert str(lock) in found["mend"]
    assert findings()["steering"]["text"].endswith("0 golden paths")


def test_git_is_looked_for(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "is in no git repository" in findings()["git"]["text"]
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    assert findings()["git"]["state"] == "ok"
    broken = executable(project / "git", "exit 1").parent
    monkeypatch.setenv("PATH", str(broken))
    assert findings()["git"]["state"] == "note"
    (project / "git").unlink()
    assert findings()["git"]["text"].startswith("git is not installed")


class Usage(NamedTuple):
    free: int


@pytest.mark.parametrize(
    ("free", "state"), [(SCARCE - 1, "problem"), (SCARCE, "note"), (LITTLE - 1, "note"), (LITTLE, "ok")]
)
def test_a_disk_that_is_nearly_full_is_told(monkeypatch: pytest.MonkeyPatch, free: int, state: str) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(free))
    assert findings()["disk"]["state"] == state
