"""Recorded page pairs as questions, each present once and gone once, with what counts as right.

Knows the file's format. Must never know a ranker.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_ami.elements.element import destination, folded

Element = dict[str, Any]

DECISIVE = ("tag", "id", "name", "type", "href", "visible_text", "xpath")
"""An element has drifted unless all of these are byte by byte as they were."""

LOOKED_AT = 12
"""Sites, the first by the hash of their name, whose errors were looked at while the rules were written."""

LOOKED_AT_LATER = frozenset({"Force"})
"""Of the other nine, whose errors were looked at after the first measurement. That one had healed 61 of
their 93 drifted elements, 3 wrongly (all here: the wrapper of the button), and none of their 136 gone ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One recorded element on one changed page.

    Attributes:
        site: Whose page.
        target: As recorded.
        candidates: What is on the page now.
        right: Positions among the candidates that are right answers; none where the element is gone.
        gone: Whether it was taken out.
        drifted: Whether it is no longer what it was, byte by byte.
    """

    site: str
    target: Element
    candidates: list[Element]
    right: frozenset[int]
    gone: bool
    drifted: bool


def questions(path: Path) -> list[Question]:
    """Return all questions of a file: every element once as it is, and once taken out of its page.

    Raises:
        OSError: The file cannot be read.
        ValueError: It is no such file.
    """
    return [question for page in _pages(path) for question in _of(page)]


def digest(path: Path) -> str:
    """Return the SHA-256 of the file as it is."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def seen_sites(sites: set[str]) -> set[str]:
    """Return the sites that were looked at while the rules were written; the others were only ever measured."""
    return set(sorted(sites, key=lambda site: hashlib.sha256(site.encode()).hexdigest())[:LOOKED_AT]) | LOOKED_AT_LATER


def _pages(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _of(page: dict[str, Any]) -> Iterator[Question]:
    candidates: list[Element] = page["candidates"]
    for asked in page["questions"]:
        target, truth, gone = asked["target"], asked["truth"], set(asked["gone"])
        drifted = any(target.get(key) != candidates[truth].get(key) for key in DECISIVE)
        right = _right(candidates, truth)
        left = [element for index, element in enumerate(candidates) if index not in gone]
        common = {"site": page["site"], "target": target, "drifted": drifted}
        yield Question(candidates=candidates, right=right, gone=False, **common)
        yield Question(candidates=left, right=frozenset(), gone=True, **common)


def _right(candidates: list[Element], truth: int) -> frozenset[int]:
    """Return the element, its parent and children, and its identical twins (tag, text, path of the link)."""
    true = candidates[truth]
    parent = true["xpath"].rsplit("/", 1)[0]

    def likewise(one: Element) -> tuple[str, str, str]:
        return one["tag"], folded(one.get("visible_text", "")), destination(one.get("href", ""))[1]

    wanted = likewise(true)
    return frozenset(
        index
        for index, one in enumerate(candidates)
        if index == truth
        or one["xpath"] == parent
        or one["xpath"].rsplit("/", 1)[0] == true["xpath"]
        or (wanted[1] and likewise(one) == wanted)
    )
