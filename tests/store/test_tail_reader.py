"""The tail reader: how often it looks at the store, and that it misses nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_ami.model.workflow import Status, Step, StepKind, Workflow
from pytest_ami.store import tail_reader
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal, read
from pytest_ami.store.pages.page_memory import Memory
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.statuses import set_status


def flow(task: str = "send email") -> Workflow:
    return Workflow(task=task, steps=(Step(kind=StepKind.GOTO, value="/"),))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / ".ami"


def opened(folder: Path, worker: str) -> WorkflowStore:
    return WorkflowStore(folder, Journal(folder, run="r", worker=worker))


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the journals that are read from now on."""
    found: list[str] = []

    def noting(path: Path, *arguments: Any) -> Any:
        found.append(path.name)
        return read(path, *arguments)

    monkeypatch.setattr(tail_reader, "read", noting)
    return found


def test_what_a_process_writes_it_does_not_read(folder: Path, files: list[str]) -> None:
    store, other = opened(folder, "gw0"), opened(folder, "gw1")
    assert store.tasks() == ()
    first = store.promote(store.add(flow()))
    assert store.find("send email") == first
    assert files == []

    second = other.add(flow("delete email"))
    assert set(other.tasks()) == {"send email", "delete email"}
    assert files == ["r-gw0.jsonl"]
    assert store.get(second.id) == second
    assert files == ["r-gw0.jsonl", "r-gw1.jsonl"]


def test_what_a_process_has_written_is_what_it_would_read(folder: Path) -> None:
    store = opened(folder, "gw0")
    assert store.tasks() == ()
    store.promote(store.add(flow()))
    set_status(store, store.add(flow()), Status.RETIRED, reason="said so")
    assert opened(folder, "gw1").versions("send email") == store.versions("send email")


def test_more_than_is_kept_in_mind_is_read_from_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tail_reader, "_MOST_OWN", 3)
    store = opened(folder, "gw0")
    assert store.tasks() == ()
    tasks = tuple(f"task {number}" for number in range(9))
    for task in tasks:
        store.journal.append(Kind.OPERATION)
        store.journal.append(Kind.VERSION, task=task, workflow=task, data={"workflow": {"task": task, "version": 1}})
    assert store.tasks() == tasks


def test_in_a_still_block_the_store_is_looked_at_once(folder: Path, files: list[str]) -> None:
    store, other = opened(folder, "gw0"), opened(folder, "gw1")
    mine = store.add(flow())
    with store.snapshot():
        assert store.find("send email") is not None
        theirs = other.add(flow("delete email"))
        promoted = store.promote(mine)
        assert store.find("send email") == promoted  # its own facts count
        assert store.get(theirs.id) is None
        with store.snapshot():
            assert store.get(theirs.id) is not None  # a block within looks once itself
    assert store.get(theirs.id) is not None
    assert files.count("r-gw1.jsonl") == 1


def test_in_a_still_block_nothing_is_missed_that_could_not_be_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: Journal) -> int:
        raise OSError(28, "full")

    store = opened(folder, "gw0")
    with store.snapshot():
        assert store.tasks() == ()
        with monkeypatch.context() as patch:
            patch.setattr(Journal, "_open", full)
            with pytest.warns(match="cannot be written"):
                store.add(flow())
        assert store.tasks() == ("send email",)
        store.add(flow("delete email"))
        assert store.tasks() == ("delete email", "send email")


def test_a_journal_that_is_moved_away_within_a_still_block_loses_nothing(folder: Path) -> None:
    store = opened(folder, "gw0")
    with store.snapshot():
        store.add(flow())
        assert store.tasks() == ("send email",)
        store.journal.append(Kind.RUN_FINISHED)
        opened(folder, "gw1").absorb(strict=True)
        assert not store.journal.path.exists()
        store.add(flow("delete email"))
        assert store.tasks() == ("delete email", "send email")


def test_the_memory_hears_its_own_process_and_others(folder: Path, files: list[str]) -> None:
    store, other = opened(folder, "gw0"), opened(folder, "gw1")
    assert store.memory.counts().phrases == 0
    with store.memory.snapshot():
        store.memory.finish_task("send email", text="It was sent.")
        assert store.memory.counts().phrases == 1
        other.memory.finish_task("delete email", text="It was deleted.")
        assert store.memory.counts().phrases == 1
    assert store.memory.counts().phrases == Memory(folder).counts().phrases == 2
    assert files.count("r-gw0.jsonl") == 2  # by the other process and by the reader at the end


@pytest.mark.slow
def test_what_is_written_after_the_own_journal_was_moved_is_known(folder: Path) -> None:
    """The new file begins where the old one did: places in the old one say nothing any more."""
    store = opened(folder, "gw0")
    assert store.tasks() == ()
    store.journal.append(Kind.RUN_FINISHED)
    store.absorb(strict=True)
    assert not store.journal.path.exists()
    added = store.add(flow())
    assert store.get(added.id) == added
