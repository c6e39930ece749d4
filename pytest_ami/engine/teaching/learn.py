"""Lets a teacher carry out a task, or the rest of one, while the recorder is attached.

Rules of this module:

* The teacher sees observations and answers with moves; it never holds the page. A demonstration is the exception: a
  person or a script acts on the page, and only the recorder matters.
* Every limit is checked before the teacher is asked again. At a limit the lesson stops with its history.
* The result is steps, not a verdict: the test's own assertions are the judge.
* A secret is never shown: if a page shows it, its name replaces it first (law 6).
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from pytest_ami.engine.effects.expectation import messages
from pytest_ami.engine.effects.file_names import with_file_names
from pytest_ami.engine.effects.partial import MESSAGES, SCREENS, other_times
from pytest_ami.engine.effects.requests import may_be_recorded
from pytest_ami.engine.recording.record import MASK, reduce
from pytest_ami.engine.secrets.forms import drawn
from pytest_ami.engine.secrets.redaction import is_public, redact_named
from pytest_ami.engine.teaching.commit_policy import resumes_after_deeds
from pytest_ami.engine.teaching.deed_proof import owes_proof
from pytest_ami.engine.teaching.lesson import describe_moves, observations_differ, page_lines
from pytest_ami.engine.teaching.lesson_end import misdirected, undone_deed, visible, went_astray, with_proofs
from pytest_ami.engine.teaching.lesson_state import LessonState
from pytest_ami.engine.teaching.moves import SETTLE, follow
from pytest_ami.engine.teaching.rejoin import Rejoin
from pytest_ami.instructions.parameters import names
from pytest_ami.lexicon.text_normalization import mentions
from pytest_ami.lexicon.vocabulary import FAILURE, SUCCESS
from pytest_ami.model import command as c
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.lesson import MoveKind, Observation, Situation

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from pytest_ami.engine.teaching.lesson import Lesson, LessonResult
    from pytest_ami.model.command import Program
    from pytest_ami.model.lesson import Advice
    from pytest_ami.model.operation import Operation, PageState
    from pytest_ami.model.workflow import Step

TRAFFIC = 1_000.0
"""Milliseconds for the word of requests and sockets, if nothing proves the deed: it travels apart from the page."""

SHOWN = 250.0
"""Milliseconds that the page gets at the end of a lesson to show the answer of its server."""

PAGE_TEXTS = (
    *("name", "label", "value", "placeholder", "context", "group", "heading", "attributes", "options", "cover"),
)
"""Parts of an element that hold texts of the page."""

OUTCOMES = f"{SUCCESS}, {FAILURE}"
"""Words of a message that reports how a deed ended."""

OBSERVED_TEXTS = ("url", "title", "notices", "passed", "texts", "tabs")
"""Parts of an observation that hold texts of the page, beside its elements."""


def learn(lesson: Lesson, learned: LessonResult) -> Program[LessonResult]:
    """Carry out the lesson and fill ``learned``.

    Raises:
        TeacherError: The teacher gave up, ran out of budget, or recorded nothing.
    """
    yield from begin(lesson, learned)
    try:
        if lesson.demonstrates:
            yield c.Perform(values=dict(lesson.values))
        else:
            yield from _moves(lesson, learned)
    except Exception:
        yield c.StopRecording()
        raise
    yield from finish(lesson, learned)
    return learned


def begin(lesson: Lesson, learned: LessonResult) -> Program[None]:
    """Let the page come to rest and start recording."""
    learned.usage += lesson.observer.begin(lesson)
    yield c.Settle(timeout=SETTLE)
    shown = yield from visible(lesson, c.FrameAddress())
    learned.unseen = tuple(name for name in with_file_names(lesson.shown, lesson.shown) if name not in shown)
    origins = None if lesson.demonstrates else lesson.options.reachable  # no guard for a person
    plain = tuple(lesson.shown.values())
    public = tuple(lesson.shown[name] for name in lesson.public if name in lesson.shown)
    yield c.StartRecording(origins=origins, task=lesson.task, allow=lesson.allow, plain=plain, public=public)
    if owes_proof(lesson, lesson.replaces):
        _, state = yield c.ReadRecording()
        learned.greeting, learned.began = state.notices, (yield c.Look(slice=0)).health


def finish(lesson: Lesson, learned: LessonResult) -> Program[None]:
    """Wait for the last effects, stop recording, and reduce the recording to steps.

    Raises:
        TeacherError: Nothing was recorded, or a secret was typed that is not a parameter.
    """
    try:
        yield c.Settle(timeout=SETTLE)
        operations, final = yield from _recorded(lesson, learned)
        steps = reduce(operations, final, lesson.shown, lesson.options.origins.start)
        unanswered: tuple[str, ...] = ()
        if _half_told(steps):
            # As long as a replay would wait: a form whose values are not sent yet still shows them, and proves nothing.
            seen: c.Seen = yield c.AwaitAnswers(timeout=lesson.options.patience, after=SHOWN)
            operations, final = yield from _recorded(lesson, learned)
            steps = reduce(operations, final, lesson.shown, lesson.options.origins.start)
            unanswered = _of_flow(seen.health.unanswered, steps, lesson.shown)
        undone = yield from undone_deed(lesson, learned, learned.rejoined)
        if undone:
            yield c.Settle(quiet=TRAFFIC, anew=True, timeout=SETTLE)
            undone = yield from undone_deed(lesson, learned, learned.rejoined)
        astray = yield from misdirected(lesson, learned)
        ends = learned.rejoined is None or learned.rejoined == len(lesson.remaining)
        learned.steps = (yield from with_proofs(steps, operations, lesson, learned.unseen)) if ends else steps
    except Exception:
        yield c.StopRecording()
        raise
    yield c.StopRecording()
    learned.operations, learned.recorded, learned.final_url = len(operations), tuple(operations), final.url
    learned.notices = messages(final, lesson.shown)
    whole = lesson.sent and not lesson.replaces  # the replay has done the task, and the teacher has looked at the page
    answers = whole or (lesson.done and learned.notices)
    if not learned.steps and not answers and learned.rejoined is None:
        raise TeacherError(
            f'Nothing was recorded while "{lesson.task}" was carried out',
            why="The teacher finished without touching the page.",
            evidence=[f"{len(operations)} operation(s) recorded"],
        )
    if unanswered:
        raise _unanswered(lesson, unanswered)
    if undone:
        raise not_done(lesson, undone)
    if astray:
        raise went_astray(lesson.task, astray)
    unnamed = [step.title() for step in learned.steps if step.value == MASK]
    if unnamed:
        raise TeacherError(
            f'A secret was typed while "{lesson.task}" was carried out, and it is not a parameter',
            why="A secret is kept by name only, so it needs one: pass it to ami.run() and name it in secrets=(...).",
            evidence=unnamed,
            run='ami.run(password=...)   # and secrets=("password",) in the marker',
        )
    lesson.observer.finish(lesson, learned)


def _recorded(lesson: Lesson, learned: LessonResult) -> Program[tuple[tuple[Operation, ...], PageState]]:
    """Read the recording. If a teacher made moves and none was a scroll, no scroll is a step.

    A list that is drawn anew after a deed returns to its beginning by itself.
    """
    operations, final = yield c.ReadRecording()
    scrolls = lesson.demonstrates or any(one.move.kind is MoveKind.SCROLL for one in learned.made)
    return tuple(one for one in operations if scrolls or one.type != "scroll"), final


def _half_told(steps: Sequence[Step]) -> bool:
    """Return whether the last step sent something and the page only shows other controls: perhaps while it waits.

    A button says "Loading" until the server answers. That is no effect of the step, and it goes again. A page that has
    said something, or that has led to another one, has told what it will.
    """
    return bool(steps) and bool(steps[-1].sent) and not (steps[-1].effects.route or steps[-1].effects.notices)


def _moves(lesson: Lesson, learned: LessonResult) -> Program[None]:
    began = yield c.Look(slice=0)
    progress = LessonState(sent=len(began.health.sent), documents=began.health.documents)
    # Typed values and the evidence of elements count: opening the row of {{subject}} uses the subject.
    used = tuple(dict.fromkeys(name for step in lesson.done for name in names(repr((step.value, step.target)))))
    needed = _needed(lesson)
    rejoin = Rejoin(lesson)
    yield from rejoin.begin()
    first: Observation | None = None
    announced: set[str] = set()
    objected = False
    while True:
        stop = lesson.limit(learned.usage)
        if stop:
            raise _too_dear(lesson, stop, progress)
        observation, where = yield from _observed(lesson, progress)
        first = first or observation
        announced.update(_announcements(observation, first))
        progress.notice(observation, lesson.task)
        known: str = yield c.Recall(url=observation.url)
        situation = Situation(
            task=lesson.task,
            parameters=lesson.parameters,
            values=lesson.shown,
            observation=observation,
            made=tuple(progress.made),
            done=tuple(step.title() for step in lesson.done),
            used=used,
            remaining=tuple(step.title() for step in rejoin.steps),
            page_operations=known,
            previous=progress.shown,
            objection=progress.objection,
            committed=tuple(f'{deed.role} "{deed.name}"' for deed in lesson.deeds),
            doubted=lesson.doubted,
            sentence=lesson.sentence,
            contradiction=lesson.contradiction,
            reads=progress.reads,
        )
        progress.shown, progress.objection, progress.reads = observation, "", None
        advice: Advice = yield c.AskTeacher(situation=situation)
        progress.usage = learned.usage = learned.usage + advice.usage
        stop = lesson.dear(advice.usage)
        if stop:
            raise _too_dear(lesson, stop, progress)
        if advice.move.kind is MoveKind.DONE:
            learned.messages = tuple(announced)
            lacking = objection(situation, first, needed, announced) or missing_message(lesson.remaining, announced)
            undone = () if lacking else (yield from undone_deed(lesson, learned, None))
            progress.objection = lacking or "; ".join(
                (f"The task is not done: {undone[0]}", *undone[1:]) if undone else ()
            )
            if not progress.objection:
                learned.final = advice.move
                return
            if objected:
                evidence = [progress.objection, *describe_moves(progress.made), *page_lines(observation)]
                why = "The teacher said so again after it had been told the reason."
                raise TeacherError(
                    f'The teacher reports "{lesson.task}" as done, and it is not', why=why, evidence=evidence
                )
            objected = True
            continue
        if advice.move.kind is MoveKind.GIVE_UP:
            raise TeacherError(
                f'The teacher gave up on "{lesson.task}"',
                why=advice.move.reason,
                evidence=[
                    *describe_moves(progress.made),
                    *page_lines(observation),
                    *progress.refusals.lines(),
                    *advice.move.code.splitlines(),
                ],
            )
        yield from follow(advice, observation, where, lesson, progress, learned)
        learned.deeds, learned.messages = tuple(progress.deeds), tuple(announced)
        learned.opened, learned.refused = progress.opened, learned.refused | progress.refused
        point = yield from rejoin.resume_point(progress.made)
        if point is not None and resumes_after_deeds(point, progress.deeds, lesson):
            undone = yield from undone_deed(lesson, learned, point)
            if undone:
                continue
            learned.rejoined = point
            return


def _announcements(observation: Observation, first: Observation) -> Iterator[str]:
    """Yield the messages since the lesson began: those there now, and those that came, told an outcome, and went.

    "Loading" comes and goes as well, and tells nothing.
    """
    yield from (notice for notice in observation.notices if notice not in first.notices)
    if observation is not first:
        yield from (notice for notice in observation.passed if mentions(notice, OUTCOMES))


def not_done(lesson: Lesson, undone: Sequence[str]) -> TeacherError:
    """Return the error of a lesson that ended before its deed was done."""
    return TeacherError(
        f'"{lesson.task}" was not done: the lesson ended without the deed',
        why="The task changes something, and neither an accepted request nor the page shows that it happened.",
        evidence=undone,
    )


def _of_flow(lines: Sequence[str], steps: Sequence[Step], values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the requests that a step has sent; a channel that a page keeps open answers none of its deeds."""
    return tuple(one for one in lines if any(step.sent and may_be_recorded(step.sent, one, values) for step in steps))


