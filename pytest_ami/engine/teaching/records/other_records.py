"""Other records: no deed is done to another record than the one that a value names.

Rules of this module:

* If a value names the record of a task, a deed is done where the page shows that value, or behind a control of the row
  that holds it. A link of the row to another record is no such control: behind it only the page's title, its headings
  and its dialogs tell which record is open.
* A flow that types the value itself is free: it makes the record, or chooses it.

Knows elements as they were observed. Must never know a page or a teacher.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from pytest_ami.elements.commits import HARMLESS
from pytest_ami.engine.teaching.commit_policy import DOING, ENTERING, LOGGING_IN, only_looks, standing_moves
from pytest_ami.engine.teaching.records.rows import in_another_row
from pytest_ami.engine.teaching.records.task_record import one_record, record_parameter
from pytest_ami.instructions.parameters import names
from pytest_ami.lexicon.dangerous_actions import dangerous_actions
from pytest_ami.lexicon.text_normalization import says, verbs
from pytest_ami.model.lesson import MoveKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_ami.elements.commits import LastingDeed
    from pytest_ami.engine.teaching.lesson import Lesson
    from pytest_ami.model.lesson import Element, Move, MoveResult, Observation

TIED, LEFT = "tied", "left"
"""How the moves of a lesson stand to the record of its value: at it, or behind a link of its row to another one."""

PLACES = frozenset({"link", "tab", "treeitem", "menuitem", "option", "row", "cell", "gridcell", "listitem"})
"""Roles of things whose name is often that of a place or a record."""


def deed_of_another(
    now: LastingDeed,
    move: Move,
    element: Element | None,
    observation: Observation,
    made: Sequence[MoveResult],
    lesson: Lesson,
) -> str:
    """Return the reason why a move would be done to another record than the one that a value names, or an empty string.

    Args:
        now: The deed that the move would do.
        move: The move.
        element: Its element as it was observed; None for a key that goes to the focused element.
        observation: The page for which the move was advised.
        made: The moves of this lesson so far.
        lesson: The lesson, with the task, the values, and the steps before it.
    """
    name = record_parameter(lesson.task, lesson.parameters) if one_record(lesson.task) else ""
    value = lesson.shown.get(name, "").strip()
    stored = repr([(step.value, step.target) for step in (*lesson.done, *lesson.replaces)])
    if move.kind not in DOING or not value or (lesson.replaces and name not in names(stored)):
        return ""
    before = [one for one in standing_moves(made) if one.ok and one.element]
    entered = [one for one in before if one.move.kind in ENTERING and one.element and not _seeks(one.element)]
    if any(name in names(one.move.value) or one.move.value == value for one in entered):
        return ""
    called = f'{now.role or "key"} "{now.name}"'
    trail = _trail(value, before, tied=name in names(repr([(step.value, step.target) for step in lesson.done])))
    if trail != TIED and element is not None and in_another_row(element, observation.elements, value):
        return f"{called} is in the row of another record than {{{{{name}}}}}: use the one in the row with that value"
    does = trail != TIED and _does(now, element, entered, left=trail == LEFT)
    if not does or _shows(value, element, observation, trail):
        return ""
    left = " since a link of its row has led to another record" if trail == LEFT else ""
    return (
        f"{called} would be done to another record: nothing ties this page to {{{{{name}}}}}{left}; "
        "go to the row or the link that holds the value, and use its own control"
    )


def _trail(value: str, made: Iterable[MoveResult], *, tied: bool) -> str:
    """Return whether the last presses lead to the record of a value, or from its row to another record."""
    trail = TIED if tied else ""
    for one in made:
        if one.element is None or one.move.kind not in (*DOING, MoveKind.CHECK, MoveKind.UNCHECK):
            continue
        e = one.element
        called = e.name or e.label
        foreign = e.role == "link" and bool(called) and not verbs(called)
        if says([called], value) or (not foreign and says((e.context, *e.cells, *e.texts), value)):
            trail = TIED
        elif foreign and says((e.context, *e.cells, *e.texts), value):
            trail = LEFT
        elif foreign and trail == TIED:
            trail = ""
    return trail


def _seeks(element: Element) -> bool:
    called = element.name or element.label or element.placeholder
    return only_looks(element) or element.type == "search" or verbs(called) == ("search",)


def _does(now: LastingDeed, element: Element | None, entered: Sequence[MoveResult], *, left: bool) -> bool:
    """Return whether a move does something that lasts. A link may be called like the place to which it leads."""
    words = now.words - LOGGING_IN
    if element is not None and (_seeks(element) or element.role in PLACES):
        return left and bool(frozenset(dangerous_actions(now.name)) & words)
    sends = now.submits and bool(entered) and not set(verbs(now.name)) & (HARMLESS | LOGGING_IN)
    return bool(words) or sends


def _shows(value: str, element: Element | None, observation: Observation, trail: str) -> bool:
    """Return whether a page shows a value; a text in a search tells nothing about the page."""
    own = (element.name, element.context, *element.cells, *element.texts) if element else ()
    path = unquote(urlsplit(observation.url).path)
    texts = [path, observation.title, *observation.notices, *own]
    if trail != LEFT:
        texts += observation.texts
        able = [e for e in observation.elements if not _seeks(e)]
        texts += [text for e in able for text in (e.name, e.label, e.value, e.context, *e.texts)]
    return says(texts, value)
