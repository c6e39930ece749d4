"""The requests scripts make: lists, one issue, changes, the board, activity. JSON in, JSON out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse
from starlette.routing import Route

from pytest_ami.sites.requests import json_of

from . import show
from .desk import MOST_BYTES, TrackerActions
from .i18n import words
from .seed import ME
from .state import SORTS, Query

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from pytest_ami.sites.look import SiteLook

    from .desk import ActionOutcome
    from .state import TrackerState

    Handler = Callable[[Request], Awaitable[Response]]

COOKIE = "burrow_session"
MOST_ROWS = 100


class TrackerApi:
    """The JSON routes over one project."""

    def __init__(self, state: TrackerState, look: Callable[[], SiteLook], desk: TrackerActions) -> None:
        """Answer from this state, in the language of the look of the moment; change it at the desk."""
        self._state = state
        self._look = look
        self._desk = desk

    def routes(self) -> list[Route]:
        """Return the routes, each for signed-in sessions only."""
        table: list[tuple[str, str, Handler]] = [
            ("/api/me", "GET", self.me),
            ("/api/issues", "GET", self.listing),
            ("/api/issues", "POST", self.create),
            ("/api/issues/{key}", "GET", self.issue),
            ("/api/issues/{key}", "POST", self.change),
            ("/api/issues/{key}/comments", "POST", self.comment),
            ("/api/issues/{key}/files", "POST", self.attach),
            ("/api/issues/{key}/{action}", "POST", self.act),
            ("/api/board", "GET", self.board),
            ("/api/activity", "GET", self.activity),
        ]
        return [Route(path, self._guarded(handler), methods=[method]) for path, method, handler in table]

    def _guarded(self, handler: Handler) -> Handler:
        async def guarded(request: Request) -> Response:
            if not self._state.sessions.knows(request.cookies.get(COOKIE, "")):
                return JSONResponse({"error": "login"}, 401)
            return await handler(request)

        return guarded

    async def me(self, _: Request) -> Response:
        """Answer with the signed-in user, the words of the pages, and the choices."""
        look = self._look()
        return JSONResponse(
            {"name": ME, "initials": show.initials(ME), "hue": show.hue(ME), "words": dict(words(look))}
            | show.choices(look)
        )

    async def listing(self, request: Request) -> Response:
        """Some rows of a list, and how many there are."""
        found = self._state.select(query_of(request.query_params))
        first = number_of(request.query_params.get("offset"), 0)
        size = min(MOST_ROWS, number_of(request.query_params.get("limit"), MOST_ROWS))
        look = self._look()
        rows = [show.row(issue, look) for issue in found[first : first + size]]
        total = words(look)["total"].format(total=len(found))
        return JSONResponse({"rows": rows, "total": len(found), "total_text": total})

    async def create(self, request: Request) -> Response:
        """Create an issue."""
        return self._told(self._desk.create(await json_of(request)))

    async def issue(self, request: Request) -> Response:
        """Everything about one issue."""
        issue = self._state.find(request.path_params["key"])
        if issue is None:
            return JSONResponse({"error": words(self._look())["gone"]}, 404)
        return JSONResponse(show.full(issue, self._look()))

    async def change(self, request: Request) -> Response:
        """Change one field of an issue."""
        form = await json_of(request)
        key = request.path_params["key"]
        return self._told(self._desk.change(key, str(form.get("field", "")), str(form.get("value", ""))))

    async def comment(self, request: Request) -> Response:
        """Add a comment."""
        return self._told(self._desk.comment(request.path_params["key"], await json_of(request)))

    async def attach(self, request: Request) -> Response:
        """Attach the file that is the body of the request."""
        body = bytearray()
        async for (
            part
        ) in request.stream():  # read to its end even if too large: else the browser reports a lost connection
            if len(body) <= MOST_BYTES:
                body += part
        return self._told(
            self._desk.attach(request.path_params["key"], request.query_params.get("name", ""), bytes(body))
        )

    async def act(self, request: Request) -> Response:
        """Close, reopen, archive, restore or delete an issue."""
        return self._told(self._desk.act(request.path_params["key"], request.path_params["action"]))

    async def board(self, request: Request) -> Response:
        """The columns of the board."""
        return JSONResponse({"columns": show.board(self._state, request.query_params.get("q", ""), self._look())})

    async def activity(self, _: Request) -> Response:
        """The lines of the activity page."""
        return JSONResponse({"events": show.events(self._state, self._look())})

    def _told(self, outcome: ActionOutcome) -> Response:
        look = self._look()
        said = words(look)[outcome.word]
        if not outcome.ok:
            return JSONResponse({"error": said}, 404 if outcome.word == "gone" else 422)
        shown = show.full(outcome.issue, look) if outcome.issue else None
        return JSONResponse({"notice": said, "issue": shown})


def query_of(asked: Mapping[str, str]) -> Query:
    """Return the filter of a list from an address."""
    sort = asked.get("sort", "updated")
    known = sort if sort in SORTS else "updated"
    down = asked.get("dir", "down" if known == "updated" else "up") == "down"
    texts: dict[str, Any] = {name: asked.get(name, "").strip() for name in ("status", "priority", "due")}
    return Query(view=asked.get("view", "open"), text=asked.get("q", "").strip(), sort=known, down=down, **texts)


def number_of(text: str | None, otherwise: int) -> int:
    """Return a number from an address; anything else counts as the default."""
    return int(text) if text and text.isdecimal() else otherwise
