"""The requests scripts make: lists, drafts to start from, sending, moving, settings. JSON in, JSON out."""

from __future__ import annotations

import asyncio
import random
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse
from starlette.routing import Route

from pytest_ami.sites.requests import json_of

from . import show
from .i18n import words
from .seed import ACCOUNT
from .state import DENSITIES, PAGE_SIZES, SHELVES, Content, MailSettings, tomorrow_morning
from .writing import Letter, letter, wrong_address

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from pytest_ami.sites.ledger import Ledger
    from pytest_ami.sites.look import SiteLook

    from .state import Folder, MailState

    Handler = Callable[[Request], Awaitable[Response]]

COOKIE = "mail_session"
LIST_DELAY = (0.15, 0.25)
MOVES: dict[str, Folder] = {"archive": "archive", "spam": "spam", "restore": "inbox", "delete": "trash"}
DONE = {"archive": "archived", "spam": "marked as spam", "restore": "restored", "delete": "deleted"}
FILED: dict[str, Folder] = {"send": "sent", "later": "scheduled", "draft": "drafts"}
WRITTEN = {"send": "sent", "later": "scheduled", "draft": "draft saved"}


class MailApi:
    """The JSON routes over one mailbox."""

    def __init__(self, state: MailState, look: Callable[[], SiteLook], ledger: Ledger) -> None:
        """Answer from this state, in the language of the look of the moment; note what changes for good."""
        self._state = state
        self._ledger = ledger
        self._look = look
        self._jitter = random.Random(19)  # noqa: S311  (spreads a delay, keeps no secret)

    def routes(self) -> list[Route]:
        """Return the routes, each for signed-in sessions only."""
        table: list[tuple[str, str, Handler]] = [
            ("/api/messages", "GET", self.listing),
            ("/api/messages/{id}", "GET", self.message),
            ("/api/messages/{id}/reply", "GET", self.start_reply),
            ("/api/messages/{id}/{action}", "POST", self.act),
            ("/api/compose", "POST", self.compose),
            ("/api/me", "GET", self.me),
            ("/api/settings", "POST", self.settings),
        ]
        return [Route(path, self._guarded(handler), methods=[method]) for path, method, handler in table]

    def _guarded(self, handler: Handler) -> Handler:
        async def guarded(request: Request) -> Response:
            if not self._state.sessions.knows(request.cookies.get(COOKIE, "")):
                return JSONResponse({"error": "login"}, 401)
            return await handler(request)

        return guarded

    def _words(self) -> Mapping[str, str]:
        return words(self._look())

    async def listing(self, request: Request) -> Response:
        """One page of a folder. The only slow answer: a list comes a moment after its page."""
        query = request.query_params
        name = query.get("folder", "inbox")
        await asyncio.sleep(self._jitter.uniform(*LIST_DELAY))
        entries = self._state.shelf(name if name in SHELVES else "inbox", query.get("q", ""))
        number = query.get("page", "1")
        size = self._state.settings.page_size
        last_page = max(1, -(-len(entries) // size))
        page = min(max(1, int(number)), last_page) if number.isdecimal() else 1
        first = (page - 1) * size
        shown = entries[first : first + size]
        look = self._look()
        place = self._words()["range"].format(first=first + 1, last=first + len(shown), total=len(entries))
        return JSONResponse(
            {
                "rows": [show.row(entry, look) for entry in shown],
                "page": page,
                "pages": last_page,
                "range": place if shown else "",
                "unread": self._state.unread(),
            }
        )

    async def message(self, request: Request) -> Response:
        """One mail, which is read from now on."""
        entry = self._state.find(request.path_params["id"])
        if entry is None:
            return JSONResponse({"error": self._words()["gone"]}, 404)
        self._state.mark(entry.mail.id, unread=False)
        return JSONResponse(show.full(entry, self._look()) | {"unread": self._state.unread()})

    async def start_reply(self, request: Request) -> Response:
        """Answer with the initial content of a reply, a forwarded mail or a reopened draft."""
        entry = self._state.find(request.path_params["id"])
        if entry is None:
            return JSONResponse({"error": self._words()["gone"]}, 404)
        mode = request.query_params.get("mode", "reply")
        return JSONResponse(show.beginning(entry, mode, self._look(), self._state.settings.signature))

    async def act(self, request: Request) -> Response:
        """Star, archive, delete, mark as spam, or move back to the inbox."""
        said = self._words()
        action = request.path_params["action"]
        entry = self._state.find(request.path_params["id"])
        if entry is None:
            return JSONResponse({"error": said["gone"]}, 404)
        if action == "star":
            self._state.mark(entry.mail.id, starred=not entry.starred)
            self._ledger.note("unstarred" if entry.starred else "starred", subject=entry.mail.subject)
            return JSONResponse({"starred": not entry.starred})
        if action not in MOVES:
            return JSONResponse({"error": action}, 404)
        if action == "delete" and entry.folder == "trash":
            self._state.remove(entry.mail.id)
            self._ledger.note("deleted for good", subject=entry.mail.subject)
        elif entry.folder != MOVES[action]:
            self._state.move(entry.mail.id, MOVES[action])
            self._ledger.note(DONE[action], subject=entry.mail.subject)
        notice = said[f"notice_{action}"]
        return JSONResponse({"notice": notice, "unread": self._state.unread()})

    async def compose(self, request: Request) -> Response:
        """Send, schedule, save or discard a letter; `check` only looks at the recipients."""
        form = await json_of(request)
        action = str(form.get("action", ""))
        mail = letter(form)
        complaint = self._complaint(mail) if action in {"send", "later", "check"} else ""
        if complaint:
            return JSONResponse({"error": complaint}, 422)
        if action == "check":
            return JSONResponse({"recipients": [*mail.to, *mail.cc, *mail.bcc]})
        if action not in (*FILED, "discard"):
            return JSONResponse({"error": action}, 400)
        if action in FILED:
            content = Content(ACCOUNT, mail.subject, mail.text, mail.html, mail.to, mail.cc, mail.bcc, mail.attachments)
            self._state.add(content, FILED[action], at=tomorrow_morning() if action == "later" else None)
            self._note(WRITTEN[action], mail)
        self._drop_draft(mail.draft, discarded=action == "discard")
        return JSONResponse({"notice": self._words()["notice_sent" if action == "send" else f"notice_{action}"]})

    async def me(self, _: Request) -> Response:
        """Answer with the signed-in user, their settings, and the words of the pages."""
        return JSONResponse(
            {
                "user": ACCOUNT,
                "words": dict(self._words()),
                "settings": show.settings(self._state.settings),
                "folders": list(SHELVES),
                "sizes": list(PAGE_SIZES),
                "densities": list(DENSITIES),
                "unread": self._state.unread(),
            }
        )

    async def settings(self, request: Request) -> Response:
        """Save the settings, or go back to the first ones."""
        form = await json_of(request)
        notice = change_settings(self._state, form, self._ledger)
        return JSONResponse({"notice": self._words()[notice], "settings": show.settings(self._state.settings)})

    def _complaint(self, mail: Letter) -> str:
        wrong = wrong_address(mail)
        if not mail.to:
            return self._words()["missing_recipient"]
        return self._words()["wrong_recipient"].format(address=wrong) if wrong else ""

    def _note(self, what: str, mail: Letter) -> None:
        to, cc, bcc = (", ".join(people) for people in (mail.to, mail.cc, mail.bcc))
        files = ", ".join(file.name for file in mail.attachments)
        self._ledger.note(what, to=to, cc=cc, bcc=bcc, subject=mail.subject, body=mail.text, files=files)

    def _drop_draft(self, mail_id: str, *, discarded: bool) -> None:
        """Remove the draft that a mail was written from: what became of it is noted, and so is that nothing did."""
        entry = self._state.find(mail_id)
        if entry is not None and entry.folder == "drafts":
            self._state.remove(mail_id)
            if discarded:
                self._ledger.note("draft discarded", subject=entry.mail.subject)


def change_settings(state: MailState, form: Mapping[str, Any], ledger: Ledger) -> str:
    """Save a settings form, or restore the first settings; return the word for the result."""
    if form.get("action") == "reset":
        state.save_settings(MailSettings())
        ledger.note("settings reset")
        return "notice_reset"
    now = state.settings
    size = str(form.get("page_size", now.page_size))
    density = str(form.get("density", now.density))
    chosen = MailSettings(
        signature=str(form.get("signature", "")).replace("\r\n", "\n").strip(),
        notifications=bool(form.get("notifications")),
        page_size=int(size) if size in map(str, PAGE_SIZES) else now.page_size,
        density=density if density in DENSITIES else now.density,
    )
    state.save_settings(chosen)
    ledger.note("settings", **asdict(chosen))
    return "notice_settings"
