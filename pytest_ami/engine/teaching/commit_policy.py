"""Commit policy: a move that would do a deed again, or too early, is refused in a lesson.

Rules of this module:

* The deeds of an attempt are those of the replayed steps and those of the lesson's moves. A move is a deed if it sent
  a request that may have changed something, or if its control says so.
* A move that is called like a deed on another page may be the next step, or the same deed: it is made, and what the
  deed sent is not sent again.
* A move that repeats a deed is refused, unless the stored steps that are left contain the same deed: then a green
  demonstration recorded two of them.
* The deed of the stored flow waits for the values that the flow enters before it: a teacher that presses its control
  to look around would do the task with half of them.
* Before the new value that a lesson is for is entered, nothing lasting is done: not the deed of the stored flow, not
  by the Enter key in another field, and not by another control that says so. To log in is no such deed.
* It waits for the record as well that the flow opens before it, by a press on what a value names: another one may be
  open. A page that names the record itself is open for it.
* If the application failed during a deed, nobody knows whether it was done: entering other values does not permit it
  again.

Knows moves, elements as they were observed, and steps. Must never know a page or a browser.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.elements.addresses.routes import normal_route
from pytest_ami.elements.commits import (
    ACTIONS,
    CHOICES,
    DIALOGS,
    ENTER,
    FIELDS,
    HARMLESS,
    SUBMITTERS,
    LastingDeed,
    commits,
    deed_of,
    lasting,
    repeats,
)
from pytest_ami.elements.held_values import held_names
from pytest_ami.elements.text_keys import fill
from pytest_ami.instructions.parameters import names, unlike_names
from pytest_ami.instructions.template import HOLE
from pytest_ami.lexicon.label_synonyms import next_page
from pytest_ami.lexicon.text_normalization import mentions, normalise, says, verbs
from pytest_ami.lexicon.vocabulary import FAILURE, SUCCESS
from pytest_ami.model.lesson import MoveKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_ami.engine.teaching.lesson import Lesson
    from pytest_ami.model.lesson import Element, Move, MoveResult, Observation
    from pytest_ami.model.look import Health
    from pytest_ami.model.workflow import Step

REPORTING = frozenset({"status", "alert"})
"""Roles of messages that report a result."""

DOING = frozenset({MoveKind.CLICK, MoveKind.DOUBLE_CLICK, MoveKind.PRESS})
"""Moves that may be deeds."""

ENTERING = frozenset({MoveKind.FILL, MoveKind.SELECT, MoveKind.CHECK, MoveKind.UNCHECK, MoveKind.UPLOAD})
"""Moves that enter a value."""

OPTION = "option"
"""The role of an entry of an open list."""

NOT_ENTERED = "was not entered yet: enter it, or find the way to its field"
"""The words at the end of a refusal of a deed that is too early."""

LOGGING_IN = frozenset({"login"})
"""The verb of a control behind which a flow begins rather than ends."""

NOT_CHOSEN = "was not chosen yet: press what names it, or find its page"
"""The words at the end of a refusal of a deed whose record is not known to be open."""

REFUSED = "was done already, and a deed is done once"
"""The words that every refusal of a second deed contains."""


def deed_of_move(
    move: Move, element: Element | None, observation: Observation, made: Sequence[MoveResult], lesson: Lesson
) -> LastingDeed:
    """Return the deed that a move would do.

    Args:
        move: The move.
        element: Its element as it was observed; None for a key that goes to the focused element.
        observation: The page for which the move was advised.
        made: The moves before it.
        lesson: The lesson.
    """
    entered = {one.move.value or one.move.kind.value for one in made if one.ok and one.move.kind in ENTERING}
    replayed = {step.value for step in lesson.done if step.value}
    pressed = move.kind is MoveKind.PRESS and move.value.casefold() in ENTER
    button = element is not None and element.tag in SUBMITTERS and element.role not in FIELDS | CHOICES
    return LastingDeed(
        role=element.role if element else "",
        name=(element.name or element.label) if element else "",
        route=normal_route(observation.url, unlike_names(lesson.shown)).partition("?")[0],
        heading=next((notice for notice in observation.notices if notice.startswith("heading|")), ""),
        context=element.context if element else "",
        submits=pressed or (button and element is not None and element.type in ("", "submit")),
        entries=frozenset(entered | replayed),
        fields=frozenset(one.name or one.label for one in observation.elements if one.role in FIELDS | CHOICES),
    )


def done_by(now: LastingDeed, before: int, health: Health, notices: Iterable[str]) -> LastingDeed | None:
    """Return the deed that a move has done; None if it was no deed.

    Args:
        now: The deed that the move would do.
        before: Number of changing requests before the move.
        health: The health of the application after it.
        notices: The messages of the page since then, as ``role|text``.
    """
    sent = len(health.sent) > before
    if not sent and not now.words:
        return None
    said = [text.partition("|") for text in notices]
    refused = any(mentions(text, FAILURE) for _, _, text in said)
    told = any(role in REPORTING and mentions(text, SUCCESS) for role, _, text in said)
    asked = any(role in DIALOGS for role, _, _ in said) and not told
    requests, final = health.carried[before:], bool(health.failures)
    return replace(now, sent=sent, requests=requests, awaits_confirmation=asked, refused=refused, final=final)


def repetition(now: LastingDeed, move: Move, deeds: Iterable[LastingDeed], lesson: Lesson) -> str:
    """Return the reason why a move must not be made because its deed was done, or an empty string.

    Args:
        now: The deed that the move would do.
        move: The move.
        deeds: The deeds of this lesson so far.
        lesson: The lesson, with the deeds before it and the stored steps that are left.
    """
    chooses = now.role in CHOICES or (now.role in FIELDS and move.kind is MoveKind.CLICK)
    looks_around = not now.words and (chooses or HARMLESS & set(verbs(now.name)) or next_page(now.name))
    if move.kind not in DOING or looks_around or (move.kind is MoveKind.PRESS and not (now.submits or now.words)):
        return ""
    before = [deed for deed in lesson.deeds if repeats(now, deed)]
    here = [deed for deed in deeds if repeats(now, deed)]
    left = _equal_to(now, lesson.remaining, lesson)
    if not (before or here) or len(here) < (left if before else max(left, 1)):
        return ""
    done = (*before, *here)[-1]
    return f'{done.role or "key"} "{done.name}" {REFUSED}: look at the page, wait, or report what it shows'


def too_early(
    now: LastingDeed,
    move: Move,
    made: Sequence[MoveResult],
    lesson: Lesson,
    elements: Sequence[Element] = (),
    page_texts: Sequence[str] = (),
) -> str:
    """Return the reason why the deed of the stored flow must not be done yet, or an empty string.

    If the stored flow presses a control of the same name before the deed, the control leads to it. So may one that is
    pressed before anything was entered: "Create" opens the form in which "Create" does the task. But while a field of
    the recorded name is on the page, the form is open. While an open list offers an entry of a value that the stored
    flow chooses from a list, the choice is owed.

    Args:
        now: The deed that the move would do.
        move: The move.
        made: The moves of this lesson so far.
        lesson: The lesson, with the stored steps that are left.
        elements: All that the page shows.
        page_texts: Texts by which a page says whose record it shows: its address, its title and its notices.
    """
    if move.kind not in DOING:
        return ""
    if new := [name for name in lesson.adds if not has_entered(name, made, lesson)]:
        return _before_new(now, move, made, lesson, new)
    if not now.name:
        return ""
    entered = {*names(" ".join([*(step.value for step in lesson.done), *(one.move.value for one in made if one.ok)]))}
    shown = {normalise(element.name) for element in elements if element.role in FIELDS}
    owed: dict[str, None] = {}
    records: dict[str, None] = {}
    open_form = False
    for step in lesson.remaining:
        if step.kind not in ACTIONS:
            owed |= dict.fromkeys(name for name in names(step.value) if name not in entered)
            called = normalise(fill(step.target.name, lesson.shown)) if step.target else ""
            open_form = open_form or bool(owed and called and called in shown)
        elif choice := _owed_choice(step, made, lesson, elements):
            owed |= {choice: None}
        elif step.target and normalise(fill(step.target.name, lesson.shown)) == normalise(now.name):
            if owed and (entered or open_form) and commits(step):
                return _not_entered(now, owed)
            records = {name: None for name in records if name not in entered}
            unknown = _not_chosen(records, now, made, lesson, page_texts) if commits(step) else ""
            return f'{now.role} "{now.name}" does the task, and {unknown} {NOT_CHOSEN}' if unknown else ""
        elif step.target:
            records |= dict.fromkeys(held_names(step.target, lesson.shown))
    return ""


def has_entered(name: str, made: Sequence[MoveResult], lesson: Lesson) -> bool:
    """Return whether moves have typed or chosen a value.

    A text in a search only looks for it. So does one in a list that the page draws, until Enter takes it over.

    Args:
        name: The parameter.
        made: The moves.
        lesson: The lesson, with the value.
    """
    hole, value = f"{{{{{name}}}}}", lesson.values[name]
    sought: Element | None = None
    for one in (one for one in standing_moves(made) if one.ok):
        move, element = one.move, one.element
        if move.kind in ENTERING and (hole in move.value or value == move.value):
            if not (move.kind is MoveKind.FILL and element is not None and only_looks(element)):
                return True
            sought = element
        elif element is None or move.kind not in (*DOING, MoveKind.CHECK):
            continue
        elif (value and element.name == value) or (_takes_over(move) and _same_list(element, sought)):
            return True
    return False


def standing_moves(made: Iterable[MoveResult]) -> list[MoveResult]:
    """Return the moves that were not undone; whoever goes back in the history loses all that was entered."""
    standing: list[MoveResult] = []
    for one in made:
        if one.move.kind is not MoveKind.BACK:
            standing.append(one)
        else:
            del standing[len(standing) - min(one.move.undo or len(standing), len(standing)) :]
    return standing


def deeds_among(steps: Iterable[Step]) -> list[Step]:
    """Return the commits that do a task; a flow that begins with a log-in has not done it then."""
    return [step for step in steps if commits(step) and lasting(step.target.name if step.target else "") != LOGGING_IN]


def _before_new(now: LastingDeed, move: Move, made: Sequence[MoveResult], lesson: Lesson, new: Sequence[str]) -> str:
    """Return the reason why a move must wait for new values, or an empty string."""
    stored, called = lesson.remaining or (() if lesson.done else lesson.replaces), normalise(now.name)
    deeds = deeds_among(stored)
    alike = [
        step
        for step in stored
        if called and step.kind in ACTIONS and step.target and normalise(fill(step.target.name, lesson.shown)) == called
        if now.role not in CHOICES or now.role == step.target.role
    ]
    pressed = [one.element for one in made if one.ok and one.move.kind in DOING and one.element]
    times = sum(normalise(element.name) == called for element in pressed)
    named = any(step in deeds for step in alike[times:][:1] or alike[-1:])
    says_so = not alike and bool(now.words) and now.role not in CHOICES
    sought = [one.element for one in made if one.ok and any(f"{{{{{name}}}}}" in one.move.value for name in new)]
    takes = any(one is not None and (one.role, one.name) == (now.role, now.name) for one in sought)
    by_key = bool(deeds) and _takes_over(move) and now.role in (*FIELDS - {"searchbox"}, "") and not takes
    return _not_entered(now, new) if named or says_so or by_key else ""


def _not_entered(now: LastingDeed, owed: Iterable[str]) -> str:
    """Return the refusal of a deed for which values are missing."""
    lacking = ", ".join(f"{{{{{name}}}}}" for name in owed)
    return f'{now.role or "key"} "{now.name}" does the task, and {lacking} {NOT_ENTERED}'


def only_looks(element: Element) -> bool:
    """Return whether a text in an element only looks for something: in a search, and in a list that the page draws."""
    return element.role == "searchbox" or (element.role, element.tag) == ("combobox", "input")


def _takes_over(move: Move) -> bool:
    return move.kind is MoveKind.PRESS and move.value.casefold() in ENTER


def _same_list(element: Element, sought: Element | None) -> bool:
    return (
        sought is not None and sought.role == "combobox" and (element.role, element.name) == ("combobox", sought.name)
    )


def _owed_choice(step: Step, made: Sequence[MoveResult], lesson: Lesson, elements: Sequence[Element]) -> str:
    """Return the parameter whose entry of an open list a step presses, if no entry of this value was pressed yet."""
    target = step.target if step.target and step.target.role == OPTION else None
    own = HOLE.fullmatch(target.name) if target else None
    value = lesson.shown.get(own[1], "") if own else ""
    if own is None or not value:
        return ""
    offered = any(one.role == OPTION and value in one.name for one in elements)
    pressed = (one for one in made if one.ok and one.move.kind in DOING and one.element)
    chosen = any(one.move.value == own[0] or value in one.element.name for one in pressed if one.element)
    return own[1] if offered and not chosen else ""


def _not_chosen(
    records: Iterable[str], now: LastingDeed, made: Sequence[MoveResult], lesson: Lesson, page_texts: Sequence[str]
) -> str:
    """Return the first record that no step and no move has pressed, nor the page names, as ``{{name}}``."""
    before = {name for step in lesson.done for name in names(repr(step.target))}
    used = [one.element for one in made if one.ok and one.element]
    texts = [now.name, now.context, *page_texts, *(text for one in used for text in (one.name, one.label, one.context))]
    found = (name for name in records if name not in before and lesson.shown[name].strip())
    return next((f"{{{{{name}}}}}" for name in found if not says(texts, lesson.shown[name])), "")


def resumes_after_deeds(index: int, deeds: Sequence[LastingDeed], lesson: Lesson) -> bool:
    """Return whether a replay may go on from a stored step without doing again what the teacher has done.

    Args:
        index: Index of the step in ``lesson.remaining``.
        deeds: The deeds of the lesson.
        lesson: The lesson.
    """
    passed, left = lesson.remaining[:index], lesson.remaining[index:]
    for deed in deeds:
        times = sum(repeats(one, deed) for one in deeds)
        if _equal_to(deed, left, lesson) and times > _equal_to(deed, passed, lesson):
            return False
    return True


def _equal_to(deed: LastingDeed, steps: Sequence[Step], lesson: Lesson) -> int:
    """Return how many of these stored steps do a deed."""
    stored = (deed_of(step, (), lesson.shown, sent=True) for step in steps if commits(step))
    return sum(repeats(replace(deed, entries=frozenset()), one) for one in stored)
