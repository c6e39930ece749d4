"""``workflows.duckdb``: opened under a file lock for milliseconds, filled from journals, rebuilt if it is lost.

Rules of this module:

* No process keeps the file open. A process that opens it holds ``workflows.lock``.
* A journal moves to ``absorbed/`` only after the commit that records the move.
* Every fact in the database is in a journal as well. So a damaged database is set aside, never repaired.
* The database is copied before a migration. A migration that fails leaves the database unchanged.
* If the file system has no locks, or another process holds the file too long, the journals are read instead.

It knows DuckDB and files. It must never know what a fact means for a workflow.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime, timezone
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pytest_ami.model.errors import StoreError, StoreHeldError
from pytest_ami.model.printable import as_argument
from pytest_ami.store.journal import ABSORBED, JOURNALS, journals
from pytest_ami.store.locking import acquired
from pytest_ami.store.regular_files import leads_out
from pytest_ami.store.warnings import warn_bookkeeping

from . import backup, schema
from .absorb import AbsorbResult, absorb_journals, adopt, free, refused_by
from .errors import DatabaseFault, diagnose, is_without_locks, lock_error, migration_error, store_error

if TYPE_CHECKING:
    import duckdb

T = TypeVar("T")

PATIENCE = 10.0
"""Seconds to wait for another process."""

_LATER_PATIENCE = 1.0
"""Seconds to wait after the first wait in vain: a thousand tests must not wait ten seconds each."""

_ATTEMPTS = 3
_BACKOFF = 0.05
_LONGEST_PAUSE = 1.0
CONFIG: dict[str, Any] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "enable_external_access": "false",
    "threads": "2",
}
"""Options for every connection: DuckDB loads no extension, and SQL reaches no other file."""


class DamagedError(Exception):
    """The database file cannot be read. Used inside this package only."""


class GoneError(Exception):
    """A person or a process removed the database file just now. Used inside this package only."""


class NoLocksError(Exception):
    """The file system has no locks, so DuckDB does not open the file. Used inside this package only."""


_INSIDE = {
    DatabaseFault.DAMAGED: DamagedError,
    DatabaseFault.GONE: GoneError,
    DatabaseFault.NO_LOCKS: NoLocksError,
}
"""The faults that this module handles itself."""


class Database:
    """The database file of an ``.ami`` folder.

    Args:
        folder: The ``.ami`` folder.
        patience: Seconds to wait for another process.
        readonly: Never write or move the file.
    """

    def __init__(self, folder: Path, *, patience: float = PATIENCE, readonly: bool = False) -> None:
        self.folder = Path(folder)
        self.path = self.folder / "workflows.duckdb"
        self._files = (str(self.path), f"{self.path}.wal")
        self.lock_path = self.folder / "workflows.lock"
        self.patience = patience
        self._deadline = 0.0
        self._warned = False
        self.readonly = readonly

    def signature(self) -> tuple[int, ...]:
        """Return a key that changes whenever the file changes; empty if there is no file.

        Raises:
            StoreError: The folder cannot be read.
        """
        found: tuple[int, ...] = ()
        for path in self._files:
            try:
                info = os.stat(path)  # noqa: PTH116  (called several times in a test)
            except (FileNotFoundError, NotADirectoryError):
                break
            except OSError as error:
                raise store_error(self.path, error) from error
            found += (info.st_mtime_ns, info.st_size, info.st_ino)
        return found

    def look(self, question: Callable[[duckdb.DuckDBPyConnection], T], *, or_journals: bool = False) -> T | None:
        """Open the file for reading, run the question, and close the file.

        Args:
            question: Called with the open database.
            or_journals: Whether the caller reads the journals if there is no answer. Then a file that another process
                holds for too long is a warning and no answer, not an error.

        Returns:
            The answer. None if the file is missing, is empty, was damaged and is set aside, or lies on a file system
            without locks.

        Raises:
            StoreError: Another process holds the file for too long, a newer version wrote it, or the user has no
            permission.
        """
        if not self.path.exists():
            return None
        try:
            return self._asked(question)
        except StoreHeldError as error:
            if not or_journals:
                raise
            self._say_instead(f"is held by another process ({', '.join(error.evidence)})")
            return None

    def _asked(self, question: Callable[[duckdb.DuckDBPyConnection], T]) -> T | None:
        with self._locked(write=False):
            if not self.path.exists():
                return None
            try:
                connection = self._connect(read_only=True)
                try:
                    with self._translated():
                        return question(connection) if schema.filled(connection) else None
                finally:
                    connection.close()
            except GoneError:
                return None
            except NoLocksError as error:
                self._say_instead(f"cannot be locked ({error})")
                return None
            except DamagedError as error:
                self._set_aside(error)
                return None

    def _say_instead(self, why: str) -> None:
        if not self._warned:
            self._warned = True
            warn_bookkeeping(f"{self.path} {why}; the journals are read instead. Run next: ami doctor")

    def query(
        self, sql: str, values: Sequence[object] = (), *, or_journals: bool = False
    ) -> list[dict[str, Any]] | None:
        """Return the rows of a query as mappings, or None if ``look`` has no answer.

        Raises:
            StoreError: As for ``look``, or DuckDB refuses the query.
        """
        return self.look(lambda connection: rows(connection, sql, values), or_journals=or_journals)

    def absorb(self, folder: Path | None = None) -> AbsorbResult:
        """Insert the facts of the journals that were not inserted before.

        Args:
            folder: A folder of other journals, such as those of another machine; they are copied first.

        Raises:
            StoreError: Another process holds the file for too long, a newer version wrote it, or it cannot be written.
        """
        try:
            if folder is not None and Path(folder).resolve() != (self.folder / JOURNALS).resolve():
                adopt(self.folder, Path(folder))
            if not journals(self.folder, absorbed=True):
                return AbsorbResult()
            with self._locked(write=True):
                try:
                    return self._absorb()
                except DamagedError as error:
                    self._set_aside(error)
                    return self._absorb()
        except (
            DamagedError,
            NoLocksError,
        ) as error:  # the new file is damaged as well: a second rebuild would not help
            raise store_error(self.path, error) from error
        except OSError as error:
            raise store_error(self.path, error) from error

    def change(self, act: Callable[[duckdb.DuckDBPyConnection], T]) -> T | None:
        """Act on the open file in one transaction; return the result, or None if there is no file.

        Raises:
            OSError: ``act`` could not change a journal.
            StoreError: Another process holds the file for too long, a newer version wrote it, or it cannot be written.
        """
        try:
            with self._locked(write=True):
                if not self.path.exists():
                    return None
                connection = self._migrated()
                try:
                    with self._translated():
                        connection.execute("BEGIN")
                        found = act(connection)
                        connection.execute("COMMIT")
                        connection.execute("CHECKPOINT")
                        return found
                finally:
                    connection.close()
        except tuple(_INSIDE.values()) as error:
            raise store_error(self.path, error) from error

    def _absorb(self) -> AbsorbResult:
        moves: dict[Path, Path] = {}
        if not self.path.exists():  # DuckDB would replay an old write-ahead log into the new database
            self.path.with_name(self.path.name + ".wal").unlink(missing_ok=True)
            self._say_rebuilt()
        connection = self._migrated()
        try:
            with self._translated():
                before = _number_of_facts(connection)
                counts = self._absorb_once(connection, moves)
                facts = _number_of_facts(connection) - before
                connection.execute("CHECKPOINT")
        finally:
            connection.close()
        for source, target in moves.items():
            with suppress(OSError):  # gone, or no permission: it is read again, without effect
                target.parent.mkdir(exist_ok=True)
                source.rename(target)
        if counts.newer:
            warn_bookkeeping(
                f"{counts.newer} facts in {self.folder} were written by a newer pytest-ami; they stay in their "
                "journals. Run next: pip install --upgrade pytest-ami"
            )
        return replace(counts, facts=facts, moved=len(moves))

    def _absorb_once(self, connection: duckdb.DuckDBPyConnection, moves: dict[Path, Path]) -> AbsorbResult:
        """Absorb the journals in one transaction, without the facts that the table refuses."""
        import duckdb

        refused: frozenset[bytes] = frozenset()
        for attempt in (1, 2):
            moves.clear()
            connection.execute("BEGIN")
            try:
                counts = absorb_journals(connection, self.folder, moves, refused)
                connection.execute("COMMIT")
            except (duckdb.IntegrityError, duckdb.DataError):
                connection.execute("ROLLBACK")
                if attempt > 1:
                    raise
                refused = refused_by(connection, self.folder)
            else:
                return counts
        raise AssertionError  # pragma: no cover

    def _migrated(self) -> duckdb.DuckDBPyConnection:
        """Open the file for writing; copy and migrate it first if it has an older schema."""
        connection = self._connect(read_only=False)
        copy: Path | None = None
        try:
            with self._translated():
                found = schema.stored(connection)
                if found == schema.SCHEMA:
                    return connection
                if found:
                    connection.close()  # this writes the log into the file, so that the copy is complete
                    copy = backup.keep(self.path, found)
                    connection = self._connect(read_only=False)
                try:
                    schema.migrate(connection)
                except Exception as error:
                    if isinstance(error, StoreError) or diagnose(error) in _INSIDE:
                        raise
                    raise migration_error(self.path, error, copy, (found, schema.SCHEMA)) from error
        except BaseException:
            connection.close()
            raise
        return connection

    def _say_rebuilt(self) -> None:
        if finished := [name for name in journals(self.folder, absorbed=True) if name.startswith(ABSORBED)]:
            warn_bookkeeping(f"{self.path} was missing; it is rebuilt from {len(finished)} absorbed journals.")

    @contextmanager
    def _locked(self, *, write: bool) -> Iterator[None]:
        import duckdb  # noqa: F401  (the import takes longer than a query: import before the lock, not while others wait)
        from filelock import Timeout

        self._deadline = time.monotonic() + self.patience
        lock = None
        try:
            lock = acquired(self.lock_path, self.patience)
        except Timeout as error:
            waited, self.patience = self.patience, min(self.patience, _LATER_PATIENCE)
            raise lock_error(self.lock_path, waited) from error
        except (OSError, NotImplementedError) as error:
            # A reader may be on a read-only disk, where no process writes. Without lock files, DuckDB's lock decides.
            if write and not is_without_locks(error):
                raise store_error(self.path, error) from error
        try:
            yield
        finally:
            if lock is not None:
                lock.release()

    def _connect(self, *, read_only: bool) -> duckdb.DuckDBPyConnection:
        import duckdb

        self._check_files()
        started = time.monotonic()
        pause = _BACKOFF
        for attempt in count(1):
            try:
                return duckdb.connect(str(self.path), read_only=read_only, config=CONFIG)
            except duckdb.Error as error:
                fault = diagnose(error)
                if fault in _INSIDE:
                    raise _INSIDE[fault](str(error)) from error
                now = time.monotonic()
                if fault is DatabaseFault.LOCKED and now >= self._deadline:
                    self.patience = min(self.patience, _LATER_PATIENCE)
                elif fault is DatabaseFault.LOCKED or (fault is DatabaseFault.OTHER and attempt < _ATTEMPTS):
                    time.sleep(pause)
                    pause = min(pause * 2, _LONGEST_PAUSE)
                    continue
                raise store_error(self.path, error, seconds=now - started, attempts=attempt) from error
        raise AssertionError  # pragma: no cover

    def _check_files(self) -> None:
        """Refuse a database that is a pipe, a device, or a link to a file elsewhere."""
        for path in map(Path, self._files):
            strays = path.is_symlink() and leads_out(path, self.folder)
            if strays or (path.exists() and not path.is_file()):
                why = "it is a link that leads out of its folder" if strays else "it is not a regular file"
                raise StoreError(
                    f"{path} is not opened: {why}",
                    why="Only regular files of the project are opened. The journals hold the same facts.",
                    evidence=[str(path)],
                    run=f"rm {as_argument(path)}   # the next run builds it from the journals",
                )

    @contextmanager
    def _translated(self) -> Iterator[None]:
        import duckdb

        try:
            yield
        except duckdb.Error as error:
            if (fault := diagnose(error)) in _INSIDE:
                raise _INSIDE[fault](str(error)) from error
            raise store_error(self.path, error) from error

    def _set_aside(self, error: DamagedError) -> None:
        if self.readonly:
            warn_bookkeeping(f"{self.path} is damaged ({error}); the journals are read instead.")
            return
        stamp = datetime.now(timezone.utc).strftime("%Y%m%dT%H%M%S")
        target = free(self.path.with_name(f"{self.path.name}.corrupt-{stamp}"))
        for end in ("", ".wal"):
            with suppress(OSError):  # the file is missing, or cannot be moved; then the journals are read instead
                self.path.with_name(self.path.name + end).rename(target.with_name(target.name + end))
        warn_bookkeeping(
            f"{self.path} was damaged ({error}). It is set aside as {target.name}, and a new one is built "
            "from the journals."
        )


def rows(connection: duckdb.DuckDBPyConnection, sql: str, values: Sequence[object] = ()) -> list[dict[str, Any]]:
    """Return the rows of a query as mappings from column to value; times are UTC, JSON is text."""
    result = connection.execute(sql, values) if values else connection.execute(sql)
    names = [column[0] for column in result.description or ()]
    return [dict(zip(names, row, strict=True)) for row in result.fetchall()]


def _number_of_facts(connection: duckdb.DuckDBPyConnection) -> int:
    row = connection.execute("SELECT count(*) FROM facts").fetchone()
    return int(row[0]) if row else 0
