"""Lets a teacher carry out a task, or the rest of one, while the recorder looks on.

Rules of this module:

* The teacher sees observations and answers with moves; it never holds the page. A demonstration is the
  exception: there the teacher is a person's or a script's hand, and only the recorder matters.
* Every limit is checked before the teacher is asked again; at a limit the lesson stops with what happened.
* What comes out is steps, not a verdict: the test's own assertions are the judge.
* A secret is shown to nobody: what a page shows of it is replaced by its name first (law 6).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pytest_ami.decide.effects import TELLING, messages, text_key
from pytest_ami.decide.params import names, render
from pytest_ami.decide.routes import filled_url
from pytest_ami.model import command as c
from pytest_ami.model.errors import ParameterError, TeacherError
from pytest_ami.model.lesson import Made, Move, MoveKind, Observation, Situation
from pytest_ami.model.outcome import Cause, Usage

from .hiding import Secret, hidden
from .record import MASK, reduce, relative
from .taught import with_checks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_ami.model.lesson import Advice, Element
    from pytest_ami.model.operation import Operation, PageState
    from pytest_ami.model.workflow import Parameter, Step

    from .finding import Program

SETTLE = 5_000.0
"""Milliseconds that the page is given to come to rest after a move, at most."""

TOLD = ("name", "label", "value", "placeholder", "context", "attributes", "options")
"""Parts of an element that hold texts of the page."""

LOOPS = 4
"""How often the same move on the same page is tolerated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """What is to be learned.

    Attributes:
        task: In the words of the test.
        parameters: Holes to fill.
        values: Value for every parameter, those of secrets too.
        done: The steps that were replayed before the lesson begins.
        remaining: The stored steps that are still to come.
        demonstrates: Whether the teacher carries out the whole flow by itself.
        screenshots: Whether it wants to see pictures.
        timeout: Milliseconds for one action.
        limit: Given usage so far, returns why to stop, or an empty string.
    """

    task: str
    parameters: tuple[Parameter, ...]
    values: Mapping[str, str] = field(repr=False)
    done: tuple[Step, ...] = ()
    remaining: tuple[Step, ...] = ()
    demonstrates: bool = False
    screenshots: bool = False
    timeout: float = 15_000
    limit: Callable[[Usage], str] = lambda _usage: ""

    @property
    def shown(self) -> dict[str, str]:
        """Values that a teacher, a file or a log may see."""
        return {name: value for name, value in self.values.items() if name not in self.secrets}

    @property
    def secrets(self) -> dict[str, str]:
        """Values that must never be shown."""
        return {p.name: self.values[p.name] for p in self.parameters if p.secret and p.name in self.values}


@dataclass(slots=True, kw_only=True)
class Learned:
    """What came of a lesson; grows while it runs, so that a failed one still tells what it cost.

    Attributes:
        steps: The new steps (those after ``Lesson.done``).
        usage: What the teacher cost.
        final: The teacher's last move, with the names it gave.
        operations: How many operations were recorded.
        recorded: The operations themselves.
        final_url: The page at the end.
        notices: Messages on the page at the end, as ``role|text`` templates.
        start: Route of the page on which the lesson began.
        unseen: Names of the values that the page did not show when the lesson began.
    """

    steps: tuple[Step, ...] = ()
    usage: Usage = field(default_factory=Usage)
    final: Move | None = None
    operations: int = 0
    notices: tuple[str, ...] = ()
    recorded: tuple[Operation, ...] = field(default=(), repr=False)
    final_url: str = ""
    start: str = ""
    unseen: tuple[str, ...] = ()


def learn(lesson: Lesson, learned: Learned) -> Program[Learned]:
    """Carry out the lesson and fill ``learned``.

    Raises:
        TeacherError: The teacher gave up, ran out of budget, or recorded nothing.
    """
    yield from begin(lesson, learned)
    try:
        if lesson.demonstrates:
            secret = lesson.secrets
            values = {name: Secret(value, name) if name in secret else value for name, value in lesson.values.items()}
            yield c.Perform(values=values)
        else:
            yield from _moves(lesson, learned)
    except Exception:
        yield c.StopRecording()
        raise
    yield from finish(lesson, learned)
    return learned


