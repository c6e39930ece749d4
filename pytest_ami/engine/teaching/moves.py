"""Carries out the moves of a teacher, and keeps their results.

Rules of this module:

* If the browser refuses a move, or the move names an absent element, the teacher is told why, and nothing is raised.
* A move that fails again and again gets one warning; then the lesson stops with the history.
* Wrong moves are undone on the page and dropped from the recording, never beyond the lesson's beginning.
* A click that is to show something, and would have sent a request that may change something, ends the lesson: the page
  has carried out the rest of it, and is no longer one on which the task can be shown.

It knows moves and commands. It must never know a page, a recording's meaning or why a move was advised.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from pytest_ami.elements.addresses.routes import filled_url
from pytest_ami.elements.commits import may_send_again
from pytest_ami.elements.text_keys import exact
from pytest_ami.engine.effects.message_check import TEXT
from pytest_ami.engine.recording.record import relative
from pytest_ami.engine.secrets.redaction import redact_named
from pytest_ami.engine.teaching.commit_policy import deed_of_move, repetition, too_early
from pytest_ami.engine.teaching.lesson import describe_moves, page_lines
from pytest_ami.engine.teaching.lesson_state import ASIDE_MOVES
from pytest_ami.engine.teaching.move_policy import refusal
from pytest_ami.engine.teaching.records.other_records import deed_of_another
from pytest_ami.engine.teaching.records.rows import beside_links, in_line
from pytest_ami.instructions.parameters import names, render
from pytest_ami.model import command as c
from pytest_ami.model.errors import ParameterError, TeacherError
from pytest_ami.model.lesson import Move, MoveKind, MoveResult, Observation
from pytest_ami.model.look import Expectation
from pytest_ami.model.outcome import Cause
from pytest_ami.model.printable import by_hand
from pytest_ami.model.workflow import DialogAnswer, PermittedRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_ami.engine.teaching.lesson import Lesson, LessonResult
    from pytest_ami.engine.teaching.lesson_state import LessonState
    from pytest_ami.model.command import Program
    from pytest_ami.model.lesson import Advice, Element
    from pytest_ami.model.operation import Operation, PageState

SETTLE = 5_000.0
"""The most milliseconds that the page gets to come to rest after a move."""

ANSWERED_LATER = (MoveKind.CLICK, MoveKind.DOUBLE_CLICK, MoveKind.SCROLL)
"""Moves whose effect may follow a quiet moment, such as a new tab or content that loads on scrolling."""

LOOPS = 4
"""The most times that the same move on the same page is tolerated."""

PAGEFUL = {"down": "0,600", "up": "0,-600", "right": "600,0", "left": "-600,0"}
"""How far a move scrolls, in CSS pixels."""

POINTED = "p1"
"""The number of an element that a teacher named by a point of the screenshot."""

ENTRIES = frozenset(
    {"option", "menuitem", "menuitemradio", "menuitemcheckbox", "treeitem", "radio", "li", "div", "span"}
)
"""Roles and tags of the entries of a list that a page draws itself."""

MOST_ENTRIES = 12
"""Entries that are named to a teacher whose option is not among them."""

FAILURES = {
    Cause.COVERED: "another element covers it",
    Cause.MOVED: "it is not on the page any more",
    Cause.NOT_READY: "it did not get ready: hidden, disabled or moving",
}
"""Causes of a failed move, in words for a teacher; the browser's own message follows."""

DIALOGS = ("alert", "confirm", "prompt", "beforeunload")


