"""Course registrations of a small language school.

Usage: python app.py PORT. Keeps everything in school.db in the current folder.
"""

import json
import shutil
import sqlite3
import sys
from pathlib import Path

import gradio as gr

DB = Path("school.db")
COURSES = {
    "Arabic": 120.0,
    "Chinese (Mandarin)": 140.0,
    "Chinese calligraphy": 60.0,
    "Deutsch als Fremdsprache": 99.0,
    "English": 80.0,
    "English / Business": 130.0,
    "English for kids": 65.0,
    "Español": 85.0,
    "Français": 85.0,
    "Français avancé": 95.0,
    "Italiano": 85.0,
    "日本語": 150.0,
    "Polski": 70.0,
    "Português": 85.0,
    "Türkçe": 75.0,
}
TODOS = [
    *("Order chalk", "Order chalk (coloured)", "Call Anna", "Call Anna Maria", "Print certificates"),
    *("Öffnungszeiten ändern", "Pay the rent", "pay the rent (October)", "Ask O'Neill for the key", "买粉笔"),
]
LEVELS = ["Beginner", "Intermediate", "Advanced", "Native-like"]


def sql(query, *values):
    with sqlite3.connect(DB) as db:
        return db.execute(query, values).fetchall()


def set_up():
    with sqlite3.connect(DB) as db:
        db.executescript("""
            CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, email TEXT, course TEXT, level TEXT,
                                 lessons INTEGER, start TEXT, notes TEXT DEFAULT '');
            CREATE TABLE courses (name TEXT PRIMARY KEY, price REAL);
            CREATE TABLE documents (id INTEGER PRIMARY KEY, title TEXT, file TEXT, size INTEGER);
            CREATE TABLE todos (id INTEGER PRIMARY KEY, text TEXT, done INTEGER DEFAULT 0);
            CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT);
        """)
        db.executemany("INSERT INTO courses VALUES (?, ?)", COURSES.items())
        for i, person in enumerate(json.loads(Path("people.json").read_text("utf-8"))):
            db.execute(
                "INSERT INTO people (name, email, course, level, lessons, start) VALUES (?, ?, ?, ?, ?, ?)",
                (person["name"], person["email"], list(COURSES)[i % 15], LEVELS[i % 4], i % 5 + 1, "2026-09-01"),
            )
        for text in TODOS:
            db.execute("INSERT INTO todos (text) VALUES (?)", (text,))


def register(name, email, course, level, lessons, start):
    if not name.strip():
        raise gr.Error("Please enter a name")
    sql(
        "INSERT INTO people (name, email, course, level, lessons, start) VALUES (?, ?, ?, ?, ?, ?)",
        *(name, email, course, level, lessons, str(start)[:10]),
    )
    gr.Info("Registration saved")
    return f"### Thank you, {name}!\nYou are registered for **{course}**."


def people(search=""):
    rows = sql("SELECT id, name, email, course, notes FROM people ORDER BY name COLLATE NOCASE, id")
    return [list(row) for row in rows if search.lower() in row[1].lower()]


def choose(table, event: gr.SelectData):
    row = table.iloc[event.index[0]]
    return int(row.iloc[0]), f"Editing **{row.iloc[1]}**", row.iloc[2], row.iloc[4], gr.update(interactive=True)


def save(number, email, notes, search):
    sql("UPDATE people SET email = ?, notes = ? WHERE id = ?", email, notes, number)
    return "Saved", people(search)


def registrations():
    rows = sql("SELECT id, name, course FROM people ORDER BY name COLLATE NOCASE, id")
    return gr.update(choices=[(f"{name}, {course}", number) for number, name, course in rows], value=None)


def ask(number):
    return gr.update(visible=number is not None)


def cancel(number):
    ((name,),) = sql("SELECT name FROM people WHERE id = ?", number)
    sql("DELETE FROM people WHERE id = ?", number)
    return f"The registration of {name} was cancelled.", gr.update(visible=False), registrations()


def prices():
    return [list(row) for row in sql("SELECT name, price FROM courses ORDER BY rowid")]


def save_prices(table):
    for name, price in table.itertuples(index=False):
        sql("UPDATE courses SET price = ? WHERE name = ?", float(price), name)
    return "Prices saved", prices()


def documents():
    return [list(row) for row in sql("SELECT title, file, size FROM documents ORDER BY id")]


def store(title, upload):
    if upload is None:
        raise gr.Error("Please choose a file")
    target = Path("documents") / Path(upload).name
    target.parent.mkdir(exist_ok=True)
    shutil.copy(upload, target)
    sql("INSERT INTO documents (title, file, size) VALUES (?, ?, ?)", title, target.name, target.stat().st_size)
    return "", None, documents()


