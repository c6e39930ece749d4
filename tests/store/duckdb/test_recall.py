"""A test can read absorbed facts while it runs, and reading changes nothing."""

from __future__ import annotations

from pathlib import Path

from pytest_ami.store.duckdb.recall import recall
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.old_stores import EARLIER, unpack

COUNT = "SELECT count(*) AS n FROM facts"


def test_what_was_written_since_the_last_absorb_is_left_out_and_stays_in_its_journal(tmp_path: Path) -> None:
    journal = Journal(tmp_path, run="r1")
    assert recall(tmp_path, COUNT) == []
    journal.append(Kind.RUN_FINISHED)
    assert recall(tmp_path, COUNT) == []
    WorkflowStore(tmp_path, journal).absorb()
    journal.append(Kind.RUN_FINISHED)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    assert recall(tmp_path, COUNT) == [{"n": 1}]
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_store_that_has_to_be_migrated_first_tells_nothing_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "workflows.duckdb"
    unpack(EARLIER[-1], path)
    before = path.read_bytes()

    assert recall(tmp_path, COUNT) == []
    assert path.read_bytes() == before
