"""What a DuckDB error means for the user: another process has it, it is damaged, or the machine forbids it.

DuckDB tells these apart by its words only, so the words are a table here. This module must never open
anything.
"""

from __future__ import annotations

import errno
import re
from enum import Enum
from pathlib import Path

from pytest_ami.model.errors import StoreError, StoreHeldError


class DatabaseTrouble(Enum):
    """What kind of fault an error of DuckDB is."""

    LOCKED = "locked"
    NO_LOCKS = "no locks"
    GONE = "gone"
    DENIED = "denied"
    FULL = "full"
    NEWER_FILE = "newer file"
    DAMAGED = "damaged"
    OTHER = "other"


_WORDS = (
    (DatabaseTrouble.GONE, r"database does not exist"),
    (
        DatabaseTrouble.NO_LOCKS,
        r"no locks available|locks are not supported|function not implemented|operation not supported",
    ),
    (DatabaseTrouble.LOCKED, r"could not set lock|conflicting lock|used by another process|different configuration"),
    (DatabaseTrouble.DENIED, r"permission denied|read-only file system|access is denied"),
    (DatabaseTrouble.FULL, r"no space left|disk quota|out of memory"),
    (DatabaseTrouble.NEWER_FILE, r"but we can only read version|newer version of duckdb"),
    (
        DatabaseTrouble.DAMAGED,
        r"not a valid duckdb|corrupt|checksum|not read enough bytes|serializ|internal error|fatal",
    ),
)
_NO_LOCKS = frozenset({errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, getattr(errno, "ENOTSUP", errno.EOPNOTSUPP)})
_ADVICE = {
    DatabaseTrouble.GONE: ("The file was removed while it was being opened.", "ami absorb"),
    DatabaseTrouble.NO_LOCKS: (
        "Its file system has no locks, so that it cannot be kept there. The journals are read instead.",
        "pytest --ami-dir=FOLDER  # on another file system",
    ),
    DatabaseTrouble.LOCKED: ("Another process holds it.", "ami doctor"),
    DatabaseTrouble.DENIED: ("The file or its folder may not be used by this user.", "ami doctor"),
    DatabaseTrouble.FULL: ("The disk or the memory is full.", "ami prune"),
    DatabaseTrouble.NEWER_FILE: ("A newer DuckDB wrote it.", "pip install --upgrade duckdb"),
    DatabaseTrouble.DAMAGED: ("The file is damaged.", "ami absorb"),
    DatabaseTrouble.OTHER: ("DuckDB refused.", "ami doctor"),
}


def diagnose(error: BaseException) -> DatabaseTrouble:
    """Return what kind of fault ``error`` is, by its words."""
    words = str(error).lower()
    return next((trouble for trouble, pattern in _WORDS if re.search(pattern, words)), DatabaseTrouble.OTHER)


def is_without_locks(error: BaseException) -> bool:
    """Return whether an error of a lock file means that its file system has no locks."""
    return isinstance(error, NotImplementedError) or getattr(error, "errno", None) in _NO_LOCKS


def store_error(path: Path, error: BaseException, *, seconds: float = 0.0, attempts: int = 0) -> StoreError:
    """Return ``error`` as a StoreError about the database at ``path``.

    Args:
        path: The database.
        error: What DuckDB, the lock or the file system said.
        seconds: How long we have tried, if we have.
        attempts: How often we have tried, if more than once.
    """
    trouble = diagnose(error)
    why, run = _ADVICE[trouble]
    first_line = next(iter(str(error).splitlines()), type(error).__name__)
    evidence = [first_line]
    if holder := re.search(r"PID (\d+)", str(error)):
        evidence.insert(0, f"held by process {holder[1]}")
    if trouble is DatabaseTrouble.LOCKED and seconds:
        evidence.append(f"tried for {seconds:.1f} s")
    elif attempts > 1:
        evidence.append(f"tried {attempts} times in {seconds:.1f} s")
    kind = StoreHeldError if trouble is DatabaseTrouble.LOCKED else StoreError
    return kind(f"The workflow store {path} cannot be used", why=why, evidence=evidence, run=run)


def migration_error(path: Path, error: BaseException, backup: Path | None, schemas: tuple[int, int]) -> StoreError:
    """Return the StoreError for a migration that failed and was rolled back.

    Args:
        path: The database.
        error: What went wrong.
        backup: The copy that was made before, if there was anything to copy.
        schemas: The schema it has, and the one it was to have.
    """
    first_line = next(iter(str(error).splitlines()), type(error).__name__)
    evidence = [first_line] + ([f"backup {backup}"] if backup else [])
    return StoreError(
        f"The workflow store {path} could not be migrated from schema {schemas[0]} to {schemas[1]}",
        why="The migration was rolled back: the store is as it was before, and look-ups go on reading it."
        " What is learned meanwhile stays in the journals.",
        evidence=evidence,
        run="ami doctor",
    )


def lock_error(path: Path, seconds: float) -> StoreHeldError:
    """Return the error for a lock file that somebody else has held all the time."""
    return StoreHeldError(
        f"The workflow store {path.with_suffix('.duckdb')} cannot be used",
        why="Another process has held its lock all the time. It is needed for milliseconds at a time.",
        evidence=[f"lock file {path}", f"tried for {seconds:.1f} s"],
        run="ami doctor",
    )
