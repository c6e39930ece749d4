"""An animal home with an interface described in OpenAPI, for applications that show one and try it out."""

from __future__ import annotations

import copy
import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from email.message import Message
from email.parser import BytesParser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from .application import Running

SITES = ("north", "south", "east", "west")
KINDS = ("dog", "cat", "bird", "guinea pig", "Kätzchen")
DONE = {"200": {"description": "Done", "content": {"application/json": {"schema": {"type": "object"}}}}}
TEXT = {"type": "string"}
NUMBER = {"type": "integer"}


def _field(name: str, where: str, schema: Mapping[str, Any] = TEXT, *, required: bool = True) -> dict[str, Any]:
    return {"name": name, "in": where, "required": required or where == "path", "schema": schema}


def _body(media: str, **fields: Mapping[str, Any]) -> dict[str, Any]:
    return {"required": True, "content": {media: {"schema": {"type": "object", "properties": fields}}}}


def _act(summary: str, tag: str, *fields: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {"summary": summary, "tags": [tag], "parameters": list(fields), "responses": DONE, **more}


KIND = {"type": "string", "enum": list(KINDS)}
DAY = {"type": "string", "format": "date"}
SPEC = {
    "openapi": "3.0.3",
    "info": {"title": "Animal home", "version": "1"},
    "servers": [{"url": f"/{name}", "description": f"{name.title()} site"} for name in SITES],
    "tags": [{"name": "pets"}, {"name": "keepers"}, {"name": "visits"}],
    "paths": {
        "/pets": {
            "get": _act("List pets", "pets", _field("kind", "query", KIND, required=False), _field("name", "query")),
            "post": _act(
                "Add a pet", "pets", requestBody=_body("application/json", name=TEXT, kind=TEXT, born=DAY, legs=NUMBER)
            ),
        },
        "/pets/{number}": {
            "get": _act("Show a pet", "pets", _field("number", "path", NUMBER)),
            "put": _act("Rename a pet", "pets", _field("number", "path", NUMBER), _field("name", "query")),
            "delete": _act("Remove a pet", "pets", _field("number", "path", NUMBER)),
        },
        "/pets/{number}/photo": {
            "post": _act(
                "Send a photo",
                "pets",
                _field("number", "path", NUMBER),
                requestBody=_body("multipart/form-data", caption=TEXT, photo={"type": "string", "format": "binary"}),
            ),
        },
        "/keepers/{name}": {
            "put": _act(
                "Hire a keeper",
                "keepers",
                _field("name", "path"),
                requestBody=_body("application/x-www-form-urlencoded", kind=KIND, since=DAY, remarks=TEXT),
            ),
            "delete": _act("Dismiss a keeper", "keepers", _field("name", "path"), security=[{"badge": []}]),
        },
        "/visits": {"post": _act("Announce a visit", "visits", _field("guest", "query"), _field("day", "query", DAY))},
    },
    "components": {"securitySchemes": {"badge": {"type": "apiKey", "name": "X-Badge", "in": "header"}}},
}


def seed() -> dict[str, Any]:
    """Return what the home holds at first: forty pets and some keepers, many of them with the same names."""
    names = ("Rex", "Rexi", "Tom", "Bella", "Mimi", "Max", "Maxi", "Käthe", "小白", "D'Artagnan")
    pets = {n: {"name": names[n % len(names)], "kind": KINDS[n % len(KINDS)]} for n in range(1, 41)}
    people = ("Anna", "Anna Maria", "Jürgen", "Müller/Meier", "李雷", "O'Neill")
    return {
        "pets": pets,
        "keepers": {name: {"since": "2020-01-01"} for name in people},
        "visits": [],
        "asked": [],
        "badges": [],
    }


class Home(SimpleHTTPRequestHandler):
    """Serves the files of an application, the description, and the animal home."""

    state: dict[str, Any]
    page: str
    lock: threading.Lock

    def do_GET(self) -> None:
        """Answer the page, the description, the pets, or a file."""
        if self.path.split("?")[0] in ("/", "/index.html"):
            self._send(self.page.encode(), "text/html; charset=utf-8")
        elif self.path == "/openapi.json":
            self._answer(SPEC)
        elif self.path.split("/")[1] in SITES:
            self._act()
        else:
            super().do_GET()

    def do_POST(self) -> None:
        """Add something."""
        self._act()

    def do_PUT(self) -> None:
        """Change something."""
        self._act()

    def do_DELETE(self) -> None:
        """Remove something."""
        self._act()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  (the name is the library's)
        """Say nothing."""

    def _act(self) -> None:
        with self.lock:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            parts = urlsplit(self.path)
            site, *names = [unquote(part) for part in parts.path.split("/")[1:]]
            sent = dict(parse_qsl(parts.query)) | _sent(self.headers, body)
            act = f"{self.command} {names[0]}" + (" one" if len(names) == 2 else "".join(f" {n}" for n in names[2:]))
            key = int(names[1]) if len(names) > 1 and names[0] == "pets" else names[-1]
            self._answer(_deed(self.state, act, key, sent, site, self.headers.get("X-Badge")))

    def _answer(self, body: Any) -> None:
        self._send(json.dumps(body, ensure_ascii=False).encode(), "application/json")

    def _send(self, data: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def _sent(headers: Message, body: bytes) -> dict[str, Any]:
    """Return the fields of a request's body."""
    kind = headers.get("content-type", "")
    if not body:
        return {}
    if "json" in kind:
        return dict(json.loads(body))
    if "multipart" not in kind:
        return dict(parse_qsl(body.decode()))
    parts = BytesParser().parsebytes(f"Content-Type: {kind}\r\n\r\n".encode() + body).get_payload()
    found = {}
    for part in parts if isinstance(parts, list) else []:
        name = re.search(r'name="([^"]+)"', str(part))
        payload = part.get_payload(decode=True)  # type: ignore[union-attr]
        found[name[1] if name else "?"] = payload.decode() if isinstance(payload, bytes) else ""
    return found


def _deed(state: dict[str, Any], act: str, key: Any, sent: dict[str, Any], site: str, badge: str | None) -> Any:
    """Do what a request asks for; return the answer. Questions are written down."""
    pets, keepers = state["pets"], state["keepers"]
    if act.startswith("GET"):
        state["asked"].append({"site": site, **sent, **({} if act == "GET pets" else {"number": key})})
    deeds: dict[str, Callable[[], Any]] = {
        "GET pets": lambda: {n: pet for n, pet in pets.items() if sent.items() <= pet.items()},
        "GET pets one": lambda: pets.get(key),
        "POST pets": lambda: pets.setdefault(max(pets, default=0) + 1, sent),
        "PUT pets one": lambda: pets[key].update(sent) or pets[key],
        "POST pets photo": lambda: pets[key].update(sent) or pets[key],
        "DELETE pets one": lambda: {"removed": pets.pop(key, None)},
        "PUT keepers one": lambda: keepers.update({key: sent}) or {"hired": key, **sent},
        "DELETE keepers one": lambda: (
            {"dismissed": key, "was": keepers.pop(key, None), "by": state["badges"].append(badge)}
            if badge
            else {"refused": "no badge"}
        ),
        "POST visits": lambda: state["visits"].append({"site": site, **sent}) or {"announced": sent, "at": site},
    }
    return deeds[act]()


@contextmanager
def serve(files: Path, page: str) -> Iterator[Running]:
    """Serve ``page`` beside the files of a package, and the interface.

    Args:
        files: A folder of files.
        page: The text of the page at ``/``.
    """
    handler: Any = type("Handler", (Home,), {"state": seed(), "page": page, "lock": threading.Lock()})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(files)))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield Running(f"http://127.0.0.1:{server.server_address[1]}", lambda: copy.deepcopy(handler.state))
    finally:
        server.shutdown()
        server.server_close()
