"""The memory of pages in real Chromium: ten e-mails converge, the next process knows, a model needs fewer calls."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.flow.attempt import Attempt
from pytest_ami.flow.facade import AsyncAmi
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.memory import Counts
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.model.subtask import Subtask
from pytest_ami.store.journal import Journal
from pytest_ami.store.pages.page_memory import Memory
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.teachers.llm.teacher import LLMTeacher
from tests.support.lab import Lab
from tests.support.model.server import ModelServer

pytestmark = pytest.mark.slow

TOPICS = ("plans", "budget", "lunch", "travel", "print", "paint", "music", "garden", "coffee", "letters")
MAILS = [
    {"to": f"person{n}@example.com", "subject": f"Subject {n} about {topic}", "body": f"Text number {n}: {topic}."}
    for n, topic in enumerate(TOPICS, 1)
]
READER = """
import sys
from pathlib import Path
from pytest_ami.store.pages.page_memory import Memory
print(Memory(Path(sys.argv[1])).format_page_operations(sys.argv[2]))
"""


def send_and_look(page: Any, to: str, subject: str, body: str) -> None:
    """Send a mail, look whether it is among those sent, come back."""
    page.get_by_role("button", name="Compose").click()
    page.get_by_label("To", exact=True).fill(to)
    page.get_by_label("Subject").fill(subject)
    page.get_by_label("Message").fill(body)
    page.get_by_role("button", name="Send", exact=True).click()
    page.get_by_role("status").filter(has_text="Message sent").wait_for()
    page.get_by_role("link", name=re.compile("^Sent")).click()
    page.get_by_text(subject).first.wait_for()
    page.get_by_role("link", name=re.compile("^Inbox")).click()
    page.wait_for_url("**/mail/inbox")


def directions(memory: Memory) -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = {}
    for action in memory.entities()["actions"]:
        found[action.source, action.target] = found.get((action.source, action.target), 0) + 1
    return found


@pytest.mark.nightly  # by day: the tasks of one call, below, and tests/memory/test_memory_property.py
@pytest.mark.parametrize("number_of_mails", [4, 10])
def test_mails_converge(lab: Lab, page: Any, mail_site: Any, number_of_mails: int) -> None:
    memory = lab.store.memory
    face = lab.face(page, "send many mails")
    page.goto("/mail/inbox")
    before = memory.counts()
    created: list[Counts] = []
    for number, mail in enumerate(MAILS[:number_of_mails], 1):
        (run,) = face.tasks([Subtask(task=f"send e-mail {number} to {mail['to']}", params=mail, teacher=send_and_look)])
        assert run.outcome is Outcome.LEARNED
        now = memory.counts()
        created.append(Counts(**{k: getattr(now, k) - getattr(before, k) for k in now.__slots__}))
        before = now
    face.close()
    assert len(mail_site.sent()) == number_of_mails
    counts = memory.counts()
    assert counts.domains == 1
    assert 2 <= counts.states <= 3
    assert 2 <= counts.pages <= 3
    assert 2 <= counts.sequences <= 8
    assert counts.phrases == 1
    assert len(directions(memory)) == 2
    assert all(1 <= number <= 2 for number in directions(memory).values())
    assert all((c.domains, c.states, c.actions) == (0, 0, 0) for c in created[1:])


def test_the_tasks_of_one_call_see_each_other(lab: Lab, page: Any, mail_site: Any) -> None:
    page.goto("/mail/inbox")
    told: list[str] = []
    memory = lab.store.memory

    def teacher(page: Any, **mail: str) -> None:
        told.append(memory.format_page_operations(page.url))
        send_and_look(page, **mail)

    face = lab.face(page, "send mails")
    subtasks = [{"task": f"send email {n}", "params": mail, "teacher": teacher} for n, mail in enumerate(MAILS[:3])]
    runs = face.tasks(subtasks)
    face.close()
    assert [run.outcome for run in runs] == [Outcome.LEARNED] * 3
    assert told[0] == ""
    assert told[1].startswith("Page operations (1 recorded)\n1. send email 0 (worked 1 of 1)\n")
    assert "(worked 2 of 2)" in told[2]
    assert lab.store.find("send email 0") is None  # the test is not green yet
    face._attempt.commit()
    assert len(lab.store.versions("send email 0")) == 1
    assert memory.counts().phrases == 1


def test_another_process_knows_at_once(lab: Lab, page: Any, mail_site: Any) -> None:
    page.goto("/mail/inbox")
    face = lab.face(page, "send mails")
    face.tasks([Subtask(task="send email", params=MAILS[0], teacher=send_and_look)])
    url = page.url
    done = subprocess.run(
        [sys.executable, "-c", READER, str(lab.store.folder), url], capture_output=True, text=True, check=True
    )
    face.close()
    assert done.stdout.splitlines()[:3] == [
        "Page operations (1 recorded)",
        "1. send email (worked 1 of 1)",
        '   - click button "Compose"',
    ]


def test_a_failed_attempt_is_dropped_and_tried_again(lab: Lab, page: Any, mail_site: Any) -> None:
    page.goto("/mail/inbox")
    attempts: list[str] = []

    def clumsy(page: Any, **mail: str) -> None:
        attempts.append(page.url)
        if len(attempts) < 3:
            page.get_by_role("link", name="Drafts").click()
            page.wait_for_url("**/mail/drafts")
            raise RuntimeError("lost")
        send_and_look(page, **mail)

    face = lab.face(page, "send mails")
    (run,) = face.tasks([Subtask(task="send email", params=MAILS[0], teacher=clumsy)])
    face.close()
    assert run.outcome is Outcome.LEARNED
    assert attempts == [mail_site.url + "/mail/inbox"] * 3
    assert not any("Drafts" in str(entity) for kind in lab.store.memory.entities().values() for entity in kind)
    assert [m.subject for m in mail_site.sent()] == [MAILS[0]["subject"]]


def test_after_the_last_retry_the_error_is_raised(lab: Lab, page: Any, mail_site: Any) -> None:
    page.goto("/mail/inbox")
    calls: list[int] = []

    def lost(page: Any, **mail: str) -> None:
        calls.append(1)
        raise RuntimeError("lost")

    face = lab.face(page, "send mails")
    good = Subtask(task="send email", params=MAILS[0], teacher=send_and_look)
    with pytest.raises(RuntimeError, match="lost"):
        face.tasks([good, Subtask(task="get lost", teacher=lost)], retries=1)
    face.close()
    assert len(calls) == 2
    assert lab.store.memory.counts().phrases == 1


def test_what_a_failing_test_learned_is_not_remembered(lab: Lab, page: Any, mail_site: Any) -> None:
    page.goto("/mail/inbox")
    face = lab.face(page, "send email", teacher=send_and_look)
    face.run(**MAILS[0])
    face.close()
    face._attempt.drop()
    assert lab.store.memory.counts() == Counts()


def test_a_model_that_is_told_needs_fewer_calls(lab: Lab, page: Any, mail_site: Any) -> None:
    calls = []
    with ModelServer() as server:
        for mail in MAILS[:2]:
            page.goto("/mail/inbox")
            teacher = LLMTeacher("ami-local", base_url=server.base_url, api_key="unused", vision="off")
            face = lab.face(page, "send mails", teacher=teacher)
            (run,) = face.tasks([Subtask(task="send email", params=mail)])
            face.close()
            face._attempt.drop()  # the workflow is not kept: the second one is taught again
            calls.append(run.model_calls)
            teacher.close()
        asked = json.dumps(server.requests[-1], ensure_ascii=False)
    assert [m.subject for m in mail_site.sent()] == [mail["subject"] for mail in MAILS[:2]]
    assert "Page operations (1 recorded)" in asked
    assert calls[1] < calls[0], f"model calls without and with page operations: {calls}"


@pytest.mark.nightly  # by day: tests/store/pages
def test_a_way_that_fails_is_counted_against(lab: Lab, page: Any, mail_site: Any) -> None:
    page.goto("/mail/inbox")
    lab.run(page, "send email", MAILS[0], teacher="offline")
    page.goto("/mail/inbox")
    lab.run(page, "send email", MAILS[1], teacher="offline")
    mail_site.redesign("2026")
    page.goto("/mail/inbox")
    lab.run(page, "send email", MAILS[2], teacher="offline")
    operations = lab.store.memory.query_page_operations(mail_site.url + "/mail/inbox")
    assert [(o.successes, o.uses) for o in operations] == [(1, 1), (1, 2)]


def test_a_typed_password_is_nowhere(lab: Lab, page: Any, mail_site: Any) -> None:
    page.context.clear_cookies()
    page.goto("/login")

    def sign_in(page: Any, user: str, password: str) -> None:
        page.locator("#user").fill(user)
        page.locator("input[type=password]").fill(password)
        page.keyboard.press("Enter")
        page.wait_for_url("**/mail/inbox")

    face = lab.face(page, "sign in", secrets=("password",))
    face.tasks(
        [
            Subtask(
                task="sign in",
                params={"user": mail_site.USER, "password": mail_site.PASSWORD},
                teacher=sign_in,
                secrets=("password",),
            )
        ]
    )
    face.close()
    written = b"".join(path.read_bytes() for path in lab.store.folder.rglob("*") if path.is_file())
    assert b"memory_session" in written
    assert mail_site.PASSWORD.encode() not in written
    assert "{{password}}" in lab.store.memory.format_page_operations(mail_site.url + "/login")


def test_a_teacher_that_gives_up_leaves_nothing_behind(lab: Lab, page: Any, mail_site: Any) -> None:
    page.goto("/mail/inbox")
    face = lab.face(page, "fly to the moon")
    with pytest.raises(TeacherError):
        face.tasks([Subtask(task="fly to the moon", params={"rocket": "Saturn V"})], retries=0)
    face.close()
    assert lab.store.memory.counts() == Counts()


@pytest.mark.nightly  # by day: a whole life on async pages, in tests/plugin/test_async.py
def test_two_async_pages_side_by_side(tmp_path: Path, mail_site: Any, browser_type_launch_args: dict[str, Any]) -> None:
    """In a thread of its own: the sync API of the other tests holds this one's loop."""

    async def both() -> tuple[Any, Any]:
        from playwright.async_api import async_playwright

        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(**browser_type_launch_args)
            pages = []
            for _ in range(2):
                state: Any = {"cookies": mail_site.cookies(), "origins": []}
                context = await browser.new_context(base_url=mail_site.url, storage_state=state)
                pages.append(await context.new_page())
                await pages[-1].goto("/mail/inbox")
            attempt = Attempt(AttemptScope("test_async", 1, Settings(mode=Mode.AUTO), store, None, "offline"))
            first = AsyncAmi(attempt, pages[0])
            second = first.on(pages[1])
            done = await asyncio.gather(
                first.tasks([Subtask(task="send email", params=mail) for mail in MAILS[:2]]),
                second.tasks([{"task": "send e-mail", "params": mail} for mail in MAILS[2:4]]),
            )
            first.close()
            await browser.close()
            attempt.commit()
            return done

    store = WorkflowStore(tmp_path / ".ami", Journal(tmp_path / ".ami", run="async"))
    with ThreadPoolExecutor(1) as pool:
        runs = pool.submit(lambda: asyncio.run(both())).result()
    assert [[run.outcome for run in some] for some in runs] == [[Outcome.LEARNED, Outcome.REPLAYED]] * 2
    assert {m.subject for m in mail_site.sent()} == {mail["subject"] for mail in MAILS[:4]}
    assert store.tasks() == ("send e-mail", "send email")
    operations = store.memory.query_page_operations(mail_site.url + "/mail/inbox")
    assert sum(operation.successes for operation in operations) == 2  # a replay is no evidence for itself
    assert {one.session_id for one in store.memory.entities()["phrases"]} == {"test_async_1", "test_async_2"}
