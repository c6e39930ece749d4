"""Answers about a page: the hot tier saves the fold over all facts, and never says anything else than it."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pytest

from pytest_ami.model.operation import Operation
from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.facts import Kind
from pytest_ami.store.hot.process_tier import ProcessTier
from pytest_ami.store.journal import Journal
from pytest_ami.store.pages.memory_reader import MemoryReader
from pytest_ami.store.pages.page_memory import Memory

URL = "http://127.0.0.1:50123/mail/inbox"


def way(name: str) -> list[Operation]:
    return [Operation(type="click", url=URL, role="button", text=name, xpath="/b")]


def process(folder: Path, hot: ProcessTier, run: str = "") -> Memory:
    memory = Memory(folder, Journal(folder, run=run) if run else None)
    memory.reads.hot = hot
    return memory


@pytest.mark.parametrize("absorbed", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_process_that_finds_the_answer_reads_no_session(tmp_path: Path, absorbed: bool) -> None:  # noqa: FBT001
    hot, journal = ProcessTier(), Journal(tmp_path, run="r1")
    Memory(tmp_path, journal).add(way("Send"), task="send email")
    journal.append(Kind.RUN_FINISHED)
    if absorbed:
        Database(tmp_path).absorb()
    first = process(tmp_path, hot).format_page_operations(URL)
    assert "send email (worked 1 of 1)" in first
    with mock.patch.object(MemoryReader, "now", side_effect=AssertionError("all facts were read")):
        second = process(tmp_path, hot)
        assert second.format_page_operations(URL) == first
        with pytest.raises(AssertionError, match="all facts"):
            process(tmp_path, ProcessTier()).format_page_operations(URL)


def test_a_new_fact_of_any_process_gives_a_new_answer(tmp_path: Path) -> None:
    hot = ProcessTier()
    one, other = process(tmp_path, hot, "a"), process(tmp_path, hot, "b")
    for number, (writer, reader) in enumerate([(one, other), (other, one), (one, one)]):
        writer.add(way(f"Send {'abc'[number]}"), task=f"task {number}")
        assert len(reader.query_page_operations(URL)) == number + 1
    forgetting = one.forget("task 0", "why")
    assert [len(memory.query_page_operations(URL)) for memory in (one, other)] == [2, 2]
    one.restore(forgetting, "why")
    assert [len(memory.query_page_operations(URL)) for memory in (one, other)] == [3, 3]


@pytest.mark.slow
def test_the_digest_is_the_same_whichever_facts_are_absorbed(tmp_path: Path) -> None:
    journal = Journal(tmp_path, run="r1")
    memory = Memory(tmp_path, journal)
    memory.add(way("Send"), task="send email")
    Database(tmp_path).absorb()
    memory.add(way("Help"), task="get help")
    before = Memory(tmp_path).reads._digest.now()
    journal.append(Kind.RUN_FINISHED)
    Database(tmp_path).absorb()
    assert Memory(tmp_path).reads._digest.now() == before == memory.reads._digest.now()
    assert before.startswith("4:")


def test_an_answer_that_was_kept_expires_like_any_other(tmp_path: Path) -> None:
    memory = process(tmp_path, ProcessTier(), "a")
    memory.add(way("Send"), task="send email")
    assert memory.query_page_operations(URL)
    with mock.patch("pytest_ami.store.pages.page_memory.now", return_value="2999-01-01T00:00:00.000Z"):
        assert memory.query_page_operations(URL) == ()
