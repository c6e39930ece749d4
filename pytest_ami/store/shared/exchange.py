"""The exchange of facts between the journals of this machine and a shared log: a set union by fact id.

Rules of this module:

* Facts are sent from the journals, which hold everything that this machine knows. A journal is compared with the log
  by the ids of its facts, and only missing facts travel. So it does not matter what was sent before, or by whom.
* Facts are fetched in the order of the log, from the position of the last fetch, and become a journal. Ids come first,
  and the lines of unknown ids only: most facts behind the position are those that this machine has sent itself.
* A journal of fetched facts is not sent back to the log that it came from.
* An exchange that breaks off leaves no half of a journal, and the next one does the rest.

It knows journals and the interface of a log. It must never know what a fact means, or warn about a log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pytest_ami.store.duckdb.errors import store_error
from pytest_ami.store.facts import Fact
from pytest_ami.store.journal import ABSORBED, journals, parsed, pieces
from pytest_ami.store.transfer.arrivals import Arrivals, known_to, write_new

from .fact_log import BATCH, FactLine, FactLog
from .sync_state import SyncState


class Exchange(NamedTuple):
    """The numbers of one exchange.

    Attributes:
        fetched: Number of facts that are new here.
        sent: Number of facts that are new in the log.
        skipped: Number of lines of the log that are not facts.
        tasks: Tasks of the facts that are new here, sorted.
    """

    fetched: int
    sent: int
    skipped: int
    tasks: tuple[str, ...]


def exchange(folder: Path, log: FactLog, state: SyncState) -> Exchange:
    """Fetch the facts that are new in the log, then send those that it misses.

    Args:
        folder: The ``.ami`` folder.
        log: The shared log.
        state: How far the two were compared before; changed as the exchange goes on.

    Raises:
        StoreError: The log does not answer or refuses, or this store cannot be read or written.
    """
    state.turn_to(log.identity(), log.end())
    try:
        arrived, skipped = _fetch(folder, log, state)
        sent = send(folder, log, state)
    except OSError as error:
        raise store_error(folder, error) from error
    return Exchange(len(arrived.new), sent, skipped, tuple(sorted(arrived.tasks)))


def send(folder: Path, log: FactLog, state: SyncState) -> int:
    """Send the facts of the journals that the log misses, and return their number.

    Args:
        folder: The ``.ami`` folder.
        log: The shared log.
        state: How far the two were compared before; changed as the exchange goes on.

    Raises:
        OSError: A journal cannot be read.
        StoreError: The log does not answer or refuses.
    """
    state.turn_to(log.identity(), log.end())
    own = _prefix(state.log)
    found = journals(folder, absorbed=True)
    state.sent = {name: size for name, size in state.sent.items() if name in found}
    number, fault = 0, None
    for name, path in found.items():
        offset = state.sent.get(name, 0)
        try:
            if _is_from(name, own) or path.stat().st_size == offset:
                continue
            for piece in pieces(path, offset):
                lines = [FactLine(fact.id, line) for fact, line in zip(piece.facts, piece.lines, strict=True)]
                number += add_missing(log, lines)
                state.sent[name] = piece.offset
        except FileNotFoundError:  # moved by another process just now: the next exchange finds it
            continue
        except OSError as error:  # the facts of the other journals are still sent
            fault = error
    if fault is not None:
        raise fault
    return number


def unsent(folder: Path, state: SyncState) -> int:
    """Return the number of bytes of the journals that were not compared with the log so far.

    Raises:
        OSError: The folder cannot be read.
    """
    own = _prefix(state.log)
    found = {name: path for name, path in journals(folder, absorbed=True).items() if not _is_from(name, own)}
    return sum(max(0, path.stat().st_size - state.sent.get(name, 0)) for name, path in found.items())


def add_missing(log: FactLog, lines: Sequence[FactLine]) -> int:
    """Add the facts that a log misses, and return their number.

    Raises:
        StoreError: The log does not answer or refuses.
    """
    number = 0
    for start in range(0, len(lines), BATCH):
        batch = lines[start : start + BATCH]
        missing = log.missing([line.id for line in batch])
        if missing:
            log.append([line for line in batch if line.id in missing])
        number += len(missing)
    return number


def all_lines(log: FactLog) -> Iterator[list[FactLine]]:
    """Yield the facts of a log, batch by batch.

    Raises:
        StoreError: The log does not answer or refuses.
    """
    for ids, _ in _batches(log, 0):
        yield log.lines(ids)


def _batches(log: FactLog, position: int) -> Iterator[tuple[list[str], int]]:
    while True:
        ids, position = log.after(position)
        if not ids:
            return
        yield ids, position


def facts_in(lines: Sequence[FactLine]) -> list[tuple[Fact, bytes]]:
    """Return the facts of lines of a log; a line that is not a fact, or that has another id, is left out."""
    read = [(line, parsed(line.line + b"\n")) for line in lines]
    return [
        (found.facts[0], line.line)
        for line, found in read
        if len(found.facts) == 1 and found.facts[0].id == line.id and b"\n" not in line.line
    ]


def _fetch(folder: Path, log: FactLog, state: SyncState) -> tuple[Arrivals, int]:
    """Write the new facts of the log as a journal; return them, and the number of lines that are no facts."""
    last, skipped = state.position, 0
    is_known = known_to(folder)

    def facts() -> Iterator[list[tuple[Fact, bytes]]]:
        nonlocal last, skipped
        for ids, last in _batches(log, state.position):  # noqa: B007  (the last position counts)
            known = is_known(ids)
            unknown = [identity for identity in ids if identity not in known]
            lines = log.lines(unknown) if unknown else []
            found = facts_in(lines)
            skipped += len(lines) - len(found)
            yield found

    arrived = write_new(folder, f"{_prefix(state.log)}{state.position}", facts(), is_known)
    state.position = last
    return arrived, skipped


def _prefix(log: str) -> str:
    """Return the first part of the names of all journals that came from a log."""
    return f"shared-{log[:13]}-"


def _is_from(name: str, prefix: str) -> bool:
    return name.removeprefix(f"{ABSORBED}/").startswith(prefix)
