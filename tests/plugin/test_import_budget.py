"""A project that merely has the plugin installed pays next to nothing (DESIGN, law 8)."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pytest_ami.testing.project import Project
from tests.support.inline import Inline

HEAVY = {
    "click", "dask", "distributed", "duckdb", "filelock", "hypothesis", "jinja2", "msgspec", "numpy", "openai",
    "pandas", "playwright", "psycopg", "pyarrow", "rapidfuzz", "rich", "starlette", "uvicorn", "yaml",
}  # fmt: skip
OURS = 14
"""Modules of our own that an unrelated run may import; a new one shall be thought about."""

PROBE = """
    import sys

    def pytest_unconfigure(config):
        with open("modules.txt", "w") as file:
            file.write("\\n".join(sys.modules))
"""
pytestmark = pytest.mark.slow

UNRELATED = """
    class TestThings:
        @pytest.mark.parametrize("n", range(3))
        def test_numbers(self, n, tmp_path):
            assert n < 2 or tmp_path
"""


def modules(project: Project, *args: str) -> set[str]:
    result = project.run("-p", "no:playwright", *args)
    assert result.ret == 0, result.out
    return set((project.path / "modules.txt").read_text().split())


@pytest.fixture
def unrelated(project: Inline) -> Project:
    return project.apart.with_file("conftest.py", PROBE).with_test(UNRELATED)


@pytest.mark.variants(3)
@pytest.mark.parametrize(
    "args",
    [(), pytest.param(("--collect-only",), marks=pytest.mark.nightly), ("-n", "1"), ("--ami-mode=replay",)],
    ids=str,
)
def test_an_unrelated_suite_imports_nothing_heavy_because_of_us(unrelated: Project, args: tuple[str, ...]) -> None:
    ours = modules(unrelated, *args) - modules(unrelated, "-p", "no:ami", *(a for a in args if "--ami" not in a))

    assert {name.partition(".")[0] for name in ours} & HEAVY == set()
    assert {name.partition(".")[0] for name in ours} == {"pytest_ami"}
    assert len(ours) <= OURS, sorted(ours)


def test_a_failing_unrelated_test_imports_no_more(unrelated: Project) -> None:
    failing = unrelated.with_test("def test_fails():\n    assert not 1\n")
    without = failing.run("-p", "no:playwright", "-p", "no:ami")
    before = set((failing.path / "modules.txt").read_text().split())
    with_us = failing.run("-p", "no:playwright")
    after = set((failing.path / "modules.txt").read_text().split())

    assert (without.ret, with_us.ret) == (1, 1)
    assert {name.partition(".")[0] for name in after - before} == {"pytest_ami"}


@pytest.mark.variants(3)
@pytest.mark.parametrize("args", [(), ("-n", "2"), ("--ami-mode=auto",)], ids=str)
def test_an_unrelated_suite_leaves_no_files(unrelated: Project, args: tuple[str, ...]) -> None:
    assert unrelated.run("-p", "no:cacheprovider", *args).outcomes == {"passed": 3}
    left = {path.name for path in unrelated.path.iterdir()} - {"__pycache__"}
    assert left == {"conftest.py", "modules.txt", "pytest.ini", "test_flow.py"}


def test_an_unrelated_suite_hears_nothing_of_us(unrelated: Project) -> None:
    result = unrelated.with_env(CI="true").run()
    assert (result.header, result.summary) == ("", [])
    assert "learned" not in result.out


def test_the_package_itself_imports_nothing() -> None:
    code = "import sys; before = set(sys.modules); import pytest_ami; print(*(set(sys.modules) - before))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    foreign = {name for name in out.split() if name.partition(".")[0] not in sys.stdlib_module_names}
    assert foreign == {"pytest_ami"}
