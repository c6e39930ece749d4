"""Finding one's way by the truth, which needs no luck. For judging redesigns, never for tools."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from .mutation import RedesignError

if TYPE_CHECKING:
    from .page import Redesigned

PATIENCE = 4.0
"""Seconds to look for an element, steps in its way included."""

PAUSE = 0.03

FREE = """(el) => {
  el.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const box = el.getBoundingClientRect();
  const hit = el.getRootNode().elementFromPoint?.(box.x + box.width / 2, box.y + box.height / 2);
  const within = hit && hit.contains(el) && hit.localName !== "body";
  return !hit || el.type === "file" || hit === el || el.contains(hit) || within
    || !!el.labels && [...el.labels].some((label) => label.contains(hit));
}"""


class LostError(RedesignError):
    """The element that was looked for cannot be reached on the redesigned page."""


class Guide:
    """Leads through a redesigned page to the elements of the page as it was.

    A redesign that keeps the meaning leaves a way to each of them; this is how that is shown.
    """

    def __init__(self, page: Any, truth: Redesigned) -> None:
        """Lead on this sync page, by what its redesign knows."""
        self.page = page
        self._truth = truth

    def to(self, key: str) -> Any:
        """Return a handle of the element that was called ``key``, after taking what steps lead to it.

        Args:
            key: Role and name as they were: ``button "Send"``; may be followed by `` near text``.

        Raises:
            LostError: There is no such element in sight, nor a step that brings it there.
        """
        end, taken = time.monotonic() + PATIENCE, 0
        while time.monotonic() < end:
            for frame in self.page.frames:
                found = self._seen(frame, key)
                if found is not None and self._free(found):
                    return found
            if time.monotonic() > end - PATIENCE + 0.3:
                taken += self._step(taken)
            self.page.wait_for_timeout(PAUSE * 1000)
        raise LostError(f"{key} is nowhere to be found on {self.page.url}; {self._truth.redesign}")

    def _seen(self, frame: Any, key: str) -> Any:
        found = self._truth.find(frame, key)
        return found if found is not None and (found.is_visible() or found.get_attribute("type") == "file") else None

    def _free(self, found: Any) -> bool:
        """Tell whether a press on the element's middle would meet it."""
        free: bool = found.evaluate(FREE)
        return free

    def _step(self, taken: int) -> int:
        """Take the next step that is in the way, if there is one; return how many were taken."""
        for frame in self.page.frames:
            steps = self._truth.way(frame)
            if steps:
                step = steps[taken % len(steps)]
                step.evaluate("(el) => el.click()")
                return 1
        self.page.evaluate("for (const el of document.querySelectorAll('div[tabindex=\\'0\\']')) el.scrollBy(0, 200)")
        return 0
