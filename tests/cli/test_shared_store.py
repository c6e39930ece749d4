"""The commands on a shared store: `ami doctor` checks it, `ami absorb` exchanges facts, `ami move-store` copies all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any
from unittest import mock

import psycopg
import pytest

from pytest_ami.cli.project import writable_store
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from pytest_ami.store.shared.postgres import PostgresLog
from tests.support.commands import data, executable, flow, run
from tests.support.postgres import PostgresServer, postgres_server

pytestmark = pytest.mark.slow
SCHEMAS = count()


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with postgres_server() as running:
        yield running


@pytest.fixture
def address(server: PostgresServer, project: Path) -> str:
    """An empty log, which the project uses."""
    found = server.create(f"cli{next(SCHEMAS)}")
    (project / "pytest.ini").write_text(f"[pytest]\nami_store = {found}\n", "utf-8")
    return found


@pytest.fixture
def quick_doctor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AMI_BROWSER", str(executable(tmp_path / "browser", "echo Browser 1.2")))


def shared() -> list[dict[str, Any]]:
    findings = json.loads(run("doctor", "--json").stdout)["findings"]
    return [one for one in findings if one["name"] == "shared store"]


def test_a_project_without_a_shared_store_has_no_finding_about_one(project: Path, quick_doctor: None) -> None:
    assert shared() == []


def test_the_doctor_tells_what_is_there_and_makes_nothing(address: str, quick_doctor: None) -> None:
    for _ in range(2):
        (finding,) = shared()
        assert (finding["state"], finding["text"].partition(": ")[2]) == (
            "note",
            "there are no tables yet; the first run creates them",
        )
    Journal(Path(".ami"), run="r").append(Kind.STATUS)
    run("absorb")
    (finding,) = shared()
    assert (finding["state"], finding["text"].partition(", ")[2]) == ("ok", "Postgres 18.4, schema 1, 1 fact")

    with psycopg.connect(address) as connection:
        connection.execute("UPDATE ami_log SET schema = 99, package = '9.9'")
    (finding,) = shared()
    assert (finding["state"], finding["mend"]) == ("problem", "pip install 'pytest-ami>=9.9'")


def test_the_doctor_tells_of_a_clock_that_differs(address: str, quick_doctor: None) -> None:
    with mock.patch("pytest_ami.store.shared.postgres.time.time", return_value=0.0):
        finding = shared()[-1]
    assert finding["state"] == "problem"
    assert finding["text"].endswith(" s ahead of this machine's")


def test_the_doctor_tells_of_a_server_that_is_away(project: Path, quick_doctor: None) -> None:
    (project / "pytest.ini").write_text("[pytest]\nami_store = postgresql://ami@127.0.0.1:1/ami\n", "utf-8")
    (finding,) = shared()
    assert finding["state"] == "problem"
    assert "postgresql://ami@127.0.0.1:1/ami" in finding["text"]
    assert finding["mend"] == "psql \"postgresql://ami@127.0.0.1:1/ami\" -c 'SELECT 1'"


@pytest.mark.nightly  # by day: tests/plugin/test_shared_store.py fetches what another machine has learned
def test_a_decision_of_another_machine_is_here_after_absorb(address: str, project: Path) -> None:
    (project / ".ami").mkdir()
    with writable_store(None, "test") as store:
        store.promote(store.add(flow()))
    log = PostgresLog(address)
    assert len(log.after(0)[0]) == 4
    log.close()

    report = data("absorb", "--dir", "elsewhere")
    assert report["shared"] == {"address": address, "fetched": 4, "sent": 0, "skipped": 0, "tasks": ["send email"]}
    assert [one["task"] for one in data("list", "--dir", "elsewhere")] == ["send email"]

    run("accept", "send email", "--dir", "elsewhere")
    assert run("absorb").stdout.endswith(f"{address}: 0 new facts fetched, 0 sent\n")


def test_absorb_tells_of_a_server_that_is_away(project: Path) -> None:
    Journal(project / ".ami", run="r").append(Kind.STATUS)
    (project / "pytest.ini").write_text("[pytest]\nami_store = postgresql://ami@127.0.0.1:1/ami\n", "utf-8")
    result = run("absorb")
    assert result.exit_code == 1
    assert "The shared store could not be used" in result.stdout
    assert "run next: ami doctor" in result.stdout


def test_a_store_moves_there_and_back(address: str, project: Path) -> None:
    Journal(project / ".ami", run="r").append(Kind.STATUS)
    there = run("move-store", ".ami", address)
    assert there.stdout.splitlines() == [
        f".ami -> {address}: 1 fact, 1 of them new there",
        there.stdout.splitlines()[1],
    ]
    assert "proven: the same facts on both sides" in there.stdout
    back = data("move-store", address, "copy")
    assert (back["facts"], back["new"], back["missing"], back["proven"]) == (1, 1, 0, True)


def test_a_copy_that_is_not_whole_is_a_failure(address: str, project: Path) -> None:
    Journal(project / ".ami", run="r").append(Kind.STATUS)
    (project / ".ami" / "journal" / "new.jsonl").write_text('{"v":99,"kind":"k"}\n', "utf-8")
    result = run("move-store", ".ami", address)
    assert result.exit_code == 1
    assert "1 line not copied" in result.stdout


def test_a_password_on_the_command_line_is_refused_and_not_shown(project: Path) -> None:
    result = run("move-store", ".ami", "postgresql://ami:hidden@db/ami")
    assert result.exit_code == 1
    assert "holds a password" in result.output
    assert "hidden" not in result.output
