"""The records of a list: which one a value names, and what in the names of its elements is data of the record.

Rules of this module:

* A value that names a record is the only reason why that record is taken. If two records of one list hold it, what
  the recorded record had in common with one of them is chance: nobody said which one is meant.
* Two records of one list stand at paths that differ in one number, under the same heading, and have other cells.
* If the recording had a namesake, too, the flow knows how to tell them apart.
* A link or a cell whose name is data is the one in the same column of its row. A link must lead where it led, too.
* A link that names a record by the number in its own address ("#9", ``/issues/9``) leads to that record: the number is
  data, and a value tells which record is meant.

It must never know a page, and it never chooses an element.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.instructions.parameters import names
from pytest_ami.instructions.template import HOLE
from pytest_ami.lexicon.dates import is_figure
from pytest_ami.lexicon.relative_times import is_age
from pytest_ami.lexicon.text_normalization import is_state, verbs
from pytest_ami.model.outcome import Cause

from .addresses.routes import normal_route
from .decide import Identity, Verdict
from .held_values import PRESSED, held_values, holding
from .name_match import lasts
from .text_keys import exact, fill

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.look import Candidate

FIELDS = frozenset({"textbox", "spinbutton"})
TABLE_CELLS = frozenset({"cell", "gridcell"})
COLUMN = "column"
"""Detail of an element whose name is data of its row: its path in the row."""

VARIES = "varies"
"""Detail of an element in a row: the rows beside it have names of their own in its place."""

BESIDE = "beside"
"""Detail of such an element for people: the value that identifies its row."""

_HEAD = re.compile(r"[^\W_]+|[%€$£¥]")
"""Words and signs of the head of a column; an arrow that shows the order is none."""

_RECORD = re.compile(r"#(\d+)\b")
_REMARK = re.compile(r"[(\[][^()\[\]]*[)\]]")
"""A remark in brackets, such as the state of a record: "(New)"."""

NUMBER = re.compile(r"\[\d+\]")
CELLS = frozenset({"td", "th"})
"""Parts of one record."""

OUT_OF_SIGHT = frozenset({"hidden", "detached"})
"""Problems of an element that a person cannot see."""


def alone(target: Fingerprint, candidates: Sequence[Candidate], values: Mapping[str, str], found: Verdict) -> Verdict:
    """Return a verdict, unless the value that names the found record names another record of its list, too.

    Args:
        target: The recorded element, with the names of parameters.
        candidates: ``Seen.candidates``.
        values: Parameter values, without secrets.
        found: The verdict.
    """
    held = [value for value in held_values(target, values) if any(map(str.isalpha, value))]
    if found.identity is not Identity.SAME or not held or _had_namesake(target):
        return found
    mine = candidates[found.index].fingerprint
    others = [
        one.fingerprint
        for i, one in enumerate(candidates)
        if i != found.index and not one.used and one.problem not in OUT_OF_SIGHT
    ]
    rival = next((one for one in others if _of_one_list(mine, one) and holding(target, one, values)), None)
    if rival is None:
        return found
    facts = (
        f"two records of one list hold {', '.join(map(repr, held))}; when it was recorded, one did",
        *(f"{' | '.join(one.cells)} at {one.absolute_xpath}" for one in (mine, rival)),
    )
    return replace(found, identity=Identity.AMBIGUOUS, index=-1, cause=Cause.AMBIGUOUS, evidence=facts)


def _of_one_list(mine: Fingerprint, other: Fingerprint) -> bool:
    """Return whether two elements are the same control of two records of one list."""
    if _record(mine) == _record(other) or mine.role != other.role or exact(mine.name) != exact(other.name):
        return False
    if (mine.landmark, mine.heading) != (other.landmark, other.heading):
        return False
    here, there = (one.absolute_xpath.split("/") for one in (mine, other))
    unlike = [pair for pair in zip(here, there, strict=False) if pair[0] != pair[1]]
    if len(here) != len(there) or len(unlike) != 1:
        return False
    tags = {NUMBER.sub("", part) for part in unlike[0]}
    return len(tags) == 1 and not tags & CELLS


def _record(one: Fingerprint) -> set[str]:
    """Return the texts of the record of an element, whichever of its cells the element is."""
    return {exact(text) for text in (*one.cells, one.name, one.text)} - {""}


def _had_namesake(target: Fingerprint) -> bool:
    """Return whether another record held the value when the element was recorded."""
    if names(target.name):
        return target.counts.get("name", 1) > 1
    beside = [one.split("|", 2)[2] for one in target.lookalikes if one.count("|") > 1]
    return any(names(text) and exact(text) != exact(target.context) for text in beside)


def in_column(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether an element without a name of its own stands in the recorded column, and leads where it led.

    A word that may say what is done, or a state that may be turned over, is never data: the control of another state
    does something else. The head of the column says what its data are.
    """
    path, own = target.details.get(COLUMN, ""), target.name or target.text
    if not path or own or not seen.absolute_xpath.endswith(f"/{path}") or target.ancestors != seen.ancestors:
        return False
    told, varies = (text for text in (seen.name, seen.text) if text), VARIES in target.details
    if (target.tag, target.role) != (seen.tag, seen.role) or not all(data_of_row(one, varies=varies) for one in told):
        return False
    if not _same_head(target, seen):
        return False
    same_classes, was, now = set(target.classes) == set(seen.classes), stated_route(target), stated_route(seen)
    if target.role == "link" and (was or now):
        return was == now
    return same_classes and bool(target.classes or target.role != "link")  # a link to nowhere is pressed like a button


