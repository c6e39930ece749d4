"""A new store as a copy of an empty one: to make all tables and views anew takes a tenth of a second of a CPU.

Only a file that does not exist yet is a copy, and only in this process. Migrations, stores in memory and stores of
other processes are made as always.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest import mock

from pytest_ami.store.duckdb import schema
from pytest_ami.store.duckdb.database import CONFIG, Database


@contextmanager
def copied_stores(folder: Path) -> Iterator[None]:
    """Let each new store of this process begin as a copy of the empty one, which the first of them makes in ``folder``."""
    blank = folder / "blank.duckdb"
    connect = Database._connect

    def connected(database: Database, *, read_only: bool) -> Any:
        if not read_only and not os.path.lexists(database.path):
            if not blank.exists():
                _make(blank)
            with suppress(OSError):  # what forbids a copy forbids a new file, and the product says so
                shutil.copyfile(blank, database.path)
        return connect(database, read_only=read_only)

    with mock.patch.object(Database, "_connect", connected):
        yield


def _make(blank: Path) -> None:
    """Make an empty store; its name tells that it is whole."""
    import duckdb

    begun = blank.with_suffix(".begun")
    connection = duckdb.connect(str(begun), config=CONFIG)
    try:
        schema.migrate(connection)
        connection.execute("CHECKPOINT")
    finally:
        connection.close()
    begun.rename(blank)
