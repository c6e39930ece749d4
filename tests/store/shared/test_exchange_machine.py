"""Two machines and a shared log under random work, deaths and losses: nothing is lost, and nothing is there twice."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from pytest_ami.model.errors import StoreError
from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal, journals, read
from pytest_ami.store.shared.exchange import exchange
from pytest_ami.store.shared.sync_state import STATE, locked_state
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.examples import tries
from tests.support.memory_log import MemoryLog

WHO = st.sampled_from(["a", "b"])


class SharedStoreMachine(RuleBasedStateMachine):
    """All facts that were ever written are known; after an undisturbed exchange everyone has all of them."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Path(tempfile.mkdtemp())
        self.log = MemoryLog()
        self.written: set[str] = set()
        self.journals: dict[str, Journal] = {}
        self.runs = 0

    def teardown(self) -> None:
        for _ in range(2):
            for who in "ab":
                self.exchanged(who)
        for who in "ab":
            folder = self.root / who
            lines = Counter(fact.id for path in journals(folder, absorbed=True).values() for fact in read(path).facts)
            assert set(lines) == self.written
            assert set(lines.values()) <= {1}
            Database(folder).absorb()
            assert {row["id"] for row in WorkflowStore(folder).facts("SELECT id FROM facts")} == self.written
        assert Counter(line.id for line in self.log.facts) == Counter(self.written)
        shutil.rmtree(self.root)

    def exchanged(self, who: str) -> None:
        with locked_state(self.root / who, 1) as state:
            exchange(self.root / who, self.log, state)

    @rule(who=WHO, count=st.integers(1, 3))
    def write(self, who: str, count: int) -> None:
        journal = self.journals.setdefault(who, Journal(self.root / who, run=f"{who}{self.runs}"))
        self.written.update(journal.append(Kind.STATUS, task="t").id for _ in range(count))

    @rule(who=WHO)
    def end_run(self, who: str) -> None:
        if journal := self.journals.pop(who, None):
            self.written.add(journal.append(Kind.RUN_FINISHED).id)
            self.runs += 1

    @rule(who=WHO)
    def absorb(self, who: str) -> None:
        Database(self.root / who).absorb()

    @rule(who=WHO)
    def exchange(self, who: str) -> None:
        self.exchanged(who)

    @rule(who=WHO, call=st.integers(1, 6), done=st.booleans())
    def exchange_and_die(self, who: str, call: int, done: bool) -> None:  # noqa: FBT001  (drawn)
        self.log.restart()
        self.log.dies_at, self.log.done = call, done
        with suppress(StoreError):
            self.exchanged(who)
        self.log.restart()

    @rule(who=WHO, garbage=st.sampled_from([b"", b"[]", b'{"log": 1}', b"\xff"]))
    def lose_the_state(self, who: str, garbage: bytes) -> None:
        path = self.root / who / "journal" / STATE
        if path.exists():
            path.write_bytes(garbage)

    @invariant()
    def no_line_is_invented_and_none_is_twice(self) -> None:
        ids = [line.id for line in self.log.facts]
        assert len(set(ids)) == len(ids)
        assert set(ids) <= self.written


TestSharedStore = SharedStoreMachine.TestCase
TestSharedStore.settings = tries("databases", stateful_step_count=20)
