"""Templates, values and instructions."""

# ruff: noqa: E501  (Chinese characters count twice)

from __future__ import annotations

import pytest

from pytest_ami.instructions.parameters import (
    check,
    extract,
    infer_type,
    instruction_template,
    names,
    render,
    templatize,
)
from pytest_ami.model.errors import ParameterError
from pytest_ami.model.workflow import Parameter

MAIL = (Parameter(name="to", type="email"), Parameter(name="subject"), Parameter(name="body"))
ITEM = (Parameter(name="item"),)


def test_render() -> None:
    assert render("Hi {{a}}, {{b}} {{ c }}", {"a": "{{b}}", "b": "2"}) == "Hi {{b}}, 2 {{ c }}"
    with pytest.raises(ParameterError, match="'b'"):
        render("{{a}} {{b}}", {"a": "1"})


def test_names() -> None:
    assert names("{{b}} {{a}} {{b}} {{1}} {{标题}}") == ("b", "a", "标题")


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("Reply to bob@x.com: bob", {"a": "bob", "b": "bob@x.com"}, "Reply to {{b}}: {{a}}"),
        ("bobby and bob", {"a": "bob"}, "bobby and {{a}}"),
        ("5", {"n": "5"}, "{{n}}"),
        ("5 items", {"n": "5"}, "5 items"),
        ("删除后续测试邮件", {"s": "后续测试"}, "删除{{s}}邮件"),
        ("给bob发", {"a": "bob"}, "给{{a}}发"),
        ("{{bob}} bob", {"a": "bob"}, "{{bob}} {{a}}"),
        ("any", {"a": ""}, "any"),
        ("snake_case", {"a": "case"}, "snake_case"),
        ("Ticket #7 of 7", {"ticket": "7"}, "Ticket #{{ticket}} of 7"),
        ("Order no. 12, page 12", {"order_id": "12"}, "Order no. {{order_id}}, page 12"),
        ("Reorder 12, order 12.5, order 121", {"order": "12"}, "Reorder 12, order 12.5, order 121"),
        ("Level 2", {"quantity": "2"}, "Level 2"),
    ],
)
def test_templatize(text: str, values: dict[str, str], expected: str) -> None:
    assert templatize(text, values) == expected
    assert templatize(expected, values) == expected


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("bob@example.com", "email"), ("bob@x", "text"), ("https://example.com/a?b", "url"), ("12.50", "number"), ("1,234", "number"),
        ("-3", "number"), ("2026-03-01", "date"), ("2026年3月1日", "date"), ("31.12.2026", "date"), ("2026-13-45", "text"), ("report.pdf", "file"),
        ("my dir/a b", "text"), ("dir/a.csv", "file"), ("Hello", "text"), ("", "text"), ("你好", "text"),
    ],
)  # fmt: skip
def test_infer_type(value: str, kind: str) -> None:
    assert infer_type(value) == kind


def test_check() -> None:
    assert check(MAIL, {"body": 5, "subject": True, "to": "a"}) == {"to": "a", "subject": "true", "body": "5"}
    with pytest.raises(ParameterError) as caught:
        check(MAIL, {"recipient": "x", "subjct": "y", "body": None})
    said = str(caught.value)
    assert "missing: to, subject, body" in said
    assert "unknown: recipient, subjct" in said
    assert "'recipient' may be 'to'" in said
    assert "'subjct' may be 'subject'" in said


@pytest.mark.parametrize(
    ("instruction", "to", "subject", "body"),
    [
        ("给 another@example.com 发送邮件，主题是'后续测试'，内容是'这是第二封测试邮件'", "another@example.com", "后续测试", "这是第二封测试邮件"),
        ("给 test@example.com 发送一封邮件，主题是'测试邮件'，内容是'这是一封测试邮件，用于验证 Agent 学习功能'", "test@example.com", "测试邮件", "这是一封测试邮件，用于验证 Agent 学习功能"),
        ("Send an email to bob@example.com with subject 'Hello' saying 'See you at 5'", "bob@example.com", "Hello", "See you at 5"),
        ("Send an email titled “It's on” to bob@x.com with body \"x 'y' z\"", "bob@x.com", "It's on", "x 'y' z"),
        ("发一封标题为「你好」、正文为『内容是什么』的邮件给 a@b.cn", "a@b.cn", "你好", "内容是什么"),
        ("send email to: bob@x.com, subject: Hello there, body: See you", "bob@x.com", "Hello there", "See you"),
        ("send email to=bob@x.com subject=Hello there body=See you", "bob@x.com", "Hello there", "See you"),
        ("to: bob@x.com; subject: Hello, world; body: See you, then", "bob@x.com", "Hello, world", "See you, then"),
        ("收件人：a@b.cn\n主题：你好\n正文：见面，再谈", "a@b.cn", "你好", "见面，再谈"),
        ("Write 'B' as body, subject '', to 'a@b.cn'", "a@b.cn", "", "B"),
        ("mail bob@x.com: message ‘don't’, topic ‘a, b’", "bob@x.com", "a, b", "don't"),
    ],
)  # fmt: skip
def test_extract(instruction: str, to: str, subject: str, body: str) -> None:
    assert extract(instruction, MAIL) == {"to": to, "subject": subject, "body": body}


