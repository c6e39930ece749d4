"""A library of tools: the neighbourhood lends what it does not use every day.

Usage: python main.py PORT. Keeps everything in tools.db in the current folder.
"""

import json
import sqlite3
import sys
from pathlib import Path

from nicegui import events, ui

DB = Path("tools.db")
KINDS = ["Garden", "Kitchen", "Woodwork", "Bicycle", "Electronics"]
THINGS = ["Drill", "Drill bits", "Ladder", "Saw", "Saw (large)", "Wok", "Raclette", "Bike stand", "Höhenmesser", "水壶", "Jack"]
STAGES = ["Waiting", "In repair", "Ready"]
URGENCIES = ["Low", "Normal", "High", "Very high"]


def sql(query, *values):
    with sqlite3.connect(DB) as db:
        db.row_factory = sqlite3.Row
        return [dict(row) for row in db.execute(query, values).fetchall()]


def set_up():
    with sqlite3.connect(DB) as db:
        db.executescript("""
            CREATE TABLE tools (id INTEGER PRIMARY KEY, name TEXT, owner TEXT, kind TEXT, place TEXT);
            CREATE TABLE loans (id INTEGER PRIMARY KEY, tool TEXT, borrower TEXT, due TEXT, days INTEGER);
            CREATE TABLE news (id INTEGER PRIMARY KEY, title TEXT, body TEXT);
            CREATE TABLE photos (id INTEGER PRIMARY KEY, name TEXT, size INTEGER);
            CREATE TABLE repairs (id INTEGER PRIMARY KEY, title TEXT, stage TEXT, urgency TEXT DEFAULT 'Normal');
            CREATE TABLE messages (id INTEGER PRIMARY KEY, sender TEXT, text TEXT);
        """)
        for i, person in enumerate(json.loads(Path("people.json").read_text("utf-8"))):
            tool = (f"{THINGS[i % 11]} no. {i + 1}", person["name"], KINDS[i % 5], f"Shelf {i % 9 + 1}")
            db.execute("INSERT INTO tools (name, owner, kind, place) VALUES (?, ?, ?, ?)", tool)
            if i % 4 == 0:
                db.execute("INSERT INTO repairs (title, stage) VALUES (?, ?)", (tool[0], STAGES[i // 4 % 2]))


def frame(title):
    ui.page_title(title)
    with ui.header().classes("items-center"):
        ui.button(icon="menu", on_click=lambda: drawer.toggle()).props("flat color=white")
        ui.label("Tool library").classes("text-h6")
    with ui.left_drawer() as drawer:
        for name, path in [("Tools", "/"), ("Lend", "/lend"), ("News", "/news"), ("Photos", "/photos")]:
            ui.link(name, path)
        ui.link("Repairs", "/repairs")
        ui.link("Chat", "/chat")
    ui.label(title).classes("text-h4")


@ui.page("/")
def tools():
    frame("Tools")

    def refresh():
        table.rows[:] = sql("SELECT * FROM tools ORDER BY id")
        table.update()

    def edit(e: events.GenericEventArguments):
        row = e.args
        with ui.dialog() as dialog, ui.card():
            ui.label(f"Edit {row['name']}").classes("text-h6")
            name = ui.input("Name", value=row["name"])
            place = ui.input("Place", value=row["place"])
            kind = ui.select(KINDS, label="Kind", value=row["kind"]).classes("w-full")

            def save():
                query = "UPDATE tools SET name = ?, place = ?, kind = ? WHERE id = ?"
                sql(query, name.value, place.value, kind.value, row["id"])
                dialog.close()
                ui.notify(f"Saved {name.value}", type="positive")
                refresh()

            with ui.row():
                ui.button("Save", on_click=save)
                ui.button("Cancel", on_click=dialog.close).props("flat")
        dialog.open()

    async def delete(e: events.GenericEventArguments):
        with ui.dialog() as dialog, ui.card():
            ui.label(f"Delete {e.args['name']} of {e.args['owner']}?")
            with ui.row():
                ui.button("Delete", on_click=lambda: dialog.submit(True)).props("color=negative")
                ui.button("Keep", on_click=lambda: dialog.submit(False)).props("flat")
        if await dialog:
            sql("DELETE FROM tools WHERE id = ?", e.args["id"])
            ui.notify(f"Deleted {e.args['name']}", type="warning")
            refresh()

    columns = [
        {"name": field, "label": field.capitalize(), "field": field, "align": "left", "sortable": True}
        for field in ("name", "owner", "kind", "place")
    ]
    columns.append({"name": "action", "label": "", "field": "id", "align": "right"})
    search = ui.input("Search").props("clearable outlined dense")
    table = ui.table(columns=columns, rows=sql("SELECT * FROM tools ORDER BY id"), row_key="id", pagination=8)
    table.classes("w-full").bind_filter_from(search, "value")
    table.add_slot(
        "body-cell-action",
        """
        <q-td :props="props">
            <q-btn flat dense icon="edit" @click="$parent.$emit('edit', props.row)"><q-tooltip>Edit</q-tooltip></q-btn>
            <q-btn flat dense icon="delete" @click="$parent.$emit('remove', props.row)"><q-tooltip>Delete</q-tooltip></q-btn>
        </q-td>
        """,
    )
    table.on("edit", edit)
    table.on("remove", delete)


@ui.page("/lend")
def lend():
    frame("Lend")
    names = [row["name"] for row in sql("SELECT name FROM tools ORDER BY name")]
    tool = ui.select(names, label="Tool", with_input=True).classes("w-80")
    borrower = ui.input("Borrower", validation={"Please enter a name": lambda value: bool(value)}).classes("w-80")
    with ui.input("Due", value="2026-12-01").classes("w-80") as due:
        with ui.menu().props("no-parent-event") as menu, ui.date().bind_value(due):
            with ui.row().classes("justify-end"):
                ui.button("Close", on_click=menu.close).props("flat")
        with due.add_slot("append"):
            ui.icon("edit_calendar").on("click", menu.open).classes("cursor-pointer")
    days = ui.number("Reminder (days before)", value=2, min=0, max=30).classes("w-80")
    loans = ui.list()

    def show():
        loans.clear()
        with loans:
            for loan in sql("SELECT * FROM loans ORDER BY id DESC LIMIT 5"):
                ui.item(f"{loan['tool']}: {loan['borrower']} until {loan['due']}")

    def save():
        query = "INSERT INTO loans (tool, borrower, due, days) VALUES (?, ?, ?, ?)"
        sql(query, tool.value, borrower.value, due.value, int(days.value))
        ui.notify(f"{borrower.value} has {tool.value}")
        tool.value, borrower.value = None, ""
        show()

    ui.button("Lend", on_click=save)
    show()


@ui.page("/news")
def news():
    frame("News")
    title = ui.input("Title").classes("w-96")
    editor = ui.editor(placeholder="Type something here").classes("w-full")

    def publish():
        sql("INSERT INTO news (title, body) VALUES (?, ?)", title.value, editor.value)
        title.value, editor.value = "", ""
        entries.refresh()

    @ui.refreshable
    def entries():
        for entry in sql("SELECT * FROM news ORDER BY id DESC"):
            with ui.card().classes("w-full"):
                ui.label(entry["title"]).classes("text-h6")
                ui.markdown(entry["body"])

    ui.button("Publish", icon="send", on_click=publish)
    entries()


@ui.page("/photos")
def photos():
    frame("Photos")

    async def handle(e: events.UploadEventArguments):
        name, content = (e.file.name, await e.file.read()) if hasattr(e, "file") else (e.name, e.content.read())
        Path("photos").mkdir(exist_ok=True)
        (Path("photos") / Path(name).name).write_bytes(content)
        sql("INSERT INTO photos (name, size) VALUES (?, ?)", name, len(content))
        ui.notify(f"Uploaded {name}")
        gallery.refresh()

    @ui.refreshable
    def gallery():
        with ui.list().props("bordered separator"):
            for photo in sql("SELECT * FROM photos ORDER BY id"):
                ui.item(f"{photo['name']} ({photo['size']} bytes)")

    ui.upload(label="Photo", on_upload=handle)
    gallery()


dragged = None


@ui.page("/repairs")
def repairs():
    frame("Repairs")

    def start(repair):
        global dragged
        dragged = repair

    def drop(stage):
        global dragged
        if dragged:
            sql("UPDATE repairs SET stage = ? WHERE id = ?", stage, dragged["id"])
            ui.notify(f"{dragged['title']} is now: {stage}")
            dragged = None
        board.refresh()

    def urgent(repair, urgency):
        sql("UPDATE repairs SET urgency = ? WHERE id = ?", urgency, repair["id"])
        board.refresh()

    @ui.refreshable
    def board():
        with ui.row().classes("no-wrap"):
            for stage in STAGES:
                with ui.column().classes("bg-blue-grey-2 w-64 p-4 rounded shadow-2") as column:
                    ui.label(stage).classes("text-bold ml-1")
                    for repair in sql("SELECT * FROM repairs WHERE stage = ? ORDER BY id", stage):
                        card(repair)
                column.on("dragover.prevent", lambda: None)
                column.on("drop", lambda stage=stage: drop(stage))

    def card(repair):
        with ui.card().props("draggable").classes("w-full cursor-pointer bg-grey-1") as made:
            with ui.row().classes("w-full items-center no-wrap"):
                ui.label(repair["title"]).classes("grow")
                ui.badge(repair["urgency"])
                with ui.button(icon="more_vert").props("flat round dense"), ui.menu():
                    with ui.menu_item("Urgency", auto_close=False):
                        with ui.item_section().props("side"):
                            ui.icon("keyboard_arrow_right")
                        with ui.menu().props('anchor="top end" self="top start" auto-close'):
                            for urgency in URGENCIES:
                                ui.menu_item(urgency, on_click=lambda u=urgency: urgent(repair, u))
                    ui.separator()
                    ui.menu_item("Print", on_click=lambda: ui.notify("There is no printer"))
        made.on("dragstart", lambda: start(repair))

    board()


@ui.page("/chat")
def chat():
    frame("Chat")

    @ui.refreshable
    def messages():
        for message in sql("SELECT * FROM messages ORDER BY id"):
            ui.chat_message(message["text"], name=message["sender"], sent=message["sender"] != "Robot")

    def send():
        if not text.value:
            return
        sql("INSERT INTO messages (sender, text) VALUES (?, ?)", name.value, text.value)
        text.value = ""
        messages.refresh()

    with ui.column().classes("w-full max-w-2xl items-stretch"):
        messages()
    with ui.row().classes("w-full no-wrap items-center"):
        name = ui.input("Your name", value="Guest")
        text = ui.input(placeholder="message").on("keydown.enter", send).props("rounded outlined input-class=mx-3")
        text.classes("flex-grow")


if __name__ in {"__main__", "__mp_main__"}:
    if not DB.exists():
        set_up()
    ui.run(host="127.0.0.1", port=int(sys.argv[1]), title="Tool library", show=False, reload=False)
