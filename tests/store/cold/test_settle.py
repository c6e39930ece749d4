"""Settling: what is forgotten leaves the store and comes back byte for byte, and a bad tier loses nothing."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.model.errors import StoreError
from pytest_ami.model.operation import Operation
from pytest_ami.store.cold.settle import Settled, settle, settle_quietly
from pytest_ami.store.cold.tier import FolderTier
from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal, journals, read
from pytest_ami.store.pages.page_memory import Memory
from pytest_ami.store.warnings import AmiWarning
from tests.support.machines import flow

pytestmark = pytest.mark.slow
URL = "http://127.0.0.1:50123/mail/inbox"


class Project:
    """A store whose every change is a finished run, and its cold tier."""

    def __init__(self, root: Path) -> None:
        self.folder = root / ".ami"
        self.cold = root / "cold"
        self.tier = FolderTier(self.cold)
        self.runs = 0

    def run(self, *tasks: str) -> Memory:
        """Remember tasks in a run of their own, absorb it, and return the memory."""
        self.runs += 1
        journal = Journal(self.folder, run=f"r{self.runs}")
        memory = Memory(self.folder, journal)
        journal.append(Kind.VERSION, task="send email", workflow=f"w{self.runs}", data={"workflow": {"steps": []}})
        for task in tasks:
            operation = Operation(type="click", url=URL, role="button", text=task, xpath="/b")
            memory.add([operation], session_id=f"{task}_{self.runs}", task=task)
        return memory

    def end(self, memory: Memory) -> None:
        journal = memory._journal
        assert journal is not None
        journal.append(Kind.RUN_FINISHED)
        Database(self.folder).absorb()

    def remember(self, *tasks: str) -> None:
        self.end(self.run(*tasks))

    def forget(self, task: str) -> str:
        memory = self.run()
        fact = memory.forget(task, "the site is gone")
        self.end(memory)
        return fact

    def restore(self, fact: str) -> None:
        memory = self.run()
        memory.restore(fact, "it is back")
        self.end(memory)

    def lines(self) -> dict[str, bytes]:
        """The lines of all facts of the memory in the journals, by id."""
        found: dict[str, bytes] = {}
        for path in journals(self.folder, absorbed=True).values():
            piece = read(path, 0, (Kind.MEMORY_SESSION, Kind.MEMORY_PHRASE))
            found.update({fact.id: line for fact, line in zip(piece.facts, piece.lines, strict=True)})
        return found

    def rows(self, sql: str) -> list[dict[str, Any]]:
        return Database(self.folder).query(sql) or []

    def answers(self) -> tuple[Any, ...]:
        memory = Memory(self.folder)
        return memory.query_page_operations(URL), memory.entities()


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = Project(tmp_path)
    made.remember("send email", "archive mail")
    made.remember("send email")
    return made


def test_what_is_forgotten_leaves_the_store_and_no_answer_changes(project: Project) -> None:
    forgetting = project.forget("send email")
    before, lines = project.answers(), project.lines()
    assert settle(project.folder, project.tier) == Settled(moved=4)
    assert project.answers() == before
    assert len(project.lines()) == len(lines) - 4 == 2
    assert {row["because"] for row in project.rows("FROM cold_facts WHERE NOT warm")} == {forgetting}
    assert project.rows("FROM resting_facts") == []
    assert settle(project.folder, project.tier) == Settled()
    assert len(list(project.cold.iterdir())) == 1


def test_an_undone_forgetting_brings_every_line_back_as_it_was(project: Project) -> None:
    known, lines = project.answers(), project.lines()
    forgetting = project.forget("send email")
    settle(project.folder, project.tier)
    project.restore(forgetting)
    assert settle(project.folder, project.tier) == Settled(returned=4)
    assert project.lines() == lines
    assert project.answers() == known


@pytest.mark.nightly  # by day: the two tests above
def test_a_task_may_be_forgotten_and_restored_again_and_again(project: Project) -> None:
    known = project.answers()
    for _ in range(3):
        forgetting = project.forget("send email")
        assert settle(project.folder, project.tier) == Settled(moved=4)
        project.restore(forgetting)
        assert settle(project.folder, project.tier) == Settled(returned=4)
        assert project.answers() == known


@pytest.mark.nightly  # by day: that the lines leave the journals, from which a database is rebuilt
def test_a_rebuilt_database_has_the_same_answers(project: Project) -> None:
    project.forget("send email")
    settle(project.folder, project.tier)
    before = project.answers()
    Database(project.folder).path.unlink()
    with pytest.warns(AmiWarning, match="rebuilt"):
        Database(project.folder).absorb()
    assert project.answers() == before


def test_a_pruned_phrase_moves_and_comes_back(project: Project) -> None:
    memory = project.run()
    (phrase,) = (one for one in memory.entities()["phrases"] if one.task == "archive mail")
    memory._write(Kind.MEMORY_PRUNED, {"ids": [phrase.id], "reason": "not seen for 365 days"})
    project.end(memory)
    before = project.answers()
    assert settle(project.folder, project.tier) == Settled(moved=1)
    assert project.answers() == before
    (pruning,) = project.rows("SELECT fact FROM forgettings")
    project.restore(pruning["fact"])
    assert settle(project.folder, project.tier) == Settled(returned=1)
    assert phrase in project.answers()[1]["phrases"]


def test_a_fact_in_a_journal_that_is_being_written_stays(project: Project) -> None:
    waiting = project.run("send email")  # this run has not ended
    project.forget("send email")
    assert settle(project.folder, project.tier).moved == 4
    assert len(project.rows("FROM resting_facts")) == 2
    project.end(waiting)
    assert settle(project.folder, project.tier).moved == 2


def test_versions_are_still_found_by_their_positions(project: Project) -> None:
    from pytest_ami.store.duckdb.version_index import JournalPosition, content_at

    project.forget("send email")
    settle(project.folder, project.tier)
    heads = project.rows("SELECT fact, file, start, length FROM heads")
    assert len(heads) == 3
    for head in heads:
        position = JournalPosition(head["file"], head["start"], head["length"])
        assert content_at(project.folder, position, head["fact"]) == {"steps": []}
    assert Database(project.folder).absorb().facts == 0


@pytest.mark.variants(2)
@pytest.mark.parametrize("bad", ["a file in its place", "no permission"])
def test_a_tier_that_is_away_warns_and_everything_stays(project: Project, bad: str) -> None:
    project.forget("send email")
    before = project.lines()
    place = project.cold if bad == "a file in its place" else Path("/proc/none")
    if bad == "a file in its place":
        place.write_text(bad)
    with pytest.warns(AmiWarning, match=r"were not settled \(The cold tier could not be used; .*Nothing is lost"):
        assert settle_quietly(project.folder, place) == Settled()
    assert project.lines() == before
    if bad == "a file in its place":
        place.unlink()
        assert settle_quietly(project.folder, place) == Settled(moved=4)


@pytest.mark.variants(3)
@pytest.mark.parametrize("damage", [None, b"", b"rubbish"])
def test_a_lost_file_keeps_the_forgotten_away_and_nothing_else(project: Project, damage: bytes | None) -> None:
    forgetting = project.forget("send email")
    settle(project.folder, project.tier)
    (path,) = project.cold.iterdir()
    blob = path.read_bytes()
    path.unlink() if damage is None else path.write_bytes(damage)
    project.restore(forgetting)
    with pytest.warns(AmiWarning, match="4 facts that count again .* did not give them back"):
        assert settle(project.folder, project.tier) == Settled(missing=4)
    assert [one.description for one in project.answers()[0]] == ["archive mail"]
    path.write_bytes(blob)
    assert settle(project.folder, project.tier) == Settled(returned=4)


class Dying(FolderTier):
    """A tier whose process is killed at one of its calls, before or after the call has done its work."""

    def __init__(self, folder: Path, call: int) -> None:
        super().__init__(folder)
        self.left = call

    def get(self, name: str) -> bytes | None:
        self._live()
        return super().get(name)

    def put(self, name: str, blob: bytes) -> None:
        super().put(name, blob)
        self._live()

    def _live(self) -> None:
        self.left -= 1
        if not self.left:
            raise KeyboardInterrupt


@pytest.mark.variants(3)
@pytest.mark.parametrize("call", [1, 2, 3])
def test_a_kill_leaves_every_fact_in_one_tier_or_both(project: Project, call: int) -> None:
    forgetting = project.forget("send email")
    lines, before = project.lines(), project.answers()
    with pytest.raises(KeyboardInterrupt):
        settle(project.folder, Dying(project.cold, call))
    assert project.lines() == lines
    assert project.answers() == before
    settle(project.folder, project.tier)
    assert project.answers() == before
    project.restore(forgetting)
    settle(project.folder, project.tier)
    assert project.lines() == lines


def test_a_store_without_a_database_has_nothing_to_settle(tmp_path: Path) -> None:
    assert settle(tmp_path, FolderTier(tmp_path / "cold")) == Settled()
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_for_the_note_leaves_all_facts(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.forget("send email")
    before = project.lines()
    monkeypatch.setattr(Journal, "unwritten", property(lambda _: (flow(),)))
    with pytest.raises(StoreError, match="cannot be written"):
        settle(project.folder, project.tier)
    monkeypatch.undo()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert project.lines() == before
