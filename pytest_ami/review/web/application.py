"""The application: all routes, the desk that they work on, and errors as pages.

It knows routes. It must never know the content of a page.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from pytest_ami.model.errors import AmiError, ConfigurationError
from pytest_ami.report.html.writer import LOOK

from .check_page import accept, check_state, start_check
from .compare_page import compare
from .path_page import path_editor, save_path
from .player_page import details, impact, player, similar, verdicts
from .rendering import answer, page
from .statistics_page import statistics
from .task_pages import task_list, task_rows, task_view

if TYPE_CHECKING:
    from starlette.requests import Request

    from pytest_ami.review.desk import ReviewDesk
    from pytest_ami.review.replay_check import ReplayChecks

STATIC = Path(__file__).parent / "static"
"""Scripts and the style sheet."""

KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
"""Content types of the static files."""

FOREVER = "private, max-age=31536000, immutable"
"""For pictures: the name of a picture is the digest of its content."""

ROUTES = (
    Route("/", task_list, name="tasks"),
    Route("/rows", task_rows),
    Route("/task", task_view),
    Route("/session/{session}", player),
    Route("/session/{session}/step/{step:int}", details),
    Route("/session/{session}/step/{step:int}/impact", impact),
    Route("/session/{session}/step/{step:int}/similar", similar),
    Route("/verdicts", verdicts, methods=["POST"]),
    Route("/check", check_state),
    Route("/check", start_check, methods=["POST"]),
    Route("/accept", accept, methods=["POST"]),
    Route("/statistics", statistics),
    Route("/path", path_editor),
    Route("/path", save_path, methods=["POST"]),
    Route("/compare", compare),
)
"""The pages, and the one address for verdicts."""


def application(desk: ReviewDesk, checks: ReplayChecks | None = None) -> Starlette:
    """Return the application on a desk. It must stand behind ``guard.Guard``.

    Args:
        desk: The desk.
        checks: Where candidates are checked by a replay; None to check none.
    """
    app = Starlette(
        routes=[*ROUTES, Route("/pictures/{run}/{name}", picture), Route("/static/{name}", static)],
        exception_handlers={AmiError: problem, HTTPException: missing},
    )
    app.state.desk = desk
    app.state.checks = checks
    return app


def static(request: Request) -> Response:
    """Answer with a script or the style sheet."""
    name = request.path_params["name"]
    path = LOOK if name == LOOK.name else STATIC / name
    if path.suffix not in KINDS or path.parent not in (STATIC, LOOK.parent) or not path.is_file():
        raise HTTPException(404, "There is no such file")
    return FileResponse(path, media_type=KINDS[path.suffix])


def picture(request: Request) -> Response:
    """Answer with a picture of a run."""
    name = request.path_params["name"]
    found = request.app.state.desk.picture(request.path_params["run"], name)
    if not found:
        raise HTTPException(404, "This picture was not kept")
    return Response(found, media_type=f"image/{name.rpartition('.')[2]}", headers={"Cache-Control": FOREVER})


def problem(request: Request, error: Exception) -> Response:
    """Answer with an error of ours: its four parts as a page, or as JSON where the page's script asked."""
    assert isinstance(error, AmiError)  # noqa: S101  (the table of handlers says so)
    status = 400 if isinstance(error, ConfigurationError) else 503
    parts = {"what": error.what, "why": error.why, "evidence": list(error.evidence), "run": error.run}
    if request.method == "POST":
        return answer({"error": parts}, status)
    return page(request, "problem.html", status, **parts)


def missing(request: Request, error: Exception) -> Response:
    """Answer that there is no such page."""
    assert isinstance(error, HTTPException)  # noqa: S101  (the table of handlers says so)
    what = error.detail if error.status_code != 404 or error.detail != "Not Found" else "There is no such page"  # noqa: PLR2004
    return page(request, "problem.html", error.status_code, what=what, why="", evidence=[], run="")
