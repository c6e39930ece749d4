"""Follow the store: the database once, and the tails of the journals every time.

Rules of this module:

* The database is opened when it has changed, and not otherwise.
* Journals are read from where the database has absorbed them, and then only what has been added since the
  last look. So what another process has just learned is visible at once.
* Absorbing commits before it moves a journal. So if the database has not changed while the journals were
  read, nothing was missed; if it has, everything is read again.
* What this process writes is not read from its file, but taken from what it has written there.
* Nothing is created, and DuckDB is not imported, where there is nothing to read.
* A fault here is loud: not knowing the facts is not the same as there being none (DESIGN law 10). A single
  journal that cannot be read is a warning.

It knows where facts are kept. What they mean is for those who follow.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections import deque
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Generic, TypeVar

from pytest_ami.store.duckdb.database import Database, rows
from pytest_ami.store.duckdb.errors import store_error

from .journal import Journal, journals, label, read
from .warnings import complain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import duckdb

    from .facts import Fact, Kind
    from .journal import WrittenLines

Base = TypeVar("Base")
"""What a follower takes from the database."""

_MOST_OWN = 1000
"""How much of what this process writes is kept for a follower that does not ask; the rest it reads from the file."""
_LOOKS = 5
"""How often a store that changes all the time is read again before what was read has to do."""


class TailReader(ABC, Generic[Base]):
    """What a process knows of some kinds of facts, as of the moment one asks.

    Args:
        database: The database; it may be missing.
        journal: This process's own journal, whose facts count even where they could not be written.
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
        """Return what the open database has to say."""

    @abstractmethod
    def _begin(self, base: Base | None) -> None:
        """Start anew from what the database said; None where there is none to be read."""

    @abstractmethod
    def _fold(self, facts: Sequence[Fact]) -> None:
        """Take in facts of the journals; some may have been taken in before."""

    def _follow(self) -> None:
        """Take in what is new.

        Raises:
            StoreError: The database or a journal is there and cannot be read.
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

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Look at the store once at most in this block; what this process writes meanwhile is known all the same."""
        before, self._looked = self._looked, False
        try:
            yield
        finally:
            self._looked = before

    def _take_own(self) -> bool:
        """Take in what this process has written; return whether that was all since the last look."""
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

        self._own.clear()  # of a journal that has been moved since, places say nothing; the file is read
        answer = self._database.look(question, or_journals=True) if signature else None
        self._has_base = answer is not None
        base, self._offsets = answer or (None, {})
        self._begin(base)
        # A database that was set aside just now is not there any more; one that another process changed while
        # we looked has another signature, and is looked at again.
        self._signature = signature if self._has_base else self._database.signature()

    def _read_tails(self) -> None:
        self._take_own()
        try:
            for name, path in journals(self._database.folder, absorbed=not self._has_base).items():
                offset = self._offsets.get(name, 0)
                with suppress(FileNotFoundError):  # moved just now: the database has changed, we look again
                    if os.stat(path).st_size != offset:  # noqa: PTH116  (a third of the time, for every journal)
                        facts, self._offsets[name] = self._read(name, path, offset, self._kinds)
                        self._fold(facts)
        except OSError as error:
            raise store_error(self._database.folder, error) from error
        if self._journal:
            self._fold(self._journal.unwritten)

    def _read(self, name: str, path: Path, offset: int, kinds: Sequence[Kind]) -> tuple[list[Fact], int]:
        """Return the facts of one journal beyond ``offset``, and what is the offset then."""
        try:
            found = read(path, offset, kinds)
        except OSError as error:
            if name not in self._unreadable:
                self._unreadable.add(name)
                complain(
                    f"The journal {label(path)} cannot be read ({error.strerror or error}). "
                    "What it says is not known to this process."
                )
            return [], offset
        return found.facts, found.offset


def offsets(connection: duckdb.DuckDBPyConnection) -> dict[str, int]:
    """Return how many bytes of each journal the database has absorbed, by its name."""
    return {row["file"]: row["absorbed"] for row in rows(connection, "SELECT file, absorbed FROM journals")}
