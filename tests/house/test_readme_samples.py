"""The README's samples match a real run: the same words, the same steps, and about the same time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_ami.testing.project import Project, clean

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text("utf-8")
SECONDS = re.compile(r"(?<= )\d+\.\d+(?=s$|  )")
"""Where a time stands: at the end of pytest's last line, in a column of the demo's table."""

FASTEST, SLOWEST = 0.1, 20.0
"""How much of a shown time a real one may take. The times are those of a quiet machine."""


def block(language: str) -> str:
    """Return the text of the README's first block in ``language``."""
    found = re.search(rf"^```{language}\n(.*?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def compare(shown: str, real: str) -> None:
    """Check that a sample has the lines of a run, and that no time is of another order of magnitude."""
    sides = [[line.rstrip() for line in text.strip().splitlines()] for text in (shown, real)]
    words = [[" ".join(SECONDS.sub("TIME", line).split()) for line in side] for side in sides]
    assert words[0] == words[1]
    times = [[float(time) for line in side for time in SECONDS.findall(line)] for side in sides]
    for was, now in zip(*times, strict=True):
        assert FASTEST * was <= now <= SLOWEST * was, f"{now} s, and the README shows {was} s"


@pytest.mark.browser
@pytest.mark.slow
def test_the_two_runs_of_its_first_test_say_what_it_shows(tmp_path: Path) -> None:
    project = Project.at(tmp_path / "project").with_file("pytest.ini", "[pytest]\n")
    project = project.with_file("test_mail.py", block("python"))
    project = project.with_file("conftest.py", (ROOT / "examples" / "conftest.py").read_text("utf-8"))
    for shown in block("console").split("$ pytest -q\n")[1:]:
        compare(shown, project.run("-q").out)
    assert not (ROOT / "steering").exists()


@pytest.mark.nightly  # by day: plugin/test_lifecycle.py learns, replays and relearns the same flow
@pytest.mark.browser
@pytest.mark.slow
def test_the_demonstration_says_what_it_shows(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "examples.demo", "--folder", str(tmp_path / "demo")]
    environ = {**clean(os.environ), "COLUMNS": "120"}
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, encoding="utf-8", check=False)
    compare(block("text"), done.stdout)
    assert not (ROOT / "steering").exists()
