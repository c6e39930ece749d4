"""One table of handlers, one for each command of the engine, for the sync and the async API.

Rules of this module:

* A handler is a generator over Playwright calls: ``result = yield page.evaluate(...)``. The sync driver sends the
  value back, the async driver awaits it first. The two APIs have the same method names, so one table serves both.
* Every command has an entry in the table. A handler gets the workbench: the pages, the teacher, the recording.
* Nothing here decides anything about workflows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pytest_ami.model import command as c
from pytest_ami.model.errors import bug
from pytest_ami.model.lesson import Question, Situation

from .actions import (
    back,
    check,
    click,
    close_tab,
    drag,
    fill,
    goto,
    hover,
    press,
    scroll,
    select,
    upload,
)
from .guards.lesson import RequestGuard
from .guards.press import guarded_click
from .page_queries import await_answers, choose, look, observe, settle, survey
from .recorder import Recording
from .run_calls import Calls
from .session import ContextSession


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
            raise bug("No recording is running", "The engine read a recording that it did not start")
        return self.recording


def start_recording(bench: Workbench, command: c.StartRecording) -> Calls:
    """Attach the recorder, and for a teacher's lesson the guard."""
    bench.recording = Recording(
        bench.session, bench.secrets, keep=bench.session.keep, plain=command.plain, public=command.public
    )
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


def press_element(bench: Workbench, command: c.Click) -> Calls:
    """Click; if only one request is permitted, or some must not be sent again, hold back what must not pass."""
    if command.only is not None or command.done:
        return (yield from guarded_click(bench.session, command, bench.carry))
    return (yield from click(bench.session, command))


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


Handler = Callable[[Workbench, Any], Calls]

HANDLERS: dict[type[c.Command], Handler] = {
    c.Goto: on_page(goto),
    c.Look: on_page(look),
    c.Survey: on_page(survey),
    c.Choose: on_page(choose),
    c.Settle: on_page(settle),
    c.AwaitAnswers: on_page(await_answers),
    c.Click: press_element,
    c.Fill: on_page(fill),
    c.Select: on_page(select),
    c.Check: on_page(check),
    c.Press: on_page(press),
    c.Hover: on_page(hover),
    c.Upload: on_page(upload),
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
