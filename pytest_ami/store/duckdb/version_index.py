"""The version index: the outcome of the version fold, and the position of the content of each version.

Rules of this module:

* ``store.version_fold`` decides. This index stores its outcome, so that neither a starting run nor a query folds again.
* ``heads`` has one row for each version fact, without its content. Contents are large, and a run needs few of them. A
  content is read from the line of its fact when it is needed.
* ``status_index`` has one row for each version and branch: the summary of its status facts.
* ``lifecycle`` has one row for each version: its status, as seen on the default branch without steering files, and the
  verdict because of which it must not run. So a run reads verdicts only if a task that has some changes.
* The index is written in the transaction that inserts the facts. A migration rebuilds it from the facts.
* If the line at a position is no longer the fact, that is not a fault: the content is in the database as well.

It knows the facts that the fold reads as rows, and lines of journals. It must never know why a version runs.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pytest_ami.model.workflow import Status
from pytest_ami.store.facts import Fact, Kind, decode
from pytest_ami.store.fold.mark_fold import FoldedFacts, MarkFold, MarkSource
from pytest_ami.store.fold.records import StatusRecord, Version, content_of, version_of
from pytest_ami.store.journal import JOURNALS
from pytest_ami.store.regular_files import open_regular
from pytest_ami.store.version_fold import Lineages

from .fact_table import select

if TYPE_CHECKING:
    import duckdb

_TABLES = {
    "heads": "fact VARCHAR, workflow VARCHAR, task VARCHAR, version INTEGER, parent VARCHAR, branch VARCHAR,"
    " file VARCHAR, start BIGINT, length BIGINT",
    "status_index": "workflow VARCHAR, branch VARCHAR, fact VARCHAR, status VARCHAR, reason VARCHAR, proven BOOLEAN,"
    " adopted BOOLEAN",
    "lifecycle": "workflow VARCHAR, task VARCHAR, branch VARCHAR, fact VARCHAR, status VARCHAR, proven BOOLEAN,"
    " adopted BOOLEAN, runs BOOLEAN, marked VARCHAR, released VARCHAR",
}
_KEYS = {"heads": "fact", "status_index": "workflow, branch", "lifecycle": "workflow"}
INDEX = "".join(
    f"CREATE TABLE {table} ({columns.replace(',', ' NOT NULL,')} NOT NULL, PRIMARY KEY ({_KEYS[table]}));\n"
    for table, columns in _TABLES.items()
)
"""The statements that create the tables."""

_MOVES = """
SELECT workflow, max(id) AS fact, arg_max(json_extract_string(data, '$.moved') = 'true', id) AS moved
FROM facts WHERE kind = 'identity' GROUP BY workflow
"""
_RELATED = """
SELECT workflow FROM heads
WHERE list_contains($tasks::VARCHAR[], task)
   OR task IN (SELECT task FROM heads WHERE workflow IN (SELECT unnest($workflows::VARCHAR[])))
