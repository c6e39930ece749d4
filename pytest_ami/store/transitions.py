"""Where a version stands after something happened to it: one table, and which version would run.

Rules of this module:

* A version is proven by a green replay without a model, or by a person. Nothing else makes it ``active``.
* ``drifting`` still passes. ``possibly_stale`` did not fit the page once, ``stale`` twice without a green replay in
  between: in two test runs, or twice in a row in one.
* Superseded and retired versions are woken by a person only.
* Whatever happens is safe to hear twice: what the table does not name changes nothing.

It knows statuses and events. It must never know how they are stored, or what a page looks like.
"""

from __future__ import annotations

from enum import Enum

from pytest_ami.model.workflow import Status


class Event(str, Enum):
    """What may happen to a version. The value is the machine-readable reason in the fact about it."""

    GREEN = "replay.green"
    """A test that replayed it was green, and its elements were the recorded ones."""
    MOVED = "identity.moved"
    """A test that replayed it was green, and ``elements.trend`` says that its elements move away."""
    HEALED = "heal.proposed"
    """A test that healed it was green, and what was healed is a new candidate."""
    RELEARNED = "relearned"
    """It was learned anew although nothing was wrong with it."""
    DRIFT = "drift"
    """A step did not fit the page, and the page is to blame. In facts with its cause: ``drift.missing``."""
    CONFIRMED = "confirm.green"
    """Replayed at once from a clean context, it was green (``--ami-confirm``)."""
    REFUTED = "confirm.failed"
    """Replayed at once from a clean context, it did not fit the page."""
    ACCEPTED = "person.accepted"
    """A person says that it is good."""
    REJECTED = "person.rejected"
    """A person says that it is not."""
    ROLLED_BACK = "person.rolled_back"
    """A person went back to the version before it."""
    RESTORED = "person.restored"
    """A person went back to it."""
    SUPERSEDED = "superseded"
    """Another version of its task was proven."""


RESTING = frozenset({Status.SUPERSEDED, Status.RETIRED})
"""The statuses that never run."""

PROVEN = frozenset({Status.ACTIVE, Status.DRIFTING})
"""The statuses that only a version has that has proven itself: who ever had one of them was good once."""

_AWAKE = tuple(status for status in Status if status not in RESTING)
_ALL = tuple(Status)


def _each(statuses: tuple[Status, ...], to: Status) -> dict[Status, Status]:
    return dict.fromkeys(statuses, to)


TABLE: dict[Event, dict[Status, Status]] = {
    Event.GREEN: _each(_AWAKE, Status.ACTIVE),
    Event.MOVED: {Status.ACTIVE: Status.DRIFTING},
    Event.HEALED: {Status.ACTIVE: Status.DRIFTING},
    Event.RELEARNED: _each((Status.ACTIVE, Status.DRIFTING), Status.POSSIBLY_STALE),
    Event.DRIFT: {
        **_each((Status.CANDIDATE, Status.ACTIVE, Status.DRIFTING), Status.POSSIBLY_STALE),
        Status.POSSIBLY_STALE: Status.STALE,
    },
    Event.CONFIRMED: {Status.CANDIDATE: Status.ACTIVE},
    Event.REFUTED: {Status.CANDIDATE: Status.RETIRED},
    Event.ACCEPTED: _each(_ALL, Status.ACTIVE),
    Event.REJECTED: _each(_ALL, Status.RETIRED),
    Event.ROLLED_BACK: _each(_AWAKE, Status.RETIRED),
    Event.RESTORED: _each(_ALL, Status.ACTIVE),
    Event.SUPERSEDED: _each(_AWAKE, Status.SUPERSEDED),
}
"""The status after each event, by the status before it; what is not named stays as it is."""


def transition(status: Status, event: Event, *, since: str = "", cause: str = "") -> tuple[Status, str]:
    """Return the status after an event, and the machine-readable reason.

    Args:
        status: The status before it.
        event: What happened.
        since: Machine-readable reason of the status before it, or an empty string where it is not known.
        cause: For a drift, the value of its ``Cause``.
    """
    reason = f"{event.value}.{cause}" if cause else event.value
    if event is Event.DRIFT and status is Status.POSSIBLY_STALE and since == Event.RELEARNED.value:
        return status, reason  # it only made way: this is the first time that it does not fit
    return TABLE[event].get(status, status), reason


def precedence(status: Status, *, proven: bool) -> int:
    """Return how much a version has a right to run; of two with the same right the newer one runs.

    What is active runs. Next comes what is to be tried: a candidate, or the last good version once it is in doubt, so
    that one in doubt yields to a candidate made after it. A candidate that did not fit gives way to the last good
    version, and that one is tried again, or relearned from, even when it is stale: it is never lost (DESIGN law 4).

    Args:
        status: Where the version stands; one of ``RESTING`` never runs and must not be asked about.
        proven: Whether it was ever good.
    """
    if status is Status.ACTIVE:
        return 4
    if status in (Status.CANDIDATE, Status.DRIFTING) or (status is Status.POSSIBLY_STALE and proven):
        return 3
    if status is Status.POSSIBLY_STALE:
        return 2
    return 1 if proven else 0
