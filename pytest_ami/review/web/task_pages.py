"""The pages of tasks: the list, and one task with its sessions and versions.

The list is one query of the store. If it takes longer than ``PATIENCE``, the page comes without rows and fetches them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
from anyio import to_thread
from starlette.responses import Response

from pytest_ami.model.outcome import Outcome
from pytest_ami.review.catalogue import STATES, Filter, TaskSummary, cut

from .rendering import page
from .requests import number, text

if TYPE_CHECKING:
    from starlette.requests import Request

    from pytest_ami.review.desk import ReviewDesk

PATIENCE = 0.3
"""Seconds that a page waits for its rows before it is sent without them."""


async def task_list(request: Request) -> Response:
    """Answer with the list of tasks; without rows if the store takes its time."""
    found: tuple[TaskSummary, ...] | None = None
    with anyio.move_on_after(PATIENCE):
        found = await to_thread.run_sync(request.app.state.desk.tasks, abandon_on_cancel=True)
    return page(request, "tasks.html", **_values(request, found))


def task_rows(request: Request) -> Response:
    """Answer with the rows of the list only."""
    return page(request, "task_rows.html", **_values(request, request.app.state.desk.tasks()))


def task_view(request: Request) -> Response:
    """Answer with one task: its sessions, newest first, and its versions."""
    desk: ReviewDesk = request.app.state.desk
    task = text(request, "task")
    sessions = cut(desk.sessions(task), number(request, "page", 1))
    versions = desk.versions(task)
    values = {"sessions": sessions, "versions": versions[::-1], "current": desk.runs_now(task), "task": task}
    return page(request, "task.html", status=200 if sessions.total or versions else 404, **values)


def _values(request: Request, rows: tuple[TaskSummary, ...] | None) -> dict[str, Any]:
    chosen = Filter(words=text(request, "q"), outcome=text(request, "outcome"), state=text(request, "state"))
    shown = [row for row in rows if chosen.accepts(row)] if rows is not None else []
    return {
        "cut": cut(shown, number(request, "page", 1)),
        "loaded": rows is not None,
        "known": len(rows or ()),
        "filter": chosen,
        "outcomes": [outcome.value for outcome in Outcome],
        "states": STATES,
        "address": request.url.query,
    }
