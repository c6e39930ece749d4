"""The memory of pages over facts that nobody vouches for, and over facts that come late."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.memory.page_history import session_of
from pytest_ami.model.codec import to_plain
from pytest_ami.model.memory import MemorySession
from pytest_ami.model.operation import Operation
from pytest_ami.store.facts import Fact, Kind, encode
from pytest_ami.store.journal import Journal
from pytest_ami.store.pages.page_memory import Memory

URL = "https://mail.example/inbox"
OPERATIONS = (Operation(type="click", url=URL, role="button", text="Send", xpath="/b"),)
SESSION = session_of(OPERATIONS)


def seen(session: MemorySession = SESSION, task: str = "send") -> Fact:
    return Fact(kind=Kind.MEMORY_SESSION.value, task=task, data=to_plain(session))


def changed(**changes: Any) -> Fact:
    return seen(replace(SESSION, stretches=(replace(SESSION.stretches[0], **changes),)))


def written(folder: Path, *facts: Fact, run: str = "r1") -> None:
    journal = Journal(folder, run=run)
    journal.append(Kind.RUN_FINISHED)
    with journal.path.open("ab") as file:
        file.write(b"".join(map(encode, facts)))


PHRASE = Fact(kind=Kind.MEMORY_PHRASE.value, task="pay", data={"id": "p1", "text": "Pay"})


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param([seen(), changed(state="elsewhere"), seen()], id="one sequence on two states"),
        pytest.param([PHRASE, changed(like=("p1",))], id="a sequence that is like a phrase"),
        pytest.param([seen(), Fact(kind="memory_restored", data={"fact": ["x"]})], id="a restoring of no fact"),
    ],
)
def test_a_strangers_fact_stops_no_query(tmp_path: Path, facts: list[Fact]) -> None:
    written(tmp_path, *facts)
    memory = Memory(tmp_path, Journal(tmp_path, run="r2"))
    memory.add(OPERATIONS, task="send")
    assert len(memory.query_page_operations(URL)) == 1
    assert memory.entities()["sequences"]
    assert len(memory.entities()["phrases"]) == memory.counts().phrases
    memory.prune()


def test_what_was_forgotten_stays_forgotten_if_its_fact_comes_late(tmp_path: Path) -> None:
    memory = Memory(tmp_path, Journal(tmp_path, run="r2"))
    early = seen()
    memory.forget("send", "wrong page")
    assert memory.query_page_operations(URL) == ()
    written(tmp_path, early, run="r1")  # such as the journal of another machine
    assert memory.query_page_operations(URL) == ()
    memory.add(OPERATIONS, task="send")
    assert len(memory.query_page_operations(URL)) == 1
