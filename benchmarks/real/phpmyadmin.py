"""phpMyAdmin: pages that a server writes and scripts exchange, tables in tables, links that ask before they drop."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from playwright.sync_api import Locator, Page, expect

from .application import Application, Release, Running, Task, Values
from .phpmyadmin_server import COLLEAGUES, PASSWORD, USER, ask, name, serve, text

BOOKS = "/index.php?route=/sql&db=library&table=books&pos=0"
INSERT = "/index.php?route=/table/change&db=library&table=books"
SEARCH = "/index.php?route=/table/search&db=library&table=books"
TABLES = "/index.php?route=/database/structure&db=library"
MEMBERS = "/index.php?route=/table/structure&db=library&table=members"
SQL = "/index.php?route=/database/sql&db=library"


def enter(page: Page, running: Running) -> None:
    """Log in."""
    page.goto(f"{running.url}/index.php")
    _log_in(page, USER, PASSWORD)


def _log_in(page: Page, user: str, password: str) -> None:
    page.get_by_label("Username:").fill(user)
    page.get_by_label("Password:").fill(password)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="Log out").first.wait_for()


def _only(before: Any, after: Any, **parts: Any) -> bool:
    """Tell if ``after`` is ``before`` with nothing but these parts replaced."""
    named = {key.replace("_", " "): part for key, part in parts.items()}
    return bool(after == {**before, **named})


def _with(before: Any, part: str, table: str, new: Any) -> dict[str, Any]:
    """Return one part of the facts with another table."""
    return {**before[part], table: new}


def _row(page: Page, cell: str) -> Locator:
    named = page.get_by_role("cell", name=cell, exact=True).or_(page.get_by_role("rowheader", name=cell, exact=True))
    return page.locator("#page_content").get_by_role("row").filter(has=named)


def _agree(page: Page) -> None:
    page.get_by_role("button", name="OK", exact=True).filter(visible=True).click()


def _field(page: Page, column: str) -> Locator:
    """Return the value's field of a column in the first form for a row."""
    return _row(page, column).first.get_by_role("textbox").last


def _done(page: Page, said: str | re.Pattern[str]) -> None:
    page.locator("#page_content, .ajax_notification").get_by_text(said).first.wait_for()


# -- accounts ---------------------------------------------------------------------------------------------------------


def _forgotten(running: Running, _values: Values) -> None:
    """Let the server forget who has logged in."""
    ask(running.facts()["port"], "FLUSH USER_STATISTICS")


def _change_account(page: Page, values: Values) -> None:
    page.get_by_role("link", name="Log out").first.click()
    _log_in(page, values["user"], values["password"])


def _account_changed(before: Any, after: Any, values: Values) -> bool:
    new = {*after["signed in"]} - {*before["signed in"], USER}  # whose session asks until it ends
    return new == {values["user"]} and _only(before, after, signed_in=after["signed in"])


# -- rows -------------------------------------------------------------------------------------------------------------


def _add(page: Page, values: Values) -> None:
    for column in ("title", "author", "price", "bought"):
        _field(page, column).fill(values[column])
    page.get_by_role("button", name="Go").first.click()
    _done(page, "1 row inserted.")


def _added(before: Any, after: Any, values: Values) -> bool:
    books = after["rows"]["books"]
    new = {**values, "price": float(values["price"]), "id": books[-1]["id"]}
    known = before["rows"]["books"]
    return len(books) == len(known) + 1 and _only(before, after, rows=_with(before, "rows", "books", [*known, new]))


def _book(running: Running, values: Values) -> None:
    """Insert a book among the others, anew if it is there."""
    title = text(values["title"])
    ask(
        running.facts()["port"],
        f"USE library; DELETE FROM books WHERE title = {title};"  # noqa: S608  (values of our own)
        f"INSERT INTO books (title, author, price, bought) VALUES ({title}, 'Anna', 7, '2022-05-06')",
    )


def _find(page: Page, title: str) -> None:
    _row(page, "title").get_by_role("textbox").last.fill(title)
    page.get_by_role("button", name="Go").first.click()
    _row(page, title).get_by_role("link", name="Edit").wait_for()


def _change(page: Page, values: Values) -> None:
    _find(page, values["title"])
    _row(page, values["title"]).get_by_role("link", name="Edit").click()
    _field(page, "price").fill(values["price"])
    page.get_by_role("button", name="Go").first.click()
    _done(page, "1 row affected.")


def _with_book(before: Any, title: str, **fields: object) -> dict[str, Any]:
    books = [row | fields if row["title"] == title else row for row in before["rows"]["books"]]
    return _with(before, "rows", "books", books)


def _changed(before: Any, after: Any, values: Values) -> bool:
    return _only(before, after, rows=_with_book(before, values["title"], price=float(values["price"])))


def _show_all(page: Page) -> None:
    page.get_by_label("Number of rows:").first.select_option("100")
    page.get_by_text("Showing rows 0 -").get_by_text(re.compile(r"0 - (?!24 )")).first.wait_for()


