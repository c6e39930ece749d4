"""Swagger UI."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

from .api_server import serve
from .application import Application, Release, Running

PAGE = """<!doctype html><html><head><meta charset="utf-8"><title>Animal home</title>
<link rel="stylesheet" href="/swagger-ui.css"><script src="/swagger-ui-bundle.js"></script></head>
<body><div id="swagger-ui"></div>
<script>SwaggerUIBundle({url: "/openapi.json", dom_id: "#swagger-ui", filter: true})</script></body></html>"""


def _serve(installed: Path, folder: Path) -> AbstractContextManager[Running]:
    return serve(installed / "node_modules" / "swagger-ui-dist", PAGE)


APPLICATION = Application(
    name="Swagger UI",
    kind="x",
    releases=(
        Release(name="3", node=("swagger-ui-dist@3.52.5",), serve=_serve),
        Release(name="5", node=("swagger-ui-dist@5.32.0",), serve=_serve),
    ),
    tasks=(),
)