def follow(
    advice: Advice, observation: Observation, where: str, lesson: Lesson, progress: LessonState, learned: LessonResult
) -> Program[None]:
    """Carry out the move that was advised, and those after it as long as the page stays the same.

    Args:
        advice: The moves.
        observation: The page for which they were advised.
        where: Its URL, not redacted.
        lesson: The lesson.
        progress: The state of the lesson; updated here.
        learned: Its result so far; it gets the moves.

    Raises:
        TeacherError: The teacher made the same move again and again, or repeated a refused move.
    """
    began: PageState | None = None
    for advised in (advice.move, *advice.more):
        move, element = yield from _aimed(advised, observation, progress)
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
                or deed_of_another(deed, move, element, observation, progress.made, lesson)
                or too_early(deed, move, progress.made, lesson, observation.elements, page_texts)
            )
            refused = MoveResult(move=move, element=element, ok=False, problem=why)
            progress.done = may_send_again(deed, progress.deeds)
            if move.point is None:
                named = " ".join(lesson.shown.get(name, "") for name in names(move.value)[:1])
                progress.offset = beside_links(element, observation.elements, named) if element else None
            outcome = refused if why else (yield from _make(move, element, lesson, progress, where))
            place = c.FrameAddress(tab=progress.tab)
            seen = yield c.Settle(place=place, timeout=SETTLE, anew=move.kind in ANSWERED_LATER)
            after, now = yield c.ReadRecording()
            reached, deeds = now.url, len(progress.deeds)
            progress.note_deed(outcome, deed, seen.health, [text for text in now.notices if text not in state.notices])
            if began is not None and not outcome.ok and not why:
                return  # its element may be gone, which is not the teacher's fault: show it the page first
            progress.marks.append((len(operations), where))
            if move.kind not in ASIDE_MOVES:
                _tell_of_dialogs(after[len(operations) :], progress, deeds)
            went_on = (state.url, state.notices) != (now.url, now.notices)
            outcome = progress.refusals.after(outcome, why, seen.health, went_on=went_on)
            if outcome.problem in progress.refusals.reasons:
                yield c.ForgetSince(keep=len(operations))
                progress.refusals.check(lesson, describe_moves([*progress.made, outcome]))
        beside = in_line(element, observation.elements) if element else ()
        outcome = replace(outcome, url=observation.url, beside=beside)
        progress.made.append(outcome)
        learned.made = tuple(progress.made)
        lesson.observer.move(outcome, observation.url, redact_named(reached, lesson.secrets), progress.usage)
        if not outcome.ok or progress.renumbered:
            progress.renumbered = False
            return
        began = began or state


def _aimed(move: Move, observation: Observation, progress: LessonState) -> Program[tuple[Move, Element | None]]:
    """Return a move with its element; a point of the screenshot becomes the element that is there."""
    if move.point is None:
        return move, next((e for e in observation.elements if e.ref == move.ref), None)
    seen: Observation = yield c.Observe(place=c.FrameAddress(tab=progress.tab), point=move.point)
    progress.offset = seen.offset
    return replace(move, ref=POINTED), next(iter(seen.elements), None)


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
    aside = _select if _draws_list(move, element) else ASIDE.get(move.kind)
    if aside is not None:
        return (yield from aside(move, element, lesson, progress))
    try:
        command = _command(move, element, lesson, progress, url)
    except (ValueError, ParameterError) as error:
        return MoveResult(move=move, element=element, ok=False, problem=str(error).split("\n", 1)[0])
    if progress.answers and isinstance(command, c.Act):
        command = replace(command, dialogs=progress.answers)
    acted: c.Acted = yield command
    problem = _problem(acted, element, lesson)
    if move.reveals and acted.withheld:
        named = f'"{element.name}"' if element else "an element"
        demonstration = by_hand(lesson.options.url, lesson.task)
        raise TeacherError(
            f'"{lesson.task}" was not learned: the click on {named} would have changed something',
            why="The teacher clicked it to show what the task needs next. The stored flow does not send this request.",
            evidence=[problem, *describe_moves(progress.made)],
            run=f"{demonstration}   # show it by hand",
        )
    return MoveResult(move=move, element=element, ok=acted.ok, problem=problem)


