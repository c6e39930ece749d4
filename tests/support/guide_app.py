"""The application of docs/how-to.md: tasks on `/`, a log-in on `/login`, a payment form in a frame on `/checkout`."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

TASKS = """<h1>Tasks</h1><p>{user}</p>
<form method="post"><p><label>Title <input name="title"></label></p><p><label>Due <input name="due"></label></p>
<p><label><input type="checkbox" name="urgent"> Urgent</label></p>
<p><button>Add task</button></p></form><p role="status">{message}</p><ul>{rows}</ul>"""
LOG_IN = """<h1>Log in</h1>{message}<form method="post"><p><label>Username <input name="username"></label></p>
<p><label>Password <input name="password" type="password"></label></p><p><button>Log in</button></p></form>"""
CHECKOUT = '<h1>Checkout</h1><iframe title="Payment" src="/card"></iframe>'
CARD = """<form method="post"><p><label>Holder <input name="holder"></label></p>
<p><label>Number <input name="number"></label></p><p><button>Pay</button></p></form><p role="status">{message}</p>"""


class _App(BaseHTTPRequestHandler):
    tasks: list[tuple[str, str]]
    message: str

    def do_GET(self) -> None:
        if self.path == "/login":
            self._show(LOG_IN.format(message=""))
        elif self.path == "/checkout":
            self._show(CHECKOUT)
        elif self.path == "/card":
            self._show(CARD.format(message=""))
        else:
            user = SimpleCookie(self.headers.get("Cookie", "")).get("user")
            rows = "".join(f"<li>{escape(title)}, due {escape(due)}</li>" for title, due in self.tasks)
            shown = f"Signed in as {escape(user.value)}" if user else ""
            self._show(TASKS.format(user=shown, message=escape(self.message), rows=rows))

    def do_POST(self) -> None:
        size = int(self.headers["Content-Length"])
        form = {key: values[0] for key, values in parse_qs(self.rfile.read(size).decode()).items()}
        if self.path == "/card":
            self._show(CARD.format(message=f"Paid by {escape(form['holder'])}"))
        elif self.path != "/login":
            self.tasks.append((form["title"], form["due"]))
            type(self).message = f"Added: {form['title']}"
            self._redirect()
        elif form["password"] == "correct horse":
            self._redirect(cookie=f"user={form['username']}; Path=/")
        else:
            self._show(LOG_IN.format(message='<p role="alert">Wrong password</p>'))

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  (the base class's name)
        """Keep silent."""

    def _show(self, body: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(f'<!doctype html><html lang="en"><title>App</title>{body}</html>'.encode())

    def _redirect(self, cookie: str = "") -> None:
        self.send_response(303)
        if cookie:
            self.send_header("Set-Cookie", cookie)
        self.send_header("Location", "/")
        self.end_headers()


@contextmanager
def guide_app() -> Iterator[str]:
    """Serve the application; yield its address."""
    app = type("App", (_App,), {"tasks": [], "message": ""})
    server = ThreadingHTTPServer(("127.0.0.1", 0), app)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
