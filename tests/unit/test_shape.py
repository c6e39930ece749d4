"""The shape of the code: sizes, names and first lines that no linter knows to ask for."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("pytest_ami", "sites", "tests", "scripts", "benchmarks", "examples")
CEILING = 400
VAGUE = {"utils", "util", "helpers", "helper", "manager", "managers", "base"}

MODULES = sorted(
    module
    for module in (*ROOT.glob("*.py"), *(m for folder in FOLDERS for m in (ROOT / folder).rglob("*.py")))
    # Until Python 3.13 rglob does not follow the link `pytest_ami/sites`, since then it may: count once.
    if module.relative_to(ROOT).parts[:2] != ("pytest_ami", "sites")
)


@pytest.fixture(params=MODULES, ids=lambda module: str(module.relative_to(ROOT)))
def module(request: pytest.FixtureRequest) -> Path:
    path = request.param
    assert isinstance(path, Path)
    return path


def test_there_is_something_to_check() -> None:
    assert any(module.parts[-2] == "model" for module in MODULES)


def test_module_stays_below_the_ceiling(module: Path) -> None:
    lines = len(module.read_text("utf-8").splitlines())

    assert lines <= CEILING, f"{lines} lines: split it by what it knows"


def test_module_says_first_what_it_is(module: Path) -> None:
    assert ast.get_docstring(ast.parse(module.read_bytes())), "the first statement shall be a docstring"


def test_name_says_what_it_is_about(module: Path) -> None:
    words = {*module.stem.split("_"), module.parent.name}

    assert not words & VAGUE, "name it after what it knows"


def test_no_private_name_of_pytest_is_imported(module: Path) -> None:
    for node in ast.walk(ast.parse(module.read_bytes())):
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        private = [name for name in names if name.split(".")[0] == "_pytest"]
        assert not private, f"line {node.lineno} imports {private[0]}"
