"""How far this machine's store and its shared log have been compared: `journal/shared.json`, under a lock.

Rules of this module:

* The file is a note, not the truth. If it is lost or is not readable, the next exchange compares everything again.
* It stands in the folder of the journals: whoever removes the journals removes it as well.
* A process holds the lock from reading the file to writing it.

It knows one file. It must never know a fact, a journal or a server.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pytest_ami.store.facts import SCHEMA
from pytest_ami.store.journal import JOURNALS, make_folder
from pytest_ami.store.locking import acquired
from pytest_ami.store.regular_files import read_regular

STATE = "shared.json"
"""Name of the file, within the folder of the journals."""

LOCK = "shared.lock"
"""Name of the lock, within the ``.ami`` folder."""

_LARGEST = 64 * 1024 * 1024


@dataclass(slots=True)
class SyncState:
    """The state of the exchange with one log.

    Attributes:
        log: Id of the log.
        position: Position in the log up to which its facts are here.
        sent: Bytes of each journal whose facts are in the log, by name of the journal.
        run: Id of the last run that exchanged facts, or tried to.
        warned: Whether that run has warned about the log.
        format: Version of the format of facts with which the two were compared.
    """

    log: str = ""
    position: int = 0
    sent: dict[str, int] = field(default_factory=dict)
    run: str = ""
    warned: bool = False
    format: int = SCHEMA

    def turn_to(self, log: str, end: int) -> None:
        """Begin anew if this is another log than before, or if an earlier state of the log was restored.

        A new version begins anew as well, if it reads facts that the version before it had to leave out.

        Args:
            log: Id of the log.
            end: Position of its last fact.
        """
        if self.log != log or end < self.position or self.format != SCHEMA:
            self.log, self.position, self.sent, self.format = log, 0, {}, SCHEMA


@contextmanager
def locked_state(folder: Path, patience: float) -> Iterator[SyncState]:
    """Yield the state of a store, and write it when the block ends, also with an error.

    Args:
        folder: The ``.ami`` folder; created if it is missing.
        patience: Seconds to wait for another process.

    Raises:
        filelock.Timeout: Another process held the lock during the whole wait.
        OSError: The folder cannot be written.
    """
    make_folder(folder)
    path = folder / JOURNALS / STATE
    path.parent.mkdir(exist_ok=True)
    lock = acquired(folder / LOCK, patience)
    try:
        state = _read(path)
        try:
            yield state
        finally:
            part = path.with_suffix(f".{os.getpid()}.part")
            part.write_text(json.dumps(asdict(state)), encoding="utf-8")
            part.replace(path)
    finally:
        lock.release()


def _read(path: Path) -> SyncState:
    try:
        found = json.loads(read_regular(path, _LARGEST))
    except (OSError, ValueError, RecursionError):
        return SyncState()
    return _checked(found) if isinstance(found, dict) else SyncState()


def _checked(found: dict[str, Any]) -> SyncState:
    state = SyncState()
    for name, kind in (
        ("log", str),
        ("position", int),
        ("sent", dict),
        ("run", str),
        ("warned", bool),
        ("format", int),
    ):
        if type(found.get(name)) is not kind:
            return SyncState()
        setattr(state, name, found[name])
    return state if all(type(size) is int for size in state.sent.values()) else SyncState()
