"""Reads what is absorbed already, while a test runs: nothing is absorbed, migrated or written.

It knows the database. It must never know a journal: facts of runs that nothing has absorbed yet are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .duckdb import schema
from .duckdb.database import Database, rows

if TYPE_CHECKING:
    from pathlib import Path

PATIENCE = 1.0
"""Seconds to wait for another process that holds the database: what is asked is of use, and never needed."""


def recall(folder: Path, sql: str) -> list[dict[str, Any]]:
    """Return the rows of a query over absorbed facts; none before the first absorb, or while a migration is due.

    Args:
        folder: The ``.ami`` folder.
        sql: One statement of DuckDB's SQL.

    Raises:
        StoreError: The database cannot be read, or DuckDB refuses the query.
    """
    answer = Database(folder, patience=PATIENCE, readonly=True).look(
        lambda connection: rows(connection, sql) if schema.stored(connection) == schema.SCHEMA else []
    )
    return answer or []
