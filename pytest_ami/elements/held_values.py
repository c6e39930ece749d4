"""Does an element hold the parameter values that identify the recorded one (``{{item}}`` targets)?

Rules of this module:

* A value that filled a whole cell when it was recorded fills one now, apart from a counter or an age in a text node of
  its own ("seen 3 h ago"); a value that filled a text node fills a cell or a text node. Case counts: ``aBc`` is another
  record than ``abC``.
* Anywhere else a value must stand as a whole. A character that continues it (a letter, a digit, ``.com``, ``(copy)``)
  makes another value of it, unless the same kind of character followed it when it was recorded.
* In a sentence a value stands between the same words: "Invoice for Anna" is neither "No invoice for Anna" nor
  "Invoice for Anna Maria".
* An id that the page's own address names is data as well (``:id(book)``): the record is the one whose page is open.
* Element that was not recorded, or that the page does not give, proves nothing and contradicts nothing.

Knows recorded texts and values. Must never know a page or how a candidate was found.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.instructions.parameters import names
from pytest_ami.instructions.template import HOLE
from pytest_ami.lexicon.dates import is_figure
from pytest_ami.lexicon.label_synonyms import plain
from pytest_ami.lexicon.relative_times import is_age, remarked_otherwise, without_remarks
from pytest_ami.model.fingerprint import all_texts, each_text

from .addresses.routes import bound, normal_route, own_ids, with_route_ids
from .name_match import lasts
from .place import is_link_beside, is_link_of_grid
from .text_keys import exact, fill, fill_beside, fold, spaced

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pytest_ami.model.fingerprint import Fingerprint

_AFTER = re.compile(r"[^\W_]|_|[.@+\-/:'’&#](?=\w)|\s?[(\[（]")
"""The beginning of a text that continues the value before it."""

_BEFORE = re.compile(r"(?:[^\W_]|_|(?<=\w)[.@+\-/:'’&#]|[)\]）]\s?)\Z")
"""The end of a text that the value after it continues."""

PRESSED = frozenset({"button", "link", "menuitem", "tab", "menuitemcheckbox", "menuitemradio", "option", "switch"})

TICKED = frozenset({"checkbox", "radio", "switch", "menuitemradio"})
"""Roles of controls whose label stands beside them, among those of their neighbours."""

SEPARATOR = " | "

RECORD = "record"
"""Detail of an element that belongs to the record whose page is open: each address or value with the id in it."""

_OTHER_NUMBER = r"(?:\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})|\d{4}\.\d{1,2}\.\d{1,2}|\d{1,3}(?:\.\d{3})+|\d+(?:\.\d+){3,})"
"""A number with points that may be a day, an amount or the address of a machine: it does not count as a version."""

_VERSION = re.compile(
    rf"(?:@|: ?(?=[~^<>=v]|\d+\.(?:[x*]|\d+\.))(?!{_OTHER_NUMBER}\Z))"
    r"[~^<>=v]*\d+(?:\.(?:\d+|[x*]))*(?:[-+][0-9A-Za-z.-]+)?"
)
"""The version, or the range of versions, that follows the name of a package."""

_WORD_OF_TWO = r"[A-Z][a-z]|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}"
"""Two characters that are a name of their own, such as Wu or a name in Chinese, Japanese or Korean signs."""

_MARK = re.compile(rf"(?!(?:{_WORD_OF_TWO})\Z).{{0,2}}|[#№]?\d[\d.,]*|#(?:[\dA-Fa-f]{{6}}|[\dA-Fa-f]{{8}})", re.DOTALL)
"""A cell that is a mark: initials, a sign, a number of any length, a colour (which may have no letter)."""

_BADGE = re.compile(r"\d{1,4}\+?")

SHOWN = 80
"""The most characters of a row that a line for people shows."""

LONG_ID = 3
"""The fewest characters of an id that tell something within a text that people read."""


def held_values(target: Fingerprint, values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the parameter values that the target's text must hold (``{{item}}`` targets), in order."""
    return tuple(values[name] for name in held_names(target, values) if values[name].strip())


