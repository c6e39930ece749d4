"""Carries out each command with Playwright: one table of handlers for the sync and the async API.

Rules of this module:

* A handler is a generator over Playwright calls: ``result = yield page.evaluate(...)``. The sync driver sends the
  value back, the async driver awaits it first. The two APIs have the same method names, so one table serves both.
* Playwright's errors become ``Acted`` with a drift cause here; nothing above knows Playwright.
* Every command has an entry in the table. A handler gets the workbench: the pages, the teacher, the recording.
* Nothing here decides anything about workflows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pytest_ami.model import command as c
from pytest_ami.model.errors import HarnessError
from pytest_ami.model.lesson import Question, Situation
from pytest_ami.model.outcome import Cause

from .bundle import FREE_POINT, TAKE, TAKE_HAND, VISIBLE_MIDDLE, disarmed, in_page
from .page_queries import choose, done_already, look, observe, settle, survey, withheld
from .recorder import Recording
from .request_guard import RequestGuard
from .run_calls import Calls, first_line
from .session import POLL_INTERVAL, ContextSession

CHAINED = 50.0
"""Milliseconds without an open request after which none follows from the last answer."""

GONE_FRAME = c.Acted(ok=False, cause=Cause.MOVED, detail="the frame is gone")
GONE = ("not attached", "Element is not attached", "detached from the DOM", "no element")


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
    """Make a handler from a function of (element handle, command) that returns one Playwright call.

    The function of a command that checks a box also gets a ``position``, if only a part of the label can be pressed.
    """

    def handler(session: ContextSession, command: c.Act) -> Calls:
        frame, element, at = session.frame_of(command), None, {}
        session.begin(command)
        if frame is None:
            return GONE_FRAME
        try:
            if command.ref == "target" and session.aim:
                # A handle would make Playwright inject its script a second time, into the page's own world.
                session.acted = True
                armed = session.armed is frame
                moved = "" if armed else (yield from in_page(session, frame, "arm", {"timeout": command.timeout}))
                if moved:
                    return withheld(moved)
                element = frame.locator(f"css:light={session.aim}")
            else:
                take = TAKE_HAND if isinstance(command, c.Check) else TAKE
                element = (yield frame.evaluate_handle(take, command.ref)).as_element()
                if element and isinstance(command, c.Check) and (point := (yield element.evaluate(FREE_POINT))):
                    at = {"position": point}
            if element is None:
                return withheld("it is gone, or it is another one now")
            yield perform(element, command, **at)
        except Exception as error:  # noqa: BLE001
            if not (yield from done_already(error, frame, element, command)):
                return c.Acted(ok=False, cause=cause_of(error), detail=first_line(error))
        if command.ref == "target" and (moved := (yield from disarmed(session, frame))):
            return withheld(**moved)
        return c.Acted()

    return handler


def click(element: Any, command: c.Click) -> Any:
    """Click with the button, keys, count and position of the command."""
    return element.click(
        click_count=command.count,
        button=command.button,
        modifiers=list(command.modifiers),
        position={"x": command.position[0], "y": command.position[1]} if command.position else None,
        timeout=command.timeout,
    )


FILL = acting(lambda el, cmd: el.fill(cmd.value, timeout=cmd.timeout))
TYPE = acting(lambda el, cmd: el.type(cmd.value, timeout=cmd.timeout))


def fill(session: ContextSession, command: c.Fill) -> Calls:
    """Replace a text, the last character by its key if asked; a character without a key is followed by an idle one.

    To replace a text is to select all of it, and that ends the format that was chosen for the next words of an editor.
    """
    rest = (yield from _rest(session, command)) if command.editor else None
    if rest:
        insert = acting(lambda _el, cmd: session.page(cmd.place).keyboard.insert_text(cmd.value))
        return (yield from insert(session, replace(command, value=rest)))
    last = command.value[-1:]
    if not command.keys or not last:
        return (yield from FILL(session, command))
    typed = last.isascii() and last.isprintable() and last != " "
    done = yield from FILL(session, replace(command, value=command.value[:-1] if typed else command.value))
    if done.ok and typed:
        return (yield from TYPE(session, replace(command, value=last)))
    idle = c.Press(place=command.place, timeout=command.timeout, key="Shift")
    return (yield from ON_ELEMENT(session, idle)) if done.ok else done


def _rest(session: ContextSession, command: c.Fill) -> Calls:
    """Return the rest of a text of which the focused editor holds the beginning, with the caret after it; else None."""
    frame = session.frame_of(command)
    try:
        held = (yield from in_page(session, frame, "heldBeforeCaret", {"ref": command.ref})) if frame else None
    except Exception:  # noqa: BLE001  (the document is being replaced: the action itself will tell)
        return None
    return command.value[len(held) :] if isinstance(held, str) and command.value.startswith(held) else None


def select(element: Any, command: c.Select) -> Any:
    """Choose options by label or value (Playwright tries both); for a multiple choice, each line is an option."""
    return element.select_option(command.value.split("\n"), timeout=command.timeout)


def set_checked(element: Any, command: c.Check, position: Any = None) -> Any:
    """Check or uncheck."""
    return element.set_checked(command.on, position=position, timeout=command.timeout)


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
            return withheld("it is gone, or it is another one now")
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


# -- the teacher, the memory of pages and the recording ------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class Workbench:
    """The objects that commands work on: the pages, and for a lesson the teacher and the recording.

    Attributes:
        session: The context with its pages.
        carry: Carries out calls from within a callback of Playwright.
        ask: Asks the teacher; returns the answer or an awaitable of it.
        teacher: A ``Teacher`` or ``Demonstrator``, or None for a replay.
        secrets: Secret values by parameter name.
        recall: Returns the known facts about a URL; None if there is no memory of pages.
        recording: The current recording.
        guard: Refuses requests while a teacher acts.
    """

    session: ContextSession
    carry: Callable[[Calls], Any]
    ask: Callable[[Situation | Question], Any]
    teacher: Any = None
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    recall: Callable[[str], str] | None = None
    recording: Recording | None = None
    guard: RequestGuard | None = None

    def recorder(self) -> Recording:
        """Return the current recording.

        Raises:
            HarnessError: There is no recording.
        """
        if self.recording is None:
            raise HarnessError(
                "No recording is running", why="The engine read a recording that it did not start: this is a bug."
            )
        return self.recording


def start_recording(bench: Workbench, command: c.StartRecording) -> Calls:
    """Attach the recorder, and for a teacher's lesson the guard."""
    bench.recording = Recording(bench.session, bench.secrets, keep=bench.session.keep, plain=command.plain)
    if command.origins is not None:
        bench.guard = RequestGuard(bench.session, bench.secrets, command, bench.carry)
        yield from bench.guard.start()
    yield from bench.recording.start()


