"""Other names of a task: which texts may become one, and that the text selects the task afterwards."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.instructions.aliases import added_name, alias_command, with_name
from pytest_ami.instructions.index import Index
from pytest_ami.instructions.retrieval import select
from pytest_ami.model.errors import ConfigurationError, WorkflowMissingError
from pytest_ami.model.workflow import Parameter, Workflow

MAIL = Workflow(
    task="send email",
    steps=(),
    parameters=(Parameter(name="to", type="email"), Parameter(name="subject"), Parameter(name="body")),
    templates=("Write to {{to}}: subject '{{subject}}', body '{{body}}'",),
)
ARCHIVE = Workflow(
    task="archive invoice",
    steps=(),
    parameters=(Parameter(name="number", type="number"),),
    aliases=("file it",),
    templates=("archive invoice {{number}}",),
)
LOGIN = Workflow(task="log in", steps=(), parameters=(Parameter(name="user"), Parameter(name="pin", secret=True)))
STORE = Index((MAIL, ARCHIVE, LOGIN))


def after(command: str) -> Index:
    """The stored workflows after a command ``ami alias TASK WORDS``."""
    program, name, task, words = shlex.split(command)
    assert (program, name) == ("ami", "alias")
    return Index(
        with_name(words, workflow, STORE) if workflow.task == task else workflow for workflow in STORE.workflows
    )


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("send an invoice to bob@x.org, subject 'A', body 'B'", {"to": "bob@x.org", "subject": "A", "body": "B"}),
        ('send a letter to bob@x.org, subject "It\'s $5", body "B!"', {"to": "bob@x.org", "subject": "It's $5"}),
        ("send emails", {}),
        ("发送一封密件给 bob@x.org，主题是“甲”，内容是“乙”", {"to": "bob@x.org", "subject": "甲", "body": "乙"}),
    ],
)
def test_the_command_makes_the_text_select_the_task(text: str, values: dict[str, str]) -> None:
    with pytest.raises(WorkflowMissingError):
        select(text, STORE)
    choice = select(text, after(alias_command(text, MAIL, STORE)))
    assert choice.workflow.task == "send email"
    assert values.items() <= choice.values.items()


@given(st.text("ab '\"$`!\\{}?xy发邮", min_size=1, max_size=12))
def test_a_command_that_is_offered_works(words: str) -> None:
    text = f"send {words} to bob@x.org"
    if command := alias_command(text, MAIL, STORE):
        assert select(text, after(command)).workflow.task == "send email"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("file it", "a name of 'archive invoice'"),
        ("File it!", "a name of 'archive invoice'"),
        ("archive invoice and mail it", "a name of 'archive invoice'"),
        ("Archive invoice {{subject}}", "'archive invoice'"),
        ("don't send the email", "changes what is asked for"),
        ("不要发邮件", "changes what is asked for"),
        ("if it rains send the report", "changes what is asked for"),
        ("send the report?", "a question"),
        ("{{to}}", "no word of its own"),
        ("123 !", "no parameter takes '123'"),
        ("mail {{cc}}", "cc: 'send email' has no such parameter"),
        ("post 'A' and 'B' and 'C' and 'D'", "no parameter takes"),
        ("post {{subject}} {{body}}", "cannot be told apart"),
    ],
)
def test_a_text_that_cannot_be_a_name_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        with_name(text, MAIL, STORE)
    assert why in str(caught.value)
    assert alias_command(text, MAIL, STORE) == ""


def test_an_own_name_is_no_change() -> None:
    for name in ("Send email!", *MAIL.templates):
        assert with_name(name, MAIL, STORE) is MAIL
    changed = with_name("mail it", MAIL, STORE)
    assert with_name("Mail it", changed, STORE) is changed
    assert added_name(MAIL, changed) == "mail it"


def test_a_longer_task_may_contain_a_shorter_one() -> None:
    later = Workflow(task="send email later", steps=())
    assert with_name("please send email later today", later, Index((MAIL, later))).aliases


def test_values_beside_a_secret_are_never_kept_nor_shown() -> None:
    with pytest.raises(ConfigurationError) as caught:
        with_name("let 'anna' in with pin '4711'", LOGIN, STORE)
    assert "4711" not in str(caught.value)
    assert with_name("let '{{user}}' in with pin '{{pin}}'", LOGIN, STORE).templates
