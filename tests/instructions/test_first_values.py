"""The first reading of an instruction: values by the names that the words before them give, or none at all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.instructions.first_values import first_values, task_of
from pytest_ami.model.errors import ParameterError

MAIL = "给 test@example.com 发送一封邮件，主题是'测试邮件'，内容是'这是一封测试邮件，用于验证 Agent 学习功能'"


@pytest.mark.parametrize(
    ("text", "values", "task"),
    [
        (
            MAIL,
            {"to": "test@example.com", "subject": "测试邮件", "body": "这是一封测试邮件，用于验证 Agent 学习功能"},
            "send mail",
        ),
        (
            'Send an email to bob@example.com with the subject "Hello" and the body "How are you?"',
            {"to": "bob@example.com", "subject": "Hello", "body": "How are you?"},
            "send mail",
        ),
        (
            'Transfer 250.00 to "Ada Lovelace" with reference "Rent"',
            {"amount": "250.00", "to": "Ada Lovelace", "reference": "Rent"},
            "transfer",
        ),
        ("Log out", {}, ""),
    ],
)
def test_values_are_called_by_the_words_before_them(text: str, values: dict[str, str], task: str) -> None:
    found = first_values(text)

    assert found == values
    if values:
        assert task_of(text, found) == task


@pytest.mark.parametrize(
    "text", ['Send "Hi" to a@b.org and c@d.org', 'Say "x" and "y"', "Write to a@b.org, to c@d.org, 'Hello'"]
)
def test_what_nothing_names_is_refused_and_told(text: str) -> None:
    with pytest.raises(ParameterError, match="parameters of the instruction are not certain") as caught:
        first_values(text)
    assert caught.value.run


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=120))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = first_values(text)
    except ParameterError:
        return
    assert all(value and value in text and name.isidentifier() for name, value in found.items())
