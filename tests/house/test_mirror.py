"""The tests mirror the package; none of them changes `sys.path` or imports `benchmarks`."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE, TESTS = ROOT / "pytest_ami", ROOT / "tests"
ACROSS = {"end_to_end", "house", "property", "support"}
"""Folders of tests that stand for no package: see the map in CONTRIBUTING.md."""

FLAT = {"sites"}
"""A link whose packages are applications; the tests of all of them stand in one folder."""

PROJECT = "cli/first_steps/project"
"""A link to the example project, whose modules are tests themselves."""

WHOLE = {"cli", "plugin"}
"""Packages whose tests run a whole command or a whole pytest, and look at what any package below left behind."""


def packages() -> dict[str, set[str]]:
    """Return the modules of each package of ours that has any, by its path below `pytest_ami`."""
    found: dict[str, set[str]] = {}
    for module in PACKAGE.rglob("*.py"):
        path = module.relative_to(PACKAGE)
        if module.stem != "__init__" and path.parts[0] not in FLAT and path.parent.as_posix() != PROJECT:
            found.setdefault(path.parent.as_posix(), set()).add(module.stem)
    return found


def modules_of_tests() -> list[Path]:
    """Return the tests that stand for a package, relative to `tests`."""
    found = (test.relative_to(TESTS) for test in sorted(TESTS.rglob("test_*.py")))
    return [test for test in found if test.parts[0] not in ACROSS]


def changes_of_path(tree: ast.AST) -> list[int]:
    """Return the lines that change `sys.path`: an assignment, a deletion, a call of its methods, a patch."""
    return [node.lineno for node in ast.walk(tree) if isinstance(node, ast.stmt | ast.expr) and _changes_path(node)]


def _changes_path(node: ast.AST) -> bool:
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            return any(map(_is_path, targets))
        case ast.AugAssign(target=target):
            return _is_path(target)
        case ast.Call(func=ast.Attribute(attr="syspath_prepend")):
            return True
        case ast.Call(func=ast.Attribute(attr="setattr" | "object"), args=[owner, ast.Constant("path"), *_]):
            return ast.unparse(owner) == "sys"
        case ast.Call(func=ast.Attribute(value=value)):
            return _is_path(value)
    return False


def _is_path(node: ast.AST) -> bool:
    return ast.unparse(node.value if isinstance(node, ast.Subscript) else node) == "sys.path"


def imports_of(name: str, tree: ast.AST) -> list[int]:
    """Return the lines that import the package `name` or something of it."""
    lines = []
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                found = [alias.name for alias in names]
            case ast.ImportFrom(module=str(module), level=0):
                found = [module]
            case _:
                continue
        lines += [node.lineno for module in found if module.split(".")[0] == name]
    return lines


def test_each_package_with_modules_has_its_folder_of_tests() -> None:
    folders = {test.parent.as_posix() for test in modules_of_tests()}
    assert sorted(set(packages()) - folders) == []


def test_each_folder_of_tests_is_a_package() -> None:
    folders = {test.parent.as_posix() for test in modules_of_tests()}
    assert sorted(folders - set(packages()) - FLAT) == []


def packages_used(test: Path) -> set[str]:
    """Return the packages of ours from which a test imports modules, as paths below `pytest_ami`."""
    found = set()
    for node in ast.walk(ast.parse((TESTS / test).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pytest_ami."):
            path = Path(*str(node.module).split(".")[1:])
            found.add((path.parent if (PACKAGE / path).with_suffix(".py").is_file() else path).as_posix())
    return found


def test_a_test_of_one_package_below_stands_there() -> None:
    faults = []
    for test in modules_of_tests():
        own, used = test.parent.as_posix(), packages_used(test)
        below = sorted(package for package in used if package.startswith(f"{own}/"))
        if len(below) == 1 and own not in {*used, *FLAT}:
            faults.append(f"tests/{test} tests pytest_ami/{below[0]}")
    assert faults == []


def test_a_test_named_after_the_module_that_it_imports_stands_beside_it() -> None:
    places = {module: package for package, modules in packages().items() for module in modules}
    faults = []
    for test in modules_of_tests():
        about = test.stem.removeprefix("test_").removesuffix("_property").removesuffix("_machine")
        there, used = places.get(about), packages_used(test)
        if there in used and test.parent.as_posix() not in {*used, *WHOLE}:
            faults.append(f"tests/{test} tests pytest_ami/{there}/{about}.py")
    assert faults == []


def test_no_test_changes_the_path_and_none_imports_benchmarks() -> None:
    faults = []
    for module in sorted(TESTS.rglob("*.py")):
        source = module.read_text("utf-8")
        if "sys" not in source and "benchmarks" not in source:
            continue
        tree = ast.parse(source)
        name = module.relative_to(ROOT)
        faults += [f"{name}: line {line} changes sys.path" for line in changes_of_path(tree)]
        faults += [f"{name}: line {line} imports benchmarks" for line in imports_of("benchmarks", tree)]
    assert faults == []


@pytest.mark.parametrize(
    "code",
    [
        "sys.path.insert(0, here)",
        "sys.path[:] = before",
        "sys.path = []",
        "sys.path += [here]",
        "del sys.path[0]",
        "monkeypatch.syspath_prepend(here)",
        "monkeypatch.setattr(sys, 'path', [])",
        "mock.patch.object(sys, 'path', [])",
    ],
)
def test_a_change_of_the_path_is_seen(code: str) -> None:
    assert changes_of_path(ast.parse(f"x = sys.path[0]\n{code}\n")) == [2]


@pytest.mark.parametrize("code", ["import benchmarks", "from benchmarks.store import growth", "import a, benchmarks.b"])
def test_an_import_of_benchmarks_is_seen(code: str) -> None:
    assert imports_of("benchmarks", ast.parse(f"import benchmark\nif x:\n    {code}\n")) == [3]
