"""All cases of the capture matrix: every kind in the document itself, and in the places that it names."""

from __future__ import annotations

from . import fields, leaving, pointing, talking
from .places import PLACES
from .table import Case

KINDS = (*pointing.KINDS, *fields.KINDS, *talking.KINDS, *leaving.KINDS)
CASES = {
    case.id: case
    for kind in KINDS
    for place in dict.fromkeys(("main", *kind.places))
    for case in (Case(kind, PLACES[place]),)
}
"""The cases by their ids."""


def _by_day() -> frozenset[str]:
    """Return one case of every kind and one of every place: a kind takes the place that was taken least so far."""
    taken = dict.fromkeys(PLACES, 0)
    chosen: list[str] = []
    for kind in sorted(KINDS, key=lambda kind: len(kind.places)):
        place = min(dict.fromkeys((*kind.places, "main")), key=lambda name: taken[name])
        taken[place] += 1
        chosen.append(Case(kind, PLACES[place]).id)
    chosen += [next(case.id for case in CASES.values() if case.place.id == name) for name in PLACES if not taken[name]]
    return frozenset(chosen)


BY_DAY = _by_day()
"""The cases that `make test` tries; `make test-all` tries them all."""
