"""Carries out the actions of a person with Playwright: opens addresses, clicks, fills, drags.

Rules of this module:

* A handler is a generator over Playwright calls: ``result = yield page.evaluate(...)``.
* Playwright's errors become ``Acted`` with a drift cause here; nothing above knows Playwright.
* An action on the target of a look is checked in the page at its first event; see ``js/guard.js``.

Must never know a workflow, or judge whether an action is right.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from inspect import isgenerator
from typing import Any

from pytest_ami.model import command as c
from pytest_ami.model.outcome import Cause

from .bundle import FREE_POINT, TAKE, TAKE_HAND, VISIBLE_MIDDLE, answers, disarmed, in_page
from .page_queries import ABSENT, look
from .run_calls import GONE, NEW_DOCUMENT, Calls, Limited, cause_of, first_line, run_calls
from .session import ContextSession

LOOKS = 20
"""How often a box is looked at that has its old state after the click."""

LOOKING = 1_000.0
"""Milliseconds for the look after an action, beyond its slice. A page that needs more is looked at again."""

UNCHANGED = "did not change its state"
"""Playwright's message about such a box."""

GONE_FRAME = c.Acted(ok=False, cause=Cause.MOVED, detail="the frame is gone")
REPLACED = "it is gone, or it is another one now"
"""Why an action whose element cannot be taken any more is withheld."""

PRESSED = ("performing click action", "Mouse.click")
"""Parts of Playwright's messages about a press that had begun."""


def withheld(why: str, *, begun: bool = False, pauses: bool = False) -> c.Acted:
    """Return the result of an action that did not reach the page: its element is another one now, or it has to wait."""
    what = "the press was put off" if pauses else "the element changed between the look and the action"
    return c.Acted(ok=False, cause=Cause.MOVED, detail=f"{what}: {why}", withheld=True, begun=begun, pauses=pauses)


def done_already(error: Exception, frame: Any, element: Any, command: c.Act) -> Calls:
    """Return whether an action was done although Playwright raised an error. Then the effects decide.

    A click that removed its own element or page was made, and so was a choice that led to another document. A box that
    a page draws from a state of its own shows the new state a moment after the click; else it is not ticked.
    """
    text = str(error)
    if isinstance(command, c.Check) and element is not None and UNCHANGED in text:
        return (yield from _follows(element, frame, on=command.on))
    if isinstance(command, c.Select | c.Upload) and element is not None and NEW_DOCUMENT in text:
        return True
    gone = frame.page.is_closed() or any(word in text for word in ("detached", "has been closed", *GONE))
    return gone and any(part in text for part in PRESSED)


def _follows(element: Any, frame: Any, *, on: bool) -> Calls:
    try:
        for _ in range(LOOKS):
            yield frame.wait_for_timeout(ABSENT)
            if (yield element.is_checked()) is on:
                return True
    except Exception:  # noqa: BLE001  (the box is gone: nothing is known about its state)
        return False
    return False


def goto(session: ContextSession, command: c.Goto) -> Calls:
    """Open a URL; an unreachable site is ``app_down``."""
    page = session.page(command.place)
    if session.frame(command.place) is None:
        return c.Acted(ok=False, cause=Cause.FLOW_CHANGED, detail=f"tab {command.place.tab} is not open")
    if command.expected is not None:
        session.begin(command)
    try:
        stays = command.anew and "#" in command.url and page.url.partition("#")[0] == command.url.partition("#")[0]
        yield page.goto(command.url, timeout=command.timeout, wait_until="domcontentloaded")
        if stays:
            yield page.reload(timeout=command.timeout, wait_until="domcontentloaded")
    except Exception as error:  # noqa: BLE001
        return c.Acted(ok=False, cause=cause_of(error), detail=first_line(error))
    return c.Acted()


