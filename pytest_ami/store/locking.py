"""Locks between processes: a file that one of them holds.

It knows files. It must never know what the lock is for, or what to say when it is not to be had.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from filelock import BaseFileLock

_POLL = 0.01
"""Seconds between two tries."""


def acquired(path: Path, patience: float) -> BaseFileLock:
    """Return the lock of a file, which this process holds now.

    Args:
        path: The file; its folder is there.
        patience: Seconds to wait for another process.

    Raises:
        filelock.Timeout: Another process has held it all the time.
        OSError: The file cannot be made, or its file system has no locks (``trouble.is_without_locks``).
        NotImplementedError: This machine has no locks.
    """
    from filelock import FileLock

    lock = FileLock(path, timeout=patience)
    with warnings.catch_warnings():  # filelock tells that it makes do with the file's existence
        warnings.simplefilter("ignore", UserWarning)
        lock.acquire(poll_interval=_POLL)
    return lock