def begin(lesson: Lesson, learned: Learned) -> Program[None]:
    """Let the page come to rest and start recording."""
    yield c.Settle(timeout=SETTLE)
    shown = yield from _visible(lesson, c.Place())
    learned.unseen = tuple(name for name in lesson.shown if name not in shown)
    yield c.StartRecording()


def _proven(steps: tuple[Step, ...], lesson: Lesson, unseen: tuple[str, ...]) -> Program[tuple[Step, ...]]:
    """Return the steps; where the flow ends, the values that came to be shown prove that it is about these."""
    if not steps or not unseen:
        return steps
    there = yield from _visible(lesson, c.Place(tab=steps[-1].tab, frame=steps[-1].frame))
    proven, _ = with_checks(steps, [text_key(f"{{{{{name}}}}}") for name in there if name in unseen])
    return proven


def _visible(lesson: Lesson, place: c.Place) -> Program[tuple[str, ...]]:
    """Return the names of the values that a page shows; too short ones stand anywhere."""
    keys = {name: text_key(value) for name, value in lesson.shown.items() if len(value.strip()) >= TELLING}
    if not keys:
        return ()
    seen = yield c.Look(place=place, watch=tuple(keys.values()), slice=0)
    before = seen.effects.get("before", {})
    return tuple(name for name, key in keys.items() if before.get(key))


def finish(lesson: Lesson, learned: Learned) -> Program[None]:
    """Let the last effects come, stop recording, and reduce what was recorded to steps.

    Raises:
        TeacherError: Nothing was recorded, or a secret was typed that is not a parameter.
    """
    try:
        yield c.Settle(timeout=SETTLE)
        operations, final = yield c.Recorded()
        steps = reduce(operations, final, lesson.shown)
        learned.steps = yield from _proven(steps, lesson, learned.unseen)
    except Exception:
        yield c.StopRecording()
        raise
    yield c.StopRecording()
    learned.operations, learned.recorded, learned.final_url = len(operations), tuple(operations), final.url
    learned.notices = messages(final, lesson.shown)
    if not learned.steps and not (lesson.done and learned.notices):
        raise TeacherError(
            f'Nothing was recorded while "{lesson.task}" was carried out',
            why="The teacher finished without touching the page.",
            evidence=[f"{len(operations)} operation(s) recorded"],
        )
    unnamed = [step.title() for step in learned.steps if step.value == MASK]
    if unnamed:
        raise TeacherError(
            f'A secret was typed while "{lesson.task}" was carried out, and it is not a parameter',
            why="A secret is kept by name only, so it needs one: pass it to ami.run() and name it in secrets=(...).",
            evidence=unnamed,
        )


@dataclass(slots=True)
class _Course:
    """How a lesson has gone so far.

    Attributes:
        made: The moves, oldest first.
        marks: Operations and URL before each move that counts, so that wrong moves can be undone.
        seen: How often a move was made on a page.
        tab: The tab in front.
    """

    made: list[Made] = field(default_factory=list)
    marks: list[tuple[int, str]] = field(default_factory=list)
    seen: Counter[tuple[str, str, str, str]] = field(default_factory=Counter)
    tab: int = 0


