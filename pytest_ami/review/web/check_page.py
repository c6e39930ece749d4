"""Checks of candidates: started by the pages, asked for until they end, and the acceptance of a candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool

from pytest_ami.review.replay_check import CheckState

from .rendering import answer
from .requests import body, refused, text

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from pytest_ami.review.desk import ReviewDesk


async def start_check(request: Request) -> Response:
    """Start the check of a version, and answer with its state."""
    version = await _version(request)
    desk: ReviewDesk = request.app.state.desk
    found = await run_in_threadpool(desk.check, version, request.app.state.checks)
    return answer(_plain(found))


def check_state(request: Request) -> Response:
    """Answer with the state of the check of a version."""
    checks = request.app.state.checks
    found = checks.state(text(request, "version")) if checks else None
    return answer(_plain(found or CheckState(state="impossible", text="There was no check.")))


async def accept(request: Request) -> Response:
    """Let a version run from now on, on a person's command."""
    version = await _version(request)
    stored = await run_in_threadpool(request.app.state.desk.accept, version)
    return answer({"text": f"Version {stored.version} is {stored.status.value} and runs next."})


async def _version(request: Request) -> str:
    version = (await body(request)).get("version")
    if not isinstance(version, str):
        raise refused("The request names no version")
    return version


def _plain(found: CheckState) -> dict[str, object]:
    return {"state": found.state, "text": found.text, "done": found.done}
