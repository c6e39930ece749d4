"""The sessions that saw an entity, and the fields of an entity that follow from them.

It knows who saw something, and when. It must never know the content of an entity, or where facts are kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypedDict, TypeVar

from pytest_ami.model.memory import Span

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Sighting:
    """The origin of an observation.

    Attributes:
        fact: Id of the fact.
        at: Time of the fact.
        who: The session, unique over all runs.
        session: Name of the session.
        user: The user, or an empty string.
        task: The task, parameter values as ``{{name}}``.
        success: Whether the task succeeded.
    """

    fact: str
    at: str
    who: str
    session: str = ""
    user: str = ""
    task: str = ""
    success: bool = True


class Common(TypedDict):
    """The fields that all entities share; see ``model.memory.Entity``."""

    user_id: str
    session_id: str
    seen: Span


@dataclass(slots=True)
class Trace(Generic[T]):
    """One remembered entity and the sessions that saw it; ``what`` is its content in the newest fact.

    ``successes`` is the number of these sessions whose task succeeded. It is updated with every sighting: an entity
    that every test of a suite uses has thousands of sightings, and is ranked again after each.
    """

    what: T
    newest: str = ""
    uses: dict[str, Sighting] = field(default_factory=dict)
    successes: int = 0

    def see(self, what: T, source: Sighting) -> None:
        """Add a sighting of the entity."""
        if source.fact >= self.newest:
            self.what, self.newest = what, source.fact
        known = self.uses.get(source.who)
        if known is None or known.fact < source.fact:
            self.uses[source.who] = source
            self.successes += source.success - (known is not None and known.success)

    def forget(self, before: str) -> None:
        """Drop the sightings from facts up to and including ``before``."""
        self.uses = {who: use for who, use in self.uses.items() if use.fact > before}
        self.successes = sum(use.success for use in self.uses.values())


def common_of(traces: Iterable[Trace[T]]) -> Common:
    """Return the common fields of an entity: its newest session, and the span of all."""
    uses = [use for trace in traces for use in trace.uses.values()]
    newest = max(uses, key=lambda use: use.fact, default=None)
    times = [use.at for use in uses]
    return Common(
        user_id=newest.user if newest else "",
        session_id=newest.session if newest else "",
        seen=Span(first=min(times, default=""), last=max(times, default=""), count=len(times)),
    )
