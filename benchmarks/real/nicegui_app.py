"""NiceGUI: a library of tools; Vue and Quasar, whose state is on the server and comes through a web socket."""

from __future__ import annotations

import html
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from .application import Application, Release, Running, Task, Values
from .seeded import MINUTES, NAMES, PAPER, PLAN, Seeded, added, changed, insert, removed, serve_seed
from .stage import python_of


@contextmanager
def serve(installed: Path, folder: Path) -> Iterator[Seeded]:
    """Run the library's application on a new database."""

    def command(port: int) -> list[str]:
        return [python_of(installed), "main.py", str(port)]

    with serve_seed("nicegui_app", folder, "tools.db", command) as running:
        yield running


# -- tools ------------------------------------------------------------------------------------------------------------


def _row(page: Page, text: str) -> Locator:
    return page.get_by_role("row").filter(has=page.get_by_role("cell", name=text, exact=True))


def edit(page: Page, values: Values) -> None:
    page.get_by_label("Search").fill(values["owner"])
    _row(page, values["owner"]).get_by_role("button").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Place").fill(values["place"])
    dialog.get_by_label("Kind").click()
    page.get_by_role("option", name=values["kind"]).click()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)


EDIT = Task(
    name="change a tool",
    covers=("search", "row named by a value", "dialog", "edit"),
    start="/",
    values=(
        {"owner": "Anna Maria", "place": "Cellar", "kind": "Woodwork"},
        {"owner": "Jürgen O'Neill", "place": "Shelf 2/b", "kind": "Kitchen"},
        {"owner": "李小龙", "place": "Behind the door", "kind": "Bicycle"},
        {"owner": "Zoë Müller", "place": "Größe L, oben", "kind": "Electronics"},
    ),
    perform=edit,
    confirm=lambda page, values: expect(_row(page, values["owner"])).to_contain_text(values["place"]),
    done=lambda before, after, values: changed(
        *(before, after, "tools", {"owner": values["owner"]}), {"place": values["place"], "kind": values["kind"]}
    ),
)


def _owned(running: Running, values: Values) -> None:
    insert(running, "tools", {"owner": "Anna", "kind": "Garden", "place": "Shelf 1", **values})


def delete(page: Page, values: Values) -> None:
    page.get_by_role("button").filter(has_text="last_page").click()
    _row(page, values["name"]).get_by_role("button").last.click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(_row(page, values["name"])).to_have_count(0)


DELETE = Task(
    name="delete a tool",
    covers=("pagination", "record id", "dialog", "delete"),
    start="/",
    values=(
        {"name": "Drill no. 4"},
        {"name": "Drill bits no. 4 (O'Neill)"},
        {"name": "水壶 no. 4"},
        {"name": "Säge 4/b"},
    ),
    prepare=_owned,
    perform=delete,
    confirm=lambda page, values: expect(page.get_by_text(f"Deleted {values['name']}", exact=True)).to_be_visible(),
    done=lambda before, after, values: removed(before, after, "tools", values),
)


def lend(page: Page, values: Values) -> None:
    page.get_by_label("Tool").fill(values["tool"])
    page.get_by_role("option", name=values["tool"], exact=True).click()
    page.get_by_label("Borrower").fill(values["borrower"])
    page.get_by_text("edit_calendar").click()
    page.locator(".q-date").get_by_role("button", name=values["day"], exact=True).click()
    page.get_by_role("button", name="Close").click()
    page.get_by_label("Reminder").fill(values["days"])
    page.get_by_role("button", name="Lend", exact=True).click()
    expect(page.get_by_label("Borrower")).to_have_value("")


def _loan(values: Values) -> dict[str, object]:
    due = f"2026-12-{int(values['day']):02}"
    return {"tool": values["tool"], "borrower": values["borrower"], "due": due, "days": int(values["days"])}


LEND = Task(
    name="lend a tool",
    covers=("suggestions", "date picker", "form"),
    start="/lend",
    values=(
        {"tool": "Ladder no. 14", "borrower": "Anna", "day": "15", "days": "1"},
        {"tool": "Saw no. 4", "borrower": "Conan O'Brien", "day": "5", "days": "7"},
        {"tool": "Drill bits no. 2", "borrower": "王芳", "day": "24", "days": "10"},
        {"tool": "Raclette no. 18", "borrower": "Anna Maria", "day": "31", "days": "3"},
    ),
    perform=lend,
    confirm=lambda page, values: expect(
        page.get_by_text(f"{values['tool']}: {values['borrower']} until {_loan(values)['due']}")
    ).to_be_visible(),
    done=lambda before, after, values: added(before, after, "loans", _loan(values)),
)


# -- news and photos --------------------------------------------------------------------------------------------------


def publish(page: Page, values: Values) -> None:
    bold = page.get_by_role("button").filter(has_text="format_bold")
    page.get_by_label("Title").fill(values["title"])
    page.locator(".q-editor__content").click()
    bold.click()
    page.keyboard.type(values["lead"])
    bold.click()
    page.keyboard.type(f": {values['text']}")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_label("Title")).to_have_value("")


def _news(values: Values) -> dict[str, object]:
    lead, text = html.escape(values["lead"], quote=False), html.escape(values["text"], quote=False)
    return {"title": values["title"], "body": f"<b>{lead}</b>: {text}"}


