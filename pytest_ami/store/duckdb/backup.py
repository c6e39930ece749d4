"""Backups of the database before a migration: files beside it, named by schema and time; the last few are kept.

Rules of this module:

* A backup is complete or absent: it is written under a temporary name first.
* During a copy, no process may have the database open, and no write-ahead log may exist. The caller holds the
  database's lock and has closed the database.

It knows files. It must never know DuckDB, or what a migration does.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from datetime import datetime, timezone
from pathlib import Path

KEPT = 3
"""Number of backups to keep."""


def keep(path: Path, schema: int) -> Path:
    """Copy a database before its migration, remove the oldest backups beyond ``KEPT``, and return the copy.

    Args:
        path: The database.
        schema: Its present schema.

    Raises:
        OSError: It cannot be copied; no partial copy is left behind.
    """
    stamp = datetime.now(timezone.utc).strftime("%Y%m%dT%H%M%S%f")
    target = path.with_name(f"{path.name}.v{schema}-{stamp}")
    part = target.with_name(f"{target.name}.part")
    try:
        shutil.copyfile(path, part)
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(target)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    for old in backups(path)[:-KEPT]:
        with suppress(OSError):  # no permission to remove it
            old.unlink()
    return target


def backups(path: Path) -> list[Path]:
    """Return the backups of a database, oldest first."""
    found = path.parent.glob(f"{path.name}.v*-*")
    return sorted((one for one in found if one.suffix != ".part"), key=lambda one: one.name.rpartition("-")[2])
