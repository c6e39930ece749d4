"""Other tools' rankers on the same questions: the element that each would act on, or none.

This module knows the flat spelling of the page pairs. Similo's weights come from its paper (2022). The threshold, the
lead and the equality cascade come from the survey of the field.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from rapidfuzz import fuzz

from pytest_ami.elements.element import destination, folded

from .pages import Element, Question

WEIGHTS = {
    **dict.fromkeys(("tag", "name", "id", "visible_text", "neighbor_text"), 1.5),
    **dict.fromkeys(("class", "href", "alt", "xpath", "idxpath", "is_button", "location", "area", "shape"), 0.5),
}
LEAST, LEAD = 0.6, 0.05
"""Share of the full score, and how much of it the best must be ahead, in the cautious variant."""

HASH = ("tag", "id", "name", "visible_text")


def similo(question: Question) -> list[float]:
    """Return Similo's score of every candidate, from 0 to 1: the share of what is known of the target."""
    known = sum(
        weight for key, weight in WEIGHTS.items() if key in ("location", "area", "shape") or key in question.target
    )
    return [_similo(question.target, seen) / known for seen in question.candidates]


def best(scores: list[float]) -> int | None:
    """Return who has the highest score: Similo as published answers always."""
    return max(range(len(scores)), key=scores.__getitem__) if scores else None


def cautious(scores: list[float], question: Question) -> int | None:
    """Return the best if its score is high and nobody unrelated comes near."""
    first = best(scores)
    if first is None or scores[first] < LEAST:
        return None
    head = question.candidates[first]
    rivals = [score for index, score in enumerate(scores) if not _related(head, question.candidates[index])]
    return first if scores[first] - max(rivals, default=0.0) >= LEAD else None


def cascade(question: Question) -> int | None:
    """Return the first that is equal in everything, else in the id, the name attribute, or the XPath."""
    target = question.target
    tests: list[Callable[[Element], bool]] = [lambda seen: _hash(seen) == _hash(target)]
    tests += [
        lambda seen, key=key: bool(target.get(key)) and seen.get(key) == target[key] and seen["tag"] == target["tag"]  # type: ignore[misc]
        for key in ("id", "name", "xpath")
    ]
    for test in tests:
        for index, seen in enumerate(question.candidates):
            if test(seen):
                return index
    return None


def _hash(element: Element) -> tuple[str, ...]:
    return (*(folded(str(element.get(key, ""))) for key in HASH), destination(element.get("href", ""))[1])


def _similo(target: Element, seen: Element) -> float:
    total = 0.0
    for key, weight in WEIGHTS.items():
        if key == "location":
            away = math.hypot(target["x"] - seen["x"], target["y"] - seen["y"])
            total += weight * max(0.0, 1.0 - away / 100.0)
        elif key == "area":
            total += weight * _ratio(target["width"] * target["height"], seen["width"] * seen["height"])
        elif key == "shape":
            mine, its = (one["width"] / one["height"] if one["height"] else 0.0 for one in (target, seen))
            total += weight * _ratio(mine, its)
        elif (one := target.get(key)) is not None and (other := seen.get(key)) is not None:
            total += weight * _likeness(key, one, other)
    return total


def _likeness(key: str, one: object, other: object) -> float:
    if key in ("tag", "name", "id", "is_button"):
        return float(str(one).casefold() == str(other).casefold())
    if key == "neighbor_text":
        mine, its = set(str(one).casefold().split()), set(str(other).casefold().split())
        return len(mine & its) / max(len(mine), len(its), 1)
    return fuzz.ratio(str(one).casefold(), str(other).casefold()) / 100.0


def _ratio(one: float, other: float) -> float:
    return min(one, other) / max(one, other) if min(one, other) > 0 else 0.0


def _related(one: Element, other: Element) -> bool:
    short, long = sorted((one["xpath"], other["xpath"]), key=len)
    if short == long or long.startswith(short + "/"):
        return True
    return all(one.get(key) == other.get(key) for key in ("tag", "visible_text", "href"))
