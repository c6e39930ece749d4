"""The tracker's pages and their plain forms. `api` answers the requests of scripts, `desk` performs the changes."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from markupsafe import Markup
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from pytest_ami.sites.requests import form_of
from pytest_ami.sites.shelf import FOREVER, shelf

from . import show
from .api import COOKIE, TrackerApi, number_of, query_of
from .desk import TrackerActions
from .i18n import words
from .seed import ME, PASSWORD, USER

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.requests import Request

    from pytest_ami.sites.ledger import Ledger
    from pytest_ami.sites.look import SiteLook

    from .desk import ActionOutcome
    from .state import Query, TrackerState

HOME = "/issues"
FRESH = {"Cache-Control": "no-store"}
PAGE_SIZE = {"2019": 25, "2023": 20}
NEIGHBOURS = {"127.0.0.1": "localhost", "localhost": "127.0.0.1"}


def application(state: TrackerState, look: Callable[[], SiteLook], ledger: Ledger) -> Starlette:
    """Return the web application over one project, in the look of the moment."""
    desk = TrackerActions(state, ledger)
    return Starlette(routes=[*TrackerApi(state, look, desk).routes(), *TrackerPages(state, look, desk).routes()])


class TrackerPages:
    """The routes that answer with HTML and files."""

    def __init__(self, state: TrackerState, look: Callable[[], SiteLook], desk: TrackerActions) -> None:
        """Draw this state, in the look of the moment; change it at the desk."""
        self._state = state
        self._look = look
        self._desk = desk
        self._shelf = shelf(Path(__file__).parent)

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/", self.home),
            Route("/login", self.login, methods=["GET", "POST"]),
            Route("/logout", self.logout, methods=["POST"]),
            Route("/issues", self.issues, methods=["GET", "POST"]),
            Route("/issues/new", self.new),
            Route("/issue/{key}", self.issue),
            Route("/issue/{key}/print", self.printable),
            Route("/issue/{key}/{action}", self.act, methods=["POST"]),
            Route("/board", self.board),
            Route("/activity", self.activity),
            Route("/export.csv", self.export),
            Route("/files/{id}", self.file),
            Route("/editor", self.editor),
            Route("/assets/{name}", self.asset),
            Route("/favicon.ico", self.icon),
        ]

    async def home(self, request: Request) -> Response:
        """Go to the list, or to the log-in page."""
        return RedirectResponse(HOME if self._session(request) else "/login", 303)

    async def login(self, request: Request) -> Response:
        """Show the log-in page; sign in after the right password."""
        if request.method == "GET":
            return self._page("login.html", error="", user="")
        form = await form_of(request)
        user = form.get("user", "").strip()
        known = secrets.compare_digest(form.get("password", "").encode(), PASSWORD.encode())
        if user.casefold() != USER or not known:
            return self._page("login.html", status=401, error=words(self._look())["login_error"], user=user)
        answer = RedirectResponse(HOME, 303)
        answer.set_cookie(COOKIE, self._state.sessions.open(), httponly=True, samesite="lax")
        return answer

    async def logout(self, request: Request) -> Response:
        """Sign out."""
        self._state.sessions.close(request.cookies.get(COOKIE, ""))
        answer = RedirectResponse("/login", 303)
        answer.delete_cookie(COOKIE, httponly=True, samesite="lax")
        return answer

    async def issues(self, request: Request) -> Response:
        """Show the list, or the part of it that scripts exchange; create an issue from a plain form."""
        if request.method == "POST" and self._session(request):
            form = await form_of(request)
            outcome = self._desk.create(form)
            if not outcome.ok:
                return self._inside(request, "new.html", here="new", form=form, error=words(self._look())[outcome.word])
            return self._after(request, outcome, HOME)
        query = query_of(request.query_params)
        template = "rows.html" if request.query_params.get("part") else "list.html"
        return self._inside(request, template, here="issues", **self._listed(query, request.query_params))

    async def new(self, request: Request) -> Response:
        """Show the form for a new issue, where a design has a page for it."""
        if self._look().design != "2019":
            return RedirectResponse(HOME, 303)
        return self._inside(request, "new.html", here="new", form={}, error="")

    async def issue(self, request: Request) -> Response:
        """Show one issue."""
        return self._one(request, "issue.html")

    async def printable(self, request: Request) -> Response:
        """Show one issue on paper."""
        return self._one(request, "print.html")

    async def act(self, request: Request) -> Response:
        """Perform the action of a plain form, and go back to its page."""
        if not self._session(request):
            return RedirectResponse("/login", 303)
        form = await form_of(request)
        key, action = request.path_params["key"], request.path_params["action"]
        if action == "comment":
            outcome = self._desk.comment(key, form)
        elif action == "change":
            outcome = self._desk.change(key, form.get("field", ""), form.get("value", ""))
        else:
            outcome = self._desk.act(key, action)
        back = form.get("back", "")
        return self._after(request, outcome, back if back.startswith(("/issue", "/board")) else f"/issue/{key}")

    async def board(self, request: Request) -> Response:
        """Show the board."""
        text = request.query_params.get("q", "")
        columns = show.board(self._state, text, self._look())
        template = "columns.html" if request.query_params.get("part") else "board.html"
        return self._inside(request, template, here="board", columns=columns, text=text)

    async def activity(self, request: Request) -> Response:
        """Show what happened lately."""
        events = show.events(self._state, self._look())
        return self._inside(request, "activity.html", here="activity", events=events)

    async def export(self, request: Request) -> Response:
        """Hand out the list as a file."""
        if not self._session(request):
            return RedirectResponse("/login", 303)
        body = show.table(self._state.select(query_of(request.query_params)), words(self._look()))
        headers = {"Content-Disposition": 'attachment; filename="issues.csv"'} | FRESH
        return Response(body.encode("utf-8-sig"), media_type="text/csv; charset=utf-8", headers=headers)

    async def file(self, request: Request) -> Response:
        """Hand out an attachment, always as a download."""
        file = self._state.file(request.path_params["id"]) if self._session(request) else None
        if file is None:
            return Response("Not found", 404, media_type="text/plain")
        headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(file.name)}"} | FRESH
        return Response(file.body, media_type="application/octet-stream", headers=headers)

    async def editor(self, request: Request) -> Response:
        """Show the editor that pages of another origin frame. It knows no session and no issue."""
        if self._look().design == "2019":
            return Response("Not found", 404, media_type="text/plain")
        field = "add_comment" if request.query_params.get("for") == "comment" else "description"
        label = words(self._look())["comment" if field == "add_comment" else field]
        return self._page("editor.html", label=label)

    async def asset(self, request: Request) -> Response:
        """Serve a static file; its address changes with its content."""
        return self._shelf.response(request.path_params["name"])

    async def icon(self, _: Request) -> Response:
        """Answer browsers that ask for an icon by themselves."""
        return Response(status_code=204, headers=FOREVER)

    def _one(self, request: Request, template: str) -> Response:
        issue = self._state.find(request.path_params["key"])
        if issue is None:
            self._state.sessions.leave_notice(self._session(request), words(self._look())["gone"])
            return RedirectResponse(HOME, 303)
        shown = show.full(issue, self._look())
        safe = {"html": Markup(issue.html)}  # noqa: S704  (cleaned when it was kept)
        comments = [one | {"html": Markup(one["html"])} for one in shown["comments"]]  # noqa: S704  (cleaned too)
        return self._inside(request, template, here="issue", issue=shown | safe | {"comments": comments})

    def _listed(self, query: Query, asked: Mapping[str, str]) -> dict[str, Any]:
        look = self._look()
        found = self._state.select(query)
        size = PAGE_SIZE.get(look.design, 1)
        pages = max(1, -(-len(found) // size))
        page = min(max(1, number_of(asked.get("page"), 1)), pages)
        first = (page - 1) * size
        shown = found[first : first + size]
        kept = {name: value for name, value in asked.items() if name not in ("page", "part") and value}
        return {
            "rows": [show.row(issue, look) for issue in shown],
            "query": query,
            "asked": kept,
            "page": page,
            "pages": pages,
            "range": show.place(look, first + 1, first + len(shown), len(found)),
            "address": lambda **more: f"{HOME}?{urlencode(kept | more)}",
        }

    def _after(self, request: Request, outcome: ActionOutcome, back: str) -> Response:
        self._state.sessions.leave_notice(self._session(request), words(self._look())[outcome.word])
        gone = outcome.word in ("gone", "notice_deleted") and back.startswith("/issue/")
        return RedirectResponse(HOME if gone else back, 303)

    def _session(self, request: Request) -> str:
        session = request.cookies.get(COOKIE, "")
        return session if self._state.sessions.knows(session) else ""

    def _inside(self, request: Request, template: str, **values: Any) -> Response:
        session = self._session(request)
        if not session:
            return RedirectResponse("/login", 303)
        part = template in ("rows.html", "columns.html")
        url = request.url
        host = NEIGHBOURS.get(url.hostname or "", url.hostname)
        shared: dict[str, Any] = {
            "notice": "" if part else self._state.sessions.take_notice(session),
            "me": {"name": ME, "initials": show.initials(ME), "hue": show.hue(ME)},
            "path": url.path + (f"?{url.query}" if url.query else ""),
            "studio": f"{url.scheme}://{host}:{url.port}/editor",
            **show.choices(self._look()),
        }
        return self._page(template, **shared | values)

    def _page(self, template: str, *, status: int = 200, **values: Any) -> Response:
        look = self._look()
        html = self._shelf.render(look.design, template, {"t": words(look), **values})
        return HTMLResponse(html, status, headers=FRESH)
