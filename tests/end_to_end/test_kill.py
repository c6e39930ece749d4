"""SIGKILL at any moment of recording, learning and committing: what was flushed is there, nothing half-made is used."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from pytest_ami.model.workflow import StepKind
from pytest_ami.store.facts import Fact
from pytest_ami.store.journal import journals, read
from tests.support.examples import nightly
from tests.support.lab import MAIL, Lab

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")]

KILLS = 14 if nightly() else 4
ROOT = Path(__file__).parents[2]
STEPS = [StepKind.CLICK, StepKind.FILL, StepKind.FILL, StepKind.FILL, StepKind.CLICK]
CHILD = """
import os, sys
from pathlib import Path
from tests.support.lab import MAIL, Lab
from playwright.sync_api import sync_playwright
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore

class Told(Journal):
    def append(self, *args, **more):
        fact = super().append(*args, **more)
        os.write(1, (fact.id + "\\n").encode())
        return fact

def send(page, to, subject, body):
    page.get_by_role("button", name="Compose").click()
    page.get_by_label("To", exact=True).fill(to)
    page.get_by_label("Subject").fill(subject)
    page.get_by_label("Message").fill(body)
    page.get_by_role("button", name="Send", exact=True).click()

_, folder, run, endpoint, url, cookies = sys.argv
import json
lab = Lab(Path(folder))
lab.store = WorkflowStore(Path(folder), Told(Path(folder), run=run))
with sync_playwright() as playwright:
    browser = playwright.chromium.connect_over_cdp(endpoint)
    context = browser.new_context(base_url=url, storage_state={"cookies": json.loads(cookies), "origins": []})
    page = context.new_page()
    page.goto("/")
    os.write(1, b"ready\\n")
    number = 0
    while True:
        number += 1
        for _ in range(2):
            page.goto("/")
            lab.run(page, f"send email {run} {number}", MAIL, teacher=send)
        lab.store.absorb()
"""


@pytest.fixture(scope="module")
def endpoint(browser_type: Any, browser_type_launch_args: dict[str, Any]) -> Iterator[str]:
    """A Chromium that outlives those who use it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    more = [*browser_type_launch_args.get("args", ()), f"--remote-debugging-port={port}"]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": more})
    yield f"http://127.0.0.1:{port}"
    browser.close()


class Victim:
    """A process that learns without end, until it is killed."""

    def __init__(self, folder: Path, run: str, endpoint: str, site: Any) -> None:
        """Start it, and wait until it is about to record."""
        arguments = [str(folder), run, endpoint, site.url, json.dumps(site.cookies())]
        self.process = subprocess.Popen(
            [sys.executable, "-c", CHILD, *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.journal = folder / "journal" / f"{run}-main.jsonl"
        self.told: list[str] = []
        assert self.process.stdout
        first = self.process.stdout.readline()
        assert first == b"ready\n", self.process.communicate()[1].decode()

    def kill(self) -> None:
        """Kill it, and take what it had said."""
        os.kill(self.process.pid, signal.SIGKILL)
        out, err = self.process.communicate()
        assert self.process.returncode == -signal.SIGKILL, err.decode()
        self.told = [line for line in out.decode().split("\n")[:-1] if len(line) == 36]

    def kill_after_lines(self, number: int, seconds: float = 0) -> None:
        """Kill it that many seconds after its journal has that many lines."""
        end = time.monotonic() + 30
        while time.monotonic() < end and self._lines() < number:
            time.sleep(0.0005)
        time.sleep(seconds)
        self.kill()

    def _lines(self) -> int:
        return self.journal.read_bytes().count(b"\n") if self.journal.exists() else 0


def all_facts(folder: Path) -> list[Fact]:
    """Return every fact of every journal; a line that is none is an error."""
    found: list[Fact] = []
    for path in journals(folder, absorbed=True).values():
        reading = read(path)
        assert (reading.skipped, reading.newer) == (0, 0), path
        found += reading.facts
    return found


def check(folder: Path, victim: Victim) -> None:
    """Everything it had said is there; what is there is whole."""
    facts = all_facts(folder)
    assert set(victim.told) <= {fact.id for fact in facts}
    store = Lab(folder).store
    noted = {fact.task for fact in facts if fact.kind == "version"}
    for task in {fact.task for fact in facts if fact.task}:
        workflow = store.find(task)
        assert (workflow is not None) == (task in noted), task
        if workflow is not None:
            assert [step.kind for step in workflow.steps] == STEPS
            assert [step.value for step in workflow.steps] == ["", "{{to}}", "{{subject}}", "{{body}}", ""]


@pytest.mark.nightly  # by day: "workers that die" in plugin/test_store_under_workers.py, and store/test_journal.py
@pytest.mark.parametrize("how", ["after a while", "at a line"])
def test_a_killed_process_loses_nothing_it_flushed(
    tmp_path: Path, endpoint: str, page: Any, mail_site: Any, how: str
) -> None:
    folder, chance = tmp_path / ".ami", random.Random(7)  # noqa: S311  (moments, not secrets)
    operations = finished = 0
    for number in range(KILLS // 2):
        victim = Victim(folder, f"r{number:02}x", endpoint, mail_site)
        if how == "at a line":
            victim.kill_after_lines(number * 14 // (KILLS // 2) + 1)
        else:
            victim.kill_after_lines(
                chance.randint(4, 12), chance.uniform(0.0, 0.3)
            )  # lines, so that a busy machine gets there
        check(folder, victim)
        mine = [fact for fact in all_facts(folder) if fact.run == f"r{number:02}x"]
        operations += sum(fact.kind == "operation" for fact in mine)
        finished += sum(fact.kind == "version" for fact in mine)
    assert operations > KILLS, "the kills came before anything was recorded"
    facts = all_facts(folder)
    lab = Lab(folder)
    lab.store.absorb(strict=True)
    assert {row["id"] for row in lab.store.facts("SELECT id FROM facts")} == {fact.id for fact in facts}
    tasks = lab.store.tasks()
    assert len(tasks) == finished
    mail_site.reset()
    for count, task in enumerate(tasks[-3:], 1):  # what was committed replays
        page.goto("/")
        assert lab.run(page, task, MAIL, mode=Mode.REPLAY).outcome is Outcome.REPLAYED
        assert len(mail_site.sent()) == count
    page.goto("/")
    assert lab.run(page, "a new task: send email", MAIL).outcome is Outcome.LEARNED  # and the next run works


def half_way(page: Any) -> None:
    page.get_by_role("button", name="Compose").click()
    page.get_by_label("Subject").fill("half way")
    raise RuntimeError("half way")


def test_operations_of_a_failed_attempt_are_facts_and_nothing_more(lab: Lab, page: Any, mail_site: Any) -> None:
    page.goto("/")
    ami = lab.face(page, "send email")
    with pytest.raises(RuntimeError), ami.demonstrate(**MAIL):
        half_way(page)
    ami._attempt.drop()
    facts = all_facts(lab.store.folder)
    noted = [fact.data for fact in facts if fact.kind == "operation"]
    assert [data["type"] for data in noted if data["type"] in ("click", "input")][:1] == ["click"]
    assert {"fingerprint", "before"}.isdisjoint(noted[0])
    assert lab.store.tasks() == ()
    assert lab.store.memory.counts().sequences == 0
