"""A lesson must have done its deed: what proves it, and what proves nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.engine.relearn import FlowSpec, Progress, run_flow
from pytest_ami.engine.replay_options import FlowOptions
from pytest_ami.engine.teaching.deed_proof import LessonTrace, changes, missing_proof, open_question, owes_proof
from pytest_ami.engine.teaching.learn import learn
from pytest_ami.engine.teaching.lesson import LessonResult
from pytest_ami.model import command as c
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.lesson import Move, MoveKind
from pytest_ami.model.operation import PageState
from pytest_ami.model.workflow import Effects, Step, StepKind, Workflow
from pytest_ami.teachers.offline.teacher import OfflineTeacher
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import Script, learned, lesson

TITLE = {"title": "Waste Land"}
POST = "POST /book/7/delete"


def library(**routes: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return a site on which "Delete" leads to a page that asks, and "Yes, I'm sure" deletes."""
    row = {"role": "link", "name": "Waste Land", "attributes": {"href": "/book"}, "on": {"click": {"goto": "/book"}}}
    sure = {"name": "Yes, I'm sure", "on": {"click": {"sends": POST, "goto": "/"}}}
    back = {"role": "link", "name": "No, take me back", "on": {"click": {"goto": "/book"}}}
    pages: dict[str, dict[str, Any]] = {
        "/": {"notices": ["heading|Books"], "elements": [row]},
        "/book": {
            "notices": ["heading|Waste Land"],
            "elements": [{"role": "link", "name": "Delete", "on": {"click": {"goto": "/sure"}}}],
        },
        "/sure": {"notices": ["heading|Are you sure?"], "elements": [{"role": "button", **sure}, back]},
    }
    return {**pages, **{f"/{name}": page for name, page in routes.items()}}


DELETING = (("click", "Waste Land", "{{title}}"), ("click", "Delete", ""), ("click", "Yes, I'm sure", ""))
DELETE = lesson("delete a book", TITLE)


def known() -> Workflow:
    return learned(*DELETING, routes=library(), given=DELETE)


def renamed() -> dict[str, dict[str, Any]]:
    pages = library()
    pages["/book"]["elements"] = [
        {
            "role": "button",
            "name": "Remove",
            "absolute_xpath": "/x",
            "attributes": {"id": "r"},
            "on": {"click": {"goto": "/sure"}},
        }
    ]
    return pages


def relearn(page: FakePage, workflow: Workflow | None, **more: Any) -> Progress:
    given = replace(more.pop("given", DELETE), options=FlowOptions(**more))
    return page.run(run_flow(FlowSpec(lesson=given, workflow=workflow), Progress()))


def test_a_lesson_that_ends_on_the_page_that_asks_is_refused() -> None:
    script = Script(*DELETING[:2])
    with pytest.raises(TeacherError, match=r"reports .* as done, and it is not") as caught:
        FakePage(library(), teacher=script).run(learn(DELETE, LessonResult()))

    assert "Are you sure?" in script.situations[-1].objection
    assert any("Are you sure?" in line for line in caught.value.evidence)


def test_a_teacher_that_is_told_so_may_do_the_deed_and_is_believed() -> None:
    script = Script(*DELETING[:2], Move(kind=MoveKind.DONE), DELETING[2])

    outcome = FakePage(library(), teacher=script).run(learn(DELETE, LessonResult()))

    assert [step.sent for step in outcome.steps] == ["", "", "POST /book/:id/delete"]


def test_a_relearned_span_without_the_commit_is_refused_although_the_last_page_looks_done() -> None:
    pages = library()
    pages["/book"]["elements"] = [{"role": "link", "name": "All books", "on": {"click": {"goto": "/"}}}]

    with pytest.raises(TeacherError) as caught:
        relearn(FakePage(pages, teacher=Script(("click", "All books", ""))), known())

    assert any("no request was sent that changes anything" in line for line in caught.value.evidence)
    assert any("POST /book/:id/delete" in line for line in caught.value.evidence)


