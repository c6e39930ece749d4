"""The first reading of an instruction: task and values by the words beside them, and every other word reported."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.instructions.first_reading import is_telling, read_declared, read_first
from pytest_ami.instructions.rewrite import refusal, rewritten

MAIL = "给 test@example.com 发送一封邮件，主题是'测试邮件'，内容是'这是一封测试邮件，用于验证 Agent 学习功能'"
MEETING = "Send an email to bob@x.com telling him that the meeting on Friday is cancelled"


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
            "transfer amount to reference",
        ),
        ("Add a room, name: Red Room; seats: 12", {"name": "Red Room", "seats": "12"}, "add room"),
        ("把房间“红厅”的座位改为12", {"房间": "红厅", "座位": "12"}, "房间的座位改为"),
        ("Log out", {}, "Log out"),
        ("archive invoice", {}, "archive invoice"),
        ("登录", {}, "登录"),
    ],
)
def test_values_are_called_by_the_words_beside_them(text: str, values: dict[str, str], task: str) -> None:
    found = read_first(text)

    assert found.whole
    assert (found.task, found.values) == (task, values)


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        (MEETING, "telling him that the meeting on Friday is cancelled"),
        ("Send an email about the cancelled meeting to bob@x.com", "about the cancelled meeting to"),
        ("add milk to the shopping list", "milk to the shopping list"),
        ("Add the tag team with the value blue to the model 'x-1'", "team with the value blue to the model"),
        ("Write in the chat as Anna: is the drill back?", "Anna"),
        ("Announce the visit of Anna Berg on 2026-12-24", "Anna Berg on"),
        ("delete user bob", "bob"),
        ("Move the crate 'A-7' into the hall archive", "archive"),
        ("Drag the picture 'x' into the folder archive", "archive"),
        ("Rename the author Eric Blair to George Orwell", "Eric Blair to George Orwell"),
        ("Book the room 'Red' for 3 hours unless it is taken", "unless it is taken"),
        ("Delete the page 'x' and tell everyone", "tell everyone"),
        ("给 a@b.cn 发邮件告诉他周五的会议取消了", "告诉他周五的会议取消了"),
        ("删除用户王小明", "王小明"),
        ("把工具“x”借给王芳2天", "借给王芳"),
        ("预订两张“红厅”的票", "两张"),
        ("修改学员李华的备注为素食", "学员李华的备注为素食"),
        ("把料酒加入购物清单", "料酒加入购物清单"),
    ],
)
def test_no_word_is_lost_in_silence(text: str, unread: str) -> None:
    found = read_first(text)

    assert not found.whole
    assert unread in found.unread


@pytest.mark.parametrize(
    "text",
    [
        'Send "Hi" to a@b.org and c@d.org',
        'Say "x" and "y"',
        "Write to a@b.org, to c@d.org, 'Hello'",
        "Change the author of 'Diary' to 'Pepys'",
        "don't send the mail 'x'",
    ],
)
def test_a_value_without_a_sure_name_is_doubtful(text: str) -> None:
    assert not read_first(text).whole


def test_a_value_of_the_call_is_found_in_the_text() -> None:
    found = read_first("Delete the user Anna Berg", known={"user": "Anna Berg"})

    assert (found.whole, found.task, found.values) == (True, "delete user", {"user": "Anna Berg"})


def test_the_words_of_a_declared_task_are_known() -> None:
    text = "Put the crate 'A-7' on the shelf"

    assert not read_first("Shelve crate 'A-7' upstairs").whole
    assert read_first("Shelve crate 'A-7' upstairs", task="shelve a crate upstairs").whole
    assert read_first(text).whole


@pytest.mark.parametrize(
    ("values", "task", "constants", "whole"),
    [
        ({"to": "bob@x.com", "body": "the meeting on Friday is cancelled"}, "send email", (), True),
        ({"to": "bob@x.com", "body": "the meeting on Friday"}, "send email", (), False),
        ({"body": "the meeting on Friday is cancelled"}, "send email", (), False),
        ({"to": "bob@x.com"}, "send email", (), False),
        ({"to": "bob@x.com"}, "send email", ("telling him that the meeting on Friday is cancelled",), True),
        ({"to": "bob@x.com", "body": "the meeting on Friday is cancelled"}, "send", (), False),
        ({"to": "bob@x.com", "body": "the meeting on Friday is cancelled"}, "email bob@x.com", (), False),
    ],
)
def test_a_declared_reading_accounts_for_every_word(
    values: dict[str, str], task: str, constants: tuple[str, ...], *, whole: bool
) -> None:
    assert read_declared(MEETING, values, task, constants).whole is whole


@pytest.mark.parametrize(
    "text", ["Don't delete the room 'Red'", "Delete the room 'Red' unless it is booked", "不要删除“红厅”房间"]
)
def test_nobody_can_declare_a_negation_away(text: str) -> None:
    value = "Red" if "Red" in text else "红厅"

    assert not read_declared(text, {"room": value}, text.replace(value, "").strip(), (text,)).whole


@pytest.mark.parametrize(
    "text", [MEETING, "Say 'x' and 'y' to bob@x.com", "Announce the visit of Anna Berg on 2026-12-24"]
)
def test_the_rewrite_carries_every_word_and_is_read_in_full(text: str) -> None:
    given: dict[str, str] = {}
    tasks: list[str] = []

    class Run:
        def run(self, task: str, **values: str) -> None:
            tasks.append(task)
            given.update(values)

    call = rewritten(read_first(text))
    eval(call, {"ami": Run()})  # noqa: S307  (the advice is Python, so it must run)

    assert read_first(tasks[0], known=given).whole
    words = {word for word in text.replace("'", " ").split() if word[0].isupper() or "@" in word or word.isdigit()}
    carried = f"{tasks[0]} {' '.join(given.values())}".casefold()
    assert all(word.casefold() in carried for word in words - {"Send", "Say", "Announce"})


@pytest.mark.parametrize("word", ["plans", "archive"])
def test_a_model_says_that_a_word_behind_a_known_thing_is_constant(word: str) -> None:
    text, task = f"Move the crate 'A-7' into the folder {word}", f"move crate into folder {word}"

    assert not read_declared(text, {"crate": "A-7"}, task, claimed=True).whole
    assert read_declared(text, {"crate": "A-7"}, task, (f"the folder {word}",), claimed=True).whole
    assert read_declared(text, {"crate": "A-7", "folder": word}, "move crate", claimed=True).whole
    assert read_declared(text, {"crate": "A-7"}, task).whole


@pytest.mark.parametrize(
    ("text", "values", "task", "lost"),
    [
        ("将“电钻”借给王芳2天", {"tool": "电钻", "days": "2"}, "借给王芳天", "王芳"),
        ("将“电钻”借给王芳2天", {"tool": "电钻", "days": "2"}, "借给王芳", "王芳"),
        ("转给李雷500元", {"amount": "500元"}, "转给李雷", "李雷"),
        ("Lend the tool 'L4' to Anna Berg 3 days", {"tool": "L4", "days": "3"}, "lend tool to anna berg", "Anna Berg"),
        ("Book the room 'Oak' for Anna on 2026-12-24", {"room": "Oak", "date": "2026-12-24"}, "book room anna", "Anna"),
    ],
)
def test_who_gets_a_number_of_something_is_no_part_of_a_name_that_a_model_gives(
    text: str, values: dict[str, str], task: str, lost: str
) -> None:
    assert lost in read_declared(text, values, task, claimed=True).unread
    assert not read_declared(text, values, task, (lost,), claimed=True).unread
    assert read_declared(
        text, {**values, "who": lost}, "lend tool" if lost.isascii() else "借出工具", claimed=True
    ).whole


@pytest.mark.parametrize(
    "several", ["book和member", "a1、b2", "member_id and days", "A1, B2 and C3", "Rot、Grün", "q_1 & q_2"]
)
def test_a_list_that_a_model_takes_for_one_value_is_a_doubt(several: str) -> None:
    text, task = f"Create a table with the columns {several}", "create table"

    assert any(several in doubt for doubt in read_declared(text, {"columns": several}, task, claimed=True).doubts)
    assert read_declared(text, {"columns": several}, task).whole  # the call names the value itself
    assert read_declared(text.replace(several, f'"{several}"'), {"columns": several}, task, claimed=True).whole


@pytest.mark.parametrize(
    "title", ["Crime and Punishment", "Tom and Jerry 2", "红与黑", "R&D_2", "day_1", "Berlin, Mitte"]
)
def test_a_title_with_a_conjunction_is_one_value(title: str) -> None:
    assert read_declared(f"Add the book {title}", {"title": title}, "add book", claimed=True).whole


def test_a_word_that_holds_a_character_of_a_negation_is_none() -> None:
    text = "为“陈伟”订座，级别“初级”，共3天"

    assert read_declared(text, {"name": "陈伟", "level": "初级", "days": "3"}, "为人订座").whole
    assert not read_declared("别订座“红厅”", {"name": "红厅"}, "订座位").whole


def test_a_text_that_may_hold_a_secret_is_not_shown() -> None:
    error = refusal(read_first("Log in as Anna with the password hunter2"), secret=True, declared=False)

    assert "hunter2" not in error.render() if hasattr(error, "render") else "hunter2" not in f"{error} {error.evidence}"


@pytest.mark.parametrize(
    ("name", "telling"), [("publish", False), ("发布", False), ("publish news", True), ("发布新闻", True)]
)
def test_a_name_of_a_task_has_a_verb_and_a_thing(name: str, *, telling: bool) -> None:
    assert is_telling(name) is telling


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=120))
def test_any_text_is_read(text: str) -> None:
    found = read_first(text)

    assert all(value and value in text and name.isidentifier() for name, value in found.values.items())
    assert all(part in text for part in (*found.unread, *found.nameless))


WORD = st.sampled_from(["anna", "zeta", "42", "kilo", "tango", "Berg", "Zoë", "o'clock", "7/8", "nils"])
NAME = st.sampled_from(["王芳", "料酒", "张三的", "李", "红楼梦", "x-1", "7"])
ENGLISH = (
    "delete the user {}",
    "add {} to the list",
    "set the price of {} to 'x'",
    "move {} to {}",
    "write {} in the chat as {}",
    "rename {} to {}",
    "add the tag {} with the value {} to the model 'x'",
    "book a room for {} on {}, note 'x'",
    "send an email to {} about {}",
    "change the status of the order {} from {} to {}",
    "book {} for {} hours",
    "order {} of the dish {}",
)
CHINESE = (
    "删除用户{}",
    "把{}添加到列表",
    "将{}的价格设为“x”",
    "把{}移动到{}",
    "在聊天中写{}，署名{}",
    "把{}重命名为{}",
    "给模型“x”添加标签{}，值{}",
    "给{}发邮件，主题“x”",
    "修改订单{}的状态为{}",
    "预订{}房间，备注“{}”",
    "创建名为{}的项目，负责人“x”",
)


@settings(max_examples=300, deadline=None)
@given(frame=st.sampled_from(ENGLISH), parts=st.lists(st.lists(WORD, min_size=1, max_size=3), min_size=3, max_size=3))
def test_no_unquoted_english_word_vanishes_from_a_reading_in_full(frame: str, parts: list[list[str]]) -> None:
    given_parts = parts[: frame.count("{}")]
    text = frame.format(*(" ".join(part) for part in given_parts))
    found = read_first(text)

    if found.whole:
        assert all(any(word in value for value in found.values.values()) for part in given_parts for word in part)


@settings(max_examples=300, deadline=None)
@given(frame=st.sampled_from(CHINESE), parts=st.lists(NAME, min_size=3, max_size=3))
def test_no_unquoted_chinese_word_vanishes_from_a_reading_in_full(frame: str, parts: list[str]) -> None:
    given_parts = parts[: frame.count("{}")]
    found = read_first(frame.format(*given_parts))

    if found.whole:
        assert all(any(part in value for value in found.values.values()) for part in given_parts)


@settings(max_examples=200, deadline=None)
@given(one=st.lists(WORD, min_size=1, max_size=3), other=st.lists(WORD, min_size=1, max_size=3))
def test_a_quoted_value_is_never_cut_nor_dropped(one: list[str], other: list[str]) -> None:
    first, second = " ".join(one), " ".join(other)
    found = read_first(f'Add the room "{first}" with the note "{second}"')

    assert found.values == {"room": first, "note": second}
