"""Queries of a page: the quick look before each step, the thorough survey, and the waits for rest and for answers.

Rules of this module:

* Nothing here changes the page: it only calls the bundle's functions in a frame.
* A document that is replaced during a look is no error: the look is ``lost``, and the engine looks again.

Knows Playwright's frames. Must never know the purpose of a look.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any

from pytest_ami.elements.addresses.routes import origin_of
from pytest_ami.model import command as c
from pytest_ami.model.codec import from_plain
from pytest_ami.model.lesson import Element, Observation
from pytest_ami.model.look import Candidate, Cover, EffectState, PageControl, Presence
from pytest_ami.model.outcome import Cause

from .bundle import in_page, unseal
from .pictures.capture import masked_picture
from .run_calls import Calls, Limited
from .session import POLL_INTERVAL

if TYPE_CHECKING:
    from .session import ContextSession

REPLACED = (
    "Execution context was destroyed",
    "Cannot find context",
    "navigating",
    "Frame was detached",
    "detached",
)
"""Playwright's messages if a document was replaced during a call."""

_MOST_OPENERS = 5
ASKING = 300.0
"""Milliseconds to ask a page that may be blocked, if nothing on the page is of interest."""

PACE = 100.0
"""Milliseconds between two looks at a page that is not asked to wait by itself."""

CHAINED = 50.0
"""Milliseconds without an open request after which none follows from the last answer."""

ABSENT = 50.0
"""Milliseconds between two looks for a missing frame, or for the new state of a box."""


DEEPEST_FRAME = 6
"""Frames within frames that are entered at a point."""

AT_POINT = "([x, y]) => document.elementFromPoint(x, y)"
"""Returns the frame element at a point of a document."""


def look(session: ContextSession, command: c.Look, *, ends: bool = False) -> Calls:
    """Look once; if the document is replaced meanwhile, the look is ``lost``.

    Args:
        session: The context.
        command: The look.
        ends: Whether it ends the check of the action before it. If that action was withheld, there is no look, and the
            result is that of ``bundle.disarmed``.
    """
    frame = session.frame(command.place)
    if frame is None:  # not there yet: wait in the browser, or its events would not arrive
        yield session.page(command.place).wait_for_timeout(ABSENT)
        health = session.health.read()
        return c.Seen(met=command.expect is None, waited=ABSENT, loaded=False, absent=True, health=health)
    if command.timeout <= 0:
        return (yield from _network(session, frame))
    if session.health.leaving(frame.page):  # Playwright would wait for the new document without a limit
        yield frame.page.wait_for_timeout(POLL_INTERVAL)
        return c.Seen(met=False, lost=True, waited=POLL_INTERVAL, url=frame.url, health=session.health.read())
    arguments = {
        "target": command.target,
        "expect": command.expect,
        "watch": list(command.watch),
        "others": command.others,
        "slot": command.slot,
        "acted": session.acted,
        "entered": command.entered,
        "rows": command.rows,
        "timers": command.timers,
        "slice": command.slice,
        "ends": ends,
        "kind": command.target.kind if command.target else "",
        "arms": command.timeout if command.target else 0,
    }
    session.aim = ""
    try:
        seen = yield from _patiently(session, frame, arguments)
        if withheld := seen.get("withheld"):
            return withheld
        if seen.pop("sealed") and not seen["candidates"]:
            yield from unseal(session, frame)
            arguments["acted"] = False
            seen = yield from in_page(session, frame, "look", arguments)
            seen.pop("sealed")
    except Exception as error:
        if _gone(error, session, frame):
            return c.Seen(met=False, lost=True, url=frame.url, health=session.health.read())
        raise
    session.acted, session.aim, session.still = False, seen.pop("aim"), seen.pop("still")
    session.armed = frame if seen.pop("armed") else None
    if command.also is not None and not seen["met"]:
        yield from _elsewhere(session, command, seen)
    yield from session.health.read_answers()
    health = session.health.read()
    seen["effects"] |= {"tabs": len(session.open_tabs()), "downloads": list(session.health.downloads)}
    seen["effects"]["calm"] = seen["loaded"] and not health.pending
    seen["effects"] = from_plain(EffectState, seen["effects"])
    seen["candidates"] = from_plain(tuple[Candidate, ...], seen["candidates"])
    origins = yield from origins_of(frame, seen["url"])
    return c.Seen(**seen, health=health, origins=origins)


