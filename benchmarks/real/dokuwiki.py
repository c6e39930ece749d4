"""DokuWiki: pages that a server writes, scripts with jQuery, records whose names stand in every address."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xmlrpc.client import ServerProxy

from playwright.sync_api import Page, expect

from .application import Application, Release, Running, Script, Task, Values
from .dokuwiki_server import PASSWORD, serve

UPLOADS = Path(__file__).parent / "seeds" / "uploads"


def enter(page: Page, running: Running) -> None:
    """Log in, and agree to cookies where the template asks."""
    page.goto(f"{running.url}/doku.php?id=start&do=login")
    _log_in(page, "admin", PASSWORD)
    expect(page.get_by_role("link", name="Log Out")).to_be_visible()
    agree = page.get_by_role("button", name="OK", exact=True)
    if agree.is_visible():
        agree.click()


def _log_in(page: Page, user: str, password: str) -> None:
    page.get_by_label("Username").fill(user)
    page.get_by_label("Password").fill(password)
    page.get_by_role("main").get_by_role("button", name="Log In").click()


def _only(before: Mapping[str, Any], after: Mapping[str, Any], **changed: Any) -> bool:
    """Tell if ``after`` is ``before`` with nothing but these parts replaced; sessions come and go."""
    names = {name.replace("_", " "): value for name, value in changed.items()}
    return {**after, "signed in": None} == {**before, **names, "signed in": None}


def _reads(text: str) -> Script:
    return lambda page, _: expect(page.get_by_text(text)).to_be_visible()


def _row(name: str) -> Script:
    return lambda page, values: expect(page.get_by_role("cell", name=values[name], exact=True)).to_be_visible()


def _shows(name: str) -> Script:
    return lambda page, values: expect(page.get_by_role("main")).to_contain_text(values[name])


# -- the tasks --------------------------------------------------------------------------------------------------------


def _save(page: Page, text: str, summary: str) -> None:
    page.locator("textarea[name=wikitext]").fill(text)
    page.get_by_label("Edit summary").fill(summary)
    page.get_by_role("button", name="Save").click()


def _write(page: Page, values: Values) -> None:
    page.get_by_role("search").get_by_role("textbox").fill(values["title"])
    page.get_by_role("search").get_by_role("button", name="Search").click()
    page.get_by_role("main").get_by_text("named after your query").get_by_role("link").click()
    _save(page, values["text"], values["summary"])
    expect(page.get_by_role("main")).to_contain_text(values["text"])


def _wrote(before: Any, after: Any, values: Values) -> bool:
    names = {"Jürgen Müller": "juergen_mueller", "Łódź & Umgebung": "lodz_umgebung"}
    name = names.get(values["title"]) or re.sub("[^a-z0-9]+", "_", values["title"].lower()).strip("_")
    pages = before["pages"] | {f"{name}.txt": values["text"]}
    return _only(before, after, pages=pages, changes=[*before["changes"], ["C", name, "admin", values["summary"]]])


def _amend(page: Page, values: Values) -> None:
    page.get_by_role("link", name="Sitemap").click()
    tree = page.get_by_role("main").locator("#index__tree")
    tree.get_by_role("link", name="reports").click()
    tree.get_by_role("link", name=values["page"], exact=True).click()
    page.get_by_role("link", name="Edit this page").click()
    _save(page, values["text"], values["summary"])
    expect(page.get_by_role("main")).to_contain_text(values["text"])


def _amended(before: Any, after: Any, values: Values) -> bool:
    name = f"reports:{values['page']}"
    changes = [*before["changes"], ["E", name, "admin", values["summary"]]]
    return _only(before, after, pages=before["pages"] | {f"{name}.txt": values["text"]}, changes=changes)


def _remove(page: Page, values: Values) -> None:
    page.get_by_role("search").get_by_role("textbox").press_sequentially(values["page"])
    page.locator("#qsearch__out").get_by_role("link", name=f"{values['page']} (people)", exact=True).click()
    page.get_by_role("link", name="Edit this page").click()
    _save(page, "", values["reason"])
    expect(page.get_by_role("heading", name="This page does not exist anymore")).to_be_visible()


def _removed(before: Any, after: Any, values: Values) -> bool:
    name = f"people:{values['page']}"
    kept = {one: text for one, text in before["pages"].items() if one != f"{name}.txt"}
    changes = [*before["changes"], ["D", name, "admin", values["reason"]]]
    return len(kept) < len(before["pages"]) and _only(before, after, pages=kept, changes=changes)


def _three_revisions(running: Running, values: Values) -> None:
    """Change a page three times over the application's remote interface; the second is the one to restore."""
    address = running.url.replace("://", f"://admin:{quote(PASSWORD)}@", 1)
    said = values["remark"].replace("said", "says")
    heading = f"====== {values['page']} ======\n\n"
    with ServerProxy(f"{address}/lib/exe/xmlrpc.php") as remote:
        for text, remark in (("Nothing yet", "a start"), (said, values["remark"]), ("Torn down", "the end")):
            time.sleep(1.1)  # a revision is named by its second
            remote.wiki.putPage(f"projects:{values['page']}", f"{heading}{text}\n", {"sum": remark})


