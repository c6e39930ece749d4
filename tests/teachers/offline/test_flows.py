"""Whole lessons of other tasks, and what holds for all of them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pytest_ami.model.lesson import Element, Move, MoveKind, MoveResult, Observation, Situation
from pytest_ami.model.workflow import Parameter
from pytest_ami.teachers.offline.teacher import OfflineTeacher
from tests.support.simulated_pages import (
    MAIL,
    NAV,
    Page,
    classic,
    delete_page,
    element,
    lesson,
    login_page,
)


@pytest.mark.parametrize("task", ["log in", "登录", "sign in to the mail site"])
def test_logs_in(task: str) -> None:
    page = login_page()
    result = lesson(page, task, {"user": "ann", "password": "hunter2"}, secret=("password",))
    assert page.did == [("Log in", {"Email or username": "ann", "Password": "hunter2"})], result
    assert result.final.kind is MoveKind.DONE


def test_a_link_may_lead_to_the_login_form() -> None:
    page = login_page(front=["link Log in", "link Sign up"])
    page.now = "front"
    page.leads["front", "Log in"] = "start"
    assert lesson(page, "log in", {"user": "ann", "password": "x"}, secret=("password",)).final.kind is MoveKind.DONE


def test_a_value_never_goes_into_a_secret_field_by_chance() -> None:
    page = login_page(start=["textbox/password Password [secret]", "button Log in"])
    result = lesson(page, "log in", {"user": "ann"})
    assert result.final.kind is MoveKind.GIVE_UP
    assert not page.values


@pytest.mark.parametrize(
    ("task", "name"), [("delete email", "item"), ("delete email by subject", "subject"), ("删除邮件", "item")]
)
def test_deletes_by_name_with_confirmation(task: str, name: str) -> None:
    page = delete_page()
    result = lesson(page, task, {name: "Quarterly report"})
    assert result.final.kind is MoveKind.DONE, result.final
    assert result.clicked == ["Ann Quarterly report 10:30", "Delete", "Delete"]
    assert [name for name, _ in page.did] == ["Delete"]
    assert result.moves[0].value == f"{{{{{name}}}}}"


@pytest.mark.parametrize("answer", ["Delete selected", "Yes, delete", "Delete email"])
def test_an_answer_may_say_that_it_is_about_what_was_chosen(answer: str) -> None:
    page = delete_page()
    page.shows["ask"][1] = page.shows["ask"][1].replace("button Delete", f"button {answer}")
    page.leads["ask", answer] = "!gone"
    result = lesson(page, "delete email", {"item": "Quarterly report"})
    assert result.final.kind is MoveKind.DONE, result.final
    assert [name for name, _ in page.did] == [answer]


@pytest.mark.parametrize("answer", ["Delete all", "Delete permanently", "Delete all selected", "Archive selected"])
def test_an_answer_that_says_more_is_left_alone(answer: str) -> None:
    page = delete_page()
    page.shows["ask"][1] = page.shows["ask"][1].replace("button Delete", f"button {answer}")
    page.leads["ask", answer] = "!gone"
    result = lesson(page, "delete email", {"item": "Quarterly report"})
    assert result.final.kind is MoveKind.GIVE_UP
    assert not page.did


def test_does_not_delete_when_two_rows_are_called_that() -> None:
    page = delete_page()
    page.shows["start"].append("row Eve Quarterly report 11:00")
    result = lesson(page, "delete email", {"item": "Quarterly report"})
    assert result.final.kind is MoveKind.GIVE_UP
    assert not result.moves
    assert "'item'" in result.final.reason


def test_does_not_delete_the_next_one_too() -> None:
    page = delete_page()
    page.leads["mail", "Delete"] = "!next"
    page.shows["next"] = page.shows["mail"]
    page.notices["next"] = []
    result = lesson(page, "delete email", {"item": "Quarterly report"})
    assert result.clicked.count("Delete") == 1
    assert result.final.kind is MoveKind.DONE


def test_deletes_with_the_button_of_the_row() -> None:
    page = Page(
        shows={
            "start": ["button Delete {Invoice 17}", "button Delete {Quarterly report}"],
            "gone": ["link Inbox"],
        },
        leads={("start", "Delete"): "!gone"},
    )
    result = lesson(page, "delete email", {"item": "Quarterly report"})
    assert result.moves[0] == Move(kind=MoveKind.CLICK, ref="e2", value="{{item}}", reason="carries out the task")
    assert result.final.kind is MoveKind.DONE


@pytest.mark.parametrize("button", [["button Search"], []])
def test_searches(button: list[str]) -> None:
    page = Page(
        shows={
            "start": ["searchbox Search mail", *button, "row One"],
            "found": ["searchbox Search mail", *button, "row Two"],
        },
        leads={("start", "Search"): "!found", ("start", "Enter"): "!found"},
        notices={"found": ["status|2 results"]},
    )
    result = lesson(page, "search mail", {"query": "two"})
    assert [values for _, values in page.did] == [{"Search mail": "two"}]
    assert result.final.kind is MoveKind.DONE


def test_changes_settings() -> None:
    form = [
        "checkbox Notifications",
        "combobox Language (English, Deutsch)",
        "textbox Signature",
        "button Reset",
        "button Save changes",
    ]
    page = Page(
        shows={"start": [*NAV, "button Compose"], "form": form, "saved": form},
        leads={("start", "Settings"): "form", ("form", "Save changes"): "!saved", ("form", "Reset"): "!form"},
        notices={"saved": ["status|Settings saved"]},
    )
    result = lesson(page, "change settings", {"notifications": "no", "language": "Deutsch", "signature": "A."})
    assert page.did == [("Save changes", {"Notifications": "off", "Language": "Deutsch", "Signature": "A."})]
    assert result.final.kind is MoveKind.DONE
    assert MoveKind.SELECT in [m.kind for m in result.moves]


def test_enables_what_the_task_names() -> None:
    page = Page(
        shows={
            "start": ["checkbox Desktop notifications", "checkbox Newsletter", "button Save"],
            "saved": ["link Inbox"],
        },
        leads={("start", "Save"): "!saved"},
    )
    assert lesson(page, "enable desktop notifications", {}).final.kind is MoveKind.DONE
    assert page.did == [("Save", {"Desktop notifications": "on"})]


def test_waits_for_an_empty_page_three_times() -> None:
    result = lesson(Page(shows={"start": []}, leads={}), "send email", MAIL)
    assert [m.kind for m in result.moves] == [MoveKind.WAIT] * 3
    assert result.final.kind is MoveKind.GIVE_UP


def test_replies_to_a_mail() -> None:
    page = delete_page()
    page.shows["reply"] = ["textbox Message", "button Send", "button Discard"]
    page.leads |= {("mail", "Reply"): "reply", ("reply", "Send"): "!gone"}
    page.notices["gone"] = ["status|Reply sent"]
    result = lesson(page, "reply to email", {"item": "Quarterly report", "body": "Thanks"})
    assert page.did == [("Send", {"Message": "Thanks"})], result
    assert result.final.kind is MoveKind.DONE


def test_the_made_moves_alone_decide() -> None:
    page = classic()
    seen = page.observe()
    situation = Situation(
        task="send email", parameters=(Parameter(name="to"),), values={"to": "a@b.c"}, observation=seen
    )
    first = OfflineTeacher().advise(situation).move
    other = replace(situation, made=(MoveResult(move=Move(kind=MoveKind.BACK, undo=1)),))
    assert OfflineTeacher().advise(other).move == first


def test_a_folder_is_not_an_action() -> None:
    page = delete_page()
    page.shows["mail"] = ["link Trash", "link Delete", "button Delete"]
    result = lesson(page, "delete email", {"item": "Quarterly report"})
    assert [m.ref for m in result.moves][1] == "e3"
    page = delete_page()
    page.shows["mail"] = ["link Trash", "button Archive"]
    assert lesson(page, "delete email", {"item": "Quarterly report"}).final.kind is MoveKind.GIVE_UP
    assert not page.did


@pytest.mark.slow
def test_every_lesson_ends_whatever_the_page_does() -> None:
    specs = [
        *(
            "textbox To",
            "textbox Subject",
            "textbox Message",
            "textbox/password Password [secret]",
            "button New",
        ),
        *(
            "button Send",
            "button Send later",
            "button Compose",
            "button More [collapsed]",
            "menuitem Send now",
        ),
        *("link Settings", "row Quarterly report", "checkbox Notifications", "combobox Language (a, b)"),
        *("button Delete", "button OK {dialog X}", "button Next", "file Attach", "button Send [disabled]"),
    ]
    told = ["status|Message sent", "alert|Bad", "dialog|Send this message?", "dialog|Discard?", "heading|X"]
    tasks = ["send email", "delete email", "change settings", "log in", "发送邮件", "archive all"]
    known = {
        "to": "a@b.c",
        "subject": "Quarterly report",
        "password": "x",
        "language": "a",
        "notifications": "yes",
    }
    states = ["start", "one", "two", "three"]
    for seed in range(300):
        rng = random.Random(seed)  # noqa: S311  (a seeded page, no secret)
        shows = {state: rng.sample(specs, rng.randint(0, 7)) for state in states}
        leads = {
            (state, element(1, spec).name): rng.choice(["", "!"]) + rng.choice(states)
            for state in states
            for spec in specs
            if rng.random() < 0.5
        }
        notices = {state: rng.sample(told, rng.randint(0, 2)) for state in states}
        page = Page(shows=shows, leads=leads, notices=notices, trail=["start"] * 50)
        task = rng.choice(tasks)
        result = lesson(page, task, dict(rng.sample(list(known.items()), rng.randint(0, 3))))
        assert len(result.moves) <= 25
        assert not any(name == "Send later" for name, _ in page.did)
        assert task != "send email" or not any(name == "Delete" for name, _ in page.did)


def test_the_account_that_is_logged_in_is_not_the_record_of_the_task() -> None:
    own = [
        "textbox/password Old password [secret]",
        "textbox/password New password [secret]",
        "button Change my password",
    ]
    shows = {
        "start": ["link reader7", "link Change password"],
        "member": ["heading reader7", "link Change password"],
        "own": own,
    }
    page = Page(shows, {("start", "reader7"): "member", ("member", "Change password"): "own"})
    values = {"member": "reader7", "password": "hunter2"}

    result = lesson(page, "set the password of a member", values, secret=("password",))

    assert result.final.kind is MoveKind.GIVE_UP
    assert page.values == {}


def test_a_row_that_was_added_takes_the_values_and_the_one_before_keeps_its_own() -> None:
    fields = {"shelf": "", "bought": ""}
    rows = [
        Element(
            ref=f"e{n}{name}",
            tag="input",
            role="textbox",
            type="text",
            value=value,
            attributes={"name": f"copies-{n}-{name}"},
        )
        for n, known in enumerate(({"shelf": "Hall 2/13", "bought": "1999-01-01"}, fields))
        for name, value in known.items()
    ]
    situation = Situation(
        task="add a copy of a book",
        parameters=(Parameter(name="shelf"), Parameter(name="bought")),
        values={"shelf": "Hall 7", "bought": "2001-05-05"},
        observation=Observation(url="http://site/book", elements=tuple(rows)),
    )

    move = OfflineTeacher().advise(situation).move

    assert (move.kind, move.ref, move.value) == (MoveKind.FILL, "e1shelf", "{{shelf}}")
