"""One context while the engine works on it: tabs, frames, numbered elements, health.

Resolves a ``Place`` to Playwright objects without a call to the browser. Works the same on sync and async
contexts, because it only reads properties.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from pytest_ami.model.command import Act, Place

from .health import HealthMonitor


class Session:
    """The browser context of one test, as the command handlers see it."""

    def __init__(self, page: Any) -> None:
        """Take the test's page; tabs that it opens are found through its context."""
        self.home = page
        self.context = page.context
        self.health = HealthMonitor(page.context)
        self._refs: dict[str, Any] = {}

    def close(self) -> None:
        """Stop listening to the context."""
        self.health.close()

    def tabs(self) -> list[Any]:
        """Return the test's page first, then the other open pages in the order they opened."""
        return [self.home, *(page for page in self.context.pages if page is not self.home)]

    def page(self, place: Place) -> Any:
        """Return the page of ``place``; the last one when there are fewer tabs than that."""
        tabs = self.tabs()
        return tabs[min(place.tab, len(tabs) - 1)]

    def frame(self, place: Place) -> Any | None:
        """Return the frame of ``place``, or None when it is not there (yet)."""
        if place.tab >= len(self.tabs()):
            return None
        frame = self.page(place).main_frame
        for key in place.frame:
            frame = next((child for child in frame.child_frames if frame_key(child) == key), None)
            if frame is None:
                return None
        return frame

    def frame_of(self, command: Act) -> Any | None:
        """Return the frame that holds the element of an action."""
        return self._refs.get(command.ref) or self.frame(command.place)

    def forget_refs(self) -> None:
        """A new observation begins."""
        self._refs.clear()

    def remember_ref(self, ref: str, frame: Any) -> None:
        """Note which frame an observation's element lives in."""
        self._refs[ref] = frame

    def path_of(self, frame: Any) -> tuple[str, ...]:
        """Return the keys of the frames on the way from the main frame, outermost first."""
        keys: list[str] = []
        while frame is not None and frame.parent_frame is not None:
            keys.insert(0, frame_key(frame))
            frame = frame.parent_frame
        return tuple(keys)


def frame_key(frame: Any) -> str:
    """Return what a frame is called in a stored step: its name, or the path of its URL and its place."""
    if frame.name:
        return str(frame.name)
    siblings = frame.parent_frame.child_frames if frame.parent_frame else [frame]
    path = urlsplit(frame.url).path
    same = [sibling for sibling in siblings if not sibling.name and urlsplit(sibling.url).path == path]
    return f"{path}#{same.index(frame)}" if frame in same else path
