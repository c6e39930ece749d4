"""Proof of a deed: whether a lesson has done what its task, or the stored steps that it replaces, must change.

Rules of this module:

* A lesson owes a proof if the steps that it replaces contain a commit, or if its task names a change.
* The first proof is a request that the server accepted. An address that other actions ask as well is no proof: it may
  be telemetry. The second is the message of success, the stored one or another.
* An application that talks over a socket, or keeps everything in the page, proves a deed by the control that does it
  together with the change of the page. The cell of a table proves it by the entry that was chosen for it, which the
  cell shows then. If another cell shows it as well, the message that the choice sent over the socket is the proof.
* An upload whose accepted request carries the name of the file is proven by this name on the page. Without the
  request, a page may only show which file was chosen.
* A page that asks for the decision is no end, whatever was sent before it. A control that only brought another one for
  the same deed, which nobody pressed, has opened the question and done nothing.

Knows steps, requests as lines and the page at both ends. Must never know a browser or a teacher.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pytest_ami.elements.commits import ACTIONS, COMMITTING, ENTER, FIELDS, commits, opens, submits
from pytest_ami.elements.text_keys import fill
from pytest_ami.engine.effects import requests
from pytest_ami.engine.effects.expectation import MOST
from pytest_ami.engine.effects.file_names import FILE
from pytest_ami.instructions.parameters import names, unlike_names
from pytest_ami.lexicon.dangerous_actions import dangerous_actions
from pytest_ami.lexicon.text_normalization import mentions, normalise, verbs
from pytest_ami.lexicon.vocabulary import FAILURE, SUCCESS
from pytest_ami.model.operation import PageState
from pytest_ami.model.workflow import StepKind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from pytest_ami.engine.teaching.lesson import Lesson
    from pytest_ami.model.workflow import Step

CHANGING = (COMMITTING - {"login", "logout"}) | {
    *("create", "edit", "enable", "disable", "move", "mark", "rename", "assign", "upload", "reply", "forward"),
}
"""Verbs of tasks that change something."""

REMOVING = frozenset({"delete", "archive", "discard", "move"})
"""Verbs of tasks after which a record is not where it was."""

ANSWER = 40
"""The most characters of the name of a control that answers a question; longer ones are those of records."""

ASKING = ("dialog", "alertdialog")
SPEAKING = ("status", "alert", "log")
DECLINING = frozenset({"not", "cancel", "back", "close"})
CHOOSING = frozenset({StepKind.CHECK, StepKind.UNCHECK, StepKind.SELECT, StepKind.DRAG})
CLICKABLE = frozenset({"button", "link", "menuitem"})
CELLS = ("cell", "gridcell")
BESIDE = frozenset({"PUT", "PATCH", "DELETE"})
"""Methods that no telemetry uses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonTrace:
    """The traces of a lesson: its steps, its traffic and the page.

    Attributes:
        steps: The steps that were recorded.
        sent: Requests of the lesson that may have changed something: method and path.
        refused: Those of them that the server refused.
        frames: Number of messages that the pages sent over sockets.
        last_frames: Number of them since the last step began, if it was the document's own; 0 if it is not known.
        documents: Number of documents that were opened since the last move; 0 if it is not known.
        final: The page at the end.
        messages: Messages that the page did not show when the lesson began, as ``role|text``.
        shown: Names of the values that the page shows now and did not show then.
        gone: Names of the values that the page showed then and does not show now.
        values: Parameter values without secrets.
    """

    steps: tuple[Step, ...] = ()
    sent: tuple[str, ...] = ()
    refused: frozenset[str] = frozenset()
    frames: int = 0
    last_frames: int = 0
    documents: int = 0
    final: PageState = field(default_factory=PageState)
    messages: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)


def owes_proof(lesson: Lesson, replaced: Sequence[Step]) -> bool:
    """Return whether a lesson must have changed something.

    Args:
        lesson: The lesson.
        replaced: The stored steps that it replaces.
    """
    if _owed(lesson, replaced):
        return True
    return not lesson.done and len(replaced) == len(lesson.replaces) and changes(lesson.task)


def _owed(lesson: Lesson, replaced: Sequence[Step]) -> list[Step]:
    """Return the stored commits that a lesson replaces. In a flow that sends requests, only the senders are commits."""
    known = [step for step in lesson.replaces if commits(step)]
    senders = [step for step in known if step.sent]
    return [step for step in replaced if step in (senders or known)]


