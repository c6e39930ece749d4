"""Moves facts between the warm store and the cold tier, so that the store holds what counts.

Rules of this module:

* Cold first: a fact leaves the store when its file was read back, and when a fact (``memory_cold``) that says where it
  is has been absorbed. So a kill leaves a fact in one tier or in both, and the union of both is always the same.
* Only facts of the memory that no longer count are moved (view ``resting_facts``). No answer of the memory changes.
* A fact counts again if what forgot it was undone, on this machine or on another one. Then it comes back as a journal.
* If several files hold a fact, a damaged one does not keep it away.

It knows the facts that say where others are. It must never know what a fact of the memory means.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pytest_ami.model.errors import AmiError, StoreError
from pytest_ami.store.duckdb.database import Database, rows
from pytest_ami.store.duckdb.fact_table import select
from pytest_ami.store.duckdb.removal import Removable, removable, remove
from pytest_ami.store.facts import Fact, Kind, encode
from pytest_ami.store.journal import Journal
from pytest_ami.store.transfer.arrivals import write_new
from pytest_ami.store.warnings import warn_bookkeeping

from .parquet_file import read, write
from .tier import ColdTier, open_tier

if TYPE_CHECKING:
    import duckdb

KINDS = (Kind.MEMORY_SESSION.value, Kind.MEMORY_PHRASE.value)
"""The kinds of facts that may become cold."""

MOST = 20_000
"""Facts in one file at most."""

RESTING = "SELECT id, kind, task, because FROM resting_facts ORDER BY id"
"""Query for the facts that no longer count."""

RETURNING = """
SELECT DISTINCT id, file FROM cold_facts c
WHERE NOT warm AND NOT EXISTS (FROM cold_facts o WHERE o.id = c.id AND NOT o.restored)
ORDER BY file, id
"""
"""Query for the cold facts that count again."""


class Settled(NamedTuple):
    """The numbers of one settling.

    Attributes:
        moved: Number of facts that left the warm store.
        returned: Number of facts that came back.
        missing: Number of facts that count again, and that no cold file gave back.
    """

    moved: int = 0
    returned: int = 0
    missing: int = 0


def settle_quietly(folder: Path, place: Path | str) -> Settled:
    """Settle a store as far as its cold tier permits; a fault is a warning (DESIGN law 10).

    Args:
        folder: The ``.ami`` folder; its journals have been absorbed.
        place: The cold tier's place, from ``Settings.cold_place``.
    """
    try:
        return settle(folder, open_tier(place))
    except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a run)
        parts = [error.what, *error.evidence] if isinstance(error, AmiError) else [str(error)]
        warn_bookkeeping(
            f"The store and its cold tier were not settled ({'; '.join(parts)}). Nothing is lost: the facts stay where "
            "they are, and a later forgetting tries again. Run next: ami doctor"
        )
        return Settled()


def settle(folder: Path, tier: ColdTier) -> Settled:
    """Bring back the facts that count again, then move those that no longer count.

    Args:
        folder: The ``.ami`` folder; its journals have been absorbed.
        tier: The cold tier.

    Raises:
        OSError: A journal cannot be read or written.
        StoreError: The tier or the store cannot be used. Each fact is in one of them, or in both.
    """
    database = Database(folder)
    returned, missing = _bring_back(database, tier)
    resting = database.query(RESTING) or []
    free = removable(folder, [row["id"] for row in resting], KINDS)
    leaving = [row for row in resting if row["id"] in free.ids]
    for start in range(0, len(leaving), MOST):
        _put_away(database, tier, leaving[start : start + MOST])
    return Settled(_take_out(database, free) if leaving else 0, returned, missing)


def _put_away(database: Database, tier: ColdTier, resting: Sequence[dict[str, Any]]) -> None:
    """Write facts to the tier, and absorb the fact that says so."""
    ids = [row["id"] for row in resting]
    facts = _facts(database, ids)
    if len(facts) != len(ids):
        raise StoreError(
            "The store changed while facts were moved to the cold tier",
            why="Another process moved some of them. Nothing is lost.",
            evidence=[f"{len(facts)} of {len(ids)} facts are here"],
            run="ami memory cold",
        )
    written = write(tier, facts)
    groups: defaultdict[tuple[str, str, str], list[str]] = defaultdict(list)
    for row in resting:
        groups[row["because"], row["kind"], row["task"]].append(row["id"])
    plain = [{"because": b, "kind": k, "task": t, "ids": each} for (b, k, t), each in groups.items()]
    stamp = f"{datetime.now(timezone.utc):%Y%m%dT%H%M%S}-{os.getpid()}-{written.name[:8]}"
    journal = Journal(database.folder, run=stamp, worker="cold")
    journal.append(Kind.MEMORY_COLD, data={"file": written.name, "bytes": written.size, "groups": plain})
    journal.append(Kind.RUN_FINISHED)
    if journal.unwritten:
        raise StoreError(
            f"The journal {journal.path} cannot be written",
            why="The disk is full, or the folder is not writable. All facts stay in the store.",
            run="ami doctor",
        )
    database.absorb()


def _take_out(database: Database, free: Removable) -> int:
    def act(connection: duckdb.DuckDBPyConnection) -> int:
        still = {row["id"] for row in rows(connection, RESTING)}  # a person may have undone a forgetting just now
        return remove(connection, free.held, free.ids & still, KINDS)

    return database.change(act) or 0


def _bring_back(database: Database, tier: ColdTier) -> tuple[int, int]:
    """Return the number of facts that came back, and of those that no file gave back."""
    wanted: defaultdict[str, set[str]] = defaultdict(set)
    for row in database.query(RETURNING) or ():
        wanted[row["file"]].add(row["id"])
    found: dict[str, Fact] = {}
    fault: AmiError | None = None
    for file, ids in wanted.items():
        try:
            found.update((fact.id, fact) for fact in read(tier, file) if fact.id in ids and fact.kind in KINDS)
        except StoreError as error:
            fault = error
    if found:
        lines = [(fact, encode(fact).rstrip(b"\n")) for fact in found.values()]
        write_new(database.folder, "cold", [lines])
        database.absorb()
    missing = len(set().union(*wanted.values()) - found.keys())
    if missing and fault is not None:
        warn_bookkeeping(
            f"{missing} facts that count again are in the cold tier, which did not give them back "
            f"({'; '.join(fault.evidence)}). A later undoing tries again. Run next: ami doctor"
        )
    return len(found), missing


def _facts(database: Database, ids: Iterable[str]) -> list[Fact]:
    def question(connection: duckdb.DuckDBPyConnection) -> list[Fact]:
        pieces = select(connection, "list_contains(?::VARCHAR[], id) ORDER BY id", [list(ids)])
        return [fact for piece in pieces for fact in piece]

    return database.look(question) or []


def cold_files(database: Database) -> frozenset[str]:
    """Return the names of the cold files that hold facts of a store.

    Raises:
        StoreError: The store cannot be read.
    """
    found = database.look(lambda connection: rows(connection, "SELECT DISTINCT file FROM cold_facts WHERE NOT warm"))
    return frozenset(row["file"] for row in found or ())
