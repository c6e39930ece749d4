"""Gradio: an application of a language school, in tabs; every press is a round trip to a queue of events."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from .application import Application, Release, Running, Task, Values
from .seeded import MINUTES, NAMES, PAPER, PLAN, Seeded, added, changed, insert, removed, serve_seed
from .stage import python_of


@contextmanager
def serve(installed: Path, folder: Path) -> Iterator[Seeded]:
    """Run the school's application on a new database."""

    def command(port: int) -> list[str]:
        return [python_of(installed), "app.py", str(port)]

    with serve_seed("gradio_app", folder, "school.db", command, GRADIO_ANALYTICS_ENABLED="False") as running:
        yield running


def _tab(page: Page, name: str) -> Locator:
    """Open a tab; return its panel."""
    page.get_by_role("tab", name=name, exact=True).click()
    return page.get_by_role("tabpanel").filter(visible=True)


def _cell(page: Page, text: str) -> Locator:
    """Return a cell of a table; the older release has a second, hidden table before the shown one."""
    return page.get_by_role("cell", name=text, exact=True).or_(page.get_by_role("gridcell", name=text, exact=True)).last


# -- registering ------------------------------------------------------------------------------------------------------


def register(page: Page, values: Values) -> None:
    page.get_by_role("textbox", name="Name", exact=True).fill(values["name"])
    page.get_by_role("textbox", name="Email", exact=True).fill(values["email"])
    page.get_by_label("Course").click()
    page.get_by_role("option", name=values["course"], exact=True).click()
    start = page.locator(".block").filter(has_text="First lesson").last.get_by_role("textbox").first
    start.fill(values["start"])
    start.press("Enter")
    page.get_by_role("radio", name=values["level"]).check()
    page.get_by_label("number input for Lessons per week").fill(values["lessons"])
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()


def _registration(name: str, email: str, course: str, level: str, start: str, lessons: str) -> Values:
    return {"name": name, "email": email, "course": course, "level": level, "start": start, "lessons": lessons}


REGISTER = Task(
    name="register for a course",
    covers=("custom dropdown", "date", "slider", "form"),
    start="/",
    values=(
        _registration("Maja Lindström", "maja@example.com", "Italiano", "Intermediate", "2026-10-05", "3"),
        _registration("Seán O'Casey", "sean.o'casey@example.ie", "English", "Advanced", "2027-01-18", "10"),
        _registration("陈伟", "chen+wei@example.cn", "Deutsch als Fremdsprache", "Beginner", "2026-12-31", "1"),
        _registration("Anna Weiß/Groß", "AW@example.at", "English / Business", "Native-like", "2027-02-28", "7"),
    ),
    perform=register,
    confirm=lambda page, values: expect(
        page.get_by_role("heading", name=f"Thank you, {values['name']}!")
    ).to_be_visible(),
    done=lambda before, after, values: added(
        before, after, "people", {**values, "lessons": int(values["lessons"]), "notes": ""}
    ),
)


# -- participants -----------------------------------------------------------------------------------------------------


def edit(page: Page, values: Values) -> None:
    panel = _tab(page, "Participants")
    expect(panel.get_by_text("Ada Lovelace").last).to_be_visible()
    panel.get_by_label("Search").fill(values["name"])
    expect(panel.get_by_text("Ada Lovelace")).to_have_count(0)
    _cell(page, values["name"]).click()
    expect(panel.get_by_text(f"Editing {values['name']}", exact=True)).to_be_visible()
    panel.get_by_label("New email").fill(values["email"])
    panel.get_by_label("Notes").fill(values["notes"])
    panel.get_by_role("button", name="Save changes").click()
    expect(panel.get_by_text("Saved", exact=True)).to_be_visible()


EDIT = Task(
    name="change a participant",
    covers=("search", "row named by a value", "edit"),
    start="/",
    values=(
        {"name": "Anna Maria", "email": "anna.maria@example.com", "notes": "Comes ten minutes late"},
        {"name": "Jürgen O'Neill", "email": "jürgen@example.de", "notes": "Has paid 50 % in advance"},
        {"name": "李小龙", "email": "bruce@example.hk", "notes": "会说英语"},
        {"name": "Lea/Leo Sommer", "email": "Lea-Leo@example.org", "notes": "Two persons, one seat"},
    ),
    perform=edit,
    confirm=lambda page, values: expect(_cell(page, values["email"])).to_be_visible(),
    done=lambda before, after, values: changed(
        before, after, "people", {"name": values["name"]}, {"email": values["email"], "notes": values["notes"]}
    ),
)


