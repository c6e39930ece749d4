"""Chooses the element of a step that a heal was not sure enough about: by what its code shares with the recorded one.

This module knows one question. It must never know a page, or how the evidence was compared.

Rules:

* A lesson may act on less than a heal, because the recorded effect and the test judge the result.
* In doubt nothing is chosen: another option is as good, or the evidence speaks against the best one.
* The control of a deed keeps the meaning of its name: an id alone does not make "Delete" out of "Save".
* A name outweighs another id, because designs rename ids; an id or a destination outweighs another name.
* If the step downloaded a file, the only control that says so is its own, as long as nothing but its name speaks
  against it: the same download has to follow.
* The name of another thing ("South pier" for "North pier") is outweighed only by an id, a destination or a cell. A fact
  that rules an element out in a replay is outweighed by nothing.
* A control that is no deed may have another name if it stands exactly where the recorded one stood, far ahead of all
  others, and if the step has an effect by which the choice is judged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.lexicon.text_normalization import verbs

if TYPE_CHECKING:
    from pytest_ami.model.lesson import Likeness, Question

OWN = frozenset({"identity", "destination", "words", "cell"})
"""Evidence that outweighs another name."""

PROOF = frozenset({"identity", "destination", "cell"})
"""Evidence that outweighs the name of another thing: its words and its place do not."""

WORTH = {"name": 2, "identity": 2, "destination": 2, "place": 1, "words": 1, "cell": 2}
"""The points of each group that agrees."""

LEAD = 1.5
"""Points of likeness by which an option must be ahead of another one with the same groups."""


IN_PLACE, FAR_AHEAD = 9.0, 6.0
"""Points of likeness of an element that stands where the recorded one stood, and its lead over all others."""


DOWNLOAD = "download "
"""The beginning of the phrase of an effect that is a download."""


def choose(question: Question) -> int | None:
    """Return the index of the option that is the recorded element by its evidence; None in doubt."""
    rated = [(_worth(likeness, deed=question.deed), likeness.points) for likeness in question.likenesses]
    order = sorted(range(len(rated)), key=lambda i: rated[i], reverse=True)
    if not order or rated[order[0]][0] <= 0:
        place = _in_its_place(question)
        return _download(question) if place is None else place
    best, rivals = rated[order[0]], [rated[i] for i in order[1:2]]
    doubted = any(worth == best[0] and not points < best[1] - LEAD for worth, points in rivals)
    return None if doubted else order[0]


def _in_its_place(question: Question) -> int | None:
    """Return the index of the option that has only another name; None in doubt."""
    points = [likeness.points for likeness in question.likenesses]
    if question.deed or not question.brings or not points:
        return None
    best = max(range(len(points)), key=lambda i: points[i])
    likeness, ahead = question.likenesses[best], all(points[best] - one >= FAR_AHEAD for one in _without(points, best))
    placed = "place" in likeness.agrees and likeness.against <= {"name"} and likeness.points >= IN_PLACE
    return best if placed and ahead else None


def _download(question: Question) -> int | None:
    """Return the index of the only option that downloads, if the step did; None in doubt."""
    if not any(phrase.startswith(DOWNLOAD) for phrase in question.brings):
        return None
    found = [n for n, option in enumerate(question.options) if "download" in verbs(option)]
    lone = found[0] if len(found) == 1 else None
    return lone if lone is not None and question.likenesses[lone].against <= {"name"} else None


def _without(points: list[float], index: int) -> list[float]:
    return points[:index] + points[index + 1 :]


def _worth(likeness: Likeness, *, deed: bool) -> int:
    """Return what the groups that agree are worth; nothing if a contradiction remains."""
    excused = {"name"} if likeness.agrees & ({"cell"} if deed else OWN) else set()
    excused |= {"identity"} if "name" in likeness.agrees else set()
    excused |= {"thing"} if "name" not in likeness.against or (likeness.agrees & PROOF and not deed) else set()
    if likeness.against - excused:
        return 0
    longer = {"name"} if likeness.agrees & {"words", "cell"} else set()  # other words are added, or the name is data
    return sum(WORTH.get(group, 0) for group in likeness.agrees) - len(likeness.against - {"thing"} - longer)
