"""Contradictions of an element in a series: another column, number of elements, month, heading or picture.

Knows two fingerprints, the recorded one with its parameters filled in. Must never know the rest of the page.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_ami.elements.place import MEANS_THE_SAME, ROWS, has_key, retitled
from pytest_ami.elements.text_keys import exact
from pytest_ami.lexicon.contrasts import names_relation
from pytest_ami.lexicon.dates import months, names_month
from pytest_ami.lexicon.label_synonyms import label_similarity
from pytest_ami.model.workflow import StepKind

from .edited_texts import SEPARATOR
from .words import CLICKED, PRESSED, words_in

if TYPE_CHECKING:
    from pytest_ami.model.fingerprint import Fingerprint

KEY = "key"
"""Detail of an element that gets a key: the key. It is added for a replay and never stored."""

CHOSEN_BY_KEYS = frozenset({"option", "radio", "tab", "menuitemradio", "treeitem"})
"""Roles of entries of which an arrow key chooses the next one."""

CELLS = frozenset({"cell", "gridcell"})

TWINS = "twins"
"""Detail of an element in a table: another cell of its row holds an element of the same role, name and picture."""

SERIES = "series"
"""Detail of an element without a name: how many such elements stand side by side."""

FIRST = "first"
"""Detail of a day in a grid of days: the column of the first day of its month, and the label of the grid."""

GRID = (FIRST, "heads")
"""Details that are equal for all days of one month."""

ENTRIES = "entries"
"""Detail of an element in a row that nothing but the values of its text fields tells from the rows beside it."""

CALENDAR = "calendar"
"""Detail of a day in a calendar: the text above its grid."""

_DAY = re.compile(r"[1-9]|[12]\d|3[01]")

_AMOUNT = re.compile(r"\d{1,2}(?:[.,]\d{1,2})?")
"""A short number alone: no id of a record, so that the head of its column says what it counts."""


def column(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the difference of the columns of two cells, two nameless fields that opened in cells, or two twins.

    Below the same heads and the same label, the column of a day follows from its number. Two days of one month say the
    same about the column of its first day. A grid shows the last days of the month before and the first of the next one
    as well: they say something else about it, whatever their own column.
    """
    if kind in CLICKED and _of_another_month(target, seen):
        return "it is a day of the month before or after"
    was, now = (one.details.get("head", "") for one in (target, seen))
    cells = target.role in CELLS and kind in CLICKED
    opened = kind is StepKind.FILL and not target.name and not seen.name
    known = target.details.get("heads", "").strip(SEPARATOR).split(SEPARATOR)
    if TWINS in target.details and not was and now and now in known:
        return f"it is in the column {now!r}, it was in one without a head"
    if kind in CLICKED and _counts_in_column(target, seen):
        return f"it is in the column {now!r}, it was in {was!r}"
    if not (cells or opened or TWINS in target.details) or not was or not seen.details.get("heads"):
        return ""
    if now and (_same_head(was, now) or all(target.details.get(key, "none") == seen.details.get(key) for key in GRID)):
        return ""
    return f"it is in the column {now!r}, it was in {was!r}" if now else f"it is in no column, it was in {was!r}"


