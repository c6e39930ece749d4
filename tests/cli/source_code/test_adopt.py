"""`ami adopt`: only a green test is adopted, and a change stays only if the adopted test is green."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_ami.cli.source_code import adopt
from pytest_ami.testing.project import Project
from tests.support.commands import data, run
from tests.support.guide_app import guide_app
from tests.support.projects import PLAIN

TEST = """
from playwright.sync_api import expect


def test_add_task(page):
    page.goto("/")
    page.get_by_label("Title").fill("Buy tea")
    page.get_by_label("Due").fill("Friday")
    page.get_by_role("button", name="Add task").click()
    expect(page.get_by_role("status")).to_have_text("Added: Buy tea")
"""

NOT_A_PAGE = """
import os
import pytest

class Page:
    def click(self, selector):
        assert "RED" not in os.environ, "the site is down"

@pytest.fixture
def page():
    return Page()
"""
"""A page without a browser: a plain test is green on it, and a flow is refused."""


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.nightly
def test_an_adopted_test_learns_its_flow_and_replays_it_with_other_values(project: Path) -> None:
    (project / "test_it.py").write_text(TEST, "utf-8")
    with guide_app() as url:
        it = Project.at(project).with_ini(base_url=url).with_args(*PLAIN)
        it.write()
        shown = run("adopt", "test_it.py::test_add_task")
        assert '+    ami.run(title="Buy tea", due="Friday")' in shown.stdout.splitlines(), shown.output
        assert (project / "test_it.py").read_text("utf-8") == TEST
        made = data("adopt", "test_it.py::test_add_task", "--apply")
        assert made == {**made, "task": "add task", "parameters": ["title", "due"], "left": 0, "applied": True}
        other = (project / "test_it.py").read_text("utf-8").replace("Buy tea", "Call Ann")
        done = it.with_file("test_it.py", other).run("--ami-mode=replay")
        assert done.summary[0].startswith("1 replayed;"), done.out


@pytest.mark.slow
def test_a_file_is_put_back_if_the_adopted_test_is_red(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_ADDOPTS", " ".join(PLAIN))
    (project / "conftest.py").write_text(NOT_A_PAGE, "utf-8")
    source = "def test_it(page):\r\n    page.click('a')\r\n"
    (project / "test_it.py").write_bytes(source.encode())
    shown = run("adopt", "test_it.py::test_it", "--apply")
    assert shown.exit_code == 1
    assert shown.stderr.startswith("The changed test was not green, so the file is as it was")
    assert "is not a Playwright page" in shown.stderr
    assert (project / "test_it.py").read_bytes() == source.encode()


@pytest.mark.slow
def test_a_red_test_is_not_adopted(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RED", "yes")
    monkeypatch.setenv("PYTEST_ADDOPTS", " ".join(PLAIN))
    (project / "conftest.py").write_text(NOT_A_PAGE, "utf-8")
    (project / "test_it.py").write_text("def test_it(page):\n    page.click('a')\n", "utf-8")
    shown = run("adopt", "test_it.py::test_it")
    assert shown.exit_code == 1
    assert shown.stderr.startswith("The test is not green as it is")
    assert "the site is down" in shown.stderr


@pytest.mark.parametrize("test", ["test_it.py", "nowhere.py::test_it", "::test_it"])
def test_a_test_that_is_not_there_is_a_usage_error(project: Path, test: str) -> None:
    (project / "test_it.py").touch()
    assert run("adopt", test).exit_code == 2


def test_the_report_says_what_stays_and_what_to_run() -> None:
    found = {"diff": "-a\n+b\n", "left": 2, "applied": False, "test": "t.py::t", "task": "t"}
    lines = list(adopt._report(found))
    assert lines[0] == "-a"
    assert lines[-2].startswith("2 more actions stay as they are")
    assert lines[-1].endswith("ami adopt t.py::t --apply")
