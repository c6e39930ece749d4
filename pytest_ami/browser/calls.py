"""What each command is in Playwright's terms: one table for the sync and the async API.

Rules of this module:

* A handler is a generator over Playwright calls: ``result = yield page.evaluate(...)``. The sync driver sends the
  value back, the async driver awaits it first. The two APIs have the same method names, so one table serves both.
* Playwright's errors become ``Acted`` with a drift cause here; nothing above knows Playwright.
* Nothing here decides anything about workflows.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from pytest_ami.model import command as c
from pytest_ami.model.lesson import Element, Observation
from pytest_ami.model.outcome import Cause

from .bundle import ADOPT, CALL, TAKE, bundle

if TYPE_CHECKING:
    from .session import Session

Calls = Generator[Any, Any, Any]

REPLACED = (
    "Execution context was destroyed",
    "Cannot find context",
    "navigating",
    "Frame was detached",
    "detached",
)
GONE_FRAME = c.Acted(ok=False, cause=Cause.MOVED, detail="the frame is gone")
ABSENT = 50.0
"""Milliseconds between two looks for a frame that is not there."""
GONE = ("not attached", "Element is not attached", "detached from the DOM", "no element")


def first_line(error: Exception) -> str:
    """Return the first line of an error, without Playwright's call log."""
    return str(error).split("\n", 1)[0][:300]


def cause_of(error: Exception) -> Cause:
    """Translate a Playwright error of an action into a cause."""
    text = str(error)
    if "intercepts pointer events" in text:
        return Cause.COVERED
    if any(part in text for part in GONE) or ("waiting for locator" in text and "locator resolved" not in text):
        return Cause.MOVED
    if "net::ERR" in text or "NS_ERROR" in text:
        return Cause.APP_DOWN
    if "not enabled" in text or "not visible" in text or "not stable" in text or "Timeout" in text:
        return Cause.NOT_READY
    return Cause.FLOW_CHANGED


def in_page(frame: Any, name: str, arguments: dict[str, Any]) -> Calls:
    """Call a function of the bundle in ``frame``, installing the bundle first where it is missing."""
    result = yield frame.evaluate(CALL, [name, arguments])
    if result is None:
        yield frame.evaluate(bundle())
        result = yield frame.evaluate(CALL, [name, arguments])
    return result


def goto(session: Session, command: c.Goto) -> Calls:
    """Open a URL; an unreachable site is ``app_down``."""
    page = session.page(command.place)
    if session.frame(command.place) is None:
        return c.Acted(ok=False, cause=Cause.FLOW_CHANGED, detail=f"tab {command.place.tab} is not open")
    try:
        yield page.goto(command.url, timeout=command.timeout, wait_until="domcontentloaded")
    except Exception as error:  # noqa: BLE001
        return c.Acted(ok=False, cause=cause_of(error), detail=first_line(error))
    return c.Acted()


def look(session: Session, command: c.Look) -> Calls:
    """Look once; a document that is replaced meanwhile makes the look ``lost``."""
    frame = session.frame(command.place)
    if frame is None:  # still to come: wait in the browser, or its events would not arrive
        yield session.page(command.place).wait_for_timeout(ABSENT)
        return c.Seen(met=command.expect is None, waited=ABSENT, loaded=False, health=session.health.read())
    arguments = {
        "target": command.target,
        "expect": command.expect,
        "watch": list(command.watch),
        "slot": command.slot,
        "acted": session.acted,
        "slice": command.slice,
        "kind": (command.target or {}).get("kind", ""),
    }
    session.acted, session.aim = False, ""
    try:
        seen = yield from in_page(frame, "look", arguments)
        if seen.pop("sealed") and not seen["candidates"]:
            yield from unseal(session, frame)
            arguments["acted"] = False
            seen = yield from in_page(frame, "look", arguments)
            seen.pop("sealed")
    except Exception as error:
        if any(part in str(error) for part in REPLACED):
            return c.Seen(met=False, lost=True, url=frame.url, health=session.health.read())
        raise
    session.aim = seen.pop("aim")
    seen["effects"] |= {"tabs": len(session.open_tabs()), "downloads": list(session.health.downloads)}
    return c.Seen(**{**seen, "candidates": tuple(seen["candidates"])}, health=session.health.read())


def unseal(session: Session, frame: Any) -> Calls:
    """Hand the page's own scripts the closed shadow roots of ``frame``: Chromium tells them over CDP.

    Elsewhere, and where another client forbids it, they stay closed: the look then finds nothing and says so.
    """
    try:
        try:
            client = yield session.context.new_cdp_session(frame)
        except Exception:  # noqa: BLE001  (a frame in its page's process has no session of its own)
            client = yield session.context.new_cdp_session(frame.page)
        tree = yield client.send("DOM.getDocument", {"depth": -1, "pierce": True})
        for node in closed_roots(tree["root"]):
            found = yield client.send("DOM.resolveNode", {"backendNodeId": node})
            yield client.send(
                "Runtime.callFunctionOn", {"functionDeclaration": ADOPT, "objectId": found["object"]["objectId"]}
            )
        yield client.detach()
    except Exception:  # noqa: BLE001  (Firefox, WebKit, an out-of-process frame: what is closed stays closed)
        return