def _registered(running: Running, values: Values) -> None:
    more = {"email": "new@example.org", "level": "Beginner", "lessons": 1, "start": "2026-09-01"}
    insert(running, "people", {**values, **more})


def cancel(page: Page, values: Values) -> None:
    panel = _tab(page, "Cancellation")
    panel.get_by_label("Registration").fill(values["name"])
    page.get_by_role("option", name=f"{values['name']}, {values['course']}", exact=True).click()
    panel.get_by_role("button", name="Cancel this registration").click()
    panel.get_by_role("button", name="Yes, cancel it").click()
    expect(panel.get_by_text("was cancelled")).to_be_visible()


CANCEL = Task(
    name="cancel a registration",
    covers=("suggestions", "record id", "confirmation", "delete"),
    start="/",
    values=(
        {"name": "Anna Lena", "course": "Español"},
        {"name": "Jürgen O'Neill jun.", "course": "English for kids"},
        {"name": "李小明", "course": "日本語"},
        {"name": "Bobby Tables/Bob", "course": "Français avancé"},
    ),
    prepare=_registered,
    perform=cancel,
    confirm=lambda page, values: expect(
        page.get_by_text(f"The registration of {values['name']} was cancelled.")
    ).to_be_visible(),
    done=lambda before, after, values: removed(before, after, "people", values),
)


# -- prices and documents ---------------------------------------------------------------------------------------------


def price(page: Page, values: Values) -> None:
    panel = _tab(page, "Prices")
    row = panel.get_by_role("row").filter(has=_cell(page, values["course"])).last
    shown = row.get_by_role("cell").or_(row.get_by_role("gridcell")).last
    shown.dblclick()
    shown.get_by_role("textbox").fill(values["price"])
    shown.get_by_role("textbox").press("Enter")
    panel.get_by_role("button", name="Save prices").click()
    expect(panel.get_by_text("Prices saved")).to_be_visible()


PRICE = Task(
    name="set a price",
    covers=("editable grid", "double click", "row named by a value"),
    start="/",
    values=(
        {"course": "Polski", "price": "72.5"},
        {"course": "English", "price": "81"},
        {"course": "Français", "price": "1250"},
        {"course": "日本語", "price": "149.99"},
    ),
    perform=price,
    confirm=lambda page, values: expect(_cell(page, values["price"])).to_be_visible(),
    done=lambda before, after, values: changed(
        before, after, "courses", {"name": values["course"]}, {"price": float(values["price"])}
    ),
)


def store(page: Page, values: Values) -> None:
    panel = _tab(page, "Documents")
    panel.get_by_label("Title").fill(values["title"])
    panel.locator("input[type=file]").first.set_input_files(values["file"])
    expect(panel.get_by_text(Path(values["file"]).stem).first).to_be_visible()
    panel.get_by_role("button", name="Store the document").click()
    expect(_cell(page, values["title"])).to_be_visible()


def _document(values: Values) -> dict[str, object]:
    file = Path(values["file"])
    return {"title": values["title"], "file": file.name, "size": file.stat().st_size}


STORE = Task(
    name="store a document",
    covers=("upload",),
    start="/",
    values=(
        {"title": "Exam results", "file": str(PAPER)},
        {"title": "Room plan, 1st floor", "file": str(PLAN)},
        {"title": "Class list / 班级", "file": str(NAMES)},
        {"title": "Minutes", "file": str(MINUTES)},
    ),
    perform=store,
    confirm=lambda page, values: expect(_cell(page, Path(values["file"]).name)).to_be_visible(),
    done=lambda before, after, values: added(before, after, "documents", _document(values)),
)


# -- to do, and the assistant -----------------------------------------------------------------------------------------


def _todo(page: Page, text: str) -> Locator:
    """Return the innermost element that holds a task and its buttons."""
    holds = page.locator("div").filter(has=page.get_by_text(text, exact=True))
    return holds.filter(has=page.get_by_role("button", name="Delete")).last


