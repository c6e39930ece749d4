"""The relations between the words of an interface."""

from __future__ import annotations

import pytest

from pytest_ami.lexicon import vocabulary
from pytest_ami.lexicon.text_normalization import (
    action_score,
    cut,
    field_concepts,
    field_score,
    mentions,
    normalise,
    opposite,
    same_meaning,
    split,
)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("  Send\u00a0 E-Mail! ", "send e mail"),
        ("Ｓｅｎｄ", "send"),
        ("收件人：", "收件人"),
        ("It’s", "its"),
        ("✉ Compose…", "compose"),
        ("!?", ""),
    ],
)
def test_normalise(text: str, folded: str) -> None:
    assert normalise(text) == folded


def test_words_are_cut_by_spaces_and_case_and_chinese_ones_by_the_table_or_else_by_character() -> None:
    known = {tuple(split(word)): word for word in ("first name", "收件人", "发送", "邮件")}
    for text, words in (
        ("firstName of 收件人", ["first name", "of", "收件人"]),
        ("给他发送邮件", ["给", "他", "发送", "邮件"]),
    ):
        assert [word for _, word in cut(split(text), known)] == words


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Compose", "New message"),
        ("log in", "Sign in"),
        ("Recipients", "收信人"),
        ("Subject:", "主题"),
        ("Delete", "删除"),
        ("OK", "确定"),
        ("User name", "username"),
        ("Empfänger", "To"),
        ("写邮件", "撰写"),
        ("立即发送", "Send now"),
    ],
)
def test_same_meaning(one: str, two: str) -> None:
    assert same_meaning(one, two)
    assert same_meaning(two, one)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Send", "Send later"),
        ("发送", "稍后发送"),
        ("Delete", "Delete all"),
        ("Cc", "Bcc"),
        ("Save", "Save draft"),
        ("Log in", "Create account"),
        ("Reply", "Reply all"),
        ("", ""),
        ("!", "?"),
        ("Send", "Don't send"),
        ("First name", "Last name"),
    ],
)
def test_other_meaning(one: str, two: str) -> None:
    assert not same_meaning(one, two)
    assert not same_meaning(two, one)


@pytest.mark.parametrize(
    ("name", "best", "others"),
    [
        ("to", "Recipients", ["Cc", "Bcc", "Subject", "From", "Cc recipients"]),
        ("to", "收信人", ["抄送", "主题", "发件人"]),
        ("recipient_email", "To", ["Cc", "Search mail", "Subject"]),
        ("subject", "Topic", ["Search mail", "Message", "To"]),
        ("body", "Write your message", ["Search messages", "Topic"]),
        ("body", "写下内容", ["标题", "收信人"]),
        ("password", "Password", ["Confirm password", "New password", "Username"]),
        ("email", "E-mail address", ["Email subject", "Subject"]),
        ("firstName", "First name", ["Last name", "User name"]),
        ("query", "Search mail", ["Subject", "To"]),
    ],
)
def test_field_score(name: str, best: str, others: list[str]) -> None:
    score = field_score(name, best)
    assert score >= 0.8
    assert all(field_score(name, other) < 0.45 for other in others)
    assert field_score(name, *others, best) == score


def test_field_score_of_nothing() -> None:
    assert field_score("to") == field_score("to", "", " ") == 0


SEND = ["Send", "Send now", "Send message", "Send invoice", "Send later"]


@pytest.mark.parametrize("task", ["send email", "发送邮件", "Send an e-mail"])
def test_action_order(task: str) -> None:
    scores = [action_score(task, name) for name in SEND]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == len(scores)
    assert scores[2] > 3 * scores[3]


@pytest.mark.parametrize(
    "name",
    [
        "Save draft",
        "存草稿",
        "Discard",
        "Cancel",
        "Keep editing",
        "继续编辑",
        "Compose",
        "Save for later",
        "",
        "!",
    ],
)
def test_actions_that_do_not_send(name: str) -> None:
    assert action_score("send email", name) == 0


@pytest.mark.parametrize(
    ("task", "good", "bad"),
    [
        ("delete email", "Delete", "Archive"),
        ("delete email", "Move to trash", "Delete all"),
        ("delete email", "Delete message", "Delete account"),
        ("log in", "Sign in", "Create account"),
        ("log in", "Log in", "Log in with Google"),
        ("change settings", "Save changes", "Reset"),
        ("send email later", "Send later", "Send"),
        ("save draft", "Save draft", "Send"),
        ("reply to email", "Reply", "Reply all"),
        ("删除邮件", "删除", "归档"),
        ("发送邮件", "确认发送", "定时发送"),
        ("send email", "Submit", "Send test"),
        ("open settings", "Settings", "Inbox"),
    ],
)
def test_action_pairs(task: str, good: str, bad: str) -> None:
    assert action_score(task, good) >= 0.45
    assert action_score(task, bad) <= 0.4
    assert action_score(task, good) > action_score(task, bad)


def test_opposites() -> None:
    assert opposite("Save changes", "Reset")
    assert opposite("取消", "确定")
    assert opposite("Log in", "退出登录")
    assert not opposite("Send", "Send later")
    assert not opposite("Inbox", "Cancel")


def test_mentions_whole_words_only() -> None:
    assert mentions("Message sent", vocabulary.SUCCESS)
    assert mentions("邮件已发送", vocabulary.SUCCESS)
    assert not mentions("Presented by Ann", vocabulary.SUCCESS)


@pytest.mark.parametrize(
    "table", [vocabulary.FIELDS, {**vocabulary.OBJECTS}, {**vocabulary.QUALIFIERS}, vocabulary.VERBS]
)
def test_a_phrase_stands_in_one_group_only(table: dict[str, str]) -> None:
    seen: dict[str, str] = {}
    for group, phrases in table.items():
        for phrase in phrases.split(","):
            folded = normalise(phrase)
            assert folded, group
            assert seen.setdefault(folded, group) == group, f"{folded} is in {seen[folded]} and {group}"


def test_tables_name_groups_that_exist() -> None:
    groups = {*vocabulary.VERBS, *vocabulary.OBJECTS}
    for rows in (vocabulary.COMMITS, vocabulary.OPENERS):
        assert set(rows) <= groups
        assert all(set(row) <= groups for row in rows.values())
    assert set(vocabulary.ABOUT_EXISTING) <= groups
    assert {one for pair in vocabulary.OPPOSITES for one in pair} <= groups
    assert {one for pair in vocabulary.FIELD_KIN for one in pair} <= set(vocabulary.FIELDS)


def test_concepts_of_unknown_words_stay() -> None:
    assert field_concepts("Colour") == ("colour",)