def changes(task: str) -> bool:
    """Return whether a task, by its words, changes something."""
    return bool(set(verbs(task)) & CHANGING or dangerous_actions(task))


def missing_proof(lesson: Lesson, replaced: Sequence[Step], trace: LessonTrace) -> tuple[str, ...]:
    """Return the evidence that a lesson has not done its deed; nothing if it has, or if it owes none.

    Args:
        lesson: The lesson.
        replaced: The stored steps that it replaces.
        trace: The traces of the lesson.
    """
    if not owes_proof(lesson, replaced):
        return ()
    asked = open_question(trace)
    if asked:
        return (f"the page asks {asked!r} at the end, and nothing was answered",)
    values = lesson.shown
    stored = _owed(lesson, replaced)
    addressed = [step for step in stored if " " in step.sent]
    if _requested(addressed, lesson.task, trace, values) or _reported(stored, trace, values):
        return ()
    judges = (_answered, _talked, _uploaded)
    if not addressed and (any(one(lesson.task, trace) for one in judges) or _changed(lesson, stored, trace)):
        return ()
    wanted = [f"the stored flow sends {step.sent.partition('?')[0]} at {step.title()}" for step in addressed[:1]]
    return (*wanted, *_traffic(trace))


def open_question(trace: LessonTrace) -> str:
    """Return the question that the page asks at the end, if a control that agrees to it was not pressed."""
    pressed = {normalise(step.target.name or step.target.text) for step in trace.steps[-1:] if step.target}
    names = [
        name
        for role, _, name in (key.partition("|") for key in trace.final.controls)
        if role in CLICKABLE and normalise(name) not in pressed and len(name) <= ANSWER
    ]
    agrees = [name for name in names if verbs(name)[:1] == ("confirm",)]
    declines = [name for name in names if _declines(name)]
    for role, _, text in (key.partition("|") for key in trace.messages):
        if f"{role}|{text}" not in trace.final.notices or mentions(text, SUCCESS) or _decided(trace, f"{role}|{text}"):
            continue
        asks = role == "heading" and text.rstrip().endswith(("?", "？"))
        inside = [name for name in names if name in _controls_with(trace, f"{role}|{text}", names)]
        deeds = [name for name in inside if set(verbs(name)) & COMMITTING or name in agrees]
        if (asks and agrees) or (role in ASKING and deeds and set(inside) & set(declines)):
            return text
    brought = {key.partition("|")[2] for step in trace.steps[-1:] for key in step.effects.appeared}
    pair = [name for some in (agrees, declines) for name in some if name in brought][:2]
    return " / ".join(pair) if brought & set(agrees) and brought & set(declines) else ""


def _controls_with(trace: LessonTrace, key: str, names: Sequence[str]) -> Collection[str]:
    """Return the names of the controls that came with a dialog; all that are there if it is not known what came.

    A step keeps only the first of what appeared: a full list may lack the button that counts.
    """
    came = [step.effects.appeared for step in trace.steps if _brought(step, key, trace.values)]
    return (
        [fill(one, trace.values).partition("|")[2] for one in came[-1]] if came and 0 < len(came[-1]) < MOST else names
    )


def _decided(trace: LessonTrace, key: str) -> bool:
    """Return whether a control that does something was pressed after a dialog had come; the page may leave it open."""
    opened = [n for n, step in enumerate(trace.steps) if _brought(step, key, trace.values)]
    after = trace.steps[opened[-1] + 1 :] if opened else ()
    return any(step.target and set(verbs(step.target.name)) & (COMMITTING | {"confirm"}) for step in after)


def _brought(step: Step, key: str, values: Mapping[str, str]) -> bool:
    return key in (fill(one, values) for one in (*step.effects.notices, *step.effects.appeared))


def _does(step: Step, task: str) -> bool:
    """Return whether a step does a deed, by its control or its key."""
    if step.kind not in ACTIONS or step.target is None or opens(step.effects):
        return False
    if step.kind is StepKind.PRESS:
        return step.value.casefold() in ENTER
    if commits(replace(step, sent="")) or submits(step):
        return True
    return step.target.role != "link" and bool(set(verbs(step.target.name)) & set(verbs(task)) & CHANGING)


