"""A shop with one deed, "Pay", and the ways in which it fails after the deed was done. The server counts the deeds.

Every case has a path of its own, so that cases never share a page. The client is a form, a script that fetches, or a
form that is sent with Enter. The design is the one that was learned, one with other places, or one with other names.
"""

from __future__ import annotations

import http.server
import json
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

CLIENTS = ("form", "fetch", "enter")
DESIGNS = ("same", "moved", "renamed")
SLOW = 10.0
"""Seconds that the slow answer takes."""

FAILURES: dict[str, tuple[str, ...]] = {
    "form": (
        *("error", "reset", "slow", "words", "silent", "reload", "login", "declined", "refilled", "blank", "nothing"),
        *("missing", "asks", "elsewhere", "chain", "short", "forbidden", "moved_on"),
    ),
    "fetch": (
        *("error", "reset", "slow", "words", "silent", "reload", "login", "declined", "enabled", "rollback", "gone"),
        *("asks", "toast", "blank", "cleared", "forbidden"),
    ),
    "enter": ("error", "reset", "words", "silent", "reload", "login", "declined", "refilled", "nothing", "asks"),
}
"""For each client the failures after the deed."""

NAMES = {"renamed": ("Payee", "Sum in EUR", "Make payment")}
LOGIN = (
    "<h1>Log in</h1><form method=post action=login><label>User <input name=user></label><button>Log in</button></form>"
)


@dataclass(slots=True)
class Case:
    """One case: how the page is made, and what follows the deed.

    Attributes:
        client: One of ``CLIENTS``.
        design: One of ``DESIGNS``.
        failure: One of ``FAILURES``; empty for none.
        deeds: How often the deed was done.
    """

    client: str = "form"
    design: str = "same"
    failure: str = ""
    deeds: int = 0


@dataclass(slots=True)
class Shop:
    """The server with its cases; a context manager."""

    cases: dict[str, Case] = field(default_factory=dict)
    _server: Any = None

    def __enter__(self) -> Shop:  # noqa: PYI034  (typing.Self is newer than our oldest Python)
        """Start to serve."""
        shop = self

        class Handler(_Handler):
            cases = shop.cases

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop."""
        self._server.shutdown()
        self._server.server_close()

    def url(self, name: str) -> str:
        """Return the address of a case's first page."""
        return f"http://127.0.0.1:{self._server.server_port}/{name}/"


def form(case: Case, said: str = "", filled: tuple[str, str] = ("", "")) -> str:
    """Return the page with the form of a case."""
    payee, amount, pay = NAMES.get(case.design, ("To", "Amount", "Pay"))
    wrap = ("<main><section><div>", "</div></section></main>") if case.design == "moved" else ("<main>", "</main>")
    ids = ("", "", "") if case.design == "moved" else (" id=to", " id=amount", " id=pay")
    button = "<input type=submit hidden>" if case.client == "enter" else f"<button{ids[2]}>{pay}</button>"
    fields = (
        f'<label>{payee} <input name=to{ids[0]} value="{filled[0]}"></label>'
        f'<label>{amount} <input name=amount{ids[1]} value="{filled[1]}"></label>'
    )
    if case.client != "fetch":
        return f"{wrap[0]}<h1>Payment</h1>{said}<form method=post action=pay>{fields}{button}</form>{wrap[1]}"
    script = f"const failure = {json.dumps(case.failure)}; {SCRIPT}"
    sent = f"<form onsubmit='doPay(); return false'>{fields}{button}</form><div id=out></div>"
    return f"{wrap[0]}<h1>Payment</h1>{sent}{wrap[1]}<script>{script}</script>"


