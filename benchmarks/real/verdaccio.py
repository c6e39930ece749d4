"""Verdaccio: a registry of packages; React and Material UI, a search with suggestions, tabs, a log-in dialog."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from playwright.sync_api import Page, expect

from .application import Application, Release, Running, Task, Values
from .stage import free_port, process

CONFIG = """storage: {folder}/storage
auth:
  htpasswd:
    file: {folder}/htpasswd
    max_users: 100
web:
  title: Packages
packages:
  '**':
    access: $all
    publish: $authenticated
{log}
"""
LOGS = {
    "4": "logs:\n  - {type: stdout, format: json, level: http}",
    "6": "log: {type: stdout, format: json, level: http}",
}
VIEW = re.compile(r"^/-/verdaccio/(?:data/)?sidebar/([^?]+)(?:\?v=(.+))?$")
TARBALL = re.compile(r"^/(.+?)/-/(.+\.tgz)$")
WORDS = ("anchor", "basket", "candle", "desk", "engine", "forge", "garden", "harbour", "ink", "jar", "kettle", "lamp")
NAMES = (*WORDS, *(f"{word}-tools" for word in WORDS), *(f"@workshop/{word}" for word in WORDS), "lamp-tools-extra")
VERSIONS = ("1.0.0", "1.0.1", "1.10.0", "2.0.0")
PEOPLE = {"anna": "sesame 1", "anna-maria": "se'same 2", "jmueller": "7/8 of it", "o.brien": "Größe 12"}

# -- the server -------------------------------------------------------------------------------------------------------


def _tarball(name: str, version: str) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        text = json.dumps({"name": name, "version": version}).encode()
        entry = tarfile.TarInfo("package/package.json")
        entry.size = len(text)
        archive.addfile(entry, io.BytesIO(text))
    return made.getvalue()


def _manifest(name: str, version: str, tarball: bytes) -> dict[str, Any]:
    word = name.rsplit("/", maxsplit=1)[-1].split("-", maxsplit=1)[0]
    file = f"{name.rsplit('/', maxsplit=1)[-1]}-{version}.tgz"
    needs = {"@workshop/ink": "^1.0.0", "jar": "^2.0.0", "kettle-tools": "1.x", "lamp-tools": "2"}
    return {
        "name": name,
        "version": version,
        "description": f"A small {word} for the workshop",
        "keywords": [word, "workshop"],
        "license": "MIT",
        "author": {"name": "Anna Maria Müller", "email": "anna@example.org"},
        "dependencies": {one: wanted for one, wanted in needs.items() if one != name},
        "readme": f"# {name}\n\nThis is {name}.",
        "dist": {
            "shasum": hashlib.sha1(tarball).hexdigest(),  # noqa: S324  (the registry's own format)
            "tarball": f"http://localhost/{name}/-/{file}",
        },
    }


def _seed(folder: Path) -> None:
    """Write the packages and the accounts as the registry keeps them."""
    for number, name in enumerate(NAMES):
        home = folder / "storage" / name
        home.mkdir(parents=True)
        versions, attachments = {}, {}
        for version in VERSIONS:
            tarball = _tarball(name, version)
            file = f"{name.split('/')[-1]}-{version}.tgz"
            (home / file).write_bytes(tarball)
            versions[version] = _manifest(name, version, tarball)
            attachments[file] = {"shasum": versions[version]["dist"]["shasum"]}
        day = f"2025-{number % 12 + 1:02}-{number % 28 + 1:02}T10:00:00.000Z"
        package = {
            "name": name,
            "_id": name,
            "_rev": "1-0000000000000000",
            "versions": versions,
            "time": {"created": day, "modified": day, **dict.fromkeys(VERSIONS, day)},
            "dist-tags": {"latest": VERSIONS[-1]},
            "readme": f"# {name}\n\nThis is {name}.",
            "users": {},
            "_uplinks": {},
            "_distfiles": {},
            "_attachments": attachments,
        }
        (home / "package.json").write_text(json.dumps(package), "utf-8")
    database = {"list": list(NAMES), "secret": "0123456789abcdef0123456789abcdef"}
    (folder / "storage/.verdaccio-db.json").write_text(json.dumps(database), "utf-8")
    lines = (f"{name}:{{SHA}}{_digest(password)}:autocreated 2025-01-01\n" for name, password in PEOPLE.items())
    (folder / "htpasswd").write_text("".join(lines), "utf-8")


def _digest(password: str) -> str:
    return base64.b64encode(hashlib.sha1(password.encode()).digest()).decode()  # noqa: S324  (likewise)


def _facts(folder: Path) -> dict[str, Any]:
    """Return what the registry holds, and what it was asked for, in order."""
    asked: list[str] = []
    for line in (folder / "server.log").read_text("utf-8", "replace").splitlines():
        entry = json.loads(line) if line.startswith("{") else {}
        request = entry.get("request") or entry.get("req")
        if not request or not isinstance(request, dict) or "status" not in entry:
            continue
        said = _meaning(request["method"], unquote(request["url"]), int(entry["status"]), entry.get("user"))
        asked += [said] if said else []
    stored = sorted(str(path.relative_to(folder)) for path in (folder / "storage").rglob("*") if path.is_file())
    return {"asked": asked, "stored": stored, "accounts": (folder / "htpasswd").read_text("utf-8")}


def _meaning(method: str, url: str, status: int, user: str | None) -> str:
    view, tarball = VIEW.match(url), TARBALL.match(url)
    if view:
        return f"view {view[1].lstrip('/')} {view[2] or ''}".strip()
    if tarball:
        return f"download {tarball[2]} of {tarball[1]}"
    if method != "GET" and "login" in url:
        return f"log in {'well' if status < 300 else 'badly'}"
    if user and "/packages" in url:
        return f"list as {user}"
    return f"{method} {url}" if method not in ("GET", "HEAD", "OPTIONS") else ""


@contextmanager
def _serve(release: str, installed: Path, folder: Path) -> Iterator[Running]:
    """Run a registry that knows no other registry."""
    _seed(folder)
    config = folder / "config.yaml"
    config.write_text(CONFIG.format(folder=folder, log=LOGS[release]), "utf-8")
    url = f"http://127.0.0.1:{(port := free_port())}"
    program = installed / "node_modules/verdaccio/bin/verdaccio"
    command = ["node", str(program), "--config", str(config), "--listen", f"127.0.0.1:{port}"]
    with process(command, folder, url, more={"HOME": str(folder), "NODE_NO_WARNINGS": "1"}):
        yield Running(url, partial(_facts, folder))


def _asked(*wanted: str) -> Callable[[Any, Any, Values], bool]:
    """Return the question whether the registry was asked for these things, in this order, and nothing else changed."""

    def done(before: Any, after: Any, values: Values) -> bool:
        return _new(before, after) == [one.format_map(values) for one in wanted]

    return done


def _asked_first(before: Any, after: Any, values: Values) -> bool:
    """Return whether the registry was asked for the package at most, with which each way begins."""
    return _new(before, after) in ([], [f"view {values['package']}"])


def _new(before: Any, after: Any) -> list[str] | None:
    """Return what the registry was asked for since then; None if anything else changed."""
    if after != {**before, "asked": after["asked"]}:
        return None
    return [said for said, _ in groupby(after["asked"][len(before["asked"]) :])]


# -- the tasks --------------------------------------------------------------------------------------------------------


def _title(page: Page, values: Values) -> None:
    expect(page.get_by_role("heading", name=values["package"], exact=True).first).to_be_visible()


def _open(page: Page, name: str) -> None:
    """Open a package from the list, which holds no more rows than fit."""
    link = page.get_by_role("link", name=name, exact=True)
    page.get_by_role("link", name="@workshop/", exact=False).first.wait_for()
    link.first.click()


def _search(page: Page, values: Values) -> None:
    page.get_by_placeholder("Search Packages").fill(values["word"])
    page.get_by_role("option", name=values["package"], exact=True).click()


def _search_afterwards(page: Page, values: Values) -> None:
    page.get_by_placeholder("Search Packages").fill(values["word"])
    shown = f"{values['package']} A small {values['word']} for the workshop 2.0.0"
    page.get_by_role("option", name=shown, exact=True).click()


def _view(page: Page, values: Values) -> None:
    _open(page, values["package"])


def _version(page: Page, values: Values) -> None:
    _open(page, values["package"])
    page.get_by_role("tab", name="Versions").click()
    page.get_by_role("link", name=values["version"], exact=True).last.click()
    expect(page).to_have_url(re.compile(rf"/v/{re.escape(values['version'])}$"))


def _follow(page: Page, values: Values) -> None:
    _open(page, values["package"])
    page.get_by_role("tab", name="Dependencies").click()
    page.get_by_role("button", name=values["dependency"]).click()
    expect(page.get_by_role("heading", name=values["dependency"], exact=True).first).to_be_visible()


def _download(page: Page, values: Values) -> None:
    _open(page, values["package"])
    with page.expect_download():
        page.get_by_role("button", name="Download tarball").click()


def _log_in(page: Page, values: Values) -> None:
    page.get_by_role("button", name="Login").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Username").fill(values["user"])
    dialog.get_by_label("Password").fill(values["password"])
    dialog.get_by_role("button", name="Login", exact=True).click()
    dialog.wait_for(state="detached")


def _log_in_and_out(page: Page, values: Values) -> None:
    _log_in(page, values)
    page.locator("#header--button-account").click()
    page.get_by_role("menuitem", name="Logout").click()
    page.get_by_role("button", name="Login").wait_for()


ACCOUNTS = tuple({"user": user, "password": password} for user, password in PEOPLE.items())

TASKS = (
    Task(
        name="find a package",
        covers=("search with suggestions", "a longer name that begins with a shorter one"),
        start="/",
        values=(
            {"word": "jar", "package": "jar-tools"},
            {"word": "lamp", "package": "lamp-tools"},
            {"word": "desk", "package": "@workshop/desk"},
            {"word": "ink", "package": "ink"},
        ),
        perform=_search,
        afterwards=_search_afterwards,
        confirm=_title,
        done=_asked("view {package}"),
    ),
    Task(
        name="look at a package",
        covers=("link among forty like it", "slash in a name"),
        start="/",
        values=(
            {"package": "@workshop/basket"},
            {"package": "@workshop/candle"},
            {"package": "@workshop/desk"},
            {"package": "@workshop/anchor"},
        ),
        perform=_view,
        confirm=_title,
        done=_asked("view {package}"),
    ),
    Task(
        name="open a version",
        covers=("tabs", "values that contain each other"),
        start="/",
        values=(
            {"package": "@workshop/basket", "version": "1.0.0"},
            {"package": "@workshop/anchor", "version": "1.10.0"},
            {"package": "@workshop/desk", "version": "1.0.1"},
            {"package": "@workshop/candle", "version": "2.0.0"},
        ),
        perform=_version,
        confirm=lambda page, values: expect(page).to_have_url(re.compile(rf"/v/{re.escape(values['version'])}$")),
        done=_asked("view {package}", "view {package} {version}"),
        begun=_asked_first,
    ),
    Task(
        name="follow a dependency",
        covers=("tabs", "chip named by a value"),
        start="/",
        values=(
            {"package": "@workshop/basket", "dependency": "jar"},
            {"package": "@workshop/anchor", "dependency": "kettle-tools"},
            {"package": "@workshop/candle", "dependency": "@workshop/ink"},
            {"package": "@workshop/desk", "dependency": "lamp-tools"},
        ),
        perform=_follow,
        confirm=lambda page, values: expect(
            page.get_by_role("heading", name=values["dependency"], exact=True).first
        ).to_be_visible(),
        done=_asked("view {package}", "view {dependency}"),
        begun=_asked_first,
    ),
    Task(
        name="download a package",
        covers=("download", "button with an icon"),
        start="/",
        values=(
            {"package": "@workshop/anchor"},
            {"package": "@workshop/desk"},
            {"package": "@workshop/candle"},
            {"package": "@workshop/basket"},
        ),
        perform=_download,
        confirm=_title,
        done=lambda before, after, values: _asked(
            "view {package}", f"download {values['package'].split('/')[1]}-2.0.0.tgz of {values['package']}"
        )(before, after, values),
        begun=_asked_first,
    ),
    Task(
        name="log in",
        covers=("log-in", "dialog", "secret", "disabled button"),
        start="/",
        values=ACCOUNTS,
        secrets=("password",),
        perform=_log_in,
        confirm=lambda page, _: expect(page.locator("#header--button-account")).to_be_visible(),
        done=_asked("log in well", "list as {user}"),
    ),
    Task(
        name="log in and out",
        covers=("log-in", "menu", "secret"),
        start="/",
        values=(*ACCOUNTS[2:], *ACCOUNTS[:2]),
        secrets=("password",),
        perform=_log_in_and_out,
        confirm=lambda page, _: expect(page.get_by_role("button", name="Login")).to_be_visible(),
        done=_asked("log in well", "list as {user}"),
    ),
)

APPLICATION = Application(
    name="Verdaccio",
    kind="one page, React and Material UI",
    releases=(
        Release(name="4", node=("verdaccio@4.13.2",), serve=partial(_serve, "4")),
        Release(
            name="6",
            node=("verdaccio@6.7.4",),
            overrides={"node-fetch": "2.6.8"},
            serve=partial(_serve, "6"),
        ),
    ),
    tasks=TASKS,
)
