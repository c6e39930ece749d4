"""A run in the process of the test finds the project's modules and leaves nothing of them behind."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.support.inline import Inline
from tests.support.projects import PLAIN


def test_a_run_finds_its_modules_and_leaves_no_path_and_no_module(tmp_path: Path) -> None:
    project = Inline.at(tmp_path).with_args(*PLAIN).with_file("pytest.ini", "[pytest]\n")
    project = project.with_file("weather.py", "SKY = 'blue'\n")
    project = project.with_test("from weather import SKY\ndef test_sky(): assert SKY == 'blue'")
    before = [*sys.path]

    assert project.run().outcomes == {"passed": 1}
    assert sys.path == before
    assert not {"weather", "test_flow"} & set(sys.modules)


def test_a_second_project_has_its_own_module_of_the_same_name(tmp_path: Path) -> None:
    for sky in ("blue", "grey"):
        project = Inline.at(tmp_path / sky).with_args(*PLAIN).with_file("pytest.ini", "[pytest]\n")
        project = project.with_file("weather.py", f"SKY = {sky!r}\n")
        made = project.with_test(f"from weather import SKY\ndef test_sky(): assert SKY == {sky!r}").run()
        assert made.outcomes == {"passed": 1}