def _problem(acted: c.Acted, element: Element | None, lesson: Lesson) -> str:
    """Return why the browser did not carry out an action, the cause first; empty if it did."""
    if acted.ok:
        return ""
    cause = FAILURES.get(acted.cause or Cause.NOT_READY, "")
    if acted.cause is Cause.COVERED and element is not None and element.cover:
        cause = f'"{element.cover}" covers it'
    return ": ".join(part for part in (cause, redact_named(acted.detail, lesson.secrets)) if part)


def _draws_list(move: Move, element: Element | None) -> bool:
    """Return whether an option is to be chosen in a list that the page draws itself."""
    return move.kind is MoveKind.SELECT and element is not None and element.tag not in ("select", "")


def _select(move: Move, element: Element | None, lesson: Lesson, progress: LessonState) -> Program[MoveResult]:
    """Open a list that the page draws itself, and press the entry; without one, its field gets the text first."""
    assert element is not None  # noqa: S101  (``_draws_list`` asks)
    try:
        value = render(move.value, lesson.values)
    except ParameterError as error:
        return MoveResult(move=move, element=element, ok=False, problem=str(error).split("\n", 1)[0])
    place, timeout = c.FrameAddress(tab=progress.tab, frame=element.frame), min(lesson.options.patience, SETTLE)
    named: dict[str, Any] = {"place": place, "timeout": timeout, "ref": element.ref}
    ways: list[c.Command] = [c.Click(**named), *([c.Fill(**named, value=value)] if element.tag == "input" else [])]
    shown: list[str] = []
    for way in ways:
        acted: c.Acted = yield way
        if not acted.ok:
            return MoveResult(move=move, element=element, ok=False, problem=_problem(acted, element, lesson))
        yield c.Settle(place=c.FrameAddress(tab=progress.tab), timeout=SETTLE, anew=True)
        progress.renumbered = True
        seen: Observation = yield c.Observe(place=c.FrameAddress(tab=progress.tab))
        entries = [e for e in seen.elements if e.role in ENTRIES and e.name and "disabled" not in e.state]
        fitting = [e for e in entries if exact(e.name) == exact(value)]
        if fitting:
            entry = next((e for e in fitting if e.role == "option"), fitting[0])
            acted = yield c.Click(place=replace(place, frame=entry.frame), ref=entry.ref, timeout=timeout)
            return MoveResult(move=move, element=element, ok=acted.ok, problem=_problem(acted, entry, lesson))
        shown = [f'"{e.name}"' for e in entries if e.role == "option"] or shown
    listed = f"it shows {', '.join(shown[:MOST_ENTRIES])}" if shown else "it opened no list of options"
    return MoveResult(move=move, element=element, ok=False, problem=f"there is no entry of that name; {listed}")


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


def _extract(move: Move, element: Element | None, lesson: Lesson, progress: LessonState) -> Program[MoveResult]:  # noqa: ARG001
    """Let the next question show the texts of the page in full. It becomes no step."""
    progress.reads = move.value
    yield from ()
    return MoveResult(move=move)


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
    MoveKind.EXTRACT: _extract,
    MoveKind.SWITCH_TAB: _switch,
    MoveKind.ANSWER_DIALOG: _answer,
}
"""How each of the moves that are not actions on the page is carried out."""


def _command(move: Move, element: Element | None, lesson: Lesson, progress: LessonState, url: str) -> c.Command:
    place = c.FrameAddress(tab=progress.tab, frame=element.frame if element else ())
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
        named = f"no element {move.ref!r} on the page now" if move.point is None else "nothing at that point"
        raise ValueError(f"there is {named}")
    where: dict[str, Any] = {"place": place, "ref": move.ref or "page", "timeout": min(lesson.options.patience, SETTLE)}
    value = render(move.value, lesson.values)
    pressed: dict[str, Any] = {
        "position": progress.offset,
        "done": progress.done,
        "only": PermittedRequest() if move.reveals else None,
    }
    commands: dict[MoveKind, Callable[[], c.Command]] = {
        MoveKind.CLICK: lambda: c.Click(**where, **pressed),
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