SCRIPT = """
async function doPay() {
  const button = document.querySelector('form button'), out = document.getElementById('out');
  button.disabled = true;
  const say = (role, text) => { out.innerHTML = `<p role=${role}>${text}</p>`; };
  if (failure === 'rollback' || failure === 'toast') say('status', 'Payment sent');
  let answer = null;
  try {
    answer = await fetch('pay', { method: 'POST', body: new FormData(document.querySelector('form')) });
    await answer.text();
  } catch (error) { answer = { ok: false }; }
  if (failure === 'rollback') setTimeout(() => { out.innerHTML = ''; button.disabled = false; }, 150);
  else if (failure === 'toast') setTimeout(() => { out.innerHTML = ''; }, 100);
  else if (failure === 'enabled' || failure === 'forbidden') button.disabled = false;
  else if (failure === 'cleared') { document.querySelector('form').reset(); button.disabled = false; }
  else if (failure === 'reload') location.reload();
  else if (failure === 'login') location.assign('login');
  else if (failure === 'gone') button.remove();
  else if (failure === 'blank') document.body.innerHTML = '';
  else if (failure === 'declined') { say('alert', 'Your card was declined'); button.disabled = false; }
  else if (failure === 'words') say('status', 'All good, cheers');
  else if (failure === 'silent') document.querySelector('form').remove();
  else if (failure === 'asks') { const d = document.createElement('dialog');
    d.innerHTML = '<p>Pay again?</p><button onclick="this.closest(`dialog`).close(); doPay()">Pay</button>';
    document.body.append(d); d.showModal(); button.disabled = false; }
  else if (!answer.ok) button.disabled = false;
  else { document.querySelector('form').remove(); say('status', 'Payment sent'); }
}
"""


class _Handler(http.server.BaseHTTPRequestHandler):
    cases: dict[str, Case]

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """Answer with the form, the result, or another page."""
        _, name, page, *_ = [*urlsplit(self.path).path.split("/"), "", ""]
        case = self.cases.get(name)
        if case is None:
            self._say("", 404)
        elif page == "done":
            self._say(f"<h1>Result</h1>{SAID.get(case.failure, SAID[''])}")
        elif page == "login":
            self._say(LOGIN)
        elif page == "home":
            self._say("<h1>Home</h1><a href=./>Pay</a>")
        elif page == "hop":
            self._lead("./")
        else:
            self._say(form(case))

    def do_POST(self) -> None:
        """Do the deed, and answer as the case says."""
        body = self.rfile.read(int(self.headers.get("content-length", 0))).decode("utf-8", "replace")
        _, name, page, *_ = [*urlsplit(self.path).path.split("/"), "", ""]
        case = self.cases[name]
        if page != "pay":
            self._say("<h1>Home</h1>")
            return
        case.deeds += 1
        self._fail(case, parse_qs(body))

    def _fail(self, case: Case, sent: dict[str, list[str]]) -> None:
        if case.failure in ("error", "missing", "forbidden"):
            self._say("<h1>Sorry</h1>", {"error": 500, "missing": 404, "forbidden": 403}[case.failure])
        elif case.failure == "reset":
            self.connection.close()
        elif case.failure == "slow":
            time.sleep(SLOW)
            self._lead("done")
        elif case.failure in LEADS and case.client != "fetch":
            self._lead(LEADS[case.failure])
        elif case.failure in ("declined", "refilled", "asks") and case.client != "fetch":
            self._say(form(case, AGAIN[case.failure], (sent.get("to", [""])[0], sent.get("amount", [""])[0])))
        elif case.failure in ("blank", "nothing"):
            self._say("", 204 if case.failure == "nothing" else 200)
        elif case.failure == "short":
            self._say("<h1>Result</h1>", short=True)
        elif case.client == "fetch":
            self._say("ok")
        else:
            self._lead("done")

    def _lead(self, where: str) -> None:
        self.send_response(303)
        self.send_header("location", where)
        self.send_header("content-length", "0")
        self.end_headers()

    def _say(self, text: str, status: int = 200, *, short: bool = False) -> None:
        body = f"<!doctype html><title>Shop</title>{text}".encode() if text else b""
        self.send_response(status)
        if status != 204:
            self.send_header("content-type", "text/html")
            self.send_header("content-length", str(len(body) + (500 if short else 0)))
        self.end_headers()
        self.wfile.write(body if status != 204 else b"")
        if short:
            self.wfile.flush()
            self.connection.close()


LEADS = {"reload": "./", "login": "login", "elsewhere": "home", "chain": "hop", "moved_on": "home"}
"""For each failure the page to which the answer leads."""

SAID = {"": "<p role=status>Payment sent</p>", "words": "<p role=status>All good, cheers</p>", "silent": ""}
"""For each failure the message of the result."""

AGAIN = {
    "declined": "<p role=alert>Your card was declined</p>",
    "refilled": "<p>Please check your entries.</p>",
    "asks": "<dialog open><p>Pay again?</p><form method=post action=pay><button>Pay</button></form></dialog>",
}
"""For each failure the text over the form that is shown again."""


def counted(cases: dict[str, Case]) -> Counter[int]:
    """Return how many cases did the deed how often."""
    return Counter(case.deeds for case in cases.values())
