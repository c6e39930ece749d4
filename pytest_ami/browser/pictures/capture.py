"""Takes one picture of a tab: the element of the next action framed, every secret in sight covered.

Rules of this module:

* Frame and covers are drawn by ``js/observe.js``, as for a teacher, and removed at once.
* While there is a secret to hide, a frame that cannot be drawn in gives no picture at all (DESIGN, law 6).
* Chromium gives WebP over CDP, which is a third of the size; other browsers give PNG.

Knows Playwright's calls. Must never know a step, or where a picture is kept.
"""

from __future__ import annotations

import base64
from functools import partial
from typing import TYPE_CHECKING, Any

from pytest_ami.browser.bundle import in_page
from pytest_ami.browser.page_queries import unseal
from pytest_ami.browser.run_calls import Limited, run_calls

if TYPE_CHECKING:
    from pytest_ami.browser.run_calls import Calls
    from pytest_ami.browser.session import ContextSession

PATIENCE = 1_000.0
"""Milliseconds that a browser gets for one picture. A page with an open dialog or an endless script gives none."""

QUALITY = 60
"""Quality of a WebP picture, 0 to 100: texts of 12 pixels stay readable."""


def picture(session: ContextSession, page: Any, framed: tuple[Any, str] | None, hide: tuple[str, ...]) -> Calls:
    """Return a picture of a tab as bytes; None if there is none.

    Args:
        session: The context.
        page: The tab.
        framed: The document and the ref of the element to frame; None for none.
        hide: Texts that must not be seen.

    Yields:
        Calls of Playwright.

    Raises:
        Exception: The browser could not do it.
    """
    if page.is_closed():
        return None
    return (yield Limited(partial(run_calls, page, _picture(session, page, framed, hide)), PATIENCE))


def _picture(session: ContextSession, page: Any, framed: tuple[Any, str] | None, hide: tuple[str, ...]) -> Calls:
    frames = [frame for frame in page.frames if not frame.is_detached()]
    drawn = []
    try:
        for frame in frames:
            ref = framed[1] if framed and framed[0] is frame else ""
            if (yield from _drawn(session, frame, ref, hide)):
                drawn.append(frame)
        shot = None if hide and len(drawn) < len(frames) else (yield from _shot(session, page))
    except Exception:
        yield from _wiped(session, drawn)
        raise
    yield from _wiped(session, drawn)
    return shot


def _drawn(session: ContextSession, frame: Any, ref: str, hide: tuple[str, ...]) -> Calls:
    """Draw in a frame; return whether it could be done."""
    try:
        if hide:  # a picture shows closed shadow roots too; they are handed to a script that is there already
            yield from in_page(session, frame, "drawFrame", {"on": False})
            yield from unseal(session, frame)
        yield from in_page(session, frame, "drawFrame", {"on": True, "hide": list(hide), "ref": ref})
    except Exception:  # noqa: BLE001  (a frame that is being replaced, or that scripts cannot reach)
        return False
    return True


def _wiped(session: ContextSession, frames: list[Any]) -> Calls:
    for frame in frames:
        try:
            yield from in_page(session, frame, "drawFrame", {"on": False})
        except Exception:  # noqa: BLE001, S112  (its document is gone, and the drawing with it)
            continue


def _shot(session: ContextSession, page: Any) -> Calls:
    try:
        client = yield session.context.new_cdp_session(page)
    except Exception:  # noqa: BLE001  (Firefox, WebKit)
        return (yield page.screenshot(timeout=PATIENCE, animations="allow"))
    answer = yield client.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    yield client.detach()
    return base64.b64decode(answer["data"])
