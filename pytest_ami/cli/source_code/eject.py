"""`ami eject`: a learned flow as a test of plain pytest-playwright, which needs this project no more."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from pytest_ami.cli.commands import command, say
from pytest_ami.cli.completion import task_argument
from pytest_ami.cli.parameters import pairs
from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.printable import as_argument


@command("eject", 'ami eject "send email" --param subject=Hello --to test_send_email_plain.py')
@task_argument
@click.option("-n", "--number", metavar="VERSION", default="", help="Number or id of a version.")
@click.option("--param", "params", multiple=True, metavar="NAME=VALUE", help="A value that the test has.")
@click.option("--to", "file", type=click.Path(path_type=Path, dir_okay=False), help="Write it to this new file.")
def eject(
    task: str, number: str, params: Sequence[str], file: Path | None, folder: Path | None, *, as_json: bool
) -> None:
    """Write a learned flow as plain Playwright code.

    Prints a test file that needs pytest-playwright only. It opens the page, carries out the steps, and expects the
    messages that were recorded after the last one. A value without --param, and every secret, is read from the
    environment. The flow stays in the store.
    """
    from pytest_ami.cli.project import open_store, pick_version, resolve_task
    from pytest_ami.engine.recording.playwright_test import ejected

    store = open_store(folder)
    workflow = pick_version(store, resolve_task(store, task), number)
    values = pairs(params, "--param")
    known = {parameter.name: parameter for parameter in workflow.parameters}
    for name in values:
        if name not in known:
            raise click.BadParameter(f"the flow takes: {', '.join(known) or 'no value'}", param_hint="--param")
        if known[name].secret:
            raise click.BadParameter(
                f"{name} is secret, so the test reads it from the environment", param_hint="--param"
            )
    made = ejected(workflow, values)
    if file is not None:
        _write(file, made.code)
    lines = made.code.splitlines() if file is None else [f"{file} was written. It needs pytest-playwright only."]
    if made.environment and file is not None:
        lines.append(f"It reads from the environment: {', '.join(made.environment)}")
    data = {
        "task": workflow.task,
        "version": workflow.version,
        "code": made.code,
        "environment": list(made.environment),
        "file": str(file) if file else None,
    }
    say(lines, data, as_json=as_json)


def _write(file: Path, code: str) -> None:
    """Write a new file.

    Raises:
        ConfigurationError: It exists, or it cannot be written.
    """
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(code)
    except FileExistsError:
        raise ConfigurationError(
            f"{file} exists, so nothing was written",
            why="A test of yours would be overwritten.",
            run="ami eject TASK   # prints the code",
        ) from None
    except OSError as error:
        raise ConfigurationError(
            f"{file} cannot be written",
            why="The folder is missing, or it is not writable.",
            evidence=[error.strerror or str(error)],
            run=f"ls -ld {as_argument(file.parent)}",
        ) from None