def test_a_relearned_span_goes_on_where_the_stored_commit_is_replayed() -> None:
    page = FakePage(renamed(), teacher=Script(("click", "Remove", "")))

    progress = relearn(page, replace(known()), given=replace(DELETE, allow=("delete",)))

    assert page.health.sent == (POST,)
    assert [step.sent for step in progress.steps] == ["", "", "POST /book/:id/delete"]


@pytest.mark.parametrize(
    "breaks", ["POST http://app.test/book/7/delete: 403", "POST http://app.test/book/7/delete: 500"]
)
def test_a_request_that_the_server_refused_proves_nothing(breaks: str) -> None:
    pages = library()
    pages["/sure"]["elements"][0]["on"] = {"click": {"sends": POST, "breaks": breaks, "goto": "/book"}}

    with pytest.raises(TeacherError) as caught:
        FakePage(pages, teacher=Script(*DELETING)).run(learn(DELETE, LessonResult()))

    assert f"the server refused {POST}" in " ".join(caught.value.evidence)


@pytest.mark.parametrize("fresh", [False, True])
def test_a_demonstration_that_stops_before_the_deed_is_refused(fresh: bool) -> None:  # noqa: FBT001
    def perform(page: FakePage, **_values: str) -> None:
        for name in ("Waste Land", "Delete"):
            seen = page.answer(c.Observe())
            page.answer(c.Click(ref=next(e.ref for e in seen.elements if e.name == name)))

    given = replace(DELETE, demonstrates=True, replaces=() if fresh else known().steps)
    with pytest.raises(TeacherError, match="ended without the deed"):
        FakePage(library(), teacher=perform).run(learn(given, LessonResult()))


class LateWord(FakePage):
    """A page whose request is heard of only when the page has been at rest for long."""

    def answer(self, command: c.Command) -> Any:
        if isinstance(command, c.Settle) and command.anew:
            self.health = replace(self.health, sent=(*self.health.sent, "POST /notes"))
        return super().answer(command)


@pytest.mark.parametrize("kind", [FakePage, LateWord])
def test_word_of_a_request_may_come_after_the_demonstration(kind: type[FakePage]) -> None:
    def perform(page: FakePage, **_values: str) -> None:
        seen = page.answer(c.Observe())
        page.answer(c.Click(ref=next(e.ref for e in seen.elements if e.name == "Add note")))

    given = replace(DELETE, task="add a note", values={}, parameters=(), demonstrates=True, replaces=())
    made = kind({"/": {"elements": [{"role": "button", "name": "Add note"}]}}, teacher=perform)
    if kind is LateWord:
        assert [step.title() for step in made.run(learn(given, LessonResult())).steps] == ['click button "Add note"']
    else:
        with pytest.raises(TeacherError, match="ended without the deed"):
            made.run(learn(given, LessonResult()))


def test_the_offline_teacher_answers_the_page_that_asks() -> None:
    page = FakePage(library(), teacher=OfflineTeacher().advise)

    outcome = page.run(learn(DELETE, LessonResult()))

    assert page.health.sent == (POST,)
    assert [step.target.name for step in outcome.steps if step.target] == [
        "{{title}}",
        "Delete",
        "Yes, I'm sure",
    ]


def test_an_offline_lesson_that_finds_no_answer_is_refused() -> None:
    pages = library(sure={"notices": ["heading|Are you sure?"], "elements": [{"role": "link", "name": "Help"}]})

    with pytest.raises(TeacherError):
        FakePage(pages, teacher=OfflineTeacher().advise).run(learn(DELETE, LessonResult()))


# -- the rules, one by one ----------------------------------------------------------------------------------------


def step(name: str, role: str = "button", kind: StepKind = StepKind.CLICK, **more: Any) -> Step:
    tell = more.pop("tell", {})
    return Step(kind=kind, target=Fingerprint(tag="button", role=role, name=name, **tell), **more)


