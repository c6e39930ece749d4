"""Two runs that end at once on one store: the steering files are written once, and nobody complains."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from pytest_ami.store.steering.folder import LOCK, MEMO, SteeringFolder
from pytest_ami.store.steering.golden_path import SteeringPath, parse
from pytest_ami.store.warnings import AmiWarning
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.machines import Machine, flow

TASKS = [f"task {number}" for number in range(40)]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The store's warnings from all threads."""
    heard: list[str] = []
    for module in (
        "steering.folder",
        "steering.writer",
        "steering_sync",
        "workflow_store",
        "tail_reader",
        "duckdb.database",
    ):
        monkeypatch.setattr(f"pytest_ami.store.{module}.warn_bookkeeping", lambda what, **_: heard.append(what))
    return heard


def learning(store: WorkflowStore) -> None:
    for task in TASKS:
        store.promote(store.add(flow(task)))


def at_once(*works: Any) -> None:
    gate = threading.Barrier(len(works))

    def run(work: Any) -> None:
        gate.wait()
        work()

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_two_runs_that_end_at_once_write_every_file_and_complain_of_nothing(here: Machine, said: list[str]) -> None:
    one, two = here.store(), here.store()
    learning(one)
    learning(two)

    written: list[Path] = []
    at_once(
        lambda: written.extend(one.write_steering_files(TASKS)), lambda: written.extend(two.write_steering_files(TASKS))
    )

    assert said == []
    files = sorted(here.file().parent.glob("*.yaml"))
    assert len(files) == len(TASKS)
    assert len(written) == len(TASKS)
    current = {workflow.id for workflow in here.store().find_all()}
    assert {parse(file.read_bytes(), name="x").workflow.id for file in files} == current


@pytest.mark.slow
def test_who_opens_the_store_after_two_such_runs_reads_no_file_again(
    here: Machine, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = here.store(), here.store()
    learning(one)
    learning(two)
    at_once(lambda: one.write_steering_files(TASKS[:25]), lambda: two.write_steering_files(TASKS[15:]))
    at_once(one.absorb, two.absorb)
    at_once(one.import_steering_files, two.import_steering_files)
    assert len(json.loads((here.root / ".ami" / MEMO).read_text("utf-8"))["files"]) == len(TASKS)

    def never(*_: Any, **__: Any) -> SteeringPath:
        raise AssertionError("a file was read")

    monkeypatch.setattr("pytest_ami.store.steering.folder.parse", never)
    assert set(here.store().tasks()) == set(TASKS)
    assert said == []


def test_a_file_that_is_gone_is_not_kept_in_mind(here: Machine) -> None:
    store = here.store()
    learning(store)
    store.write_steering_files(TASKS)
    here.file(TASKS[0]).unlink()
    store.import_steering_files()
    files = json.loads((here.root / ".ami" / MEMO).read_text("utf-8"))["files"]
    assert here.file(TASKS[0]).name not in files
    assert len(files) == len(TASKS) - 1


def test_who_waits_in_vain_writes_nothing_and_says_for_whom(here: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_ami.store.steering.folder._PATIENCE", 0.05)
    store = here.store()
    learning(store)
    with FileLock(here.root / ".ami" / LOCK), pytest.warns(AmiWarning, match="nothing is lost") as warned:
        assert store.write_steering_files(TASKS) == []
    assert LOCK in str(warned[0].message)
    assert "ami doctor" in str(warned[0].message)
    assert len(store.write_steering_files(TASKS)) == len(TASKS)


@pytest.mark.parametrize("error", [NotImplementedError("no locks"), OSError(38, "no locks")])
def test_without_locks_the_files_are_written_all_the_same(
    here: Machine, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def refused(*_: Any) -> None:
        raise error

    monkeypatch.setattr("pytest_ami.store.steering.folder.acquired", refused)
    store = here.store()
    learning(store)
    assert len(store.write_steering_files(TASKS)) == len(TASKS)


def test_a_folder_that_is_looked_at_takes_no_lock(here: Machine) -> None:
    folder = SteeringFolder(here.file().parent, here.root / ".ami")
    folder.look(lambda _: False)
    assert not (here.root / ".ami").exists()
