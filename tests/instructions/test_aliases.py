"""Other names of a task: which texts may become one, and that the text selects the task afterwards."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.instructions.aliases import added_name, alias_command, with_name, with_offered
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
        ("mail {{cc}}", "no parameter cc"),
        ("post 'A' and 'B' and 'C' and 'D'", "no parameter takes"),
        ("post {{subject}} {{body}}", "cannot be told apart"),
    ],
)
def test_a_text_that_cannot_be_a_name_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        with_name(text, MAIL, STORE)
    assert why.casefold() in str(caught.value).casefold()
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


def project(task: str, *, template: str = "") -> Workflow:
    return Workflow(
        task=task, steps=(), parameters=(Parameter(name="title"),), templates=(template,) if template else ()
    )


PROJECTS = Index(
    (
        project("archive a project"),
        project("delete a project"),
        project("归档项目", template="归档项目“{{title}}”"),
        project("删除项目", template="删除项目“{{title}}”"),
    )
)


@pytest.mark.parametrize(
    ("task", "text", "why"),
    [
        ("archive a project", "delete project", "it selects 'delete a project' already"),
        ("archive a project", "please erase the project", "it selects 'delete a project' already"),
        ("archive a project", "remove project {{title}}", "it selects 'delete a project' already"),
        ("archive a project", "remove the projects", "it is as near to 'delete a project'"),
        ("archive a project", "get rid of", "it is as near to 'delete a project'"),
        ("归档项目", "删掉项目", "it selects '删除项目' already"),
        ("归档项目", "把项目“{{title}}”删除", "it selects '删除项目' already"),
        ("归档项目", "移除项目“{{title}}”", "it selects '删除项目' already"),
    ],
)
def test_words_that_another_task_takes_are_no_alias(task: str, text: str, why: str) -> None:
    stored = Index(workflow for workflow in PROJECTS.workflows if workflow.task.isascii() == task.isascii())
    own = next(workflow for workflow in stored.workflows if workflow.task == task)
    with pytest.raises(ConfigurationError) as caught:
        with_name(text, own, stored)
    error = caught.value
    assert error.what == f"{text!r} cannot be another name of {task!r}"
    assert why.casefold() in error.why.casefold()
    assert error.evidence == ("takes: title",)
    assert error.run.startswith("ami match ")


@pytest.mark.parametrize(
    ("task", "text", "why"),
    [
        ("archive a project", "delete project", "it would delete"),
        ("archive a project", "unarchive project", "the contrary"),
        ("archive a project", "cancel archiving", "takes back"),
        ("enable alerts", "turn off alerts", "the contrary"),
        ("import contacts", "export contacts", "the contrary"),
        ("open issue", "reopen issue", "the contrary"),
        ("archive invoice", "print mail", "neither its verb nor its thing"),
        ("归档项目", "删除项目", "it would delete"),
        ("归档项目", "取消归档", "takes back"),
        ("启用提醒", "禁用提醒", "the contrary"),
        ("锁定卡片", "解锁卡片", "the contrary"),
        ("导入联系人", "导出联系人", "the contrary"),
        ("归档项目", "打印邮件", "neither its verb nor its thing"),
    ],
)
def test_a_name_that_contradicts_the_task_is_refused_on_any_store(task: str, text: str, why: str) -> None:
    own = project(task)
    with pytest.raises(ConfigurationError) as caught:
        with_name(text, own, Index((own,)))
    assert why.casefold() in caught.value.why.casefold()


@pytest.mark.parametrize(
    ("task", "text"),
    [
        ("archive a project", "put the project away"),
        ("archive a project", "file the project"),
        ("send email", "mail the report"),
        ("block card", "freeze the card"),
        ("create issue", "report a bug"),
        ("cancel order", "stop the order"),
        ("归档项目", "把项目收起来"),
        ("send email", "发邮件"),
    ],
)
def test_other_words_for_the_same_deed_are_an_alias(task: str, text: str) -> None:
    own = project(task)
    stored = Index((own, *(other for other in PROJECTS.workflows if other.task != task)))
    changed = with_name(text, own, stored)
    after = Index(changed if workflow is own else workflow for workflow in stored.workflows)
    assert select(text, after).workflow.task == task


def test_names_that_a_model_offers_are_checked_one_by_one() -> None:
    made = project("archive a project")
    named, refused = with_offered(
        made, ("shelve the project", "delete project", "", "归档一个项目", "删除项目"), PROJECTS.workflows[1:]
    )
    assert named.aliases == ("shelve the project",)
    assert [line.split(" cannot")[0] for line in refused] == ["'delete project'", "'归档一个项目'", "'删除项目'"]
    assert all("left out" in line for line in refused)
