"""Stores with different tiers that do the same work: their answers must be the same.

Each world remembers, forgets and restores by the same calls. One of them, with nothing but its journals and its
database, is the model of all others.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from pytest_ami.model.operation import Operation
from pytest_ami.store.cold.settle import settle
from pytest_ami.store.cold.tier import ColdTier
from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.facts import Kind
from pytest_ami.store.hot.process_tier import HotTier
from pytest_ami.store.journal import Journal, journals, read
from pytest_ami.store.pages.memory_reader import KINDS
from pytest_ami.store.pages.page_memory import Memory
from pytest_ami.store.shared.exchange import exchange
from pytest_ami.store.shared.fact_log import FactLog
from pytest_ami.store.shared.sync_state import locked_state

TASKS = ("send email", "archive mail", "look around")
PAGES = tuple(f"http://127.0.0.1:50123/mail/{name}" for name in ("inbox", "sent"))
WAYS = ("Send", "Archive", "Help")


class Killed(BaseException):
    """The process ends here."""


class World:
    """A store, and what stands around it.

    Attributes:
        folder: Its ``.ami`` folder.

    Args:
        root: A folder of its own.
        hot: Returns the hot tier of a new process; None for the one that every process has.
        cold: The cold tier, or None to move nothing.
        log: A shared log, from which another machine answers, or None.
        run: Beginning of the names of its runs.
    """

    def __init__(
        self,
        root: Path,
        *,
        hot: Callable[[], HotTier] | None = None,
        cold: ColdTier | None = None,
        log: FactLog | None = None,
        run: str = "run",
    ) -> None:
        self.folder = root / ".ami"
        self._other = root / "other"
        self._hot = hot
        self._cold = cold
        self._log = log
        self._runs = (f"{run}{number}" for number in itertools.count())
        self.forgettings: list[str] = []
        self._begin()

    def _process(self, folder: Path, journal: Journal | None = None) -> Memory:
        memory = Memory(folder, journal)
        if self._hot is not None:
            memory.reads.hot = self._hot()
        return memory

    def _begin(self) -> None:
        self._journal = Journal(self.folder, run=next(self._runs))
        self.memory = self._process(self.folder, self._journal)
        self._reader = self._process(self._other if self._log else self.folder)

    def remember(self, task: str, page: str, way: str, *, success: bool) -> None:
        """Remember one session."""
        operation = Operation(type="click", url=page, role="button", text=way, xpath="/b")
        self.memory.add([operation], task=task, success=success, generate_embeddings=False)

    def forget(self, task: str) -> None:
        """Forget a task."""
        self.forgettings.append(self.memory.forget(task, "a test"))

    def prune(self, number: int) -> None:
        """Prune one phrase, if there is any."""
        phrases = self.memory.entities()["phrases"]
        if phrases:
            ids = [phrases[number % len(phrases)].id]
            self.forgettings.append(self.memory._write(Kind.MEMORY_PRUNED, {"ids": ids, "reason": "a test"}).id)

    def restore(self, number: int) -> None:
        """Undo a forgetting or pruning, if there is any that stands."""
        if self.forgettings:
            self.memory.restore(self.forgettings.pop(number % len(self.forgettings)), "a test")

    def end_run(self) -> None:
        """End the run: absorb its journal, move facts between tiers, and exchange them; begin another one."""
        self._journal.append(Kind.RUN_FINISHED)
        Database(self.folder).absorb()
        if self._cold is not None:
            settle(self.folder, self._cold)
        self._begin()

    def exchange(self) -> None:
        """Send all facts to the shared log, and let the other machine fetch them."""
        if self._log is not None:
            for folder in (self.folder, self._other):
                with locked_state(folder, 10) as state:
                    exchange(folder, self._log, state)

    def killed(self, call: int) -> None:
        """Kill the process at a call to a tier, while it ends its run or exchanges facts; then begin another one."""
        cold, log = self._cold, self._log
        self._cold = Dying(cold, call) if cold is not None else None
        self._log = Dying(log, call) if log is not None else None
        try:
            with suppress(Killed):
                self.end_run()
            with suppress(Killed):
                self.exchange()
        finally:
            self._cold, self._log = cold, log
        self._begin()

    def close(self) -> None:
        """Close the connection to the shared log."""
        if self._log is not None:
            self._log.close()

    def answers(self, *, fresh: bool = False) -> list[Any]:
        """Return what the memory says about all pages and tasks.

        Args:
            fresh: Whether a process answers that has just started.
        """
        self.exchange()
        memory = self._process(self._other if self._log else self.folder) if fresh else self._reader
        tasks = sorted((one.task, one.text) for one in memory.entities()["phrases"])
        pages = [(memory.query_page_operations(page), memory.format_page_operations(page)) for page in PAGES]
        return [pages, tasks, memory.counts()]

    def known(self) -> tuple[set[str], int]:
        """Return the ids of the memory's facts in all tiers, and how many of them the warm journals hold twice."""
        lines = [
            fact.id for path in journals(self.folder, absorbed=True).values() for fact in read(path, 0, KINDS).facts
        ]
        cold = Database(self.folder).query("SELECT DISTINCT id FROM cold_facts") or []
        return {*lines, *(row["id"] for row in cold)}, len(lines) - len(set(lines))


class Dying:
    """A tier or a log whose process is killed at one of its calls; some calls do their work before.

    Args:
        real: The tier or log.
        call: Number of the call. The work is done before the kill if it is even.
    """

    def __init__(self, real: Any, call: int) -> None:
        self._real = real
        self._left = self._call = call

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._real, name)
        return found if not callable(found) else lambda *arguments: self._answer(found, *arguments)

    def _answer(self, act: Callable[..., Any], *arguments: Any) -> Any:
        self._left -= 1
        if self._left:
            return act(*arguments)
        if not self._call % 2:
            act(*arguments)
        raise Killed
