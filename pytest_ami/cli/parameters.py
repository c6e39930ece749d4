"""Parameters on a command line: NAME=VALUE arguments, values for numbered runs, and secrets.

Reads arguments and environment variables. A secret value must never reach a message or a repeated command line.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pytest_ami.model.workflow import Workflow

FROM_ENVIRONMENT = "$ENV:"
"""Begins a value that names an environment variable."""


def pairs(arguments: Sequence[str], option: str) -> dict[str, str]:
    """Return `NAME=VALUE` arguments as a dict.

    Raises:
        click.BadParameter: An argument has another form; the message does not contain the value.
    """
    from pytest_ami.engine.recording.manual import name_problem

    values: dict[str, str] = {}
    for text in arguments:
        name, equals, value = text.partition("=")
        if not equals or not value or name_problem(name):
            raise click.BadParameter("use NAME=VALUE, such as to=ann@example.com", param_hint=option)
        if name in values:
            raise click.BadParameter(f"{name} is given twice", param_hint=option)
        values[name] = value
    return values


def values_and_secrets(params: Sequence[str], secrets: Sequence[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the values of `--param` and those of `--secret`, by name.

    Raises:
        click.BadParameter: An argument is malformed, or a name stands in both.
    """
    shown, hidden = pairs(params, "--param"), pairs(secrets, "--secret")
    if twice := sorted(shown.keys() & hidden.keys()):
        raise click.BadParameter(f"{twice[0]} is a parameter already", param_hint="--secret")
    return shown, hidden


def read_parameters(
    params: Sequence[str], secrets: Sequence[str], workflow: Workflow, environ: Mapping[str, str]
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the values of the parameters, and the names of the secret ones.

    If a secret has no argument, its value comes from the environment variable of its name in capitals.

    Raises:
        click.BadParameter: An argument is malformed, or a variable is not set.
        ParameterError: A parameter is missing or unknown; the message names it.
    """
    from pytest_ami.instructions.parameters import check

    shown, hidden = values_and_secrets(params, secrets)
    values = {**shown, **hidden}
    names = {one.name for one in workflow.parameters if one.secret} | set(hidden)
    for name in sorted(names - values.keys()):
        if name.upper() in environ:
            values[name] = environ[name.upper()]
    for name, value in shown.items():
        if value.startswith(FROM_ENVIRONMENT):
            variable = value.removeprefix(FROM_ENVIRONMENT)
            if not environ.get(variable):
                raise click.BadParameter(f"{name}: the variable {variable} is not set", param_hint="--param")
            values[name] = environ[variable]
            names.add(name)
    return check(workflow.parameters, values), tuple(sorted(names))


def numbered_values(values: Mapping[str, str], now: int) -> Callable[[int], dict[str, str]]:
    """Return a function from a run's number to its values: ``{n}`` is it, ``{now}`` the start of the command.

    The function can be sent to another process.
    """
    return partial(_values_of, dict(values), now)


def _values_of(values: Mapping[str, str], now: int, number: int) -> dict[str, str]:
    return {name: text.replace("{n}", str(number)).replace("{now}", str(now)) for name, text in values.items()}


def repeat_command(
    task: str,
    url: str,
    params: Sequence[str],
    hidden: Sequence[str],
    folder: Path | None,
    storage_state: Path | None,
    reset: str,
    timeout: float,
) -> str:
    """Return the command line that repeats the runs; it does not contain the values of ``hidden``."""
    words = ["ami", "stress", task, "--url", url]
    named = [(text, *text.partition("=")[::2]) for text in params]
    public = [(text, name) for text, name, value in named if name not in hidden or value.startswith(FROM_ENVIRONMENT)]
    for text, _ in public:
        words += ["--param", text]
    for name in hidden:
        words += [] if name in dict(public).values() else ["--param", f"{name}={FROM_ENVIRONMENT}{name.upper()}"]
    for option, value in (("--storage-state", storage_state), ("--reset", reset), ("--dir", folder)):
        words += [option, str(value)] if value else []
    if timeout != 5.0:  # noqa: PLR2004  (the default)
        words += ["--timeout", f"{timeout:g}"]
    return shlex.join(words)
