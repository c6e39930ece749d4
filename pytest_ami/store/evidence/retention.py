"""Keeps the artifacts of runs small: the oldest runs go, by number and by size.

Rules of this module:

* The current run is never touched, and neither is one in which something was written within ten minutes: another
  process may still write there.
* Only folders below ``runs/`` are deleted; links are not followed. Facts stay (DESIGN, law 5).

Knows folders. Must never know their contents.
"""

from __future__ import annotations

import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .artifacts import PART, RUNS

if TYPE_CHECKING:
    from collections.abc import Iterable

FRESH = 600.0
"""Seconds since its last change during which another process may still write into a run's folder."""


class KeptRun(NamedTuple):
    """The artifacts of one run: their folder, seconds since the epoch of its last change, bytes."""

    path: Path
    changed: float
    size: int


def sweep(folder: Path, current: str, *, runs: int, megabytes: float) -> int:
    """Delete the artifacts of the oldest runs, and return the number of deleted runs.

    Args:
        folder: The ``.ami`` folder.
        current: Id of the current run; its artifacts count, and stay.
        runs: Number of runs that are kept.
        megabytes: Millions of bytes that are kept, all runs together.

    Raises:
        OSError: The folder cannot be listed.
    """
    place = folder / RUNS
    if not place.is_dir() or place.is_symlink():
        return 0
    found = [_measured(path) for path in place.iterdir() if path.is_dir() and not path.is_symlink()]
    deleted = 0
    for one in superfluous(found, current, runs=runs, megabytes=megabytes, now=time.time()):
        shutil.rmtree(one.path, ignore_errors=True)
        deleted += not one.path.exists()
    return deleted


def superfluous(found: Iterable[KeptRun], current: str, *, runs: int, megabytes: float, now: float) -> list[KeptRun]:
    """Return the runs to delete: the newest ones stay, as far as number and size allow.

    Args:
        found: All runs.
        current: Id of the current run.
        runs: Number of runs that are kept.
        megabytes: Millions of bytes that are kept.
        now: Seconds since the epoch.
    """
    known = [one for one in found if PART.fullmatch(one.path.name)]
    kept, size, out = 0, 0, []
    for one in sorted(known, key=lambda one: (one.path.name != current, -one.changed)):
        stays = one.path.name == current or now - one.changed <= FRESH
        if stays or (kept < runs and size + one.size <= megabytes * 1e6):
            kept, size = kept + 1, size + one.size
        else:
            out.append(one)
    return out


def _measured(path: Path) -> KeptRun:
    changed, size = 0.0, 0
    for one in (path, *path.rglob("*")):
        with suppress(OSError):
            info = one.lstat()
            changed = max(changed, info.st_mtime)
            size += info.st_size
    return KeptRun(path, changed, size)