def acting(perform: Callable[..., Any]) -> Callable[[ContextSession, Any], Calls]:
    """Make a handler from a function of (element handle, command) that returns one Playwright call, or yields several.

    The function of a command that checks a box also gets a ``position``, if only a part of the label can be pressed. A
    generator may return the result of an action that it has not done.
    """

    def handler(session: ContextSession, command: c.Act) -> Calls:
        frame = session.frame_of(command)
        session.begin(command)
        if frame is None:
            return GONE_FRAME
        failed = yield from _failure(session, frame, perform, command)
        if failed is not None or command.ref != "target":
            return failed or c.Acted()
        return (yield from _ended(session, frame, command))

    return handler


def _failure(session: ContextSession, frame: Any, perform: Callable[..., Any], command: c.Act) -> Calls:
    """Carry out an action; return its result if it was not done, else None."""
    element, at = None, {}
    try:
        if command.ref == "target" and session.aim:
            # A handle would make Playwright inject its script a second time, into the page's own world.
            session.acted = True
            armed = session.armed is frame
            moved = "" if armed else (yield from in_page(session, frame, "arm", {"timeout": command.timeout}))
            if moved:
                return withheld(moved)
            element = frame.locator(session.aim)
        else:
            take = TAKE_HAND if isinstance(command, c.Check) else TAKE
            element = yield from _taken(frame, command, take)
            if element and isinstance(command, c.Check) and (point := (yield element.evaluate(FREE_POINT))):
                at = {"position": point}
        if element is None:
            return withheld(REPLACED)
        kept = yield from _calls(perform(element, command, **at))
    except Exception as error:  # noqa: BLE001
        if (yield from done_already(error, frame, element, command)):
            return None
        unheard = element is None and NEW_DOCUMENT in str(error)
        failed = c.Acted(ok=False, cause=cause_of(error), detail=first_line(error))
        return withheld("its document is another one now") if unheard else failed
    return kept if isinstance(kept, c.Acted) else None


def _taken(frame: Any, command: c.Act, take: str = TAKE) -> Calls:
    """Return a handle of an action's element; None if it is another one now."""
    return (yield frame.evaluate_handle(take, command.ref)).as_element()


def _calls(action: Any) -> Calls:
    return (yield from action) if isgenerator(action) else (yield action)


def _ended(session: ContextSession, frame: Any, command: c.Act) -> Calls:
    """End the check of an action's element, with the look that is wanted next if this page can be looked at now."""
    then, began = (None if frame is None else command.then), time.monotonic()
    if then is None or session.paced or session.frame(then.place) is not frame or not answers(session, frame):
        moved = yield from disarmed(session, frame)
        return withheld(**moved) if moved else c.Acted()
    try:
        seen = yield Limited(
            partial(run_calls, session.page(then.place), look(session, then, ends=True)), then.slice + LOOKING
        )
    except Exception:  # noqa: BLE001  (the engine looks again, and that look tells what is wrong)
        return c.Acted()
    if isinstance(seen, dict):
        return withheld(**seen)
    if seen is None or seen.lost or seen.absent or not answers(session, frame):  # the action led to another document
        return c.Acted()
    return c.Acted(seen=replace(seen, waited=(time.monotonic() - began) * 1000))


def _click(element: Any, command: c.Click) -> Any:
    """Click with the button, keys, count and position of the command."""
    return element.click(
        click_count=command.count,
        button=command.button,
        modifiers=list(command.modifiers),
        position={"x": command.position[0], "y": command.position[1]} if command.position else None,
        timeout=command.timeout,
    )


CLICK = acting(_click)


def click(session: ContextSession, command: c.Click) -> Calls:
    """Click. If the look saw the element stand still in view, press its middle, without Playwright's checks.

    Those take two frames, which the look has already waited for: a page that changed within the last two frames may
    just be coming to life, and would lose such a click.

    The check in the page withholds the events from any other element, and from one that has moved. Then the click is
    done with all checks. No such check stands in a document that comes now: the page is left to Playwright then.
    """
    plain, aim = not (command.position or command.modifiers), session.aim
    if plain and session.still and _stays(session, session.frame_of(command)):
        done = yield from _unhurried(session, command, partial(_pressing, session, command, *session.still))
        if done.begun or not done.withheld:
            return done
        session.armed = None  # the place of the element counts no longer
        session.aim = "" if aim.startswith("xpath=") else aim
    return (yield from _unhurried(session, command, partial(CLICK, session, command)))


