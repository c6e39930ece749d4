"""`ami completion`, and the names that a shell completes: tasks out of the store, quickly and without a word.

Knows click's own scripts. It must never fail, wait or print while a shell completes: then there is nothing to offer.
"""

from __future__ import annotations

import os
import shlex
import warnings
from pathlib import Path
from typing import Any

import click

SHELLS = ("bash", "zsh", "fish")
WHERE = {
    "bash": "echo 'eval \"$(ami completion bash)\"' >> ~/.bashrc",
    "zsh": "echo 'eval \"$(ami completion zsh)\"' >> ~/.zshrc",
    "fish": "ami completion fish > ~/.config/fish/completions/ami.fish",
}
"""How the script of each shell is put to use."""

VARIABLE = "_AMI_COMPLETE"
"""The variable by which a shell asks."""

PATIENCE = 0.2
"""Seconds to wait for another process that holds the store."""


def task_names(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the tasks that begin like this, whatever the case of the letters; none when they cannot be had."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = [name for name in _tasks(context) if name.casefold().startswith(incomplete.casefold())]
    except Exception:  # noqa: BLE001  (a shell shows what is raised in the middle of a line)
        return []
    # zsh and fish quote what they insert, bash does not.
    return [shlex.quote(name) for name in found] if os.environ.get(VARIABLE, "").startswith("bash") else found


def _tasks(context: click.Context) -> tuple[str, ...]:
    from .project import open_store

    given: Any = context.params.get("folder")
    return open_store(Path(given) if given else None, patience=PATIENCE).tasks()


def script(command: click.Command, shell: str) -> str:
    """Return what a shell needs to complete `ami`.

    Args:
        command: The command.
        shell: One of ``SHELLS``.
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101  (click has all of SHELLS)
    return kind(command, {}, "ami", VARIABLE).source()
