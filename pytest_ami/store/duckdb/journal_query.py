"""Answers a query from the journals alone, for a store whose database cannot be opened now.

Must never change a journal or a database.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_ami.store.facts import encode
from pytest_ami.store.journal import parsed

from .absorb import insert
from .database import rows, scratch
from .errors import store_error

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from pytest_ami.store.facts import Fact


def query_journals(folder: Path, news: Iterable[Fact], sql: str, database: Path) -> list[dict[str, Any]]:
    """Return the rows of a query over the facts of all journals.

    Args:
        folder: The ``.ami`` folder.
        news: Facts that no journal of the folder holds.
        sql: One statement of DuckDB's SQL.
        database: The database that was asked first, for the message.

    Raises:
        StoreError: A journal cannot be read, or DuckDB refuses the query.
    """
    import duckdb

    connection = scratch(folder)
    try:
        insert(connection, parsed(b"".join(encode(fact) for fact in news)))
        return rows(connection, sql)
    except duckdb.Error as error:
        raise store_error(database, error) from error
    finally:
        connection.close()
