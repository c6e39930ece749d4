"""The tutorial and the how-to pages work: their files and commands, in their order, in a real browser."""

from __future__ import annotations

import doctest
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_ami.testing.project import Project, clean
from tests.support.guide_app import guide_app
from tests.support.projects import PLAIN
from tests.support.samples import Block, blocks_of, commands_of, words_in

DOCS = Path(__file__).parents[2] / "docs"
START = "from pytest_ami.cli import main; main()"
LOOSE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.nightly]


def difference(block: Block, folder: Path) -> list[str]:
    """Run the commands of a console block; return how the output of each differs from the one shown."""
    found = []
    for command, shown in commands_of(block.text):
        program, *arguments = shlex.split(command)
        if program not in ("pytest", "ami") or not shown:
            continue
        start = ["-m", "pytest", *PLAIN] if program == "pytest" else ["-c", START]
        done = subprocess.run(
            [sys.executable, *start, *arguments],
            cwd=folder,
            env=clean(os.environ),
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        want, real = ("\n".join(words_in(text)) + "\n" for text in (shown, done.stdout))
        if not doctest.OutputChecker().check_output(want, real, LOOSE):
            found.append(f"$ {command}\n{done.stdout}{done.stderr}")
    return found


def test_the_tutorial_goes_as_it_says(tmp_path: Path) -> None:
    faults = []
    for block in blocks_of((DOCS / "tutorial.md").read_text("utf-8")):
        if block.title:
            (tmp_path / block.title).write_text(block.text, "utf-8")
        elif block.language == "console":
            faults += difference(block, tmp_path)
    assert not faults, "\n".join(faults)
    assert (tmp_path / "steering" / "golden-paths" / "add-task.yaml").is_file()


def test_the_tests_of_the_how_to_page_are_learned_and_replayed(tmp_path: Path) -> None:
    blocks = [block for block in blocks_of((DOCS / "how-to.md").read_text("utf-8")) if block.title]
    assert len(blocks) > 8
    project = Project.at(tmp_path).with_args(*PLAIN)
    for block in blocks:
        project = project.with_file(block.title, block.text)
    for outcome in (" learned;", "13 replayed;"):
        with guide_app() as url:
            done = project.run(f"--base-url={url}")
        assert done.outcomes.get("passed") == 12, done.out
        assert outcome in done.summary[0]
    assert "correct horse" not in "".join(path.read_text("utf-8") for path in tmp_path.rglob("*.yaml"))
