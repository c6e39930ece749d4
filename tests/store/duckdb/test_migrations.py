"""A store of any earlier version becomes one of this version with all its facts, or is left as it was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.model.errors import StoreError
from pytest_ami.model.workflow import Status
from pytest_ami.store.duckdb import backup, schema
from pytest_ami.store.duckdb.absorb import insert
from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.duckdb.fact_table import insert_rows
from pytest_ami.store.facts import Fact, Kind, encode
from pytest_ami.store.journal import Journal, parsed
from pytest_ami.store.warnings import AmiWarning
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.examples import tries
from tests.support.old_stores import EARLIER, FIXTURES, lay_out
from tests.support.old_stores import unpack as unpack_to

LINES = FIXTURES.joinpath("facts.jsonl")
ROWS = "SELECT * FROM facts ORDER BY id"
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
STATUS = st.sampled_from([*(status.value for status in Status), "unheard of"])
DATA = st.one_of(
    st.builds(lambda number: {"workflow": {"version": number, "steps": []}}, st.integers(-1, 3)),
    st.builds(lambda status, reason: {"status": status, "reason": reason}, STATUS, TEXT),
    st.builds(lambda status, text: {"status": status, "reason": "x", "text": text}, STATUS, TEXT),
    st.dictionaries(TEXT, st.none() | st.integers(-(2**63), 2**63 - 1) | TEXT | st.lists(TEXT, max_size=3), max_size=3),
)
FACTS = st.builds(
    Fact,
    kind=st.sampled_from([*(kind.value for kind in Kind), "version", "version", "status", "status"]),
    run=TEXT,
    test=TEXT,
    attempt=st.integers(0, 2**31 - 1),
    task=st.sampled_from(["send email", "删除邮件", ""]),
    workflow=st.sampled_from(["w1", "w2", ""]),
    data=DATA,
)


@pytest.fixture(scope="module")
def memory() -> Iterator[duckdb.DuckDBPyConnection]:
    """A database in memory, for schemas of its own that come and go."""
    with duckdb.connect() as connection:
        yield connection


def unpack(number: int, folder: Path) -> Database:
    """Lay the fixture of a schema into ``folder``."""
    folder.mkdir(exist_ok=True)
    database = Database(folder)
    unpack_to(number, database.path)
    return database


def what_views_say(connection: duckdb.DuckDBPyConnection) -> dict[str, list[tuple[Any, ...]]]:
    names = connection.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall()
    return {name: sorted(connection.execute(f"FROM {name}").fetchall(), key=repr) for (name,) in names}


def test_there_is_a_store_of_every_earlier_schema() -> None:
    assert tuple(range(1, schema.SCHEMA)) == EARLIER


@pytest.mark.slow
@pytest.mark.parametrize("number", EARLIER)
def test_an_earlier_store_keeps_all_it_has(tmp_path: Path, number: int) -> None:
    database = unpack(number, tmp_path)
    before = database.path.read_bytes()
    old = database.query(ROWS)
    assert old is not None
    assert len(old) == len(LINES.read_bytes().splitlines())
    reader = WorkflowStore(tmp_path, readonly=True)  # replay mode migrates nothing
    read = [(flow.id, flow.version, flow.status) for flow in reader.versions("send email")]
    assert read == [("w1", 1, Status.SUPERSEDED), ("w2", 2, Status.ACTIVE)]

    added = Journal(tmp_path, run="r9").append(Kind.OPERATION)
    assert database.absorb().facts == 1

    steps = database.query("SELECT version FROM schema_version ORDER BY 1")
    assert steps == [{"version": version} for version in (*range(1, number + 1), schema.SCHEMA)]
    rows = database.query(ROWS)
    assert rows is not None
    assert [row for row in rows if row["id"] != added.id] == old
    [copy] = backup.backups(database.path)
    assert copy.name.startswith(f"workflows.duckdb.v{number}-")
    assert copy.read_bytes() == before
    store = WorkflowStore(tmp_path)
    assert [(flow.id, flow.version, flow.status) for flow in store.versions("send email")] == read
    assert store.find("send email") == reader.find("send email")


@pytest.mark.slow
@given(number=st.sampled_from(EARLIER), facts=st.lists(FACTS, max_size=8))
@tries("database")
def test_any_facts_come_through_any_migration_unchanged(
    memory: duckdb.DuckDBPyConnection, number: int, facts: list[Fact]
) -> None:
    lines = [encode(fact) for fact in facts]
    said = []
    for first in (number, schema.SCHEMA):
        memory.execute("CREATE SCHEMA trial; USE trial")
        try:
            if first == schema.SCHEMA:
                schema.migrate(memory)
                insert(memory, parsed(b"".join(lines)))
            else:
                lay_out(memory, first)
                insert_rows(memory, lines)
                schema.migrate(memory)
            rows = memory.execute("SELECT id, kind, run, test, attempt, task, workflow, data FROM facts").fetchall()
            said.append(what_views_say(memory))
        finally:
            memory.execute("USE main; DROP SCHEMA trial CASCADE")
        kept = {row[0]: (*row[1:-1], json.loads(row[-1])) for row in rows}
        assert kept == {f.id: (f.kind, f.run, f.test, f.attempt, f.task, f.workflow, dict(f.data)) for f in facts}
    assert said[0] == said[1]  # a store that was migrated says what one that was made today says


@pytest.mark.slow
def test_a_store_that_was_written_today_and_one_that_was_migrated_have_one_layout(tmp_path: Path) -> None:
    database, fresh = unpack(1, tmp_path / "old"), Database(tmp_path / "new")
    for folder in (tmp_path / "old", tmp_path / "new"):
        Journal(folder, run="r9").append(Kind.RUN_FINISHED)
        Database(folder).absorb()
    layout = "SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal ORDER BY ALL"
    assert database.query(layout) == fresh.query(layout)


@pytest.mark.slow
def test_steps_run_in_order_once_and_not_in_a_new_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = []

    def third(_: duckdb.DuckDBPyConnection) -> None:
        ran.append(3)

    def fourth(connection: duckdb.DuckDBPyConnection) -> None:
        ran.append(4)
        connection.execute("UPDATE facts SET run = 'r0' WHERE run = ''")

    monkeypatch.setattr(schema, "STEPS", {4: fourth, 3: third, 2: broken})
    database = unpack(2, tmp_path / "old")
    for folder in (tmp_path / "old", tmp_path / "new", tmp_path / "old"):
        Journal(folder, run="r9").append(Kind.RUN_FINISHED)
        Database(folder).absorb()
    assert ran == [3, 4]
    assert database.query("SELECT count(*) AS n FROM facts WHERE run = ''") == [{"n": 0}]
    assert database.query("SELECT task, version FROM current") == [{"task": "send email", "version": 2}]


def test_a_store_without_the_table_that_every_schema_had_is_left_alone(tmp_path: Path) -> None:
    database = unpack(3, tmp_path)
    connection = duckdb.connect(str(database.path))
    connection.execute("DROP TABLE facts")
    connection.close()
    before = database.path.read_bytes()
    Journal(tmp_path, run="r9").append(Kind.RUN_FINISHED)

    with pytest.raises(StoreError, match=f"could not be migrated from schema 3 to {schema.SCHEMA}") as caught:
        database.absorb()

    [copy] = backup.backups(database.path)
    assert "the store is unchanged" in caught.value.why
    assert caught.value.evidence[-1] == f"backup {copy}"
    assert caught.value.run == "ami doctor"
    assert database.path.read_bytes() == before == copy.read_bytes()


def broken(connection: duckdb.DuckDBPyConnection) -> None:
    connection.execute("ALTER TABLE journals ADD COLUMN extra VARCHAR")
    connection.execute("DELETE FROM facts")
    raise RuntimeError("broken")


@pytest.mark.slow
def test_a_migration_that_fails_is_rolled_back_and_names_the_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = unpack(1, tmp_path)
    before = database.query(ROWS)
    store = WorkflowStore(tmp_path, Journal(tmp_path, run="r9"))
    store.journal.append(Kind.OPERATION)
    monkeypatch.setattr(schema, "SCHEMA", schema.SCHEMA + 1)
    monkeypatch.setattr(schema, "STEPS", {schema.SCHEMA: broken})

    with pytest.raises(StoreError, match=f"from schema 1 to {schema.SCHEMA}") as caught:
        store.absorb(strict=True)
    with pytest.warns(AmiWarning, match="nothing is lost"):
        store.absorb()

    copies = backup.backups(database.path)
    assert list(caught.value.evidence) == ["broken", f"backup {copies[0]}"]
    assert caught.value.run == "ami doctor"
    assert database.query(ROWS) == before
    assert database.query("SELECT max(version) AS v FROM schema_version") == [{"v": 1}]
    assert database.query("SELECT * FROM journals") == []
    assert store.find("send email") is not None
    assert [fact.kind for fact in store.history("send email")].count("version") == 2


def test_only_the_last_backups_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "workflows.duckdb"
    made = []
    for number in range(5):
        path.write_bytes(b"x" * number)
        made.append(backup.keep(path, number + 7))
    assert backup.backups(path) == made[-backup.KEPT :]
    assert [one.read_bytes() for one in backup.backups(path)] == [b"xx", b"xxx", b"xxxx"]


def test_without_room_for_a_backup_nothing_is_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = unpack(2, tmp_path)
    Journal(tmp_path, run="r9").append(Kind.OPERATION)
    before = database.path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pytest_ami.store.duckdb.backup.shutil.copyfile", full)
    with pytest.raises(StoreError, match="cannot be used") as caught:
        database.absorb()
    assert "No space left" in caught.value.evidence[0]
    assert database.path.read_bytes() == before
    assert sorted(path.name for path in tmp_path.glob("*.v*")) == []
