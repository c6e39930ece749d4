"""Whether an action that Playwright reports as failed was done all the same. Then the effects of the step decide.

Rules of this module:

* A click that removed its own element or page was made.
* A box that a page draws from a state of its own shows the new state a moment after the click. Until it does, the
  action has failed: a box that stays as it was is never taken for a ticked one.

Knows Playwright's errors and the element of the action. Must never know a step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_ami.model import command as c

if TYPE_CHECKING:
    from .run_calls import Calls

UNCHANGED = "did not change its state"
"""What Playwright says about a box that has its old state right after the click."""

LOOKS, PAUSE = 20, 50.0
"""How often a box is looked at again, and the milliseconds before each look."""


def done_already(error: Exception, frame: Any, element: Any, command: c.Act) -> Calls:
    """Return whether an action was done although Playwright raised an error.

    Args:
        error: The error.
        frame: The frame of the element.
        element: The element of the action; None if it was not found.
        command: The action.
    """
    text = str(error)
    if isinstance(command, c.Check) and element is not None and UNCHANGED in text:
        return (yield from _follows(element, frame, on=command.on))
    gone = frame.page.is_closed() or any(word in text for word in ("not attached", "detached", "has been closed"))
    return gone and "performing click action" in text


def _follows(element: Any, frame: Any, *, on: bool) -> Calls:
    """Return whether a box that was clicked takes its new state soon."""
    try:
        for _ in range(LOOKS):
            yield frame.wait_for_timeout(PAUSE)
            if (yield element.is_checked()) is on:
                return True
    except Exception:  # noqa: BLE001  (the box is gone: nothing is known about its state)
        return False
    return False