def _delete(page: Page, values: Values) -> None:
    _show_all(page)
    _row(page, values["title"]).get_by_role("link", name="Delete").click()
    _agree(page)
    expect(_row(page, values["title"])).to_have_count(0)


def _deleted(before: Any, after: Any, values: Values) -> bool:
    books = [row for row in before["rows"]["books"] if row["title"] != values["title"]]
    return len(books) < len(before["rows"]["books"]) and _only(
        before, after, rows=_with(before, "rows", "books", books)
    )


def _edit_cell(page: Page, values: Values) -> None:
    _show_all(page)
    _row(page, values["title"]).get_by_role("cell", name="Anna", exact=True).dblclick()
    field = page.locator(".cEdit textarea").filter(visible=True)
    field.fill(values["author"])
    field.press("Enter")
    _row(page, values["title"]).get_by_role("cell", name=values["author"], exact=True).wait_for()


def _cell_edited(before: Any, after: Any, values: Values) -> bool:
    return _only(before, after, rows=_with_book(before, values["title"], author=values["author"]))


# -- tables -----------------------------------------------------------------------------------------------------------


def _create(page: Page, values: Values) -> None:
    page.get_by_label("Table name").fill(values["table"])
    page.get_by_label("Number of columns").fill("2")
    page.get_by_role("button", name="Create").click()
    columns = page.get_by_role("textbox", name="Column")
    columns.nth(0).fill(values["first"])
    columns.nth(1).fill(values["second"])
    page.get_by_role("button", name="Save").click()
    _row(page, values["second"]).first.wait_for()


def _created(before: Any, after: Any, values: Values) -> bool:
    new = {values["first"]: ["int(11)", "NO"], values["second"]: ["int(11)", "NO"]}
    columns = _with(before, "columns", values["table"], new)
    return values["table"] not in before["columns"] and _only(
        before, after, columns=columns, rows=_with(before, "rows", values["table"], [])
    )


def _table(running: Running, values: Values) -> None:
    """Create a table, anew if it is there."""
    table = name(values["table"])
    ask(
        running.facts()["port"],
        f"USE library; DROP TABLE IF EXISTS {table}; CREATE TABLE {table} (id INT PRIMARY KEY, said VARCHAR(40) NULL)",
    )


def _drop(page: Page, values: Values) -> None:
    _row(page, values["table"]).get_by_role("link", name="Drop").click()
    _agree(page)
    expect(_row(page, values["table"])).to_have_count(0)


def _dropped(before: Any, after: Any, values: Values) -> bool:
    columns, rows = (
        {key: one for key, one in before[part].items() if key != values["table"]} for part in ("columns", "rows")
    )
    return values["table"] in before["columns"] and _only(before, after, columns=columns, rows=rows)


def _rename(page: Page, values: Values) -> None:
    _row(page, values["column"]).get_by_role("link", name="Change").click()
    page.get_by_role("textbox", name="Column").fill(values["new"])
    page.get_by_role("button", name="Save").click()
    _row(page, values["new"]).get_by_role("link", name="Change").wait_for()


def _column(running: Running, values: Values) -> None:
    """Let the table have the column, and not yet its new name."""
    known = running.facts()["columns"]["members"]
    gone = f"DROP COLUMN IF EXISTS {name(values['new'])}," if values["new"] in known else ""
    column = name(values["column"])
    ask(
        running.facts()["port"],
        f"ALTER TABLE library.members {gone} ADD COLUMN IF NOT EXISTS {column} VARCHAR(40) NULL",
    )


def _renamed(before: Any, after: Any, values: Values) -> bool:
    names = {values["column"]: values["new"]}
    columns = {names.get(key, key): one for key, one in before["columns"]["members"].items()}
    rows = [{names.get(key, key): one for key, one in row.items()} for row in before["rows"]["members"]]
    return values["column"] in before["columns"]["members"] and _only(
        before, after, columns=_with(before, "columns", "members", columns), rows=_with(before, "rows", "members", rows)
    )


def _query(page: Page, values: Values) -> None:
    page.locator("#page_content .CodeMirror").first.click()
    page.keyboard.press("Control+A")
    page.keyboard.type(values["query"])
    page.get_by_role("button", name="Go", exact=True).first.click()
    _done(page, "1 row affected.")


def _queried(before: Any, after: Any, values: Values) -> bool:
    said = re.search(r"note = '(.+)' WHERE", values["query"])
    assert said
    rows = [row | {"note": said[1]} if row["id"] == 1 else row for row in before["rows"]["members"]]
    return before["rows"]["members"] != rows and _only(before, after, rows=_with(before, "rows", "members", rows))


def _says(said: str) -> Any:
    return lambda page, _: expect(page.get_by_text(said).first).to_be_visible()