def stop_recording(bench: Workbench, _command: c.StopRecording) -> Calls:
    """Detach the guard and the recorder."""
    guard, bench.guard = bench.guard, None
    if guard is not None:
        yield from guard.stop()
    recording, bench.recording = bench.recording, None
    if recording is not None:
        yield from recording.stop()


def read_recording(bench: Workbench, _command: c.ReadRecording) -> Calls:
    """Let pending events arrive; return the operations and the page's state."""
    return (yield from bench.recorder().read())


def forget_since(bench: Workbench, command: c.ForgetSince) -> Calls:
    """Drop the latest operations."""
    bench.recorder().forget_since(command.keep)
    yield from ()


def recall(bench: Workbench, command: c.Recall) -> Calls:
    """Ask the memory of pages."""
    yield from ()
    return bench.recall(command.url) if bench.recall else ""


def perform(bench: Workbench, command: c.Perform) -> Calls:
    """Run a demonstration. Its own failures belong to the test, so they propagate."""
    yield bench.teacher.perform(bench.session.home, command.values)
    return c.Acted()


def ask_teacher(bench: Workbench, command: c.AskTeacher) -> Calls:
    """Ask the teacher for a move or a choice."""
    return (yield bench.ask(command.situation))


def on_page(handler: Callable[[ContextSession, Any], Calls]) -> Handler:
    """Make a table entry from a handler that works on the pages alone."""
    return lambda bench, command: handler(bench.session, command)


def on_element(perform: Callable[[Any, Any], Any]) -> Handler:
    """Make a table entry from a function of (element, command) that returns one Playwright call."""
    return on_page(acting(perform))


Handler = Callable[[Workbench, Any], Calls]

HANDLERS: dict[type[c.Command], Handler] = {
    c.Goto: on_page(goto),
    c.Look: on_page(look),
    c.Survey: on_page(survey),
    c.Choose: on_page(choose),
    c.Settle: on_page(settle),
    c.AwaitAnswers: on_page(await_answers),
    c.Click: on_element(click),
    c.Fill: on_page(fill),
    c.Select: on_element(select),
    c.Check: on_element(set_checked),
    c.Press: on_page(press),
    c.Hover: on_element(lambda el, cmd: el.hover(timeout=cmd.timeout)),
    c.Upload: on_element(lambda el, cmd: el.set_input_files(list(cmd.paths), timeout=cmd.timeout)),
    c.Scroll: on_page(scroll),
    c.Drag: on_page(drag),
    c.CloseTab: on_page(close_tab),
    c.Back: on_page(back),
    c.Observe: on_page(observe),
    c.StartRecording: start_recording,
    c.StopRecording: stop_recording,
    c.ReadRecording: read_recording,
    c.ForgetSince: forget_since,
    c.Recall: recall,
    c.Perform: perform,
    c.AskTeacher: ask_teacher,
}
"""Every command of the engine with its handler. No command is handled anywhere else."""
