"""The page operations that the teacher of one subtask sees.

It knows the memory of pages. It must never know a teacher, or how a prompt is built.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.memory.page_identity import page_identity
from pytest_ami.store.warnings import warn_bookkeeping

if TYPE_CHECKING:
    from collections.abc import Callable


class SubtaskView:
    """The page operations for one subtask; every page is looked up once.

    Args:
        look: Returns the page operations of a URL as text.
    """

    def __init__(self, look: Callable[[str], str]) -> None:
        """Start without any page."""
        self._look = look
        self._told: dict[str, str] = {}

    def __call__(self, url: str) -> str:
        """Return the page operations of ``url`` as text; on a fault, warn and return no operations."""
        place = page_identity(url)
        key = place.state_id if place else ""
        if key not in self._told:
            try:
                self._told[key] = self._look(url)
            except Exception as error:  # noqa: BLE001  (DESIGN law 10: bookkeeping never fails a task)
                warn_bookkeeping(f"The memory of pages cannot be read; the task continues without it. {error}")
                self._told[key] = ""
        return self._told[key]
