"""A person's hand on the toolbar of `ami record`: it is in a closed root, so it is found and pressed by its place."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

PATIENCE = 30.0
"""Seconds to wait for words on the toolbar. Before them, the recorder attaches to the page, which takes a busy machine
seconds."""


class Toolbar:
    """The toolbar in one page; ``page`` may belong to another connection than the one that records."""

    def __init__(self, page: Any) -> None:
        """Use ``page``'s mouse and keyboard."""
        self.page = page

    def press(self, words: str) -> None:
        """Press the button that says ``words``."""
        x, y = self.place(words)
        self.page.mouse.click(x, y)

    def drag(self, x: float, y: float) -> None:
        """Drag it so that the part that counts the steps comes to ``x``, ``y``."""
        counter = next(text for text in self.texts() if text.endswith((" step", " steps")))
        self.page.mouse.move(*self.place(counter))
        self.page.mouse.down()
        self.page.mouse.move(x, y, steps=4)
        self.page.mouse.up()

    def place(self, words: str) -> tuple[float, float]:
        """Return the middle of the part that says ``words``, waiting for it."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            found = self._place(words)
            if found:
                return found
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{words!r} is not on the toolbar: {self.texts()}")

    def texts(self) -> list[str]:
        """Return what the toolbar says, part by part."""
        client = self.page.context.new_cdp_session(self.page)
        try:
            return [text for _, text in self._parts(client)]
        finally:
            client.detach()

    def says(self, words: str) -> bool:
        """Return whether some part says ``words``, now or soon."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if any(words in text for text in self.texts()):
                return True
            self.page.wait_for_timeout(50)
        return False

    def _place(self, words: str) -> tuple[float, float] | None:
        client = self.page.context.new_cdp_session(self.page)
        try:
            for node, text in self._parts(client):
                if text == words:
                    quad = client.send("DOM.getContentQuads", {"backendNodeId": node})["quads"]
                    if quad:
                        return (quad[0][0] + quad[0][4]) / 2, (quad[0][1] + quad[0][5]) / 2
        except Exception as error:
            if "layout" not in str(error):  # not shown at the moment
                raise
        finally:
            client.detach()
        return None

    def _parts(self, client: Any) -> Iterator[tuple[int, str]]:
        tree = client.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]
        host = next((n for n in _all(tree) if n.get("localName") == "ami-recorder"), None)
        for node in _all(host["shadowRoots"][0]) if host else ():
            children = node.get("children", ())
            if len(children) == 1 and children[0]["nodeType"] == 3:
                yield node["backendNodeId"], children[0]["nodeValue"]


def _all(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in (*node.get("children", ()), *node.get("shadowRoots", ())):
        yield from _all(child)