TASKS = (
    Task(
        name="change the account",
        covers=("log-out", "log-in", "secret"),
        start="/index.php?route=/",
        values=tuple({"user": user, "password": password} for user, password in COLLEAGUES.items()),
        secrets=("password",),
        prepare=_forgotten,
        perform=_change_account,
        confirm=lambda page, values: expect(page.get_by_text(f"{values['user']}@").first).to_be_visible(),
        done=_account_changed,
    ),
    Task(
        name="add a book",
        covers=("form in a table", "date", "two forms alike"),
        start=INSERT,
        values=(
            {"title": "Moby Dick", "author": "Melville", "price": "12.50", "bought": "2024-02-29"},
            {"title": "Ulysses / Part 1", "author": "O'Brien", "price": "7.25", "bought": "1999-12-31"},
            {"title": "Über den Fluss", "author": "Grass, Günter", "price": "0.99", "bought": "2026-11-05"},
            {"title": "红楼梦", "author": "曹雪芹", "price": "120.00", "bought": "2020-06-07"},
        ),
        perform=_add,
        confirm=_says("1 row inserted."),
        done=_added,
    ),
    Task(
        name="change a book",
        covers=("search", "record id", "row named by a value", "edit"),
        start=SEARCH,
        values=(
            {"title": "Atlas", "price": "31.20"},
            {"title": "Atlas 2", "price": "4.75"},
            {"title": "O'Neill's plays", "price": "18.00"},
            {"title": "地图/旧", "price": "9.90"},
        ),
        prepare=_book,
        perform=_change,
        confirm=_says("1 row affected."),
        done=_changed,
    ),
    Task(
        name="delete a book",
        covers=("pagination", "row named by a value", "confirmation", "delete"),
        start=BOOKS,
        values=({"title": "Calendar"}, {"title": "Calendar 2027"}, {"title": "Wörterbuch"}, {"title": "It's 7/8"}),
        prepare=_book,
        perform=_delete,
        confirm=lambda page, values: expect(_row(page, values["title"])).to_have_count(0),
        done=_deleted,
    ),
    Task(
        name="change an author in the list",
        covers=("double click", "field in a cell", "Enter", "row named by a value"),
        start=BOOKS,
        values=(
            {"title": "Diary", "author": "Pepys"},
            {"title": "Diary, part 2", "author": "O'Hara, Frank"},
            {"title": "Tagebuch", "author": "Müller/Meier"},
            {"title": "日记", "author": "鲁迅"},
        ),
        prepare=_book,
        perform=_edit_cell,
        confirm=lambda page, values: expect(_row(page, values["title"])).to_contain_text(values["author"]),
        done=_cell_edited,
    ),
    Task(
        name="create a table",
        covers=("two forms", "fields alike"),
        start=TABLES,
        values=(
            {"table": "loans", "first": "book", "second": "member"},
            {"table": "loans_2027", "first": "member_id", "second": "days"},
            {"table": "räume", "first": "größe", "second": "höhe"},
            {"table": "会员", "first": "number", "second": "号"},
        ),
        perform=_create,
        confirm=lambda page, values: expect(_row(page, values["second"]).first).to_be_visible(),
        done=_created,
    ),
    Task(
        name="drop a table",
        covers=("row named by a value", "confirmation", "delete"),
        start=TABLES,
        values=({"table": "temp"}, {"table": "temp_2"}, {"table": "Müll '24"}, {"table": "草稿"}),
        prepare=_table,
        perform=_drop,
        confirm=lambda page, values: expect(_row(page, values["table"])).to_have_count(0),
        done=_dropped,
    ),
    Task(
        name="rename a column",
        covers=("row named by a value", "edit"),
        start=MEMBERS,
        values=(
            {"column": "note", "new": "remark"},
            {"column": "note_2", "new": "second remark"},
            {"column": "größe", "new": "größe in cm"},
            {"column": "made on", "new": "日期"},
        ),
        prepare=_column,
        perform=_rename,
        confirm=lambda page, values: expect(_row(page, values["new"]).first).to_be_visible(),
        done=_renamed,
    ),
    Task(
        name="run a query",
        covers=("rich text editor",),
        start=SQL,
        values=(
            {"query": "UPDATE members SET note = 'paid' WHERE id = 1"},
            {"query": "UPDATE members SET note = 'not paid, 3/4' WHERE id = 1"},
            {"query": "UPDATE members SET note = 'Grüße' WHERE id = 1"},
            {"query": "UPDATE members SET note = '已付' WHERE id = 1"},
        ),
        prepare=lambda running, _: _column(running, {"column": "note", "new": "remark"}),
        perform=_query,
        confirm=_says("1 row affected."),
        done=_queried,
    ),
)

NEEDED = ("phpmyadmin", "php-cli", "php-mysql", "mariadb-server-core", "mariadb-client-core")

APPLICATION = Application(
    name="phpMyAdmin",
    kind="pages of a server, exchanged by scripts; tables in tables",
    releases=tuple(
        Release(name=theme, debian=NEEDED, serve=partial(serve, theme)) for theme in ("pmahomme", "metro", "bootstrap")
    ),
    tasks=TASKS,
    enter=enter,
)
