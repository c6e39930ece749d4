"""The table of facts: rows go in as the lines of a journal and come out as facts.

Rules of this module:

* A row is added once and never changed (DESIGN law 5). The table has been the same in every schema so far.
* The database parses the lines. If it refuses one line, the whole statement fails.

It knows the columns of one table. It must never open a database, or know what a fact means.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pytest_ami.store.facts import Fact

if TYPE_CHECKING:
    import duckdb

FACT_TABLE = """
CREATE TABLE facts (
    id VARCHAR PRIMARY KEY,
    kind VARCHAR NOT NULL,
    happened TIMESTAMP,
    run VARCHAR NOT NULL,
    worker VARCHAR NOT NULL,
    test VARCHAR NOT NULL,
    attempt INTEGER NOT NULL,
    task VARCHAR NOT NULL,
    workflow VARCHAR NOT NULL,
    data JSON NOT NULL
);
"""
_SHAPE = (
    '{"kind":"VARCHAR","id":"VARCHAR","at":"VARCHAR","run":"VARCHAR","worker":"VARCHAR","test":"VARCHAR",'
    '"attempt":"INTEGER","task":"VARCHAR","workflow":"VARCHAR","data":"JSON"}'
)
_INSERT = f"""
INSERT OR IGNORE INTO facts
SELECT f.id, f.kind, try_cast(f['at'] AS TIMESTAMP), coalesce(f.run, ''), coalesce(f.worker, ''),
       coalesce(f.test, ''), coalesce(f.attempt, 1), coalesce(f.task, ''), coalesce(f.workflow, ''),
       coalesce(f.data, '{{}}'::JSON)
FROM (
    SELECT from_json(line, '{_SHAPE}') AS f FROM (SELECT unnest(?::VARCHAR[]) AS line) WHERE json_valid(line)
)
"""  # noqa: S608  (the shape is ours)
_SELECT = """
SELECT id, kind, coalesce(strftime(happened, '%Y-%m-%dT%H:%M:%S.%gZ'), '1970-01-01T00:00:00.000Z') AS "at",
       run, worker, test, attempt, task, workflow, data
FROM facts
"""
_COLUMNS = ("id", "kind", "at", "run", "worker", "test", "attempt", "task", "workflow", "data")
_PIECE = 20_000
"""Number of rows that are fetched at a time."""


def insert_rows(connection: duckdb.DuckDBPyConnection, lines: Sequence[bytes]) -> None:
    """Insert facts by their lines; facts that are already there stay unchanged."""
    connection.execute(_INSERT, [[line.decode() for line in lines]])


def select(
    connection: duckdb.DuckDBPyConnection, condition: str = "true", values: Sequence[object] = ()
) -> Iterator[list[Fact]]:
    """Yield the facts that fulfil a condition, in pieces. Run no other query on the connection until the last piece.

    Args:
        connection: An open database.
        condition: The SQL after ``WHERE``.
        values: The parameters of the condition.
    """
    result = connection.execute(f"{_SELECT} WHERE {condition}", list(values))
    while rows := result.fetchmany(_PIECE):
        mappings = (dict(zip(_COLUMNS, row, strict=True)) for row in rows)
        yield [Fact(**{**row, "data": json.loads(row["data"])}) for row in mappings]
