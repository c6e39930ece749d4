"""Tells a changed page from a broken application and from a page that is not ready yet.

Rules of this module:

* Quiet is no proof. A timer, a poll or a socket may bring an element or an effect after any pause, so a step waits its
  whole patience.
* It waits less only on positive evidence: another control stands where the recorded one stood, one of its name, meaning
  or destination stands elsewhere, a list shows other records, the page reports a failure, or a new document of the same
  address shows the form again. The page must be at rest, and the network too.
* A slow or broken server never makes a workflow stale.

The functions are pure functions of looks. ``store.transitions`` draws the conclusions for the workflow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.elements.addresses.routes import address
from pytest_ami.elements.text_keys import fold
from pytest_ami.engine.effects.expectation import PASSING
from pytest_ami.engine.effects.message_check import refusals
from pytest_ami.lexicon.text_normalization import same_meaning
from pytest_ami.model.outcome import Cause

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_ami.model.command import Seen
    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.look import Candidate, Expectation, Health

QUIET = 1_500.0
"""Milliseconds without a change, on a loaded page with no request under way, after which it is at rest."""

PART = 0.3
"""The part of a step's patience that the page must be quiet: less patience needs an earlier answer."""

BELIEVED = 3_000.0
"""Milliseconds without a change or a request after which a page is believed that shows something else."""

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


def believed(seen: Seen, waited: float) -> bool:
    """Return whether page and network have been at rest so long that the page shows what it will show.

    Args:
        seen: The last look.
        waited: Milliseconds waited since the last action.
    """
    return at_rest(seen, waited, BELIEVED) and seen.health.idle >= BELIEVED


def broken(seen: Seen, waited: float, quiet: float = QUIET) -> bool:
    """Return whether the application has failed, and nothing goes on; arguments as for ``settled``."""
    health = seen.health
    return (health.dead and settled(seen, waited, quiet)) or (bool(health.failures) and believed(seen, waited))


def shown_instead(target: Fingerprint, candidates: Sequence[Candidate], home: tuple[str, ...]) -> str:
    """Return what the page shows instead of the recorded element, as a phrase; empty if it shows nothing.

    It is another control exactly where the recorded one stood, one with its address or its id, or one of its name or
    meaning elsewhere, if the page had none when it was recorded. A neighbour that moved up because the element has not
    come yet proves nothing.

    Args:
        target: The recorded element, parameters filled in.
        candidates: ``Surveyed.candidates``.
        home: The frame in which it was recorded.
    """
    beside = (one.partition("|")[2].rpartition("|")[0] for one in target.lookalikes)
    known = {fold(text) for text in (*target.neighbours, *target.texts, *target.cells, *beside)}
    wanted = fold(target.name)
    for one in candidates:
        shown, name = one.fingerprint, fold(one.fingerprint.name)
        if one.problem or not name or name in known or PASSING.search(name):
            continue
        if name == wanted:
            if target.counts.get("name", 1) == 1:
                return f"of that name there is one at {shown.absolute_xpath}"
        elif one.frame == home and shown.absolute_xpath == target.absolute_xpath:
            return f'in its place there is "{shown.name}"'
        elif _same_own(target, shown) or (wanted and same_meaning(shown.name, target.name)):
            return f'there is "{shown.name}" at {shown.absolute_xpath}'
    return ""


def _same_own(target: Fingerprint, shown: Fingerprint) -> bool:
    """Return whether a link or a field has the recorded address or id; a button of the same id may still change."""
    own = (key for key in ("href", "id", "name") if key not in (*target.generated, *shown.generated))
    same = any(target.attributes.get(key, "") == shown.attributes.get(key) for key in own)
    return same and "button" not in (target.role, shown.role)


def refused(expect: Expectation | None, seen: Seen) -> bool:
    """Return whether the page says that the last action did something else than it should.

    Args:
        expect: The effects of the last action.
        seen: The last look.
    """
    if expect is None:
        return False
    again = bool(expect.start) and seen.effects.fresh and address(seen.url) == address(expect.start)
    return again or bool(refusals(expect, seen.effects))


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
