"""A shared log of facts in memory, which fails when it is told to: the model of every real one."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_ami.model.errors import StoreError
from pytest_ami.store.shared.fact_log import BATCH, FactLine


class MemoryLog:
    """A log of facts, shared by all that hold this object.

    Attributes:
        lines: The facts in the order of their arrival.
        calls: Number of calls so far.
        dies_at: Number of the call that fails, and all calls after it; None for none.
        done: Whether the call that fails has done its work before, as when only the answer is lost.
    """

    def __init__(self, name: str = "00000000-0000-4000-8000-000000000000") -> None:
        self._name = name
        self.lines: list[FactLine] = []
        self.calls = 0
        self.dies_at: int | None = None
        self.done = False

    def identity(self) -> str:
        self._answer()
        return self._name

    def end(self) -> int:
        self._answer()
        return len(self.lines)

    def missing(self, ids: Sequence[str]) -> frozenset[str]:
        self._answer()
        return frozenset(ids) - {line.id for line in self.lines}

    def append(self, facts: Sequence[FactLine]) -> None:
        if not self.done:
            self._answer()
        for fact in facts:
            if all(line.id != fact.id for line in self.lines):
                self.lines.append(fact)
        if self.done:
            self._answer()

    def after(self, position: int) -> tuple[list[FactLine], int]:
        self._answer()
        found = self.lines[position : position + BATCH]
        return found, position + len(found)

    def close(self) -> None: ...

    def restart(self) -> None:
        """Answer again."""
        self.calls, self.dies_at = 0, None

    def _answer(self) -> None:
        self.calls += 1
        if self.dies_at is not None and self.calls >= self.dies_at:
            raise StoreError("The shared store could not be used", evidence=["it is dead"], run="ami doctor")
