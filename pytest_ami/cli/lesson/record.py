"""A lesson as its fact says it, with the type of each part. Must never read a store.

The fact may come from a stranger's journal (DESIGN law 13): one of another form is no record.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from pytest_ami.model.codec import from_plain
from pytest_ami.model.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRecord:
    """One move of a lesson.

    Attributes:
        kind: Its kind.
        element: The element as a phrase; empty for none.
        value: Template of its text.
        ok: Whether it was carried out.
        problem: Why not.
    """

    kind: str
    element: str = ""
    value: str = ""
    ok: bool = True
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonRecord:
    """One lesson, with the place where it was given. ``flow.commit.lesson_record`` says what the other parts are."""

    task: str
    test: str
    attempt: int
    run: str
    at: str
    teacher: str = ""
    outcome: str = ""
    kept: bool = False
    why: str = ""
    evidence: tuple[str, ...] = ()
    moves: tuple[MoveRecord, ...] = ()
    steps: tuple[str, ...] = ()
    calls: int = 0
    tokens: int = 0
    money: float = 0.0
    seconds: float = 0.0
    transcript: str = ""
    outlook: str = ""


def record_of(row: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the lesson of a fact as plain data; None if the fact has another form.

    Args:
        row: ``task, test, attempt, run, at`` and ``data``, the latter as JSON.
    """
    try:
        data = json.loads(row["data"]) if isinstance(row["data"], str) else dict(row["data"])
        where = {name: row[name] for name in ("task", "test", "attempt", "run", "at")}
        plain = asdict(from_plain(LessonRecord, {**data, **where}))
    except (ValueError, TypeError, StoreError):
        return None
    return plain
