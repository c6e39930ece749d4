"""What this process knows of the store: the database once, and the tails of the journals every time.

Rules of this module:

* The database is opened when it has changed, and not otherwise; contents of versions that never run are left
  in it until somebody asks.
* Journals are read from where the database has absorbed them, and then only what has been added since the
  last look. So what another process has just learned is visible at once.
* Absorbing commits before it moves a journal. So if the database has not changed while the journals were
  read, nothing was missed; if it has, everything is read again.
* Nothing is created, and DuckDB is not imported, where there is nothing to read.
* A fault here is loud: not knowing the workflows is not the same as there being none (DESIGN law 10).

It knows where facts are kept. What they say about versions is ``store.lineage``'s.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pytest_ami.decide.lifecycle import PROVEN, RESTING
from pytest_ami.model.errors import StoreError
from pytest_ami.model.workflow import Status

from .database import Database, rows
from .facts import Fact, Kind, seen
from .journal import Journal, journals, read
from .lineage import Lineages, Said, Version
from .trouble import store_error

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb

_DECISIVE = (Kind.VERSION, Kind.STATUS, Kind.IDENTITY)
HISTORIC = (Kind.VERSION, Kind.STATUS, Kind.DRIFT, Kind.HEAL)
"""The kinds of facts that tell what happened to a task."""

_LOOKS = 5
_KNOWN = ", ".join(f"'{status.value}'" for status in Status)
_GOOD = ", ".join(f"'{status.value}'" for status in sorted(PROVEN))
_ASLEEP = ", ".join(f"'{status.value}'" for status in sorted(RESTING))
_VERSIONS = f"""
SELECT v.id, v.task, v.version, v.fact,
       CASE WHEN s.status IN ({_ASLEEP}) THEN NULL ELSE v.content END AS content
FROM versions v JOIN statuses s ON s.workflow = v.id
"""  # noqa: S608  (our own words)
_STATUSES = f"""
SELECT workflow, max(id) AS fact, arg_max(json_extract_string(data, '$.status'), id) AS status,
       arg_max(coalesce(CASE WHEN json_exists(data, '$.text') THEN json_extract_string(data, '$.reason') END, ''), id)
           AS reason,
       bool_or(json_extract_string(data, '$.status') IN ({_GOOD})) AS proven
FROM facts
WHERE kind = 'status' AND json_extract_string(data, '$.status') IN ({_KNOWN})
GROUP BY workflow
"""  # noqa: S608  (our own words)
_MOVES = """
SELECT workflow, max(id) AS fact, arg_max(json_extract_string(data, '$.moved') = 'true', id) AS moved
FROM facts WHERE kind = 'identity' GROUP BY workflow
"""
_HISTORY = """
SELECT id, kind, strftime(happened, '%Y-%m-%dT%H:%M:%S.%gZ') AS "at", run, worker, test, attempt, task,
       workflow, data