def add_todo(page: Page, values: Values) -> None:
    panel = _tab(page, "To do")
    panel.get_by_label("New task").fill(values["text"])
    panel.get_by_label("New task").press("Enter")
    expect(panel.get_by_text(values["text"], exact=True)).to_be_visible()


ADD_TODO = Task(
    name="add a task",
    covers=("Enter empties the field",),
    start="/",
    values=(
        {"text": "Buy whiteboard markers"},
        {"text": "Ask O'Brien about room 4/5"},
        {"text": "Call Anna Maria Weiß"},
        {"text": "给王芳打电话"},
    ),
    perform=add_todo,
    confirm=lambda page, _: expect(page.get_by_label("New task")).to_have_value(""),
    done=lambda before, after, values: added(before, after, "todos", {"text": values["text"], "done": 0}),
)


def _planned(running: Running, values: Values) -> None:
    insert(running, "todos", {"text": values["text"]})


def finish_todo(page: Page, values: Values) -> None:
    _tab(page, "To do")
    _todo(page, values["text"]).get_by_role("button", name="Done").click()
    expect(_todo(page, values["text"]).get_by_role("button", name="Done")).to_be_disabled()


FINISH_TODO = Task(
    name="finish a task",
    covers=("row without a role", "record id"),
    start="/",
    values=(
        {"text": "Call Anna Lena"},
        {"text": "Order chalk (white)"},
        {"text": "Öffnungszeiten drucken"},
        {"text": "Pay the Rent"},
    ),
    prepare=_planned,
    perform=finish_todo,
    confirm=lambda page, values: expect(page.locator("del, s").filter(has_text=values["text"])).to_be_visible(),
    done=lambda before, after, values: changed(
        before, after, "todos", {"text": values["text"], "done": 0}, {"done": 1}
    ),
)


def delete_todo(page: Page, values: Values) -> None:
    _tab(page, "To do")
    _todo(page, values["text"]).get_by_role("button", name="Delete").click()
    expect(page.get_by_text(values["text"], exact=True)).to_have_count(0)


DELETE_TODO = Task(
    name="delete a task",
    covers=("row without a role", "record id", "delete"),
    start="/",
    values=(
        {"text": "Call Anna M."},
        {"text": "Order chalk for O'Neill"},
        {"text": "买粉笔和纸"},
        {"text": "Print certificates (again)"},
    ),
    prepare=_planned,
    perform=delete_todo,
    confirm=lambda page, _: expect(page.get_by_text("open tasks")).to_be_visible(),
    done=lambda before, after, values: removed(before, after, "todos", {"text": values["text"]}),
)


def ask(page: Page, values: Values) -> None:
    panel = _tab(page, "Assistant")
    before = panel.get_by_text("I made a note of that").count()
    panel.get_by_role("textbox").fill(values["message"])
    panel.get_by_role("textbox").press("Enter")
    expect(panel.get_by_text("I made a note of that")).to_have_count(before + 1)


ASK = Task(
    name="tell the assistant",
    covers=("chat box",),
    start="/",
    values=(
        {"message": "The projector in room 3 is broken"},
        {"message": "Jürgen O'Neill called: he comes at 17:30"},
        {"message": "明天没有课"},
        {"message": "Who has the key? Anna has it, 100 %."},
    ),
    perform=ask,
    confirm=lambda page, values: expect(page.get_by_text(values["message"])).to_be_visible(),
    done=lambda before, after, values: added(before, after, "notes", {"text": values["message"]}),
)


APPLICATION = Application(
    name="Gradio",
    kind="Svelte, tabs, a queue of events on the server",
    releases=(
        Release(
            name="4.44",
            python=(
                *("gradio==4.44.1", "pydantic==2.10.6", "huggingface-hub==0.25.2"),
                *("starlette==0.40.0", "fastapi==0.115.2"),
            ),
            serve=serve,
        ),
        Release(name="6.31", python=("gradio==6.31.0",), serve=serve),
    ),
    tasks=(REGISTER, EDIT, CANCEL, PRICE, STORE, ADD_TODO, FINISH_TODO, DELETE_TODO, ASK),
)
