"""The path editor: the steps of a version are reordered, dropped, merged and relabelled; the result is a candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool

from pytest_ami.model.errors import ConfigurationError
from pytest_ami.review.path_edit import StepGroup, labels, mergeable

from .rendering import answer, page, query
from .requests import body, refused, text

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from pytest_ami.review.desk import ReviewDesk

MOST_GROUPS = 1_000
"""Number of steps of an edited path."""


def path_editor(request: Request) -> Response:
    """Answer with the steps of a version, ready to be edited."""
    desk: ReviewDesk = request.app.state.desk
    task, wanted = text(request, "task"), text(request, "version")
    versions = desk.versions(task)
    current = desk.runs_now(task)
    base = next((one for one in versions if one.id == (wanted or current)), None)
    if base is None:
        raise ConfigurationError(
            "There is no version to edit",
            why="The task has no such version, or none that would run.",
            evidence=[f"task: {task}", f"version: {wanted or 'the one that runs next'}"],
            run="ami list",
        )
    names = labels(base)
    steps = [
        {
            "number": number,
            "title": step.title(),
            "label": names[number - 1],
            "page": step.route,
            "commits": bool(step.sent),
            "merges": number > 1 and mergeable(base.steps[number - 2], step),
        }
        for number, step in enumerate(base.steps, start=1)
    ]
    return page(request, "path.html", task=task, base=base, steps=steps, versions=versions[::-1], current=current)


async def save_path(request: Request) -> Response:
    """Add the edited path as a candidate, and answer with its number."""
    desk: ReviewDesk = request.app.state.desk
    found = await body(request)
    version, entries = found.get("version"), found.get("groups")
    if not isinstance(version, str) or not isinstance(entries, list) or len(entries) > MOST_GROUPS:
        raise refused("An edited path needs a version and its groups of steps")
    stored = await run_in_threadpool(desk.edit, version, [_group(entry) for entry in entries])
    address = f"task?{query(task=stored.task)}"
    return answer({"version": stored.version, "id": stored.id, "status": stored.status.value, "next": address})


def _group(entry: object) -> StepGroup:
    steps = entry.get("steps") if isinstance(entry, dict) else None
    label = entry.get("label", "") if isinstance(entry, dict) else None
    if not isinstance(steps, list) or not all(type(one) is int for one in steps) or not isinstance(label, str):
        raise refused("A group needs numbers of steps, and a label that is a text")
    return StepGroup(steps=tuple(steps), label=label)
