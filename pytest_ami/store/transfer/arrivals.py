"""Writes facts that come from elsewhere as one journal, without those that this store has already.

Rules of this module:

* The journal appears whole or not at all. It counts as finished, so the next absorb moves it.
* Facts are known if they are in the database, or in a journal that waits to be absorbed. So a store that is never
  written, as in replay mode, does not get a fact twice either.

It knows files, facts and the database's table of facts. It must never know where the facts come from.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.facts import Fact, Kind
from pytest_ami.store.journal import JOURNALS, journals, make_folder, read
from pytest_ami.store.tail_reader import offsets

_KNOWN = "SELECT id FROM facts WHERE id IN (SELECT unnest(?::VARCHAR[]))"


@dataclass(slots=True, kw_only=True)
class Arrivals:
    """The facts that came from one source.

    Attributes:
        new: Ids of the facts that were new, and were written.
        known: Ids of the facts that were here already.
        versions: Number of versions of workflows among the new facts.
        tasks: Tasks of the new facts.
        runs: Test runs of the new facts.
    """

    new: set[str] = field(default_factory=set)
    known: set[str] = field(default_factory=set)
    versions: int = 0
    tasks: set[str] = field(default_factory=set)
    runs: set[str] = field(default_factory=set)


Known = Callable[[Sequence[str]], frozenset[str]]
"""Returns those of some ids whose facts this store has."""


def write_new(
    folder: Path, name: str, batches: Iterable[Sequence[tuple[Fact, bytes]]], is_known: Known | None = None
) -> Arrivals:
    """Write the facts that this store does not have as a journal, and return the arrivals.

    Args:
        folder: The ``.ami`` folder; created if it is missing.
        name: First part of the name of the journal; its content gives the second part.
        batches: Facts with their lines, without newlines.
        is_known: The result of ``known_to``, if the caller has it already.

    Raises:
        OSError: The journal cannot be written. Nothing is left of it.
        StoreError: The database cannot be read.
    """
    is_known = is_known or known_to(folder)
    found = Arrivals()
    place = folder / JOURNALS
    make_folder(folder)
    place.mkdir(exist_ok=True)
    part = place / f"{name}.{os.getpid()}.part"
    digest = hashlib.sha256()
    try:
        with part.open("wb") as file:
            for facts in batches:
                here = is_known([fact.id for fact, _ in facts])
                for fact, line in facts:
                    if fact.id in here or fact.id in found.new:
                        found.known.update({fact.id} - found.new)
                        continue
                    found.new.add(fact.id)
                    found.versions += fact.kind == Kind.VERSION.value
                    found.tasks.update([fact.task] if fact.task else ())
                    found.runs.update([fact.run] if fact.run else ())
                    digest.update(line)
                    file.write(line + b"\n")
        if found.new:
            settle(part, place / f"{name}-{digest.hexdigest()[:12]}.jsonl")
    finally:
        with suppress(FileNotFoundError):
            part.unlink()
    return found


def settle(part: Path, target: Path) -> None:
    """Give a complete journal its name, and a time far in the past, so that it counts as finished.

    Raises:
        OSError: It cannot be renamed.
    """
    os.utime(part, (0, 0))
    part.replace(target)


def known_to(folder: Path) -> Known:
    """Return a function that knows the facts of this store, as of now.

    Args:
        folder: The ``.ami`` folder; it may be missing.

    Raises:
        StoreError: The database cannot be read.
    """
    database = Database(folder, readonly=True)
    absorbed = database.look(offsets)
    waiting: set[str] = set()
    for name, path in journals(folder, absorbed=absorbed is None).items():
        with suppress(OSError):  # its facts are written once more, which has no effect
            waiting.update(fact.id for fact in read(path, (absorbed or {}).get(name, 0)).facts)

    def known(ids: Sequence[str]) -> frozenset[str]:
        rows = database.query(_KNOWN, [list(ids)]) if ids else None
        return frozenset(row["id"] for row in rows or ()) | waiting.intersection(ids)

    return known