def _unanswered(lesson: Lesson, requests: Sequence[str]) -> TeacherError:
    waited = lesson.options.patience / 1000
    return TeacherError(
        f'"{lesson.task}" was not learned: the server did not answer its last request',
        why="Until the answer comes the page shows what was typed, and nothing tells whether the deed was accepted.",
        evidence=[f"no answer to {request} within {waited:g} s" for request in requests],
        run=f"pytest --ami-timeout={2 * waited:g}   # if the application is that slow",
    )


def _too_dear(lesson: Lesson, stop: str, progress: LessonState) -> TeacherError:
    return TeacherError(
        f'Learning "{lesson.task}" was stopped: {stop}',
        why="The budget is spent. Workflows that were learned before stay as they were.",
        evidence=describe_moves(progress.made),
        run="pytest --ami-calls=80   # or --ami-tokens, --ami-seconds, --ami-money: the limit that the message names",
    )


def _needed(lesson: Lesson) -> set[str]:
    """Return the names of the parameters that must still be used; one that no stored step uses is not needed."""
    if not (lesson.done or lesson.remaining):
        return {parameter.name for parameter in lesson.parameters if parameter.name in lesson.values}
    return set(lesson.adds) or {name for step in lesson.remaining for name in names(repr(step))}


def _observed(lesson: Lesson, progress: LessonState) -> Program[tuple[Observation, str]]:
    """Observe the tab in front; return the observation without secrets, and the URL with them."""
    hidden = (value for name, value in lesson.secrets.items() if not is_public(value, name))
    hide = tuple(text for value in hidden for text in drawn(value))
    look = c.Observe(place=c.FrameAddress(tab=progress.tab), screenshot=lesson.screenshots, hide=hide)
    observation: Observation = yield look
    progress.look_at(observation)
    if progress.tab and observation.url != observation.tabs[progress.tab]:
        observation = yield replace(look, place=c.FrameAddress(tab=progress.tab))
    return without_secrets(observation, lesson.secrets), observation.url


