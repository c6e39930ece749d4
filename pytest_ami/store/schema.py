"""Tables, views and migrations of ``workflows.duckdb``.

Rules of this module:

* Facts are a table that is only ever added to; everything we know is a view over it (DESIGN law 5).
* A migration is a function; once released it is never edited. Migrations run in one transaction, in order.
* A store from a newer schema is refused by name, never touched.
* No DuckDB extension is used beyond what is linked in (json).

``current`` and ``store.lineage`` say the same thing in two languages: which version of a task would run. The
state machines in tests/store compare them; change them together. The second migration is in ``lifecycle_views``.

The column of a fact's time is called ``happened``, because ``at`` is a reserved word in DuckDB. The arrows of
JSON are not used: DuckDB 1.4 reads ``data->>'$.status' IN (...)`` as an arrow to the result of ``IN``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pytest_ami.model.errors import StoreError

from .branch_views import FIFTH
from .facts import now
from .heads import HEADS
from .lifecycle_views import SECOND
from .model_views import THIRD

if TYPE_CHECKING:
    import duckdb

_TABLES = """
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

_VIEWS = """
CREATE VIEW versions AS
SELECT
    workflow AS id,
    task,
    coalesce(try_cast(json_extract_string(data, '$.workflow.version') AS INTEGER), 0) AS version,
    json_extract(data, '$.workflow') AS content,
    coalesce(json_extract_string(data, '$.workflow.provenance.author'), '') AS author,
    coalesce(json_extract_string(data, '$.workflow.provenance.reason'), '') AS reason,
    happened AS created,
    coalesce(json_extract_string(data, '$.workflow.provenance.parent'), '') AS parent,
    run,
    test,
    id AS fact
FROM facts
WHERE kind = 'version' AND workflow <> '' AND task <> ''
QUALIFY row_number() OVER (PARTITION BY workflow ORDER BY id) = 1;

CREATE VIEW statuses AS
SELECT
    v.id AS workflow,
    v.task,
    v.version,
    coalesce(json_extract_string(s.data, '$.status'), 'candidate') AS status,
    coalesce(json_extract_string(s.data, '$.reason'), '') AS reason,
    json_extract(s.data, '$.evidence') AS evidence,
    coalesce(s.happened, v.created) AS since,
    s.run AS run,
    s.test AS test,
    s.id AS fact
FROM versions v
LEFT JOIN (
    SELECT * FROM facts
    WHERE kind = 'status'
      AND json_extract_string(data, '$.status')
          IN ('candidate', 'active', 'possibly_stale', 'superseded', 'retired')
    QUALIFY row_number() OVER (PARTITION BY workflow ORDER BY id DESC) = 1
) s ON s.workflow = v.id;

CREATE VIEW current AS
SELECT v.task, v.id, v.version, s.status, s.reason AS status_reason, s.since, v.author, v.reason, v.created,
       v.parent, v.content
FROM versions v JOIN statuses s ON s.workflow = v.id
WHERE s.status IN ('candidate', 'active', 'possibly_stale')
QUALIFY row_number() OVER (
    PARTITION BY v.task ORDER BY s.status = 'active' DESC, v.version DESC, v.id DESC
) = 1;

CREATE VIEW success AS
WITH runs AS (
    SELECT *,
        json_extract_string(data, '$.outcome') AS outcome,
        coalesce(
            try_cast(json_extract_string(data, '$.passed') AS BOOLEAN),
            coalesce(json_extract_string(data, '$.outcome'), '')
                IN ('replayed', 'healed', 'relearned', 'learned')
        ) AS green
    FROM facts WHERE kind = 'test_finished' AND workflow <> ''
)
SELECT
    task,
    workflow,
    count(*) AS runs,
    count(*) FILTER (green) AS greens,
    count(*) FILTER (green) / count(*) AS rate,
    count(*) FILTER (outcome = 'healed') AS healed,
    count(*) FILTER (outcome = 'stale') AS stale,
    median(try_cast(json_extract_string(data, '$.seconds') AS DOUBLE)) AS median_seconds,
    max(happened) AS last_run,
    max(happened) FILTER (green) AS last_green
FROM runs GROUP BY task, workflow;

CREATE VIEW drifts AS
SELECT
    id AS fact, happened, run, worker, test, attempt, task, workflow,
    try_cast(json_extract_string(data, '$.step') AS INTEGER) AS step,
    json_extract_string(data, '$.cause') AS cause,
    json_extract_string(data, '$.title') AS title,
    json_extract(data, '$.evidence') AS evidence,
    coalesce(json_extract_string(data, '$.old_xpath'), '') AS old_xpath,
    coalesce(json_extract_string(data, '$.new_xpath'), '') AS new_xpath
FROM facts WHERE kind = 'drift';

CREATE VIEW model_calls AS
SELECT
    id AS fact, happened, run, worker, test, attempt, task, workflow,
    json_extract_string(data, '$.model') AS model,
    json_extract_string(data, '$.purpose') AS purpose,
    try_cast(json_extract_string(data, '$.seconds') AS DOUBLE) AS seconds,
    try_cast(json_extract_string(data, '$.tokens') AS BIGINT) AS tokens
FROM facts WHERE kind = 'model_call';
"""