def _gone(error: Exception, session: ContextSession, frame: Any) -> bool:
    """Return whether a document was replaced during a call, or its tab closed while others stay open."""
    closed = frame.page.is_closed() and bool(session.open_tabs())
    return closed or any(part in str(error) for part in REPLACED)


def origins_of(frame: Any, url: str = "") -> Calls:
    """Return the origin of the tab's document and that of a frame's document; once if the frame is the tab's own.

    Args:
        frame: The frame.
        url: URL of the document in it that was looked at; empty for the present one.
    """
    top = frame.page.main_frame
    own = yield from _origin(frame, url)
    return (own,) if frame is top else ((yield from _origin(top)), own)


def _origin(frame: Any, url: str = "") -> Calls:
    """Return the origin of a document; one without an address has that of its parent, or of its tab's opener."""
    for _ in range(_MOST_OPENERS):
        while frame.parent_frame is not None and (url or frame.url).startswith("about:"):
            frame, url = frame.parent_frame, ""
        if (url or frame.url) not in ("", "about:blank"):
            break
        opener = yield frame.page.opener()
        if opener is None or opener.is_closed():
            break
        frame, url = opener.main_frame, ""
    return origin_of(url or frame.url)


def _network(session: ContextSession, frame: Any) -> Calls:
    """Read the health alone. The round trip lets all earlier requests of the page be known, if the page answers."""
    try:
        yield Limited(partial(frame.evaluate, "0"), ASKING)
    except Exception:  # noqa: BLE001  (the document was replaced, or the page was closed)
        return c.Seen(lost=True, url=frame.url, health=session.health.read())
    return c.Seen(url=frame.url, health=session.health.read())


def _patiently(session: ContextSession, frame: Any, arguments: dict[str, Any]) -> Calls:
    """Look, and wait in the page; if it once did not answer in time, wait outside of it."""
    if not session.paced:
        return (yield from in_page(session, frame, "look", arguments))
    slice_, arguments["slice"] = arguments["slice"], 0
    seen = yield from in_page(session, frame, "look", arguments)
    ready = any(row["agree"] and not row["problem"] for row in seen["candidates"])
    if slice_ and not (seen["met"] and (ready or not arguments["target"])):
        yield frame.page.wait_for_timeout(min(slice_, PACE))
        seen = yield from in_page(session, frame, "look", arguments)
    return seen


def _elsewhere(session: ContextSession, command: c.Look, seen: dict[str, Any]) -> Calls:
    """Add the effects that show in the other place to the result of a look."""
    frame = session.frame(command.also) if command.also else None
    expect = command.expect
    if frame is None or expect is None:
        return
    wanted = {"keys": [*expect.required, *expect.appearing], "route": expect.route, "others": command.others}
    try:
        there = yield from in_page(session, frame, "present", wanted)
    except Exception as error:
        if not _gone(error, session, frame):
            raise
        return
    known = seen["effects"]["present"]
    known.update({key: present for key, present in there["present"].items() if present and known.get(key) is not True})
    seen["effects"]["route"] = seen["effects"]["route"] or there["route"]
    seen["effects"]["notices"] += there["notices"]