UNION SELECT unnest($workflows::VARCHAR[])
"""
_MARKED = "SELECT workflow, marked, released FROM lifecycle WHERE marked <> '' OR released <> ''"
_JUDGED = "SELECT DISTINCT task FROM facts WHERE kind = 'verdict'"
_AWAITED = """
SELECT DISTINCT json_extract_string(data, '$.session') AS session, task FROM facts
WHERE kind = 'verdict' AND json_extract_string(data, '$.place[0]') IS NULL AND session IS NOT NULL
"""
"""Sessions and tasks of the verdicts that do not tell the place of their step: the version of their session does."""

_SESSIONS = (
    "kind = 'test_finished' AND"
    " list_contains(?::VARCHAR[], coalesce(nullif(json_extract_string(data, '$.session'), ''), id))"
)
_CONTENT = "SELECT json_extract(data, '$.workflow') FROM facts WHERE id = ?"
_PAGE = 10_000
DECISIVE = frozenset({Kind.VERSION.value, Kind.STATUS.value, Kind.VERDICT.value})
"""The kinds of facts that the fold reads. It looks up the ends of sessions when a verdict refers to them."""

_STATUS = {status.value: status for status in Status}


class JournalPosition(NamedTuple):
    """The position of the line of a fact.

    Attributes:
        file: Name of the journal, see ``journals``; empty if it is not known.
        start: Offset of the line, bytes.
        length: Length of the line, bytes.
    """

    file: str = ""
    start: int = 0
    length: int = 0


class IndexRows(NamedTuple):
    """Rows that were read from a database. The caller folds them after it has released the database.

    Attributes:
        heads: Rows of ``heads``.
        statuses: Rows of ``status_index``.
        moves: For each version: its id, the id of its latest identity fact, and whether that fact says that it moved.
        marked: For each version that a mark touches or has touched: its id, the fact of the mark, and that of its
            withdrawal.
        judged: The tasks with verdicts.
        awaited: Sessions and tasks of verdicts that do not tell the place of their step.
        facts: All facts that the fold reads, if the store is read only and has an older schema.
    """

    heads: Sequence[tuple[Any, ...]] = ()
    statuses: Sequence[tuple[Any, ...]] = ()
    moves: Sequence[tuple[Any, ...]] = ()
    marked: Sequence[tuple[str, str, str]] = ()
    judged: Sequence[tuple[str]] = ()
    awaited: Sequence[tuple[str, str]] = ()
    facts: Sequence[Fact] = ()

    def lineages(self, branch: str, source: MarkSource) -> Lineages:
        """Return the lineages that these rows stand for.

        Args:
            branch: The feature branch that is checked out, or an empty string.
            source: Where the fold reads verdicts and contents, if a task with a verdict changes.
        """
        lineages = self.unmarked(branch, source)
        lineages.restore(self.marked)
        lineages.fold(self.facts)
        return lineages

    def unmarked(self, branch: str, source: MarkSource) -> Lineages:
        """Return the lineages before any mark; the next fold applies those of all tasks with verdicts."""
        marks = MarkFold(source=source, stored={task for (task,) in self.judged})
        for session, task in self.awaited:
            marks.awaited.setdefault(session, set()).add(task)
        lineages = Lineages(branch=branch, marks=marks)
        for workflow, there, fact, status, reason, proven, adopted in self.statuses:
            record = StatusRecord(fact=fact, status=_STATUS[status], reason=reason, proven=proven, adopted=adopted)
            records = lineages.elsewhere.setdefault(workflow, {}) if there else lineages.statuses
            records[there or workflow] = record
        for fact, workflow, task, number, parent, made_on, *_ in self.heads:
            lineages.see_version(
                Version(id=workflow, task=task, number=number, fact=fact, content=None, parent=parent, branch=made_on)
            )
        for workflow, fact, moved in self.moves:
            lineages.see_move(workflow, fact, moved=bool(moved))
        return lineages

    def positions(self) -> dict[str, JournalPosition]:
        """Return the position of the fact of each version, by the id of the fact."""
        return {row[0]: JournalPosition(*row[6:]) for row in self.heads}


def index_rows(connection: duckdb.DuckDBPyConnection) -> IndexRows:
    """Return all rows of the index of an open database."""
    import duckdb

    moves = connection.execute(_MOVES).fetchall()
    try:
        marked = connection.execute(_MARKED).fetchall()
        heads = connection.execute("FROM heads").fetchall()
        statuses = connection.execute("FROM status_index").fetchall()
        judged = connection.execute(_JUDGED).fetchall()
    except (duckdb.CatalogException, duckdb.BinderException):  # an older schema has no such index
        return IndexRows(moves=moves, facts=_selected(connection, _kinds()))
    awaited = connection.execute(_AWAITED).fetchall() if judged else ()
    return IndexRows(heads, statuses, moves, marked, judged, awaited)


def verdicts_on(connection: duckdb.DuckDBPyConnection, tasks: Collection[str]) -> list[Fact]:
    """Return the verdicts on some tasks from an open database."""
    return _selected(connection, "kind = 'verdict' AND list_contains(?::VARCHAR[], task)", [sorted(tasks)])


def sessions_of(connection: duckdb.DuckDBPyConnection, sessions: Collection[str]) -> list[Fact]:
    """Return the ``test_finished`` facts of some sessions from an open database."""
    return _selected(connection, _SESSIONS, [sorted(sessions)])


def _selected(connection: duckdb.DuckDBPyConnection, condition: str, values: Sequence[object] = ()) -> list[Fact]:
    return [fact for piece in select(connection, condition, values) for fact in piece]


class _Tables(FoldedFacts):
    """The source of marks within the transaction that inserts the facts."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection

    def content(self, version: Version) -> Mapping[str, Any]:
        if version.content is None:
            row = self._connection.execute(_CONTENT, [version.fact]).fetchone()
            content = json.loads(row[0]) if row and row[0] else {}
            version.content = content if isinstance(content, dict) else {}
        return super().content(version)

    def stored_verdicts(self, tasks: Collection[str]) -> Iterable[Fact]:
        return verdicts_on(self._connection, tasks)

    def stored_sessions(self, sessions: Collection[str]) -> Iterable[Fact]:
        return sessions_of(self._connection, sessions)


