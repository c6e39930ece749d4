"""The shared log of facts in Postgres: one table of facts, and one row about the log itself.

Rules of this module:

* Facts are added by INSERT and read by SELECT. No statement changes or removes one.
* Writers add facts one after the other, under an advisory lock of the transaction. So the order of ``position`` is
  the order of commits, and a reader never passes a fact that is not committed yet.
* A transaction has a limit of time on both sides. A server that stands still is the same as one that is away.
* Lines are bytes. So they come back unchanged, whatever the encoding of the database.
* No session state is used, so that a pool of connections may stand in between.
* A password comes from libpq's own sources: PGPASSWORD, PGPASSFILE, or a service file.

It knows psycopg and SQL. It must never know what a fact means.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Timer
from typing import TYPE_CHECKING, Any, NamedTuple

from pytest_ami.model.errors import ConfigurationError, StoreError

from .fact_log import BATCH, PATIENCE, FactLine

if TYPE_CHECKING:
    import psycopg

SCHEMA = 1
"""The schema of the two tables that this version reads and writes."""

_CONNECT = 5
"""Seconds that opening a connection may take."""

_CREATION_LOCK = 0x616D69
"""Number of the advisory lock that the creator of the tables holds."""

_TABLES = """
CREATE TABLE IF NOT EXISTS ami_log (
    identity uuid NOT NULL DEFAULT gen_random_uuid(), schema integer NOT NULL, package text NOT NULL,
    created timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE IF NOT EXISTS ami_facts (
    position bigint GENERATED ALWAYS AS IDENTITY UNIQUE, id uuid PRIMARY KEY, line bytea NOT NULL
);
"""
_INSERT = """
INSERT INTO ami_facts (id, line) SELECT * FROM unnest(%s::uuid[], %s::bytea[]) ON CONFLICT (id) DO NOTHING
"""
_MISSING = """
SELECT id::text FROM unnest(%s::uuid[]) AS asked (id)
WHERE NOT EXISTS (SELECT FROM ami_facts WHERE ami_facts.id = asked.id)
"""
_LINES = "SELECT id::text, line FROM ami_facts WHERE id = ANY(%s::uuid[]) ORDER BY position"
_AFTER = "SELECT id::text, position FROM ami_facts WHERE position > %s ORDER BY position LIMIT %s"
_RIGHTS = "SELECT has_table_privilege('ami_facts', 'SELECT'), has_table_privilege('ami_facts', 'INSERT')"


class LogHealth(NamedTuple):
    """The findings of a check of the log.

    Attributes:
        server: Version of Postgres, such as ``18.4``.
        schema: Schema of the tables; 0 if there are none yet.
        package: Version of pytest-ami that made them.
        readable: Whether this user may read facts.
        writable: Whether this user may add facts, or create the tables.
        facts: Number of facts, 0 if this user may not read them.
        ahead: Seconds by which the clock of the server is ahead of this machine's.
    """

    server: str
    schema: int
    package: str
    readable: bool
    writable: bool
    facts: int
    ahead: float


class PostgresLog:
    """A log of facts in a Postgres database.

    Args:
        address: A URL ``postgresql://...`` without a password.
        patience: Seconds that one transaction may take.
    """

    def __init__(self, address: str, *, patience: float = PATIENCE) -> None:
        self._address = address
        self._patience = patience
        self._connection: psycopg.Connection | None = None
        self._identity = ""

    def identity(self) -> str:
        """Return the id of the log; create its tables if there are none.

        Raises:
            StoreError: The server does not answer or refuses, or a newer pytest-ami made the tables.
        """
        if not self._identity:
            with self._transaction() as connection:
                self._identity = self._prepared(connection)
        return self._identity

    def end(self) -> int:
        """Return the position of the last fact, 0 if there is none.

        Raises:
            StoreError: The server does not answer or refuses.
        """
        self.identity()
        with self._transaction() as connection:
            return int(_row(connection, "SELECT coalesce(max(position), 0) FROM ami_facts")[0])

    def missing(self, ids: Sequence[str]) -> frozenset[str]:
        """Return those of the ids that are not in the log.

        Raises:
            StoreError: The server does not answer or refuses.
        """
        self.identity()
        with self._transaction() as connection:
            return frozenset(row[0] for row in connection.execute(_MISSING, [list(ids)]))

    def append(self, facts: Sequence[FactLine]) -> None:
        """Add all the facts or none; a fact that is there already stays unchanged.

        Raises:
            StoreError: The server does not answer or refuses.
        """
        self.identity()
        for start in range(0, len(facts), BATCH):
            batch = facts[start : start + BATCH]
            with self._transaction() as connection:
                connection.execute("SELECT pg_advisory_xact_lock('ami_facts'::regclass::oid::bigint)")
                connection.execute(_INSERT, [[fact.id for fact in batch], [fact.line for fact in batch]])

    def lines(self, ids: Sequence[str]) -> list[FactLine]:
        """Return the facts with these ids that are in the log, in the order of their arrival.

        Raises:
            StoreError: The server does not answer or refuses.
        """
        self.identity()
        with self._transaction() as connection, connection.cursor(binary=True) as cursor:
            return [FactLine(*row) for row in cursor.execute(_LINES, [list(ids)])]

    def after(self, position: int) -> tuple[list[str], int]:
        """Return the ids of the next facts behind a position, at most ``BATCH``, and the position of the last of them.

        Raises:
            StoreError: The server does not answer or refuses.
        """
        self.identity()
        with self._transaction() as connection:
            rows = connection.execute(_AFTER, [position, BATCH]).fetchall()
        return [row[0] for row in rows], rows[-1][1] if rows else position

    def health(self) -> LogHealth:
        """Look at the log and change nothing.

        Raises:
            StoreError: The server does not answer or refuses, or a newer pytest-ami made the tables.
        """
        with self._transaction() as connection:
            server, ahead, create = _row(
                connection,
                "SELECT current_setting('server_version'), extract(epoch FROM clock_timestamp())::float8 - %s, "
                "has_schema_privilege(current_schema(), 'CREATE')",
                [time.time()],
            )
            version = str(server).partition(" ")[0]
            found = _stored(connection)
            if found is None:
                return LogHealth(version, 0, "", readable=True, writable=create, facts=0, ahead=ahead)
            readable, writable = _row(connection, _RIGHTS)
            facts = _row(connection, "SELECT count(*) FROM ami_facts")[0] if readable else 0
            return LogHealth(version, found[1], found[2], readable, writable, facts, ahead)

    def close(self) -> None:
        """Close the connection; the next call opens it again."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _prepared(self, connection: psycopg.Connection) -> str:
        """Return the id of the log; create its tables first if there are none."""
        from pytest_ami import __version__

        found = _stored(connection)
        if found is None:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [_CREATION_LOCK])
            found = _stored(connection)  # another process may have been faster
        if found is None:
            connection.execute(_TABLES)
            connection.execute("INSERT INTO ami_log (schema, package) VALUES (%s, %s)", [SCHEMA, __version__])
            found = _stored(connection)
        return str(found[0]) if found else ""

    @contextmanager
    def _transaction(self) -> Iterator[psycopg.Connection]:
        psycopg = _driver()
        try:
            connection = self._opened()
            alarm = Timer(self._patience + 1, _cut, [connection])
            alarm.daemon = True
            alarm.start()
            try:
                with connection.transaction():
                    limit = f"{max(1, round(self._patience * 1000))}ms"
                    connection.execute("SELECT set_config('statement_timeout', %s, true)", [limit])
                    yield connection
            finally:
                alarm.cancel()
        except psycopg.Error as error:
            self.close()
            raise _refusal(self._address, error) from error
        except BaseException:
            self.close()
            raise

    def _opened(self) -> psycopg.Connection:
        if self._connection is None or self._connection.closed:
            self._connection = _driver().connect(
                self._address,
                autocommit=True,
                prepare_threshold=None,
                connect_timeout=_CONNECT,
                application_name="pytest-ami",
            )
        return self._connection


