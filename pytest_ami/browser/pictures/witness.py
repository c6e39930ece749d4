"""Watches the commands of one flow: which actions were carried out, when, with which thoughts, and how the page looked.

Rules of this module:

* A replay that goes as recorded gets no picture, unless ``ami_evidence`` is ``all``: then nothing here calls the page.
* The setting ``changes`` takes pictures of an action whose element was found by other evidence, of every action of a
  lesson, and of the end of a flow that stopped; ``failures`` takes those of the end alone.
* The picture before an action is also the picture after the action before it. So a lesson takes one for each action.
* If a picture cannot be taken, there is one warning, and no further picture in this flow (law 10).

Knows commands and their results. Must never know a workflow, or change a result.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pytest_ami.browser.run_calls import first_line
from pytest_ami.model import command as c
from pytest_ami.model.lesson import Advice, Element, Observation, Pick

from .capture import PATIENCE, picture
from .texts import page_texts

if TYPE_CHECKING:
    from pytest_ami.browser.run_calls import Calls
    from pytest_ami.browser.session import ContextSession
    from pytest_ami.model.lesson import Move
    from pytest_ami.model.look import Presence, StepNote

    from .trace_groups import TraceGroups

DEEDS = (c.Act, c.Goto, c.Back, c.CloseTab, c.Perform)
"""Commands that change the page."""


@dataclass(slots=True, kw_only=True)
class Moment:
    """One action on the page.

    Attributes:
        command: The command.
        note: The stored step that it carries out; None for an action of a lesson, or one that clears the way.
        element: The element as a teacher saw it; None in a replay.
        thinking: Why the teacher acted.
        value: Template of the text that it entered.
        chosen: Whether a teacher was asked for the element.
        taught: Whether it is an action of a lesson.
        url: Address of the tab before it.
        ended: The monotonic clock at its end, in seconds.
        ok: Whether the browser could carry it out.
        problem: Why not.
        before: Name of the picture before it; empty for none.
        after: Name of the picture after it.
        notices: Messages in sight after it, as ``role|text``; None if nobody looked.
        present: For each recorded effect that was looked for after it, whether it was there.
        led: Address of the document after it; empty if nobody looked.
    """

    command: c.Command
    note: StepNote | None = None
    element: Element | None = None
    thinking: str = ""
    value: str = ""
    chosen: bool = False
    taught: bool = False
    url: str = ""
    ended: float = 0.0
    ok: bool = True
    problem: str = ""
    before: str = ""
    after: str = ""
    notices: tuple[str, ...] | None = None
    present: Mapping[str, Presence] = field(default_factory=dict)
    led: str = ""


@dataclass(slots=True)
class Witness:
    """Keeps the moments of one flow.

    Attributes:
        level: ``failures``, ``changes`` or ``all``.
        keep: Keeps a picture and returns its name.
        hide: Returns the texts that no picture may show.
        warn: Receives one warning if pictures cannot be taken.
        groups: Names the steps in the trace of the test; None if there is no trace.
        moments: The actions so far, oldest first.
        final: Name of the picture at the end; empty for none.
        texts: Texts of the page on which the flow stopped; empty if it did not stop.
        began: The monotonic clock at the start, in seconds.
    """

    level: str
    keep: Callable[[bytes], str]
    hide: Callable[[], tuple[str, ...]] = tuple
    warn: Callable[[str], None] = lambda _why: None
    groups: TraceGroups | None = None
    moments: list[Moment] = field(default_factory=list)
    final: str = ""
    texts: tuple[str, ...] = ()
    began: float = field(default_factory=time.monotonic)
    _thoughts: deque[Move] = field(default_factory=deque)
    _elements: dict[str, Element] = field(default_factory=dict)
    _asked: bool = False
    _taught: bool = False
    _broken: bool = False

    def before(self, session: ContextSession, command: c.Command) -> Calls:
        """Note an action that is about to be carried out, with a picture if there is to be one.

        Args:
            session: The context.
            command: The command.

        Yields:
            Calls of Playwright, none if there is no picture.
        """
        self._taught = isinstance(command, c.StartRecording) or (
            self._taught and not isinstance(command, c.StopRecording)
        )
        if self.groups is not None:
            yield from self.groups.before(session, command)
        if isinstance(command, DEEDS):
            yield from self._safely(self._begun(session, command))

    def _begun(self, session: ContextSession, command: c.Command) -> Calls:
        last, moment = (self.moments[-1] if self.moments else None), self._moment(session, command)
        if last is not None and _same_step(last, moment):  # its element was replaced between the look and the action
            moment.before = last.before
            self.moments[-1] = moment
            return
        page = session.page(command.place)
        if self._wanted(moment):
            framed = (session.frame_of(command), command.ref) if isinstance(command, c.Act) else None
            moment.before = yield from self._picture(session, page, framed)
        if last is not None and self._wanted(last):
            last.after = moment.before or (yield from self._picture(session, page, None))
        self.moments.append(moment)

    def note(self, command: c.Command, result: Any) -> None:
        """Note the result of a command."""
        if isinstance(command, c.AskTeacher):
            self._asked = self._asked or (isinstance(result, Pick) and result.index is not None)
            if isinstance(result, Advice):
                self._thoughts = deque((result.move, *result.more))
        elif isinstance(result, Observation):
            self._elements = {element.ref: element for element in result.elements}
        elif self.moments and isinstance(command, DEEDS):
            self._ended(self.moments[-1], result)
        elif self.moments and isinstance(result, c.Seen):
            self._looked(self.moments[-1], result)

    def end(self, session: ContextSession, *, stopped: bool) -> Calls:
        """Take the picture of the end, if there is to be one.

        Args:
            session: The context.
            stopped: Whether the flow stopped before its end.

        Yields:
            Calls of Playwright.
        """
        yield from self._safely(self._ending(session, stopped=stopped))
        if self.groups is not None:
            yield from self.groups.end(session)

    def _ending(self, session: ContextSession, *, stopped: bool) -> Calls:
        last = self.moments[-1] if self.moments else None
        if stopped or (last is not None and self._wanted(last)):
            page = session.page(last.command.place if last else c.FrameAddress())
            began = time.monotonic()
            self.final = yield from self._picture(session, page, None)
            if stopped and (time.monotonic() - began) * 1000 < PATIENCE:  # a page that is blocked answers nothing more
                with suppress(Exception):  # a document that is going: its picture says more
                    self.texts = yield from page_texts(session, page)
            if last is not None:
                last.after = self.final

    # -- its parts --------------------------------------------------------------------------------------------------

    def _moment(self, session: ContextSession, command: c.Command) -> Moment:
        ref = command.ref if isinstance(command, c.Act) else ""
        move = self._thought(command, ref) if self._taught else None
        asked, self._asked = self._asked, False
        return Moment(
            command=command,
            note=command.step,
            element=self._elements.get(ref) if self._taught else None,
            thinking=move.reason if move else "",
            value=move.value if move else "",
            chosen=asked and not self._taught,
            taught=self._taught,
            url=session.page(command.place).url,
        )

    def _thought(self, command: c.Command, ref: str) -> Move | None:
        """Return the move that a command carries out; the moves before it were refused or needed no command."""
        while self._thoughts:
            move = self._thoughts.popleft()
            if move.ref == ref or not isinstance(command, c.Act) or ref == "page":
                return move
        return None

    def _wanted(self, moment: Moment) -> bool:
        if self.level == "all":
            return True
        changed = moment.taught or moment.chosen or (moment.note is not None and moment.note.doubtful)
        return self.level == "changes" and changed

    def _ended(self, moment: Moment, result: Any) -> None:
        moment.ended = time.monotonic()
        if isinstance(result, c.Acted):
            moment.ok, moment.problem = result.ok, result.detail
            if result.seen is not None:
                self._looked(moment, result.seen)

    def _looked(self, moment: Moment, seen: c.Seen) -> None:
        if seen.lost or seen.absent:
            return
        moment.led = seen.url or moment.led
        moment.present = {**moment.present, **seen.effects.present}
        if seen.effects.notices is not None:
            moment.notices = seen.effects.notices

    def _picture(self, session: ContextSession, page: Any, framed: tuple[Any, str] | None) -> Calls:
        if self._broken:
            return ""
        try:
            shot = yield from picture(session, page, framed, self.hide())
            return self.keep(shot) if shot else ""
        except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a test)
            self._give_up(error)
            return ""

    def _safely(self, part: Calls) -> Calls:
        """Carry out a part; a tab that is gone ends the pictures, not the flow."""
        try:
            yield from part
        except Exception as error:  # noqa: BLE001  (law 10)
            self._give_up(error)

    def _give_up(self, error: Exception) -> None:
        if not self._broken:
            self._broken = True
            self.warn(f"No pictures are kept of this flow: {first_line(error)}")


def _same_step(last: Moment, moment: Moment) -> bool:
    return last.note is not None and moment.note is not None and last.note.number == moment.note.number
