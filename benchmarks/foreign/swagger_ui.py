"""Swagger UI: React with controlled fields, sections that unfold."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from . import api_server
from .stage import Application, Running

PAGE = """<!doctype html><html><head><meta charset="utf-8"><title>Pets</title>
<link rel="stylesheet" href="swagger-ui.css"><script src="swagger-ui-bundle.js"></script></head>
<body><div id="swagger-ui"></div>
<script>SwaggerUIBundle({url: "/openapi.json", dom_id: "#swagger-ui"})</script></body></html>"""


def serve(installed: Path, folder: Path) -> AbstractContextManager[Running]:
    """Serve Swagger UI and the interface it describes."""
    return api_server.serve(installed / "node_modules" / "swagger-ui-dist", PAGE)


def perform(page: Page, values: Mapping[str, str]) -> None:
    """List the pets of a kind, rename one, remove one, add a shelter."""
    block = page.locator(".opblock")
    for summary, fields in (
        ("List pets", {"tag": values["tag"]}),
        ("Rename a pet", {"number": values["number"], "name": values["new_name"]}),
        ("Remove a pet", {"number": values["removed"]}),
        ("Add a shelter", {"name": values["shelter"], "tag": values["tag"]}),
    ):
        one = block.filter(has_text=summary)
        one.locator(".opblock-summary-control").click()
        one.get_by_role("button", name="Try it out").click()
        for name, value in fields.items():
            one.locator(f"tr[data-param-name={name}] input, input[placeholder={name}]").first.fill(value)
        one.get_by_role("button", name="Execute").click()
        one.locator(".live-responses-table").wait_for()
        one.locator(".opblock-summary-control").click()


def wanted(values: Mapping[str, str]) -> Any:
    """Return what the interface holds afterwards."""
    pets = {1: {"name": "Rex", "tag": "dog"}, 2: {"name": "Tom"}}
    pets[int(values["number"])]["name"] = values["new_name"]
    del pets[int(values["removed"])]
    shelter = f"/shelters name={values['shelter']}&tag={values['tag']}"
    return {"pets": pets, "asked": [f"/pets?tag={values['tag']}", shelter]}


APPLICATION = Application(
    name="Swagger UI",
    kind="one page, React",
    node=("swagger-ui-dist",),
    serve=serve,
    start="/trial.html",
    perform=perform,
    first={"tag": "dog", "number": "1", "new_name": "Max", "removed": "2", "shelter": "North"},
    other={"tag": "bird", "number": "2", "new_name": "Felix", "removed": "1", "shelter": "Harbour"},
    wanted=wanted,
)