def _restore(page: Page, values: Values) -> None:
    page.get_by_role("main").get_by_role("link", name=values["page"], exact=True).click()
    page.get_by_role("link", name="Old revisions").click()
    row = page.get_by_role("main").get_by_role("listitem").filter(has_text=values["remark"])
    row.locator("a.wikilink1").click()
    page.get_by_role("link", name="Edit this page").click()
    page.get_by_label("Edit summary").fill(values["summary"])
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("This is an old revision")).to_have_count(0)
    expect(page.get_by_role("main")).to_contain_text(values["remark"].replace("said", "says"))


def _restored(before: Any, after: Any, values: Values) -> bool:
    name = f"projects:{values['page']}"
    text = before["pages"][f"{name}.txt"].replace("Torn down", values["remark"].replace("said", "says"))
    changes = [*before["changes"], ["R", name, "admin", values["summary"]]]
    return _only(before, after, pages=before["pages"] | {f"{name}.txt": text}, changes=changes)


def _upload(page: Page, values: Values) -> None:
    page.get_by_role("link", name="Media Manager").click()
    page.get_by_role("tree").get_by_role("link", name=values["folder"], exact=True).click()
    page.get_by_role("link", name="Upload").click()
    page.locator("input[type=file]").set_input_files(values["file"])
    name = page.locator(".qq-upload-list").get_by_role("textbox")
    name.fill(values["name"])
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_role("link", name=values["name"])).to_be_visible()


def _uploaded(before: Any, after: Any, values: Values) -> bool:
    kept = Path(values["file"]).read_text("utf-8")
    return _only(before, after, media=before["media"] | {f"{values['folder']}:{values['name']}": kept})


def _to_users(page: Page) -> None:
    page.get_by_role("link", name="Admin", exact=True).click()
    page.get_by_role("main").get_by_role("link", name="User Manager").click()


def _add_user(page: Page, values: Values) -> None:
    _to_users(page)
    page.get_by_label("User:", exact=True).fill(values["login"])
    page.get_by_label("Password:").fill(values["password"])
    page.get_by_label("once again:").fill(values["password"])
    page.get_by_label("Real Name:").fill(values["name"])
    page.get_by_label("Email:").fill(values["mail"])
    page.get_by_label("Groups:").fill(values["group"])
    page.get_by_role("button", name="Add", exact=True).click()


def _user_added(before: Any, after: Any, values: Values) -> bool:
    new = {values["login"]: [values["name"], values["mail"], values["group"]]}
    passwords = before["passwords"] | {values["login"]: after["passwords"].get(values["login"])}
    return _only(before, after, users=before["users"] | new, passwords=passwords)