def _unhurried(session: ContextSession, command: c.Click, press: Callable[[], Calls]) -> Calls:
    """Press; where the page takes a moment to follow the pointer, or the focus, go on with the press after that."""
    frame, aim = session.armed, session.aim
    done = yield from press()
    while done.pauses and frame is not None and answers(session, frame):
        try:
            if moved := (yield from in_page(session, frame, "goOn", {"timeout": command.timeout})):
                return withheld(moved, begun=done.begun)
        except Exception:  # noqa: BLE001  (the document was replaced meanwhile)
            break
        session.armed, session.aim = frame, aim
        done = yield from press()
    return done


def _stays(session: ContextSession, frame: Any) -> bool:
    """Return whether the document whose element is checked is still there, and no other one has been requested."""
    kept = frame is not None and session.armed is frame and answers(session, frame)
    return kept and session.met.get(frame) == session.health.documents


def _pressing(session: ContextSession, command: c.Click, x: float, y: float) -> Calls:
    """Press a point if its element is still there: no check sees an event in a frame that came over it.

    Playwright's own move of the pointer waits for a frame, in which a page has time to change once more. So none goes
    before this question; the press moves the pointer.
    """
    mouse, frame = session.page(command.place).mouse, session.armed

    def press(_element: Any, cmd: c.Click) -> Calls:
        if (yield from in_page(session, frame, "underPointer", {"x": x, "y": y})):
            yield mouse.click(x, y, click_count=cmd.count, button=cmd.button)

    return (yield from acting(press)(session, command))


def _replaced(session: ContextSession, element: Any, command: c.Fill) -> Calls:
    """Replace the text of a field. If the page checks its events, make the two calls that Playwright makes itself."""
    frame, keyboard = session.armed, session.page(command.place).keyboard
    if command.ref == "target" and command.value and _stays(session, frame):
        goes_on = {"goesOn": command.editor and not command.keys}
        held = yield from in_page(session, frame, "selectText", goes_on)
        rest = command.value[len(held) :] if isinstance(held, str) and command.value.startswith(held) else ""
        if isinstance(held, str) and not rest:
            held = yield from in_page(session, frame, "selectText", {})
        if held is True or rest:
            return (yield keyboard.insert_text(rest or command.value))
    if session.aim.startswith("xpath="):  # it may lead to another element by then
        element = yield from _taken(session.frame_of(command), command)
        if element is None:
            return withheld(REPLACED)
    yield element.fill(command.value, timeout=command.timeout)
    return None


def _filled(session: ContextSession, command: c.Fill) -> Calls:
    done = yield from acting(partial(_replaced, session))(session, command)
    session.aim = "" if session.aim.startswith("xpath=") and not done.seen else session.aim  # for a further key
    return done


TYPE = acting(lambda el, cmd: el.type(cmd.value, timeout=cmd.timeout))


def fill(session: ContextSession, command: c.Fill) -> Calls:
    """Replace a text, the last character by its key if asked; a character without a key is followed by an idle one.

    To replace a text is to select all of it, and that ends the format that was chosen for the next words of an editor.
    """
    at_once = command.ref == "target" and not command.keys and _stays(session, session.armed)
    rest = (yield from _rest(session, command)) if command.editor and not at_once else None
    if rest:
        insert = acting(lambda _el, cmd: session.page(cmd.place).keyboard.insert_text(cmd.value))
        return (yield from insert(session, replace(command, value=rest)))
    last = command.value[-1:]
    if not command.keys or not last:
        return (yield from _filled(session, command))
    typed = last.isascii() and last.isprintable() and last != " "
    first = replace(command, value=command.value[:-1] if typed else command.value, then=None)
    done = yield from _filled(session, first)
    if done.ok and typed:
        return (yield from TYPE(session, replace(command, value=last)))
    idle = c.Press(place=command.place, timeout=command.timeout, key="Shift", then=command.then)
    return (yield from ON_ELEMENT(session, idle)) if done.ok else done


