"""Facts of other machines: a set union, whatever the order, however often, out of whatever there is."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.model.errors import ConfigurationError, StoreError
from pytest_ami.model.workflow import Step, StepKind, Workflow
from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.facts import Fact, Kind, encode
from pytest_ami.store.journal import Journal
from pytest_ami.store.transfer.merge import MergeResult, source_at, take
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.examples import tries

pytestmark = pytest.mark.slow


def machine(folder: Path, run: str, count: int = 2) -> WorkflowStore:
    """A store of another machine, absorbed."""
    store = WorkflowStore(folder, Journal(folder, run=run))
    for number in range(count):
        store.promote(store.add(Workflow(task=f"{run} {number}", steps=(Step(kind=StepKind.GOTO, value="/"),))))
    store.journal.append(Kind.RUN_FINISHED)
    store.absorb(strict=True)
    return store


def absorbed(folder: Path, path: Path) -> MergeResult:
    found = take(folder, source_at(path))
    Database(folder).absorb()
    return found


def ids(folder: Path) -> set[str]:
    return {row["id"] for row in WorkflowStore(folder, readonly=True).facts("SELECT id FROM facts")}


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "journal").rglob("*") if path.is_file())


@pytest.mark.variants(2)
@pytest.mark.parametrize(
    "what", [".ami", ".ami/journal", ".ami/journal/absorbed/ci-main.jsonl", ".ami/workflows.duckdb"]
)
def test_a_store_a_folder_a_journal_and_a_database_hold_the_same(tmp_path: Path, what: str) -> None:
    other = machine(tmp_path / "other" / ".ami", "ci")
    here = tmp_path / "here" / ".ami"

    found = absorbed(here, tmp_path / "other" / what)
    assert (found.facts, found.known, found.versions, found.runs, found.tasks) == (7, 0, 2, 1, ("ci 0", "ci 1"))
    assert ids(here) == ids(other.folder)
    assert {w.id: w.status for w in WorkflowStore(here, readonly=True).find_all()} == {
        w.id: w.status for w in other.find_all()
    }
    before = files(here)
    again = absorbed(here, tmp_path / "other" / what)
    assert (again.facts, again.known) == (0, 7)
    assert files(here) == before


@pytest.mark.slow
@given(st.permutations(["a/.ami", "b/.ami", "a/.ami/workflows.duckdb", "b/.ami/journal", "all"]), st.booleans())
@tries("databases")
def test_order_does_not_matter_and_twice_is_once(order: list[str], lost: bool) -> None:  # noqa: FBT001  (drawn)
    root = Path(tempfile.mkdtemp())
    try:
        wanted = ids(machine(root / "a" / ".ami", "a").folder) | ids(machine(root / "b" / ".ami", "b", 1).folder)
        shutil.copytree(root / "a", root / "all" / "1")
        shutil.copytree(root / "b", root / "all" / "2")
        here = machine(root / "here" / ".ami", "here", 1).folder
        own = ids(here)
        for name in (*order, order[0]):
            absorbed(here, root / name)
        if lost:
            (here / "workflows.duckdb").unlink()  # the journals alone hold it all
        assert ids(here) == wanted | own
        lines = [line for path in (here / "journal").rglob("*.jsonl") for line in path.read_text().splitlines()]
        assert len(lines) == len(wanted | own)
    finally:
        shutil.rmtree(root)


def test_two_journals_of_one_name_and_size_are_two(tmp_path: Path) -> None:
    for name in ("1", "2"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "r-gw0.jsonl").write_bytes(encode(Fact(kind="step", run="r")))
    here = tmp_path / ".ami"
    assert [absorbed(here, tmp_path / name).facts for name in ("1", "2")] == [1, 1]
    assert len(ids(here)) == 2


def test_a_journal_that_grew_brings_what_is_new(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "ci", run="ci")
    journal.append(Kind.OPERATION)
    assert absorbed(tmp_path / ".ami", journal.path).facts == 1
    journal.append(Kind.OPERATION)
    with journal.path.open("ab") as file:
        file.write(b'{"v":1,"torn')
    assert absorbed(tmp_path / ".ami", journal.path).facts == 1
    assert len(ids(tmp_path / ".ami")) == 2


def test_lines_of_a_newer_form_are_kept_once(tmp_path: Path) -> None:
    newer = encode(Fact(kind="step")).replace(b'"v":1', b'"v":9', 1)
    path = tmp_path / "r.jsonl"
    path.write_bytes(newer + b"nonsense\n" + encode(Fact(kind="step")))
    here = tmp_path / ".ami"
    with pytest.warns(match="newer pytest-ami"):
        first = absorbed(here, path)
    again = absorbed(here, path)
    assert [(found.facts, found.newer, found.skipped) for found in (first, again)] == [(1, 1, 1), (0, 1, 1)]
    assert [kept.read_bytes() for kept in (here / "journal").rglob("newer-*.jsonl")] == [newer]


def test_a_newer_database_is_refused_and_a_broken_one_too(tmp_path: Path) -> None:
    other = machine(tmp_path / "other", "ci").folder / "workflows.duckdb"
    with duckdb.connect(str(other)) as connection:
        connection.execute("INSERT INTO schema_version VALUES (99, '9.9', now()::TIMESTAMP)")
    with pytest.raises(StoreError, match="newer pytest-ami") as caught:
        take(tmp_path / "here", source_at(other))
    assert caught.value.run == "pip install 'pytest-ami>=9.9'"
    other.write_bytes(b"no database" * 1000)
    with pytest.raises(StoreError, match="cannot be read as a workflow store") as caught:
        take(tmp_path / "here", source_at(other))
    assert "ami absorb" in caught.value.run
    assert files(tmp_path / "here") == []
    assert other.read_bytes() == b"no database" * 1000


@pytest.mark.parametrize("name", ["nowhere", "note.txt", "empty"])
def test_what_is_neither_is_refused_by_name(tmp_path: Path, name: str) -> None:
    (tmp_path / "note.txt").write_text("x")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ConfigurationError, match=name):
        source_at(tmp_path / name)


def test_a_disk_that_fills_up_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = machine(tmp_path / "other", "ci").folder

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(StoreError, match="cannot be used"):
        take(tmp_path / "here", source_at(other))
    assert files(tmp_path / "here") == []


def test_what_is_taken_from_is_not_changed(tmp_path: Path) -> None:
    other = machine(tmp_path / "other", "ci").folder
    before = {path: path.read_bytes() for path in other.rglob("*") if path.is_file()}
    absorbed(tmp_path / "here", other)
    assert {path: path.read_bytes() for path in other.rglob("*") if path.is_file()} == before
    assert all(json.loads(line) for path in before if path.suffix == ".jsonl" for line in before[path].splitlines())
