"""Stores as earlier versions left them: for the tests of migrations, and for killing one.

`fixtures/stores/schema-<n>.duckdb.gz` is a store of each earlier schema with the facts of `facts.jsonl`. It is never
made anew: it stands for the stores of users.
"""

from __future__ import annotations

import gzip
import re
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import duckdb

from pytest_ami.store.duckdb.fact_table import insert_rows

FIXTURES = Path(__file__).parents[2] / "fixtures" / "stores"
EARLIER = tuple(sorted(int(re.findall(r"\d+", path.name)[0]) for path in FIXTURES.glob("schema-*.duckdb.gz")))
"""The earlier schemas of which there is a store."""

_ARROWS = "SET lambda_syntax = 'ENABLE_SINGLE_ARROW'"
"""DuckDB writes a lambda function of a view in its old form, and reads that form only if it is told to."""

_LAYOUT = "SELECT sql FROM duckdb_tables() UNION ALL SELECT sql FROM duckdb_views() WHERE NOT internal"


def unpack(number: int, path: Path) -> None:
    """Write the store of an earlier schema to a file."""
    path.write_bytes(gzip.decompress((FIXTURES / f"schema-{number}.duckdb.gz").read_bytes()))


def build(path: Path, number: int, lines: Sequence[bytes]) -> None:
    """Write a store of schema ``number`` that holds the facts of these lines, and no others.

    Args:
        path: The database to make.
        number: The schema.
        lines: Facts, as they stand in a journal.
    """
    unpack(number, path)
    with duckdb.connect(str(path)) as connection:
        names = [name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()]
        for name in {*names} - {"schema_version"}:
            connection.execute(f"TRUNCATE {name}")
        insert_rows(connection, lines)


def lay_out(connection: duckdb.DuckDBPyConnection, number: int) -> None:
    """Make the empty tables and the views of an earlier schema."""
    connection.execute(_ARROWS)
    for statement in _layout(number):
        connection.execute(statement)
    connection.execute("INSERT INTO schema_version VALUES (?, '0.1.0', now()::TIMESTAMP)", [number])


@cache
def _layout(number: int) -> tuple[str, ...]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "workflows.duckdb"
        unpack(number, path)
        with duckdb.connect(str(path), read_only=True) as connection:
            return tuple(_in_order([sql for (sql,) in connection.execute(_LAYOUT).fetchall()]))


def _in_order(statements: list[str]) -> Iterator[str]:
    """Yield statements so that each view comes after what it is made of."""
    with duckdb.connect() as connection:
        connection.execute(_ARROWS)
        while statements:
            sql = statements.pop(0)
            try:
                connection.execute(sql)
            except duckdb.CatalogException:
                statements.append(sql)
            else:
                yield sql
