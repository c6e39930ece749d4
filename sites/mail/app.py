"""The webmail's pages: signing in and out, lists, mails, settings. `api` answers the requests of scripts."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from pytest_ami.sites.requests import form_of
from pytest_ami.sites.shelf import FOREVER, shelf

from . import show
from .api import COOKIE, MailApi, change_settings
from .i18n import words
from .seed import ACCOUNT, PASSWORD
from .state import DENSITIES, PAGE_SIZES, SHELVES
from .writing import ADDRESS

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from pytest_ami.sites.ledger import Ledger
    from pytest_ami.sites.look import SiteLook

    from .state import MailState

MONTH = 30 * 24 * 3600
HOME = "/mail/inbox"
FRESH = {"Cache-Control": "no-store"}


def application(state: MailState, look: Callable[[], SiteLook], ledger: Ledger) -> Starlette:
    """Return the web application over one mailbox, in the look of the moment."""
    pages = MailPages(state, look, ledger)
    return Starlette(routes=[*MailApi(state, look, ledger).routes(), *pages.routes()])


class MailPages:
    """The routes that answer with HTML."""

    def __init__(self, state: MailState, look: Callable[[], SiteLook], ledger: Ledger) -> None:
        """Draw this state, in the look of the moment; note what changes for good."""
        self._state = state
        self._ledger = ledger
        self._look = look
        self._shelf = shelf(Path(__file__).parent)

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/", self.home),
            Route("/login", self.login, methods=["GET", "POST"]),
            Route("/signup", self.signup, methods=["GET", "POST"]),
            Route("/logout", self.logout, methods=["POST"]),
            Route("/mail/{folder}", self.folder),
            Route("/message/{id}", self.message),
            Route("/settings", self.settings, methods=["GET", "POST"]),
            Route("/assets/{name}", self.asset),
            Route("/favicon.ico", self.icon),
        ]

    async def home(self, request: Request) -> Response:
        """Go to the inbox, or to the log-in page."""
        return RedirectResponse(HOME if self._session(request) else "/login", 303)

    async def login(self, request: Request) -> Response:
        """Show the log-in page; sign in after the right password."""
        if request.method == "GET":
            done = {"out": "logged_out", "asked": "signup_done"}.get(request.query_params.get("after", ""))
            notice = words(self._look())[done] if done else ""
            return self._page("login.html", notice=notice, error="", user="")
        form = await form_of(request)
        user = form.get("user", "").strip()
        if user.casefold() != ACCOUNT or not secrets.compare_digest(
            form.get("password", "").encode(), PASSWORD.encode()
        ):
            error = words(self._look())["login_error"]
            return self._page("login.html", status=401, notice="", error=error, user=user)
        answer = RedirectResponse(HOME, 303)
        age = MONTH if form.get("remember") else None
        answer.set_cookie(COOKIE, self._state.sessions.open(), max_age=age, httponly=True, samesite="lax")
        return answer

    async def signup(self, request: Request) -> Response:
        """Show the form that asks for an account; take a request."""
        form = await form_of(request) if request.method == "POST" else {}
        name, address = form.get("name", "").strip(), form.get("user", "").strip()
        if name and ADDRESS.fullmatch(address):
            self._state.request_account(name, address)
            self._ledger.note("account requested", name=name, address=address)
            return RedirectResponse("/login?after=asked", 303)
        error = words(self._look())["signup_error"] if request.method == "POST" else ""
        return self._page("signup.html", notice="", error=error, name=name, user=address)

    async def logout(self, request: Request) -> Response:
        """Sign out."""
        self._state.sessions.close(request.cookies.get(COOKIE, ""))
        answer = RedirectResponse("/login?after=out", 303)
        answer.delete_cookie(COOKIE, httponly=True, samesite="lax")
        return answer

    async def folder(self, request: Request) -> Response:
        """Show a folder; its rows come later."""
        name = request.path_params["folder"]
        if name not in SHELVES:
            return RedirectResponse(HOME, 303)
        query = request.query_params.get("q", "").strip()
        number = request.query_params.get("page", "1")
        page = int(number) if number.isdecimal() else 1
        return self._inside(request, "list.html", folder=name, query=query, page=max(1, page))

    async def message(self, request: Request) -> Response:
        """Show one mail, which is read from now on."""
        entry = self._state.find(request.path_params["id"])
        session = self._session(request)
        if entry is None:
            self._state.sessions.leave_notice(session, words(self._look())["gone"])
            return RedirectResponse(HOME, 303)
        if session:
            self._state.mark(entry.mail.id, unread=False)
        mail = show.full(entry, self._look())
        return self._inside(
            request,
            "mail.html",
            folder=entry.folder,
            mail=mail | {"html": Markup(mail["html"])},  # noqa: S704  (cleaned)
        )

    async def settings(self, request: Request) -> Response:
        """Show the settings; save them from a plain form."""
        session = self._session(request)
        if request.method == "POST" and session:
            done = change_settings(self._state, await form_of(request), self._ledger)
            self._state.sessions.leave_notice(session, words(self._look())[done])
            return RedirectResponse("/settings", 303)
        return self._inside(request, "settings.html", folder="", sizes=PAGE_SIZES, densities=DENSITIES)

    async def asset(self, request: Request) -> Response:
        """Serve a static file; its address changes with its content."""
        return self._shelf.response(request.path_params["name"])

    async def icon(self, _: Request) -> Response:
        """Answer browsers that ask for an icon by themselves."""
        return Response(status_code=204, headers=FOREVER)

    def _session(self, request: Request) -> str:
        session = request.cookies.get(COOKIE, "")
        return session if self._state.sessions.knows(session) else ""

    def _inside(self, request: Request, template: str, **values: Any) -> Response:
        session = self._session(request)
        if not session:
            return RedirectResponse("/login", 303)
        settings = show.settings(self._state.settings)
        shared: dict[str, Any] = {
            "query": "",
            "notice": self._state.sessions.take_notice(session),
            "account": ACCOUNT,
            "settings": settings | {"start": Markup(settings["start"])},  # noqa: S704  (escaped where it was made)
            "folders": SHELVES,
            "unread": self._state.unread(),
        }
        return self._page(template, **shared | values)

    def _page(self, template: str, *, status: int = 200, **values: Any) -> Response:
        look = self._look()
        said = words(look)
        labels = {name: said["archive_folder" if name == "archive" else name] for name in SHELVES}
        html = self._shelf.render(look.design, template, {"t": said, "labels": labels, **values})
        return HTMLResponse(html, status, headers=FRESH)
