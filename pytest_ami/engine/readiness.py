"""Tells a changed page from a broken application and from a page that is not ready yet.

A slow or broken server never makes a workflow stale. The functions are pure functions of looks.
``store.transitions`` draws the conclusions for the workflow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.model.outcome import Cause

if TYPE_CHECKING:
    from pytest_ami.model.command import Health, Seen

QUIET = 1_500.0
"""Milliseconds without a change, on a loaded page with no request under way, after which waiting is pointless."""

PART = 0.3
"""The part of a step's patience that the page must be quiet: less patience needs an earlier answer."""

TWINS = 4_000.0
"""Milliseconds without a change after which an element does not come any more although look-alikes of it are there."""


LEAST = 500.0
"""The fewest quiet milliseconds, if the patience allows them: fields with a lookup wait about 300 ms for a key."""


def rest(patience: float) -> float:
    """Return how long a page must be quiet to count as settled, for a step that waits ``patience`` milliseconds."""
    return min(QUIET, max(PART * patience, min(LEAST, patience / 2)))


def settled(seen: Seen, waited: float = QUIET, quiet: float = QUIET) -> bool:
    """Return whether the page has come to rest, so that a missing element or effect will not appear by itself.

    Args:
        seen: The last look.
        waited: Milliseconds waited since the last action. Rest before the action says nothing about its effects.
        quiet: Milliseconds without a change that are required.
    """
    rests = seen.loaded and not seen.lost and not seen.health.pending
    return rests and min(seen.quiet, waited) >= quiet


def at_rest(seen: Seen, waited: float = QUIET, quiet: float = QUIET) -> bool:
    """Return whether the page has come to rest and does not say that it is still working; arguments as above."""
    return not seen.busy and settled(seen, waited, quiet)


def excuse(health: Health, *, settled_page: bool) -> Cause | None:
    """Return the cause that clears the page of blame, or None.

    Args:
        health: The application's health at the moment of giving up.
        settled_page: Whether the page had come to rest by then.
    """
    if health.dead or health.failures:
        return Cause.APP_DOWN
    if not settled_page:
        return Cause.NOT_READY
    return None


def evidence_of(health: Health) -> tuple[str, ...]:
    """Return the health as lines for a message."""
    lines = list(health.failures)
    if health.pending:
        lines.append(f"{health.pending} request(s) still under way")
    return tuple(lines)