def closed_roots(node: dict[str, Any]) -> list[int]:
    """Return the backend ids of all closed shadow roots below a node of CDP's ``DOM.getDocument``, outermost first."""
    found = []
    for root in node.get("shadowRoots", ()):
        if root.get("shadowRootType") == "closed":
            found.append(root["backendNodeId"])
        found += closed_roots(root)
    for child in node.get("children", ()):
        found += closed_roots(child)
    if "contentDocument" in node:
        found += closed_roots(node["contentDocument"])
    return found


def choose(session: Session, command: c.Choose) -> Calls:
    """Make another candidate of the last look the target."""
    frame = session.frame(command.place)
    session.aim = ""
    ok = yield from in_page(frame, "choose", {"index": command.index})
    return c.Acted(ok=bool(ok), cause=None if ok else Cause.MOVED)


def settle(session: Session, command: c.Settle) -> Calls:
    """Wait until the document is quiet and no request is under way, at most ``timeout`` ms."""
    page = session.page(command.place)
    spent = 0.0
    while True:
        try:
            seen = yield from in_page(page.main_frame, "settle", {"quiet": command.quiet, "slice": 600})
        except Exception as error:
            if not any(part in str(error) for part in REPLACED):
                raise
            seen = None
        spent += 600 if seen is None or seen["quiet"] < command.quiet else command.quiet
        health = session.health.read()
        calm = seen is not None and seen["quiet"] >= command.quiet and seen["loaded"] and not health.pending
        if calm or spent >= command.timeout or page.is_closed():
            found = seen or {"url": page.url, "candidates": (), "met": False}
            return c.Seen(**{**found, "candidates": ()}, health=health)


def acting(perform: Callable[[Any, Any], Any]) -> Callable[[Session, Any], Calls]:
    """Make a handler of a function of (element handle, command) that returns one Playwright call."""

    def handler(session: Session, command: c.Act) -> Calls:
        frame = session.frame_of(command)
        session.health.mark()
        session.expect_dialogs(command.dialogs)
        if frame is None:
            return GONE_FRAME
        try:
            if command.ref == "target" and session.aim:
                # A handle would make Playwright inject its script a second time, into the page's own world.
                session.acted = True
                yield perform(frame.locator(f"css:light={session.aim}"), command)
                return c.Acted()
            handle = yield frame.evaluate_handle(TAKE, command.ref)
            element = handle.as_element()
            if element is None:
                return c.Acted(ok=False, cause=Cause.MOVED, detail="the element is gone")
            yield perform(element, command)
        except Exception as error:  # noqa: BLE001
            if done_already(error, frame):
                return c.Acted()
            return c.Acted(ok=False, cause=cause_of(error), detail=first_line(error))
        return c.Acted()

    return handler


def done_already(error: Exception, frame: Any) -> bool:
    """Return whether a click was made and took its own element away, or its page: the effects are the judge then."""
    text = str(error)
    gone = frame.page.is_closed() or any(word in text for word in ("not attached", "detached", "has been closed"))
    return gone and "performing click action" in text


def click(element: Any, command: c.Click) -> Any:
    """Click as the command says."""
    return element.click(
        click_count=command.count,
        button=command.button,
        modifiers=list(command.modifiers),
        position={"x": command.position[0], "y": command.position[1]} if command.position else None,
        timeout=command.timeout,
    )


def select(element: Any, command: c.Select) -> Any:
    """Choose options by label or value (Playwright tries both); one a line for a list that takes several."""
    return element.select_option(command.value.split("\n"), timeout=command.timeout)


def set_checked(element: Any, command: c.Check) -> Any:
    """Check or uncheck."""
    return element.set_checked(command.on, timeout=command.timeout)


ON_ELEMENT = acting(lambda el, cmd: el.press(cmd.key, timeout=cmd.timeout))


def press(session: Session, command: c.Press) -> Calls:
    """Press a key on an element, or wherever the focus is."""
    if command.ref != "page":
        return (yield from ON_ELEMENT(session, command))
    session.health.mark()
    session.expect_dialogs(command.dialogs)
    yield session.page(command.place).keyboard.press(command.key)
    return c.Acted()


