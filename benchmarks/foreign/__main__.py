"""`python -m benchmarks.foreign [name ...]`: record on applications nobody here wrote, replay, print a table.

Needs pip and npm with their registries. What they install goes into a temporary folder, or into `--folder`.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.table import Table

from pytest_ami.browser.find import find_browser

from . import django_admin, jupyter_lab, rapidoc, swagger_ui
from .stage import Application, Result, try_out

MODULES = {
    "django": django_admin,
    "jupyterlab": jupyter_lab,
    "rapidoc": rapidoc,
    "swagger": swagger_ui,
}


def table(results: list[Result]) -> Table:
    """Return the results as people read them."""
    made = Table(box=None, pad_edge=False, header_style="bold")
    made.add_column("application")
    made.add_column("kind")
    for column in ("operations", "steps", "replayed", "healed", "replay"):
        made.add_column(column, justify="right")
    made.add_column("the application says")
    for one in results:
        made.add_row(
            one.version or one.name,
            one.kind,
            str(one.operations),
            str(len(one.steps)),
            str(one.replayed),
            str(one.healed),
            f"{one.seconds:.1f} s",
            "[green]as wanted[/]" if one.ok else "[red]no[/]",
        )
    return made


def main() -> int:
    """Try what is asked for, or everything; exit code 1 when something does not hold."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.foreign", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=f"of: {', '.join(MODULES)} (default: all)")
    parser.add_argument("--folder", type=Path, help="where to install; what is there is used again")
    parser.add_argument("--steps", action="store_true", help="list the recorded steps")
    chosen = parser.parse_args()
    strange = [name for name in chosen.names if name not in MODULES]
    if strange:
        parser.error(f"there is no application {strange[0]!r}; there are {', '.join(MODULES)}")
    console = Console(width=200)
    results: list[Result] = []
    found = find_browser(None, os.environ)
    with tempfile.TemporaryDirectory(prefix="ami-foreign-") as scratch, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.path)
        folder = (chosen.folder or Path(scratch)).resolve()
        with console.status("") as status:
            for name in chosen.names or MODULES:
                app: Application = MODULES[name].APPLICATION
                results.append(try_out(app, browser, folder / name, Path(scratch) / name / "run", status.update))
        browser.close()
    console.print(table(results))
    for one in results:
        if chosen.steps:
            console.print(f"\n{one.name}", *(f"{n:3}. {step}" for n, step in enumerate(one.steps, 1)), sep="\n")
        for problem in one.problems:
            console.print(f"{one.name}: {problem}", style="red", markup=False)
    return 0 if all(one.ok for one in results) else 1


if __name__ == "__main__":
    sys.exit(main())