_MEMORY = """
CREATE VIEW memory_pages AS
SELECT
    json_extract_string(visit, '$.id') AS page,
    json_extract_string(visit, '$.state') AS state,
    json_extract_string(visit, '$.domain') AS domain,
    arg_max(json_extract_string(visit, '$.url'), fact) AS url,
    arg_max(json_extract_string(visit, '$.host'), fact) AS host,
    arg_max(json_extract_string(visit, '$.route'), fact) AS route,
    count(DISTINCT fact) AS sessions,
    min(happened) AS first_seen,
    max(happened) AS last_seen
FROM (
    SELECT id AS fact, happened, unnest(CAST(json_extract(data, '$.visits') AS JSON[])) AS visit
    FROM facts WHERE kind = 'memory_session'
) GROUP BY ALL;

CREATE VIEW memory_actions AS
SELECT
    json_extract_string(passage, '$.id') AS action,
    json_extract_string(passage, '$.source') AS source,
    json_extract_string(passage, '$.target') AS target,
    any_value(json_extract(passage, '$.trigger')) AS trigger_element,
    count(DISTINCT fact) AS sessions,
    min(happened) AS first_seen,
    max(happened) AS last_seen
FROM (
    SELECT id AS fact, happened, unnest(CAST(json_extract(data, '$.passages') AS JSON[])) AS passage
    FROM facts WHERE kind = 'memory_session'
) GROUP BY ALL;

CREATE VIEW memory_sequences AS
WITH pruned AS (
    SELECT json_extract_string(one, '$') AS sequence, max(fact) AS fact
    FROM (
        SELECT id AS fact, unnest(CAST(json_extract(data, '$.ids') AS JSON[])) AS one
        FROM facts WHERE kind = 'memory_pruned'
    ) GROUP BY ALL
), done AS (
    SELECT
        id AS fact, happened, task,
        coalesce(try_cast(json_extract_string(data, '$.success') AS BOOLEAN), true) AS success,
        unnest(CAST(json_extract(data, '$.stretches') AS JSON[])) AS stretch
    FROM facts WHERE kind = 'memory_session'
)
SELECT
    json_extract_string(stretch, '$.id') AS sequence,
    json_extract_string(stretch, '$.state') AS state,
    any_value(json_extract(stretch, '$.intents')) AS intents,
    count(DISTINCT d.fact) AS uses,
    count(DISTINCT d.fact) FILTER (success) AS successes,
    mode(task) AS task,
    min(happened) AS first_seen,
    max(happened) AS last_seen
FROM done d LEFT JOIN pruned p ON p.sequence = json_extract_string(stretch, '$.id')
WHERE p.fact IS NULL OR d.fact > p.fact
GROUP BY ALL;

CREATE VIEW memory_phrases AS
SELECT
    json_extract_string(data, '$.id') AS phrase,
    arg_max(task, id) AS task,
    arg_max(json_extract_string(data, '$.text'), id) AS text,
    count(*) AS times,
    min(happened) AS first_seen,
    max(happened) AS last_seen
FROM facts WHERE kind = 'memory_phrase' GROUP BY ALL;
"""


_NEWEST = "SELECT version, package FROM schema_version ORDER BY version DESC LIMIT 1"


def _first(connection: duckdb.DuckDBPyConnection) -> None:
    connection.execute(_TABLES)
    connection.execute(_VIEWS)
    connection.execute(_MEMORY)


def _second(connection: duckdb.DuckDBPyConnection) -> None:
    connection.execute(SECOND)


def _third(connection: duckdb.DuckDBPyConnection) -> None:
    connection.execute(THIRD)


def _with_heads(connection: duckdb.DuckDBPyConnection) -> None:
    connection.execute(HEADS)


def _with_branches(connection: duckdb.DuckDBPyConnection) -> None:
    connection.execute(FIFTH)


MIGRATIONS: tuple[Callable[[duckdb.DuckDBPyConnection], None], ...] = (
    _first,
    _second,
    _third,
    _with_heads,
    _with_branches,
)
"""What brings a store from schema n to n + 1, by n."""

SCHEMA = len(MIGRATIONS)
"""The schema this version reads and writes."""


def stored(connection: duckdb.DuckDBPyConnection) -> int:
    """Return the schema of an open database, 0 for one that holds nothing yet.

    Raises:
        StoreError: It is newer than this version of the plugin; the message says what to install.
    """
    import duckdb

    try:
        row = connection.execute(_NEWEST).fetchone()
    except duckdb.CatalogException:  # no such table; asking the catalogue first takes 5 ms more, every time
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
    """Bring an open database to ``SCHEMA`` in one transaction; do nothing if it is there.

    Raises:
        StoreError: It is newer than this version of the plugin.
    """
    from pytest_ami import __version__

    version = stored(connection)
    if version == SCHEMA:
        return
    connection.execute("BEGIN")
    try:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS schema_version"
            " (version INTEGER PRIMARY KEY, package VARCHAR NOT NULL, happened TIMESTAMP NOT NULL)"
        )
        for number, migration in enumerate(MIGRATIONS[version:], start=version + 1):
            migration(connection)
            connection.execute("INSERT INTO schema_version VALUES (?, ?, ?::TIMESTAMP)", [number, __version__, now()])
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
