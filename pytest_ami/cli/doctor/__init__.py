"""`ami doctor`: checks of the installation, the browser, the project and the store.

Does: examines, and names one command for every problem.
Gives: findings, and lines that show them.
Must never: change anything, or send more than the question for a list of models, to the endpoint of the settings.
"""

from __future__ import annotations

from pathlib import Path

import click

from pytest_ami.cli.commands import command, say


@command("doctor", "ami doctor")
@click.pass_context
def doctor(context: click.Context, folder: Path | None, *, as_json: bool) -> None:
    """Check everything that pytest-ami needs.

    Names the fix for every problem. Exit code 1 if there is a problem.
    """
    from . import checks

    report = checks.examine(folder)
    say(checks.lines(report), report, as_json=as_json)
    if not report["ok"]:
        context.exit(1)