def _same_head(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether a column has the recorded head; an old recording knows only those of the whole table."""
    key = "heads" if "heads" in target.details and "head" not in target.details else "head"
    was, now = (_HEAD.findall(one.details.get(key, "").casefold()) for one in (target, seen))
    return was == now


def is_its_cell(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether an element is the cell of a table in which the recorded control stood, or the field in it.

    The control had no words of its own: its name was data of the row, or it had none. In the place of what was pressed
    stands a cell without a control; in that of a field, another field.
    """
    kind = TABLE_CELLS if target.role in PRESSED else FIELDS if target.role in FIELDS else ()
    if seen.role not in kind or not target.details.get("head") or not _same_head(target, seen):
        return False
    return not HOLE.sub("", target.name).strip()


def data_of_row(text: str, *, varies: bool) -> bool:
    """Return whether a text is data of its row: a time, a number, or a name of the row's own, but no state."""
    if verbs(text) or lasts(text) or is_state(text):
        return False
    return varies or is_age(text) or is_figure(text)


def stated_route(link: Fingerprint) -> str:
    """Return where a link leads, without the ids in its address; empty if it does not say it."""
    query, fragment = link.details.get("query", ""), link.details.get("fragment", "")
    stated = link.attributes.get("href", "") + (f"#{fragment}" if fragment else "")
    return normal_route(f"{link.attributes.get('href', '')}?{query}#{fragment}") if stated else ""


def renumbered(target: Fingerprint, candidates: Sequence[Candidate], values: Mapping[str, str]) -> Sequence[Candidate]:
    """Return the candidates; links to other records have the recorded number in place of their own.

    The number is data if it is the id in the address of the link, and a value tells which record is meant. The name of
    a deed keeps its number. If a link has the whole recorded name, its number included, nothing changes.

    Args:
        target: The recorded element, with ``{{name}}``.
        candidates: The elements now.
        values: Parameter values without secrets.
    """
    numbers = list(_RECORD.finditer(target.name))
    words = _REMARK.sub("", HOLE.sub("", target.name))
    if len(numbers) != 1 or not HOLE.search(target.name) or lasts(words) or not _leads_to(target, numbers[0][1]):
        return candidates
    whole = exact(fill(target.name, values))
    if any(exact(one.fingerprint.name) == whole for one in candidates):
        return candidates
    before = fill(target.name[: numbers[0].start()], values)
    return [replace(one, fingerprint=_renumbered(target, one.fingerprint, before, numbers[0][0])) for one in candidates]


def _renumbered(target: Fingerprint, seen: Fingerprint, before: str, recorded: str) -> Fingerprint:
    own = _RECORD.match(seen.name, len(before)) if seen.name.startswith(before) else None
    if own is None or not _leads_to(seen, own[1]) or stated_route(target) != stated_route(seen):
        return seen
    name = f"{before}{recorded}{seen.name[own.end() :]}"
    return replace(seen, name=name, text=name if seen.text == seen.name else seen.text)


def _leads_to(link: Fingerprint, number: str) -> bool:
    """Return whether a link states an address in which a number stands as a whole."""
    stated = (link.attributes.get("href", ""), link.details.get("query", ""), link.details.get("fragment", ""))
    return link.role == "link" and any(number in re.findall(r"\d+", part) for part in stated)
