"""The plugin's part of pytest's help and listings."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import takewhile
from pathlib import Path

import pytest

from pytest_ami.model.settings import SETTINGS
from pytest_ami.sites.catalogue import names
from pytest_ami.testing.project import Project

STORED = Path(__file__).parent / "help.txt"


@pytest.fixture(scope="module")
def asked() -> Callable[[str], list[str]]:
    """Pytest's output for an option, cached after the first run."""
    project = Project().with_env(COLUMNS="100").with_args("-p", "no:playwright")
    return cache(lambda option: project.run(option).lines)


@pytest.mark.slow
def test_the_help_is_the_one_that_was_reviewed(asked: Callable[[str], list[str]]) -> None:
    lines = asked("--help")
    start = lines.index("learned web flows (pytest-ami):")
    shown = [line.rstrip() for line in takewhile(str.strip, lines[start:])]
    assert shown == STORED.read_text("utf-8").splitlines(), "\n".join(shown)


def test_every_setting_is_an_option_and_an_ini_key(asked: Callable[[str], list[str]]) -> None:
    out = "\n".join(asked("--help"))
    for setting in SETTINGS:
        assert setting.flag in out
        assert f"ami_{setting.name} (" in out


def test_the_marker_is_listed_with_its_arguments(asked: Callable[[str], list[str]]) -> None:
    matcher = pytest.LineMatcher(asked("--markers"))
    matcher.fnmatch_lines(["@pytest.mark.learned(task, [*], params=None, start=None, *): the test runs a*"])


FIXTURES = ("ami", "ami_settings", "ami_teacher", "workflow_store")
SITES = tuple(f"{site}_{kind}" for site in names() for kind in ("site", "server"))


@pytest.mark.parametrize("name", FIXTURES + SITES)
def test_fixtures_are_listed_with_a_sentence(asked: Callable[[str], list[str]], name: str) -> None:
    lines = asked("--fixtures")
    at = next(i for i, line in enumerate(lines) if line.startswith((f"{name} -- ", f"{name} [session scope] -- ")))
    assert lines[at + 1].startswith("    ")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--ami-mode=replya",), "argument --ami-mode: invalid choice: 'replya'"),
        (("--ami-timeout=soon",), "--ami-timeout is 'soon', which is not a number"),
        (("-o", "ami_mode=fast"), "ini ami_mode is 'fast', which is not a mode of pytest-ami"),
    ],
)
def test_a_wrong_option_is_a_usage_error(project: Project, args: tuple[str, ...], words: str) -> None:
    result = project.run(*args)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert words in result.err
    assert "Traceback" not in result.out + result.err


def test_a_wrong_variable_is_named(project: Project) -> None:
    result = project.with_env(AMI_MODE="fast").run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "environment AMI_MODE is 'fast'" in result.err
