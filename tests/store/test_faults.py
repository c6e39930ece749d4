"""Whatever lies in the journal folder, whatever the disk, the locks and DuckDB do: warnings, and nothing is lost."""

from __future__ import annotations

import errno
import os
import threading
import time
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_ami.model.errors import StoreError
from pytest_ami.model.workflow import Step, StepKind, Workflow
from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.duckdb.errors import DatabaseFault, diagnose
from pytest_ami.store.facts import Fact, Kind, encode, new_id
from pytest_ami.store.journal import Journal, journals, read
from pytest_ami.store.warnings import AmiWarning
from pytest_ami.store.workflow_store import WorkflowStore

GOOD = encode(Fact(kind="step"))


def flow(task: str = "send email") -> Workflow:
    return Workflow(task=task, steps=(Step(kind=StepKind.GOTO, value="/"),))


@pytest.fixture
def store(tmp_path: Path) -> WorkflowStore:
    """A store with one version that would run; what is in ``journal/`` beside it is the test's business."""
    made = WorkflowStore(tmp_path / ".ami", Journal(tmp_path / ".ami", run="r1"))
    made.promote(made.add(flow()))
    return made


def strangers(place: Path) -> None:
    """Lay into a folder of journals whatever may get there."""
    (place / "folder.jsonl").mkdir()
    (place / "loop.jsonl").symlink_to(place / "loop.jsonl")
    (place / "broken.jsonl").symlink_to(place / "nowhere")
    (place / "zero.jsonl").symlink_to("/dev/zero")
    (place / "up.jsonl").symlink_to(place, target_is_directory=True)
    os.mkfifo(place / "pipe.jsonl")
    (place / "empty.jsonl").write_bytes(b"")
    (place / "picture.jsonl").write_bytes(bytes(range(256)) * 40)
    (place / "notes.txt").write_text("not ours")
    (place / "list.jsonl").write_bytes(b"[1, 2]\nnull\n" + GOOD[:-1].replace(b'"v":1', b'"v":"1"') + b"\n" + GOOD[:30])
    os.close(os.open(os.fsencode(place) + b"/\xff\xfe-gw0.jsonl", os.O_CREAT | os.O_WRONLY))
    (place / os.fsdecode(b"\xff\xfe-gw0.jsonl")).write_bytes(encode(Fact(kind="step", run="not utf-8")))
    (place / "a\nb'\"; --.jsonl").write_bytes(encode(Fact(kind="step", run="odd name")))


@pytest.mark.slow
def test_strange_files_in_the_journal_folder_are_passed_by(store: WorkflowStore) -> None:
    place = store.folder / "journal"
    strangers(place)
    before = {path.name for path in place.iterdir()}
    started = time.monotonic()
    fresh = WorkflowStore(store.folder, Journal(store.folder, run="r2"))
    assert fresh.find("send email")
    assert len(fresh.history("send email")) == 3
    absorbed = fresh.absorb(strict=True)
    assert absorbed.facts == 5
    assert fresh.absorb(strict=True).facts == 0
    runs = fresh.facts("SELECT run FROM facts WHERE kind = 'step' ORDER BY run")
    assert runs == [{"run": "not utf-8"}, {"run": "odd name"}]
    assert {path.name for path in place.iterdir()} == before
    assert time.monotonic() - started < 20  # a pipe that is opened waits for ever

    long_ago = time.time() - 4000
    for path in place.iterdir():
        os.utime(path, (long_ago, long_ago), follow_symlinks=False)
    assert fresh.absorb(strict=True).moved == 6  # the regular ones, however they are called
    (store.folder / "workflows.duckdb").unlink()
    with pytest.warns(AmiWarning, match="was missing; it is rebuilt from 6 absorbed journals"):
        assert fresh.absorb(strict=True).facts == 5


