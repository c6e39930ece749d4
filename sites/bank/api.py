"""The requests of scripts: the content of a page, checks before a confirmation, and actions. JSON in, JSON out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse
from starlette.routing import Route

from pytest_ami.sites.requests import json_of

from .desk import DAYS, RefusalError
from .i18n import words
from .money import money
from .seed import CUSTOMER, PERSON

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request
    from starlette.responses import Response

    from pytest_ami.sites.look import SiteLook

    from .desk import BankActions
    from .show import BankPages
    from .state import BankState

    Handler = Callable[[Request], Awaitable[Response]]

COOKIE = "bank_session"


class BankApi:
    """The JSON routes over one customer's accounts."""

    def __init__(self, state: BankState, desk: BankActions, pages: BankPages, look: Callable[[], SiteLook]) -> None:
        """Answer from this state, in the language of the look of the moment; act through the desk."""
        self._state = state
        self._desk = desk
        self._pages = pages
        self._look = look

    def routes(self) -> list[Route]:
        """Return the routes, each for signed-in sessions only."""
        table: list[tuple[str, str, Handler]] = [
            ("/api/me", "GET", self.me),
            ("/api/pages/{kind}", "GET", self.page),
            ("/api/check/{action}", "POST", self.check),
            ("/api/do/{action}", "POST", self.act),
        ]
        return [Route(path, self._guarded(handler), methods=[method]) for path, method, handler in table]

    def _guarded(self, handler: Handler) -> Handler:
        async def guarded(request: Request) -> Response:
            if not self._state.sessions.knows(request.cookies.get(COOKIE, "")):
                return JSONResponse({"error": "login"}, 401)
            return await handler(request)

        return guarded

    async def me(self, _: Request) -> Response:
        """Answer with the signed-in customer and the words of the pages."""
        return JSONResponse(
            {
                "customer": CUSTOMER,
                "person": PERSON,
                "words": dict(words(self._look())),
                "days": list(DAYS),
                "unread": self._pages.unread(),
            }
        )

    async def page(self, request: Request) -> Response:
        """Answer with the content of one page."""
        data = self._pages.of(request.path_params["kind"], request.query_params.get("which", ""))
        if data is None:
            return JSONResponse({"error": words(self._look())["gone"]}, 404)
        return JSONResponse(data | {"unread": self._pages.unread()})

    async def check(self, request: Request) -> Response:
        """Check the input before the customer confirms it; nothing changes."""
        form, action = await _texts(request), request.path_params["action"]
        try:
            paid = self._desk.payment(form, everything=action == "transfer-all", covered=action != "order")
            if action == "order":
                self._desk.day(form)
        except RefusalError as refusal:
            return JSONResponse({"error": str(refusal)}, 422)
        return JSONResponse({"to": paid.to, "amount": money(paid.amount, self._look().locale)})

    async def act(self, request: Request) -> Response:
        """Perform an action; answer with the notice for the customer and the path of the result."""
        action = request.path_params["action"]
        if not self._desk.knows(action):
            return JSONResponse({"error": action}, 404)
        try:
            done = self._desk.do(action, await _texts(request))
        except RefusalError as refusal:
            return JSONResponse({"error": str(refusal)}, 422)
        return JSONResponse({"notice": done.notice, "path": done.path, "unread": self._pages.unread()})


async def _texts(request: Request) -> dict[str, str]:
    sent: dict[str, Any] = await json_of(request)
    return {name: str(value) for name, value in sent.items() if value is not None}
