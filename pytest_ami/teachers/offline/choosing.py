"""Chooses the element of a step that a heal was not sure enough about: by what its code shares with the recorded one.

This module knows one question. It must never know a page, or how the evidence was compared.

Rules:

* A lesson may act on less than a heal, because the recorded effect and the test judge the result.
* In doubt nothing is chosen: another option is as good, or the evidence speaks against the best one.
* The control of a deed keeps the meaning of its name: an id alone does not make "Delete" out of "Save".
* A name outweighs another id, because designs rename ids; an id or a destination outweighs another name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_ami.model.lesson import Likeness, Question

OWN = frozenset({"identity", "destination", "words"})
"""Evidence that outweighs another name."""

WORTH = {"name": 2, "identity": 2, "destination": 2, "place": 1, "words": 1}
"""The points of each group that agrees."""

LEAD = 1.5
"""Points of likeness by which an option must be ahead of another one with the same groups."""


def choose(question: Question) -> int | None:
    """Return the index of the option that is the recorded element by its evidence; None in doubt."""
    rated = [(_worth(likeness, deed=question.deed), likeness.points) for likeness in question.likenesses]
    order = sorted(range(len(rated)), key=lambda i: rated[i], reverse=True)
    if not order or rated[order[0]][0] <= 0:
        return None
    best, rivals = rated[order[0]], [rated[i] for i in order[1:2]]
    doubted = any(worth == best[0] and not points < best[1] - LEAD for worth, points in rivals)
    return None if doubted else order[0]


def _worth(likeness: Likeness, *, deed: bool) -> int:
    """Return what the groups that agree are worth; nothing if a contradiction remains."""
    excused = {"name"} if likeness.agrees & OWN and not deed else set()
    excused |= {"identity"} if "name" in likeness.agrees else set()
    if likeness.against - excused:
        return 0
    return sum(WORTH.get(group, 0) for group in likeness.agrees) - len(likeness.against)
