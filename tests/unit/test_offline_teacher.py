"""Whole lessons on simulated pages: the offline teacher moves, the page reacts, an oracle says what was done."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

import pytest

from pytest_ami.decide.params import names, render
from pytest_ami.model.lesson import Element, Made, Move, MoveKind, Observation, Situation
from pytest_ami.model.workflow import Parameter
from pytest_ami.teach.offline import OfflineTeacher
from pytest_ami.teach.protocol import Teacher

SPEC = re.compile(r"(?P<role>[\w/]+) (?P<name>[^\[({]+?)(?: \[(?P<state>[^\]]*)\])?(?: \((?P<options>[^)]*)\))?(?: \{(?P<context>[^}]*)\})?")
TAGS = {"textbox": "input", "button": "button", "link": "a", "checkbox": "input", "combobox": "select", "file": "input"}


def element(number: int, spec: str, value: str = "") -> Element:
    """Read ``role name [state] (option, option) {context}``; ``textbox/password`` sets the type."""
    found = SPEC.fullmatch(spec)
    assert found, spec
    role, _, kind = found["role"].partition("/")
    return Element(
        ref=f"e{number}",
        tag=TAGS.get(role, "div"),
        role="button" if role == "file" else role,
        name=found["name"],
        type="file" if role == "file" else kind,
        value=value,
        state=tuple((found["state"] or "").split()),
        options=tuple((found["options"] or "").split(", ")) if found["options"] else (),
        context=found["context"] or "",
    )


@dataclass
class Page:
    """A page as a table: what each state shows, and where a click leads; ``!`` before a target notes the click."""

    shows: dict[str, list[str]]
    leads: dict[tuple[str, str], str]
    notices: dict[str, list[str]] = field(default_factory=dict)
    now: str = "start"
    values: dict[str, str] = field(default_factory=dict)
    did: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    trail: list[str] = field(default_factory=list)
    refuses: set[str] = field(default_factory=set)

    def observe(self) -> Observation:
        elements = tuple(
            element(i, spec, self.values.get(spec, "")) for i, spec in enumerate(self.shows[self.now], 1)
        )
        return Observation(url=f"http://site/{self.now}", elements=elements, notices=tuple(self.notices.get(self.now, ())))

    def make(self, move: Move, touched: Element | None, values: dict[str, str]) -> Made:
        if touched and touched.name in self.refuses:
            return Made(move=move, element=touched, ok=False, problem="it is covered")
        if move.kind is MoveKind.BACK:
            self.now = self.trail.pop()
        elif move.kind is MoveKind.CLICK and touched:
            self._click(touched.name)
        elif move.kind is MoveKind.PRESS and touched:
            self._click(move.value)
        elif touched:
            said = render(move.value, values)
            self.values[touched.name] = {MoveKind.CHECK: "on", MoveKind.UNCHECK: "off"}.get(move.kind, said)
        return Made(move=move, element=touched)

    def _click(self, name: str) -> None:
        target = self.leads.get((self.now, name), self.now)
        if target.startswith("!"):
            self.did.append((name, dict(self.values)))
            target = target[1:]
            self.values.clear()
        if target != self.now:
            self.trail.append(self.now)
        self.now = target


@dataclass
class Result:
    moves: list[Move]
    final: Move
    clicked: list[str]


def lesson(page: Page, task: str, *, secret: tuple[str, ...] = (), used: tuple[str, ...] = (), types: dict[str, str] | None = None, remaining: tuple[str, ...] = (), **values: str) -> Result:
    parameters = tuple(Parameter(name=n, type=(types or {}).get(n, "text"), secret=n in secret) for n in values)
    made: list[Made] = []
    for _ in range(40):
        seen = page.observe()
        situation = Situation(
            task=task, parameters=parameters, values={n: v for n, v in values.items() if n not in secret},
            observation=seen, made=tuple(made), used=used, remaining=remaining,
        )
        move = OfflineTeacher().advise(situation).move
        assert OfflineTeacher().advise(situation).move == move
        if move.kind in (MoveKind.DONE, MoveKind.GIVE_UP):
            clicked = [m.element.name for m in made if m.element and m.move.kind is MoveKind.CLICK]
            return Result([m.move for m in made], move, clicked)
        if move.kind in (MoveKind.FILL, MoveKind.SELECT, MoveKind.UPLOAD):
            assert names(move.value), "values are written as parameters"
            assert not any(v in move.value for v in values.values())
        touched = next((e for e in seen.elements if e.ref == move.ref), None)
        made.append(page.make(move, touched, values))
    raise AssertionError("the lesson has no end")


NAV = ["link Inbox", "link Drafts", "link Sent", "link Archive", "link Settings", "searchbox Search mail", "button Search"]
ROWS = ["row Ann Quarterly report 10:30", "row Bob Lunch? 9:15", "checkbox Select all"]
FORM = " {dialog New message}"
MAIL = {"to": "bob@example.com", "subject": "Quarterly report", "body": "See you at 5"}


def classic(**more: list[str]) -> Page:
    fields = ["textbox To", "textbox Cc", "textbox Bcc", "textbox Subject", "textbox Message", "file Attach files"]
    buttons = ["button Send later", "button Save draft", "button Send", "button Discard"]
    return Page(
        shows={"start": [*NAV, "button Compose", *ROWS], "compose": [*NAV, *(f"{s}{FORM}" for s in fields + buttons)], "sent": [*NAV, "button Compose", *ROWS], **more},
        leads={("start", "Compose"): "compose", ("compose", "Send"): "!sent", ("compose", "Send later"): "!sent", ("compose", "Save draft"): "!sent", ("compose", "Discard"): "start"},
        notices={"sent": ["status|Message sent"]},
    )


def test_it_is_a_teacher():
    assert isinstance(OfflineTeacher(), Teacher)


@pytest.mark.parametrize("task", ["send email", "Send an e-mail", "compose and send an email", "发送邮件"])
def test_sends_a_mail(task):
    page = classic()
    result = lesson(page, task, types={"to": "email"}, **MAIL)
    assert result.final.kind is MoveKind.DONE, result.final
    assert page.did == [("Send", {"To": MAIL["to"], "Subject": MAIL["subject"], "Message": MAIL["body"]})]
    assert result.final.label == task
    assert result.final.key_elements == ("Compose", "Send")
    assert [m.value for m in result.moves] == ["", "{{to}}", "{{subject}}", "{{body}}", ""]


def test_sends_a_mail_with_copy_and_file():
    page = classic()
    result = lesson(page, "send email", types={"to": "email", "file": "file", "cc": "email"}, **MAIL, cc="c@x.org", file="a.pdf")
    assert result.final.kind is MoveKind.DONE
    assert page.did[0][1] == {"To": MAIL["to"], "Cc": "c@x.org", "Subject": MAIL["subject"], "Message": MAIL["body"], "Attach files": "a.pdf"}


def test_shows_hidden_copy_field():
    page = classic()
    page.shows["compose"] = [s for s in page.shows["compose"] if "textbox Cc" not in s] + [f"button Cc [collapsed]{FORM}"]
    page.shows["copy"] = [*page.shows["compose"][:-1], f"textbox Cc{FORM}"]
    page.leads |= {("compose", "Cc"): "copy", ("copy", "Send"): "!sent"}
    result = lesson(page, "send email", **MAIL, cc="c@x.org")
    assert page.did[0][1]["Cc"] == "c@x.org", result


def modern(lang: str) -> tuple[Page, str]:
    w = {
        "en": ["New message", "Recipients", "Topic", "Write your message", "Delivery options", "Send now", "Schedule", "Save for later", "Send this message?", "Send message", "Keep editing", "Message sent"],
        "zh": ["新邮件", "收信人", "标题", "写下内容", "发送选项", "立即发送", "定时发送", "稍后再发", "要发送这封邮件吗？", "确认发送", "继续编辑", "邮件已发送"],
    }[lang]
    fields = [f"textbox {x} {{dialog {w[0]}}}" for x in w[1:4]]
    items = [f"menuitem {w[6]}", f"menuitem {w[5]}", f"menuitem {w[7]}"]
    page = Page(
        shows={
            "start": [*NAV, f"button {w[0]}", *ROWS],
            "compose": [*NAV, *fields, f"button {w[4]} [collapsed menu] {{dialog {w[0]}}}", "button Close"],
            "menu": [*NAV, *fields, f"button {w[4]} [expanded menu] {{dialog {w[0]}}}", *items],
            "ask": [f"button {w[10]} {{dialog {w[8]}}}", f"button {w[9]} {{dialog {w[8]}}}"],
            "sent": [*NAV, f"button {w[0]}", *ROWS],
        },
        leads={("start", w[0]): "compose", ("compose", w[4]): "menu", ("menu", w[5]): "ask", ("menu", w[6]): "!sent", ("menu", w[7]): "!sent", ("ask", w[9]): "!sent", ("ask", w[10]): "compose"},
        notices={"compose": [f"dialog|{w[0]}"], "menu": [f"dialog|{w[0]}"], "ask": [f"dialog|{w[8]}"], "sent": [f"status|{w[11]}"]},
    )
    return page, w[9]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("task", ["send email", "发送邮件"])
def test_sends_through_menu_and_question(lang, task):
    page, last = modern(lang)
    result = lesson(page, task, types={"to": "email"}, **MAIL)
    assert result.final.kind is MoveKind.DONE, result.final
    assert [name for name, _ in page.did] == [last]
    assert list(page.did[0][1].values()) == list(MAIL.values())
    assert len(result.clicked) == 4


def test_sends_in_chinese():
    page = Page(
        shows={
            "start": ["link 收件箱", "link 草稿箱", "searchbox 搜索邮件", "button 写信", "row 季度报告"],
            "form": ["textbox 收件人", "textbox 抄送", "textbox 主题", "textbox 正文", "button 稍后发送", "button 存草稿", "button 发送"],
            "sent": ["link 收件箱", "button 写信"],
        },
        leads={("start", "写信"): "form", ("form", "发送"): "!sent", ("form", "稍后发送"): "!sent", ("form", "存草稿"): "!sent"},
        notices={"sent": ["status|邮件已发送"]},
    )
    result = lesson(page, "发送邮件", types={"to": "email"}, to="a@b.cn", subject="季度报告", body="你好")
    assert page.did == [("发送", {"收件人": "a@b.cn", "主题": "季度报告", "正文": "你好"})]
    assert result.final.kind is MoveKind.DONE


def test_never_takes_a_twin():
    page = classic()
    page.shows["compose"] = [s for s in page.shows["compose"] if s != f"button Send{FORM}"]
    result = lesson(page, "send email", **MAIL)
    assert result.final.kind is MoveKind.GIVE_UP
    assert not page.did
    assert "send email" in result.final.reason


def test_a_file_for_no_field_is_named_in_the_reason():
    result = lesson(classic(), "send email", **MAIL, colour="red")
    assert result.final.kind is MoveKind.GIVE_UP
    assert "'colour'" in result.final.reason


def test_goes_back_from_a_wrong_form():
    page = classic()
    page.shows["start"] = ["button Create", *NAV, "link Post"]
    page.shows["folder"] = ["textbox Folder name {dialog New folder}", "button OK {dialog New folder}"]
    page.shows["post"] = ["textbox To", "textbox Subject", "textbox Message", "button Send"]
    page.leads |= {("start", "Create"): "folder", ("start", "Inbox"): "start", ("folder", "OK"): "!start"}
    result = lesson(page, "send email", **MAIL)
    kinds = [m.kind for m in result.moves]
    assert kinds[:2] == [MoveKind.CLICK, MoveKind.BACK]
    assert result.moves[1].undo == 1
    assert result.clicked.count("Create") == 1
    assert result.final.kind is MoveKind.GIVE_UP
    assert not page.did


@pytest.mark.parametrize("order", [1, -1])
def test_tries_the_next_way_after_a_wrong_one(order):
    page = classic()
    page.shows["start"] = ["button New", "button New email", *NAV][::order]
    page.shows["contact"] = ["textbox First name", "button Save"]
    page.leads |= {("start", "New"): "contact", ("start", "New email"): "compose"}
    assert lesson(page, "send email", **MAIL).final.kind is MoveKind.DONE
    page = classic()
    page.shows["start"] = ["button New", "button Create", *NAV][::order]
    page.shows["contact"] = ["textbox First name", "button Save"]
    page.leads |= {("start", "New"): "contact", ("start", "Create"): "compose"}
    result = lesson(page, "send email", **MAIL)
    assert result.final.kind is MoveKind.DONE
    assert [name for name, _ in page.did] == ["Send"]


def test_an_error_ends_the_lesson_with_its_text():
    page = classic()
    page.leads["compose", "Send"] = "bad"
    page.shows["bad"] = page.shows["compose"]
    page.notices["bad"] = ["alert|The address is not valid"]
    final = lesson(page, "send email", **MAIL).final
    assert (final.kind, "The address is not valid" in final.reason) == (MoveKind.GIVE_UP, True)


def test_silence_is_not_success():
    page = classic()
    del page.leads["compose", "Send"]
    result = lesson(page, "send email", **MAIL)
    assert result.final.kind is MoveKind.GIVE_UP
    assert result.clicked == ["Compose", "Send"]


def login_page(**change: list[str]) -> Page:
    return Page(
        shows={"start": ["link Create account", "textbox Email or username", "textbox/password Password [secret]", "checkbox Remember me", "button Create account", "button Log in", "button Log in with Google"], "home": ["link Log out"], **change},
        leads={("start", "Log in"): "!home", ("start", "Create account"): "!home", ("start", "Log in with Google"): "!home"},
    )


@pytest.mark.parametrize("task", ["log in", "登录", "sign in to the mail site"])
def test_logs_in(task):
    page = login_page()
    result = lesson(page, task, secret=("password",), user="ann", password="hunter2")
    assert page.did == [("Log in", {"Email or username": "ann", "Password": "hunter2"})], result
    assert result.final.kind is MoveKind.DONE


def test_a_link_may_lead_to_the_login_form():
    page = login_page(front=["link Log in", "link Sign up"])
    page.now = "front"
    page.leads["front", "Log in"] = "start"
    assert lesson(page, "log in", secret=("password",), user="ann", password="x").final.kind is MoveKind.DONE


def test_a_value_never_goes_into_a_secret_field_by_chance():
    page = login_page(start=["textbox/password Password [secret]", "button Log in"])
    result = lesson(page, "log in", user="ann")
    assert result.final.kind is MoveKind.GIVE_UP
    assert not page.values


def delete_page(question: str = "Delete this message?") -> Page:
    ask = f" {{dialog {question}}}"
    return Page(
        shows={
            "start": [*NAV, *ROWS],
            "mail": [*NAV, "button Reply", "button Archive", "button Delete", "button Mark as spam"],
            "ask": [f"button Cancel{ask}", f"button Delete{ask}"],
            "gone": [*NAV, "row Bob Lunch? 9:15"],
        },
        leads={("start", "Ann Quarterly report 10:30"): "mail", ("mail", "Delete"): "ask", ("mail", "Archive"): "!gone", ("ask", "Delete"): "!gone"},
        notices={"ask": [f"dialog|{question}"], "gone": ["status|Message deleted"]},
    )


@pytest.mark.parametrize(("task", "name"), [("delete email", "item"), ("delete email by subject", "subject"), ("删除邮件", "item")])
def test_deletes_by_name_with_confirmation(task, name):
    page = delete_page()
    result = lesson(page, task, **{name: "Quarterly report"})
    assert result.final.kind is MoveKind.DONE, result.final
    assert result.clicked == ["Ann Quarterly report 10:30", "Delete", "Delete"]
    assert [name for name, _ in page.did] == ["Delete"]
    assert result.moves[0].value == f"{{{{{name}}}}}"


def test_does_not_delete_when_two_rows_are_called_that():
    page = delete_page()
    page.shows["start"].append("row Eve Quarterly report 11:00")
    result = lesson(page, "delete email", item="Quarterly report")
    assert result.final.kind is MoveKind.GIVE_UP
    assert not result.moves
    assert "'item'" in result.final.reason


def test_does_not_delete_the_next_one_too():
    page = delete_page()
    page.leads["mail", "Delete"] = "!next"
    page.shows["next"] = page.shows["mail"]
    page.notices["next"] = []
    result = lesson(page, "delete email", item="Quarterly report")
    assert result.clicked.count("Delete") == 1
    assert result.final.kind is MoveKind.DONE


def test_deletes_with_the_button_of_the_row():
    page = Page(
        shows={"start": ["button Delete {Invoice 17}", "button Delete {Quarterly report}"], "gone": ["link Inbox"]},
        leads={("start", "Delete"): "!gone"},
    )
    result = lesson(page, "delete email", item="Quarterly report")
    assert result.moves[0] == Move(kind=MoveKind.CLICK, ref="e2", value="{{item}}", reason="carries out the task")
    assert result.final.kind is MoveKind.DONE


@pytest.mark.parametrize("button", [["button Search"], []])
def test_searches(button):
    page = Page(
        shows={"start": ["searchbox Search mail", *button, "row One"], "found": ["searchbox Search mail", *button, "row Two"]},
        leads={("start", "Search"): "!found", ("start", "Enter"): "!found"},
        notices={"found": ["status|2 results"]},
    )
    result = lesson(page, "search mail", query="two")
    assert [values for _, values in page.did] == [{"Search mail": "two"}]
    assert result.final.kind is MoveKind.DONE


def test_changes_settings():
    form = ["checkbox Notifications", "combobox Language (English, Deutsch)", "textbox Signature", "button Reset", "button Save changes"]
    page = Page(
        shows={"start": [*NAV, "button Compose"], "form": form, "saved": form},
        leads={("start", "Settings"): "form", ("form", "Save changes"): "!saved", ("form", "Reset"): "!form"},
        notices={"saved": ["status|Settings saved"]},
    )
    result = lesson(page, "change settings", notifications="no", language="Deutsch", signature="A.")
    assert page.did == [("Save changes", {"Notifications": "off", "Language": "Deutsch", "Signature": "A."})]
    assert result.final.kind is MoveKind.DONE
    assert MoveKind.SELECT in [m.kind for m in result.moves]


def test_enables_what_the_task_names():
    page = Page(
        shows={"start": ["checkbox Desktop notifications", "checkbox Newsletter", "button Save"], "saved": ["link Inbox"]},
        leads={("start", "Save"): "!saved"},
    )
    assert lesson(page, "enable desktop notifications").final.kind is MoveKind.DONE
    assert page.did == [("Save", {"Desktop notifications": "on"})]


def test_waits_for_an_empty_page_three_times():
    result = lesson(Page(shows={"start": []}, leads={}), "send email", **MAIL)
    assert [m.kind for m in result.moves] == [MoveKind.WAIT] * 3
    assert result.final.kind is MoveKind.GIVE_UP


def test_a_refused_click_is_tried_twice_and_told():
    page = classic()
    page.refuses = {"Send"}
    result = lesson(page, "send email", **MAIL)
    assert result.clicked.count("Send") == 2
    assert (result.final.kind, "covered" in result.final.reason) == (MoveKind.GIVE_UP, True)


def test_relearns_only_what_is_left():
    page = classic()
    page.now = "compose"
    result = lesson(page, "send email", used=("to", "subject", "body"), remaining=('click button "Post it"',), **MAIL)
    assert result.clicked == ["Send"]
    assert result.final.kind is MoveKind.DONE
    assert all(m.kind is MoveKind.CLICK for m in result.moves)


def test_relearns_in_the_middle_of_a_menu():
    page, last = modern("en")
    page.now = "menu"
    page.trail = ["start", "compose"]
    result = lesson(page, "send email", used=("to", "subject", "body"), **MAIL)
    assert result.clicked == ["Send now", last]
    assert result.final.kind is MoveKind.DONE


def test_closes_what_is_in_the_way():
    page = classic(cookies=["button Accept all {dialog Cookies}", "button Close {dialog Cookies}"])
    page.now = "cookies"
    page.notices["cookies"] = ["dialog|We use cookies"]
    page.leads |= {("cookies", "Close"): "start", ("cookies", "Accept all"): "start"}
    assert lesson(page, "send email", **MAIL).final.kind is MoveKind.DONE


def test_replies_to_a_mail():
    page = delete_page()
    page.shows["reply"] = ["textbox Message", "button Send", "button Discard"]
    page.leads |= {("mail", "Reply"): "reply", ("reply", "Send"): "!gone"}
    page.notices["gone"] = ["status|Reply sent"]
    result = lesson(page, "reply to email", item="Quarterly report", body="Thanks")
    assert page.did == [("Send", {"Message": "Thanks"})], result
    assert result.final.kind is MoveKind.DONE


def test_a_question_about_something_else_is_not_confirmed():
    page = classic()
    page.leads["compose", "Send"] = "ask"
    page.shows["ask"] = ["button OK {dialog Discard draft?}", "button Cancel {dialog Discard draft?}"]
    page.notices["ask"] = ["dialog|Discard draft?"]
    result = lesson(page, "send email", **MAIL)
    assert "OK" not in result.clicked
    assert result.final.kind is MoveKind.GIVE_UP


def test_a_disabled_control_is_waited_for_and_named():
    page = classic()
    page.shows["compose"] = [s.replace("button Send {", "button Send [disabled] {") for s in page.shows["compose"]]
    result = lesson(page, "send email", **MAIL)
    assert [m.kind for m in result.moves][-2:] == [MoveKind.WAIT] * 2
    assert "disabled" in result.final.reason


def test_the_made_moves_alone_decide():
    page = classic()
    seen = page.observe()
    situation = Situation(task="send email", parameters=(Parameter(name="to"),), values={"to": "a@b.c"}, observation=seen)
    first = OfflineTeacher().advise(situation).move
    other = replace(situation, made=(Made(move=Move(kind=MoveKind.BACK, undo=1)),))
    assert OfflineTeacher().advise(other).move == first