def objection(
    situation: Situation, first: Observation, needed: Collection[str], announced: Collection[str] = ()
) -> str:
    """Return the reason why a task cannot be done yet, as a sentence for the teacher; empty if it can.

    Args:
        situation: The situation in which the teacher said so.
        first: The page when the lesson began.
        needed: Names of the parameters that the lesson must use.
        announced: Messages of the page since the lesson began; some may be gone again.
    """
    if not any(made.ok for made in situation.made) and (situation.remaining or not situation.done):
        return "You have made no move that worked, so the task is not done."
    touched = " ".join(
        f"{made.move.value} {made.element.name} {made.element.context} {made.element.label}"
        if made.element
        else made.move.value
        for made in situation.made
        if made.ok
    )
    unused = [
        p.name
        for p in situation.parameters
        if p.name in needed
        and p.name not in situation.used
        and f"{{{{{p.name}}}}}" not in touched
        and (p.secret or situation.values.get(p.name, "").strip())
        and (p.secret or situation.values.get(p.name, "") not in touched)
    ]
    if unused:
        return f"The task is not done: nothing was done with {', '.join(f'{{{{{name}}}}}' for name in unused)} yet."
    if (
        situation.made
        and not situation.done
        and not announced
        and not observations_differ(first, situation.observation)
    ):
        return "The task is not done: the page is just as it was before your first move."
    return ""


