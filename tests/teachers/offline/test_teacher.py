"""Whole lessons of sending mail: the teacher moves, the page reacts, an oracle says what was sent."""

from __future__ import annotations

import pytest

from pytest_ami.model.lesson import MoveKind
from pytest_ami.teachers.offline.teacher import OfflineTeacher
from pytest_ami.teachers.protocol import Teacher
from tests.support.simulated_pages import (
    FORM,
    MAIL,
    NAV,
    Page,
    classic,
    lesson,
    modern,
)


def test_it_is_a_teacher() -> None:
    assert isinstance(OfflineTeacher(), Teacher)


@pytest.mark.parametrize("task", ["send email", "Send an e-mail", "compose and send an email", "发送邮件"])
def test_sends_a_mail(task: str) -> None:
    page = classic()
    result = lesson(page, task, MAIL, types={"to": "email"})
    assert result.final.kind is MoveKind.DONE, result.final
    assert page.did == [("Send", {"To": MAIL["to"], "Subject": MAIL["subject"], "Message": MAIL["body"]})]
    assert result.final.label == task
    assert result.final.key_elements == ("Compose", "Send")
    assert [m.value for m in result.moves] == ["", "{{to}}", "{{subject}}", "{{body}}", ""]


def test_sends_a_mail_with_copy_and_file() -> None:
    page = classic()
    result = lesson(
        page,
        "send email",
        {**MAIL, "cc": "c@x.org", "file": "a.pdf"},
        types={"to": "email", "file": "file", "cc": "email"},
    )
    assert result.final.kind is MoveKind.DONE
    assert page.did[0][1] == {
        "To": MAIL["to"],
        "Cc": "c@x.org",
        "Subject": MAIL["subject"],
        "Message": MAIL["body"],
        "Attach files": "a.pdf",
    }


def test_shows_hidden_copy_field() -> None:
    page = classic()
    page.shows["compose"] = [s for s in page.shows["compose"] if "textbox Cc" not in s] + [
        f"button Cc [collapsed]{FORM}"
    ]
    page.shows["copy"] = [*page.shows["compose"][:-1], f"textbox Cc{FORM}"]
    page.leads |= {("compose", "Cc"): "copy", ("copy", "Send"): "!sent"}
    result = lesson(page, "send email", {**MAIL, "cc": "c@x.org"})
    assert page.did[0][1]["Cc"] == "c@x.org", result


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("task", ["send email", "发送邮件"])
def test_sends_through_menu_and_question(lang: str, task: str) -> None:
    page, last = modern(lang)
    result = lesson(page, task, MAIL, types={"to": "email"})
    assert result.final.kind is MoveKind.DONE, result.final
    assert [name for name, _ in page.did] == [last]
    assert list(page.did[0][1].values()) == list(MAIL.values())
    assert len(result.clicked) == 4


def test_sends_in_chinese() -> None:
    page = Page(
        shows={
            "start": ["link 收件箱", "link 草稿箱", "searchbox 搜索邮件", "button 写信", "row 季度报告"],
            "form": [
                "textbox 收件人",
                "textbox 抄送",
                "textbox 主题",
                "textbox 正文",
                "button 稍后发送",
                "button 存草稿",
                "button 发送",
            ],
            "sent": ["link 收件箱", "button 写信"],
        },
        leads={
            ("start", "写信"): "form",
            ("form", "发送"): "!sent",
            ("form", "稍后发送"): "!sent",
            ("form", "存草稿"): "!sent",
        },
        notices={"sent": ["status|邮件已发送"]},
    )
    result = lesson(page, "发送邮件", {"to": "a@b.cn", "subject": "季度报告", "body": "你好"}, types={"to": "email"})
    assert page.did == [("发送", {"收件人": "a@b.cn", "主题": "季度报告", "正文": "你好"})]
    assert result.final.kind is MoveKind.DONE


def test_never_takes_a_twin() -> None:
    page = classic()
    page.shows["compose"] = [s for s in page.shows["compose"] if s != f"button Send{FORM}"]
    result = lesson(page, "send email", MAIL)
    assert result.final.kind is MoveKind.GIVE_UP
    assert not page.did
    assert "send email" in result.final.reason


def test_a_value_for_no_field_is_named_in_the_reason() -> None:
    result = lesson(classic(), "send email", {**MAIL, "colour": "red"})
    assert result.final.kind is MoveKind.GIVE_UP
    assert "'colour'" in result.final.reason


def test_goes_back_from_a_wrong_form() -> None:
    page = classic()
    page.shows["start"] = ["button Create", *NAV]
    page.shows["folder"] = ["textbox Folder name {dialog New folder}", "button OK {dialog New folder}"]
    page.leads |= {("start", "Create"): "folder", ("folder", "OK"): "!start"}
    result = lesson(page, "send email", MAIL)
    kinds = [m.kind for m in result.moves]
    assert kinds[:2] == [MoveKind.CLICK, MoveKind.BACK]
    assert result.moves[1].undo == 1
    assert result.clicked.count("Create") == 1
    assert result.final.kind is MoveKind.GIVE_UP
    assert not page.did


