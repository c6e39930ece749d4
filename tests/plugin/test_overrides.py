"""A project's overrides: fixtures override ini, the marker overrides fixtures, the command line overrides all."""

from __future__ import annotations

from typing import TypeVar

import pytest

from pytest_ami.testing.project import Project
from tests.support.inline import Inline
from tests.support.projects import FAKED_CLICKS, FLOW, GREEN

P = TypeVar("P", bound=Project)

GREEN_NODE = "test_flow.py::test_green"

TAUGHT_BY = """
    @pytest.mark.learned("open")
    def test_open(ami, page):
        page.goto("/")
        print("taught by", ami.run().teacher)
"""


def with_conftest(project: P, *parts: str) -> P:
    """Return the project with more in its conftest."""
    more = project.with_test(*parts, name="more.py").files["more.py"]
    return project.with_file("conftest.py", project.files["conftest.py"] + "\n" + more)


@pytest.mark.browser
def test_launch_arguments_of_a_conftest_win(webmail: Inline) -> None:
    changed = with_conftest(
        webmail,
        """
        @pytest.fixture(scope="session")
        def browser_type_launch_args(browser_type_launch_args):
            return {**browser_type_launch_args, "executable_path": "/nonexistent/theirs"}
        """,
    )
    result = changed.apart.with_test(FLOW).run("--ami-browser=/nonexistent/ours")
    assert (result.ret, result.outcomes) == (1, {"errors": 1})
    assert "/nonexistent/theirs" in result.out


@pytest.mark.browser
def test_a_browser_that_is_not_there_is_named(webmail: Inline) -> None:
    result = webmail.apart.with_test(FLOW).run("--ami-browser=/nonexistent/ours")
    assert (result.ret, result.outcomes) == (1, {"errors": 1})
    assert "/nonexistent/ours" in result.out
    result.matcher.fnmatch_lines(["The browser named by the option cannot be used: *", "  why:*", "  run next: *"])
    assert "pytest_ami/" not in result.out
    assert "_pytest" not in result.out


SETTINGS = """
    from pytest_ami import override

    @pytest.fixture(scope="session")
    def ami_settings(ami_settings):
        return override(ami_settings, {"mode": "replay", "dir": "elsewhere"})
"""


def test_settings_of_a_fixture_win_over_the_environment(faked: Inline) -> None:
    project = with_conftest(faked, SETTINGS).with_test(FAKED_CLICKS, GREEN).with_env(AMI_MODE="auto")
    result = project.run()
    assert result.outcomes == {"failed": 1}
    result.matcher.fnmatch_lines(
        ["*No workflow is stored*mode replay*", "*The mode comes from: the ami_settings fixture."]
    )


def test_the_command_line_wins_over_settings_of_a_fixture(faked: Inline) -> None:
    project = with_conftest(faked, SETTINGS).with_test(FAKED_CLICKS, GREEN)
    result = project.run("-v", "--ami-mode=auto")
    assert result.words == {GREEN_NODE: "LEARNED"}, result.out
    assert (project.path / "elsewhere" / "workflows.duckdb").exists()
    assert not (project.path / ".ami").exists()
    assert project.run("-v", "--ami-mode=auto").words == {GREEN_NODE: "REPLAYED"}


def test_a_setting_that_does_not_exist_is_named(faked: Inline) -> None:
    project = with_conftest(faked, SETTINGS.replace('"dir"', '"folder"')).with_test(FAKED_CLICKS, GREEN)
    result = project.run()
    assert result.outcomes == {"errors": 1}
    assert "There is no setting 'folder'" in result.out


def test_ini_wins_over_the_environment(faked: Inline) -> None:
    result = faked.with_test("def test_unrelated(): ...").with_ini(ami_mode="replay").with_env(AMI_MODE="relearn").run()
    assert result.header == "ami: mode replay (ini ami_mode), store .ami"


def teacher(name: str) -> str:
    return f"""
    class Named:
        name = "{name}"

        def perform(self, page, values):
            page.click("Compose")
    """


FIXTURE = teacher("fixture") + "\n    @pytest.fixture\n    def ami_teacher():\n        return Named()\n"
HOOK = (
    teacher("hook")
    + "\n    def pytest_ami_make_teacher(task, settings):\n        return Named() if task == 'open' else None\n"
)


def test_a_teacher_of_a_fixture_may_be_a_function(faked: Inline) -> None:
    project = with_conftest(faked, FAKED_CLICKS, "@pytest.fixture\ndef ami_teacher():\n    return clicks('Compose')\n")
    assert "taught by demonstration" in project.with_test(TAUGHT_BY).run("-s").out


@pytest.mark.parametrize(
    ("conftest", "marker", "who"),
    [
        ([FIXTURE], "", "fixture"),
        ([FIXTURE, HOOK], "", "hook"),
        ([FIXTURE, HOOK], ", teacher=clicks('Compose')", "demonstration"),
    ],
    ids=["fixture", "hook", "marker"],
)
def test_who_teaches(faked: Inline, conftest: list[str], marker: str, who: str) -> None:
    project = with_conftest(faked, *conftest).with_test(FAKED_CLICKS, TAUGHT_BY.replace('"open"', '"open"' + marker))
    assert f"taught by {who}" in project.run("-s").out
    told = project.run("--ami-mode=relearn", "--ami-teacher=llm")
    assert (told.ret, "The llm teacher needs a key" in told.out) == (1, True)


FINISHED = """
    def pytest_ami_run_finished(test, run):
        print("finished", test, run.task, run.outcome.value, run.version)
"""


@pytest.mark.parametrize("args", [(), ("-n", "0")], ids=["", "no workers"])
def test_projects_hear_of_each_run(faked: Inline, args: tuple[str, ...]) -> None:
    red = GREEN.replace("green", "red") + "        assert not 'green'\n"
    project = with_conftest(faked.apart if args else faked, FINISHED)
    result = project.with_test(FAKED_CLICKS, GREEN, red).run("-s", *args)
    heard = [line[line.index("finished test") :] for line in result.lines if "finished test" in line]
    assert heard == [
        "finished test_flow.py::test_green green learned 1",
        "finished test_flow.py::test_red red learned 0",
    ]


def test_a_hook_that_breaks_turns_no_test_red(faked: Inline) -> None:
    broken = "def pytest_ami_run_finished():\n    raise RuntimeError('in the hook')\n"
    result = with_conftest(faked, broken).with_test(FAKED_CLICKS, GREEN).run("-W", "error")
    assert (result.ret, result.outcomes, result.store.tasks()) == (0, {"passed": 1}, ("green",))
    assert "in the hook" in result.err
