"""Record policy: a lesson leaves the records alone that its task is not about.

Rules of this module:

* A task that adds a record does not write over the values of one that is there. A task that edits changes it.
* A text that the page filled in belongs to an existing record if its field stands in a numbered row of a form, if an
  empty field of the same name stands beside it, or if most text fields of the page are filled in. A form for a new
  record has at most a default here and there.
* A choice, a number or a date has a default in every new form. The values of the test are no record's.
* If a value names the record of a task, a deed is done where the page shows that value, or behind a control of the row
  that holds it. A link of the row to another record is no such control: behind it only the page's title, its headings
  and its dialogs tell which record is open.
* A press on a row goes beside a link that lies in its middle: the link would take it, and lead to another record.
* If a row holds the value, a control of the same name in another row is for another record.
* A flow that types the value itself is free: it makes the record, or chooses it.

Knows elements as they were observed. Must never know a page or a teacher.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from pytest_ami.elements.commits import HARMLESS, adds
from pytest_ami.elements.held_values import fills_part
from pytest_ami.engine.teaching.commit_policy import DOING, ENTERING, LOGGING_IN, only_looks, standing_moves
from pytest_ami.instructions.parameters import names
from pytest_ami.lexicon.dangerous_actions import dangerous_actions
from pytest_ami.lexicon.text_normalization import normalise, says, split, verbs
from pytest_ami.lexicon.vocabulary import ABOUT_EXISTING
from pytest_ami.model.lesson import MoveKind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from pytest_ami.elements.commits import LastingDeed
    from pytest_ami.engine.teaching.lesson import Lesson
    from pytest_ami.model.lesson import Element, Move, MoveResult, Observation
    from pytest_ami.model.workflow import Parameter

TIED, LEFT = "tied", "left"
"""How the moves of a lesson stand to the record of its value: at it, or behind a link of its row to another one."""

PLACES = frozenset({"link", "tab", "treeitem", "menuitem", "option", "row", "cell", "gridcell", "listitem"})
"""Roles of things whose name is often that of a place or a record."""

ROWS = frozenset({"row", "listitem", "article", "group", "tr", "li", "div"})
"""Roles and tags of boxes around the texts of one record."""

ROOM = 12.0
"""CSS pixels between two controls of a row that are enough for a press between them."""

DEFAULTS = re.compile(
    r"\b(untitled|unnamed|new|default|example|sample|none|without name)\b|未命名|无标题|新建|unbenannt|neu"
)
"""Words of a text that a form for a new record suggests."""

_OF = re.compile(r"\b(?:of|on)\s+(?:an?|the|this)\s+(\w+)\s*$", re.IGNORECASE)
"""The end of a task that names the thing to which its deed is done: "add a copy of a book"."""

IDENTITY = ("title", "name", "subject", "id", "number", "key", "login", "user", "item", "page", "text", "code")
"""Names of parameters by which people tell records apart, the likeliest first."""

_SETTING = frozenset({"edit", "enable", "disable"})
_SINGLE = re.compile(r"\b(?:an?|the|this)\b|一[个条份]|该|这个", re.IGNORECASE)
"""Words for one record: "change a tool" is about one, "change settings" is not."""

_NO_IDENTITY = frozenset({"file", "date", "number", "email"})

ROW = re.compile(r".+[-_.\[]\d+[-_.\]\[]+\w")
"""The name of a field in a numbered row of a form."""

TEXTS = frozenset({"", "text", "textarea", "url", "email", "tel"})


def about_existing(task: str) -> bool:
    """Return whether the task is about an object that the page already shows."""
    asked = set(verbs(task))
    return not asked or bool(asked & ABOUT_EXISTING)


def owner(task: str) -> str:
    """Return the word for the thing to which a task does something else: "book" in "add a copy of a book"."""
    found = _OF.search(task)
    return "".join(split(found.group(1))) if found else ""


def one_record(task: str) -> bool:
    """Return whether a task is about one record among others, by its article."""
    return bool(_SINGLE.search(task))


def record_parameter(task: str, parameters: Sequence[Parameter]) -> str:
    """Return the name of the parameter that names the record of a task; empty if the task is about no record."""
    of = owner(task)
    able = [p.name for p in parameters if not p.secret and p.type not in _NO_IDENTITY]
    if not able or not (of or about_existing(task)):
        return ""
    words = {of} if of else {*split(task)}
    named = [name for name in able if {*split(name)} <= words]
    known = sorted((IDENTITY.index(name), name) for name in able if name in IDENTITY)
    one = able if verbs(task) and (not {*verbs(task)} & _SETTING or one_record(task)) else []
    return next(iter(named or [name for _, name in known] or one), "")


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


def in_another_row(element: Element, elements: Iterable[Element], value: str) -> bool:
    """Return whether a control stands in the row of another record, and its twin in the row that holds a value."""
    called = element.name or element.label
    if not value or not verbs(called) or not element.cells or _row_holds(element, value):
        return False
    return any((e.role, e.name or e.label) == (element.role, called) and _row_holds(e, value) for e in elements)


def beside_links(element: Element, elements: Iterable[Element], value: str) -> tuple[float, float] | None:
    """Return the place of a row for a press, if a link of another name lies in its middle; None if its middle is free.

    Args:
        element: The element that is pressed.
        elements: All elements of the page.
        value: The value that names the record; its own link may take the press.
    """
    if element.role not in ROWS:
        return None
    left, top, width, height = element.box
    middle, at = top + height / 2, left + width / 2
    inner = [e for e in elements if e.frame == element.frame and e.role not in ROWS and 0 < e.box[2] < width]
    inner = [e for e in inner if left <= e.box[0] <= left + width and e.box[1] <= middle <= e.box[1] + e.box[3]]
    taking = [e for e in inner if e.role == "link" and e.box[0] <= at <= e.box[0] + e.box[2]]
    if not taking or (value and says([taking[0].name], value)):
        return None
    edges = sorted((e.box[0], e.box[0] + e.box[2]) for e in inner)
    starts, ends = [*(begin for begin, _ in edges), left + width], [left, *(end for _, end in edges)]
    room, begins = max((start - end, end) for start, end in zip(starts, ends, strict=True))
    return (begins + room / 2 - left, height / 2) if room >= ROOM else None


def _row_holds(element: Element, value: str) -> bool:
    parts = (*element.cells, *element.texts)
    return fills_part(value.casefold(), [part.casefold() for part in parts])


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


def recorded_text(element: Element, elements: Iterable[Element], task: str, values: Collection[str]) -> str:
    """Return the reason why a field must not be filled, because it holds a value of another record; empty if it may be.

    Args:
        element: The field as it was observed.
        elements: All elements of the page.
        task: The task in the words of the test.
        values: Values of the test.
    """
    if not adds(task):
        return ""
    elements = tuple(elements)
    row = _row(element)
    others = (one for one in elements if row and _row(one) == row and one.attributes != element.attributes)
    beside = [one for one in others if _holds_record(one, values)]
    if beside and not element.value.strip():
        return f'the row of the field holds "{beside[0].value[:60]}", which belongs to a record that is there'
    if not _holds_record(element, values):
        return ""
    fields = [one for one in elements if _is_text(one)]
    alike = [one for one in fields if _kind(one) == _kind(element) and not one.value.strip()]
    filled = [one for one in fields if _holds_record(one, values)]
    if not alike and not _in_row(element) and 2 * len(filled) <= len(fields):
        return ""
    called = (element.name or element.label)[:60]
    held = f'the field "{called}" holds "{element.value[:60]}"'
    return f'{held}, which belongs to a record that is there; the task "{task}" adds one'


def _is_text(element: Element) -> bool:
    text = element.role == "textbox" or (element.tag in ("input", "textarea") and element.role in ("", "textbox"))
    return text and element.type in TEXTS and not {"readonly", "disabled", "secret"} & set(element.state)


def _holds_record(element: Element, values: Collection[str]) -> bool:
    text = element.value.strip()
    return bool(text) and _is_text(element) and text not in values and not DEFAULTS.search(normalise(text))


def _in_row(element: Element) -> bool:
    """Return whether a field is one of a numbered row, such as ``copies-0-shelf`` or ``rows[2].shelf``."""
    return bool(_row(element))


def _row(element: Element) -> str:
    """Return the part of a field's name that names its row, such as ``copies-0-``; empty if it stands in none."""
    found = (ROW.match(element.attributes.get(key, "")) for key in ("name", "id"))
    return next((one[0][:-1] for one in found if one), "")


def _kind(element: Element) -> tuple[str, str]:
    """Return the name of a field without the numbers that tell rows apart."""
    naming = element.attributes.get("name") or element.attributes.get("id") or ""
    return normalise(re.sub(r"\d+", "", element.name or element.label)), re.sub(r"\d+|__prefix__", "", naming)
