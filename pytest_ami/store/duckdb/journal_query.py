"""Answers a query without the store's database: from the journals, if it cannot be opened now, or from a few facts.

`empty` and `scratch` are databases in memory with the same tables and views.

The views are those of the database, so they say what it would say. Must never change a journal or a database.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_ami.store.facts import encode
from pytest_ami.store.journal import journals, parsed, pieces

from . import schema
from .absorb import insert
from .database import CONFIG, rows
from .errors import store_error
from .fact_table import insert_rows
from .version_index import build_index

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    import duckdb

    from pytest_ami.store.facts import Fact


def empty() -> duckdb.DuckDBPyConnection:
    """Return a database in memory that has all tables and views, and no fact."""
    import duckdb

    connection = duckdb.connect(":memory:", config=CONFIG)
    schema.migrate(connection)
    return connection


def scratch(folder: Path) -> duckdb.DuckDBPyConnection:
    """Return a database in memory that holds all facts of the journals of ``folder``.

    Raises:
        StoreError: A journal cannot be read.
    """
    connection = empty()
    try:
        for path in journals(folder, absorbed=True).values():
            for found in pieces(path):
                if found.lines:
                    insert_rows(connection, found.lines)
        build_index(connection)
    except OSError as error:
        connection.close()
        raise store_error(folder, error) from error
    return connection


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
    return _rows(scratch(folder), news, sql, database)


def query_facts(facts: Iterable[Fact], sql: str, database: Path) -> list[dict[str, Any]]:
    """Return the rows of a query over these facts alone.

    Args:
        facts: The facts.
        sql: One statement of DuckDB's SQL.
        database: The database whose views the query names, for the message.

    Raises:
        StoreError: DuckDB refuses the query.
    """
    return _rows(empty(), facts, sql, database)


def _rows(
    connection: duckdb.DuckDBPyConnection, more: Iterable[Fact], sql: str, database: Path
) -> list[dict[str, Any]]:
    import duckdb

    try:
        insert(connection, parsed(b"".join(encode(fact) for fact in more)))
        return rows(connection, sql)
    except duckdb.Error as error:
        raise store_error(database, error) from error
    finally:
        connection.close()
