"""From journals to the table of facts: a set union by fact id.

Rules of this module:

* The offset of a journal is written in the same transaction as the facts up to it. If the process is killed, or the
  absorb is repeated, the result is the same.
* A row of ``journals`` carries the name that the file has after the commit. A file without a row is read again from
  its start. So a journal may be moved, recreated or copied at any moment.
* If one journal cannot be read, the others are still absorbed. If the table refuses one fact, the others are still
  inserted.

It knows journals and the two tables. It must never open a database, or know what a fact means.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_ami.store.facts import SCHEMA as FACT_SCHEMA
from pytest_ami.store.facts import Fact, Kind
from pytest_ami.store.fold.verdicts import session_id_of
from pytest_ami.store.journal import ABSORBED, JOURNALS, JournalRead, journals, label, make_folder, pieces
from pytest_ami.store.warnings import warn_bookkeeping

from . import version_index
from .fact_table import insert_rows

if TYPE_CHECKING:
    import duckdb

_BATCH = 2_000
"""Number of version and status facts that are folded at a time."""

_FORGETS = (Kind.MEMORY_PRUNED.value, Kind.MEMORY_FORGOTTEN.value, Kind.MEMORY_RESTORED.value)

_IDLE = 3600.0
"""Seconds without a write after which a journal belongs to a finished process."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsorbResult:
    """The numbers of one absorb.

    Attributes:
        facts: Number of facts that are new to the database.
        skipped: Number of lines that are not facts.
        newer: Number of lines that only a newer version reads; they stay in their journal.
        moved: Number of journals that are finished and were moved.
        forgets: Whether new facts say that the memory forgets something, or takes it back.
    """

    facts: int = 0
    skipped: int = 0
    newer: int = 0
    moved: int = 0
    forgets: bool = False


def insert(connection: duckdb.DuckDBPyConnection, found: JournalRead) -> None:
    """Insert facts and fold them into the version index; facts that are already there stay unchanged.

    Args:
        connection: A database at the present schema.
        found: The facts and their lines.
    """
    if found.lines:
        insert_rows(connection, found.lines)
        ended = {session_id_of(fact) for fact in found.facts if fact.kind == Kind.TEST_FINISHED.value}
        version_index.note(connection, [(fact, version_index.JournalPosition()) for fact in found.facts], ended)


def absorb_journals(
    connection: duckdb.DuckDBPyConnection,
    folder: Path,
    moves: dict[Path, Path],
    refused: Collection[bytes] = frozenset(),
) -> AbsorbResult:
    """Insert the facts of the journals of ``folder`` that were not inserted before.

    Args:
        connection: A database within a transaction, at the present schema.
        folder: The ``.ami`` folder.
        moves: Filled with each finished journal and its new path; the caller moves them after the commit.
        refused: Lines that the table refuses; they count as lines that are not facts.

    Returns:
        The result without the numbers of facts and of moved journals, which the caller knows.
    """
    known = {row[0]: row[1:] for row in connection.execute("FROM journals").fetchall()}
    settled = {name: row[1] for name, row in known.items() if not (row[4] and row[5] < FACT_SCHEMA)}
    skipped = newer = 0
    index = _Indexing(connection)
    for name, path in journals(folder, absorbed=True, settled=settled).items():
        with _bearing(path):
            stat = path.stat()
            offset, size, finished, *counts, reader = known.get(name, (0, -1, False, 0, 0, FACT_SCHEMA))
            if counts[1] and reader < FACT_SCHEMA:
                offset, size, counts = 0, -1, [0, 0]
            if size != stat.st_size:
                size = stat.st_size
                for found in (_without(piece, refused) for piece in pieces(path, offset)):
                    if found.lines:
                        insert_rows(connection, found.lines)
                        index.add(found, name)
                    offset = found.offset
                    finished = found.facts[-1].kind == Kind.RUN_FINISHED.value if found.facts else finished
                    counts = [counts[0] + found.skipped, counts[1] + found.newer]
                    skipped, newer = skipped + found.skipped, newer + found.newer
            row = name
            if "/" not in name and (finished or time.time() - stat.st_mtime > _IDLE):
                target = free(path.parent / ABSORBED / path.name)
                moves[path] = target
                row = f"{ABSORBED}/{label(target.name)}"
                connection.execute("DELETE FROM journals WHERE file = ?", [name])
                index.rename(name, row)
            if row != name or known.get(name, ())[:2] != (offset, size):
                connection.execute(
                    "INSERT OR REPLACE INTO journals VALUES (?, ?, ?, ?, ?, ?, ?)",
                    [row, offset, size, finished, *counts, FACT_SCHEMA],
                )
    index.write()
    return AbsorbResult(skipped=skipped, newer=newer, forgets=index.forgets)


