"""The end of a lesson: the values that the page shows then, and the proof that the deed was done.

Asks the page and collects the traces of the lesson. Must never know a teacher; ``deed_proof`` judges.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pytest_ami.elements.commits import ACTIONS
from pytest_ami.elements.held_values import held_names
from pytest_ami.elements.text_keys import exact
from pytest_ami.engine.effects import requests
from pytest_ami.engine.effects.expectation import TELLING
from pytest_ami.engine.effects.file_names import with_file_names
from pytest_ami.engine.effects.message_check import LINE_TEXT, LONE_TEXT, SHOWN_TEXT, TEXT
from pytest_ami.engine.recording.chance_texts import doubtful_choices, doubtful_texts
from pytest_ami.engine.recording.manual import with_checks
from pytest_ami.engine.recording.record import reduce
from pytest_ami.engine.sent_requests import is_deed
from pytest_ami.engine.teaching.deed_proof import LessonTrace, missing_proof, owes_proof
from pytest_ami.instructions.parameters import names
from pytest_ami.model import command as c
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.look import Health
from pytest_ami.model.workflow import StepKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_ami.engine.teaching.lesson import Lesson, LessonResult
    from pytest_ami.model.command import Program
    from pytest_ami.model.operation import Operation
    from pytest_ami.model.workflow import Step

_SHORT = re.compile(r"[1-9]\d?")
"""A number that is too short to tell anything where it stands."""


def undone_deed(lesson: Lesson, learned: LessonResult, rejoined: int | None) -> Program[tuple[str, ...]]:
    """Return the evidence that a lesson, if it ended now, would not have done its deed; nothing if it has.

    Args:
        lesson: The lesson.
        learned: Its result so far.
        rejoined: Index in ``lesson.remaining`` of the step with which the replay would go on; None for the end.
    """
    replaced = replaced_steps(lesson, rejoined)
    if not owes_proof(lesson, replaced):
        return ()
    operations, final = yield c.ReadRecording()
    steps = reduce(operations, final, lesson.shown, lesson.options.origins.start)
    last = steps[-1] if steps else None
    place = c.FrameAddress(tab=last.tab, frame=last.frame) if last else c.FrameAddress()
    there, kinds = yield from _standing(lesson, place)
    stood = yield from _by_chance(doubtful_texts(kinds, operations, lesson.shown), place)
    of_files = with_file_names(lesson.shown, _uploaded(steps))
    health = (yield c.Look(slice=0)).health
    began = learned.began
    seen = [name for name in lesson.shown if name not in learned.unseen]
    trace = LessonTrace(
        steps=steps,
        sent=health.sent[len(began.sent) :],
        refused=learned.refused | refused_requests(health),
        frames=max(health.frames - began.frames, final.socket_messages),
        last_frames=final.socket_messages - operations[-1].before.socket_messages if operations else 0,
        documents=health.documents - learned.opened if learned.opened is not None else 0,
        final=final,
        messages=tuple(
            dict.fromkeys(text for text in (*learned.messages, *final.notices) if text not in learned.greeting)
        ),
        shown=tuple(name for name in there if name in learned.unseen and name in of_files and name not in stood),
        gone=tuple(name for name in seen if name not in there),
        values=of_files,
    )
    return missing_proof(lesson, replaced, trace)


def misdirected(lesson: Lesson, learned: LessonResult) -> Program[str]:
    """Return the reason why the deed of a lesson is not that of the steps that it replaces; empty if it is.

    A demonstration decides by itself what is sent, and so does a flow that is learned from its beginning.
    """
    if lesson.demonstrates or not (lesson.done or lesson.remaining):
        return ""
    replaced = replaced_steps(lesson, learned.rejoined)
    return (yield from sent_astray(replaced, lesson.values, learned.refused, len(learned.began.sent)))


def sent_astray(
    stored: Sequence[Step], values: Mapping[str, str], refused: frozenset[str] = frozenset(), before: int = 0
) -> Program[str]:
    """Return the reason why a relearned flow sent a value as something else than the stored one; empty if it did not.

    A press whose request carried a value must carry it, by whatever word its control is called.

    Args:
        stored: The stored steps that were done in another way.
        values: Parameter values, secrets included. The reason contains none of them.
        refused: Requests that the server refused, as method and path.
        before: Number of changing requests before the first of the new ones.
    """
    presses = [one for one in stored if is_deed(one) or one.kind in ACTIONS]
    sent = [one.sent for one in presses if requests.keys_of(one.sent, values)]
    if not sent:
        return ""
    health = (yield c.Look(slice=0)).health
    refused |= refused_requests(health)
    lines = [line for line in health.carried[before:] if line.partition("?")[0] not in refused]
    return next((why for one in sent if (why := requests.misdirected(one, lines, values))), "")


def at_new_addresses(steps: tuple[Step, ...], values: Mapping[str, str]) -> Program[tuple[Step, ...]]:
    """Return the steps of a relearned flow; a request that a redesign sends to another address is stored as it is now.

    Args:
        steps: The steps of the new version; none if nothing was relearned.
        values: Parameter values without secrets.
    """
    if not any(" " in step.sent for step in steps):
        return steps
    health = (yield c.Look(slice=0)).health
    refused = refused_requests(health)
    lines = [line for line in health.carried if line.partition("?")[0] not in refused]
    moved = requests.readdressed([step.sent for step in steps], lines, values)
    return tuple(replace(step, sent=moved.get(step.sent, step.sent)) for step in steps)


def went_astray(task: str, why: str) -> TeacherError:
    """Return the error that a relearned flow sent a value as something else."""
    return TeacherError(
        f'"{task}" was carried out with its values in other places',
        why="The request of the new steps carries a value as something else than that of the stored flow did.",
        evidence=[why],
        run="pytest --ami-mode=relearn   # if the form was made anew",
    )


def replaced_steps(lesson: Lesson, rejoined: int | None) -> tuple[Step, ...]:
    """Return the stored steps whose work a lesson does, if the replay goes on with step ``rejoined`` of those left."""
    if rejoined is None:
        return lesson.replaces
    return lesson.replaces[: max(0, len(lesson.replaces) - len(lesson.remaining)) + rejoined]


def refused_requests(health: Health) -> frozenset[str]:
    """Return the requests since the last action that the server refused, as method and path."""
    lines = (line.partition(" ") for line in (*health.failures, *health.rejected))
    return frozenset(f"{method} {urlsplit(rest.rpartition(': ')[0]).path}" for method, _, rest in lines)


def with_proofs(
    steps: tuple[Step, ...], operations: Sequence[Operation], lesson: Lesson, unseen: tuple[str, ...]
) -> Program[tuple[Step, ...]]:
    """Return the steps; values that the end page newly shows become effects that prove the flow used them.

    A value that the page offered, such as an author among others, stands on a page by chance as well. It is a proof
    only if no typed value is there. A value that was only typed, and stands only in lines that held it before, is there
    by chance, too (``chance_texts``); so is one that chose a record and stands in the longer names of others. A value
    that is a part of another one is there with it, and proves nothing.

    A value that stands outside of fields has left the field into which it was typed. A value that is alone in its line,
    such as a new row of a list, has to be alone again: beside another word it may be noted as something else. Of a flow
    that ends with an upload, the name of the file is a proof as well.
    """
    if not steps or not unseen:
        return steps
    place = c.FrameAddress(tab=steps[-1].tab, frame=steps[-1].frame)
    found, kinds = yield from _standing(lesson, place)
    values = with_file_names(lesson.shown, _uploaded(steps[-1:]))
    there = [name for name in found if name in values]
    new = [name for name in there if name in unseen and not _within_another(name, there, values)]
    offered = {name for step in steps for name in _offered(step, lesson.shown)}
    stood = yield from _by_chance(doubtful_texts(kinds, operations, lesson.shown), place)
    chosen = yield from _by_chance(doubtful_choices(kinds, operations, lesson.shown), place)
    stood = (stood - offered) | (chosen & offered)
    typed = [name for name in new if name not in offered] or new
    proven, _ = with_checks(steps, [f"{kinds[name]}{{{{{name}}}}}" for name in typed if name not in stood])
    return proven


def _by_chance(doubtful: Mapping[str, str], place: c.FrameAddress) -> Program[frozenset[str]]:
    """Return the names of the values that a page shows in no other lines than before they were typed."""
    if not doubtful:
        return frozenset()
    there = (yield c.Look(place=place, watch=tuple(doubtful.values()), slice=0)).effects.before
    return frozenset(name for name, key in doubtful.items() if not there.get(key))


def _within_another(name: str, there: Sequence[str], values: Mapping[str, str]) -> bool:
    """Return whether a value is a part of another value that the page shows."""
    own = exact(values[name])
    return any(own != exact(values[other]) and own in exact(values[other]) for other in there)


def _uploaded(steps: Sequence[Step]) -> tuple[str, ...]:
    """Return the names of the parameters whose files were uploaded."""
    return tuple(name for step in steps if step.kind is StepKind.UPLOAD for name in names(step.value))


def _offered(step: Step, values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the values that a step chose from what the page offers."""
    chosen = names(step.value) if step.kind is StepKind.SELECT else ()
    return (*chosen, *(held_names(step.target, values) if step.target else ()))


