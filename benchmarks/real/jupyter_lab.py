"""JupyterLab: one page, React and Lumino, menus that open on hover, an editor that is contenteditable."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from .application import Application, Release, Running, Task, Values
from .stage import free_port, process, python_of

UPLOADS = Path(__file__).parent / "seeds" / "uploads"
NAMES = ("Anna", "Anna Maria", "Bericht 2025", "Bericht 2026", "Übersicht", "Müller's list", "李小龙", "a", "A-Z", "zz")
FOLDERS = ("archive", "archive 2", "Ablage für später", "李")
NOTES = "/lab/tree/notes?reset"

# -- the server -------------------------------------------------------------------------------------------------------


def _seed(work: Path) -> None:
    notes = work / "notes"
    notes.mkdir(parents=True)
    for name in (*NAMES, *(f"note {number}" for number in range(30))):
        (notes / f"{name}.txt").write_text(f"About {name}.\n", "utf-8")
    for name in FOLDERS:
        (notes / name).mkdir()


def _quiet(settings: Path) -> None:
    """Let the application ask neither for news nor for its next release."""
    made = settings / "@jupyterlab/apputils-extension/notification.jupyterlab-settings"
    made.parent.mkdir(parents=True)
    made.write_text(json.dumps({"checkForUpdates": False, "doNotDisturbMode": True, "fetchNews": "false"}), "utf-8")


def _facts(folder: Path) -> dict[str, Any]:
    """Return the files, the folders and the settings that were changed, read from the disk."""
    work, settings = folder / "work", folder / "settings"
    found = [path for path in sorted(work.rglob("*")) if not any(part.startswith(".") for part in path.parts[-3:])]
    return {
        "files": {str(path.relative_to(work)): path.read_text("utf-8") for path in found if path.is_file()},
        "folders": [str(path.relative_to(work)) for path in found if path.is_dir()],
        "settings": {path.parent.name: _setting(path) for path in settings.rglob("*.jupyterlab-settings")},
    }


def _setting(path: Path) -> Any:
    return json.loads(re.sub(r"^\s*//.*$", "", path.read_text("utf-8"), flags=re.MULTILINE))


@contextmanager
def _serve(installed: Path, folder: Path) -> Iterator[Running]:
    """Run a server on a folder of notes, without a token and without questions to the network."""
    _seed(folder / "work")
    _quiet(folder / "settings")
    url = f"http://127.0.0.1:{(port := free_port())}"
    options = {
        "ServerApp.port": port,
        "ServerApp.token": "",
        "ServerApp.password": "",
        "ServerApp.root_dir": folder / "work",
        "LabApp.user_settings_dir": folder / "settings",
        "LabApp.workspaces_dir": folder / "spaces",
        "FileContentsManager.delete_to_trash": False,
    }
    command = [python_of(installed), "-m", "jupyterlab", "--no-browser", "--allow-root"]
    command += [f"--{name}={value}" for name, value in options.items()]
    own = ("HOME", "IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
    with process(command, folder, f"{url}/lab", more={name: str(folder / name.lower()) for name in own}):
        yield Running(url, partial(_facts, folder))


def _only(before: Mapping[str, Any], after: Mapping[str, Any], **changed: Any) -> bool:
    """Tell if ``after`` is ``before`` with nothing but these parts replaced."""
    return after == {**before, **changed}


# -- the tasks --------------------------------------------------------------------------------------------------------


def _entry(page: Page, name: str) -> Locator:
    exactly = page.get_by_text(name, exact=True)
    return page.locator(".jp-DirListing-item").filter(has=exactly)


def _menu(page: Page, *names: str) -> None:
    """Open a menu of the bar, hover over the submenus on the way, and click the last entry."""
    first, *between, last = names
    page.get_by_role("menuitem", name=first, exact=True).click()
    for name in between:
        page.locator(".lm-Menu-item").filter(has=page.get_by_text(name, exact=True)).hover()
    page.locator(".lm-Menu-item").filter(has=page.get_by_text(last, exact=True)).last.click()


def _listed(page: Page) -> None:
    _entry(page, "archive").wait_for()


def _type(page: Page, text: str) -> None:
    """Replace what the editor holds."""
    page.locator(EDITOR).last.click()
    page.keyboard.press("Control+A")
    page.keyboard.type(text)


EDITOR = ".jp-FileEditor .cm-content, .jp-FileEditor .CodeMirror-lines"


def _save(page: Page) -> None:
    _menu(page, "File", "Save Text")
    page.locator(".lm-TabBar-tab.jp-mod-dirty").wait_for(state="detached")


def _make(page: Page, values: Values) -> None:
    _listed(page)
    page.get_by_role("button", name="New Folder").click()
    page.locator(".jp-DirListing-editor").fill(values["folder"])
    page.keyboard.press("Enter")
    _entry(page, values["folder"]).dblclick()
    _entry(page, "archive").wait_for(state="detached")
    _menu(page, "File", "New", "Text File")
    _entry(page, "untitled.txt").wait_for()
    _type(page, values["text"])
    _menu(page, "File", "Save Text")
    dialog = page.locator(".jp-Dialog")
    dialog.locator("input:not([type=checkbox])").fill(values["file"])
    dialog.get_by_role("button", name="Rename").click()
    _entry(page, values["file"]).wait_for()


def _made(before: Any, after: Any, values: Values) -> bool:
    folder = f"notes/{values['folder']}"
    files = before["files"] | {f"{folder}/{values['file']}": values["text"]}
    return _only(before, after, files=files, folders=sorted([*before["folders"], folder]))


def _rename(page: Page, values: Values) -> None:
    _entry(page, values["old"]).click(button="right")
    page.get_by_role("menuitem", name="Rename").click()
    page.locator(".jp-DirListing-editor").fill(values["new"])
    page.keyboard.press("Enter")
    expect(_entry(page, values["new"])).to_be_visible()


def _renamed(before: Any, after: Any, values: Values) -> bool:
    files = {name: text for name, text in before["files"].items() if name != f"notes/{values['old']}"}
    text = before["files"][f"notes/{values['old']}"]
    return _only(before, after, files=files | {f"notes/{values['new']}": text})


def _delete(page: Page, values: Values) -> None:
    _entry(page, values["name"]).click(button="right")
    page.get_by_role("menuitem", name="Delete").click()
    page.locator(".jp-Dialog").get_by_role("button", name="Delete").click()
    expect(_entry(page, values["name"])).to_have_count(0)


def _deleted(before: Any, after: Any, values: Values) -> bool:
    files = {name: text for name, text in before["files"].items() if name != f"notes/{values['name']}"}
    return len(files) < len(before["files"]) and _only(before, after, files=files)


def _write(page: Page, values: Values) -> None:
    _entry(page, values["name"]).dblclick()
    page.locator(EDITOR).get_by_text("About").wait_for()
    _type(page, values["text"])
    _save(page)


def _written(before: Any, after: Any, values: Values) -> bool:
    return _only(before, after, files=before["files"] | {f"notes/{values['name']}": values["text"]})


def _upload(page: Page, values: Values) -> None:
    _listed(page)
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Upload Files").or_(page.get_by_title("Upload Files")).first.click()
    chosen.value.set_files(values["file"])


def _uploaded(before: Any, after: Any, values: Values) -> bool:
    path = Path(values["file"])
    return _only(before, after, files=before["files"] | {f"notes/{path.name}": path.read_text("utf-8")})


def _move(page: Page, values: Values) -> None:
    _entry(page, values["name"]).hover()
    page.mouse.down()
    target = _entry(page, values["folder"]).bounding_box()
    assert target
    page.mouse.move(target["x"] + 40, target["y"] + 10, steps=8)
    page.mouse.up()
    expect(_entry(page, values["name"])).to_have_count(0)


def _moved(before: Any, after: Any, values: Values) -> bool:
    files = {name: text for name, text in before["files"].items() if name != f"notes/{values['name']}"}
    text = before["files"][f"notes/{values['name']}"]
    return _only(before, after, files=files | {f"notes/{values['folder']}/{values['name']}": text})


def _cut_and_paste(page: Page, values: Values) -> None:
    _entry(page, values["name"]).click(button="right")
    page.get_by_role("menuitem", name="Cut").click()
    _entry(page, values["folder"]).dblclick()
    expect(_entry(page, values["name"])).to_have_count(0)
    page.locator(".jp-DirListing-content").click(button="right")
    page.get_by_role("menuitem", name="Paste").click()
    expect(_entry(page, values["name"])).to_be_visible()


def _indent(page: Page, values: Values) -> None:
    _listed(page)
    _menu(page, "Settings", "Text Editor Indentation", values["choice"])


def _indented(before: Any, after: Any, values: Values) -> bool:
    kept = after["settings"].get("fileeditor-extension", {}).get("editorConfig", {})
    wanted = {"Spaces: 1": 1, "Spaces: 2": 2, "Spaces: 8": 8, "Indent with Tab": "tab"}[values["choice"]]
    size = kept.get("indentUnit", kept.get("tabSize"))
    mode = "tab" if kept.get("insertSpaces") is False else size
    return str(mode) == str(wanted) and _only(before, after, settings=after["settings"])


TASKS = (
    Task(
        name="make a folder with a note",
        covers=("field in a list", "menu that opens on hover", "rich text editor", "dialog"),
        start=NOTES,
        values=(
            {"folder": "reports", "text": "The first text, of 3 May.", "file": "summary.txt"},
            {"folder": "Messwerte 2026", "text": "It's 7/8 of a metre.", "file": "Länge.md"},
            {"folder": "报告", "text": "Größe: 12,5", "file": "li's 1.txt"},
            {"folder": "reports 2", "text": "The first text, of 3 May 2027", "file": "summary (2).txt"},
        ),
        perform=_make,
        confirm=lambda page, values: expect(page.locator(EDITOR)).to_contain_text(values["text"]),
        done=_made,
    ),
    Task(
        name="rename a note",
        covers=("context menu", "field in a list", "record among forty"),
        start=NOTES,
        values=(
            {"old": "note 1.txt", "new": "first.txt"},
            {"old": "Anna.txt", "new": "Anna's.txt"},
            {"old": "Übersicht.txt", "new": "Overview (old).txt"},
            {"old": "note 11.txt", "new": "笔记.txt"},
        ),
        perform=_rename,
        confirm=lambda page, values: expect(_entry(page, values["new"])).to_be_visible(),
        done=_renamed,
    ),
    Task(
        name="delete a note",
        covers=("context menu", "dialog", "record among forty"),
        start=NOTES,
        values=(
            {"name": "note 2.txt"},
            {"name": "Anna Maria.txt"},
            {"name": "note 20.txt"},
            {"name": "Müller's list.txt"},
        ),
        perform=_delete,
        confirm=lambda page, values: expect(_entry(page, values["name"])).to_have_count(0),
        done=_deleted,
    ),
    Task(
        name="write in a note",
        covers=("double click", "rich text editor", "menu"),
        start=NOTES,
        values=(
            {"name": "note 3.txt", "text": "Rain at 5:30."},
            {"name": "Bericht 2026.txt", "text": "Über 100 % - it's more."},
            {"name": "李小龙.txt", "text": "1940/1973"},
            {"name": "note 13.txt", "text": "Rain at 5:30. Then sun."},
        ),
        perform=_write,
        confirm=lambda page, values: expect(page.locator(EDITOR)).to_contain_text(values["text"]),
        done=_written,
    ),
    Task(
        name="upload a file",
        covers=("upload", "file chooser"),
        start=NOTES,
        values=(
            {"file": str(UPLOADS / "minutes-january.txt")},
            {"file": str(UPLOADS / "garden.csv")},
            {"file": str(UPLOADS / "letter.txt")},
            {"file": str(UPLOADS / "minutes-june.txt")},
        ),
        perform=_upload,
        confirm=lambda page, values: expect(_entry(page, Path(values["file"]).name)).to_be_visible(),
        done=_uploaded,
    ),
    Task(
        name="drag a note into a folder",
        covers=("drag and drop",),
        start=NOTES,
        values=(
            {"name": "a.txt", "folder": "archive"},
            {"name": "A-Z.txt", "folder": "archive 2"},
            {"name": "note 0.txt", "folder": "Ablage für später"},
            {"name": "note 10.txt", "folder": "李"},
        ),
        perform=_move,
        confirm=lambda page, values: expect(_entry(page, values["name"])).to_have_count(0),
        done=_moved,
    ),
    Task(
        name="cut and paste a note",
        covers=("context menu", "double click", "place that differs per run"),
        start=NOTES,
        values=(
            {"name": "note 5.txt", "folder": "archive 2"},
            {"name": "Bericht 2025.txt", "folder": "archive"},
            {"name": "note 15.txt", "folder": "李"},
            {"name": "note 25.txt", "folder": "Ablage für später"},
        ),
        perform=_cut_and_paste,
        confirm=lambda page, values: expect(_entry(page, values["name"])).to_be_visible(),
        done=_moved,
    ),
    Task(
        name="set the indentation",
        covers=("nested menu that opens on hover", "entry named by a value"),
        start=NOTES,
        values=(
            {"choice": "Spaces: 2"},
            {"choice": "Spaces: 8"},
            {"choice": "Indent with Tab"},
            {"choice": "Spaces: 1"},
        ),
        perform=_indent,
        confirm=lambda page, _: expect(page.locator(".lm-Menu")).to_have_count(0),
        done=_indented,
    ),
)

APPLICATION = Application(
    name="JupyterLab",
    kind="one page, React and Lumino",
    releases=(
        Release(name="3", python=("jupyterlab==3.6.8",), serve=_serve),
        Release(name="4", python=("jupyterlab==4.4.10",), serve=_serve),
    ),
    tasks=TASKS,
)
