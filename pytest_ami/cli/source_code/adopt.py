"""`ami adopt`: a green plain Playwright test becomes a test of a learned flow, as a diff, or in place if asked to."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pytest_ami.cli.commands import command, say
from pytest_ami.model.errors import ConfigurationError, require_packages
from pytest_ami.model.printable import as_argument
from pytest_ami.report.pytest_output import error_lines

if TYPE_CHECKING:
    from .adoption import AdoptedTest


@command("adopt", "ami adopt tests/test_mail.py::test_send_email")
@click.argument("test")
@click.option("--task", default="", help="Name of the task; default: the words of the test's name.")
@click.option("--apply", is_flag=True, help="Change the file, and keep the change if the new test is green.")
def adopt(test: str, task: str, folder: Path | None, *, apply: bool, as_json: bool) -> None:
    """Turn a plain Playwright test into one of a learned flow.

    Runs the test first, which has to be green. Its actions become a function that teaches the flow, their values
    become parameters, and its assertions stay. Prints the change as a diff. With --apply the file is changed and the
    test runs again: it learns the flow, or the file is put back.
    """
    file, names = _parts(test)
    source = file.read_bytes()
    adopted = _adopted(source.decode("utf-8"), names, " ".join(task.split()))
    options = [f"--ami-dir={folder}"] if folder else []
    _require_green(test, "The test is not green as it is, so nothing can be learned from it", options)
    if apply:
        file.write_bytes(adopted.source.encode("utf-8"))
        try:
            _require_green(
                test, "The changed test was not green, so the file is as it was", [*options, "--ami-mode=auto"]
            )
        except BaseException:
            file.write_bytes(source)
            raise
    diff = "".join(unified_diff(_lines(source.decode("utf-8")), _lines(adopted.source), f"a/{file}", f"b/{file}"))
    data = {
        "test": test,
        "task": adopted.task,
        "parameters": list(adopted.values),
        "left": adopted.left,
        "diff": diff,
        "applied": apply,
    }
    say(_report(data), data, as_json=as_json)


def _parts(test: str) -> tuple[Path, list[str]]:
    """Return file and names of a node id.

    Raises:
        click.BadParameter: It names no test in a file that exists.
    """
    file, *names = test.partition("[")[0].split("::")
    if not names or not Path(file).is_file():
        raise click.BadParameter("use FILE::TEST, such as tests/test_mail.py::test_send_email", param_hint="TEST")
    return Path(file), names


def _adopted(source: str, names: list[str], task: str) -> AdoptedTest:
    require_packages("fix", "libcst", what="ami adopt", why="It changes source without touching the formatting.")
    from .adoption import adopt as adopt_source

    return adopt_source(source, names, task)


def _require_green(test: str, what: str, options: list[str]) -> None:
    """Run a test.

    Raises:
        ConfigurationError: It is not green.
    """
    arguments = [sys.executable, "-m", "pytest", test, "-q", "--no-header", "--tb=short", *options]
    done = subprocess.run(arguments, capture_output=True, text=True, errors="replace", check=False)  # noqa: S603  (our own command)
    if done.returncode:
        raise ConfigurationError(
            what,
            why="Only a green test shows how a task is done, so pytest has run it.",
            evidence=error_lines(done.stdout or done.stderr),
            run=f"pytest {as_argument(test)}",
        )


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _report(data: Mapping[str, Any]) -> Iterator[str]:
    yield from data["diff"].splitlines()
    yield ""
    if data["left"]:
        yield f"{data['left']} more actions stay as they are, behind other statements."
    if data["applied"]:
        yield f'The file was changed, and "{data["task"]}" was learned. Run pytest once more, and: git add steering'
    else:
        yield f"Nothing was changed. To apply it: ami adopt {data['test']} --apply"
