"""The hot tier of one process: the answers that were asked for last, within a budget of bytes.

Rules of this module:

* A key stands for an answer for ever: it is made of the facts that the answer follows from. So nothing is ever stale,
  and nothing has to be invalidated.
* The answer that was asked for longest ago goes first. An answer larger than the budget is not kept.

It knows answers. It must never know where they come from.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Protocol

from pytest_ami.model.memory import PageOperation

MEGABYTE = 1_000_000
_OBJECTS = 8
"""Bytes of objects for one byte of JSON at most, as measured by ``python -m benchmarks.store --part tiers``."""


@dataclass(frozen=True, slots=True)
class PageAnswer:
    """The answer of the memory about one page.

    Attributes:
        number: Number of known ways to act on the page.
        operations: The best of them.
        last: The time at which each was last seen.
    """

    number: int
    operations: tuple[PageOperation, ...]
    last: tuple[str, ...]


def encoded(answer: PageAnswer) -> bytes:
    """Return an answer as JSON."""
    import msgspec

    return msgspec.json.encode(answer)


class HotTier(Protocol):
    """Keeps answers. It may lose any of them at any time, and never fails."""

    def get(self, key: str) -> PageAnswer | None:
        """Return the answer under a key, or None."""

    def put(self, key: str, answer: PageAnswer) -> None:
        """Keep an answer, if there is room for it."""

    def clear(self) -> None:
        """Forget everything that this process has kept."""


class ProcessTier:
    """A hot tier in this process.

    Attributes:
        bytes: The bytes that its answers take, as estimated from above.

    Args:
        budget: Most bytes.
    """

    def __init__(self, budget: float = 64 * MEGABYTE) -> None:
        self.bytes = 0
        self._budget = budget
        self._kept: OrderedDict[str, tuple[PageAnswer, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: str) -> PageAnswer | None:
        """Return the answer under a key, or None."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
            return found[0]

    def put(self, key: str, answer: PageAnswer) -> None:
        """Keep an answer; older ones make room for it."""
        size = (len(encoded(answer)) + len(key)) * _OBJECTS
        with self._lock:
            if key in self._kept or size > self._budget:
                return
            while self.bytes + size > self._budget:
                self.bytes -= self._kept.popitem(last=False)[1][1]
            self._kept[key] = (answer, size)
            self.bytes += size

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self.bytes = 0