def test_a_rebuild_that_is_killed_before_its_commit_loses_nothing(
    store: WorkflowStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.journal.append(Kind.RUN_FINISHED)
    assert store.absorb(strict=True).moved == 1
    (store.folder / "workflows.duckdb").unlink()

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    fresh = WorkflowStore(store.folder, Journal(store.folder, run="r2"))
    with monkeypatch.context() as patch:
        patch.setattr("pytest_ami.store.duckdb.database.absorb_journals", killed)
        with pytest.warns(AmiWarning, match="was missing"), pytest.raises(KeyboardInterrupt):
            fresh.absorb(strict=True)

    assert (store.folder / "workflows.duckdb").exists()
    assert WorkflowStore(store.folder).find("send email")


@pytest.mark.slow
def test_a_strange_file_in_the_place_of_the_absorbed_ones_is_passed_by(store: WorkflowStore) -> None:
    (store.folder / "journal" / "absorbed").write_text("not a folder")
    store.journal.append(Kind.RUN_FINISHED)
    assert store.absorb(strict=True).facts == 4
    assert store.absorb(strict=True).facts == 0
    assert WorkflowStore(store.folder).find("send email")
    assert len(store.facts("SELECT * FROM facts")) == 4


@pytest.mark.slow
@given(st.lists(st.binary(max_size=60) | st.sampled_from([GOOD, GOOD[:-1], GOOD[:25], b"\n", b"{}\n"]), max_size=12))
@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_bytes_are_a_journal_in_pieces_of_any_size(
    tmp_path_factory: pytest.TempPathFactory, parts: list[bytes]
) -> None:
    path = tmp_path_factory.mktemp("bytes") / "j.jsonl"
    path.write_bytes(b"".join(parts))
    whole = read(path)
    raw = path.read_bytes()
    assert all(
        raw[start : start + length] == line for (start, length), line in zip(whole.places, whole.lines, strict=True)
    )
    for piece in (1, 7, 50, 300):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("pytest_ami.store.journal._PIECE", piece)
            found = read(path)
        if piece >= len(GOOD):  # a line longer than a piece is no fact
            assert found == whole
        assert found.offset == whole.offset


def test_a_line_that_is_no_fact_is_passed_however_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_ami.store.journal._PIECE", 1000)
    path = tmp_path / "j.jsonl"
    path.write_bytes(GOOD + b"x" * 123_456 + b"\n" + GOOD + b"y" * 5000)
    found = read(path)
    assert (len(found.facts), found.skipped) == (2, 1)
    assert found.offset == path.stat().st_size - 5000


def test_one_journal_that_cannot_be_read_is_a_warning(store: WorkflowStore, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = store.folder / "journal" / "bad.jsonl"
    bad.write_bytes(GOOD)
    opened = Path.open

    def failing(path: Path, *args: Any, **options: Any) -> Any:
        if path == bad:
            raise OSError(errno.EIO, "Input/output error")
        return opened(path, *args, **options)

    monkeypatch.setattr(Path, "open", failing)
    with pytest.warns(AmiWarning, match=r"bad\.jsonl cannot be read") as record:
        store.find("send email")
    assert len(record) == 1
    assert store.find("send email")  # it warns once
    with pytest.warns(AmiWarning, match=r"bad\.jsonl cannot be read"):
        assert store.memory.query_page_operations("http://a.test/") == ()  # the memory of pages lives with it as well
    with pytest.warns(AmiWarning, match="the next run tries again"):
        assert store.absorb(strict=True).facts == 3
    monkeypatch.undo()
    assert store.absorb(strict=True).facts == 1


def test_a_disk_that_is_full_takes_no_fact_and_loses_none(tmp_path: Path) -> None:
    journal = Journal(tmp_path, run="r1")
    journal.path.parent.mkdir(parents=True)
    journal.path.symlink_to("/dev/full")
    store = WorkflowStore(tmp_path, journal)
    with pytest.warns(AmiWarning, match="No space left") as record:
        stored = store.promote(store.add(flow()))
    assert len(record) == 1
    assert store.find("send email") == stored
    assert len(store.history("send email")) == 3
    journal.path.unlink()  # there is room again
    last = journal.append(Kind.OPERATION)
    assert len(read(journal.path).facts) == 4
    assert read(journal.path).facts[-1] == last
    assert WorkflowStore(tmp_path).find("send email") == stored


def test_clocks_that_are_wrong_by_years_do_not_freeze_a_version(store: WorkflowStore) -> None:
    [version] = store.versions("send email")
    ahead = f"{int(new_id()[:8], 16) + int(3 * 365 * 86400 / 65.536):08x}{new_id()[8:]}"  # three years
    said = {"status": "retired", "reason": "x", "text": "on a machine with a wrong clock"}
    fact = Fact(
        kind="status", id=ahead, at="2029-01-01T00:00:00.000Z", task="send email", workflow=version.id, data=said
    )
    (store.folder / "journal" / "ahead.jsonl").write_bytes(encode(fact))
    assert store.find("send email") is None
    accepted = store.accept(version)
    assert store.find("send email") == accepted
    store.absorb(strict=True)
    assert WorkflowStore(store.folder).find("send email") == accepted


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS])
def test_a_file_system_without_flock_is_one_on_which_duckdb_decides(
    store: WorkflowStore, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    import fcntl

    def refuse(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(fcntl, "flock", refuse)
    assert store.absorb(strict=True).facts == 3
    assert WorkflowStore(store.folder).find("send email")
    store.journal.append(Kind.OPERATION)
    assert store.absorb(strict=True).facts == 1


def test_where_duckdb_cannot_lock_the_journals_are_read(store: WorkflowStore, monkeypatch: pytest.MonkeyPatch) -> None:
    store.absorb(strict=True)
    words = 'IO Error: Could not set lock on file "/x/workflows.duckdb": No locks available'
    assert diagnose(duckdb.IOException(words)) is DatabaseFault.NO_LOCKS

    def refuse(*_: object, **__: object) -> None:
        raise duckdb.IOException(words)

    monkeypatch.setattr(duckdb, "connect", refuse)
    fresh = WorkflowStore(store.folder, Journal(store.folder, run="r2"))
    with pytest.warns(AmiWarning, match="journals are read instead") as record:
        fresh.find("send email")
    assert len(record) == 1
    assert fresh.find("send email")
    assert len(fresh.history("send email")) == 3
    with pytest.warns(AmiWarning, match="has no locks"):
        fresh.absorb()
    monkeypatch.undo()
    assert fresh.absorb(strict=True).facts == 0


def test_a_read_only_folder_can_be_looked_into(store: WorkflowStore, monkeypatch: pytest.MonkeyPatch) -> None:
    stored = store.find("send email")
    store.absorb(strict=True)
    (store.folder / "workflows.lock").unlink()
    opened = os.open

    def read_only(path: Any, flags: int, *args: Any, **options: Any) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) and str(path).startswith(str(store.folder)):
            raise OSError(errno.EROFS, "Read-only file system")
        return opened(path, flags, *args, **options)

    monkeypatch.setattr(os, "open", read_only)
    fresh = WorkflowStore(store.folder, Journal(store.folder, run="r2"))
    assert fresh.find("send email") == stored
    with pytest.warns(AmiWarning, match="Read-only file system"):
        other = fresh.add(flow("other"))
    assert fresh.find("other") == other
    with pytest.warns(AmiWarning, match="were not absorbed"):
        fresh.absorb()


@pytest.mark.parametrize(("failures", "works"), [(2, True), (3, False)])
def test_a_connection_is_tried_three_times_and_later_each_time(
    store: WorkflowStore, monkeypatch: pytest.MonkeyPatch, failures: int, *, works: bool
) -> None:
    store.absorb(strict=True)
    connect, calls = duckdb.connect, [0]
    pauses: list[float] = []

    def flaky(*args: Any, **options: Any) -> Any:
        calls[0] += 1
        if calls[0] <= failures:
            raise duckdb.IOException("IO Error: the network is not in the mood")
        return connect(*args, **options)

    monkeypatch.setattr(duckdb, "connect", flaky)
    monkeypatch.setattr("pytest_ami.store.duckdb.database.time.sleep", pauses.append)
    database = Database(store.folder)
    if works:
        assert database.query("SELECT 1 AS one") == [{"one": 1}]
    else:
        with pytest.raises(StoreError, match="cannot be used") as caught:
            database.query("SELECT 1 AS one")
        assert "not in the mood" in caught.value.evidence[0]
        assert caught.value.evidence[1].startswith("tried 3 times")
    assert calls == [3]
    assert pauses == [pauses[0], pauses[0] * 2]


@pytest.mark.slow
def test_a_fact_that_the_table_refuses_is_left_out_with_a_warning(store: WorkflowStore) -> None:
    with duckdb.connect(str(store.folder / "workflows.duckdb")) as connection:
        from pytest_ami.store.duckdb import schema

        schema.migrate(connection)
        table = "DROP TABLE facts CASCADE; CREATE TABLE facts (id VARCHAR PRIMARY KEY, {})"
        columns = "kind VARCHAR, happened TIMESTAMP, run VARCHAR, worker VARCHAR, test VARCHAR, attempt INTEGER"
        more = "task VARCHAR, workflow VARCHAR, data JSON, CHECK (run <> 'refused')"
        connection.execute(table.format(f"{columns}, {more}"))
    lines = [encode(Fact(kind="step", run="refused" if n in (3, 17) else "taken")) for n in range(20)]
    (store.folder / "journal" / "mixed.jsonl").write_bytes(b"".join(lines))
    with pytest.warns(AmiWarning, match="the table refuses it .Constraint Error") as record:
        absorbed = Database(store.folder).absorb()
    assert len(record) == 2
    assert absorbed.skipped == 2
    found = Database(store.folder).query("SELECT run, count(*) AS n FROM facts WHERE kind = 'step' GROUP BY run")
    assert found == [{"run": "taken", "n": 18}]
    assert Database(store.folder).absorb().skipped == 0


def test_many_threads_write_one_journal(tmp_path: Path) -> None:
    journal = Journal(tmp_path, run="r1")
    threads = [
        threading.Thread(target=lambda: [journal.append(Kind.OPERATION, data={"n": n}) for n in range(100)])
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = read(journal.path)
    assert (len({fact.id for fact in found.facts}), found.skipped) == (800, 0)
    assert list(journals(tmp_path)) == ["r1-main.jsonl"]