@pytest.mark.parametrize("order", [1, -1])
def test_tries_the_next_way_after_a_wrong_one(order: int) -> None:
    page = classic()
    page.shows["start"] = ["button New", "button New email", *NAV][::order]
    page.shows["contact"] = ["textbox First name", "button Save"]
    page.leads |= {("start", "New"): "contact", ("start", "New email"): "compose"}
    assert lesson(page, "send email", MAIL).final.kind is MoveKind.DONE
    page = classic()
    page.shows["start"] = ["button New", "button Create", *NAV][::order]
    page.shows["contact"] = ["textbox First name", "button Save"]
    page.leads |= {("start", "New"): "contact", ("start", "Create"): "compose"}
    result = lesson(page, "send email", MAIL)
    assert result.final.kind is MoveKind.DONE
    assert [name for name, _ in page.did] == ["Send"]


def test_an_error_ends_the_lesson_with_its_text() -> None:
    page = classic()
    page.leads["compose", "Send"] = "bad"
    page.shows["bad"] = page.shows["compose"]
    page.notices["bad"] = ["alert|The address is not valid"]
    final = lesson(page, "send email", MAIL).final
    assert (final.kind, "The address is not valid" in final.reason) == (MoveKind.GIVE_UP, True)


def test_silence_is_left_to_the_proof_of_the_lesson_and_the_assertion_of_the_test() -> None:
    page = classic()
    del page.leads["compose", "Send"]
    result = lesson(page, "send email", MAIL)
    assert result.final.kind is MoveKind.DONE
    assert result.clicked == ["Compose", "Send"]
    assert [move.kind for move in result.moves[-2:]] == [MoveKind.WAIT, MoveKind.WAIT]


def test_an_alert_that_repeats_a_value_reports_the_deed() -> None:
    page = classic()
    page.notices["sent"] = [f"alert|Mail for {MAIL['to']} goes out"]
    assert lesson(page, "send email", MAIL).final.kind is MoveKind.DONE


def test_a_refused_click_is_tried_twice_and_told() -> None:
    page = classic()
    page.refuses = {"Send"}
    result = lesson(page, "send email", MAIL)
    assert result.clicked.count("Send") == 2
    assert (result.final.kind, "covered" in result.final.reason) == (MoveKind.GIVE_UP, True)


def test_relearns_only_what_is_left() -> None:
    page = classic()
    page.now = "compose"
    result = lesson(page, "send email", MAIL, used=("to", "subject", "body"), remaining=('click button "Post it"',))
    assert result.clicked == ["Send"]
    assert result.final.kind is MoveKind.DONE
    assert all(m.kind is MoveKind.CLICK for m in result.moves)


def test_a_form_that_was_opened_before_the_lesson_is_not_opened_again() -> None:
    page, last = modern("en")
    page.now = "compose"
    page.shows["compose"] = ["button New message", *page.shows["compose"]]
    page.leads["compose", "New message"] = "compose"
    done = ('click button "New message"',)
    result = lesson(page, "send email", MAIL, used=tuple(MAIL), done=done, remaining=('click button "Send"',))
    assert result.clicked == ["Delivery options", "Send now", last]
    assert [move.reveals for move in result.moves] == [True, False, False]
    assert result.final.kind is MoveKind.DONE


def test_an_opener_of_a_relearned_part_may_only_show_something() -> None:
    renamed = ('click button "New message"', 'fill textbox "To" with {{to}}')
    for remaining, reveals in (((), False), (('click button "Compose"',), False), (renamed, True)):
        opener = lesson(classic(), "send email", MAIL, remaining=remaining).moves[0]
        assert (opener.kind, opener.reveals) == (MoveKind.CLICK, reveals)


def test_relearns_in_the_middle_of_a_menu() -> None:
    page, last = modern("en")
    page.now = "menu"
    page.trail = ["start", "compose"]
    result = lesson(page, "send email", MAIL, used=("to", "subject", "body"))
    assert result.clicked == ["Send now", last]
    assert result.final.kind is MoveKind.DONE


def test_closes_what_is_in_the_way() -> None:
    page = classic(cookies=["button Accept all {dialog Cookies}", "button Close {dialog Cookies}"])
    page.now = "cookies"
    page.notices["cookies"] = ["dialog|We use cookies"]
    page.leads |= {("cookies", "Close"): "start", ("cookies", "Accept all"): "start"}
    assert lesson(page, "send email", MAIL).final.kind is MoveKind.DONE


def test_a_question_about_something_else_is_not_confirmed() -> None:
    page = classic()
    page.leads["compose", "Send"] = "ask"
    page.shows["ask"] = ["button OK {dialog Discard draft?}", "button Cancel {dialog Discard draft?}"]
    page.notices["ask"] = ["dialog|Discard draft?"]
    result = lesson(page, "send email", MAIL)
    assert "OK" not in result.clicked
    assert result.final.kind is MoveKind.GIVE_UP


def test_a_disabled_control_is_waited_for_and_named() -> None:
    page = classic()
    page.shows["compose"] = [s.replace("button Send {", "button Send [disabled] {") for s in page.shows["compose"]]
    result = lesson(page, "send email", MAIL)
    assert [m.kind for m in result.moves][-2:] == [MoveKind.WAIT] * 2
    assert "disabled" in result.final.reason