ADD = lesson("add a book", TITLE)
SAVED = Effects(vanished=("textbox|Title",))
STORED = (step("Save", sent="POST /book/add"),)


def proves(given: Any = ADD, replaced: tuple[Step, ...] = (), **trace: Any) -> bool:
    given = replace(given, replaces=replaced)
    return not missing_proof(given, replaced, LessonTrace(**trace))


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("delete a book", True),
        ("rename an author", True),
        ("set the password of a member", True),
        ("添加评论", True),
        ("search for a book", False),
        ("open the report", False),
        ("log in", False),
        ("sort the list", False),
    ],
)
def test_tasks_that_change_something(task: str, expected: bool) -> None:  # noqa: FBT001
    assert changes(task) is expected


def test_a_lesson_that_replaces_no_commit_owes_nothing() -> None:
    look = step("History", "link", effects=Effects(route="/history"))
    given = replace(DELETE, done=(step("Books", "link"),), remaining=(look,), replaces=(look,))
    assert not owes_proof(given, (look,))
    assert owes_proof(replace(given, replaces=STORED, remaining=STORED), STORED)


def test_an_accepted_request_proves_a_deed() -> None:
    assert proves(steps=(step("Save", sent="POST /book/add"),), sent=("POST /book/add",), documents=1)
    assert not proves(
        steps=(step("Save", sent="POST"),), sent=("POST /book/add",), refused=frozenset({"POST /book/add"})
    )


def test_a_request_that_every_action_sends_proves_nothing() -> None:
    tracked = tuple(step(name, "link", sent="POST /track") for name in ("Books", "Authors"))
    assert not proves(steps=tracked, sent=("POST /track", "POST /track"), documents=1)
    assert proves(
        steps=(*tracked, step("Save", sent="POST /book/add")),
        sent=("POST /track", "POST /track", "POST /book/add"),
        documents=1,
    )


def test_the_name_of_a_file_proves_an_upload_that_was_sent() -> None:
    opened = tuple(step(name, "tab", sent="POST /call") for name in ("Books", "Files"))
    posted = step("", "file", StepKind.UPLOAD, value="{{file}}", sent="POST /call?name={{file__file}}")
    sent, values = ("POST /call",) * 3, {"file": "docs/plan.txt", "file__file": "plan.txt"}
    given = lesson("upload a file", {"file": "docs/plan.txt"})
    seen: dict[str, Any] = {"sent": sent, "shown": ("file__file",), "values": values}
    assert proves(given, steps=(*opened, posted), **seen)
    assert not proves(given, steps=(*opened, posted), sent=sent, values=values)
    assert not proves(given, steps=(*opened, replace(posted, sent="")), **seen)
    assert not proves(given, steps=(*opened, replace(posted, sent="POST")), **seen)
    assert not proves(given, steps=(*opened, replace(posted, sent="POST /call")), **seen)


def test_the_stored_address_or_a_control_of_the_deed_is_wanted_of_a_relearned_flow() -> None:
    assert proves(replaced=STORED, steps=(step("OK", sent="POST /book/add"),), sent=("POST /book/add",))
    assert proves(replaced=STORED, steps=(step("Submit", sent="POST /v2/books"),), sent=("POST /v2/books",))
    assert not proves(replaced=STORED, steps=(step("Next page", sent="POST /pages"),), sent=("POST /pages",))
    left = PageState(controls=("button|Save",))
    assert not proves(replaced=STORED, steps=(step("Apply", sent="POST /t"),), sent=("POST /t",), final=left)


def test_a_message_of_success_proves_a_deed_and_one_of_failure_does_not() -> None:
    assert proves(replaced=STORED, messages=("status|The book was added",))
    assert not proves(replaced=STORED, messages=("status|The book was not saved",))
    assert not proves(replaced=STORED, messages=("heading|Saved books",))


