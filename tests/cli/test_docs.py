"""docs/cli.md and `--help` tell of every command and option, and every command has an example that can be read."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pytest_ami.cli import app

PAGE = Path(__file__).parents[2].joinpath("docs", "cli.md").read_text("utf-8")
COMMANDS = app.ami.commands
EVERYWHERE = {"--dir", "--json", "--help", "-h"}
ELSEWHERE = {"stress": "stress.md"}
"""Commands whose options have a page of their own."""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_what_it_does_and_has_an_example_that_is_a_command_line(name: str) -> None:
    command = COMMANDS[name]
    shown = CliRunner().invoke(app.ami, [name, "--help"])
    assert shown.exit_code == 0
    assert command.help
    example = (command.epilog or "").removeprefix("Example: ")
    words = shlex.split(example, comments=True)
    assert words[:2] == ["ami", name]
    words = words[2 : words.index(">>")] if ">>" in words else words[2:]
    command.make_context(name, words, resilient_parsing=False)  # its options and arguments are real ones
    assert " ".join(example.split()) in " ".join(shown.output.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_prints_json(name: str) -> None:
    options = {option for one in COMMANDS[name].params for option in one.opts}
    assert "--json" in options
    assert name == "completion" or "--dir" in options


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_told_of(name: str) -> None:
    assert re.search(rf"^\| `ami {name}\b", PAGE, re.MULTILINE)
    page = PAGE
    if name in ELSEWHERE:
        page = Path(__file__).parents[2].joinpath("docs", ELSEWHERE[name]).read_text("utf-8")
    for one in COMMANDS[name].params:
        if isinstance(one, click.Option):
            assert any(option in page for option in one.opts), (name, one.opts)


def test_the_page_tells_of_no_command_that_is_not_there() -> None:
    told = set(re.findall(r"`ami ([a-z-]+)\b", PAGE))
    assert told <= set(COMMANDS)


def test_commands_that_messages_name_are_there() -> None:
    root = Path(__file__).parents[2] / "pytest_ami"
    named = {
        (path.name, word)
        for path in root.rglob("*.py")
        for word in re.findall(r"""run=f?["'](?:ami) ([a-z]+)""", path.read_text("utf-8"))
    }
    assert named
    assert {word for _, word in named} <= set(COMMANDS), named