def todos():
    return sql("SELECT id, text, done FROM todos ORDER BY id")


def add_todo(text):
    sql("INSERT INTO todos (text) VALUES (?)", text)
    return "", todos()


def note(message, history):
    sql("INSERT INTO notes (text) VALUES (?)", message)
    return f"I made a note of that. There are {len(sql('SELECT id FROM notes'))} notes now."


if not DB.exists():
    set_up()

with gr.Blocks(title="Language school") as demo:
    gr.Markdown("# Language school")
    with gr.Tab("Register"):
        with gr.Row():
            name = gr.Textbox(label="Name")
            email = gr.Textbox(label="Email", placeholder="you@example.org")
        with gr.Row():
            course = gr.Dropdown(list(COURSES), label="Course", value=None)
            start = gr.DateTime(label="First lesson", include_time=False, type="string")
        level = gr.Radio(LEVELS, label="Level", value=LEVELS[0])
        lessons = gr.Slider(1, 10, value=2, step=1, label="Lessons per week")
        thanks = gr.Markdown()
        gr.Button("Register", variant="primary").click(register, [name, email, course, level, lessons, start], thanks)

    with gr.Tab("Participants") as participants_tab:
        search = gr.Textbox(label="Search", placeholder="Part of a name")
        table = gr.Dataframe(headers=["No.", "Name", "Email", "Course", "Notes"], interactive=False)
        number = gr.State()
        editing = gr.Markdown("Click on a participant to edit")
        with gr.Row():
            new_email = gr.Textbox(label="New email")
            notes = gr.Textbox(label="Notes", lines=2)
        save_button = gr.Button("Save changes", interactive=False)
        search.change(people, search, table)
        table.select(choose, table, [number, editing, new_email, notes, save_button])
        save_button.click(save, [number, new_email, notes, search], [editing, table])
        participants_tab.select(people, search, table)

    with gr.Tab("Cancellation") as cancellation_tab:
        registration = gr.Dropdown([], label="Registration")
        cancel_button = gr.Button("Cancel this registration", variant="stop")
        with gr.Row(visible=False) as confirmation:
            gr.Markdown("Are you sure? This cannot be undone.")
            yes = gr.Button("Yes, cancel it", variant="stop")
            keep = gr.Button("No, keep it")
        result = gr.Markdown()
        cancel_button.click(ask, registration, confirmation)
        keep.click(lambda: gr.update(visible=False), None, confirmation)
        yes.click(cancel, registration, [result, confirmation, registration])
        cancellation_tab.select(registrations, None, registration)

    with gr.Tab("Prices"):
        price_table = gr.Dataframe(prices, headers=["Course", "Price"], datatype=["str", "number"], interactive=True)
        said = gr.Markdown()
        gr.Button("Save prices").click(save_prices, price_table, [said, price_table])

    with gr.Tab("Documents") as documents_tab:
        title = gr.Textbox(label="Title")
        upload = gr.File(label="Document", height=140)
        store_button = gr.Button("Store the document")
        stored = gr.Dataframe(headers=["Title", "File", "Bytes"], interactive=False)
        store_button.click(store, [title, upload], [title, upload, stored])
        documents_tab.select(documents, None, stored)

    with gr.Tab("To do") as todo_tab:
        items_state = gr.State([])
        new_todo = gr.Textbox(label="New task", placeholder="Enter a task and press Enter")
        new_todo.submit(add_todo, new_todo, [new_todo, items_state])
        todo_tab.select(todos, None, items_state)

        @gr.render(inputs=items_state)
        def show(items):
            gr.Markdown(f"{sum(not done for *_, done in items)} open tasks")
            for number, text, done in items:
                with gr.Row():
                    gr.Markdown(f"~~{text}~~" if done else text)
                    finish = gr.Button("Done", scale=0, interactive=not done)
                    delete = gr.Button("Delete", scale=0, variant="stop")

                    def mark(number=number):
                        sql("UPDATE todos SET done = 1 WHERE id = ?", number)
                        return todos()

                    def remove(number=number):
                        sql("DELETE FROM todos WHERE id = ?", number)
                        return todos()

                    finish.click(mark, None, items_state)
                    delete.click(remove, None, items_state)

    with gr.Tab("Assistant"):
        gr.ChatInterface(note)

if __name__ == "__main__":
    demo.launch(server_name="127.0.0.1", server_port=int(sys.argv[1]), quiet=True)
