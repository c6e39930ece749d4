"""Selectors that resolve, and to whom: is a recorded XPath that now leads to another element told from one that holds?

Asks recorded page pairs (``identity.pages``). Every verdict is given with numbers that were fitted on the other sites.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.identity.pages import Element, Question, digest, questions
from benchmarks.identity.spelling import as_evidence
from benchmarks.identity.study import case, fitted
from benchmarks.redesign.score import rate
from pytest_ami.elements.candidates import Calibration, rank
from pytest_ami.elements.decide import decide

GOAL = 99.0
"""Per cent of the selectors that resolve to another element which must be noticed."""

SELECTORS = ("xpath", "idxpath")


def resolved(target: Element, candidates: Sequence[Element], selector: str) -> int | None:
    """Return which candidate a recorded XPath leads to; None where it leads to none of them.

    Args:
        target: As recorded.
        candidates: What is on the page now.
        selector: ``xpath``, the absolute one; or ``idxpath``, from the nearest element with an id on.
    """
    path = target["xpath"]
    if selector == "idxpath":
        path = absolute(target["idxpath"], candidates)
    return next((at for at, one in enumerate(candidates) if one["xpath"] == path), None)


def absolute(path: str, candidates: Sequence[Element]) -> str:
    """Return a path that begins at an id as an absolute one, or an empty string where nothing has the id."""
    start, _, tail = path.partition("]")
    if not start.startswith("//*[@id="):
        return path
    tail = tail.rstrip("/")
    for one in candidates:
        anchor, _, rest = one.get("idxpath", "").partition("]")
        rest = rest.rstrip("/")
        if anchor == start and one["xpath"].endswith(rest):
            return str(one["xpath"][: len(one["xpath"]) - len(rest)]) + tail
    return ""


def answers(path: Path, tell: Callable[[str], None] = lambda _: None) -> list[dict[str, Any]]:
    """Return a row for each selector that resolves, with the verdict on the element that it resolves to.

    Args:
        path: The file with the page pairs.
        tell: Called with a line of progress.

    Raises:
        OSError, ValueError: It cannot be read.
    """
    cases = [case(question) for question in questions(path)]
    found = []
    for site in sorted({one.question.site for one in cases}):
        tell(f"resolving: {site}")
        numbers = fitted([one for one in cases if one.question.site != site])
        asked = [one.question for one in cases if one.question.site == site and not one.question.gone]
        found += [
            answered(question, selector, at, numbers)
            for question in asked
            for selector in SELECTORS
            if (at := resolved(question.target, question.candidates, selector)) is not None
        ]
    return found


def answered(question: Question, selector: str, at: int, numbers: Calibration) -> dict[str, Any]:
    """Return what is said of the element that a selector resolves to, alone and among all."""
    target, candidates = as_evidence(question.target), [as_evidence(one) for one in question.candidates]
    alone = decide(rank(target, [candidates[at]], calibration=numbers))
    among = decide(rank(target, candidates, calibration=numbers))
    return {
        "site": question.site,
        "selector": selector,
        "target": str(question.target.get("visible_text", ""))[:60] or question.target["tag"],
        "seen": str(question.candidates[at].get("visible_text", ""))[:60] or question.candidates[at]["tag"],
        "right": at in question.right,
        "drifted": question.drifted,
        "said": alone.identity.value,
        "accepted": alone.usable,
        "accepted_among_all": among.usable and among.index == at,
        "evidence": list(alone.evidence[:6]),
    }


def figures(found: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return counts and rates, for each selector and for both."""
    return {
        **{name: _half([row for row in found if row["selector"] == name]) for name in SELECTORS},
        "both": _half(found),
        "goal": GOAL,
        "missed": [
            {key: row[key] for key in ("site", "selector", "target", "seen", "said", "evidence")}
            for row in found
            if not row["right"] and row["accepted"]
        ],
    }


def _half(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    wrong, right = ([row for row in rows if row["right"] is side] for side in (False, True))
    still = [row for row in right if not row["drifted"]]
    return {
        "resolves": len(rows),
        "resolves_to_another": rate(len(wrong), len(rows)),
        "caught": rate(sum(not row["accepted"] for row in wrong), len(wrong)),
        "caught_among_all": rate(sum(not row["accepted_among_all"] for row in wrong), len(wrong)),
        "false_alarms": rate(sum(not row["accepted"] for row in right), len(right)),
        "called_different": rate(sum(row["said"] == "different" for row in right), len(right)),
        "false_alarms_unchanged": rate(sum(not row["accepted"] for row in still), len(still)),
    }


def measure(path: Path, tell: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Ask all questions of a file; return the figures and the file's digest."""
    return {**figures(answers(path, tell)), "data": digest(path)[:16]}


def lines(found: Mapping[str, Any]) -> list[str]:
    """Return the figures as people read them."""
    made = []
    for name in (*SELECTORS, "both"):
        half = found[name]
        caught, false = half["caught"], half["false_alarms"]
        made.append(
            f"{name}: resolves {half['resolves']} times, to another element {half['resolves_to_another']['count']};"
            f" caught {caught['count']} of {caught['of']}, {caught['rate']} % ({caught['interval'][0]} to"
            f" {caught['interval'][1]}; goal >= {found['goal']:.0f} %);"
            f" right ones refused {false['count']} of {false['of']}, {false['rate']} %"
        )
    return made