def survey(session: ContextSession, command: c.Survey) -> Calls:
    """Search all frames of a tab for an element that a look did not find; nothing is changed."""
    page = session.page(command.place)
    home = session.frame(command.place)
    session.aim, session.acted = "", False
    candidates: list[Candidate] = []
    ways: list[PageControl] = []
    before: dict[str, Presence] = {}
    cover: Cover | None = None
    hidden, others = -1, 0
    frames = [] if session.health.leaving(page) else [frame for frame in page.frames if not frame.is_detached()]
    for frame in sorted(frames, key=lambda one: one is not home):
        path = session.path_of(frame)
        if command.deep and frame in (home, page.main_frame):
            yield from unseal(session, frame)
        arguments = {
            "target": command.target,
            "watch": list(command.watch),
            "others": command.others,
            "kind": command.target.kind,
            "around": frame in (home, page.main_frame),
            "outside": command.outside,
        }
        try:
            found = yield from in_page(session, frame, "survey", arguments)
            if found["sealed"] and not command.deep and frame in (home, page.main_frame):
                yield from unseal(session, frame)
                found = yield from in_page(session, frame, "survey", arguments)
        except Exception as error:
            if not _gone(error, session, frame):
                raise
            continue
        if found["hidden"] >= 0 and hidden < 0:
            hidden = len(candidates) + found["hidden"]
        candidates += [_candidate(row, path, n) for n, row in enumerate(found["candidates"])]
        others += found["others"]
        ways += [from_plain(PageControl, {**way, "frame": path}) for way in found["ways"]]
        before.update({key: there for key, there in found["before"].items() if before.get(key) is not True})
        if found["cover"] and (cover is None or found["cover"]["kind"] == "dialog"):
            cover = from_plain(Cover, {**found["cover"], "frame": path})
    return c.Surveyed(
        candidates=tuple(candidates), before=before, cover=cover, ways=tuple(ways), others=others, hidden=hidden
    )


def _candidate(row: dict[str, Any], frame: tuple[str, ...], number: int) -> Candidate:
    ways = [{**way, "frame": frame} for way in row.get("ways", ())]
    return from_plain(Candidate, {**row, "frame": frame, "at": number, "ways": ways})


def choose(session: ContextSession, command: c.Choose) -> Calls:
    """Make another candidate of the last look the target."""
    frame = session.frame(command.place)
    session.aim = ""
    if frame is None:  # the frame went away between the look and the choice
        return c.Acted(ok=False, cause=Cause.MOVED, detail="the frame is gone")
    ok = yield from in_page(session, frame, "choose", {"index": command.index})
    return c.Acted(ok=bool(ok), cause=None if ok else Cause.MOVED)


def settle(session: ContextSession, command: c.Settle) -> Calls:
    """Wait until the document is quiet and no request is pending, at most ``timeout`` ms."""
    page = session.page(command.place)
    spent, anew = 0.0, command.anew
    while True:
        if session.health.leaving(page):
            yield page.wait_for_timeout(POLL_INTERVAL)
            spent += POLL_INTERVAL
            if spent < command.timeout and not page.is_closed():
                continue
            return c.Seen(url=page.url, met=False, loaded=False, lost=True, health=session.health.read())
        try:
            length = min(600.0, max(command.timeout - spent, 50.0))
            if session.paced:
                yield page.wait_for_timeout(min(length, PACE))
            arguments = {"quiet": command.quiet, "slice": 0 if session.paced else length, "anew": anew}
            arguments["busy"] = command.anew
            seen = yield from in_page(session, page.main_frame, "settle", arguments)
            anew, session.opens = False, session.opens or seen["opens"]
        except Exception as error:
            if not _gone(error, session, page.main_frame):
                raise
            seen = None
        waited = min(length, PACE) if session.paced else length
        spent += waited if seen is None or seen["quiet"] < command.quiet else command.quiet
        health = session.health.read()
        calm = seen is not None and seen["quiet"] >= command.quiet and seen["loaded"] and not health.pending
        if calm and session.opens:
            yield from session.await_tab(command.timeout - spent)
        if calm or spent >= command.timeout or page.is_closed():
            if seen is None:
                return c.Seen(url=page.url, met=False, health=health)
            return c.Seen(url=seen["url"], quiet=seen["quiet"], loaded=seen["loaded"], health=health)


