"""`ami match` on a store built by hand: what it prints, its exit codes, and that no secret is shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pytest_ami.cli import app
from pytest_ami.cli.match import NOTHING, SEVERAL, UNCLEAR
from pytest_ami.model.workflow import Parameter, Workflow
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore

MAIL = Workflow(
    task="send email",
    steps=(),
    parameters=(Parameter(name="to", type="email"), Parameter(name="subject"), Parameter(name="body")),
    aliases=("发送邮件",),
    templates=("给 {{to}} 发送一封邮件，主题是'{{subject}}'，内容是'{{body}}'",),
)
LOGIN = Workflow(task="log in", steps=(), parameters=(Parameter(name="user"), Parameter(name="password", secret=True)))
ASKED = "Could you send an email to bob@example.com with subject 'Hi' and body 'See you'?"


@pytest.fixture(autouse=True)
def stored(project: Path) -> None:
    store = WorkflowStore(project / ".ami", Journal(project / ".ami", run="r1"))
    store.promote(store.add(MAIL))
    store.promote(store.add(LOGIN))


def ami(*words: str) -> Result:
    return CliRunner().invoke(app.ami, ["match", *words])


def test_tells_the_workflow_its_values_and_why() -> None:
    done = ami(ASKED)
    assert done.exit_code == 0, done.output
    assert "send email  version 1" in done.output
    assert "by its meaning" in done.output
    assert "'bob@example.com'" in done.output
    assert "by its name" in done.output


def test_as_json() -> None:
    told = json.loads(ami("给 a@b.cn 发送邮件，主题是'你好'，内容是'x'", "--json").output)
    assert (told["task"], told["how"]) == ("send email", "template")
    assert {row["name"]: row["value"] for row in told["parameters"]} == {"to": "a@b.cn", "subject": "你好", "body": "x"}


def test_what_is_missing_is_named() -> None:
    done = ami("send an email to bob@example.com with subject 'Hi'")
    assert done.exit_code == 5
    assert "body" in done.output
    assert "missing" in done.output


@pytest.mark.parametrize("text", ["send a fax to bob@example.com with subject 'Hi' and body 'x'", "reply", "nonsense"])
def test_a_refusal_names_why(text: str) -> None:
    done = ami(text)
    assert done.exit_code == 3
    assert "No workflow is stored for" in done.output


def test_a_slip_of_the_pen_is_told() -> None:
    done = ami("sned an email to bob@example.com, subject 'Hi', body 'x'")
    assert done.exit_code == 0, done.output
    assert "'sned' was read as 'send'" in done.output


def test_no_secret_is_printed() -> None:
    for more in ((), ("--json",)):
        done = ami("log in with user 'anna' and password 'hunter2'", *more)
        assert done.exit_code == 0, done.output
        assert "hunter2" not in done.output
        assert "anna" in done.output


def test_the_help_has_the_exit_codes() -> None:
    said = " ".join(ami("--help").output.partition("Exit codes:")[2].split())
    for code in (0, UNCLEAR, NOTHING, SEVERAL, 1, 2):
        assert f" {code} " in f" {said}", code


def test_no_store_is_told_apart_from_a_missing_value(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "pytest.ini").write_text("[pytest]\n", "utf-8")
    monkeypatch.chdir(empty)
    done = ami("send an email")
    assert done.exit_code == 1
    assert "There is no workflow store" in done.output
    assert "run next:" in done.output


def test_what_similarity_would_select_is_shown_where_the_project_declares_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = "Sending an e-mail to bob@example.com with subject 'Hi' and body 'Yo'"
    assert ami(asked).exit_code == NOTHING
    monkeypatch.setenv("AMI_MATCH", "similar")
    done = ami(asked)
    assert done.exit_code == 0, done.output
    assert "by its similarity: 'send email' (the text says less than this name" in done.output
