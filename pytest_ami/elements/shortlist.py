"""Selects the elements of a page that are worth a full comparison.

Knows raw evidence and the cheap comparisons: equal names, ids and links, and, in one call each, the similarity of all
names and all paths. Must never decide which element is the target (``candidates`` does).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from heapq import nlargest
from typing import Any

from rapidfuzz import fuzz, process

from .evidence import Evidence, box_of, called, evidence, folded, plain, words

SHORT = 40
"""The number of candidates that are compared in full; cheap keys select them. In 312 recorded queries the selection
never lost the right element."""


def shortlist(target: Evidence, candidates: Sequence[Any]) -> list[int]:
    """Return the indexes of the candidates that are worth a full comparison, in their order.

    Args:
        target: The evidence about the recorded element.
        candidates: All elements of the page; any number.
    """
    if len(candidates) <= SHORT:
        return list(range(len(candidates)))
    raws = [plain(candidate) for candidate in candidates]
    names = [folded(called(raw)) for raw in raws]
    paths = [words(raw.get("absolute_xpath")) for raw in raws]
    named, pathed = ([0.0] * len(raws), [0.0] * len(raws))
    for texts, wanted, points in ((names, target.name, named), (paths, target.path, pathed)):
        if wanted:
            for _, ratio, index in process.extract(wanted, texts, scorer=fuzz.ratio, limit=None):
                points[index] = ratio / 100.0
    total = [2.0 * one + other for one, other in zip(named, pathed, strict=True)]
    for index, raw in enumerate(raws):
        extra = raw.get("attributes")
        total[index] += 3.0 * (names[index] == target.name) + (raw.get("tag") == target.tag) - bool(names[index])
        if isinstance(extra, Mapping):
            total[index] += sum(3.0 for key, text in target.identity.items() if extra.get(key) == text)
            total[index] += 3.0 * (len(target.link) > 1 and target.link in words(extra.get("href")).casefold())
    chosen: dict[int, None] = {}
    for points, share in ((total, 2), (pathed, 4), (_nearness(target, raws), 4)):
        chosen.update(dict.fromkeys(nlargest(SHORT // share, range(len(raws)), key=points.__getitem__)))
    return sorted(chosen)


def shortlisted(target: Evidence, candidates: Sequence[Any]) -> list[tuple[int, Evidence]]:
    """Return the candidates that are worth a full comparison, each with its index."""
    return [(index, evidence(candidates[index])) for index in shortlist(target, candidates)]


def _nearness(target: Evidence, raws: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return how similar each box is to the target's recorded box in position and size; higher is nearer."""
    if not target.box:
        return [0.0] * len(raws)
    found = []
    for raw in raws:
        box = box_of(raw)
        found.append(-sum(abs(a - b) for a, b in zip(target.box, box, strict=True)) if box else -math.inf)
    return found
