"""The consequence of a verdict in words, before and after it is recorded. Pure.

It knows impacts and numbers of versions. It must never compute an impact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_ami.model.review.annotation import Impact


def phrases(impact: Impact, numbers: Mapping[str, int], *, recorded: bool = False) -> tuple[str, ...]:
    """Return what a verdict does, one sentence each; at least one.

    Args:
        impact: Its impact.
        numbers: Number of each version by its id.
        recorded: Whether the verdict is recorded already.
    """
    found = tuple(_phrases(impact, numbers, recorded=recorded))
    return found or ("No version changes: the verdict counts for golden paths and error patterns.",)


def _phrases(impact: Impact, numbers: Mapping[str, int], *, recorded: bool) -> Iterator[str]:
    task = ", ".join(f"“{name}”" for name in impact.tasks)
    verb = "is" if len(impact.put_aside) == 1 else "are"
    if impact.put_aside:
        yield f"{_named(impact.put_aside, numbers)} of {task} {verb} put aside and never replayed again."
    if impact.restored:
        yield f"{_named(impact.restored, numbers)} of {task} may run again."
    if (impact.put_aside or impact.restored) and impact.takes_over:
        yield f"{_named((impact.takes_over,), numbers)} runs next."
    if (impact.put_aside or impact.restored) and impact.lesson:
        yield "No version is left to run: the next run learns the task."
    if impact.proposal:
        yield f"{_named((impact.proposal,), numbers)} is the correction as a candidate."
    elif impact.advice:
        yield "The correction names no known element: lessons get it as advice."
    elif recorded is False and impact.put_aside:
        yield "A correction that names an element becomes a candidate."


def _named(ids: tuple[str, ...], numbers: Mapping[str, int]) -> str:
    names = [str(numbers[one]) if one in numbers else one[:8] for one in ids]
    return f"Version{'' if len(names) == 1 else 's'} {', '.join(names)}"
