"""The interface of a shared log of facts.

A log is a set of facts in the order in which they arrived. A fact is added once and never changed. The log knows the
id and the line of a fact; it must never know what a fact means.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

BATCH = 1000
"""Number of facts in one transaction."""

PATIENCE = 10.0
"""Seconds that one transaction may take."""


class FactLine(NamedTuple):
    """A fact as a log keeps it.

    Attributes:
        id: The id of the fact, a UUIDv7.
        line: The line of its journal, without newline.
    """

    id: str
    line: bytes


class FactLog(Protocol):
    """A shared log of facts. Each method raises ``StoreError`` if the log does not answer or refuses."""

    def identity(self) -> str:
        """Return the id of the log, which differs from that of every other log."""

    def end(self) -> int:
        """Return the position of the last fact, 0 if there is none."""

    def missing(self, ids: Sequence[str]) -> frozenset[str]:
        """Return those of the ids that are not in the log."""

    def append(self, facts: Sequence[FactLine]) -> None:
        """Add all the facts or none; a fact that is there already stays unchanged."""

    def lines(self, ids: Sequence[str]) -> list[FactLine]:
        """Return the facts with these ids that are in the log, in the order of their arrival."""

    def after(self, position: int) -> tuple[list[str], int]:
        """Return the ids of the next facts behind a position, at most ``BATCH``, and the position of the last of them.

        A fact that arrives later is always behind all the facts that were returned before.
        """

    def close(self) -> None:
        """Close the connection; the next call opens it again."""
