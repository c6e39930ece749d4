"""Backups of the database before it is migrated: files beside it, named by schema and time, the last few kept.

Rules of this module:

* A backup is whole or not there: it is written under another name first.
* Nobody may have the database open meanwhile, nor may its log be there; the database's lock sees to both.

It knows files. It must never know DuckDB, or what a migration does.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from datetime import datetime, timezone
from pathlib import Path

KEPT = 3
"""Backups that are kept."""


def keep(path: Path, schema: int) -> Path:
    """Copy a database that is about to be migrated, and remove backups beyond the last ones; return the copy.

    Args:
        path: The database.
        schema: The schema that it has.

    Raises:
        OSError: It cannot be copied; nothing is left behind.
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
        with suppress(OSError):  # not ours to remove
            old.unlink()
    return target


def backups(path: Path) -> list[Path]:
    """Return the backups of a database, oldest first."""
    found = path.parent.glob(f"{path.name}.v*-*")
    return sorted((one for one in found if one.suffix != ".part"), key=lambda one: one.name.rpartition("-")[2])
