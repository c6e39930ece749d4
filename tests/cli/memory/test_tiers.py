"""The cold tier from the outside: `ami forget` moves facts, `ami memory` lists them and brings them back."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.model.operation import Operation
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.commands import data, executable, run
from tests.support.redis_server import redis_server

URL = "http://127.0.0.1:50123/mail/inbox"

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("project")]


@pytest.fixture
def folder(project: Path) -> Path:
    """A store that a finished run has filled."""
    journal = Journal(project / ".ami", run="r1")
    memory = WorkflowStore(project / ".ami", journal).memory
    for task in ("send email", "look around"):
        memory.add([Operation(type="click", url=URL, role="button", text=task, xpath="/b")], task=task)
    journal.append(Kind.RUN_FINISHED)
    return project / ".ami"


def cold() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = data("memory", "cold")["rows"]
    return found


def ways(folder: Path) -> list[str]:
    return sorted(one.description for one in WorkflowStore(folder).memory.query_page_operations(URL))


def doctor(state: str, tier: str = "cold tier") -> str:
    (finding,) = (one for one in json.loads(run("doctor", "--json").stdout)["findings"] if one["name"] == tier)
    assert finding["state"] == state, finding["text"]
    return f"{finding['text']} | {finding['mend']}"


def test_what_is_forgotten_is_listed_and_brought_back(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AMI_BROWSER", str(executable(tmp_path / "browser", "echo Browser 1.2")))
    run("forget", "send email", "--yes", "--why", "the site is gone")
    (row,) = cold()
    assert (row["task"], row["facts"], row["reason"], row["restored"]) == ("send email", 2, "the site is gone", False)
    (file,) = (folder / "cold").iterdir()
    assert file.name == row["file"]
    assert "the site is gone" in run("memory", "cold").stdout
    assert "1 file" in doctor("ok")
    assert [one["type"] for one in data("memory", "entries")["rows"] if one["tier"] == "cold"] == [
        "evidence",
        "task_context",
    ]
    assert ways(folder) == ["look around"]
    away = file.rename(tmp_path / file.name)
    assert "1 file missing" in doctor("problem")
    undone = run("forget", "send email", "--undo")
    assert "2 facts of it did not come back from the cold tier. Run next: ami doctor" in undone.stdout
    assert "did not give them back" in undone.stderr
    (row,) = cold()
    assert row["restored"]
    assert ways(folder) == ["look around"]

    away.rename(file)
    run("forget", "look around", "--yes")  # any later forgetting tries again
    assert ways(folder) == ["send email"]
    (forgetting,) = (one["fact"] for one in data("memory", "log")["rows"] if one["task"] == "look around")
    shown = data("memory", "cold", "--restore", forgetting)
    assert shown["rows"] == []
    assert ways(folder) == ["look around", "send email"]
    again = run("memory", "log", "--restore", forgetting)
    assert again.exit_code == 1
    assert "run next: ami memory log --json" in again.stderr


def test_another_place_may_be_named_and_a_key_in_it_is_refused(folder: Path, project: Path) -> None:
    (project / "pytest.ini").write_text("[pytest]\nami_cold = elsewhere\n", "utf-8")
    run("forget", "send email", "--yes")
    assert len(list((project / "elsewhere").iterdir())) == 1
    (project / "pytest.ini").write_text("[pytest]\nami_cold = s3://key:secret@bucket/x\n", "utf-8")
    shown = run("list")
    assert shown.exit_code == 1
    assert "is not a place for the cold tier" in shown.output
    assert "secret" not in shown.output


def test_the_doctor_asks_the_hot_tier(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AMI_BROWSER", str(executable(tmp_path / "browser", "echo Browser 1.2")))
    with redis_server() as server:
        (project / "pytest.ini").write_text(f"[pytest]\nami_hot = {server.url}\n", "utf-8")
        assert "at most 64 MB" in doctor("ok", "hot tier")
    assert f'redis-cli -u "{server.url}" ping' in doctor("problem", "hot tier")


@contextmanager
def slow_way(port: int, delay: float) -> Iterator[int]:
    """Yield a port from which bytes go to another one and come back late."""

    def pump(source: socket.socket, target: socket.socket, pause: float) -> None:
        while data := source.recv(65_536):
            time.sleep(pause)
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)

    def serve() -> None:
        mine, _ = door.accept()
        with mine, socket.create_connection(("127.0.0.1", port)) as its:
            there = threading.Thread(target=pump, args=(mine, its, 0))
            there.start()
            pump(its, mine, delay)
            there.join()

    with socket.create_server(("127.0.0.1", 0)) as door:
        server = threading.Thread(target=serve)
        server.start()
        yield int(door.getsockname()[1])
        server.join()


def test_the_doctor_waits_longer_for_the_hot_tier_than_a_run_does(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AMI_BROWSER", str(executable(tmp_path / "browser", "echo Browser 1.2")))
    with redis_server() as server, slow_way(server.port, 0.4) as port:
        (project / "pytest.ini").write_text(f"[pytest]\nami_hot = redis://127.0.0.1:{port}\n", "utf-8")
        assert "at most 64 MB" in doctor("ok", "hot tier")
