"""The texts over and beside a button that the flow made: those that hold a value, and numbers that its steps changed.

A button whose texts state another value belongs to another record, or the flow did not do what it did when it was
recorded. Knows recorded texts and values. Must never know a page or how a candidate was found.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from pytest_ami.instructions.parameters import names
from pytest_ami.instructions.template import fits

from .held_values import PRESSED, SEPARATOR, held_whole
from .name_match import other_case
from .place import dialogs
from .text_keys import exact, fill, fold, spaced

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from pytest_ami.model.fingerprint import Fingerprint

STATED, COUNTED = "stated", "counted"
"""Details of a button: the texts beside it, and those that are numbers which the flow changed."""

OVER = "over"
"""Detail of an element: the title over it is that of a record which does not hold the element."""

_NUMBERED = re.compile(r"(?<!\w)(?=[\w/-]*\d)\w[\w/-]+\w(?!\w)")
"""A number, or a name with a digit, of three characters at least: "1042", "T-9", "INV/2026/7"."""

_SENTENCE = re.compile(r"(?:\S+ ){3,}.*[.!]\Z|.{8,}[。！]\Z")

_YEAR = re.compile(r"(?:19|20)\d\d")

TELLING = 2
"""The fewest characters of a value that tell something within a text; a single letter or digit stands anywhere."""


def with_stated(target: Fingerprint, *recorded: Fingerprint, standing: Collection[str] = frozenset()) -> Fingerprint:
    """Return a recorded button with the texts beside it if the flow made some of them; else without.

    The flow made a text that holds a parameter's value, and a number that was another one at an earlier step.

    Args:
        target: The button, with parameter values written as ``{{name}}``.
        recorded: The elements of this step and of the steps before it, latest first, as they were recorded.
        standing: Texts that named parts of the page before the values in them were typed: words of the page.
    """
    mine, (last, *before) = _stated(target), map(_stated, recorded)
    if len(mine) == len(last):
        mine = [text if text in standing else own for own, text in zip(mine, last, strict=True)]
    others = [set(last) - set(its) for its in before if _alike(last, its)]
    changed = set().union(*others) & {text for text in mine if text.isdigit()}
    kept = {key: text for key, text in target.details.items() if key not in (STATED, COUNTED)}
    if changed or any(map(names, mine)):
        kept[STATED] = SEPARATOR.join(mine)
        kept[COUNTED] = SEPARATOR.join(text for text in mine if text in changed)
    return replace(target, details={key: text for key, text in kept.items() if text})


def _stated(one: Fingerprint, key: str = STATED) -> list[str]:
    return [text for text in map(spaced, one.details.get(key, "").split(SEPARATOR)) if text]


def _alike(first: list[str], second: list[str]) -> bool:
    """Return whether two boxes have the same texts apart from numbers."""
    return len(first) == len(second) and [*map(fold, first)] == [*map(fold, second)]


def misstated(target: Fingerprint, seen: Fingerprint, values: Mapping[str, str]) -> str:
    """Return the text over or beside a button that the flow made and that is another one now; empty if there is none.

    Args:
        target: The recorded button, with ``{{name}}``.
        seen: The button now.
        values: Parameter values without secrets.
    """
    others = (_title_of_another, _speaks_of_another, _in_another_box)
    if another := next(filter(None, (rule(target, seen, values) for rule in others)), ""):
        return another
    if value := other_case((*target.cells, *target.texts), (*seen.cells, *seen.texts), values):
        return f"its row shows {value!r} in other letters"
    mine, its, counted = _stated(target), _stated(seen), _stated(target, COUNTED)
    fixed = [text for text in mine if not names(text) and text not in counted]
    there = len({fold(text) for text in fixed} & {fold(text) for text in its})
    if not mine or not its or (2 * there <= len(fixed) if fixed else len(mine) != len(its)):
        return ""  # another box: it proves nothing
    for text in mine:
        known = [
            name for name in names(text) if len(values.get(name, "").strip()) >= TELLING or text == f"{{{{{name}}}}}"
        ]
        lacking = [name for name in known if name in values and not _states(text, name, values[name], its)]
        if lacking or (text in counted and text not in its):
            return f"beside it stands no {values[lacking[0]] if lacking else text!r}, but {SEPARATOR.join(its)[:120]!r}"
    return ""


def _title_of_another(target: Fingerprint, seen: Fingerprint, values: Mapping[str, str]) -> str:
    """Return the title over a button if it is the recorded one, but for the record that this run's values name."""
    own = target.role in PRESSED and names(target.heading) and OVER not in target.details
    ways = fits(target.heading, spaced(seen.heading)) if own else ()
    agree = (all(_is_shown(values.get(name, one), one) for name, one in way.items()) for way in ways)
    wanted = fill(target.heading, values)
    return f"it is under {seen.heading[:80]!r}, not under {wanted[:80]!r}" if ways and not any(agree) else ""


def _in_another_box(target: Fingerprint, seen: Fingerprint, values: Mapping[str, str]) -> str:
    """Return the text of the box of an element without a word of its own, if a value was all that its box said."""
    if target.role or target.name or target.text or len(target.cells) != 1:
        return ""
    value = next((values.get(name, "") for name in names(target.cells[0]) if target.cells[0] == f"{{{{{name}}}}}"), "")
    other = bool(value) and exact(value) not in map(exact, seen.cells)
    return f"its box shows {SEPARATOR.join(seen.cells)[:80]!r}, not {value!r}" if other else ""


def _speaks_of_another(target: Fingerprint, seen: Fingerprint, values: Mapping[str, str]) -> str:
    """Return a new sentence in the dialog of a record that names another one, by a number of the same form: "1043".

    The details of a record differ from run to run, and they are no sentences.
    """
    mine = (*target.scope, target.heading, *target.texts)
    numbers = [
        one
        for name in dict.fromkeys(chain(*map(names, mine)))
        if _NUMBERED.fullmatch(one := spaced(values.get(name, "")))
    ]
    known = {fold(fill(text, values)) for text in mine}
    if not numbers or target.role not in PRESSED or not dialogs(seen):
        return ""
    for text in (spaced(text) for text in seen.texts if fold(text) not in known and _SENTENCE.match(text)):
        others = {one for one in _NUMBERED.findall(text) if one not in values.values() and not _YEAR.fullmatch(one)}
        if any(_form(one) == _form(number) for one in others for number in numbers):
            return f"its dialog says {text[:80]!r}, and this run is about {numbers[0]!r}"
    return ""


def _form(number: str) -> str:
    return re.sub(r"[^\W\d_]", "a", re.sub(r"\d", "0", number))


def _is_shown(value: str, text: str) -> bool:
    """Return whether a text shows a value, in any letters; it may be cut."""
    whole, shown = ("".join(filter(str.isalnum, exact(one))) for one in (value, text))
    return shown == whole or (text.endswith(("…", "...")) and whole.startswith(shown))


def _states(text: str, name: str, value: str, shown: list[str]) -> bool:
    """Return whether one of the texts states a value; a text that was the value alone states nothing else."""
    if text == f"{{{{{name}}}}}":
        return _number(value) in map(_number, shown)
    forms = ((spaced(value), spaced), (_number(value), _number))
    return any(held_whole(text, name, form, written(one)) for one in shown for form, written in forms)


def _number(text: str) -> str:
    """Return a text with its numbers in one spelling: no groups, no empty decimals."""
    plain_digits = re.sub(r"(?<=\d)[,.' \u00a0\u202f](?=\d{3}(?!\d))", "", spaced(text))
    return re.sub(r"[.,]00?(?!\d)", "", plain_digits)
