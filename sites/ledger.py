"""The ledger of a site: all lasting changes on the server, in a form that every site shares. No page can see it.

A site records each lasting change once, when it happens on the server. A task lists the records that it must leave. A
flow was right if the ledger holds exactly those, in any order. A missing record is a lost effect, another one a wrong
effect.
"""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, order=True)
class Effect:
    """One lasting change on the server: the action and its object."""

    what: str
    details: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        """Return it as one line for people."""
        return ", ".join((self.what, *(f"{name}={value!r}" for name, value in self.details)))


def effect(what: str, **details: object) -> Effect:
    """Return an effect; details are kept as text, in the order of their names."""
    return Effect(what, tuple(sorted((name, str(value)) for name, value in details.items())))


def differences(
    expected: Iterable[Effect], happened: Iterable[Effect]
) -> tuple[tuple[Effect, ...], tuple[Effect, ...]]:
    """Return the effects that are missing, and those that nobody asked for."""
    wanted, found = Counter(expected), Counter(happened)
    return tuple(sorted((wanted - found).elements())), tuple(sorted((found - wanted).elements()))


class Ledger:
    """The effects since the last reset, safe to write and read from different threads."""

    def __init__(self) -> None:
        """Start empty."""
        self._effects: list[Effect] = []
        self._lock = threading.Lock()

    def note(self, what: str, **details: object) -> None:
        """Note a lasting change."""
        with self._lock:
            self._effects.append(effect(what, **details))

    def effects(self) -> tuple[Effect, ...]:
        """Return all effects, the oldest first."""
        with self._lock:
            return tuple(self._effects)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._effects.clear()
