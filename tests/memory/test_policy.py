"""The policies of the memory: a time to live that every use renews, and the reasons of a pruning."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.memory.memory_fold import MemoryFold
from pytest_ami.memory.page_history import session_of
from pytest_ami.memory.policy import PATTERN, TASK_CONTEXT, Policy, prunable
from pytest_ami.memory.sightings import Sighting
from pytest_ami.model.codec import to_plain
from pytest_ami.model.memory import Summary
from pytest_ami.model.operation import Operation
from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.facts import Fact, Kind, encode, now
from pytest_ami.store.journal import Journal
from pytest_ami.store.pages.memory_reader import MemoryReader
from pytest_ami.store.pages.page_memory import Memory

URL = "https://mail.example/inbox"


@pytest.mark.parametrize(
    ("last", "expired"), [("2026-01-01T00:00:00.000Z", True), ("2026-01-03T00:00:00.000Z", False), ("", False)]
)
def test_an_entry_expires_after_its_days(last: str, *, expired: bool) -> None:
    assert Policy(days=10, most=1).expired(last, "2026-01-12T00:00:00.000Z") is expired


@given(st.lists(st.datetimes(min_value=datetime.fromisoformat("1900-01-01")), min_size=2, max_size=2))
def test_a_later_use_never_expires_first(moments: list[datetime]) -> None:
    first, second = (f"{moment:%Y-%m-%dT%H:%M:%S}.000Z" for moment in sorted(moments))
    assert PATTERN.expired(first, "2026-01-12T00:00:00.000Z") >= PATTERN.expired(second, "2026-01-12T00:00:00.000Z")


def test_what_nobody_saw_for_a_year_is_not_read_and_is_pruned_with_its_reason(tmp_path: Path) -> None:
    journal = Journal(tmp_path, run="r1")
    journal.append(Kind.RUN_FINISHED)
    operations = [Operation(type="click", url=URL, role="button", text="Old", xpath="/o")]
    old = Fact(
        kind=Kind.MEMORY_SESSION.value,
        run="r0",
        task="old",
        data=to_plain(session_of(operations)),
        at="2020-01-01T00:00:00.000Z",
    )
    with journal.path.open("ab") as file:
        file.write(encode(old))
    memory = Memory(tmp_path, Journal(tmp_path, run="r2"))
    assert memory.query_page_operations(URL) == ()
    assert prunable(MemoryReader(Database(tmp_path, readonly=True), None).now(), now()) == {
        "not seen for 365 days": [memory.entities()["sequences"][0].id]
    }
    assert memory.prune() == 1
    assert memory.counts().sequences == 0
    memory.add(operations, task="old")
    assert [one.description for one in memory.query_page_operations(URL)] == ["old"]


def test_the_newest_of_equally_used_phrases_stays() -> None:
    known = MemoryFold()
    for number in range(TASK_CONTEXT.most + 2):
        at = f"2026-01-01T00:00:00.{number:03}Z"
        known.see_summary(Summary(id=f"p{number:03}", text="a task"), Sighting(f"f{number:03}", at, f"w{number}"))
    assert prunable(known, "2026-01-02T00:00:00.000Z") == {"beyond the limit of phrases": ["p001", "p000"]}