def note(
    connection: duckdb.DuckDBPyConnection,
    facts: Iterable[tuple[Fact, JournalPosition]],
    ended: Collection[str] = (),
) -> None:
    """Fold facts into the index; a second time changes nothing.

    Args:
        connection: A database within the transaction that inserts the facts; they are in its table already.
        facts: The facts, of all kinds, each with the position of its line.
        ended: Sessions that have ended: a verdict may have waited for one.
    """
    placed = [(fact, position) for fact, position in facts if fact.kind in DECISIVE]
    judged = connection.execute(_JUDGED).fetchall()
    awaited = connection.execute(_AWAITED).fetchall() if judged and ended else ()
    tasks = {task for session, task in awaited if session in ended}
    if not placed and not tasks:
        return
    decisive = [fact for fact, _ in placed]
    heads = [(version, position) for fact, position in placed if (version := version_of(fact))]
    _insert(connection, "IGNORE", "heads", [
        (v.fact, v.id, v.task, v.number, v.parent, v.branch, *position) for v, position in heads
    ])  # fmt: skip
    touched = list(dict.fromkeys(fact.workflow for fact in decisive if fact.kind != Kind.VERDICT.value))
    tasks |= {fact.task for fact in decisive if fact.kind == Kind.VERDICT.value}
    lineages = _related(connection, touched, tasks, judged)
    lineages.fold(decisive)
    _insert(connection, "REPLACE", "status_index", [
        (workflow, branch, record.fact, record.status.value, record.reason, record.proven, record.adopted)
        for workflow in touched
        for branch, record in lineages.records(workflow).items()
    ])  # fmt: skip
    current = {version.id for task in lineages.by_task if (version := lineages.current(task))}
    _insert(connection, "REPLACE", "lifecycle", [
        (v.id, v.task, v.branch, v.record.fact, v.status.value, v.proven, v.record.adopted, v.id in current, v.marked,
         v.released)
        for v in lineages.by_id.values()
    ])  # fmt: skip


def build_index(connection: duckdb.DuckDBPyConnection) -> None:
    """Fill the empty index from the facts of a database."""
    last = ""
    while facts := next(select(connection, f"{_kinds()} AND id > ? ORDER BY id LIMIT {_PAGE}", [last]), []):
        note(connection, ((fact, JournalPosition()) for fact in facts))
        last = facts[-1].id


def _kinds() -> str:
    return f"kind IN ({', '.join(repr(kind) for kind in sorted(DECISIVE))})"


def _related(
    connection: duckdb.DuckDBPyConnection, workflows: list[str], tasks: Collection[str], judged: Sequence[tuple[str]]
) -> Lineages:
    """Return the index's rows of some versions and tasks, and of all other versions of these tasks, as lineages.

    Their marks are applied anew: the table has all verdicts.
    """
    values = {"workflows": workflows, "tasks": sorted(tasks)}
    heads, statuses = (
        connection.execute(f"FROM {table} WHERE workflow IN ({_RELATED})", values).fetchall()
        for table in ("heads", "status_index")
    )
    return IndexRows(heads, statuses, judged=judged).unmarked("", _Tables(connection))


def _insert(connection: duckdb.DuckDBPyConnection, conflict: str, table: str, rows: list[tuple[Any, ...]]) -> None:
    if rows:
        columns = dict(column.split() for column in _TABLES[table].split(","))
        values = [json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False) for row in rows]
        names = ", ".join(f"r.{name}" for name in columns)
        connection.execute(
            f"INSERT OR {conflict} INTO {table} SELECT {names}"  # noqa: S608  (constants of this module)
            f" FROM (SELECT from_json(unnest(?::VARCHAR[]), '{json.dumps(columns)}') AS r)",
            [values],
        )


def renamed(connection: duckdb.DuckDBPyConnection, old: str, new: str) -> None:
    """Record the name that a journal will have after the commit."""
    connection.execute("UPDATE heads SET file = ? WHERE file = ?", [new, old])


def content_at(folder: Path, position: JournalPosition, fact_id: str) -> Mapping[str, Any] | None:
    """Return the content of the version whose fact is at a position; None if the fact is not there.

    Args:
        folder: The ``.ami`` folder.
        position: The position, from the index.
        fact_id: Id of the fact.
    """
    if not position.file:
        return None
    try:
        with open_regular(folder / JOURNALS / position.file, folder) as file:
            file.seek(position.start)
            fact = decode(file.read(position.length))
    except (OSError, ValueError):
        return None
    return content_of(fact) if fact and fact.id == fact_id else None