def await_answers(session: ContextSession, command: c.AwaitAnswers) -> Calls:
    """Wait until no request has been open for a moment; then let the page show the last answer.

    A page that is slow to read an answer may start the next request only while it shows the last one: that is no end.
    """
    page, began = session.page(command.place), time.monotonic()
    while True:
        closed = yield from _all_closed(session, page, began + command.timeout / 1000)
        if page.is_closed():
            return c.Seen(url=page.url, health=session.health.read())
        left = max(0.0, command.after - (time.monotonic() - closed) * 1000)
        seen = yield from settle(session, c.Settle(place=command.place, quiet=left, timeout=left, anew=True))
        if not session.health.read().pending or time.monotonic() - began >= command.timeout / 1000:
            return seen


def _all_closed(session: ContextSession, page: Any, end: float) -> Calls:
    """Wait until no request has been open for a moment, or until ``end``; return when the last one was open."""
    closed = time.monotonic()
    while not page.is_closed() and (now := time.monotonic()) < end:
        closed = now if session.health.read().pending or session.health.leaving(page) else closed
        if now - closed >= CHAINED / 1000:
            break
        try:
            yield page.wait_for_timeout(POLL_INTERVAL)
        except Exception:
            if not page.is_closed():  # a window that closes itself owes no answer
                raise
    return closed


def observe(session: ContextSession, command: c.Observe) -> Calls:
    """Number the interactive elements of all frames; if a screenshot is requested, draw the numbers into it."""
    page = session.page(command.place)
    if command.point is not None:
        return (yield from _at_point(session, page, command.point))
    elements: list[Element] = []
    lines: dict[str, list[str]] = {"notices": [], "passed": [], "texts": []}
    title = ""
    session.forget_refs()
    frames = [frame for frame in page.frames if not frame.is_detached()]
    for frame in frames:
        arguments = {"first": len(elements) + 1, "limit": max(0, command.limit - len(elements))}
        try:
            found = yield from in_page(session, frame, "observe", arguments)
            if found["sealed"]:  # a component that may keep its elements in a closed shadow root
                yield from unseal(session, frame)
                found = yield from in_page(session, frame, "observe", arguments)
        except Exception:  # a frame that is being replaced, or that scripts cannot reach
            if frame is page.main_frame:
                raise
            continue
        path = session.path_of(frame)
        for plain in found["elements"]:
            session.remember_ref(plain["ref"], frame)
            elements.append(_element(plain, path))
        for part, found_lines in lines.items():
            found_lines.extend(found[part])
        title = title or found["title"]
    shoot = partial(_shot, page, command.timeout)
    masked = masked_picture(session, page, command.hide, shoot, numbered=True, patience=command.timeout)
    picture = (yield from masked) if command.screenshot else None
    return Observation(
        url=page.url,
        title=title,
        elements=tuple(elements),
        notices=tuple(lines["notices"]),
        passed=tuple(lines["passed"]),
        texts=tuple(lines["texts"]),
        tabs=tuple("" if tab.is_closed() else tab.url for tab in session.tabs()),
        screenshot=picture,
    )


def _shot(page: Any, timeout: float) -> Calls:
    return (yield page.screenshot(timeout=timeout, animations="allow", scale="css"))  # a pixel of it is a CSS pixel


def _at_point(session: ContextSession, page: Any, point: tuple[float, float]) -> Calls:
    """Number the element at a point of the window; a frame there is entered."""
    frame, (x, y) = page.main_frame, point
    for _ in range(DEEPEST_FRAME):
        found = yield from in_page(session, frame, "pointed", {"x": x, "y": y})
        if not found or "inner" not in found:
            break
        holder = (yield frame.evaluate_handle(AT_POINT, [x, y])).as_element()
        frame, (x, y) = (yield holder.content_frame()), found["inner"]
    if not found or "element" not in found:
        return Observation(url=page.url)
    session.remember_ref(found["element"]["ref"], frame)
    element = _element(found["element"], session.path_of(frame))
    return Observation(url=page.url, elements=(element,), offset=tuple(found["offset"]))


def _element(plain: dict[str, Any], frame: tuple[str, ...]) -> Element:
    return Element(
        **{**plain, **{part: tuple(plain[part]) for part in ("state", "options", "cells", "texts", "box")}}, frame=frame
    )