def visible(lesson: Lesson, place: c.FrameAddress) -> Program[tuple[str, ...]]:
    """Return the names of the values that a page shows; short values are left out, because they occur anywhere."""
    there, _ = yield from _standing(lesson, place)
    return there


def _standing(lesson: Lesson, place: c.FrameAddress) -> Program[tuple[tuple[str, ...], dict[str, str]]]:
    """Return the names of the values that a page shows, and for each the kind of the key that says how.

    Of a path, the name of the file counts, too, but not in the field that took the file (``file_names``). A short
    number counts only if it is alone and the page has given it decimals: "12" is anywhere, "12.0" is the entry of 12.
    """
    values = with_file_names(lesson.shown, lesson.shown)
    telling = {name: value for name, value in values.items() if len(value.strip()) >= TELLING}
    short = {name: _as_decimals(value) for name, value in values.items() if _SHORT.fullmatch(value.strip())}
    if not telling and not short:
        return (), {}
    kinds = (TEXT, SHOWN_TEXT, LINE_TEXT)
    watch = tuple(f"{kind}{text}" for kind in kinds for text in telling.values())
    seen = yield c.Look(place=place, watch=watch + tuple(key for keys in short.values() for key in keys), slice=0)
    before = seen.effects.before
    least = {name: TEXT if name in lesson.shown else SHOWN_TEXT for name in telling}
    there = [name for name, value in telling.items() if before.get(f"{least[name]}{value}")]
    how = {name: [kind for kind in kinds if before.get(f"{kind}{telling[name]}")][-1] for name in there}
    how |= {name: LINE_TEXT for name, keys in short.items() if any(map(before.get, keys))}
    there = [name for name in values if name in how]
    return tuple(there), {name: LONE_TEXT if kind == LINE_TEXT else kind for name, kind in how.items()}


def _as_decimals(number: str) -> tuple[str, ...]:
    """Return the keys that ask whether a whole number is a line or cell of the page, written with decimals."""
    return tuple(f"{LINE_TEXT}{number.strip()}{mark}{zeros}" for mark in ".," for zeros in ("0", "00"))
