"""The consequence of verdicts: the difference between the versions of a task before and after. Pure.

It knows the outcome of the version fold. It must never know why a version is marked.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from pytest_ami.model.review.annotation import Impact

if TYPE_CHECKING:
    from pytest_ami.store.version_fold import Lineages


def marked_in(lineages: Lineages, task: str) -> frozenset[str]:
    """Return the ids of the versions of a task that must not run because of a mark."""
    return frozenset(version.id for version in lineages.versions(task) if version.marked)


def impact_on(task: str, before: Collection[str], after: Lineages) -> Impact:
    """Return the impact on one task.

    Args:
        task: The task.
        before: Ids of its versions that were marked before.
        after: All versions afterwards.
    """
    now, current = marked_in(after, task), after.current(task)
    return Impact(
        tasks=(task,),
        put_aside=tuple(sorted(now.difference(before))),
        restored=tuple(sorted(set(before) - now)),
        takes_over=current.id if current else "",
        lesson=current is None,
    )


def joined(impacts: Sequence[Impact], tasks: Sequence[str]) -> Impact:
    """Return the impact on several tasks; of one task, the version that takes over is known."""
    single = impacts[0] if len(impacts) == 1 else Impact()
    return Impact(
        tasks=tuple(tasks),
        put_aside=tuple(one for impact in impacts for one in impact.put_aside),
        restored=tuple(one for impact in impacts for one in impact.restored),
        takes_over=single.takes_over,
        lesson=any(impact.lesson for impact in impacts),
    )
