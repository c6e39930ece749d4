"""Ten e-mails, one after the other: what the memory of pages creates, merges, and saves the next teacher.

Each subtask sends another mail on the bundled webmail, looks at the folder of sent mails and comes back. Measured are
the entities after the first and after the last subtask, how long adding and asking take, and how many model calls a
teacher needs with and without the page operations (against the local model server).
"""

from __future__ import annotations

import os
import re
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from pytest_ami.browser.find import find_browser
from pytest_ami.flow.attempt import Attempt
from pytest_ami.flow.facade import Ami
from pytest_ami.flow.marker import LearnedMark
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.model.subtask import Subtask
from pytest_ami.sites.mail import MailSite
from pytest_ami.store.journal import Journal
from pytest_ami.store.pages.page_memory import Memory
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.teachers.llm.teacher import LLMTeacher
from tests.support.model.server import ModelServer

TOPICS = ("plans", "budget", "lunch", "travel", "print", "paint", "music", "garden", "coffee", "letters")
MAILS = tuple(
    {"to": f"person{n}@example.com", "subject": f"Subject {n} about {topic}", "body": f"Text number {n}: {topic}."}
    for n, topic in enumerate(TOPICS, 1)
)
LIMITS = {
    "domains": (1, 1),
    "states": (2, 3),
    "pages": (2, 3),
    "actions_per_direction": (1, 2),
    "sequences": (2, 8),
    "phrases": (1, 10),
}
"""Fewest and most of each after ten subtasks."""


def send_and_look(page: Page, to: str, subject: str, body: str) -> None:
    """Send a mail, look whether it is among those sent, come back."""
    page.get_by_role("button", name="Compose").click()
    page.get_by_label("To", exact=True).fill(to)
    page.get_by_label("Subject").fill(subject)
    page.get_by_role("textbox", name="Message").fill(body)
    page.get_by_role("button", name="Send", exact=True).click()
    page.get_by_role("status").filter(has_text="Message sent").wait_for()
    page.get_by_role("link", name=re.compile("^Sent")).click()
    page.get_by_text(subject).first.wait_for()
    page.get_by_role("link", name=re.compile("^Inbox")).click()
    page.wait_for_url("**/mail/inbox")


def measure(tell: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Return what ten subtasks amount to.

    Args:
        tell: Called with a line of progress.
    """
    found = find_browser(None, os.environ)
    with tempfile.TemporaryDirectory() as folder, MailSite() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.path)
        store = WorkflowStore(Path(folder), Journal(Path(folder), run="benchmark"))
        cookies: Any = {"cookies": site.cookies(), "origins": []}
        page = browser.new_context(base_url=site.url, storage_state=cookies).new_page()
        result = _ten(store, page, tell)
        calls = _calls(Path(folder), page, tell)
        browser.close()
        assert len(site.sent()) == len(MAILS) + len(calls)
    result["model_calls"] = {"without": calls[0], "with": calls[1]}
    return result


def _ten(store: WorkflowStore, page: Page, tell: Callable[[str], None]) -> dict[str, Any]:
    memory, face = store.memory, _face(store, page)
    page.goto("/mail/inbox")
    history = [asdict(memory.counts())]
    asking: list[float] = []
    for number, mail in enumerate(MAILS, 1):
        face.tasks([Subtask(task=f"send e-mail {number} to {mail['to']}", params=mail, teacher=send_and_look)])
        history.append(asdict(memory.counts()))
        began = time.perf_counter()
        assert Memory(store.folder).query_page_operations(page.url)
        asking.append(time.perf_counter() - began)
        tell(f"convergence: mail {number} of {len(MAILS)}")
    face.close()
    actions = Counter((action.source, action.target) for action in memory.entities()["actions"])
    after = {**history[-1], "actions_per_direction": max(actions.values())}
    later = {kind: history[-1][kind] - history[1][kind] for kind in history[-1]}
    converged = later["states"] == later["actions"] == 0
    return {
        "subtasks": len(MAILS),
        "after_first": history[1],
        "after_last": after,
        "created_later": later,
        "ask_in_a_new_process_ms": round(statistics.median(asking) * 1000, 2),
        "met": converged and all(low <= after[kind] <= high for kind, (low, high) in LIMITS.items()),
    }


def _calls(folder: Path, page: Page, tell: Callable[[str], None]) -> list[int]:
    """Return the model calls for one mail, on a store that knows nothing and again on the same store."""
    store = WorkflowStore(folder / "fresh", Journal(folder / "fresh", run="benchmark"))
    calls: list[int] = []
    with ModelServer() as server:
        for mail in MAILS[:2]:
            page.goto("/mail/inbox")
            teacher = LLMTeacher(server.model, base_url=server.base_url, api_key="unused", vision="off")
            face = _face(store, page, teacher)
            (run,) = face.tasks([Subtask(task="send email", params=mail)])
            face.close()
            teacher.close()
            calls.append(run.model_calls)
            tell("convergence: model calls")
    return calls


def _face(store: WorkflowStore, page: Page, teacher: Any = None) -> Ami:
    settings = Settings(mode=Mode.AUTO, mode_reason="benchmark")
    return Ami(
        Attempt(
            AttemptScope(
                "benchmarks/convergence.py::flow", 1, settings, store, LearnedMark(task="mails", teacher=teacher)
            )
        ),
        page,
    )
