"""The bank's pages: sign-in, all pages after it, plain forms. `api` answers the requests of scripts."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from pytest_ami.sites.requests import form_of
from pytest_ami.sites.shelf import FOREVER, shelf

from .api import COOKIE, BankApi
from .desk import DAYS, BankActions, RefusalError
from .door import USER
from .i18n import words
from .money import grouped_iban, money
from .seed import CUSTOMER, PERSON
from .show import BankPages

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.requests import Request

    from pytest_ami.sites.ledger import Ledger
    from pytest_ami.sites.look import SiteLook

    from .door import Door
    from .state import BankState

WAITING = "bank_login"
HOME = "/accounts"
FRESH = {"Cache-Control": "no-store"}
INSIDE = {
    "/accounts": "accounts",
    "/accounts/{which}": "account",
    "/bookings/{which}": "booking",
    "/transfer": "transfer",
    "/orders": "orders",
    "/orders/new": "new-order",
    "/orders/{which}": "order",
    "/cards": "cards",
    "/cards/{which}": "card",
    "/messages": "messages",
    "/messages/new": "new-message",
    "/messages/{which}": "message",
    "/profile": "profile",
    "/profile/edit": "edit-profile",
}
SECTIONS = {
    "accounts": ("accounts", "account", "booking"),
    "transfer": ("transfer", "review"),
    "orders": ("orders", "order", "new-order"),
    "cards": ("cards", "card"),
    "messages": ("messages", "message", "new-message"),
    "profile": ("profile", "edit-profile"),
}
FORMS = {
    "transfer": "transfer",
    "transfer-all": "transfer",
    "order": "new-order",
    "contact": "edit-profile",
    "write": "new-message",
}
QUESTIONS = {"block": "card", "close-account": "account", "delete": "order"}


def application(state: BankState, door: Door, look: Callable[[], SiteLook], ledger: Ledger) -> Starlette:
    """Return the web application over one customer's accounts, in the look of the moment."""
    desk, pages = BankActions(state, look, ledger), BankPages(state, look)
    front = Front(state, door, desk, pages, look, ledger)
    return Starlette(routes=[*BankApi(state, desk, pages, look).routes(), *front.routes()])