def test_a_control_that_is_named_after_the_task_is_answered_by_a_message() -> None:
    assign = lesson("assign a ticket", {})
    assert proves(assign, steps=(step("Assign", "link"),), messages=("status|assigned to you",), documents=1)
    assert not proves(
        assign, steps=(step("Assign", "link"),), messages=("status|that is not possible: missing",), documents=1
    )
    assert not proves(assign, steps=(step("Tickets", "link"),), messages=("status|3 tickets",), documents=1)
    assert not proves(assign, steps=(step("Assign", "link"),), messages=("heading|Assign",), documents=1)


def test_a_socket_carries_a_deed_of_its_control() -> None:
    assert proves(steps=(step("Add"),), frames=3)
    assert not proves(steps=(step("Books", "tab"),), frames=3)
    assert not proves(replaced=STORED, steps=(step("Add"),), frames=3)


def test_a_cell_shows_the_entry_that_was_chosen_for_it() -> None:
    moving = lesson("move a member", {"member": "Ann", "team": "Chess"})
    cell = step("Rowing", "gridcell")
    entry = step("{{team}}", "option", effects=Effects(appeared=("gridcell|{{team}}",)))
    elsewhere = step("{{team}}", "option", effects=Effects(appeared=("row|{{team}}",)))

    assert proves(moving, steps=(cell, entry))
    assert not proves(moving, steps=(entry,))
    assert not proves(moving, steps=(step("Team"), entry))
    assert not proves(moving, steps=(cell, elsewhere))
    assert not proves(moving, steps=(cell, step("{{team}} club", "option", effects=entry.effects)))
    assert not proves(moving, steps=(cell, entry, step("More")))


def test_a_page_that_keeps_everything_shows_the_deed() -> None:
    assert proves(steps=(step("Add", effects=SAVED),))
    assert proves(steps=(step("title", "textbox", StepKind.FILL, value="{{title}}"),), shown=("title",))
    unsaved = PageState(fields={"1 /html": "Waste Land"})
    assert not proves(shown=("title",), final=unsaved)
    assert not proves(steps=(step("Add", "link", effects=Effects(appeared=("textbox|Title",))),))
    assert proves(DELETE, gone=("title",))
    assert not proves(DELETE, gone=("title",), documents=1)
    assert not proves(DELETE, shown=("title",))


@pytest.mark.parametrize("in_form", [False, True])
def test_a_choice_within_a_form_waits_for_its_button(in_form: bool) -> None:  # noqa: FBT001
    tell = {"ancestors": ("form",)} if in_form else {}
    box = step("Notifications", "switch", StepKind.CHECK, effects=Effects(value="checked"), tell=tell)
    assert proves(lesson("enable notifications", {}), steps=(box,)) is not in_form


@pytest.mark.parametrize(
    ("said", "controls", "asks"),
    [
        ("heading|Are you sure?", ("button|Yes, I'm sure",), True),
        ("heading|What's next?", ("link|Books",), False),
        ("dialog|Delete Waste Land", ("button|Delete", "button|Cancel"), True),
        ("dialog|The book was deleted", ("button|OK", "button|Cancel"), False),
        ("dialog|Tips", ("button|Close",), False),
        ("alertdialog|确定删除吗", ("button|确定", "button|取消"), True),
    ],
)
def test_a_page_that_asks_is_no_end(said: str, controls: tuple[str, ...], asks: bool) -> None:  # noqa: FBT001
    final = PageState(controls=controls, notices=(said,))
    trace = LessonTrace(steps=(step("Trash"),), messages=(said,), final=final, sent=(POST,))
    assert bool(open_question(trace)) is asks


def test_two_answers_that_came_with_the_deed_are_a_question() -> None:
    brought = Effects(route="/x", appeared=("button|Yes, I'm sure", "link|No, take me back"))
    final = PageState(controls=("button|Yes, I'm sure", "link|No, take me back"))
    assert open_question(LessonTrace(steps=(step("Delete", "link", effects=brought),), final=final))
    assert not open_question(LessonTrace(steps=(step("Delete", "link"),), final=final))


