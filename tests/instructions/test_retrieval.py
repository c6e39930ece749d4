"""Which workflow a text selects, and what is only suggested."""

from __future__ import annotations

import pytest

from pytest_ami.model.errors import ParameterError, WorkflowAmbiguousError, WorkflowMissingError
from pytest_ami.model.workflow import Parameter, Workflow
from tests.support.choosing import choose, similarity

MAIL = Workflow(
    task="send email",
    steps=(),
    parameters=(Parameter(name="to", type="email"), Parameter(name="subject"), Parameter(name="body")),
    aliases=("mail someone", "发邮件"),
    templates=("给 {{to}} 发送一封邮件，主题是'{{subject}}'，内容是'{{body}}'",),
)
DELETE = Workflow(task="delete email", steps=(), parameters=(Parameter(name="item"),), templates=("delete {{item}}",))
STORE = (MAIL, DELETE)


@pytest.mark.parametrize(
    ("text", "task", "how"),
    [
        ("send email", "send email", "task"),
        (" Send  Email! ", "send email", "task"),
        ("Mail someone", "send email", "alias"),
        ("发邮件", "send email", "alias"),
        ("Delete the report", "delete email", "template"),
    ],
)
def test_selects(text: str, task: str, how: str) -> None:
    choice = choose(text, STORE)
    assert (choice.workflow.task, choice.how) == (task, how)
    assert choose(text, STORE[::-1]) == choice


def test_takes_values_from_a_template() -> None:
    choice = choose("给 another@example.com 发送邮件，主题是'后续测试'，内容是'这是第二封测试邮件'", STORE)
    assert choice.workflow is MAIL
    assert choice.values == {"to": "another@example.com", "subject": "后续测试", "body": "这是第二封测试邮件"}


@pytest.mark.parametrize(
    "text", ["send emails", "sent email", "send email to bob", "send an email?", "", "?!", "{{item}}"]
)
def test_likeness_never_selects(text: str) -> None:
    with pytest.raises((WorkflowMissingError, WorkflowAmbiguousError)):
        choose(text, STORE)


def test_names_what_is_near() -> None:
    with pytest.raises(WorkflowMissingError, match="Did you mean 'send email'"):
        choose("send emails", STORE)
    with pytest.raises(WorkflowMissingError, match="stored: 'delete email', 'send email'"):
        choose("buy shoes", STORE)
    with pytest.raises(WorkflowMissingError, match="nothing"):
        choose("buy shoes", ())
    with pytest.raises(WorkflowMissingError) as caught:
        choose("send emails", STORE, near=0.99)
    assert "Did you mean" not in str(caught.value)


def test_two_near_ones_are_refused_by_name() -> None:
    with pytest.raises(WorkflowAmbiguousError, match="'send email', 'send email2'"):
        choose("send email1", (MAIL, Workflow(task="send email2", steps=())))


def test_two_selected_ones_are_refused_by_name() -> None:
    other = Workflow(task="post letter", steps=(), aliases=("mail someone",))
    with pytest.raises(WorkflowAmbiguousError, match="'post letter', 'send email'"):
        choose("mail someone", (MAIL, other))
    with pytest.raises(WorkflowAmbiguousError):
        choose("SEND EMAIL", (MAIL, Workflow(task="Send email", steps=())))
    with pytest.raises(WorkflowAmbiguousError):
        choose("send email", (MAIL, Workflow(task="send email", steps=(), version=2)))


def test_the_task_word_for_word_is_the_workflows_own_name() -> None:
    greedy = Workflow(
        task="x",
        steps=(),
        parameters=(Parameter(name="what"),),
        aliases=("send email",),
        templates=("send {{what}}",),
    )
    assert choose("send email", (MAIL, greedy)).workflow is MAIL


def test_a_template_that_reads_two_ways_is_refused() -> None:
    move = Workflow(
        task="move",
        steps=(),
        parameters=(Parameter(name="a"), Parameter(name="b")),
        templates=("move {{a}} to {{b}}",),
    )
    assert choose("move x to y", (move,)).values == {"a": "x", "b": "y"}
    with pytest.raises(ParameterError, match="a, b doubtful"):
        choose("move x to y to z", (move,))


def test_a_type_narrows_a_template() -> None:
    with pytest.raises(WorkflowMissingError):
        choose("给 bob 发送一封邮件，主题是'a'，内容是'b'", (MAIL,))


def test_words_that_mean_the_same_are_near() -> None:
    assert similarity("remove e-mail", DELETE) >= 0.8
    assert similarity("buy shoes", DELETE) < 0.8


@pytest.mark.parametrize(
    ("task", "text"),
    [
        ("下移卡片", "上移卡片“甲”"),
        ("上架商品", "下架商品“甲”"),
        ("上线页面", "下线页面“甲”"),
        ("打开页面", "打开下一页面“甲”"),
        ("归档页面", "要是归档页面“甲”"),
    ],
)
def test_a_direction_or_a_condition_in_signs_of_fillers_is_no_filler(task: str, text: str) -> None:
    stored = (Workflow(task=task, steps=(), parameters=(Parameter(name="title"),)),)
    assert choose(f"请{task}“甲”", stored).values == {"title": "甲"}
    with pytest.raises(WorkflowMissingError):
        choose(text, stored)
