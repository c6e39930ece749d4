"""A copy of the checkout in which faults are planted; the checkout itself is never changed.

Knows files. Must never know what a fault means.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from .fault import Fault, FaultError, Spot, locate

TOP = Path(__file__).parents[2]
PACKAGES = ("pytest_ami", "sites")
TESTS = "tests"
THINNED = "nightly"
"""Marker of the tests that only ``make test-all`` runs."""
SOURCES = frozenset({".py", ".js", ".tsv", ".json"})
_ASKS = """
import importlib.metadata as metadata
(plugin,) = {p.load() for p in metadata.entry_points(group="pytest11") if p.name == "ami"}
print(plugin.__file__)
"""


class Checkout:
    """A copy of the checkout.

    Args:
        path: Its top.
    """

    def __init__(self, path: Path) -> None:
        """Read the sources."""
        self.path = path
        self.sources = {
            str(file.relative_to(path)): file.read_text("utf-8") for file in _files(path, PACKAGES, SOURCES)
        }
        self.tests = _test_functions(path)

    @property
    def environ(self) -> dict[str, str]:
        """The environment in which this copy's package is imported, also by the processes that tests start."""
        path = os.pathsep.join(filter(None, [str(self.path), os.environ.get("PYTHONPATH")]))
        return {**os.environ, "PYTHONPATH": path}

    @property
    def ours(self) -> str:
        """The marker expression of the tests that ``make test`` runs; empty where it runs all there are."""
        known = (self.path / "pyproject.toml").read_text("utf-8")
        return f"not {THINNED}" if f'"{THINNED}:' in known else ""

    @contextmanager
    def planted(self, *faults: Fault) -> Iterator[list[Spot]]:
        """Plant faults, and take them out again.

        Raises:
            FaultError: One of them cannot be planted.
        """
        changed = dict(self.sources)
        spots = []
        try:
            for fault in faults:
                spot = locate(fault, changed)
                text = changed[spot.file]
                changed[spot.file] = text[: spot.start] + spot.text + text[spot.end :]
                if spot.file.endswith(".py"):
                    _compiled(fault, changed[spot.file])
                spots.append(spot)
            for file in {spot.file for spot in spots}:
                (self.path / file).write_text(changed[file], "utf-8")
            yield spots
        finally:
            for file in {spot.file for spot in spots}:
                (self.path / file).write_text(self.sources[file], "utf-8")

    def nodes(self, names: Sequence[str]) -> list[str]:
        """Return the node ids of the test functions of these names, wherever they stand."""
        return [node for name in names for node in self.tests.get(name, ())]

    def check_imports(self) -> None:
        """Make sure that another process imports the plugin from this copy.

        Raises:
            FaultError: It imports it from somewhere else.
        """
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-c", _ASKS]
            done = subprocess.run(
                command, cwd=folder, env=self.environ, capture_output=True, text=True, check=False, timeout=120
            )
        if not done.stdout.startswith(str(self.path.resolve())):
            raise FaultError(f"the package is not imported from the copy: {done.stdout or done.stderr}")


@contextmanager
def copied(top: Path = TOP) -> Iterator[Checkout]:
    """Copy what git knows of a checkout, and what it would add, into a temporary folder."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=top,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    with tempfile.TemporaryDirectory(prefix="seeded-faults-") as folder:
        goal = Path(folder).resolve() / "checkout"
        for name in filter(None, listed.split("\0")):
            source, target = top / name, goal / name
            if not (source.exists() or source.is_symlink()):
                continue  # deleted, and not yet committed
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target, follow_symlinks=False)
        yield Checkout(goal)


def _files(top: Path, folders: Sequence[str], kinds: frozenset[str]) -> Iterator[Path]:
    for folder in folders:
        for here, below, names in os.walk(top / folder):  # links are not followed: each file counts once
            below[:] = sorted(set(below) - {"__pycache__"})
            yield from (Path(here, name) for name in sorted(names) if Path(name).suffix in kinds)


def _test_functions(top: Path) -> dict[str, list[str]]:
    """Return the node ids of all test functions by name."""
    found: dict[str, list[str]] = {}
    for file in _files(top, (TESTS,), frozenset({".py"})):
        where = file.relative_to(top).as_posix()
        for node in ast.parse(file.read_text("utf-8")).body:
            inner = node.body if isinstance(node, ast.ClassDef) else [node]
            prefix = f"{where}::{node.name}" if isinstance(node, ast.ClassDef) else where
            for one in inner:
                if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and one.name.startswith("test_"):
                    found.setdefault(one.name, []).append(f"{prefix}::{one.name}")
    return found


def _compiled(fault: Fault, text: str) -> None:
    try:
        ast.parse(text)
    except SyntaxError as error:
        raise FaultError(f"with {fault.name} planted, line {error.lineno} is no Python: {error.msg}") from None
