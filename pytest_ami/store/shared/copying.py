"""Copies a whole store, between folders and shared logs, and proves that nothing is missing.

Rules of this module:

* The source is never changed, and nothing is removed from the target.
* The proof reads both sides again. Each fact of the source must be in the target, with the same content.
* Content is compared in the form in which this version writes a fact, because a database keeps no lines.

It knows facts as a whole. It must never know what a fact means.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.duckdb.errors import store_error
from pytest_ami.store.facts import Fact, encode
from pytest_ami.store.journal import JOURNALS, journals
from pytest_ami.store.transfer.arrivals import write_new
from pytest_ami.store.transfer.merge import FactSource, MergeResult, facts_of, source_at

from .exchange import add_missing, all_lines, facts_in
from .fact_log import FactLine, FactLog


class CopyResult(NamedTuple):
    """The numbers of one copy, and its proof.

    Attributes:
        facts: Number of facts of the source.
        new: Number of them that were new in the target.
        missing: Number of them that the target does not have, or has with another content.
        unreadable: Number of lines of the source that this version cannot read; they were not copied.
        others: Number of facts that only the target has.
        source: Digest of the facts of the source.
        target: Digest of the same facts, as the target has them.
    """

    facts: int
    new: int
    missing: int
    unreadable: int
    others: int
    source: str
    target: str

    @property
    def proven(self) -> bool:
        """Whether the target has all that the source has."""
        return not self.missing and not self.unreadable and self.source == self.target


def copy(source: Path | FactLog, target: Path | FactLog) -> CopyResult:
    """Copy the facts that the target misses, and compare both sides afterwards.

    Args:
        source: An ``.ami`` folder or a log.
        target: An ``.ami`` folder, created if it is missing, or a log.

    Raises:
        ConfigurationError: There is no store at the source.
        StoreError: A side cannot be read or written.
    """
    unreadable = MergeResult(path="")
    new = _put(target, _facts(source, unreadable))
    had = _contents(source)
    has = _contents(target)
    here = {identity: has[identity] for identity in had if identity in has}
    return CopyResult(
        facts=len(had),
        new=new,
        missing=sum(has.get(identity) != content for identity, content in had.items()),
        unreadable=unreadable.skipped + unreadable.newer,
        others=len(has.keys() - had.keys()),
        source=_digest(had),
        target=_digest(here),
    )


def _facts(place: Path | FactLog, unreadable: MergeResult) -> Iterator[list[tuple[Fact, bytes]]]:
    if isinstance(place, Path):
        newer: dict[bytes, None] = {}
        yield from facts_of(_store_at(place), unreadable, newer)
        unreadable.newer = len(newer)
        return
    for lines in all_lines(place):
        found = facts_in(lines)
        unreadable.skipped += len(lines) - len(found)
        yield found


def _store_at(folder: Path) -> FactSource:
    """Return the journals and the database of an ``.ami`` folder, without the other files there."""
    found = source_at(folder)
    if not (folder / JOURNALS).is_dir():
        return found
    database = Database(folder).path
    paths = tuple(journals(folder, absorbed=True).values())
    return FactSource(path=folder, journals=paths, databases=(database,) if database.is_file() else ())


def _put(place: Path | FactLog, batches: Iterable[list[tuple[Fact, bytes]]]) -> int:
    if not isinstance(place, Path):
        return sum(add_missing(place, [FactLine(fact.id, line) for fact, line in batch]) for batch in batches)
    try:
        number = len(write_new(place, "copy", batches).new)
    except OSError as error:
        raise store_error(place, error) from error
    Database(place).absorb()
    return number


def _contents(place: Path | FactLog) -> dict[str, bytes]:
    """Return a hash of the content of each fact by its id."""
    found: dict[str, bytes] = {}
    for batch in _facts(place, MergeResult(path="")):
        for fact, _ in batch:
            found.setdefault(fact.id, hashlib.blake2b(encode(fact), digest_size=16).digest())
    return found


def _digest(contents: dict[str, bytes]) -> str:
    digest = hashlib.sha256()
    for identity, content in sorted(contents.items()):
        digest.update(identity.encode() + content)
    return digest.hexdigest()