def _deeds(trace: LessonTrace, task: str) -> list[Step]:
    """Return the steps that do a deed; one that only asked for the decision is none."""
    done = [(n, step) for n, step in enumerate(trace.steps) if _does(step, task) or _agrees(step, trace.steps[:n])]
    return [step for number, step in done if not _only_asked(step, trace, trace.steps[number + 1 :])]


def _agrees(step: Step, before: Sequence[Step]) -> bool:
    """Return whether a press answers the question of the press before it, which is named after a deed, with yes.

    A box that cannot be declined is a notice, such as a reason why nothing can be deleted.
    """
    asked = before[-1] if before else None
    if step.kind not in ACTIONS or not (step.target and asked and asked.kind in ACTIONS and asked.target):
        return False
    offered = [key.partition("|")[2] for key in asked.effects.appeared if key.partition("|")[0] in CLICKABLE]
    is_deed = bool(set(verbs(asked.target.name)) & (COMMITTING | CHANGING))
    agreed = verbs(step.target.name)[:1] == ("confirm",) and step.target.name in offered
    return is_deed and agreed and any(map(_declines, offered))


def _only_asked(step: Step, trace: LessonTrace, later: Sequence[Step]) -> bool:
    """Return whether a press brought a control for its own deed, or a title and a way back, and none was pressed."""
    effects, called = step.effects, step.target.name if step.target else ""
    own = set(verbs(called)) & (COMMITTING | CHANGING)
    gone = any(key.partition("|")[0] in FIELDS for key in effects.vanished)
    if not own or gone or any(key.partition("|")[0] in SPEAKING for key in effects.notices):
        return False
    pressed = {normalise(fill(one.target.name, trace.values)) for one in later if one.target}
    keys = [fill(key, trace.values) for key in (*effects.notices, *effects.appeared)]
    parts = [key.partition("|")[::2] for key in keys]
    controls = {name for role, name in parts if role in CLICKABLE and len(name) <= ANSWER and _is_left(name, trace)}
    titled = any(role == "heading" and set(verbs(name)) & own for role, name in parts)
    declined = titled and any("cancel" in verbs(name) for name in controls)
    again = not effects.route and any(set(verbs(name)) & own for name in controls)  # a list has its own "Delete"
    return (declined or again) and not pressed & {normalise(name) for name in controls if not _declines(name)}


def _declines(name: str) -> bool:
    return bool(set(verbs(name)) & DECLINING)


def _is_left(name: str, trace: LessonTrace) -> bool:
    return any(key.partition("|")[2] == name for key in trace.final.controls)


def _requested(stored: Sequence[Step], task: str, trace: LessonTrace, values: Mapping[str, str]) -> bool:
    """Return whether the server accepted a request of the deed."""
    accepted = [line for line in trace.sent if line not in trace.refused]
    if any(not requests.contradiction(_address(step), accepted, values) for step in stored if accepted):
        return True
    if stored and (_still_offered(stored, trace, values) or not _deeds(trace, task)):
        return False
    common = _common(trace, task)
    return any(requests.recorded(line, unlike_names(values)) not in common for line in accepted)


def _address(step: Step) -> str:
    return step.sent.partition("?")[0]


def _common(trace: LessonTrace, task: str) -> frozenset[str]:
    """Return the requests that prove nothing, because actions of several kinds send them."""
    asking: Counter[str] = Counter()
    aside: set[str] = set()
    for step in trace.steps:
        line = _address(step)
        if " " in line:
            asking[line] += 1
            aside |= set() if _does(step, task) else {line}
    often = {line for line, times in asking.items() if times > 1 and line in aside}
    return frozenset(line for line in often if line.partition(" ")[0] not in BESIDE)


def _still_offered(stored: Sequence[Step], trace: LessonTrace, values: Mapping[str, str]) -> bool:
    """Return whether the control of a stored commit is on the page and was not pressed."""
    pressed = {normalise(step.target.name) for step in trace.steps if step.target}
    there = {normalise(key.partition("|")[2]) for key in trace.final.controls}
    names = {normalise(fill(step.target.name, values)) for step in stored if step.target and step.target.name}
    return bool((names & there) - pressed)


def _reported(stored: Sequence[Step], trace: LessonTrace, values: Mapping[str, str]) -> bool:
    """Return whether the page has reported success, in the recorded words or in others."""
    recorded = {fill(key, values).partition("|")[2] for step in stored for key in step.effects.notices}
    told = [*trace.messages, *(fill(key, values) for step in trace.steps for key in step.effects.notices)]
    spoken = [text for role, _, text in (key.partition("|") for key in told) if role in SPEAKING]
    return any(text in recorded or (mentions(text, SUCCESS) and not mentions(text, FAILURE)) for text in spoken)


