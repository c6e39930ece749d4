"""`ami completion`, and the task names that a shell completes.

Shell completion must never fail, wait or print. If the store cannot be read quickly, it offers nothing.
"""

from __future__ import annotations

import os
import shlex
import warnings
from pathlib import Path
from typing import Any

import click

from .commands import HELP, say

SHELLS = ("bash", "zsh", "fish")
WHERE = {
    "bash": "echo 'eval \"$(ami completion bash)\"' >> ~/.bashrc",
    "zsh": "echo 'eval \"$(ami completion zsh)\"' >> ~/.zshrc",
    "fish": "ami completion fish > ~/.config/fish/completions/ami.fish",
}
"""The command that installs the script of each shell."""

VARIABLE = "_AMI_COMPLETE"
"""The variable by which a shell asks for completions."""

PATIENCE = 0.2
"""Seconds to wait for another process that holds the store."""


def task_names(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the tasks that begin with a text, in any case of letters; none if the store cannot be read."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            names = [name for name in _tasks(context) if name.casefold().startswith(incomplete.casefold())]
    except Exception:  # noqa: BLE001  (an error would appear in the middle of the user's command line)
        return []
    # zsh and fish quote what they insert, bash does not.
    return [shlex.quote(name) for name in names] if os.environ.get(VARIABLE, "").startswith("bash") else names


task_argument = click.argument("task", shell_complete=task_names)
"""The argument that names a task; a shell completes it."""


@click.command("completion", context_settings=HELP, epilog="Example: ami completion bash >> ~/.bashrc")
@click.argument("shell", type=click.Choice(SHELLS))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def completion(context: click.Context, shell: str, *, as_json: bool) -> None:
    """Print the script with which a shell completes commands, options and tasks.

    Try it with: eval "$(ami completion bash)"
    """
    text = script(context.find_root().command, shell)
    say([text], {"shell": shell, "script": text, "to_keep": WHERE[shell]}, as_json=as_json)


def script(program: click.Command, shell: str) -> str:
    """Return the script that a shell needs to complete `ami`.

    Args:
        program: The group of all commands.
        shell: One of ``SHELLS``.
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101  (click has all of SHELLS)
    return kind(program, {}, "ami", VARIABLE).source()


def _tasks(context: click.Context) -> tuple[str, ...]:
    from .project import open_store

    folder: Any = context.params.get("folder")
    return open_store(Path(folder) if folder else None, patience=PATIENCE).tasks()
