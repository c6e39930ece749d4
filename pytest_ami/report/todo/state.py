"""The state of ``todo.md``: the plan, the progress log and the notes of one lesson, as frozen data.

Rules of this module:

* ``count`` is the number of log lines ever appended. The log keeps the last ones only.
* An item of the plan is checked once, and never unchecked.
* Each text is cleaned when it enters the state, so that it stands on one line and cannot be taken for another one.

It knows plans and steps. It must never know a file, a page or a teacher.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from pytest_ami.model.printable import printable_line

LONGEST = 200
"""Most characters of a text of a line."""

PLACEHOLDER = "Carry out the task"
"""The only item of a plan that nobody made."""

COMPLETED, STOPPED = "completed", "stopped"
"""The labels of the last note: the lesson reached its end, or it did not."""


def clean(text: str, most: int = LONGEST) -> str:
    """Return a text that is safe within a line: without line ends, control characters, HTML and Markdown's links.

    Args:
        text: Any text.
        most: Most characters of the result.
    """
    flat = printable_line(" ".join(text.split())).replace("<", "&lt;").replace("](", "]&#40;")
    return flat if len(flat) <= most else flat[: most - 1].rstrip() + "…"


def word(text: str, most: int = LONGEST) -> str:
    """Return a text that is safe within a line and has no blank: blanks, bars and quotes are percent-encoded."""
    return clean(text.strip(), most).replace(" ", "%20").replace("|", "%7C").replace('"', "%22")


@dataclass(frozen=True, slots=True)
class PlanItem:
    """One item of a plan. ``plan_item`` makes it from any texts.

    Attributes:
        text: The item in words.
        action: Kind of the action that it is done with; empty for no tag.
        domain: Host on which it is done; empty for no tag.
        checked: Whether it was checked off.
    """

    text: str
    action: str = ""
    domain: str = ""
    checked: bool = False


@dataclass(frozen=True, slots=True)
class LogLine:
    """One successful step. ``log_line`` makes it from any texts.

    Attributes:
        time: Time of day, UTC, as ``HH:MM:SS``.
        kind: Kind of the action.
        selector: A short description of the element.
        url: The page.
        summary: The step in words.
    """

    time: str
    kind: str
    selector: str
    url: str
    summary: str


@dataclass(frozen=True, slots=True)
class Note:
    """One remark about the lesson. ``note`` makes it from any text.

    Attributes:
        time: Time of day, UTC, as ``HH:MM:SS``.
        label: The subject, a word in lower case.
        text: The remark.
    """

    time: str
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Todo:
    """The state of one lesson. ``begin`` makes the first one.

    Attributes:
        session: Short id of the lesson.
        instruction: The task, or the instruction of the test.
        started: UTC, ISO 8601.
        url: The page that the lesson is on.
        plan: The items of the plan.
        log: The last successful steps.
        count: Number of successful steps ever logged.
        notes: Remarks, oldest first.
    """

    session: str
    instruction: str
    started: str
    url: str
    plan: tuple[PlanItem, ...]
    log: tuple[LogLine, ...] = ()
    count: int = 0
    notes: tuple[Note, ...] = ()

    @property
    def ended(self) -> bool:
        """Whether the lesson is over."""
        return any(note.label in (COMPLETED, STOPPED) for note in self.notes)

    @property
    def total(self) -> int | None:
        """Number of steps in all; None while it is unknown: without a plan, or with more steps than planned."""
        if any(note.label == COMPLETED for note in self.notes):
            return self.count
        planned = [item for item in self.plan if item.text != PLACEHOLDER]
        return len(planned) if planned and self.count <= len(planned) else None


def plan_item(text: str, action: str = "", domain: str = "") -> PlanItem:
    """Return an item of a plan from texts of a stored flow or of a model."""
    tags = (re.sub(r"\W", "", action.lower(), flags=re.ASCII), word(domain, 80).replace("#", "%23"))
    return PlanItem(clean(text) or "-", *tags)


def log_line(time: str, kind: str, selector: str, url: str, summary: str) -> LogLine:
    """Return a line of the log from texts of a page.

    Args:
        time: As ``HH:MM:SS``.
        kind: Kind of the action, one word.
        selector: A description of the element.
        url: The page.
        summary: The step in words.
    """
    return LogLine(time, kind, clean(selector, 60).replace('"', "'"), word(url), clean(summary))


def note(time: str, label: str, text: str) -> Note:
    """Return a remark.

    Args:
        time: As ``HH:MM:SS``.
        label: Its subject, one word in lower case.
        text: Any text.
    """
    return Note(time, label, clean(text, 2 * LONGEST))


def begin(session: str, instruction: str, started: str, url: str, plan: tuple[PlanItem, ...] = ()) -> Todo:
    """Return the state of a lesson that begins.

    Args:
        session: Short id.
        instruction: The task, or the instruction of the test.
        started: UTC, ISO 8601.
        url: The page that it begins on.
        plan: The plan; a placeholder stands for an empty one.
    """
    return Todo(session, clean(instruction), started, word(url), plan or (PlanItem(PLACEHOLDER),))


def append(todo: Todo, line: LogLine, most: int) -> Todo:
    """Return the state after a step: with its line in the log, and counted.

    Args:
        todo: The state.
        line: The step.
        most: Most lines that the log keeps.
    """
    log = (*todo.log, line)
    return replace(todo, log=log[max(0, len(log) - max(0, most)) :], count=todo.count + 1)


def remark(todo: Todo, remarked: Note, most: int) -> Todo:
    """Return the state with one more remark; the oldest go if there are more than ``most``, but one always stays."""
    notes = (*todo.notes, remarked)
    return replace(todo, notes=notes[max(0, len(notes) - max(1, most)) :])


def move_to(todo: Todo, url: str) -> Todo:
    """Return the state on another page."""
    return replace(todo, url=word(url))


def check_off(todo: Todo, action: str, domain: str) -> Todo:
    """Return the state with the first unchecked item checked that has the step's action.

    An item of the same domain comes before an earlier one of another. Without an item of this action, nothing changes.

    Args:
        todo: The state.
        action: Kind of the step.
        domain: Host of its page.
    """
    places = [n for n, item in enumerate(todo.plan) if not item.checked and item.action and item.action == action]
    at_home = [n for n in places if todo.plan[n].domain == domain]
    return _checked(todo, (at_home or places)[:1])


def complete(todo: Todo, ending: Note, most: int, *, check: bool) -> Todo:
    """Return the state of a lesson that is over; of one that is over already, the same.

    Args:
        todo: The state.
        ending: The last remark; its label says how the lesson ended.
        most: Most remarks that are kept.
        check: Whether the placeholder of a lesson without a plan is checked off, if the lesson reached its end.
    """
    if todo.ended:
        return todo
    whole = [n for n, item in enumerate(todo.plan) if item.text == PLACEHOLDER and not item.checked]
    done = check and ending.label == COMPLETED
    return remark(_checked(todo, whole if done else []), ending, most)


def _checked(todo: Todo, places: list[int]) -> Todo:
    if not places:
        return todo
    items = (replace(item, checked=item.checked or n in places) for n, item in enumerate(todo.plan))
    return replace(todo, plan=tuple(items))
