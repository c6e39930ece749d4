"""The shop's pages, and the requests of its forms and scripts. `views` has the content of pages, `desk` the actions.

A page, and the JSON that the newest design draws it from, come from one table: `PAGES`.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from starlette.applications import Starlette
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from pytest_ami.sites.requests import form_of, json_of
from pytest_ami.sites.shelf import FOREVER, shelf

from . import pricing
from .catalog import CATEGORIES, COLOURS
from .desk import PRIVATE, ShopActions
from .i18n import money, words
from .pictures import SHAPES, picture
from .seed import ACCOUNT, PASSWORD, PERSON
from .views import PageRequest, Views

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from pytest_ami.sites.ledger import Ledger
    from pytest_ami.sites.look import SiteLook

    from .state import ShopState

    Handler = Callable[[Request], Awaitable[Response]]

SESSION: Final = "shop_session"
VISITOR: Final = "shop_visitor"
CONSENT: Final = "shop_consent"
YEAR: Final = 365 * 24 * 3600
FRESH: Final = {"Cache-Control": "no-store"}


@dataclass(frozen=True)
class _Page:
    path: str
    name: str
    private: bool = False
    missing: str = "/shop"


PAGES: Final = (
    _Page("/", "home"),
    _Page("/shop", "list"),
    _Page("/product/{entry}", "product"),
    _Page("/review/{entry}", "review"),
    _Page("/cart", "cart"),
    _Page("/coupon/{entry}", "coupon", missing="/cart"),
    _Page("/checkout/{entry}", "checkout", private=True, missing="/cart"),
    _Page("/checkout/done/{entry}", "done", private=True, missing="/account/orders"),
    _Page("/account", "account", private=True),
    _Page("/account/address", "address", private=True),
    _Page("/account/orders", "orders", private=True),
    _Page("/account/orders/{entry}", "order", private=True, missing="/account/orders"),
    _Page("/account/newsletter", "letters", private=True),
    _Page("/account/newsletter/{entry}", "letter", private=True, missing="/account/newsletter"),
)


def application(state: ShopState, look: Callable[[], SiteLook], ledger: Ledger) -> Starlette:
    """Return the web application over one shop, in the look of the moment."""
    return Starlette(routes=_Shop(state, look, ledger).routes())


class _Shop:
    def __init__(self, state: ShopState, look: Callable[[], SiteLook], ledger: Ledger) -> None:
        self._state = state
        self._look = look
        self._desk = ShopActions(state, ledger)
        self._views = Views(state)
        self._shelf = shelf(Path(__file__).parent)

    def routes(self) -> list[Route]:
        pages = [Route(page.path, self._page_of(page)) for page in PAGES]
        contents = [Route(f"/api/view{page.path}", self._content_of(page)) for page in PAGES]
        return [
            *pages,
            *contents,
            Route("/do/{action}", self._form, methods=["POST"]),
            Route("/api/do/{action}", self._script, methods=["POST"]),
            Route("/consent", self._consent, methods=["POST"]),
            Route("/login", self._login, methods=["GET", "POST"]),
            Route("/logout", self._logout, methods=["POST"]),
            Route("/picture/{shape}-{colour}-{version}.svg", self._picture),
            Route("/assets/{name}", self._asset),
            Route("/favicon.ico", self._icon),
        ]

    def _page_of(self, page: _Page) -> Handler:
        async def handler(request: Request) -> Response:
            if page.private and not self._session(request):
                return RedirectResponse(f"/login?next={request.url.path}", 303)
            visitor, arrived = self._visitor(request), self._arrives(request)
            content = self._views.by_name[page.name](self._asked(request, visitor))
            if content is None:
                self._state.change(visitor, notice=words(self._look())["gone"])
                return RedirectResponse(page.missing, 303)
            return self._answer(request, f"{page.name}.html", visitor, arrived=arrived, page=content)

        return handler

    def _content_of(self, page: _Page) -> Handler:
        async def handler(request: Request) -> Response:
            if page.private and not self._session(request):
                return JSONResponse({"goto": "/login"}, 401)
            visitor = self._visitor(request)
            content = self._views.by_name[page.name](self._asked(request, visitor))
            if content is None:
                return JSONResponse({"error": words(self._look())["gone"], "goto": page.missing}, 404)
            return JSONResponse({"name": page.name, "page": content, "pieces": self._views.pieces(visitor)})

        return handler

    async def _form(self, request: Request) -> Response:
        """Perform the action of a plain form; go to the page that shows the result."""
        action, visitor = request.path_params["action"], self._visitor(request)
        if not self._desk.knows(action):
            return PlainTextResponse("Not found", 404)
        if action in PRIVATE and not self._session(request):
            return RedirectResponse("/login", 303)
        done = self._desk.do(action, visitor, await form_of(request))
        word = done.error or done.notice
        if word:
            self._state.change(visitor, notice=words(self._look())[word])
        return self._known(RedirectResponse(done.goto or "/", 303), visitor)

    async def _script(self, request: Request) -> Response:
        """Perform the action of a script."""
        action, visitor = request.path_params["action"], self._visitor(request)
        if not self._desk.knows(action):
            return JSONResponse({"error": action}, 404)
        if action in PRIVATE and not self._session(request):
            return JSONResponse({"goto": "/login"}, 401)
        sent = {key: str(value) for key, value in (await json_of(request)).items()}
        done = self._desk.do(action, visitor, sent)
        said = words(self._look())
        word = done.error or done.notice
        answer = {
            "notice": said[word] if word and not done.error else "",
            "error": said[word] if done.error else "",
            "goto": done.goto,
            "pieces": self._views.pieces(visitor),
        }
        return self._known(JSONResponse(answer, 422 if done.error else 200), visitor)

    async def _consent(self, request: Request) -> Response:
        """Remember in the browser that the question about cookies was answered."""
        answer: Response = Response(status_code=204)
        if "form" in request.headers.get("content-type", ""):
            answer = RedirectResponse(request.headers.get("referer", "/"), 303)
        answer.set_cookie(CONSENT, "answered", max_age=YEAR, samesite="lax")
        return answer

    async def _login(self, request: Request) -> Response:
        """Show the log-in page; sign in after the right password."""
        visitor = self._visitor(request)
        target = request.query_params.get("next", "/account")
        target = target if target.startswith("/") and not target.startswith("//") else "/account"
        if request.method == "GET":
            return self._answer(request, "login.html", visitor, error="", email="", next=target)
        form = await form_of(request)
        email = form.get("email", "").strip()
        right = secrets.compare_digest(form.get("password", "").encode(), PASSWORD.encode())
        if email.casefold() != ACCOUNT or not right:
            error = words(self._look())["login_error"]
            return self._answer(request, "login.html", visitor, status=401, error=error, email=email, next=target)
        answer = RedirectResponse(target, 303)
        answer.set_cookie(SESSION, self._state.sessions.open(), httponly=True, samesite="lax")
        return answer

    async def _logout(self, request: Request) -> Response:
        """Sign out; the cart stays with the browser."""
        self._state.sessions.close(request.cookies.get(SESSION, ""))
        self._state.change(self._visitor(request), notice=words(self._look())["notice_out"])
        answer = RedirectResponse("/", 303)
        answer.delete_cookie(SESSION, httponly=True, samesite="lax")
        return answer

    async def _picture(self, request: Request) -> Response:
        shape, colour = request.path_params["shape"], request.path_params["colour"]
        if shape not in SHAPES or colour not in COLOURS:
            return PlainTextResponse("Not found", 404)
        return Response(picture(shape, colour, COLOURS[colour]), media_type="image/svg+xml", headers=FOREVER)

    async def _asset(self, request: Request) -> Response:
        return self._shelf.response(request.path_params["name"])

    async def _icon(self, _: Request) -> Response:
        return Response(status_code=204, headers=FOREVER)

    def _session(self, request: Request) -> bool:
        return self._state.sessions.knows(request.cookies.get(SESSION, ""))

    def _visitor(self, request: Request) -> str:
        return request.cookies.get(VISITOR) or secrets.token_urlsafe(12)

    def _arrives(self, request: Request) -> bool:
        """Tell whether a visit begins here, and count it."""
        # A link inside the shop sends a referer of the shop. A request without one begins a visit.
        if request.headers.get("referer", "").startswith(str(request.base_url)):
            return False
        self._state.count_visit()
        return True

    def _known(self, answer: Response, visitor: str) -> Response:
        answer.set_cookie(VISITOR, visitor, max_age=YEAR, httponly=True, samesite="lax")
        return answer

    def _asked(self, request: Request, visitor: str) -> PageRequest:
        entry = request.path_params.get("entry", "")
        return PageRequest(visitor, self._look(), entry, dict(request.query_params))

    def _answer(
        self,
        request: Request,
        template: str,
        visitor: str,
        *,
        status: int = 200,
        arrived: bool = False,
        **values: Any,
    ) -> Response:
        look = self._look()
        said = words(look)
        popup = arrived and pricing.popup_comes(self._state.visits)
        shared: dict[str, Any] = {
            "t": said,
            "categories": [{"key": key, "name": said[key]} for key in CATEGORIES],
            "signed_in": self._session(request),
            "person": PERSON,
            "email_of_account": ACCOUNT,
            "pieces": self._views.pieces(visitor),
            "notice": self._state.take_notice(visitor),
            "ask_cookies": CONSENT not in request.cookies,
            "popup": popup,
            "query": request.query_params.get("q", "").strip(),
            "footer": said["footer"].format(price=money(pricing.FREE_FROM, look.locale)),
        }
        shown = shared | values
        # The newest design has one shell for all pages and draws them from this.
        boot = {"name": template.removesuffix(".html"), **shown, "t": dict(said)}
        html = self._shelf.render(look.design, template, shown | {"boot": boot})
        return self._known(HTMLResponse(html, status, headers=FRESH), visitor)