def scroll(session: Session, command: c.Scroll) -> Calls:
    """Scroll within an element; no Playwright call does that to a given place."""
    frame = session.frame_of(command)
    session.health.mark()
    if frame is None:
        return GONE_FRAME
    ok = yield from in_page(frame, "scrollTo", {"ref": command.ref, "value": command.value})
    return c.Acted(ok=bool(ok), cause=None if ok else Cause.MOVED)


def drag(session: Session, command: c.Drag) -> Calls:
    """Drag with the mouse, in steps, so that both pointer and HTML5 handlers see what they expect."""
    frame = session.frame_of(command)
    page = session.page(command.place)
    session.health.mark()
    session.expect_dialogs(command.dialogs)
    if frame is None:
        return GONE_FRAME
    try:
        handle = yield frame.evaluate_handle(TAKE, command.ref)
        source = handle.as_element()
        yield source.scroll_into_view_if_needed(timeout=command.timeout)
        box = yield source.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if command.value:
            dx, dy = (float(part) for part in command.value.split(","))
            to_x, to_y = x + dx, y + dy
        else:
            handle = yield frame.evaluate_handle(TAKE, "drop")
            goal = yield handle.as_element().bounding_box()
            to_x, to_y = goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2
        yield page.mouse.move(x, y)
        yield page.mouse.down()
        yield page.mouse.move(to_x, to_y, steps=6)
        yield page.mouse.up()
    except Exception as error:  # noqa: BLE001
        return c.Acted(ok=False, cause=cause_of(error), detail=first_line(error))
    return c.Acted()


def close_tab(session: Session, command: c.CloseTab) -> Calls:
    """Close a tab."""
    yield session.page(command.place).close()
    return c.Acted()


def back(session: Session, command: c.Back) -> Calls:
    """Go back in history."""
    page = session.page(command.place)
    try:
        yield page.go_back(timeout=command.timeout, wait_until="domcontentloaded")
    except Exception as error:  # noqa: BLE001
        return c.Acted(ok=False, cause=cause_of(error), detail=first_line(error))
    return c.Acted()


def observe(session: Session, command: c.Observe) -> Calls:
    """Number the interactive elements of all frames; draw the numbers for a picture when one is wanted."""
    page = session.page(command.place)
    elements: list[Element] = []
    notices: list[str] = []
    title = ""
    session.forget_refs()
    frames = [frame for frame in page.frames if not frame.is_detached()]
    for frame in frames:
        arguments = {"first": len(elements) + 1, "limit": max(0, command.limit - len(elements))}
        try:
            found = yield from in_page(frame, "observe", arguments)
        except Exception:  # a frame that is being replaced, or that scripts cannot reach
            if frame is page.main_frame:
                raise
            continue
        path = session.path_of(frame)
        for plain in found["elements"]:
            session.remember_ref(plain["ref"], frame)
            elements.append(_element(plain, path))
        notices.extend(found["notices"])
        title = title or found["title"]
    picture = None
    if command.screenshot:
        for frame in frames:
            yield from _draw(frame, on=True, hide=command.hide)
        picture = yield page.screenshot(timeout=command.timeout, animations="allow")
        for frame in frames:
            yield from _draw(frame, on=False)
    return Observation(
        url=page.url,
        title=title,
        elements=tuple(elements),
        notices=tuple(notices),
        tabs=tuple("" if tab.is_closed() else tab.url for tab in session.tabs()),
        screenshot=picture,
    )


def _draw(frame: Any, *, on: bool, hide: tuple[str, ...] = ()) -> Calls:
    try:
        yield frame.evaluate(CALL, ["drawNumbers", {"on": on, "hide": list(hide)}])
    except Exception:  # noqa: BLE001  (a frame without scripts has no numbers; the picture is still useful)
        return


def _element(plain: dict[str, Any], frame: tuple[str, ...]) -> Element:
    return Element(
        **{
            **plain,
            "state": tuple(plain["state"]),
            "options": tuple(plain["options"]),
            "box": tuple(plain["box"]),
        },
        frame=frame,
    )


HANDLERS: dict[type[c.Command], Callable[[Any, Any], Calls]] = {
    c.Goto: goto,
    c.Look: look,
    c.Choose: choose,
    c.Settle: settle,
    c.Click: acting(click),
    c.Fill: acting(lambda el, cmd: el.fill(cmd.value, timeout=cmd.timeout)),
    c.Select: acting(select),
    c.Check: acting(set_checked),
    c.Press: press,
    c.Hover: acting(lambda el, cmd: el.hover(timeout=cmd.timeout)),
    c.Upload: acting(lambda el, cmd: el.set_input_files(list(cmd.paths), timeout=cmd.timeout)),
    c.Scroll: scroll,
    c.Drag: drag,
    c.CloseTab: close_tab,
    c.Back: back,
    c.Observe: observe,
}
"""Commands that are carried out on the page alone; the drivers add those that need a teacher or the recorder."""
