"""Follows the store: reads the database when it changes, and the tails of the journals at every query.

Rules of this module:

* The database is opened only if it has changed.
* A journal is read from the offset up to which the database has absorbed it, and after that only from the end of the
  last read. So a fact that another process has just written is visible at once.
* An absorb commits before it moves a journal. So if the database did not change while the journals were read, no fact
  was missed. If it did change, everything is read again.
* Facts of this process are not read from its file, but taken from the lines that it has just written.
* If there is nothing to read, no file is created, and DuckDB is not imported.
* A fault here is an error: facts that cannot be read are not the same as facts that do not exist (DESIGN law 10).
  Exception: a single journal that cannot be read is a warning.

It knows where facts are kept. Subclasses know what they mean.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections import deque
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Generic, TypeVar

from pytest_ami.store.duckdb.database import Database, rows
from pytest_ami.store.duckdb.errors import store_error
from pytest_ami.store.duckdb.fact_table import select

from .journal import Journal, journals, label, read
from .warnings import warn_bookkeeping

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    import duckdb

    from .facts import Fact, Kind
    from .journal import WrittenLines

Base = TypeVar("Base")
"""The result of a subclass's query of the database."""

_MOST_OWN = 1000
"""Maximum number of writes of this process that are kept in memory. A reader that needs older ones reads the file."""
_LOOKS = 5
"""Maximum number of reads of a store that changes all the time; then the last result counts."""


class TailReader(ABC, Generic[Base]):
    """The state of some kinds of facts in the store, as of the moment of the query.

    Args:
        database: The database; it may be missing.
        journal: This process's own journal. Its facts count even if they could not be written.
        kinds: The kinds of facts to follow.
    """

    def __init__(self, database: Database, journal: Journal | None, kinds: Sequence[Kind]) -> None:
        """Read nothing yet."""
        self._database = database
        self._journal = journal
        self._kinds = kinds
        self._signature: tuple[int, ...] | None = None
        self._has_base = False
        self._offsets: dict[str, int] = {}
        self._unreadable: set[str] = set()
        self._looked: bool | None = None
        self._own: deque[WrittenLines] = deque(maxlen=_MOST_OWN)
        if journal is not None:
            journal.subscribe(self._own.append)

    @abstractmethod
    def _ask(self, connection: duckdb.DuckDBPyConnection) -> Base:
        """Query the open database, and return the result."""

    @abstractmethod
    def _begin(self, base: Base | None) -> None:
        """Start again from the result of ``_ask``; None if there is no database to read."""

    @abstractmethod
    def _fold(self, facts: Sequence[Fact]) -> None:
        """Fold facts of the journals; some may have been folded before."""

    def _follow(self) -> None:
        """Fold the new facts.

        Raises:
            StoreError: The database or a journal exists and cannot be read.
        """
        if self._looked and self._take_own():
            return
        if self._signature is None:
            self._load(self._database.signature())
        for _ in range(_LOOKS):
            self._read_tails()
            signature = self._database.signature()
            if signature == self._signature:
                break
            self._load(signature)
        else:
            self._read_tails()
        if self._looked is not None:
            self._looked = True

    def gather(
        self, condition: str, values: Sequence[object], kinds: Sequence[Kind], matches: Callable[[Fact], bool]
    ) -> list[Fact]:
        """Return the facts of these kinds that fulfil a condition, oldest first, whatever this reader follows.

        Args:
            condition: The condition as SQL over the table of facts.
            values: The parameters of the condition.
            kinds: The kinds.
            matches: The same condition, for facts that are not absorbed yet.

        Raises:
            StoreError: The database or a journal cannot be read.
        """
        words = [kind.value for kind in kinds]

        def question(connection: duckdb.DuckDBPyConnection) -> tuple[list[Fact], dict[str, int]]:
            found = select(connection, f"({condition}) AND list_contains(?::VARCHAR[], kind)", [*values, words])
            return [fact for piece in found for fact in piece], offsets(connection)

        answer = self._database.look(question, or_journals=True)
        found, absorbed = answer or ([], {})
        facts = {fact.id: fact for fact in found}
        try:
            for name, path in journals(self._database.folder, absorbed=answer is None).items():
                for fact in self._read(name, path, absorbed.get(name, 0), kinds)[0]:
                    facts.setdefault(fact.id, fact)
        except OSError as error:
            raise store_error(self._database.folder, error) from error
        for fact in self._journal.unwritten if self._journal else ():
            facts.setdefault(fact.id, fact)
        return [fact for _, fact in sorted(facts.items()) if fact.kind in words and matches(fact)]

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read the store at most once in this block; facts that this process writes meanwhile still count."""
        before, self._looked = self._looked, False
        try:
            yield
        finally:
            self._looked = before

    def _take_own(self) -> bool:
        """Fold the facts that this process has written; return whether they are all the facts since the last read."""
        journal = self._journal
        if journal is None:
            return True
        whole = not journal.unwritten
        name = label(journal.path.name)
        while self._own:
            written = self._own.popleft()
            if written.offset == self._offsets.get(name, 0):
                self._offsets[name] = written.offset + len(written.blob)
                self._fold(written.facts(self._kinds))
            else:
                whole = False
        return whole

    def _load(self, signature: tuple[int, ...]) -> None:
        def question(connection: duckdb.DuckDBPyConnection) -> tuple[Base, dict[str, int]]:
            return self._ask(connection), offsets(connection)

        self._own.clear()  # the journal may have been moved, so offsets are invalid; read the file
        answer = self._database.look(question, or_journals=True) if signature else None
        self._has_base = answer is not None
        base, self._offsets = answer or (None, {})
        self._begin(base)
        # If the database was set aside just now, it has no signature any more. If another process changed it during
        # the query, its signature differs, and it is read again.
        self._signature = signature if self._has_base else self._database.signature()

    def _read_tails(self) -> None:
        self._take_own()
        try:
            for name, path in journals(self._database.folder, absorbed=not self._has_base).items():
                offset = self._offsets.get(name, 0)
                with suppress(FileNotFoundError):  # moved just now: the database has changed, so it is read again
                    if os.stat(path).st_size != offset:  # noqa: PTH116  (takes a third of pathlib's time, for every journal)
                        facts, self._offsets[name] = self._read(name, path, offset, self._kinds)
                        self._fold(facts)
        except OSError as error:
            raise store_error(self._database.folder, error) from error
        if self._journal:
            self._fold(self._journal.unwritten)

    def _read(self, name: str, path: Path, offset: int, kinds: Sequence[Kind]) -> tuple[list[Fact], int]:
        """Return the facts of one journal beyond ``offset``, and the new offset."""
        try:
            found = read(path, offset, kinds)
        except OSError as error:
            if name not in self._unreadable:
                self._unreadable.add(name)
                warn_bookkeeping(
                    f"The journal {label(path)} cannot be read ({error.strerror or error}). "
                    "This process runs without its facts. Run next: ami doctor"
                )
            return [], offset
        return found.facts, found.offset


def offsets(connection: duckdb.DuckDBPyConnection) -> dict[str, int]:
    """Return the number of bytes of each journal that the database has absorbed, by name of the journal."""
    return {row["file"]: row["absorbed"] for row in rows(connection, "SELECT file, absorbed FROM journals")}
