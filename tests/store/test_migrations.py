"""A store of any earlier version becomes one of this version with all its facts, or is left as it was."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.model.errors import StoreError
from pytest_ami.model.workflow import Status
from pytest_ami.store import backup, schema
from pytest_ami.store.absorption import insert
from pytest_ami.store.complaint import AmiWarning
from pytest_ami.store.database import Database
from pytest_ami.store.facts import Fact, Kind, encode
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflows import WorkflowStore
from tests.support.examples import tries
from tests.support.old_stores import FIXTURES, lay_out

if TYPE_CHECKING:
    import duckdb

OLD = range(1, schema.SCHEMA)
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
    import duckdb

    with duckdb.connect() as connection:
        yield connection


def unpack(number: int, folder: Path) -> Database:
    """Lay the fixture of a schema into ``folder``."""
    folder.mkdir(exist_ok=True)
    database = Database(folder)
    database.path.write_bytes(gzip.decompress(FIXTURES.joinpath(f"schema-{number}.duckdb.gz").read_bytes()))
    return database


def what_views_say(connection: duckdb.DuckDBPyConnection) -> dict[str, list[tuple[Any, ...]]]:
    names = connection.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall()
    return {name: sorted(connection.execute(f"FROM {name}").fetchall(), key=repr) for (name,) in names}


def test_there_is_a_store_of_every_earlier_schema() -> None:
    assert {path.name for path in FIXTURES.glob("*.gz")} >= {f"schema-{number}.duckdb.gz" for number in OLD}


@pytest.mark.parametrize("number", OLD)
def test_an_earlier_store_keeps_all_it_has(tmp_path: Path, number: int) -> None:
    database = unpack(number, tmp_path)
    before = database.path.read_bytes()
    old = database.query(ROWS)
    assert old is not None
    assert len(old) == len(LINES.read_bytes().splitlines())
    reader = WorkflowStore(tmp_path, readonly=True)  # replay mode migrates nothing
    read = [(flow.id, flow.version, flow.status) for flow in reader.versions("send email")]
    assert read == [("w1", 1, Status.SUPERSEDED), ("w2", 2, Status.ACTIVE)]

    added = Journal(tmp_path, run="r9").append(Kind.WARNING)
    assert database.absorb().facts == 1

    assert database.query("SELECT version FROM schema_version ORDER BY 1") == [
        {"version": version} for version in range(1, schema.SCHEMA + 1)
    ]
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
@given(number=st.sampled_from(OLD), facts=st.lists(FACTS, max_size=8))
@tries("database")
def test_any_facts_come_through_any_migration_unchanged(
    memory: duckdb.DuckDBPyConnection, number: int, facts: list[Fact]
) -> None:
    lines = [encode(fact) for fact in facts]
    said = []
    for first in (number, schema.SCHEMA):
        memory.execute("CREATE SCHEMA trial; USE trial")
        try:
            lay_out(memory, first)
            insert(memory, lines)
            schema.migrate(memory)
            rows = memory.execute("SELECT id, kind, run, test, attempt, task, workflow, data FROM facts").fetchall()
            said.append(what_views_say(memory))
        finally:
            memory.execute("USE main; DROP SCHEMA trial CASCADE")
        kept = {row[0]: (*row[1:-1], json.loads(row[-1])) for row in rows}
        assert kept == {f.id: (f.kind, f.run, f.test, f.attempt, f.task, f.workflow, dict(f.data)) for f in facts}
    assert said[0] == said[1]  # a store that was migrated says what one that was made today says


def broken(connection: duckdb.DuckDBPyConnection) -> None:
    connection.execute("ALTER TABLE journals ADD COLUMN extra VARCHAR")
    connection.execute("DELETE FROM facts")
    raise RuntimeError("broken")


def test_a_migration_that_fails_is_rolled_back_and_names_the_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = unpack(1, tmp_path)
    before = database.query(ROWS)
    store = WorkflowStore(tmp_path, Journal(tmp_path, run="r9"))
    store.journal.append(Kind.WARNING)
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, broken))
    monkeypatch.setattr(schema, "SCHEMA", schema.SCHEMA + 1)

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
    Journal(tmp_path, run="r9").append(Kind.WARNING)
    before = database.path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pytest_ami.store.backup.shutil.copyfile", full)
    with pytest.raises(StoreError, match="cannot be used") as caught:
        database.absorb()
    assert "No space left" in caught.value.evidence[0]
    assert database.path.read_bytes() == before
    assert sorted(path.name for path in tmp_path.glob("*.v*")) == []