def missing_message(remaining: Sequence[Step], announced: Collection[str]) -> str:
    """Return the reason why a task cannot be done although the teacher says so; empty if there is none.

    If a page reported success before its redesign, it does so afterwards, perhaps in other words.

    Args:
        remaining: The stored steps that the lesson replaces.
        announced: Messages of the page since the lesson began, as ``role|text``.
    """
    expected = [key for step in remaining for key in step.effects.notices if key.partition("|")[0] in MESSAGES]
    roles = {key.partition("|")[0] for key in announced}
    if not expected:
        return ""
    message = expected[-1].partition("|")[2]
    told = [key.partition("|")[2] for key in announced if key.partition("|")[0] in MESSAGES]
    another = next((text for text in told if other_times(message, text)), "")
    if another:
        return f"The task is not done as it was: the page used to say {message!r} then, and it says {another!r} now."
    if roles & (MESSAGES | SCREENS - {"heading"}):
        return ""
    return f"The task is not done: the page used to say {message!r} then, and it has said nothing since."


def without_secrets(observation: Observation, secrets: Mapping[str, str]) -> Observation:
    """Return an observation without secrets; if the page shows one in plain text, the screenshot is left out."""
    if not any(secrets.values()):
        return observation
    elements = tuple(
        replace(element, **{name: _redacted(getattr(element, name), secrets) for name in PAGE_TEXTS})
        for element in observation.elements
    )
    parts = {name: _redacted(getattr(observation, name), secrets) for name in OBSERVED_TEXTS}
    clean = replace(observation, elements=elements, **parts)
    shown = any(getattr(clean, f.name) != getattr(observation, f.name) for f in fields(Observation))
    return replace(clean, screenshot=None) if shown else clean


def _redacted(value: Any, secrets: Mapping[str, str]) -> Any:
    clean = redact_named(value, secrets)
    return tuple(clean) if isinstance(clean, list) else clean
