"""Swagger UI: React with controlled fields, sections that unfold, forms that a description makes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from . import api_server
from .application import Application, Release, Running, Script, Task, Values

PAGE = """<!doctype html><html><head><meta charset="utf-8"><title>Animal home</title>
<link rel="stylesheet" href="/swagger-ui.css"><script src="/swagger-ui-bundle.js"></script></head>
<body><div id="swagger-ui"></div>
<script>SwaggerUIBundle({url: "/openapi.json", dom_id: "#swagger-ui", filter: true})</script></body></html>"""
UPLOADS = Path(__file__).parent / "seeds" / "uploads"


def _serve(installed: Path, folder: Path) -> AbstractContextManager[Running]:
    del folder
    return api_server.serve(installed / "node_modules" / "swagger-ui-dist", PAGE)


def _only(before: Mapping[str, Any], after: Mapping[str, Any], **changed: Any) -> bool:
    """Tell if ``after`` is ``before`` with nothing but these parts replaced."""
    return after == {**before, **changed}


def _pets(before: Mapping[str, Any], number: str, **fields: str) -> dict[int, dict[str, str]]:
    """Return the pets with some fields of one of them changed."""
    return {**before["pets"], int(number): {**before["pets"][int(number)], **fields}}


# -- the tasks --------------------------------------------------------------------------------------------------------


def _unfold(page: Page, summary: str) -> Locator:
    block = page.locator(".opblock").filter(has_text=summary)
    block.locator(".opblock-summary-control").click()
    block.get_by_role("button", name="Try it out").click()
    return block


def _execute(block: Locator) -> None:
    block.get_by_role("button", name="Execute").click()
    expect(block.locator(".live-responses-table")).to_contain_text("200")


def _answers(*names: str) -> Script:
    """Return the assertion that the answer shows these values."""

    def confirm(page: Page, values: Values) -> None:
        for name in names:
            expect(page.locator(".live-responses-table .highlight-code").first).to_contain_text(values[name])

    return confirm


def _list(page: Page, values: Values) -> None:
    block = _unfold(page, "List pets")
    block.get_by_role("combobox").first.select_option(values["kind"])
    block.get_by_placeholder("name").fill(values["name"])
    _execute(block)


def _listed(before: Any, after: Any, values: Values) -> bool:
    return _only(before, after, asked=[*before["asked"], {"site": "north", **values}])


def _add(page: Page, values: Values) -> None:
    block = _unfold(page, "Add a pet")
    block.get_by_role("textbox").fill(json.dumps(dict(values), ensure_ascii=False))
    _execute(block)


def _added(before: Any, after: Any, values: Values) -> bool:
    return _only(before, after, pets={**before["pets"], max(before["pets"]) + 1: dict(values)})


def _show(page: Page, values: Values) -> None:
    block = _unfold(page, "Show a pet")
    block.get_by_placeholder("number").fill(values["number"])
    _execute(block)


def _showed(before: Any, after: Any, values: Values) -> bool:
    return _only(before, after, asked=[*before["asked"], {"site": "north", "number": int(values["number"])}])


def _rename(page: Page, values: Values) -> None:
    block = _unfold(page, "Rename a pet")
    block.get_by_placeholder("number").fill(values["number"])
    block.get_by_placeholder("name").fill(values["name"])
    _execute(block)


def _renamed(before: Any, after: Any, values: Values) -> bool:
    return _only(before, after, pets=_pets(before, values["number"], name=values["name"]))


def _remove(page: Page, values: Values) -> None:
    block = _unfold(page, "Remove a pet")
    block.get_by_placeholder("number").fill(values["number"])
    _execute(block)


def _removed(before: Any, after: Any, values: Values) -> bool:
    kept = {number: pet for number, pet in before["pets"].items() if number != int(values["number"])}
    return len(kept) < len(before["pets"]) and _only(before, after, pets=kept)


def _photo(page: Page, values: Values) -> None:
    block = _unfold(page, "Send a photo")
    block.get_by_placeholder("number").fill(values["number"])
    block.get_by_placeholder("caption").fill(values["caption"])
    block.locator("input[type=file]").set_input_files(values["photo"])
    _execute(block)


def _photographed(before: Any, after: Any, values: Values) -> bool:
    sent = Path(values["photo"]).read_text("utf-8")
    return _only(before, after, pets=_pets(before, values["number"], caption=values["caption"], photo=sent))


def _hire(page: Page, values: Values) -> None:
    block = _unfold(page, "Hire a keeper")
    block.get_by_placeholder("name").fill(values["name"])
    block.locator("tr[data-property-name=kind]").get_by_role("combobox").select_option(values["kind"])
    block.get_by_placeholder("since").fill(values["since"])
    block.get_by_placeholder("remarks").fill(values["remarks"])
    _execute(block)


def _hired(before: Any, after: Any, values: Values) -> bool:
    sent = {name: values[name] for name in ("kind", "since", "remarks")}
    return _only(before, after, keepers={**before["keepers"], values["name"]: sent})


def _dismiss(page: Page, values: Values) -> None:
    page.get_by_role("button", name="Authorize").click()
    dialog = page.locator(".modal-ux")
    dialog.get_by_role("textbox").fill(values["badge"])
    dialog.get_by_role("button", name="Authorize").or_(dialog.get_by_label("Apply credentials")).click()
    dialog.get_by_role("button", name="Close").last.click()
    block = _unfold(page, "Dismiss a keeper")
    block.get_by_placeholder("name").fill(values["name"])
    _execute(block)


def _dismissed(before: Any, after: Any, values: Values) -> bool:
    kept = {name: keeper for name, keeper in before["keepers"].items() if name != values["name"]}
    badges = [*before["badges"], values["badge"]]
    return len(kept) < len(before["keepers"]) and _only(before, after, keepers=kept, badges=badges)


def _announce(page: Page, values: Values) -> None:
    page.get_by_role("combobox").first.select_option(values["site"])
    block = _unfold(page, "Announce a visit")
    block.get_by_placeholder("guest").fill(values["guest"])
    block.get_by_placeholder("day").fill(values["day"])
    _execute(block)


def _announced(before: Any, after: Any, values: Values) -> bool:
    visit = {"site": values["site"].strip("/"), "guest": values["guest"], "day": values["day"]}
    return _only(before, after, visits=[*before["visits"], visit])


TASKS = (
    Task(
        name="list pets",
        covers=("select without a label", "request without an effect"),
        start="/",
        values=(
            {"kind": "dog", "name": "Rex"},
            {"kind": "cat", "name": "Rexi"},
            {"kind": "Kätzchen", "name": "D'Artagnan"},
            {"kind": "guinea pig", "name": "小白"},
        ),
        perform=_list,
        confirm=lambda page, _: expect(page.locator(".request-url").first).to_contain_text("/north/pets?kind="),
        done=_listed,
    ),
    Task(
        name="add a pet",
        covers=("values inside a text area's JSON", "record with a new id"),
        start="/",
        values=(
            {"name": "Lucky", "kind": "dog", "born": "2024-02-29"},
            {"name": "Käthe", "kind": "cat", "born": "2025-12-01"},
            {"name": "Max & Moritz", "kind": "bird", "born": "2023-07-31"},
            {"name": "花花", "kind": "guinea pig", "born": "2026-01-08"},
        ),
        perform=_add,
        confirm=_answers("name", "born"),
        done=_added,
    ),
    Task(
        name="show a pet",
        covers=("number in a path", "request without an effect"),
        start="/",
        values=({"number": "3"}, {"number": "33"}, {"number": "13"}, {"number": "30"}),
        perform=_show,
        confirm=lambda page, values: expect(page.locator(".request-url").first).to_contain_text(
            f"/pets/{values['number']}"
        ),
        done=_showed,
    ),
    Task(
        name="rename a pet",
        covers=("number in a path", "two fields of one row each"),
        start="/",
        values=(
            {"number": "1", "name": "Max"},
            {"number": "11", "name": "Maxi von Hohenstein"},
            {"number": "12", "name": "O'Malley/2"},
            {"number": "4", "name": "小黑"},
        ),
        perform=_rename,
        confirm=_answers("name"),
        done=_renamed,
    ),
    Task(
        name="remove a pet",
        covers=("number in a path", "deletion"),
        start="/",
        values=({"number": "2"}, {"number": "22"}, {"number": "21"}, {"number": "40"}),
        perform=_remove,
        confirm=lambda page, _: expect(page.locator(".live-responses-table")).to_contain_text("removed"),
        done=_removed,
    ),
    Task(
        name="send a photo",
        covers=("upload", "three fields of different kinds"),
        start="/",
        values=(
            {"number": "5", "caption": "asleep", "photo": str(UPLOADS / "letter.txt")},
            {"number": "15", "caption": "with Jürgen's hat", "photo": str(UPLOADS / "garden.csv")},
            {"number": "7", "caption": "1/2", "photo": str(UPLOADS / "minutes-january.txt")},
            {"number": "17", "caption": "asleep again", "photo": str(UPLOADS / "minutes-june.txt")},
        ),
        perform=_photo,
        confirm=_answers("caption"),
        done=_photographed,
    ),
    Task(
        name="hire a keeper",
        covers=("select", "date", "name with a slash in a path"),
        start="/",
        values=(
            {"name": "Marie", "kind": "dog", "since": "2026-04-01", "remarks": "part-time"},
            {"name": "Marie Curie", "kind": "bird", "since": "2026-05-15", "remarks": "speaks Polish & French"},
            {"name": "Åse D'Angelo", "kind": "Kätzchen", "since": "2025-10-31", "remarks": "8/10"},
            {"name": "王芳/Wang Fang", "kind": "cat", "since": "2027-01-02", "remarks": "from 王府井"},
        ),
        perform=_hire,
        confirm=_answers("name", "remarks"),
        done=_hired,
    ),
    Task(
        name="dismiss a keeper",
        covers=("dialog", "log-in with a key", "secret", "deletion"),
        start="/",
        values=(
            {"badge": "k-1029", "name": "Anna"},
            {"badge": "Zebra 77", "name": "Müller/Meier"},
            {"badge": "o'clock!", "name": "Anna Maria"},
            {"badge": "x" * 12, "name": "O'Neill"},
        ),
        secrets=("badge",),
        perform=_dismiss,
        confirm=_answers("name"),
        done=_dismissed,
    ),
    Task(
        name="announce a visit",
        covers=("select outside of the form", "date"),
        start="/",
        values=(
            {"site": "/south", "guest": "Anna", "day": "2026-03-01"},
            {"site": "/east", "guest": "Anna Maria", "day": "2026-03-11"},
            {"site": "/west", "guest": "François L'Écuyer", "day": "2026-12-24"},
            {"site": "/north", "guest": "李明", "day": "2027-06-30"},
        ),
        perform=_announce,
        confirm=_answers("guest", "day"),
        done=_announced,
    ),
)

APPLICATION = Application(
    name="Swagger UI",
    kind="one page, React",
    releases=(
        Release(name="3", node=("swagger-ui-dist@3.52.5",), serve=_serve),
        Release(name="5", node=("swagger-ui-dist@5.32.0",), serve=_serve),
    ),
    tasks=TASKS,
)