def _delete_user(page: Page, values: Values) -> None:
    _to_users(page)
    search = page.get_by_role("main").get_by_role("row", name="Search")
    search.get_by_role("textbox").nth(1).fill(values["name"])
    search.get_by_role("button", name="Search").click()
    exactly = page.get_by_role("cell", name=values["name"], exact=True)
    page.get_by_role("row").filter(has=exactly).get_by_role("checkbox").check()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete Selected").click()


def _user_deleted(before: Any, after: Any, values: Values) -> bool:
    (gone,) = (login for login, (name, *_) in before["users"].items() if name == values["name"])
    users = {login: user for login, user in before["users"].items() if login != gone}
    passwords = {login: word for login, word in before["passwords"].items() if login != gone}
    return _only(before, after, users=users, passwords=passwords)


def _change_mail(page: Page, values: Values) -> None:
    _to_users(page)
    page.get_by_role("button", name="next").click()
    page.get_by_role("row").filter(has_text=values["login"]).get_by_role("link").click()
    page.get_by_label("Email:").last.fill(values["mail"])
    page.get_by_role("button", name="Save").click()


def _mail_changed(before: Any, after: Any, values: Values) -> bool:
    name, _, groups = before["users"][values["login"]]
    users = before["users"] | {values["login"]: [name, values["mail"], groups]}
    return _only(before, after, users=users)


def _change_account(page: Page, values: Values) -> None:
    page.get_by_role("link", name="Log Out").click()
    page.get_by_role("link", name="Log In").click()
    _log_in(page, values["user"], values["password"])
    expect(page.get_by_role("link", name="Log Out")).to_be_visible()


def _account_changed(before: Any, after: Any, values: Values) -> bool:
    new = set(after["signed in"]) - set(before["signed in"])
    return new == {values["user"]} and _only(before, after)


