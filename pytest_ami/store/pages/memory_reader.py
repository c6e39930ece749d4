"""The memory of pages, as this process knows it.

Rules of this module:

* It follows the store (``store.tail_reader``). So a fact that another process has just added is visible at once.
* A fact whose data does not match its kind is ignored, with one warning.

It knows where facts are kept. ``memory.memory_fold`` knows what they mean.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.memory.memory_fold import MemoryFold
from pytest_ami.memory.sightings import Sighting
from pytest_ami.model.codec import from_plain
from pytest_ami.model.errors import StoreError
from pytest_ami.model.memory import MemorySession, Summary
from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.duckdb.fact_table import select
from pytest_ami.store.facts import Fact, Kind, seen
from pytest_ami.store.journal import Journal
from pytest_ami.store.tail_reader import TailReader
from pytest_ami.store.warnings import warn_bookkeeping

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb

KINDS = (Kind.MEMORY_SESSION, Kind.MEMORY_PHRASE, Kind.MEMORY_PRUNED)
_KINDS = ", ".join(f"'{kind.value}'" for kind in KINDS)


class MemoryReader(TailReader[list[Fact]]):
    """The fold over all facts about pages, as of the moment of the query.

    Args:
        database: The database; it may be missing.
        journal: This process's own journal. Its facts count even if they could not be written.
    """

    def __init__(self, database: Database, journal: Journal | None) -> None:
        """Read nothing yet."""
        super().__init__(database, journal, KINDS)
        self._recollection = MemoryFold()
        self._warned = False

    def now(self) -> MemoryFold:
        """Return the memory as it is now.

        Raises:
            StoreError: The database or a journal exists and cannot be read.
        """
        self._follow()
        return self._recollection

    def take(self, fact: Fact) -> None:
        """Fold one fact; a second time changes nothing."""
        if self._recollection.knows(fact.id):
            return
        try:
            if fact.kind == Kind.MEMORY_SESSION.value:
                session = from_plain(MemorySession, dict(fact.data))
                self._recollection.see_session(session, sighting(fact, session))
            elif fact.kind == Kind.MEMORY_PHRASE.value:
                summary = from_plain(Summary, dict(fact.data))
                source = Sighting(fact.id, fact.at, fact.id, summary.session, summary.user, fact.task)
                self._recollection.see_summary(summary, source)
            elif fact.kind == Kind.MEMORY_PRUNED.value:
                ids = fact.data.get("ids")
                self._recollection.see_pruned([str(one) for one in ids] if isinstance(ids, list) else (), fact.id)
        except StoreError as error:
            if not self._warned:
                self._warned = True
                warn_bookkeeping(
                    f"A {fact.kind} fact in {self._database.folder} cannot be read and is ignored: {error.why}"
                )

    def _ask(self, connection: duckdb.DuckDBPyConnection) -> list[Fact]:
        return [fact for piece in select(connection, f"kind IN ({_KINDS})") for fact in piece]

    def _begin(self, base: list[Fact] | None) -> None:
        self._fold(base or [])

    def _fold(self, facts: Sequence[Fact]) -> None:
        for fact in facts:
            self.take(fact)
        seen(max((fact.id for fact in facts), default=""))


def sighting(fact: Fact, session: MemorySession) -> Sighting:
    """Return the origin of a session; its key is unique over all runs, in which each process numbers its own."""
    who = "/".join((fact.run, fact.worker, fact.test, str(fact.attempt), session.session))
    return Sighting(fact.id, fact.at, who, session.session, session.user, fact.task, session.success)
