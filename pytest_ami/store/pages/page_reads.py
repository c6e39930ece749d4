"""Answers of the memory about a page: from the hot tier if it has the answer, else from the fold over all facts.

Rules of this module:

* The key of an answer is a digest of all facts of the memory. It costs a look at the store, not a fold over it. So a
  process that asks for a known page never reads ten thousand sessions.
* An answer is kept only if the digest was the same before and after it was made.
* Without the hot tier every answer is the same, and later.

It knows where answers come from. ``memory.memory_fold`` knows what they say.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from pytest_ami.memory.memory_text import operation_of
from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.facts import Fact
from pytest_ami.store.hot.process_tier import HotTier, PageAnswer, ProcessTier
from pytest_ami.store.journal import Journal
from pytest_ami.store.tail_reader import TailReader

from .memory_reader import KINDS, MemoryReader

if TYPE_CHECKING:
    import duckdb

_BASE = f"""
SELECT count(*), coalesce(bit_xor(md5_number(id)), 0) FROM facts
WHERE kind IN ({", ".join(f"'{kind.value}'" for kind in KINDS)})
"""  # noqa: S608  (the kinds are ours)


class SetDigest(NamedTuple):
    """A set of facts: their number, and the hashes of their ids, united by exclusive or."""

    number: int = 0
    hashes: int = 0


class MemoryDigest(TailReader[SetDigest]):
    """Which facts of the memory the store has, as of the moment of the query."""

    def __init__(self, database: Database, journal: Journal | None) -> None:
        """Read nothing yet."""
        super().__init__(database, journal, KINDS)
        self._base = SetDigest()
        self._tail: set[str] = set()
        self._hashes = 0

    def now(self) -> str:
        """Return the digest as it is now.

        Raises:
            StoreError: The database or a journal exists and cannot be read.
        """
        self._follow()
        return f"{self._base.number + len(self._tail)}:{self._base.hashes ^ self._hashes:x}"

    def _ask(self, connection: duckdb.DuckDBPyConnection) -> SetDigest:
        return SetDigest(*(connection.execute(_BASE).fetchone() or ()))

    def _begin(self, base: SetDigest | None) -> None:
        self._base, self._tail, self._hashes = base or SetDigest(), set(), 0

    def _fold(self, facts: Sequence[Fact]) -> None:
        kinds = {kind.value for kind in KINDS}
        for fact in facts:
            if fact.kind in kinds and fact.id not in self._tail:
                self._tail.add(fact.id)
                self._hashes ^= int.from_bytes(hashlib.md5(fact.id.encode()).digest(), "little")  # noqa: S324


class PageReads:
    """Answers questions about pages.

    Attributes:
        hot: The hot tier.

    Args:
        database: The database; it may be missing.
        journal: This process's own journal.
        fold: The fold over all facts.
    """

    def __init__(self, database: Database, journal: Journal | None, fold: MemoryReader) -> None:
        """Read nothing yet."""
        self.hot: HotTier = ProcessTier()
        self._digest = MemoryDigest(database, journal)
        self._fold = fold

    def answer(self, state: str, limit: int) -> PageAnswer:
        """Return the best ways to act on a state, and the number of all.

        Args:
            state: Id of the state.
            limit: Most ways.

        Raises:
            StoreError: The store cannot be read.
        """
        before = self._digest.now()
        key = f"{state}:{limit}:{before}"
        found = self.hot.get(key)
        if found is None:
            known = self._fold.now()
            ways = known.ranked(state, limit)
            found = PageAnswer(
                known.number(state), tuple(map(operation_of, ways)), tuple(one.seen.last for one in ways)
            )
            if self._digest.now() == before:
                self.hot.put(key, found)
        return found

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read the store at most once in this block; facts that this process writes meanwhile still count."""
        with self._fold.snapshot(), self._digest.snapshot():
            yield
