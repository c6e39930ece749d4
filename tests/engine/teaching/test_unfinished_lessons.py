"""A lesson that ends before its deed is refused; so is one that begins anew after it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.engine.relearn import FlowSpec, Progress, run_flow
from pytest_ami.engine.replay_options import FlowOptions
from pytest_ami.engine.teaching.learn import learn
from pytest_ami.engine.teaching.lesson import LessonResult
from pytest_ami.model import command as c
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.lesson import Move, MoveKind
from pytest_ami.model.workflow import Workflow
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


@pytest.mark.parametrize("sends", [POST, ""])
def test_a_replay_that_has_done_the_deed_leaves_nothing_to_teach(sends: str) -> None:
    """Each element was found again and the last page is another one: only a request that was sent is believed."""
    pages = renamed()
    pages["/sure"]["elements"][0]["on"] = {"click": {"goto": "/gone", **({"sends": sends} if sends else {})}}
    pages["/gone"] = {"notices": ["heading|Gone"], "elements": []}
    page = FakePage(pages, teacher=Script(("click", "Remove", "")))

    given = replace(DELETE, allow=("delete",))
    if not sends:
        with pytest.raises(TeacherError, match="Nothing was recorded"):
            relearn(page, known(), given=given)
        return
    progress = relearn(page, known(), given=given)

    assert [step.sent for step in progress.steps] == ["", "", "POST /book/:id/delete"]
    assert page.health.sent == (POST,)
