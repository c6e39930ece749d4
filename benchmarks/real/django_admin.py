"""Django's admin on a small library: pages made on the server, confirmation pages, pop-ups, select2, in three looks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from playwright.sync_api import Page, expect

from . import django_library as library
from .application import Application, Release, Running, Task, Values

COVERS = library.SEEDS / "covers"


def enter(page: Page, running: Running) -> None:
    """Log in as the librarian."""
    page.goto("/admin/")
    page.locator("[name=username]").fill("librarian")
    page.locator("[name=password]").fill("over-due-since-1974")
    page.locator("[type=submit]").click()
    expect(page).not_to_have_url(re.compile("login"))


# -- by hand ----------------------------------------------------------------------------------------------------------


def save(page: Page) -> None:
    """Press the button that saves and goes back."""
    page.get_by_role("button", name="Save", exact=True).click()


def search(page: Page, words: str) -> None:
    """Search the list."""
    page.locator("#searchbar").fill(words)
    page.locator("#searchbar").press("Enter")
    expect(page).to_have_url(re.compile(r"[?&]q="))


def find(page: Page, title: str) -> None:
    """Search for a title and open its book."""
    search(page, title)
    page.get_by_role("link", name=title, exact=True).click()


def add_author(page: Page, values: Values) -> None:
    """Add an author."""
    page.get_by_role("link", name=re.compile("^add( author)?$", re.IGNORECASE)).last.click()
    page.get_by_label("Name").fill(values["name"])
    page.get_by_label("Email").fill(values["email"])
    page.get_by_label("Born").fill(values["born"])
    save(page)


def fill_book(page: Page, values: Values) -> None:
    """Fill the form of a book and save it."""
    page.get_by_label("Title").fill(values["title"])
    page.locator(".field-author .select2-selection").click()
    page.locator(".select2-search__field").last.fill(values["author"])
    page.get_by_role("option", name=values["author"], exact=True).click()
    page.get_by_label("Published").fill(values["published"])
    page.get_by_label("Pages").fill(values["pages"])
    page.get_by_label("Language").select_option(label=values["language"])
    page.locator("#id_tags_from").select_option(label=values["tag"])
    page.locator("#id_tags_add, #id_tags_add_link").click()
    save(page)


def add_book(page: Page, values: Values) -> None:
    """Add a book from the first page."""
    page.get_by_role("row", name="Books").get_by_role("link", name="Add").click()
    fill_book(page, values)


def add_book_unfold(page: Page, values: Values) -> None:
    """Add a book by the side bar."""
    page.get_by_role("link", name="Books", exact=True).first.click()
    page.get_by_role("link", name="add", exact=True).click()
    fill_book(page, values)


def change_pages(page: Page, values: Values) -> None:
    """Change the number of pages of a book on the second page of the list."""
    page.get_by_role("link", name="2", exact=True).click()
    page.get_by_role("link", name=values["title"], exact=True).click()
    page.get_by_label("Pages").fill(values["pages"])
    save(page)


def delete_book(page: Page, values: Values) -> None:
    """Delete a book and confirm it."""
    find(page, values["title"])
    page.get_by_role("link", name=re.compile("^Delete( book)?$")).last.click()
    page.get_by_role("button", name="Yes, I’m sure").click()


def select_and_delete(page: Page, values: Values) -> None:
    """Delete two rows of the list by the action."""
    search(page, values["series"])
    for title in (values["first"], values["second"]):
        link = page.get_by_role("link", name=title, exact=True)
        page.get_by_role("row").filter(has=link).get_by_role("checkbox").check()
    page.locator("select[name=action]").select_option(label="Delete selected books")
    page.get_by_role("button", name=re.compile("^(Go|Run)")).click()
    page.get_by_role("button", name="Yes, I’m sure").click()


def add_copy(page: Page, values: Values) -> None:
    """Add a copy below a book."""
    find(page, values["title"])
    page.get_by_text("Add another Copy").click()
    page.locator("input[name$='-shelf']:visible").last.fill(values["shelf"])
    page.locator("input[name$='-bought']:visible").last.fill(values["bought"])
    save(page)


def upload_cover(page: Page, values: Values) -> None:
    """Upload the cover of a book."""
    find(page, values["title"])
    page.locator("input[name=cover]").set_input_files(values["cover"])
    save(page)


def translate_unfold(page: Page, values: Values) -> None:
    """Open the filters first."""
    page.get_by_text("Filters").click()
    translate(page, values)


def translate(page: Page, values: Values) -> None:
    """Filter the list by a language, and give a book another one."""
    page.get_by_role("link", name=values["from_language"], exact=True).click()
    page.get_by_role("link", name=values["title"], exact=True).click()
    page.get_by_label("Language").select_option(label=values["to_language"])
    save(page)


def rename_author(page: Page, values: Values) -> None:
    """Rename an author and look at the history."""
    page.get_by_role("link", name=values["name"], exact=True).click()
    page.get_by_label("Name").fill(values["new_name"])
    page.get_by_role("button", name="Save and continue editing").click()
    page.get_by_role("link", name="History").click()


def set_password(page: Page, values: Values) -> None:
    """Set the password of a member."""
    page.get_by_role("link", name=values["member"], exact=True).click()
    page.get_by_role("link", name=re.compile("this form|Reset password|Change password")).last.click()
    page.locator("[name=password1]").fill(values["password"])
    page.locator("[name=password2]").fill(values["password"])
    page.get_by_role("button", name="Change password").click()


def change_author(page: Page, values: Values) -> None:
    """Add an author in the window that the form of a book opens."""
    find(page, values["title"])
    write_author(page, values, "#add_id_author")


def change_author_unfold(page: Page, values: Values) -> None:
    """Open the menu beside the field first."""
    find(page, values["title"])
    page.locator(".field-author").get_by_text("more_vert").click()
    write_author(page, values, "#add_id_author")


def write_author(page: Page, values: Values, opener: str) -> None:
    """Fill in the window and save the book."""
    with page.expect_popup() as opened:
        page.locator(opener).click()
    opened.value.get_by_label("Name").fill(values["author"])
    opened.value.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".field-author .select2-selection")).to_contain_text(values["author"])
    save(page)


# -- tasks ------------------------------------------------------------------------------------------------------------


def says(form: str) -> Callable[[Page, Values], None]:
    """Return the assertion that the admin says something."""

    def confirm(page: Page, values: Values) -> None:
        expect(page.get_by_text(form.format(**values))).to_be_visible()

    return confirm


def sets(names: str, *rows: Sequence[str]) -> list[Values]:
    """Return a set of values for each row."""
    return [dict(zip(names.split(), row, strict=True)) for row in rows]


BOOK_CHANGED = says("The book “{title}” was changed successfully.")
BOOKS, AUTHORS = "/admin/library/book/", "/admin/library/author/"

TASKS = (
    Task(
        name="add an author",
        covers=("form", "date"),
        start=AUTHORS,
        values=sets(
            "name email born",
            ("Zoë Jenny", "zoe.jenny@example.ch", "1974-03-16"),
            ("Flann O'Brien-Smith", "flann+new@example.ie", "1911-10-05"),
            ("Anna Maria", "a.m@example.com", "1988-12-31"),
            ("莫言", "mo_yan@example.cn", "1955-02-17"),
        ),
        perform=add_author,
        confirm=says("The author “{name}” was added successfully."),
        done=library.author_added,
    ),
    Task(
        name="add a book",
        covers=("search with suggestions", "date", "number", "select", "many to many"),
        start="/admin/",
        values=sets(
            "title author published pages language tag",
            ("Überfahrt", "Anna Seghers", "1971-06-01", "176", "German", "travel"),
            ("What's Left?", "Chinua Achebe", "2003-11-30", "75", "English", "classic"),
            ("彷徨", "鲁迅", "1926-08-09", "1024", "Chinese", "classics of the sea"),
            ("Und/Oder", "Müller", "1999-12-24", "12", "Spanish", "science fiction"),
        ),
        perform=add_book,
        afterwards={"unfold": add_book_unfold},
        confirm=says("The book “{title}” was added successfully."),
        done=library.book_added,
    ),
    Task(
        name="change the number of pages of a book",
        covers=("pagination", "edit a record named by a value"),
        start=BOOKS,
        values=sets(
            "title pages",
            ("Mrs Dalloway", "301"),
            ("Mrs Dalloway's Party", "30"),
            ("Solaris, annotated", "1301"),
            ("Solaris", "13"),
        ),
        perform=change_pages,
        confirm=BOOK_CHANGED,
        done=lambda before, after, values: library.book_changed(before, after, values, pages=int(values["pages"])),
    ),
    Task(
        name="delete a book",
        covers=("delete a record named by a value", "record id", "confirmation page"),
        start=BOOKS,
        values=sets("title", ("Waste Land",), ("O'Hara, Selected Poems",), ("Zürich/Zurich",), ("狂人日记",)),
        prepare=library.with_second_edition,
        perform=delete_book,
        confirm=says("The book “{title}” was deleted successfully."),
        done=lambda before, after, values: library.gone(before, after, values["title"]),
    ),
    Task(
        name="delete two issues of a series",
        covers=("rows named by values", "action", "confirmation page", "record id"),
        start=BOOKS,
        values=sets(
            "series first second",
            ("Akzente", "Akzente 3/1961", "Akzente 12/1961"),
            ("Granta", "Granta 1", "Granta 11"),
            ("Théorie & Pratique", "Théorie & Pratique: A", "Théorie & Pratique: AB"),
            ("收获", "收获 2019", "收获 2020"),
        ),
        prepare=library.with_issues,
        perform=select_and_delete,
        confirm=says("Successfully deleted 2 books."),
        done=lambda before, after, values: library.gone(before, after, values["first"], values["second"]),
    ),
    Task(
        name="add a copy of a book",
        covers=("row added by a script", "date"),
        start=BOOKS,
        values=sets(
            "title shelf bought",
            ("Der Prozess", "Hall 7/12", "2024-02-29"),
            ("Der Prozess: Fragmente", "Hall 7", "2023-01-01"),
            ("A Room of One's Own", "Käthe's desk", "2025-10-10"),
            ("红楼梦", "7/12 east", "2022-07-04"),
        ),
        perform=add_copy,
        confirm=BOOK_CHANGED,
        done=library.copy_added,
    ),
    Task(
        name="upload the cover of a book",
        covers=("upload",),
        start=BOOKS,
        values=sets(
            "title cover",
            *(
                (title, str(COVERS / f"cover-{number}.txt"))
                for number, title in enumerate(("Wuthering Heights", "Amerika", "呐喊", "In Pieces/In Between"), 1)
            ),
        ),
        perform=upload_cover,
        confirm=BOOK_CHANGED,
        done=lambda before, after, values: library.book_changed(
            before, after, values, cover=Path(values["cover"]).read_text("utf-8")
        ),
    ),
    Task(
        name="correct the language of a book",
        covers=("filter", "select", "links named by values"),
        start=BOOKS,
        values=sets(
            "from_language title to_language",
            ("German", "Atemschaukel", "Spanish"),
            ("Spanish", "El Aleph", "English"),
            ("Japanese", "Kopfkissenbuch", "German"),
            ("English", "Beloved", "Japanese"),
        ),
        perform=translate,
        afterwards={"unfold": translate_unfold},
        confirm=BOOK_CHANGED,
        done=lambda before, after, values: library.book_changed(
            before, after, values, language=library.LANGUAGES[values["to_language"]]
        ),
    ),
    Task(
        name="rename an author",
        covers=("edit a record named by a value", "history"),
        start=AUTHORS,
        values=sets(
            "name new_name",
            ("Anna", "Anna-Lena Öst"),
            ("Anna Maria Ortese", "A. M. Ortese"),
            ("Kate O'Brien", "Kate O'Brien (1897)"),
            ("Heiner Müller", "R. H. Müller/Müller-Silva"),
        ),
        perform=rename_author,
        confirm=says("Changed Name."),
        done=library.renamed,
    ),
    Task(
        name="set the password of a member",
        covers=("secret", "links that begin with each other"),
        start="/admin/auth/user/",
        values=sets(
            "member password",
            ("anna", "7-Birds?on/a#wire"),
            ("ann", "Qui%20t-e-long"),
            ("bob", "über-Die-Brücke 9"),
            ("carla", "x&y=z+42 or so"),
        ),
        secrets=("password",),
        perform=set_password,
        confirm=says("Password changed successfully."),
        done=library.password_set,
    ),
    Task(
        name="put a new author on a book",
        covers=("window", "search", "record id"),
        start=BOOKS,
        values=sets(
            "title author",
            ("Transit", "Netty Reiling"),
            ("Transit Visa", "Netty Reiling-Radványi"),
            ("1001 Nights", "Scheherazade of O'Samarkand"),
            ("The Third Policeman", "Brian Ó Nualláin"),
        ),
        perform=change_author,
        afterwards={"unfold": change_author_unfold},
        confirm=BOOK_CHANGED,
        done=library.written_by_new,
    ),
)

APPLICATION = Application(
    name="Django admin",
    kind="pages made on the server",
    releases=(
        Release(name="3.2", python=("django==3.2.25",), serve=library.serve),
        Release(name="5.2", python=("django==5.2.19",), serve=library.serve),
        Release(
            name="unfold",
            python=("django==5.2.19", "django-unfold==0.91.0"),
            serve=partial(library.serve, theme="unfold"),
        ),
    ),
    tasks=TASKS,
    enter=enter,
)
