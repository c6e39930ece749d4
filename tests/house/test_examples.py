"""The examples leave a checkout as it was: whatever a run writes there, git ignores."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_ami.testing.project import clean

ROOT = Path(__file__).parents[2]
NEEDED = (".gitignore", "conftest.py", "examples", "pyproject.toml")
"""Parts of the checkout that decide where a run of the examples writes."""

RUNS = ("-m", "pytest", "examples/test_mail.py", "-q"), ("-m", "pytest", "examples", "-q")
"""Both ways to name the examples; the second run replays what the first one learned."""


def git(*arguments: str, folder: Path) -> str:
    """Run git as somebody, whatever the machine's own settings say."""
    somebody = ("-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false")
    done = subprocess.run(["git", *somebody, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A clean repository with the examples as they are now."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    for name in NEEDED:
        if (ROOT / name).is_dir():
            unwanted = shutil.ignore_patterns("__pycache__", ".ami", ".pytest_cache", "steering")
            shutil.copytree(ROOT / name, folder / name, ignore=unwanted)
        else:
            shutil.copy(ROOT / name, folder / name)
    git("init", "--quiet", folder=folder)
    git("add", "--all", folder=folder)
    git("commit", "--quiet", "--message", "All", folder=folder)
    return folder


@pytest.mark.browser
@pytest.mark.slow
def test_git_has_nothing_to_say_after_they_ran(checkout: Path) -> None:
    environ = {**clean(os.environ), "PYTHONPATH": str(ROOT)}
    for run in RUNS:
        done = subprocess.run(
            [sys.executable, *run], cwd=checkout, env=environ, capture_output=True, encoding="utf-8", check=False
        )
        assert "2 passed" in done.stdout, done.stdout
        assert git("status", "--short", folder=checkout) == ""
    assert list((checkout / "examples" / ".ami" / "steering").rglob("*.yaml"))