LINES = st.lists(st.sampled_from([POST, "POST /track", "PUT /book/7"]), max_size=4).map(tuple)


@given(sent=LINES, documents=st.integers(0, 2))
def test_without_an_accepted_request_a_message_or_a_change_no_lesson_is_believed(
    sent: tuple[str, ...], documents: int
) -> None:
    assert not proves(DELETE, STORED, sent=sent, refused=frozenset(sent), documents=documents)
    assert not proves(DELETE, (), sent=sent, refused=frozenset(sent), documents=documents)


@given(sent=LINES, more=LINES)
def test_a_page_that_asks_is_never_believed_whatever_was_sent(sent: tuple[str, ...], more: tuple[str, ...]) -> None:
    final = PageState(controls=("button|Yes, I'm sure",), notices=("heading|Are you sure?",))
    steps = tuple(step("Delete", sent=line) for line in more)
    assert not proves(DELETE, STORED, steps=steps, sent=sent + more, messages=final.notices, final=final)


# -- what an attempt may still do -----------------------------------------------------------------------------------


def test_a_demonstration_begins_anew_after_a_control_that_only_led_to_the_deed() -> None:
    stored = known()
    pages = library()
    pages["/sure"]["elements"][0].update(name="Do it now", absolute_xpath="/now", attributes={"id": "now"})

    def perform(page: FakePage, **_values: str) -> None:
        for name in ("Waste Land", "Delete", "Do it now"):
            seen = page.answer(c.Observe())
            page.answer(c.Click(ref=next(e.ref for e in seen.elements if e.name == name)))

    page = FakePage(pages, teacher=perform)
    progress = relearn(page, stored, given=replace(DELETE, demonstrates=True), url="http://app.test/")

    assert page.health.sent == (POST,)
    assert len(progress.steps) == len(stored.steps)


def test_a_demonstration_does_not_begin_anew_after_a_control_that_sent_something() -> None:
    stored = known()
    pages = library()
    pages["/book"]["elements"][0]["on"]["click"]["sends"] = "POST /book/7/trash"
    pages["/sure"]["elements"][0].update(name="Do it now", absolute_xpath="/now", attributes={"id": "now"})
    page = FakePage(pages, teacher=lambda *_: pytest.fail("it began anew"))

    with pytest.raises(TeacherError, match="was used already"):
        relearn(page, stored, given=replace(DELETE, demonstrates=True), url="http://app.test/")


MAIL = (
    "link|Papier Union INV 20418 −€186.40: please confirm the transfer or cancel it",
    "button|Sign out",
)


def test_the_names_of_records_are_no_answers() -> None:
    final = PageState(controls=(*MAIL, "button|Cancel"), notices=("heading|Anything new?",))
    assert not open_question(LessonTrace(steps=(step("Log in"),), messages=("heading|Anything new?",), final=final))


def test_a_dialog_asks_with_the_controls_that_came_with_it() -> None:
    details = step(
        "Papier Union", effects=Effects(notices=("dialog|{{to}}",), appeared=("heading|{{to}}", "button|Close"))
    )
    final = PageState(controls=(*MAIL, "button|Delete", "button|Close"), notices=("dialog|Papier Union",))
    trace = LessonTrace(steps=(details,), messages=("dialog|Papier Union",), final=final, values={"to": "Papier Union"})
    assert not open_question(trace)
    assert open_question(replace(trace, values={}))
    asks = step("Delete", effects=Effects(notices=("dialog|Delete it",), appeared=("button|Delete", "button|Cancel")))
    left = PageState(controls=("button|Delete", "button|Cancel"), notices=("dialog|Delete it",))
    asked = LessonTrace(
        steps=(asks, step("Amount", "textbox", StepKind.FILL)), messages=("dialog|Delete it",), final=left
    )
    assert open_question(asked)
    assert not open_question(replace(asked, steps=(asks, step("Delete"))))
