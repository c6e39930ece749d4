"""The shape of the code: sizes, names and first lines that no linter knows to ask for."""

from __future__ import annotations

import ast
import gc
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("pytest_ami", "sites", "tests", "scripts", "benchmarks", "examples")
CEILING = 400
VAGUE = {"utils", "util", "helpers", "helper", "manager", "managers", "base"}

Sources = dict[Path, bytes]


@pytest.fixture(scope="module")
def sources() -> Sources:
    """Every module of the project by its path, relative to the top."""
    modules = (*ROOT.glob("*.py"), *(m for folder in FOLDERS for m in (ROOT / folder).rglob("*.py")))
    # Until Python 3.13 rglob does not follow the links to `sites/` and `examples/`, since then it may: count once.
    found = {module.relative_to(ROOT): module for module in modules}
    return {
        path: m.read_bytes()
        for path, m in sorted(found.items())
        if path.parts[:2] != ("pytest_ami", "sites") and "project" not in path.parts[:-1]
    }


@pytest.fixture(scope="module")
def trees(sources: Sources) -> dict[Path, ast.Module]:
    gc.disable()  # nothing of a tree is garbage, and looking for some takes most of the time
    try:
        return {path: ast.parse(source) for path, source in sources.items()}
    finally:
        gc.enable()


def private(tree: ast.Module) -> list[tuple[int, str]]:
    """Return line and name of each import of a private module of pytest."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        found += [(node.lineno, name) for name in names if name.split(".")[0] == "_pytest"]
    return found


def test_there_is_something_to_check(sources: Sources) -> None:
    assert any(path.parts[-2:-1] == ("model",) for path in sources)
    assert {path.parts[0] for path in sources if path.parts[0] in FOLDERS} == {*FOLDERS}
    assert len(sources) > 400


def test_modules_stay_below_the_ceiling(sources: Sources) -> None:
    lines = {path: len(source.decode().splitlines()) for path, source in sources.items()}
    faults = [f"{path}: {count} lines: split it by what it knows" for path, count in lines.items() if count > CEILING]

    assert not faults, "\n".join(faults)


def test_modules_say_first_what_they_are(trees: dict[Path, ast.Module]) -> None:
    faults = [
        f"{path}: the first statement shall be a docstring"
        for path, tree in trees.items()
        if not ast.get_docstring(tree)
    ]

    assert not faults, "\n".join(faults)


def test_names_say_what_they_are_about(sources: Sources) -> None:
    words = {path: {*path.stem.split("_"), path.parent.name} & VAGUE for path in sources}
    faults = [f"{path}: name it after what it knows, not {sorted(vague)}" for path, vague in words.items() if vague]

    assert not faults, "\n".join(faults)


def test_no_private_name_of_pytest_is_imported(sources: Sources, trees: dict[Path, ast.Module]) -> None:
    suspects = [path for path, source in sources.items() if b"_pytest" in source]
    faults = [f"{path}: line {line} imports {name}" for path in suspects for line, name in private(trees[path])]

    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("code", ["import _pytest", "from _pytest.main import Session", "import os, _pytest.main as m"])
def test_a_private_import_is_seen(code: str) -> None:
    assert [line for line, _ in private(ast.parse(f"if True:\n    {code}\n"))] == [2]
