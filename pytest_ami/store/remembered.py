"""What this process knows of the memory of pages: the database once, the tails of the journals every time.

Rules of this module:

* The same as ``store.knowledge``: the database is opened when it has changed and not otherwise, journals are read
  from where it has absorbed them. So what another process has just added is there at once.
* A fact that does not read as what its kind says is left out, with one warning.

It knows where facts are kept. What they amount to is ``decide.recollection``'s.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pytest_ami.decide.recollection import Recollection, Source
from pytest_ami.model.codec import from_plain
from pytest_ami.model.errors import StoreError
from pytest_ami.model.memory import Session, Summary

from .complaint import complain
from .database import Database, rows
from .facts import Fact, Kind, seen
from .journal import Journal, journals, read
from .trouble import store_error

if TYPE_CHECKING:
    import duckdb

KINDS = (Kind.MEMORY_SESSION, Kind.MEMORY_PHRASE, Kind.MEMORY_PRUNED)
_LOOKS = 5
_FACTS = """
SELECT id, kind, strftime(happened, '%Y-%m-%dT%H:%M:%S.%gZ') AS "at", run, worker, test, attempt, task, workflow,
       data
FROM facts WHERE kind IN ('memory_session', 'memory_phrase', 'memory_pruned')
"""


class Remembered:
    """The fold over all facts about pages, as of the moment one asks.

    Args:
        database: The database; it may be missing.
        journal: This process's own journal, whose facts count even where they could not be written.
    """

    def __init__(self, database: Database, journal: Journal | None) -> None:
        """Read nothing yet."""
        self._database = database
        self._journal = journal
        self._signature: tuple[int, ...] | None = None
        self._has_base = False
        self._offsets: dict[str, int] = {}
        self._recollection = Recollection()
        self._warned = False

    def now(self) -> Recollection:
        """Return what is remembered now.

        Raises:
            StoreError: The database or a journal is there and cannot be read.
        """
        for _ in range(_LOOKS):
            signature = self._database.signature()
            if signature != self._signature:
                self._load(signature)
            self._read_tails()
            if self._database.signature() == self._signature:
                break
        return self._recollection

    def take(self, fact: Fact) -> None:
        """Take in one fact; a second time changes nothing."""
        if self._recollection.knows(fact.id):
            return
        try:
            if fact.kind == Kind.MEMORY_SESSION.value:
                session = from_plain(Session, dict(fact.data))
                source = Source(fact.id, fact.at, who(fact, session.session), fact.task, session.success)
                self._recollection.see_session(session, source)
            elif fact.kind == Kind.MEMORY_PHRASE.value:
                self._recollection.see_summary(
                    from_plain(Summary, dict(fact.data)), Source(fact.id, fact.at, fact.id, fact.task)
                )
            elif fact.kind == Kind.MEMORY_PRUNED.value:
                ids = fact.data.get("ids")
                self._recollection.see_pruned([str(one) for one in ids] if isinstance(ids, list) else (), fact.id)
        except StoreError as error:
            if not self._warned:
                self._warned = True
                complain(f"A {fact.kind} fact in {self._database.folder} cannot be read and is left out: {error.why}")

    def _load(self, signature: tuple[int, ...]) -> None:
        found = self._database.look(_base, or_journals=True) if signature else None
        self._has_base = found is not None
        facts, self._offsets = found or ([], {})
        for row in facts:
            if not self._recollection.knows(row["id"]):
                self.take(Fact(**{**row, "data": json.loads(row["data"])}))
        seen(max((row["id"] for row in facts), default=""))
        self._signature = signature if self._has_base else self._database.signature()

    def _read_tails(self) -> None:
        try:
            for name, path in journals(self._database.folder, absorbed=not self._has_base).items():
                offset = self._offsets.get(name, 0)
                with suppress(FileNotFoundError):  # moved just now: the database has changed, we look again
                    if path.stat().st_size != offset:
                        found = read(path, offset, KINDS)
                        self._offsets[name] = found.offset
                        for fact in found.facts:
                            self.take(fact)
                            seen(fact.id)
        except OSError as error:
            raise store_error(self._database.folder, error) from error
        for fact in self._journal.unwritten if self._journal else ():
            self.take(fact)


def who(fact: Fact, session: str) -> str:
    """Return what makes a session one: within a run, each process and test numbers its own."""
    return "/".join((fact.run, fact.worker, fact.test, str(fact.attempt), session))


def _base(connection: duckdb.DuckDBPyConnection) -> tuple[list[dict[str, Any]], dict[str, int]]:
    files = rows(connection, "SELECT file, absorbed FROM journals")
    return rows(connection, _FACTS), {row["file"]: row["absorbed"] for row in files}
