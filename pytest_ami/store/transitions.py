"""The transitions of a version's status: one table, and the precedence that decides which version runs.

Rules of this module:

* A version is proven by a green replay without a model, or by a person. Nothing else makes it ``active``.
* A ``drifting`` version still passes. A ``possibly_stale`` version did not fit the page once. A ``stale`` one did not
  fit twice without a green replay in between: in two test runs, or twice in a row in one run.
* Only a person can reactivate superseded and retired versions.
* Every event is safe to repeat. A status that the table does not name for an event stays unchanged.

It knows statuses and events. It must never know how they are stored, or what a page looks like.
"""

from __future__ import annotations

from enum import Enum

from pytest_ami.model.workflow import Status


class Event(str, Enum):
    """The events in the life of a version. The value is the machine-readable reason in the status fact."""

    GREEN = "replay.green"
    """A test that replayed the version was green, and its elements were the recorded ones."""
    MOVED = "identity.moved"
    """A test that replayed the version was green, and ``elements.trend`` reports that its elements move away."""
    HEALED = "heal.proposed"
    """A test that healed the version was green, and the healed version is a new candidate."""
    RELEARNED = "relearned"
    """The task was learned again although the version had no fault."""
    DRIFT = "drift"
    """A step did not fit the page, and the page is the cause. Facts add the cause of the drift: ``drift.missing``."""
    CONFIRMED = "confirm.green"
    """An immediate replay from a clean context was green (``--ami-confirm``)."""
    REFUTED = "confirm.failed"
    """An immediate replay from a clean context did not fit the page."""
    ACCEPTED = "person.accepted"
    """A person accepted the version."""
    REJECTED = "person.rejected"
    """A person rejected the version."""
    ROLLED_BACK = "person.rolled_back"
    """A person rolled back to an earlier version."""
    RESTORED = "person.restored"
    """A person rolled back to this version."""
    SUPERSEDED = "superseded"
    """Another version of the task was proven."""


RESTING = frozenset({Status.SUPERSEDED, Status.RETIRED})
"""The statuses that never run."""

PROVEN = frozenset({Status.ACTIVE, Status.DRIFTING})
"""The statuses that only a proven version gets. If a version ever had one of them, it was good once."""

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
"""The status after each event, by the status before it. A status that is not listed stays unchanged."""


def transition(status: Status, event: Event, *, since: str = "", cause: str = "") -> tuple[Status, str]:
    """Return the status after an event, and the machine-readable reason.

    Args:
        status: The status before the event.
        event: The event.
        since: Machine-readable reason of the status before the event; empty if it is not known.
        cause: For a drift, the value of its ``Cause``.
    """
    reason = f"{event.value}.{cause}" if cause else event.value
    if event is Event.DRIFT and status is Status.POSSIBLY_STALE and since == Event.RELEARNED.value:
        return status, reason  # it is in doubt only because it was relearned: this is its first drift
    return TABLE[event].get(status, status), reason


def precedence(status: Status, *, proven: bool) -> int:
    """Return the precedence of a version: the highest runs; of two with the same precedence, the newer one runs.

    An active version runs. Next come versions to try: a candidate, or the last good version in doubt. These have the
    same precedence, so a newer candidate runs before the last good version in doubt. If the candidate did not fit, the
    last good version runs, and is tried or relearned even if it is stale: it is never lost (DESIGN law 4).

    Args:
        status: The status of the version. A status in ``RESTING`` never runs and must not be passed.
        proven: Whether the version was ever good.
    """
    if status is Status.ACTIVE:
        return 4
    if status in (Status.CANDIDATE, Status.DRIFTING) or (status is Status.POSSIBLY_STALE and proven):
        return 3
    if status is Status.POSSIBLY_STALE:
        return 2
    return 1 if proven else 0
