"""A shared log of facts in memory, which fails when it is told to: the model of every real one."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_ami.model.errors import StoreError
from pytest_ami.store.shared.fact_log import BATCH, FactLine


class MemoryLog:
    """A log of facts, shared by all that hold this object.

    Attributes:
        facts: The facts in the order of their arrival.
        calls: Number of calls so far.
        dies_at: Number of the call that fails, and all calls after it; None for none.
        done: Whether the call that fails has done its work before, as when only the answer is lost.
    """

    def __init__(self, name: str = "00000000-0000-4000-8000-000000000000") -> None:
        self._name = name
        self.facts: list[FactLine] = []
        self.calls = 0
        self.dies_at: int | None = None
        self.done = False

    def identity(self) -> str:
        self._answer()
        return self._name

    def end(self) -> int:
        self._answer()
        return len(self.facts)

    def missing(self, ids: Sequence[str]) -> frozenset[str]:
        self._answer()
        return frozenset(ids) - {fact.id for fact in self.facts}

    def append(self, facts: Sequence[FactLine]) -> None:
        if not self.done:
            self._answer()
        for fact in facts:
            if all(one.id != fact.id for one in self.facts):
                self.facts.append(fact)
        if self.done:
            self._answer()

    def lines(self, ids: Sequence[str]) -> list[FactLine]:
        self._answer()
        return [fact for fact in self.facts if fact.id in set(ids)]

    def after(self, position: int) -> tuple[list[str], int]:
        self._answer()
        found = [fact.id for fact in self.facts[position : position + BATCH]]
        return found, position + len(found)

    def close(self) -> None: ...

    def restart(self) -> None:
        """Answer again."""
        self.calls, self.dies_at = 0, None

    def _answer(self) -> None:
        self.calls += 1
        if self.dies_at is not None and self.calls >= self.dies_at:
            raise StoreError("The shared store could not be used", evidence=["it is dead"], run="ami doctor")