def held_names(target: Fingerprint, values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the parameters whose values the target's text must hold, in order."""
    found = dict.fromkeys(name for text in (target.name, target.text, target.context) for name in names(text))
    return tuple(name for name in found if name in values)


def filled(target: Fingerprint, values: Mapping[str, str]) -> Fingerprint:
    """Return ``target`` with the parameters in its texts filled in."""

    def each(texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(fill(text, values) for text in texts)

    return replace(
        target,
        name=fill(target.name, values),
        text=fill(target.text, values),
        label=fill(target.label, values),
        context=fill(target.context, values),
        landmark=fill(target.landmark, values),
        heading=fill(target.heading, values),
        neighbours=tuple(fill_beside(text, values) for text in target.neighbours),
        scope=each(target.scope),
        cells=each(target.cells),
        texts=each(target.texts),
        details={key: fill(text, values) for key, text in target.details.items()},
    )


def of_route(seen: Fingerprint, ids: Mapping[str, str]) -> Fingerprint:
    """Return an element with the ids of its page's address written as ``:id(word)``, so that it fits another record.

    Args:
        seen: The element; parameter values are written as ``{{name}}`` already.
        ids: Ids that the addresses of this run's pages named, by the word before each.
    """
    if not ids:
        return seen
    long = {key: one for key, one in ids.items() if len(one) >= LONG_ID}
    return each_text(seen, lambda text: with_route_ids(text, ids), lambda text: with_route_ids(text, long))


def on_route(target: Fingerprint, ids: Mapping[str, str]) -> Fingerprint:
    """Return a recorded element as it is on the page that is open; evidence with an unknown id is left out.

    Args:
        target: The recorded element.
        ids: Ids that the addresses of this run's pages named, by the word before each.
    """
    if not any(map(own_ids, all_texts(target))):
        return target
    filled_in = each_text(target, lambda text: bound(text, ids), lambda text: bound(text, ids))
    details = {key: text for key, text in filled_in.details.items() if not own_ids(text)}
    said = {**target.details, "href": target.attributes.get("href", "")}
    record = [f"{key}={ids[word]}" for key, text in said.items() for word in own_ids(text) if word in ids]
    return replace(
        filled_in,
        attributes={key: text for key, text in filled_in.attributes.items() if not own_ids(text)},
        details=details | ({RECORD: SEPARATOR.join(record)} if record else {}),
        texts=tuple(text for text in filled_in.texts if not own_ids(text)),
        xpath="" if own_ids(filled_in.xpath) else filled_in.xpath,
    )


def other_record(target: Fingerprint, seen: Fingerprint) -> str:
    """Return the address of an element that belongs to another record than the open one; empty if there is none.

    Args:
        target: The recorded element on the page that is open (``on_route``).
        seen: The element now.
    """
    now = {**seen.details, "href": seen.attributes.get("href", "")}
    for key, _, one in (pair.partition("=") for pair in target.details.get(RECORD, "").split(SEPARATOR)):
        if one and now.get(key) and not own_ids(with_route_ids(now[key], {"": one})):
            return f"its {key} is {now[key][:60]!r}, and the page is that of {one}"
    return ""


def holding(target: Fingerprint, seen: Fingerprint, values: Mapping[str, str]) -> bool:
    """Return whether an element holds every value that identifies the target, in the texts that held it."""
    if in_another_version(target.name, spaced(seen.name), values):
        whole, shown = fill(target.name, values), spaced(seen.name)
        seen = each_text(seen, str, lambda text: spaced(text).replace(shown, whole))
    own = f"{seen.name} {seen.text}"
    if names(target.name) and not _holds(target.name, own, values):
        return False
    around = f"{target.text} {target.context}"
    return _holds(around, f"{own} {seen.context}", values) and _in_parts(target, seen, values)


def lacking(target: Fingerprint, seen: Sequence[Fingerprint], values: Mapping[str, str]) -> str:
    """Return what a page lacks on which no element is the recorded one, for people.

    If an element is called by the values, the texts of its row or list differ, and the line names both.
    """
    held, full = held_values(target, values), filled(target, values)
    if not held:
        return f"nothing on the page is like {target.title()}"
    called = (one for one in seen if names(target.name) and exact(one.name) == exact(full.name))
    beside = next((one for one in called if one.cells and full.cells and not holding(target, one, values)), None)
    if beside is None or exact(" ".join(beside.cells)) == exact(" ".join(full.cells)):
        return f"nothing on the page holds {', '.join(map(repr, held))}"
    now, was = (SEPARATOR.join(one.cells)[:SHOWN] for one in (beside, full))
    return f"{full.title()} is there, but its row or list shows {now!r}, it showed {was!r}"


def in_another_version(template: str, name: str, values: Mapping[str, str]) -> bool:
    """Return whether a name is a value and a version, as the recorded one: ``kettle@^2.0.0``, ``anchor@1.x``.

    The version belongs to the record that the value names. More words than these are another element.
    """
    hole = HOLE.match(template)
    value = values.get(hole[1], "") if hole else ""
    if hole is None or not value or not name.startswith(value):
        return False
    version = template[hole.end() :]
    return "." in version and all(map(_VERSION.fullmatch, (version, name[len(value) :])))


def _holds(template: str, text: str, values: Mapping[str, str]) -> bool:
    """Return whether ``text`` holds, as wholes, the values whose names are in ``template``."""
    shown = spaced(text)
    for name in names(template):
        value = spaced(values.get(name, ""))
        if value and not held_whole(template, name, value, shown):
            return False
    return True


def fills_part(value: str, parts: Iterable[str]) -> bool:
    """Return whether a value is all that one of some cells or text nodes says; case counts."""
    return spaced(value) in set(map(spaced, parts))


def held_whole(template: str, name: str, value: str, text: str) -> bool:
    """Return whether ``text`` holds the value of a name, continued only as the recorded text continued it."""
    known = _continued(spaced(template), f"{{{{{name}}}}}")
    return any(one <= known for one in _each_continued(text, value))


def _continued(template: str, hole: str) -> set[str]:
    return set().union(*_each_continued(HOLE.sub(lambda one: one[0] if one[0] == hole else " ", template), hole))


def _each_continued(text: str, value: str) -> Iterator[set[str]]:
    """Yield for each place of ``value`` the signs that continue it there: ``<`` or ``>`` and the character."""
    at = text.find(value)
    while at >= 0:
        before, after = _BEFORE.search(text[:at]), _AFTER.match(text[at + len(value) :])
        left, right = (one[0].strip()[:1] if one else "" for one in (before, after))
        yield {f"{side}{'x' if sign.isalnum() else sign}" for side, sign in (("<", left), (">", right)) if sign}
        at = text.find(value, at + 1)


def _in_parts(target: Fingerprint, seen: Fingerprint, values: Mapping[str, str]) -> bool:
    """Return whether each value stands in the row as it stood there: as a whole part, or between the same words."""
    if not seen.cells and not seen.texts:
        return True
    return all(_in_part(target, seen, name, values) for name in held_names(target, values) if values[name].strip())


def _in_part(target: Fingerprint, seen: Fingerprint, name: str, values: Mapping[str, str]) -> bool:
    hole, value = f"{{{{{name}}}}}", spaced(values[name])
    cells, texts = set(map(spaced, seen.cells)), set(map(spaced, seen.texts))
    if (
        target.name == hole
        and spaced(seen.name) == value
        and (target.role in TICKED or not any(value in cell for cell in cells))
    ):
        return True  # one choice among its siblings; or an icon took the place of the text that its label holds
    if hole in target.cells:
        if value not in cells:
            bare = replace(seen, cells=without_remarks(seen.cells, seen.texts))
            return value in texts and (with_badge(value, cells) or _in_column(target, bare, hole, value))
        links = is_link_of_grid(target, seen, hole, value) or is_link_beside(target, seen, hole, value)
        return links or _in_column(target, seen, hole, value)
    if hole in target.texts:
        if value in texts and is_link_beside(target, seen, hole, value):
            return True
        there = fills_part(value, cells | texts) and not _of_another(target, seen, hole, value)
        return there and not remarked_otherwise((target.cells, hole), (tuple(map(spaced, seen.cells)), value))
    return _in_sentence(target, (*seen.cells, *seen.texts), name, values)


def _in_sentence(target: Fingerprint, shown: Iterable[str], name: str, values: Mapping[str, str]) -> bool:
    """Return whether a value stands between the words between which it stood; True if it stood in no sentence."""
    hole, value = f"{{{{{name}}}}}", spaced(values[name])
    others = {key: text for key, text in values.items() if key != name}
    frames = [fill(part, others).partition(hole)[::2] for part in (*target.cells, *target.texts) if hole in part]
    return not frames or any(
        _like(frame[0], before, last=True) and _like(frame[1], after, last=False)
        for frame in frames
        for text in shown
        for before, after in _around(spaced(text), value)
    )


def _around(text: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield the texts before and after each place of a value."""
    at = text.find(value)
    while at >= 0:
        yield text[:at], text[at + len(value) :]
        at = text.find(value, at + 1)


def _like(recorded: str, now: str, *, last: bool) -> bool:
    """Return whether the words next to a value are the recorded ones; before it, the first word of the text counts too.

    A counter after it does not count.
    """
    mine, its = fold(recorded).split(), fold(now).split()
    if not mine or not its:
        return not mine and (not its or (not last and its == ["#"]))
    return mine[-1] == its[-1] and mine[0] == its[0] if last else mine[0] == its[0]


def _in_column(target: Fingerprint, seen: Fingerprint, hole: str, value: str) -> bool:
    """Return whether a value stands in the column in which it stood when it was recorded; marks do not count."""
    columns = {number for number, cell in enumerate(_without_marks(target.cells, hole)) if cell == hole}
    now = _without_marks(map(spaced, seen.cells), value)
    return any(number in columns and cell == value for number, cell in enumerate(now))


def _of_another(target: Fingerprint, seen: Fingerprint, hole: str, value: str) -> bool:
    """Return whether another name stands where the value stood, in a box with as many texts as the recorded one."""
    mine, its = list(target.texts), [*map(spaced, seen.texts)]
    if len(mine) != len(its):
        mine, its = _without_marks(mine, hole), _without_marks(its, value)
    if len(mine) != len(its) or value not in its:
        return False
    others = [text for one, text in zip(mine, its, strict=True) if one == hole and text != value]
    return bool(others) and not any(text in mine or is_figure(text) or is_age(text) for text in others)


def _without_marks(cells: Iterable[str], value: str) -> list[str]:
    """Return the cells of a row without a number, initials or a sign; the value itself stays."""
    return [cell for cell in cells if not _MARK.fullmatch(cell) or HOLE.search(cell) or cell == value]


def has_got_counter(full: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether a control without a lasting effect has only got a counter beside its name."""
    return not lasts(full.name) and full.name in seen.texts and with_badge(full.name, (spaced(seen.name),))


def with_badge(value: str, texts: Iterable[str]) -> bool:
    """Return whether one of the texts is the value and a bare number after it: a counter."""
    return any(text.startswith(value) and _BADGE.fullmatch(text[len(value) :].strip()) for text in texts)


def has_same_name(target: Fingerprint, seen: Fingerprint, values: Mapping[str, str]) -> bool:
    """Return whether an element that holds the values has the target's name, apart from data around the values.

    The words of a button, or of a link to elsewhere, are not data: "Delete {{item}}" says what happens to the value,
    and nothing may be added to it. If the recorded name was the value alone, no words around it can be data.
    """
    if not names(target.name):
        return False
    alone = not HOLE.sub("", target.name).strip()
    if target.role in PRESSED and (alone or not _of_one_kind(target, seen, values)):
        whole = spaced(fill(target.name, values))
        called = (spaced(seen.name), spaced(plain(seen.name)))
        badge = alone and whole in seen.texts and with_badge(whole, called)
        return (
            badge
            or in_another_version(target.name, spaced(seen.name), values)
            or any(one == whole or (not alone and exact(one) == exact(whole)) for one in called)
        )
    return True


def _of_one_kind(target: Fingerprint, seen: Fingerprint, values: Mapping[str, str]) -> bool:
    """Return whether the words around the value are data as well (a row, an option, a link to another record)."""
    if target.role == "option":
        return True
    recorded, now = target.attributes.get("href"), seen.attributes.get("href")
    if target.role != "link" or not recorded or not now:
        return False
    return normal_route(fill(recorded, values)) == normal_route(now)
