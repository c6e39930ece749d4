"""Does a value still name one record? It must not name two of a list, if it named one when it was recorded.

Rules of this module:

* A value that names a record is the only reason why that record is taken. If two records of one list hold it, what
  the recorded record had in common with one of them is chance: nobody said which one is meant.
* Two records of one list stand at paths that differ in one number, under the same heading, and have other cells.
* If the recording had a namesake, too, the flow knows how to tell them apart.

It must never know a page, and it never chooses an element.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.instructions.parameters import names
from pytest_ami.model.outcome import Cause

from .decide import Identity, Verdict
from .held_values import held_values, holding
from .text_keys import exact

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.look import Candidate

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
