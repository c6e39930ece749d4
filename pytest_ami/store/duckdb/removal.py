"""Takes facts out of the warm store: their rows, and their lines in absorbed journals.

Rules of this module:

* The caller has put the facts elsewhere first, and keeps the fact that says where.
* Only journals in ``absorbed/`` are rewritten, each as a whole under a new name that then replaces the old one. A fact
  that a waiting journal holds as well is left alone: a process may be writing there.
* A journal is replaced before the commit. If the process is killed in between, the next absorb sees another size and
  reads the journal anew, which inserts nothing twice.

It knows lines, rows and positions. It must never know why a fact is taken out.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pytest_ami.store.journal import ABSORBED, journals, read

if TYPE_CHECKING:
    import duckdb


class Removable(NamedTuple):
    """The facts that may be taken out.

    Attributes:
        ids: Their ids.
        held: The absorbed journals that hold them, by name.
    """

    ids: frozenset[str]
    held: Mapping[str, Path]


def removable(folder: Path, ids: Collection[str], kinds: Collection[str]) -> Removable:
    """Return those of some facts that no waiting journal holds, and the absorbed journals that hold them.

    Args:
        folder: The ``.ami`` folder.
        ids: Ids of the facts.
        kinds: The kinds of these facts.

    Raises:
        OSError: A journal cannot be read.
    """
    wanted, held = frozenset(ids), {}
    waiting: set[str] = set()
    for name, path in journals(folder, absorbed=True).items():
        here = wanted.intersection(fact.id for fact in read(path, 0, kinds).facts)
        if name.startswith(ABSORBED) and here:
            held[name] = path
        elif here:
            waiting |= here
    return Removable(wanted - waiting, held)


def remove(
    connection: duckdb.DuckDBPyConnection, held: Mapping[str, Path], ids: Collection[str], kinds: Collection[str]
) -> int:
    """Take facts out of the database and of the journals that hold them; return the number of rows.

    Args:
        connection: The database, within a transaction, under the lock of the store.
        held: The absorbed journals that hold the facts, from ``removable``.
        ids: Ids of the facts.
        kinds: The kinds of these facts.

    Raises:
        OSError: A journal cannot be rewritten; it is unchanged then.
    """
    wanted = frozenset(ids)
    for name, path in held.items():
        found = read(path, 0, kinds)
        places = [place for fact, place in zip(found.facts, found.places, strict=True) if fact.id in wanted]
        _rewrite(path, places)
        for start, length in reversed(places):
            connection.execute(
                "UPDATE heads SET start = start - ? WHERE file = ? AND start > ?", [length + 1, name, start]
            )
        size = path.stat().st_size
        connection.execute("UPDATE journals SET absorbed = ?, size = ? WHERE file = ?", [size, size, name])
    values = [sorted(wanted)]
    row = connection.execute("SELECT count(*) FROM facts WHERE list_contains(?::VARCHAR[], id)", values).fetchone()
    connection.execute("DELETE FROM facts WHERE id IN (SELECT unnest(?::VARCHAR[]))", values)
    return int(row[0]) if row else 0


def _rewrite(path: Path, places: Collection[tuple[int, int]]) -> None:
    """Replace a journal by itself without the lines at some places; its time stays."""
    stat, blob = path.stat(), path.read_bytes()
    kept, end = [], 0
    for start, length in sorted(places):
        kept.append(blob[end:start])
        end = start + length + 1
    kept.append(blob[end:])
    part = path.with_suffix(f".{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(b"".join(kept))
            file.flush()
            os.fsync(file.fileno())
        os.utime(part, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
