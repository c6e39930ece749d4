"""`ami record` as a command, over CDP: a person on a second connection, the process, its output and its store."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.browser.find import find_browser, playwright_browser
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from pytest_ami.model.workflow import Status
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.lab import MAIL, Lab
from tests.support.person import OTHER, SECRET, compose, send, write
from tests.support.toolbar import Toolbar

AMI = (sys.executable, "-c", "from pytest_ami.cli import main; main()")
PARAMS = [part for name, value in MAIL.items() for part in ("--param", f"{name}={value}")]

STARTS, ENDS = 60, 120
"""Seconds after which a browser that has not started, or a command that has not ended, hangs."""


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A headless browser of its own that takes connections."""
    found = find_browser(None, os.environ).path or playwright_browser(os.environ)
    folder = tmp_path_factory.mktemp("profile")
    options = ("--headless", "--no-sandbox", "--remote-debugging-port=0", f"--user-data-dir={folder}", "about:blank")
    quiet = subprocess.DEVNULL
    # Debian's command is a script that starts the browser: both are one group, and end as one.
    process = subprocess.Popen([str(found), *options], stdout=quiet, stderr=quiet, start_new_session=True)
    told, until = folder / "DevToolsActivePort", time.monotonic() + STARTS
    while not told.exists() or not told.read_text():
        assert time.monotonic() < until, "the browser did not start"
        time.sleep(0.05)
    yield f"http://127.0.0.1:{told.read_text().split()[0]}"
    os.killpg(process.pid, signal.SIGTERM)
    process.wait(10)


@pytest.fixture
def record(
    endpoint: str, playwright: Any, mail_site: Any, tmp_path: Path
) -> Iterator[Callable[..., tuple[Any, subprocess.Popen[str]]]]:
    """Start `ami record` and return the page it opened, as another connection sees it, and the process."""
    browser = playwright.chromium.connect_over_cdp(endpoint)
    context = browser.contexts[0]
    context.add_cookies(mail_site.cookies())
    started: list[subprocess.Popen[str]] = []

    def start(*options: str) -> tuple[Any, subprocess.Popen[str]]:
        command = [
            *AMI,
            "record",
            f"{mail_site.url}/mail/inbox?from={SECRET}",
            "--cdp",
            endpoint,
            "--dir",
            str(tmp_path / ".ami"),
            *options,
        ]
        with context.expect_page() as opened:
            pipe = subprocess.PIPE
            process = subprocess.Popen(command, cwd=tmp_path, text=True, stdout=pipe, stderr=pipe)
            started.append(process)
        page = opened.value
        page.set_viewport_size({"width": 1280, "height": 1000})
        page.wait_for_url("**/mail/inbox*")
        assert Toolbar(page).says("0 steps")
        return page, process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()
    for page in context.pages[1:]:
        page.close()
    browser.close()


def ending(process: subprocess.Popen[str]) -> tuple[str, str]:
    out, err = process.communicate(timeout=ENDS)
    assert process.returncode == 0, err
    return out, err


def test_the_command_stores_what_replays(
    record: Callable[..., Any], lab: Lab, page: Any, mail_site: Any, tmp_path: Path
) -> None:
    there, process = record("--task", "send email", *PARAMS, "--param", "unused=never")
    bar = Toolbar(there)
    bar.drag(120, 900)
    write(there, MAIL)
    send(there)
    assert bar.says("5 steps")
    bar.press("Stop")
    out, err = ending(process)
    assert "Press Stop" in err
    assert "def test_send_email(ami, page):" in out
    assert "unused was not used" in out
    assert 'fill textbox "To" with {{to}}' in out
    assert there.locator("ami-recorder").count() == 0, "somebody's browser is left as it was"
    stored = WorkflowStore(tmp_path / ".ami").find("send email")
    assert stored is not None
    assert (stored.status, stored.provenance.author) == (Status.CANDIDATE, "person")
    assert "status|Message sent" in stored.steps[-1].effects.notices
    page.goto("/")
    assert lab.run(page, "send email", OTHER, mode=Mode.REPLAY).outcome is Outcome.REPLAYED
    assert mail_site.sent()[-1].to == (OTHER["to"],)


@pytest.mark.nightly  # by day: a window that is closed, in test_record_by_hand.py
def test_closing_the_window_ends_the_command(record: Callable[..., Any], tmp_path: Path) -> None:
    there, process = record("--task", "open drafts", "--json")
    there.get_by_role("link", name="Drafts").click()
    assert Toolbar(there).says("1 step")
    there.close()
    out, _ = ending(process)
    assert [step["title"] for step in json.loads(out)["workflow"]["steps"]] == ['click link "Drafts"']


def test_ctrl_c_stores_and_a_secret_is_never_told(record: Callable[..., Any], tmp_path: Path) -> None:
    there, process = record("--task", "draft", "--secret", f"subject={SECRET}")
    compose(there)
    there.get_by_label("Subject").fill(SECRET)
    assert Toolbar(there).says("2 steps")
    process.send_signal(signal.SIGINT)
    out, err = ending(process)
    assert 'subject=os.environ["SUBJECT"]' in out
    assert SECRET not in out + err
    files = [path.read_bytes() for path in (tmp_path / ".ami").rglob("*") if path.is_file()]
    assert files
    assert not [content for content in files if SECRET.encode() in content]


def test_a_secret_in_a_field_that_is_no_secret_ones_is_refused_by_its_name(
    record: Callable[..., Any], tmp_path: Path
) -> None:
    there, process = record("--task", "search", "--secret", f"term={SECRET}")
    there.get_by_label("Search mail").fill(SECRET)
    there.get_by_role("button", name="Search", exact=True).click()
    assert Toolbar(there).says("2 steps")
    Toolbar(there).press("Stop")
    out, err = process.communicate(timeout=ENDS)
    assert process.returncode == 1
    assert "the secret term is typed into" in err
    assert "run next: ami record" in err
    assert SECRET not in out + err
    assert not [path for path in (tmp_path / ".ami").rglob("*") if path.is_file() and SECRET in path.read_text("utf-8")]


def test_nothing_done_stores_nothing(record: Callable[..., Any], tmp_path: Path) -> None:
    there, process = record("--task", "nothing")
    Toolbar(there).press("Stop")
    _, err = process.communicate(timeout=ENDS)
    assert process.returncode == 1
    assert "Nothing was recorded" in err
    assert "run next: ami record" in err
    assert not (tmp_path / ".ami").exists()
