"""The options of a flow and of one replay, and the times that all of its waits share.

It knows numbers and settings. It must never know a page or a step.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_ami.engine import readiness
from pytest_ami.engine.boundary.document_origins import FlowOrigins
from pytest_ami.model import command as c

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.elements.candidates import Profile
    from pytest_ami.model.command import Program

PATIENCE = 15_000.0
"""The most milliseconds that a step waits for its target, unless the settings say otherwise."""

AT_ONCE = 50.0
"""Milliseconds: a shorter look did not wait."""

FIRST_SLICE, SLICE = 250.0, 500.0
"""Milliseconds that one look waits inside the page, the first time and afterwards."""

CALM = 400.0
"""Milliseconds without a change after which a page may be surveyed; less patience shortens them."""

QUIET_BEFORE_OPENING = 800.0
"""Milliseconds without a change after which a control may be opened to look for an absent element. The suggestions of
a field come late, and turning the page of a list before that is a click too many."""

LEAST = 1_000.0
"""Milliseconds that the last look or action of a step gets at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowOptions:
    """The options of a flow; its replays and its lessons share them.

    Attributes:
        patience: Milliseconds that a step or a move may wait.
        heal: How sure a heal must be; ``off`` for none.
        origins: The home of the flow, and the foreign origins that are allowed.
        url: URL of the page on which the flow starts; empty if it is not known.
        redrawn: Regions of pages (``search.region``) that this attempt has found redrawn: an element that was recorded
            there does not come any more once the page is at rest.
    """

    patience: float = PATIENCE
    heal: Profile = "balanced"
    origins: FlowOrigins = field(default_factory=FlowOrigins)
    url: str = ""
    redrawn: frozenset[str] = frozenset()

    @property
    def reachable(self) -> tuple[str, ...]:
        """The origins or URLs that a lesson may reach besides the page's own."""
        known = (self.url, self.origins.start, *sorted(self.origins.allowed))
        return tuple(dict.fromkeys(one for one in known if one))


DEFAULTS = FlowOptions()
"""The options of a flow for which nothing is set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayOptions:
    """The options of one replay, for each of its steps.

    Attributes:
        values: Value for every parameter.
        shown: The values that are not secret.
        patience: Milliseconds that a step may wait.
        profile: How sure a heal must be.
        origins: The origins of documents in which it may act.
        lost_action: Whether the last action may be lost, so that its effects need not be waited for.
        redrawn: As in ``FlowOptions``.
        timers: Whether the timers that the page sets with the next action are watched.
    """

    values: Mapping[str, str] = field(repr=False)
    shown: Mapping[str, str] = field(repr=False)
    patience: float
    profile: Profile = "balanced"
    origins: FlowOrigins = field(default_factory=FlowOrigins)
    lost_action: bool = False
    redrawn: frozenset[str] = frozenset()
    timers: bool = False

    @property
    def rest(self) -> float:
        """Milliseconds without a change after which the page is at rest."""
        return readiness.rest(self.patience)

    @property
    def quiet_before_opening(self) -> float:
        """Milliseconds without a change after which a control may be opened to look for an absent element."""
        return min(QUIET_BEFORE_OPENING, self.patience / 2)


def pause(seen: c.Seen, place: c.FrameAddress) -> Program[float]:
    """Wait if the page answered at once although the caller needs more; return the milliseconds waited."""
    if seen.lost or not seen.loaded or seen.waited >= AT_ONCE:
        return 0.0
    quiet = readiness.QUIET if seen.quiet < readiness.QUIET else seen.quiet + SLICE
    rested = yield c.Settle(place=place, quiet=quiet, timeout=SLICE)
    return float(rested.waited or SLICE)
