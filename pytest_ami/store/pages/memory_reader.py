"""The memory of pages, as this process knows it.

Rules of this module:

* It follows the store (``store.tail_reader``). So a fact that another process has just added is visible at once.
* A fact whose data does not match its kind is ignored, with one warning.
* A task that was forgotten, and a forgetting that was undone, change the meaning of earlier facts, also of those that
  arrive later. So the fold is made anew from all facts. That is rare.

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
    from collections.abc import Iterable, Sequence

    import duckdb

_REVISIONS = (Kind.MEMORY_FORGOTTEN.value, Kind.MEMORY_RESTORED.value)
KINDS = (
    Kind.MEMORY_SESSION,
    Kind.MEMORY_PHRASE,
    Kind.MEMORY_PRUNED,
    Kind.MEMORY_FORGOTTEN,
    Kind.MEMORY_RESTORED,
)
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
        self._facts: dict[str, Fact] = {}
        self._revision = ""
        self._revised = False

    def now(self) -> MemoryFold:
        """Return the memory as it is now.

        Raises:
            StoreError: The database or a journal exists and cannot be read.
        """
        self._follow()
        if self._revised:
            self._revised = False
            self._recollection = MemoryFold()
            for fact in remembered(self._facts.values()):
                self._see(fact)
        return self._recollection

    def take(self, fact: Fact) -> None:
        """Fold one fact; a second time changes nothing."""
        if fact.id in self._facts:
            return
        self._facts[fact.id] = fact
        if fact.kind in _REVISIONS:
            self._revision = max(self._revision, fact.id)
        self._revised = self._revised or fact.id <= self._revision  # a fact of another machine may come late
        if not self._revised:
            self._see(fact)

    def _see(self, fact: Fact) -> None:
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


def remembered(facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts that count: without those of a forgotten task before its forgetting, and without undone ones.

    Args:
        facts: Facts of the memory, in any order.
    """
    known = sorted(facts, key=lambda fact: fact.id)
    undone = {str(fact.data.get("fact")) for fact in known if fact.kind == Kind.MEMORY_RESTORED.value}
    until: dict[str, str] = {}
    for fact in known:
        if fact.kind == Kind.MEMORY_FORGOTTEN.value and fact.id not in undone:
            until[fact.task] = fact.id
    kinds = (Kind.MEMORY_SESSION.value, Kind.MEMORY_PHRASE.value)
    return [
        fact
        for fact in known
        if fact.kind not in _REVISIONS
        and fact.id not in undone
        and not (fact.kind in kinds and fact.id < until.get(fact.task, ""))
    ]


def sighting(fact: Fact, session: MemorySession) -> Sighting:
    """Return the origin of a session; its key is unique over all runs, in which each process numbers its own."""
    who = "/".join((fact.run, fact.worker, fact.test, str(fact.attempt), session.session))
    return Sighting(fact.id, fact.at, who, session.session, session.user, fact.task, session.success)
