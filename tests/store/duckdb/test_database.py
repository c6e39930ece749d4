"""The database absorbs journals as a set union, survives damage, and says clearly why it cannot be used."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.model.errors import StoreError
from pytest_ami.store.duckdb import schema
from pytest_ami.store.duckdb.absorb import AbsorbResult
from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.duckdb.errors import DatabaseFault, diagnose
from pytest_ami.store.duckdb.journal_query import scratch
from pytest_ami.store.facts import Fact, Kind, encode
from pytest_ami.store.journal import Journal, journals, read
from pytest_ami.store.warnings import AmiWarning
from tests.support.examples import tries
from tests.support.old_stores import build

if TYPE_CHECKING:
    import duckdb

ROOT = Path(__file__).parents[3]
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


def ids(database: Database) -> list[str]:
    return [row["id"] for row in database.query("SELECT id FROM facts ORDER BY id") or []]


def fill(folder: Path, count: int, run: str = "r") -> list[str]:
    journal = Journal(folder, run=run)
    return [journal.append(Kind.OPERATION, data={"step": number}).id for number in range(count)]


@pytest.mark.slow
@given(
    st.lists(
        st.builds(
            Fact,
            kind=st.sampled_from([kind.value for kind in Kind]),
            run=TEXT,
            test=TEXT,
            attempt=st.integers(0, 2**31 - 1),
            task=TEXT,
            data=st.dictionaries(TEXT, st.integers(-(2**63), 2**63 - 1) | TEXT | st.lists(TEXT), max_size=4),
        ),
        min_size=1,
        max_size=8,
    )
)
@tries("database")
def test_the_table_holds_what_the_line_says(tmp_path_factory: pytest.TempPathFactory, facts: list[Fact]) -> None:
    import json

    folder = tmp_path_factory.mktemp("scratch")
    (folder / "journal").mkdir()
    (folder / "journal" / "r-w.jsonl").write_bytes(b"".join(encode(fact) for fact in facts))
    connection = scratch(folder)
    try:
        rows = connection.execute(
            "SELECT id, kind, strftime(happened, '%Y-%m-%dT%H:%M:%S.%gZ'), run, test, attempt, task, data"
            " FROM facts ORDER BY id"
        ).fetchall()
    finally:
        connection.close()
    expected = [(f.id, f.kind, f.at, f.run, f.test, f.attempt, f.task, dict(f.data)) for f in facts]
    assert [(*row[:-1], json.loads(row[-1])) for row in rows] == expected


def test_nothing_is_created_where_there_is_nothing_to_absorb(tmp_path: Path) -> None:
    database = Database(tmp_path / ".ami")
    assert database.absorb() == AbsorbResult()
    assert database.query("SELECT 1") is None
    assert not (tmp_path / ".ami").exists()


def test_absorbing_twice_adds_nothing(tmp_path: Path) -> None:
    expected = fill(tmp_path, 20)
    database = Database(tmp_path)
    assert database.absorb().facts == 20
    assert database.absorb() == AbsorbResult()
    more = fill(tmp_path, 5)
    assert database.absorb().facts == 5
    assert ids(database) == expected + more


def test_a_finished_journal_is_moved_and_still_used_for_a_rebuild(tmp_path: Path) -> None:
    expected = fill(tmp_path, 5)
    journal = Journal(tmp_path, run="r")
    expected.append(journal.append(Kind.RUN_FINISHED).id)
    open_one = fill(tmp_path, 3, run="other")
    database = Database(tmp_path)
    assert database.absorb() == AbsorbResult(facts=9, moved=1)
    assert list(journals(tmp_path, absorbed=True)) == ["other-main.jsonl", "absorbed/r-main.jsonl"]
    late = journal.append(Kind.OPERATION).id  # a process that goes on after all gets a new file
    assert database.absorb().facts == 1
    database.path.unlink()
    assert database.absorb().facts == 10
    assert ids(database) == sorted([*expected, *open_one, late])


def test_two_journals_of_one_name_are_both_kept(tmp_path: Path) -> None:
    database = Database(tmp_path)
    expected = []
    for number in (2, 9, 5):  # longer than the one before, and shorter
        expected += fill(tmp_path, number)
        database.absorb()
        expected.append(Journal(tmp_path, run="r").append(Kind.RUN_FINISHED).id)
        database.absorb()
    assert len(list((tmp_path / "journal" / "absorbed").iterdir())) == 3
    assert ids(database) == expected


def test_an_idle_journal_is_moved_with_its_torn_line(tmp_path: Path) -> None:
    fill(tmp_path, 2)
    path = tmp_path / "journal" / "r-main.jsonl"
    with path.open("ab") as file:
        file.write(b'{"v":1')
    database = Database(tmp_path)
    assert database.absorb() == AbsorbResult(facts=2)
    hours_ago = time.time() - 4000
    os.utime(path, (hours_ago, hours_ago))
    assert database.absorb() == AbsorbResult(moved=1)
    assert database.absorb() == AbsorbResult()


def test_facts_of_a_newer_form_wait_in_their_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    newer = encode(Fact(kind="step")).replace(b'{"v":1', b'{"v":2')
    (tmp_path / "journal").mkdir()
    (tmp_path / "journal" / "r-w.jsonl").write_bytes(newer + encode(Fact(kind="run_finished")))
    database = Database(tmp_path)
    with pytest.warns(AmiWarning, match="newer pytest-ami"):
        assert database.absorb() == AbsorbResult(facts=1, newer=1, moved=1)
    assert database.absorb() == AbsorbResult()
    monkeypatch.setattr("pytest_ami.store.duckdb.absorb.FACT_SCHEMA", 2)
    monkeypatch.setattr("pytest_ami.store.facts.SCHEMA", 2)
    assert database.absorb().facts == 1  # after the upgrade the file is read again


def test_journals_of_another_machine_are_copied_and_united(tmp_path: Path) -> None:
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    expected = fill(mine, 3) + fill(theirs, 4)
    database = Database(mine)
    assert database.absorb(theirs / "journal").facts == 7
    assert database.absorb(theirs / "journal").facts == 0
    database.path.unlink()
    database.absorb()
    assert ids(database) == sorted(expected)


@pytest.mark.slow
def test_four_processes_write_and_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path\n"
        "from pytest_ami.store.journal import Journal; from pytest_ami.store.duckdb.database import Database\n"
        "from pytest_ami.store.facts import Kind\n"
        "journal = Journal(Path(sys.argv[1]), run='r', worker=sys.argv[2])\n"
        "for n in range(50):\n"
        "    print(journal.append(Kind.OPERATION, data={'n': n}).id)\n"
        "    if n in (20, 40): Database(Path(sys.argv[1])).absorb()\n"
        "journal.append(Kind.RUN_FINISHED)\n"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path), f"gw{number}"],
            stdout=subprocess.PIPE,
            text=True,
            env=ENV,
        )
        for number in range(4)
    ]
    expected = [line for process in processes for line in process.communicate(timeout=60)[0].split()]
    assert [process.returncode for process in processes] == [0, 0, 0, 0]
    database = Database(tmp_path)
    database.absorb()
    assert len(expected) == 200
    kept = [row["id"] for row in database.query("SELECT id FROM facts WHERE kind = 'operation'") or []]
    assert sorted(kept) == sorted(expected)
    database.path.unlink()
    assert database.absorb().facts == 204


@pytest.mark.parametrize("damage", ["garbage", "empty", "flipped", "cut"])
def test_a_damaged_file_is_set_aside_and_rebuilt(tmp_path: Path, damage: str) -> None:
    expected = fill(tmp_path, 10)
    database = Database(tmp_path)
    database.absorb()
    raw = database.path.read_bytes()
    spoilt = {
        "garbage": b"no database" * 1000,
        "empty": b"",
        "flipped": raw[:12288] + b"\xff" * 4000 + raw[16288:],
        "cut": raw[:5000],
    }[damage]
    database.path.write_bytes(spoilt)
    with pytest.warns(AmiWarning, match="set aside as workflows.duckdb.corrupt-"):
        assert database.absorb().facts == 10
    assert ids(database) == expected
    assert [path.read_bytes() for path in tmp_path.glob("workflows.duckdb.corrupt-*")] == [spoilt]


def test_a_damaged_file_is_left_alone_by_a_readonly_store(tmp_path: Path) -> None:
    tmp_path.joinpath("workflows.duckdb").write_bytes(b"no database" * 1000)
    with pytest.warns(AmiWarning, match="journals are read instead"):
        assert Database(tmp_path, readonly=True).query("SELECT 1") is None
    assert len(list(tmp_path.glob("workflows.duckdb*"))) == 1


def test_a_newer_schema_is_refused_by_name(tmp_path: Path) -> None:
    import duckdb

    fill(tmp_path, 1)
    database = Database(tmp_path)
    database.absorb()
    with duckdb.connect(str(database.path)) as connection:
        connection.execute("INSERT INTO schema_version VALUES (99, '7.5.0', '2030-01-01')")
    before = database.path.read_bytes()
    for use in (database.absorb, lambda: database.query("SELECT 1")):
        with pytest.raises(StoreError, match="newer pytest-ami") as caught:
            use()
        assert caught.value.run == "pip install 'pytest-ami>=7.5.0'"
    assert database.path.read_bytes() == before


@pytest.mark.slow
def test_a_store_of_the_first_schema_learns_the_whole_lifecycle(tmp_path: Path) -> None:
    journal = Journal(tmp_path, run="r")
    flow = {"version": 1, "steps": [{"kind": "click", "target": {"tag": "a", "role": "link", "name": "Go"}}]}
    journal.append(Kind.VERSION, task="t", workflow="w", data={"workflow": flow})
    journal.append(Kind.STATUS, task="t", workflow="w", data={"status": "active", "reason": "first green replay"})
    database = Database(tmp_path)
    build(database.path, 1, read(journal.path).lines)
    said = {"status": "drifting", "reason": "identity.moved", "text": "it moves away"}
    journal.append(Kind.STATUS, task="t", workflow="w", data=said)
    assert Database(tmp_path, readonly=True).query("SELECT status FROM statuses") == [{"status": "active"}]
    database.absorb()
    sql = "SELECT status, reason, text, proven FROM statuses"
    assert database.query(sql) == [{**said, "proven": True}]
    assert database.query("SELECT id, status FROM current") == [{"id": "w", "status": "drifting"}]
    assert database.query("SELECT step, why, name FROM selector_evolution") == [
        {"step": 1, "why": "recorded", "name": "Go"}
    ]
    versions = database.query("SELECT version FROM schema_version ORDER BY 1")
    assert versions == [{"version": number} for number in (1, schema.SCHEMA)]


@pytest.mark.slow
def test_a_file_that_another_process_holds_is_named_with_its_pid(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    database = Database(tmp_path, patience=0.3)
    database.absorb()
    script = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('ready', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", script, str(database.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "ready\n"
        with pytest.raises(StoreError) as caught:
            database.query("SELECT 1")
        with pytest.raises(StoreError):
            database.absorb()
        holder.communicate("")
    assert caught.value.why == "Another process has it open."
    assert f"held by process {holder.pid}" in caught.value.evidence
    assert caught.value.run
    assert len(ids(database)) == 1


def test_a_lock_that_is_never_given_back_is_an_error_with_its_file(tmp_path: Path) -> None:
    from filelock import FileLock

    fill(tmp_path, 1)
    database = Database(tmp_path, patience=0.2)
    database.absorb()
    with FileLock(database.lock_path), pytest.raises(StoreError) as caught:
        database.query("SELECT 1")
    assert str(database.lock_path) in caught.value.evidence[0]
    assert len(ids(database)) == 1


def test_a_full_disk_is_neither_damage_nor_a_lock() -> None:
    assert diagnose(OSError("IO Error: Could not write: No space left on device")) is DatabaseFault.FULL
    assert diagnose(OSError("Permission denied")) is DatabaseFault.DENIED
    words = "Trying to read a database file with version number 99, but we can only read version 64."
    assert diagnose(OSError(words)) is DatabaseFault.NEWER_FILE
    assert diagnose(OSError("never heard of")) is DatabaseFault.OTHER


def test_a_file_that_is_removed_while_it_is_opened_is_a_missing_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(tmp_path)
    fill(tmp_path, 1)
    database.absorb()
    connect = database._connect

    def late(*, read_only: bool) -> duckdb.DuckDBPyConnection:
        database.path.unlink()
        return connect(read_only=read_only)

    monkeypatch.setattr(database, "_connect", late)
    assert database.query("SELECT 1") is None


def test_a_log_without_its_database_is_not_replayed_into_a_new_one(tmp_path: Path) -> None:
    expected = fill(tmp_path, 3)
    database = Database(tmp_path)
    tmp_path.joinpath("workflows.duckdb.wal").write_bytes(b"of another life" * 100)
    assert database.absorb().facts == 3
    assert ids(database) == expected


@pytest.mark.slow
def test_a_process_killed_while_absorbing_changes_nothing(tmp_path: Path) -> None:
    expected = fill(tmp_path, 2000)
    script = (
        "import os, sys; from pathlib import Path; from pytest_ami.store.duckdb import database as d\n"
        "absorb_journals = d.absorb_journals\n"
        "def killing(*arguments):\n"
        "    absorb_journals(*arguments); os._exit(9)  # before the commit\n"
        "d.absorb_journals = killing\n"
        "d.Database(Path(sys.argv[1])).absorb()\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], env=ENV, check=False)
    assert done.returncode == 9
    database = Database(tmp_path)
    assert database.absorb().facts == 2000
    assert ids(database) == expected