def _rest(session: ContextSession, command: c.Fill) -> Calls:
    """Return the rest of a text of which the focused editor holds the beginning, with the caret after it; else None."""
    frame = session.frame_of(command)
    try:
        held = (yield from in_page(session, frame, "heldBeforeCaret", {"ref": command.ref})) if frame else None
    except Exception:  # noqa: BLE001  (the document is being replaced: the action itself will tell)
        return None
    return command.value[len(held) :] if isinstance(held, str) and command.value.startswith(held) else None


def _select(element: Any, command: c.Select) -> Any:
    """Choose options by label or value (Playwright tries both); for a multiple choice, each line is an option."""
    return element.select_option(command.value.split("\n"), timeout=command.timeout)


def _check(element: Any, command: c.Check, position: Any = None) -> Any:
    """Check or uncheck."""
    return element.set_checked(command.on, position=position, timeout=command.timeout)


select = acting(_select)
check = acting(_check)
hover = acting(lambda el, cmd: el.hover(timeout=cmd.timeout))
upload = acting(lambda el, cmd: el.set_input_files(list(cmd.paths), timeout=cmd.timeout))
ON_ELEMENT = acting(lambda el, cmd: el.press(cmd.key, timeout=cmd.timeout))


def press(session: ContextSession, command: c.Press) -> Calls:
    """Press a key on an element, or on the focused element."""
    if command.ref != "page":
        return (yield from ON_ELEMENT(session, command))
    session.begin(command)
    yield session.page(command.place).keyboard.press(command.key)
    return c.Acted()


def scroll(session: ContextSession, command: c.Scroll) -> Calls:
    """Scroll within an element, in the page's script: Playwright has no call that scrolls to a position."""
    frame = session.frame_of(command)
    session.health.mark()
    if frame is None:
        return GONE_FRAME
    ok = yield from in_page(session, frame, "scrollTo", {"ref": command.ref, "value": command.value})
    return c.Acted(ok=bool(ok), cause=None if ok else Cause.MOVED)


def drag(session: ContextSession, command: c.Drag) -> Calls:
    """Drag with the mouse in steps, so that both pointer and HTML5 handlers receive the events they expect."""
    frame = session.frame_of(command)
    page = session.page(command.place)
    session.begin(command)
    if frame is None:
        return GONE_FRAME
    try:
        source = (yield frame.evaluate_handle(TAKE, command.ref)).as_element()
        if source is None:
            return withheld(REPLACED)
        yield source.scroll_into_view_if_needed(timeout=command.timeout)
        box = yield source.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        yield page.mouse.move(x, y)
        yield page.mouse.down()
        yield page.mouse.move(x + 8, y + 8)  # begins the drag: after a scroll the browser would drag what is there then
        if command.value:
            dx, dy = (float(part) for part in command.value.split(","))
            to_x, to_y = x + dx, y + dy
        else:  # the page may have scrolled to the source: the goal must be in view before something is dropped on it
            goal = (yield frame.evaluate_handle(TAKE, "drop")).as_element()
            yield goal.scroll_into_view_if_needed(timeout=command.timeout)
            box, at = (yield goal.bounding_box()), (yield goal.evaluate(VISIBLE_MIDDLE))
            to_x, to_y = box["x"] + at["x"], box["y"] + at["y"]
        yield page.mouse.move(to_x, to_y, steps=6)
        yield page.mouse.up()
    except Exception as error:  # noqa: BLE001
        return c.Acted(ok=False, cause=cause_of(error), detail=first_line(error))
    moved = yield from disarmed(session, frame)
    return withheld(**moved) if moved else c.Acted()


def close_tab(session: ContextSession, command: c.CloseTab) -> Calls:
    """Close a tab."""
    yield session.page(command.place).close()
    return c.Acted()


def back(session: ContextSession, command: c.Back) -> Calls:
    """Go back in history."""
    page = session.page(command.place)
    try:
        yield page.go_back(timeout=command.timeout, wait_until="domcontentloaded")
    except Exception as error:  # noqa: BLE001
        return c.Acted(ok=False, cause=cause_of(error), detail=first_line(error))
    return c.Acted()
