"""A store is copied both ways, and the proof sees a fact that is missing, changed or not readable."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_ami.model.errors import ConfigurationError
from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from pytest_ami.store.shared.copying import copy
from pytest_ami.store.shared.fact_log import FactLine
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.memory_log import MemoryLog


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with two journals, and files that are no journals."""
    folder = tmp_path / "store"
    first = Journal(folder, run="r1")
    first.append(Kind.STATUS, task="é", data={"n": 1.5, "list": [None, True, "\u0000"]})
    first.append(Kind.RUN_FINISHED)
    Journal(folder, run="r2").append(Kind.STATUS, task="t")
    (folder / "runs").mkdir()
    (folder / "runs" / "steps.jsonl").write_text("{}\n", "utf-8")
    return folder


@pytest.mark.slow
def test_a_copy_there_and_back_has_the_same_facts(store: Path, tmp_path: Path) -> None:
    Database(store).absorb()
    log = MemoryLog()
    there = copy(store, log)
    assert (there.facts, there.new, there.proven, there.others) == (3, 3, True, 0)

    back = copy(log, tmp_path / "back")
    assert (back.facts, back.new, back.proven) == (3, 3, True)
    assert back.source == there.source == there.target
    assert len(WorkflowStore(tmp_path / "back", readonly=True).facts("SELECT id FROM facts")) == 3

    again = copy(tmp_path / "back", store)
    assert (again.facts, again.new, again.proven) == (3, 0, True)


@pytest.mark.slow
def test_the_database_alone_has_the_same_digest_as_its_journals(store: Path, tmp_path: Path) -> None:
    Database(store).absorb()
    whole = copy(store, tmp_path / "whole")
    alone = tmp_path / "alone"
    alone.mkdir()
    (store / "workflows.duckdb").rename(alone / "workflows.duckdb")
    assert copy(alone, tmp_path / "target").source == whole.source


def test_a_target_that_loses_a_fact_is_no_proof(store: Path) -> None:
    log = MemoryLog()
    log.append = lambda facts: log.facts.extend(facts[1:])  # type: ignore[method-assign]
    result = copy(store, log)
    assert (result.missing, result.proven) == (2, False)


def test_a_target_with_another_content_is_no_proof(store: Path) -> None:
    log = MemoryLog()
    copy(store, log)
    one = log.facts[0]
    log.facts[0] = FactLine(one.id, one.line.replace(b"status", b"verdict"))
    result = copy(store, log)
    assert (result.missing, result.proven) == (1, False)
    assert result.source != result.target


def test_facts_of_the_target_alone_stay(store: Path) -> None:
    log = MemoryLog()
    copy(store, log)
    store.joinpath("journal", "r2-main.jsonl").unlink()
    result = copy(store, log)
    assert (result.facts, result.others, result.proven) == (2, 1, True)


def test_a_fact_of_a_newer_version_is_told_and_not_copied(store: Path) -> None:
    store.joinpath("journal", "new.jsonl").write_text('{"v":99,"kind":"k","id":"x"}\n', "utf-8")
    result = copy(store, MemoryLog())
    assert (result.unreadable, result.missing, result.proven) == (1, 0, False)


def test_no_store_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="does not exist"):
        copy(tmp_path / "nowhere", MemoryLog())
