"""`ami review`: what it prints, and what it does when it cannot start."""

from __future__ import annotations

import json
import re
import webbrowser
from pathlib import Path
from unittest import mock

from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from tests.support.commands import run


def test_the_command_prints_its_address_opens_it_and_stops_by_itself(project: Path) -> None:
    Journal(project / ".ami", run="r").append(Kind.TEST_FINISHED, task="send email", data={"passed": True})
    pages: list[str] = []

    def visit(address: str) -> bool:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{32}/", address)
        pages.append(address)
        return True

    with mock.patch.object(webbrowser, "open", visit):
        result = run("review", "--idle", "0.005")

    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        pages[0],
        "Stop with Ctrl-C.",
        "Nobody asked for 0.005 minutes. Stopped.",
    ]


def test_with_json_there_is_one_document_and_no_browser(project: Path) -> None:
    (project / ".ami").mkdir()
    with mock.patch.object(webbrowser, "open", side_effect=AssertionError):
        result = run("review", "--no-open", "--idle", "0.005", "--json")

    assert result.exit_code == 0, result.output
    assert list(json.loads(result.stdout)) == ["url"]


def test_without_a_store_or_without_the_extra_it_says_what_to_run(project: Path) -> None:
    missing = run("review", "--no-open")
    with mock.patch("pytest_ami.cli.review.serve.find_spec", lambda name: None if name == "starlette" else name):
        bare = run("review", "--no-open")

    assert missing.exit_code == bare.exit_code == 1
    assert "pytest --ami-mode=auto" in missing.stderr
    assert "pip install 'pytest-ami[review]'" in bare.stderr
    assert "missing: starlette" in bare.stderr
