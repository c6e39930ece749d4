"""The evidence of a stored step, piece by piece, each with its source.

Rules of this module:

* A piece with a hole follows from the values of the run or from the page's own address.
* A piece that two recordings were compared for has the second recording as its source, whether it was kept or folded.
* Everything else stands as the first recording saw it: nobody knows yet whether it is data.

Knows steps. Must never know a page or a terminal.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pytest_ami.engine.versions.generalisation import SOURCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_ami.model.workflow import Step

VALUES, FIRST = "values and routes", "first recording"
"""Sources of evidence, beside the second recording."""

TEXTS = ("name", "label", "text", "context", "heading", "landmark")
"""Texts of a control that are evidence."""

EFFECTS = ("notices", "appeared", "vanished", "filtered", "listed")
_HOLE = re.compile(r"\{\{\w+\}\}|:id\b|:slug\(")


class Evidence(NamedTuple):
    """One piece of evidence: its part of the step, the piece, and its source."""

    part: str
    piece: str
    source: str


def evidence_of(step: Step) -> Iterator[Evidence]:
    """Yield the evidence of a step: of its control first, then of its effects."""
    compared = set(step.sources.removeprefix(f"{SOURCE}: ").split(", ")) if step.sources else set()
    for part, text, group in _pieces(step):
        source = VALUES if _HOLE.search(text) else SOURCE if group in compared else FIRST
        yield Evidence(part, text, source)
    if compared:
        yield Evidence("compared", ", ".join(sorted(compared)), SOURCE)


def _pieces(step: Step) -> Iterator[tuple[str, str, str]]:
    """Yield the part, the piece, and the name under which two recordings compare it."""
    if step.target is not None:
        texts = ((name, getattr(step.target, name)) for name in TEXTS)
        for name, text in (*texts, *step.target.attributes.items(), *step.target.details.items()):
            if text:
                yield name, text, "target"
    yield from (("leads to", text, "route") for text in (step.effects.route,) if text)
    yield from ((name, text, name) for name in EFFECTS for text in getattr(step.effects, name))
    yield from (("sends", text, "sent") for text in (step.sent,) if text)