TASKS = (
    Task(
        name="write a page",
        covers=("search", "slug of a value", "text area"),
        start="/doku.php?id=start",
        values=(
            {"title": "Jürgen Müller", "text": "He mends the bridge's rails.", "summary": "first words"},
            {"title": "Łódź & Umgebung", "text": "Trams run until 23:30.", "summary": "from my notes"},
            {"title": "Anna", "text": "She keeps the keys; ask for No. 7/8.", "summary": "new"},
            {"title": "Anna Maria", "text": "Back on 2026-03-01, not before.", "summary": "a page of her own"},
        ),
        perform=_write,
        confirm=_shows("text"),
        done=_wrote,
    ),
    Task(
        name="amend a page",
        covers=("tree that unfolds", "link among forty like it"),
        start="/doku.php?id=start",
        values=(
            {"page": "summer_1994", "text": "A dry one, in 1994.", "summary": "dry"},
            {"page": "summer_2003", "text": "Rivers fell by 4,5 m.", "summary": "Pegelstände"},
            {"page": "summer_1987", "text": "It rained.", "summary": "wet, says O'Brien"},
            {"page": "summer_2019", "text": "It rained. Then it did not.", "summary": "wet/dry"},
        ),
        perform=_amend,
        confirm=_shows("text"),
        done=_amended,
    ),
    Task(
        name="remove a page",
        covers=("search with suggestions", "a longer name that begins with a shorter one"),
        start="/doku.php?id=start",
        values=(
            {"page": "anna", "reason": "moved to another house"},
            {"page": "o_brien", "reason": "it's a duplicate"},
            {"page": "eva", "reason": "asked for"},
            {"page": "gyoergy", "reason": "wrong spelling: György"},
        ),
        perform=_remove,
        confirm=_reads("This page does not exist anymore"),
        done=_removed,
    ),
    Task(
        name="restore a revision",
        covers=("an id that differs in each run", "one link among others like it"),
        start="/doku.php?id=start",
        values=(
            {"page": "bridge_1", "remark": "Smith said 12 m", "summary": "back to Smith"},
            {"page": "bridge_10", "remark": "Ångström said 90 m", "summary": "measured again"},
            {"page": "bridge_100", "remark": "they said 7/8 m", "summary": "undo"},
            {"page": "bridge_11", "remark": "Li 李 said 44 m", "summary": "undo this, too"},
        ),
        perform=_restore,
        prepare=_three_revisions,
        confirm=lambda page, values: expect(page.get_by_role("main")).to_contain_text(
            values["remark"].replace("said", "says")
        ),
        done=_restored,
    ),
    Task(
        name="upload a file",
        covers=("upload", "tree", "tabs"),
        start="/doku.php?id=start",
        values=(
            {"folder": "minutes", "file": str(UPLOADS / "minutes-january.txt"), "name": "january.txt"},
            {"folder": "plans", "file": str(UPLOADS / "garden.csv"), "name": "beds_2026.csv"},
            {"folder": "letters", "file": str(UPLOADS / "letter.txt"), "name": "to_o_brien.txt"},
            {"folder": "plans-b", "file": str(UPLOADS / "minutes-june.txt"), "name": "january_2.txt"},
        ),
        perform=_upload,
        confirm=lambda page, values: expect(page.get_by_role("link", name=values["name"])).to_be_visible(),
        done=_uploaded,
    ),
    Task(
        name="add an account",
        covers=("two forms with the same labels", "secret twice"),
        start="/doku.php?id=start",
        values=(
            {"login": "anna", "password": "Sommer-94", "name": "Anna", "mail": "anna@example.org", "group": "user"},
            {"login": "jm", "password": "o'clock/7", "name": "José Müller", "mail": "jm@example.net", "group": "staff"},
            {"login": "li", "password": "wan An 3", "name": "李 小龙", "mail": "li@example.com", "group": "guests"},
            {"login": "anna-m", "password": "x Y z 1 2", "name": "Anna Maria", "mail": "am@e.org", "group": "editor"},
        ),
        secrets=("password",),
        perform=_add_user,
        confirm=_row("login"),
        done=_user_added,
    ),
    Task(
        name="delete an account",
        covers=("filter", "check box of a row", "confirm dialog", "confirmation that is the same for all"),
        start="/doku.php?id=start",
        values=(
            {"name": "Anna Berg"},
            {"name": "Chloé Núñez"},
            {"name": "Ines D'Arcy"},
            {"name": "Anna Maria Bergmann"},
        ),
        perform=_delete_user,
        confirm=lambda page, values: expect(page.get_by_text(values["name"], exact=True)).to_have_count(0),
        done=_user_deleted,
    ),
    Task(
        name="change an address",
        covers=("pagination", "link of a row", "record's name in an address"),
        start="/doku.php?id=start",
        values=(
            {"login": "u24draberg", "mail": "dora@example.org"},
            {"login": "u27dranez", "mail": "dora.nunez@example.org"},
            {"login": "u30lodieberg", "mail": "e+berg@example.org"},
            {"login": "u33lodienez", "mail": "elodie_1@beispiel.example"},
        ),
        perform=_change_mail,
        confirm=lambda page, _: expect(page.get_by_role("heading", name="Edit user")).to_have_count(0),
        done=_mail_changed,
    ),
    Task(
        name="change the account",
        covers=("log-in", "log-out", "secret"),
        start="/doku.php?id=start",
        values=(
            {"user": "u02annadarcy", "password": "secret 02"},
            {"user": "u07annamariabergmann", "password": "secret 07"},
            {"user": "u19chlobergmann", "password": "secret 19"},
            {"user": "u48haoberg", "password": "secret 48"},
        ),
        secrets=("password",),
        perform=_change_account,
        confirm=lambda page, values: expect(page.get_by_text(values["user"]).first).to_be_visible(),
        done=_account_changed,
    ),
)

NEEDED = ("dokuwiki", "php-cli", "php-xml")

APPLICATION = Application(
    name="DokuWiki",
    kind="a server writes the pages; jQuery",
    releases=(
        Release(name="dokuwiki", debian=NEEDED, serve=partial(serve, "dokuwiki")),
        Release(
            name="ad-hominem",
            debian=NEEDED,
            unpacked=("trixie/dokuwiki-templates-extra",),
            serve=partial(serve, "ad-hominem"),
        ),
    ),
    tasks=TASKS,
    enter=enter,
)
