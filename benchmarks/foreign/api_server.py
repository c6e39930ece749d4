"""A small interface with a description in OpenAPI, for applications that show one and try it out."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from .stage import Running

PET = {
    "type": "object",
    "required": ["name"],
    "properties": {"name": {"type": "string"}, "tag": {"type": "string"}},
    "example": {"name": "nobody", "tag": "none"},
}
NUMBER = {"name": "number", "in": "path", "required": True, "schema": {"type": "integer"}}
BODY = {"required": True, "content": {"application/json": {"schema": PET}}}
FORM = {"required": True, "content": {"application/x-www-form-urlencoded": {"schema": PET}}}
DONE = {"200": {"description": "Done"}}
SPEC = {
    "openapi": "3.0.3",
    "info": {"title": "Pets", "version": "1"},
    "servers": [{"url": "/"}],
    "paths": {
        "/pets": {
            "get": {
                "tags": ["pets"],
                "summary": "List pets",
                "parameters": [{"name": "tag", "in": "query", "schema": {"type": "string"}}],
                "responses": DONE,
            },
            "post": {"tags": ["pets"], "summary": "Add a pet", "requestBody": BODY, "responses": DONE},
        },
        "/pets/{number}": {
            "put": {
                "tags": ["pets"],
                "summary": "Rename a pet",
                "parameters": [NUMBER, {"name": "name", "in": "query", "required": True, "schema": {"type": "string"}}],
                "responses": DONE,
            },
            "delete": {"tags": ["pets"], "summary": "Remove a pet", "parameters": [NUMBER], "responses": DONE},
        },
        "/shelters": {
            "post": {"tags": ["shelters"], "summary": "Add a shelter", "requestBody": FORM, "responses": DONE}
        },
    },
}


class Api(SimpleHTTPRequestHandler):
    """Serves files, the description, and pets."""

    pets: dict[int, dict[str, str]]
    asked: list[str]

    def do_GET(self) -> None:
        """Answer the description, the pets, or a file."""
        if self.path == "/openapi.json":
            self._answer(SPEC)
        elif self.path.startswith("/pets"):
            self.asked.append(self.path)
            self._answer(self.pets)
        else:
            super().do_GET()

    def do_POST(self) -> None:
        """Add a pet."""
        body = self.rfile.read(int(self.headers.get("content-length") or 0)).decode()
        if self.path == "/pets":
            number = max(self.pets, default=0) + 1
            self.pets[number] = json.loads(body)
            self._answer({"number": number})
        else:
            self.asked.append(f"{self.path} {body}")
            self._answer({})

    def do_PUT(self) -> None:
        """Rename a pet."""
        from urllib.parse import parse_qs, urlsplit

        parts = urlsplit(self.path)
        number = int(parts.path.rsplit("/", 1)[1])
        self.pets[number]["name"] = parse_qs(parts.query)["name"][0]
        self._answer({"number": number})

    def do_DELETE(self) -> None:
        """Remove a pet."""
        found = re.search(r"/pets/(\d+)", self.path)
        self._answer({"removed": self.pets.pop(int(found[1]), None) if found else None})

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  (the name is the library's)
        """Say nothing."""

    def _answer(self, body: Any) -> None:
        data = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def serve(files: Path, page: str) -> Iterator[Running]:
    """Serve ``page`` beside the files of a package, and the interface.

    Args:
        files: A folder of files.
        page: The text of ``/trial.html``.
    """
    (files / "trial.html").write_text(page, "utf-8")
    handler: Any = type(
        "Handler", (Api,), {"pets": {1: {"name": "Rex", "tag": "dog"}, 2: {"name": "Tom"}}, "asked": []}
    )
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(files)))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield Running(
            f"http://127.0.0.1:{server.server_address[1]}",
            lambda: {"pets": dict(handler.pets), "asked": list(handler.asked)},
        )
    finally:
        server.shutdown()
        server.server_close()