@pytest.mark.parametrize(
    ("instruction", "said"),
    [
        ("Send an email to bob@x.com with subject 'A'", ["missing: body", "subject = 'A'"]),
        ("Send an email to bob@x.com and eve@x.com with subject 'A' saying 'B'", ["eve@x.com"]),
        ("Send an email to bob@x.com cc eve@x.com with subject 'A' saying 'B'", ["eve@x.com"]),
        ("Send an email cc eve@x.com with subject 'A' saying 'B'", ["missing: to", "eve@x.com"]),
        ("Send to bob@x.com subject 'A' title 'B' body 'C'", ["subject doubtful", "'A' or 'B'"]),
        ("Send to bob@x.com subject 'the dogs' bone' body 'C'", ["quotation mark"]),
        ("Send to bob@x.com with subject 'A' saying 'B' and 'C'", ["'C'"]),
        ("send email to: bob@x.com, subject: Hello, body: See you, then we go", ["body doubtful"]),
        ("send email", ["missing: to, subject, body"]),
        ("", ["missing: to, subject, body"]),
    ],
)
def test_extract_refuses(instruction: str, said: list[str]) -> None:
    with pytest.raises(ParameterError) as caught:
        extract(instruction, MAIL)
    assert all(part in str(caught.value) for part in said), str(caught.value)


def test_extract_by_rest_and_by_type() -> None:
    assert extract("delete the email 'Quarterly report'", ITEM) == {"item": "Quarterly report"}
    assert extract("删除邮件“季度报告”", ITEM) == {"item": "季度报告"}
    kinds = (
        Parameter(name="amount", type="number"),
        Parameter(name="date", type="date"),
        Parameter(name="payee"),
    )
    assert extract("pay 250 on 2026-03-01 to 'Bob'", kinds) == {
        "amount": "250",
        "date": "2026-03-01",
        "payee": "Bob",
    }
    with pytest.raises(ParameterError, match="no parameter takes 'x'"):
        extract("content 'x'", (Parameter(name="subject"),))
    assert extract("log out", ()) == {}


def test_templates_come_first() -> None:
    template = "give {{subject}} to {{to}}: {{body}}"
    assert extract("Give  'x' to a@b.cn: a 'b' c", MAIL, [template]) == {
        "to": "a@b.cn",
        "subject": "'x'",
        "body": "a 'b' c",
    }
    with pytest.raises(ParameterError, match="more than one way"):
        extract("put a in b in c", (Parameter(name="x"), Parameter(name="y")), ["put {{x}} in {{y}}"])


def test_no_secret_in_a_message() -> None:
    parameters = (Parameter(name="user"), Parameter(name="password", secret=True))
    assert extract("log in user: bob, password: hunter2", parameters)["password"] == "hunter2"
    for text in (
        "log in with password 'hunter2'",
        "user 'a' password 'hunter2' password 'hunter3'",
        "user a, password: hunter2, x",
    ):
        with pytest.raises(ParameterError) as caught:
            extract(text, parameters)
        assert "hunter" not in str(caught.value)


def test_instruction_template() -> None:
    said = "给 a@b.cn 发送邮件，主题是'5'，内容是'5'"
    values = {"body": "5", "to": "a@b.cn", "subject": "5"}
    template = instruction_template(said, values)
    assert template == "给 {{to}} 发送邮件，主题是'{{subject}}'，内容是'{{body}}'"
    assert render(template, values) == said
    assert extract("请给 x@y.cn 发送一封邮件, 主题是“6”，内容是“7'8”。", MAIL, [template]) == {
        "to": "x@y.cn",
        "subject": "6",
        "body": "7'8",
    }
