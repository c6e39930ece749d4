"""The link of a process to the shared store: facts are fetched when its run begins, and sent as they are written.

Rules of this module:

* The first process of a run exchanges facts; the others wait for it, and find them in the journals.
* The process that ends the run compares all journals with the log once more. So what a worker could not send, or a
  killed process has left, is sent then.
* A fault never has an effect on a test (DESIGN law 10). A run warns at most once.

It knows when facts are exchanged. It must never know how, or what a fact means.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_ami.model.errors import AmiError
from pytest_ami.store.duckdb.errors import store_error
from pytest_ami.store.warnings import warn_bookkeeping

from .exchange import Exchange, exchange, send, unsent
from .fact_log import FactLog
from .postgres import PostgresLog
from .sender import Sender
from .sync_state import SyncState, locked_state

if TYPE_CHECKING:
    from pytest_ami.store.journal import Journal

_PATIENCE = 60.0
"""Seconds to wait for another process that exchanges facts."""

_LAST_FACTS = 5.0
"""Seconds in which a process sends its last facts when it ends."""

LATER = "Nothing is lost: the journals keep the facts, and a later run sends them."


class SharedLink:
    """The link of one process to the shared store.

    Attributes:
        address: The value of ``ami_store``.

    Args:
        folder: The ``.ami`` folder.
        address: The value of ``ami_store``.
        run: Id of the run, the same in all its processes.
        connect: Returns a log at an address.
    """

    def __init__(
        self, folder: Path, address: str, *, run: str, connect: Callable[[str], FactLog] = PostgresLog
    ) -> None:
        self._folder = folder
        self.address = address
        self._run = run
        self._connect = connect
        self._sender = Sender(lambda: connect(address))

    def begin(self, journal: Journal) -> None:
        """Exchange facts if this is the first process of the run, and send what the journal writes from now on.

        Args:
            journal: The journal of this process.
        """
        self._bearing(self._first_exchange, "This run uses the facts that are here already.")
        journal.subscribe(self._sender.take)

    def finish(self, *, last: bool) -> None:
        """Send the last facts of this process.

        Args:
            last: Whether this process ends the run; then it sends what any process has left.
        """
        self._sender.close(_LAST_FACTS)
        if last:
            self._bearing(self._last_exchange, "Facts of this run are not in it yet.")

    def exchange(self) -> Exchange:
        """Exchange facts now.

        Raises:
            StoreError: The log does not answer or refuses, or this store cannot be read or written.
        """
        from filelock import Timeout

        log = self._connect(self.address)
        try:
            with locked_state(self._folder, _PATIENCE) as state:
                return exchange(self._folder, log, state)
        except (OSError, Timeout, NotImplementedError) as error:
            raise store_error(self._folder, error) from error
        finally:
            log.close()

    def _first_exchange(self, log: FactLog, state: SyncState) -> None:
        if state.run != self._run:
            state.run, state.warned = self._run, False
            exchange(self._folder, log, state)

    def _last_exchange(self, log: FactLog, state: SyncState) -> None:
        if state.run != self._run:
            state.run, state.warned = self._run, False
        if unsent(self._folder, state):
            send(self._folder, log, state)

    def _bearing(self, act: Callable[[FactLog, SyncState], None], effect: str) -> None:
        """Act under the lock; turn a fault into a warning, unless this run has warned before."""
        log = self._connect(self.address)
        try:
            with locked_state(self._folder, _PATIENCE) as state:
                try:
                    act(log, state)
                except AmiError as error:
                    if not state.warned:
                        state.warned = True
                        evidence = f" ({'; '.join(error.evidence)})" if error.evidence else ""
                        warn_bookkeeping(f"{error.what}{evidence}. {effect} {LATER} Run next: {error.run}")
        except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a test)
            warn_bookkeeping(f"No facts were exchanged with the shared store ({error}). {effect} {LATER}")
        finally:
            log.close()