FROM facts WHERE task = ? AND list_contains(?::VARCHAR[], kind)
"""


@dataclass(slots=True)
class _Base:
    """What one look into the database brought."""

    lineages: Lineages = field(default_factory=Lineages)
    offsets: dict[str, int] = field(default_factory=dict)


class Knowledge:
    """The versions of all tasks, as of the moment one asks.

    Args:
        database: The database; it may be missing.
        journal: This process's own journal, whose facts count even where they could not be written.
    """

    def __init__(self, database: Database, journal: Journal | None) -> None:
        self._database = database
        self._journal = journal
        self._signature: tuple[int, ...] | None = None
        self._has_base = False
        self._lineages = Lineages()
        self._offsets: dict[str, int] = {}

    def lineages(self) -> Lineages:
        """Return what is known now.

        Raises:
            StoreError: The database or a journal is there and cannot be read.
        """
        for _ in range(_LOOKS):
            signature = self._database.signature()
            if signature != self._signature:
                self._load(signature)
            self._read_tails()
            if self._database.signature() == self._signature:
                break
        return self._lineages

    def content(self, version: Version) -> dict[str, Any]:
        """Return the workflow of a version as plain data; fetch it if it was left in the database.

        Raises:
            StoreError: It cannot be read, or is not there.
        """
        if version.content is None:
            found = self._database.query("SELECT content FROM versions WHERE id = ?", [version.id])
            version.content = found[0]["content"] if found else None
        if isinstance(version.content, str):
            version.content = json.loads(version.content)
        if not isinstance(version.content, dict):
            raise StoreError(
                f"The content of version {version.number} of {version.task!r} is not in the store",
                why="The fact that it exists is there, but the database that held it has changed since.",
                evidence=[f"version {version.id}", f"fact {version.fact}"],
                run="ami absorb",
            )
        return version.content

    def history(self, task: str, kinds: Sequence[Kind] = HISTORIC) -> list[Fact]:
        """Return the facts of a task that are of these kinds, oldest first.

        Raises:
            StoreError: The database or a journal cannot be read.
        """
        words = [kind.value for kind in kinds]

        def question(connection: duckdb.DuckDBPyConnection) -> tuple[list[dict[str, Any]], dict[str, int]]:
            return rows(connection, _HISTORY, [task, words]), _offsets(connection)

        answer = self._database.look(question)
        found, offsets = answer or ([], {})
        facts = {row["id"]: Fact(**{**row, "data": json.loads(row["data"])}) for row in found}
        try:
            for name, path in journals(self._database.folder, absorbed=answer is None).items():
                for fact in read(path, offsets.get(name, 0), kinds).facts:
                    facts.setdefault(fact.id, fact)
        except OSError as error:
            raise store_error(self._database.folder, error) from error
        for fact in self._journal.unwritten if self._journal else ():
            facts.setdefault(fact.id, fact)
        return [fact for _, fact in sorted(facts.items()) if fact.task == task and fact.kind in words]

    def _load(self, signature: tuple[int, ...]) -> None:
        base = self._database.look(_base) if signature else None
        self._has_base = base is not None
        base = base or _Base()
        self._lineages, self._offsets = base.lineages, base.offsets
        statuses = (said.fact for said in self._lineages.statuses.values())
        versions = (version.fact for version in self._lineages.by_id.values())
        seen(max((*statuses, *versions), default=""))
        # A database that was set aside just now is not there any more; one that another process changed while
        # we looked has another signature, and is looked at again.
        self._signature = signature if self._has_base else self._database.signature()

    def _read_tails(self) -> None:
        try:
            for name, path in journals(self._database.folder, absorbed=not self._has_base).items():
                offset = self._offsets.get(name, 0)
                with suppress(FileNotFoundError):  # moved just now: the database has changed, we look again
                    if path.stat().st_size != offset:
                        found = read(path, offset, _DECISIVE)
                        self._offsets[name] = found.offset
                        self._fold(found.facts)
        except OSError as error:
            raise store_error(self._database.folder, error) from error
        if self._journal:
            self._fold(self._journal.unwritten)

    def _fold(self, facts: list[Fact] | tuple[Fact, ...]) -> None:
        if facts:
            self._lineages.fold(facts)
            seen(max(fact.id for fact in facts))


def _offsets(connection: duckdb.DuckDBPyConnection) -> dict[str, int]:
    return {row["file"]: row["absorbed"] for row in rows(connection, "SELECT file, absorbed FROM journals")}


def _base(connection: duckdb.DuckDBPyConnection) -> _Base:
    base = _Base(offsets=_offsets(connection))
    for identity, task, number, fact, content in connection.execute(_VERSIONS).fetchall():
        base.lineages.see_version(Version(id=identity, task=task, number=number, fact=fact, content=content))
    for workflow, fact, status, reason, proven in connection.execute(_STATUSES).fetchall():
        base.lineages.see_status(workflow, Said(fact=fact, status=Status(status), reason=reason, proven=proven))
    for workflow, fact, moved in connection.execute(_MOVES).fetchall():
        base.lineages.see_move(workflow, fact, moved=bool(moved))
    return base
