"""The classification of DuckDB errors: locked, damaged, no permission, and so on, with advice for the user.

DuckDB distinguishes these errors by their text only, so this module has a table of text patterns. It must never open
a file.
"""

from __future__ import annotations

import errno
import re
from enum import Enum
from pathlib import Path

from pytest_ami.model.errors import StoreError, StoreHeldError


class DatabaseFault(Enum):
    """The kind of fault that a DuckDB error reports."""

    LOCKED = "locked"
    NO_LOCKS = "no locks"
    GONE = "gone"
    DENIED = "denied"
    FULL = "full"
    NEWER_FILE = "newer file"
    DAMAGED = "damaged"
    OTHER = "other"


_WORDS = (
    (DatabaseFault.GONE, r"database does not exist"),
    (
        DatabaseFault.NO_LOCKS,
        r"no locks available|locks are not supported|function not implemented|operation not supported",
    ),
    (DatabaseFault.LOCKED, r"could not set lock|conflicting lock|used by another process|different configuration"),
    (DatabaseFault.DENIED, r"permission denied|read-only file system|access is denied"),
    (DatabaseFault.FULL, r"no space left|disk quota|out of memory"),
    (DatabaseFault.NEWER_FILE, r"but we can only read version|newer version of duckdb"),
    (
        DatabaseFault.DAMAGED,
        r"not a valid duckdb|corrupt|checksum|not read enough bytes|serializ|internal error|fatal",
    ),
)
_NO_LOCKS = frozenset({errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, getattr(errno, "ENOTSUP", errno.EOPNOTSUPP)})
_ADVICE = {
    DatabaseFault.GONE: ("The file was removed while it was being opened.", "ami absorb"),
    DatabaseFault.NO_LOCKS: (
        "Its file system has no locks, so DuckDB cannot open it there. The journals are read instead.",
        "pytest --ami-dir=FOLDER  # on another file system",
    ),
    DatabaseFault.LOCKED: ("Another process has it open.", "ami doctor"),
    DatabaseFault.DENIED: ("This user has no permission for the file or its folder.", "ami doctor"),
    DatabaseFault.FULL: ("The disk or the memory is full.", "ami prune"),
    DatabaseFault.NEWER_FILE: ("A newer DuckDB wrote it.", "pip install --upgrade duckdb"),
    DatabaseFault.DAMAGED: ("The file is damaged.", "ami absorb"),
    DatabaseFault.OTHER: ("DuckDB reported an error.", "ami doctor"),
}


def diagnose(error: BaseException) -> DatabaseFault:
    """Return the kind of fault of ``error``, by its text."""
    words = str(error).lower()
    return next((fault for fault, pattern in _WORDS if re.search(pattern, words)), DatabaseFault.OTHER)


def is_without_locks(error: BaseException) -> bool:
    """Return whether an error from a lock file means that the file system has no locks."""
    return isinstance(error, NotImplementedError) or getattr(error, "errno", None) in _NO_LOCKS


def store_error(path: Path, error: BaseException, *, seconds: float = 0.0, attempts: int = 0) -> StoreError:
    """Return ``error`` as a StoreError about the database at ``path``.

    Args:
        path: The database.
        error: The error from DuckDB, the lock or the file system.
        seconds: Length of the wait; 0 if there was none.
        attempts: Number of attempts; 0 if there was only one.
    """
    fault = diagnose(error)
    why, run = _ADVICE[fault]
    first_line = next(iter(str(error).splitlines()), type(error).__name__)
    evidence = [first_line]
    if holder := re.search(r"PID (\d+)", str(error)):
        evidence.insert(0, f"held by process {holder[1]}")
    if fault is DatabaseFault.LOCKED and seconds:
        evidence.append(f"tried for {seconds:.1f} s")
    elif attempts > 1:
        evidence.append(f"tried {attempts} times in {seconds:.1f} s")
    kind = StoreHeldError if fault is DatabaseFault.LOCKED else StoreError
    return kind(f"The workflow store {path} cannot be used", why=why, evidence=evidence, run=run)


def migration_error(path: Path, error: BaseException, backup: Path | None, schemas: tuple[int, int]) -> StoreError:
    """Return the StoreError for a migration that failed and was rolled back.

    Args:
        path: The database.
        error: The error that stopped the migration.
        backup: The copy from before the migration, if there was anything to copy.
        schemas: The present schema, and the schema after the migration.
    """
    first_line = next(iter(str(error).splitlines()), type(error).__name__)
    evidence = [first_line] + ([f"backup {backup}"] if backup else [])
    return StoreError(
        f"The workflow store {path} could not be migrated from schema {schemas[0]} to {schemas[1]}",
        why="The migration was rolled back: the store is unchanged, and look-ups still read it."
        " New facts stay in the journals.",
        evidence=evidence,
        run="ami doctor",
    )


def lock_error(path: Path, seconds: float) -> StoreHeldError:
    """Return the error for a lock file that another process held during the whole wait."""
    return StoreHeldError(
        f"The workflow store {path.with_suffix('.duckdb')} cannot be used",
        why="Another process held its lock during the whole wait. An operation needs the lock for milliseconds only.",
        evidence=[f"lock file {path}", f"tried for {seconds:.1f} s"],
        run="ami doctor",
    )