PUBLISH = Task(
    name="publish news",
    covers=("rich text",),
    start="/news",
    values=(
        {"title": "Opening hours", "lead": "Closed", "text": "no lending on the first of May."},
        {"title": "New: a ladder", "lead": "Thanks to O'Neill", "text": "it is 4/5 metres long."},
        {"title": "Wok", "lead": "注意", "text": "水壶坏了，请不要用。"},
        {"title": "Öl & Fett", "lead": "Please clean", "text": "Bikes & chains < 10 years."},
    ),
    perform=publish,
    confirm=lambda page, values: expect(page.locator("strong, b").filter(has_text=values["lead"]).last).to_be_visible(),
    done=lambda before, after, values: added(before, after, "news", _news(values)),
)


def photo(page: Page, values: Values) -> None:
    page.locator(".q-uploader input[type=file]").set_input_files(values["file"])
    page.locator(".q-uploader").get_by_role("button").filter(has_text="cloud_upload").click()
    expect(page.get_by_text(f"Uploaded {Path(values['file']).name}")).to_be_visible()


PHOTO = Task(
    name="upload a photo",
    covers=("upload",),
    start="/photos",
    values=({"file": str(PLAN)}, {"file": str(PAPER)}, {"file": str(NAMES)}, {"file": str(MINUTES)}),
    perform=photo,
    confirm=lambda page, values: expect(page.get_by_text(f"{Path(values['file']).name} (")).to_be_visible(),
    done=lambda before, after, values: added(
        *(before, after, "photos"), {"name": Path(values["file"]).name, "size": Path(values["file"]).stat().st_size}
    ),
)


# -- repairs and chat -------------------------------------------------------------------------------------------------


def _broken(running: Running, values: Values) -> None:
    insert(running, "repairs", {"title": values["title"], "stage": "Waiting", "urgency": "Unknown"})


def _stage(page: Page, name: str) -> Locator:
    return page.locator(".nicegui-column").filter(has=page.get_by_text(name, exact=True)).last


def _card(page: Page, title: str) -> Locator:
    return page.locator(".nicegui-card").filter(has=page.get_by_text(title, exact=True))


def move(page: Page, values: Values) -> None:
    _card(page, values["title"]).drag_to(_stage(page, "Ready"))
    expect(_stage(page, "Ready").get_by_text(values["title"], exact=True)).to_be_visible()


MOVE = Task(
    name="finish a repair",
    covers=("drag and drop", "record id"),
    start="/repairs",
    values=(
        {"title": "Jack no. 3"},
        {"title": "O'Neill's drill"},
        {"title": "自行车"},
        {"title": "Höhenmesser/Kompass"},
    ),
    prepare=_broken,
    perform=move,
    confirm=lambda page, values: expect(page.get_by_text(f"{values['title']} is now: Ready")).to_be_visible(),
    done=lambda before, after, values: changed(
        *(before, after, "repairs", {"title": values["title"], "stage": "Waiting"}), {"stage": "Ready"}
    ),
)


def urgency(page: Page, values: Values) -> None:
    _card(page, values["title"]).get_by_role("button").click()
    page.locator(".q-menu").get_by_text("Urgency", exact=True).click()
    page.locator(".q-menu").last.get_by_text(values["urgency"], exact=True).click()
    expect(page.locator(".q-menu")).to_have_count(0)


URGENCY = Task(
    name="set the urgency of a repair",
    covers=("nested menu", "record id"),
    start="/repairs",
    values=(
        {"title": "Wok no. 6", "urgency": "High"},
        {"title": "Anna's ladder", "urgency": "Very high"},
        {"title": "水壶盖", "urgency": "Low"},
        {"title": "Bike stand (small)", "urgency": "Normal"},
    ),
    prepare=_broken,
    perform=urgency,
    confirm=lambda page, values: expect(_card(page, values["title"])).to_contain_text(values["urgency"]),
    done=lambda before, after, values: changed(
        *(before, after, "repairs", {"title": values["title"]}), {"urgency": values["urgency"]}
    ),
)


def write(page: Page, values: Values) -> None:
    page.get_by_label("Your name").fill(values["sender"])
    page.get_by_placeholder("message").fill(values["text"])
    page.get_by_placeholder("message").press("Enter")
    expect(page.get_by_placeholder("message")).to_have_value("")


CHAT = Task(
    name="write in the chat",
    covers=("chat box",),
    start="/chat",
    values=(
        {"sender": "Anna", "text": "Is the drill back?"},
        {"sender": "Seán O'Casey", "text": "Yes, since 17:30"},
        {"sender": "小龙", "text": "谢谢"},
        {"sender": "Anna Maria", "text": "Anna: I bring it on 24/12."},
    ),
    perform=write,
    confirm=lambda page, values: expect(page.get_by_text(values["text"], exact=True)).to_be_visible(),
    done=lambda before, after, values: added(before, after, "messages", values),
)


APPLICATION = Application(
    name="NiceGUI",
    kind="Vue and Quasar, the state on the server, a web socket",
    releases=(
        Release(name="1.4", python=("nicegui==1.4.37",), serve=serve),
        Release(name="3.18", python=("nicegui==3.18.0",), serve=serve),
    ),
    tasks=(EDIT, DELETE, LEND, PUBLISH, PHOTO, MOVE, URGENCY, CHAT),
)
