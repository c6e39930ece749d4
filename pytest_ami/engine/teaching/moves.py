"""Carries out the moves of a teacher, and keeps their results.

Rules of this module:

* If the browser refuses a move, or the move names an absent element, the teacher is told and nothing is raised.
* A move that fails again and again gets one warning; then the lesson stops with the history.
* Wrong moves are undone on the page and dropped from the recording, never beyond the lesson's beginning.

It knows moves and commands. It must never know a page, a recording's meaning or why a move was advised.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from pytest_ami.elements.addresses.routes import filled_url
from pytest_ami.engine.effects.message_check import TEXT
from pytest_ami.engine.recording.record import relative
from pytest_ami.engine.secrets.redaction import redact_named
from pytest_ami.engine.teaching.commit_policy import DOING, deed_of_move, done_by, repetition, too_early
from pytest_ami.engine.teaching.lesson_end import refused_requests
from pytest_ami.engine.teaching.move_policy import Refusals, refusal
from pytest_ami.instructions.parameters import render
from pytest_ami.model import command as c
from pytest_ami.model.errors import ParameterError, TeacherError
from pytest_ami.model.lesson import Move, MoveKind, MoveResult, Observation
from pytest_ami.model.look import Expectation
from pytest_ami.model.outcome import Cause, Usage
from pytest_ami.model.workflow import DialogAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pytest_ami.elements.commits import LastingDeed
    from pytest_ami.engine.teaching.lesson import Lesson
    from pytest_ami.model.command import Program
    from pytest_ami.model.lesson import Advice, Element
    from pytest_ami.model.look import Health
    from pytest_ami.model.operation import Operation, PageState

SETTLE = 5_000.0
"""The most milliseconds that the page gets to come to rest after a move."""

ANSWERED_LATER = (MoveKind.CLICK, MoveKind.DOUBLE_CLICK, MoveKind.SCROLL)
"""Moves whose effect may follow a quiet moment, such as a new tab or content that loads on scrolling."""

LOOPS = 4
"""The most times that the same move on the same page is tolerated."""

IDLE = 3
"""Moves in a row without a change after which the teacher is told; after as many again the lesson stops."""

PAGEFUL = {"down": "0,600", "up": "0,-600", "right": "600,0", "left": "-600,0"}
"""How far a move scrolls, in CSS pixels."""

DIALOGS = ("alert", "confirm", "prompt", "beforeunload")


@dataclass(slots=True)
class LessonState:
    """The state of a lesson.

    Attributes:
        made: The moves and their results, oldest first.
        marks: Number of operations and URL before each move that counts, so that wrong moves can be undone.
        seen: Count of each move on each page.
        tab: Index of the observed tab.
        tabs: Number of open tabs when it was chosen; if the number changes, a tab is chosen again.
        answers: Answers to the dialogs of the next move.
        previous: The page before the last move.
        shown: The page that the teacher saw last.
        idle: Moves in a row that have changed nothing.
        objection: Message to the teacher in the next question, beside the page.
        refusals: The refusals so far.
        deeds: The commits so far.
        sent: Number of requests so far that may have changed something.
        documents: Number of documents that were requested so far.
        opened: Their number before the last move that acts on the page; None before the first one.
        refused: The requests so far that the server refused, as method and path.
        usage: Cost of the lesson so far.
    """

    made: list[MoveResult] = field(default_factory=list)
    marks: list[tuple[int, str]] = field(default_factory=list)
    seen: Counter[tuple[str, str, str, str]] = field(default_factory=Counter)
    tab: int = 0
    tabs: int = 0
    answers: tuple[DialogAnswer, ...] = ()
    previous: Observation | None = None
    shown: Observation | None = None
    idle: int = 0
    objection: str = ""
    refusals: Refusals = field(default_factory=Refusals)
    deeds: list[LastingDeed] = field(default_factory=list)
    sent: int = 0
    documents: int = 0
    opened: int | None = None
    refused: frozenset[str] = frozenset()
    usage: Usage = field(default_factory=Usage)

    def look_at(self, observation: Observation) -> None:
        """Look at the newest tab, unless the teacher chose one and none has come or gone since."""
        there = [number for number, url in enumerate(observation.tabs) if url]
        if len(there) != self.tabs or self.tab not in there:
            self.tab, self.tabs = max(there, default=0), len(there)

    def note_deed(self, outcome: MoveResult, deed: LastingDeed, health: Health, notices: Sequence[str]) -> None:
        """Note a move that has committed; a move that failed has committed only if a request was sent."""
        done = done_by(deed, self.sent, health, notices) if outcome.move.kind in DOING else None
        if done is not None and (outcome.ok or done.sent):
            self.deeds.append(done)
        self.sent = len(health.sent)
        self.opened = self.opened if outcome.move.kind in ASIDE else self.documents
        self.documents = health.documents
        self.refused |= refused_requests(health)

    def notice(self, observation: Observation, task: str) -> None:
        """Count what the last move changed.

        Raises:
            TeacherError: Nothing has changed although the teacher was warned.
        """
        before, self.previous = self.previous, observation
        if before is None or not self.made:
            return
        waits = self.made[-1].move.kind in (MoveKind.WAIT, MoveKind.WAIT_FOR, MoveKind.HOVER, MoveKind.ANSWER_DIALOG)
        self.idle = 0 if waits or observations_differ(before, observation) else self.idle + 1
        if self.idle == IDLE:
            self.objection = f"Your last {IDLE} moves have changed nothing on the page. Try another way, or give up."
        if self.idle >= 2 * IDLE:
            raise TeacherError(
                f'The teacher gets nowhere at "{task}"',
                why=f"{self.idle} moves in a row have changed nothing, and the teacher was warned after {IDLE}.",
                evidence=[*describe_moves(self.made), *page_lines(observation)],
            )


def follow(
    advice: Advice, observation: Observation, where: str, lesson: Lesson, progress: LessonState
) -> Program[None]:
    """Carry out the move that was advised, and those after it as long as the page stays the same.

    Args:
        advice: The moves.
        observation: The page for which they were advised.
        where: Its URL, not redacted.
        lesson: The lesson.
        progress: The state of the lesson; updated here.

    Raises:
        TeacherError: The teacher made the same move again and again, or repeated a refused move.
    """
    began: PageState | None = None
    for move in (advice.move, *advice.more):
        element = next((e for e in observation.elements if e.ref == move.ref), None)
        _count(move, element, observation, lesson, progress)
        operations, state = yield c.ReadRecording()
        if began is not None and not _same_page(began, state):
            return  # the moves were advised for another page: ask again
        if move.kind is MoveKind.BACK and move.undo:
            wrong = min(move.undo, len(progress.marks))
            keep, reached = progress.marks[-wrong] if wrong else (len(operations), where)
            outcome = yield from _undo(move, reached, where, lesson, progress.tab)
            yield c.ForgetSince(keep=keep)
            del progress.marks[len(progress.marks) - wrong :]
        else:
            page_texts = (unquote(observation.url), observation.title, *observation.notices)
            deed = deed_of_move(move, element, observation, progress.made, lesson)
            why = (
                refusal(move, element, observation, lesson)
                or repetition(deed, move, progress.deeds, lesson)
                or too_early(deed, move, progress.made, lesson, observation.elements, page_texts)
            )
            refused = MoveResult(move=move, element=element, ok=False, problem=why)
            outcome = refused if why else (yield from _make(move, element, lesson, progress, where))
            place = c.FrameAddress(tab=progress.tab)
            seen = yield c.Settle(place=place, timeout=SETTLE, anew=move.kind in ANSWERED_LATER)
            after, now = yield c.ReadRecording()
            reached, deeds = now.url, len(progress.deeds)
            progress.note_deed(outcome, deed, seen.health, [text for text in now.notices if text not in state.notices])
            if began is not None and not outcome.ok and not why:
                return  # its element may be gone, which is not the teacher's fault: show it the page first
            progress.marks.append((len(operations), where))
            if move.kind not in ASIDE:
                _tell_of_dialogs(after[len(operations) :], progress, deeds)
            went_on = (state.url, state.notices) != (now.url, now.notices)
            outcome = progress.refusals.after(outcome, why, seen.health, went_on=went_on)
            if outcome.problem in progress.refusals.reasons:
                yield c.ForgetSince(keep=len(operations))
                progress.refusals.check(lesson, describe_moves([*progress.made, outcome]))
        progress.made.append(outcome)
        lesson.observer.move(outcome, observation.url, redact_named(reached, lesson.secrets), progress.usage)
        if not outcome.ok:
            return
        began = began or state


def describe_moves(made: list[MoveResult]) -> list[str]:
    """Return the last moves as lines for a message."""
    lines = []
    for entry in made[-6:]:
        whom = f' {entry.element.role} "{entry.element.name}"' if entry.element else ""
        with_value = f" with {entry.move.value}" if entry.move.value else ""
        lines.append(f"{entry.move.kind.value}{whom}{with_value}" + ("" if entry.ok else f" ({entry.problem})"))
    return lines


def page_lines(observation: Observation) -> list[str]:
    """Return the URL and the notices of the page as lines for a message."""
    return [f"on {observation.url}", *(f"the page shows {notice}" for notice in observation.notices[:4])]


def observations_differ(before: Observation, now: Observation) -> bool:
    """Return whether a teacher can see a difference between two observations."""

    def facts(seen: Observation) -> Any:
        return seen.url, seen.notices, seen.tabs, [(e.role, e.name, e.value, e.state, e.context) for e in seen.elements]

    return bool(facts(before) != facts(now))


def _count(
    move: Move, element: Element | None, observation: Observation, lesson: Lesson, progress: LessonState
) -> None:
    what = element.role + element.name + element.context if element else ""
    key = (observation.url, move.kind.value, what, move.value)
    progress.seen[key] += 1
    if progress.seen[key] == LOOPS:
        progress.objection = f"You have made this move {LOOPS} times on this page. Another time ends the lesson."
    if progress.seen[key] > LOOPS:
        raise TeacherError(
            f'The teacher goes round in circles at "{lesson.task}"',
            why=f"The same move was made {LOOPS} times on the same page, and the teacher was warned.",
            evidence=[*describe_moves(progress.made), *page_lines(observation)],
        )


def _same_page(began: PageState, now: PageState) -> bool:
    """Return whether a further move of the same advice still fits the page."""
    dialogs = [
        sum(notice.startswith(("dialog|", "alertdialog|")) for notice in state.notices) for state in (began, now)
    ]
    return began.url == now.url and dialogs[0] == dialogs[1]


def _tell_of_dialogs(operations: tuple[Operation, ...], progress: LessonState, deeds: int) -> None:
    """Tell the teacher about dialogs that were dismissed without an answer; an unsent deed was not done then."""
    dialogs = [one for one in operations if one.type == "dialog" and one.role in ("confirm", "prompt")]
    if dialogs and not progress.answers:
        progress.deeds[deeds:] = [deed for deed in progress.deeds[deeds:] if deed.sent]
        progress.objection = (
            f"The page asked ({dialogs[-1].role}) {dialogs[-1].text[:160]!r}, and it was answered with Cancel. If the "
            "task wants another answer, call answer_dialog and then make the move again."
        )
    progress.answers = ()


def _undo(move: Move, url: str, now: str, lesson: Lesson, tab: int) -> Program[MoveResult]:
    """Undo wrong moves: close the content that they opened, or return to the page on which they were made.

    Never go further back: the history may hold pages from before the lesson.
    """
    place = c.FrameAddress(tab=tab)
    if now == url:
        yield c.Press(place=place, ref="page", key="Escape")
    else:
        yield c.Back(place=place, timeout=lesson.options.patience)
        seen = yield c.Settle(place=place, timeout=SETTLE)
        if seen.url != url:
            yield c.Goto(place=place, url=url, timeout=lesson.options.patience)
    yield c.Settle(place=place, timeout=SETTLE)
    return MoveResult(move=move)


def _make(move: Move, element: Element | None, lesson: Lesson, progress: LessonState, url: str) -> Program[MoveResult]:
    """Carry out one move; if the browser refuses it, the result says so and nothing is raised."""
    if move.kind in ASIDE:
        return (yield from ASIDE[move.kind](move, element, lesson, progress))
    try:
        command = _command(move, element, lesson, progress.tab, url)
    except (ValueError, ParameterError) as error:
        return MoveResult(move=move, element=element, ok=False, problem=str(error).split("\n", 1)[0])
    if progress.answers and isinstance(command, c.Act):
        command = replace(command, dialogs=progress.answers)
    acted = yield command
    problem = "" if acted.ok else redact_named(acted.detail, lesson.secrets) or (acted.cause or Cause.NOT_READY).value
    return MoveResult(move=move, element=element, ok=acted.ok, problem=problem)


def _wait(move: Move, element: Element | None, lesson: Lesson, progress: LessonState) -> Program[MoveResult]:  # noqa: ARG001
    yield c.Settle(place=c.FrameAddress(tab=progress.tab), timeout=SETTLE, quiet=1_000)
    return MoveResult(move=move, element=element)


def _wait_for(move: Move, element: Element | None, lesson: Lesson, progress: LessonState) -> Program[MoveResult]:
    """Wait until the page shows a text. It becomes no step, because a replay waits for what it needs by itself."""
    try:
        key = f"{TEXT}{render(move.value, lesson.shown)}"
    except ParameterError as error:
        return MoveResult(move=move, element=element, ok=False, problem=str(error).split("\n", 1)[0])
    seen = yield c.Look(place=c.FrameAddress(tab=progress.tab), expect=Expectation(required=(key,)), slice=2 * SETTLE)
    problem = "" if seen.met else f"the page did not show it within {2 * SETTLE / 1000:g} s"
    return MoveResult(move=move, element=element, ok=not problem, problem=problem)


def _switch(move: Move, element: Element | None, lesson: Lesson, progress: LessonState) -> Program[MoveResult]:  # noqa: ARG001
    """Observe another tab from now on."""
    seen: Observation = yield c.Observe(place=c.FrameAddress(tab=progress.tab), limit=0)
    wanted = int(move.value) - 1 if move.value.isdigit() else -1
    if not 0 <= wanted < len(seen.tabs) or not seen.tabs[wanted]:
        open_ = ", ".join(str(number) for number, there in enumerate(seen.tabs, 1) if there)
        return MoveResult(move=move, ok=False, problem=f"there is no tab {move.value}; open: {open_}")
    progress.tab, progress.tabs = wanted, sum(bool(url) for url in seen.tabs)
    return MoveResult(move=move)


def _answer(move: Move, element: Element | None, lesson: Lesson, progress: LessonState) -> Program[MoveResult]:  # noqa: ARG001
    """Set the answers to the dialogs of the next move."""
    accept, text = move.value != "dismiss", move.value.removeprefix("accept").lstrip(":")
    try:
        text = render(text, lesson.shown)
    except ParameterError as error:
        return MoveResult(move=move, ok=False, problem=str(error).split("\n", 1)[0])
    progress.answers = tuple(
        DialogAnswer(kind=kind, accept=accept, text=text if kind == "prompt" else "") for kind in DIALOGS
    )
    yield from ()
    return MoveResult(move=move)


ASIDE: Mapping[MoveKind, Callable[[Move, Element | None, Lesson, LessonState], Program[MoveResult]]] = {
    MoveKind.WAIT: _wait,
    MoveKind.WAIT_FOR: _wait_for,
    MoveKind.SWITCH_TAB: _switch,
    MoveKind.ANSWER_DIALOG: _answer,
}
"""Moves that are not actions on the page."""


def _command(move: Move, element: Element | None, lesson: Lesson, tab: int, url: str) -> c.Command:
    place = c.FrameAddress(tab=tab, frame=element.frame if element else ())
    if move.kind is MoveKind.GOTO:
        render(move.value, lesson.values)  # names without a value are refused
        there = filled_url(move.value, lesson.values)
        here = urlsplit(there)[:2] == urlsplit(url)[:2]
        return c.Goto(place=place, url=relative(there) if here else there, timeout=lesson.options.patience)
    if move.kind is MoveKind.BACK:
        return c.Back(place=place, timeout=lesson.options.patience)
    if move.kind is MoveKind.SCROLL:
        by = PAGEFUL.get(move.value, PAGEFUL["down"])
        return c.Scroll(place=place, ref=move.ref or "page", value=f"by:{by}", timeout=lesson.options.patience)
    if element is None and not (move.kind is MoveKind.PRESS and not move.ref):
        raise ValueError(f"there is no element {move.ref!r} on the page now")
    where: dict[str, Any] = {"place": place, "ref": move.ref or "page", "timeout": min(lesson.options.patience, SETTLE)}
    value = render(move.value, lesson.values)
    commands: dict[MoveKind, Callable[[], c.Command]] = {
        MoveKind.CLICK: lambda: c.Click(**where),
        MoveKind.DOUBLE_CLICK: lambda: c.Click(**where, count=2),
        MoveKind.FILL: lambda: c.Fill(**where, value=value),
        MoveKind.SELECT: lambda: c.Select(**where, value=value),
        MoveKind.CHECK: lambda: c.Check(**where, on=True),
        MoveKind.UNCHECK: lambda: c.Check(**where, on=False),
        MoveKind.PRESS: lambda: c.Press(**where, key=value),
        MoveKind.HOVER: lambda: c.Hover(**where),
        MoveKind.UPLOAD: lambda: c.Upload(**where, paths=tuple(value.split("\n"))),
    }
    return commands[move.kind]()