class _Indexing:
    """Collects the facts of many journals: one large batch for the version index is faster than many small ones."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection
        self._facts: list[tuple[Fact, version_index.JournalPosition]] = []
        self._names: dict[str, str] = {}
        self._ended: set[str] = set()
        self.forgets = False

    def add(self, found: JournalRead, file: str) -> None:
        for fact, place in zip(found.facts, found.places, strict=True):
            if fact.kind in version_index.DECISIVE:
                self._facts.append((fact, version_index.JournalPosition(file, *place)))
            elif fact.kind == Kind.TEST_FINISHED.value:
                self._ended.add(session_id_of(fact))
            elif fact.kind in _FORGETS:
                self.forgets = True
        if len(self._facts) >= _BATCH:
            self.write()

    def rename(self, old: str, new: str) -> None:
        """Note the name that a journal will have after the commit."""
        self._names[old] = new
        version_index.renamed(self._connection, old, new)

    def write(self) -> None:
        names = self._names
        placed = [(fact, p._replace(file=names.get(p.file, p.file))) for fact, p in self._facts]
        version_index.note(self._connection, placed, self._ended)
        self._facts, self._ended = [], set()


def refused_by(connection: duckdb.DuckDBPyConnection, folder: Path) -> frozenset[bytes]:
    """Return the lines that the table refuses, with a warning for each; insert the others, one by one if necessary.

    Args:
        connection: A database outside of any transaction, at the present schema.
        folder: The ``.ami`` folder.
    """
    refused: dict[bytes, str] = {}
    for path in journals(folder, absorbed=True).values():
        with _bearing(path):
            for found in pieces(path):
                _insert_halves(connection, found.lines, refused)
    for line, why in refused.items():
        warn_bookkeeping(f"A fact was skipped because the table refuses it ({why}): {line.decode()[:200]}")
    return frozenset(refused)


def _insert_halves(connection: duckdb.DuckDBPyConnection, lines: list[bytes], refused: dict[bytes, str]) -> None:
    import duckdb

    if not lines:
        return
    try:
        insert_rows(connection, lines)
    except (duckdb.IntegrityError, duckdb.DataError) as error:
        if len(lines) == 1:
            refused[lines[0]] = next(iter(str(error).splitlines()), type(error).__name__)
            return
        _insert_halves(connection, lines[: len(lines) // 2], refused)
        _insert_halves(connection, lines[len(lines) // 2 :], refused)


def _without(found: JournalRead, refused: Collection[bytes]) -> JournalRead:
    if not refused:
        return found
    kept = [n for n, line in enumerate(found.lines) if line not in refused]
    return found._replace(
        facts=[found.facts[n] for n in kept],
        lines=[found.lines[n] for n in kept],
        places=[found.places[n] for n in kept],
        skipped=found.skipped + len(found.lines) - len(kept),
    )


def adopt(folder: Path, source: Path) -> None:
    """Copy the journals below ``source`` to the absorbed journals of ``folder``; skip a file of the same name and size.

    Raises:
        OSError: A journal cannot be read or written.
    """
    place = folder / JOURNALS / ABSORBED
    for path in sorted(source.rglob("*.jsonl")):
        if not path.is_file():
            continue
        target = place / path.name
        if target.exists() and target.stat().st_size == path.stat().st_size:
            continue
        make_folder(folder)
        place.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, free(target))


def free(path: Path) -> Path:
    """Return ``path``, or the first of ``name~1``, ``name~2``, ... that does not exist."""
    number, candidate = 0, path
    while candidate.exists():
        number += 1
        candidate = path.with_name(f"{path.stem}~{number}{path.suffix}")
    return candidate


@contextmanager
def _bearing(path: Path) -> Iterator[None]:
    """Turn the fault of one journal into a warning, so that the others are still read."""
    try:
        yield
    except FileNotFoundError:
        pass
    except OSError as error:
        warn_bookkeeping(
            f"The journal {label(path)} cannot be read ({error.strerror or error}); the next run tries again."
        )
