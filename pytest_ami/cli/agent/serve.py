"""`ami mcp`: serve the project to a coding agent over stdio until its client goes.

``pytest_ami.agent`` has the tools and the server. This module reads the command line and opens the store.
"""

from __future__ import annotations

import json
import os
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import click

from pytest_ami.cli.commands import command

NEEDED = ("mcp",)
"""The packages of the extra `mcp`."""


@command("mcp", "ami mcp")
@click.option(
    "--project",
    "root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of the project; default: the one that contains the current folder.",
)
def mcp(folder: Path | None, *, root: Path | None, as_json: bool) -> None:
    """Let a coding agent read, check, propose and teach flows.

    Speaks the Model Context Protocol on standard input and output; an editor starts it. With --json the tools are
    printed as JSON, and nothing is served.
    """
    _check_installed()
    from pytest_ami.agent.desk import AgentDesk
    from pytest_ami.agent.server import serve
    from pytest_ami.agent.tools import tools_of
    from pytest_ami.cli.project import ProjectConfig, open_store, writable_store

    if root is not None:
        os.chdir(root)
    desk = AgentDesk(
        ProjectConfig.find(Path.cwd()).root, partial(open_store, folder), partial(writable_store, folder, "mcp")
    )
    if as_json:
        click.echo(json.dumps([{"name": one.name, "use": one.use, "schema": one.schema} for one in tools_of(desk)]))
        return
    serve(desk)


def _check_installed() -> None:
    from pytest_ami.model.errors import ConfigurationError

    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise ConfigurationError(
            "The server for coding agents is not installed",
            why="It needs a package that a test run never needs.",
            evidence=[f"missing: {', '.join(missing)}"],
            run="pip install 'pytest-ami[mcp]'",
        )