class Front:
    """The routes that answer with HTML."""

    def __init__(
        self,
        state: BankState,
        door: Door,
        desk: BankActions,
        pages: BankPages,
        look: Callable[[], SiteLook],
        ledger: Ledger,
    ) -> None:
        """Draw the pages in the current look, for signed-in customers."""
        self._state = state
        self._door = door
        self._desk = desk
        self._pages = pages
        self._look = look
        self._ledger = ledger
        self._shelf = shelf(Path(__file__).parent)

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/", self.home),
            Route("/login", self.login, methods=["GET", "POST"]),
            Route("/login/code", self.code, methods=["GET", "POST"]),
            Route("/logout", self.logout, methods=["POST"]),
            *(Route(path, partial(self.inside, kind=kind)) for path, kind in INSIDE.items()),
            Route("/review", self.review, methods=["POST"]),
            Route("/ask/{action}/{which}", self.ask),
            Route("/do/{action}", self.act, methods=["POST"]),
            Route("/assets/{name}", self.asset),
            Route("/favicon.ico", self.icon),
        ]

    async def home(self, request: Request) -> Response:
        """Go to the accounts, or to the log-in page."""
        return RedirectResponse(HOME if self._session(request) else "/login", 303)

    async def login(self, request: Request) -> Response:
        """Ask for name and password; if both are right, ask for a code next."""
        said = words(self._look())
        if request.method == "GET":
            notice = said["logged_out"] if request.query_params.get("after") == "out" else ""
            return self._page("login.html", notice=notice, error="", user="")
        form = await form_of(request)
        user = form.get("user", "").strip()
        token = self._door.knock(user, form.get("password", ""))
        if not token:
            return self._page("login.html", status=401, notice="", error=said["login_error"], user=user)
        answer = RedirectResponse("/login/code", 303)
        answer.set_cookie(WAITING, token, httponly=True, samesite="lax")
        return answer

    async def code(self, request: Request) -> Response:
        """Ask for the one-time code; the right one signs in."""
        token = request.cookies.get(WAITING, "")
        if not self._door.waits(token):
            return RedirectResponse("/login", 303)
        if request.method == "GET":
            return self._page("code.html", notice="", error="")
        form = await form_of(request)
        if not self._door.enter(token, form.get("code", "")):
            return self._page("code.html", status=401, notice="", error=words(self._look())["code_error"])
        self._ledger.note("logged in", user=USER)
        answer = RedirectResponse(HOME, 303)
        answer.delete_cookie(WAITING, httponly=True, samesite="lax")
        answer.set_cookie(COOKIE, self._state.sessions.open(), httponly=True, samesite="lax")
        return answer

    async def logout(self, request: Request) -> Response:
        """Sign out."""
        self._state.sessions.close(request.cookies.get(COOKIE, ""))
        answer = RedirectResponse("/login?after=out", 303)
        answer.delete_cookie(COOKIE, httponly=True, samesite="lax")
        return answer

    async def inside(self, request: Request, kind: str) -> Response:
        """Show a page to a signed-in customer."""
        session = self._session(request)
        if not session:
            return RedirectResponse("/login", 303)
        which = request.path_params.get("which") or request.query_params.get("show", "")
        data = self._pages.of(kind, which)
        if data is None:
            self._state.sessions.leave_notice(session, words(self._look())["gone"])
            return RedirectResponse(HOME, 303)
        return self._inside(session, kind, **data)

    async def review(self, request: Request) -> Response:
        """Show a transfer once more before it is made."""
        session = self._session(request)
        if not session:
            return RedirectResponse("/login", 303)
        form = await form_of(request)
        everything = form.get("action") == "transfer-all"
        try:
            paid = self._desk.payment(form, everything=everything)
        except RefusalError as refusal:
            return self._again(session, "transfer", form, refusal)
        account = self._pages.of("account", paid.account.id) or {}
        shown = {
            "to": paid.to,
            "iban": grouped_iban(paid.iban),
            "amount": money(paid.amount, self._look().locale),
            "reference": paid.reference,
        }
        return self._inside(session, "review", form=form, everything=everything, shown=shown, **account)

    async def ask(self, request: Request) -> Response:
        """Ask once more before something that cannot be taken back lightly."""
        session, action = self._session(request), request.path_params["action"]
        if not session:
            return RedirectResponse("/login", 303)
        kind = QUESTIONS.get(action, "")
        data = self._pages.of(kind, request.path_params["which"])
        if data is None:
            return RedirectResponse(HOME, 303)
        return self._inside(session, kind, template="ask.html", action=action, thing=data[kind], **data)

    async def act(self, request: Request) -> Response:
        """Perform the action of a plain form; show the result, or the form again with its errors."""
        session, action = self._session(request), request.path_params["action"]
        if not session or not self._desk.knows(action):
            return RedirectResponse("/login" if not session else HOME, 303)
        form = await form_of(request)
        try:
            done = self._desk.do(action, form)
        except RefusalError as refusal:
            if action in FORMS:
                return self._again(session, FORMS[action], form, refusal)
            self._state.sessions.leave_notice(session, str(refusal))
            return RedirectResponse(HOME, 303)
        self._state.sessions.leave_notice(session, done.notice)
        return RedirectResponse(done.path, 303)

    async def asset(self, request: Request) -> Response:
        """Serve a static file; its address changes with its content."""
        return self._shelf.response(request.path_params["name"])

    async def icon(self, _: Request) -> Response:
        """Answer browsers that ask for an icon by themselves."""
        return Response(status_code=204, headers=FOREVER)

    def _session(self, request: Request) -> str:
        session = request.cookies.get(COOKIE, "")
        return session if self._state.sessions.knows(session) else ""

    def _again(self, session: str, kind: str, form: Mapping[str, str], refusal: RefusalError) -> Response:
        data = self._pages.of(kind, "") or {}
        return self._inside(session, kind, status=422, **data | {"form": form, "error": str(refusal)})

    def _inside(self, session: str, kind: str, *, template: str = "", status: int = 200, **values: Any) -> Response:
        section = next(name for name, kinds in SECTIONS.items() if kind in kinds)
        shared: dict[str, Any] = {
            "notice": self._state.sessions.take_notice(session),
            "customer": CUSTOMER,
            "person": PERSON,
            "section": section,
            "unread": self._pages.unread(),
            "days": DAYS,
            "form": values.get("contact", {}),
            "error": "",
        }
        return self._page(template or f"{kind}.html", status=status, **shared | values)

    def _page(self, template: str, *, status: int = 200, **values: Any) -> Response:
        look = self._look()
        html = self._shelf.render(look.design, template, {"t": words(look), **values})
        return HTMLResponse(html, status, headers=FRESH)
