"""Other records: no deed is done to another record than the one that a value names.

Rules of this module:

* If a value names the record of a task, a deed is done where the moves have led to that record (``trail``), or where
  the page shows the value as that of its own record (``page_evidence``).
* If a row holds the value, a control of the same name in another row is for another record, whatever was done before.
* A flow that types the value itself is free: it makes the record, or chooses it.

Knows elements as they were observed. Must never know a page or a teacher.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.elements.commits import HARMLESS
from pytest_ami.engine.teaching.commit_policy import DOING, ENTERING, LOGGING_IN, standing_moves
from pytest_ami.engine.teaching.records.page_evidence import seeks, shows
from pytest_ami.engine.teaching.records.rows import in_another_row
from pytest_ami.engine.teaching.records.task_record import named_record
from pytest_ami.engine.teaching.records.trail import BY_LINK, LEFT, TIED, Trail, is_title_of
from pytest_ami.instructions.parameters import names
from pytest_ami.lexicon.dangerous_actions import dangerous_actions
from pytest_ami.lexicon.text_normalization import split, verbs
from pytest_ami.model.lesson import MoveKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_ami.elements.commits import LastingDeed
    from pytest_ami.engine.teaching.lesson import Lesson
    from pytest_ami.model.lesson import Element, Move, MoveResult, Observation

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
    name = named_record(lesson.task, lesson.parameters)
    value = lesson.shown.get(name, "").strip()
    stored = repr([(step.value, step.target) for step in (*lesson.done, *lesson.replaces)])
    if move.kind not in DOING or not value or (lesson.replaces and name not in names(stored)):
        return ""
    entered = [one for one in standing_moves(made) if one.ok and one.element and one.move.kind in ENTERING]
    entered = [one for one in entered if one.element and not seeks(one.element)]
    if any(name in names(one.move.value) or one.move.value == value for one in entered):
        return ""
    called = f'{now.role or "key"} "{now.name}"'
    others = tuple(text for key, text in lesson.shown.items() if key != name and text.strip())
    if element is not None and in_another_row(element, observation.elements, value, others):
        return f"{called} is in the row of another record than {{{{{name}}}}}: use the one in the row with that value"
    trail = _trail(name, value, others, lesson, made, observation)
    does = trail.standing != TIED and _does(now, element, entered, left=trail.standing == LEFT)
    if not does or shows(name, value, element, observation, left=trail.standing == LEFT):
        return ""
    left = f" since {trail.why}" if trail.standing == LEFT else ""
    return (
        f"{called} would be done to another record: nothing ties this page to {{{{{name}}}}}{left}; "
        "go to the row or the link that holds the value, and use its own control"
    )


def _trail(
    name: str, value: str, others: Sequence[str], lesson: Lesson, made: Sequence[MoveResult], observation: Observation
) -> Trail:
    """Return how the moves stand to the record; behind a link whose name is the title of the page, to another one."""
    replayed = names(repr([(step.value, step.target) for step in lesson.done]))
    fields = {word for one in lesson.parameters if one.name != name for word in split(one.name)}
    trail = Trail(
        name=name,
        value=value,
        others=others,
        words={*split(lesson.task)},
        fields=fields,
        standing=TIED if name in replayed else "",
    )
    trail.follow(_not_undone(made), observation.url)
    if trail.standing == TIED and is_title_of(trail.way, (observation.title, *observation.notices)):
        trail.leave(BY_LINK)
    return trail


def _not_undone(made: Sequence[MoveResult]) -> list[MoveResult]:
    """Return the moves without those that were undone; after a step back in the history the address tells more."""
    standing: list[MoveResult] = []
    for one in made:
        if one.move.kind is MoveKind.BACK and one.move.undo:
            del standing[len(standing) - min(one.move.undo, len(standing)) :]
        else:
            standing.append(one)
    return standing


def _does(now: LastingDeed, element: Element | None, entered: Sequence[MoveResult], *, left: bool) -> bool:
    """Return whether a move does something that lasts. A link may be called like the place to which it leads."""
    words = now.words - LOGGING_IN
    if element is not None and (seeks(element) or element.role in PLACES):
        return left and bool(frozenset(dangerous_actions(now.name)) & words)
    sends = now.submits and bool(entered) and not set(verbs(now.name)) & (HARMLESS | LOGGING_IN)
    return bool(words) or sends
