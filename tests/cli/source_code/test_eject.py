"""`ami eject`: the file runs with plain pytest-playwright, with values of its own; no file is overwritten."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.browser.find import find_browser
from pytest_ami.model.codec import from_plain
from pytest_ami.model.workflow import Workflow
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.testing.project import Project
from tests.support.commands import data, flow, run
from tests.support.projects import PLAIN

STORED = Path(__file__).parents[3] / "fixtures" / "workflows" / "send-email-2026.json"


def store(project: Path, workflow: Workflow) -> None:
    """Give the project a store with one workflow."""
    WorkflowStore(project / ".ami", Journal(project / ".ami", run="r", worker="w")).add(workflow)


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.nightly  # the code itself: tests/engine/recording/test_playwright_test.py
def test_the_ejected_file_sends_another_mail_without_the_plugin(project: Path, mail_site: Any) -> None:
    store(project, from_plain(Workflow, json.loads(STORED.read_text("utf-8"))))
    made = data(
        "eject", "send email", "--param", "to=new@example.com", "--param", "subject=Plain", "--to", "test_it.py"
    )
    assert made["environment"] == ["SEND_EMAIL_BODY"]
    mail_site.redesign("2026")
    state = {"cookies": mail_site.cookies(), "origins": []}
    path = find_browser(None, os.environ).path  # without the plugin, Playwright's own is the only one
    browser = str(path) if path else None
    conftest = f"""
        import pytest

        @pytest.fixture
        def browser_context_args(browser_context_args):
            return {{**browser_context_args, "storage_state": {state!r}}}

        @pytest.fixture(scope="session")
        def browser_type_launch_args(browser_type_launch_args):
            return {{**browser_type_launch_args, "executable_path": {browser!r}}}
    """
    plain = Project.at(project).with_file("conftest.py", conftest).with_env(SEND_EMAIL_BODY="Third").with_args(*PLAIN)
    done = plain.run("test_it.py", "-p", "no:ami", f"--base-url={mail_site.url}")
    assert done.outcomes.get("passed") == 1, done.out
    assert done.header == ""
    (mail,) = mail_site.sent()
    assert (mail.to, mail.subject, mail.body) == (("new@example.com",), "Plain", "Third")


def test_it_prints_what_it_would_write(project: Path) -> None:
    store(project, flow())
    shown = run("eject", "SEND email", "--param", "to=ann@example.com")
    assert shown.exit_code == 0
    assert shown.stdout.rstrip("\n") == data("eject", "send email", "--param", "to=ann@example.com")["code"].rstrip(
        "\n"
    )
    assert 'to = "ann@example.com"' in shown.stdout
    assert 'pin = os.environ["SEND_EMAIL_PIN"]' in shown.stdout


def test_a_file_of_the_user_stays(project: Path) -> None:
    store(project, flow())
    (project / "test_mine.py").write_text("mine", "utf-8")
    shown = run("eject", "send email", "--to", "test_mine.py")
    assert (shown.exit_code, (project / "test_mine.py").read_text("utf-8")) == (1, "mine")
    assert "test_mine.py exists, so nothing was written" in shown.stderr
    assert run("eject", "send email", "--to", "no/folder.py").exit_code == 1


@pytest.mark.parametrize("wrong", ["pin=1234", "colour=red", "to"])
def test_a_secret_or_an_unknown_value_is_refused_without_its_text(project: Path, wrong: str) -> None:
    store(project, flow())
    shown = run("eject", "send email", "--param", wrong, "--to", "test_it.py")
    assert shown.exit_code == 2
    assert wrong.partition("=")[2] not in shown.stderr or wrong == "to"
    assert not (project / "test_it.py").exists()
