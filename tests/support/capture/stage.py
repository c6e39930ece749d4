"""A case on a page: where its element is, how the page is afterwards."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Page

    from .server import CaptureSite
    from .table import Case

ARRIVAL = 3.0
"""Seconds that a page is given to show what is waited for, at most; on a busy machine all of it comes late."""

# Takes the closed roots of a page from the debugger, as no script can have them.
REVEAL = "function () { window.roots.push(this); }"


@dataclass
class Stage:
    """A case on a page.

    Attributes:
        case: What is tried.
        site: Where its documents are.
        page: The page of the test.
        folder: Where files for uploads are.
        tab: The page that the element is on.
    """

    case: Case
    site: CaptureSite
    page: Page
    folder: Path
    tab: Page = field(init=False)

    def __post_init__(self) -> None:
        """Start on the page of the test."""
        self.tab = self.page

    @property
    def url(self) -> str:
        """Return the URL of the outer document."""
        return self.site.urls(self.case).at("page", self.site.origin)

    def open(self) -> None:
        """Open the page and come to the place."""
        self.page.goto(self.url)
        if self.case.place.enter:
            self.case.place.enter(self)
        self.settle()

    def settle(self) -> None:
        """Wait until the element's document is there."""
        self.frame.wait_for_function("window.ready")
        if self.case.place.declarative:
            self._reveal()

    @property
    def frame(self) -> Frame:
        """Return the frame that holds the element."""
        found = self.tab.main_frame
        for _ in range(self.case.place.frames):
            while not found.child_frames:
                self.tab.wait_for_selector("iframe")
            found = found.child_frames[0]
        return found

    def find(self, css: str) -> Any:
        """Return what Playwright acts on: a locator, or a handle where no locator leads."""
        if not self.case.place.closed:
            return self.frame.locator(css)
        handle = self.frame.evaluate_handle("(css) => q(css)", css).as_element()
        assert handle is not None, css
        return handle

    def wait(self, condition: str) -> None:
        """Wait for a condition in the element's document."""
        self.frame.wait_for_function(condition)

    def middle(self, css: str) -> tuple[float, float]:
        """Return the middle of an element, in the coordinates of the mouse."""
        box = self.find(css).bounding_box()
        assert box is not None, css
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def point(self, css: str) -> tuple[float, float]:
        """Move the pointer to an element until it is there; return where.

        The mouse of a page goes to whatever is drawn at a place, and a frame of another site is drawn by a process of
        its own: until that has happened, what is done there is done to the page around it.
        """
        place, found = self.middle(css), self.find(css)
        deadline = time.monotonic() + ARRIVAL
        while True:
            self.tab.mouse.move(*place)
            if found.evaluate("(element) => element.matches(':hover')"):
                return place
            assert time.monotonic() < deadline, f"the pointer does not reach {css}"
            self.tab.wait_for_timeout(20)

    def file(self, name: str = "note.txt") -> str:
        """Return the path of a file to upload."""
        path = self.folder / name
        path.write_text("some text\n", "utf-8")
        return str(path)

    def end(self) -> Any:
        """Return the state of the page now."""
        read = self.case.kind.read
        return read(self) if callable(read) else self.frame.evaluate(f"() => ({read})")

    def _reveal(self) -> None:
        client = self.tab.context.new_cdp_session(self.tab)
        client.send("DOM.enable")
        tree = client.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]
        for root in shadow_roots(tree):
            held = client.send("DOM.resolveNode", {"backendNodeId": root["backendNodeId"]})["object"]
            client.send("Runtime.callFunctionOn", {"objectId": held["objectId"], "functionDeclaration": REVEAL})
        client.detach()


def shadow_roots(node: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the shadow roots below a node, those of form controls left out."""
    roots = [root for root in node.get("shadowRoots", []) if root["shadowRootType"] != "user-agent"]
    below = [*node.get("children", []), *node.get("shadowRoots", [])]
    return [*roots, *(root for child in below for root in shadow_roots(child))]