def _of_another_month(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether two days in grids of one label say different columns of its first day."""
    (was, _, label), (now, _, other) = (one.details.get(FIRST, "").partition(" of ") for one in (target, seen))
    return bool(was and now) and was != now and label == other


def _counts_in_column(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether two buttons are short numbers in different columns of one table: 5 hours on Monday, or on Tuesday.

    Both columns are there, so that the head was not renamed. In a grid of days, or beside the numbers before and after
    it, a number is a place in a series, and its column follows from it.
    """
    was, now = (one.details.get("head", "") for one in (target, seen))
    heads = seen.details.get("heads", "").split(SEPARATOR)
    if target.role not in ("button", "link") or was not in heads or not now or _same_head(was, now):
        return False
    numbers = all(_AMOUNT.fullmatch(one.name.strip()) for one in (target, seen))
    return numbers and FIRST not in seen.details and not _in_order(target, seen)


def _in_order(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether the numbers beside two elements are those before and after the numbers that they are called.

    The recorded one was called by the value of another run, which is between its neighbours then.
    """
    was, now = ([int(text) for text in one.neighbours[:2] if text.isdecimal()] for one in (target, seen))
    own = seen.name.strip()
    steps = {abs(number - int(own)) for number in now} if own.isdecimal() else set()
    return steps == {1} and bool(was) and (len(was) == 1 or max(was) - min(was) == len(was))


def _same_head(was: str, now: str) -> bool:
    """Return whether two heads of columns mean the same; a number may be added, and a group of columns above."""
    if label_similarity(was, now) >= MEANS_THE_SAME or was in now.split(" | "):
        return True
    added = now.removeprefix(f"{was} ")
    return added != now and any(map(str.isdigit, added))


def month(target: Fingerprint, seen: Fingerprint, _kind: StepKind | None) -> str:
    """Return the difference of the months in which two days of a calendar stand; a day is a bare number or text.

    Beside a year the name of a month in an unknown language is compared as it is.
    """
    if not _DAY.fullmatch((target.name or target.text).strip()):
        return ""
    was, now = map(_months_around, (target, seen))
    if was and was == now and not names_month(was):
        was, now = (frozenset(words_in(one.details.get(CALENDAR, ""))) for one in (target, seen))
    if not was or not now or was == now:
        return ""
    return f"it is a day in {', '.join(sorted(now))}, it was in {', '.join(sorted(was))}"


def _months_around(one: Fingerprint) -> frozenset[str]:
    above = one.details.get(CALENDAR, "")
    return months(above) or months(" ".join((one.heading, one.landmark, *one.scope, *one.texts)))


def of_another(target: Fingerprint, seen: Fingerprint, _kind: StepKind | None) -> str:
    """Return the head of the first column of a table that says that its rows are things of those whom they name.

    "Person" became "Team led by": the row with the name of a person is no longer that person.
    """
    was, now = (one.details.get("heads", "").split(SEPARATOR) for one in (target, seen))
    if len(was) != len(now) or not was[0] or was[0] == now[0] or target.cells[:1] != seen.cells[:1]:
        return ""
    related = names_relation(now[0]) and not names_relation(was[0])
    return f"its row is {now[0]!r} the one that it names, it was {was[0]!r}" if related else ""


def one_of(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the difference of two series of nameless elements: they have more or fewer of them, or another heading."""
    was, now = (one.details.get(SERIES, "") for one in (target, seen))
    if kind not in PRESSED or not was or target.name or has_key(target, seen):
        return ""
    if now and was != now:
        return f"it is one of {now} that are alike, it was one of {was}"
    return f"it is under {seen.heading!r}, it was under {target.heading!r}" if retitled(target, seen) else ""


def key_leads(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the entry to which an arrow key leads in a list if it led to another one when it was recorded."""
    at = {"up": 0, "left": 0, "down": 1, "right": 1}.get(target.details.get(KEY, "").removeprefix("Arrow").lower())
    if kind is not StepKind.PRESS or at is None or target.role not in CHOSEN_BY_KEYS or seen.role != target.role:
        return ""
    was, now = (one.neighbours[at : at + 1] for one in (target, seen))
    same = not was or not now or label_similarity(was[0], now[0]) >= MEANS_THE_SAME
    if same or exact(target.name) != exact(seen.name):
        return ""
    return f"the key leads to {now[0][:60]!r}, it led to {was[0][:60]!r}"


def pictured(target: Fingerprint, seen: Fingerprint, _kind: StepKind | None) -> str:
    """Return the difference of two rows that nothing but pictures name: the faces of people."""
    was, now = map(_pictures, (target, seen))
    if not was or not now or words_in(was) & words_in(now):
        return ""
    return f"its row shows {now[:60]!r}, it showed {was[:60]!r}"


def _pictures(one: Fingerprint) -> str:
    """Return what the row of an element is called if it has no text but the name of the element."""
    silent = {exact(text) for text in one.texts} <= {exact(one.name)}
    among_rows = not ROWS.isdisjoint(one.ancestors) or "row" in one.details
    in_row = bool(one.name) and among_rows and one.context.endswith(one.name)
    return one.context.removesuffix(one.name).strip() if silent and in_row else ""


def entered(target: Fingerprint, seen: Fingerprint, _kind: StepKind | None) -> str:
    """Return the difference of two rows that nothing but the values of their fields names."""
    was, now = ([*filter(None, one.details.get(ENTRIES, "").split(SEPARATOR))] for one in (target, seen))
    if not was or not now or {*map(exact, was)} & {*map(exact, now)}:
        return ""
    return f"its row holds {now[0][:60]!r}, it held {was[0][:60]!r}"
