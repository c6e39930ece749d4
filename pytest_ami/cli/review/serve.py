"""`ami review`: serve the review application on the loopback interface until Ctrl-C or an idle time.

`review.web` has the application. This module reads the command line, opens the store, and prints the address.
"""

from __future__ import annotations

import json
import os
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pytest_ami.cli.commands import command

from .annotate import user_name

if TYPE_CHECKING:
    from collections.abc import Callable

NEEDED = ("starlette", "uvicorn", "jinja2")
"""The packages of the extra `review`."""

MINUTE = 60.0


@command("review", "ami review --port 8765 --no-open")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port to listen on; default: any free one.")
@click.option("--open/--no-open", "opens", default=True, help="Open the address in the browser.")
@click.option(
    "--idle",
    type=click.FloatRange(0),
    default=60.0,
    show_default=True,
    metavar="MINUTES",
    help="Stop after so many minutes without a request; 0 for never.",
)
@click.option("--check/--no-check", "checks", default=True, help="Check each correction by a replay of its test.")
@click.option("--reviewer", metavar="NAME", default="", help="Your name; default: the name of the user.")
def review(folder: Path | None, *, as_json: bool, **words: Any) -> None:
    """Review runs in the browser: step through them, mark steps, edit paths, compare versions.

    Serves pages on 127.0.0.1 only, under an address with a token. Ctrl-C stops it. With --json the address is printed
    as a JSON object.
    """
    from pytest_ami.cli.project import ProjectConfig, writable_store
    from pytest_ami.model.errors import require_packages

    require_packages("review", *NEEDED, what="The review application", why="A test run never needs them.")
    from pytest_ami.model.settings import detect_ci
    from pytest_ami.review.desk import ReviewDesk
    from pytest_ami.review.replay_check import ReplayChecks
    from pytest_ami.review.web.application import application
    from pytest_ami.review.web.server import ReviewServer, listen

    root = ProjectConfig.find(Path.cwd()).root
    checks = ReplayChecks(root) if words["checks"] else None
    try:
        with writable_store(folder, "review") as store:
            listener = listen(words["port"])
            desk = ReviewDesk(store, words["reviewer"] or user_name(), steering=not detect_ci(os.environ))
            server = ReviewServer(application(desk, checks), listener, idle=words["idle"] * MINUTE)
            why = server.run(_announce(as_json=as_json, opens=words["opens"]))
    finally:
        if checks is not None:
            checks.close()
    if not as_json:
        idle = f"Nobody asked for {words['idle']:g} minutes. " if why == "idle" else ""
        click.echo(f"{idle}Stopped. {desk.saved} verdicts were saved." if desk.saved else f"{idle}Stopped.")


def _announce(*, as_json: bool, opens: bool) -> Callable[[str], None]:
    """Return a function that prints the address, and opens it in the browser if asked."""

    def announce(address: str) -> None:
        click.echo(json.dumps({"url": address}) if as_json else f"{address}\nStop with Ctrl-C.")
        if opens:
            webbrowser.open(address)

    return announce
