"""Every block of code in the documentation is valid in its language; Python imports only names that exist."""

from __future__ import annotations

import ast
import json
import subprocess
from configparser import ConfigParser
from importlib import import_module
from itertools import accumulate
from pathlib import Path

import pytest
import yaml

from tests.support.samples import Block, blocks_of, commands_of

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("docs/*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"])
BLOCKS = [(page.name, block) for page in PAGES for block in blocks_of(page.read_text("utf-8"))]
OURS = ("pytest_ami", "tests", "benchmarks")
FREE = {"", "text", "markdown", "html"}
"""Languages without a grammar that could be broken; the files among them are tried by tests/end_to_end."""


def check_python(code: str) -> None:
    """Compile code, and look up each name that it imports from this project."""
    tree = compile(code, "block", "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in OURS:
            module = import_module(str(node.module))
            assert [name.name for name in node.names if not hasattr(module, name.name)] == []


def check_ini(text: str) -> None:
    """Read the text as pytest would."""
    ConfigParser(interpolation=None).read_string(text)


def check_shell(text: str) -> None:
    """Let a shell read commands, without running them."""
    done = subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def check_console(text: str) -> None:
    """Let a shell read the commands of a session; a command may go on over the first lines below it."""
    commands = commands_of(text)
    assert commands
    for command, below in commands:
        lines = [command, *below.splitlines()]
        check_shell(next((part for part in accumulate(lines, "{}\n{}".format) if readable(part)), command))


def readable(command: str) -> bool:
    """Whether a shell reads a command to its end."""
    done = subprocess.run(["bash", "-n", "-c", command], stderr=subprocess.DEVNULL, check=False)
    return not command.endswith("\\") and done.returncode == 0


CHECKS = {
    "python": check_python,
    "console": check_console,
    "ini": check_ini,
    "json": json.loads,
    "sh": check_shell,
    "yaml": yaml.safe_load,
}


@pytest.mark.parametrize("language", CHECKS)
def test_every_block_is_valid(language: str) -> None:
    blocks = [(page, block.text) for page, block in BLOCKS if block.language == language]
    assert blocks
    faults = []
    for page, text in blocks:
        try:
            CHECKS[language](text)
        except Exception as error:  # noqa: BLE001  (each parser has errors of its own)
            faults.append(f"{page}: {error!r} in\n{text}")
    assert faults == []


def test_every_language_has_a_check() -> None:
    assert {block.language for _, block in BLOCKS} <= {*CHECKS, *FREE}


def test_a_broken_block_is_found() -> None:
    page = (
        'Text\n\n  ```python title="a.py"\n  from pytest_ami import unicorn\n  ```\n\n```console\n$ a "b\nc\n$ d\n```\n'
    )
    assert blocks_of(page)[0] == Block("python", "a.py", "from pytest_ami import unicorn\n")
    assert commands_of(blocks_of(page)[1].text) == [('a "b', "c\n"), ("d", "")]
    for language, block in zip(("python", "console"), blocks_of(page), strict=True):
        with pytest.raises(AssertionError):
            CHECKS[language](block.text)
