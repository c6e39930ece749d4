"""The shape of the code: sizes, names and first lines that no linter knows to ask for."""

from __future__ import annotations

import ast
import gc
import re
from itertools import pairwise
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


def errors_of_ours(trees: dict[Path, ast.Module]) -> set[str]:
    """Return the names of all classes of errors that have four parts."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for tree in trees.values()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and node.name.endswith("Error")
    }
    found = {"AmiError"}
    while more := {name for name, its in bases.items() if its & found} - found:
        found |= more
    return found


def incomplete(path: Path, tree: ast.Module, errors: set[str]) -> list[str]:
    """Return the errors that a module makes without a reason or without a command, with their lines.

    ``flow/conclude.py`` gives a teacher's error of the engine its command: only there the test and the mode are known.
    """
    faults = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in errors:
            parts = {
                part.arg
                for part in node.keywords
                if not (isinstance(part.value, ast.Constant) and not part.value.value)
            }
            later = node.func.id == "TeacherError" and "engine" in path.parts
            lacking = {"why", *(() if later else ("run",))} - parts
            faults += [f"{path}: line {node.lineno}: {node.func.id} has no {part}" for part in sorted(lacking)]
    return faults


def quoted(path: Path, tree: ast.Module) -> list[str]:
    """Return the commands in which a value stands between quotation marks, with their lines: it may hold one itself."""
    return [
        f"{path}: line {node.lineno}: use as_argument"
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        for part in call.keywords
        if part.arg == "run"
        for node in ast.walk(part.value)
        if isinstance(node, ast.JoinedStr)
        for text, value in pairwise(node.values)
        if isinstance(value, ast.FormattedValue) and isinstance(text, ast.Constant) and str(text.value)[-1:] in "\"'"
    ]


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


def test_every_error_says_why_and_what_to_run_next(sources: Sources, trees: dict[Path, ast.Module]) -> None:
    package = {path: tree for path, tree in trees.items() if path.parts[0] == "pytest_ami"}
    errors = errors_of_ours(package)
    called = re.compile(rf"\b({'|'.join(errors)})\(".encode())
    makers = {path: tree for path, tree in package.items() if called.search(sources[path])}
    faults = [fault for path, tree in makers.items() for fault in incomplete(path, tree, errors) + quoted(path, tree)]

    assert len(errors) > 15
    assert len(makers) > 50
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("call", "lacking"),
    [
        ('StoreError("No")', ["run", "why"]),
        ('StoreError("No", why="It is", run="")', ["run"]),
        ('StoreError("No", why="It is", run="ami doctor" if it else "")', []),
        ('TeacherError("No", why="It is")', ["run"]),
        ('KeyError("No")', []),
    ],
)
def test_an_incomplete_error_is_seen(call: str, lacking: list[str]) -> None:
    faults = incomplete(Path("flow/plan.py"), ast.parse(call), {"StoreError", "TeacherError"})

    assert [fault.rpartition(" ")[2] for fault in faults] == lacking


def test_a_teachers_error_of_the_engine_gets_its_command_later() -> None:
    assert incomplete(Path("engine/relearn.py"), ast.parse('TeacherError("No", why="It is")'), {"TeacherError"}) == []


@pytest.mark.parametrize(
    ("text", "faults"), [("ami show {as_argument(it)}", 0), ('ami show "{it}"', 1), ("ami '{it}'", 1)]
)
def test_a_value_between_quotation_marks_is_seen(text: str, faults: int) -> None:
    assert len(quoted(Path("it.py"), ast.parse(f"raise StoreError('No', run=f{text!r})"))) == faults
