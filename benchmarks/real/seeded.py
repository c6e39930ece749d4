"""The applications that are one Python script of ours: the folder that they work in, and questions to its database."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .application import Running
from .stage import free_port, process, run

SEEDS = Path(__file__).parent / "seeds"
PAPER, PLAN, NAMES, MINUTES = (
    SEEDS / "files" / name for name in ("Prüfung 2026.csv", "room-plan.txt", "名单.txt", "Minutes of May.md")
)
"""Files to upload."""

Row = dict[str, Any]
Tables = Mapping[str, Sequence[Row]]


@dataclass(frozen=True, slots=True)
class Seeded(Running):
    """An application whose database is a file.

    Attributes:
        database: The SQLite file.
    """

    database: Path


@contextmanager
def serve_seed(
    seed: str,
    folder: Path,
    database: str,
    command: Callable[[int], Sequence[str]],
    make: Sequence[str] = (),
    **more: str,
) -> Iterator[Seeded]:
    """Copy the script and the people into an empty folder, and run the script there.

    Args:
        seed: Name of the folder in `SEEDS`.
        folder: Where it runs.
        database: Name of its SQLite file.
        command: Given the port, returns the command that serves.
        make: A command that makes the database, if the server does not do so when it starts.
        more: Variables of its environment.
    """
    work = folder / "work"
    shutil.copytree(SEEDS / seed, work, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(SEEDS / "people.json", work)
    if make:
        run(make, work)
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with process(command(port), work, url, more=more):
        yield Seeded(url, lambda: tables(work / database), work / database)


def tables(database: Path) -> dict[str, list[Row]]:
    """Return all rows of all tables, in the order of their row ids."""
    if not database.exists():
        return {}
    with closing(sqlite3.connect(database, timeout=20)) as connection:
        connection.row_factory = sqlite3.Row
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        listed = [name for (name,) in names.fetchall()]
        return {name: [dict(row) for row in connection.execute(f'SELECT * FROM "{name}"')] for name in listed}  # noqa: S608  (names of our own tables)


def insert(running: Running, table: str, row: Mapping[str, object]) -> None:
    """Add a row behind the back of the pages."""
    assert isinstance(running, Seeded)
    columns, marks = ", ".join(row), ", ".join("?" * len(row))
    with closing(sqlite3.connect(running.database, timeout=20)) as connection, connection:
        connection.execute(f'INSERT INTO "{table}" ({columns}) VALUES ({marks})', tuple(row.values()))  # noqa: S608  (names of our own tables)


def added(before: Tables, after: Tables, table: str, fields: Mapping[str, object]) -> bool:
    """Tell if one row with these fields is new, and nothing else has changed."""
    gone, new = _difference(before, after)
    return not gone and [name for name, _ in new] == [table] and _has(new[0][1], fields)


def removed(before: Tables, after: Tables, table: str, fields: Mapping[str, object]) -> bool:
    """Tell if one row with these fields is gone, and nothing else has changed."""
    gone, new = _difference(before, after)
    return not new and [name for name, _ in gone] == [table] and _has(gone[0][1], fields)


def changed(
    before: Tables, after: Tables, table: str, which: Mapping[str, object], fields: Mapping[str, object]
) -> bool:
    """Tell if one row, which had these fields, has those ones now, and nothing else has changed."""
    gone, new = _difference(before, after)
    if [name for name, _ in gone] != [table] or [name for name, _ in new] != [table]:
        return False
    return _has(gone[0][1], which) and {**gone[0][1], **fields} == new[0][1]


def _difference(before: Tables, after: Tables) -> tuple[list[tuple[str, Row]], list[tuple[str, Row]]]:
    """Return the rows that are gone and the rows that are new, each with the name of its table."""

    def beyond(some: Tables, others: Tables) -> list[tuple[str, Row]]:
        return [(name, row) for name in some for row in some[name] if row not in others.get(name, [])]

    return beyond(before, after), beyond(after, before)


def _has(row: Row, fields: Mapping[str, object]) -> bool:
    return all(row[name] == value for name, value in fields.items())
