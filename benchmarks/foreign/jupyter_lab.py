"""JupyterLab: one page, React and Lumino, menus that open on hover, an editor that is contenteditable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from .stage import Application, Running, free_port, process, python_of


@contextmanager
def serve(installed: Path, folder: Path) -> Iterator[Running]:
    """Run a server on an empty folder, without a token."""
    work = folder / "work"
    work.mkdir()
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [python_of(installed), "-m", "jupyterlab", "--no-browser", f"--port={port}", "--ServerApp.token="]
    command += [f"--ServerApp.root_dir={work}", "--allow-root", "--LabApp.news_url=None", "--expose-app-in-browser"]
    command += [f"--LabApp.user_settings_dir={folder / 'settings'}", f"--LabApp.workspaces_dir={folder / 'spaces'}"]

    def effect() -> Any:
        names = (path for path in work.rglob("*") if not any(part.startswith(".") for part in path.parts[-2:]))
        return {
            path.relative_to(work).as_posix(): path.read_text("utf-8").rstrip("\n") if path.is_file() else None
            for path in sorted(names)
        }

    with process(command, folder, f"{url}/lab"):
        yield Running(url, effect)


def perform(page: Page, values: Mapping[str, str]) -> None:
    """Make a folder, a text file in it with a text, save it, and give the name it asks for."""
    page.get_by_role("button", name="New Folder").click()
    page.locator(".jp-DirListing-editor").fill(values["folder"])
    page.keyboard.press("Enter")
    page.get_by_role("button", name=values["folder"], exact=True).dblclick()
    page.get_by_role("button", name=values["folder"], exact=True).wait_for(state="detached")
    page.get_by_role("menuitem", name="File", exact=True).click()
    page.get_by_text("New", exact=True).first.hover()
    page.locator(".lm-Menu-item").filter(has_text="Text File").last.click()
    page.locator(".cm-content").click()
    page.keyboard.type(values["text"])
    page.get_by_role("menuitem", name="File", exact=True).click()
    page.locator(".lm-Menu-item[data-command='docmanager:save']").click()
    page.locator(".jp-Dialog input:not([type=checkbox])").last.fill(values["file"])
    page.locator(".jp-Dialog").get_by_role("button", name="Rename").click()
    page.locator(".lm-TabBar-tabLabel").filter(has_text=values["file"]).first.wait_for()
    page.wait_for_timeout(800)


def wanted(values: Mapping[str, str]) -> Any:
    """Return what is on the disk afterwards."""
    return {values["folder"]: None, f"{values['folder']}/{values['file']}": values["text"]}


APPLICATION = Application(
    name="JupyterLab",
    kind="one page, React and Lumino",
    python=("jupyterlab",),
    serve=serve,
    start="/lab?reset",
    perform=perform,
    first={"folder": "reports", "text": "The first text", "file": "summary.txt"},
    other={"folder": "measurements", "text": "Quite another one", "file": "notes.md"},
    wanted=wanted,
)
