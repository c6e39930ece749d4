"""`ami review`: what it prints, and what it does when it cannot start."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import webbrowser
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

import pytest
from click.testing import Result

from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from tests.support.commands import run


def aside(*arguments: str) -> Result:
    """Run a command in a thread: Playwright's event loop may run in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(run, *arguments).result(30)


@pytest.mark.slow
def test_ctrl_c_stops_it_in_order(project: Path) -> None:
    (project / ".ami").mkdir()
    code = "from pytest_ami.cli import main; main()"
    command = [sys.executable, "-c", code, "review", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address, advice = process.stdout.readline(), process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, problems = process.communicate(timeout=20)

    assert address.startswith("http://127.0.0.1:")
    assert (process.returncode, advice, rest, problems) == (0, "Stop with Ctrl-C.\n", "Stopped.\n", "")


def test_the_command_prints_its_address_opens_it_and_stops_by_itself(project: Path) -> None:
    Journal(project / ".ami", run="r").append(Kind.TEST_FINISHED, task="send email", data={"passed": True})
    pages: list[str] = []

    def visit(address: str) -> bool:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{32}/", address)
        pages.append(address)
        return True

    with mock.patch.object(webbrowser, "open", visit):
        result = aside("review", "--idle", "0.005")

    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        pages[0],
        "Stop with Ctrl-C.",
        "Nobody asked for 0.005 minutes. Stopped.",
    ]


def test_with_json_there_is_one_document_and_no_browser(project: Path) -> None:
    (project / ".ami").mkdir()
    with mock.patch.object(webbrowser, "open", side_effect=AssertionError):
        result = aside("review", "--no-open", "--idle", "0.005", "--json")

    assert result.exit_code == 0, result.output
    assert list(json.loads(result.stdout)) == ["url"]


def test_without_a_store_or_without_the_extra_it_says_what_to_run(project: Path) -> None:
    missing = run("review", "--no-open")
    with mock.patch("pytest_ami.model.errors.find_spec", lambda name: None if name == "starlette" else name):
        bare = run("review", "--no-open")

    assert missing.exit_code == bare.exit_code == 1
    assert "pytest --ami-mode=auto" in missing.stderr
    assert 'pip install "pytest-ami[review]"' in bare.stderr
    assert "missing: starlette" in bare.stderr
