"""Takes one picture of a tab: the element of the next action framed or all numbered, every secret in sight covered.

Rules of this module:

* ``js/masks.js`` draws in each document of the tab. The drawing is removed at once, also if the page does not answer in
  time: the order to remove it waits behind the order to draw it. If it never arrives, the drawing goes by itself.
* The element comes into view before anything is covered.
* A secret that was seen or moved while the picture was taken makes the picture worthless. While there is a secret to
  hide, a document that cannot be drawn in, came or went does so too. Then there is no picture at all (DESIGN, law 6).
* Chromium gives WebP over CDP, which is a third of the size; other browsers give PNG.

Knows Playwright's calls. Must never know a step, or where a picture is kept.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from pytest_ami.browser.bundle import called, in_page, unseal
from pytest_ami.browser.run_calls import Limited, run_calls

if TYPE_CHECKING:
    from pytest_ami.browser.run_calls import Calls
    from pytest_ami.browser.session import ContextSession

PATIENCE = 1_000.0
"""Milliseconds that a browser gets for one picture. A page with an open dialog or an endless script gives none."""

REMOVING = 100.0
"""Milliseconds that a document gets to remove the drawing. A blocked one removes it when it goes on."""

TRIES = 2
"""Times that a picture is taken until every secret stayed covered."""

QUALITY = 60
"""Quality of a WebP picture, 0 to 100: texts of 12 pixels stay readable."""


def picture(
    session: ContextSession,
    page: Any,
    framed: tuple[Any, str] | None,
    hide: tuple[str, ...],
    patience: float = PATIENCE,
) -> Calls:
    """Return a picture of a tab as bytes; None if there is none.

    Args:
        session: The context.
        page: The tab.
        framed: The document and the ref of the element to frame; None for none.
        hide: Texts that must not be seen.
        patience: Milliseconds for all of it.

    Yields:
        Calls of Playwright.

    Raises:
        Exception: The browser could not do it.
    """
    if page.is_closed():
        return None
    shoot = partial(_shot, session, page)
    return (yield from masked_picture(session, page, hide, shoot, framed=framed, patience=patience))


def masked_picture(
    session: ContextSession,
    page: Any,
    hide: tuple[str, ...],
    shoot: Callable[[], Calls],
    *,
    framed: tuple[Any, str] | None = None,
    numbered: bool = False,
    patience: float = PATIENCE,
) -> Calls:
    """Return a picture on which no secret can be seen; None if there is none.

    Args:
        session: The context.
        page: The tab.
        hide: Texts that must not be seen.
        shoot: Takes the picture.
        framed: The document and the ref of the element to frame; None for none.
        numbered: Whether the elements of the last observation are numbered.
        patience: Milliseconds for all of it.

    Yields:
        Calls of Playwright.

    Raises:
        Exception: The browser could not do it.
    """
    drawn: list[Any] = []
    marks = {"hide": list(hide), "numbered": numbered}
    try:
        shot = yield Limited(partial(run_calls, page, _masked(session, page, marks, shoot, framed, drawn)), patience)
    except Exception:
        yield from _removed(page, drawn)
        raise
    yield from _removed(page, drawn)
    return shot


def _removed(page: Any, frames: list[Any]) -> Calls:
    for frame in frames:
        with suppress(Exception):  # its document is gone, and the drawing with it
            yield Limited(partial(run_calls, page, called(frame, "wipe", {})), REMOVING)


def _masked(
    session: ContextSession,
    page: Any,
    marks: dict[str, Any],
    shoot: Callable[[], Calls],
    framed: tuple[Any, str] | None,
    drawn: list[Any],
) -> Calls:
    frames = _frames(page)
    if framed:
        yield from _tried(in_page(session, framed[0], "bringIntoView", {"ref": framed[1]}))
    if marks["hide"]:
        yield from _opened(session, page, frames)
    for _ in range(TRIES):
        reached = []
        for frame in frames:
            ref = framed[1] if framed and framed[0] is frame else ""
            if frame not in drawn:  # also if it draws when nobody waits any more
                drawn.append(frame)
            if (yield from _tried(in_page(session, frame, "drawOver", {**marks, "ref": ref}))):
                reached.append(frame)
        if marks["hide"] and len(reached) < len(frames):
            return None
        shot = yield from shoot()
        if (yield from _still_masked(session, reached)) and (not marks["hide"] or _frames(page) == frames):
            return shot
    return None


def _opened(session: ContextSession, page: Any, frames: list[Any]) -> Calls:
    """Hand the closed shadow roots to the scripts, which must be there: a picture shows what is in them."""
    for frame in frames:
        if session.met.get(frame) != session.health.documents:
            yield from _tried(in_page(session, frame, "wipe", {}))
    for frame in frames:
        yield from unseal(session, frame, alone=frame is not page.main_frame)


def _frames(page: Any) -> list[Any]:
    return [frame for frame in page.frames if not frame.is_detached()]


def _tried(calls: Calls) -> Calls:
    """Return whether a document did as it was asked."""
    try:
        return bool((yield from calls))
    except Exception:  # noqa: BLE001  (a frame that is being replaced, or that scripts cannot reach)
        return False


def _still_masked(session: ContextSession, frames: list[Any]) -> Calls:
    for frame in frames:
        if not (yield from _tried(in_page(session, frame, "stillMasked", {}))):
            return False
    return True


def _shot(session: ContextSession, page: Any) -> Calls:
    try:
        client = yield session.context.new_cdp_session(page)
    except Exception:  # noqa: BLE001  (Firefox, WebKit)
        return (yield page.screenshot(timeout=PATIENCE, animations="allow"))
    answer = yield client.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    yield client.detach()
    return base64.b64decode(answer["data"])
