"""The touched elements compared with the right ones. Pure: two lists of deeds in, a verdict out.

Rules of this module:

* The truth consists of the actions on the original page. The same flow on a redesigned page must perform the same
  actions on the same elements, whatever they look like there.
* Values differ from run to run, so both runs are compared by the names of their values.
* Steps that a redesign inserted are no mistake. A decoy that only looks like an element of the application is one.
* Of several elements with one name, the one in the row with the run's values is right. If a row contains no value of
  the run, then the row cannot be identified by text; the server-side effects decide.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from .page import Deed

ACTS = frozenset({"click", "dblclick", "contextmenu", "input", "change", "drop"})
"""The actions that count as touching; keys are left out because they also move the focus."""

ENTERED = frozenset({"input", "change"})
"""The actions that enter a value; the application receives one or the other."""

TOGGLED = frozenset({"checkbox", "radio", "switch", "option", "file"})
"""Roles of elements that take a value by a press, in some form."""

HOLE = re.compile(r"\{\{\w+\}\}")
"""A parameter in place of its value."""

CLOCK = re.compile(r"\d{1,2}:\d\d(?!\d)")
"""A time of day: lists show when a thing was made, and no two runs are made at the same time."""


@dataclass(frozen=True, slots=True)
class Touched:
    """The difference between the actions of a flow and the right ones.

    Attributes:
        wrong: Elements that were touched wrongly.
        missed: Keys of elements that were not touched.
        elsewhere: Elements with the right name in a row without this run's values: another row, or the right row
            after the redesign changed its words. The effects decide between the two.
    """

    wrong: tuple[Deed, ...] = ()
    missed: tuple[str, ...] = ()
    elsewhere: tuple[Deed, ...] = ()


def template(text: str, values: Mapping[str, str]) -> str:
    """Return the text with the values of a run replaced by their names, longest first, and the time of day gone.

    A value counts where it stands by itself: the "12" of a quantity is not in "2012", nor "Ann" in "Annual".
    """
    names = {_fold(value): "{{" + name + "}}" for name, value in reversed([*values.items()]) if value.strip()}
    if names:
        longest = sorted(names, key=len, reverse=True)
        text = re.sub("|".join(map(_alone, longest)), lambda found: names[_fold(found[0])], text)
    return CLOCK.sub("0:00", text)


def _fold(text: str) -> str:
    return " ".join(text.split())


def _alone(value: str) -> str:
    """Return the pattern of a value that no letter or digit of the same word touches, on one line or on several."""
    before = r"(?<![A-Za-z0-9])" if value[0].isascii() and value[0].isalnum() else ""
    after = r"(?![A-Za-z0-9])" if value[-1].isascii() and value[-1].isalnum() else ""
    return before + r"\s+".join(map(re.escape, value.split(" "))) + after


def templated(deeds: Iterable[Deed], values: Mapping[str, str]) -> list[Deed]:
    """Return the deeds in words that no longer depend on the run's values."""
    return [replace(deed, key=template(deed.key, values), near=template(deed.near, values)) for deed in deeds]


def merged(first: Sequence[Deed], second: Sequence[Deed]) -> list[Deed]:
    """Return the common part of two runs with different values; parts of a name that differ become ``*``.

    Args:
        first: Deeds of one run, `templated`.
        second: Deeds of another run of the same flow, `templated`.

    Returns:
        The deeds of the first run. If the runs differ in their order, a deed is paired with the first one of its kind
        and role.
    """
    made: list[Deed] = []
    for n, deed in enumerate(first):
        others = [second[n]] if n < len(second) and _kind(second[n]) == _kind(deed) else []
        others += [other for other in second if _kind(other) == _kind(deed)]
        equal = any(other.key == deed.key for other in others)
        made.append(deed if equal or not others else replace(deed, key=_common(deed.key, others[0].key)))
    return [replace(deed, key=deed.key.replace("0:00", "*")) for deed in made]


def _kind(deed: Deed) -> tuple[str, str]:
    return deed.what, deed.key.partition(" ")[0]


def _common(one: str, other: str) -> str:
    """Return the common beginning and end of two names, and the values in between; the rest is data of one record.

    Words that two records share by chance stand in the middle; the words of an action ("Delete ...") stand at an end.
    """
    role, _, name = one.partition(" ")
    mine, theirs = name[1:-1].split(), other.partition(" ")[2][1:-1].split()
    most = min(len(mine), len(theirs))
    start = next((n for n in range(most) if mine[n] != theirs[n]), most)
    end = next((n for n in range(most - start) if mine[-1 - n] != theirs[-1 - n]), most - start)
    middle = [word for word in mine[start : len(mine) - end] if HOLE.search(word)]
    words = [*mine[:start], "*", *(part for word in middle for part in (*HOLE.findall(word), "*"))]
    words += mine[len(mine) - end :]
    words = [word if HOLE.search(word) or not re.search(r"\d", word) else "*" for word in words]  # numbers of a record
    return f'{role} "{" ".join(words)}"'


def fits(wanted: str, key: str) -> bool:
    """Return whether a key is the wanted one, where ``*`` in the wanted one is whatever there is."""
    if "*" not in wanted:
        return wanted == key
    parts = (re.escape(part.strip()) for part in wanted.split("*"))
    return re.fullmatch(r"\s*.*\s*".join(parts), key, re.DOTALL) is not None


def compared(learned: Sequence[Deed], done: Sequence[Deed], values: Mapping[str, str]) -> Touched:
    """Compare the actions of a run with the right ones.

    Args:
        learned: Deeds on the original page, already `templated`.
        done: Deeds on the redesigned page.
        values: The values of that run.
    """
    wanted = [deed for deed in learned if deed.what in ACTS]
    acted = [deed for deed in templated(done, values) if deed.what in ACTS]
    strange = [
        deed
        for deed in acted
        if deed.added == "decoy"
        or (not deed.added and not deed.bare and not any(_same(one, deed, values) for one in wanted))
    ]
    elsewhere = tuple(deed for deed in strange if not deed.added and any(fits(one.key, deed.key) for one in wanted))
    wrong = tuple(deed for deed in strange if deed not in elsewhere)
    genuine = [deed for deed in acted if not deed.added]
    filled = {(deed.key, deed.near) for deed in wanted if deed.what in ENTERED}
    missed = dict.fromkeys(
        one.key
        for one in wanted
        if not one.bare and not any(_same(one, deed, values) and _as_much(one, deed, filled) for deed in genuine)
    )
    return Touched(wrong, tuple(missed), elsewhere)


def _as_much(learned: Deed, done: Deed, filled: Collection[tuple[str, str]]) -> bool:
    """Return whether a deed is as much as the learned one: a filled field need not be pressed, but not the reverse."""
    if learned.key.split(" ", 1)[0] in TOGGLED and done.what == "click":
        return True
    return done.what in ENTERED or (done.what == learned.what and (learned.key, learned.near) not in filled)


def _same(learned: Deed, done: Deed, values: Mapping[str, str]) -> bool:
    """Tell whether two deeds were done to the same element."""
    if not fits(learned.key, done.key):
        return False
    if learned.key.startswith("textbox"):  # what was typed nearby is in the text around it, or is not yet
        return True
    return all(mark in done.near for name in values if (mark := "{{" + name + "}}") in learned.near)
