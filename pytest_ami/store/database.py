"""``workflows.duckdb``: opened under a file lock for milliseconds, filled from journals, rebuilt when lost.

Rules of this module:

* Nobody keeps the file open. Whoever opens it holds ``workflows.lock``.
* Absorbing is a set union by fact id, in one transaction with the offsets it reached. Doing it twice, or
  being killed in the middle, changes nothing.
* A journal moves to ``absorbed/`` only after the commit that says so. A row of ``journals`` is about the name
  a file will have then: a file without a row is simply read again.
* The database holds nothing that the journals do not. So a damaged one is set aside, never repaired.

It knows DuckDB and files. It must never know what a fact means for a workflow.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from . import schema
from .complaint import complain
from .facts import SCHEMA as FACT_SCHEMA
from .facts import Kind
from .journal import ABSORBED, JOURNALS, journals, make_folder, read
from .trouble import Trouble, diagnose, lock_error, store_error

if TYPE_CHECKING:
    import duckdb

T = TypeVar("T")

PATIENCE = 10.0
"""Seconds to wait for another process."""

_IDLE = 3600.0
"""Seconds after which a journal nobody has touched belongs to a finished process."""

_ATTEMPTS = 3
_BACKOFF = 0.05
_LONGEST_PAUSE = 1.0
_CONFIG: dict[str, Any] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "enable_external_access": "false",
    "threads": "2",
}
_SHAPE = (
    '{"kind":"VARCHAR","id":"VARCHAR","at":"VARCHAR","run":"VARCHAR","worker":"VARCHAR","test":"VARCHAR",'
    '"attempt":"INTEGER","task":"VARCHAR","workflow":"VARCHAR","data":"JSON"}'
)
_INSERT = f"""
INSERT OR IGNORE INTO facts
SELECT f.id, f.kind, try_cast(f['at'] AS TIMESTAMP), coalesce(f.run, ''), coalesce(f.worker, ''),
       coalesce(f.test, ''), coalesce(f.attempt, 1), coalesce(f.task, ''), coalesce(f.workflow, ''),
       coalesce(f.data, '{{}}'::JSON)