def _moves(lesson: Lesson, learned: Learned) -> Program[None]:
    course = _Course()
    used = tuple(dict.fromkeys(name for step in lesson.done for name in names(step.value)))
    while True:
        stop = lesson.limit(learned.usage)
        if stop:
            raise TeacherError(f'Learning "{lesson.task}" was stopped: {stop}', evidence=_tell(course.made))
        hide = tuple(lesson.secrets.values())
        look = c.Observe(place=c.Place(tab=course.tab), screenshot=lesson.screenshots, hide=hide)
        observation: Observation = yield look
        course.tab = max((i for i, url in enumerate(observation.tabs) if url), default=0)
        if course.tab and observation.url != observation.tabs[course.tab]:
            observation = yield replace(look, place=c.Place(tab=course.tab))
        where = observation.url
        observation = without_secrets(observation, lesson.secrets)
        known: str = yield c.Recall(url=observation.url)
        advice: Advice = yield c.AskTeacher(
            situation=Situation(
                task=lesson.task,
                parameters=lesson.parameters,
                values=lesson.shown,
                observation=observation,
                made=tuple(course.made),
                done=tuple(step.title() for step in lesson.done),
                used=used,
                remaining=tuple(step.title() for step in lesson.remaining),
                page_operations=known,
            )
        )
        learned.usage += advice.usage
        if advice.move.kind is MoveKind.DONE:
            learned.final = advice.move
            return
        if advice.move.kind is MoveKind.GIVE_UP:
            raise TeacherError(
                f'The teacher gave up on "{lesson.task}"',
                why=advice.move.reason,
                evidence=[*_tell(course.made), *_page(observation)],
            )
        yield from _follow(advice, observation, where, lesson, course)


def _follow(advice: Advice, observation: Observation, where: str, lesson: Lesson, course: _Course) -> Program[None]:
    """Carry out the move that was advised, and those after it as long as the page stays the same."""
    began: PageState | None = None
    for move in (advice.move, *advice.more):
        element = next((e for e in observation.elements if e.ref == move.ref), None)
        _count(move, element, observation, lesson, course)
        operations, state = yield c.Recorded()
        if began is not None and not _same_page(began, state):
            return  # what was advised was advised for another page: ask again
        if move.kind is MoveKind.BACK and move.undo:
            wrong = min(move.undo, len(course.marks))
            keep, url = course.marks[-wrong] if wrong else (len(operations), where)
            outcome = yield from _undo(move, url, where, lesson, course.tab)
            yield c.ForgetSince(keep=keep)
            del course.marks[len(course.marks) - wrong :]
        else:
            outcome = yield from _make(move, element, lesson, course.tab, where)
            if began is not None and not outcome.ok:
                return  # its element may have gone: not the teacher's fault, who shall see the page first
            course.marks.append((len(operations), where))
            yield c.Settle(place=c.Place(tab=course.tab), timeout=SETTLE)
        course.made.append(outcome)
        if not outcome.ok:
            return
        began = began or state


def _count(move: Move, element: Element | None, observation: Observation, lesson: Lesson, course: _Course) -> None:
    what = element.role + element.name + element.context if element else ""
    key = (observation.url, move.kind.value, what, move.value)
    course.seen[key] += 1
    if course.seen[key] > LOOPS:
        raise TeacherError(
            f'The teacher goes round in circles at "{lesson.task}"',
            why=f"The same move was made {LOOPS} times on the same page.",
            evidence=[*_tell(course.made), *_page(observation)],
        )


def _same_page(began: PageState, now: PageState) -> bool:
    """Return whether a further move that was advised together with the first one still fits."""
    dialogs = [
        sum(notice.startswith(("dialog|", "alertdialog|")) for notice in state.notices) for state in (began, now)
    ]
    return began.url == now.url and dialogs[0] == dialogs[1]


def without_secrets(observation: Observation, secrets: Mapping[str, str]) -> Observation:
    """Return what a teacher may see of a page that shows a secret in plain text; a picture of it is left out."""
    if not any(secrets.values()):
        return observation
    elements = tuple(
        replace(element, **{name: _told(getattr(element, name), secrets) for name in TOLD})
        for element in observation.elements
    )
    parts = {name: _told(getattr(observation, name), secrets) for name in ("url", "title", "notices", "tabs")}
    clean = replace(observation, elements=elements, **parts)
    shown = any(getattr(clean, f.name) != getattr(observation, f.name) for f in fields(Observation))
    return replace(clean, screenshot=None) if shown else clean


