"""The e-mail scenario in two languages: learned once by a model from an instruction, replayed from another one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.testing.project import Project, Result
from tests.support.commands import flow
from tests.support.matching import stored
from tests.support.model.server import ModelServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SENTENCES = {
    "zh": (
        "给 test@example.com 发送一封邮件，主题是'测试邮件'，内容是'这是一封测试邮件，用于验证 Agent 学习功能'",
        "给 another@example.com 发送邮件，主题是'后续测试'，内容是'这是第二封测试邮件'",
    ),
    "en": (
        "Send an email to test@example.com with the subject 'Test mail' and the message 'This flow is learned'",
        "Send a mail to another@example.com, subject 'Follow-up', message 'This is the second mail'",
    ),
}
MAILS = {
    "zh": (
        ("test@example.com", "测试邮件", "这是一封测试邮件，用于验证 Agent 学习功能"),
        ("another@example.com", "后续测试", "这是第二封测试邮件"),
    ),
    "en": (
        ("test@example.com", "Test mail", "This flow is learned"),
        ("another@example.com", "Follow-up", "This is the second mail"),
    ),
}
FLOW = f"""
    import os

    SENTENCES = {SENTENCES!r}
    MAILS = {MAILS!r}

    %s
    def test_send(ami, page, mail_site):
        language, number = os.environ["MAIL"].split()
        page.goto("/")
        run = ami.run(SENTENCES[language][int(number)])
        (mail,) = mail_site.sent()
        assert (*mail.to, mail.subject, mail.body) == MAILS[language][int(number)]
"""
MARKED = FLOW % '@pytest.mark.learned("send email")'
BARE = FLOW % ""
OTHERS = 10
"""Number of other tasks in the store."""

NOWHERE = "http://127.0.0.1:9/v1"


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with ModelServer() as made:
        yield made


def told(result: Result) -> dict[str, Any]:
    """Return what came of the one run."""
    report = json.loads((result.project.path / "ami.json").read_text("utf-8"))
    (run,) = report["runs"]
    return dict(run)


def ran(project: Project, server: ModelServer | None, mail: str, *args: str, design: str = "2019") -> Result:
    url = server.base_url if server else NOWHERE
    env = {"MAIL": mail, "DESIGN": design, "OPENAI_BASE_URL": url, "OPENAI_API_KEY": "local"}
    return project.with_env(**env).run("--ami-teacher=llm", "--ami-model=ami-local", "--ami-json=ami.json", *args)


def fill(folder: Path) -> None:
    """Store other tasks of other sites, some of which also send something."""
    store = WorkflowStore(folder, Journal(folder, run="before"))
    for other in [other for other in stored() if "mail" not in other.task][:OTHERS]:
        store.add(replace(other, steps=flow().steps))
    assert len(store.find_all()) == OTHERS


@pytest.mark.parametrize(
    ("test", "language"),
    [
        pytest.param(BARE, "zh", id="bare-zh"),
        pytest.param(BARE, "en", id="bare-en", marks=pytest.mark.nightly),
        pytest.param(MARKED, "zh", id="marked-zh", marks=pytest.mark.nightly),
    ],
)
def test_learned_from_one_instruction_replayed_from_another(
    webmail: Project, test: str, language: str, server: ModelServer
) -> None:
    project = webmail.with_test(test)
    fill(project.path / ".ami")
    first = ran(project, server, f"{language} 0")
    assert first.ret == 0, first.out
    learned = told(first)
    assert (learned["outcome"], learned["steps"]) == ("learned", 5)
    assert learned["model_calls"] > 0

    second = ran(project, None, f"{language} 1", "--ami-mode=replay")
    assert second.ret == 0, second.out
    replayed = told(second)
    assert (replayed["outcome"], replayed["model_calls"], replayed["tokens"]) == ("replayed", 0, 0)
    assert replayed["lesson"]["calls"] == learned["model_calls"]
    assert re.search(
        rf"1 replayed; 0 model calls; [\d.]+ s, learned in [\d.]+ s with {learned['model_calls']} ", second.out
    )

    changed = ran(project, server, f"{language} 1", "--ami-mode=auto", design="2026")
    assert changed.ret == 0, changed.out
    relearned = told(changed)
    assert relearned["outcome"] == "relearned"
    assert relearned["model_calls"] > 0

    again = ran(project, None, f"{language} 0", "--ami-mode=replay", design="2026")
    assert again.ret == 0, again.out
    assert (told(again)["outcome"], told(again)["model_calls"]) == ("replayed", 0)
    assert told(again)["lesson"]["calls"] == learned["model_calls"] + relearned["model_calls"]