FROM (
    SELECT from_json(line, '{_SHAPE}') AS f FROM (SELECT unnest(?::VARCHAR[]) AS line) WHERE json_valid(line)
)
"""  # noqa: S608  (the shape is ours)


class DamagedError(Exception):
    """The database file cannot be read; inside this package only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Absorbed:
    """What absorbing did.

    Attributes:
        facts: Number of facts that are new to the database.
        skipped: Number of lines that are no facts.
        newer: Number of lines that only a newer version reads; they stay in their journal.
        moved: Number of journals that are finished and were moved.
    """

    facts: int = 0
    skipped: int = 0
    newer: int = 0
    moved: int = 0


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
        self.lock_path = self.folder / "workflows.lock"
        self.patience = patience
        self.readonly = readonly

    def signature(self) -> tuple[int, ...]:
        """Return what changes whenever the file does; empty when there is none.

        Raises:
            StoreError: The folder cannot be looked into.
        """
        found: list[int] = []
        for path in (self.path, self.path.with_name(self.path.name + ".wal")):
            try:
                stat = path.stat()
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError as error:
                raise store_error(self.path, error) from error
            found += (stat.st_mtime_ns, stat.st_size, stat.st_ino)
        return tuple(found) if self.path.exists() else ()

    def look(self, question: Callable[[duckdb.DuckDBPyConnection], T]) -> T | None:
        """Open the file for reading, ask, and close it.

        Args:
            question: What to ask of the open database.

        Returns:
            The answer, or None if the file is missing, holds nothing yet, or was damaged and is set aside.

        Raises:
            StoreError: Somebody else holds it for too long, it is newer, or it may not be read.
        """
        if not self.path.exists():
            return None
        with self._locked(write=False):
            if not self.path.exists():
                return None
            try:
                connection = self._connect(read_only=True)
                try:
                    with self._translated():
                        return question(connection) if schema.stored(connection) else None
                finally:
                    connection.close()
            except DamagedError as error:
                self._set_aside(error)
                return None

    def query(self, sql: str, values: Sequence[object] = ()) -> list[dict[str, Any]] | None:
        """Return the rows of a query as mappings, or None where ``look`` has no answer.

        Raises:
            StoreError: As for ``look``, or DuckDB refuses the query.
        """
        return self.look(lambda connection: rows(connection, sql, values))

    def absorb(self, folder: Path | None = None) -> Absorbed:
        """Take in what the journals hold beyond what has been taken in before.

        Args:
            folder: A folder of other journals, such as those of another machine; they are copied first.

        Raises:
            StoreError: Somebody else holds the file for too long, it is newer, or it may not be written.
        """
        try:
            if folder is not None and Path(folder).resolve() != (self.folder / JOURNALS).resolve():
                self._adopt(Path(folder))
            if not journals(self.folder, absorbed=True):
                return Absorbed()
            with self._locked(write=True):
                try:
                    return self._absorb()
                except DamagedError as error:
                    self._set_aside(error)
                    return self._absorb()
        except DamagedError as error:  # damaged as soon as it was made: nothing of ours will help
            raise store_error(self.path, error) from error
        except OSError as error:
            raise store_error(self.path, error) from error

    def _absorb(self) -> Absorbed:
        moves: dict[Path, Path] = {}
        connection = self._connect(read_only=False)
        try:
            with self._translated():
                schema.migrate(connection)
                connection.execute("BEGIN")
                before = _count(connection)
                skipped, newer = self._take_in(connection, moves)
                facts = _count(connection) - before
                connection.execute("COMMIT")
                connection.execute("CHECKPOINT")
        finally:
            connection.close()
        for source, target in moves.items():
            with suppress(OSError):  # gone, or not ours to move: then it is read again, to no effect
                target.parent.mkdir(exist_ok=True)
                source.rename(target)
        if newer:
            complain(f"{newer} facts in {self.folder} were written by a newer pytest-ami; they wait for it.")
        return Absorbed(facts=facts, skipped=skipped, newer=newer, moved=len(moves))

    def _take_in(self, connection: duckdb.DuckDBPyConnection, moves: dict[Path, Path]) -> tuple[int, int]:
        known = {row[0]: row[1:] for row in connection.execute("FROM journals").fetchall()}
        skipped = newer = 0
        for name, path in journals(self.folder, absorbed=True).items():
            with _bearing(path):
                stat = path.stat()
                offset, size, finished, *counts, reader = known.get(name, (0, -1, False, 0, 0, FACT_SCHEMA))
                if counts[1] and reader < FACT_SCHEMA:
                    offset, size, counts = 0, -1, [0, 0]
                if size != stat.st_size:
                    found = read(path, 0 if stat.st_size < offset else offset)
                    if found.lines:
                        connection.execute(_INSERT, [[line.decode() for line in found.lines]])
                    offset, size = found.offset, stat.st_size
                    finished = bool(found.facts) and found.facts[-1].kind == Kind.RUN_FINISHED.value
                    counts = [counts[0] + found.skipped, counts[1] + found.newer]
                    skipped, newer = skipped + found.skipped, newer + found.newer
                row = name
                if "/" not in name and (finished or time.time() - stat.st_mtime > _IDLE):
                    target = _free(path.parent / ABSORBED / path.name)
                    moves[path] = target
                    row = f"{ABSORBED}/{target.name}"
                    connection.execute("DELETE FROM journals WHERE file = ?", [name])
                if row != name or known.get(name, ())[:2] != (offset, size):
                    connection.execute(
                        "INSERT OR REPLACE INTO journals VALUES (?, ?, ?, ?, ?, ?, ?)",
                        [row, offset, size, finished, *counts, FACT_SCHEMA],
                    )
        return skipped, newer

    def _adopt(self, folder: Path) -> None:
        place = self.folder / JOURNALS / ABSORBED
        for path in sorted(folder.rglob("*.jsonl")):
            target = place / path.name
            if target.exists() and target.stat().st_size == path.stat().st_size:
                continue
            make_folder(self.folder)
            place.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, _free(target))

    @contextmanager
    def _locked(self, *, write: bool) -> Iterator[None]:
        from filelock import FileLock, Timeout

        lock = FileLock(self.lock_path, timeout=self.patience)
        try:
            lock.acquire(poll_interval=0.01)
        except Timeout as error:
            raise lock_error(self.lock_path, self.patience) from error
        except OSError as error:
            if write:  # a reader may be on a read-only disk, where nobody writes either
                raise store_error(self.path, error) from error
        try:
            yield
        finally:
            lock.release()

    def _connect(self, *, read_only: bool) -> duckdb.DuckDBPyConnection:
        import duckdb

        started = time.monotonic()
        pause = _BACKOFF
        attempt = 0
        while True:
            attempt += 1
            try:
                return duckdb.connect(str(self.path), read_only=read_only, config=_CONFIG)
            except duckdb.Error as error:
                trouble = diagnose(error)
                if trouble is Trouble.DAMAGED:
                    raise DamagedError(str(error)) from error
                waited = time.monotonic() - started
                again = waited < self.patience if trouble is Trouble.LOCKED else attempt < _ATTEMPTS
                if not again or trouble in (Trouble.DENIED, Trouble.FULL, Trouble.NEWER_FILE):
                    raise store_error(self.path, error, seconds=waited) from error
            time.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)

    @contextmanager
    def _translated(self) -> Iterator[None]:
        import duckdb

        try:
            yield
        except duckdb.Error as error:
            if diagnose(error) is Trouble.DAMAGED:
                raise DamagedError(str(error)) from error
            raise store_error(self.path, error) from error

    def _set_aside(self, error: DamagedError) -> None:
        if self.readonly:
            complain(f"{self.path} is damaged ({error}); the journals are read instead.")
            return
        stamp = datetime.now(timezone.utc).strftime("%Y%m%dT%H%M%S")
        target = _free(self.path.with_name(f"{self.path.name}.corrupt-{stamp}"))
        for end in ("", ".wal"):
            with suppress(FileNotFoundError):
                self.path.with_name(self.path.name + end).rename(target.with_name(target.name + end))
        complain(
            f"{self.path} was damaged ({error}). It is set aside as {target.name}, and a new one is built "
            "from the journals."
        )


