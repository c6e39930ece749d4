"""The commands, their options and their help. What they print is made in `told`, `checks` and `project`.

Exit codes: 0 all is well, 1 a problem was found, 2 the command line makes no sense. docs/cli.md has those of `match`.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterable
from dataclasses import asdict
from functools import wraps
from pathlib import Path
from typing import Any

import click

from pytest_ami import __version__

HELP = {"help_option_names": ["-h", "--help"]}


class Complaint(click.ClickException):
    """A problem, told in the four parts of our errors; exit code 1."""

    def show(self, file: Any = None) -> None:
        """Print it to stderr as it stands."""
        click.echo(self.message, err=True, file=file)


def command(
    name: str, example: str, kind: type[click.Command] = click.Command
) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a command with `--dir` and `--json` whose function's errors are told, not raised."""

    def decorate(function: Callable[..., Any]) -> click.Command:
        @wraps(function)
        def told(*args: Any, **options: Any) -> Any:
            from pytest_ami.model.errors import AmiError

            try:
                with warnings.catch_warnings(record=True) as noted:
                    warnings.simplefilter("always")
                    return function(*args, **options)
            except AmiError as error:
                raise Complaint(str(error)) from None
            finally:
                for note in dict.fromkeys(str(warning.message) for warning in noted):
                    click.echo(f"note: {note}", err=True)

        folder = click.option("--dir", "folder", type=click.Path(path_type=Path), help="Folder of the store.")
        plain = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
        made = ami.command(name, cls=kind, context_settings=HELP, epilog=f"Example: {example}")
        return made(folder(plain(told)))

    return decorate


def say(lines: Iterable[str], data: Any, *, as_json: bool) -> None:
    """Print data as JSON, or lines for people."""
    if as_json:
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        for line in lines:
            click.echo(line)


def complete_tasks(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the tasks that a shell offers; what makes them is imported when a shell asks."""
    from .completion import task_names

    return task_names(context, parameter, incomplete)


task_argument = click.argument("task", shell_complete=complete_tasks)
"""The argument that names a task; a shell completes it."""


@click.group(context_settings=HELP, epilog="Example: ami list")
@click.version_option(__version__, "-V", "--version", prog_name="pytest-ami", message="%(prog)s %(version)s")
def ami() -> None:
    """Look at learned web flows.

    The store is the folder .ami of the project, unless --dir, AMI_DIR or the ini key ami_dir says otherwise.
    """


@command("list", "ami list --json")
def list_(folder: Path | None, *, as_json: bool) -> None:
    """List the learned tasks."""
    from . import told
    from .project import open_store

    found = told.listing(open_store(folder))
    say(told.listing_lines(found), found, as_json=as_json)


@command("show", 'ami show "send email"')
@task_argument
@click.option("-n", "--number", type=int, help="Number of a version, instead of the one that would run.")
@click.option("--evolution", is_flag=True, help="Show how its elements were found over the time.")
def show(task: str, number: int | None, folder: Path | None, *, evolution: bool, as_json: bool) -> None:
    """Show one workflow, step by step.

    Parameters, and for each step what it does, where, and what it changes on the page.
    """
    from . import told
    from .project import name_of, open_store, pick

    if evolution:
        store = open_store(folder)
        task = name_of(store, task)
        rows = store.evolution(task)
        say(
            told.evolution_lines(task, rows), {"task": task, "elements": [asdict(row) for row in rows]}, as_json=as_json
        )
        return
    workflow = pick(open_store(folder), task, number)
    say(told.workflow_lines(workflow), told.workflow(workflow), as_json=as_json)


@command("history", 'ami history "send email"')
@task_argument
@click.option("--all", "everything", is_flag=True, help="Also what happened to versions that have been pruned.")
def history(task: str, folder: Path | None, *, everything: bool, as_json: bool) -> None:
    """Tell what happened to a task.

    Its versions, who made them and why, where they stood and since when, and every drift with its reason.
    """
    from . import told
    from .project import name_of, open_store

    store = open_store(folder)
    task = name_of(store, task)
    found = told.history(store.versions(task), store.history(task))
    events = found if everything else told.without_pruned(found)
    hidden = len(found) - len(events)
    shown = {"task": task, "events": events, "hidden": hidden}
    say(told.history_lines(task, events, hidden), shown, as_json=as_json)


@command("doctor", "ami doctor")
@click.pass_context
def doctor(context: click.Context, folder: Path | None, *, as_json: bool) -> None:
    """Check what pytest-ami needs.

    Every problem comes with the way to mend it; exit code 1 when there is one.
    """
    from . import checks

    found = checks.examine(folder)
    say(checks.lines(found), found, as_json=as_json)
    if not found["ok"]:
        context.exit(1)


@ami.command("completion", context_settings=HELP, epilog="Example: ami completion bash >> ~/.bashrc")
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def completion(shell: str, *, as_json: bool) -> None:
    """Print the script with which a shell completes commands, options and tasks.

    Try it with: eval "$(ami completion bash)"
    """
    from .completion import WHERE, script

    text = script(ami, shell)
    say([text], {"shell": shell, "script": text, "to_keep": WHERE[shell]}, as_json=as_json)


from . import absorb as _absorb  # noqa: E402, F401  (registers itself)
from . import decisions as _decisions  # noqa: E402, F401  (registers itself)
from . import diff as _diff  # noqa: E402, F401  (registers itself)
from . import exchange as _exchange  # noqa: E402, F401  (registers itself)
from . import match as _match  # noqa: E402, F401  (registers itself)
from . import prune as _prune  # noqa: E402, F401  (registers itself)
from . import record as _record  # noqa: E402, F401  (registers itself)
from . import stats as _stats  # noqa: E402, F401  (registers itself)
from . import stress as _stress  # noqa: E402, F401  (registers itself)
