"""The parts that all commands share: their class, their options, their errors and their output.

Exit codes: 0 no problem, 1 a problem, 2 a usage error. docs/cli.md lists the exit codes of `match`, docs/stress.md
those of `stress`. This module must never import a command.
"""

from __future__ import annotations

import json
import signal
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click

from pytest_ami.model.printable import printable, printable_json, printable_styled

HELP = {"help_option_names": ["-h", "--help"]}
"""Settings of every command: `-h` shows its help too."""


class CommandError(click.ClickException):
    """A problem, printed in the four parts of our errors; exit code 1."""

    def show(self, file: Any = None) -> None:
        """Print the message to stderr as it is."""
        click.echo(printable(self.message), err=True, file=file)


class AmiCommand(click.Command):
    """A command with `--dir` and `--json` that prints its errors and warnings instead of raising them."""

    def __init__(self, name: str | None, **attributes: Any) -> None:
        """Put the two shared options before those of the command itself."""
        attributes["params"] = [_folder_option(), _json_option(), *(attributes.get("params") or ())]
        super().__init__(name, **attributes)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        from pytest_ami.engine.secrets.gate import GATE
        from pytest_ami.model.errors import AmiError

        with _warnings_as_notes():
            try:
                return super().invoke(ctx)
            except AmiError as error:
                raise CommandError(GATE.text(str(error))) from None


@contextmanager
def stopping(note: str) -> Iterator[Callable[[], bool]]:
    """Yield a function that returns whether Ctrl-C was pressed; a second Ctrl-C interrupts as without it.

    Args:
        note: Printed to stderr at the first Ctrl-C.
    """
    stopped = False

    def interrupted(_number: int, _frame: Any) -> None:
        nonlocal stopped
        stopped = True
        signal.signal(signal.SIGINT, before)
        click.echo(f"\n{note}", err=True)

    before: Any = signal.SIG_DFL
    with suppress(ValueError):  # not the main thread: there is no Ctrl-C here
        before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield lambda: stopped
    finally:
        with suppress(ValueError):
            signal.signal(signal.SIGINT, before)


def command(
    name: str, example: str, cls: type[AmiCommand] = AmiCommand
) -> Callable[[Callable[..., Any]], click.Command]:
    """Return a decorator that makes a command of a function.

    Args:
        name: The command's name.
        example: A command line for the last line of its help.
        cls: The command's class.
    """
    return click.command(name, cls=cls, context_settings=HELP, epilog=f"Example: {example}")


def say(lines: Iterable[str], data: Any, *, as_json: bool) -> None:
    """Print data as JSON, or lines for people."""
    if as_json:
        click.echo(printable_json(json.dumps(data, indent=2, ensure_ascii=False)))
    else:
        for line in lines:
            click.echo(printable_styled(line))


def steering_lines(files: Iterable[str], removed: Collection[str] = ()) -> Iterator[str]:
    """Yield one line for each steering file that a command has written, or removed."""
    for file in files:
        yield f"{file} was {'removed: git rm --cached it' if file in removed else 'written: git add it'}."


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, such as ``1 fact`` or ``2 facts``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _json_option() -> click.Option:
    return click.Option(["--json", "as_json"], is_flag=True, help="Print JSON.")


def _folder_option() -> click.Option:
    return click.Option(["--dir", "folder"], type=click.Path(path_type=Path), help="Folder of the store.")


@contextmanager
def _warnings_as_notes() -> Iterator[None]:
    """Print each warning once, to stderr, when the block ends."""
    with warnings.catch_warnings(record=True) as recorded:
        warnings.simplefilter("always")
        try:
            yield
        finally:
            for text in dict.fromkeys(str(warning.message) for warning in recorded):
                click.echo(printable(f"note: {text}"), err=True)
