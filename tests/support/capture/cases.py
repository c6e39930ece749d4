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