def _answered(task: str, trace: LessonTrace) -> bool:
    """Return whether the last control, which is named after the task, was answered by any message but a failure."""
    target = trace.steps[-1].target if trace.steps else None
    named = target is not None and set(verbs(target.name)) & set(verbs(task)) & CHANGING
    spoken = [text for role, _, text in (key.partition("|") for key in trace.messages) if role in SPEAKING]
    return bool(named and spoken) and not any(mentions(text, FAILURE) for text in spoken)


def _talked(task: str, trace: LessonTrace) -> bool:
    """Return whether a control of the deed was used, and the page has talked to its server about it."""
    if trace.documents:
        return False
    talks = trace.frames or any(line not in trace.refused for line in trace.sent)
    return bool(talks and _deeds(trace, task)) or bool(trace.last_frames > 0 and _chosen_for_cell(trace.steps))


def _uploaded(_task: str, trace: LessonTrace) -> bool:
    """Return whether a file's name was sent as the file was chosen, and the page shows it."""
    sent = [step for step in trace.steps if step.kind is StepKind.UPLOAD]
    files = {f"{name}{FILE}" for step in sent for name in names(step.value) if f"{name}{FILE}" in names(step.sent)}
    return not files.isdisjoint(trace.shown)


def _changed(lesson: Lesson, stored: Sequence[Step], trace: LessonTrace) -> bool:
    """Return whether the page itself shows the deed."""
    kept = {text for text in trace.final.fields.values() if text.strip()}
    shown = [name for name in trace.shown if not name.endswith(FILE) and lesson.shown[name] not in kept]
    done = _deeds(trace, lesson.task)
    removes = bool(set(verbs(lesson.task)) & REMOVING)
    if _arrived(stored, trace, lesson.shown):
        return True
    if trace.documents:
        return bool(done and done[-1] is trace.steps[-1] and shown) and not removes
    chosen = (step for step in trace.steps if step.kind in CHOOSING and bool(step.effects) and not _in_form(step))
    typed = (bool(shown) and not removes) or _took_over(trace.steps)
    return typed or (removes and bool(trace.gone)) or any(step.effects for step in done) or any(chosen)


def _took_over(steps: Sequence[Step]) -> bool:
    """Return whether a cell that was pressed shows the entry that was chosen for it, which is a parameter's value."""
    chosen = _chosen_for_cell(steps)
    return bool(chosen) and any(f"{role}|{chosen}" in steps[-1].effects.appeared for role in CELLS)


def _chosen_for_cell(steps: Sequence[Step]) -> str:
    """Return the entry that was chosen last, for the cell pressed before, if it is a parameter's value alone."""
    cell, entry = steps[-2:] if len(steps) > 1 else (None, None)
    if not (cell and entry and cell.target and entry.target and cell.kind is entry.kind is StepKind.CLICK):
        return ""
    chosen = entry.target.name or entry.target.text
    alone = names(chosen) == (chosen.strip("{}"),)
    return chosen if cell.target.role in CELLS and alone and entry.target.role not in CELLS else ""


def _arrived(stored: Sequence[Step], trace: LessonTrace, values: Mapping[str, str]) -> bool:
    """Return whether the page shows all that came after the last stored commit."""
    if not stored:
        return False
    wanted = {fill(key, values) for key in (*stored[-1].effects.notices, *stored[-1].effects.appeared)}
    there = {*trace.final.notices, *trace.final.controls}
    return bool(wanted) and wanted <= there


def _in_form(step: Step) -> bool:
    return step.target is not None and (
        step.target.landmark.partition("|")[0] == "form" or "form" in step.target.ancestors
    )


def _traffic(trace: LessonTrace) -> Iterable[str]:
    """Return what the lesson sent and did, as lines of evidence."""
    if trace.refused:
        yield f"the server refused {', '.join(sorted(trace.refused)[:3])}"
    others = [line for line in trace.sent if line not in trace.refused]
    yield f"it sent {', '.join(dict.fromkeys(others[:3]))}" if others else "no request was sent that changes anything"
    yield from (f"step {number}: {step.title()}" for number, step in enumerate(trace.steps[-6:], 1))
