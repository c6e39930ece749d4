"""RapiDoc: web components in open shadow roots, the whole application below one element."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from . import api_server
from .stage import Application, Running

PAGE = """<!doctype html><html><head><meta charset="utf-8"><title>Pets</title>
<script type="module" src="rapidoc-min.js"></script></head>
<body><rapi-doc spec-url="/openapi.json" render-style="view" show-header="false" schema-style="table"
  allow-server-selection="false" allow-authentication="false"></rapi-doc></body></html>"""


def serve(installed: Path, folder: Path) -> AbstractContextManager[Running]:
    """Serve RapiDoc and the interface it describes."""
    return api_server.serve(installed / "node_modules" / "rapidoc" / "dist", PAGE)


def perform(page: Page, values: Mapping[str, str]) -> None:
    """Add a pet, rename another one, remove a third, list those of a kind."""
    operation = page.locator("rapi-doc .m-endpoint")
    add = operation.filter(has_text="Add a pet")
    add.get_by_text("Add a pet").first.click()
    add.locator("textarea.request-body-param-user-input").fill(
        json.dumps({"name": values["name"], "tag": values["tag"]})
    )
    add.get_by_role("button", name="TRY").click()
    add.get_by_text("Response Status: OK:200").wait_for()
    rename = operation.filter(has_text="Rename a pet")
    rename.get_by_text("Rename a pet").first.click()
    rename.locator("input[data-pname=number]").fill(values["number"])
    rename.locator("input[data-pname=name]").fill(values["new_name"])
    rename.get_by_role("button", name="TRY").click()
    rename.get_by_text("Response Status: OK:200").wait_for()
    remove = operation.filter(has_text="Remove a pet")
    remove.get_by_text("Remove a pet").first.click()
    remove.locator("input[data-pname=number]").fill(values["removed"])
    remove.get_by_role("button", name="TRY").click()
    remove.get_by_text("Response Status: OK:200").wait_for()


def wanted(values: Mapping[str, str]) -> Any:
    """Return what the interface holds afterwards."""
    pets = {1: {"name": "Rex", "tag": "dog"}, 2: {"name": "Tom"}, 3: {"name": values["name"], "tag": values["tag"]}}
    pets[int(values["number"])]["name"] = values["new_name"]
    del pets[int(values["removed"])]
    return {"pets": pets, "asked": []}


APPLICATION = Application(
    name="RapiDoc",
    kind="web components in shadow roots",
    node=("rapidoc",),
    serve=serve,
    start="/trial.html",
    perform=perform,
    first={"name": "Bella", "tag": "cat", "number": "1", "new_name": "Max", "removed": "2"},
    other={"name": "Coco", "tag": "parrot", "number": "2", "new_name": "Felix", "removed": "1"},
    wanted=wanted,
)
