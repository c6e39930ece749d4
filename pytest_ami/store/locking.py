"""Locks between processes: a file that one process holds at a time.

It knows files. It must never know the purpose of a lock, or the message for a lock that cannot be acquired.
"""

from __future__ import annotations

import errno
import warnings
from typing import TYPE_CHECKING

from .regular_files import IrregularFileError

if TYPE_CHECKING:
    from pathlib import Path

    from filelock import BaseFileLock

_POLL = 0.01
"""Seconds between two attempts."""


def acquired(path: Path, patience: float) -> BaseFileLock:
    """Acquire the lock of a file and return it.

    Args:
        path: The lock file; its folder exists.
        patience: Seconds to wait for another process.

    Raises:
        filelock.Timeout: Another process held the lock during the whole wait.
        OSError: The file is a link or cannot be created, or its file system has no locks
            (``duckdb.errors.is_without_locks``).
        NotImplementedError: This machine has no locks.
    """
    from filelock import FileLock

    if path.is_symlink() or (path.exists() and not path.is_file()):  # to lock a link would empty the file behind it
        raise IrregularFileError(errno.EINVAL, "it is not a regular file", str(path))
    lock = FileLock(path, timeout=patience)
    with warnings.catch_warnings():  # filelock warns when it falls back to the existence of the file
        warnings.simplefilter("ignore", UserWarning)
        lock.acquire(poll_interval=_POLL)
    return lock
