"""Imports facts of other machines, from journals and whole stores, as a set union by fact id.

Rules of this module:

* Only new facts are written, as one journal for each path (``arrivals``). So the order of imports does not matter, and
  a second import of a path has no effect, also on the disk.
* Lines of a newer format are kept unchanged, for the version that can read them.
* The source is never changed. A database there is opened for reading, and only while its facts are copied.

It knows paths, facts and the database's table of facts. It must never know what a fact means.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pytest_ami.model.errors import ConfigurationError, StoreError
from pytest_ami.model.printable import as_argument
from pytest_ami.store.duckdb import schema
from pytest_ami.store.duckdb.database import CONFIG
from pytest_ami.store.duckdb.errors import DatabaseFault, diagnose, store_error
from pytest_ami.store.duckdb.fact_table import select
from pytest_ami.store.facts import Fact, encode, is_newer
from pytest_ami.store.journal import ABSORBED, JOURNALS, pieces
from pytest_ami.store.regular_files import leads_out

from .arrivals import settle, write_new


@dataclass(frozen=True, slots=True, kw_only=True)
class FactSource:
    """The journals and databases at a path.

    Attributes:
        path: The path, as the caller passed it.
        journals: Journals, in order.
        databases: Databases.
    """

    path: Path
    journals: tuple[Path, ...] = ()
    databases: tuple[Path, ...] = ()


@dataclass(slots=True, kw_only=True)
class MergeResult:
    """The numbers of one import.

    Attributes:
        path: The path, as the caller passed it.
        files: Number of journals and databases that were read.
        facts: Number of facts that were new.
        known: Number of facts that were here already.
        versions: Number of versions of workflows among the new facts.
        runs: Number of test runs of the new facts.
        tasks: Tasks of the new facts, sorted.
        skipped: Number of lines that are not facts.
        newer: Number of lines that only a newer version reads; they are kept.
    """

    path: str
    files: int = 0
    facts: int = 0
    known: int = 0
    versions: int = 0
    runs: int = 0
    tasks: tuple[str, ...] = ()
    skipped: int = 0
    newer: int = 0


def source_at(path: Path) -> FactSource:
    """Return the source at a path: a journal, a database, a store's folder, or any folder of journals.

    Raises:
        ConfigurationError: There is no journal and no database.
    """
    if path.is_file():
        if path.suffix == ".jsonl":
            return FactSource(path=path, journals=(path,))
        if path.suffix == ".duckdb":
            return FactSource(path=path, databases=(path,))
    elif path.is_dir():
        found = sorted(one for one in path.rglob("*") if one.suffix in (".jsonl", ".duckdb") and _readable(one, path))
        journals = tuple(one for one in found if one.suffix == ".jsonl")
        databases = tuple(one for one in found if one.suffix == ".duckdb")
        if found or (path / JOURNALS).is_dir():
            return FactSource(path=path, journals=journals, databases=databases)
    missing = "does not exist" if not path.exists() else "is neither a journal nor a store"
    raise ConfigurationError(
        f"{path} {missing}",
        why="Journals are files *.jsonl; a store is a folder .ami, or a file workflows.duckdb.",
        run=f"ls -la {as_argument(path if path.is_dir() else path.parent)}",
    )


def _readable(path: Path, within: Path) -> bool:
    """Return whether a file is a regular one, and no link to a file elsewhere."""
    return path.is_file() and not (path.is_symlink() and leads_out(path, within))


def take(folder: Path, source: FactSource) -> MergeResult:
    """Write the facts of a source that this store does not have as a journal, ready to be absorbed.

    Args:
        folder: The ``.ami`` folder of this store; its journals must have been absorbed.
        source: The journals and databases to import.

    Raises:
        StoreError: A file cannot be read or written, or a newer version wrote it. Nothing was imported.
    """
    taken = MergeResult(path=str(source.path), files=len(source.journals) + len(source.databases))
    newer: dict[bytes, None] = {}
    name = re.sub(r"[^0-9A-Za-z_]+", "_", "_".join(source.path.resolve().parts[-2:])).strip("_")[-60:] or "path"
    try:
        found = write_new(folder, name, facts_of(source, taken, newer))
        if newer:
            _keep(folder / JOURNALS, newer)
    except OSError as error:
        raise store_error(source.path, error) from error
    taken.facts, taken.known, taken.newer = len(found.new), len(found.known), len(newer)
    taken.versions, taken.tasks, taken.runs = found.versions, tuple(sorted(found.tasks)), len(found.runs)
    return taken


def facts_of(source: FactSource, taken: MergeResult, newer: dict[bytes, None]) -> Iterator[list[tuple[Fact, bytes]]]:
    """Yield the facts of a source with their lines, a fact more than once if several files hold it.

    Args:
        source: The journals and databases.
        taken: Counts the lines that are not facts.
        newer: Gets the lines that only a newer version reads.

    Raises:
        OSError: A journal cannot be read.
        StoreError: A database cannot be read, or a newer version wrote it.
    """
    for path in source.journals:
        later = 0
        for found in pieces(path):
            taken.skipped += found.skipped
            later += found.newer
            yield list(zip(found.facts, found.lines, strict=True))
        if later:
            newer.update(dict.fromkeys(line for line in path.read_bytes().split(b"\n") if is_newer(line)))
    for path in source.databases:
        for facts in _rows(path):
            yield [(fact, encode(fact).rstrip(b"\n")) for fact in facts]


def _rows(path: Path) -> Iterator[list[Fact]]:
    """Yield the facts of a database of any schema that is not newer.

    Raises:
        StoreError: It cannot be read, or a newer version wrote it.
    """
    import duckdb

    try:
        connection = duckdb.connect(str(path), read_only=True, config=CONFIG)
    except duckdb.Error as error:
        raise _unreadable(path, error) from error
    try:
        if not schema.stored(connection):
            return
        yield from select(connection, "true ORDER BY id")
    except (duckdb.Error, UnicodeDecodeError) as error:
        raise _unreadable(path, error) from error
    finally:
        connection.close()


def _unreadable(path: Path, error: BaseException) -> StoreError:
    """Return the error about a database of another machine, which this store must neither set aside nor rebuild."""
    found = store_error(path, error)
    remedy = f"ami absorb {as_argument(path.parent / JOURNALS)}   # its journals hold the same facts"
    return StoreError(
        f"{path} cannot be read as a workflow store",
        why=found.why,
        evidence=found.evidence,
        run=found.run if diagnose(error) in (DatabaseFault.LOCKED, DatabaseFault.NEWER_FILE) else remedy,
    )


def _keep(place: Path, lines: Iterable[bytes]) -> None:
    """Keep lines of a newer format in a journal that is named by the hash of its content."""
    blob = b"".join(line + b"\n" for line in lines)
    target = place / f"newer-{hashlib.sha256(blob).hexdigest()[:16]}.jsonl"
    if not target.exists() and not (place / ABSORBED / target.name).exists():
        part = target.with_suffix(f".{os.getpid()}.part")
        part.write_bytes(blob)
        settle(part, target)