def _driver() -> Any:
    try:
        import psycopg
    except ImportError as error:
        raise ConfigurationError(
            "ami_store needs a package that is not installed",
            why="The shared store is a Postgres database, and its driver is an extra.",
            evidence=[f"missing: psycopg ({error})"],
            run='pip install "pytest-ami[postgres]"',
        ) from None
    return psycopg


def _cut(connection: psycopg.Connection) -> None:
    """Cut the line of a connection whose server stands still; the waiting call fails at once."""
    with suppress(Exception), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)


def _row(connection: psycopg.Connection, sql: str, values: Sequence[object] = ()) -> tuple[Any, ...]:
    return connection.execute(sql.encode(), values).fetchone() or ()


def _stored(connection: psycopg.Connection) -> tuple[str, int, str] | None:
    """Return id, schema and package of the log, or None if there is none.

    Raises:
        StoreError: A newer pytest-ami made it.
    """
    if _row(connection, "SELECT to_regclass('ami_log'), to_regclass('ami_facts')") == (None, None):
        return None
    row = _row(connection, "SELECT identity::text, schema, package FROM ami_log ORDER BY schema DESC LIMIT 1")
    if not row:
        return None
    identity, schema, package = row
    if schema > SCHEMA:
        raise StoreError(
            "The shared store was made by a newer pytest-ami",
            why=f"It has schema {schema}; this version reads schema {SCHEMA}. Nothing was changed.",
            evidence=[f"made by pytest-ami {package}"],
            run=f"pip install 'pytest-ami>={package}'",
        )
    return str(identity), int(schema), str(package)


def _refusal(address: str, error: Exception) -> StoreError:
    """Return the error of the server in our form."""
    import psycopg

    text = next(iter(str(error).strip().splitlines()), "") or type(error).__name__
    if isinstance(error, psycopg.errors.InsufficientPrivilege):
        why = "Its user needs SELECT and INSERT on the tables, and CREATE on the schema if there are no tables yet."
    elif isinstance(error, psycopg.OperationalError):
        why = "It is away, does not answer in time, or refuses the user. The password comes from PGPASSWORD."
    else:
        why = "It refused a statement."
    return StoreError("The shared store could not be used", why=why, evidence=[address, text], run="ami doctor")
