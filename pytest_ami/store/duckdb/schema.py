"""The schema of ``workflows.duckdb``: two tables that are kept, and tables and views that are derived from them.

Rules of this module:

* The tables ``facts`` and ``journals`` are kept. Rows are added to them; only a migration step changes their columns.
* All other tables and all views are derived (DESIGN law 5). A migration drops them and rebuilds them from the facts.
  So only a change of the two kept tables needs a step, and a store of any earlier schema can be migrated.
* A step is a function. Once released it is never edited. A migration is one transaction.
* If a store has a newer schema, this version refuses it, names the version to install, and changes nothing.
* No DuckDB extension is used except the built-in one (json).

Schemas 1 to 9 were never released. Their two kept tables were the same as now.

The column for the time of a fact is called ``happened``, because ``at`` is a reserved word in DuckDB. The arrow
operators of JSON are not used: DuckDB 1.4 parses ``data->>'$.status' IN (...)`` as an arrow to the result of ``IN``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from pytest_ami.model.errors import StoreError
from pytest_ami.store.facts import now

from .fact_table import FACT_TABLE
from .knowledge_views import COLD_VIEWS, FORGET_VIEWS, KNOWLEDGE_VIEWS
from .lifecycle_views import LIFECYCLE_VIEWS
from .memory_views import MEMORY_VIEWS
from .model_views import MODEL_VIEWS
from .review_views import REVIEW_VIEWS
from .version_index import INDEX, build_index

if TYPE_CHECKING:
    import duckdb

SCHEMA = 11
"""The schema that this version reads and writes."""

STEPS: Mapping[int, Callable[[duckdb.DuckDBPyConnection], None]] = {}
"""Migration steps of the kept tables, each by the schema that it leads to; none so far."""

_VERSIONS = """
CREATE TABLE IF NOT EXISTS schema_version (
    version INTEGER PRIMARY KEY,
    package VARCHAR NOT NULL,
    happened TIMESTAMP NOT NULL
);
"""
_JOURNALS = """
CREATE TABLE journals (
    file VARCHAR PRIMARY KEY,
    absorbed BIGINT NOT NULL,
    size BIGINT NOT NULL,
    finished BOOLEAN NOT NULL,
    skipped BIGINT NOT NULL,
    newer BIGINT NOT NULL,
    reader INTEGER NOT NULL
);
"""
_KEPT = FACT_TABLE + _JOURNALS
_MEMORY = FORGET_VIEWS + MEMORY_VIEWS + COLD_VIEWS
_DERIVED = INDEX + LIFECYCLE_VIEWS + MODEL_VIEWS + _MEMORY + REVIEW_VIEWS + KNOWLEDGE_VIEWS
_OBSOLETE = """
SELECT 'VIEW', view_name FROM duckdb_views() WHERE NOT internal AND schema_name = current_schema()
UNION ALL
SELECT 'TABLE', table_name FROM duckdb_tables()
WHERE schema_name = current_schema() AND table_name NOT IN ('facts', 'journals', 'schema_version')
"""
_NEWEST = "SELECT version, package FROM schema_version ORDER BY version DESC LIMIT 1"


def filled(connection: duckdb.DuckDBPyConnection) -> bool:
    """Return whether an open database holds facts; a process that is killed before its first commit leaves none."""
    return bool(stored(connection)) and connection.execute("SELECT 1 FROM facts LIMIT 1").fetchone() is not None


def stored(connection: duckdb.DuckDBPyConnection) -> int:
    """Return the schema of an open database, 0 if it is empty.

    Raises:
        StoreError: The schema is newer than this version of the plugin; the message names the version to install.
    """
    import duckdb

    try:
        row = connection.execute(_NEWEST).fetchone()
    except duckdb.CatalogException:  # no such table; a query of the catalogue first would cost 5 ms every time
        return 0
    if not row:
        return 0
    version, package = row
    if version > SCHEMA:
        raise StoreError(
            "The workflow store was written by a newer pytest-ami",
            why=f"It has schema {version}; this version reads schema {SCHEMA}. Nothing was changed.",
            evidence=[f"written by pytest-ami {package}"],
            run=f"pip install 'pytest-ami>={package}'",
        )
    return int(version)


def migrate(connection: duckdb.DuckDBPyConnection) -> None:
    """Migrate an open database to ``SCHEMA`` in one transaction; do nothing if it has this schema already.

    Raises:
        StoreError: The schema is newer than this version of the plugin.
    """
    from pytest_ami import __version__

    version = stored(connection)
    if version == SCHEMA:
        return
    connection.execute("BEGIN")
    try:
        connection.execute(_VERSIONS)
        if version:
            _drop_derived(connection)
            for _, step in sorted((number, step) for number, step in STEPS.items() if number > version):
                step(connection)
        else:
            connection.execute(_KEPT)
        connection.execute(_DERIVED)
        build_index(connection)
        connection.execute("INSERT INTO schema_version VALUES (?, ?, ?::TIMESTAMP)", [SCHEMA, __version__, now()])
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _drop_derived(connection: duckdb.DuckDBPyConnection) -> None:
    for kind, name in connection.execute(_OBSOLETE).fetchall():
        connection.execute(f'DROP {kind} "{name}"')