def _told(value: Any, secrets: Mapping[str, str]) -> Any:
    clean = hidden(value, secrets)
    return tuple(clean) if isinstance(clean, list) else clean


def _undo(move: Move, url: str, now: str, lesson: Lesson, tab: int) -> Program[Made]:
    """Take wrong moves back: close what they opened, or return to the page they were made on.

    Never further: history may hold pages from before the lesson.
    """
    place = c.Place(tab=tab)
    if now == url:
        yield c.Press(place=place, ref="page", key="Escape")
    else:
        yield c.Back(place=place, timeout=lesson.timeout)
        seen = yield c.Settle(place=place, timeout=SETTLE)
        if seen.url != url:
            yield c.Goto(place=place, url=url, timeout=lesson.timeout)
    yield c.Settle(place=place, timeout=SETTLE)
    return Made(move=move)


def _make(move: Move, element: Element | None, lesson: Lesson, tab: int, url: str) -> Program[Made]:
    """Carry out one move; what the browser refuses is told to the teacher, not raised."""
    if move.kind is MoveKind.WAIT:
        yield c.Settle(place=c.Place(tab=tab), timeout=SETTLE, quiet=1_000)
        return Made(move=move, element=element)
    problem = ""
    try:
        command = _command(move, element, lesson, tab, url)
    except (ValueError, ParameterError) as error:
        return Made(move=move, element=element, ok=False, problem=str(error).split("\n", 1)[0])
    acted = yield command
    if not acted.ok:
        problem = hidden(acted.detail, lesson.secrets) or (acted.cause or Cause.NOT_READY).value
    return Made(move=move, element=element, ok=acted.ok, problem=problem)


def _command(move: Move, element: Element | None, lesson: Lesson, tab: int, url: str) -> c.Command:
    place = c.Place(tab=tab, frame=element.frame if element else ())
    if move.kind is MoveKind.GOTO:
        render(move.value, lesson.values)  # names without a value are refused
        there = filled_url(move.value, lesson.values)
        here = urlsplit(there)[:2] == urlsplit(url)[:2]
        return c.Goto(place=place, url=relative(there) if here else there, timeout=lesson.timeout)
    if move.kind is MoveKind.BACK:
        return c.Back(place=place, timeout=lesson.timeout)
    if element is None:
        raise ValueError(f"there is no element {move.ref!r} on the page now")
    where: dict[str, Any] = {"place": place, "ref": move.ref, "timeout": min(lesson.timeout, SETTLE)}
    value = render(move.value, lesson.values)
    commands: dict[MoveKind, Callable[[], c.Command]] = {
        MoveKind.CLICK: lambda: c.Click(**where),
        MoveKind.FILL: lambda: c.Fill(**where, value=value),
        MoveKind.SELECT: lambda: c.Select(**where, value=value),
        MoveKind.CHECK: lambda: c.Check(**where, on=True),
        MoveKind.UNCHECK: lambda: c.Check(**where, on=False),
        MoveKind.PRESS: lambda: c.Press(**where, key=value),
        MoveKind.HOVER: lambda: c.Hover(**where),
        MoveKind.UPLOAD: lambda: c.Upload(**where, paths=tuple(value.split("\n"))),
    }
    return commands[move.kind]()


def _tell(made: list[Made]) -> list[str]:
    """Return the last moves as lines for a message."""
    lines = []
    for entry in made[-6:]:
        whom = f' {entry.element.role} "{entry.element.name}"' if entry.element else ""
        with_value = f" with {entry.move.value}" if entry.move.value else ""
        lines.append(f"{entry.move.kind.value}{whom}{with_value}" + ("" if entry.ok else f" ({entry.problem})"))
    return lines


def _page(observation: Observation) -> list[str]:
    return [f"on {observation.url}", *(f"the page shows {notice}" for notice in observation.notices[:4])]