def rows(
    connection: duckdb.DuckDBPyConnection, sql: str, values: Sequence[object] = ()
) -> list[dict[str, Any]]:
    """Return the rows of a query as mappings from column to value; times are UTC, JSON is text."""
    result = connection.execute(sql, values) if values else connection.execute(sql)
    names = [column[0] for column in result.description]
    return [dict(zip(names, row, strict=True)) for row in result.fetchall()]


def scratch(folder: Path) -> duckdb.DuckDBPyConnection:
    """Return a database in memory that holds all facts of the journals of ``folder``.

    Raises:
        StoreError: A journal cannot be read.
    """
    import duckdb

    connection = duckdb.connect(":memory:", config=_CONFIG)
    schema.migrate(connection)
    try:
        for path in journals(folder, absorbed=True).values():
            if lines := read(path).lines:
                connection.execute(_INSERT, [[line.decode() for line in lines]])
    except OSError as error:
        connection.close()
        raise store_error(folder, error) from error
    return connection


@contextmanager
def _bearing(path: Path) -> Iterator[None]:
    """Let one journal that cannot be read not keep the others out."""
    try:
        yield
    except FileNotFoundError:
        pass
    except OSError as error:
        complain(f"The journal {path} cannot be read ({error.strerror or error}); it is left for later.")


def _count(connection: duckdb.DuckDBPyConnection) -> int:
    row = connection.execute("SELECT count(*) FROM facts").fetchone()
    return int(row[0]) if row else 0


def _free(path: Path) -> Path:
    """Return ``path``, or the first of ``name~1``, ``name~2``, ... that is not taken."""
    number, free = 0, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem}~{number}{path.suffix}")
    return free
