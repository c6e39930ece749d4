"""Data that comes with a value: the name of an uploaded file, the other cells of the row that a value chose.

Rules of this module:

* A page shows the last part of an uploaded file's path. It is written as ``{{name__file}}``.
* The row that a value chose has other cells. If a later message of the recording holds one of them, this run's message
  holds the cell of this run's row in its place. A message without the other cells stays as it is.

Knows values, one row and effects. Must never know a page or a step's kind. It changes no element that is looked for.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.elements.held_values import held_names
from pytest_ami.elements.text_keys import fill, spaced
from pytest_ami.engine.effects.message_check import STRONG
from pytest_ami.instructions.parameters import names, templatize

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import Effects

TELLING = 3
"""The fewest characters of a file's name or a cell that tell something within a message."""

FILE = "__file"
"""The end of the name under which the last part of a path is known."""


def with_file_names(values: Mapping[str, str], uploaded: Iterable[str]) -> dict[str, str]:
    """Return the values, and the last part of each path among them that was uploaded.

    Args:
        values: Parameter values by name.
        uploaded: Names of parameters, or names of files.
    """
    wanted, found = set(uploaded), dict(values)
    for name, value in values.items():
        last = re.split(r"[/\\]", value)[-1]
        if last != value and len(last) >= TELLING and not {name, last}.isdisjoint(wanted):
            found.setdefault(f"{name}{FILE}", last)
    return found


def row_data(target: Fingerprint, seen: Fingerprint, values: Mapping[str, str]) -> dict[str, str]:
    """Return this row's cell for each other cell of the recorded row; empty if no value chose the row.

    Args:
        target: The recorded element, with ``{{name}}``.
        seen: The element now.
        values: Parameter values without secrets.
    """
    if not held_names(target, values) or len(target.cells) != len(seen.cells):
        return {}
    pairs = ((spaced(was), spaced(now)) for was, now in zip(target.cells, seen.cells, strict=True))
    return {was: now for was, now in pairs if len(was) >= TELLING and was != now and not names(was)}


def of_row(effects: Effects, row: Mapping[str, str]) -> Effects:
    """Return effects whose messages hold the cells of this run's row instead of the recorded ones.

    Args:
        effects: The recorded effects.
        row: The result of ``row_data``.
    """
    cells = {f"cell{number}": was for number, was in enumerate(row)}
    now = dict(zip(cells, row.values(), strict=True))

    def each(key: str) -> str:
        role, bar, text = key.partition("|")
        return f"{role}{bar}{fill(templatize(text, cells), now)}" if key.startswith(STRONG) else key

    return replace(effects, notices=tuple(map(each, effects.notices))) if row else effects
