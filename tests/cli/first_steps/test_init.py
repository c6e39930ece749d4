"""`ami init`: what it writes can be run, and no file of the user is touched."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.commands import data, run


@pytest.fixture
def empty(project: Path) -> Path:
    """The current folder: a project without a configuration."""
    (project / "pytest.ini").unlink()
    return project


def init(*arguments: str) -> dict[str, Any]:
    """Run the command and return its JSON."""
    found: dict[str, Any] = data("init", *arguments)
    return found


def test_a_new_project_gets_a_test_and_the_address_of_the_application(empty: Path) -> None:
    found = init("--url", "http://localhost:9/", "--task", ' say "hi" ', "--param", 'text=a "b"\\', "--param", "to=x")
    assert found["written"] == ["pytest.ini", "test_say_hi.py"]
    assert (empty / "pytest.ini").read_text("utf-8") == "[pytest]\nbase_url = http://localhost:9\n"
    (test,) = (node for node in ast.parse((empty / "test_say_hi.py").read_text("utf-8")).body if hasattr(node, "args"))
    text = ast.unparse(test)
    assert """learned('say "hi"')""" in text
    assert "ami.run(text='a \"b\"\\\\', to='x')" in text


def test_nothing_that_exists_is_changed(project: Path) -> None:
    ours = {"pytest.ini": "[pytest]\nbase_url = http://x\n", "tests/test_search.py": "mine", ".gitlab-ci.yml": "mine"}
    (project / "tests").mkdir()
    for name, text in ours.items():
        (project / name).write_text(text, "utf-8")
    found = init("--ci", "gitlab")
    assert found == {**found, "written": [], "kept": ["tests/test_search.py", ".gitlab-ci.yml"], "hints": []}
    assert {name: (project / name).read_text("utf-8") for name in ours} == ours


def test_a_configuration_without_an_address_gets_a_hint(project: Path) -> None:
    assert init()["hints"] == ["add to pytest.ini: base_url = http://localhost:8000"]
    assert (project / "pytest.ini").read_text("utf-8") == "[pytest]\n"


@pytest.mark.parametrize(
    ("ci", "file", "job"),
    [("github", ".github/workflows/flows.yml", "jobs"), ("gitlab", ".gitlab-ci.yml", "flows")],
)
def test_a_ci_file_is_valid_and_installs_what_the_project_needs(empty: Path, ci: str, file: str, job: str) -> None:
    (empty / "requirements.txt").touch()
    assert file in init("--ci", ci)["written"]
    text = (empty / file).read_text("utf-8")
    assert job in yaml.safe_load(text)
    assert "pip install -r requirements.txt && playwright install --with-deps chromium" in text
    assert "at http://localhost:8000" in text


@pytest.mark.parametrize(
    "wrong",
    [["--task", " "], ["--url", "localhost"], ["--url", "ftp://x"], ["--url", "http://a:b@x"], ["--param", "a"]],
)
def test_a_wrong_option_writes_nothing(empty: Path, wrong: list[str]) -> None:
    assert run("init", *wrong).exit_code == 2
    assert list(empty.iterdir()) == []


def test_the_lines_name_the_files_and_the_next_commands(empty: Path) -> None:
    (empty / "test_search.py").touch()
    lines = run("init").output.splitlines()
    assert lines[:2] == ["written  pytest.ini", "kept     test_search.py, which exists"]
    assert [line.split()[0] for line in lines[-3:]] == ["ami", "pytest", "pytest"]


def test_a_task_may_start_on_another_page_and_a_secret_is_in_no_file(empty: Path) -> None:
    found = init("--url", "http://localhost:9/log/in?a=1", "--task", "log in", "--param", "password=hunter2")
    assert "base_url = http://localhost:9\n" in (empty / "pytest.ini").read_text("utf-8")
    text = (empty / "test_log_in.py").read_text("utf-8")
    assert 'page.goto("/log/in?a=1")' in text
    assert 'ami.run(password=os.environ["LOG_IN_PASSWORD"])' in text
    assert [node.names[0].name for node in ast.parse(text).body if isinstance(node, ast.Import)] == ["os", "pytest"]
    assert "hunter2" not in "".join((empty / name).read_text("utf-8") for name in found["written"])
