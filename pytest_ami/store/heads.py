"""Heads: what an opening run needs of each version, without its content, and where the content lies in a journal.

Rules of this module:

* Contents are large and a run looks at a few of them. So what is read at its beginning is this table, and a content
  is read from the line of its fact, by its offset, when it is asked for.
* It is an index over the facts: written in the transaction that inserts them, and made anew from them by the
  migration. A place that does not hold the fact any more is no fault: the content is in the database as well.

It knows version facts as rows, and lines of journals. It must never know what makes a version run.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .facts import Fact, Kind, decode
from .journal import JOURNALS

if TYPE_CHECKING:
    import duckdb

HEADS = """
CREATE TABLE heads (
    fact VARCHAR PRIMARY KEY,
    workflow VARCHAR NOT NULL,
    task VARCHAR NOT NULL,
    version INTEGER NOT NULL,
    parent VARCHAR NOT NULL,
    head JSON NOT NULL,
    file VARCHAR NOT NULL,
    start BIGINT NOT NULL,
    length BIGINT NOT NULL
);
INSERT INTO heads
SELECT
    id, workflow, task,
    coalesce(try_cast(json_extract_string(data, '$.workflow.version') AS INTEGER), 0),
    coalesce(json_extract_string(data, '$.workflow.provenance.parent'), ''),
    json_object('workflow', json_object('provenance', json_extract(data, '$.workflow.provenance'))),
    '', 0, 0
FROM facts WHERE kind = 'version' AND workflow <> '' AND task <> '';
"""
"""The migration that makes them; once released it is never edited."""

_INSERT = """
INSERT OR IGNORE INTO heads
SELECT r.fact, r.workflow, r.task, r.version, r.parent, r.head, ?, r.start, r.length
FROM (
    SELECT from_json(
        unnest(?::VARCHAR[]),
        '{"fact":"VARCHAR","workflow":"VARCHAR","task":"VARCHAR","version":"INTEGER","parent":"VARCHAR",
          "head":"JSON","start":"BIGINT","length":"BIGINT"}'
    ) AS r
)
"""
_LARGEST_NUMBER = 2**31 - 1


class Place(NamedTuple):
    """Where the line of a fact lies.

    Attributes:
        file: Name of the journal, see ``journals``; empty if nobody knows.
        start: Offset of the line, bytes.
        length: Its length, bytes.
    """

    file: str = ""
    start: int = 0
    length: int = 0


def note(
    connection: duckdb.DuckDBPyConnection, file: str, facts: Iterable[Fact], places: Iterable[tuple[int, int]]
) -> None:
    """Write down the heads of the version facts among those of a journal.

    Args:
        connection: A database within the transaction that inserts the facts.
        file: Name of the journal.
        facts: Its facts.
        places: Offset and length of the line of each.
    """
    heads = [
        json.dumps(
            {
                "fact": fact.id,
                "workflow": fact.workflow,
                "task": fact.task,
                "version": number_of(fact.data),
                "parent": parent_of(fact.data),
                "head": {key: value for key, value in fact.data.items() if key != "workflow"}
                | {"workflow": {"provenance": content_of(fact.data).get("provenance")}},
                "start": start,
                "length": length,
            },
            ensure_ascii=False,
        )
        for fact, (start, length) in zip(facts, places, strict=True)
        if fact.kind == Kind.VERSION.value and fact.workflow and fact.task
    ]
    if heads:
        connection.execute(_INSERT, [file, heads])


def renamed(connection: duckdb.DuckDBPyConnection, old: str, new: str) -> None:
    """Write down that a journal will have another name."""
    connection.execute("UPDATE heads SET file = ? WHERE file = ?", [new, old])


def content_at(folder: Path, place: Place, fact_id: str) -> dict[str, Any] | None:
    """Return the content of the version whose fact lies at ``place``; None if another line or none is there.

    Args:
        folder: The ``.ami`` folder.
        place: As the table says.
        fact_id: Id of the fact.
    """
    if not place.file:
        return None
    try:
        with (folder / JOURNALS / place.file).open("rb") as file:
            file.seek(place.start)
            fact = decode(file.read(place.length))
    except (OSError, ValueError):
        return None
    return content_of(fact.data) if fact and fact.id == fact_id else None


def content_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the workflow of a version fact as plain data, empty if it has none."""
    content = data.get("workflow")
    return content if isinstance(content, dict) else {}


def number_of(data: Mapping[str, Any]) -> int:
    """Return the number of the version that a version fact is about, 0 if it says none."""
    number = content_of(data).get("version")
    return number if type(number) is int and abs(number) <= _LARGEST_NUMBER else 0


def parent_of(data: Mapping[str, Any]) -> str:
    """Return the id of the version that the one of a version fact grew from, or an empty string."""
    source = content_of(data).get("provenance")
    return str(source.get("parent", "")) if isinstance(source, dict) else ""
