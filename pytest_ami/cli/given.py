"""Parameters as a command line gives them for many runs: numbered values, and secrets that are never shown.

Knows arguments and variables; must never know a page. A secret's value leaves here in the values alone.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .record import pairs

if TYPE_CHECKING:
    from pytest_ami.model.workflow import Workflow

FROM_ENVIRONMENT = "$ENV:"


def read(
    params: Sequence[str], secrets: Sequence[str], workflow: Workflow, environ: Mapping[str, str]
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the values as they were given, and the names of those that are secret.

    A secret that is not given is taken from the variable of its name in capitals.

    Raises:
        click.BadParameter: An argument makes no sense, or a variable is not set.
        ParameterError: A parameter is missing or unknown; the message names it.
    """
    from pytest_ami.decide.params import check

    shown, hidden = pairs(params, "--param"), pairs(secrets, "--secret")
    twice = sorted(shown.keys() & hidden.keys())
    if twice:
        raise click.BadParameter(f"{twice[0]} is a parameter already", param_hint="--secret")
    given = {**shown, **hidden}
    names = {one.name for one in workflow.parameters if one.secret} | set(hidden)
    for name in sorted(names - given.keys()):
        if name.upper() in environ:
            given[name] = environ[name.upper()]
    for name, value in shown.items():
        if value.startswith(FROM_ENVIRONMENT):
            variable = value.removeprefix(FROM_ENVIRONMENT)
            if not environ.get(variable):
                raise click.BadParameter(f"{name}: the variable {variable} is not set", param_hint="--param")
            given[name] = environ[variable]
            names.add(name)
    return check(workflow.parameters, given), tuple(sorted(names))


def numbered(values: Mapping[str, str], now: int) -> Callable[[int], dict[str, str]]:
    """Return what gives a run its values: ``{n}`` is its number, ``{now}`` the second at which the command began."""

    def of(number: int) -> dict[str, str]:
        return {name: text.replace("{n}", str(number)).replace("{now}", str(now)) for name, text in values.items()}

    return of


def again_with(
    task: str,
    url: str,
    params: Sequence[str],
    hidden: Sequence[str],
    folder: Path | None,
    storage_state: Path | None,
    reset: str,
    timeout: float,
) -> str:
    """Return the command line that runs the same on the same application; the values of ``hidden`` stay out of it."""
    words = ["ami", "stress", task, "--url", url]
    named = [(text, *text.partition("=")[::2]) for text in params]
    told = [(text, name) for text, name, value in named if name not in hidden or value.startswith(FROM_ENVIRONMENT)]
    for text, _ in told:
        words += ["--param", text]
    for name in hidden:
        words += [] if name in dict(told).values() else ["--param", f"{name}={FROM_ENVIRONMENT}{name.upper()}"]
    for option, given in (("--storage-state", storage_state), ("--reset", reset), ("--dir", folder)):
        words += [option, str(given)] if given else []
    if timeout != 5.0:  # noqa: PLR2004  (the default)
        words += ["--timeout", f"{timeout:g}"]
    return shlex.join(words)
